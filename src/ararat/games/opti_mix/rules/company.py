"""Company: which cards those in a cabin keep out, rule by rule, as sets of slots (OM-4.11, OM-4.12, OM-4.14, OM-4.16).

All these rules but the first speak of pairs that hold the card being laid (OM-4.18), so who is in a
cabin says who can't come in.
"""

from __future__ import annotations

import numpy as np

from ....core.bits import size_of, union_over
from ..pieces import ALL_CARDS, ANIMALS, EATERS, MOST_IN_CABIN, PROVISIONS, SLOTS, WEIGHT, cards_where, cards_with
from ..state import Table

HOT, COLD = cards_with("climate", "hot"), cards_with("climate", "cold")
PLANT_EATERS = cards_with("food", "herbivore", "omnivore")  # the skunk by either value of its option
CAREFUL = ANIMALS & ~cards_with("power", "safe")


def endangers(eaters: int, eater: int, other: int) -> bool:
    """An eater that is not lighter than another animal, unless that one is safe (OM-4.14, OM-4.15)."""
    return bool(eaters & SLOTS.lowest[eater] and CAREFUL & SLOTS.lowest[other] and WEIGHT[eater] >= WEIGHT[other])


def in_danger(eaters: int, card: int) -> int:
    """The cards that a card endangers, and those that endanger it."""
    return cards_where(lambda other: endangers(eaters, card, other) or endangers(eaters, other, card))


# By the option `skunk` (OM-2.2) and by slot.
DANGER = np.array([[in_danger(int(eaters), int(card)) for card in SLOTS.card_of] for eaters in EATERS], np.int64)


def kept_out_by_room(inside: int) -> int:
    """Nobody fits into a cabin of three cards (OM-4.11)."""
    return ALL_CARDS if size_of(inside) >= MOST_IN_CABIN else 0


def kept_out_by_climate(inside: int) -> int:
    """No hot card with a cold one (OM-4.12)."""
    return (COLD if inside & HOT else 0) | (HOT if inside & COLD else 0)


def kept_out_by_danger(table: Table, inside: int) -> int:
    """Eaters that are not lighter than the animals inside, and animals that are not heavier than the
    eaters inside (OM-4.14, OM-4.15)."""
    return union_over(DANGER[table.skunk], inside)


def kept_out_by_food(inside: int) -> int:
    """No plant-eater with a provision (OM-4.16)."""
    return (PROVISIONS if inside & PLANT_EATERS else 0) | (PLANT_EATERS if inside & PROVISIONS else 0)


def kept_out_by_company(table: Table, inside: int) -> int:
    """Every card that those in a cabin keep out, by whichever of these rules."""
    danger = kept_out_by_danger(table, inside)
    return kept_out_by_room(inside) | kept_out_by_climate(inside) | danger | kept_out_by_food(inside)
