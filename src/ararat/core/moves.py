"""The moves of a game, declared once: kinds of moves with their fields, domains and phases.

From the declaration follow the numbers of all actions, the check of a move's form, JSON to action
and back, when a kind is due, the JSON schema for clients, the table in the docs, and words; and with the
rules that each kind names, those that refuse, list and carry out any action (dispatch.py).

Kinds are numbered one after the other, and inside a kind the first field counts most:

    Move("give", (Phase.GIVE,), {"card": CARD, "player": SEAT}, refuse=refuse_give, play=give_card)

    start + card * seats + player      refuse_give(table, card, player)      give_card(table, card, player, effects)

Where what a move names depends on the table (the tiles of a group, say), a kind brings functions of
its own: `number` from table and move to its place inside the kind, `values` the other way round, and `reads`
from an action to the numbers that its rules are given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from math import prod
from typing import Any

import numpy as np

from ..catalogues import Words, key_for
from .bits import lowest_of
from .contract import Json
from .dispatch import make_decide, make_draw, make_list_actions, make_refusal
from .kinds import HIDDEN, Kind, Seat, object_schema
from .refused import Refused
from .table import Head

Number = Callable[[Any, Json], int]
Values = Callable[[Any], Callable[[int], Json]]
Say = Callable[[Json, Words, list[str], str], str]  # the last: which form of words, as the first part of keys
TOLD, YOURS, BIDDEN = "move", "you", "do"  # what somebody did, after their name; what you did; what to do
Rule = Callable[..., Any]  # a compiled one


class Joined(Kind):
    """A kind of value that a move spells out under several keys, such as a card's animal and sex."""

    keys: tuple[str, ...] = ()


@dataclass(frozen=True)
class Move:
    """A kind of move: its name, the phases it belongs to, its fields, and what is odd about it."""

    name: str
    phases: tuple[IntEnum, ...]
    fields: Mapping[str, Kind] = field(default_factory=dict)
    optional: Mapping[str, Kind] = field(default_factory=dict)  # keys that it may have; then `number` is its own
    size: int = 0  # how many actions it has, where that is not the product of its fields
    number: Number | None = None  # of a table and a move; raises `Refused` for what no action can be
    values: Values | None = None  # of a table: the fields of the move with a number
    otherwise: Mapping[Any, IntEnum] = field(default_factory=dict)  # why it is not due in a phase, if not as usual
    unknown: IntEnum | None = None  # the rule that refuses what does not exist, if that is no matter of form
    also: Callable[[Json], bool] | None = None  # what else its form demands
    say: Say | None = None
    bar: Rule | None = None  # of a table: the rule by which such moves are not for it at all; 0 if they are
    refuse: Rule | None = None  # of a table and what the move names: the rule that it breaks; 0 if none
    play: Rule | None = None  # carries it out: of the same, and of effects
    then: int = 1  # what comes next, unless `play` returns it
    reads: tuple[Rule, ...] = ()  # of an action, perhaps a table too: what it names, if not the numbers of its fields
    those: Mapping[str, Rule] = field(default_factory=dict)  # of a table: the set from which a field can be legal
    lists: Rule | None = None  # of a table, a list and its length: adds all legal ones and returns the new length
    counts: Rule | None = None  # where these are many, of a table: how many they are
    nth: Rule | None = None  # and of a table and a position: the action there; then no other kind comes before it

    @property
    def count(self) -> int:
        """How many actions are of this kind."""
        return self.size or prod(kind.size for kind in self.fields.values())

    @property
    def keys(self) -> dict[str, Kind | None]:
        """The keys that a move of this kind must have, each with its kind; None: a part of a joined one."""
        found: dict[str, Kind | None] = {}
        for name, kind in self.fields.items():
            found |= dict.fromkeys(kind.keys) if isinstance(kind, Joined) else {name: kind}
        return found

    def is_formed(self, move: Json, players: int) -> bool:
        """Whether a move has the keys of this kind, each with a value of its form."""
        if not {"move", *self.keys} <= move.keys() <= {"move", *self.keys, *self.optional}:
            return False
        given = {**self.fields, **{name: kind for name, kind in self.optional.items() if name in move}}
        formed = all(kind.formed(value_of(move, name, kind), players) for name, kind in given.items())
        return formed and (self.also is None or self.also(move))

    def place_of(self, table: Any, move: Json, unknown: IntEnum) -> int:
        """Where a move stands among those of its kind."""
        if self.number is not None:
            return self.number(table, move)
        place = 0
        for name, kind in self.fields.items():
            value = value_of(move, name, kind)
            if not kind.fits(value, int(table.players)):
                raise Refused(self.unknown or unknown)
            place = place * kind.size + kind.digit(value)
        return place

    def spelt(self, place: int) -> Json:
        """The fields of the move at a place of this kind."""
        values: Json = {}
        for name, kind in reversed(list(self.fields.items())):
            place, digit = divmod(place, kind.size)
            value = kind.at(digit)
            values = (value if isinstance(kind, Joined) else {name: value}) | values
        return values

    def schema(self) -> Json:
        """The JSON schema of such moves."""
        properties: Json = {"move": {"const": self.name}}
        for name, kind in {**self.fields, **self.optional}.items():
            properties |= kind.schema()["properties"] if isinstance(kind, Joined) else {name: kind.schema()}
        return object_schema(properties, self.optional)


def value_of(move: Json, name: str, kind: Kind) -> Any:
    """What a move says for a field."""
    return {key: move[key] for key in kind.keys} if isinstance(kind, Joined) else move[name]


class Moves:
    """All kinds of moves of a game, in the order of their action numbers."""

    def __init__(
        self,
        *moves: Move,
        malformed: IntEnum,
        not_due: IntEnum,
        unknown: IntEnum | None = None,
        no_action: IntEnum | None = None,
        over: tuple[IntEnum, IntEnum] | None = None,
        said: Mapping[str, str] | None = None,
        first: Rule = lowest_of,
    ) -> None:
        """`malformed`, `not_due`, `unknown` (what does not exist, if that is no matter of form) and `no_action` (a
        number beyond all actions) are the rules that refuse;
        `over` is the phase and the rule of a match that is over, if that comes before form;
        `said` names a field in sentences where that is not its own name;
        `first` is the rule for the number of the first member of a set, where sets are piles."""
        self.malformed = malformed
        self.unknown = unknown or malformed
        self.over = over
        self.said = dict(said or {})
        self.kinds = {move.name: move for move in moves}
        self.starts: dict[str, int] = {}
        self.count = 0
        for move in moves:
            self.starts[move.name] = self.count
            self.count += move.count
        phases = type(moves[0].phases[0])
        self._why = np.array([[_why_not_due(move, phase, not_due) for phase in phases] for move in moves], np.int64)
        if over:
            self._why[:, over[0]] = over[1]
        self._name_of = [move.name for move in moves for _ in range(move.count)]
        self._not_due = {move.name: row for move, row in zip(moves, self._why.tolist(), strict=True)}
        self.refuse_kind = _make_refuse_kind(tuple(self.starts.values()), self.count, self._why, no_action or not_due)
        self._started = tuple(zip(moves, self.starts.values(), strict=True))
        self._first, self._where = first, phases.__module__

    # --- The rules ------------------------------------------------------------------------------

    @cached_property
    def refusal(self) -> Rule:
        """The rule that says why an action is refused."""
        return make_refusal(self._started, self.refuse_kind, self._where)

    @cached_property
    def list_actions(self) -> Rule:
        """The rule that lists all legal actions, in the order of their kinds."""
        return self.lister(*self.kinds)

    @cached_property
    def decide(self) -> Rule:
        """The rule that carries a legal action out and returns what comes next."""
        return make_decide(self._started, self._where)

    @cached_property
    def draw(self) -> Rule:
        """The rule that draws one legal action at random, with a list to write on and a stream of chance."""
        few = self.lister(*(name for name, kind in self.kinds.items() if kind.counts is None))
        return make_draw([kind for kind in self.kinds.values() if kind.counts is not None], few, self._where)

    def lister(self, *names: str) -> Rule:
        """A rule that lists all legal actions of some kinds."""
        kinds = [(move, start) for move, start in self._started if move.name in names]
        return make_list_actions(kinds, self._first, self._where)

    # --- JSON and actions -----------------------------------------------------------------------

    def action_of(self, table: Any, move: Any) -> int:
        """The action that a move means; or Refused, by the first rule that it breaks."""
        if self.over and table.phase == self.over[0]:
            raise Refused(self.over[1])
        kind = self.kinds.get(move["move"]) if isinstance(move, dict) and isinstance(move.get("move"), str) else None
        if kind is None or not kind.is_formed(move, int(table.players)):
            raise Refused(self.malformed)
        start = self.starts[kind.name]
        not_due = self._not_due[kind.name][table.phase]
        if not_due:
            raise Refused(type(self.malformed)(not_due))
        barred = kind.bar(table) if kind.bar else 0
        if barred:
            raise Refused(type(self.malformed)(barred))
        return start + kind.place_of(table, move, self.unknown)

    def move_of(self, table: Any, action: int) -> Json:
        """The move of a legal action, in its normal form."""
        return self.moves_of(table, [action])[0]

    def kinds_of(self, actions: list[int]) -> list[str]:
        """The kind of each action."""
        kind_of = self._name_of
        return [kind_of[action] for action in actions]

    def moves_of(self, table: Any, actions: list[int]) -> list[Json]:
        """The moves of legal actions, in their normal form."""
        readers: dict[str, Callable[[int], Json]] = {}
        moves = []
        for action, name in zip(actions, self.kinds_of(actions), strict=True):
            read = readers.get(name)
            if read is None:
                kind = self.kinds[name]
                read = readers[name] = kind.spelt if kind.values is None else kind.values(table)
            moves.append({"move": name, **read(action - self.starts[name])})
        return moves

    # --- Clients and people ---------------------------------------------------------------------

    def schema(self) -> Json:
        """The JSON schema of all moves."""
        return {"oneOf": [kind.schema() for kind in self.kinds.values()]}

    def rows(self) -> list[tuple[str, str, str, str]]:
        """For the docs: of each kind its name, its keys, its phases and the numbers of its actions."""
        rows = []
        for kind in self.kinds.values():
            keys = [*kind.keys, *(f"[{name}]" for name in kind.optional)]
            phases = [name_of(phase) for phase in kind.phases]
            first = self.starts[kind.name]
            last = first + kind.count - 1
            numbers = str(first) if first == last else f"{first} to {last}"
            rows.append((kind.name, ", ".join(keys), ", ".join(phases), numbers))
        return rows

    def bid(self, move: Json, words: Words, names: list[str]) -> str:
        """A move as something to do, `do.<kind>`; as `say` where a game has no such words."""
        form = BIDDEN if any(f"{BIDDEN}.{move['move']}{end}" in words for end in ("", "-none")) else TOLD
        return self.say(move, words, names, form)

    def say(self, move: Json, words: Words, names: list[str], form: str = TOLD) -> str:
        """A move in words: `move.<kind>`, with `-none` for a null, `-unseen` for what is hidden, and a
        further `-<field>` for a field that it need not have."""
        kind = self.kinds[move["move"]]
        if kind.say is not None:
            return kind.say(move, words, names, form)
        key = f"{form}.{kind.name}"
        values: Json = {}
        for name, value_kind in kind.fields.items():
            value = value_of(move, name, value_kind)
            if value is None:
                return words(f"{key}-none")
            if value == HIDDEN or (isinstance(value, dict) and HIDDEN in value.values()):
                key += "-unseen"
                continue
            values[self.said.get(name, name)] = value_kind.say(value, words, names)
        for name, value_kind in kind.optional.items():
            if move.get(name) is not None:
                key += f"-{name}"
                values[self.said.get(name, name)] = value_kind.say(move[name], words, names)
        for name, value_kind in kind.fields.items():
            if isinstance(value_kind, Seat):
                key = key_for(key, move[name], names, words)
        return words(key, **values)

    def tell(self, seat: int | None, move: Json, words: Words, names: list[str]) -> str:
        """What a seat did, to be read after its name; `you.<kind>` speaks to the only person at the screen.

        Of nobody it is what the reader may do.
        """
        yours = seat is None or names[seat] == words("player.you")
        known = any(f"{YOURS}.{move['move']}{end}" in words for end in ("", "-none"))
        return self.say(move, words, names, YOURS if yours and known else TOLD)


def name_of(member: IntEnum) -> str:
    """A member of an enumeration as JSON names it: NO_QUAY is "no-quay"."""
    return member.name.lower().replace("_", "-")


def _why_not_due(move: Move, phase: IntEnum, not_due: IntEnum) -> int:
    return 0 if phase in move.phases else int(move.otherwise.get(phase, not_due))


def _make_refuse_kind(starts: tuple[int, ...], count: int, why: np.ndarray, no_action: IntEnum) -> Any:
    nowhere = int(no_action)
    last = len(starts) - 1

    def refuse_kind(table: Head, action: int) -> int:
        """Why this kind of action is not due in this phase; 0 if it is."""
        if action < 0 or action >= count:
            return nowhere
        kind = last
        while starts[kind] > action:
            kind -= 1
        return why[kind, table.phase]

    return refuse_kind
