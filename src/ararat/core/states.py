"""The table as plain JSON, declared once: what stands under each key of a state, and where it lies on the table.

From the declaration follow states (`state_of`), the open part of every view (`open_facts`), laying a
table out (`lay`), the check of a state that somebody hands us (`table_of`) and the JSON schema for
clients. A state is whole if its keys and values have their form, what follows from the table follows
from it, and the rules find no fault in the table.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from ..errors import AraratError, BadState, shown
from .contract import Facts, Json
from .kinds import Flag, Items, Kind, OrNull, Seat, Seats, Whole, Word, object_schema
from .moves import name_of
from .table import Layout, packed, unpacked

MOST_NAMED = 8  # wrong keys that a sentence repeats
LENT = 4_096  # values of a kind that are kept for all who look at them
FLAG = Flag()
COMMON = ("game", "options", "players", "phase", "turn")


class Part:
    """What stands under one key."""

    def read(self, table: Any) -> Any:
        """The value that a table has."""
        raise NotImplementedError

    def write(self, table: Any, value: Any) -> None:
        """Lay a value out."""

    def check(self, key: str, value: Any, players: int) -> None:
        """Refuse a value that is not of its form."""
        raise NotImplementedError

    def agrees(self, table: Any, value: Any) -> bool:
        """Whether what a value says beside the table follows from the table laid out."""
        return True

    def schema(self) -> Json:
        """The JSON schema of its values."""
        raise NotImplementedError


def range_of(layout: Layout, field: str) -> Whole:
    """The numbers that a field of the table can hold, as it is declared."""
    return Whole(layout.fields[field].low, layout.fields[field].high)


def _demand(kind: Kind, key: str, value: Any, players: int) -> None:
    if not kind.fits(value, players):
        raise BadState("state.shape", field=key, expected=kind.form())


@dataclass(frozen=True)
class At(Part):
    """One field of the table."""

    field: str
    kind: Kind

    def read(self, table: Any) -> Any:
        return self.kind.value(getattr(table, self.field))

    def write(self, table: Any, value: Any) -> None:
        setattr(table, self.field, self.kind.number(value))

    def check(self, key: str, value: Any, players: int) -> None:
        _demand(self.kind, key, value, players)

    def schema(self) -> Json:
        return self.kind.schema()


@dataclass(frozen=True)
class EachSeat(Part):
    """A field, or a row of one, with one number a seat: a list with one value a seat."""

    field: str
    kind: Kind
    row: int | None = None

    def numbers(self, table: Any) -> Any:
        numbers = getattr(table, self.field)
        return numbers if self.row is None else numbers[self.row]

    def read(self, table: Any) -> Any:
        value = self.kind.value
        return [value(number) for number in self.numbers(table)[: table.players]]

    def write(self, table: Any, value: Any) -> None:
        numbers = self.numbers(table)
        for seat, one in enumerate(value):
            numbers[seat] = self.kind.number(one)

    def check(self, key: str, value: Any, players: int) -> None:
        if not isinstance(value, list):
            raise BadState("state.shape", field=key, expected="[...]")
        if len(value) != players:
            raise BadState("state.per-seat", field=key, players=players)
        for one in value:
            _demand(self.kind, key, one, players)

    def schema(self) -> Json:
        return {"type": "array", "items": self.kind.schema()}


@dataclass(frozen=True)
class EachViewer(Part):
    """A field with a row for each seat and one for the spectator, with one number a seat: a list of lists."""

    field: str
    kind: Kind

    def rows(self, players: int) -> list[EachSeat]:
        return [EachSeat(self.field, self.kind, row) for row in range(players + 1)]

    def read(self, table: Any) -> Any:
        return [row.read(table) for row in self.rows(table.players)]

    def write(self, table: Any, value: Any) -> None:
        for row, one in zip(self.rows(table.players), value, strict=True):
            row.write(table, one)

    def check(self, key: str, value: Any, players: int) -> None:
        if not isinstance(value, list) or len(value) != players + 1:
            raise BadState("state.shape", field=key, expected=f"[{players + 1} x [...]]")
        for row, one in zip(self.rows(players), value, strict=True):
            row.check(key, one, players)

    def schema(self) -> Json:
        return {"type": "array", "items": {"type": "array", "items": self.kind.schema()}}


@dataclass(frozen=True)
class SeatFlags(Part):
    """A field with one bit a seat: a list with true or false for each seat."""

    field: str

    def read(self, table: Any) -> Any:
        flags = getattr(table, self.field)
        return [bool(flags >> seat & 1) for seat in range(table.players)]

    def write(self, table: Any, value: Any) -> None:
        setattr(table, self.field, sum(1 << seat for seat, flag in enumerate(value) if flag))

    def check(self, key: str, value: Any, players: int) -> None:
        EachSeat(self.field, FLAG).check(key, value, players)

    def schema(self) -> Json:
        return {"type": "array", "items": FLAG.schema()}


@dataclass(frozen=True)
class Listed(Part):
    """A field of several numbers, used from its first place up to a blank one: a list of values.

    `order` sorts the numbers where their order means nothing, so that equal tables have equal bytes.
    """

    field: str
    kind: Kind
    blank: int = 0
    order: Callable[[int], int] | None = None
    most: int = 0

    def read(self, table: Any) -> Any:
        return [self.kind.value(number) for number in getattr(table, self.field) if number != self.blank]

    def write(self, table: Any, value: Any) -> None:
        numbers = [self.kind.number(one) for one in value]
        for place, number in enumerate(sorted(numbers, key=self.order) if self.order else numbers):
            getattr(table, self.field)[place] = number

    def check(self, key: str, value: Any, players: int) -> None:
        if not isinstance(value, list) or (self.most and len(value) > self.most):
            raise BadState("state.shape", field=key, expected=f"[{self.kind.form()}, ...]")
        for one in value:
            _demand(self.kind, key, one, players)
            if self.kind.number(one) == self.blank:
                raise BadState("state.shape", field=key, expected=self.kind.form())

    def schema(self) -> Json:
        return {"type": "array", "items": self.kind.schema()} | ({"maxItems": self.most} if self.most else {})


@dataclass(frozen=True)
class Counted(Part):
    """A field of several numbers and a second one that says how many of them are used: a list of values."""

    field: str
    count: str
    kind: Kind
    most: int

    def read(self, table: Any) -> Any:
        return [self.kind.value(number) for number in getattr(table, self.field)[: getattr(table, self.count)]]

    def write(self, table: Any, value: Any) -> None:
        setattr(table, self.count, len(value))
        for place, one in enumerate(value):
            getattr(table, self.field)[place] = self.kind.number(one)

    def check(self, key: str, value: Any, players: int) -> None:
        _demand(Items(self.kind, most=self.most), key, value, players)

    def schema(self) -> Json:
        return Items(self.kind, most=self.most).schema()


@dataclass(frozen=True)
class Together(Part):
    """An object of parts."""

    parts: Mapping[str, Part]

    def read(self, table: Any) -> Any:
        return {name: part.read(table) for name, part in self.parts.items()}

    def write(self, table: Any, value: Any) -> None:
        for name, part in self.parts.items():
            part.write(table, value[name])

    def agrees(self, table: Any, value: Any) -> bool:
        return all(part.agrees(table, value[name]) for name, part in self.parts.items())

    def check(self, key: str, value: Any, players: int) -> None:
        _keys(key, value, self.parts)
        for name, part in self.parts.items():
            part.check(f"{key}.{name}", value[name], players)

    def schema(self) -> Json:
        return object_schema({name: part.schema() for name, part in self.parts.items()})


@dataclass(frozen=True)
class SeatParts(Part):
    """Several fields with one number a seat: a list with one object a seat."""

    parts: Mapping[str, EachSeat]

    def read(self, table: Any) -> Any:
        columns = {name: part.read(table) for name, part in self.parts.items()}
        return [{name: column[seat] for name, column in columns.items()} for seat in range(table.players)]

    def write(self, table: Any, value: Any) -> None:
        for name, part in self.parts.items():
            part.write(table, [one[name] for one in value])

    def check(self, key: str, value: Any, players: int) -> None:
        if not isinstance(value, list):
            raise BadState("state.shape", field=key, expected="[...]")
        for one in value:
            _keys(key, one, self.parts)
        for name, part in self.parts.items():
            part.check(f"{key}.{name}", [one[name] for one in value], players)

    def schema(self) -> Json:
        one = object_schema({name: part.kind.schema() for name, part in self.parts.items()})
        return {"type": "array", "items": one}


@dataclass(frozen=True)
class Laid(Part):
    """A value that reads and lies in a way of its own; `right` says whether what is not laid follows from the table."""

    kind: Kind
    of: Callable[[Any], Any]
    lay: Callable[[Any, Any], None]
    right: Callable[[Any, Any], bool] | None = None

    def read(self, table: Any) -> Any:
        return self.of(table)

    def write(self, table: Any, value: Any) -> None:
        self.lay(table, value)

    def agrees(self, table: Any, value: Any) -> bool:
        return self.right is None or self.right(table, value)

    def check(self, key: str, value: Any, players: int) -> None:
        _demand(self.kind, key, value, players)

    def schema(self) -> Json:
        return self.kind.schema()


@dataclass(frozen=True)
class Exact(Laid):
    """A value that lies in a way of its own, and reads as it was laid."""

    def agrees(self, table: Any, value: Any) -> bool:
        return bool(value == self.of(table))


@dataclass(frozen=True)
class Follows(Part):
    """A value that follows from the rest of the table: it is not laid, but must be right."""

    kind: Kind
    of: Callable[[Any], Any]

    def read(self, table: Any) -> Any:
        return self.of(table)

    def agrees(self, table: Any, value: Any) -> bool:
        return bool(value == self.of(table))

    def check(self, key: str, value: Any, players: int) -> None:
        _demand(self.kind, key, value, players)

    def schema(self) -> Json:
        return self.kind.schema()


def _keys(key: str, value: Any, parts: Mapping[str, Any], optional: Collection[str] = ()) -> None:
    if not isinstance(value, dict) or not parts.keys() - set(optional) <= value.keys() <= parts.keys():
        raise BadState("state.shape", field=key, expected="{" + ", ".join(parts) + "}")


class Spelling:
    """Spells out numbers of a kind in views of tables: for those who only look at it, what is the same is one."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self._lend = lru_cache(LENT)(self._lent)
        self._numbers: dict[int, tuple[Any, int]] = {}  # of values that are lent, each by where it is

    def of(self, table: Any) -> Callable[[int], Any]:
        """What spells out numbers for a view of a table."""
        return self._lend if table.lends else self.kind.value

    def _lent(self, number: int) -> Any:
        value = self.kind.value(number)
        if len(self._numbers) >= LENT:
            self._numbers.clear()
            self._lend.cache_clear()
        self._numbers[id(value)] = value, number
        return value

    def number(self, value: Any) -> int:
        """The number of a value, without reading it where it is a lent one."""
        lent = self._numbers.get(id(value))
        return self.kind.number(value) if lent is None or lent[0] is not value else lent[1]


class State:
    """What the states of a game hold: what is open to all, and what is secret to somebody."""

    def __init__(
        self,
        facts: Facts,
        phases: type[IntEnum],
        open_parts: Mapping[str, Part],
        secret: Mapping[str, Part] | None = None,
    ) -> None:
        most = facts.players[-1]
        self.facts = facts
        self.phases = {name_of(phase): phase for phase in phases}
        self.names = {int(phase): name for name, phase in self.phases.items()}
        self.open_parts = dict(open_parts)
        self.open_parts.setdefault("winners", At("winners", Seats(most)))
        self.secret = dict(secret or {})
        self.parts = self.open_parts | self.secret
        self._turn = At("turn", OrNull(Seat(most)))
        self._later = [name for name, option in facts.options.items() if option.later]

    # --- From the table -------------------------------------------------------------------------

    def open_facts(self, table: Any) -> Json:
        """What is open to all, always."""
        table = unpacked(table)
        if table.lends:
            if table.lent is None:
                table.lent = self._open(table)
            return table.lent  # type: ignore[no-any-return]
        if table.kept is None:
            facts = self._open(table)
            table.kept = marshal.dumps(facts)  # all at a table ask it; each gets one that shares nothing
            return facts
        return marshal.loads(table.kept)  # type: ignore[no-any-return]

    def _open(self, table: Any) -> Json:
        facts: Json = {
            "game": self.facts.slug,
            "options": self.facts.options_of(table),
            "players": table.players,
            "phase": self.names[table.phase],
            "turn": self._turn.read(table),
        }
        for key, part in self.open_parts.items():
            facts[key] = part.read(table)
        return facts

    def state_of(self, table: Any) -> Json:
        """Everything on the table, seen by nobody in particular."""
        table = unpacked(table)
        return self.open_facts(table) | {key: part.read(table) for key, part in self.secret.items()}

    # --- To the table ---------------------------------------------------------------------------

    def lay(self, state: Json, *keys: str) -> np.ndarray:
        """Lay a table out as a state says, all of it or what stands under these keys; nobody asks whether it can be."""
        return packed(self._layout.dtype, self.laid(state, *keys))

    def laid(self, state: Json, *keys: str) -> Any:
        """The same as a plain table, for rules that are not compiled."""
        table = self.blank()
        table.players, table.phase = state["players"], self.phases[state["phase"]].value
        options = state["options"]
        for name, option in self.facts.options.items():
            setattr(table, option.kept_as or name, option.number(options.get(name, option.default)))
        self._turn.write(table, state["turn"])
        for key in keys or self.parts:
            self.parts[key].write(table, state[key])
        return table

    def blank(self) -> Any:
        """A plain table on which nothing has been laid yet."""
        return self._blank.copy()

    @cached_property
    def _layout(self) -> Layout:
        layout: Layout = self.facts.module("state").LAYOUT
        return layout

    @cached_property
    def _blank(self) -> Any:
        return unpacked(self._layout.blank()[0])

    def table_of(self, state: Any) -> np.ndarray:
        """The table of a state that somebody hands us; BadState says what is impossible about it."""
        self._check_form(state)
        plain = self.laid(state)
        for key, part in self.parts.items():
            if not part.agrees(plain, state[key]):
                raise BadState("state.follows", field=key, right=shown(part.read(plain)))
        tables = packed(self._layout.dtype, plain)
        outside = self._layout.out_of_range(tables[0])
        if outside:
            raise BadState("state.range", problem=outside[0])
        number = int(self.facts.module("rules").fault(plain))
        if number:
            fault = self.facts.module("state").Fault(number)
            raise BadState(f"fault.{name_of(fault)}", self.facts.package)
        return tables

    def _check_form(self, state: Any) -> None:
        if not isinstance(state, dict):
            raise BadState("state.object")
        expected = {*COMMON, *self.parts}
        wrong = sorted(shown(key) for key in expected ^ state.keys())
        if wrong:
            named = wrong[:MOST_NAMED] + ["…"] * (len(wrong) > MOST_NAMED)
            raise BadState("state.keys", wrong=", ".join(named), keys=", ".join(sorted(expected)))
        _demand(Word((self.facts.slug,)), "game", state["game"], 0)
        _keys("options", state["options"], self.facts.options, self._later)
        try:
            options = self.facts.checked_options(state["players"], state["options"])
        except AraratError as problem:
            raise BadState("state.options", problem=problem) from None
        players = state["players"]
        known = getattr(self.facts.module("state"), "possible_phases", None)
        possible = known(players, options) if known else self.phases.values()
        names = tuple(name for name, phase in self.phases.items() if phase in possible)
        _demand(Word(names), "phase", state["phase"], players)
        self._turn.check("turn", state["turn"], players)
        for key, part in self.parts.items():
            part.check(key, state[key], players)

    def schema(self) -> Json:
        """The JSON schema of all states."""
        common: Json = {
            "game": {"const": self.facts.slug},
            "options": object_schema({name: one.schema() for name, one in self.facts.options.items()}, self._later),
            "players": {"type": "integer", "minimum": self.facts.players[0], "maximum": self.facts.players[-1]},
            "phase": {"enum": list(self.phases)},
            "turn": self._turn.schema(),
        }
        return object_schema(common | {key: part.schema() for key, part in self.parts.items()})
