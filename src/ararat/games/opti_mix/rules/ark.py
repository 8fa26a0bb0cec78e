"""The ark: its cabins, who is aboard, how it leans (OM-4.10, OM-4.13)."""

from __future__ import annotations

from typing import Any

from ....core.rule import rule
from ....core.whole import whole
from ..pieces import ROOM, STARBOARD, WEIGHT
from .cards import with_card, without_card


@rule
def place_of(side: int, number: int) -> int:
    """The place of a cabin, numbered from the bow (pieces.py draws it)."""
    return side * ROOM + number


@rule
def side_of(place: int) -> int:
    """The side on which a cabin lies."""
    return place // ROOM


@rule
def number_at(place: int) -> int:
    """The number of a cabin on its side, from the bow."""
    return place % ROOM


@rule
def opposite(place: int) -> int:
    """The place with the same number on the other side."""
    return place - ROOM if place >= ROOM else place + ROOM


@rule
def cabin_exists(table: Any, place: int) -> bool:
    """Whether there is a cabin (OM-4.10)."""
    return 1 <= number_at(place) <= table.lengths[side_of(place)]


@rule
def is_next_cabin(table: Any, place: int) -> bool:
    """Whether this is where the next cabin of its side would be opened (OM-4.10)."""
    return number_at(place) == table.lengths[side_of(place)] + 1


@rule
def nearby(table: Any, place: int) -> int:
    """The cards before, behind and opposite a cabin, as a set of slots (OM-4.17)."""
    return table.cabins[place - 1] | table.cabins[place + 1] | table.cabins[opposite(place)]


@rule
def leaning(place: int, weight: int) -> int:
    """What a weight in a cabin adds to the tilt (OM-3.5)."""
    return weight if side_of(place) == STARBOARD else -weight


@rule
def lay(table: Any, card: int, place: int) -> None:
    """Lay a card into a cabin, which may be new, and set the tilt (OM-4.7)."""
    if not cabin_exists(table, place):
        table.lengths[side_of(place)] = number_at(place)
    table.cabins[place] = with_card(table.cabins[place], card)
    table.tilt = whole(table.tilt) + leaning(place, WEIGHT[card])


@rule
def remove(table: Any, card: int, place: int) -> None:
    """An ejected animal leaves its cabin, and the game (OM-4.28)."""
    table.cabins[place] = without_card(table.cabins[place], card)
    table.tilt = whole(table.tilt) - leaning(place, WEIGHT[card])
    table.removed = with_card(table.removed, card)
