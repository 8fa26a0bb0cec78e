"""Why a match refuses a move, in everybody's words."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..errors import IllegalMove
from .contract import Json


@dataclass(frozen=True)
class Refusal:
    """Why a move is refused: the first rule it breaks, and all that a person should know of."""

    rule: str
    rules: tuple[str, ...]
    package: str
    figures: dict[str, Json] = field(default_factory=dict)  # the mover's own numbers, by rule, where numbers say it

    def error(self) -> IllegalMove:
        return IllegalMove(self.rule, self.package, self.rules, self.figures)

    @property
    def text(self) -> str:
        return self.error().text

    def text_in(self, language: str) -> str:
        """The rule as a sentence in a language."""
        return self.error().text_in(language)

    def reasons_in(self, language: str) -> list[tuple[str, str]]:
        """Every rule that stands in the way, in a language: by numbers, or short, where there is such a sentence."""
        return self.error().reasons_in(language)

    def __str__(self) -> str:
        return str(self.error())
