"""Clients for measuring the server: people at full tables, each a WebSocket that plays legal random moves."""

from __future__ import annotations

import asyncio
import json
import random
import time
import urllib.request
from collections import Counter
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any

import websockets

from ararat.core.contract import Json

HOST = "127.0.0.1"
CALM, FULL = "calm: a move a second a table", "full: as fast as it goes"
LAST_ANSWERS = 20.0  # seconds to wait for what was asked before the end


@dataclass(frozen=True)
class Phase:
    """A stretch of the run: when it ends, and how long a table waits between its moves."""

    load: str
    ends: float  # time.monotonic, which all processes of a machine share
    pause: float


@dataclass
class Seen:
    """What the clients of one process saw."""

    delays: dict[str, list[float]] = field(default_factory=lambda: {CALM: [], FULL: []})
    messages: Counter[str] = field(default_factory=Counter)
    acknowledged: list[tuple[str, int, int, str]] = field(default_factory=list)  # table, number, seat, move
    refused: list[str] = field(default_factory=list)


class Company:
    """The people of one table: they play match after match, each through a WebSocket."""

    def __init__(self, port: int, table: str, tokens: list[str], language: str | None, seen: Seen) -> None:
        self.port = port
        self.table = table
        self.tokens = tokens
        self.language = language
        self.seen = seen
        self.phases: list[Phase] = []
        self.seated = asyncio.Event()
        self.begin = asyncio.Event()
        # The moves on their way: when each was sent, in which load, who has not heard of it yet.
        self.underway: dict[int, tuple[float, str, set[int]]] = {}

    @property
    def phase(self) -> Phase | None:
        """Where the run stands; None when it is over."""
        return next((phase for phase in self.phases if time.monotonic() < phase.ends), None)

    async def play(self) -> None:
        while not self.phases or self.phase is not None:
            self.underway.clear()
            async with AsyncExitStack() as sockets:
                address = f"ws://{HOST}:{self.port}/ws/{self.table}"
                opened = [
                    await sockets.enter_async_context(
                        websockets.connect(
                            address, max_size=None, compression=None, ping_interval=None, open_timeout=60
                        )
                    )
                    for _ in self.tokens
                ]
                people = [Person(self, seat, link, self.tokens[seat]) for seat, link in enumerate(opened)]
                for person in people:
                    await person.sit_down()
                self.seated.set()
                await self.begin.wait()
                await asyncio.gather(*(person.play() for person in people))
            if self.phase is not None:
                path = f"/api/tables/{self.table}/rematch"
                following = await asyncio.to_thread(ask, self.port, path, {}, self.tokens[0])
                self.table = following["table"]
                self.tokens = [self.tokens[-1], *self.tokens[:-1]]  # every seat is one further on

    def heard(self, seat: int, number: int) -> None:
        """A seat has the table as it is after so many moves."""
        now = time.monotonic()
        for move in [move for move in self.underway if move <= number]:
            sent, load, deaf = self.underway[move]
            deaf.discard(seat)
            if not deaf:
                self.seen.delays[load].append(now - sent)
                del self.underway[move]


class Person:
    """One seat: draws a legal move by lot whenever it is its turn."""

    def __init__(self, company: Company, seat: int, link: Any, token: str) -> None:
        self.company = company
        self.seat = seat
        self.link = link
        self.token = token
        self.over = False
        self.decided = -1  # the number of the table at the last decision
        self.asked: dict[int, tuple[int, str]] = {}  # the moves whose answers are due, by the message's id
        self.sending: asyncio.Task[None] | None = None

    async def say(self, message: Json) -> None:
        await self.link.send(json.dumps(message))

    async def sit_down(self) -> None:
        """Say hello, and wait for the first look at the table."""
        await self.say({"type": "hello", "token": self.token, "language": self.company.language})
        self.first = json.loads(await self.link.recv())

    async def play(self) -> None:
        await self.listen_to(self.first)
        while not self.finished:
            try:
                async with asyncio.timeout(0.5):  # to see now and then whether the run is over
                    text = await self.link.recv()
            except TimeoutError:
                continue
            phase = self.company.phase
            self.company.seen.messages[phase.load if phase else ""] += 1
            await self.listen_to(json.loads(text))

    @property
    def finished(self) -> bool:
        if self.asked or (self.sending is not None and not self.sending.done()):
            return False
        late = self.company.phases[-1].ends + LAST_ANSWERS < time.monotonic()
        return late or ((self.over or self.company.phase is None) and not self.company.underway)

    async def listen_to(self, message: Json) -> None:
        kind = message["type"]
        if kind == "table":
            self.company.heard(self.seat, message["number"])
            self.over = message["over"]
            if message["legal"] and message["number"] > self.decided and self.company.phase is not None:
                self.decided = message["number"]
                if message["moves"] is not None:
                    self.decide(message["number"], message["moves"])
                else:
                    await self.say({"type": "moves", "most": 1})
        elif kind == "moves":
            self.decide(message["number"], message["moves"])
        elif kind == "done" and message.get("id") in self.asked:
            number, move = self.asked.pop(message["id"])
            self.company.seen.acknowledged.append((self.company.table, number, self.seat, move))
        elif kind == "refused":
            self.company.seen.refused.append(message["code"])
            self.asked.pop(message.get("id", 0), None)

    def decide(self, number: int, moves: list[Json]) -> None:
        self.sending = asyncio.create_task(self.move(number, random.choice(moves)))

    async def move(self, number: int, move: Json) -> None:
        phase = self.company.phase
        if phase is not None and phase.pause:
            await asyncio.sleep(random.uniform(0.5, 1.5) * phase.pause)
        if (phase := self.company.phase) is None:
            return
        self.asked[number + 1] = (number, json.dumps(move))
        people = set(range(len(self.company.tokens)))
        self.company.underway[number + 1] = (time.monotonic(), phase.load, people)
        await self.say({"type": "move", "id": number + 1, "number": number, "move": move})


def visit(link: Any, port: int, tables: list[tuple[str, list[str]]], language: str | None) -> None:
    """Runs in a process of clients: seat everybody, play when told, hand over what was seen."""
    seen = Seen()

    async def all_tables() -> None:
        companies = [Company(port, table, tokens, language, seen) for table, tokens in tables]
        playing = [asyncio.create_task(company.play()) for company in companies]
        for company, task in zip(companies, playing, strict=True):
            await asyncio.wait([task, asyncio.create_task(company.seated.wait())], return_when="FIRST_COMPLETED")
        link.send("seated")
        phases = await asyncio.to_thread(link.recv)
        for company in companies:
            company.phases = phases
            company.begin.set()
        await asyncio.gather(*playing)

    try:
        asyncio.run(all_tables())
        link.send(seen)
    except (KeyboardInterrupt, EOFError, BrokenPipeError):
        pass
    except Exception as problem:
        link.send(problem)


def ask(port: int, path: str, body: Json | None = None, token: str | None = None) -> Any:
    """One HTTP request."""
    request = urllib.request.Request(f"http://{HOST}:{port}{path}", None if body is None else json.dumps(body).encode())
    if token is not None:
        request.add_header("Authorization", f"Bearer {token}")
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)
