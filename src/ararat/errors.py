"""Errors of our own: one clear sentence each, in the person's language, never a traceback.

An error carries the key of its sentence and what fills its places. `.text` is the sentence in
English, `.text_in("fr")` the same in French. Where a numbered rule speaks, `.rule` is its id.
"""

from __future__ import annotations

import reprlib
from typing import Any

from .catalogues import LANGUAGES, Words, spoken_words

LONGEST = 80  # characters of somebody's input that a sentence repeats

_short = reprlib.Repr()
_short.maxlevel = 2
_short.maxstring = _short.maxlong = _short.maxother = LONGEST


def shown(value: Any) -> str:
    """Somebody's input as a sentence may repeat it: short, on one line, whatever it is."""
    try:
        text = _short.repr(value)
    except Exception:
        text = f"<{type(value).__name__}>"
    return text.encode("ascii", "backslashreplace").decode() if not text.isprintable() else text


class AraratError(Exception):
    """Everything that Ararat refuses."""

    rule: str | None = None

    def __init__(self, key: str, package: str | None = None, **values: Any) -> None:
        super().__init__(key)
        self.key = key
        self.package = package
        self.values = values

    @property
    def text(self) -> str:
        return self.text_in("en")

    def text_in(self, language: str) -> str:
        """The sentence in a language."""
        spoken = self._words(language)
        values = {k: v.said_in(language) if hasattr(v, "said_in") else v for k, v in self.values.items()}
        return spoken(self.key, **values)

    def _words(self, language: str) -> Words:
        return spoken_words(checked_language(language), (self.package,) if self.package else ())

    def said_in(self, language: str) -> str:
        """The sentence in a language, with the id of the rule where one speaks."""
        return f"{self.text_in(language)} ({self.rule})" if self.rule else self.text_in(language)

    def __str__(self) -> str:
        return self.said_in("en")


class UnknownGame(AraratError):
    """No game has this slug."""


class UnknownPlayer(AraratError):
    """No bot has this code, or it does not play this game."""


class UnknownLanguage(AraratError):
    """Ararat does not speak this language."""


def checked_language(language: str) -> str:
    """A language that Ararat speaks."""
    if language not in LANGUAGES:
        raise UnknownLanguage("error.language", given=shown(language), known=", ".join(LANGUAGES))
    return language


class BadStart(AraratError):
    """A match that cannot be started: wrong number of players, unknown or impossible option."""

    def __init__(self, rule: str, key: str = "", package: str | None = None, **values: Any) -> None:
        super().__init__(key, package, **values)
        self.args = (rule,)
        self.rule = rule


class IllegalMove(AraratError):
    """A move that the rules refuse; the match is as it was.

    `.rule` is the first rule broken, `.rules` lists every one that a person should know of, `.figures` holds the
    mover's own numbers by rule, where numbers say it.
    """

    def __init__(
        self,
        rule: str,
        package: str | None = None,
        rules: tuple[str, ...] = (),
        figures: dict[str, dict[str, Any]] | None = None,
    ) -> None:
        super().__init__(f"rule.{rule}", package)
        self.args = (rule, package)
        self.rule = rule
        self.rules = rules or (rule,)
        self.figures = figures or {}

    def text_in(self, language: str) -> str:
        """The first rule in a language, and before it one's own numbers."""
        text = super().text_in(language)
        if self.rule not in self.figures:
            return text
        numbers = self._words(language)(f"figures.{self.rule}", **self.figures[self.rule])
        return f"{numbers[0].upper()}{numbers[1:]} {text}"

    def reasons_in(self, language: str) -> list[tuple[str, str]]:
        """Every rule that stands in the way: by one's own numbers, or by a short sentence, where there is one."""
        spoken, told = self._words(language), []
        for rule in self.rules:
            key = f"figures.{rule}" if rule in self.figures else f"reason.{rule}"
            told.append((rule, spoken(key if key in spoken else f"rule.{rule}", **self.figures.get(rule, {}))))
        return told


class BadSeed(AraratError):
    """A seed that is no whole number from 0 to 2**128 - 1."""


class BadSeat(AraratError):
    """A seat that this match does not have."""


class BadState(AraratError):
    """A state that cannot be on any table; the sentence says what is impossible."""


class BadRecord(AraratError):
    """A record that is damaged, cut short or newer than this program."""


class BadProof(AraratError):
    """A record whose deal can't be shown to be fair; the sentence says what does not fit."""


class BadFile(AraratError):
    """A file that cannot be read or written."""


class NothingToUndo(AraratError):
    """The last move cannot be taken back; `number` is that of the move since which it can't, where there is one."""

    def __init__(self, key: str, number: int | None = None, **values: Any) -> None:
        super().__init__(key, **values)
        self.number = number


class NotOver(AraratError):
    """A match that is not over yet is not looked into."""


class Interrupted(AraratError):
    """A bot was interrupted before it had thought at all."""


class BadBot(AraratError):
    """A bot answered with something that is no legal move."""


class BadNet(AraratError):
    """A file that is no net, or a net that does not match its game."""


class BadText(AraratError):
    """A text that is no legal move, or a form of text that there is not."""


class BadBatch(AraratError):
    """An array that does not fit a batch of tables."""


class MissingExtra(AraratError, ImportError):
    """A library that a part of Ararat needs is not installed; the sentence names the extra that brings it."""


class BadPieces(Exception):
    """A file of pieces that contradicts itself; seen by whoever edits it."""
