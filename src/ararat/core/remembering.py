"""What a table that does not remember for people still tells of the past."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


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
