"""What the contract gives to a game that draws nothing itself: a plain table in the terminal and on the page.

Both tell, under the names of the catalogue (`key.<key>`), what the view holds: first what lies in the
middle, then a line for each seat. Moves are a list in words.
"""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from .contract import Json
from .kinds import Kind, OrNull, SetOf, Word
from .sheets import score_sheet
from .states import COMMON, EachSeat, State
from .terminal import Ask, Dialogue, Prose, seat_text
from .words import Words

NOT_TOLD = (*COMMON, "scores", "winners")


def keys_of(state: State) -> list[Json]:
    """What of a view is told: each key, whether it has a value a seat, and where the catalogue has its words."""
    told = []
    for key, part in state.parts.items():
        if key not in NOT_TOLD:
            told.append({"key": key, "seats": isinstance(part, EachSeat), "said": _said(getattr(part, "kind", None))})
    return told


def _said(kind: Kind | None) -> str:
    if isinstance(kind, SetOf):
        kind = kind.word
    elif isinstance(kind, OrNull):
        kind = kind.kind
    return kind.said if isinstance(kind, Word) and isinstance(kind.said, str) else ""


class PlainText:
    """The table in a terminal, and the list that leads a person to a move."""

    def __init__(self, state: State, say: Any) -> None:
        self.keys = keys_of(state)
        self._say = say

    @staticmethod
    def heading(view: Json, words: Words) -> str:
        """What stands above the table: the game's name, in `text.heading` with what the view holds if that is there."""
        name = words("name")
        return words("text.heading", **view | {"name": name}) if "text.heading" in words else name

    def draw(self, view: Json, seat: int | None, words: Words, names: list[str]) -> RenderableType:
        """What lies in the middle, then a line for each seat."""
        middle = [key for key in self.keys if not key["seats"]]
        lines: list[RenderableType] = [Prose(self._told(key, view[key["key"]], words)) for key in middle]
        for other in range(view["players"]):
            told = [self._told(key, view[key["key"]][other], words) for key in self.keys if key["seats"]]
            line = seat_text(other, names[other], bold=other == seat)
            line.append("  " + " · ".join([words("plain.points", count=view["scores"][other]), *told]))
            line.append(" ♛" if other in view["winners"] else " ◀" if view["turn"] == other else "")
            lines.append(line)
        return Group(*lines)

    @staticmethod
    def _told(key: Json, value: Any, words: Words) -> str:
        def said(one: Any) -> str:
            return words(f"{key['said']}.{one}") if key["said"] and f"{key['said']}.{one}" in words else str(one)

        told = ", ".join(map(said, value)) if isinstance(value, list) else said(value)
        return f"{words('key.' + key['key'])} {'–' if value is None or value == [] else told}"

    def choose(self, view: Json, words: Words, names: list[str], ask: Ask) -> Json:
        """Lead the person in turn to a move, by a list of all."""
        dialogue = Dialogue(view, words, names, ask)
        return dialogue.one_of(ask.moves(), lambda move: self._say(move, words, names))

    @staticmethod
    def interlude(before: Json, view: Json, words: Words, names: list[str]) -> Text | None:
        """What a person must not miss between two decisions: nothing that the story does not tell."""
        return None

    @staticmethod
    def pieces(words: Words) -> list[str]:
        """What is in the box, for the rules: they say it themselves."""
        return []


class PlainWeb:
    """What the plain board of the page draws from, what it lights, and everybody's points."""

    def __init__(self, state: State, say: Any) -> None:
        self.keys = keys_of(state)
        self._say = say

    def pieces(self) -> Json:
        """What of a view the board tells."""
        return {"keys": self.keys}

    def offer(self, view: Json, moves: list[Json] | None, words: Words, names: list[str]) -> list[Json]:
        """Every legal move with its words."""
        return [{"move": move, "text": self._say(move, words, names)} for move in moves or []]

    @staticmethod
    def sheet(view: Json, words: Words) -> list[Json]:
        """Everybody's points so far."""
        return score_sheet(total=(words("plain.total"), view["scores"]))

    @staticmethod
    def gauges(view: Json) -> Json | None:
        """What the rules read from a view for the board: nothing beyond what it holds."""
        return None
