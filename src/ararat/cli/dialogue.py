"""Asking a person at the keyboard: numbered choices, and the words that work at every question."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text

from ..core.contract import Json
from ..core.terminal import Choice
from ..match import Match
from .screen import Screen


class Leave(Exception):
    """The person wants to leave the table (or the keyboard is gone)."""


class Again(Exception):
    """The question has to be asked anew, from the start of the decision."""


Command = Callable[[str], None]


class Keyboard:
    """Asks questions of the person in turn; fulfils `core.terminal.Ask`."""

    def __init__(self, screen: Screen, match: Match, commands: dict[str, Command]) -> None:
        self.screen = screen
        self.match = match
        self.commands = commands
        self.words = screen.words
        self._choices: list[Choice] = []

    def allows(self, move: Json) -> bool:
        return self.match.why_not(move) is None

    def one(self, question: str, choices: list[Choice], quiet: bool = False) -> int:
        self._show(question, choices, quiet)
        while True:
            numbers = self._numbers(choices)
            if len(numbers) != 1:
                self._tell(self.words("ask.one", last=len(choices)))
                continue
            if self._explain(choices[numbers[0]]):
                continue
            return numbers[0]

    def several(self, question: str, choices: list[Choice]) -> list[int]:
        self._show(question, choices, False)
        while True:
            numbers = self._numbers(choices)
            if numbers:
                return numbers
            self._tell(self.words("ask.several", last=len(choices)))

    def why(self, rest: str) -> None:
        """Tell why choices are impossible: the one named by its number, or all of them."""
        wanted = [int(rest) - 1] if rest.isdigit() else range(len(self._choices))
        told = [self._explain(self._choices[n]) for n in wanted if 0 <= n < len(self._choices)]
        if not any(told):
            self._tell(self.words("ask.all-possible"))

    def _show(self, question: str, choices: list[Choice], quiet: bool) -> None:
        self._choices = choices
        line = Text(question, "bold")
        self.screen.out.print(line)
        if not quiet:
            parts = []
            for number, choice in enumerate(choices, start=1):
                possible = choice.move is None or self.allows(choice.move)
                style = "" if possible else "dim strike"
                parts.append(
                    Text.assemble((f" {number} ", "bold reverse" if possible else "dim"), (f" {choice.label}", style))
                )
            self.screen.out.print(Text("   ").join(parts))

    def _explain(self, choice: Choice) -> bool:
        """Say why a choice is impossible; False if it is possible."""
        refusal = self.match.why_not(choice.move) if choice.move is not None else None
        if refusal is None:
            return False
        self._tell(f"{choice.label}: {refusal.text_in(self.words.language)} ({refusal.rule})")
        return True

    def _numbers(self, choices: list[Choice]) -> list[int]:
        """Positions that the person types, after any commands; an empty list if they make no sense."""
        while True:
            typed = self._line()
            word, _, rest = typed.partition(" ")
            command = self.commands.get(word.lower())
            if command is None:
                break
            command(rest.strip())
        pieces = typed.replace(",", " ").split()
        numbers = [int(piece) - 1 for piece in pieces if piece.isdigit() and len(piece) < 4]
        if len(numbers) != len(pieces) or not all(0 <= number < len(choices) for number in numbers):
            return []
        return sorted(set(numbers))

    def _line(self) -> str:
        try:
            return self.screen.out.input(Text("› ", "bold")).strip()
        except EOFError:
            raise Leave from None

    def _tell(self, sentence: str) -> None:
        self.screen.out.print(Text(sentence, "yellow"))
