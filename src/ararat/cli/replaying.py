"""Showing a recorded match, move by move. Of a match that is not over, only what all may know."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.rule import Rule
from rich.text import Text

from ..core.terminal import seat_text
from ..core.words import words
from ..games import all_facts
from ..match import Match, replay
from . import files
from .playing import seat_names
from .screen import Screen


def load(screen: Screen, path: Path) -> Match:
    """The match of a record file."""
    record = files.read_record(path)
    slug = record.get("game") if isinstance(record, dict) else None
    if isinstance(slug, str) and slug in all_facts():
        screen.prepare(all_facts()[slug])
    return replay(record)


def show(screen: Screen, path: Path) -> None:
    """Show a recorded match: step by step to a person, all at once otherwise."""
    match = load(screen, path)
    facts = all_facts()[match.slug]
    spoken = words(screen.words.language, facts.package)
    codes = match.seats or [str(seat + 1) for seat in range(match.players)]
    names = seat_names(codes, spoken)
    text: Any = facts.module("text")
    screen.out.print(Rule(Text(spoken("name"), "bold"), style="blue"))
    for entry, view in zip(match.log(None), match.past_views(None), strict=True):
        if screen.interactive:
            screen.out.print(text.draw(view, None, spoken, names))
            if screen.out.input(Text(f"{spoken('replay.next')} › ", "dim")).strip().lower() in ("q", "quit"):
                return
        line = Text(f"{entry['number'] + 1:3} ", "dim")
        line.append_text(seat_text(entry["seat"], names[entry["seat"]]))
        line.append(f" {facts.module('moves').say(entry['move'], spoken)}", "default")
        for event in entry["events"]:
            said = facts.module("views").say_event(event, spoken, names)
            line.append(f" {said}" if said else "", "default")
        screen.out.print(line)
    screen.out.print(text.draw(match.view(None), None, spoken, names))
    if not match.over:
        screen.out.print(Text(spoken("replay.unfinished"), "yellow"))
