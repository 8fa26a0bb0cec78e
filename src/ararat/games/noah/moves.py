"""Moves of Noah: JSON objects and words on one side, actions on the other (section 7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...core.contract import Json
from ...core.refused import Refused
from ...core.words import Words, key_for
from .cards import NUMBER_OF_ANIMAL, aboard_card, aboard_number, card, number, say_card
from .pieces import ANIMALS, BOAT_ROOM, FROG, MASS, MOST_FROG_MASS, MOST_PLAYERS, QUAYS, SEXES
from .rules.actions import (
    BOARD,
    BOARD_FROG,
    COLLECT,
    DRAW,
    FLEE,
    GIVE,
    MORE_MASSES,
    PASS,
    PEEK,
    RECALL,
    RETURN,
    SAIL,
    STACK,
    boarded_card,
    boarded_mass,
)
from .state import Rule, Table

HIDDEN = "hidden"
FROG_NAME = ANIMALS[FROG]

# The keys of each kind of move.
FORMS: dict[str, tuple[str, ...]] = {
    "board": ("animal", "sex"),
    "collect": (),
    "peek": ("player",),
    "draw": ("player",),
    "return": ("animal", "sex"),
    "flee": ("player",),
    "sail": ("boat",),
    "give": ("animal", "sex", "player"),
    "stack": ("animal", "sex"),
    "recall": ("boat", "place"),
    "pass": (),
}


# --- From moves to actions ----------------------------------------------------------------------


def action_of(table: Table, move: Any) -> int:
    """The action that a move means; or Refused, if it is not well formed."""
    if not is_well_formed(move, int(table.players)):
        raise Refused(Rule.NO_7_1)
    return ACTION_OF[move["move"]](move)


def is_well_formed(move: Any, players: int) -> bool:
    """Whether a move has exactly the keys of its kind, each with a value that exists (NO-7.1)."""
    if not isinstance(move, dict) or not isinstance(move.get("move"), str):
        return False
    kind = move["move"]
    if kind not in FORMS:
        return False
    keys = {"move", *FORMS[kind]}
    animal = move.get("animal")
    if kind == "board" and isinstance(animal, str) and animal == FROG_NAME:
        keys |= move.keys() & {"mass"}
    if move.keys() != keys:
        return False
    return all(
        (
            "animal" not in move or (isinstance(move["animal"], str) and move["animal"] in NUMBER_OF_ANIMAL),
            "sex" not in move or _is_sex(move["sex"], off_boat=kind != "board"),
            "mass" not in move or _is_number(move["mass"], int(MASS[FROG]), MOST_FROG_MASS),
            "player" not in move or _is_number(move["player"], 0, players - 1),
            "boat" not in move or _is_number(move["boat"], 0, QUAYS - 1),
            "place" not in move or (type(move["place"]) is int and move["place"] >= 0),
        )
    )


def _is_sex(value: Any, off_boat: bool) -> bool:
    return (value is None and off_boat) or (isinstance(value, str) and len(value) == 1 and value in SEXES)


def _is_number(value: Any, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _board_action(move: Json) -> int:
    boarded = aboard_number(move["animal"], move["sex"])
    more = move.get("mass", int(MASS[FROG])) - int(MASS[FROG])
    return BOARD_FROG + (boarded & 1) * MORE_MASSES + more - 1 if more else BOARD + boarded


def _recall_action(move: Json) -> int:
    # No boat is ever so full that somebody stands at the last place: it serves for all places beyond.
    return RECALL + move["boat"] * BOAT_ROOM + min(move["place"], BOAT_ROOM - 1)


ACTION_OF: dict[str, Callable[[Json], int]] = {
    "board": _board_action,
    "collect": lambda move: COLLECT,
    "peek": lambda move: PEEK + move["player"],
    "draw": lambda move: DRAW + move["player"],
    "return": lambda move: RETURN + number(move["animal"], move["sex"]),
    "flee": lambda move: FLEE + move["player"],
    "sail": lambda move: SAIL + move["boat"],
    "give": lambda move: GIVE + number(move["animal"], move["sex"]) * MOST_PLAYERS + move["player"],
    "stack": lambda move: STACK + number(move["animal"], move["sex"]),
    "recall": _recall_action,
    "pass": lambda move: PASS,
}


# --- From actions to moves ----------------------------------------------------------------------


def move_of(table: Table, action: int) -> Json:
    """The JSON move of an action, in its normal form."""
    if action < COLLECT:
        mass = {"mass": int(boarded_mass(action))} if action >= BOARD_FROG else {}
        return {"move": "board", **aboard_card(int(boarded_card(action))), **mass}
    if action < PEEK:
        return {"move": "collect"}
    if action < DRAW:
        return {"move": "peek", "player": action - PEEK}
    if action < FLEE:
        return {"move": "draw", "player": action - DRAW}
    if action < RETURN:
        return {"move": "flee", "player": action - FLEE}
    if action < SAIL:
        return {"move": "return", **card(action - RETURN)}
    if action < GIVE:
        return {"move": "sail", "boat": action - SAIL}
    if action < STACK:
        given, player = divmod(action - GIVE, MOST_PLAYERS)
        return {"move": "give", **card(given), "player": player}
    if action < RECALL:
        return {"move": "stack", **card(action - STACK)}
    if action < PASS:
        boat, place = divmod(action - RECALL, BOAT_ROOM)
        return {"move": "recall", "boat": boat, "place": place}
    return {"move": "pass"}


def moves_of(table: Table, actions: list[int]) -> list[Json]:
    """The JSON moves of actions, in their normal form."""
    return [move_of(table, action) for action in actions]


def seen(table: Table, move: Json, viewer: int | None) -> Json:
    """A move as a viewer may see it during the match: gifts and returns are for two alone (NO-6.2)."""
    if move["move"] not in ("give", "return") or viewer in (table.turn, move.get("player", table.partner)):
        return move
    return {**move, "animal": HIDDEN, "sex": None}


# --- In words -----------------------------------------------------------------------------------


def say(move: Json, words: Words, names: list[str]) -> str:
    """A move in words, with the names of the seats; quays are counted from 1."""
    kind = move["move"]
    values: Json = {}
    key = f"move.{kind}"
    if move.get("animal") == HIDDEN:
        key += "-unseen"
    elif "mass" in move:
        key += "-mass"
        values["mass"] = move["mass"]
    if "player" in move:
        values["other"] = names[move["player"]]
        key = key_for(key, move["player"], names, words)
    if move.get("animal") == HIDDEN:
        return words(key, **values)
    if "animal" in move:
        values["card"] = say_card(move, words)
    if "boat" in move:
        values["quay"] = move["boat"] + 1
    return words(key, **values)
