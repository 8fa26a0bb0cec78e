"""A table in memory, with those who are around it."""

from __future__ import annotations

import asyncio
import time
from typing import Protocol

from ..core.contract import Json
from .limits import Bucket, Limits
from .table import Table

PAUSES = {"calm": 0.8, "quick": 0.3, "instant": 0.0}  # seconds

Moment = tuple[int, int]  # the table's number and the seat in turn
HintSearch = asyncio.Task[list[Json]]


class Onlooker(Protocol):
    """Whoever is around a table, as the table knows them."""

    @property
    def seat(self) -> int | None:
        """Where they sit; None: they watch."""

    @property
    def beside(self) -> set[int]:
        """Further seats of the same device."""

    @property
    def chooses(self) -> bool:
        """Whether they are choosing a name to sit down with."""

    @property
    def pace(self) -> str | None:
        """How fast they like bots to move."""

    def send(self, message: Json) -> None:
        """Send them a message."""

    def send_table(self) -> None:
        """Send them the table as it is now."""


class Room:
    """What this process knows of a table beside what the store does."""

    def __init__(self, table: Table, limits: Limits | None = None) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.rematching = asyncio.Lock()
        self.visitors: set[Onlooker] = set()
        self.bot_turns: asyncio.Task[None] | None = None
        self.hint: tuple[Moment, HintSearch] | None = None  # the last one, and of which moment it was
        limits = limits or Limits()
        self.choosers = Bucket(limits.choosers_a_minute / 60, limits.choosers_at_once)
        self.hints = Bucket(limits.hints_a_minute / 60, limits.hints_at_once)
        self.used = time.monotonic()

    @property
    def bots_play(self) -> bool:
        """Whether bots are having their turns now."""
        return self.bot_turns is not None and not self.bot_turns.done()

    @property
    def is_idle(self) -> bool:
        """Whether nobody is around and nothing is under way."""
        return not self.visitors and not self.lock.locked() and not self.bots_play

    def tell(self) -> None:
        """Send the table to everybody around it, to each what they may know."""
        for visitor in list(self.visitors):
            visitor.send_table()

    @property
    def here(self) -> set[int]:
        """The seats whose people are connected."""
        seats: set[int] = set()
        for visitor in self.visitors:
            seats |= visitor.beside | ({visitor.seat} if visitor.seat is not None else set())
        return seats

    def choosing(self, besides: Onlooker | None = None) -> int:
        """How many are choosing a name, no more than there are seats to wait for."""
        count = sum(visitor.chooses for visitor in self.visitors if visitor is not besides)
        return min(count, len(self.table.open_seats))

    @property
    def pause(self) -> float:
        """How long a bot waits before it moves, so that people can follow: as the quickest of them likes it."""
        return min((PAUSES[visitor.pace] for visitor in self.visitors if visitor.pace), default=0.0)
