"""The words people read, in their language, from gettext catalogues.

Message ids are keys ("rule.AB-4.5", "play.saved"), and every language, English included, has a
catalogue: `locale/<language>.po` in the package for what all games share, and in a game's folder
for its own. A key that a language lacks fails a test, so nothing falls back silently.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import cache
from importlib import resources
from typing import Any

from ..errors import UnknownLanguage, shown

LANGUAGES = ("en", "fr", "it")
SHARED = "ararat"


class Words:
    """The catalogues of one language: the shared one and, on top, those of a game."""

    def __init__(self, language: str, packages: tuple[str, ...]) -> None:
        self.language = language
        self._messages: dict[str, Any] = {}
        for package in packages:
            self._messages.update(_messages(package, language))
        self._plural = _plural_rule(language)

    def __call__(self, key: str, **values: Any) -> str:
        """The text of a key, its {places} filled in; {count} chooses between singular and plural."""
        text = self._messages[key]
        if isinstance(text, tuple):
            text = text[min(self._plural(values["count"]), len(text) - 1)]
        return text.format(**values) if values else text

    def __contains__(self, key: str) -> bool:
        return key in self._messages

    def keys(self) -> Iterable[str]:
        return self._messages.keys()

    def items(self) -> Iterable[tuple[str, Any]]:
        """Every key with its text, or its singular and plural."""
        return self._messages.items()

    def enumerate(self, items: Iterable[str]) -> str:
        """A list as a sentence has it: "a, b and c"."""
        from babel.lists import format_list

        return format_list(list(items), locale=self.language)

    def tally(self, items: Iterable[str]) -> str:
        """A list as a sentence has it, equal items counted: "2× a and b"."""
        return self.enumerate(f"{n}×\u00a0{item}" if n > 1 else item for item, n in Counter(items).items())


def key_for(key: str, seat: int, names: list[str], words: Words) -> str:
    """The key of a sentence about a seat: another one speaks to the only person at the screen."""
    to_you = f"{key}-you"
    return to_you if names[seat] == words("player.you") and to_you in words else key


def words(language: str = "en", *packages: str) -> Words:
    """The words of a language, with those of further packages (a game's folder) on top."""
    if language not in LANGUAGES:
        raise UnknownLanguage("error.language", given=shown(language), known=", ".join(LANGUAGES))
    return _words(language, (SHARED, *packages))


def preferred_language(wanted: str | None = None) -> str:
    """The language asked for, or that of the environment where Ararat speaks it, or English."""
    if wanted is not None:
        words(wanted)
        return wanted
    for variable in ("ARARAT_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        code = re.match(r"[a-z]{2}", os.environ.get(variable, ""))
        if code and code[0] in LANGUAGES:
            return code[0]
    return "en"


def plain(text: str) -> str:
    """Text without accents and capitals, for searching."""
    parts = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


@cache
def _words(language: str, packages: tuple[str, ...]) -> Words:
    return Words(language, packages)


@cache
def _messages(package: str, language: str) -> dict[str, Any]:
    from babel.messages.pofile import read_po

    with resources.files(package).joinpath("locale", f"{language}.po").open("rb") as file:
        catalogue = read_po(file, abort_invalid=True)
    texts: dict[str, Any] = {}
    for message in catalogue:
        if message.id:
            key = str(message.id[0] if isinstance(message.id, (tuple, list)) else message.id)
            texts[key] = message.string
    return texts


def _plural_rule(language: str) -> Any:
    from babel import Locale

    rule = Locale(language).plural_form
    return lambda count: 0 if rule(count) == "one" else 1
