"""Bots that search: the five levels, and searches of any size for those who study them."""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import exp
from pathlib import Path
from random import Random

import numpy as np

from ..core.belief import FOR_BELIEF
from ..core.contract import Facts, Json
from ..core.engine import Engine, engine_of
from ..core.hooks import hooks_of
from ..core.kernels import FOR_GREEDY, FOR_SEARCH
from ..core.levels import BY_NET, FAR, Level
from ..core.net_search import FOR_NET_GLANCE, FOR_NET_SEARCH
from ..errors import Interrupted, UnknownPlayer
from ..nets import shipped
from ..nets.wiring import wired
from .belief import Past, believed
from .codes import GREEDY, LEVELS, NET, OLD_OWL, SEARCH
from .greedy import drawn, net_for
from .search import Search, Stop, Thought, by_guide, imagined

USUAL_PLAYOUTS = 1000  # of a net


@dataclass(frozen=True)
class Effort:
    """How much a bot searches: a level, or so many seconds; by a game's guide, or by the net of a file."""

    level: Level
    seconds: float | None = None
    net: Path | None = None


def effort_of(code: str, facts: Facts, players: int | None = None) -> Effort | None:
    """How much the bot of a code searches at a game of so many players; None for a bot that does not search.

    Levels go by the net that ships with the game; by its guide where there is none, or it never learnt with so many.
    """
    if code in LEVELS:
        place = LEVELS.index(code)
        if shipped.net_of(facts, players) is None:
            return Effort(hooks_of(facts).guide.LEVELS[place])
        return Effort((facts.levels or BY_NET)[place], None, shipped.file_of(facts))
    if code == OLD_OWL:
        return Effort(old_levels(facts)[-1])
    net: Path | None = None
    if (asked := NET.fullmatch(code)) is not None:
        sight, net = int(asked["sight"] or 0), Path(asked["file"]) if asked["file"] else shipped.demanded(facts)
    elif (asked := SEARCH.fullmatch(code)) is not None:
        sight = int(asked["sight"] or FAR)
    else:
        return None
    if asked["seconds"] is not None:
        return Effort(Level(1 << 40, sight), float(asked["seconds"]), net)
    return Effort(Level(int(asked["playouts"] or USUAL_PLAYOUTS), sight), None, net)


def old_levels(facts: Facts) -> tuple[Level, ...]:
    """The levels by the guide; UnknownPlayer where nothing is left of it, and a net took its place."""
    hooks = hooks_of(facts)
    if hooks.old_guide is hooks.guide and not hooks.is_guided and shipped.file_of(facts) is not None:
        raise UnknownPlayer("error.player-game", given=OLD_OWL, game=facts.slug)
    levels: tuple[Level, ...] = hooks.old_guide.LEVELS
    return levels


def kernels_of(code: str, facts: Facts, players: int | None = None) -> tuple[str, ...]:
    """What the bot of a code thinks with, for so many players or any number of them; its net must be of this game."""
    if players is None:
        return tuple(dict.fromkeys(name for count in facts.players for name in kernels_of(code, facts, count)))
    if code == GREEDY:
        return tuple(FOR_GREEDY if net_for(facts, players) is None else FOR_NET_GLANCE)
    if (effort := effort_of(code, facts, players)) is None:
        return ()
    if effort.net is None:
        return tuple(FOR_SEARCH)
    return (*FOR_NET_SEARCH, *(FOR_BELIEF if shipped.read(effort.net, facts).infers else ()))


def searched(
    effort: Effort,
    facts: Facts,
    view: Json,
    moves: list[Json],
    random: Random,
    stop: Stop | None,
    past: list[Json] | None = None,
) -> Json:
    """One of the moves, by search over the worlds that the view leaves possible, and a past likely."""
    if len(moves) == 1:
        return moves[0]
    root = imagined(facts, view)
    if not (thoughts := thought_over(effort, engine_of(facts), root, random, stop, past=past)):
        raise Interrupted("error.interrupted")
    move_of = hooks_of(facts).move_of
    move = move_of(root[0], pick(thoughts, effort.level.slips, random).action)
    if move not in moves:
        # Somebody leaves legal moves out: the best of those that are given.
        given = [thought for thought in thoughts if move_of(root[0], thought.action) in moves]
        if not given:
            return drawn(facts, root, moves, random)
        move = move_of(root[0], pick(given, effort.level.slips, random).action)
    return moves[moves.index(move)]


def thought_over(
    effort: Effort,
    engine: Engine,
    root: np.ndarray,
    random: Random,
    stop: Stop | None = None,
    cores: int | None = None,
    past: list[Json] | None = None,
) -> list[Thought]:
    """What a search thinks of the decision due at a table, over the worlds that the seat in turn holds possible."""
    begin, seed, worlds, thinker = time.perf_counter(), random.getrandbits(64), None, by_guide
    if effort.net is not None:
        wiring = wired(shipped.read(effort.net, engine.facts), root)
        thinker = wiring.thinker
        if past and wiring.infers:
            read, lots = Past(engine.facts, past, root), random.getrandbits(64)
            worlds = believed(wiring, read, lots, effort.level.playouts, effort.seconds)
    search = Search(engine, root, seed, sight=effort.level.sight, thinker=thinker, worlds=worlds)
    playouts, seconds = (effort.level.playouts, None) if effort.seconds is None else (None, effort.seconds)
    if seconds is not None:
        seconds -= time.perf_counter() - begin
    search.run(playouts, seconds, cores=cores, stop=stop)
    return search.thoughts()


def infers(code: str, facts: Facts, players: int | None = None) -> bool:
    """Whether the bot of a code goes by what its seat has seen before, and so has to be told."""
    effort = effort_of(code, facts, players)
    return effort is not None and effort.net is not None and shipped.read(effort.net, facts).infers


def pick(thoughts: list[Thought], slips: float, random: Random) -> Thought:
    """The best move; or, for one that slips, a move that looked nearly as good."""
    if slips == 0.0:
        return thoughts[0]
    most = max(thought.worth for thought in thoughts)
    weights = [exp((thought.worth - most) / slips) for thought in thoughts]
    return random.choices(thoughts, weights)[0]
