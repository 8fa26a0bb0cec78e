"""Records that somebody brought, to look at."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any

from ..core.contract import Facts, Json
from ..games import all_facts
from ..match import Match, replay
from .limits import Limits
from .line import Turns
from .preparing import Preparation
from .refusals import Declined
from .seats import BOT, PERSON, Seat, clean_name
from .table import OVER, PLAYING, YOU, seat_told

LONGEST_CODE = 40  # of a player, as a record may have it


class Replay:
    """A record as a table that nobody sits at. All of it may be seen: whoever brought it had it all."""

    forgets = False

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


class Replays:
    """Those that were looked at lately: a long match takes a while to check."""

    def __init__(self, preparation: Preparation, limits: Limits) -> None:
        self.preparation = preparation
        self.limits = limits
        self._checking = Turns()
        self.kept: OrderedDict[str, Replay] = OrderedDict()  # the one looked at last comes last

    async def checked(self, record: Any, address: str) -> Match:
        """The match of a record that somebody at an address brought, every move checked."""
        moves = record.get("moves") if isinstance(record, dict) else None
        if isinstance(moves, list) and len(moves) > self.limits.record_moves:
            raise Declined("record-long", most=self.limits.record_moves)
        slug = record.get("game") if isinstance(record, dict) else None
        if isinstance(slug, str) and slug in self.preparation.ready and not self.preparation.is_ready(slug):
            self.preparation.hurry(slug)
            raise Declined("preparing")
        async with self._checking.turn(address):  # one at a time, for the loop needs the interpreter too
            return await asyncio.to_thread(replay, record)

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
