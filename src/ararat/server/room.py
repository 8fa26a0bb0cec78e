"""A table in memory, with those who are around it."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from .limits import Bucket, Limits
from .table import Table

if TYPE_CHECKING:
    from .hints import Moment, Search
    from .visitor import Visitor

PAUSES = {"calm": 0.8, "quick": 0.3, "instant": 0.0}  # seconds


class Room:
    """What this process knows of a table beside what the store does."""

    def __init__(self, table: Table, limits: Limits | None = None) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.rematching = asyncio.Lock()
        self.visitors: set[Visitor] = set()
        self.thinking: asyncio.Task[None] | None = None
        self.hint: tuple[Moment, Search] | None = None  # the last one, and of which moment it was
        limits = limits or Limits()
        self.hints = Bucket(limits.hints_a_minute / 60, limits.hints_at_once)
        self.used = time.monotonic()

    @property
    def here(self) -> set[int]:
        """The seats whose people are connected."""
        seats: set[int] = set()
        for visitor in self.visitors:
            seats |= visitor.beside | ({visitor.seat} if visitor.seat is not None else set())
        return seats

    @property
    def pause(self) -> float:
        """How long a bot waits before it moves, so that people can follow: as the quickest of them likes it."""
        return min((PAUSES[visitor.pace] for visitor in self.visitors if visitor.pace), default=0.0)
