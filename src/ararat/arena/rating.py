"""Ratings from duels: Bradley and Terry's model on the scale of Elo, for many draws of the duels at once.

The chance that i beats j is 1 / (1 + 10 ** ((r_j - r_i) / 400)). The ratings are the likeliest ones, their mean is
MEAN. Ties count half for each.
"""

from __future__ import annotations

from math import log

import numpy as np

MEAN = 1000.0
SCALE = 400 / log(10)  # points of rating to a natural unit of log-odds
LONGEST_STEP = 2.0
STEPS = 60
CLOSE = 1e-10
FAINT = 1e-3  # duels each way that keep every draw of the duels solvable


def ratings(duels: np.ndarray) -> np.ndarray:
    """(..., P, P) duels won by row over column to (..., P) ratings, by Newton's method."""
    met = (duels + np.swapaxes(duels, -1, -2)) > 0
    won = duels + FAINT * met
    both = won + np.swapaxes(won, -1, -2)
    strength = np.zeros(duels.shape[:-1])
    players = duels.shape[-1]
    for _ in range(STEPS):
        expected = 1 / (1 + np.exp(strength[..., None, :] - strength[..., :, None]))
        slope = (won - both * expected).sum(-1)
        bend = both * expected * (1 - expected)
        curve = np.eye(players) * bend.sum(-1)[..., None] - bend
        # Only differences matter: the ones hold the sum of all steps at zero.
        step = np.linalg.solve(curve + 1 / players, slope[..., None])[..., 0]
        step *= np.minimum(1.0, LONGEST_STEP / np.maximum(np.abs(step).max(-1, keepdims=True), 1e-300))
        strength = strength + step
        if np.abs(step).max() < CLOSE:
            break
    return MEAN + SCALE * (strength - strength.mean(-1, keepdims=True))
