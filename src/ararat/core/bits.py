"""Small sets as the bits of one whole number: bit 5 set means that number 5 is in the set.

The only place for bit tricks. Sets have at most 62 members, so they are never negative.
"""

from __future__ import annotations

from .rule import rule


@rule
def size_of(members: int) -> int:
    """How many members a set has."""
    count = 0
    while members:
        members &= members - 1
        count += 1
    return count


@rule
def first_of(members: int) -> int:
    """The set of the smallest member alone."""
    return members & -members


@rule
def number_of(member: int) -> int:
    """The number that a set of one member holds."""
    return size_of(member - 1)


@rule
def nth_of(members: int, position: int) -> int:
    """The member at a position, counted from 0 upwards, as a number."""
    for _ in range(position):
        members &= members - 1
    return number_of(first_of(members))


@rule
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


@rule
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
