"""What a game's box says: for the lobby, and its rules for the drawer."""

from __future__ import annotations

import json
import re

from ..core.contract import Facts, Json
from ..core.hooks import hooks_of
from ..core.options import ChoiceOption, FlagOption, Option, SeatOption, SubsetOption
from ..core.rulebook import rule_ids
from ..core.words import Words, words
from ..players import levels
from .bots import usual_bot

KINDS: dict[type[Option], str] = {
    ChoiceOption: "choice",
    FlagOption: "flag",
    SeatOption: "seat",
    SubsetOption: "subset",
}


def box_of(facts: Facts, language: str) -> Json:
    """A game as the lobby shows it."""
    spoken = words(language, facts.package)
    return {
        "slug": facts.slug,
        "name": spoken("name"),
        "brief": spoken("about.brief"),
        "credits": spoken("about.credits"),
        "independent": spoken("about.independent"),
        "lesson": lesson_of(spoken),
        "players": list(facts.players),
        "usual_players": facts.usual_players,
        "minutes": facts.minutes,
        "secrets": facts.secrets,
        "options": [option_of(facts, name, option, spoken) for name, option in facts.options.items()],
        "bots": [{"code": code, "name": spoken(f"player.{code}")} for code in levels()],
        "usual_bot": usual_bot(),
    }


def option_of(facts: Facts, name: str, option: Option, spoken: Words) -> Json:
    """An option with all that a person needs to choose."""
    told: Json = {
        "name": name,
        "label": spoken(f"option-name.{name}"),
        "text": spoken(f"option.{name}"),
        "kind": KINDS[type(option)],
        "default": option.default,
        "matters": list(option.matters if option.matters is not None else facts.players),
    }
    if isinstance(option, SubsetOption):
        told["counts"] = {str(players): count for players, count in option.counts.items()}
    values = [] if isinstance(option, SeatOption) else option.values(facts.usual_players)
    return told | {"values": [{"value": value, "label": value_label(name, value, spoken)} for value in values]}


def value_label(name: str, value: object, spoken: Words) -> str:
    """A value of an option in words."""
    word = value if isinstance(value, str) else json.dumps(value)
    for key in (f"choice.{name}.{word}", f"{name}.{word}"):
        if key in spoken:
            return spoken(key)
    return word


def lesson_of(spoken: Words) -> list[str]:
    """How to play, in a few sentences."""
    numbered = [key for key, _ in spoken.items() if re.fullmatch(r"how\.\d+", key)]
    return [spoken(key) for key in sorted(numbered, key=lambda key: int(key.partition(".")[2]))]


def rulebook_of(facts: Facts, spoken: Words) -> Json:
    """All rules of a game, by chapters."""
    chapters: list[Json] = []
    here = None
    for rule in rule_ids(facts):
        chapter = rule.partition("-")[2].partition(".")[0]
        title = spoken(f"chapter.{chapter}") if f"chapter.{chapter}" in spoken else ""
        if not chapters or (chapter != here and title):
            chapters.append({"title": title, "rules": []})
        here = chapter
        chapters[-1]["rules"].append({"id": rule, "text": spoken(f"rule.{rule}")})
    told: list[str] = hooks_of(facts).text.pieces(spoken)
    options = [{"name": spoken(f"option-name.{name}"), "text": spoken(f"option.{name}")} for name in facts.options]
    return {"lesson": lesson_of(spoken), "pieces": told, "chapters": chapters, "options": options}
