"""What a kernel for a GPU is (gpu_kernels.py), and what all of them need.

`GpuKernel.arguments` says what one is called with, in the words of kernels.py, and
    small    32-bit integers         keys     8-bit integers         sights   rows of 16-bit integers
    smalls   rows of them            sets     grids of sets          nodes, sums   trees (gpu_search.py)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from .table import i16, record_of

Plain = Callable[..., Any]

UNTOLD = record_of(("count", i16), ("learners", i16))  # effects without room for any


@dataclass(frozen=True)
class GpuKernel:
    """A kernel for a GPU: how it is made of a game's rules and layout, `guided` of its guide too, and what it takes."""

    make: Callable[..., Plain]
    arguments: tuple[str, ...]
    guided: bool = False

    def made(self, hooks: Any) -> Plain:
        """The kernel of a game, as a plain function."""
        return self.make(hooks.rules, hooks.layout, *((hooks.guide,) if self.guided else ()))


def action_type(rules: Any) -> Any:
    """The smallest type that holds a game's actions."""
    return np.int16 if np.iinfo(np.int16).max >= rules.ACTIONS else np.int32
