"""The plan of a net: what goes into it, which weights it has and where each lies, all from what a game declares.

One kind of net for all games:

    rows    things that the moves name (cards, tiles, cells), those of a kind together: `lion-m` and `lion-f` are the
            members m and f of the row `lion`. What is observed of a thing adds a column of its set's weights to its
            row, and so to equal things equal weights; of a row comes `relu`, and of all rows of a set their sum
    flat    every observed number by itself
    wide    relu(flat + sums of the sets + bias of so many players)
    deep    relu(wide), from which come
    value   a number for each seat, the observer's first: the softmax over those that play is who wins
    policy  a number for each action, of what the action is (features.py), of the rows that it names and of deep; and
            of what it touches, where a rule of the game (`touched`) says what that is at a table: of the rows of these
            things, summed, and of a number of weights that each thing has of its own

An observed 0 adds nothing, whatever it stands for: most numbers are 0, and cost nothing. A category has a column for
each other value, a count is scaled as learners have it (encoding.py).

The plan is of the usual options and of all player counts. `reading` says for any table what its numbers are in the
plan; what only unusual options bring is not read.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

import numpy as np

from ..core.bits import members_of
from ..core.contract import TOUCHES, Facts, Json
from ..core.hooks import hooks_of
from ..core.kinds import Items, Kind, OrNull, SetOf
from ..core.observations import CATEGORY, Block, Entry
from ..core.spec import features_of

LARGE = 32  # what is 1 of a number that can be larger: it is what comes in a match that counts, not what could
FEWEST = 6  # things: fewer are no set
ALIKE = 2 / 3  # as many rows at most, for each name, are things of a kind
PLAIN, CHOSEN = range(2)  # how a number is read: scaled, or one of several
NOWHERE = -1
NAMED = 2  # rows that an action looks at


@dataclass(frozen=True)
class Sizes:
    """How many numbers each part of a net has."""

    row: int = 16
    wide: int = 64
    deep: int = 32
    keen: int = 32  # of the policy


@dataclass(frozen=True)
class Array:
    """One array of weights, and where it begins among all of them."""

    name: str
    shape: tuple[int, ...]
    place: int

    @property
    def size(self) -> int:
        return prod(self.shape)


@dataclass(frozen=True)
class Things:
    """What some moves name: of each name its row, counted through all sets, and which member of it it is."""

    names: tuple[str, ...]
    set: int
    rows: tuple[int, ...]
    members: tuple[int, ...]


@dataclass(frozen=True)
class Reading:
    """What the numbers of the observations of some tables are in a plan, an entry for each."""

    kind: np.ndarray
    shift: np.ndarray  # of a category: what is added to its value to get its column; one less from 1 on
    scale: np.ndarray  # of other numbers
    flat: np.ndarray  # the column among the flat inputs, a category's first; NOWHERE
    row: np.ndarray  # NOWHERE
    column: np.ndarray  # of the set of the row, a category's first

    @property
    def factor(self) -> np.ndarray:
        """What each number is multiplied by; a category, which is there or not, by 1."""
        return np.where(self.kind == CHOSEN, 1, self.scale).astype(np.float32)

    def inputs(self, observations: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Of observations [n, numbers] what each number adds, and how many columns on from its first. What lies open is
        behind what a seat observes, and may be left out."""
        observations = np.pad(observations, ((0, 0), (0, len(self.kind) - observations.shape[1])))
        chosen = self.kind == CHOSEN
        added = np.where(chosen, observations != 0, observations * self.scale).astype(np.float32)
        on = observations.astype(np.int64) + self.shift - (observations > 0)
        return added, np.where(chosen & (observations != 0), on, 0)


@dataclass
class _Found:
    """A block of numbers that the plan knows: its first column among the flat inputs and in its set."""

    width: int  # columns of a number
    low: int
    bound: int
    room: int  # numbers along the last axis
    lines: int  # along all others
    things: Things | None
    flat: int = NOWHERE
    column: int = NOWHERE


class Plan:
    """The plan of the nets of a game."""

    def __init__(self, facts: Facts, sizes: Sizes | None = None) -> None:
        self.facts, self.sizes = facts, sizes or Sizes()
        self._rules = hooks_of(facts).rules
        self.seats = facts.players[-1]
        self.actions = int(self._rules.ACTIONS)
        self.features = features_of(facts)
        self._slots = self._all_slots()
        self._spaces = self._all_things(_every_name(self._kinds().values()))
        self._find_all()
        # Only what something is observed of is a thing.
        self._spaces = self._all_things({one.things.names for one in self._found.values() if one.things is not None})
        self._find_all()
        self.flat, self.columns = self._lay_out()

    # --- What there is to name ------------------------------------------------------------------

    def _all_things(self, named: set[tuple[str, ...]]) -> list[Things]:
        """What moves name by words, the most words first; things whose rows are the same share a set."""
        self.set_rows: list[list[str]] = []  # of each set the names of its rows
        found, firsts, counts = [], [], []
        for names in sorted(named, key=lambda names: (-len(names), names)):
            stems = [name.rpartition("-")[0] or name for name in names]
            if len(set(stems)) > ALIKE * len(names):
                stems = list(names)
            rows = sorted(set(stems))
            number = next((n for n, known in enumerate(self.set_rows) if known == rows), len(self.set_rows))
            if number == len(self.set_rows):
                firsts.append(sum(map(len, self.set_rows)))
                counts.append(0)
                self.set_rows.append(rows)
            tails = sorted({name.removeprefix(stem) for name, stem in zip(names, stems, strict=True)})
            members = [
                counts[number] + tails.index(name.removeprefix(stem)) for name, stem in zip(names, stems, strict=True)
            ]
            counts[number] += len(tails)
            found.append(
                Things(names, number, tuple(firsts[number] + rows.index(stem) for stem in stems), tuple(members))
            )
        self.members = counts  # of each set: how many members a row can have
        return found

    def _kinds(self) -> dict[str, Kind]:
        """What the fields of all moves are, by their names."""
        moves = self._rules.MOVES.kinds.values()
        return {name: _plain(kind) for move in moves for name, kind in {**move.fields, **move.optional}.items()}

    def _all_slots(self) -> dict[int, np.ndarray]:
        """Where cards have slots (piles.py), by how many slots there are: which card each is of."""
        found = {}
        for entry in (*self._rules.OBSERVED.shared, *self._rules.OBSERVED.of_seat):
            place_of = _asked(entry).get("place_of")
            if isinstance(place_of, np.ndarray):
                found[len(place_of)] = place_of
        return found

    # --- What is observed -----------------------------------------------------------------------

    def _blocks(self, table: Any) -> Iterator[tuple[Block, Entry]]:
        """The blocks at a table, those of what lies open behind the others, each with what declares it."""
        observed = self._rules.OBSERVED
        blocks = iter(observed.blocks(table))
        for seat in (None, *range(int(table.players))):
            for entry in observed.shared if seat is None else observed.of_seat:
                for _ in entry.parts if observed._there(entry, table, seat is not None) else ():
                    yield next(blocks), entry
        yield from observed.open_blocks(table)

    def _find_all(self) -> None:
        """Find what is observed, by the usual options, at tables of all player counts."""
        self._found: dict[str, _Found] = {}
        for players in reversed(self.facts.players):
            self._add(self.facts.new_table(players, self.facts.checked_options(players, {}))[0])

    def _add(self, table: Any) -> None:
        """Add what is observed at a table and was not at others."""
        for block, entry in self._blocks(table):
            low, high = int(np.min(block.low)), int(np.max(block.high))
            if entry.of_players:  # as at the fullest table
                high += self.seats - int(table.players)
            room = self._room(block, entry)
            width = high - low + (not low <= 0 <= high) if block.kind == CATEGORY else 1
            lines = block.size // block.shape[-1] if block.shape and not entry.among else 1
            things, _ = self._things_of(block, entry, table)
            known = self._found.setdefault(
                block.name, _Found(width, low, max(abs(low), abs(high), 1), room, lines, things)
            )
            known.room, known.lines = max(known.room, room), max(known.lines, lines)

    def _room(self, block: Block, entry: Entry) -> int:
        """How many numbers there could be along the last axis."""
        if entry.among:
            return int(self._rules.OBSERVED.layout.fields[str(entry.source)].high).bit_length()
        return block.shape[-1] if block.shape else 1

    def _things_of(self, block: Block, entry: Entry, table: Any) -> tuple[Things | None, list[int]]:
        """What the numbers along the last axis are of, and of each number which of them."""
        room = self._room(block, entry)
        numbers = members_of(entry.among(table)) if entry.among else list(range(room))
        if room in self._slots:
            numbers, room = self._slots[room][numbers].tolist(), int(self._slots[room][-1]) + 1
        skipped = _asked(entry).get("skipped", room)
        if skipped < room:
            numbers, room = [number + (number >= skipped) for number in numbers], room + 1
        things = next((one for one in self._spaces if len(one.names) == room), None)
        return things, numbers

    def _lay_out(self) -> tuple[int, list[int]]:
        """Give every block its columns; how many there are, flat and of each set."""
        flat, columns = 0, [0] * len(self.set_rows)
        for block in self._found.values():
            block.flat = flat
            flat += block.width * block.room * block.lines
            if block.things is not None:
                block.column = columns[block.things.set]
                columns[block.things.set] += block.width * self.members[block.things.set] * block.lines
        return flat, columns

    def reading(self, players: int, options: Json | None = None) -> Reading:
        """What the numbers of such tables are."""
        table = self.facts.new_table(players, self.facts.checked_options(players, options or {}))[0]
        lines: list[tuple[int, int, float, int, int, int]] = []
        for block, entry in self._blocks(table):
            known = self._found.get(block.name)
            things, numbers = self._things_of(block, entry, table)
            count = len(numbers)
            for place in range(block.size):
                line, number = divmod(place, count)
                if known is None or line >= known.lines or number >= known.room:
                    lines.append((PLAIN, 0, 0.0, NOWHERE, NOWHERE, NOWHERE))
                    continue
                lines.append(self._line(block, entry, known, things, line, numbers[number], number, table))
        columns = list(zip(*lines, strict=True))
        return Reading(*(np.array(one, np.float32 if n == 2 else np.int64) for n, one in enumerate(columns)))

    def _line(
        self,
        block: Block,
        entry: Entry,
        known: _Found,
        things: Things | None,
        line: int,
        thing: int,
        number: int,
        table: Any,
    ) -> tuple[int, int, float, int, int, int]:
        """What one number is."""
        real = members_of(entry.among(table))[number] if entry.among else number
        flat = known.flat + (line * known.room + real) * known.width
        row = column = NOWHERE
        if things is not None:
            row = things.rows[thing]
            column = known.column + (line * self.members[things.set] + things.members[thing]) * known.width
        if block.kind == CATEGORY:
            # Values from low to -1, then from 1 on; without 0 in between, from low on.
            return CHOSEN, -known.low + (known.low > 0), 0.0, flat, row, column
        return PLAIN, 0, 1 / min(known.bound, LARGE), flat, row, column

    # --- Actions --------------------------------------------------------------------------------

    @cached_property
    def named(self) -> np.ndarray:
        """[actions, NAMED]: the rows that each action names, the first ones; NOWHERE."""
        found = np.full((self.actions, NAMED), NOWHERE, np.int64)
        used = np.zeros(self.actions, np.int64)
        of_all = self.features.of_all
        kinds = self._kinds()
        for block in self.features.blocks:
            kind = kinds.get(block.name)
            names = _digits_of(kind) if kind is not None else []
            things = next((one for one in self._spaces if set(names) == set(one.names)), None)
            if things is None:
                continue
            marks = of_all[:, block.place : block.place + block.size]
            place_of = {name: place for place, name in enumerate(things.names)}
            rows = np.array([things.rows[place_of[name]] for name in names])
            marks = marks[:, : len(rows)]
            for action in np.flatnonzero((marks.sum(axis=1) == 1) & (used < NAMED)):
                found[action, used[action]] = rows[marks[action].argmax()]
                used[action] += 1
        return found

    @cached_property
    def touched(self) -> Things | None:
        """What the sets are of that a rule says an action touches, as of all sets that moves name; None: no such rule.

        The names are in the order of the bits.
        """
        if self._rules.touched is None:
            return None
        fields = [kind for move in self._rules.MOVES.kinds.values() for kind in move.fields.values()]
        names = {tuple(_digits_of(kind.word)) for kind in fields if isinstance(kind, SetOf)}
        (found,) = (things for things in self._spaces if things.names in names)
        return found

    # --- Weights --------------------------------------------------------------------------------

    @cached_property
    def set_of_row(self) -> np.ndarray:
        """Of each row, counted through all sets, the set it is of."""
        return np.repeat(np.arange(len(self.set_rows)), [len(names) for names in self.set_rows])

    @cached_property
    def arrays(self) -> dict[str, Array]:
        """All weights by their names; an array's first axis is what goes in."""
        row, wide, deep, keen = self.sizes.row, self.sizes.wide, self.sizes.deep, self.sizes.keen
        shapes: dict[str, tuple[int, ...]] = {"flat": (self.flat, wide), "bias": (self.seats, wide)}
        for number, names in enumerate(self.set_rows):
            shapes |= {
                f"set{number}.in": (self.columns[number], row),
                f"set{number}.own": (len(names), row),
                f"set{number}.out": (row, wide),
                f"set{number}.policy": (row, keen),
            }
        shapes |= {"deep": (wide, deep), "deep.bias": (deep,), "value": (deep, self.seats), "value.bias": (self.seats,)}
        shapes |= {"policy": (deep, keen), "features": (self.features.size, keen), "policy.out": (keen,)}
        shapes |= {"taste": (self.features.size,)}
        if self.touched is not None:
            shapes |= {f"touch{nth}.row": (row, keen) for nth in range(TOUCHES)}
            shapes |= {f"touch{nth}.own": (len(self.touched.names), keen) for nth in range(TOUCHES)}
        found, place = {}, 0
        for name, shape in shapes.items():
            found[name] = Array(name, shape, place)
            place += found[name].size
        return found

    @property
    def size(self) -> int:
        """How many weights there are."""
        return sum(array.size for array in self.arrays.values())

    def parts(self, weights: np.ndarray) -> dict[str, np.ndarray]:
        """The arrays of some weights by name, each a view."""
        return {name: weights[one.place : one.place + one.size].reshape(one.shape) for name, one in self.arrays.items()}

    def random(self, seed: int) -> np.ndarray:
        """Weights to begin with, drawn: small ones, by how many numbers go in where."""
        weights = np.zeros(self.size, np.float32)
        random = np.random.default_rng(seed)
        for name, part in self.parts(weights).items():
            if "bias" not in name and name != "taste":
                is_sparse = name in ("flat", "features") or name.endswith(".in") or name.startswith("touch")
                few = 30 if is_sparse else part.shape[0]
                part[...] = random.normal(0, (2 / few) ** 0.5, part.shape)
        return weights


def _plain(kind: Kind) -> Kind:
    """A kind of value without what stands around it."""
    if isinstance(kind, OrNull | Items):
        return _plain(kind.kind)
    return kind.word if isinstance(kind, SetOf) else kind


def _digits_of(kind: Kind) -> list[str]:
    """What the values of a kind are called, where they are called anything."""
    try:
        values = [kind.at(digit) for digit in range(kind.size)]
    except (NotImplementedError, AttributeError):
        return []
    parts = [
        [one for one in value.values() if one is not None] if isinstance(value, dict) else [value] for value in values
    ]
    return ["-".join(map(str, part)) for part in parts] if all(isinstance(part[0], str) for part in parts) else []


def _every_name(kinds: Iterable[Kind]) -> set[tuple[str, ...]]:
    """What the values of some kinds are called, of each kind every name once; few are nothing to share weights."""
    return {names for kind in kinds if len(names := tuple(dict.fromkeys(_digits_of(kind)))) >= FEWEST}


def _asked(entry: Entry) -> dict[str, Any]:
    """What the rule that writes an entry was made of."""
    return dict(inspect.getclosurevars(entry.write).nonlocals) if entry.write else {}
