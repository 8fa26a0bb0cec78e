"""Cards and piles of Noah as plain JSON and in words."""

from __future__ import annotations

from typing import Any

from ...core.contract import Json
from ...core.words import Words
from .pieces import ANIMALS, FEMALE, MALE, SEXES, SLOTS, SNAIL, SNAIL_CARD

NUMBER_OF_ANIMAL = {name: number for number, name in enumerate(ANIMALS)}
NO_SUCH_CARD = SNAIL_CARD + MALE  # off the boats there is no such card, so it is in no pile


def aboard_card(number: int) -> Json:
    """A card aboard a boat, where a snail has a sex too."""
    return {"animal": ANIMALS[number >> 1], "sex": SEXES[number & 1]}


def card(number: int) -> Json:
    """A card off the boats."""
    return {"animal": ANIMALS[number >> 1], "sex": None if number >> 1 == SNAIL else SEXES[number & 1]}


def cards_of(pile: Any) -> list[Json]:
    """A pile as a sorted list of cards."""
    return [card(n) for n in SLOTS.cards_of(pile)]


def size_of_pile(pile: Any) -> int:
    """How many cards a pile has."""
    return int(pile).bit_count()


def aboard_number(animal: str, sex: str) -> int:
    """The number of a card aboard a boat."""
    return 2 * NUMBER_OF_ANIMAL[animal] + SEXES.index(sex)


def number(animal: str, sex: str | None) -> int:
    """The number of a card off the boats; NO_SUCH_CARD if no card has this sex there."""
    if (sex is None) != (animal == ANIMALS[SNAIL]):
        return NO_SUCH_CARD
    return 2 * NUMBER_OF_ANIMAL[animal] + (FEMALE if sex is None else SEXES.index(sex))


def pile_of(cards: list[Json]) -> int:
    """Cards as a pile; they must be cards that exist, in no more copies than there are."""
    return SLOTS.pile_of(number(one["animal"], one["sex"]) for one in cards)


def say_card(one: Json, words: Words) -> str:
    """A card in words: "cat ♂"."""
    name = words(f"animal.{one['animal']}")
    return name if one["sex"] is None else f"{name}\u00a0{words('sex.' + one['sex'])}"


def say_cards(cards: list[Json], words: Words) -> str:
    """Several cards in words, equal ones together."""
    return words.tally(say_card(one, words) for one in cards)
