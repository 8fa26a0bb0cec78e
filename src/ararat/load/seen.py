"""What clients saw, and its percentiles."""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from ..core.contract import Json

PERCENTILES = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "p99.9": 0.999, "max": 1.0}


def seconds() -> array[float]:
    return array("d")


@dataclass
class Seen:
    """What the clients of one process saw in one step of load. Times count from when a move was due."""

    acknowledged: array[float] = field(default_factory=seconds)
    arrived: array[float] = field(default_factory=seconds)  # at the last of all pages
    late: array[float] = field(default_factory=seconds)  # by how much clients themselves were late to send
    counts: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)  # by code
    worked: float = 0.0  # seconds of processor
    lasted: float = 0.0  # seconds

    def __iadd__(self, other: Seen) -> Seen:
        self.acknowledged.extend(other.acknowledged)
        self.arrived.extend(other.arrived)
        self.late.extend(other.late)
        self.counts += other.counts
        self.refused += other.refused
        self.worked += other.worked
        self.lasted = max(self.lasted, other.lasted)
        return self


def percentiles(times: Iterable[float]) -> Json:
    """In milliseconds: of so many of a hundred the time was no longer than that."""
    ordered = sorted(times)
    if not ordered:
        return dict.fromkeys(PERCENTILES)
    return {
        name: round(1000 * ordered[max(1, math.ceil(share * len(ordered) - 1e-9)) - 1], 3)
        for name, share in PERCENTILES.items()
    }
