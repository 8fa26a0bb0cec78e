"""Records that somebody brought, to look at."""

from __future__ import annotations

from collections import OrderedDict

from ..core.contract import Facts, Json
from ..games import all_facts
from ..match import Match
from .limits import Limits
from .seats import BOT, PERSON, Seat, clean_name
from .table import OVER, PLAYING, YOU, seat_told
from .telling import frames

LONGEST_CODE = 40  # of a player, as a record may have it


class Replay:
    """A record as a table that nobody sits at. All of it may be seen: whoever brought it had it all."""

    def __init__(self, replay: str, match: Match) -> None:
        self.id = replay
        self.match = match
        self.made = len(match.history)
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
            "made": self.made,
            "winners": self.match.winners,
        }

    def frames(self, language: str, first: int, count: int) -> Json:
        return frames(self, self.match, None, language, first, count, everything=True)


class Replays:
    """Those that were looked at lately: a long match takes a while to check."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.kept: OrderedDict[str, Replay] = OrderedDict()  # the one looked at last comes last

    def find(self, replay: str) -> Replay | None:
        """One that is checked already."""
        if replay in self.kept:
            self.kept.move_to_end(replay)
        return self.kept.get(replay)

    def keep(self, shown: Replay) -> Replay:
        """Keep one for those who look at it next, and forget what nobody looks at."""
        self.kept[shown.id] = shown
        while len(self.kept) > self.limits.replays_kept or self._moves > self.limits.replay_moves_kept:
            self.kept.popitem(last=False)
        return shown

    @property
    def _moves(self) -> int:
        return sum(shown.made for shown in self.kept.values())
