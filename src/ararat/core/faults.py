"""Faults: what no table can show, asked for in an order; each is a number of a game's `Fault`, 0 for none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .whole import seat_count


def first_fault(*rules: Callable[[Any], int]) -> Callable[[Any], int]:
    """The rule that tells the first fault that any of some rules finds."""
    rule = rules[0]
    if len(rules) == 1:
        return rule
    others = first_fault(*rules[1:])

    def fault(table: Any) -> int:
        """What is wrong with a table, as a number of `Fault`; 0 if it can be."""
        broken = rule(table) + 0
        return broken if broken else others(table) + 0

    return fault


def at_every_seat(rule: Callable[[Any, int], int]) -> Callable[[Any], int]:
    """The rule that tells the first fault of any seat."""

    def fault(table: Any) -> int:
        """What is wrong at the first seat where something is, as a number of `Fault`; 0 if nothing is."""
        for seat in range(seat_count(table)):
            broken = rule(table, seat) + 0
            if broken:
                return broken
        return 0

    return fault
