"""What a seat knows, as numbers: which of them there are, declared once.

A game lists what is observed: fields of its table, and rules where something is not a field. From the
list follow how many numbers there are, the name of each and `observe`, which writes them.

    OBSERVED = Observed(
        LAYOUT,
        (numbers("players", "phase"), SEAT, size("deck"), members(TILES, "market")),
        (PLACE, is_seat("turn"), numbers("scores"), members(TILES, "hands")),
    )

First comes what lies on the table, then a block for each seat, the observer's own first and zeros where
no seat is. A field that each seat sees of its own (table.py) is written of the observer's seat alone, and
one that nobody sees can't be named here but for its size.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any

from .bits import contains, size_of
from .table import NOBODY, Layout, Weights
from .whole import seat_count, whole

# A field by its name, or a rule. A rule asks for the `table`, for the `seat` that observes, in the block of a seat for
# that `other` seat; where it gives several numbers, what it calls otherwise is the place of each.
Source = str | Callable[..., Any]
Entries = tuple["Entry", ...]


@dataclass(frozen=True)
class Entry:
    """Some numbers of an observation: whence they come, and the source code that writes the numbers of one value."""

    source: Source
    code: str = "{value}"
    places: int = 1  # values that a rule gives
    width: int = 1  # numbers that one value takes
    write: Callable[[int, Any, int], Any] | None = None  # of a value that takes several: (value, numbers, at)
    of_seat: bool = True  # whether a field with a number a seat is read at the seat of the block
    of_secret: bool = False  # whether all may know it even of a field that they do not see
    axis: int | None = None  # of a field that counts the seats, where more than one could
    absent: int = 0  # what is written where no seat is
    suffix: str = ""

    @property
    def name(self) -> str:
        return (self.source if isinstance(self.source, str) else self.source.__name__) + self.suffix


def numbers(*sources: Source, plus: int = 0, places: int = 1, axis: int | None = None) -> Entries:
    """Numbers as they are, or so much more; a rule may give one for each of several places."""
    code = f"whole({{value}}) + {plus}" if plus else "{value}"
    return tuple(Entry(source, code, places, axis=axis) for source in sources)


def size(*sources: Source) -> Entries:
    """How many members or cards there are, which all may know."""
    return tuple(Entry(source, "size_of({value})", of_secret=True, suffix=".size") for source in sources)


def seats(*sources: Source, plus: int = 0) -> Entries:
    """Seats counted on from the observer's, which is 0, or so much more."""
    code = "counted_on({value}, own, players)" + (f" + {plus}" if plus else "")
    return tuple(Entry(source, code) for source in sources)


def is_seat(*sources: Source) -> Entries:
    """In the block of a seat: whether a number, or each of several, is that seat."""
    return tuple(Entry(source, "{value} == other", of_seat=False) for source in sources)


def has_seat(*sources: Source) -> Entries:
    """In the block of a seat: whether that seat is in a set of seats."""
    return tuple(Entry(source, "contains({value}, other)", of_seat=False) for source in sources)


def members(room: int, *sources: Source) -> Entries:
    """Sets: for each of so many numbers whether it is in there."""
    return written(_members_written(room), room, *sources)


@cache
def _members_written(room: int) -> Callable[[int, Any, int], Any]:
    def write_members(members: int, numbers: Weights, at: int) -> None:
        """Write for every number whether it is in a set."""
        for number in range(room):
            numbers[at + number] = contains(members, number)

    return write_members


def written(write: Callable[[int, Any, int], Any], width: int, *sources: Source) -> Entries:
    """Values that take several numbers each, as a rule (value, numbers, at) writes them."""
    return tuple(Entry(source, "", width=width, write=write) for source in sources)


SEAT: Entries = (Entry("seat", "seat"),)  # the observer's, as it is
PLACE: Entries = (Entry("place", "other", absent=NOBODY),)  # which seat it is, NOBODY where there is none
THERE: Entries = (Entry("there", "1"),)


def counted_on(seat: int, own: int, players: int) -> int:
    """How many places after the observer's a seat is; NOBODY stays what it is."""
    return NOBODY if seat == NOBODY else (whole(seat) - own) % players


class Observed:
    """What the seats of a game observe: `size` numbers, their `names` in order, and `observe`, which writes them."""

    observe: Callable[[Any, int, Weights], None]

    def __init__(self, layout: Layout, shared: Sequence[Entries], of_each_seat: Sequence[Entries]) -> None:
        self.layout = layout
        self.most = layout.fields["players"].high
        self.rules: dict[str, Any] = {
            rule.__name__: rule for rule in (contains, counted_on, seat_count, size_of, whole)
        } | {"NOBODY": NOBODY}
        on_table, of_seat = list(chain(*shared)), list(chain(*of_each_seat))
        start, block = self._size(on_table, False), self._size(of_seat, True)
        self.size = start + self.most * block
        self.names = [name for entry in on_table for name in self._names(entry, False)]
        for step in range(self.most):
            self.names += [f"seats[{step}].{name}" for entry in of_seat for name in self._names(entry, True)]
        self.source = "\n".join(self._source(on_table, of_seat, start, block)) + "\n"
        self._compile()

    # --- What there is --------------------------------------------------------------------------

    def _size(self, entries: list[Entry], in_block: bool) -> int:
        return sum(self._places(entry, in_block) * entry.width for entry in entries)

    def _shape(self, entry: Entry, in_block: bool) -> tuple[int, ...]:
        """The shape of what an entry reads: of its field, without the axis of the seats where it reads one seat."""
        field = self.layout.fields.get(entry.source) if isinstance(entry.source, str) else None
        if field is None:
            return () if entry.places == 1 else (entry.places,)
        axis = self._axis(entry, in_block)
        return field.shape if axis is None else field.shape[:axis] + field.shape[axis + 1 :]

    def _places(self, entry: Entry, in_block: bool) -> int:
        shape = self._shape(entry, in_block)
        if len(shape) > 1:
            raise TypeError(f"{self.layout.name}.{entry.source}: {shape} numbers are written row by row, by a rule")
        return shape[0] if shape else 1

    def _axis(self, entry: Entry, in_block: bool) -> int | None:
        """Which axis of a field counts the seats, if one seat is read of it."""
        field = self.layout.fields[str(entry.source)]
        if not entry.of_seat or not (in_block or field.seen == "own seat"):
            return None
        axes = [axis for axis, length in enumerate(field.shape) if length == self.most]
        if entry.axis is None and len(axes) != 1:
            raise TypeError(f"{self.layout.name}.{field.name}: which of its axes {field.shape} counts the seats?")
        return axes[0] if entry.axis is None else entry.axis

    def _names(self, entry: Entry, in_block: bool) -> Iterator[str]:
        for place in range(self._places(entry, in_block)):
            name = f"{entry.name}[{place}]" if self._shape(entry, in_block) else entry.name
            yield from (f"{name}[{number}]" for number in range(entry.width)) if entry.write else (name,)

    # --- Its source -----------------------------------------------------------------------------

    def _source(self, on_table: list[Entry], of_seat: list[Entry], start: int, block: int) -> Iterator[str]:
        yield "def observe(table, seat, numbers):"
        yield '    """Write what a seat (NOBODY: a spectator) knows as numbers, seats counted from its own."""'
        yield "    own, players = max(seat, 0), seat_count(table)"
        yield from self._writing(on_table, False)
        yield f"    for step in range({self.most}):"
        yield f"        start = {start} + {block} * step"
        yield "        if step < players:"
        yield "            other = (own + step) % players"
        yield from (f"        {line}" for line in self._writing(of_seat, True))
        yield "        else:"
        yield f"            for number in range({block}):"
        yield "                numbers[start + number] = 0"
        yield from (f"            {line}" for line in self._writing_nobody(of_seat))

    def _writing(self, entries: list[Entry], in_block: bool) -> Iterator[str]:
        at = 0
        for entry in entries:
            where = f"start + {at}" if in_block else str(at)
            value, places = self._value(entry, in_block), self._places(entry, in_block)
            indent = "    "
            if self._shape(entry, in_block):
                yield f"    for place in range({places}):"
                where = f"{where} + {entry.width} * place" if entry.write else f"{where} + place"
                indent = "        "
            if entry.write:
                yield f"{indent}{self._called(entry.write)}({value}, numbers, {where})"
            else:
                yield f"{indent}numbers[{where}] = {entry.code.format(value=value)}"
            at += places * entry.width

    def _writing_nobody(self, entries: list[Entry]) -> Iterator[str]:
        at = 0
        for entry in entries:
            if entry.absent:
                yield f"numbers[start + {at}] = {entry.absent}"
            at += self._places(entry, True) * entry.width

    def _value(self, entry: Entry, in_block: bool) -> str:
        """The source of a value; what only its own seat sees is read of the observer's alone."""
        if not isinstance(entry.source, str):
            return self._call(entry, entry.source, in_block)
        if entry.source not in self.layout.fields:
            if "{value}" in entry.code or entry.write:
                raise TypeError(f"{self.layout.name} has no field {entry.source}")
            return ""
        field, axis = self.layout.fields[entry.source], self._axis(entry, in_block)
        if field.seen == "nobody" and not entry.of_secret:
            raise TypeError(f"{self.layout.name}.{field.name} is seen by nobody")
        index = ["place"] if self._shape(entry, in_block) else []
        if axis is not None:
            index.insert(axis, "other" if in_block else "seat")
        value = f"table.{field.name}" + (f"[{', '.join(index)}]" if index else "")
        if field.seen == "own seat" and not entry.of_secret:
            return f"({value} if {'other == seat' if in_block else 'seat != NOBODY'} else 0)"
        return value

    def _call(self, entry: Entry, rule: Callable[..., Any], in_block: bool) -> str:
        asked = rule.__code__.co_varnames[: rule.__code__.co_argcount]
        words = [word if word in ("table", "seat", "other") else "place" for word in asked]
        if ("other" in words and not in_block) or ("place" in words) != (entry.places > 1):
            raise TypeError(f"{self.layout.name}: {rule.__name__} asks for {', '.join(asked)}")
        return f"{self._called(rule)}({', '.join(words)})"

    def _called(self, rule: Callable[..., Any]) -> str:
        """The name under which the source finds a rule."""
        name, count = rule.__name__, 1
        while self.rules.setdefault(name, rule) is not rule:
            count += 1
            name = f"{rule.__name__}_{count}"
        return name

    def _compile(self) -> None:
        """Make `observe` of its source, which stands in tracebacks as that of any other rule."""
        package = self.layout.name.rpartition(".state.")[0]
        file = f"<what is observed in {package}>"
        linecache.cache[file] = (len(self.source), None, self.source.splitlines(keepends=True), file)
        space = {**self.rules, "__name__": f"{package}.rules"}
        exec(compile(self.source, file, "exec"), space)
        self.observe = space["observe"]
        # Where the contract has it: the cache of compiled kernels tells functions apart by their names.
        self.observe.__qualname__ = "OBSERVED.observe"
