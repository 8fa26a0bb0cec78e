"""The words people read, in their language: what everything but the errors gets from the catalogues."""

from __future__ import annotations

import os
import re
import unicodedata

from ..catalogues import LANGUAGES, SHARED, Words, key_for, spoken_words
from ..errors import checked_language

__all__ = ["LANGUAGES", "SHARED", "Words", "key_for", "plain", "preferred_language", "words"]


def words(language: str = "en", *packages: str) -> Words:
    """The words of a language, with those of further packages (a game's folder) on top."""
    return spoken_words(checked_language(language), packages)


def preferred_language(wanted: str | None = None) -> str:
    """The language asked for, or that of the environment where Ararat speaks it, or English."""
    if wanted is not None:
        return checked_language(wanted)
    for variable in ("ARARAT_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        code = re.match(r"[a-z]{2}", os.environ.get(variable, ""))
        if code and code[0] in LANGUAGES:
            return code[0]
    return "en"


def plain(text: str) -> str:
    """Text without accents and capitals, for searching."""
    parts = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in parts if not unicodedata.combining(letter))
