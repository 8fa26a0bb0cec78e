"""Legal actions of many tables, one list after the other: softmax, lots and sums over each list."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..batch import Batch
from ..core.contract import TOUCHES


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
    touched: np.ndarray | None = (
        None  # [actions, TOUCHES]: the sets that each touches, where a rule of the game says it
    )

    @staticmethod
    def of(batch: Batch) -> Lists:
        """What is legal at each table."""
        offsets, actions = batch.legal()
        if batch.engine.rules.touched is None:
            return Lists(actions, np.diff(offsets))
        touched = np.zeros((len(actions), TOUCHES), np.int64)
        batch.engine.kernel("touches")(batch.tables, offsets, actions, touched)
        return Lists(actions, np.diff(offsets), touched)

    @cached_property
    def starts(self) -> np.ndarray:
        return np.cumsum(self.lengths) - self.lengths

    @cached_property
    def rows(self) -> np.ndarray:
        """Of each action the number of its list."""
        return np.repeat(np.arange(len(self.lengths)), self.lengths)

    @property
    def slices(self) -> list[slice]:
        """Where each list stands among all actions."""
        ends = np.cumsum(self.lengths)
        return [slice(*ends) for ends in zip((ends - self.lengths).tolist(), ends.tolist(), strict=True)]

    def some(self, numbers: np.ndarray) -> Lists:
        """Those of these numbers, in their order."""
        places = places_of(self.lengths, numbers)
        touched = None if self.touched is None else self.touched[places]
        return Lists(self.actions[places], self.lengths[numbers], touched)

    @staticmethod
    def joined(many: list[Lists]) -> Lists:
        """The lists of several, one after the other."""
        actions, lengths = (np.concatenate([getattr(one, name) for one in many]) for name in ("actions", "lengths"))
        touched = [one.touched for one in many if one.touched is not None]
        return Lists(actions, lengths, np.concatenate(touched) if touched else None)

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
