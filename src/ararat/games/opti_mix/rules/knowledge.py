"""What seats can't know, dealt anew; what they know, as numbers (OM-6)."""

from __future__ import annotations

from ....core import observations as see
from ....core.bits import lowest_of, size_of, without_first
from ....core.table import Weights
from ....core.whole import seat_count, whole
from ....core.writing import clear, locate
from ..pieces import EJECTABLE, MOST_CABINS, PETS, SIDES, SLOTS
from ..state import LAYOUT, NO_CARD, Phase, Table, Todo
from .ark import place_of
from .cards import apart, random_card, together, with_card, without_card

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


CARDS = SLOTS.count


def write_cabins(table: Table, row: Weights) -> None:
    """Of each card the side of its cabin, from 1, and the number of the cabin; of several copies those that come
    first lie in the first cabins, port first."""
    clear(row, 2 * CARDS)
    for side in range(len(SIDES)):
        for number in range(1, whole(table.lengths[side]) + 1):
            pile = table.cabins[place_of(side, number)]
            while pile:
                locate(row, lowest_of(pile), CARDS, side + 1, number)
                pile = without_first(pile)


def to_eject(table: Table) -> int:
    """The cards that can be ejected, of which there is one each (OM-4.27)."""
    return EJECTABLE


def has_pet(table: Table, other: int) -> bool:
    """Whether there is a pet."""
    return table.pets[other] != NO_CARD


OBSERVED = see.Observed(
    LAYOUT,
    (
        *(see.SEAT, see.categories("phase", "used"), see.numbers("shy", "chimpanzee", "skunk"), see.seats("first")),
        *(see.members(len(Todo), "todo"), see.numbers("tilt", "upper", "rain", "supply", "lengths"), see.size("deck")),
        *(see.copies(SLOTS, "display"), see.members(to_eject, "removed"), see.laid_open(see.copies(SLOTS, "deck"))),
        see.drawn_up(
            write_cabins,
            see.Part(see.CATEGORY, CARDS, 0, len(SIDES), "cards.side"),
            see.Part(see.COUNT, CARDS, 0, MOST_CABINS, "cards.cabin"),
        ),
    ),
    (
        *(see.is_seat("turn", "active"), see.has_seat("passed", "winners"), see.numbers("discs", "scores")),
        *(see.size("hands"), see.flags(has_pet), see.numbers("half_pieces", axis=1), see.copies(SLOTS, "known")),
        see.laid_open(see.categories("pets", plus=1), see.copies(SLOTS, "hands")),
    ),
)
