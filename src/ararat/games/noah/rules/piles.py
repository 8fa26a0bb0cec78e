"""Piles of cards: hands, the deck, what is gone, what somebody knows (pieces.py says how they are written)."""

from __future__ import annotations

from typing import Any

from ....core.bits import first_of, nth_of, number_of, size_of
from ....core.chance import below
from ....core.rule import rule
from ..pieces import ALL_SLOTS, CARD_OF_SLOT, HIGHEST_SLOTS, LOWEST, LOWEST_SLOTS, SNAIL, SNAIL_CARD, TEARS


@rule
def off_boat(card: int) -> int:
    """A card as it is off the boats, where a snail has no sex (NO-4.4)."""
    return SNAIL_CARD if card >> 1 == SNAIL else card


@rule
def has_card(pile: int, card: int) -> bool:
    """Whether a card is in a pile."""
    return pile & LOWEST[card] != 0


@rule
def copies_of(pile: int, card: int) -> int:
    """How many copies of a card are in a pile."""
    return size_of(pile & ALL_SLOTS[card])


@rule
def with_card(pile: int, card: int) -> int:
    """A pile and one more copy of a card: its next free slot is filled."""
    return pile | ((pile & ALL_SLOTS[card]) + LOWEST[card])


@rule
def without_card(pile: int, card: int) -> int:
    """A pile less one copy of a card, if there is one."""
    slots = ALL_SLOTS[card]
    return (pile & ~slots) | (((pile & slots) >> 1) & slots)


@rule
def without_one_of_each(pile: int) -> int:
    """A pile less one copy of every different card in it: each slot is filled if the next one was."""
    return pile & (pile >> 1) & ~HIGHEST_SLOTS


@rule
def together(pile: int, other: int) -> int:
    """All cards of two piles."""
    while other:
        pile = with_card(pile, first_card(other))
        other &= other - 1
    return pile


@rule
def apart(pile: int, part: int) -> int:
    """A pile less some of its cards."""
    while part:
        pile = without_card(pile, first_card(part))
        part &= part - 1
    return pile


@rule
def first_card(pile: int) -> int:
    """The first card of a pile in sorted order."""
    return CARD_OF_SLOT[number_of(first_of(pile))]


@rule
def different_cards(pile: int) -> int:
    """One copy of every different card of a pile."""
    return pile & LOWEST_SLOTS


@rule
def random_card(chance: Any, pile: int) -> int:
    """A card of a pile, each copy as likely as the other."""
    return CARD_OF_SLOT[nth_of(pile, below(chance, size_of(pile)))]


@rule
def tears_of(pile: int) -> int:
    """The tears on all cards of a pile (NO-5.2)."""
    tears = 0
    while pile:
        tears += TEARS[first_card(pile) >> 1]
        pile &= pile - 1
    return tears


@rule
def is_pile(pile: int) -> bool:
    """Whether the slots are filled from the lowest one up, as in every pile."""
    return ((pile & ~LOWEST_SLOTS) >> 1) & ~pile == 0
