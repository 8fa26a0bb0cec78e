"""What an action is, as numbers: its kind and what it names, so that a net can judge moves that it has never seen.

All follows from the declared moves (moves.py). A kind is one-hot, and so is every value that a move names; a set of
several has several ones. Fields of the same name stand for the same in every kind of move and share their numbers.
What an action names only by where it lies on the table (the tiles of a group) is told by its number among those of its
kind, from 1, in binary: where actions are sets of places, these are the places.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from .contract import Json
from .kinds import Items, Kind, SetOf
from .moves import Move, Moves, value_of

KIND = "move"  # as JSON has it, so no field is called like this


@dataclass(frozen=True)
class FeatureBlock:
    """Neighbouring numbers: 1 for what is named."""

    name: str
    place: int
    size: int


class Features:
    """The features of all actions of a game: `size` numbers each, in `blocks`."""

    def __init__(self, moves: Moves, table: Any) -> None:
        """`table` is any table in plain numbers; what hangs on it is left out."""
        self._moves = moves
        self._fields = {move.name: dict(_fields(move)) for move in moves.kinds.values()}
        widths: dict[str, int] = {}
        for move in moves.kinds.values():
            for name, kind in self._fields[move.name].items():
                widths[name] = max(width_of(kind), widths.get(name, 0))
        self._rows = {move.name: self._named(move, table) for move in moves.kinds.values()}
        named = {name for rows in self._rows.values() for row in rows for name, _ in row}
        sizes = {KIND: len(moves.kinds)} | {name: width for name, width in widths.items() if name in named}
        for move in moves.kinds.values():
            if len({tuple(row) for row in self._rows[move.name]}) < move.count:
                sizes[f"{move.name}.number"] = move.count.bit_length()
        self.blocks, at = [], 0
        for name, size in sizes.items():
            self.blocks.append(FeatureBlock(name, at, size))
            at += size
        self.size = at

    @cached_property
    def of_all(self) -> np.ndarray:
        """[actions, numbers]: the features of every action."""
        found = np.zeros((self._moves.count, self.size), np.uint8)
        places = {block.name: block for block in self.blocks}
        for number, move in enumerate(self._moves.kinds.values()):
            start = self._moves.starts[move.name]
            found[start : start + move.count, places[KIND].place + number] = 1
            for place, named in enumerate(self._rows[move.name]):
                for name, member in named:
                    found[start + place, places[name].place + member] = 1
            block = places.get(f"{move.name}.number")
            if block is not None:
                numbers = np.arange(1, move.count + 1)[:, None] >> np.arange(block.size) & 1
                found[start : start + move.count, block.place : block.place + block.size] = numbers
        found.flags.writeable = False
        return found

    def of(self, actions: np.ndarray) -> np.ndarray:
        """The features of actions, as 32-bit floats."""
        return self.of_all[actions].astype(np.float32)

    def _named(self, move: Move, table: Any) -> list[list[tuple[str, int]]]:
        """Of every action of a kind what it names: fields, and which of their values."""
        read: Callable[[int], Json] = move.spelt if move.values is None else move.values(table)
        fields = self._fields[move.name]
        rows = []
        for place in range(move.count):
            if move.values is None:
                rows.append(_digits(move, place))
                continue
            try:
                values = read(place)
            except (KeyError, IndexError):  # it hangs on the table
                values = {}
            rows.append([one for name, kind in fields.items() for one in _members(name, kind, values)])
        return rows


def width_of(kind: Kind) -> int:
    """How many different things a value can name."""
    if isinstance(kind, SetOf):
        return kind.word.size
    return kind.kind.size if isinstance(kind, Items) else kind.size


def _fields(move: Move) -> list[tuple[str, Kind]]:
    return [*move.fields.items(), *move.optional.items()]


def _digits(move: Move, place: int) -> list[tuple[str, int]]:
    """What the action at a place of a kind names, where its fields are its digits."""
    found = []
    for name, kind in reversed(list(move.fields.items())):
        place, digit = divmod(place, kind.size)
        found.append((name, digit))
    return found


def _members(name: str, kind: Kind, values: Json) -> list[tuple[str, int]]:
    """Which values a field of a move names."""
    try:
        value = value_of(values, name, kind)
    except KeyError:
        return []
    if isinstance(kind, SetOf):
        return [(name, kind.word.digit(one)) for one in value]
    if isinstance(kind, Items):
        return [(name, kind.kind.digit(one)) for one in value]
    digit = kind.digit(value)
    return [(name, digit)] if digit >= 0 else []
