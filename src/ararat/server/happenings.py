"""What happens at tables: first an entry of the store's log, then a change of the table, then a message to
everybody who sits or stands around it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from ..core.contract import Json
from ..match import Match
from .limits import Limits
from .metrics import HAPPENED, WRITING
from .refusals import Declined
from .room import Room
from .rooms import Rooms
from .store import Lost, Taken
from .table import OVER, PLAYING, Table
from .tasks import Tasks

TRIES = 4  # at an entry that other processes write at the same time

Make = Callable[[Table], tuple[Json, Match | None]]


class Happenings:
    """The one way in which anything happens at a table."""

    def __init__(self, rooms: Rooms, tasks: Tasks, limits: Limits) -> None:
        self.rooms = rooms
        self.store = rooms.store
        self.tasks = tasks
        self.limits = limits
        self.followed_by: list[Callable[[Room], None]] = []  # what is done once something has happened

    async def happen(self, room: Room, make: Make, told: bool = True) -> None:
        """Let something happen: on disk, at the table, to everybody around, if it is told. `make` may refuse.

        Once begun it goes on to its end, even if whoever asked for it is gone meanwhile.
        """
        await asyncio.shield(self.tasks.awaited(self._happen(room, make, told)))

    async def _happen(self, room: Room, make: Make, told: bool) -> None:
        async with room.lock:
            table = room.table
            if room.lost:
                raise Lost
            for _ in range(TRIES):
                entry, after = make(table)
                if table.entries >= self.limits.entries_a_table:
                    raise Declined("log-full")
                entry["at"] = self.store.now()
                try:
                    with WRITING.time():
                        if entry["kind"] == "name":
                            await self.store.rename(table.id, table.entries, entry)
                        else:
                            await self.store.append(table.id, table.entries, entry, status_after(table, entry, after))
                    HAPPENED.labels(entry["kind"]).inc()
                    break
                except Taken:
                    await self._catch_up(room)
                except Lost:
                    self.rooms.drop(table.id)
                    raise
            else:
                raise Declined("stale")
            table.apply(entry, after)
            room.used = time.monotonic()
            if told:
                room.tell()
        for follow in self.followed_by:
            follow(room)

    async def _catch_up(self, room: Room) -> None:
        """Another process wrote to this table: take up what it wrote."""
        kept = await self.store.load(room.table.id, room.table.entries)
        if kept is None:
            raise Declined("unknown-table")  # it was forgotten
        for entry in kept[1]:
            room.table.apply(entry)
        room.tell()


def status_after(table: Table, entry: Json, after: Match | None) -> str:
    """The status of a table with one entry more, and with the match as that left it."""
    if after is not None:
        return OVER if after.over else PLAYING
    return PLAYING if entry["kind"] == "start" else table.status
