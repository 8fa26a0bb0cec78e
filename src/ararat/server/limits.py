"""What one client may ask for. Generous for people, tight for floods."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass

from starlette.requests import HTTPConnection

WORTH_TELLING = 32  # parts of what may be spent at once
LONGEST_WAIT = 30.0  # seconds that anybody waits for having come too often


@dataclass(frozen=True)
class Limits:
    """All limits of a server."""

    message_bytes: int = 16_384  # of one WebSocket message; more is refused
    frame_bytes: int = 65_536  # of one WebSocket message; more ends the connection
    body_bytes: int = 8_192  # of one HTTP body
    record_bytes: int = 1_048_576  # of one that may hold a record
    records_a_minute: float = 12.0  # bodies that are longer than others may be, of one address, over a while
    records_at_once: int = 12
    records_waiting: int = 16  # the one that is looked at included
    records_an_address: int = 2
    request_seconds: float = 20.0  # in which a request must be whole
    stalled_seconds: float = 60.0  # in which some of an answer must be taken
    connections_an_address: int = 512  # open at once
    comings_a_second: float = 100.0  # of connections, of one address, over a while; more are read later
    comings_at_once: int = 30
    refusal_seconds: float = 1.0  # after which somebody who asks too often is told so
    messages_a_second: float = 50.0  # of one WebSocket, over a while; more are read later
    messages_at_once: int = 100
    weights_a_second: float = 200.0  # of all messages of one address; a hello weighs as much as eight others
    weights_at_once: int = 240
    changes_a_minute: float = 20.0  # of names and of who sits in, of one address, over a while
    changes_at_once: int = 8
    refusals_in_a_row: int = 50  # of one WebSocket; more ends the connection
    requests_a_second: float = 40.0  # of one address, over a while
    requests_at_once: int = 400
    files_a_second: float = 400.0  # of the page, of one address: not counted with what people do
    files_at_once: int = 4_000
    new_tables_a_minute: float = 60.0  # of one address, over a while
    new_tables_at_once: int = 60
    tables_an_address: int = 100  # that it set and that are not over ...
    live_seconds: float = 3_600.0  # ... and where something happened in that time
    commitments_a_minute: float = 60.0  # to deals of tables that are about to be set, of one address, over a while
    commitments_at_once: int = 60
    commitments_waiting: int = 10_000  # of all addresses; then the oldest is forgotten
    commitment_seconds: float = 600.0
    looks_a_second: float = 10.0  # into the past, of one address, over a while
    looks_at_once: int = 200
    codes_a_minute: float = 10.0  # asked for or typed, of one address, over a while
    codes_at_once: int = 10
    code_seconds: float = 600.0  # in which a code takes a seat to another device
    choosing_seconds: float = 60.0  # for which a table waits for somebody who is choosing a name
    choosers_a_minute: float = 0.5  # at one table, over a while
    choosers_at_once: int = 6
    watchers_a_table: int = 64
    devices_a_seat: int = 8  # the oldest goes when one more comes
    visitors: int = 4_096
    visitors_an_address: int = 256
    tables_in_memory: int = 2_000
    outlines_kept: int = 1_000  # of tables that are not in memory, for the lobby
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
    idle_seconds: float = 600.0  # after which an empty table leaves the memory ...
    over_seconds: float = 30.0  # ... and one whose match is over, from which people go on to the next
    keep_days: float = 365.0  # after which a table where nothing happened, or a record that was brought, is forgotten
    store_bytes: int = 2 * 2**30  # that may be kept; then no new table and no record is taken
    entries_a_table: int = 20_000  # of its log


def address_of(connection: HTTPConnection) -> str:
    """Where a request or a WebSocket comes from, as limits count it; front.py decides, before all else."""
    return connection.client.host if connection.client else ""


class Bucket:
    """Lets so many through at once and so many a second; a leaking bucket."""

    __slots__ = ("a_second", "at_once", "last", "level")

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

    def delay(self, weight: int = 1) -> float:
        """Take one more; how many seconds it has to wait."""
        self.level = min(self._leaked() + weight, self.at_once + LONGEST_WAIT * self.a_second)
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
        self.spent: Counter[str] | None = None  # since others were last told, where there are others

    def takes(self, address: str) -> bool:
        """Whether one more from this address may pass now."""
        bucket = self._of(address)
        passes = bucket is not None and bucket.takes()
        if passes and self.spent is not None:
            self.spent[address] += 1
        return passes

    def told(self) -> dict[str, int]:
        """What was spent that is worth telling; the rest grows until it is."""
        if not self.spent:
            return {}
        told = {address: weight for address, weight in self.spent.items() if weight * WORTH_TELLING >= self.at_once}
        for address in told:
            del self.spent[address]
        if len(self.spent) > self.MOST:
            self.spent.clear()  # each of so many has spent next to nothing
        return told

    def spent_elsewhere(self, weights: dict[str, int]) -> None:
        """Count what addresses spent at other processes."""
        for address, weight in weights.items():
            if (bucket := self._of(address)) is not None:
                bucket.delay(weight)

    def delay(self, address: str, weight: int) -> float:
        """Take one more from this address; how many seconds it has to wait."""
        bucket = self._of(address)
        if self.spent is not None:
            self.spent[address] += weight
        return self.at_once / self.a_second if bucket is None else bucket.delay(weight)

    def _of(self, address: str) -> Bucket | None:
        """The bucket of an address, if there is room for one."""
        bucket = self.buckets.get(address)
        if bucket is None:
            if len(self.buckets) >= self.MOST:
                now = time.monotonic()
                self.buckets = {a: b for a, b in self.buckets.items() if b.level > (now - b.last) * self.a_second}
                if len(self.buckets) >= self.MOST:
                    return None
            bucket = self.buckets[address] = Bucket(self.a_second, self.at_once)
        return bucket
