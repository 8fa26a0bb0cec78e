"""The options a match is started with: four kinds, each with its allowed values and its default.

Every option knows the rule that refuses a wrong value, so that a refused start names its rule.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from numbers import Integral
from typing import Any


def whole_number(value: Any) -> Any:
    """A whole number of any kind, NumPy's too, as Python's own; anything else as it is."""
    return int(value) if isinstance(value, Integral) and not isinstance(value, bool) else value


@dataclass(frozen=True)
class Option:
    """One option: its default, the rule that guards it, what it allows."""

    rule: str
    default: Any = None
    matters: range | None = None  # the numbers of players for which it makes a difference; None: all
    apart: bool = False  # its values are as good as games of their own: measured, proved and kept apart
    later: bool = False  # came when matches had been kept: named only where it is not the default, so that those stay
    kept_as: str = ""  # the field of the table that keeps it, if that is not called like the option

    def allows(self, value: Any, players: int) -> bool:
        """Whether a match of so many players may have this value."""
        raise NotImplementedError

    def normal(self, value: Any) -> Any:
        """The one form in which an allowed value is kept."""
        return value

    def number(self, value: Any) -> int:
        """An allowed value as the table keeps it."""
        return int(value)

    def value(self, number: int) -> Any:
        """What the table keeps as a value: the other way round."""
        return number

    def samples(self, players: int) -> list[Any]:
        """Values that together exercise the option; the laws of the tests run over them."""
        raise NotImplementedError

    def values(self, players: int) -> list[Any]:
        """The allowed values, or what they are made of."""
        raise NotImplementedError

    def schema(self) -> dict[str, Any]:
        """The JSON schema of its values, at a table of any size."""
        raise NotImplementedError

    def allowed(self, players: int) -> str:
        """The allowed values as a person would type them."""
        return ", ".join(json.dumps(value) for value in self.values(players))


@dataclass(frozen=True)
class SeatOption(Option):
    """A seat of the match."""

    default: Any = 0

    def allows(self, value: Any, players: int) -> bool:
        return type(value) is int and 0 <= value < players

    def samples(self, players: int) -> list[Any]:
        return sorted({0, players - 1})

    def values(self, players: int) -> list[int]:
        return list(range(players))

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": 0}


@dataclass(frozen=True)
class ChoiceOption(Option):
    """One of a few words."""

    choices: tuple[str, ...] = ()

    def allows(self, value: Any, players: int) -> bool:
        return isinstance(value, str) and value in self.choices

    def normal(self, value: Any) -> Any:
        return self.value(self.number(value))

    def number(self, value: Any) -> int:
        return self.choices.index(value)

    def value(self, number: int) -> Any:
        return self.choices[number]

    def samples(self, players: int) -> list[Any]:
        return list(self.choices)

    def values(self, players: int) -> list[str]:
        return list(self.choices)

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.choices)}


@dataclass(frozen=True)
class FlagOption(Option):
    """On or off."""

    default: Any = False

    def allows(self, value: Any, players: int) -> bool:
        return isinstance(value, bool)

    def value(self, number: int) -> Any:
        return bool(number)

    def samples(self, players: int) -> list[Any]:
        return [False, True]

    def values(self, players: int) -> list[bool]:
        return [False, True]

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


@dataclass(frozen=True)
class SubsetOption(Option):
    """`null`, or a list of different words, as many as the number of players asks for."""

    words: tuple[str, ...] = ()
    counts: Mapping[int, int] = field(default_factory=dict)

    def allows(self, value: Any, players: int) -> bool:
        if value is None:
            return True
        if not isinstance(value, list) or len(value) != self.counts[players]:
            return False
        named = [word for word in value if isinstance(word, str) and word in self.words]
        return len(named) == len(value) == len(set(named))

    def normal(self, value: Any) -> Any:
        return None if value is None else sorted(value)

    def number(self, value: Any) -> int:
        return sum(1 << self.words.index(word) for word in value or ())

    def value(self, number: int) -> Any:
        return [word for place, word in enumerate(self.words) if number >> place & 1] or None

    def samples(self, players: int) -> list[Any]:
        count = self.counts[players]
        return [None, sorted(self.words)[-count:]]

    def values(self, players: int) -> list[str]:
        return list(self.words)

    def schema(self) -> dict[str, Any]:
        words = {"type": "array", "items": {"enum": list(self.words)}, "uniqueItems": True}
        return {"anyOf": [{"type": "null"}, words]}

    def allowed(self, players: int) -> str:
        return f"null; {self.counts[players]} x ({' | '.join(self.words)})"
