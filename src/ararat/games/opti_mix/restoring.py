"""Which states of Arche Opti Mix can be, and what is impossible about the others (OM-8.1)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from ...core.contract import Json
from ...core.shape import Shape
from ...core.table import NOBODY
from ...errors import BadState
from . import GAME
from .cards import NUMBER_OF_CARD, is_cabin_name, pile_of, place_of_cabin
from .pieces import (
    CARDS,
    DISCS,
    MOST_CARDS,
    MOST_POINTS,
    MOST_TILT,
    RAINS,
    ROOM,
    SLOTS,
    TYPES,
)
from .rules.ark import fill, side_of
from .rules.invariants import fault
from .state import MOST_HALVES, MOST_USED, NO_CARD, Fault, Phase, Todo

KEYS = (
    "active",
    "used",
    "todo",
    "cabins",
    "tilt",
    "display",
    "deck",
    "upper",
    "rain",
    "hands",
    "known",
    "pets",
    "removed",
    "discs",
    "supply",
    "pieces2",
    "passed",
)
COPIES = dict(zip(CARDS, SLOTS.copies, strict=True))
PHASES = tuple(phase.name.lower() for phase in Phase)
TODO = tuple(step.name.lower() for step in Todo)


def check(state: Any) -> None:
    """Refuse what has not the form of a state."""
    shape = Shape(GAME, state, KEYS)
    shape.one_of("phase", PHASES)
    shape.seat_or_none("turn")
    shape.seat_or_none("active")
    _check_numbers(shape)
    _check_cards(shape)
    todo, used = shape.names("todo", state["todo"]), shape.names("used", state["used"])
    if todo != [word for word in TODO if word in todo]:
        raise BadState("state.shape", field="todo", expected=" | ".join(TODO))
    if len(used) > MOST_USED or not all(map(is_cabin_name, used)):
        raise BadState("state.shape", field="used", expected="[P1, S1]")
    if not all(isinstance(flag, bool) for flag in shape.each_seat("passed")):
        raise BadState("state.shape", field="passed", expected="[true | false, ...]")


def _check_numbers(shape: Shape) -> None:
    """Numbers are numbers within their ranges."""
    shape.whole_each("scores", 0, MOST_POINTS)
    shape.seats("winners")
    shape.whole("tilt", -MOST_TILT, MOST_TILT)
    shape.whole("upper", 0, MOST_CARDS)
    shape.whole("rain", 0, RAINS)
    shape.whole_each("discs", 0, DISCS)
    shape.whole("supply", 0, DISCS)
    for kind, halves in shape.object("pieces2", TYPES).items():
        if len(shape.list_of("pieces2", halves)) != shape.players:
            raise BadState("state.per-seat", field=f"pieces2.{kind}", players=shape.players)
        for number in halves:
            shape.number("pieces2", number, 0, MOST_HALVES)


def _check_cards(shape: Shape) -> None:
    """Cards are cards, in no pile more copies than there are."""
    state, cabins = shape.state, shape.state["cabins"]
    if not isinstance(cabins, dict) or not all(map(is_cabin_name, cabins)):
        raise BadState("state.shape", field="cabins", expected="{P1: [...], S1: [...], ...}")
    piles = [("cabins", cards) for cards in cabins.values()]
    piles += [(key, state[key]) for key in ("display", "deck", "removed")]
    piles += [(key, cards) for key in ("hands", "known") for cards in shape.each_seat(key)]
    piles += [("pets", [pet]) for pet in shape.each_seat("pets") if pet is not None]
    for key, cards in piles:
        for name, copies in Counter(shape.names(key, cards)).items():
            if copies > COPIES.get(name, 0):
                raise BadState("state.shape", field=key, expected="[...], " + " | ".join(CARDS))


def table_of(state: Any) -> np.ndarray:
    """The table of a state; BadState says what is impossible about it."""
    check(state)
    tables = lay_out(state)
    broken = Fault(fault(tables[0]))
    if broken:
        raise BadState(f"fault.{broken.name.lower().replace('_', '-')}", GAME.package)
    return tables


def lay_out(state: Json) -> np.ndarray:
    """The table of a state that can be."""
    tables = GAME.new_table(state["players"], state["options"])
    table = tables[0]
    seats = range(state["players"])
    table.phase = PHASES.index(state["phase"])
    table.turn = NOBODY if state["turn"] is None else state["turn"]
    table.active = NOBODY if state["active"] is None else state["active"]
    for name, cards in state["cabins"].items():
        place = place_of_cabin(name)
        fill(table, place, pile_of(cards))
        side = side_of(place)
        table.lengths[side] = max(int(table.lengths[side]), place - side * ROOM)
    for key in ("display", "deck", "removed"):
        table[key] = pile_of(state[key])
    for key in ("tilt", "upper", "rain", "supply"):
        table[key] = state[key]
    for seat in seats:
        table.hands[seat] = pile_of(state["hands"][seat])
        table.known[seat] = pile_of(state["known"][seat])
        pet = state["pets"][seat]
        table.pets[seat] = NO_CARD if pet is None else NUMBER_OF_CARD[pet]
        table.discs[seat] = state["discs"][seat]
        table.scores[seat] = state["scores"][seat]
        for number, kind in enumerate(TYPES):
            table.half_pieces[number, seat] = state["pieces2"][kind][seat]
    for number, name in enumerate(state["used"]):
        table.used[number] = place_of_cabin(name)
    table.todo = sum(Todo[word.upper()] for word in state["todo"])
    table.passed = sum(1 << seat for seat in seats if state["passed"][seat])
    table.winners = sum(1 << seat for seat in state["winners"])
    return tables
