"""What moves are worth, and how likely that makes them: the loops of guides, written once for every game."""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from typing import Any

from .table import Numbers, Weights

Judge = Callable[[Any, Numbers, int, Weights], None]


def judge_each(look: Callable[[Any], Any], worth_of: Callable[[Any, int, Any], float]) -> Judge:
    """Judges every move by itself, after one look at the table for what all of them need to know."""

    def judge(table: Any, actions: Numbers, count: int, worths: Weights) -> None:
        """What each of the first actions is worth."""
        sight = look(table)
        for position in range(count):
            worths[position] = worth_of(table, actions[position], sight)

    return judge


def soften(worths: Weights, count: int, powers: float, points: float, least: float) -> None:
    """Turn worths into weights: `points` less make a move so many `powers` of e less likely, down to `least`."""
    most = worths[0]
    for position in range(1, count):
        most = max(most, worths[position])
    for position in range(count):
        worths[position] = exp(max(powers * (worths[position] - most) / points, least))
