"""Bots that search: the five levels, and searches of any size for those who study them."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from random import Random

from ..core.contract import Facts, Json
from ..core.engine import engine_of
from ..core.hooks import hooks_of
from ..core.levels import FAR, Level
from ..errors import BadBot, Interrupted
from .codes import LEVELS, SEARCH
from .search import Search, Stop, Thought, imagined


@dataclass(frozen=True)
class Effort:
    """How much a bot searches: a level, or so many seconds."""

    level: Level
    seconds: float | None = None


def effort_of(code: str, facts: Facts) -> Effort | None:
    """How much the bot of a code searches at a game; None for a bot that does not search."""
    if code in LEVELS:
        return Effort(hooks_of(facts).guide.LEVELS[LEVELS.index(code)])
    asked = SEARCH.fullmatch(code)
    if asked is None:
        return None
    sight = int(asked["sight"]) if asked["sight"] else FAR
    if asked["seconds"] is not None:
        return Effort(Level(1 << 40, sight), float(asked["seconds"]))
    return Effort(Level(int(asked["playouts"]), sight))


def searched(effort: Effort, facts: Facts, view: Json, moves: list[Json], random: Random, stop: Stop | None) -> Json:
    """One of the moves, by search over the worlds that the view leaves possible."""
    if len(moves) == 1:
        return moves[0]
    engine = engine_of(facts)
    root = imagined(facts, view)
    search = Search(engine, root, random.getrandbits(64), sight=effort.level.sight)
    if effort.seconds is None:
        search.run(effort.level.playouts, stop=stop)
    else:
        search.run(seconds=effort.seconds, stop=stop)
    if not (thoughts := search.thoughts()):
        raise Interrupted("error.interrupted")
    move_of = hooks_of(facts).move_of
    move = move_of(root[0], pick(thoughts, effort.level.slips, random).action)
    if move not in moves:
        # Somebody leaves legal moves out: the best of those that are given.
        given = [thought for thought in thoughts if move_of(root[0], thought.action) in moves]
        if not given:
            raise BadBot("error.bot-moves")
        move = move_of(root[0], pick(given, effort.level.slips, random).action)
    return moves[moves.index(move)]


def pick(thoughts: list[Thought], slips: float, random: Random) -> Thought:
    """The best move; or, for one that slips, a move that looked nearly as good."""
    if slips == 0.0:
        return thoughts[0]
    most = max(thought.worth for thought in thoughts)
    weights = [exp((thought.worth - most) / slips) for thought in thoughts]
    return random.choices(thoughts, weights)[0]
