"""What a table that does not remember for people still tells of the past, and what bots may remember of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .contract import Json

STRETCHES = 2  # moves of others in a row, back to whose beginning bots remember
LONGEST = 40  # moves that bots remember


def first_told(turns: Sequence[Any], since: str, viewer: int | None) -> int:
    """The first move that is told: since the start, since the round began, or since the viewer's own last turn."""
    if since == "start":
        return 0
    rounds = (n for n in reversed(range(len(turns))) if any(e["event"] == "round" for e in turns[n].events))
    first, number = next(rounds, 0), len(turns)
    if since == "round":
        return first
    # Back over what the viewer did last and what the others did since, or the other way round.
    for mine in (turns[-1].seat == viewer, turns[-1].seat != viewer) if turns else ():
        while number > first and (turns[number - 1].seat == viewer) is mine:
            number -= 1
    return number


def first_remembered(turns: Sequence[Any], seat: int) -> int:
    """The first move that a bot in a seat may remember: where others began to move, some stretches of theirs ago."""
    stretches = 0
    for number in reversed(range(max(0, len(turns) - LONGEST), len(turns))):
        others = turns[number].seat != seat
        if others and (number == 0 or turns[number - 1].seat == seat):
            stretches += 1
            if stretches == STRETCHES:
                return number
    return max(0, len(turns) - LONGEST)


def remembered(log: list[Json], views: list[Json]) -> list[Json]:
    """Moves as they were told to a seat, each with what it saw before."""
    return [{"view": view, "seat": told["seat"], "move": told["move"]} for told, view in zip(log, views, strict=True)]
