"""The questions that lead a person to a move: the terminal's own dialogue, one step at a time.

A game's `text.choose` asks through `Ask`. Here the answers come from a path; where the path ends,
the next question is told. So the same dialogue, in every language, serves a list of labelled buttons.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from ..core.contract import Facts, Json
from ..core.hooks import hooks_of
from ..core.refusal import Refusal
from ..core.terminal import Choice
from ..core.words import SHARED, Words
from ..match import Match
from .refusals import Declined

if TYPE_CHECKING:
    from rich.console import RenderableType

LONGEST_PATH = 64
LINES = 24  # of choices; more are asked in two steps, where a game can


class Question(Exception):
    """The path ended here."""

    def __init__(self, told: Json) -> None:
        super().__init__()
        self.told = told


class Pressed(Words):
    """The words of a dialogue whose answers are pressed: what the terminal says about typing has another text here."""

    def __call__(self, key: str, /, **values: Any) -> str:
        pressed = f"{key}-pressed"
        return super().__call__(pressed if pressed in self else key, **values)


@cache
def words_pressed(language: str, package: str) -> Pressed:
    return Pressed(language, (SHARED, package))


class Path:
    """Answers a dialogue's questions from a path."""

    def __init__(self, match: Match, language: str, path: list[Any]) -> None:
        self.match = match
        self.language = language
        self.path = list(path)
        self._refusals: dict[str, Refusal | None] = {}  # a dialogue asks about the same moves again and again

    def why_not(self, move: Json) -> Refusal | None:
        """None if the move is legal, else why it is refused."""
        key = json.dumps(move)
        if key not in self._refusals:
            self._refusals[key] = self.match.why_not(move)
        return self._refusals[key]

    def moves(self) -> list[Json]:
        return self.match.moves()

    def allows(self, move: Json) -> bool:
        return self.why_not(move) is None

    def broken(self, move: Json) -> tuple[str, ...]:
        refusal = self.why_not(move)
        return refusal.rules if refusal else ()

    def room(self, draw: Callable[[], RenderableType], question: str) -> int:
        return LINES  # a page has its table elsewhere

    def one(self, question: str, choices: list[Choice]) -> int:
        if not self.path:
            raise Question(self._told(question, choices, several=False))
        answer = self.path.pop(0)
        if type(answer) is not int or not 0 <= answer < len(choices) or not self._legal(choices[answer]):
            raise Declined("no-such-choice")
        return answer

    def several(self, question: str, choices: list[Choice], make: Callable[[list[int]], Json]) -> Json:
        if not self.path:
            raise Question(self._told(question, choices, several=True))
        answer = self.path.pop(0)
        well_formed = isinstance(answer, list) and all(type(a) is int and 0 <= a < len(choices) for a in answer)
        if not well_formed or not answer or len(set(answer)) != len(answer):
            raise Declined("no-such-choice")
        move = make(sorted(answer))
        refusal = self.why_not(move)
        if refusal is not None:
            raise refusal.error()
        return move

    def _legal(self, choice: Choice) -> bool:
        return choice.move is None or self.allows(choice.move)

    def _told(self, question: str, choices: list[Choice], several: bool) -> Json:
        return {"text": question, "several": several, "choices": [self._choice(choice) for choice in choices]}

    def _choice(self, choice: Choice) -> Json:
        refusal = self.why_not(choice.move) if choice.move is not None else None
        reason = None
        if refusal is not None:
            reasons = (reason for _, reason in refusal.reasons_in(self.language))
            reason = choice.reason or " ".join(reason[0].upper() + reason[1:] for reason in reasons)
        told = {"label": choice.label, "note": choice.note, "picture": choice.picture}
        return told | {"legal": refusal is None, "reason": reason}


def asked(facts: Facts, match: Match, view: Json, names: list[str], language: str, path: list[Any]) -> Json:
    """Where the dialogue of the seat in turn, which is shown this view, stands after the answers of a path: a
    question, or the move."""
    if len(path) > LONGEST_PATH:
        raise Declined("no-such-choice")
    answers = Path(match, language, path)
    try:
        move = hooks_of(facts).text.choose(view, words_pressed(language, facts.package), names, answers)
    except Question as question:
        return {"type": "question", "path": path, **question.told}
    if answers.path:
        raise Declined("no-such-choice")
    return {"type": "chosen", "path": path, "move": move}
