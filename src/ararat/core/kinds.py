"""Kinds of values: how one number of the rules reads as JSON, in a schema and in words.

Moves, states and events are declared with them; whoever writes JSON, checks it, describes it to
clients or says it to people asks the kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..catalogues import Words
from .bits import members_of
from .contract import Json
from .piles import Slots
from .table import NOBODY

HIDDEN = "hidden"  # what stands for a piece that a viewer may not know


class Kind:
    """A kind of value. Its numbers are `low` and the following ones, `size` of them."""

    if TYPE_CHECKING:  # fields of some kinds, properties of others

        @property
        def low(self) -> int: ...
        @property
        def size(self) -> int: ...

    def fits(self, value: Any, players: int) -> bool:
        """Whether JSON is such a value, at a table of so many players."""
        raise NotImplementedError

    def formed(self, value: Any, players: int) -> bool:
        """Whether JSON looks like such a value; what it names need not exist."""
        return self.fits(value, players)

    def number(self, value: Any) -> int:
        """The number of a value that fits."""
        raise NotImplementedError

    def value(self, number: int) -> Any:
        """The value of a number: the other way round."""
        raise NotImplementedError

    def digit(self, value: Any) -> int:
        """Which of its values it is, counted from 0: what actions are numbered by."""
        return self.number(value) - self.low

    def at(self, digit: int) -> Any:
        """The value of a digit: the other way round."""
        return self.value(digit + self.low)

    def form(self) -> str:
        """What a sentence says should be there."""
        raise NotImplementedError

    def schema(self) -> Json:
        """The JSON schema of its values."""
        raise NotImplementedError

    def say(self, value: Any, words: Words, names: list[str]) -> Any:
        """A value as a sentence has it, with the names of the seats; numbers stay numbers."""
        return value

    def say_all(self, values: list[Any], words: Words, names: list[str]) -> str:
        """Several values as a sentence has them."""
        return words.enumerate(self.say(value, words, names) for value in values)


@dataclass(frozen=True)
class Whole(Kind):
    """A whole number in a range; `shift` is added where people count from 1."""

    low: int
    high: int
    shift: int = 0

    @property
    def size(self) -> int:
        return self.high - self.low + 1

    def fits(self, value: Any, players: int) -> bool:
        return type(value) is int and self.low <= value <= self.high

    def number(self, value: Any) -> int:
        return int(value)

    def value(self, number: int) -> Any:
        return int(number)

    def form(self) -> str:
        return f"{self.low} ... {self.high}"

    def schema(self) -> Json:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}

    def say(self, value: Any, words: Words, names: list[str]) -> Any:
        return value + self.shift


@dataclass(frozen=True)
class Seat(Kind):
    """A seat of the match."""

    size: int
    low = 0

    def fits(self, value: Any, players: int) -> bool:
        return type(value) is int and 0 <= value < players

    def number(self, value: Any) -> int:
        return int(value)

    def value(self, number: int) -> Any:
        return int(number)

    def form(self) -> str:
        return "0, 1, ..."

    def schema(self) -> Json:
        return {"type": "integer", "minimum": 0, "maximum": self.size - 1}

    def say(self, value: Any, words: Words, names: list[str]) -> Any:
        return names[value]


class Flag(Kind):
    """True or false."""

    low = 0
    size = 2

    def fits(self, value: Any, players: int) -> bool:
        return isinstance(value, bool)

    def number(self, value: Any) -> int:
        return int(value)

    def value(self, number: int) -> Any:
        return bool(number)

    def form(self) -> str:
        return "true | false"

    def schema(self) -> Json:
        return {"type": "boolean"}


Say = Callable[[Any, Words], str]


@dataclass(frozen=True)
class Word(Kind):
    """One of a few words, numbered from `low`. `said` says it, or it stands in the catalogue under `<said>.<word>`."""

    words: tuple[str, ...]
    said: str | Say = ""
    low: int = 0

    @property
    def size(self) -> int:
        return len(self.words)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {word: number for number, word in enumerate(self.words, self.low)}

    def fits(self, value: Any, players: int) -> bool:
        return isinstance(value, str) and value in self._numbers

    def formed(self, value: Any, players: int) -> bool:
        return isinstance(value, str)

    def number(self, value: Any) -> int:
        return self._numbers[value]

    def value(self, number: int) -> Any:
        return self.words[number - self.low]

    def form(self) -> str:
        shown = self.words if len(self.words) <= 8 else (*self.words[:3], "...")
        return " | ".join(shown)

    def schema(self) -> Json:
        return {"enum": list(self.words)}

    def say(self, value: Any, words: Words, names: list[str]) -> Any:
        if not isinstance(self.said, str):
            return self.said(value, words)
        return words(f"{self.said}.{value}") if self.said else value


@dataclass(frozen=True)
class OrNull(Kind):
    """A value, or none: kept as `none`; actions count it after all others."""

    kind: Kind
    none: int = NOBODY

    @property
    def low(self) -> int:
        return min(self.kind.low, self.none)

    @property
    def size(self) -> int:
        return self.kind.size + 1

    def fits(self, value: Any, players: int) -> bool:
        return value is None or self.kind.fits(value, players)

    def formed(self, value: Any, players: int) -> bool:
        return value is None or self.kind.formed(value, players)

    def digit(self, value: Any) -> int:
        return self.kind.size if value is None else self.kind.digit(value)

    def at(self, digit: int) -> Any:
        return None if digit == self.kind.size else self.kind.at(digit)

    def number(self, value: Any) -> int:
        return self.none if value is None else self.kind.number(value)

    def value(self, number: int) -> Any:
        return None if number == self.none else self.kind.value(number)

    def form(self) -> str:
        return f"{self.kind.form()} | null"

    def schema(self) -> Json:
        return {"anyOf": [self.kind.schema(), {"type": "null"}]}

    def say(self, value: Any, words: Words, names: list[str]) -> Any:
        return "" if value is None else self.kind.say(value, words, names)


@dataclass(frozen=True)
class SetOf(Kind):
    """Different words, as the bits of one number; written in the order of their numbers."""

    word: Word

    def fits(self, value: Any, players: int) -> bool:
        return self.formed(value, players) and all(self.word.fits(one, players) for one in value)

    def formed(self, value: Any, players: int) -> bool:
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            return False
        return len(set(value)) == len(value)

    def number(self, value: Any) -> int:
        number_of, members = self.word.number, 0
        for one in value:
            members |= 1 << number_of(one)
        return members

    def value(self, number: int) -> Any:
        words = self.word.words
        return [words[place] for place in members_of(number)]

    def form(self) -> str:
        return f"[{self.word.form()}, ...]"

    def schema(self) -> Json:
        return {"type": "array", "items": self.word.schema(), "uniqueItems": True}

    def say(self, value: Any, words: Words, names: list[str]) -> Any:
        return self.word.say_all(value, words, names)


@dataclass(frozen=True)
class Pile(Kind):
    """Cards that come in copies, as a pile (piles.py); written in the order of their numbers."""

    card: Kind
    slots: Slots

    def fits(self, value: Any, players: int) -> bool:
        if not isinstance(value, list) or not all(self.card.fits(one, players) for one in value):
            return False
        found = Counter(self.card.number(one) for one in value)
        return all(copies <= self.slots.copies[card] for card, copies in found.items())

    def number(self, value: Any) -> int:
        return self.slots.pile_of(self.card.number(one) for one in value)

    def value(self, number: int) -> Any:
        return [self.card.value(card) for card in self.slots.cards_of(number)]

    def form(self) -> str:
        return f"[{self.card.form()}, ...]"

    def schema(self) -> Json:
        return {"type": "array", "items": self.card.schema()}

    def say(self, value: Any, words: Words, names: list[str]) -> Any:
        return self.card.say_all(value, words, names)


@dataclass(frozen=True)
class Seats(Kind):
    """Different seats, as the bits of one number."""

    most: int

    def fits(self, value: Any, players: int) -> bool:
        if not isinstance(value, list) or not all(type(seat) is int and 0 <= seat < players for seat in value):
            return False
        return len(set(value)) == len(value)

    def number(self, value: Any) -> int:
        return sum(1 << seat for seat in value)

    def value(self, number: int) -> Any:
        return members_of(number)

    def form(self) -> str:
        return "[0, 1, ...]"

    def schema(self) -> Json:
        return {"type": "array", "items": Seat(self.most).schema(), "uniqueItems": True}


@dataclass(frozen=True)
class Items(Kind):
    """A list of values; it stands for no number of its own."""

    kind: Kind
    least: int = 0
    most: int | None = None

    def fits(self, value: Any, players: int) -> bool:
        if not isinstance(value, list) or len(value) < self.least or (self.most is not None and len(value) > self.most):
            return False
        return all(self.kind.fits(one, players) for one in value)

    def form(self) -> str:
        return f"[{self.kind.form()}, ...]"

    def schema(self) -> Json:
        most = {} if self.most is None else {"maxItems": self.most}
        return {"type": "array", "items": self.kind.schema(), "minItems": self.least, **most}


@dataclass(frozen=True)
class PerSeat(Kind):
    """A list with one value a seat; it stands for no number of its own."""

    kind: Kind

    def fits(self, value: Any, players: int) -> bool:
        return isinstance(value, list) and len(value) == players and all(self.kind.fits(one, players) for one in value)

    def form(self) -> str:
        return f"[{self.kind.form()}, ...]"

    def schema(self) -> Json:
        return {"type": "array", "items": self.kind.schema()}


@dataclass(frozen=True)
class Parts(Kind):
    """An object with exactly these keys; it stands for no number of its own."""

    kinds: Mapping[str, Kind]

    def fits(self, value: Any, players: int) -> bool:
        if not isinstance(value, dict) or value.keys() != self.kinds.keys():
            return False
        return all(kind.fits(value[key], players) for key, kind in self.kinds.items())

    def form(self) -> str:
        return "{" + ", ".join(f"{key}: {kind.form()}" for key, kind in self.kinds.items()) + "}"

    def schema(self) -> Json:
        return object_schema({key: kind.schema() for key, kind in self.kinds.items()})


@dataclass(frozen=True)
class ByName(Kind):
    """An object that has values under some of these names; it stands for no number of its own."""

    names: Kind
    kind: Kind

    def fits(self, value: Any, players: int) -> bool:
        if not isinstance(value, dict):
            return False
        return all(self.names.fits(name, players) and self.kind.fits(one, players) for name, one in value.items())

    def form(self) -> str:
        return "{" + f"{self.names.form()}: {self.kind.form()}" + "}"

    def schema(self) -> Json:
        return {"type": "object", "propertyNames": self.names.schema(), "additionalProperties": self.kind.schema()}


def object_schema(properties: Json, optional: Iterable[str] = ()) -> Json:
    """The JSON schema of an object with these keys and no others."""
    required = [key for key in properties if key not in set(optional)]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
