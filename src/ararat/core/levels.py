"""Levels: how far a bot sees and how carefully it looks, from one that errs to all it has.

A level is numbers of playouts and decisions, never of seconds: it plays equally well on any machine.
"""

from __future__ import annotations

from dataclasses import dataclass

FAR = 1_000_000  # decisions: to the end of any match


@dataclass(frozen=True)
class Level:
    """How a search thinks."""

    playouts: int  # at most, for one decision; a clear one takes fewer
    sight: int = FAR  # decisions that a playout looks ahead, beyond the tree
    slips: float = 0.0  # how loosely it picks between moves that look alike: 0 takes the best


# The five levels of a game that ships a net (nets/shipped.py), the weakest first, unless the game says its own
# (`Facts.levels`). A net judges at once, so none looks beyond the tree; a slip counts in chances to win. Who errs much
# must have tried many moves: few playouts try but the best ones, among which nobody errs much.
BY_NET = (
    Level(playouts=48, sight=0, slips=0.3),
    Level(playouts=32, sight=0, slips=0.05),
    Level(playouts=100, sight=0, slips=0.02),
    Level(playouts=1_000, sight=0, slips=0.004),
    Level(playouts=30_000, sight=0),
)
