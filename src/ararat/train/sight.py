"""What seats see, as a net takes it: for each decision only the inputs that are not 0."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..core.contract import Json
from ..nets.plan import NOWHERE, Plan
from .lists import places_of


@dataclass(frozen=True)
class Sights:
    """Rows of a few numbers each: `lengths` of them, at `places`."""

    places: np.ndarray
    numbers: np.ndarray
    lengths: np.ndarray

    def some(self, rows: np.ndarray) -> Sights:
        """Those of these rows, in their order."""
        found = places_of(self.lengths, rows)
        return Sights(self.places[found], self.numbers[found], self.lengths[rows])

    @staticmethod
    def joined(many: list[Sights]) -> Sights:
        """The rows of several, one after the other."""
        return Sights(*(np.concatenate([getattr(one, n) for one in many]) for n in ("places", "numbers", "lengths")))

    def dense(self, width: int) -> np.ndarray:
        """All numbers of all rows; what stands at the same place is added."""
        rows = np.repeat(np.arange(len(self.lengths)) * width, self.lengths)
        found = np.bincount(rows + self.places, self.numbers, len(self.lengths) * width)
        return found.astype(np.float32).reshape(-1, width)


class Eyes:
    """How tables of so many players and such options are seen: all flat inputs, then those of each set by rows."""

    def __init__(self, plan: Plan, players: int, options: Json) -> None:
        self.reading = reading = plan.reading(players, options)
        firsts, at, row = [], plan.flat, 0  # of each row of a set
        for names, columns in zip(plan.set_rows, plan.columns, strict=True):
            firsts += [at + place * columns for place in range(len(names))]
            at, row = at + len(names) * columns, row + len(names)
        in_sets = np.flatnonzero(reading.row != NOWHERE)
        in_flat = np.flatnonzero(reading.flat != NOWHERE)
        self.which = np.concatenate([in_flat, in_sets])
        of_sets = np.array(firsts, np.int64)[reading.row[in_sets]] + reading.column[in_sets] if firsts else in_sets
        self.base = np.concatenate([reading.flat[in_flat], of_sets]).astype(np.int64)

    def see(self, observations: np.ndarray) -> Sights:
        """What observations are."""
        added, on = self.reading.inputs(observations)
        added = added[:, self.which]
        rows, columns = np.nonzero(added)
        places = self.base[columns] + on[rows, self.which[columns]]
        lengths = np.bincount(rows, minlength=len(observations))
        return Sights(places.astype(np.int32), added[rows, columns], lengths)


def width_of(plan: Plan) -> int:
    """How many inputs there are."""
    return plan.flat + sum(len(names) * columns for names, columns in zip(plan.set_rows, plan.columns, strict=True))
