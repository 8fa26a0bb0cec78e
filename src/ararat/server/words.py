"""The words that the page needs, from the catalogues."""

from __future__ import annotations

from typing import Any

from ..core.contract import Facts
from ..core.words import LANGUAGES, words

FOR_THE_PAGE = ("page.", "player.")
NOT_FOR_BOARDS = (
    "rule.",
    "reason.",
    "impossible.",
    "fault.",
    "cli.",
    "usage.",
    "record.",
    "error.",
    "server.",
    "page.",
    "command.",
    "search.",
    "section.",
    "do.",
    "why.",
)


def page_words(language: str) -> dict[str, Any]:
    """The page's own words."""
    spoken = words(language)
    return {key: text for key, text in spoken.items() if key.startswith(FOR_THE_PAGE)}


def board_words(facts: Facts, language: str) -> dict[str, Any]:
    """The words of a game's board."""
    spoken = words(language, facts.package)
    return {key: text for key, text in spoken.items() if not key.startswith(NOT_FOR_BOARDS)}


def accepted_language(header: str) -> str:
    """The first language of an Accept-Language header that Ararat speaks, else English."""
    for part in header[:200].split(","):
        code = part.split(";")[0].strip().lower()[:2]
        if code in LANGUAGES:
            return code
    return "en"
