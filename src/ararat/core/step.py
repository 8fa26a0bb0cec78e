"""What came of one action at each of many tables."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Step(NamedTuple):
    """How each table stands after a step, one row a table."""

    rewards: np.ndarray  # [tables, players] what the match is worth to each seat, in the step that ends it; else 0
    ended: np.ndarray  # [tables] whether the match is over
    turns: np.ndarray  # [tables] the seat whose decision is due; -1 where the match is over
    scores: np.ndarray  # [tables, players] points so far
    winners: np.ndarray  # [tables, players] whether the seat has won, alone or with others
    refused: np.ndarray  # [tables] 0, or the number of the rule that refused the action

    @classmethod
    def room(cls, tables: int, players: int) -> Step:
        """Arrays to write a step into."""
        return cls(
            rewards=np.zeros((tables, players), np.float32),
            ended=np.zeros(tables, np.bool_),
            turns=np.zeros(tables, np.int64),
            scores=np.zeros((tables, players), np.int64),
            winners=np.zeros((tables, players), np.bool_),
            refused=np.zeros(tables, np.int64),
        )

    def part(self, first: int, last: int) -> Step:
        """The same of some rows."""
        return Step(*(array[first:last] for array in self))
