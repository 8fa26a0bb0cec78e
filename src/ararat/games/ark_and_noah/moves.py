"""Moves of Ark & Noah: JSON to action and back (section 7), and in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...core.contract import Json
from ...core.refused import Refused
from ...core.words import Words
from .board import CELL_NAMES, EDGES, GRID, JOINTS, NUMBER_OF_CELL, NUMBER_OF_EDGE, NUMBER_OF_JOINT
from .names import NUMBER_OF_SPECIES, NUMBER_OF_TILE, say_edge, say_joint, say_species, say_tile
from .pieces import ACTION_NAMES, REWARDS, SEXES, SPECIES, TILE_COUNT, TILES
from .rules.actions import (
    ACTION,
    BAG,
    BOARD,
    DONE,
    DRAW,
    FEED,
    KEEP,
    PICK,
    PITCH,
    PLANK,
    REWARD,
    SWAP,
    TRADE,
    WORKER,
    first_edge,
    names_what_is_there,
    refuse_kind,
    second_edge,
    swap_of,
)
from .state import Rule, Table

# What a move has beside its kind, and the first action of its kind.
FIELDS: dict[str, tuple[str, ...]] = {
    "worker": ("action",),
    "action": ("name",),
    "bag": ("sex",),
    "pick": ("animal",),
    "reward": ("kind",),
    "swap-planks": ("edges",),
    "draw": ("sex",),
    "trade": ("give", "take"),
    "keep": (),
    "plank": ("edge",),
    "pitch": ("joint",),
    "feed": ("cell",),
    "board": ("species", "pen"),
    "done": (),
}
START = {
    "worker": WORKER,
    "action": ACTION,
    "bag": BAG,
    "pick": PICK,
    "reward": REWARD,
    "swap-planks": SWAP,
    "draw": DRAW,
    "trade": TRADE,
    "keep": KEEP,
    "plank": PLANK,
    "pitch": PITCH,
    "feed": FEED,
    "board": BOARD,
    "done": DONE,
}
NUMBER_OF_ACTION = {name: number for number, name in enumerate(ACTION_NAMES)}
NUMBER_OF_SEX = {name: number for number, name in enumerate(SEXES)}
NUMBER_OF_REWARD = {name: number for number, name in enumerate(REWARDS)}


# --- From moves to actions ----------------------------------------------------------------------


def action_of(table: Table, move: Any) -> int:
    """The action that a move means; or Refused, if it is not well formed or names what no action can."""
    if refuse_kind(table, DONE) == Rule.AN_7_1:
        raise Refused(Rule.AN_7_1)
    if not is_well_formed(move):
        raise Refused(Rule.AN_7_2)
    kind = move["move"]
    not_due = refuse_kind(table, START[kind])
    if not_due != Rule.LEGAL:
        raise Refused(Rule(not_due))
    if kind == "swap-planks":
        return _swap_action(table, move["edges"])
    try:
        return START[kind] + NUMBER_OF[kind](move)
    except KeyError:
        raise Refused(Rule.AN_7_4) from None


def is_well_formed(move: Any) -> bool:
    """Whether a move has exactly the fields of its kind, each of its type (AN-7.2)."""
    if not isinstance(move, dict) or not isinstance(move.get("move"), str) or move["move"] not in FIELDS:
        return False
    fields = FIELDS[move["move"]]
    if move.keys() != {"move", *fields}:
        return False
    return all(_is_edges(move[key]) if key == "edges" else isinstance(move[key], str) for key in fields)


def _is_edges(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(isinstance(edge, str) for edge in value)


def _swap_action(table: Table, edges: list[str]) -> int:
    """A swap of two planks; one edge alone is never an action (AN-4.53, AN-7.5)."""
    if not all(edge in NUMBER_OF_EDGE for edge in edges):
        raise Refused(Rule.AN_7_4)
    first, second = sorted(NUMBER_OF_EDGE[edge] for edge in edges)
    if first == second:
        is_there = names_what_is_there(table, PLANK + first)
        raise Refused(Rule.AN_4_53 if is_there else Rule.AN_7_4)
    return int(swap_of(first, second))


NUMBER_OF: dict[str, Callable[[Json], int]] = {
    "worker": lambda move: NUMBER_OF_ACTION[move["action"]],
    "action": lambda move: NUMBER_OF_ACTION[move["name"]],
    "bag": lambda move: NUMBER_OF_SEX[move["sex"]],
    "pick": lambda move: NUMBER_OF_TILE[move["animal"]],
    "reward": lambda move: NUMBER_OF_REWARD[move["kind"]],
    "draw": lambda move: NUMBER_OF_SEX[move["sex"]],
    "trade": lambda move: NUMBER_OF_TILE[move["give"]] * TILE_COUNT + NUMBER_OF_TILE[move["take"]],
    "keep": lambda move: 0,
    "plank": lambda move: NUMBER_OF_EDGE[move["edge"]],
    "pitch": lambda move: NUMBER_OF_JOINT[move["joint"]],
    "feed": lambda move: NUMBER_OF_CELL[move["cell"]],
    "board": lambda move: NUMBER_OF_SPECIES[move["species"]] * GRID + NUMBER_OF_CELL[move["pen"]],
    "done": lambda move: 0,
}


# --- From actions to moves ----------------------------------------------------------------------


def move_of(table: Table, action: int) -> Json:
    """The JSON move of a legal action, in its normal form."""
    kind = [kind for kind, start in START.items() if start <= action][-1]
    return {"move": kind, **VALUES[kind](action - START[kind])}


def _edges_of(number: int) -> Json:
    return {"edges": [EDGES[first_edge(SWAP + number)], EDGES[second_edge(SWAP + number)]]}


VALUES: dict[str, Callable[[int], Json]] = {
    "worker": lambda number: {"action": ACTION_NAMES[number]},
    "action": lambda number: {"name": ACTION_NAMES[number]},
    "bag": lambda number: {"sex": SEXES[number]},
    "pick": lambda number: {"animal": TILES[number]},
    "reward": lambda number: {"kind": REWARDS[number]},
    "swap-planks": _edges_of,
    "draw": lambda number: {"sex": SEXES[number]},
    "trade": lambda number: {"give": TILES[number // TILE_COUNT], "take": TILES[number % TILE_COUNT]},
    "keep": lambda number: {},
    "plank": lambda number: {"edge": EDGES[number]},
    "pitch": lambda number: {"joint": JOINTS[number]},
    "feed": lambda number: {"cell": CELL_NAMES[number]},
    "board": lambda number: {"species": SPECIES[number // GRID], "pen": CELL_NAMES[number % GRID]},
    "done": lambda number: {},
}


def moves_of(table: Table, actions: list[int]) -> list[Json]:
    """The JSON moves of legal actions, in their normal form."""
    return [move_of(table, action) for action in actions]


def seen(table: Table, move: Json, viewer: int | None) -> Json:
    """A move as a viewer may see it: everything is open (section 6)."""
    return move


# --- In words -----------------------------------------------------------------------------------


def say(move: Json, words: Words, names: list[str]) -> str:
    """A move in words."""
    values = {key: SAY[key](value, words) for key, value in move.items() if key in SAY}
    players = len(names)
    if move["move"] == "swap-planks":
        first, second = (say_edge(edge, words, players) for edge in move["edges"])
        values = {"first": first, "second": second}
    elif move["move"] == "plank":
        values = {"edge": say_edge(move["edge"], words, players)}
    elif move["move"] == "pitch":
        values = {"joint": say_joint(move["joint"], words, players)}
    elif move["move"] == "action":
        values = {"action": words(f"action.{move['name']}")}
    elif move["move"] == "reward":
        values = {"reward": words(f"reward.{move['kind']}")}
    return words(f"move.{move['move']}", **values)


SAY: dict[str, Callable[[str, Words], str]] = {
    "action": lambda name, words: words(f"action.{name}"),
    "sex": lambda name, words: words(f"sex.{name}"),
    "animal": say_tile,
    "give": say_tile,
    "take": say_tile,
    "cell": lambda name, words: name,
    "species": say_species,
    "pen": lambda name, words: name,
}
