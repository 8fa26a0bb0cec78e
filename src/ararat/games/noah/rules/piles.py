"""Piles of cards: hands, the deck, what is gone, what somebody knows."""

from __future__ import annotations

from ....core.bits import sum_over
from ....core.piles import pile_rules
from ..pieces import SLOTS, SNAIL, SNAIL_CARD, TEARS_OF_SLOT

_rules = pile_rules(SLOTS)
has_card = _rules.has_card
with_card = _rules.with_card
without_card = _rules.without_card
without_one_of_each = _rules.without_one_of_each
together = _rules.together
apart = _rules.apart
first_card = _rules.first_card
different_cards = _rules.different_cards
random_card = _rules.random_card
draw_from_deck = _rules.draw_from_deck
lies_within = _rules.lies_within
less = _rules.less


def off_boat(card: int) -> int:
    """A card as it is off the boats, where a snail has no sex (NO-4.4)."""
    return SNAIL_CARD if card >> 1 == SNAIL else card


def tears_of(pile: int) -> int:
    """The tears on all cards of a pile (NO-5.2)."""
    return sum_over(TEARS_OF_SLOT, pile)
