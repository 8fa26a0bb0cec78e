"""Showing a recorded match, move by move. Of a match that is not over, only what all may know."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.rule import Rule
from rich.text import Text

from ..core.hooks import hooks_of
from ..core.story import Story
from ..core.words import Words, plain, words
from ..errors import BadRecord
from ..games import all_facts
from ..match import Match, replay
from . import files
from .screen import Screen
from .seat_names import seat_names


def load(screen: Screen, path: Path) -> Match:
    """The match of a record file."""
    return _match(screen, files.read_record(path))


def load_game(screen: Screen, path: Path, number: int | None) -> Match:
    """The match of a record file, or the one of that number of an arena's games."""
    return _match(screen, files.read_game(path, number))


def _match(screen: Screen, record: Any) -> Match:
    slug = record.get("game") if isinstance(record, dict) else None
    if isinstance(slug, str) and slug in all_facts():
        screen.prepare(all_facts()[slug])
    return replay(record)


def show(screen: Screen, path: Path, number: int | None = None, first: int = 1) -> None:
    """Show a recorded match from a move on: step by step to a person, all at once otherwise."""
    match = load_game(screen, path, number)
    facts = all_facts()[match.slug]
    spoken = words(screen.words.language, facts.package)
    names = seat_names(match.seats or [str(seat + 1) for seat in range(match.players)], spoken)
    story = Story(facts, spoken, names)
    text: Any = hooks_of(facts).text
    log = match.log(None)
    if log and first > len(log):
        raise BadRecord("error.replay-move", move=first, count=len(log))
    # Once a match is over nothing is secret any more.
    tables = match.past_states() if match.over else match.past_views(None)
    place: int | None = first - 1
    while place is not None and place < len(log):
        if screen.interactive:
            screen.clear()
            screen.out.print(Rule(Text(text.heading(tables[place], spoken), "bold"), style="blue"))
            screen.out.print(text.draw(tables[place], None, spoken, names))
            screen.out.print()
        _print(screen, story, log[place : place + 1], place + 1)
        place = _next_place(screen, spoken, place, len(log)) if screen.interactive else place + 1
    if place is None:
        return
    if screen.interactive:
        screen.clear()
    screen.out.print()
    screen.out.print(text.draw(match.view(None), None, spoken, names))
    if match.over:
        screen.out.print(story.victory(match.winners))
    else:
        screen.out.print(Text(spoken("replay.unfinished"), "yellow"))


def _next_place(screen: Screen, spoken: Words, place: int, count: int) -> int | None:
    """Where a person wants to go: on, back, or to the move of a number; None to leave."""
    key = "replay.next" if place + 1 < count else "replay.last"
    while True:
        try:
            answer = plain(screen.ask(f"{place + 1}/{count} {spoken(key)} › "))
        except (EOFError, KeyboardInterrupt):
            screen.out.print()
            return None
        if not answer:
            return place + 1
        if answer in ("q", "quit", "exit", plain(spoken("command.quit"))):
            return None
        if answer in ("b", "back", plain(spoken("command.back"))):
            return max(place - 1, 0)
        if answer.isdecimal() and len(answer) < 10 and 1 <= int(answer) <= count:
            return int(answer) - 1
        screen.out.print(Text(spoken("replay.how", count=count), "yellow"))


def _print(screen: Screen, story: Story, entries: list[Any], number: int) -> None:
    for place, line in enumerate(story.lines(entries, screen.out.width - 4)):
        label = f"{number:3} " if place == 0 else "    "
        screen.out.print(Text.assemble((label, "dim"), line), no_wrap=True)
