"""Boats: where they lie, who is aboard, how heavy it is, who may come aboard."""

from __future__ import annotations

from ....core.bits import without_first
from ....core.chance import below
from ....core.rows import take_out
from ....core.whole import seat_in_turn, whole
from ..pieces import BOATS, CROCODILE, FROG, LIMIT, MALE, MASS, QUAYS, RESERVE, SNAIL_CARD, WOODPECKER, WOODPECKER_LIMIT
from ..state import Boat, Rule, Table
from .piles import different_cards, draw_from_deck, first_card, off_boat, with_card


def animal_of(card: int) -> int:
    """The species of a card."""
    return card >> 1


def sex_of(card: int) -> int:
    """The sex of a card aboard."""
    return card & 1


def boat_here(table: Table) -> int:
    """The quay where Noah stands, as a full-sized number."""
    return whole(table.noah)


def aboard_at(table: Table, quay: int) -> int:
    """How many animals are aboard, as a full-sized number."""
    return whole(table.aboard[quay])


def last_aboard(table: Table, quay: int) -> int:
    """The card on top of a boat that is not empty."""
    return whole(table.animals[quay, aboard_at(table, quay) - 1])


def mass_of(table: Table, quay: int, first: int) -> int:
    """The mass of a boat, counted from its first, second ... animal on."""
    mass = 0
    for place in range(first, aboard_at(table, quay)):
        mass += MASS[animal_of(table.animals[quay, place])]
    return mass


def has_aboard(table: Table, quay: int, animal: int, first: int) -> bool:
    """Whether a species is aboard, looked for from the first, second ... animal on."""
    for place in range(first, aboard_at(table, quay)):
        if animal_of(table.animals[quay, place]) == animal:
            return True
    return False


def limit_of(table: Table, quay: int, first: int) -> int:
    """The limit of a boat: lower with a woodpecker aboard (NO-4.7)."""
    return WOODPECKER_LIMIT if has_aboard(table, quay, WOODPECKER, first) else LIMIT


def is_full(table: Table, quay: int, first: int) -> bool:
    """Whether a boat is exactly at its limit (NO-4.19)."""
    return mass_of(table, quay, first) == limit_of(table, quay, first)


def counted_from(table: Table, quay: int, animal: int) -> int:
    """The first animal that still counts when this one boards: a crocodile scares one off (NO-P.7)."""
    return 1 if animal == CROCODILE and table.aboard[quay] > 0 else 0


def keeps_the_sexes(table: Table, quay: int, sex: int) -> bool:
    """A new animal has the sex of the last but one; the first two are free (NO-4.5)."""
    count = aboard_at(table, quay)
    return count < 2 or sex_of(table.animals[quay, count - 2]) == sex


def refuse_aboard(table: Table, quay: int, card: int, mass: int) -> int:
    """Why a card can't board a boat, a frog counting as `mass` (NO-4.5 to NO-4.7, NO-P.3, NO-P.7, NO-P.10)."""
    animal = animal_of(card)
    first = counted_from(table, quay, animal)
    if not keeps_the_sexes(table, quay, sex_of(card)):
        return Rule.NO_4_5
    before = mass_of(table, quay, first)
    if before + MASS[animal] > LIMIT:
        return Rule.NO_4_6
    limit = WOODPECKER_LIMIT if animal == WOODPECKER else limit_of(table, quay, first)
    if before + MASS[animal] > limit:
        return Rule.NO_4_7
    if table.boats[quay] == Boat.ROOMMATES and has_aboard(table, quay, animal, 0):
        return Rule.NO_P_10
    return Rule.NO_P_3 if animal == FROG and mass != MASS[FROG] and before + mass != limit else Rule.LEGAL


def fits(table: Table, quay: int, card: int) -> bool:
    """Whether a card of a hand fits a boat; a snail does with either sex (section 7)."""
    if card == SNAIL_CARD and refuse_aboard(table, quay, card + MALE, 0) == Rule.LEGAL:
        return True
    return refuse_aboard(table, quay, card, MASS[FROG]) == Rule.LEGAL


def some_card_fits(table: Table) -> bool:
    """Whether the seat in turn has a card that fits the boat here (NO-4.8, NO-4.9)."""
    cards = different_cards(table.hands[seat_in_turn(table)])
    while cards:
        if fits(table, boat_here(table), first_card(cards)):
            return True
        cards = without_first(cards)
    return False


def load(table: Table, quay: int, card: int) -> None:
    """Put a card on top of a boat."""
    table.animals[quay, table.aboard[quay]] = card
    table.aboard[quay] = table.aboard[quay] + 1


def unload(table: Table, quay: int, place: int) -> int:
    """Take an animal off a boat, which closes ranks; it is off the boat now (NO-4.4)."""
    table.aboard[quay] = table.aboard[quay] - 1
    return off_boat(take_out(table.animals[quay], place, 0))


def unload_all(table: Table, quay: int, pile: int) -> int:
    """Empty a boat into a pile and return the pile."""
    for place in range(aboard_at(table, quay)):
        pile = with_card(pile, off_boat(table.animals[quay, place]))
        table.animals[quay, place] = 0
    table.aboard[quay] = 0
    return pile


def lay_out_boats(table: Table) -> None:
    """Five empty boats at the quays, three in the reserve; the roommates boat is anywhere (NO-3.2, NO-P.11)."""
    odd_one = below(table.chance, BOATS) if table.roommates else BOATS
    for quay in range(QUAYS):
        unload_all(table, quay, 0)
        table.boats[quay] = Boat.ROOMMATES if quay == odd_one else Boat.PLAIN
    for place in range(RESERVE):
        table.reserve[place] = Boat.ROOMMATES if QUAYS + place == odd_one else Boat.PLAIN


def draw_aboard(table: Table) -> int:
    """A random card for a boat of the setup; a snail's sex is left to chance (NO-3.4)."""
    card = draw_from_deck(table)
    if card == SNAIL_CARD:
        card += below(table.chance, 2)
    return card
