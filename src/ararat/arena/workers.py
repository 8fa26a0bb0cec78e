"""Games on all cores of this machine, a process each."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import connection, resource_tracker
from types import TracebackType
from typing import Any, Protocol, Self

from .bout import play
from .contest import BadArena, Bout

WAITING = 2  # games that wait for each process, so that none runs dry
MOST_DEATHS = 3  # of processes, one after the other without a game between them

Work = Callable[[Bout], tuple[Any, str]]  # plays a game: what came of it, and the line that keeps it


class Workers(Protocol):
    """Whoever plays games."""

    def __enter__(self) -> Self: ...

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Stop all games in progress."""

    def play(self, bouts: Iterable[Bout]) -> Iterator[tuple[Any, str]]:
        """Play games and give them back as they end."""


class Processes:
    """Processes on this machine. One that is killed is replaced, and its game played again."""

    def __init__(self, cores: int | None = None, work: Work = play) -> None:
        self.cores = cores or os.cpu_count() or 1
        self.work = work
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def play(self, bouts: Iterable[Bout]) -> Iterator[tuple[Any, str]]:
        """Play games and give them back as they end."""
        coming = iter(bouts)
        again: deque[Bout] = deque()
        going: dict[Future[tuple[Any, str]], Bout] = {}
        deaths = 0
        while True:
            try:
                while len(going) < self.cores * WAITING:
                    if not again:
                        again.extend(islice(coming, 1))
                    if not again:
                        break
                    with without_ctrl_c():
                        going[self._ready().submit(self.work, again[0])] = again[0]
                    again.popleft()
                if not going:
                    return
                done, _ = wait(going, return_when=FIRST_COMPLETED)
                for future in done:
                    ended = future.result()
                    del going[future]
                    deaths = 0
                    yield ended
            except BrokenProcessPool:
                deaths += 1
                if deaths == MOST_DEATHS:
                    raise BadArena("arena.died") from None
                again.extend(going.values())
                going.clear()
                self.close()

    def _ready(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.cores, mp_context=context, initializer=live_with_the_parent)
        return self._pool

    def close(self) -> None:
        """End the processes in the middle of whatever they play."""
        if self._pool is not None:
            processes = getattr(self._pool, "_processes", None) or {}  # no public way before Python 3.14
            for process in list(processes.values()):
                process.terminate()
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None


@contextmanager
def without_ctrl_c() -> Iterator[None]:
    """Start processes that Ctrl-C does not reach, not even while they import; here it waits until they are started."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # it would unblock signals when the first process starts it
    with later_ctrl_c():
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def later_ctrl_c() -> Iterator[None]:
    """Take a Ctrl-C up at the end: blocked in one thread, it reaches another, and interrupts the first all the same."""
    handler = signal.getsignal(signal.SIGINT)
    if handler is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if pressed:
            signal.raise_signal(signal.SIGINT)


def live_with_the_parent() -> None:
    """Runs in a process: leave Ctrl-C to the parent, and end with it even if it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:

        def watch() -> None:
            connection.wait([parent.sentinel])
            os._exit(0)

        threading.Thread(target=watch, daemon=True).start()
