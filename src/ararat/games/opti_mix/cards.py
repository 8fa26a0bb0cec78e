"""Cards, piles and cabins of Arche Opti Mix as plain JSON and in words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from ...core.contract import Json
from ...core.words import Words
from . import CHIMPANZEE
from .pieces import BEYOND, CARDS, NO_TYPE, ROOM, SIDES, SLOTS, TYPE, TYPES, WEIGHT

NUMBER_OF_CARD = {name: number for number, name in enumerate(CARDS)}
CABIN_NAME = re.compile(rf"[{SIDES}][1-9][0-9]*", re.ASCII)
HIDDEN = "hidden"


def names_of(pile: Any) -> list[str]:
    """A pile as a sorted list of names."""
    return [CARDS[card] for card in SLOTS.cards_of(pile)]


def pile_of(names: Iterable[str]) -> int:
    """Cards as a pile; they must be cards that exist, in no more copies than there are."""
    return SLOTS.pile_of(NUMBER_OF_CARD[name] for name in names)


def size_of_pile(pile: Any) -> int:
    """How many cards a pile has."""
    return int(pile).bit_count()


def cabin_of(place: int) -> str:
    """The name of a cabin: P3 is the third one on port."""
    return f"{SIDES[place // ROOM]}{place % ROOM}"


def is_cabin_name(name: Any) -> bool:
    """Whether a name has the form of a cabin's, whether or not there is such a cabin."""
    return isinstance(name, str) and CABIN_NAME.fullmatch(name) is not None


def place_of_cabin(name: str) -> int:
    """The place of a cabin; all those that there never can be have one place on their side."""
    digits = name[1:]
    number = int(digits) if len(digits) <= len(str(BEYOND)) else BEYOND
    return SIDES.index(name[0]) * ROOM + min(number, BEYOND)


def every_cabin(view: Json) -> list[str]:
    """The names of all cabins, and of the next one on each side."""
    own = {side: [name for name in view["cabins"] if name[0] == side] for side in SIDES}
    return [name for side in SIDES for name in (*own[side], f"{side}{len(own[side]) + 1}")]


def weight_of(name: str) -> int:
    """The weight of a card."""
    return int(WEIGHT[NUMBER_OF_CARD[name]])


def type_of(name: str, view: Json) -> str:
    """The score card of a card, by the options of the match; "none" for none."""
    kind = TYPE[CHIMPANZEE.index(view["options"]["chimpanzee"]), NUMBER_OF_CARD[name]]
    return "none" if kind == NO_TYPE else TYPES[kind]


def say_card(name: str, words: Words) -> str:
    """A card in words."""
    return words(f"card.{name}")


def say_cards(names: Iterable[str], words: Words) -> str:
    """Several cards in words, equal ones together."""
    return words.tally(say_card(name, words) for name in names)
