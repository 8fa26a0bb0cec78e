"""All processes of clients, as whoever measures sees them."""

from __future__ import annotations

import asyncio
import multiprocessing
import multiprocessing.connection
import threading
import time
from collections import Counter
from collections.abc import Callable
from types import TracebackType
from typing import Any

from .asking import BadLoad
from .crew import ANSWER, CHECK, PLAY, SEAT, STOP, WRONG, alone, work
from .notes import Played
from .orders import Orders, Step
from .seen import Seen

TICK = 0.2  # seconds between two looks
LEAD = 0.3  # seconds until a step begins, for all to know of it
LEAVING = 5.0


class Crews:
    """One crew is a thread of this process, several are processes of their own."""

    def __init__(self, orders: Orders, count: int) -> None:
        self.orders = orders
        self.count = count
        self.tables = 0
        self._links: list[Any] = []
        self._hands: list[Any] = []

    def __enter__(self) -> Crews:
        context = multiprocessing.get_context("spawn")
        for number in range(self.count):
            here, there = context.Pipe()
            self._links.append(here)
            if self.count == 1:
                hand: Any = threading.Thread(
                    target=lambda link=there: asyncio.run(work(link, self.orders)), daemon=True
                )
            else:
                hand = context.Process(target=alone, args=(there, self.orders), daemon=True, name=f"clients-{number}")
            hand.start()
            self._hands.append(hand)
            if self.count > 1:
                there.close()
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, _: TracebackType | None) -> None:
        for link in self._links:
            link.close()
        for hand in self._hands:
            hand.join(LEAVING)
            if self.count > 1 and hand.is_alive():
                hand.kill()
                hand.join()

    def seat(self, tables: int, step: Callable[[int], None]) -> None:
        """Set so many tables more; `step` is told how many there are."""
        coming = range(self.tables, self.tables + tables)
        self._order({link: (SEAT, list(coming[n :: self.count])) for n, link in enumerate(self._links)})
        self._answers(step)
        self.tables += tables

    def play(self, seconds: float, pace: float, tick: Callable[[float], None]) -> tuple[Seen, bool]:
        """Play for so long; what was seen, and whether nobody stopped it."""
        starts = time.monotonic() + LEAD
        self._order(dict.fromkeys(self._links, (PLAY, Step(starts, starts + seconds, pace))))
        whole = True
        try:
            while (now := time.monotonic()) < starts + seconds:
                tick(max(0.0, now - starts))
                time.sleep(max(0.0, min(TICK, starts + seconds - now)))
        except KeyboardInterrupt:
            whole = False
            self._order(dict.fromkeys(self._links, (STOP, None)))
        seen = Seen()
        for one in self._answers():
            seen += one
        return seen, whole

    def check(self, step: Callable[[int], None]) -> tuple[Counter[str], list[Played]]:
        """Look at all tables from outside."""
        self._order(dict.fromkeys(self._links, (CHECK, None)))
        checked: Counter[str] = Counter()
        kept: list[Played] = []
        for counted, played in self._answers(step):
            checked += counted
            kept += played
        return checked, kept

    def _order(self, orders: dict[Any, Any]) -> None:
        for link, order in orders.items():
            link.send(order)

    def _answers(self, step: Callable[[int], None] | None = None) -> list[Any]:
        """What all crews answer; what went wrong there goes wrong here. Somebody who stops it stops them."""
        waiting, told = list(self._links), 0
        answers: list[Any] = []
        problem: Any = None
        while waiting:
            try:
                ready: list[Any] = multiprocessing.connection.wait(waiting, TICK)
                for link in ready:
                    kind, given = link.recv()
                    if kind == ANSWER:
                        waiting.remove(link)
                        answers.append(given)
                    elif kind == WRONG:
                        waiting.remove(link)
                        problem = problem or given
                        self._order(dict.fromkeys(waiting, (STOP, None)))
                    elif step is not None:
                        told += given
                        step(told)
            except KeyboardInterrupt as stopped:
                problem = problem or stopped
                self._order(dict.fromkeys(waiting, (STOP, None)))
            except (EOFError, OSError) as gone:
                raise BadLoad("load.clients-gone", problem=type(gone).__name__) from None
        if problem is not None:
            raise problem
        return answers
