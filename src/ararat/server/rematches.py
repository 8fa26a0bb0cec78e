"""Rematches: the same people at a new table, every seat one further on."""

from __future__ import annotations

from ..core.contract import Json
from ..match import Match
from .happenings import Happenings
from .new_tables import NewTables
from .refusals import Declined
from .room import Room
from .table import OVER, Table


class Rematches:
    """Sets the tables at which people play again."""

    def __init__(self, happenings: Happenings, new_tables: NewTables) -> None:
        self.happenings = happenings
        self.new_tables = new_tables

    async def rematch(self, room: Room, seat: int, address: str = "") -> Json:
        """A new table of the same people; asked twice, it is the same."""
        if room.table.status != OVER:
            raise Declined("not-over")
        async with room.rematching:
            if room.table.rematch is None:
                following = await self.new_tables.create(room.table.rotated(), address)

                def make(table: Table) -> tuple[Json, Match | None]:
                    return {"kind": "rematch", "table": table.rematch or following}, None

                await self.happenings.happen(room, make)
                for one in list(room.visitors):
                    one.send({"type": "rematch", **rematch_for(room.table, one.seat)})
        return rematch_for(room.table, seat)

    async def contribute(self, room: Room, seat: int | None, commitment: str, contribution: str) -> None:
        """Keep what a seat's device adds to the deal of the rematch; the first stands."""

        def make(table: Table) -> tuple[Json, Match | None]:
            if seat is None:
                raise Declined("no-seat")
            if commitment != table.next_commitment(seat):
                raise Declined("unknown-commitment")
            return {"kind": "contribution", "seat": seat, "contribution": contribution}, None

        await self.happenings.happen(room, make, told=False)


def rematch_for(table: Table, seat: int | None) -> Json:
    """Where somebody sits in the rematch."""
    return {"table": table.rematch, "seat": None if seat is None else (seat + 1) % table.players}
