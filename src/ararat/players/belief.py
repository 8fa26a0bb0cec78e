"""What a bot believes of what it can't see, from what it has seen: its own earlier views, and the moves since.

A `past` is a list, the oldest first, of what the seat saw before each move, whose move it was, and the move as the seat
may know it. It holds nothing that the seat was not shown. What comes of it are worlds for a search (core/belief.py).
"""

from __future__ import annotations

import marshal
import time
from functools import lru_cache
from random import Random
from typing import Any

import numpy as np

from ..core.belief import FIRST, FLOOR, FOUND, LAST, LEFT, SEAT, SURE
from ..core.contract import Facts, Json
from ..core.effects import new_effects
from ..core.engine import Engine, engine_of
from ..core.hooks import hooks_of
from ..core.keeping import BY_VALUE
from ..core.net_search import HEAT
from ..core.refused import Refused
from ..core.table import unpacked
from ..core.tree import POOL
from ..errors import BadBot
from ..games import all_facts
from ..nets.wiring import Wiring

MOST_READ = 1024  # entries of pasts that are kept
SOUGHT = 64  # worlds that are looked for
LEAST = 24  # worlds that must agree; fewer would be taken for certain
LEAST_WORK, MOST_WORK = 4_096, 16_384  # moves made from each start, and as many as playouts between these
PART_OF_TIME = 0.1  # of the time for a decision, at most
PART = 512  # moves made between two looks at the clock, and how many without any world that agrees are enough
TEMPER = 4.0  # how much less sure of itself than the net's policy the others are taken to be
DOUBT = 0.3  # in how many of their decisions the others go by nothing that we know


class Past:
    """A past, read: who moved, what it may have been, and what the observer saw before and after."""

    def __init__(self, facts: Facts, past: list[Json], root: np.ndarray) -> None:
        self.engine: Engine = engine_of(facts)
        self.observer = int(root[0]["turn"])
        self.seats = [entry["seat"] for entry in past]
        given = [marshal.dumps((entry["view"], entry["move"]), BY_VALUE) for entry in past]
        entries = [_read(facts.slug, self.observer, one) for one in given]
        self.tables = np.concatenate([*(table for table, *_ in entries), root])
        right = _match(facts, root)
        if self.engine.layout.out_of_range(self.tables) or any(one != right for *_, one in entries):
            raise BadBot("error.bot-view")
        self.moves = [actions for _, actions, _ in entries]
        self.seen = self.engine.observe(self.tables, np.full(len(self.tables), self.observer, np.int64))

    def starts(self) -> list[int]:
        """Where the others began to move, the earliest first."""
        mine = self.observer
        return [n for n, seat in enumerate(self.seats) if seat != mine and (n == 0 or self.seats[n - 1] == mine)]


@lru_cache(MOST_READ)
def _read(slug: str, observer: int, given: bytes) -> tuple[np.ndarray, list[int], Any]:
    """A table that looks like a view, the actions that look like the move there, and of what match it is: read once,
    for a bot meets the same entries decision after decision."""
    facts, (view, move) = all_facts()[slug], marshal.loads(given)
    table = hooks_of(facts).imagine(view)
    if hooks_of(facts).view_of(table[0], observer) != view:
        raise BadBot("error.bot-view")
    return table, alike(facts, table, move, observer), _match(facts, table)


def _match(facts: Facts, table: np.ndarray) -> Any:
    """Players and options."""
    return int(table[0]["players"]), facts.options_of(table[0])


def alike(facts: Facts, table: np.ndarray, move: Json, observer: int) -> list[int]:
    """All actions that look like this move to the observer, whether they are legal or not."""
    hooks, plain = hooks_of(facts), unpacked(table[0])
    try:
        return [hooks.action_of(plain, move)]
    except Refused:
        declared, name = hooks.rules.MOVES, move["move"]
        first = declared.starts[name]
        actions = list(range(first, first + declared.kinds[name].count))
        shown = [hooks.seen(plain, one, observer) for one in hooks.moves_of(plain, actions)]
        return [action for action, one in zip(actions, shown, strict=True) if one == move]


class Trial:
    """Worlds that are tried from a start on, and those of them that agree with all that was seen since."""

    def __init__(self, wiring: Wiring, past: Past, start: int, seed: int) -> None:
        engine, moves = past.engine, past.moves[start:]
        longest = engine.rules.MOST_ACTIONS
        self._worlds, self._weights, self._tally = engine.layout.new(SOUGHT), np.zeros(SOUGHT), np.zeros(2, np.int64)
        self.stages = engine.layout.new(len(moves) + 2)  # the world tried last before each move, and now; and one more
        self.done = np.zeros(len(moves), np.int64)  # what was done there
        ends = np.cumsum([len(some) for some in moves])
        steps = np.zeros((len(moves), 3), np.int64)
        steps[:, SEAT], steps[:, LAST] = past.seats[start:], ends
        steps[1:, FIRST] = ends[:-1]
        chance, traits = np.zeros(4, np.int64), np.zeros(2)
        engine.seed_words(chance, seed)
        traits[SURE], traits[FLOOR] = 1 / HEAT if wiring.afterwards else wiring.softness / TEMPER, DOUBT
        self._kernel, self._given = (
            engine.kernel("believe"),
            (
                *(past.tables[start : start + 1], self._worlds, self.stages, new_effects(), past.observer, self._tally),
                *(steps, np.array([action for some in moves for action in some], np.int64)),
                *(np.ascontiguousarray(past.seen[start + 1 :]), self.done, chance, np.zeros(longest, np.int64)),
                *(np.zeros(longest + 1), self._weights, traits, *wiring.fixed, *wiring.memory()),
            ),
        )

    def go_on(self, work: int) -> int:
        """Try worlds with about so many moves and deals; how many agree so far."""
        self._tally[LEFT] = work
        self._kernel(*self._given)
        return self.found

    @property
    def found(self) -> int:
        return int(self._tally[FOUND])

    @property
    def worlds(self) -> np.ndarray:
        return self._worlds[: self.found]

    @property
    def weights(self) -> np.ndarray:
        """How likely the others would have played so, world by world."""
        return self._weights[: self.found]


def believed(wiring: Wiring, past: Past, seed: int, playouts: int, seconds: float | None = None) -> np.ndarray | None:
    """Worlds that agree with a past, the likelier the oftener, for a search of so many playouts or seconds; None where
    too few do.

    They are looked for from as far back as enough of them are found.
    """
    lots, most = Random(seed), min(max(playouts, LEAST_WORK), MOST_WORK)
    until = float("inf") if seconds is None else time.perf_counter() + PART_OF_TIME * seconds
    for start in past.starts():
        trial = Trial(wiring, past, start, lots.getrandbits(128))
        for _ in range(0, most, PART):
            if trial.go_on(PART) in (0, SOUGHT) or time.perf_counter() >= until:
                break
        if trial.found >= LEAST:
            return drawn(trial.worlds, trial.weights, lots)
    return None


def drawn(worlds: np.ndarray, weights: np.ndarray, lots: Random) -> np.ndarray:
    """A pool of worlds, each as often as it is likely, evenly spread."""
    marks = (np.arange(POOL) + lots.random()) / POOL * weights.sum()
    places = np.minimum(np.searchsorted(np.cumsum(weights), marks, side="right"), len(worlds) - 1)
    return worlds.view(f"V{worlds.dtype.itemsize}")[places].view(worlds.dtype)
