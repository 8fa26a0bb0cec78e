"""Company: which cards a cabin keeps out, rule by rule, as sets of slots (OM-4.11 to OM-4.18).

All these rules but the first speak of pairs that hold the card being laid (OM-4.18), so who is in
a cabin, or near it, says who can't come in.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....core.bits import size_of
from ....core.rule import rule
from ....core.whole import whole
from ..pieces import (
    CABIN,
    CLIMATE,
    FOOD,
    KINDS,
    MOST_TILT,
    NAMED_TYPE,
    POWER,
    PROVISIONS,
    SAFE,
    SLOTS,
    WEIGHT,
    cards_where,
)
from ..state import Fear
from .ark import leaning, nearby
from .cards import first_card

HOT = cards_where(lambda card: CLIMATE[card] == "hot")
COLD = cards_where(lambda card: CLIMATE[card] == "cold")
PLANT_EATERS = cards_where(lambda card: FOOD[card] in ("herbivore", "omnivore"))
CARNIVORES = cards_where(lambda card: FOOD[card] == "carnivore")
SHY_ANIMALS = cards_where(lambda card: NAMED_TYPE[card] == "shy")
EVERYBODY = SLOTS.whole


def endangers(eater: int, other: int) -> bool:
    """An eater that is not lighter than another animal, unless that one is safe (OM-4.14, OM-4.15)."""
    needs_care = NAMED_TYPE[other] != "provision" and POWER[other] != SAFE
    return FOOD[eater] in ("carnivore", "omnivore") and needs_care and bool(WEIGHT[eater] >= WEIGHT[other])


def in_danger(card: int) -> int:
    """The cards that a card endangers, and those that endanger it."""
    return cards_where(lambda other: endangers(card, other) or endangers(other, card))


def heavier_than(weight: int) -> int:
    """The cards above a weight."""
    return cards_where(lambda card: WEIGHT[card] > weight)


def lighter_than(weight: int) -> int:
    """The cards below a weight."""
    return cards_where(lambda card: WEIGHT[card] < weight)


WEIGHTS = int(WEIGHT.max()) + 1
DANGER = np.array([in_danger(card) for card in range(KINDS)], np.int64)
HEAVIER = np.array([heavier_than(weight) for weight in range(WEIGHTS)], np.int64)
LIGHTER = np.array([lighter_than(weight) for weight in range(WEIGHTS)], np.int64)


@rule
def kept_out_by_room(inside: int) -> int:
    """Nobody fits into a cabin of three cards (OM-4.11)."""
    return EVERYBODY if size_of(inside) >= CABIN else 0


@rule
def kept_out_by_climate(inside: int) -> int:
    """No hot card with a cold one (OM-4.12)."""
    return (COLD if inside & HOT else 0) | (HOT if inside & COLD else 0)


@rule
def kept_out_by_tilt(table: Any, place: int, freed: int) -> int:
    """Cards that would tip the ark, after a victim has freed its weight there (OM-4.13, OM-4.28)."""
    leans = leaning(place, whole(table.tilt)) - freed
    most = min(MOST_TILT - leans, WEIGHTS - 1)
    least = max(-MOST_TILT - leans, 0)
    return HEAVIER[most] | LIGHTER[least]


@rule
def kept_out_by_danger(inside: int) -> int:
    """Eaters that are not lighter than the animals inside, and animals that are not heavier than the
    eaters inside (OM-4.14, OM-4.15)."""
    cards = 0
    while inside:
        cards |= DANGER[first_card(inside)]
        inside &= inside - 1
    return cards


@rule
def kept_out_by_food(inside: int) -> int:
    """No plant-eater with a provision (OM-4.16)."""
    return (PROVISIONS if inside & PLANT_EATERS else 0) | (PLANT_EATERS if inside & PROVISIONS else 0)


@rule
def kept_out_by_fear(table: Any, place: int, inside: int) -> int:
    """No shy animal with a carnivore inside or nearby; nor the other way round, unless only those
    who come in are tested (OM-4.17)."""
    near = inside | nearby(table, place)
    cards = SHY_ANIMALS if near & CARNIVORES else 0
    if table.shy == Fear.NEIGHBOURS and near & SHY_ANIMALS:
        cards |= CARNIVORES
    return cards


@rule
def those_welcome(table: Any, place: int, inside: int, freed: int, cards: int) -> int:
    """Which of some cards a cabin keeps out by none of these rules, with these cards inside and a weight freed."""
    cards &= ~kept_out_by_room(inside)
    if cards:
        cards &= ~(kept_out_by_climate(inside) | kept_out_by_food(inside) | kept_out_by_tilt(table, place, freed))
    if cards:
        cards &= ~(kept_out_by_danger(inside) | kept_out_by_fear(table, place, inside))
    return cards
