"""What the table remembers for each viewer: the cards it knows for sure in other hands (NO-6.4 to NO-6.8).

Row v of `known` belongs to seat v, the row after the last seat to the spectator.
"""

from __future__ import annotations

from ....core.whole import seat_count
from ..state import Table
from .piles import with_card, without_card, without_one_of_each


def all_see_arrive(table: Table, seat: int, card: int) -> None:
    """Everybody sees a card enter a hand (NO-6.5)."""
    for viewer in range(seat_count(table) + 1):
        if viewer != seat:
            table.known[viewer, seat] = with_card(table.known[viewer, seat], card)


def all_see_leave(table: Table, seat: int, card: int) -> None:
    """Everybody sees a card leave a hand (NO-6.6)."""
    for viewer in range(seat_count(table) + 1):
        table.known[viewer, seat] = without_card(table.known[viewer, seat], card)


def hand_over(table: Table, giver: int, taker: int, card: int) -> None:
    """A card changes hands, seen by the two seats alone (NO-6.2, NO-6.8)."""
    table.hands[giver] = without_card(table.hands[giver], card)
    table.hands[taker] = with_card(table.hands[taker], card)
    for viewer in range(seat_count(table) + 1):
        if viewer == giver:
            table.known[viewer, taker] = with_card(table.known[viewer, taker], card)
        elif viewer == taker:
            table.known[viewer, giver] = without_card(table.known[viewer, giver], card)
        else:
            table.known[viewer, giver] = without_one_of_each(table.known[viewer, giver])
