"""Moves of Arche Opti Mix: JSON to action and back (section 7), and in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.contract import Json
from ...core.refused import Refused
from ...core.words import Words
from .cards import HIDDEN, NUMBER_OF_CARD, cabin_of, is_cabin_name, place_of_cabin, say_card
from .pieces import BEYOND, CARDS, EJECTORS, KINDS, PROVISION, ROOM, TYPES
from .rules.actions import (
    BOOST,
    CABINS,
    EJECT,
    NO_BOOST,
    NO_PET,
    PASS,
    PET,
    PICK,
    PLAY,
    STOP,
    TAKE,
    place_of_card,
    played_card,
    played_place,
    refuse_kind,
    victim_of,
)
from .rules.placing import judge_play, write_rules
from .state import Row, Rule, Table

# What a move needs beside its kind, and what it may have.
FORMS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "take": (("card",), ()),
    "play": (("card", "cabin"), ("eject",)),
    "boost": (("type",), ()),
    "pick": (("card",), ()),
    "stop": ((), ()),
    "pet": (("card",), ()),
    "pass": ((), ()),
}
MAY_BE_NULL = {("play", "eject"), ("boost", "type"), ("pet", "card")}
NUMBER_OF_EJECTOR = {int(card): number for number, card in enumerate(EJECTORS)}


# --- From moves to actions ----------------------------------------------------------------------


def action_of(table: Table, move: Any) -> int:
    """The action that a move means; or Refused, if it is not well formed or ejects what no action can."""
    if not is_well_formed(move):
        raise Refused(Rule.OM_7_1)
    return ACTION_OF[move["move"]](table, move)


def is_well_formed(move: Any) -> bool:
    """Whether a move has the keys of its kind, each with a value of its form (OM-7.1)."""
    if not isinstance(move, dict) or not isinstance(move.get("move"), str) or move["move"] not in FORMS:
        return False
    kind = move["move"]
    needed, allowed = FORMS[kind]
    if not {"move", *needed} <= move.keys() <= {"move", *needed, *allowed}:
        return False
    return all(_is_value(kind, key, value) for key, value in move.items() if key != "move")


def _is_value(kind: str, key: str, value: Any) -> bool:
    if value is None:
        return (kind, key) in MAY_BE_NULL
    if key == "cabin":
        return is_cabin_name(value)
    return isinstance(value, str) and value in (TYPES if key == "type" else NUMBER_OF_CARD)


def _play_action(table: Table, move: Json) -> int:
    """A play; an ejection is an action only if an ejector meets its victim in the cabin that the move names."""
    card, place = NUMBER_OF_CARD[move["card"]], place_of_cabin(move["cabin"])
    side, number = divmod(place, ROOM)
    action = PLAY + card * CABINS + side * BEYOND + number - 1
    if move.get("eject") is None:
        return action
    victim = NUMBER_OF_CARD[move["eject"]]
    if card in NUMBER_OF_EJECTOR and place_of_card(table, victim) == place:
        return EJECT + NUMBER_OF_EJECTOR[card] * KINDS + victim
    not_due = refuse_kind(table, action)
    if not_due != Rule.LEGAL:
        raise Refused(Rule(not_due))
    rules = np.zeros(len(Row), np.int64)
    count = write_rules(judge_play(table, card, place, victim), rules)
    raise Refused(*(Rule(number) for number in rules[:count].tolist()))


def _boost_action(table: Table, move: Json) -> int:
    # Pieces on provision never stand on a disc: such a boost is refused as one that does not fit.
    if move["type"] == TYPES[PROVISION]:
        not_due = refuse_kind(table, NO_BOOST)
        raise Refused(Rule(not_due) if not_due != Rule.LEGAL else Rule.OM_4_24)
    return NO_BOOST if move["type"] is None else BOOST + TYPES.index(move["type"])


ACTION_OF: dict[str, Callable[[Any, Json], int]] = {
    "take": lambda table, move: TAKE + NUMBER_OF_CARD[move["card"]],
    "play": _play_action,
    "boost": _boost_action,
    "pick": lambda table, move: PICK + NUMBER_OF_CARD[move["card"]],
    "stop": lambda table, move: STOP,
    "pet": lambda table, move: NO_PET if move["card"] is None else PET + NUMBER_OF_CARD[move["card"]],
    "pass": lambda table, move: PASS,
}


# --- From actions to moves ----------------------------------------------------------------------


def move_of(table: Table, action: int) -> Json:
    """The JSON move of a legal action, in its normal form."""
    if action < PLAY:
        return {"move": "take", "card": CARDS[action - TAKE]}
    if action < BOOST:
        return _play_move(table, action)
    if action < PICK:
        return {"move": "boost", "type": None if action == NO_BOOST else TYPES[action - BOOST]}
    if action < STOP:
        return {"move": "pick", "card": CARDS[action - PICK]}
    if action == STOP:
        return {"move": "stop"}
    if action < PASS:
        return {"move": "pet", "card": None if action == NO_PET else CARDS[action - PET]}
    return {"move": "pass"}


def _play_move(table: Table, action: int) -> Json:
    cabin = cabin_of(int(played_place(table, action)))
    move = {"move": "play", "card": CARDS[played_card(action)], "cabin": cabin}
    return move if action < EJECT else {**move, "eject": CARDS[victim_of(action)]}


def moves_of(table: Table, actions: list[int]) -> list[Json]:
    """The JSON moves of legal actions, in their normal form."""
    return [move_of(table, action) for action in actions]


def seen(table: Table, move: Json, viewer: int | None) -> Json:
    """A move as a viewer may see it during the match: which pet it is, its seat alone knows (OM-6.7)."""
    if move["move"] == "pet" and move["card"] is not None and viewer != table.turn:
        return {**move, "card": HIDDEN}
    return move


# --- In words -----------------------------------------------------------------------------------


def say(move: Json, words: Words, names: list[str]) -> str:
    """A move in words."""
    key = f"move.{move['move']}"
    values: Json = {}
    if move.get("card", "") is None or move.get("type", "") is None:
        return words(f"{key}-none")
    if move.get("card") == HIDDEN:
        return words(f"{key}-unseen")
    if "card" in move:
        values["card"] = say_card(move["card"], words)
    if "type" in move:
        values["type"] = words(f"type.{move['type']}")
    if "cabin" in move:
        values["cabin"] = move["cabin"]
    if "eject" in move:
        key += "-eject"
        values["victim"] = say_card(move["eject"], words)
    return words(key, **values)
