"""Tables that wake up and fall asleep: this process has those in memory that somebody is at; the store has all."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from ..core.contract import Json
from .limits import Limits
from .preparing import Preparation
from .refusals import Declined
from .room import Room
from .store import Store
from .table import Table

SWEEP_SECONDS = 60.0


class Rooms:
    """The rooms of this process; `woken` is told of each that comes from the store."""

    def __init__(self, store: Store, preparation: Preparation, limits: Limits, woken: Callable[[Room], None]) -> None:
        self.store = store
        self.preparation = preparation
        self.limits = limits
        self.woken = woken
        self.awake: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Lock] = {}

    async def find(self, table: str, patient: bool = True) -> Room:
        """The room of a table, from memory or from the store; waits for its rules if they are being prepared."""
        found = self.awake.get(table)
        if found is None:
            async with self._loading.setdefault(table, asyncio.Lock()):
                try:
                    found = self.awake.get(table) or await self._wake(table, patient)
                finally:
                    self._loading.pop(table, None)
        found.used = time.monotonic()
        return found

    async def _wake(self, table: str, patient: bool) -> Room:
        kept = await self.store.load(table)
        if kept is None:
            raise Declined("unknown-table")
        setup, entries = kept
        if not self.preparation.is_ready(setup["game"]):
            self.preparation.hurry(setup["game"])
            if not patient:
                raise Declined("preparing")
            await self.preparation.ready[setup["game"]].wait()
        if len(self.awake) >= self.limits.tables_in_memory:
            self.forget_idle(0)
            if len(self.awake) >= self.limits.tables_in_memory:
                raise Declined("crowded")
        room = Room(await asyncio.to_thread(rebuilt, table, setup, entries), self.limits)
        # Somebody else who waited for the rules may have been first: there is one room for a table.
        room = self.awake.setdefault(table, room)
        self.woken(room)
        return room

    def forget_idle(self, seconds: float) -> None:
        """Let tables leave the memory that nobody has been at for a while; the store has them."""
        now = time.monotonic()
        for table, room in list(self.awake.items()):
            if room.is_idle and now - room.used >= seconds:
                del self.awake[table]

    async def sweep(self) -> None:
        """Tidy up now and then, for ever."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.forget_idle(self.limits.idle_seconds)


def rebuilt(table: str, setup: Json, entries: list[Json]) -> Table:
    """A table as its log left it."""
    again = Table(table, setup)
    for entry in entries:
        again.apply(entry)
    return again
