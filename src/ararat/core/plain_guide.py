"""What a search goes by in a game that has no guide yet: all moves are alike, and points are what counts."""

from __future__ import annotations

from typing import Any

from .levels import Level
from .result import score_of
from .table import Head, Numbers, Weights

SCALE = 3.0
PAR = 0.0
MARGIN = 0.25
CURIOSITY = 0.7
DOUBT = 0.1
LEVELS = (
    Level(playouts=8, sight=2, slips=0.5),
    Level(playouts=24, sight=4, slips=0.2),
    Level(playouts=80, slips=0.05),
    Level(playouts=300, slips=0.01),
    Level(playouts=2000),
)


def weigh(table: Head, actions: Numbers, count: int, weights: Weights) -> None:
    """Every move is as likely as the other to be a good one."""
    for position in range(count):
        weights[position] = 1.0


def standing(table: Any, seat: int) -> float:
    """The points so far."""
    return 1.0 * score_of(table, seat)
