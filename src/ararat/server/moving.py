"""People's moves, and moves that they take back."""

from __future__ import annotations

from ..core.contract import Json
from ..match import Match
from .happenings import Happenings
from .refusals import Declined
from .room import Room
from .table import Table, fresh_entropy, moved


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
            return made(match, seat, move)

        await self.happenings.happen(room, make)

    async def undo(self, room: Room, seat: int | None, number: int) -> None:
        """Take a person's last move back."""

        def make(table: Table) -> tuple[Json, Match | None]:
            table.check_number(number)
            if not table.can_undo(seat):
                raise Declined("no-undo")
            return {"kind": "undo", "seat": seat}, None

        await self.happenings.happen(room, make)


def made(match: Match, seat: int, move: Json) -> tuple[Json, Match]:
    """The entry of a move, and the match after it; or the rules refuse it."""
    entropy = fresh_entropy()
    after = match.copy()
    after.play(move, entropy)
    return moved(seat, move, entropy), after
