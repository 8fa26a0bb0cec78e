"""Rules that a game need not write: points in `scores`, victory in `winners`, and nothing to deal anew."""

from __future__ import annotations

from typing import Any

from .bits import contains


def score_of(table: Any, seat: int) -> int:
    """Points of a seat so far."""
    return table.scores[seat]


def is_winner(table: Any, seat: int) -> bool:
    """Whether the seat has won, alone or with others."""
    return contains(table.winners, seat)


def redeal(table: Any, seat: int) -> None:
    """Where nothing is hidden, nothing is dealt anew."""
