"""One page: a seat that plays legal moves by lot, or somebody who watches."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any, Protocol

from .asking import BadLoad
from .notes import Notes
from .seen import Seen
from .sight import TABLE, Glance, glance_of
from .wire import Wire, opened

PING = 20.0  # seconds, as pages do
FIRST_WAIT, LONGER, LONGEST_WAIT = 0.2, 1.5, 1.5  # seconds before coming back, as pages do
AGAIN = 0.5  # seconds until a move that was refused is tried otherwise
PATIENCE = 60.0  # seconds for a welcome
STALE = "stale"  # something else happened first: here, the same move


class Around(Protocol):
    """The company that somebody is in."""

    notes: Notes
    table: str
    source: str | None

    @property
    def is_ready(self) -> bool:
        """Whether a move waits until it is due."""

    def ready(self, person: Person, number: int, move: Any, now: float) -> None:
        """Somebody knows what to play."""

    def acknowledged(self, person: Person, number: int, move: str, now: float) -> None:
        """A move is done, and on disk."""

    def withdrawn(self, number: int) -> None:
        """A move was refused."""

    def hears(self, person: Person, now: float) -> None:
        """Somebody has the table as it is after so many moves."""


class Person:
    """One WebSocket that comes back by itself."""

    def __init__(self, company: Around, seat: int | None, token: str | None, language: str | None) -> None:
        self.company = company
        self.seat = seat
        self.token = token
        self.language = language
        self.wire: Wire | None = None
        self.number: int | None = None  # of the table, as last seen
        self.over = False
        self.decided = -1  # the number of the table at the last decision
        self.asked: dict[int, str] = {}  # the moves whose answers are due, by number; the next may be sent before
        self._again: set[int] = set()  # of these, those that were sent twice and refused once: they are done
        self.tries = 0
        self.gone = False
        self.welcomed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._coming: asyncio.Task[None] | None = None

    @property
    def seen(self) -> Seen:
        return self.company.notes.seen

    # --- Coming and going -----------------------------------------------------------------------

    async def come(self) -> None:
        """Sit down, and wait for the first look at the table."""
        orders = self.company.notes.orders
        path = f"/ws/{self.company.table}"
        try:
            self.wire = await opened(orders.host, orders.port, path, self.company.source, self.heard, self.lost)
            self.hello()
            async with asyncio.timeout(PATIENCE):
                await asyncio.shield(self.welcomed)
        except (OSError, TimeoutError):
            raise BadLoad("load.no-seat") from None
        self._later("ping", PING * random.random(), self._ping)

    def hello(self) -> None:
        """Say who is here."""
        pace = None if self.language is None else "calm"
        greeting = {"type": "hello", "token": self.token, "language": self.language, "number": self.number}
        self.say(greeting | {"pace": pace, "id": 0})

    def say(self, message: Any) -> None:
        """Send a message, if there is a connection."""
        if self.wire is not None:
            self.wire.say(json.dumps(message, separators=(",", ":")))

    def _ping(self) -> None:
        self.say({"type": "ping"})
        self._later("ping", PING, self._ping)

    def lost(self) -> None:
        """The connection is gone: come back, as a page does."""
        self.wire = None
        if self.gone or not self.welcomed.done():
            return
        self.seen.counts["dropped"] += 1
        self._come_back_later()

    def _come_back_later(self) -> None:
        wait = min(LONGEST_WAIT, FIRST_WAIT * LONGER**self.tries) * random.uniform(0.8, 1.2)
        self.tries += 1
        self._later("back", wait, self._come_back)

    def _come_back(self) -> None:
        async def back() -> None:
            try:
                orders = self.company.notes.orders
                path = f"/ws/{self.company.table}"
                self.wire = await opened(orders.host, orders.port, path, self.company.source, self.heard, self.lost)
                self.hello()
            except (OSError, TimeoutError):
                if not self.gone:
                    self._come_back_later()

        self._coming = asyncio.create_task(back())

    def leave(self) -> None:
        """Go for good."""
        self.gone = True
        for timer in self._timers.values():
            timer.cancel()
        if self._coming is not None:
            self._coming.cancel()
        if self.wire is not None:
            self.wire.close()
            self.wire = None

    def _later(self, name: str, seconds: float, do: Any) -> None:
        self._timers[name] = asyncio.get_running_loop().call_later(seconds, do)

    # --- Seeing ---------------------------------------------------------------------------------

    def heard(self, payload: bytes, now: float) -> None:
        """A message came."""
        counts = self.seen.counts
        counts["messages"] += 1
        counts["bytes"] += len(payload)
        if payload.startswith(TABLE):
            self.sees(self.company.notes.sight.glance(payload), payload, now)
            return
        message = json.loads(payload)
        kind = message["type"]
        if kind == "table":
            self.sees(glance_of(message), payload, now)
        elif kind == "moves":
            if message["number"] == self.decided and message["moves"]:
                self.company.ready(self, self.decided, random.choice(message["moves"]), now)
        elif kind == "done" and (message.get("id") or 0) - 1 in self.asked:
            self.done(message["id"] - 1, now)
        elif kind == "refused":
            self.refused(message, now)

    def sees(self, glance: Glance, payload: bytes, now: float) -> None:
        """The table as it is now."""
        before, self.number, self.over = self.number, glance.number, glance.over
        if before is not None and not before <= glance.number <= before + 1:
            # Who reads slowly is told several moves at once: the log must hold all of them.
            told = glance.number > before and json.loads(payload)["since"] <= before
            self.seen.counts["joined" if told else "gaps"] += 1
        if not self.welcomed.done():
            self.welcomed.set_result(None)
        elif self.tries:
            self._is_back(now)
        self._find_done(now)
        self.company.hears(self, now)
        if glance.turn == self.seat is not None and not glance.over and glance.number > self.decided:
            self.decide(glance.number, payload, now)

    def _is_back(self, now: float) -> None:
        assert self.number is not None
        self.tries = 0
        for number, move in list(self.asked.items()):
            if self.number > number:
                self.done(number, now)
            else:
                self.move(number, move)
        if not self.asked and self.decided == self.number and not self.company.is_ready:
            self.say({"type": "moves", "most": 1})  # the answer was lost

    def _find_done(self, now: float) -> None:
        """A move that came twice, because its answer was lost, is refused the second time: the table shows it."""
        for number in [number for number in self._again if self.number is not None and number < self.number]:
            self._again.discard(number)
            self.done(number, now)

    # --- Playing --------------------------------------------------------------------------------

    def decide(self, number: int, payload: bytes, now: float) -> None:
        """Choose one of the legal moves; where they are too many to be told, one is asked for."""
        self.decided = number
        moves = json.loads(payload)["moves"]
        if moves:
            self.company.ready(self, number, random.choice(moves), now)
        else:
            self.seen.counts["asked"] += 1
            self.say({"type": "moves", "most": 1})

    def move(self, number: int, move: str) -> None:
        """Send a move."""
        self.asked[number] = move
        if self.wire is not None:
            self.wire.say(f'{{"type":"move","id":{number + 1},"number":{number},"move":{move}}}')

    def done(self, number: int, now: float) -> None:
        """A move is acknowledged."""
        self.company.acknowledged(self, number, self.asked.pop(number), now)

    def refused(self, message: Any, now: float) -> None:
        """Something was refused; a move is chosen anew."""
        number = (message.get("id") or 0) - 1
        if message["code"] == STALE and number in self.asked:
            self._again.add(number)
            self._find_done(now)
            return
        self.seen.refused[message["code"]] += 1
        if not self.welcomed.done():
            self.welcomed.set_exception(BadLoad("load.refused", said=message["text"]))
        elif number in self.asked:
            del self.asked[number]
            self.company.withdrawn(number)
            self._later("again", AGAIN, lambda: self.say({"type": "moves", "most": 1}))
