"""What the tables of a batch remember: the actions of each row since it began, from which all else follows.

A step costs a copy of its actions. What a seat was told is made anew by the rules when somebody asks.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.hooks import hooks_of
from ..core.step import Step
from ..core.table import twin_of, unpacked
from ..match import Match
from .given import checked_row, checked_rows

NOT_PLAYED = -1


class Recall:
    """The past of every row of a batch, from where it stands; made by `batch.recall()`.

    Step and reset through it, so that it knows; whoever deals or seeds the rows anew asks for a new one.
    """

    def __init__(self, batch: Any) -> None:
        self.batch = batch
        self._first = twin_of(batch.tables)
        self._since = np.zeros(len(batch), np.int64)
        self._played: list[np.ndarray] = []

    def step(self, actions: Any) -> Step:
        """As `batch.step`."""
        done: Step = self.batch.step(actions)
        refused, ended = np.asarray(done.refused), np.asarray(done.ended)  # they may lie on a GPU
        self._played.append(np.where(refused == 0, np.asarray(actions), NOT_PLAYED).astype(np.int32))
        if self.batch.autoreset and ended.any():
            self._begin(np.flatnonzero(ended))
        return done

    def reset(self, rows: Any = None, seeds: Any = None) -> None:
        """As `batch.reset`; nothing is remembered of the matches before."""
        self.batch.reset(rows, seeds)
        self._begin(checked_rows(rows, len(self.batch)))

    def _begin(self, rows: np.ndarray) -> None:
        for row in np.unique(rows).tolist():
            self._first[row : row + 1] = self.batch.tables[row : row + 1]
            self._since[row] = len(self._played)

    def match(self, row: Any) -> Match:
        """The match of a row with its past, standing where the row stands."""
        row = checked_row(row, len(self.batch))
        batch, hooks = self.batch, hooks_of(self.batch.facts)
        match = Match(batch.facts, batch.options, 0, twin_of(self._first[row : row + 1]), None)
        for actions in self._played[int(self._since[row]) :]:
            if actions[row] != NOT_PLAYED:
                match.play(hooks.move_of(unpacked(match._tables[0]), int(actions[row])))
        return match

    def information_state(self, row: Any, seat: int | None) -> str:
        """All that a seat of a row was told since it began, as `match.information_state` has it."""
        return self.match(row).information_state(seat)
