"""The rules of a game on the screen, whole or asked."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..core.contract import Facts
from ..core.question import Reader
from ..core.rulebook import Passage, passages_of
from ..core.terminal import Prose
from ..core.words import Words, words
from .screen import Screen


def show_rules(screen: Screen, facts: Facts, search: str = "") -> Text | None:
    """Print the rules, or what they answer to a question; long ones go through a pager.

    If they answer nothing, nothing is printed and the sentence that says so is returned, with their contents.
    """
    spoken = words(screen.words.language, facts.package)
    whole = [passage for passage in passages_of(facts, spoken) if not passage.for_programs]
    if not search.strip():
        screen.page(Group(*book(facts, spoken, whole)))
        return None
    found = [one.passage for one in Reader(facts, spoken).answer(search)]
    if not found:
        contents = dict.fromkeys(passage.title for passage in whole if passage.title)
        return Text(spoken("rules.none", search=search, contents=", ".join(contents)), "yellow")
    table = Table(box=None, show_header=False, padding=(0, 1))
    for passage in found:
        table.add_row(Text(passage.name, "dim"), Prose(passage.text))
    screen.page(table)
    return None


def book(facts: Facts, spoken: Words, whole: list[Passage]) -> list[RenderableType]:
    """The whole book, in the order in which it is read."""
    bullets = Table.grid(padding=(0, 1))
    table = Table(box=None, show_header=False, padding=(0, 1))
    title = ""
    for passage in whole:
        if passage.kind == "lesson":
            bullets.add_row(" •", Prose(passage.text))
        elif passage.kind == "rule":
            if passage.title != title:
                table.add_row("", Text(passage.title, "bold"))
                title = passage.title
            table.add_row(Text(passage.name, "dim"), Prose(passage.text))
    table.add_row("", Text(spoken("rules.options"), "bold"))
    for name in facts.options:
        table.add_row(Text(name, "dim"), Prose(f"{spoken(f'option.{name}')} ({allowed_of(facts, name)})"))
    pieces = [Prose(passage.text) for passage in whole if passage.kind == "pieces"]
    return [Text(spoken("name"), "bold"), Prose(spoken("about.brief")), bullets, Text(), *pieces, table]


def allowed_of(facts: Facts, name: str) -> str:
    """The values of an option as a person types them."""
    return facts.options[name].allowed(facts.usual_players).replace('"', "")
