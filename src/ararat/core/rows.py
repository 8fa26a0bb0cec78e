"""Rows: numbers of a table in an order, without gaps, and then a blank up to the end of the field."""

from __future__ import annotations

from .table import Numbers
from .whole import whole


def take_out(row: Numbers, place: int, blank: int) -> int:
    """Take the number at a place; those behind it close up."""
    taken = whole(row[place])
    last = len(row) - 1
    for behind in range(place, last):
        row[behind] = row[behind + 1]
    row[last] = blank
    return taken


def put_in(row: Numbers, place: int, number: int) -> None:
    """Put a number at a place; those behind it move up, and a blank falls off the end."""
    for behind in range(len(row) - 1, place, -1):
        row[behind] = row[behind - 1]
    row[place] = number
