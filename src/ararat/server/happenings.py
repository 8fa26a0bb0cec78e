"""What happens at tables: first an entry of the store's log, then a change of the table, then a message to
everybody who sits or stands around it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from ..core.contract import Json
from ..match import Match
from .refusals import Declined
from .room import Room
from .store import Store, Taken
from .table import OVER, PLAYING, Table
from .tasks import Tasks

TRIES = 4  # at an entry that other processes write at the same time

Make = Callable[[Table], tuple[Json, Match | None]]


class Happenings:
    """The one way in which anything happens at a table."""

    def __init__(self, store: Store, tasks: Tasks) -> None:
        self.store = store
        self.tasks = tasks
        self.followed_by: list[Callable[[Room], None]] = []  # what is done once something has happened

    async def happen(self, room: Room, make: Make) -> None:
        """Let something happen: on disk, at the table, to everybody around. `make` may refuse.

        Once begun it goes on to its end, even if whoever asked for it is gone meanwhile.
        """
        await asyncio.shield(self.tasks.awaited(self._happen(room, make)))

    async def _happen(self, room: Room, make: Make) -> None:
        async with room.lock:
            table = room.table
            for _ in range(TRIES):
                entry, after = make(table)
                entry["at"] = time.time()
                try:
                    await self.store.append(table.id, table.entries, entry, status_after(table, entry, after))
                    break
                except Taken:
                    await self._catch_up(room)
            else:
                raise Declined("stale")
            table.apply(entry, after)
            room.used = time.monotonic()
            room.tell()
        for follow in self.followed_by:
            follow(room)

    async def _catch_up(self, room: Room) -> None:
        """Another process wrote to this table: take up what it wrote."""
        kept = await self.store.load(room.table.id, room.table.entries)
        for entry in kept[1] if kept else []:
            room.table.apply(entry)
        room.tell()


def status_after(table: Table, entry: Json, after: Match | None) -> str:
    """The status of a table with one entry more, and with the match as that left it."""
    if after is not None:
        return OVER if after.over else PLAYING
    return PLAYING if entry["kind"] == "start" else table.status
