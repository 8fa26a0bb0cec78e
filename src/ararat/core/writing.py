"""How values that take several numbers are written into a row: the loops of observations, once for every game."""

from __future__ import annotations

import numpy as np

from .bits import gather, size_of
from .table import Weights

FOUR = 4
FOUR_BITS = np.array([[bits >> place & 1 for place in range(FOUR)] for bits in range(1 << FOUR)], np.float32)


def write_bits(members: int, room: int, row: Weights) -> None:
    """Write for each of so many numbers from 0 on whether it is in a set; four at a time, looked up, for all but the
    last few: this is most of what an observation has."""
    whole_fours = room // FOUR
    for part in range(whole_fours):
        bits = members >> FOUR * part & (1 << FOUR) - 1
        for place in range(FOUR):
            row[FOUR * part + place] = FOUR_BITS[bits, place]
    for place in range(FOUR * whole_fours, room):
        row[place] = members >> place & 1


def write_among(members: int, those: int, row: Weights) -> None:
    """Write for each of those numbers whether it is in a set."""
    write_bits(gather(members, those), size_of(those), row)


def clear(row: Weights, room: int) -> None:
    """Write so many zeros."""
    for place in range(room):
        row[place] = 0


def locate(row: Weights, slot: int, slots: int, place: int, nth: int) -> int:
    """Write where a card lies, by two numbers, in the first free one of its slots (piles.py), and return that."""
    while row[slot] != 0 and slot < slots - 1:
        slot += 1
    row[slot] = place
    row[slots + slot] = nth
    return slot
