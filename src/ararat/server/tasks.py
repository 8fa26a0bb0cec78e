"""Work beside: what the server does while everybody else is served."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

log = logging.getLogger("ararat.server")
Answer = TypeVar("Answer")
PATIENCE = 2.0  # seconds, at the end


class Tasks:
    """All that is under way, to be ended with the server."""

    def __init__(self) -> None:
        self._under_way: set[asyncio.Task[Any]] = set()
        self._awaited: set[asyncio.Task[Any]] = set()

    def later(self, work: Coroutine[Any, Any, Answer]) -> asyncio.Task[Answer]:
        """Do something beside; what goes wrong is logged, not lost."""
        return self._begin(work, log_what_went_wrong)

    def awaited(self, work: Coroutine[Any, Any, Answer]) -> asyncio.Task[Answer]:
        """Do something that others wait for: what goes wrong is told to them; if they are gone, nobody minds."""
        task = self._begin(work, asyncio.Task.exception)
        self._awaited.add(task)
        task.add_done_callback(self._awaited.discard)
        return task

    def _begin(self, work: Coroutine[Any, Any, Answer], look: Any) -> asyncio.Task[Answer]:
        task = asyncio.get_running_loop().create_task(work)
        self._under_way.add(task)

        def done(task: asyncio.Task[Answer]) -> None:
            self._under_way.discard(task)
            if not task.cancelled():
                look(task)

        task.add_done_callback(done)
        return task

    async def close(self) -> None:
        """Let what others wait for come to its end, if that is soon; end whatever else is under way."""
        if self._awaited:
            await asyncio.wait(self._awaited, timeout=PATIENCE)
        for task in list(self._under_way):
            task.cancel()
        with contextlib.suppress(Exception):
            await asyncio.gather(*self._under_way, return_exceptions=True)


def log_what_went_wrong(task: asyncio.Task[Any]) -> None:
    if problem := task.exception():
        log.error("a task of the server failed", exc_info=problem)
