"""A record that somebody brought, to look at."""

from __future__ import annotations

from ..core.contract import Facts, Json
from ..games import all_facts
from ..match import Match
from .seats import BOT, PERSON, Seat, clean_name
from .table import OVER, PLAYING, YOU, seat_told
from .telling import frames

LONGEST_CODE = 40  # of a player, as a record may have it


class Replay:
    """A record as a table that nobody sits at. All of it may be seen: whoever brought it had it all."""

    def __init__(self, replay: str, match: Match) -> None:
        self.id = replay
        self.match = match
        self.facts: Facts = all_facts()[match.slug]
        codes = match.seats or [YOU] * match.players
        # The codes are somebody's input, and are shown as names.
        known = [clean_name(code, LONGEST_CODE) for code in codes]
        self.seats = [Seat(PERSON) if code in (YOU, "") else Seat(BOT, bot=code) for code in known]

    def summary(self) -> Json:
        return {
            "replay": self.id,
            "game": self.facts.slug,
            "players": self.match.players,
            "options": self.match.options,
            "status": OVER if self.match.over else PLAYING,
            "seats": [seat_told(number, seat, False) for number, seat in enumerate(self.seats)],
            "made": len(self.match.history),
            "winners": self.match.winners,
        }

    def frames(self, language: str, first: int, count: int) -> Json:
        return frames(self, self.match, None, language, first, count, everything=True)
