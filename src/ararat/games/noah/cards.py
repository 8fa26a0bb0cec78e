"""Cards and piles of Noah as plain JSON and in words."""

from __future__ import annotations

from typing import Any

from ...catalogues import Words
from ...core.contract import Json
from ...core.kinds import Pile, object_schema
from ...core.moves import Joined
from .pieces import ANIMALS, CARDS, MALE, SEXES, SLOTS, SNAIL, SNAIL_CARD

NUMBER_OF_ANIMAL = {name: number for number, name in enumerate(ANIMALS)}
NO_SUCH_CARD = SNAIL_CARD + MALE  # off the boats there is no such card, so it is in no pile


class Card(Joined):
    """A card, spelt out as animal and sex; a snail has a sex aboard a boat and nowhere else."""

    keys = ("animal", "sex")
    low, size = 0, CARDS

    def __init__(self, aboard: bool) -> None:
        self.aboard = aboard
        self.sexes: tuple[str | None, ...] = tuple(SEXES) if aboard else (*SEXES, None)
        cards = [(ANIMALS[n >> 1], None if n >> 1 == SNAIL and not aboard else SEXES[n & 1]) for n in range(CARDS)]
        self.spelt, self._numbers = cards, {one: number for number, one in reversed(list(enumerate(cards)))}

    def fits(self, value: Any, players: int) -> bool:
        if not isinstance(value, dict) or value.keys() != set(self.keys):
            return False
        animal, sex = value["animal"], value["sex"]
        if not isinstance(animal, str) or not (sex is None or isinstance(sex, str)):
            return False
        return animal in NUMBER_OF_ANIMAL and sex in self.sexes

    def number(self, value: Any) -> int:
        return self._numbers.get((value["animal"], value["sex"]), NO_SUCH_CARD)

    def value(self, number: int) -> Any:
        animal, sex = self.spelt[number]
        return {"animal": animal, "sex": sex}

    def form(self) -> str:
        return '{"animal": ..., "sex": "m" | "f"' + ("}" if self.aboard else " | null}")

    def schema(self) -> Json:
        return object_schema({"animal": {"enum": list(ANIMALS)}, "sex": {"enum": list(self.sexes)}})

    def say(self, value: Any, words: Words, names: list[str]) -> Any:
        return say_card(value, words)

    def say_all(self, values: list[Any], words: Words, names: list[str]) -> str:
        return words.tally(say_card(one, words) for one in values)


ABOARD = Card(aboard=True)
CARD = Card(aboard=False)
PILE = Pile(CARD, SLOTS)


def say_card(one: Json, words: Words) -> str:
    """A card in words: "cat ♂"."""
    name = words(f"animal.{one['animal']}")
    return name if one["sex"] is None else f"{name}\u00a0{words('sex.' + one['sex'])}"
