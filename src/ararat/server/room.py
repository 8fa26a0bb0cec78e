"""A table in memory, with those who are around it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Hashable, Set
from typing import NamedTuple, Protocol

from ..core.contract import Json
from .limits import Bucket, Limits
from .seats import PERSON
from .table import PLAYING, Table
from .writing import written

PAUSES = {"calm": 0.8, "quick": 0.3, "instant": 0.0}  # seconds
GRACES = {"calm": 2.5, "quick": 1.2, "instant": 0.0}  # ... before a bot does what a person can't take back from

Moment = tuple[int, int]  # the table's number and the seat in turn
HintSearch = asyncio.Task[list[Json]]
SOON = 0.1  # seconds
WATCHERS_AT_A_TIME = 8
TEXT_SECONDS = 1.0  # for which a text is kept for others who are told the same
TEXTS = 32


class Onlooker(Protocol):
    """Whoever is around a table, as the table knows them."""

    @property
    def seat(self) -> int | None:
        """Where they sit; None: they watch."""

    @property
    def beside(self) -> set[int]:
        """Further seats of the same device."""

    @property
    def address(self) -> str:
        """Where they come from."""

    @property
    def chooses(self) -> bool:
        """Whether they are choosing a name to sit down with."""

    @property
    def pace(self) -> str | None:
        """How fast they like bots to move."""

    def send(self, message: Json) -> None:
        """Send them a message."""

    async def sent(self) -> None:
        """Wait until everything has left."""

    def send_table(self) -> None:
        """Send them the table as it is now."""

    def goodbye(self) -> None:
        """Send them away, to come back at once."""


class Around(NamedTuple):
    """Who is around a table at one moment, as everybody there is told."""

    here: frozenset[int]  # the seats whose people are connected
    choosing: int  # how many choose a name
    grace: float
    awaited: list[float]  # for each seat: see `Room.awaited`


class Room:
    """What this process knows of a table beside what the store does."""

    def __init__(self, table: Table, limits: Limits | None = None) -> None:
        self.table = table
        self.lost = False  # another process has the table
        self.lock = asyncio.Lock()
        self.rematching = asyncio.Lock()
        self.visitors: set[Onlooker] = set()
        self.bot_turns: asyncio.Task[None] | None = None
        self.hint: tuple[Moment, HintSearch] | None = None  # the last one, and of which moment it was
        limits = limits or Limits()
        self.choosers = Bucket(limits.choosers_a_minute / 60, limits.choosers_at_once)
        self.hints = Bucket(limits.hints_a_minute / 60, limits.hints_at_once)
        self.used = self.woken = time.monotonic()
        self.left: dict[int, float] = {}  # when the people of seats went away
        self.takers: dict[int, str] = {}  # from where guests took their seats
        self.unwelcome: set[str] = set()  # from where those came who lost theirs
        self._watchers: list[Onlooker] = []  # who are still to be told
        self._telling: asyncio.TimerHandle | None = None
        self.texts: dict[Hashable, str] = {}  # what was told lately, by all that it follows from
        self._around: Around | None = None  # while all are told

    def text_of(self, key: Hashable, make: Callable[[], Json]) -> str:
        """A message that many may be told, made and written once."""
        text = self.texts.get(key)
        if text is None:
            if not self.texts:
                asyncio.get_running_loop().call_later(TEXT_SECONDS, self._forget)
            if len(self.texts) >= TEXTS:
                self.texts.clear()
            text = self.texts[key] = written(make())
        return text

    def _forget(self) -> None:
        self.texts.clear()
        self.table.rest()

    @property
    def bots_play(self) -> bool:
        """Whether bots are having their turns now."""
        return self.bot_turns is not None and not self.bot_turns.done()

    @property
    def is_idle(self) -> bool:
        """Whether nobody is around and nothing is under way."""
        return not self.visitors and not self.lock.locked() and not self.bots_play

    def tell_soon(self) -> None:
        """Tell what can wait a moment, together with what else comes in that moment."""
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(SOON, self.tell)

    def tell(self) -> None:
        """Send the table to everybody around it, to each what they may know."""
        if self._telling is not None:
            self._telling.cancel()
            self._telling = None
        self.texts.clear()  # whatever changed
        self._tell([one for one in self.visitors if one.seat is not None])
        waits = bool(self._watchers)
        self._watchers = [one for one in self.visitors if one.seat is None]
        if not waits:
            self._tell_watchers()

    def _tell_watchers(self) -> None:
        """A few at a time, so that nobody who plays anywhere waits until all have been told."""
        now, self._watchers = self._watchers[:WATCHERS_AT_A_TIME], self._watchers[WATCHERS_AT_A_TIME:]
        self._tell([one for one in now if one in self.visitors])
        if self._watchers:
            asyncio.get_running_loop().call_soon(self._tell_watchers)

    def _tell(self, visitors: list[Onlooker]) -> None:
        """Send the table to some; who is there is looked up once for all of them."""
        try:
            for visitor in visitors:
                self._around = self._around or self.look_around()
                visitor.send_table()
        finally:
            self._around = None

    @property
    def around(self) -> Around:
        """Who is around the table now."""
        return self._around or self.look_around()

    def look_around(self) -> Around:
        """See who is around the table."""
        self._around = None
        here = frozenset(self.here)
        awaited = [round(self.awaited(seat, here), 1) for seat in range(self.table.players)]
        return Around(here, self.choosing(), self.grace, awaited)

    @property
    def here(self) -> set[int]:
        """The seats whose people are connected."""
        seats: set[int] = set()
        for visitor in self.visitors:
            seats.update(visitor.beside)
            if visitor.seat is not None:
                seats.add(visitor.seat)
        return seats

    @property
    def address(self) -> str:
        """Whose turn it is in a line when a bot thinks here: of the first seat that is connected, else of somebody who
        watches. So nobody spends the turns of others, wherever they look on."""
        first = min(self.visitors, key=lambda one: (one.seat is None, one.seat or 0, one.address), default=None)
        return first.address if first else ""

    def notice(self, before: set[int]) -> None:
        """Somebody came or went; `before` were there."""
        now = time.monotonic()
        self.left |= dict.fromkeys(before - self.here, now)

    def awaited(self, seat: int, here: Set[int] | None = None) -> float:
        """For how many seconds more nobody may put a bot in for a person; a server that starts anew waits anew.

        `here` are those who are, where that is known already."""
        here = self.here if here is None else here
        if self.table.seats[seat].kind != PERSON or seat in here or self.table.status != PLAYING:
            return 0.0
        away = time.monotonic() - self.left.get(seat, self.woken)
        return max(0.0, self.table.patience - away)

    def choosing(self, besides: Onlooker | None = None) -> int:
        """How many are choosing a name, no more than there are seats to wait for; who sits chooses none."""
        count = sum(one.chooses for one in self.visitors if one.seat is None and one is not besides)
        return min(count, len(self.table.open_seats))

    @property
    def pause(self) -> float:
        """How long a bot waits before it moves, so that people can follow: as the quickest of them likes it."""
        return self._quickest(PAUSES)

    @property
    def grace(self) -> float:
        """How long a person can take a decision back at least, before a bot's move ends that."""
        return self._quickest(GRACES)

    def _quickest(self, seconds: dict[str, float]) -> float:
        return min((seconds[visitor.pace] for visitor in self.visitors if visitor.pace), default=0.0)
