"""The lobby: what anybody may know of tables without sitting down."""

from __future__ import annotations

import contextlib

from ..core.contract import Json
from .refusals import Declined
from .rooms import Rooms
from .table import PLAYING, WAITING, Table


class Lobby:
    """The tables as their summaries tell them."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms

    async def summary(self, table: str) -> Json:
        """What anybody may know of a table; while its rules are being prepared, as far as it goes without them."""
        try:
            room = await self.rooms.find(table, patient=False)
        except Declined as problem:
            kept = await self.rooms.store.load(table) if problem.code == "preparing" else None
            if kept is None:
                raise
            setup, entries = kept
            return Table(table, setup).summary(set()) | {"status": PLAYING if is_begun(entries) else WAITING}
        return room.table.summary(room.here)

    async def summaries(self, most: int) -> list[Json]:
        """The public tables, those that wait for people first."""
        told = []
        for table in await self.rooms.store.public_tables(most):
            with contextlib.suppress(Declined):
                room = await self.rooms.find(table, patient=False)
                told.append(room.table.summary(room.here))
        return told


def is_begun(entries: list[Json]) -> bool:
    """Whether the match of a log has begun."""
    return any(entry["kind"] == "start" for entry in entries)
