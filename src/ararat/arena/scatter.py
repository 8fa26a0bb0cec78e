"""The scatter of few playouts, taken out: what many would find, where few found this.

A survey has time for few playouts at each position, and an analysis has many. Of positions that few playouts find
likely, more were lucky than not; so a fit to them would tell the chances of many playouts too meekly.
"""

from __future__ import annotations

import numpy as np

SHARES = 200  # that are told apart
ROUNDS = 200


def settled(chances: np.ndarray, playouts: int) -> np.ndarray:
    """What to expect of many playouts, position by position, from what so many found at all of them.

    How often each share occurs is learnt from all positions (expectation and maximisation, from all alike on), never
    from who won; then each position is the mean of the shares that it may have, which keeps the order of positions.
    """
    values, where, times = np.unique(chances, return_inverse=True, return_counts=True)
    shares = (np.arange(SHARES) + 0.5) / SHARES
    likely = playouts * (values[:, None] * np.log(shares) + (1 - values[:, None]) * np.log1p(-shares))
    likely = np.exp(likely - likely.max(1, keepdims=True))
    common = np.full(SHARES, 1 / SHARES)
    for _ in range(ROUNDS):
        found = likely * common
        found /= found.sum(1, keepdims=True)
        common = times @ found / times.sum()
    return (found @ shares)[where]
