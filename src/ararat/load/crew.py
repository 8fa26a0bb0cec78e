"""Many companies in one process, or in one thread: what runs on the side of the clients."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import threading
import time
from collections import Counter
from typing import Any

from .asking import BadLoad
from .company import Company
from .notes import Notes
from .orders import Orders, Step
from .seen import Seen

AT_ONCE = 8  # companies that sit down, or look back, at the same time
LAST_ANSWERS = 10.0  # seconds to wait for what was asked before the end
SEAT, PLAY, STOP, CHECK = "seat", "play", "stop", "check"
TOLD, ANSWER, WRONG = "told", "answer", "wrong"


class Crew:
    """All companies of one process."""

    def __init__(self, orders: Orders) -> None:
        self.notes = Notes(orders)
        self.companies: list[Company] = []

    async def seat(self, households: list[int], tell: Any) -> None:
        """Let more people come; `tell` is told of each table."""
        coming = [Company(self.notes, household) for household in households]
        self.companies += coming
        await each([company.sit_down for company in coming], tell)

    async def play(self, step: Step, stopped: asyncio.Queue[Any]) -> Seen:
        """One step of load, or as much of it as there is time for."""
        await asyncio.sleep(max(0.0, step.starts - time.monotonic()))
        self.notes.seen, worked = Seen(), time.thread_time()
        for company in self.companies:
            company.begin(step)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(max(0.0, step.ends - time.monotonic())):
                await stop(stopped)
        now = time.monotonic()
        self.notes.seen.lasted, self.notes.seen.worked = now - step.starts, time.thread_time() - worked
        for company in self.companies:
            company.end(now)
        while any(company.underway for company in self.companies) and time.monotonic() < now + LAST_ANSWERS:
            await asyncio.sleep(0.02)
        for company in self.companies:
            company.settle(time.monotonic())
        done, self.notes.seen = self.notes.seen, Seen()
        return done

    async def check(self, tell: Any) -> Counter[str]:
        """Look at all tables from outside."""
        for company in self.companies:
            if company.moving_on is not None:
                await asyncio.wait([company.moving_on], timeout=LAST_ANSWERS)
        await each([company.check for company in self.companies], tell)
        return self.notes.checked

    def leave(self) -> None:
        """Everybody goes."""
        for company in self.companies:
            company.leave()


async def each(todo: list[Any], tell: Any) -> None:
    """Do all of them, a few at a time; the first that goes wrong ends it."""
    waiting = iter(todo)

    async def some() -> None:
        for do in waiting:
            await do()
            tell()

    tasks = [asyncio.create_task(some()) for _ in range(AT_ONCE)]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def work(link: Any, orders: Orders) -> None:
    """Do what is ordered through a pipe, until it is closed."""
    crew, loop = Crew(orders), asyncio.get_running_loop()
    ordered: asyncio.Queue[Any] = asyncio.Queue()
    loop.set_exception_handler(lambda _, problem: crew.notes.seen.counts.update(unread=1))

    def listen() -> None:
        order = None
        while True:
            try:
                order = link.recv()
            except (EOFError, OSError):
                order = None
            with contextlib.suppress(RuntimeError):  # the loop is gone
                loop.call_soon_threadsafe(ordered.put_nowait, order)
            if order is None:
                return

    threading.Thread(target=listen, daemon=True).start()
    try:
        while (order := await ordered.get()) is not None:
            kind, given = order
            try:
                answer: Any = None
                if kind == SEAT:
                    await until_told(crew.seat(given, lambda: link.send((TOLD, 1))), ordered)
                elif kind == PLAY:
                    answer = await crew.play(given, ordered)
                elif kind == CHECK:
                    await until_told(crew.check(lambda: link.send((TOLD, 1))), ordered)
                    answer = crew.notes.checked, crew.notes.kept
                else:
                    continue  # it came too late
                link.send((ANSWER, answer))
            except BadLoad as problem:
                link.send((WRONG, problem))
            except Exception as problem:
                link.send((WRONG, BadLoad("load.clients-gone", problem=f"{type(problem).__name__}: {problem}")))
    except OSError:
        pass  # nobody listens any more
    finally:
        crew.leave()
        link.close()


async def until_told(doing: Any, ordered: asyncio.Queue[Any]) -> None:
    """Do something to its end, or until somebody says stop."""
    tasks = asyncio.ensure_future(doing), asyncio.ensure_future(stop(ordered))
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if tasks[0].done():
            await tasks[0]
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def stop(ordered: asyncio.Queue[Any]) -> None:
    """Wait until somebody says stop, or is gone."""
    if await ordered.get() is None:
        ordered.put_nowait(None)


def alone(link: Any, orders: Orders) -> None:
    """The same in a process of its own: Ctrl-C is for whoever started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    asyncio.run(work(link, orders))
