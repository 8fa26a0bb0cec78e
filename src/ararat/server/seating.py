"""Sitting down and beginning: seats that are taken, handed to a bot for a while, or given another name."""

from __future__ import annotations

import contextlib

from ..core.contract import Json
from ..match import Match
from .bots import checked_bot
from .happenings import Happenings
from .limits import Limits
from .refusals import Declined
from .room import Room
from .seats import BOT, OPEN, PERSON, Seat, clean_name, hash_of, new_token
from .table import OVER, Table, start_entry


class Seating:
    """Who sits where."""

    def __init__(self, happenings: Happenings, limits: Limits) -> None:
        self.happenings = happenings
        self.limits = limits

    async def take_seat(self, room: Room, name: str, wanted: int | None) -> Json:
        """Give an open seat to somebody, or that of a bot; with the last open one the match begins."""
        token = new_token()
        taken = -1

        def make(table: Table) -> tuple[Json, Match | None]:
            nonlocal taken
            if wanted is not None and wanted < table.players and table.seats[wanted].kind == BOT:
                check_takeover(table)
                taken = wanted
            else:
                taken = open_seat(table, wanted)
            seat = Seat(PERSON, name=clean_name(name, self.limits.name_letters), holder=hash_of(token))
            return {"kind": "seat", "seat": taken, "as": seat.kept()}, None

        await self.happenings.happen(room, make)
        if not room.table.open_seats:
            await self.begin(room)
        return {"seat": taken, "token": token}

    async def start(self, room: Room, seat: int | None, bot: str | None) -> None:
        """Begin a match that waits, with a bot in every seat that is still open."""
        if seat is None:
            raise Declined("no-seat")

        def make(table: Table) -> tuple[Json, Match | None]:
            if table.match is not None:
                raise Declined("begun")
            if room.choosing():
                raise Declined("choosing")
            code = checked_bot(bot)
            return start_entry([Seat(BOT, bot=code) if s.kind == OPEN else s for s in table.seats]), None

        await self.happenings.happen(room, make)

    async def begin(self, room: Room) -> None:
        """Everybody is there: begin, unless somebody else was quicker."""
        with contextlib.suppress(Declined):
            await self.start(room, 0, None)

    async def stand_in(self, room: Room, seat: int | None, wanted: int, bot: str | None) -> None:
        """Let a bot sit in for oneself or for somebody who is away, or hand the seat back."""

        def make(table: Table) -> tuple[Json, Match | None]:
            if seat is None:
                raise Declined("no-seat")
            if wanted >= table.players or table.seats[wanted].kind != PERSON:
                raise Declined("no-person")
            if wanted != seat and wanted in room.here:
                raise Declined("person-here")
            code = None if bot is None else checked_bot(bot)
            return {"kind": "seat", "seat": wanted, "as": table.seats[wanted].changed(stand_in=code).kept()}, None

        await self.happenings.happen(room, make)

    async def rename(self, room: Room, seat: int | None, name: str) -> None:
        """Change a person's name."""

        def make(table: Table) -> tuple[Json, Match | None]:
            if seat is None:
                raise Declined("no-seat")
            named = table.seats[seat].changed(name=clean_name(name, self.limits.name_letters))
            return {"kind": "seat", "seat": seat, "as": named.kept()}, None

        await self.happenings.happen(room, make)


def open_seat(table: Table, wanted: int | None) -> int:
    """The open seat that somebody gets."""
    free = table.open_seats
    if not free or table.match is not None:
        raise Declined("full")
    if wanted is not None and wanted not in free:
        raise Declined("seat-taken")
    return free[0] if wanted is None else wanted


def check_takeover(table: Table) -> None:
    """Refuse a bot's seat where the table does not let anybody take it over."""
    if not table.takeover:
        raise Declined("no-takeover")
    if table.status == OVER:
        raise Declined("over")
