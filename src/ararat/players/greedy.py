"""Greedy: one step of the guide. What it finds likeliest, over a few worlds that the view leaves possible."""

from __future__ import annotations

from random import Random

import numpy as np

from ..core.contract import Facts, Json
from ..core.engine import engine_of
from ..core.hooks import hooks_of
from ..core.kernels import ALIKE
from ..errors import BadBot
from .search import imagined

WORLDS = 4


def glanced(facts: Facts, view: Json, moves: list[Json], random: Random) -> Json:
    """One of the moves, the likeliest by the guide; equal ones by lot."""
    if len(moves) == 1:
        return moves[0]
    engine = engine_of(facts)
    root = imagined(facts, view)
    actions, likely = engine.glance(root, random.getrandbits(64), WORLDS)
    move = hooks_of(facts).move_of(root[0], random.choice(likeliest(actions, likely)))
    if move not in moves:
        # Somebody leaves legal moves out: the likeliest of those that are given.
        legal = hooks_of(facts).moves_of(root[0], actions)
        given = [position for position, one in enumerate(legal) if one in moves]
        if not given:
            raise BadBot("error.bot-moves")
        move = legal[random.choice(likeliest(given, likely[given]))]
    return moves[moves.index(move)]


def likeliest(choices: list[int], likely: np.ndarray) -> list[int]:
    """Those of some choices that are likelier than all others, by how likely each is."""
    return [choices[place] for place in np.flatnonzero(likely >= (1 - ALIKE) * likely.max())]
