"""The table: the whole of a match as one flat record.

A game declares its table once, as a `Layout` of `Field`s. Tables are NumPy records, so a copy is a
memory copy and a batch is an array. Every layout begins with what the core itself reads:

    chance   the random generator (chance.py)
    players  number of seats
    phase    what kind of decision is due (an enumeration of the game)
    turn     the seat whose decision is due, NOBODY when the match is over
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

NOBODY = -1
CHANCE_WORDS = 4
WORD_LIMIT = (1 << 32) - 1

i8, i16, i64 = np.int8, np.int16, np.int64

# A record sees its own methods before its fields, compiled code the fields: such names differ.
_TAKEN_NAMES = frozenset(dir(np.record)) | frozenset(dir(np.recarray))


@dataclass(frozen=True)
class Field:
    """One field of a table: its type, meaning, range and who may see it."""

    kind: Any
    meaning: str
    low: int
    high: int
    shape: tuple[int, ...] = ()
    seen: str = "all"
    name: str = ""

    @property
    def width(self) -> int:
        return int(np.dtype(self.kind).itemsize)

    @property
    def bytes(self) -> int:
        return self.width * int(np.prod(self.shape, dtype=int))


def field(
    kind: Any, meaning: str, low: int, high: int, *, shape: int | tuple[int, ...] = (), seen: str = "all"
) -> Field:
    """Declare a field; `seen` says who may know it: "all", "own seat" or "nobody"."""
    return Field(kind, meaning, low, high, (shape,) if isinstance(shape, int) else shape, seen)


def head(phases: int, seats: int) -> dict[str, Field]:
    """The fields that every table begins with."""
    return {
        "chance": field(i64, "the random generator", 0, WORD_LIMIT, shape=CHANCE_WORDS, seen="nobody"),
        "players": field(i8, "number of seats", 1, seats),
        "phase": field(i8, "what kind of decision is due", 0, phases - 1),
        "turn": field(i8, "the seat whose decision is due", NOBODY, seats - 1),
    }


class Layout:
    """A declared table: its fields in memory order and its NumPy type."""

    def __init__(self, name: str, **fields: Field) -> None:
        for field_name, declared in fields.items():
            if field_name in _TAKEN_NAMES:
                raise TypeError(f"{name}.{field_name}: NumPy records use this name, choose another")
            limits = np.iinfo(declared.kind)
            if declared.low < limits.min or declared.high > limits.max or declared.low > declared.high:
                raise TypeError(f"{name}.{field_name}: {declared.low}..{declared.high} does not fit its type")
        # Wide to narrow, so that no hidden padding bytes can differ between equal tables.
        named = [replace(f, name=n) for n, f in fields.items()]
        named.sort(key=lambda f: -f.width)
        spare = -sum(f.bytes for f in named) % max(f.width for f in named)
        if spare:
            named.append(replace(field(i8, "always zero", 0, 0, shape=spare, seen="all"), name="spare"))
        self.name = name
        self.fields = {f.name: f for f in named}
        plain = np.dtype([(f.name, f.kind, f.shape) for f in named], align=True)
        self.dtype = np.dtype((np.record, plain))
        if self.dtype.itemsize != sum(f.bytes for f in named):
            raise TypeError(f"{name}: padding bytes between its fields")

    def __iter__(self) -> Iterator[Field]:
        return iter(self.fields.values())

    def new(self, count: int = 1) -> np.ndarray:
        """An array of blank tables."""
        return np.zeros(count, dtype=self.dtype)

    def out_of_range(self, table: Any) -> list[str]:
        """Every field of a table that lies outside its declared range, as sentences."""
        faults = []
        for declared in self:
            values = np.asarray(table[declared.name])
            if values.min() < declared.low or values.max() > declared.high:
                faults.append(f"{declared.name} = {values.tolist()}, not {declared.low} to {declared.high}")
        return faults
