"""What a seat knows: dealing the rest anew, and writing it down as numbers (NO-6.9, NO-6.10, NO-S.14)."""

from __future__ import annotations

import numpy as np

from ....core import observations as see
from ....core.bits import size_of, without_first
from ....core.chance import below
from ....core.table import NOBODY, Weights
from ....core.whole import seat_count, whole
from ....core.writing import clear, locate
from ..pieces import BOAT_ROOM, CARDS, MOST_CARDS, MOST_ROUNDS, QUAYS, ROUNDS, SLOTS, SNAIL_CARD
from ..state import LAYOUT, Ending, Phase, Table
from .boats import aboard_at
from .piles import apart, first_card, off_boat, random_card, together, with_card, without_card
from .rounds import is_solo

# One in so many cards of a hand is known to a viewer. In random games it is 49, 31, 23 and 19 % for
# a seat of 2, 3, 4 and 5, and 15 to 23 % for the spectator.
REMEMBERED = 4


# --- Dealing anew -------------------------------------------------------------------------------


def redeal(table: Table, seat: int) -> None:
    """Deal anew all that a seat (NOBODY: a spectator) can't know: cards, and what others know of them.

    Solo hides nothing that can't be counted, and the end of a match nothing at all.
    """
    if is_solo(table) or table.phase == Phase.OVER:
        return
    row = seat_count(table) if seat == NOBODY else seat
    pool = table.deck
    for other in range(seat_count(table)):
        if other != seat:
            pool = together(pool, apart(table.hands[other], table.known[row, other]))
    for other in range(seat_count(table)):
        if other != seat:
            hand = table.known[row, other]
            for _ in range(size_of(table.hands[other]) - size_of(hand)):
                card = random_card(table.chance, pool)
                pool = without_card(pool, card)
                hand = with_card(hand, card)
            table.hands[other] = hand
    table.deck = pool
    deal_memories(table, row)


def deal_memories(table: Table, row: int) -> None:
    """Deal what every other viewer knows: whatever the spectator knows, all seats know."""
    spectator = seat_count(table)
    for hand in range(seat_count(table)):
        if row != spectator:
            # The seat itself knows its own hand and what it remembers of the others.
            table.known[spectator, hand] = some_of(table, table.hands[hand] if hand == row else table.known[row, hand])
        public = table.known[spectator, hand]
        for viewer in range(seat_count(table)):
            if viewer != row and viewer != hand:
                table.known[viewer, hand] = together(public, some_of(table, apart(table.hands[hand], public)))


def some_of(table: Table, pile: int) -> int:
    """A random part of a pile."""
    part = 0
    while pile:
        if below(table.chance, REMEMBERED) == 0:
            part = with_card(part, first_card(pile))
        pile = without_first(pile)
    return part


# --- Numbers ------------------------------------------------------------------------------------

ALL_CARDS, SNAILS = SLOTS.count, SLOTS.copies[SNAIL_CARD]
FIRST_SLOT = np.searchsorted(SLOTS.card_of, np.arange(CARDS))


def write_aboard(table: Table, row: Weights) -> None:
    """Of each card the quay of its boat, from 1, and its place aboard, from 1; then which snails are males.

    Of several copies those that come first lie at the first quays.
    """
    clear(row, 2 * ALL_CARDS + SNAILS)
    for quay in range(QUAYS):
        for place in range(aboard_at(table, quay)):
            card = whole(table.animals[quay, place])
            slot = locate(row, FIRST_SLOT[off_boat(card)], ALL_CARDS, quay + 1, place + 1)
            if card > SNAIL_CARD and off_boat(card) == SNAIL_CARD:
                row[2 * ALL_CARDS + slot - FIRST_SLOT[SNAIL_CARD]] = 1


def cards_on_top(table: Table) -> int:
    """How many cards can be known on top of the deck: those of a solo match."""
    return MOST_CARDS if is_solo(table) else 0


def rounds_kept(table: Table) -> int:
    """How many rounds there can be (NO-5.4, NO-5.5)."""
    if is_solo(table):
        return 1
    return ROUNDS if table.ending == Ending.THREE_ROUNDS else MOST_ROUNDS


def known_hand(table: Table, seat: int, other: int) -> int:
    """What a seat knows of a hand."""
    row = seat_count(table) if seat == NOBODY else seat
    is_open = other == seat or table.phase == Phase.OVER or is_solo(table)
    return table.hands[other] if is_open else table.known[row, other]


OBSERVED = see.Observed(
    LAYOUT,
    (
        *(see.SEAT, see.categories("phase", "noah", "ending", "level"), see.numbers("frog", "crocodile", "roommates")),
        *(see.seats("first", "starter"), see.numbers("round_number", "departures", "boards", "pair", "leaving")),
        *(see.numbers("gifts", "finished"), see.size("deck"), see.categories("boats", "reserve")),
        *(see.copies(SLOTS, "gone"), see.laid_open(see.copies(SLOTS, "deck"))),
        see.drawn_up(
            write_aboard,
            see.Part(see.CATEGORY, ALL_CARDS, 0, QUAYS, "aboard.quay"),
            see.Part(see.COUNT, ALL_CARDS, 0, BOAT_ROOM, "aboard.place"),
            see.Part(see.BITS, SNAILS, 0, 1, "aboard.male_snail"),
        ),
        *(see.where(rounds_kept, see.categories("reasons")), see.where(cards_on_top, see.categories("top"))),
        see.where(is_solo, see.copies(SLOTS, "looked"), see.numbers("top_count")),
    ),
    (
        *(see.is_seat("turn", "partner"), see.numbers("scores"), see.has_seat("winners"), see.size("hands")),
        *(see.copies(SLOTS, known_hand), see.where(rounds_kept, see.copies(SLOTS, "last_hands"))),
    ),
)
