"""What simple bots share: weigh every move and take the best."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from .contract import Json


def best_move(moves: list[Json], worth: Callable[[Json], float], random: Random) -> Json:
    """The move that is worth most; equal ones by lot."""
    best: list[Json] = []
    most = float("-inf")
    for move in moves:
        value = worth(move)
        if value > most + 1e-9:
            best, most = [move], value
        elif value > most - 1e-9:
            best.append(move)
    return random.choice(best)
