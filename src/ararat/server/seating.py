"""Sitting down and beginning: seats that are taken, handed to a bot for a while, or given another name."""

from __future__ import annotations

import contextlib
import math

from ..core.contract import Json
from ..fairness import AS_IT_WAS
from ..match import Match
from .bots import checked_bot
from .happenings import Happenings
from .limits import Limits
from .messages import TakeSeat
from .refusals import Declined
from .room import Room
from .seats import BOT, OPEN, PERSON, Seat, hash_of, named, new_token
from .table import OVER, Table


class Seating:
    """Who sits where."""

    def __init__(self, happenings: Happenings, limits: Limits) -> None:
        self.happenings = happenings
        self.limits = limits

    async def take_seat(self, room: Room, asked: TakeSeat, address: str = "") -> Json:
        """Give an open seat to somebody, or that of a bot; with the last open one the match begins."""
        name = named(asked.name, self.limits.name_letters)
        token, wanted = new_token(), asked.seat
        taken = -1

        def make(table: Table) -> tuple[Json, Match | None]:
            nonlocal taken
            if table.continued == AS_IT_WAS and not asked.agrees:
                raise Declined("as-it-was")
            if wanted is not None and wanted < table.players and table.seats[wanted].kind == BOT:
                check_takeover(table)
                taken = wanted
            else:
                taken = open_seat(table, wanted)
            check_address(room, address)
            seat = Seat(PERSON, name=name, holder=hash_of(token))
            added = {} if table.match or not asked.contribution else {"contribution": asked.contribution}
            return {"kind": "seat", "seat": taken, "as": seat.kept(), **added}, None

        await self.happenings.happen(room, make)
        room.takers[taken] = address
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
            return table.start_entry([Seat(BOT, bot=code) if s.kind == OPEN else s for s in table.seats]), None

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
            if wanted != seat and bot is not None:
                check_patience(room, wanted)
            code = None if bot is None else checked_bot(bot)
            return {"kind": "seat", "seat": wanted, "as": table.seats[wanted].changed(stand_in=code).kept()}, None

        await self.happenings.happen(room, make)

    async def remove(self, room: Room, seat: int | None, wanted: int, bot: str | None) -> None:
        """Let the host take a guest's seat: before the start it is open again, and later a bot has it for good."""
        address = room.takers.get(wanted)

        def make(table: Table) -> tuple[Json, Match | None]:
            if seat is None or seat != table.host:
                raise Declined("not-host")
            if wanted >= table.players or wanted == seat or table.seats[wanted].kind != PERSON:
                raise Declined("no-person")
            if table.match is None:
                return {"kind": "seat", "seat": wanted, "as": Seat(OPEN).kept(), "removed": True}, None
            if table.status == OVER:
                raise Declined("over")
            if wanted in room.here:
                raise Declined("person-here")
            check_patience(room, wanted)
            return {"kind": "seat", "seat": wanted, "as": Seat(BOT, bot=checked_bot(bot)).kept(), "removed": True}, None

        begun = room.table.match is not None
        await self.happenings.happen(room, make)
        room.takers.pop(wanted, None)
        if not begun and address is not None and address not in addresses_of(room, seat):
            room.unwelcome.add(address)

    async def rename(self, room: Room, seat: int | None, name: str) -> None:
        """Change a person's name."""

        def make(table: Table) -> tuple[Json, Match | None]:
            if seat is None:
                raise Declined("no-seat")
            return {"kind": "name", "seat": seat, "name": named(name, self.limits.name_letters)}, None

        await self.happenings.happen(room, make, told=False)
        room.tell_soon()  # many may watch


def open_seat(table: Table, wanted: int | None) -> int:
    """The open seat that somebody gets."""
    free = table.open_seats
    if not free or table.match is not None:
        raise Declined("full")
    if wanted is not None and wanted not in free:
        raise Declined("seat-taken")
    return free[0] if wanted is None else wanted


def check_patience(room: Room, seat: int) -> None:
    """Refuse a bot for somebody who has not been away for as long as the table waits."""
    seconds = room.awaited(seat)
    if seconds > 0:
        raise Declined("awaited", seconds=math.ceil(seconds))


def check_address(room: Room, address: str) -> None:
    """Refuse a seat of a public table to an address that would have all that are for guests, and to one from where
    somebody was sent away. Those at home with the host, and all who were told of a private table, sit as they like."""
    table = room.table
    if address in room.unwelcome:
        raise Declined("removed")
    if not table.public or len(table.open_seats) != 1 or address in addresses_of(room, table.host):
        return
    guests = {room.takers[n] for n, seat in enumerate(table.seats) if seat.kind == PERSON and n in room.takers}
    if guests == {address}:
        raise Declined("one-address")


def addresses_of(room: Room, seat: int | None) -> set[str]:
    """From where somebody at a seat is connected."""
    return {one.address for one in room.visitors if seat is not None and one.seat == seat}


def check_takeover(table: Table) -> None:
    """Refuse a bot's seat where the table does not let anybody take it over."""
    if not table.takeover:
        raise Declined("no-takeover")
    if table.status == OVER:
        raise Declined("over")
