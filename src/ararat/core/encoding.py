"""Observations as a network takes them: categories one-hot, counts scaled, bits as they are.

A count is divided by its bound, so that 0 stays 0 and all lie between -1 and 1; where the bound is far above what a
match is likely to bring, its logarithm is, so that small numbers keep apart.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .observations import CATEGORY, Block

FAR = 64  # bounds beyond this one are far


class Encoding:
    """How the numbers of some blocks are encoded: `size` numbers, `places` says where each block begins."""

    def __init__(self, blocks: list[Block]) -> None:
        self.places: dict[str, int] = {}
        self.numbers = sum(block.size for block in blocks)
        plain: list[Any] = []
        far: list[Any] = []
        chosen: list[Any] = []
        at = 0
        for block in blocks:
            self.places[block.name] = at
            low, high = (np.broadcast_to(end, block.shape).ravel().tolist() for end in (block.low, block.high))
            for number, (least, most) in enumerate(zip(low, high, strict=True), block.place):
                if block.kind == CATEGORY:
                    chosen.append((number, at - least, (least, most)))
                    at += most - least + 1
                else:
                    bound = max(abs(least), abs(most), 1)
                    (far if bound > FAR else plain).append((number, at, np.log1p(bound) if bound > FAR else bound))
                    at += 1
        self.size = at
        self._plain, self._far, self._chosen = (_columns(rows) for rows in (plain, far, chosen))

    def fits(self, observations: np.ndarray) -> bool:
        """Whether observations have as many numbers, and categories that there are."""
        if observations.ndim == 0 or observations.shape[-1] != self.numbers:
            return False
        chosen, limits = observations[..., self._chosen[0]], self._chosen[2]
        return bool(((chosen >= limits[:, 0]) & (chosen <= limits[:, 1])).all())

    def encode(self, observations: np.ndarray) -> np.ndarray:
        """Observations, one a row, as rows of 32-bit floats."""
        rows = observations.reshape(-1, self.numbers)
        encoded = np.zeros((len(rows), self.size), np.float32)
        for (numbers, to, bound), scale in ((self._plain, _as_it_is), (self._far, _logarithm)):
            encoded[:, to] = scale(rows[:, numbers]) / bound.astype(np.float32)
        numbers, base, _ = self._chosen
        np.put_along_axis(encoded, rows[:, numbers].astype(np.int64) + base, 1, axis=1)
        return encoded.reshape(*observations.shape[:-1], self.size)


def _columns(rows: list[Any]) -> list[np.ndarray]:
    """Rows turned into columns: whole numbers, and bounds that need not be."""
    columns = list(zip(*rows, strict=True)) or [(), (), ()]
    return [np.array(column, np.int64 if place < 2 else np.float64) for place, column in enumerate(columns)]


def _as_it_is(numbers: np.ndarray) -> np.ndarray:
    return numbers


def _logarithm(numbers: np.ndarray) -> np.ndarray:
    return np.sign(numbers) * np.log1p(np.abs(numbers))
