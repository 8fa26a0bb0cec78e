"""Asking a person at the keyboard: numbered choices, and the words that work at every question."""

from __future__ import annotations

import re
from collections.abc import Callable

from rich.console import RenderableType
from rich.text import Text

from ..core.contract import Json
from ..core.terminal import Choice, Prose, room_for_choices, side_by_side
from ..core.words import plain
from ..match import Match
from .screen import Screen

NUMBER = re.compile(r"[0-9]{1,3}", re.ASCII)


class Leave(Exception):
    """The person wants to leave the table (or the keyboard is gone)."""


class Again(Exception):
    """The decision has to be asked anew, from its start."""


Command = Callable[[str], None]
Reason = tuple[str, str]  # the id of a rule, or nothing, and a sentence


class Keyboard:
    """Asks questions of the person in turn; fulfils `core.terminal.Ask`."""

    def __init__(
        self,
        screen: Screen,
        match: Match,
        redraw: Callable[[int], None],
        typed: list[int],
        who: str = "",
    ) -> None:
        self.screen = screen
        self.match = match
        self.commands: dict[str, Command] = {}
        self.redraw = redraw
        self.typed = typed  # numbers on the table that were typed ahead, for the questions to come
        self.who = who
        self.words = screen.words
        self._choices: list[Choice] = []

    def moves(self) -> list[Json]:
        return self.match.moves()

    def allows(self, move: Json) -> bool:
        return self.match.why_not(move) is None

    def broken(self, move: Json) -> tuple[str, ...]:
        refusal = self.match.why_not(move)
        return refusal.rules if refusal else ()

    def room(self, draw: Callable[[], RenderableType], question: str) -> int:
        return room_for_choices(draw(), question)

    def one(self, question: str, choices: list[Choice]) -> int:
        while True:
            numbers = self._typed_ahead(choices) or self._asked(question, choices)
            together = len(numbers) > 1 and all(self._is_place(choices[number]) for number in numbers)
            if len(numbers) != 1 and not together:
                self._tell(self._what_to_type("ask.one", choices))
            elif self._explain(choices[numbers[0]]):
                self.typed.clear()
            else:
                self.typed += numbers[1:]
                return numbers[0]

    def _typed_ahead(self, choices: list[Choice]) -> list[int]:
        """The next number that was typed ahead, if the table still has such numbers."""
        if self.typed and self.typed[0] < len(choices) and self._is_place(choices[self.typed[0]]):
            return [self.typed.pop(0)]
        self.typed.clear()
        return []

    @staticmethod
    def _is_place(choice: Choice) -> bool:
        """Whether a choice is a place on the table where something goes, so that several can be named at once."""
        return choice.on_table and choice.move is not None

    def several(self, question: str, choices: list[Choice], make: Callable[[list[int]], Json]) -> Json:
        while True:
            numbers = self._asked(question, choices)
            if not numbers or len(set(numbers)) != len(numbers):
                self._tell(self._what_to_type("ask.several", choices))
                continue
            move = make(sorted(numbers))
            refusal = self.match.why_not(move)
            if refusal is None:
                return move
            self._tell(" ".join(f"{reason} ({rule})" for rule, reason in refusal.reasons_in(self.words.language)))

    def why(self, rest: str) -> None:
        """Tell why choices are impossible: the one named by its number, or all of them."""
        if rest and not (NUMBER.fullmatch(rest) and 1 <= int(rest) <= len(self._choices)):
            self._tell(self._what_to_type("ask.one", self._choices))
            return
        if rest:
            if not self._explain(self._choices[int(rest) - 1], asked=True):
                self._tell(self.words("ask.possible"))
            return
        reasons: dict[Reason, list[str]] = {}
        for number, choice in enumerate(self._choices, start=1):
            for told in [] if choice.on_table and choice.hint is None else self._reasons(choice, asked=True)[1]:
                reasons.setdefault(told, []).append(str(number))
        for told, numbers in reasons.items():
            self._tell_reason(", ".join(numbers), told)
        if not reasons:
            self._tell(self.words("ask.all-possible"))

    def _show(self, question: str, choices: list[Choice]) -> None:
        self._choices = choices
        parts = []
        for number, choice in enumerate(choices, start=1):
            if choice.on_table:
                continue
            possible = choice.move is None or self.allows(choice.move)
            key, label = ("bold reverse", "") if possible else ("dim", "dim")
            mark = "" if possible else "✗ "
            part = Text.assemble((f" {number} ", key), (f" {mark}{choice.label}", label))
            parts.append(part)
        listed = side_by_side(parts, self.screen.out.width)
        asked = Prose(f"{self.who}{question}", "bold")
        self.redraw(1 + self.screen.height_of(asked) + (self.screen.height_of(listed) if parts else 0))
        self.screen.out.print(asked)
        if parts:
            self.screen.out.print(listed)

    def _explain(self, choice: Choice, asked: bool = False) -> bool:
        """Say why a choice (if asked: or what it hints at) is impossible; False if it is possible."""
        label, reasons = self._reasons(choice, asked)
        for told in reasons:
            self._tell_reason(label, told)
        return bool(reasons)

    def _reasons(self, choice: Choice, asked: bool) -> tuple[str, list[Reason]]:
        """Why a choice, or what it hints at, is impossible, with its label; no reasons if it is possible."""
        label, move = choice.label, choice.move
        if move is None and asked and choice.hint is not None:
            label, move = choice.hint
        refusal = None if move is None else self.match.why_not(move)
        if refusal is None:
            return label, []
        if choice.reason is not None:
            return label, [("", choice.reason)]
        return label, refusal.reasons_in(self.words.language)

    def _tell_reason(self, label: str, told: Reason) -> None:
        rule, reason = told
        if rule:
            self._tell(self.words("ask.reason", choice=label, reason=reason, rule=rule))
        else:
            self._tell(self.words("ask.reason-free", choice=label, reason=reason))

    def _asked(self, question: str, choices: list[Choice]) -> list[int]:
        """Positions that the person types to a question; an empty list if they make no sense.

        Commands, and an empty line, draw the table and the question anew. Whoever answers, or gives the next command,
        at the end of what a command showed need not type it again.
        """
        self.screen.ahead = ""
        while True:
            if not self.screen.ahead and (self.screen.interactive or self._choices is not choices):
                self._show(question, choices)
            try:
                typed, self.screen.ahead = self.screen.ahead or self.screen.ask(), ""
            except EOFError:
                raise Leave from None
            word, _, rest = typed.partition(" ")
            command = self.commands.get(plain(word))
            if command is not None:
                command(rest.strip())
            elif typed:
                break
        pieces = typed.replace(",", " ").split()
        if not all(NUMBER.fullmatch(piece) and 1 <= int(piece) <= len(choices) for piece in pieces):
            return []
        return [int(piece) - 1 for piece in pieces]

    def _what_to_type(self, key: str, choices: list[Choice]) -> str:
        return self.words("ask.only") if len(choices) == 1 else self.words(key, last=len(choices))

    def _tell(self, sentence: str) -> None:
        self.screen.note(Prose(sentence, "yellow"))
