"""Which cards of a hand fit the boat where Noah stands (section 7)."""

from __future__ import annotations

from ....core.bits import without_first
from ....core.rule import rule
from ....core.whole import seat_in_turn
from ..pieces import FEMALE, FROG, MALE, MASS, SNAIL_CARD
from ..state import Rule, Table
from .boats import boat_here, refuse_aboard
from .piles import different_cards, first_card


@rule
def fits(table: Table, card: int) -> bool:
    """Whether a card of the hand fits the boat here; a snail does with either sex."""
    here = boat_here(table)
    if card == SNAIL_CARD:
        return (
            refuse_aboard(table, here, card + FEMALE, 0) == Rule.LEGAL
            or refuse_aboard(table, here, card + MALE, 0) == Rule.LEGAL
        )
    return refuse_aboard(table, here, card, MASS[FROG]) == Rule.LEGAL


@rule
def some_card_fits(table: Table) -> bool:
    """Whether the seat in turn has a card that fits (NO-4.8, NO-4.9)."""
    cards = different_cards(table.hands[seat_in_turn(table)])
    while cards:
        if fits(table, first_card(cards)):
            return True
        cards = without_first(cards)
    return False
