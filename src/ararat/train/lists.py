"""Legal actions of many tables, one list after the other: softmax, lots and sums over each list."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np


def places_of(lengths: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Where the members of some rows lie, where rows of such lengths lie one after the other."""
    some, starts = lengths[rows], np.cumsum(lengths) - lengths
    places: np.ndarray = np.arange(some.sum()) + np.repeat(starts[rows] - (np.cumsum(some) - some), some)
    return places


@dataclass(frozen=True)
class Lists:
    """List n is `actions[starts[n] : starts[n] + lengths[n]]`; none is empty."""

    actions: np.ndarray
    lengths: np.ndarray

    @cached_property
    def starts(self) -> np.ndarray:
        return np.cumsum(self.lengths) - self.lengths

    @cached_property
    def rows(self) -> np.ndarray:
        """Of each action the number of its list."""
        return np.repeat(np.arange(len(self.lengths)), self.lengths)

    def some(self, numbers: np.ndarray) -> Lists:
        """Those of these numbers, in their order."""
        return Lists(self.actions[places_of(self.lengths, numbers)], self.lengths[numbers])

    @staticmethod
    def joined(many: list[Lists]) -> Lists:
        """The lists of several, one after the other."""
        return Lists(np.concatenate([one.actions for one in many]), np.concatenate([one.lengths for one in many]))

    def sums(self, numbers: np.ndarray) -> np.ndarray:
        """The sum over each list of numbers, or rows, one an action."""
        found: np.ndarray = np.add.reduceat(numbers, self.starts, axis=0)
        return found

    def log_shares(self, scores: np.ndarray) -> np.ndarray:
        """The softmax of scores, of each list for itself, as logarithms."""
        scores = scores - np.maximum.reduceat(scores, self.starts)[self.rows]
        return scores - np.log(self.sums(np.exp(scores)))[self.rows]

    def best(self, scores: np.ndarray) -> np.ndarray:
        """Of each list the place, within it, of its highest score; the first of equal ones."""
        top = np.flatnonzero(scores == np.maximum.reduceat(scores, self.starts)[self.rows])
        rows, first = np.unique(self.rows[top], return_index=True)
        return top[first] - self.starts[rows]

    def drawn(self, log_shares: np.ndarray, chance: np.random.Generator) -> np.ndarray:
        """Of each list a place within it, by shares (Gumbel's way)."""
        lots = chance.random(len(log_shares), np.float32).clip(1e-9, 1 - 1e-6)
        return self.best(log_shares - np.log(-np.log(lots)))
