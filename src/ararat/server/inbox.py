"""What a connection waits with: as asyncio's own queue and event, but next to nothing while nothing happens. There are
thousands of them, and each of asyncio's takes a KiB or more for those who might wait."""

from __future__ import annotations

import asyncio
from typing import Any


class Inbox:
    """Messages that came and were not read yet, for one reader."""

    __slots__ = ("_reader", "_waiting")

    def __init__(self) -> None:
        self._waiting: list[Any] = []
        self._reader: asyncio.Future[Any] | None = None

    def put_nowait(self, message: Any) -> None:
        """Hand on a message."""
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(message)
        else:
            self._waiting.append(message)

    def get(self) -> asyncio.Future[Any]:
        """The next message, to be awaited."""
        self._reader = asyncio.get_running_loop().create_future()
        if self._waiting:
            self._reader.set_result(self._waiting.pop(0))
        return self._reader

    def empty(self) -> bool:
        """Whether no message waits."""
        return not self._waiting


class Gate:
    """Open or not, for those who wait until it is."""

    __slots__ = ("_open", "_waiting")

    def __init__(self) -> None:
        self._open = False
        self._waiting: asyncio.Future[None] | None = None  # of all of them

    def is_set(self) -> bool:
        """Whether it is open."""
        return self._open

    def set(self) -> None:
        """Open it."""
        self._open = True
        if self._waiting is not None:
            self._waiting.set_result(None)
            self._waiting = None

    def clear(self) -> None:
        """Shut it."""
        self._open = False

    async def wait(self) -> bool:
        """Wait until it is opened."""
        if not self._open:
            if self._waiting is None:
                self._waiting = asyncio.get_running_loop().create_future()
            await asyncio.shield(self._waiting)  # others wait, too
        return True
