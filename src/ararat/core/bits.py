"""Small sets as the bits of one whole number: bit 5 set means that number 5 is in the set.

The only place for bit tricks. Sets have at most 62 members, so they are never negative. What sets have
in common is plain: `one | other` is both together, `one & other` what they share, `one & ~other` the rest.

    {1, 4, 5}  =  0b110010        number 5 4 3 2 1 0
                                         1 1 0 0 1 0
"""

from __future__ import annotations

from collections.abc import Iterable
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
    """The pattern that picks these of the members: `spread` the other way round."""
    pattern = 0
    place = 1
    while picked:
        member = members & -members
        if picked & member:
            pattern |= place
            picked ^= member
        members ^= member
        place <<= 1
    return pattern


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


# --- For plain Python, of any size --------------------------------------------------------------


def members_of(members: Any) -> list[int]:
    """The members of a set, in order."""
    rest = int(members)
    found = []
    while rest:
        found.append((rest & -rest).bit_length() - 1)
        rest = without_first(rest)
    return found


def set_of(numbers: Iterable[int]) -> int:
    """Numbers as a set."""
    return sum(1 << number for number in set(numbers))
