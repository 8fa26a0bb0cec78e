"""What one client may ask for. Generous for people, tight for floods."""

from __future__ import annotations

import time
from dataclasses import dataclass

from starlette.requests import HTTPConnection


@dataclass(frozen=True)
class Limits:
    """All limits of a server."""

    message_bytes: int = 16_384  # of one WebSocket message; more is refused
    frame_bytes: int = 65_536  # of one WebSocket message; more ends the connection
    body_bytes: int = 1_048_576  # of one HTTP body
    messages_a_second: float = 50.0  # of one WebSocket, over a while; more are read later
    messages_at_once: int = 100
    refusals_in_a_row: int = 50  # of one WebSocket; more ends the connection
    requests_a_second: float = 40.0  # of one address, over a while
    requests_at_once: int = 400
    new_tables_a_minute: float = 60.0  # of one address, over a while
    new_tables_at_once: int = 60
    looks_a_second: float = 10.0  # into the past, of one address, over a while
    looks_at_once: int = 200
    codes_a_minute: float = 10.0  # asked for or typed, of one address, over a while
    codes_at_once: int = 10
    code_seconds: float = 600.0  # in which a code takes a seat to another device
    choosing_seconds: float = 60.0  # for which a table waits for somebody who is choosing a name
    choosers_a_minute: float = 0.5  # at one table, over a while
    choosers_at_once: int = 6
    visitors_a_table: int = 64
    visitors: int = 4_096
    visitors_an_address: int = 256
    tables_in_memory: int = 2_000
    messages_waiting: int = 64  # for a visitor who reads slowly; then one message tells all
    record_moves: int = 5_000
    replays_kept: int = 64  # in memory, once they are checked ...
    replay_moves_kept: int = 20_000  # ... and so many moves of all together
    hint_playouts: int = 8_000
    hint_seconds: float = 2.0  # of thinking, at most
    hints_a_minute: float = 20.0  # at one table, over a while
    hints_at_once: int = 10
    hints_waiting: int = 32  # of all tables, the one at work included
    hints_an_address: int = 4
    hints_awaited: int = 16  # answers that one WebSocket waits for
    analyses_waiting: int = 8  # the one at work included
    analyses_an_address: int = 2
    analyses_kept: int = 32  # in memory
    listening_seconds: float = 30.0  # after which an analysis that nobody asks about pauses
    name_letters: int = 24
    hello_seconds: float = 10.0  # in which a WebSocket must say who it is
    idle_seconds: float = 600.0  # after which an empty table leaves the memory


def address_of(connection: HTTPConnection) -> str:
    """Where a request or a WebSocket comes from."""
    return connection.client.host if connection.client else ""


class Bucket:
    """Lets so many through at once and so many a second; a leaking bucket."""

    def __init__(self, a_second: float, at_once: int) -> None:
        self.a_second = a_second
        self.at_once = at_once
        self.level = 0.0
        self.last = time.monotonic()

    def takes(self) -> bool:
        """Whether one more may pass now."""
        if self._leaked() + 1 > self.at_once:
            return False
        self.level += 1
        return True

    def delay(self) -> float:
        """Take one more; how many seconds it has to wait."""
        self.level = self._leaked() + 1
        return max(0.0, self.level - self.at_once) / self.a_second

    def _leaked(self) -> float:
        now = time.monotonic()
        self.level = max(0.0, self.level - (now - self.last) * self.a_second)
        self.last = now
        return self.level


class Buckets:
    """One bucket for each address; those that are empty again are forgotten."""

    MOST = 10_000

    def __init__(self, a_second: float, at_once: int) -> None:
        self.a_second = a_second
        self.at_once = at_once
        self.buckets: dict[str, Bucket] = {}

    def takes(self, address: str) -> bool:
        """Whether one more from this address may pass now."""
        bucket = self.buckets.get(address)
        if bucket is None:
            if len(self.buckets) >= self.MOST:
                now = time.monotonic()
                self.buckets = {a: b for a, b in self.buckets.items() if b.level > (now - b.last) * self.a_second}
                if len(self.buckets) >= self.MOST:
                    return False
            bucket = self.buckets[address] = Bucket(self.a_second, self.at_once)
        return bucket.takes()
