"""The numbered rules of a game: as its rule file lists them, and as a book for people."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from importlib import resources

from .contract import Facts
from .hooks import hooks_of
from .words import Words

DEFINED = re.compile(r"^(?:- )?(?:\*\*)?([A-Z]{2}-[0-9A-Z]+\.[0-9]+)\b", re.MULTILINE)
HEADING = re.compile(r"^##+ ")
FOR_PROGRAMS = "[for programs]"  # on a rule or a heading of the rule file: nobody at a table needs it


@dataclass(frozen=True)
class Rule:
    """A rule where it stands in the rule file."""

    id: str
    section: str  # the id of the first rule under its heading
    for_programs: bool


@dataclass(frozen=True)
class Passage:
    """Something to read in the book: a rule, or a line about the game, its box or its options."""

    kind: str  # "lesson", "pieces", "rule" or "options"
    name: str  # the id of a rule, the name of an option; otherwise nothing
    title: str  # of the section it stands in; nothing where the kind says it
    text: str
    for_programs: bool = False  # found by its number only


def rules_of(facts: Facts) -> list[Rule]:
    """All rules of a game, in the order of its rule file."""
    found: dict[str, Rule] = {}
    chapter = heading = ""
    section: str | None = None
    for line in resources.files(facts.package).joinpath("RULES.md").read_text("utf-8").splitlines():
        if HEADING.match(line):
            heading, section = line, None
            chapter = line if line.startswith("## ") else chapter
        elif (defined := DEFINED.match(line)) and defined[1] not in found:
            section = section or defined[1]
            aside = any(FOR_PROGRAMS in text for text in (chapter, heading, line))
            found[defined[1]] = Rule(defined[1], section, aside)
    return list(found.values())


def rule_ids(facts: Facts) -> list[str]:
    """The ids of all rules of a game, in the order of its rule file."""
    return [rule.id for rule in rules_of(facts)]


def title_of(section: str, spoken: Words) -> str:
    """What stands above a section: words of its own, or those of its chapter."""
    chapter = section.partition("-")[2].partition(".")[0]
    keys = (f"section.{section}", f"chapter.{chapter}")
    return next((spoken(key) for key in keys if key in spoken), "")


def lesson_of(spoken: Words) -> list[str]:
    """How to play, in a few sentences."""
    numbered = [key for key, _ in spoken.items() if re.fullmatch(r"how\.\d+", key)]
    return [spoken(key) for key in sorted(numbered, key=lambda key: int(key.partition(".")[2]))]


def value_label(name: str, value: object, spoken: Words) -> str:
    """A value of an option in words."""
    word = value if isinstance(value, str) else json.dumps(value)
    for key in (f"choice.{name}.{word}", f"{name}.{word}"):
        if key in spoken:
            return spoken(key)
    return word


def passages_of(facts: Facts, spoken: Words) -> list[Passage]:
    """The whole book in the order in which it is read."""
    pieces: list[str] = hooks_of(facts).text.pieces(spoken)
    rules = rules_of(facts)
    return [
        *(Passage("lesson", "", "", text) for text in lesson_of(spoken)),
        *(Passage("pieces", "", "", text) for text in pieces),
        *(
            Passage("rule", rule.id, title_of(rule.section, spoken), spoken(f"rule.{rule.id}"), rule.for_programs)
            for rule in rules
        ),
        *(Passage("options", spoken(f"option-name.{name}"), "", spoken(f"option.{name}")) for name in facts.options),
    ]
