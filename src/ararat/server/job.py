"""Something that a store is asked to write, by whoever waits for it in a loop; another thread does it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

import sqlalchemy as sql

Write = Callable[[sql.Connection], Any]


class Job:
    """Something to write, and whoever waits for it. Once asked for, nobody can call it off: what is written counts,
    whether or not somebody still waits."""

    def __init__(self, write: Write) -> None:
        self.write = write
        self.result: Any = None
        self.problem: Exception | None = None
        self.loop = asyncio.get_running_loop()
        self.done = self.loop.create_future()

    def tell(self) -> None:
        """Say what became of it; in the thread of whoever waits."""
        if self.done.done():
            return
        if self.problem is None:
            self.done.set_result(self.result)
        else:
            self.done.set_exception(self.problem)


def tell_all(jobs: list[Job]) -> None:
    """Say what became of all of these, from another thread than those who wait, each of their loops woken once."""
    waiting: dict[asyncio.AbstractEventLoop, list[Job]] = {}
    for job in jobs:
        waiting.setdefault(job.loop, []).append(job)
    for loop, together in waiting.items():
        with contextlib.suppress(RuntimeError):  # it is closed: nobody waits any more
            loop.call_soon_threadsafe(tell_each, together)


def tell_each(jobs: list[Job]) -> None:
    for job in jobs:
        job.tell()
