"""People's moves, and moves that they take back."""

from __future__ import annotations

from ..core.contract import Json
from ..match import Match
from .happenings import Happenings
from .refusals import Declined
from .room import Room
from .table import Table, moved
from .telling import why_no_undo


class Moving:
    """What the person in turn does."""

    def __init__(self, happenings: Happenings) -> None:
        self.happenings = happenings

    async def move(self, room: Room, seat: int | None, number: int, move: Json) -> None:
        """A person's move."""

        def make(table: Table) -> tuple[Json, Match | None]:
            if seat is None:
                raise Declined("no-seat")
            table.check_number(number)
            match = table.check_turn(seat)
            if table.seats[seat].played_by:
                raise Declined("bot-plays")
            return made(match, seat, move, table.entropy())

        await self.happenings.happen(room, make)

    async def undo(self, room: Room, seat: int | None, number: int) -> None:
        """Take a person's last decision back, with what bots did since."""

        def make(table: Table) -> tuple[Json, Match | None]:
            table.check_decided(seat, number)
            problem = why_no_undo(table, seat)
            if problem is not None:
                raise problem
            return {"kind": "undo", "seat": seat, "moves": table.check_undo(seat)}, None

        await self.happenings.happen(room, make)


def made(match: Match, seat: int, move: Json, entropy: list[int] | None) -> tuple[Json, Match]:
    """The entry of a move, and the match after it; or the rules refuse it."""
    after = match.copy()
    after.play(move, entropy)
    return moved(seat, move, entropy), after
