"""What seats can't know, dealt anew; what they know, as numbers (OM-6)."""

from __future__ import annotations

from ....core.bits import size_of, without_first
from ....core.observations import PLACE, SEAT, Observed, has_seat, is_seat, numbers, size, written
from ....core.table import Weights
from ....core.whole import seat_count, whole
from ..pieces import KINDS, MOST_IN_CABIN, PETS
from ..state import LAYOUT, NO_CARD, Phase, Table
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


def write_cards(pile: int, numbers: Weights, at: int) -> None:
    """Write the cards of a cabin one by one, counted from 1."""
    for place in range(MOST_IN_CABIN):
        numbers[at + place] = first_card(pile) + 1 if pile else 0
        pile = without_first(pile)


def open_deck(table: Table) -> int:
    """The deck, once the match is over."""
    return table.deck if table.phase == Phase.OVER else 0


def is_open(table: Table, seat: int, other: int) -> bool:
    """Whether a seat sees the hand and the pet of another."""
    return other == seat or table.phase == Phase.OVER


def has_pet(table: Table, other: int) -> bool:
    """Whether there is a pet."""
    return table.pets[other] != NO_CARD


def open_pet(table: Table, seat: int, other: int) -> int:
    """The pet that a seat sees, counted from 1."""
    return whole(table.pets[other]) + 1 if is_open(table, seat, other) else 0


def open_hand(table: Table, seat: int, other: int) -> int:
    """The hand that a seat sees."""
    return table.hands[other] if is_open(table, seat, other) else 0


OBSERVED = Observed(
    LAYOUT,
    (
        *(numbers("players", "phase"), SEAT, numbers("shy", "chimpanzee", "first", "tilt"), size("deck")),
        numbers("upper", "rain", "supply", "todo", "lengths", "used"),
        *(written(write_copies, KINDS, "display", "removed", open_deck), written(write_cards, MOST_IN_CABIN, "cabins")),
    ),
    (
        *(PLACE, is_seat("turn", "active"), numbers("discs"), has_seat("passed"), numbers("scores")),
        *(has_seat("winners"), size("hands"), numbers(has_pet, open_pet), numbers("half_pieces", axis=1)),
        written(write_copies, KINDS, open_hand, "known"),
    ),
)
