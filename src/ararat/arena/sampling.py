"""Intervals: how far chance may have led a figure astray, by drawing whole deals again (the bootstrap).

The games of a deal share their cards, so deals are drawn, never single games. Two corrections keep few deals
honest: intervals are stretched as Student's t is wider than the normal distribution, and with every share a game
won and a game lost are drawn along that nobody played, or a run of victories would look like certainty.
"""

from __future__ import annotations

from functools import cached_property
from statistics import NormalDist

import numpy as np

DRAWS = 2000
USUAL = 0.95

Interval = tuple[float, float]


class Sampling:
    """Deals drawn again and again, the same way for every figure."""

    def __init__(self, deals: int, seed: int, confidence: float = USUAL, draws: int = DRAWS) -> None:
        self.deals = deals
        self.confidence = confidence
        self.draws = draws
        self.seed = seed

    @cached_property
    def times(self) -> np.ndarray:
        """(draws, deals): how often each deal was drawn."""
        random = np.random.default_rng([self.seed, 1])
        return random.multinomial(self.deals, np.full(self.deals, 1 / self.deals), self.draws).astype(float)

    def unplayed(self, *shape: int) -> np.ndarray:
        """(draws, ...): how often a game was drawn that nobody played."""
        return np.random.default_rng([self.seed, 2]).poisson(1.0, (self.draws, *shape)).astype(float)

    def sums(self, by_deal: np.ndarray) -> np.ndarray:
        """(draws, ...): sums over the deals of each draw."""
        return np.tensordot(self.times, by_deal, axes=(1, 0))

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
        figure = float(won.sum() / of.sum())
        unplayed = unit * self.unplayed(2)
        drawn = (self.sums(won) + unplayed[:, 0]) / np.maximum(self.sums(of) + unplayed.sum(1), 1e-12)
        interval = self.around(figure, drawn)
        return figure, interval and (max(0.0, interval[0]), min(1.0, interval[1]))

    def mean(self, total: np.ndarray, of: np.ndarray) -> tuple[float, Interval | None]:
        """A mean with its interval: sums and how many they are of, deal by deal."""
        figure = float(total.sum() / of.sum())
        return figure, self.around(figure, self.sums(total) / np.maximum(self.sums(of), 1e-12))


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
