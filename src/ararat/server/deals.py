"""Fair deals at tables: commitments that wait for a table, and what a table keeps of its deal."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from ..core.contract import Json
from ..fairness import commitment_of, new_secret
from .limits import Limits
from .refusals import Declined


class Commitments:
    """Secrets that this process committed to, each for one table that is set soon."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.waiting: OrderedDict[str, tuple[str, float]] = OrderedDict()  # secret and until when, the oldest first
        self.others: Callable[[str], Awaitable[str | None]] | None = None  # processes that may have made one

    def offer(self) -> str:
        """The commitment to a fresh secret."""
        now = time.monotonic()
        while self.waiting and (self._oldest < now or len(self.waiting) >= self.limits.commitments_waiting):
            self.waiting.popitem(last=False)
        secret = new_secret()
        commitment = commitment_of(secret)
        self.waiting[commitment] = secret, now + self.limits.commitment_seconds
        return commitment

    @property
    def _oldest(self) -> float:
        return next(iter(self.waiting.values()))[1]

    async def take(self, commitment: str) -> str:
        """The secret behind a commitment, once, whichever process made it."""
        secret = self.taken(commitment)
        if secret is None and self.others is not None:
            secret = await self.others(commitment)
        if secret is None:
            raise Declined("unknown-commitment")
        return secret

    def taken(self, commitment: str) -> str | None:
        """The secret behind a commitment of this process, once."""
        secret, until = self.waiting.pop(commitment, (None, 0.0))
        return secret if time.monotonic() < until else None


def kept_deal(contributions: list[str | None], secret: str | None = None) -> Json:
    """What a table keeps of its deal: its secret, the one of its rematch, and what was added before anybody came."""
    return {"secret": secret or new_secret(), "next": new_secret(), "contributions": contributions}
