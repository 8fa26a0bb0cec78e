"""Cards, boats and the cards not seen, as a bot weighs them: from a view alone, without a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ...core.contract import Json
from . import GAME
from .cards import NUMBER_OF_ANIMAL, PILE
from .pieces import CROCODILE, LIMIT, MASS, QUAYS, SEXES, SNAIL, WAYS, WOODPECKER, WOODPECKER_LIMIT
from .rules.rounds import whole_deck

MASSES = MASS.tolist()


@dataclass(frozen=True)
class Card:
    """A card in hand or aboard; a snail in hand has no sex."""

    animal: int
    sex: str | None

    def off_boat(self) -> Card:
        """The card as it is in a hand."""
        return Card(self.animal, None) if self.animal == SNAIL else self

    def choices(self) -> tuple[Card, ...]:
        """The card as it may come aboard."""
        return (Card(SNAIL, "f"), Card(SNAIL, "m")) if self.sex is None else (self,)


@dataclass(frozen=True)
class Boat:
    """A boat and what it lets aboard (NO-4.5 to NO-4.7, NO-P.7, NO-P.10)."""

    animals: list[Card] = field(default_factory=list)
    roommates: bool = False

    @cached_property
    def mass(self) -> int:
        return sum(MASSES[one.animal] for one in self.animals)

    @cached_property
    def limit(self) -> int:
        return WOODPECKER_LIMIT if any(one.animal == WOODPECKER for one in self.animals) else LIMIT

    def after(self, card: Card) -> Boat:
        """The boat with a card more; a crocodile scares the first animal off."""
        stay = self.animals[1:] if card.animal == CROCODILE else self.animals
        return Boat([*stay, card], self.roommates)

    def without(self, place: int) -> Boat:
        """The boat without one of its animals."""
        return Boat([one for number, one in enumerate(self.animals) if number != place], self.roommates)

    def fits(self, card: Card) -> bool:
        """Whether a card may come aboard."""
        if len(self.animals) > 1 and self.animals[-2].sex != card.sex:
            return False
        if self.roommates and any(one.animal == card.animal for one in self.animals):
            return False
        if card.animal == CROCODILE or card.animal == WOODPECKER:
            after = self.after(card)
            return after.mass <= after.limit
        return self.mass + MASSES[card.animal] <= self.limit

    def fills(self, card: Card) -> bool:
        """Whether a card brings the boat exactly to its limit."""
        after = self.after(card)
        return after.mass == after.limit

    def makes_pair(self, card: Card) -> bool:
        """Whether a card finds its own species on top (NO-4.11, NO-P.9)."""
        if not self.animals or self.animals[-1].animal != card.animal:
            return False
        return card.animal != CROCODILE or len(self.animals) > 1


class Unseen:
    """The cards that the seat in turn does not see: in other hands or in the deck, equally likely."""

    def __init__(self, view: Json) -> None:
        whole = whole_deck(GAME.new_table(view["players"], view["options"])[0])
        left = Counter(cards_of_hand(PILE.value(whole)))
        left.subtract(one.off_boat() for boat in boats_of(view) if boat for one in boat.animals)
        for pile in (view["gone"], view["top"], view["looked"], *view["hands"]):
            left.subtract(cards_of_hand(pile["known"] if isinstance(pile, dict) else pile))
        self.cards = [(card, count) for card, count in left.items() if count > 0]
        self.count = sum(count for _, count in self.cards)

    def share(self, holds: Callable[[Card], bool]) -> float:
        """The share of the unseen cards of which something holds, a snail with either sex."""
        if not self.count:
            return 0.0
        return sum(count for card, count in self.cards if any(map(holds, card.choices()))) / self.count

    def average(self, worth: Callable[[Card], float]) -> float:
        """The average worth of an unseen card."""
        return sum(worth(card) * count for card, count in self.cards) / self.count if self.count else 0.0


def card_of(one: Json) -> Card:
    """A card of plain JSON."""
    return Card(NUMBER_OF_ANIMAL[one["animal"]], one["sex"])


def cards_of_hand(cards: list[Json]) -> list[Card]:
    """Cards of plain JSON."""
    return [card_of(one) for one in cards]


def boats_of(view: Json) -> list[Boat | None]:
    """The boats at the quays of a view."""
    return [boat and Boat(cards_of_hand(boat["animals"]), boat["kind"] == "roommates") for boat in view["boats"]]


def quays_from(quay: int, sex: Any) -> list[int]:
    """The quays to which Noah goes after an animal of this sex (NO-4.16, NO-4.17)."""
    return [(quay + way) % QUAYS for way in WAYS[SEXES.index(sex)].tolist()]
