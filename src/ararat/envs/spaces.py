"""Spaces of Gymnasium, which PettingZoo has too."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from .table import Table


def action_space(table: Table) -> Any:
    """The actions of a game, by number."""
    return spaces.Discrete(table.actions)


def seen_space(table: Table) -> Any:
    """What a seat knows, within its bounds."""
    return spaces.Box(*table.bounds(), dtype=np.float32)


def masked_space(table: Table) -> Any:
    """What a seat knows, with what it may do."""
    return spaces.Dict(
        {"observation": seen_space(table), "action_mask": spaces.Box(0, 1, (table.actions,), np.int8)},
    )
