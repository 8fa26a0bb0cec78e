"""Whole numbers of full size, read from the small fields of a table.

A byte of a table stays a byte: plain NumPy would let it overflow, and compiled code would make one
more version of every function that it is handed to.
"""

from __future__ import annotations

from typing import Any

from .bits import contains
from .table import Head


def whole(number: Any) -> int:
    """A number of full size, in plain Python (by `int`) and when compiled (by the addition)."""
    return int(number) + 0


def seat_count(table: Head) -> int:
    """The number of seats."""
    return whole(table.players)


def seat_in_turn(table: Head) -> int:
    """The seat whose decision is due."""
    return whole(table.turn)


def next_seat(table: Head, seat: int, out: int) -> int:
    """The next seat clockwise that is not in a set of seats; the seat itself if there is no other."""
    for _ in range(seat_count(table)):
        seat = (seat + 1) % seat_count(table)
        if not contains(out, seat):
            break
    return seat
