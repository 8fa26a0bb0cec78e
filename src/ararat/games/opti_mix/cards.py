"""What is printed on the cards of Arche Opti Mix, by their names, and the names of its cabins."""

from __future__ import annotations

from ...catalogues import Words
from ...core.contract import Json
from . import CHIMPANZEE, GAME, SKUNK
from .pieces import NO_TYPE, SIDES, TYPE, TYPES, food_of
from .rules.moves import CARD


def every_cabin(view: Json) -> list[str]:
    """The names of all cabins, and of the next one on each side."""
    own = {side: [name for name in view["cabins"] if name[0] == side] for side in SIDES}
    return [name for side in SIDES for name in (*own[side], f"{side}{len(own[side]) + 1}")]


def type_of(name: str, view: Json) -> str:
    """The score card of a card, by the options of the match; "none" for none."""
    kind = TYPE[CHIMPANZEE.index(view["options"]["chimpanzee"]), CARD.number(name)]
    return "none" if kind == NO_TYPE else TYPES[kind]


def food_in(view: Json, name: str) -> str:
    """What a card eats, by the options of the match."""
    skunk = view["options"].get("skunk", GAME.options["skunk"].default)
    return food_of(CARD.number(name), SKUNK.index(skunk))


def say_card(name: str, words: Words) -> str:
    """A card in words."""
    return words(f"card.{name}")
