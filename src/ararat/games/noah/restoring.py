"""Reading states of Noah: the form of the JSON, and the table laid out from it; `fault` says what cannot be."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from ...core.contract import Json
from ...core.shape import Shape
from ...core.table import NOBODY
from ...errors import BadState
from . import GAME
from .cards import NUMBER_OF_ANIMAL, aboard_number, number, pile_of
from .pieces import BOAT_ROOM, BOATS, MOST_BOARDS, MOST_CARDS, MOST_ROUNDS, QUAYS, RESERVE, SLOTS
from .rules.invariants import fault
from .state import MOST_POINTS, Boat, Fault, Phase, Reason, possible_phases

KEYS = (
    "round",
    "starter",
    "noah",
    "boats",
    "reserve",
    "departures",
    "gone",
    "hands",
    "deck",
    "top",
    "looked",
    "boards",
    "pair",
    "leaving",
    "gifts",
    "partner",
    "known",
    "results",
)
KINDS = {"plain": Boat.PLAIN, "roommates": Boat.ROOMMATES}
REASONS = {reason.name.lower().replace("_", "-"): reason for reason in Reason if reason != Reason.NONE}


def check(state: Any) -> None:
    """Refuse what has not the form of a state."""
    shape = Shape(GAME, state, KEYS)
    possible = possible_phases(shape.players, shape.options)
    shape.one_of("phase", tuple(phase.name.lower() for phase in Phase if phase in possible))
    shape.seat_or_none("turn")
    shape.whole("round", 1, MOST_ROUNDS)
    shape.whole_each("scores", 0, MOST_POINTS)
    shape.seats("winners")
    shape.seat("starter")
    shape.whole("noah", 0, QUAYS - 1)
    shape.whole("departures", 0, BOATS)
    shape.whole("boards", 0, MOST_BOARDS)
    shape.whole("gifts", 0, RESERVE + 1)
    shape.seat_or_none("partner")
    shape.flag("pair")
    shape.flag("leaving")
    _check_boats(shape)
    for key in ("gone", "deck", "looked"):
        _check_pile(shape, key, state[key])
    _check_cards(shape, "top", state["top"], MOST_CARDS)
    for hand in shape.each_seat("hands"):
        _check_pile(shape, "hands", hand)
    rows = shape.items("known")
    if len(rows) != shape.players + 1 or any(len(shape.list_of("known", row)) != shape.players for row in rows):
        raise BadState("state.shape", field="known", expected=f"[{shape.players + 1} x [{shape.players} x [...]]]")
    for pile in sum(rows, []):
        _check_pile(shape, "known", pile)
    _check_results(shape)


def _check_boats(shape: Shape) -> None:
    """Five quays, each with a boat or none, and a reserve."""
    boats, reserve = shape.items("boats"), shape.items("reserve")
    if len(boats) != QUAYS or len(reserve) > RESERVE:
        raise BadState("state.shape", field="boats, reserve", expected=f"[{QUAYS} x ...], [0 ... {RESERVE} x ...]")
    for boat in boats:
        if boat is not None:
            shape.parts("boats", boat, ("kind", "animals"))
            _check_cards(shape, "boats", boat["animals"], BOAT_ROOM, sexes=("m", "f"))
    for kind in [*(boat["kind"] for boat in boats if boat is not None), *reserve]:
        if not isinstance(kind, str) or kind not in KINDS:
            raise BadState("state.shape", field="boats, reserve", expected=" | ".join(KINDS))


def _check_cards(shape: Shape, key: str, cards: Any, most: int, sexes: tuple[Any, ...] = ("m", "f", None)) -> None:
    """So many cards, each an animal that exists with a sex that it can have."""
    for one in shape.list_of(key, cards):
        shape.parts(key, one, ("animal", "sex"))
        animal, sex = one["animal"], one["sex"]
        a_sex = sex is None or isinstance(sex, str)
        if not (isinstance(animal, str) and animal in NUMBER_OF_ANIMAL and a_sex and sex in sexes):
            raise BadState("state.shape", field=key, expected='{"animal": ..., "sex": "m" | "f" | null}')
    if len(cards) > most:
        raise BadState("state.shape", field=key, expected=f"[0 ... {most} x ...]")


def _check_pile(shape: Shape, key: str, cards: Any) -> None:
    """Cards off the boats, none of them more often than it is in the box."""
    _check_cards(shape, key, cards, MOST_CARDS)
    for card, count in Counter(number(one["animal"], one["sex"]) for one in cards).items():
        if count > SLOTS.copies[card]:
            raise BadState("fault.cards-amiss", GAME.package)


def _check_results(shape: Shape) -> None:
    """Finished rounds with a reason, and hands and points of every seat."""
    results = shape.items("results")
    if len(results) > MOST_ROUNDS:
        raise BadState("state.shape", field="results", expected=f"[0 ... {MOST_ROUNDS} x ...]")
    for result in results:
        shape.parts("results", result, ("reason", "hands", "points"))
        if not isinstance(result["reason"], str) or result["reason"] not in REASONS:
            raise BadState("state.shape", field="results", expected=" | ".join(REASONS))
        for hand in shape.list_of("results", result["hands"]):
            _check_pile(shape, "results", hand)
        for points in shape.list_of("results", result["points"]):
            shape.number("results", points, 0, MOST_POINTS)
        if len(result["hands"]) != shape.players or len(result["points"]) != shape.players:
            raise BadState("state.per-seat", field="results", players=shape.players)


def demand_no_fault(table: Any) -> None:
    """Refuse a table that cannot be, with the sentence of its fault."""
    number = fault(table)
    if number != Fault.NONE:
        raise BadState(f"fault.{Fault(number).name.lower().replace('_', '-')}", GAME.package)


def lay(state: Json) -> np.ndarray:
    """Lay a table out as a state says, without asking whether it can be."""
    tables = GAME.new_table(state["players"], state["options"])
    table = tables[0]
    table.phase = Phase[state["phase"].upper()]
    table.turn = NOBODY if state["turn"] is None else state["turn"]
    table.round_number = state["round"]
    table.winners = sum(1 << seat for seat in state["winners"])
    for key in ("starter", "noah", "departures", "boards", "pair", "leaving", "gifts"):
        table[key] = state[key]
    table.partner = NOBODY if state["partner"] is None else state["partner"]
    for quay, boat in enumerate(state["boats"]):
        if boat is not None:
            table.boats[quay] = KINDS[boat["kind"]]
            table.aboard[quay] = len(boat["animals"])
            for place, one in enumerate(boat["animals"]):
                table.animals[quay, place] = aboard_number(one["animal"], one["sex"])
    for place, kind in enumerate(state["reserve"]):
        table.reserve[place] = KINDS[kind]
    for key in ("deck", "gone", "looked"):
        table[key] = pile_of(state[key])
    table.top_count = len(state["top"])
    for place, one in enumerate(state["top"]):
        table.top[place] = number(one["animal"], one["sex"])
    for seat in range(state["players"]):
        table.hands[seat] = pile_of(state["hands"][seat])
        table.scores[seat] = state["scores"][seat]
        for viewer in range(state["players"] + 1):
            table.known[viewer, seat] = pile_of(state["known"][viewer][seat])
    table.finished = len(state["results"])
    for past, result in enumerate(state["results"]):
        table.reasons[past] = REASONS[result["reason"]]
        for seat, hand in enumerate(result["hands"]):
            table.last_hands[past, seat] = pile_of(hand)
    return tables
