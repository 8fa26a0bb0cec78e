"""What the end of a match is worth to a seat (core/utilities.py), and between which numbers that lies."""

from __future__ import annotations

from typing import Any

from ..core.contract import Facts
from ..core.hooks import hooks_of
from ..core.utilities import UTILITIES, range_of


def utilities(facts: Facts, players: int) -> dict[str, dict[str, Any]]:
    """Every utility of a game with so many seats: its `low` and `high`, and the `sum` over all seats; None: it varies.

    Points lie where the game declares them; few matches come near those limits.
    """
    scores = hooks_of(facts).layout.fields["scores"]
    sums = {"win": 1.0 if players > 1 else None, "margin": 0.0 if players == 2 else None}
    sums["rank"] = 0.0 if players > 1 else None
    found: dict[str, dict[str, Any]] = {}
    for name in UTILITIES:
        low, high = range_of(name, players, scores.low, scores.high, -1 if facts.low_wins else 1)
        found[name] = {"low": low, "high": high, "sum": sums[name]}
    return found
