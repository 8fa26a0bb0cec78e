"""Forgetting: tables where nothing has happened for long, and old records that somebody brought."""

from __future__ import annotations

import asyncio
import contextlib

from .limits import Limits
from .refusals import Declined
from .rooms import Rooms
from .store import Store

DAY = 86_400.0  # seconds
EVERY_SECONDS = 600.0
AT_ONCE = 25  # so that people who move meanwhile do not wait


class Expiry:
    """Forgets what is too old; nothing that somebody is at."""

    def __init__(self, store: Store, rooms: Rooms, limits: Limits) -> None:
        self.store = store
        self.rooms = rooms
        self.limits = limits

    async def run(self) -> None:
        """Tidy up now and then, for ever."""
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            with contextlib.suppress(Declined):  # of a disk that can't be written just now
                await self.tidy()

    async def tidy(self) -> int:
        """Forget all that is too old; how much that was."""
        before, count = self.store.now() - self.limits.keep_days * DAY, 0
        while gone := await self.store.forget(before, set(self.rooms.awake), AT_ONCE):
            count += gone
            await asyncio.sleep(0)
        return count
