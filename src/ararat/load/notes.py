"""What all companies of a process share: their orders, and what they saw and played."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from .orders import Orders
from .seen import Seen
from .sight import Sight


@dataclass
class Played:
    """What was played at one table, as clients know it: seat and move by number."""

    table: str
    acknowledged: dict[int, tuple[int, str]] = field(default_factory=dict)
    sent: dict[int, tuple[int, str]] = field(default_factory=dict)  # without an answer


@dataclass
class Notes:
    """Kept by one process of clients."""

    orders: Orders
    sight: Sight = field(default_factory=Sight)
    seen: Seen = field(default_factory=Seen)  # in this step of load
    checked: Counter[str] = field(default_factory=Counter)  # at tables that were looked at afterwards
    looked_at: set[str] = field(default_factory=set)
    kept: list[Played] = field(default_factory=list)
