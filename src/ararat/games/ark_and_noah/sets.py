"""Sets of numbers as bits of one whole number of any size, for plain Python (core/bits.py: for compiled rules)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def members(numbers: Any) -> list[int]:
    """The members of a set, in order."""
    bits = int(numbers)
    found = []
    while bits:
        found.append((bits & -bits).bit_length() - 1)
        bits &= bits - 1
    return found


def set_of(numbers: Iterable[int]) -> int:
    """Numbers as a set."""
    return sum(1 << number for number in set(numbers))
