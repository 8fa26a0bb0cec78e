"""Lines in which work waits for its turn, one at a time.

Addresses are served one after the other, so that whoever brings much holds up nobody who brings little.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from .refusals import Declined


class Turns:
    """Whoever comes waits for their turn, however many there are."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()  # the address served last is last
        self._served: asyncio.Future[None] | None = None

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
            if self._served is mine:
                self._served = None
            self._call()

    def _call(self) -> None:
        """Call the next one, if nobody is served."""
        while self._served is None and self._waiting:
            address, behind = self._waiting.popitem(last=False)
            first = behind.popleft()
            if behind:
                self._waiting[address] = behind
            if not first.done():
                self._served = first
                first.set_result(None)


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
