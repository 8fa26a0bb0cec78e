"""Claims: which address set which of the tables that are not over.

They are this process's alone, and it tells the others how many there are. A table where nothing happens for long claims
nothing, so that nobody is kept out for ever by matches they left.
"""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable

from .refusals import Declined
from .room import Room
from .table import OVER


class Claims:
    """So many live tables of one address."""

    def __init__(self, most: int, seconds: float) -> None:
        self.most = most
        self.seconds = seconds
        self._live: OrderedDict[str, tuple[str, float]] = OrderedDict()  # where something happened last is last
        self.addresses: Counter[str] = Counter()
        self.elsewhere: Callable[[str], int] = lambda address: 0  # how many an address has at other processes

    def claim(self, table: str, address: str) -> None:
        """Count a table that is set, or refuse it."""
        now = time.monotonic()
        while self._live and next(iter(self._live.values()))[1] < now - self.seconds:
            self.release(next(iter(self._live)))
        if self.addresses[address] + self.elsewhere(address) >= self.most:
            raise Declined("too-many-tables", most=self.most)
        self._live[table] = address, now
        self.addresses[address] += 1

    def release(self, table: str) -> None:
        """Count a table no more."""
        if table in self._live:
            self.addresses -= Counter([self._live.pop(table)[0]])  # addresses without any are forgotten

    def follow(self, room: Room) -> None:
        """Something has happened at a table."""
        table = room.table
        if table.status == OVER:
            self.release(table.id)
        elif table.id in self._live:
            self._live[table.id] = self._live[table.id][0], time.monotonic()
            self._live.move_to_end(table.id)
