"""Moves of Animals on Board: JSON objects and words on one side, actions on the other (AB-7)."""

from __future__ import annotations

from typing import Any

from ...core.bits import first_of, gather, size_of
from ...core.contract import Json
from ...core.refused import Refused
from ...core.words import Words
from .pieces import HIDDEN, NAME_COUNT, NAMES, NUMBER_OF_NAME
from .rules.actions import DISCARD, KEEP, PASS, SPLIT, TAKE
from .rules.ending import refuse_discard
from .rules.rounds import refuse_split, refuse_take
from .rules.setup import refuse_keep
from .rules.tiles import area_of, bit
from .state import Phase, Rule, Table

FORMS: dict[str, dict[str, type]] = {
    "keep": {"tile": str},
    "split": {"group": list, "off": list},
    "take": {"group": list},
    "pass": {},
    "discard": {"tile": str},
}
PHASE_OF = {
    "keep": Phase.KEEP,
    "split": Phase.PLAY,
    "take": Phase.PLAY,
    "pass": Phase.PLAY,
    "discard": Phase.DISCARD,
}
NO_SUCH_TILE = 1 << NAME_COUNT  # a tile that lies nowhere


def action_of(table: Table, move: Any) -> int:
    """The action that a move means, whatever form it has; or Refused, by the first rule broken."""
    if not is_well_formed(move):
        raise Refused(Rule.AB_7_1)
    kind = move["move"]
    if table.phase != PHASE_OF[kind]:
        raise Refused(Rule.AB_9_1)
    if kind == "keep":
        return KEEP + _tile_or_refused(move["tile"], refuse_keep(table, set_of([move["tile"]])))
    if kind == "discard":
        return DISCARD + _tile_or_refused(move["tile"], refuse_discard(table, set_of([move["tile"]])))
    if kind == "pass":
        return PASS
    group = set_of(move["group"])
    if kind == "take":
        refused = refuse_take(table, group)
        if refused == Rule.AB_4_4:
            raise Refused(Rule.AB_4_4)
        return TAKE + _place(table, group)
    off = set_of(move["off"])
    refused = refuse_split(table, group, off)
    if refused:
        raise Refused(Rule(refused))
    if off & first_of(group):
        off = group & ~off
    return int(gather(off, area_of(table))) >> 1


def is_well_formed(move: Any) -> bool:
    """Whether a move has exactly the fields of its kind, each of its type (AB-7.1)."""
    if not isinstance(move, dict) or not isinstance(move.get("move"), str):
        return False
    form = FORMS.get(move["move"])
    if form is None or move.keys() != {"move", *form}:
        return False
    return all(_has_type(move[field], kind) for field, kind in form.items())


def _has_type(value: Any, kind: type) -> bool:
    if kind is not list:
        return isinstance(value, kind)
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        return False
    return len(set(value)) == len(value)


def _tile_or_refused(name: str, refused: int) -> int:
    if refused:
        raise Refused(Rule(refused))
    return NUMBER_OF_NAME[name]


def _place(table: Table, group: int) -> int:
    """The place in the sorted play area at which a group begins."""
    return size_of(area_of(table) & (first_of(group) - 1))


def set_of(names: list[str]) -> int:
    """Names as a set of tiles; a name that no tile has becomes a tile that lies nowhere."""
    tiles = 0
    for name in names:
        number = NUMBER_OF_NAME.get(name)
        tiles |= NO_SUCH_TILE if number is None else bit(number)
    return tiles


def names_of(tiles: int) -> list[str]:
    """A set of tiles as sorted names."""
    tiles = int(tiles)
    return [name for number, name in enumerate(NAMES) if tiles >> number & 1]


def move_of(table: Table, action: int) -> Json:
    """The JSON move of a legal action, in its normal form (AB-7.2)."""
    return moves_of(table, [action])[0]


def moves_of(table: Table, actions: list[int]) -> list[Json]:
    """The JSON moves of legal actions, in their normal form."""
    area = names_of(area_of(table))
    group_at = {area.index(name): group for group in map(names_of, table.groups) for name in group}
    # A large group has thousands of splits: of each group the names with their bits in the pattern of a split.
    bits_at = {place: [(name, 1 << area.index(name)) for name in group] for place, group in group_at.items()}
    moves: list[Json] = []
    for action in actions:
        if action >= DISCARD:
            moves.append({"move": "discard", "tile": NAMES[action - DISCARD]})
        elif action >= KEEP:
            moves.append({"move": "keep", "tile": NAMES[action - KEEP]})
        elif action >= TAKE:
            moves.append({"move": "take", "group": list(group_at[action - TAKE])})
        elif action >= SPLIT:
            pattern = action << 1
            place = (pattern & -pattern).bit_length() - 1
            off = [name for name, mark in bits_at[place] if pattern & mark]
            moves.append({"move": "split", "group": list(group_at[place]), "off": off})
        else:
            moves.append({"move": "pass"})
    return moves


def seen(table: Table, move: Json, viewer: int | None) -> Json:
    """A move as a viewer may see it during the match: a keep is its seat's own (AB-6.7)."""
    return {"move": "keep", "tile": NAMES[HIDDEN]} if move["move"] == "keep" and viewer != table.turn else move


def say(move: Json, words: Words, names: list[str]) -> str:
    """A move in words."""
    kind = move["move"]
    if kind == "pass":
        return words("move.pass")
    if kind in ("keep", "discard"):
        if move["tile"] == NAMES[HIDDEN]:
            return words("move.keep-unseen")
        return words(f"move.{kind}", tile=say_tile(move["tile"], words))
    if kind == "take":
        return words("move.take", tiles=say_tiles(move["group"], words))
    rest = [name for name in move["group"] if name not in move["off"]]
    smaller = min(move["off"], rest, key=len)
    return words("move.split", tiles=say_tiles(smaller, words), size=len(move["group"]))


def say_tile(name: str, words: Words) -> str:
    """A tile in words: "panda 4"."""
    if name == NAMES[HIDDEN]:
        return words("tile.hidden")
    species, _, number = name.rpartition("-")
    return f"{words('species.' + species)}\u00a0{number}"


def say_tiles(names: list[str], words: Words) -> str:
    """Several tiles in words."""
    return words.enumerate(say_tile(name, words) for name in names)
