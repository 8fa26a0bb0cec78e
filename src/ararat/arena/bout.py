"""One game, played by bots. Runs in a process of its own, here or on another machine."""

from __future__ import annotations

import json
import os
import time
from dataclasses import dataclass
from typing import Any

from ..core.contract import Json
from ..errors import AraratError
from ..match import Match, start
from ..players import find, past_for
from .contest import BadArena, Bout

LARGEST = 1 << 53  # up to here a float is exact


@dataclass(frozen=True)
class Game:
    """What came of a game, as far as ratings are concerned."""

    deal: int
    rotation: int
    seating: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    decisions: int
    seconds: float

    @property
    def place(self) -> tuple[int, int]:
        """Where it stands in the contest."""
        return self.deal, self.rotation

    def as_json(self) -> Json:
        return {
            "deal": self.deal,
            "rotation": self.rotation,
            "players": list(self.seating),
            "scores": list(self.scores),
            "winners": list(self.winners),
            "decisions": self.decisions,
            "seconds": self.seconds,
        }


def game_of(line: Json) -> Game:
    """A game as it was kept; KeyError, TypeError or ValueError if that is none."""
    game = Game(
        integer(line["deal"]),
        integer(line["rotation"]),
        tuple(map(str, line["players"])),
        tuple(map(integer, line["scores"])),
        tuple(map(integer, line["winners"])),
        integer(line["decisions"]),
        line["seconds"],
    )
    seats = len(game.seating)
    possible = (
        min(game.deal, game.rotation, game.decisions) >= 0
        and len(game.scores) == seats
        and len(set(game.winners)) == len(game.winners)
        and set(game.winners) <= set(range(seats))
        and 0 <= game.seconds <= LARGEST
    )
    if not possible:
        raise ValueError
    return game


def integer(number: Any) -> int:
    """An integer of a size that anybody counts to, or TypeError."""
    if type(number) is not int or abs(number) > LARGEST:
        raise TypeError
    return number


def play(bout: Bout) -> tuple[Game, str]:
    """Play a game to its end: what came of it, and the line that keeps it with its record."""
    game, match = played(bout)
    return game, line_of(game, match)


def played(bout: Bout) -> tuple[Game, Match]:
    """A game to its end, and what came of it."""
    # Games run side by side on all cores: a bot that can think on several gets one.
    os.environ["ARARAT_CORES"] = "1"
    begin = time.perf_counter()
    contest = bout.contest
    match = start(contest.facts, contest.seats, contest.match_seed(bout.deal), contest.options)
    match.seats = list(bout.seating)
    decisions = 0
    while (seat := match.turn) is not None:
        decide(match, seat, bout, decisions)
        decisions += 1
    seconds = round(time.perf_counter() - begin, 4)
    return Game(*bout.place, bout.seating, tuple(match.scores), tuple(match.winners), decisions, seconds), match


def line_of(game: Game, match: Match) -> str:
    """The line that keeps a game with its record."""
    return json.dumps(game.as_json() | {"record": match.record()}, ensure_ascii=False, separators=(",", ":"))


def decide(match: Match, seat: int, bout: Bout, number: int) -> None:
    """One decision: the bot gets its view, the legal moves, a seed of the decision's own, and its past if it infers."""
    code = bout.seating[seat]
    try:
        seed = bout.contest.lot("move", *bout.place, number)
        past = past_for(code, match)
        match.play(find(code).choose(match.view(seat), match.moves(), seed, past=past))
    except AraratError as problem:
        raise BadArena("arena.bot", player=code, deal=bout.deal, number=number + 1, problem=problem) from None
