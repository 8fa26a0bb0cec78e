"""All that a seat was told since a match began: its information state, with perfect recall.

It begins with the first view; then comes for each move who made it, the move as the seat may see it, the events that it
was told, and whatever changed in its view. So it is different exactly where the past differs to that seat.
"""

from __future__ import annotations

import json
import marshal
import zlib
from collections.abc import Iterable
from typing import Any

import numpy as np

from .contract import Json
from .hooks import Hooks

FOLDED = 1  # how hard a table of the past is pressed: more takes longer and brings little


class Turn:
    """One move that was made: the table after it, who made it, what happened. It never changes, but can be folded."""

    __slots__ = ("_after", "_told", "drew", "learners", "seat")

    def __init__(
        self,
        after: np.ndarray,
        seat: int,
        move: Json,
        events: list[Json],
        drew: bool,
        learners: int,
        entropy: list[int] | None,
    ) -> None:
        self.seat = seat
        self.drew = drew  # chance was used
        self.learners = learners  # the set of seats that learnt something new
        self._after: np.ndarray | tuple[bytes, np.dtype[Any]] = after
        self._told: Any = move, events, entropy

    @property
    def after(self) -> np.ndarray:
        if isinstance(self._after, np.ndarray):
            return self._after
        folded, kind = self._after
        return np.frombuffer(bytearray(zlib.decompress(folded)), kind)

    @property
    def told(self) -> tuple[Json, list[Json], list[int] | None]:
        """Move, events, and what was stirred into chance."""
        told: Any = marshal.loads(self._told) if type(self._told) is bytes else self._told
        return told  # type: ignore[no-any-return]

    @property
    def move(self) -> Json:
        return self.told[0]

    @property
    def events(self) -> list[Json]:
        return self.told[1]

    @property
    def entropy(self) -> list[int] | None:
        return self.told[2]

    @property
    def final(self) -> bool:
        """Whether chance or anybody's new knowledge came of it."""
        return self.drew or self.learners != 0

    def fold(self) -> bool:
        """Take less than half of the memory from now on, and longer to be looked at; False: it did already."""
        if not isinstance(self._after, np.ndarray):
            return False
        self._after = zlib.compress(self._after.tobytes(), FOLDED), self._after.dtype
        self._told = marshal.dumps(self._told)
        return True

    def unfold(self) -> None:
        """Be quick to be looked at again."""
        self._after, self._told = self.after, self.told


def information_state(hooks: Hooks, first: np.ndarray, turns: Iterable[Turn], seat: int | None) -> str:
    """What a seat (None: a spectator) was told, as plain JSON in one line; `turns` are those since the first table."""
    before, view = first, hooks.view_of(first[0], seat)
    told: list[Any] = [view]
    for turn in turns:
        move = hooks.seen(before[0], turn.move, seat)
        before, last, view = turn.after, view, hooks.view_of(turn.after[0], seat)
        told.append([turn.seat, move, told_to(turn.events, seat), changes(last, view)])
    return json.dumps(told, separators=(",", ":"), sort_keys=True)


def told_to(events: list[Json], seat: int | None) -> list[Json]:
    """The events that a seat is told, to be looked at only."""
    told = [event for event in events if event["audience"] == "all" or seat in event["audience"]]
    return told if len(told) < len(events) else events


def changes(last: Json, view: Json) -> Json:
    """What of a view is not as it was."""
    return {key: value for key, value in view.items() if key not in last or last[key] != value}
