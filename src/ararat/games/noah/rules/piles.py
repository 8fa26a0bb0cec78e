"""Piles of cards: hands, the deck, what is gone, what somebody knows."""

from __future__ import annotations

from ....core.piles import pile_rules
from ....core.rule import rule
from ..pieces import SLOTS, SNAIL, SNAIL_CARD, TEARS

(
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
    is_pile,
) = pile_rules(SLOTS)


@rule
def off_boat(card: int) -> int:
    """A card as it is off the boats, where a snail has no sex (NO-4.4)."""
    return SNAIL_CARD if card >> 1 == SNAIL else card


@rule
def tears_of(pile: int) -> int:
    """The tears on all cards of a pile (NO-5.2)."""
    tears = 0
    while pile:
        tears += TEARS[first_card(pile) >> 1]
        pile &= pile - 1
    return tears
