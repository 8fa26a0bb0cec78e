"""The catalogues: every sentence by its key, in each language that Ararat speaks.

Message ids are keys ("rule.AB-4.5", "play.saved"), and every language, English included, has a
catalogue: `locale/<language>.po` in the package for what all games share, and in a game's folder
for its own. A key that a language lacks fails a test, so nothing falls back silently.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib import resources
from typing import Any

LANGUAGES = ("en", "fr", "it")
SHARED = "ararat"
NO_BREAK = "\u00a0"
MINUS = "\u2212"


class Words:
    """The catalogues of one language: the shared one and, on top, those of a game."""

    def __init__(self, language: str, packages: tuple[str, ...]) -> None:
        self.language = language
        self._messages: dict[str, Any] = {}
        for package in packages:
            self._messages.update(messages_of(package, language))
        self._plural = _plural_rule(language)

    def __call__(self, key: str, /, **values: Any) -> str:
        """The text of a key, its {places} filled in; {count} chooses between singular and plural."""
        text = self._messages[key]
        if isinstance(text, tuple):
            text = text[min(self._plural(values["count"]), len(text) - 1)]
        for name, value in values.items():
            if isinstance(value, (int, float)) and value < 0:
                values[name] = written(value)
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
        several = list(items)
        if len(several) < 2:
            return several[0] if several else ""
        patterns = _list_patterns(self.language)
        if len(several) == 2:
            return patterns["2"].format(*several)
        said = patterns["start"].format(several[0], several[1])
        for one in several[2:-1]:
            said = patterns["middle"].format(said, one)
        return patterns["end"].format(said, several[-1])

    def tally(self, items: Iterable[str]) -> str:
        """A list as a sentence has it, equal items counted: "2× a and b"."""
        return self.enumerate(f"{n}×\u00a0{item}" if n > 1 else item for item, n in Counter(items).items())


def written(value: Any) -> Any:
    """A number below zero as people write it, with a minus that is no hyphen; anything else as it is."""
    below = isinstance(value, (int, float)) and value < 0
    return str(value).replace("-", MINUS) if below else value


def key_for(key: str, seat: int, names: list[str], words: Words) -> str:
    """The key of a sentence about a seat: another one speaks to the only person at the screen."""
    to_you = f"{key}-you"
    return to_you if names[seat] == words("player.you") and to_you in words else key


@cache
def spoken_words(language: str, packages: tuple[str, ...] = ()) -> Words:
    """The words of a language that is spoken, with those of further packages on top of the shared ones."""
    return Words(language, (SHARED, *packages))


@cache
def messages_of(package: str, language: str) -> dict[str, Any]:
    """A package's own catalogue."""
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
    return lru_cache(256)(lambda count: 0 if rule(count) == "one" else 1)


@cache
def _list_patterns(language: str) -> dict[str, str]:
    """How a language joins two of a list, its first two, one more, and its last."""
    from babel import Locale

    patterns = Locale(language).list_patterns["standard"]
    return {name: patterns[name] for name in ("2", "start", "middle", "end")}
