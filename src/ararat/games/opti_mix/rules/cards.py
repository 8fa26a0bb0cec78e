"""Cards: what lies in a pile, and of what type a card is."""

from __future__ import annotations

from typing import Any

from ....core.piles import pile_rules
from ....core.rule import rule
from ..pieces import SLOTS, TYPE

(
    has_card,
    copies_of,
    with_card,
    without_card,
    _,
    together,
    apart,
    first_card,
    different_cards,
    random_card,
    is_pile,
) = pile_rules(SLOTS)


@rule
def type_of(table: Any, card: int) -> int:
    """The score card of a card, NO_TYPE for none; the chimpanzee's is an option (OM-2.1)."""
    return TYPE[table.chimpanzee, card]
