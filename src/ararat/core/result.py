"""Results: points in `scores`, victory in `winners`; and rules that a game need not write."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .bits import contains, with_member
from .table import NOBODY
from .whole import seat_count, whole


def score_of(table: Any, seat: int) -> int:
    """Points of a seat so far."""
    return table.scores[seat]


def is_winner(table: Any, seat: int) -> bool:
    """Whether the seat has won, alone or with others."""
    return contains(table.winners, seat)


def seats_with_most(worth: Callable[[Any, int], int]) -> Callable[[Any], int]:
    """The rule that names the seats, as bits, for which a number is highest."""

    def best(table: Any) -> int:
        """The seats that share the first place, as bits."""
        seats, most = 0, 0
        for seat in range(seat_count(table)):
            own = whole(worth(table, seat))
            if seats == 0 or own > most:
                seats, most = 0, own
            if own == most:
                seats = with_member(seats, seat)
        return seats

    return best


def close(table: Any, over: int, winners: int) -> None:
    """The match is over, with these winners: nobody's decision is due."""
    table.winners = winners
    table.phase = over
    table.turn = NOBODY


def redeal(table: Any, seat: int) -> None:
    """Where nothing is hidden, nothing is dealt anew."""
