"""Two different places of a row as one number, the first of them counting least.

    places  0 1    0 2    1 2    0 3    1 3    2 3    0 4
    pair    0      1      2      3      4      5      6      second (second - 1) / 2 + first

Two places are unlike if neither is blank and they hold different numbers.
"""

from __future__ import annotations

from .bits import count_one, counted
from .table import Numbers
from .whole import whole


def pair_at(first: int, second: int) -> int:
    """The pair of two places, the smaller one first."""
    return second * (second - 1) // 2 + first


def second_of(pair: int) -> int:
    """The larger place of a pair."""
    second = 1
    while second * (second + 1) // 2 <= pair:
        second += 1
    return second


def first_of(pair: int) -> int:
    """The smaller place of a pair."""
    return pair - pair_at(0, second_of(pair))


def list_unlike(row: Numbers, blank: int, start: int, listed: Numbers, count: int) -> int:
    """Add the numbers of all unlike pairs to a list, counted from a start; its new length."""
    for second in range(len(row)):
        held = row[second]
        if held != blank:
            for first in range(second):
                if row[first] != blank and row[first] != held:
                    listed[count] = start + pair_at(first, second)
                    count += 1
    return count


def count_unlike(row: Numbers, blank: int) -> int:
    """How many pairs are unlike; the row holds no number above 6."""
    found, filled, tally = 0, 0, 0
    for place in range(len(row)):
        if row[place] != blank:
            found += filled - counted(tally, whole(row[place]))
            filled += 1
            tally = count_one(tally, whole(row[place]))
    return found


def nth_unlike(row: Numbers, blank: int, position: int) -> int:
    """The unlike pair at a position of their list."""
    filled, tally, second = 0, 0, 0
    while True:
        if row[second] != blank:
            unlike = filled - counted(tally, whole(row[second]))
            if position < unlike:
                break
            position -= unlike
            filled += 1
            tally = count_one(tally, whole(row[second]))
        second += 1
    first = 0
    while True:
        if row[first] != blank and row[first] != row[second]:
            if position == 0:
                return pair_at(first, second)
            position -= 1
        first += 1
