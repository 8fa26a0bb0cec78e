"""Intervals: how far chance may have led a figure astray, by drawing whole deals again (the bootstrap).

The games of a deal share their cards, so deals are drawn, never single games. Two corrections keep few deals
honest: intervals are stretched as Student's t is wider than the normal distribution, and with every share a game
won and a game lost are drawn along that nobody played, or a run of victories would look like certainty.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import NormalDist

import numpy as np

DRAWS = 2000
BLOCK = 1 << 20  # numbers that are drawn at once
USUAL = 0.95

Interval = tuple[float, float]


class Sampling:
    """Deals drawn again and again, the same way for every figure."""

    def __init__(self, deals: int, seed: int, confidence: float = USUAL, draws: int = DRAWS) -> None:
        self.deals = deals
        self.confidence = confidence
        self.draws = draws
        self.seed = seed

    def blocks(self) -> Iterator[np.ndarray]:
        """(some draws, deals), all draws in turn: how often each deal was drawn. All at once may not fit in memory."""
        random = np.random.default_rng([self.seed, 1])
        even = np.full(self.deals, 1 / self.deals)
        size = max(1, BLOCK // self.deals)
        for first in range(0, self.draws, size):
            yield random.multinomial(self.deals, even, min(size, self.draws - first)).astype(float)

    def unplayed(self, *shape: int) -> np.ndarray:
        """(draws, ...): how often a game was drawn that nobody played."""
        return np.random.default_rng([self.seed, 2]).poisson(1.0, (self.draws, *shape)).astype(float)

    def sums(self, *by_deal: np.ndarray) -> list[np.ndarray]:
        """(1 + draws, ...) of each array: its sum over the deals as played, then over those of each draw."""
        found: list[list[np.ndarray]] = [[array.sum(0)[None]] for array in by_deal]
        for times in self.blocks():
            for sums, array in zip(found, by_deal, strict=True):
                sums.append(np.tensordot(times, array, axes=(1, 0)))
        return [np.concatenate(sums) for sums in found]

    def around(self, figure: float, drawn: np.ndarray) -> Interval | None:
        """The interval of a figure, from the same figure of every draw; None with a single deal."""
        if self.deals < 2:
            return None
        tail = (1 - self.confidence) / 2
        low, high = (float(edge) for edge in np.quantile(drawn, [tail, 1 - tail]))
        stretch = student(1 - tail, self.deals - 1) / NormalDist().inv_cdf(1 - tail)
        stretch *= (self.deals / (self.deals - 1)) ** 0.5
        return min(figure, figure - (figure - low) * stretch), max(figure, figure + (high - figure) * stretch)

    def share(self, won: np.ndarray, of: np.ndarray, unit: float = 1.0) -> tuple[float, Interval | None]:
        """A share with its interval: what was won of how many, deal by deal; `unit` is what one game counts."""
        won, of = self.sums(won, of)
        return self.share_of(won, of, unit)

    def share_of(self, won: np.ndarray, of: np.ndarray, unit: float = 1.0) -> tuple[float, Interval | None]:
        """The same from the `sums`."""
        figure = float(won[0] / of[0])
        unplayed = unit * self.unplayed(2)
        drawn = (won[1:] + unplayed[:, 0]) / np.maximum(of[1:] + unplayed.sum(1), 1e-12)
        interval = self.around(figure, drawn)
        return figure, interval and (max(0.0, interval[0]), min(1.0, interval[1]))

    def mean(self, total: np.ndarray, of: np.ndarray) -> tuple[float, Interval | None]:
        """A mean with its interval: sums and how many they are of, deal by deal."""
        total, of = self.sums(total, of)
        return self.mean_of(total, of)

    def mean_of(self, total: np.ndarray, of: np.ndarray) -> tuple[float, Interval | None]:
        """The same from the `sums`."""
        figure = float(total[0] / of[0])
        return figure, self.around(figure, total[1:] / np.maximum(of[1:], 1e-12))


def student(probability: float, freedom: int) -> float:
    """The quantile of Student's t distribution, above one half; exact for 1 and 2 degrees of freedom."""
    if freedom == 1:
        return float(np.tan(np.pi * (probability - 0.5)))
    if freedom == 2:
        return float((2 * probability - 1) / np.sqrt(2 * probability * (1 - probability)))
    z = NormalDist().inv_cdf(probability)
    # Cornish and Fisher's expansion (Abramowitz and Stegun 26.7.5).
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / freedom ** (power + 1) for power, term in enumerate(terms))
