"""Many games of the compiled rules at once, on all cores: random ones, or a batch that is stepped from outside.

Kernels release the interpreter, so plain threads share the work; every thread has memory of its
own, and game n depends on seed + n alone: the same results on any number of cores.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from .core.contract import Facts, Json
from .core.effects import new_effects
from .core.engine import Engine, engine_of
from .core.table import NOBODY
from .errors import BadBatch, shown
from .match import SEEDS, checked_seed

SEED_PARTS = 0xFFFFFFFF
PIECE = 20_000  # games or tables that a thread takes on at a time
MOST_GAMES = 10**8  # in one call; more would not fit into memory


@dataclass(frozen=True)
class Results:
    """What became of many games, one row a game."""

    decisions: np.ndarray  # [games] how many decisions it took
    scores: np.ndarray  # [games, players]
    wins: np.ndarray  # [games, players] 1 where the seat won, alone or with others
    faults: np.ndarray  # [games] invariant found broken; 0 for none, and where none was tested


def simulate(
    facts: Facts, games: Any, players: Any, seed: Any, cores: Any, given: Json, checked: bool = False
) -> Results:
    """Random games from the seeds `seed`, `seed` + 1, ...; `checked` tests all invariants on the way."""
    _check_count(games, seed)
    engine, prototype, seed = _prepared(facts, players, seed, cores, given)
    kernel = engine.kernel("checked_playouts" if checked else "playouts")
    results = np.zeros((games, 2 + 2 * players), np.int64)

    def work(first: int, last: int) -> None:
        begin = seed + first
        memory = engine.layout.new(), prototype, new_effects(), _list(engine), np.zeros(4, np.int64)
        kernel(*memory, begin >> 32, begin & SEED_PARTS, results[first:last])

    _share(work, games, cores)
    return Results(results[:, 0], results[:, 2::2], results[:, 3::2], results[:, 1])


class Batch:
    """Many tables, stepped together. Row n of every array belongs to table n."""

    def __init__(self, facts: Facts, size: Any, players: Any, seed: Any, cores: int | None, given: Json) -> None:
        _check_count(size, seed)
        self._engine, prototype, seed = _prepared(facts, players, seed, cores, given)
        self._cores = cores
        self.actions: int = self._engine.rules.ACTIONS
        self.tables = self._engine.start(prototype, seed, size)

    def __len__(self) -> int:
        return len(self.tables)

    @property
    def turns(self) -> np.ndarray:
        """The seat in turn of each table; -1 where the match is over."""
        return self.tables["turn"].astype(np.int64)

    @property
    def over(self) -> np.ndarray:
        """Which matches are over."""
        return self.tables["turn"] == NOBODY

    def masks(self) -> np.ndarray:
        """[tables, actions]: 1 for every legal action."""
        masks = np.zeros((len(self), self.actions), np.uint8)
        kernel = self._engine.kernel("masks")
        self._share(lambda first, last: kernel(self.tables[first:last], _list(self._engine), masks[first:last]))
        return masks

    def draw(self, seed: int) -> np.ndarray:
        """A legal action for each table, drawn at random; -1 where the match is over."""
        drawn = np.zeros(len(self), np.int64)
        kernel = self._engine.kernel("draws")
        chance = np.zeros(4, np.int64)
        self._engine.seed_words(chance, checked_seed(seed))
        kernel(self.tables, _list(self._engine), chance, drawn)
        return drawn

    def step(self, actions: Any) -> np.ndarray:
        """Play one action on each table. Returns 0 where it was played, else the number of the
        refusing rule; a refused action, and any action on a finished match, changes nothing."""
        try:
            actions = np.ascontiguousarray(actions)
        except ValueError:
            raise BadBatch("error.actions", size=len(self)) from None
        if actions.shape != (len(self),) or not np.issubdtype(actions.dtype, np.integer):
            raise BadBatch("error.actions", size=len(self))
        actions = actions.astype(np.int64)
        refused = np.zeros(len(self), np.int64)
        kernel = self._engine.kernel("step")
        self._share(
            lambda first, last: kernel(self.tables[first:last], new_effects(), actions[first:last], refused[first:last])
        )
        return refused

    def observations(self) -> np.ndarray:
        """[tables, numbers]: what the seat in turn knows (of a finished match: a spectator)."""
        return self._engine.observe(self.tables, self.turns)

    def scores(self) -> np.ndarray:
        """[tables, players]: points so far."""
        players = int(self.tables[0]["players"])
        score_of = self._engine.rules.score_of
        return np.array([[score_of(table, seat) for seat in range(players)] for table in self.tables], np.int64)

    def _share(self, work: Callable[[int, int], None]) -> None:
        _share(work, len(self), self._cores)


def _check_count(count: Any, seed: Any) -> None:
    """A number of games or tables that can be had, with seeds that don't run over."""
    if type(count) is not int or not 1 <= count <= MOST_GAMES:
        raise BadBatch("error.count", given=shown(count), most=MOST_GAMES)
    if checked_seed(seed) + count > SEEDS:
        raise BadBatch("error.seeds", given=shown(seed))


def _prepared(facts: Facts, players: Any, seed: Any, cores: Any, given: Json) -> tuple[Engine, np.ndarray, int]:
    if cores is not None and (type(cores) is not int or cores < 1):
        raise BadBatch("error.cores", given=shown(cores))
    options = facts.checked_options(players, given)
    engine = engine_of(facts)
    return engine, engine.prototype(players, options), checked_seed(seed)


def _list(engine: Engine) -> np.ndarray:
    return np.zeros(engine.rules.MOST_ACTIONS, np.int64)


def _share(work: Callable[[int, int], None], count: int, cores: int | None) -> None:
    """Share rows 0 to count - 1 between threads, in pieces, so that Ctrl-C need not wait for all."""
    workers = min(cores or os.cpu_count() or 1, count)
    pieces = max(workers, -(-count // PIECE))
    edges = [count * piece // pieces for piece in range(pieces + 1)]
    with ThreadPoolExecutor(workers) as pool:
        done = [pool.submit(work, first, last) for first, last in pairwise(edges)]
        try:
            for piece in done:
                piece.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
