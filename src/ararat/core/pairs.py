"""Two different places of a row as one number, the first of them counting least.

    places  0 1    0 2    1 2    0 3    1 3    2 3    0 4
    pair    0      1      2      3      4      5      6      second (second - 1) / 2 + first

Two places are unlike if neither is blank and they hold different numbers.
"""

from __future__ import annotations

from .bits import count_one, counted
from .table import Numbers
from .whole import whole

WIDE = 15  # bits of a place in a list
ALL_WIDE = (1 << WIDE) - 1


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
    """Add the numbers of all unlike pairs to a list, counted from a start; its new length.

    Two places that hold the same are unlike the same ones, so what the earlier one listed is copied, as pairs of the
    later one, which then goes on from there. The row is shorter than 256 and holds no number above 3.
    """
    earlier, lengths, begins = 0, 0, 0  # of the last place that holds a number, by that number
    for second in range(len(row)):
        held = whole(row[second])
        if held != blank:
            length, begin = counted(lengths, held), begins >> WIDE * held & ALL_WIDE
            before, behind = listed[begin : begin + length], listed[count:]
            onward = pair_at(0, second) - pair_at(0, counted(earlier, held))
            for place in range(len(before)):
                behind[place] = before[place] + onward
            for first in range(counted(earlier, held), second):
                if length < len(behind):  # it may not count, and the next one takes its place
                    behind[length] = start + pair_at(first, second)
                length += (row[first] != blank) & (row[first] != held)
            earlier += (second - counted(earlier, held)) << 8 * held
            lengths += (length - counted(lengths, held)) << 8 * held
            begins += (count - begin) << WIDE * held
            count += length
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
