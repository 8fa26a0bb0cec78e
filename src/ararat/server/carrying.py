"""Seats that go to another device, by a code that their people ask for on the one and type on the other."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from ..core.contract import Json
from ..match import Match
from .happenings import Happenings
from .limits import Limits
from .refusals import Declined
from .room import Room
from .rooms import Rooms
from .seats import clean_code, hash_of, new_code, new_token
from .store import Store
from .table import Table


class Carrying:
    """Gives out codes and takes them. Of a code only its hash is kept, and the table's log has it: so it opens its
    seat once, whatever happens to the server meanwhile."""

    def __init__(self, store: Store, rooms: Rooms, happenings: Happenings, limits: Limits) -> None:
        self.store = store
        self.rooms = rooms
        self.happenings = happenings
        self.limits = limits
        self.others: Callable[[str, str], Awaitable[Json | None]] | None = None  # another process, if it has the table

    async def code_for(self, room: Room, token: str) -> str:
        """A code for the seat of a token; the one before it opens nothing any more."""
        code = new_code()
        until = self.store.now() + self.limits.code_seconds

        def make(table: Table) -> tuple[Json, Match | None]:
            return {"kind": "code", "seat": table.seat_of(token), "hash": hash_of(code), "until": until}, None

        await self.store.keep_code(hash_of(code), room.table.id, until)
        await self.happenings.happen(room, make)
        return code

    async def carry(self, typed: str) -> Json:
        """Give the seat of a code to whoever brings it; the token that held it opens nothing any more."""
        code = hash_of(clean_code(typed))
        table = await self.store.find_code(code)
        if table is None:
            raise Declined("bad-code")
        carried = None if self.others is None else await self.others(code, table)
        return carried or await self.carry_here(code, table)

    async def carry_here(self, code: str, found: str) -> Json:
        """Give the seat of a code, by its hash, at a table."""
        room, token = await self.rooms.find(found), new_token()
        seat = -1

        def make(table: Table) -> tuple[Json, Match | None]:
            nonlocal seat
            seat = table.seat_with(code, self.store.now())
            return {"kind": "seat", "seat": seat, "as": table.seats[seat].changed(holder=hash_of(token)).kept()}, None

        await self.happenings.happen(room, make)
        table = room.table
        told = {"table": table.id, "game": table.facts.slug, "seat": seat, "name": table.seats[seat].name}
        return told | {"token": token}
