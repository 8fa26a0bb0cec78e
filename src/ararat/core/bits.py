"""Small sets as the bits of one whole number: bit 5 set means that number 5 is in the set.

The only place for bit tricks. Sets have at most 62 members, so they are never negative. What sets have
in common is plain: `one | other` is both together, `one & other` what they share, `one & ~other` the rest.

    {1, 4, 5}  =  0b110010        number 5 4 3 2 1 0
                                         1 1 0 0 1 0
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from .table import Numbers

NOT_THERE = -1  # no set: something was taken out that was not in it


def single(number: int) -> int:
    """The set of one number alone."""
    return 1 << int(number)  # int: a byte of a table would overflow in plain NumPy


def all_below(limit: int) -> int:
    """The set of all numbers from 0 to limit - 1."""
    return (1 << int(limit)) - 1


def contains(members: int, number: int) -> bool:
    """Whether a number is in a set."""
    return (int(members) >> int(number)) & 1 != 0


def with_member(members: int, number: int) -> int:
    """A set and one more number."""
    return int(members) | (1 << int(number))


def without(members: int, number: int) -> int:
    """A set less one number."""
    return int(members) & ~(1 << int(number))


def without_first(members: int) -> int:
    """A set less its smallest member."""
    return members & (members - 1)


def less(members: int, part: int) -> int:
    """A set less a part of it; NOT_THERE if some of the part is not in it, or if that was so before."""
    return NOT_THERE if members == NOT_THERE or part & ~members else members & ~part


def size_of(members: int) -> int:
    """How many members a set has."""
    count = 0
    while members:
        members &= members - 1
        count += 1
    return count


def first_of(members: int) -> int:
    """The set of the smallest member alone."""
    return members & -members


def number_of(member: int) -> int:
    """The number that a set of one member holds."""
    return size_of(member - 1)


def lowest_of(members: int) -> int:
    """The smallest member of a set, as a number."""
    return number_of(first_of(members))


def nth_of(members: int, position: int) -> int:
    """The member at a position, counted from 0 upwards, as a number."""
    for _ in range(position):
        members &= members - 1
    return lowest_of(members)


def spread(pattern: int, members: int) -> int:
    """The members picked by a pattern: its bit 0 picks the smallest member, bit 1 the next one.

    spread(0b101, {2, 3, 7, 9}) = {2, 7}
    """
    picked = 0
    while pattern:
        member = members & -members
        if pattern & 1:
            picked |= member
        members ^= member
        pattern >>= 1
    return picked


def gather(picked: int, members: int) -> int:
    """The pattern that picks these of the members: `spread` the other way round. Neighbours go together."""
    pattern, place = 0, 0
    while picked & members:
        first = lowest_of(members)
        length = lowest_of(~(members >> first))
        pattern |= (picked >> first & all_below(length)) << place
        place += length
        members &= members + first_of(members)
    return pattern


def list_subsets(members: int, listed: Numbers, count: int) -> int:
    """Add every set of some members but the empty one to a list, the smaller number first; its new length.

    What the smaller members make is there when the next one comes: it alone, then with each of those.
    """
    start = count
    while members:
        member = first_of(members)
        before, behind = listed[start:count], listed[count:]
        behind[0] = member
        for place in range(len(before)):
            behind[1 + place] = before[place] | member
        count += 1 + len(before)
        members = without_first(members)
    return count


def list_members(members: int, start: int, listed: Numbers, count: int) -> int:
    """Add the members of a set to a list, counted from a start; its new length."""
    while members:
        listed[count] = start + lowest_of(members)
        count += 1
        members = without_first(members)
    return count


def union_over(sets: Numbers, members: int) -> int:
    """All the sets together that stand at the members of a set."""
    union = 0
    while members:
        union |= sets[lowest_of(members)]
        members = without_first(members)
    return union


def sum_over(amounts: Numbers, members: int) -> int:
    """The sum of the amounts that stand at the members of a set."""
    total = 0
    while members:
        total += amounts[lowest_of(members)]
        members = without_first(members)
    return total


# --- Seven small counts side by side in one number, each below 256 ------------------------------


def count_one(tally: int, place: int) -> int:
    """A tally with one more at a place."""
    return tally + (1 << (8 * place))


def counted(tally: int, place: int) -> int:
    """What a tally counts at a place."""
    return (tally >> (8 * place)) & 255


# --- For plain Python, of any size --------------------------------------------------------------


def members_of(members: Any) -> list[int]:
    """The members of a set, in order."""
    return list(_members_of(int(members)))


@lru_cache(16_384)  # the same sets are told to everybody, move after move
def _members_of(rest: int) -> tuple[int, ...]:
    found = []
    while rest:
        found.append((rest & -rest).bit_length() - 1)
        rest &= rest - 1
    return tuple(found)


def set_of(numbers: Iterable[int]) -> int:
    """Numbers as a set."""
    return sum(1 << number for number in set(numbers))
