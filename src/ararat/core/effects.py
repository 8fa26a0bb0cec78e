"""What a move brought about, as a short list of numbers that the rules write down.

The rules hold no text. They `tell` what happened, one row a fact, and `reveal` what somebody could
not know before; a game's `views.py` turns the rows into events with their audience. A move that
revealed nothing and drew nothing by chance can be taken back.
"""

from __future__ import annotations

import numpy as np

from .bits import lowest_of, without_first
from .table import Grid, Layout, field, i8, i16

ROOM = 256  # rows; a law checks that no move of any game needs them all
KIND, SEAT, PIECE, AMOUNT = range(4)  # of a row
ROW = 4


class Effects:
    """What a move brought about so far."""

    rows: Grid = field(i16, "kind, seat, piece, amount of each fact", -(2**15), 2**15 - 1, shape=(ROOM, ROW))
    count: int = field(i16, "rows written", 0, ROOM)
    news: int = field(i8, "somebody learnt something new", 0, 1)


EFFECTS = Layout(Effects)


def new_effects() -> np.ndarray:
    """An empty list of effects."""
    return EFFECTS.new()


def tell(effects: Effects, kind: int, seat: int, piece: int, amount: int) -> None:
    """Write one fact down."""
    row = effects.count
    if row < ROOM:
        effects.rows[row, KIND] = kind
        effects.rows[row, SEAT] = seat
        effects.rows[row, PIECE] = piece
        effects.rows[row, AMOUNT] = amount
        effects.count = row + 1


def tell_each(effects: Effects, kind: int, seat: int, pieces: int) -> None:
    """Write the same fact down of every piece of a set."""
    while pieces:
        tell(effects, kind, seat, lowest_of(pieces), 0)
        pieces = without_first(pieces)


def reveal(effects: Effects, kind: int, seat: int, piece: int, amount: int) -> None:
    """Write down a fact that is new to somebody."""
    tell(effects, kind, seat, piece, amount)
    effects.news = 1
