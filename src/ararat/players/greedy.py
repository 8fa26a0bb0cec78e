"""Greedy: one step of the guide, the likeliest move over a few worlds that the view leaves possible; in a game that has
a net and no guide, what the net does at first sight."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import numpy as np

from ..core.contract import Facts, Json
from ..core.engine import engine_of, words_of
from ..core.hooks import hooks_of
from ..core.kernels import ALIKE
from ..errors import BadBot
from ..nets import shipped
from ..nets.net import Net
from ..nets.wiring import wired
from .search import imagined

WORLDS = 4

# Tables, seeds, worlds, room for actions: what is left of the last table, its actions, likelihoods and their number.
GlanceAll = Callable[[np.ndarray, np.ndarray, int, np.ndarray], tuple[np.ndarray, np.ndarray, int]]


def net_for(facts: Facts, players: int) -> Net | None:
    """The net that greedy goes by among so many players, if it is a net."""
    return None if hooks_of(facts).is_guided else shipped.net_of(facts, players)


def glance_by(facts: Facts, net: Net | None, tables: np.ndarray) -> GlanceAll:
    """A first sight of many tables, all alike, by a net or by the guide."""
    engine = engine_of(facts)
    return engine.glance_all if net is None else partial(wired(net, tables).glance_all, engine)


def glance(facts: Facts, net: Net | None, root: np.ndarray, seed: int) -> tuple[list[int], np.ndarray]:
    """The actions of a table that are worth a thought, and how likely each is held, over worlds dealt from a seed."""
    seeds, chosen = np.array([words_of(seed)], np.int64), np.zeros(1, np.int64)
    listed, likely, count = glance_by(facts, net, root)(root[:1], seeds, WORLDS, chosen)
    return listed[:count].tolist(), likely[:count]


def glanced(facts: Facts, view: Json, moves: list[Json], random: Random) -> Json:
    """One of the moves, the likeliest; equal ones by lot."""
    if len(moves) == 1:
        return moves[0]
    root = imagined(facts, view)
    actions, likely = glance(facts, net_for(facts, int(root[0]["players"])), root, random.getrandbits(64))
    move = hooks_of(facts).move_of(root[0], random.choice(likeliest(actions, likely)))
    if move not in moves:
        # Somebody leaves legal moves out: the likeliest of those that are given.
        sensible = hooks_of(facts).moves_of(root[0], actions)
        given = [position for position, one in enumerate(sensible) if one in moves]
        if not given:
            return drawn(facts, root, moves, random)
        move = sensible[random.choice(likeliest(given, likely[given]))]
    return moves[moves.index(move)]


def drawn(facts: Facts, root: np.ndarray, moves: list[Json], random: Random) -> Json:
    """One of the moves by lot, where nobody gave any of them a thought; BadBot if none is legal."""
    legal = hooks_of(facts).moves_of(root[0], engine_of(facts).actions(root))
    if not (given := [move for move in moves if move in legal]):
        raise BadBot("error.bot-moves")
    return random.choice(given)


def likeliest(choices: list[int], likely: np.ndarray) -> list[int]:
    """Those of some choices that are likelier than all others, by how likely each is."""
    return [choices[place] for place in np.flatnonzero(likely >= (1 - ALIKE) * likely.max())]
