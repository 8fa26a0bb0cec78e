"""What the search should know about Noah."""

from __future__ import annotations

from typing import Any

from ...core.levels import Level
from ...core.rule import rule
from .rules import score_of

SCALE = 8.0
PAR = 0.0
MARGIN = 0.25
CURIOSITY = 1.0
DOUBT = 0.05

LEVELS = (
    Level(playouts=16, sight=8, slips=0.3),
    Level(playouts=48, sight=16, slips=0.1),
    Level(playouts=200, sight=40),
    Level(playouts=1000),
    Level(playouts=8000),
)


@rule
def weigh(table: Any, actions: Any, count: int, weights: Any) -> None:
    """Every action is as likely as any other."""
    for position in range(count):
        weights[position] = 1.0


@rule
def standing(table: Any, seat: int) -> float:
    """The points so far."""
    return -1.0 * score_of(table, seat)
