"""Piles of cards: multisets as the bits of one whole number, beside the sets of bits.py.

Every card has as many neighbouring bits, its slots, as there are copies of it, and n copies in a
pile fill the lowest n of them. So equal piles are equal numbers, and a card that exists once is
one bit.

    card        0  1      2      3        copies 1, 3, 2, 1
    slot        0  1 2 3  4 5    6
    a pile      1  1 1 0  0 0    1        card 0, card 1 twice, card 3
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from .bits import NOT_THERE, all_below, lowest_of, members_of, size_of, without_first
from .chance import random_member
from .table import Numbers

MOST_SLOTS = 62


class Slots:
    """The slots of all cards of a game, from the copies of each card."""

    def __init__(self, copies: Iterable[int]) -> None:
        self.copies = [int(count) for count in copies]
        firsts = [sum(self.copies[:card]) for card in range(len(self.copies))]
        self.count = sum(self.copies)
        self.lowest = np.array([1 << low if n else 0 for low, n in zip(firsts, self.copies, strict=True)], np.int64)
        self.all = np.array([((1 << n) - 1) << low for low, n in zip(firsts, self.copies, strict=True)], np.int64)
        self.card_of = np.repeat(np.arange(len(self.copies)), self.copies)
        self._card_of: list[int] = self.card_of.tolist()
        self._lowest: list[int] = self.lowest.tolist()
        self._all: list[int] = self.all.tolist()
        self.all_lowest = int(self.lowest.sum())
        self.all_highest = sum(1 << (low + n - 1) for low, n in zip(firsts, self.copies, strict=True) if n)
        self.whole = all_below(self.count)

    def pile(self, copies: Iterable[int]) -> int:
        """So many copies of each card as a pile."""
        return sum(int(low) * ((1 << int(n)) - 1) for low, n in zip(self.lowest, copies, strict=True))

    def pile_of(self, cards: Iterable[int], pile: int = 0) -> int:
        """Cards as a pile, or on top of one; of none more copies than there are."""
        for card in cards:
            pile |= (pile & self._all[card]) + self._lowest[card]
        return pile

    def rest_of(self, pile: int, part: int) -> int:
        """A pile less some of its cards."""
        for card in self.cards_of(part):
            own = self._all[card]
            pile = (pile & ~own) | ((pile & own) >> 1 & own)
        return pile

    def cards_of(self, pile: Any) -> list[int]:
        """The cards of a pile, copies and all, in the order of their numbers."""
        card_of = self._card_of
        return [card_of[slot] for slot in members_of(pile)]


class PileRules(NamedTuple):
    """What rules do with the piles of one game."""

    has_card: Callable[[int, int], bool]
    copies_of: Callable[[int, int], int]
    with_card: Callable[[int, int], int]
    without_card: Callable[[int, int], int]
    without_one_of_each: Callable[[int], int]
    together: Callable[[int, int], int]
    apart: Callable[[int, int], int]
    first_card: Callable[[int], int]
    different_cards: Callable[[int], int]
    random_card: Callable[[Any, int], int]
    draw_from_deck: Callable[[Any], int]
    is_pile: Callable[[int], bool]
    lies_within: Callable[[int, int], bool]
    less: Callable[[int, int], int]


def pile_rules(slots: Slots) -> PileRules:
    """The rules of piles over the slots of a game."""
    lowest, all_slots, card_of_slot = slots.lowest, slots.all, slots.card_of
    all_lowest, all_highest = slots.all_lowest, slots.all_highest

    def has_card(pile: int, card: int) -> bool:
        """Whether a card is in a pile."""
        return pile & lowest[card] != 0

    def copies_of(pile: int, card: int) -> int:
        """How many copies of a card are in a pile."""
        return size_of(pile & all_slots[card])

    def with_card(pile: int, card: int) -> int:
        """A pile and one more copy of a card: its next free slot is filled."""
        return pile | ((pile & all_slots[card]) + lowest[card])

    def without_card(pile: int, card: int) -> int:
        """A pile less one copy of a card, if there is one."""
        own = all_slots[card]
        return (pile & ~own) | (((pile & own) >> 1) & own)

    def without_one_of_each(pile: int) -> int:
        """A pile less one copy of every different card in it: each slot is filled if the next one was."""
        return pile & (pile >> 1) & ~all_highest

    def together(pile: int, other: int) -> int:
        """All cards of two piles."""
        while other:
            pile = with_card(pile, first_card(other))
            other = without_first(other)
        return pile

    def apart(pile: int, part: int) -> int:
        """A pile less some of its cards."""
        while part:
            pile = without_card(pile, first_card(part))
            part = without_first(part)
        return pile

    def first_card(pile: int) -> int:
        """The first card of a pile in sorted order."""
        return card_of_slot[lowest_of(pile)]

    def different_cards(pile: int) -> int:
        """One copy of every different card of a pile."""
        return pile & all_lowest

    def random_card(chance: Numbers, pile: int) -> int:
        """A card of a pile, each copy as likely as the other."""
        return card_of_slot[random_member(chance, pile)]

    def draw_from_deck(table: Any) -> int:
        """Take a card from the deck of a table, each copy as likely as the other."""
        card = random_card(table.chance, table.deck)
        table.deck = without_card(table.deck, card)
        return card

    def is_pile(pile: int) -> bool:
        """Whether the slots are filled from the lowest one up, as in every pile."""
        return ((pile & ~all_lowest) >> 1) & ~pile == 0

    def lies_within(pile: int, part: int) -> bool:
        """Whether something is a pile, all of whose cards are in another one."""
        return is_pile(part) and part & ~pile == 0

    def less(pile: int, part: int) -> int:
        """A pile less a part of it; NOT_THERE if that is no pile within it, or if it was so before."""
        return NOT_THERE if pile == NOT_THERE or not lies_within(pile, part) else apart(pile, part)

    return PileRules(
        has_card,
        copies_of,
        with_card,
        without_card,
        without_one_of_each,
        together,
        apart,
        first_card,
        different_cards,
        random_card,
        draw_from_deck,
        is_pile,
        lies_within,
        less,
    )
