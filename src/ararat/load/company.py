"""The people of one table: they play match after match, by a schedule that does not wait for the server."""

from __future__ import annotations

import asyncio
import json
import random
import time
from dataclasses import dataclass
from typing import Any

from ..core.contract import Json
from .asking import BadLoad, ask
from .notes import Notes, Played
from .orders import Step
from .person import Person

TRIES, BETWEEN = 20, 1.0  # to set the next table, where the server is away; seconds
CHECK_SECONDS = 30.0


@dataclass
class Underway:
    """A move on its way: when it was due, and who has not seen it yet."""

    due: float
    deaf: set[Person]
    acknowledged: bool = False


@dataclass
class Choice:
    """A move that waits until it is due."""

    person: Person
    number: int
    move: str
    since: float


class Company:
    """One table, its seats and who watches, all of one address."""

    def __init__(self, notes: Notes, household: int) -> None:
        orders = notes.orders
        self.notes = notes
        self.game = orders.games[household % len(orders.games)]
        self.source = address_of(household) if orders.spread else None
        self.table = ""
        self.tokens: list[str] = []
        self.people: list[Person] = []
        self.played = Played("")
        self.step: Step | None = None
        self.due = 0.0
        self.underway: dict[int, Underway] = {}
        self.moving_on: asyncio.Task[None] | None = None  # to the next match
        self._choice: Choice | None = None
        self._timer: asyncio.TimerHandle | None = None

    # --- Sitting down ---------------------------------------------------------------------------

    async def sit_down(self) -> None:
        """Set a table, and come to it."""
        wanted = {"game": self.game, "seats": [{"kind": "here"}] * self.notes.orders.seats}
        answer = await self._ask("/api/tables", wanted)
        self.table, self.tokens = answer["table"], [seat["token"] for seat in answer["seats"]]
        await self._come()

    async def _come(self) -> None:
        orders = self.notes.orders
        self.played = Played(self.table)
        tokens: list[str | None] = [*self.tokens, *[None] * orders.watchers]
        self.people = [
            Person(self, None if token is None else seat, token, orders.languages[seat % len(orders.languages)])
            for seat, token in enumerate(tokens)
        ]
        for person in self.people:
            await person.come()

    async def _ask(self, path: str, body: Json, token: str | None = None) -> Any:
        return await ask(self.notes.orders.host, self.notes.orders.port, path, body, token, self.source)

    def leave(self) -> None:
        """Everybody goes."""
        if self.moving_on is not None:
            self.moving_on.cancel()
        if self._timer is not None:
            self._timer.cancel()
        for person in self.people:
            person.leave()

    # --- The schedule ---------------------------------------------------------------------------

    def begin(self, step: Step) -> None:
        """Play by a schedule from now on; tables begin at different moments."""
        self.step = step
        self.due = step.starts + random.random() * step.pace
        self._plan()

    def end(self, now: float) -> None:
        """No more moves; those that were due and not sent have waited until now."""
        step, self.step = self.step, None
        if self._timer is not None:
            self._timer.cancel()
        if step is None or not step.pace or self.moving_on is not None:
            return
        seen = self.notes.seen
        while self.due < min(now, step.ends):
            seen.counts["overdue"] += 1
            for times in (seen.acknowledged, seen.arrived):
                times.append(now - self.due)
            self.due += step.pause()

    def settle(self, now: float) -> None:
        """Moves that nobody answered have waited until now."""
        seen = self.notes.seen
        for move in self.underway.values():
            seen.counts["unanswered"] += not move.acknowledged
            if not move.acknowledged:
                seen.acknowledged.append(now - move.due)
            seen.arrived.append(now - move.due)
        self.underway.clear()

    @property
    def is_ready(self) -> bool:
        """Whether a move waits until it is due."""
        return self._choice is not None

    def ready(self, person: Person, number: int, move: Any, now: float) -> None:
        """Somebody knows what to play."""
        self._choice = Choice(person, number, json.dumps(move, separators=(",", ":")), now)
        self._plan()

    def _plan(self) -> None:
        if self.step is None or self._choice is None:
            return
        if not self.step.pace:  # as fast as it goes
            self.due = max(self._choice.since, self.step.starts)
        if self._timer is not None:
            self._timer.cancel()
        if self.due <= time.monotonic():
            self._send()
        else:
            self._timer = asyncio.get_running_loop().call_at(self.due, self._send)

    def _send(self) -> None:
        choice, step = self._choice, self.step
        if choice is None or step is None or self.due >= step.ends:
            return
        self._choice = None
        seen = self.notes.seen
        seen.late.append(time.monotonic() - max(self.due, choice.since))
        seen.counts["sent"] += 1
        self.underway[choice.number] = Underway(self.due, set(self.people))
        self.played.sent[choice.number] = choice.person.seat or 0, choice.move
        self.due += step.pause()
        choice.person.move(choice.number, choice.move)

    # --- What came of it ------------------------------------------------------------------------

    def acknowledged(self, person: Person, number: int, move: str, now: float) -> None:
        """A move is done, and on disk."""
        self.played.sent.pop(number, None)
        self.played.acknowledged[number] = person.seat or 0, move
        seen = self.notes.seen
        seen.counts["acknowledged"] += 1
        if (underway := self.underway.get(number)) is not None:
            seen.acknowledged.append(now - underway.due)
            underway.acknowledged = True
            self._forget(number)

    def withdrawn(self, number: int) -> None:
        """A move was refused."""
        self.underway.pop(number, None)
        self.played.sent.pop(number, None)

    def hears(self, person: Person, now: float) -> None:
        """Somebody has the table as it is after so many moves."""
        assert person.number is not None
        for number in [number for number in self.underway if number < person.number]:
            deaf = self.underway[number].deaf
            if person in deaf:
                deaf.discard(person)
                if not deaf:
                    self.notes.seen.arrived.append(now - self.underway[number].due)
                    self._forget(number)
        if person.over and self.moving_on is None and all(one.over for one in self.people):
            self.moving_on = asyncio.create_task(self._move_on())

    def _forget(self, number: int) -> None:
        if self.underway[number].acknowledged and not self.underway[number].deaf:
            del self.underway[number]

    async def _move_on(self) -> None:
        """Play again, at a new table, once all answers are there; every seat is one further on."""
        try:
            while any(person.asked for person in self.people):
                await asyncio.sleep(BETWEEN / 10)
            await self.check()
            answer = await self._rematch()
            for person in self.people:
                person.leave()
            self.underway.clear()
            self.table = answer["table"]
            self.tokens = [self.tokens[-1], *self.tokens[:-1]]
            await self._come()
            self.notes.seen.counts["rematches"] += 1
        except BadLoad:
            self.notes.seen.counts["left"] += 1
            return
        self.moving_on = None
        if self.step is not None:
            self.due = time.monotonic() + self.step.pause()
            self._plan()

    async def _rematch(self) -> Any:
        for left in reversed(range(TRIES)):
            try:
                return await self._ask(f"/api/tables/{self.table}/rematch", {}, self.tokens[0])
            except BadLoad:
                if not left:
                    raise
                await asyncio.sleep(BETWEEN)
        return None

    # --- Looking back ---------------------------------------------------------------------------

    async def check(self) -> None:
        """Look at the table with fresh eyes: every acknowledged move must be there, once, at its number."""
        played, checked = self.played, self.notes.checked
        if played.table in self.notes.looked_at or not self.people:
            return
        witness = Witness(self, 0, self.tokens[0], None)
        try:
            async with asyncio.timeout(CHECK_SECONDS):
                await witness.come()
        except (BadLoad, TimeoutError):
            checked["unchecked"] += 1
            return
        finally:
            witness.leave()
        self.notes.looked_at.add(played.table)
        checked["tables"] += 1
        checked.update(compared(played, witness.log))
        if self.notes.orders.keep:
            self.notes.kept.append(played)


class Witness(Person):
    """Somebody who only comes to read the log."""

    log: list[Json]

    def heard(self, payload: bytes, now: float) -> None:
        message = json.loads(payload)
        if message["type"] == "table" and not self.welcomed.done():
            self.log = message["log"]
            self.welcomed.set_result(None)
        elif message["type"] == "refused":
            self.refused(message, now)


def compared(played: Played, log: list[Json]) -> dict[str, int]:
    """How many acknowledged moves are lost, what is there beyond them, and holes in the numbers."""
    lost = 0
    for number, (seat, move) in played.acknowledged.items():
        entry = log[number] if number < len(log) else None
        # Of others' moves something may be hidden from the first seat.
        if entry is None or entry["seat"] != seat or (seat == 0 and entry["move"] != json.loads(move)):
            lost += 1
    beyond = [number for number in range(len(log)) if number not in played.acknowledged and number not in played.sent]
    gaps = sum(entry["number"] != number for number, entry in enumerate(log))
    return {"acknowledged": len(played.acknowledged), "lost": lost, "doubled": len(beyond), "gaps": gaps}


def address_of(household: int) -> str:
    """An address of this machine for each household, for servers count by address."""
    rest, last = divmod(household, 250)
    second, third = divmod(rest, 250)
    return f"127.{1 + second % 250}.{third}.{1 + last}"
