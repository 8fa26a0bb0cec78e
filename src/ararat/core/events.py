"""What happened, told as events: how each effect of a game reads, declared once.

An effect is a row of four numbers (effects.py): its kind, a seat, a piece and an amount. A game says
under which keys piece and amount are told, and to whom; events and their words follow.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Literal

from ..catalogues import Words, key_for
from .contract import Json
from .effects import Effects
from .kinds import Kind
from .moves import name_of

Told = tuple[str, Kind]


@dataclass(frozen=True)
class Fact:
    """How one kind of effect is told: under which key its piece and its amount, together with facts alike, to whom.

    `covered`: all see that it happened; `to` sees a second event, with this behind its name, that holds the piece.
    """

    piece: Told | None = None
    amount: Told | None = None
    together: bool = False
    to: Literal["all", "seat", "both"] = "all"
    covered: str = ""


PLAIN = Fact()


class Events:
    """The events of a game."""

    def __init__(
        self,
        effects: type[IntEnum],
        facts: Mapping[IntEnum | tuple[IntEnum, ...], Fact],
        said: Mapping[str, str] | None = None,
        more: Mapping[str, Kind] | None = None,
    ) -> None:
        """`facts` by effect, or by several that are told alike; all others are told by their name and seat alone.
        `said` names a key in sentences where that is not its own name; `seat` is `name`, `player` is `other`.
        `more` are the kinds of keys that a game adds where it tells facts together in a way of its own."""
        told_as = {one: fact for some, fact in facts.items() for one in (some if isinstance(some, tuple) else (some,))}
        self.facts = {int(effect): (name_of(effect), told_as.get(effect, PLAIN)) for effect in effects}
        self.said = {"seat": "name", "player": "other", **(said or {})}
        self.kinds = dict(more or {})
        for fact in facts.values():
            for told in (fact.piece, fact.amount):
                if told is not None:
                    self.kinds[told[0]] = told[1]

    def events_of(self, effects: Effects) -> list[Json]:
        """What happened, as events with their audience; facts alike are told together."""
        events: list[Json] = []
        for kind, seat, piece, amount in effects.rows[: effects.count].tolist():
            name, fact = self.facts[kind]
            event: Json = {"event": name, "audience": "all"}
            if seat >= 0:
                event["seat"] = seat
            if fact.amount is not None:
                event[fact.amount[0]] = fact.amount[1].value(amount)
            audience: Any = {"all": "all", "seat": [seat], "both": [seat, amount]}[fact.to]
            if fact.covered:
                events.append(event)
                event = event | {"event": f"{name}-{fact.covered}"}
            event["audience"] = audience
            if fact.piece is not None:
                key, value = fact.piece[0], fact.piece[1].value(piece)
                if fact.together and events and events[-1] | {key: 0} == event | {key: 0}:
                    events[-1][key].append(value)
                    continue
                event[key] = [value] if fact.together else value
            events.append(event)
        return events

    def say(self, event: Json, words: Words, names: list[str]) -> str | None:
        """An event in words, with the names of the seats; None where the move itself says it all."""
        key = f"event.{event['event']}"
        if key not in words:
            return None
        values: Json = {}
        for name, value in event.items():
            said = self.said.get(name, name)
            if name in ("seat", "player"):
                values[said] = names[value]
                key = key_for(key, value, names, words)
            elif name in self.kinds:
                say = self.kinds[name].say_all if isinstance(value, list) else self.kinds[name].say
                values[said] = say(value, words, names)
        return words(key, **values)
