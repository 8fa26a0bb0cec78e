"""The setup: four cards aboard, hands, the display, the rain in the deck (OM-3.1 to OM-3.7)."""

from __future__ import annotations

from ....core.bits import size_of
from ....core.whole import seat_count, whole
from ..pieces import (
    ALL_CARDS,
    DISCS,
    DISPLAY,
    EARLY_SEATS,
    HAND,
    LATE_START_DISCS,
    LEAST_START_WEIGHT,
    MOST_START_WEIGHT,
    NO_TYPE,
    START_CARDS_OF_A_TYPE,
    START_DISCS,
    START_PLACES,
    WEIGHT,
)
from ..state import Phase, Table
from .ark import lay
from .cards import draw_from_deck, first_card, random_card, type_of, with_card, without_card


def set_up(table: Table) -> None:
    """Lay the table out for the first decision (OM-3.1 to OM-3.7)."""
    share_discs(table)
    table.deck = ALL_CARDS
    load_first_cards(table)
    for seat in range(seat_count(table)):
        for _ in range(HAND):
            table.hands[seat] = with_card(table.hands[seat], draw_from_deck(table))
    for _ in range(DISPLAY):
        table.display = with_card(table.display, draw_from_deck(table))
    table.upper = size_of(table.deck) // 2
    table.active = table.first
    table.turn = table.first
    table.phase = Phase.TURN


def share_discs(table: Table) -> None:
    """Three discs for each of the first three seats, four for the others, the rest is the supply (OM-3.2)."""
    table.supply = DISCS
    for order in range(seat_count(table)):
        seat = (whole(table.first) + order) % seat_count(table)
        discs = START_DISCS if order < EARLY_SEATS else LATE_START_DISCS
        table.discs[seat] = discs
        table.supply = table.supply - discs


def load_first_cards(table: Table) -> None:
    """Turn cards up until enough are accepted; the rejected ones stay in the deck (OM-3.3, OM-3.6)."""
    unseen = table.deck
    accepted = 0
    while accepted < len(START_PLACES):
        card = random_card(table.chance, unseen)
        unseen = without_card(unseen, card)
        if is_accepted(table, card, accepted):
            lay(table, card, START_PLACES[accepted])
            table.deck = without_card(table.deck, card)
            accepted += 1


def is_accepted(table: Table, card: int, accepted: int) -> bool:
    """Whether a card may start aboard: of middling weight, and no third one of its type (OM-3.3)."""
    kind = type_of(table, card)
    alike = 0
    for start in range(accepted):
        alike += kind != NO_TYPE and type_of(table, first_card(table.cabins[START_PLACES[start]])) == kind
    return LEAST_START_WEIGHT <= WEIGHT[card] <= MOST_START_WEIGHT and alike < START_CARDS_OF_A_TYPE
