"""The rules of a game on the screen, whole or searched."""

from __future__ import annotations

import re

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..core.contract import Facts
from ..core.hooks import hooks_of
from ..core.rulebook import rule_ids
from ..core.terminal import Prose
from ..core.words import plain, words
from .screen import Screen


def show_rules(screen: Screen, facts: Facts, search: str = "") -> Text | None:
    """Print the rules, or those with an id or a word in them; long ones go through a pager.

    If there are none, nothing is printed and the sentence that says so is returned.
    """
    spoken = words(screen.words.language, facts.package)
    wanted = plain(search)
    texts = {rule: spoken(f"rule.{rule}") for rule in rule_ids(facts)}
    found = {rule: text for rule, text in texts.items() if wanted in plain(rule) or wanted in plain(text)}
    told: list[str] = hooks_of(facts).text.pieces(spoken)
    pieces = [line for line in told if wanted in plain(line)]
    options = {name: f"{spoken(f'option.{name}')} ({allowed_of(facts, name)})" for name in facts.options}
    options = {name: text for name, text in options.items() if wanted in plain(name) or wanted in plain(text)}
    if not found and not pieces and not options:
        return Text(spoken("rules.none", search=search), "yellow")
    table = Table(box=None, show_header=False, padding=(0, 1))
    chapter = ""
    for rule, text in found.items():
        here = rule.partition("-")[2].partition(".")[0]
        if here != chapter and f"chapter.{here}" in spoken:
            table.add_row("", Text(spoken(f"chapter.{here}"), "bold"))
            chapter = here
        table.add_row(Text(rule, "dim"), Prose(text))
    if options:
        table.add_row("", Text(spoken("rules.options"), "bold"))
    for name, text in options.items():
        table.add_row(Text(name, "dim"), Prose(text))
    parts: list[RenderableType] = [Group(*map(Prose, pieces)), table] if pieces else [table]
    if not search:
        lesson = [spoken(key) for key in sorted(filter(re.compile("how[.]").match, spoken.keys()))]
        title = Text(spoken("name"), "bold")
        bullets = Table.grid(padding=(0, 1))
        for line in lesson:
            bullets.add_row(" •", Prose(line))
        parts = [title, Prose(spoken("about.brief")), bullets, Text(), *parts]
    screen.page(Group(*parts))
    return None


def allowed_of(facts: Facts, name: str) -> str:
    """The values of an option as a person types them."""
    return facts.options[name].allowed(facts.usual_players).replace('"', "")
