"""Lines in which work waits for its turn: one at a time, or a few.

Addresses are served one after the other, so that whoever brings much holds up nobody who brings little.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from .refusals import Declined


class Turns:
    """Whoever comes waits for their turn, however many there are.

    Where several are served at once, one place is always left for other addresses: whoever brings what takes long
    does not make them wait for its end.
    """

    def __init__(self, at_once: int = 1) -> None:
        self.at_once = at_once
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()  # the address served last is last
        self._served: Counter[str] = Counter()  # how many of each address

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait for one's turn, which lasts as long as the block."""
        mine = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(mine)
        self._call()
        try:
            await mine
            yield
        finally:
            mine.cancel()  # whoever went away before is not called
            if not mine.cancelled():
                self._served -= Counter([address])  # addresses without anybody are forgotten
            self._call()

    def _call(self) -> None:
        """Call the next ones, as many as can be served."""
        while self._served.total() < self.at_once and (address := self._next()) is not None:
            behind = self._waiting.pop(address)
            first = behind.popleft()
            if behind:
                self._waiting[address] = behind
            if not first.done():
                self._served[address] += 1
                first.set_result(None)

    def _next(self) -> str | None:
        """Of the addresses that may, the one of which the fewest are served; of those, the one that waits longest."""
        most = max(1, self.at_once - 1)
        free = (address for address in self._waiting if self._served[address] < most)
        return min(free, key=self._served.__getitem__, default=None)


class Line(Turns):
    """So many places in all and so many of one address, that of whoever is served included."""

    def __init__(self, places: int, an_address: int) -> None:
        super().__init__()
        self.places = places
        self.an_address = an_address
        self.taken: Counter[str] = Counter()

    def enter(self, address: str) -> None:
        """Take a place, if there is one; whoever does must `leave`."""
        if self.taken.total() >= self.places or self.taken[address] >= self.an_address:
            raise Declined("crowded")
        self.taken[address] += 1

    def leave(self, address: str) -> None:
        """Give a place back."""
        self.taken -= Counter([address])  # addresses without one are forgotten
