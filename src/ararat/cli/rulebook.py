"""The rules of a game on the screen, whole or searched."""

from __future__ import annotations

import re
from importlib import resources

from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ..core.contract import Facts
from ..core.words import words
from .screen import Screen

DEFINED = re.compile(r"^(?:- )?(?:\*\*)?([A-Z]{2}-[0-9A-Z]+\.[0-9]+)\b", re.MULTILINE)


def rule_ids(facts: Facts) -> list[str]:
    """The ids of all rules of a game, in the order of its rule file."""
    text = resources.files(facts.package).joinpath("RULES.md").read_text("utf-8")
    return list(dict.fromkeys(DEFINED.findall(text)))


def show_rules(screen: Screen, facts: Facts, search: str = "") -> None:
    """Print the rules, or those with an id or a word in them."""
    spoken = words(screen.words.language, facts.package)
    wanted = search.casefold()
    found = []
    for rule in rule_ids(facts):
        text = spoken(f"rule.{rule}")
        if wanted in rule.casefold() or wanted in text.casefold():
            found.append((rule, text))
    if not search:
        screen.out.print(Text(spoken("name"), "bold"), Text(spoken("about.brief")))
        for key in sorted(filter(re.compile("how[.]").match, spoken.keys())):
            screen.out.print(Padding(escape("• " + spoken(key)), (0, 0, 0, 2)))
    if not found:
        screen.out.print(spoken("rules.none", search=search))
        return
    table = Table(box=None, show_header=False, padding=(0, 1))
    chapter = ""
    for rule, text in found:
        here = rule.partition("-")[2].partition(".")[0]
        if here != chapter and f"chapter.{here}" in spoken:
            table.add_row("", Text(spoken(f"chapter.{here}"), "bold"))
            chapter = here
        table.add_row(Text(rule, "dim"), text)
    screen.out.print(table)
