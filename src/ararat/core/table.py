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
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from operator import itemgetter
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
    def __iter__(self) -> Iterator[Numbers]: ...
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


BYTES = {1: "b", 2: "h", 8: "q"}  # by width, as `struct` names whole numbers


class Rows(list[list[int]]):
    """A field with two dimensions as lists, which answers to row and column as in a table."""

    def __getitem__(self, place: Any) -> Any:
        if type(place) is tuple:
            return list.__getitem__(self, place[0])[place[1]]
        return list.__getitem__(self, place)

    def __setitem__(self, place: Any, number: Any) -> None:
        if type(place) is tuple:
            list.__getitem__(self, place[0])[place[1]] = number
        else:
            list.__setitem__(self, place, number)


class Plain:
    """A table as plain numbers and lists, read once: many times quicker to ask where nothing is compiled."""

    kept: Any = None  # what is open to all, once somebody asked (states.py)
    lent: Any = None  # the same for those who only look at it
    lends = False  # whether that is handed out now

    def copy(self) -> Plain:
        """Another one, which shares nothing with it."""
        twin = Plain()
        fields = vars(twin)
        for name, value in vars(self).items():
            kind = type(value)
            fields[name] = value[:] if kind is list else Rows(map(list, value)) if kind is Rows else value
        for name in ("kept", "lent", "lends"):
            fields.pop(name, None)
        return twin


def unpacked(table: Any) -> Any:
    """A table as a plain object, if it is not one already."""
    return table if isinstance(table, Plain) else _reader(table.dtype)(table.tobytes())


@cache
def _reader(kind: np.dtype[Any]) -> Callable[[bytes], Plain]:
    """What reads the bytes of a table."""
    unpack, parts, at = _bytes_of(kind).unpack, [], 0
    for name in kind.names or ():
        shape = kind[name].shape
        end = at + int(np.prod(shape, dtype=int))
        parts.append((name, at, end, shape[-1] if len(shape) > 1 else 0, bool(shape)))
        at = end

    def read(given: bytes) -> Plain:
        table, numbers = Plain(), unpack(given)
        fields = vars(table)
        for name, first, end, width, several in parts:
            if width:
                fields[name] = Rows([list(numbers[row : row + width]) for row in range(first, end, width)])
            else:
                fields[name] = list(numbers[first:end]) if several else numbers[first]
        return table

    return read


@cache
def _bytes_of(kind: np.dtype[Any]) -> struct.Struct:
    """How a table without padding lies in bytes."""
    fields = [kind[name] for name in kind.names or ()]
    return struct.Struct(
        "=" + "".join(f"{int(np.prod(one.shape, dtype=int))}{BYTES[one.base.itemsize]}" for one in fields)
    )


def packed(kind: np.dtype[Any], table: Any) -> np.ndarray:
    """A plain table as an array of one record."""
    numbers: list[Any] = []
    for name in kind.names or ():
        value = getattr(table, name)
        if isinstance(value, Rows):
            numbers += chain.from_iterable(value)
        elif isinstance(value, list):
            numbers += value
        else:
            numbers.append(value)
    return np.frombuffer(bytearray(_bytes_of(kind).pack(*numbers)), kind)


def twin_of(tables: np.ndarray) -> np.ndarray:
    """A copy of tables; NumPy's own goes field by field."""
    return np.frombuffer(bytearray(tables.tobytes()), tables.dtype)


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
