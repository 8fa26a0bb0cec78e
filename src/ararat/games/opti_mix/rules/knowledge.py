"""What seats can't know, dealt anew; what they know, as numbers (OM-6)."""

from __future__ import annotations

from ....core.bits import contains, size_of, without_first
from ....core.result import is_winner
from ....core.table import NOBODY, Weights
from ....core.whole import seat_count, whole
from ..pieces import HEAVY, KINDS, MOST_IN_CABIN, MOST_PLAYERS, PETS, PROVISION, ROOM, SIDES, TYPES
from ..state import MOST_USED, NO_CARD, Phase, Table
from .cards import apart, first_card, random_card, together, with_card, without_card, write_copies

# --- Other worlds -------------------------------------------------------------------------------


def redeal(table: Table, seat: int) -> None:
    """Deal anew what a seat (NOBODY: a spectator) can't know: pets first, for not every card can be one,
    then the unknown cards of the other hands, the rest is the deck (OM-6.1 to OM-6.6)."""
    if table.phase == Phase.OVER:
        return
    unseen = gather_unseen(table, seat)
    for other in range(seat_count(table)):
        if other != seat and table.pets[other] != NO_CARD:
            pet = random_card(table.chance, unseen & PETS)
            unseen = without_card(unseen, pet)
            table.pets[other] = pet
    for other in range(seat_count(table)):
        if other != seat:
            unknown = size_of(table.hands[other]) - size_of(table.known[other])
            hand = table.known[other]
            for _ in range(unknown):
                card = random_card(table.chance, unseen)
                unseen = without_card(unseen, card)
                hand = with_card(hand, card)
            table.hands[other] = hand
    table.deck = unseen


def gather_unseen(table: Table, seat: int) -> int:
    """All cards that a seat does not see: deck, pets and unknown cards of the others."""
    unseen = table.deck
    for other in range(seat_count(table)):
        if other != seat:
            unseen = together(unseen, apart(table.hands[other], table.known[other]))
            if table.pets[other] != NO_CARD:
                unseen = with_card(unseen, whole(table.pets[other]))
    return unseen


# --- Numbers ------------------------------------------------------------------------------------

# What `observe` writes: facts of the table, piles as copies of each card, cabins card by card with
# those of each side together, then one block a seat with two piles, the observer's own first.
FACTS = 14 + MOST_USED
PILES = 3
SEAT_FACTS = 10 + len(TYPES) + 2 * KINDS
OBSERVATION = FACTS + PILES * KINDS + len(SIDES) * ROOM * MOST_IN_CABIN + MOST_PLAYERS * SEAT_FACTS


def observe(table: Table, seat: int, numbers: Weights) -> None:
    """Write what a seat (NOBODY: a spectator) knows as numbers, seats counted from its own."""
    at = observe_facts(table, seat, numbers)
    at = write_copies(table.display, numbers, at)
    at = write_copies(table.removed, numbers, at)
    at = write_copies(table.deck if table.phase == Phase.OVER else 0, numbers, at)
    for place in range(len(SIDES) * ROOM):
        at = observe_cabin(numbers, at, table.cabins[place])
    for step in range(MOST_PLAYERS):
        other = (max(seat, 0) + step) % seat_count(table)
        at = observe_seat(table, seat, other, step < seat_count(table), numbers, at)


def observe_facts(table: Table, seat: int, numbers: Weights) -> int:
    """What is on the table beside cards and seats."""
    numbers[0] = table.players
    numbers[1] = table.phase
    numbers[2] = seat
    numbers[3] = table.shy
    numbers[4] = table.chimpanzee
    numbers[5] = table.first
    numbers[6] = table.tilt
    numbers[7] = size_of(table.deck)
    numbers[8] = table.upper
    numbers[9] = table.rain
    numbers[10] = table.supply
    numbers[11] = table.todo
    numbers[12] = table.lengths[0]
    numbers[13] = table.lengths[1]
    for card in range(MOST_USED):
        numbers[14 + card] = table.used[card]
    return FACTS


def observe_cabin(numbers: Weights, at: int, pile: int) -> int:
    """Write the cards of a cabin, counted from 1, and return where the next numbers go."""
    for place in range(MOST_IN_CABIN):
        numbers[at + place] = first_card(pile) + 1 if pile else 0
        pile = without_first(pile)
    return at + MOST_IN_CABIN


def observe_seat(table: Table, seat: int, other: int, there: bool, numbers: Weights, at: int) -> int:
    """Write a seat: its place, discs, pieces, pet and what the observer knows of its hand."""
    is_open = other == seat or table.phase == Phase.OVER
    pet = whole(table.pets[other])
    numbers[at] = other if there else NOBODY
    numbers[at + 1] = there and table.turn == other
    numbers[at + 2] = there and table.active == other
    numbers[at + 3] = table.discs[other] if there else 0
    numbers[at + 4] = there and contains(table.passed, other)
    numbers[at + 5] = table.scores[other] if there else 0
    numbers[at + 6] = there and is_winner(table, other)
    numbers[at + 7] = size_of(table.hands[other]) if there else 0
    numbers[at + 8] = there and pet != NO_CARD
    numbers[at + 9] = pet + 1 if there and is_open else 0
    for kind in range(HEAVY, PROVISION + 1):
        numbers[at + 10 + kind] = table.half_pieces[kind, other] if there else 0
    at = write_copies(table.hands[other] if there and is_open else 0, numbers, at + 10 + len(TYPES))
    return write_copies(table.known[other] if there else 0, numbers, at)
