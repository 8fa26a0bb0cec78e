"""What clients are told to do: who comes to which server, and how fast they play."""

from __future__ import annotations

import random
from dataclasses import dataclass

UNEVEN = 0.5  # by how much of the pace a pause is shorter or longer


@dataclass(frozen=True)
class Orders:
    """Who comes to which server."""

    host: str
    port: int
    games: list[str]
    seats: int
    watchers: int
    languages: list[str | None]
    spread: bool  # every table has an address of its own
    keep: bool = False  # hand over what was played


@dataclass(frozen=True)
class Step:
    """A stretch of time, and how long a table takes for a move."""

    starts: float  # time.monotonic, which all processes of a machine share
    ends: float
    pace: float

    def pause(self) -> float:
        """Until the next move is due; people are not even."""
        return self.pace * random.uniform(1 - UNEVEN, 1 + UNEVEN)
