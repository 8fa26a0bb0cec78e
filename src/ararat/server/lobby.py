"""The lobby: what anybody may know of tables without sitting down. It wakes none of them."""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from ..core.contract import Json
from ..core.words import words
from .line import Turns
from .outline import Outline
from .refusals import Declined
from .room import Room
from .rooms import Rooms, rebuilt
from .table import Table
from .telling import names_of


class Lobby:
    """The tables as their summaries tell them: those in memory as they are, of the others an outline."""

    def __init__(self, rooms: Rooms, looking: Turns) -> None:
        self.rooms = rooms
        self.looking = looking
        self.store = rooms.store
        self.others: Callable[[list[str], str], Awaitable[dict[str, Json]]] | None = None  # processes, of their tables
        # With when the table had last changed; the one asked for last comes last.
        self.kept: OrderedDict[str, tuple[float, Outline]] = OrderedDict()

    async def summary(self, table: str, language: str = "en", address: str = "") -> Json:
        """What anybody may know of a table; while its rules are being prepared, as far as it goes without them."""
        if (room := self.rooms.awake.get(table)) is not None:
            return told(room.table, room.here, language)
        outline = await self._outline(table, await self.changed(table))
        if outline.begun and not outline.complete:
            if self.rooms.preparation.is_ready(outline.facts.slug):
                async with self.looking.turn(address):
                    await self._complete(outline)
            else:
                self.rooms.preparation.hurry(outline.facts.slug)
        return told(outline, set(), language)

    async def summaries(self, most: int, language: str) -> list[Json]:
        """The public tables, those that wait for people first. Whose turn it is, only those in memory tell."""
        found = []
        listed = await self.store.public_tables(most)
        apart = [table for table, _ in listed if table not in self.rooms.awake]
        theirs = {} if self.others is None else await self.others(apart, language)
        for table, changed in listed:
            if table in theirs:
                found.append(theirs[table])
                continue
            if (room := self.rooms.awake.get(table)) is not None:
                found.append(told(room.table, room.here, language))
                continue
            with contextlib.suppress(Declined):  # one that can't be read is in nobody's way
                found.append(told(await self._outline(table, changed), set(), language))
        return found

    async def changed(self, table: str) -> float:
        """When something last happened at a table, if there is one."""
        changed = await self.store.changed(table)
        if changed is None:
            raise Declined("unknown-table")
        return changed

    def forget(self, room: Room) -> None:
        """Something has happened at a table, be it a new name, which the store does not call a change."""
        self.kept.pop(room.table.id, None)

    async def _outline(self, table: str, changed: float) -> Outline:
        kept = self.kept.get(table)
        if kept is None or kept[0] != changed:
            outline = await self.rooms.made(Outline.of, table, await self.rooms.read(table))
            kept = self.kept[table] = changed, outline
        self.kept.move_to_end(table)
        while len(self.kept) > self.rooms.limits.outlines_kept:
            self.kept.popitem(last=False)
        return kept[1]

    async def _complete(self, outline: Outline) -> None:
        """Let the rules tell what only they can, once."""
        if not outline.complete:
            outline.complete_from(await self.rooms.made(rebuilt, outline.id, await self.rooms.read(outline.id)))


def told(table: Table, here: set[int], language: str) -> Json:
    """The summary of a table, with everybody's name as the table itself says it."""
    return table.summary(here) | {"names": names_of(table, words(language, table.facts.package))}
