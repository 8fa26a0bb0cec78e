"""The ark: its cabins, who is aboard, how it leans, who is near whom (OM-4.10, OM-4.13, OM-4.17)."""

from __future__ import annotations

import numpy as np

from ....core.whole import whole
from ..pieces import MOST_TILT, ROOM, SHY_ANIMALS, SIDES, STARBOARD, WEIGHT, cards_with
from ..state import NO_PLACE, Fear, Table
from .cards import has_card, with_card, without_card
from .company import kept_out_by_company

CARNIVORES = cards_with("food", "carnivore")
# By weight, the cards above and below it.
WEIGHTS = int(WEIGHT.max()) + 1
HEAVIER = np.array([cards_with("weight", *range(weight + 1, WEIGHTS)) for weight in range(WEIGHTS)], np.int64)
LIGHTER = np.array([cards_with("weight", *range(weight)) for weight in range(WEIGHTS)], np.int64)


def place_of(side: int, number: int) -> int:
    """The place of a cabin, numbered from the bow (pieces.py draws it)."""
    return side * ROOM + number


def side_of(place: int) -> int:
    """The side on which a cabin lies."""
    return place // ROOM


def number_at(place: int) -> int:
    """The number of a cabin on its side, from the bow."""
    return place % ROOM


def opposite(place: int) -> int:
    """The place with the same number on the other side."""
    return place - ROOM if place >= ROOM else place + ROOM


def cabin_exists(table: Table, place: int) -> bool:
    """Whether there is a cabin (OM-4.10)."""
    return 1 <= number_at(place) <= table.lengths[side_of(place)]


def is_next_cabin(table: Table, place: int) -> bool:
    """Whether this is where the next cabin of its side would be opened (OM-4.10)."""
    return number_at(place) == table.lengths[side_of(place)] + 1


def place_of_card(table: Table, card: int) -> int:
    """The first cabin that holds a card; NO_PLACE if none does."""
    for side in range(len(SIDES)):
        for number in range(1, whole(table.lengths[side]) + 1):
            if has_card(table.cabins[place_of(side, number)], card):
                return place_of(side, number)
    return NO_PLACE


def nearby(table: Table, place: int) -> int:
    """The cards before, behind and opposite a cabin, as a set of slots (OM-4.17)."""
    return table.cabins[place - 1] | table.cabins[place + 1] | table.cabins[opposite(place)]


def leaning(place: int, weight: int) -> int:
    """What a weight in a cabin adds to the tilt (OM-3.5)."""
    return weight if side_of(place) == STARBOARD else -weight


def lay(table: Table, card: int, place: int) -> None:
    """Lay a card into a cabin, which may be new, and set the tilt (OM-4.7)."""
    if not cabin_exists(table, place):
        table.lengths[side_of(place)] = number_at(place)
    fill(table, place, with_card(table.cabins[place], card))
    table.tilt = whole(table.tilt) + leaning(place, WEIGHT[card])


def remove(table: Table, card: int, place: int) -> None:
    """An ejected animal leaves its cabin, and the game (OM-4.28)."""
    fill(table, place, without_card(table.cabins[place], card))
    table.tilt = whole(table.tilt) - leaning(place, WEIGHT[card])
    table.removed = with_card(table.removed, card)


def fill(table: Table, place: int, cards: int) -> None:
    """Let these cards be in a cabin, and write down whom they keep out, which is asked far more often."""
    table.cabins[place] = cards
    table.barred[place] = kept_out_by_company(table, cards)


def kept_out_by_tilt(table: Table, place: int, freed: int) -> int:
    """Cards that would tip the ark, after a victim has freed its weight there (OM-4.13, OM-4.28).

    A card pushes the tilt towards the side of its cabin; weights past either end of the scale are kept out:

        other side                             this side
        -MOST_TILT         0    leans         MOST_TILT
             |-------------+------*---------------|
                                  |---heaviest--->|

             |-------------+----------------------|
      *----->|  lightest: where the ark leans too far to the other side once the victim is gone
    """
    leans = leaning(place, whole(table.tilt)) - freed
    heaviest = min(MOST_TILT - leans, WEIGHTS - 1)
    lightest = max(-MOST_TILT - leans, 0)
    return HEAVIER[heaviest] | LIGHTER[lightest]


def kept_out_by_fear(table: Table, place: int, inside: int) -> int:
    """No shy animal with a carnivore inside or nearby; nor the other way round, unless only those
    who come in are tested (OM-4.17)."""
    near = inside | nearby(table, place)
    cards = SHY_ANIMALS if near & CARNIVORES else 0
    if table.shy == Fear.NEIGHBOURS and near & SHY_ANIMALS:
        cards |= CARNIVORES
    return cards
