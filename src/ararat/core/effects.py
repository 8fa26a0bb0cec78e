"""What a move brought about, as a short list of numbers that the rules write down.

The rules hold no text. They `tell` what happened, one row a fact, and `reveal` what somebody could
not know before, and to whom; a game's `views.py` turns the rows into events with their audience. A move
that revealed nothing and drew nothing by chance can be taken back.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from .bits import all_below, lowest_of, without, without_first
from .table import Grid, Layout, field, i16

ROOM = 256  # rows; a law checks that no move of any game needs them all
KIND, SEAT, PIECE, AMOUNT = range(4)  # of a row
ROW = 4
EVERYBODY = all_below(15)  # whoever sits at the table, or watches


class Effects:
    """What a move brought about so far."""

    rows: Grid = field(i16, "kind, seat, piece, amount of each fact", -(2**15), 2**15 - 1, shape=(ROOM, ROW))
    count: int = field(i16, "rows written", 0, ROOM)
    learners: int = field(i16, "the set of seats that learnt something new", 0, EVERYBODY)


EFFECTS = Layout(Effects)


def new_effects() -> np.ndarray:
    """An empty list of effects."""
    return EFFECTS.new()


def unheard() -> Effects:
    """Effects that nobody reads: there is no room in them."""
    effects: Any = SimpleNamespace(count=ROOM, learners=0)
    return effects  # type: ignore[no-any-return]


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


def reveal(effects: Effects, kind: int, seat: int, piece: int, amount: int, learners: int) -> None:
    """Write down a fact that is new to a set of seats."""
    tell(effects, kind, seat, piece, amount)
    learn(effects, learners)


def learn(effects: Effects, learners: int) -> None:
    """A set of seats has learnt something that they could not know before."""
    effects.learners = effects.learners | learners


def all_but(seat: int) -> int:
    """Everybody except for a seat, who knew it before."""
    return without(EVERYBODY, seat)
