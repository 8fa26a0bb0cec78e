"""Cards: what lies in a pile, and of what type a card is."""

from __future__ import annotations

from ....core.piles import pile_rules
from ..pieces import SLOTS, TYPE
from ..state import Table

_rules = pile_rules(SLOTS)
has_card = _rules.has_card
with_card = _rules.with_card
without_card = _rules.without_card
together = _rules.together
apart = _rules.apart
first_card = _rules.first_card
different_cards = _rules.different_cards
random_card = _rules.random_card
draw_from_deck = _rules.draw_from_deck
lies_within = _rules.lies_within
less = _rules.less


def type_of(table: Table, card: int) -> int:
    """The score card of a card, NO_TYPE for none; the chimpanzee's is an option (OM-2.1)."""
    return TYPE[table.chimpanzee, card]
