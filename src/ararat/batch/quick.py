"""Calls of a batch that uses its arrays again, bound to them once: one table costs little more than its rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.engine import NO_MASK, Engine
from ..core.step import Step

ALONE = 16  # tables that are stepped before another thread need get on


class Quick:
    """The arrays of a batch and the calls that write into them, each made when it is first asked for."""

    def __init__(self, engine: Engine, tables: np.ndarray, players: int, observed: int, memory: Any, how: Any) -> None:
        size = len(tables)
        self.engine, self.tables, self.memory, self.how = engine, tables, memory, how
        self.alone = size <= ALONE
        self.chosen = np.zeros(size, np.int64)
        self.done = Step.room(size, players)
        self.offsets = np.zeros(size + 1, np.int64)
        self.listed = np.zeros(max(engine.rules.MOST_ACTIONS, 8 * size), np.int64)
        self.seen = np.zeros((size, observed), np.float32)

    def step(self) -> int:
        """Play what is chosen; how many matches are over."""
        self.step = self._bound("step", self.memory[0], self.chosen, *self.done, *self.how)  # type: ignore[method-assign]
        return self.step()

    def list(self) -> int:
        """List what is legal; how many there are in all."""
        self.list = self._bound("lists", self.memory[1], self.offsets, self.listed, NO_MASK, 0)  # type: ignore[method-assign]
        return self.list()

    def observe(self) -> int:
        """What the seats in turn know."""
        self.observe = self._bound("observations", NO_SEATS, self.seen)  # type: ignore[method-assign]
        return self.observe()

    def grow(self, total: int) -> None:
        """Room for longer lists."""
        self.listed = np.zeros(2 * total, np.int64)
        del self.list

    def _bound(self, name: str, *arguments: Any) -> Any:
        return self.engine.bound(name, (self.tables, *arguments), self.alone)


NO_SEATS = np.zeros(0, np.int64)
