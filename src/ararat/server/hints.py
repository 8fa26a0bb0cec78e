"""Hints: what the coach would do, for whoever is in turn, from what that seat may know and nothing else.

A table says whether there are any. That one was taken is an entry of its log, for everybody to see.
"""

from __future__ import annotations

import hashlib
import json

from ..core.contract import Json
from ..core.words import words
from ..match import Match
from .hall import Hall
from .refusals import Declined
from .room import HintSearch, Moment, Room
from .table import Table
from .telling import names_of, tip_told, view_told


def check(table: Table, seat: int | None) -> tuple[Match, Moment]:
    """The match and the moment, if this seat may ask for a hint now."""
    match = table.check_turn(seat)
    assert seat is not None
    if not table.hints:
        raise Declined("no-hints")
    if table.seats[seat].played_by:
        raise Declined("bot-plays")
    if len(table.legal()) == 1:
        raise Declined("only-move")
    return match, (table.number, seat)


def ask(hall: Hall, room: Room, seat: int | None, address: str) -> tuple[Moment, HintSearch]:
    """The search for the hint of this moment: whoever asks again, as after a lost connection, waits for the same one.

    Whoever may not ask is refused.
    """
    _, moment = check(room.table, seat)
    if room.hint is not None and room.hint[0] == moment and not is_vain(room.hint[1]):
        return room.hint
    hall.asking.enter(address)
    if not room.hints.takes():
        hall.asking.leave(address)
        raise Declined("too-many")
    room.hint = moment, hall.tasks.awaited(take(hall, room, moment, address))
    return room.hint


def is_vain(search: HintSearch) -> bool:
    """Whether a search ended without a hint."""
    return search.done() and (search.cancelled() or search.exception() is not None)


async def take(hall: Hall, room: Room, moment: Moment, address: str) -> list[Json]:
    """Ask the coach; what it says is dropped if the table has moved on."""
    try:
        await hall.preparation.until_bots(room.table.facts.slug)
        async with hall.asking.turn(address):
            tips = await think(hall, room, moment)
    finally:
        hall.asking.leave(address)

    def make(table: Table) -> tuple[Json, Match | None]:
        check_moment(table, moment)
        return {"kind": "hint", "seat": moment[1]}, None

    await hall.happenings.happen(room, make)
    return tips


async def think(hall: Hall, room: Room, moment: Moment) -> list[Json]:
    """Let the coach think, unless meanwhile nobody waits for it any more."""
    match = check_moment(room.table, moment)
    seat = moment[1]
    if seat not in room.here:
        raise Declined("stale")
    view, limits = view_told(room.table, match, seat), hall.limits
    return await hall.coach.advise(view, seed_of(view), limits.hint_playouts, limits.hint_seconds)


def check_moment(table: Table, moment: Moment) -> Match:
    """The match, if the table is still where it was."""
    number, seat = moment
    table.check_number(number)
    return check(table, seat)[0]


def seed_of(view: Json) -> int:
    """A seed that comes from the view alone: whoever sees the same is told the same."""
    return int.from_bytes(hashlib.sha256(json.dumps(view, sort_keys=True).encode()).digest()[:8])


def message(table: Table, moment: Moment, tips: list[Json], language: str) -> Json:
    """A hint as the seat is told it."""
    spoken = words(language, table.facts.package)
    names = names_of(table, spoken)
    return {"type": "hint", "number": moment[0], "tips": [tip_told(table, tip, spoken, names) for tip in tips]}
