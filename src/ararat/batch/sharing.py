"""Sharing work between the cores: one pool of threads for all of a process, kept, and none for what is soon done.

Kernels release the interpreter, so plain threads share the work; every thread has memory of its own.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import pairwise
from threading import Event, Lock

Work = Callable[[int, int], None]  # on rows from the first up to the last, which is not among them

PIECE = 20_000  # rows that a thread takes on at a time at most: Ctrl-C need not wait for all

_lock = Lock()
_pool: ThreadPoolExecutor | None = None


def usable_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def share(work: Work, count: int, cores: int | None, least: int) -> None:
    """Do work on rows 0 to count - 1, on as many cores as may be used, none of them for fewer than `least` rows."""
    workers = 1 if count < 2 * least or cores == 1 else min(cores or count, usable_cores(), count // least)
    if workers == 1 and count <= PIECE:
        work(0, count)
        return
    pieces = max(workers, -(-count // PIECE))
    edges = pairwise([count * piece // pieces for piece in range(pieces + 1)])
    if workers == 1:
        for first, last in edges:
            work(first, last)
        return
    stop = Event()

    def take() -> None:
        while not stop.is_set():
            with _lock:
                piece = next(edges, None)
            if piece is None:
                return
            work(*piece)

    tasks = [_kept_pool().submit(take) for _ in range(workers)]
    try:
        for task in tasks:
            task.result()
    finally:
        stop.set()
        wait(tasks)


def _kept_pool() -> ThreadPoolExecutor:
    global _pool
    with _lock:
        if _pool is None:
            _pool = ThreadPoolExecutor(os.cpu_count(), "ararat")
        return _pool


def _forget_pool() -> None:
    """A child of this process has none of its threads."""
    global _pool, _lock
    _pool, _lock = None, Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_pool)
