"""Reading a state that somebody hands us: every value is what it should be, or BadState says what not.

Sentences come from the catalogues: `state.*` are shared, `impossible.*` belong to a game.
"""

from __future__ import annotations

from typing import Any

from ..errors import AraratError, BadState, shown
from .contract import Facts, Json

MOST_NAMED = 8  # wrong keys that a sentence repeats
COMMON = ("game", "options", "players", "phase", "turn", "scores", "winners")


class Shape:
    """A state under examination, with the game it should belong to."""

    def __init__(self, facts: Facts, state: Any, keys: tuple[str, ...]) -> None:
        self.facts = facts
        self.state: Json = state
        if not isinstance(state, dict):
            raise BadState("state.object")
        expected = {*COMMON, *keys}
        wrong = sorted(shown(key) for key in expected ^ state.keys())
        if wrong:
            named = wrong[:MOST_NAMED] + ["…"] * (len(wrong) > MOST_NAMED)
            raise BadState("state.keys", wrong=", ".join(named), keys=", ".join(sorted(expected)))
        self.one_of("game", (facts.slug,))
        try:
            self.options = facts.checked_options(state["players"], self.object("options", tuple(facts.options)))
        except AraratError as problem:
            raise BadState("state.options", problem=problem) from None
        self.players: int = state["players"]

    def object(self, key: str, names: tuple[str, ...]) -> Json:
        """A JSON object with exactly these keys."""
        return self.parts(key, self.state[key], names)

    @staticmethod
    def parts(key: str, value: Any, names: tuple[str, ...]) -> Json:
        """A JSON object inside another value, with exactly these keys."""
        if not isinstance(value, dict) or set(value) != set(names):
            raise BadState("state.shape", field=key, expected="{" + ", ".join(names) + "}")
        return value

    def items(self, key: str) -> list[Any]:
        """A list."""
        return self.list_of(key, self.state[key])

    def one_of(self, key: str, words: tuple[str, ...]) -> str:
        """One of a few words."""
        value = self.state[key]
        if not isinstance(value, str) or value not in words:
            raise BadState("state.shape", field=key, expected=" | ".join(words))
        return value

    def whole(self, key: str, low: int, high: int) -> int:
        """A whole number in a range."""
        return self.number(key, self.state[key], low, high)

    def flag(self, key: str) -> bool:
        """True or false."""
        value = self.state[key]
        if not isinstance(value, bool):
            raise BadState("state.shape", field=key, expected="true | false")
        return value

    def seat(self, key: str) -> int:
        """A seat of the match."""
        return self.whole(key, 0, self.players - 1)

    def seat_or_none(self, key: str) -> int | None:
        """A seat of the match, or null."""
        return None if self.state[key] is None else self.seat(key)

    def seats(self, key: str) -> list[int]:
        """A list of different seats."""
        seats = [self.number(key, seat, 0, self.players - 1) for seat in self.list_of(key, self.state[key])]
        if len(set(seats)) != len(seats):
            raise BadState("state.shape", field=key, expected="[0, 1, ...]")
        return seats

    def each_seat(self, key: str) -> list[Any]:
        """A list with one entry a seat."""
        values = self.list_of(key, self.state[key])
        if len(values) != self.players:
            raise BadState("state.per-seat", field=key, players=self.players)
        return values

    def whole_each(self, key: str, low: int, high: int) -> list[int]:
        """A whole number for each seat."""
        return [self.number(key, value, low, high) for value in self.each_seat(key)]

    def names(self, key: str, value: Any) -> list[str]:
        """A list of strings."""
        names = self.list_of(key, value)
        if not all(isinstance(name, str) for name in names):
            raise BadState("state.shape", field=key, expected='["...", ...]')
        return names

    def demand(self, holds: bool, key: str, **values: Any) -> None:
        """Refuse the state with a sentence of the game unless something holds."""
        if not holds:
            raise BadState(f"impossible.{key}", self.facts.package, **values)

    @staticmethod
    def number(key: str, value: Any, low: int, high: int) -> int:
        """A whole number inside another value."""
        if type(value) is not int or not low <= value <= high:
            raise BadState("state.shape", field=key, expected=f"{low} ... {high}")
        return value

    @staticmethod
    def list_of(key: str, value: Any) -> list[Any]:
        """A list inside another value."""
        if not isinstance(value, list):
            raise BadState("state.shape", field=key, expected="[...]")
        return value
