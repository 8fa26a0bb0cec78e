"""Your own numbers in a refusal: what a boat carries and would carry (figures.<rule> in the catalogues)."""

from __future__ import annotations

from ...core.bits import without_first
from ...core.contract import Json
from ...core.whole import seat_in_turn
from .pieces import FROG, LIMIT, MASS, WOODPECKER, WOODPECKER_LIMIT
from .rules.boats import animal_of, boat_here, counted_from, fits, limit_of, mass_of
from .rules.moves import MOVES, boarded_card, boarded_mass
from .rules.piles import first_card
from .state import Rule, Table


def load(table: Table, move: Json) -> Json:
    """Mass of the boat here and of the animal, both together, and what the boat carries (NO-4.6, NO-4.7, NO-P.3)."""
    action = MOVES.action_of(table, move)
    animal, here = animal_of(boarded_card(action)), boat_here(table)
    first = counted_from(table, here, animal)
    aboard = mass_of(table, here, first)
    mass = boarded_mass(action) if animal == FROG else int(MASS[animal])
    limit = WOODPECKER_LIMIT if animal == WOODPECKER else limit_of(table, here, first)
    return {"aboard": int(aboard), "mass": int(mass), "total": int(aboard + mass), "limit": int(limit)}


def plain_load(table: Table, move: Json) -> Json:
    """The same beside the limit of a boat without a woodpecker, which is passed already (NO-4.6)."""
    return load(table, move) | {"limit": LIMIT}


def those_that_fit(table: Table, move: Json) -> Json:
    """How many cards of the hand fit the boat here (NO-4.9)."""
    cards, count = table.hands[seat_in_turn(table)], 0
    while cards:
        count += fits(table, boat_here(table), first_card(cards))
        cards = without_first(cards)
    return {"count": int(count)}


FIGURES = {Rule.NO_4_6: plain_load, Rule.NO_4_7: load, Rule.NO_P_3: load, Rule.NO_4_9: those_that_fit}
