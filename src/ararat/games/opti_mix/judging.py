"""What a view of Arche Opti Mix tells whoever judges it: cards that can be read, points as they stand."""

from __future__ import annotations

from collections.abc import Iterable

from ...core.contract import Json
from ...core.kinds import HIDDEN
from .pieces import ALONE, NO_TYPE, POINTS, SLOTS, TYPE, TYPES, WEIGHT
from .rules.moves import CARD


def weight_of(name: str) -> int:
    """The weight of a card."""
    return int(WEIGHT[CARD.number(name)])


def type_of(name: str, view: Json) -> str | None:
    """The score card of a card, by the options of the match; None for none."""
    useful = view["options"]["chimpanzee"] == "useful"
    kind = int(TYPE[int(useful), CARD.number(name)])
    return None if kind == NO_TYPE else TYPES[kind]


def is_alone(name: str) -> bool:
    """Whether a card is the only one of its turn (OM-4.4)."""
    return bool(ALONE & int(SLOTS.all[CARD.number(name)]))


def points_on(halves: list[int]) -> list[int]:
    """What every seat's half-pieces on one score card bring (OM-5.9, OM-5.10)."""
    points = []
    for own in halves:
        place = 1 + sum(other > own for other in halves)
        points.append(int(POINTS[place, halves.count(own)]) if own else 0)
    return points


def open_cards(cards: Iterable[str | None]) -> list[str]:
    """The cards of a hand, or of the pets, that can be seen."""
    return [card for card in cards if card is not None and card != HIDDEN]
