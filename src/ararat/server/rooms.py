"""Tables that wake up and fall asleep: this process has those in memory that somebody is at; the store has all."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from typing import TypeVar

from ..core.contract import Json
from ..games import all_facts
from .limits import Limits
from .preparing import Preparation
from .refusals import Declined
from .room import Room
from .store import Store, Unreadable
from .table import OVER, OtherRules, Table

log = logging.getLogger("ararat.server")
SWEEP_SECONDS = 30.0
Made = TypeVar("Made")


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

    async def read(self, table: str) -> tuple[Json, list[Json]]:
        """What a table was set up with, and its log; one that can't be read is parked."""
        try:
            kept = await self.store.load(table)
        except Unreadable as problem:
            raise await self._parked(table, "damaged", problem.what) from None
        if kept is None:
            raise Declined("unknown-table")
        setup, entries = kept
        if setup["parked"]:
            raise Declined(f"parked-{setup['parked']}")
        if setup.get("game") not in all_facts():
            raise await self._parked(table, "game", "no such game")
        return setup, entries

    async def made(
        self, make: Callable[[str, Json, list[Json]], Made], table: str, read: tuple[Json, list[Json]]
    ) -> Made:
        """What somebody makes of a table that was read, beside the loop; one of which nothing can be made is parked."""
        try:
            return await asyncio.to_thread(make, table, *read)
        except OtherRules:
            raise await self._parked(table, "rules", "begun by other rules") from None
        except Exception as problem:
            raise await self._parked(table, "damaged", type(problem).__name__) from None

    async def _wake(self, table: str, patient: bool) -> Room:
        await self.store.take(table)
        setup, entries = await self.read(table)
        if not self.preparation.is_ready(setup["game"]):
            self.preparation.hurry(setup["game"])
            if not patient:
                raise Declined("preparing")
            await self.preparation.ready[setup["game"]].wait()
        if len(self.awake) >= self.limits.tables_in_memory:
            self.forget_idle(0)
            if len(self.awake) >= self.limits.tables_in_memory:
                raise Declined("crowded")
        room = Room(await self.made(rebuilt, table, (setup, entries)), self.limits)
        # Somebody else who waited for the rules may have been first: there is one room for a table.
        room = self.awake.setdefault(table, room)
        self.woken(room)
        return room

    async def _parked(self, table: str, why: str, what: str) -> Declined:
        """Put a table that can't be played out of everybody's way; what whoever opens it is told."""
        log.error("a table is parked: %s (%s); `ararat store check` names it", why, what)  # its id may be a key
        with contextlib.suppress(Declined):
            await self.store.park(table, why)
        return Declined(f"parked-{why}")

    def forget_idle(self, seconds: float, over_seconds: float = 0.0) -> None:
        """Let tables leave the memory that nobody has been at for a while, sooner where the match is over; the store
        has them."""
        now = time.monotonic()
        for table, room in list(self.awake.items()):
            if room.is_idle and now - room.used >= (over_seconds if room.table.status == OVER else seconds):
                del self.awake[table]

    async def sweep(self) -> None:
        """Tidy up now and then, for ever."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.forget_idle(self.limits.idle_seconds, self.limits.over_seconds)
            with contextlib.suppress(Declined):  # or next time
                await self.store.release(self.awake.keys() | self._loading.keys())

    def drop(self, table: str) -> None:
        """Another process has a table now: everybody around it goes there."""
        room = self.awake.pop(table, None)
        if room is not None:
            room.lost = True
            for visitor in list(room.visitors):
                visitor.goodbye()


def rebuilt(table: str, setup: Json, entries: list[Json]) -> Table:
    """A table as its log left it."""
    again = Table(table, setup)
    for entry in entries:
        again.apply(entry)
    return again
