"""What the rules read from a view, and what they say a move would bring: for the terminal and for the page."""

from __future__ import annotations

from functools import lru_cache

from ...core.contract import Json
from ...core.effects import unheard
from .cards import ABOARD, CARD
from .pieces import FEMALE, MALE, QUAYS, SEXES, SLOTS, TEARS
from .rules.boarding import board
from .rules.boats import animal_of, boat_here, counted_from, fits, keeps_the_sexes, limit_of, mass_of
from .rules.moves import MOVES, boarded_card, boarded_mass
from .rules.piles import tears_of
from .rules.turns import gifts_after, leads_to, noah_stays, plays_again, refuse_sail
from .state import Boat, Rule, Table


def boat_at(table: Table, quay: int) -> Json | None:
    """The load and the limit of a boat, and the sexes that may board next."""
    if table.boats[quay] == Boat.NONE:
        return None
    return {
        "load": int(mass_of(table, quay, 0)),
        "limit": int(limit_of(table, quay, 0)),
        "asks": [SEXES[sex] for sex in (MALE, FEMALE) if keeps_the_sexes(table, quay, sex)],
    }


def ways_to(table: Table, quay: int) -> list[str]:
    """The sexes after which Noah can go to a quay."""
    return [SEXES[sex] for sex in (MALE, FEMALE) if leads_to(table, sex, quay)]


def boarding(table: Table, move: Json) -> Json:
    """What a legal `board` move would bring at once."""
    after: Table = table.copy()  # type: ignore[attr-defined]
    action = MOVES.action_of(table, move)
    here = boat_here(table)
    first = counted_from(table, here, animal_of(boarded_card(action)))
    board(after, boarded_card(action), boarded_mass(action), unheard())
    limit = limit_of(after, here, first)
    quays = [] if noah_stays(after) else [quay for quay in range(QUAYS) if refuse_sail(after, quay) == Rule.LEGAL]
    return {
        "load": int(limit if after.leaving else mass_of(after, here, first)),
        "limit": int(limit),
        "fills": bool(after.leaving),
        "gifts": int(gifts_after(after, int(after.departures) + 1)) if after.leaving and table.players > 1 else 0,
        "pair": bool(after.pair),
        "points_off": int(table.scores[table.turn] - after.scores[table.turn]),
        "flees": ABOARD.value(int(table.animals[here, 0])) if first else None,
        "quays": quays,
    }


def comes_back(table: Table) -> bool:
    """Whether the seat in turn will board where it sends Noah now."""
    return bool(plays_again(table) and table.hands[table.turn])


def fitting_at(table: Table, quay: int) -> int:
    """How many cards of the seat in turn would fit a boat."""
    if table.boats[quay] == Boat.NONE:
        return 0
    return sum(bool(fits(table, quay, one)) for one in SLOTS.cards_of(table.hands[table.turn]))


def cost_of(hand: list[Json]) -> Json:
    """The tears in an open hand, and those left without each of its cards."""
    worth = [int(TEARS[animal_of(CARD.number(one))]) for one in hand]
    return {"tears": (tears := sum(worth)), "without": [tears - one for one in worth]}


@lru_cache(4_096)
def tears_in(pile: int) -> int:
    """The tears on all cards of a pile."""
    return int(tears_of(pile))


def points_off(view: Json) -> list[int]:
    """How much less everybody has than the finished rounds brought: what crocodiles took off."""
    rounds = [sum(result["points"][seat] for result in view["results"]) for seat in range(view["players"])]
    return [points - total for points, total in zip(rounds, view["scores"], strict=True)]
