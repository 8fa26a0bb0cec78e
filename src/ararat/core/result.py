"""How a match stands and who won it, where a table keeps both: in `scores` and in `winners`."""

from __future__ import annotations

from typing import Any

from .bits import contains
from .rule import rule


@rule
def score_of(table: Any, seat: int) -> int:
    """Points of a seat so far."""
    return table.scores[seat]


@rule
def is_winner(table: Any, seat: int) -> bool:
    """Whether the seat has won, alone or with others."""
    return contains(table.winners, seat)
