"""How values that take several numbers are written into a row: the loops of observations, once for every game."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from .bits import all_below, gather, lowest_of, members_of, size_of, without_first
from .piles import Slots
from .table import Weights
from .whole import seat_count, whole

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


@cache
def those_written(sets: tuple[int, ...]) -> tuple[Callable[[Any], Any], Callable[[int, Any, Any], Any]]:
    """The rule for which numbers there are, and the one that writes which of them are in a set: where each stands is
    looked up, by players, which takes a fraction of what finding them does."""
    by_players, sizes = np.array(sets, np.int64), np.array([size_of(those) for those in sets], np.int64)
    places = np.zeros((len(sets), sizes.max()), np.int64)
    for players, those in enumerate(sets):
        places[players, : sizes[players]] = members_of(those)

    def there_are(table: Any) -> int:
        """All numbers that there are."""
        return by_players[seat_count(table)]

    def write_those(members: int, table: Any, row: Weights) -> None:
        """Write for each of them whether it is in a set."""
        here = places[seat_count(table)]
        for nth in range(sizes[seat_count(table)]):
            row[nth] = members >> here[nth] & 1

    return there_are, write_those


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


@cache
def members_written(room: int, skipped: int) -> Callable[[int, Any], Any]:
    """The rule that writes which of so many numbers are in a set, but for one that never is."""
    before = all_below(skipped)

    def write_members(members: int, row: Weights) -> None:
        """Write for every number whether it is in a set."""
        members = whole(members)
        write_bits(members & before | members >> 1 & ~before if room > skipped else members, room, row)

    return write_members


def there(slots: Slots) -> tuple[int, ...]:
    """How many copies there are of each card that there is."""
    return tuple(count for count in slots.copies if count)


@cache
def copies_written(slots: Slots) -> Callable[[int, Any], Any]:
    """The rule that writes what is in a pile."""
    room = len(there(slots))
    place_of = np.repeat(np.arange(room), there(slots))  # by slot, where the number of its card stands

    def write_copies(pile: int, row: Weights) -> None:
        """Write how many copies of each card a pile has."""
        clear(row, room)
        while pile:
            row[place_of[lowest_of(pile)]] += 1
            pile = without_first(pile)

    return write_copies


@cache
def places_written(room: int) -> Callable[[Any, Any], Any]:
    """The rule that writes in which of several sets each of so many numbers is."""

    def write_places(sets: Any, row: Weights) -> None:
        """Write for every number in which of several sets it is."""
        clear(row, room)
        for place in range(len(sets)):
            members = sets[place]
            while members:
                row[lowest_of(members)] = place + 1
                members = without_first(members)

    return write_places
