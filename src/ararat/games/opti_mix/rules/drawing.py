"""Drawing cards: the deck, the rain in it, the display (OM-4.31, OM-4.32)."""

from __future__ import annotations

from ....core.bits import nth_of, size_of
from ....core.chance import below
from ....core.effects import Effects, reveal
from ....core.table import NOBODY
from ....core.whole import whole
from ..pieces import PET_RAIN, RAINS, SLOTS
from ..state import NO_CARD, Effect, Table
from .cards import random_card, without_card

CARD_OF_SLOT = SLOTS.card_of


def draw_card(table: Table, effects: Effects) -> int:
    """A card of the deck; NO_CARD if the second or the fifth rain card comes first (OM-4.31 to OM-4.33, OM-4.36)."""
    while True:
        card = top_card(table)
        if card != NO_CARD:
            table.deck = without_card(table.deck, card)
            return card
        table.rain = table.rain + 1
        reveal(effects, Effect.RAIN, NOBODY, NO_CARD, whole(table.rain))
        if table.rain == PET_RAIN or table.rain == RAINS:
            return NO_CARD


def top_card(table: Table) -> int:
    """What lies on top of the deck, left to chance: a card, or NO_CARD for rain (OM-4.31)."""
    if table.rain == 0:
        if table.upper == 0:
            return NO_CARD
        table.upper = table.upper - 1
        return random_card(table.chance, table.deck)
    cards = size_of(table.deck)
    position = below(table.chance, cards + RAINS - whole(table.rain))
    return CARD_OF_SLOT[nth_of(table.deck, position)] if position < cards else NO_CARD
