"""What a seat knows: dealing the rest anew, and writing it down as numbers (NO-6.9, NO-6.10, NO-S.14)."""

from __future__ import annotations

from ....core.bits import all_below, size_of, without_first
from ....core.chance import below
from ....core.observations import PLACE, SEAT, Observed, has_seat, is_seat, numbers, size, written
from ....core.table import NOBODY, Weights
from ....core.whole import seat_count
from ..pieces import BOAT_ROOM, CARDS, MOST_CARDS, QUAYS, SLOTS
from ..state import LAYOUT, Boat, Phase, Table
from .boats import aboard_at, limit_of, mass_of
from .piles import apart, first_card, random_card, together, with_card, without_card, write_copies
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

PACKED = 17  # slots in one number: a 32-bit float is exact up to 24
PACKS = -(-SLOTS.count // PACKED)


def write_packed(pile: int, numbers: Weights, at: int) -> None:
    """Write a pile as a few numbers."""
    for pack in range(PACKS):
        numbers[at + pack] = (pile >> (PACKED * pack)) & all_below(PACKED)


def open_deck(table: Table) -> int:
    """The deck, once the match is over."""
    return table.deck if table.phase == Phase.OVER else 0


def load(table: Table, quay: int) -> int:
    """The mass of the boat at a quay."""
    return mass_of(table, quay, 0)


def limit(table: Table, quay: int) -> int:
    """The limit of the boat at a quay, 0 if there is none."""
    return limit_of(table, quay, 0) if table.boats[quay] != Boat.NONE else 0


def card_aboard(table: Table, place: int) -> int:
    """The card in a place of a boat, counted from 1, place by place and quay by quay."""
    quay, nth = place // BOAT_ROOM, place % BOAT_ROOM
    return table.animals[quay, nth] + 1 if nth < aboard_at(table, quay) else 0


def card_on_top(table: Table, place: int) -> int:
    """A known card on top of the deck, counted from 1."""
    return table.top[place] + 1 if place < table.top_count else 0


def is_open(table: Table, seat: int, other: int) -> bool:
    """Whether a seat sees all of a hand."""
    return other == seat or table.phase == Phase.OVER or is_solo(table)


def known_hand(table: Table, seat: int, other: int) -> int:
    """What a seat knows of a hand."""
    row = seat_count(table) if seat == NOBODY else seat
    return table.hands[other] if is_open(table, seat, other) else table.known[row, other]


OBSERVED = Observed(
    LAYOUT,
    (
        *(numbers("players", "phase", "round_number"), SEAT, numbers("noah", "departures", "boards", "pair")),
        *(numbers("leaving", "gifts"), size("deck"), numbers("top_count", "finished", "ending", "frog", "crocodile")),
        numbers("roommates", "level", "first", "starter", "reserve"),
        written(write_copies, CARDS, "gone", "looked", open_deck),
        *(numbers("boats", "aboard"), numbers(load, limit, places=QUAYS)),
        *(numbers(card_aboard, places=QUAYS * BOAT_ROOM), numbers(card_on_top, places=MOST_CARDS)),
        numbers("reasons"),
    ),
    (
        *(PLACE, is_seat("turn", "partner"), numbers("scores"), has_seat("winners"), size("hands"), numbers(is_open)),
        # Past rounds too, for completeness, and so packed.
        *(written(write_copies, CARDS, known_hand), written(write_packed, PACKS, "last_hands")),
    ),
)
