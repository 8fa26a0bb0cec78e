"""What a seat knows: dealing the rest anew, and writing it down as numbers (NO-6.9, NO-6.10, NO-S.14)."""

from __future__ import annotations

from ....core.bits import all_below, size_of, without_first
from ....core.chance import below
from ....core.result import is_winner
from ....core.table import NOBODY, Weights
from ....core.whole import seat_count
from ..pieces import BOAT_ROOM, CARDS, MOST_CARDS, MOST_PLAYERS, MOST_ROUNDS, QUAYS, RESERVE, SLOTS
from ..state import Boat, Phase, Table
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

# What `observe` writes: facts of the table, piles as copies of each card, boats place by place, one
# block a seat with the observer's own first, then past rounds, for completeness and so packed.
FACTS = 20 + RESERVE
PILES = 3
BOAT_FACTS = 4 + BOAT_ROOM
SEAT_FACTS = 7 + CARDS
PACKED = 17  # slots in one number: a 32-bit float is exact up to 24
PACKS = -(-SLOTS.count // PACKED)
OBSERVATION = (
    FACTS
    + PILES * CARDS
    + QUAYS * BOAT_FACTS
    + MOST_CARDS
    + MOST_PLAYERS * SEAT_FACTS
    + MOST_ROUNDS * (1 + MOST_PLAYERS * PACKS)
)


def observe(table: Table, seat: int, numbers: Weights) -> None:
    """Write what a seat (NOBODY: a spectator) knows as numbers, seats counted from its own."""
    own = max(seat, 0)
    over = table.phase == Phase.OVER
    at = observe_facts(table, seat, numbers)
    at = write_copies(table.gone, numbers, at)
    at = write_copies(table.looked, numbers, at)
    at = write_copies(table.deck if over else 0, numbers, at)
    for quay in range(QUAYS):
        at = observe_boat(table, quay, numbers, at)
    for place in range(MOST_CARDS):
        numbers[at + place] = table.top[place] + 1 if place < table.top_count else 0
    at += MOST_CARDS
    for step in range(MOST_PLAYERS):
        other = (own + step) % seat_count(table)
        at = observe_seat(table, seat, other, step < seat_count(table), numbers, at)
    for past in range(MOST_ROUNDS):
        numbers[at] = table.reasons[past]
        at += 1
        for step in range(MOST_PLAYERS):
            other = (own + step) % seat_count(table)
            at = observe_packed(numbers, at, table.last_hands[past, other] if step < seat_count(table) else 0)


def observe_facts(table: Table, seat: int, numbers: Weights) -> int:
    """What is on the table beside cards and seats."""
    numbers[0] = table.players
    numbers[1] = table.phase
    numbers[2] = table.round_number
    numbers[3] = seat
    numbers[4] = table.noah
    numbers[5] = table.departures
    numbers[6] = table.boards
    numbers[7] = table.pair
    numbers[8] = table.leaving
    numbers[9] = table.gifts
    numbers[10] = size_of(table.deck)
    numbers[11] = table.top_count
    numbers[12] = table.finished
    numbers[13] = table.ending
    numbers[14] = table.frog
    numbers[15] = table.crocodile
    numbers[16] = table.roommates
    numbers[17] = table.level
    numbers[18] = table.first
    numbers[19] = table.starter
    for place in range(RESERVE):
        numbers[20 + place] = table.reserve[place]
    return FACTS


def observe_packed(numbers: Weights, at: int, pile: int) -> int:
    """Write a pile as a few numbers, and return where the next ones go."""
    for pack in range(PACKS):
        numbers[at + pack] = (pile >> (PACKED * pack)) & all_below(PACKED)
    return at + PACKS


def observe_boat(table: Table, quay: int, numbers: Weights, at: int) -> int:
    """Write a boat: its kind, mass and limit, and who is aboard in which order."""
    there = table.boats[quay] != Boat.NONE
    numbers[at] = table.boats[quay]
    numbers[at + 1] = table.aboard[quay]
    numbers[at + 2] = mass_of(table, quay, 0)
    numbers[at + 3] = limit_of(table, quay, 0) if there else 0
    for place in range(BOAT_ROOM):
        numbers[at + 4 + place] = table.animals[quay, place] + 1 if place < aboard_at(table, quay) else 0
    return at + BOAT_FACTS


def observe_seat(table: Table, seat: int, other: int, there: bool, numbers: Weights, at: int) -> int:
    """Write a seat: its place, points, size of hand and what the observer knows of the hand."""
    row = seat_count(table) if seat == NOBODY else seat
    is_open = other == seat or table.phase == Phase.OVER or is_solo(table)
    hand = table.hands[other] if is_open else table.known[row, other]
    numbers[at] = other if there else NOBODY
    numbers[at + 1] = there and table.turn == other
    numbers[at + 2] = there and table.partner == other
    numbers[at + 3] = table.scores[other] if there else 0
    numbers[at + 4] = there and is_winner(table, other)
    numbers[at + 5] = size_of(table.hands[other]) if there else 0
    numbers[at + 6] = there and is_open
    return write_copies(hand if there else 0, numbers, at + 7)
