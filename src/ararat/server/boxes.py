"""What a game's box says: for the lobby, and its rules, to read and to ask."""

from __future__ import annotations

from functools import cache
from itertools import groupby

from ..core.contract import Facts, Json
from ..core.options import ChoiceOption, FlagOption, Option, SeatOption, SubsetOption
from ..core.question import Reader
from ..core.rulebook import Passage, lesson_of, passages_of, value_label
from ..core.teaching import teaching_of
from ..core.words import Words, words
from ..games import all_facts
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
    lesson = teaching_of(facts)
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
        "memory": facts.has("memory"),
        "options": [option_of(facts, name, option, spoken) for name, option in facts.options.items()],
        "bots": [{"code": code, "name": spoken(f"player.{code}")} for code in levels()],
        "usual_bot": usual_bot(),
        "first_match": lesson and {"players": lesson.players, "options": lesson.options, "bot": lesson.bot},
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


def rulebook_of(facts: Facts, spoken: Words) -> Json:
    """The rules of a game as people read them, by sections."""
    told: dict[str, list[Passage]] = {kind: [] for kind in ("lesson", "pieces", "rule", "options")}
    for passage in passages_of(facts, spoken):
        if not passage.for_programs:
            told[passage.kind].append(passage)
    return {
        "lesson": [passage.text for passage in told["lesson"]],
        "pieces": [passage.text for passage in told["pieces"]],
        "chapters": [
            {"title": title, "rules": [{"id": rule.name, "text": rule.text} for rule in rules]}
            for title, rules in groupby(told["rule"], key=lambda rule: rule.title)
        ],
        "options": [{"name": passage.name, "text": passage.text} for passage in told["options"]],
    }


def answer_of(facts: Facts, language: str, question: str) -> Json:
    """What the rules of a game answer to a question, the best first."""
    found = reader_of(facts.slug, language).answer(question)
    return {
        "found": [
            {"kind": one.passage.kind, "name": one.passage.name, "title": one.passage.title, "text": one.passage.text}
            | {"marks": one.marks}
            for one in found
        ]
    }


@cache
def reader_of(slug: str, language: str) -> Reader:
    facts = all_facts()[slug]
    return Reader(facts, words(language, facts.package))
