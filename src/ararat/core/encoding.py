"""Observations as a network takes them: categories one-hot, counts scaled, bits as they are.

A count is divided by its bound, so that 0 stays 0 and all lie between -1 and 1; where the bound is far above what a
match is likely to bring, its logarithm is, so that small numbers keep apart.

`encode_plainly` says it with NumPy, of whatever numbers. A kernel does the same to the bit with observations as they
are: 32-bit floats, whose far counts are whole numbers, so that their logarithms can be looked up.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from .observations import CATEGORY, Block

FAR = 64  # bounds beyond this one are far
AS_IT_IS, LOGARITHM, ONE_HOT = range(3)  # ways to encode
WAY, NUMBER, TO, COUNT, LOW = range(5)  # of a run: how, from which number, to where, how many numbers there, the least
DONE, NO_CATEGORY, UNKNOWN = range(3)  # what a kernel says


class Encoding:
    """How the numbers of some blocks are encoded: `size` numbers, `places` says where each block begins."""

    def __init__(self, blocks: list[Block]) -> None:
        self.places: dict[str, int] = {}
        self.numbers = sum(block.size for block in blocks)
        plain: list[Any] = []
        far: list[Any] = []
        chosen: list[Any] = []
        runs: list[list[int]] = []
        at = 0
        for block in blocks:
            self.places[block.name] = at
            low, high = (np.broadcast_to(end, block.shape).ravel().tolist() for end in (block.low, block.high))
            for number, (least, most) in enumerate(zip(low, high, strict=True), block.place):
                if block.kind == CATEGORY:
                    chosen.append((number, at - least, (least, most)))
                    runs.append([ONE_HOT, number, at, most - least + 1, least])
                    at += most - least + 1
                    continue
                bound = max(abs(least), abs(most), 1)
                (far if bound > FAR else plain).append((number, at, np.log1p(bound) if bound > FAR else bound))
                if bound <= FAR and runs and runs[-1][WAY] == AS_IT_IS:
                    runs[-1][COUNT] += 1
                else:
                    runs.append([LOGARITHM if bound > FAR else AS_IT_IS, number, at, 1, 0])
                at += 1
        self.size = at
        self._plain, self._far, self._chosen = (_columns(rows) for rows in (plain, far, chosen))
        bounds = np.ones((1, self.numbers), np.float32)
        for numbers, _, bound in (self._plain, self._far):
            bounds[0, numbers] = bound
        most = round(np.expm1(self._far[2].max(initial=0)))
        # What the kernel takes beside rows.
        self._plan = np.array(runs, np.int64), bounds, np.log1p(np.arange(most + 1, dtype=np.float32))[None]

    def fits(self, observations: np.ndarray) -> bool:
        """Whether observations have categories that there are."""
        chosen, limits = observations[..., self._chosen[0]], self._chosen[2]
        return bool(((chosen >= limits[:, 0]) & (chosen <= limits[:, 1])).all())

    def encode(self, observations: np.ndarray, encoded: np.ndarray, kernel: Any) -> bool:
        """Write observations, one a row, as rows of 32-bit floats; False, and nothing is written, if they don't fit."""
        said = UNKNOWN
        if observations.dtype == np.float32:
            said = kernel(np.ascontiguousarray(observations), encoded, *self._plan)
        if said == UNKNOWN and self.fits(observations):
            encoded[...] = self.encode_plainly(observations)
            return True
        return bool(said == DONE)

    def encode_plainly(self, rows: np.ndarray) -> np.ndarray:
        """Observations that fit, one a row, as rows of 32-bit floats."""
        encoded = np.zeros((len(rows), self.size), np.float32)
        for (numbers, to, bound), scale in ((self._plain, _as_it_is), (self._far, _logarithm)):
            encoded[:, to] = scale(rows[:, numbers]) / bound.astype(np.float32)
        numbers, base, _ = self._chosen
        np.put_along_axis(encoded, rows[:, numbers].astype(np.int64) + base, 1, axis=1)
        return encoded


def _columns(rows: list[Any]) -> list[np.ndarray]:
    """Rows turned into columns: whole numbers, and bounds that need not be."""
    columns = list(zip(*rows, strict=True)) or [(), (), ()]
    return [np.array(column, np.int64 if place < 2 else np.float64) for place, column in enumerate(columns)]


def _as_it_is(numbers: np.ndarray) -> np.ndarray:
    return numbers


def _logarithm(numbers: np.ndarray) -> np.ndarray:
    return np.sign(numbers) * np.log1p(np.abs(numbers))


# --- The same, compiled -------------------------------------------------------------------------


def make_encode(rules: ModuleType) -> Any:
    def encode(rows: Any, encoded: Any, runs: Any, bounds: Any, logarithms: Any) -> int:
        """Encode rows of numbers, run by run; or say, before anything is written, why that can't be done."""
        for number in range(len(rows)):
            said = doubt(rows[number], runs, logarithms.shape[1])
            if said != DONE:
                return said
        for number in range(len(rows)):
            write_encoded(rows[number], encoded[number], runs, bounds[0], logarithms[0])
        return DONE

    return encode


def doubt(row: Any, runs: Any, known: int) -> int:
    """Why a row can't be encoded by looking up so many logarithms; DONE if it can be."""
    for place in range(len(runs)):
        run = runs[place]
        value = row[run[NUMBER]]
        if run[WAY] == ONE_HOT:
            if not run[LOW] <= value <= run[LOW] + run[COUNT] - 1:
                return NO_CATEGORY
        elif run[WAY] == LOGARITHM and (not abs(value) < known or value != int(value)):
            return UNKNOWN
    return DONE


def write_encoded(row: Any, encoded: Any, runs: Any, bounds: Any, logarithms: Any) -> None:
    """Encode one row."""
    for place in range(len(runs)):
        run = runs[place]
        number, there = run[NUMBER], encoded[run[TO] : run[TO] + run[COUNT]]
        if run[WAY] == AS_IT_IS:
            given, bound = row[number:], bounds[number:]
            for nth in range(len(there)):
                there[nth] = given[nth] / bound[nth]
        elif run[WAY] == LOGARITHM:
            size = logarithms[int(abs(row[number]))] / bounds[number]
            there[0] = size if row[number] >= 0 else -size
        else:
            for nth in range(len(there)):
                there[nth] = 0
            there[int(row[number]) - run[LOW]] = 1
