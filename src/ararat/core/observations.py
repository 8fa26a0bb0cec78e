"""What a seat knows, as numbers: which of them there are, declared once.

A game lists what is observed: fields of its table, and rules where something is not a field. From the
list follow how many numbers there are, the blocks in which they lie, with name, kind and bounds of each, and
`observe`, which writes them.

    OBSERVED = Observed(
        LAYOUT,
        (SEAT, categories("phase"), numbers("round"), size("deck"), members(TILES, "market")),
        (is_seat("turn"), numbers("scores"), members(TILES, "hands")),
    )

First comes what lies on the table, then a block for each seat that there is, the observer's own first. A field that
each seat sees of its own (table.py) is written of the observer's seat alone, and one that nobody sees can't be named
here but for its size. How many numbers there are follows from players and options, and from nothing else.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import prod
from typing import Any

import numpy as np

from .bits import contains, size_of
from .piles import Slots
from .table import NOBODY, Field, Layout, Weights
from .whole import seat_count, whole
from .writing import copies_written, members_written, places_written, there, those_written, write_among

# A field by its name, or a rule. A rule asks for the `table`, for the `seat` that observes, in the block of a seat for
# that `other` seat; where it gives several numbers, what it calls otherwise is the place of each, or it writes them all
# into a `row`.
Source = str | Callable[..., Any]
Entries = tuple["Entry", ...]
Bound = int | tuple[int, ...]

BITS, COUNT, CATEGORY = "bits", "count", "category"
ROW = "row"
WORDS = {word: word for word in ("table", "seat", "other")} | {ROW: "{row}"}  # what a rule asks for, as it is given it


@dataclass(frozen=True)
class Part:
    """Numbers of one kind that one value takes. Without bounds they have those of the field."""

    kind: str
    width: int = 0  # 0: the value is one number
    low: Bound | None = None
    high: Bound | None = None
    name: str = ""


@dataclass(frozen=True)
class Block:
    """Some neighbouring numbers of an observation that mean the same of different things."""

    name: str
    place: int
    shape: tuple[int, ...]
    kind: str  # bits: 0 or 1; count: a number of something; category: one of high - low + 1 things
    low: Bound  # of each number; several: of each along the last axis
    high: Bound
    meaning: str = ""
    seat: int | None = None  # whose it is, counted on from the observer, who is 0; None: it lies on the table

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


@dataclass(frozen=True)
class Entry:
    """Some numbers of an observation: whence they come, and the source code that writes the numbers of one value."""

    source: Source
    code: str = "{value}"
    places: int = 1  # values that a rule gives
    write: Callable[..., Any] | None = None  # of a value that takes several: (value, row), into as many numbers
    parts: tuple[Part, ...] = (Part(COUNT),)
    plus: int = 0
    of_seat: bool = True  # whether a field with a number a seat is read at the seat of the block
    of_secret: bool = False  # whether all may know it even of a field that they do not see
    in_the_end: bool = False  # whether all see it once the match is over
    at_once: bool = False  # whether all places of a field are written together
    of_players: bool = False  # whether its values are seats
    axis: int | None = None  # of a field that counts the seats, where more than one could
    first: Callable[..., Any] | None = None  # of a table: how many of its places there are, by players and options
    among: Callable[..., Any] | None = None  # of a table: the set of numbers that there are, likewise
    suffix: str = ""

    @property
    def name(self) -> str:
        return (self.source if isinstance(self.source, str) else self.source.__name__) + self.suffix

    @property
    def width(self) -> int:
        """Numbers that one value takes."""
        return sum(part.width or 1 for part in self.parts)


def _numbers(kind: str, sources: Sequence[Source], plus: int, low: int | None, high: int | None) -> Entries:
    code = f"whole({{value}}) + {plus}" if plus else "{value}"
    return tuple(Entry(source, code, parts=(Part(kind, 0, low, high),), plus=plus) for source in sources)


def numbers(
    *sources: Source,
    plus: int = 0,
    places: int = 1,
    axis: int | None = None,
    low: int = 0,
    high: int | None = None,
) -> Entries:
    """Numbers as they are, or so much more: how many of something there are. A rule says how many that can be, and
    may give a number for each of several places."""
    entries = _numbers(COUNT, sources, plus, None if high is None else low, high)
    return tuple(replace(entry, places=places, axis=axis) for entry in entries)


def categories(*sources: Source, plus: int = 0) -> Entries:
    """Numbers that stand for something; otherwise as `numbers`."""
    return _numbers(CATEGORY, sources, plus, None, None)


def size(*sources: Source) -> Entries:
    """How many members or cards there are, which all may know."""
    return tuple(Entry(source, "size_of({value})", of_secret=True, suffix=".size") for source in sources)


def seats(*sources: Source, plus: int = 0) -> Entries:
    """Seats counted on from the observer's, which is 0, or so much more."""
    code = "counted_on({value}, own, players)" + (f" + {plus}" if plus else "")
    return tuple(Entry(source, code, parts=(Part(CATEGORY),), plus=plus, of_players=True) for source in sources)


def is_seat(*sources: Source) -> Entries:
    """In the block of a seat: whether a number, or each of several, is that seat."""
    return tuple(Entry(source, "{value} == other", parts=(BIT,), of_seat=False) for source in sources)


def has_seat(*sources: Source) -> Entries:
    """In the block of a seat: whether that seat is in a set of seats."""
    return tuple(Entry(source, "contains({value}, other)", parts=(BIT,), of_seat=False) for source in sources)


def flags(*sources: Source, places: int = 1) -> Entries:
    """Rules that say whether something is so, or at each of several places, or write that of all places into a row."""
    return tuple(Entry(source, parts=(BIT,), places=places) for source in sources)


def members(room: int | np.ndarray | Callable[..., Any], *sources: Source, but: int | None = None) -> Entries:
    """Sets: for each of so many numbers whether it is in there, but for one that never is; or for each in the set that
    stands in a row by players, or that a rule gives by players and options."""
    if isinstance(room, np.ndarray):
        among, write = those_written(tuple(room.tolist()))
        return tuple(Entry(source, write=write, parts=(BIT,), among=among) for source in sources)
    if not isinstance(room, int):
        return tuple(Entry(source, write=write_among, parts=(BIT,), among=room) for source in sources)
    width, skipped = (room, room) if but is None else (room - 1, but)
    return written(members_written(width, skipped), Part(BITS, width, 0, 1), *sources)


def copies(slots: Slots, *sources: Source) -> Entries:
    """Piles: of each card that there is how many copies are in there."""
    return written(copies_written(slots), Part(COUNT, len(there(slots)), 0, there(slots)), *sources)


def in_which(room: int, *sources: str) -> Entries:
    """Fields of several sets that share no member: for each of so many numbers in which set it is, from 1; 0: none."""
    part = Part(CATEGORY, room)
    return tuple(Entry(source, write=places_written(room), parts=(part,), at_once=True) for source in sources)


def written(write: Callable[[int, Any], Any], part: Part, *sources: Source) -> Entries:
    """Values that take several numbers each, as a rule (value, row) writes them."""
    return tuple(Entry(source, write=write, parts=(part,)) for source in sources)


def drawn_up(write: Callable[[Any, Any], Any], *parts: Part) -> Entries:
    """What a rule (table, row) writes, in several parts."""
    return (Entry("table", write=write, parts=parts),)


def where(rule: Callable[..., Any], *entries: Entries) -> Entries:
    """What is there only at some tables, by players and options: as many places as a rule says, of those that
    could be. Such fields are blank elsewhere."""
    return tuple(replace(entry, first=rule) for entry in chain(*entries))


def laid_open(*entries: Entries) -> Entries:
    """Fields that are secret to somebody until the match is over, and open to all then."""
    return tuple(replace(entry, in_the_end=True) for entry in chain(*entries))


BIT = Part(BITS, 0, 0, 1)
SEAT: Entries = (Entry("seat", "seat", parts=(Part(CATEGORY),), of_players=True),)  # the observer's, as it is


def _asked(rule: Callable[..., Any]) -> tuple[str, ...]:
    """What a rule asks for."""
    return rule.__code__.co_varnames[: rule.__code__.co_argcount]


def counted_on(seat: int, own: int, players: int) -> int:
    """How many places after the observer's a seat is; NOBODY stays what it is."""
    if seat == NOBODY:
        return NOBODY
    return whole(seat) - own if seat >= own else whole(seat) - own + players


class Observed:
    """What the seats of a game observe: `blocks` at a table, `observe`, which writes the numbers, and `observed`, which
    counts them.

    `observe_open` writes the same numbers, but as if everything lay open; and behind them what every other seat alone
    observes. It is for worlds that somebody imagines, and for nobody to be told.
    """

    observe: Callable[[Any, int, Weights], None]
    observe_open: Callable[[Any, int, Weights], None]
    observed: Callable[[Any], int]

    def __init__(self, layout: Layout, shared: Sequence[Entries], of_each_seat: Sequence[Entries]) -> None:
        self.layout = layout
        self.most = layout.fields["players"].high
        self.rules: dict[str, Any] = {
            rule.__name__: rule for rule in (contains, counted_on, seat_count, size_of, whole)
        } | {"NOBODY": NOBODY}
        self.shared, self.of_seat = list(chain(*shared)), list(chain(*of_each_seat))
        parts = self._counting(), self._source(False), self._source(True)
        self.source = "\n\n\n".join("\n".join(part) for part in parts) + "\n"
        self._compile()

    # --- What there is --------------------------------------------------------------------------

    def blocks(self, table: Any) -> list[Block]:
        """The blocks of all observations at a table of such players and options, one after the other."""
        found = list(self._blocks_of(self.shared, table, None, False, "", 0))
        for seat in range(int(table.players)):
            at = found[-1][0].place + found[-1][0].size if found else 0
            found += self._blocks_of(self.of_seat, table, seat, True, f"seats[{seat}].", at)
        return [block for block, _ in found]

    @property
    def own(self) -> list[Entry]:
        """What is observed of the observer alone, and of no other seat."""
        fields = [entry for entry in self.shared if self._field(entry)]
        return [entry for entry in fields if self._axis(entry, False) is not None]

    def open_blocks(self, table: Any) -> list[tuple[Block, Entry]]:
        """The blocks behind all others where everything lies open: what every other seat alone observes."""
        found: list[tuple[Block, Entry]] = []
        for seat in range(1, int(table.players)):
            at = found[-1][0].place + found[-1][0].size if found else int(self.observed(table))
            found += self._blocks_of(self.own, table, seat, False, f"open[{seat}].", at)
        return found

    def _blocks_of(
        self, entries: list[Entry], table: Any, seat: int | None, in_block: bool, prefix: str, at: int
    ) -> Iterator[tuple[Block, Entry]]:
        """The blocks of some entries, from a place on."""
        for entry in entries:
            count, shape = self._there(entry, table, in_block), self._shape(entry, in_block)
            shape = (count,) if shape or entry.first or entry.among else ()
            for part in entry.parts if count else ():
                own = (*shape, part.width) if part.width else shape
                bounds = self._kind_of(entry, part, int(table.players))
                block = Block(prefix + (part.name or entry.name), at, own, *bounds, self._meaning(entry), seat)
                yield block, entry
                at += block.size

    def names(self, table: Any) -> list[str]:
        """A name for each number of an observation at such a table."""
        names = []
        for block in self.blocks(table):
            found = [block.name]
            for length in block.shape:
                found = [f"{name}[{place}]" for name in found for place in range(length)]
            names += found
        return names

    def bounds(self, table: Any) -> tuple[np.ndarray, np.ndarray]:
        """The least and the highest that each number of an observation at such a table can be."""
        blocks = self.blocks(table)
        low, high = (
            np.concatenate([np.broadcast_to(end, block.shape).ravel() for block, end in ends])
            for ends in ([(block, block.low) for block in blocks], [(block, block.high) for block in blocks])
        )
        return low.astype(np.float32), high.astype(np.float32)

    def absent(self, table: Any) -> set[str]:
        """The fields that are observed at other tables only."""
        entries = [(entry, False) for entry in self.shared] + [(entry, True) for entry in self.of_seat]
        there = {entry.source for entry, in_block in entries if self._there(entry, table, in_block)}
        return {entry.source for entry, _ in entries if isinstance(entry.source, str)} - there

    def _kind_of(self, entry: Entry, part: Part, players: int) -> tuple[str, Bound, Bound]:
        """Kind and bounds of numbers, those of the field where an entry does not say them."""
        field = self._field(entry)
        if entry.of_players:
            return part.kind, (field.low if field else NOBODY) + entry.plus, players - 1 + entry.plus
        if part.low is not None and part.high is not None:
            low, high = part.low, part.high
        elif field is None:
            raise TypeError(f"{self.layout.name}: how much can {entry.name} be?")
        elif entry.suffix == ".size":
            low, high = 0, field.high.bit_count()
        elif entry.at_once:
            low, high = 0, field.shape[0]
        else:
            low, high = field.low + entry.plus, field.high + entry.plus
        return (BITS if (low, high) == (0, 1) else part.kind), low, high

    def _meaning(self, entry: Entry) -> str:
        """What the numbers of an entry are, as its field or its rule says."""
        field, rule = self._field(entry), entry.write if isinstance(entry.source, str) else entry.source
        told = field.meaning if field else (rule.__doc__ or "" if rule else "the seat that observes, as it is")
        return " ".join(told.split()).rstrip(".")

    def _there(self, entry: Entry, table: Any, in_block: bool) -> int:
        """How many values an entry has at a table."""
        if entry.among:
            return size_of(entry.among(table))
        return int(entry.first(table)) if entry.first else self._places(entry, in_block)

    def _field(self, entry: Entry) -> Field | None:
        return self.layout.fields.get(entry.source) if isinstance(entry.source, str) else None

    def _shape(self, entry: Entry, in_block: bool) -> tuple[int, ...]:
        """The shape of what an entry reads: of its field, without the axis of the seats where it reads one seat."""
        field = self._field(entry)
        if field is None or entry.at_once:
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

    # --- Its source -----------------------------------------------------------------------------

    def _counting(self) -> Iterator[str]:
        shared, of_seat = (" + ".join(self._amounts(*part)) for part in ((self.shared, False), (self.of_seat, True)))
        yield "def observed(table):"
        yield '    """How many numbers a seat observes."""'
        yield f"    return {shared} + seat_count(table) * ({of_seat})"

    def _amounts(self, entries: list[Entry], in_block: bool) -> Iterator[str]:
        fixed = [entry for entry in entries if not self._counted(entry)]
        yield str(sum(self._places(entry, in_block) * entry.width for entry in fixed))
        yield from (f"{entry.width} * {self._counted(entry)}" for entry in entries if self._counted(entry))

    def _counted(self, entry: Entry) -> str:
        """The source of how many values there are, where players and options decide it."""
        if entry.among:
            return f"size_of({self._called(entry.among)}(table))"
        return f"whole({self._called(entry.first)}(table))" if entry.first else ""

    def _source(self, is_open: bool) -> Iterator[str]:
        self._is_open = is_open
        yield f"def observe{'_open' if is_open else ''}(table, seat, numbers):"
        yield '    """Write what a seat (NOBODY: a spectator) knows as numbers, seats counted from its own."""'
        yield "    own, players = max(seat, 0), seat_count(table)"
        beside = f" + (players - 1) * ({' + '.join(self._amounts(self.own, False))})" if is_open and self.own else ""
        yield f"    if observed(table){beside} > len(numbers):"
        yield "        return"
        yield "    row = numbers[0:]"
        yield from self._writing(self.shared, False)
        yield "    for step in range(players):"
        yield "        other = own + step if own + step < players else own + step - players"
        yield from (f"    {line}" for line in self._writing(self.of_seat, True))
        if is_open and self.own:
            yield "    for step in range(1, players):"
            yield "        seat = own + step if own + step < players else own + step - players"
            yield from (f"    {line}" for line in self._writing(self.own, False))

    def _writing(self, entries: list[Entry], in_block: bool) -> Iterator[str]:
        """Compiled code has to look which end of a row an index counts from, unless it is known: so what is written
        stands at fixed places of a row, and after what is not always as long begins a new one."""
        at = 0
        for entry in entries:
            value, indent = self._value(entry, in_block), "    "
            place, count = str(at), str(self._places(entry, in_block))
            if self._counted(entry):
                yield f"    count = {self._counted(entry)}"
                count = "count"
            if self._writes_all(entry):
                yield f"    {value.format(row=f'row[{at}:]')}"
            else:
                if entry.first or self._shape(entry, in_block):
                    yield f"    for place in range({count}):"
                    place, indent = f"{at} + {entry.width} * place" if entry.width > 1 else f"{at} + place", "        "
                if entry.among and entry.write:
                    there = "table" if entry.write is not write_among else f"{self._called(entry.among)}(table)"
                    yield f"    {self._called(entry.write)}({value}, {there}, row[{at}:])"
                elif entry.write:
                    yield f"{indent}{self._called(entry.write)}({value}, row[{place}:])"
                else:
                    yield f"{indent}row[{place}] = {entry.code.format(value=value)}"
            if self._counted(entry):
                width = f"{entry.width} * count" if entry.width > 1 else "count"
                yield f"    row = row[{at} + {width}:]"
                at = 0
            else:
                at += self._places(entry, in_block) * entry.width
        if at:
            yield f"    row = row[{at}:]"

    @staticmethod
    def _writes_all(entry: Entry) -> bool:
        """Whether a rule writes all of its places into a row."""
        return not isinstance(entry.source, str) and ROW in _asked(entry.source)

    def _value(self, entry: Entry, in_block: bool) -> str:
        """The source of a value; what only its own seat sees is read of the observer's alone."""
        if not isinstance(entry.source, str):
            return self._call(entry, entry.source, in_block)
        if entry.source not in self.layout.fields:
            if entry.source not in ("seat", "table"):
                raise TypeError(f"{self.layout.name} has no field {entry.source}")
            return entry.source
        field, axis = self.layout.fields[entry.source], self._axis(entry, in_block)
        if field.seen == "nobody" and not (entry.of_secret or entry.in_the_end):
            raise TypeError(f"{self.layout.name}.{field.name} is seen by nobody")
        index = ["place"] if self._shape(entry, in_block) and not entry.at_once else []
        if axis is not None:
            index.insert(axis, "other" if in_block else "seat")
        value = f"table.{field.name}" + (f"[{', '.join(index)}]" if index else "")
        if field.seen == "all" or entry.of_secret or (self._is_open and in_block):
            return value
        seen = [] if field.seen == "nobody" else ["other == seat" if in_block else "seat != NOBODY"]
        if entry.in_the_end:
            seen.append("table.turn == NOBODY")
        return f"({value} if {' or '.join(seen)} else {-entry.plus})"

    def _call(self, entry: Entry, rule: Callable[..., Any], in_block: bool) -> str:
        asked = _asked(rule)
        words = [WORDS.get(word, "place") for word in asked]
        if in_block and self._is_open:  # as each seat knows it of itself
            words = ["other" if word == "seat" else word for word in words]
        if ("other" in words and not in_block) or (words[-1] in ("place", WORDS[ROW])) != (entry.places > 1):
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
        # Where the contract has it: the cache of compiled kernels tells functions apart by their names.
        for name in ("observe", "observe_open", "observed"):
            setattr(self, name, space[name])
            space[name].__qualname__ = f"OBSERVED.{name}"
