"""The table: the whole of a match as one flat record.

A game declares its table once, as a class of fields. The class is what mypy knows of a table; the
`Layout` made from it is how the table lies in memory. Tables are NumPy records, so a copy is a memory
copy and a batch is an array.

    class Table(Head):
        deck: int = field(i64, "tiles left to draw", 0, ALL_TILES, seen="nobody")
        hands: Numbers = field(i64, "tiles in hand", 0, ALL_TILES, shape=MOST_PLAYERS, seen="own seat")

    LAYOUT = Layout(Table, phases=len(Phase), seats=MOST_PLAYERS)
"""

from __future__ import annotations

import copyreg
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from operator import itemgetter
from types import SimpleNamespace
from typing import Any, Protocol, overload

import numpy as np

NOBODY = -1
CHANCE_WORDS = 4
WORD_LIMIT = (1 << 32) - 1

i8, i16, i64 = np.int8, np.int16, np.int64

_TAKEN_NAMES = frozenset(dir(np.void))  # what else a record can be asked, in Python but not in compiled code


class Numbers(Protocol):
    """Several whole numbers: a field with one dimension, a list of actions, a stream of chance."""

    @overload
    def __getitem__(self, place: int) -> int: ...
    @overload
    def __getitem__(self, place: slice) -> Numbers: ...
    def __setitem__(self, place: int | slice, number: int | list[int]) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[int]: ...
    def tolist(self) -> list[int]: ...


class Grid(Protocol):
    """Whole numbers in rows: a field with two dimensions."""

    @overload
    def __getitem__(self, place: tuple[int, int]) -> int: ...
    @overload
    def __getitem__(self, place: int) -> Numbers: ...
    @overload
    def __getitem__(self, place: slice) -> Grid: ...
    def __setitem__(self, place: tuple[int, int] | int | slice, number: int | list[int]) -> None: ...
    def __len__(self) -> int: ...
    def tolist(self) -> list[list[int]]: ...


class Weights(Protocol):
    """Several numbers that need not be whole: what is expected of actions, what an observer knows."""

    def __getitem__(self, place: int) -> float: ...
    def __setitem__(self, place: int, number: float) -> None: ...
    def __len__(self) -> int: ...


# How many dimensions a field has, by the type that its class gives it.
DIMENSIONS = {"int": 0, "Numbers": 1, "Grid": 2}


@dataclass(frozen=True)
class Field:
    """One field of a table: its type, meaning, range and who may see it."""

    kind: Any
    meaning: str
    low: int
    high: int
    shape: tuple[int, ...] = ()
    seen: str = "all"
    blank: int = 0
    name: str = ""

    @property
    def width(self) -> int:
        return int(np.dtype(self.kind).itemsize)

    @property
    def bytes(self) -> int:
        return self.width * int(np.prod(self.shape, dtype=int))


def field(
    kind: Any,
    meaning: str,
    low: int,
    high: int,
    *,
    shape: int | tuple[int, ...] = (),
    seen: str = "all",
    blank: int = 0,
) -> Any:
    """Declare a field; `seen` says who may know it ("all", "own seat" or "nobody"), `blank` what it holds at first."""
    return Field(kind, meaning, low, high, (shape,) if isinstance(shape, int) else shape, seen, blank)


class Head:
    """What every table begins with, and what the core itself reads."""

    chance: Numbers
    players: int
    phase: int
    turn: int


def _head(phases: int, seats: int) -> dict[str, Field]:
    return {
        "chance": field(i64, "the random generator", 0, WORD_LIMIT, shape=CHANCE_WORDS, seen="nobody"),
        "players": field(i8, "number of seats", 1, seats),
        "phase": field(i8, "what kind of decision is due", 0, phases - 1),
        "turn": field(i8, "the seat whose decision is due", NOBODY, seats - 1, blank=NOBODY),
    }


class RecordType(type):
    """The type of a class of records, which can be sent to another process."""

    fields_: tuple[str, ...]


@cache
def record_class(names: tuple[str, ...]) -> RecordType:
    """Records with these fields as attributes; NumPy's own look every name up anew, which takes six times as long."""

    def attribute(name: str) -> property:
        def put(record: Any, value: Any) -> None:
            record[name] = value

        return property(itemgetter(name), put)

    return RecordType("Record", (np.void,), {"fields_": names} | {name: attribute(name) for name in names})


copyreg.pickle(RecordType, lambda made: (record_class, (made.fields_,)))


def record_of(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """The NumPy type of records with these fields."""
    plain = np.dtype(list(fields), align=True)
    return np.dtype((record_class(plain.names or ()), plain))


class Layout:
    """A declared table: its fields in memory order and its NumPy type."""

    def __init__(self, declared: type, phases: int = 0, seats: int = 0) -> None:
        self.name = f"{declared.__module__}.{declared.__name__}"
        fields = _declared_fields(self.name, declared)
        if issubclass(declared, Head):
            fields = _head(phases, seats) | fields
        # Wide to narrow, so that no hidden padding bytes can differ between equal tables.
        named = [replace(f, name=n) for n, f in fields.items()]
        named.sort(key=lambda f: -f.width)
        spare = -sum(f.bytes for f in named) % max(f.width for f in named)
        if spare:
            named.append(replace(field(i8, "always zero", 0, 0, shape=spare, seen="all"), name="spare"))
        self.fields = {f.name: f for f in named}
        self.dtype = record_of(*((f.name, f.kind, f.shape) for f in named))
        if self.dtype.itemsize != sum(f.bytes for f in named):
            raise TypeError(f"{self.name}: padding bytes between its fields")

    def __iter__(self) -> Iterator[Field]:
        return iter(self.fields.values())

    def new(self, count: int = 1) -> np.ndarray:
        """An array of tables, all zero."""
        return np.zeros(count, dtype=self.dtype)

    def blank(self) -> np.ndarray:
        """An array of one table on which nothing has been laid yet."""
        tables = self.new()
        for declared in self:
            tables[declared.name] = declared.blank
        return tables

    def out_of_range(self, table: Any) -> list[str]:
        """Every field of a table that lies outside its declared range, as sentences."""
        faults = []
        for declared in self:
            values = np.asarray(table[declared.name])
            if values.min() < declared.low or values.max() > declared.high:
                faults.append(f"{declared.name} = {values.tolist()}, not {declared.low} to {declared.high}")
        return faults


def unpacked(table: Any) -> Any:
    """A table as a plain object, which the rules read several times faster where they are not compiled."""
    values = zip(table.dtype.names, table.item(), strict=True)
    return SimpleNamespace(**{name: v.tolist() if getattr(v, "ndim", 0) == 1 else v for name, v in values})


def _declared_fields(name: str, declared: type) -> dict[str, Field]:
    """The fields of a class in their order, each as its annotation says."""
    fields: dict[str, Field] = {}
    for field_name, kind in declared.__annotations__.items():
        found = vars(declared).get(field_name)
        if not isinstance(found, Field):
            raise TypeError(f"{name}.{field_name} is not declared by field(...)")
        if field_name in _TAKEN_NAMES:
            raise TypeError(f"{name}.{field_name}: NumPy records use this name, choose another")
        if DIMENSIONS.get(kind) != len(found.shape):
            raise TypeError(f"{name}.{field_name}: {kind} does not fit its shape {found.shape}")
        limits = np.iinfo(found.kind)
        if found.low < limits.min or found.high > limits.max or found.low > found.high:
            raise TypeError(f"{name}.{field_name}: {found.low}..{found.high} does not fit its type")
        fields[field_name] = found
    return fields
