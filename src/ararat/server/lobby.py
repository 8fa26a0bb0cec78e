"""The lobby: what anybody may know of tables without sitting down."""

from __future__ import annotations

import contextlib

from ..core.contract import Json
from ..core.words import words
from .refusals import Declined
from .rooms import Rooms
from .table import PLAYING, WAITING, Table
from .telling import names_of


class Lobby:
    """The tables as their summaries tell them."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms

    async def summary(self, table: str, language: str = "en") -> Json:
        """What anybody may know of a table; while its rules are being prepared, as far as it goes without them."""
        try:
            room = await self.rooms.find(table, patient=False)
        except Declined as problem:
            kept = await self.rooms.store.load(table) if problem.code == "preparing" else None
            if kept is None:
                raise
            setup, entries = kept
            status = PLAYING if is_begun(entries) else WAITING
            return told(Table(table, setup), set(), language) | {"status": status}
        return told(room.table, room.here, language)

    async def summaries(self, most: int, language: str) -> list[Json]:
        """The public tables, those that wait for people first."""
        found = []
        for table in await self.rooms.store.public_tables(most):
            with contextlib.suppress(Declined):
                room = await self.rooms.find(table, patient=False)
                found.append(told(room.table, room.here, language))
        return found


def told(table: Table, here: set[int], language: str) -> Json:
    """The summary of a table, with everybody's name as the table itself says it."""
    return table.summary(here) | {"names": names_of(table, words(language, table.facts.package))}


def is_begun(entries: list[Json]) -> bool:
    """Whether the match of a log has begun."""
    return any(entry["kind"] == "start" for entry in entries)
