"""Measuring the server: a hundred full tables at once, every seat a WebSocket that plays legal random moves.

    python -m ararat.bench_server --save benchmarks

One server process stands against clients in processes of their own, over real sockets, on this
machine; they share its cores. Afterwards the store is read again: every move that a client was told
is done must be there, once.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import websockets

from .bench import as_table, in_words, markdown, surroundings
from .core.contract import Json
from .errors import AraratError
from .games import all_facts

if TYPE_CHECKING:
    from .cli.screen import Screen

HOST = "127.0.0.1"
CLIENT_PROCESSES = 2
CALM_SECONDS = 1.0  # between two moves of a table, about as fast as a quick family
SETTLING = 2.0  # seconds for everybody to have seen everybody sit down
LAST_ANSWERS = 20.0  # seconds to wait for what was asked before the end
PAGES, PROGRAMS = "pages (with texts)", "programs (no texts)"
LANGUAGES = {PAGES: "en", PROGRAMS: None}
CALM, FULL = "calm: a move a second a table", "full: as fast as it goes"
PACKAGES = ("ararat", "uvicorn", "websockets", "fastapi", "sqlalchemy", "numba")
COLUMNS = ("clients", "load", "moves", "moves/s", "p50 ms", "p99 ms", "worst ms", "messages/s", "server ms a move")
SAFETY_COLUMNS = (
    "clients",
    "tables",
    "acknowledged",
    "lost",
    "doubled",
    "gaps",
    "replayed",
    "refused",
    "MiB empty",
    "KiB a table set",
    "KiB a table after all",
)
# The server as people start it, with limits that let one address be four hundred visitors.
SERVER = """
import sys
from pathlib import Path
from ararat.server.limits import Limits
from ararat.server.serving import serve
many = 10**9
limits = Limits(messages_a_second=many, messages_at_once=many, requests_a_second=many, requests_at_once=many,
                new_tables_a_minute=many, new_tables_at_once=many, visitors=many, visitors_an_address=many,
                hello_seconds=600)
serve("127.0.0.1", int(sys.argv[1]), Path(sys.argv[2]), False, lambda address: None, limits)
"""

Row = dict[str, Any]


# --- Clients ------------------------------------------------------------------------------------


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
                elif message["question"] is not None:
                    await self.listen_to(message["question"])
                else:
                    await self.say({"type": "moves"})
        elif kind == "question":
            await self.say({"type": "choose", "path": [*message["path"], answer_to(message)]})
        elif kind == "chosen":
            self.decide(self.decided, [message["move"]])
        elif kind == "moves":
            self.decide(message["number"], message["moves"])
        elif kind == "done" and message.get("id") in self.asked:
            number, move = self.asked.pop(message["id"])
            self.company.seen.acknowledged.append((self.company.table, number, self.seat, move))
        elif kind == "refused" and "id" not in message:
            await self.say({"type": "choose", "path": []})  # that led nowhere
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


def answer_to(question: Json) -> int | list[int]:
    """A possible answer, by lot."""
    possible = [place for place, choice in enumerate(question["choices"]) if choice["legal"]]
    if not question["several"]:
        return random.choice(possible)
    return sorted(random.sample(possible, random.randint(1, max(1, len(possible) - 1))))


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


# --- The server ---------------------------------------------------------------------------------


class Served:
    """A server process of its own, and what it costs."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind((HOST, 0))
            self.port: int = free.getsockname()[1]
        self.process = subprocess.Popen([sys.executable, "-c", SERVER, str(self.port), str(folder)])

    def wait_until_ready(self, step: Callable[[int], None]) -> None:
        """Until the rules of all games are compiled and loaded."""
        while True:
            try:
                games = ask(self.port, "/api/health")["games"].values()
            except OSError:
                games = []
                if self.process.poll() is not None:
                    raise SystemExit("The server did not start.") from None
            step(sum(game["ready"] for game in games))
            if games and all(game["ready"] for game in games):
                return
            time.sleep(0.1)

    @property
    def memory(self) -> float:
        """Bytes in memory."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return float(pages * os.sysconf("SC_PAGE_SIZE"))

    @property
    def worked(self) -> float:
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


# --- Measuring ----------------------------------------------------------------------------------


def measure(screen: Screen, clients: str, tables: int, seats: int, seconds: float) -> tuple[list[Row], Row]:
    """One server under both loads, and what its store holds afterwards."""
    games = [slug for slug, facts in all_facts().items() if seats in facts.players]
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder))
        visitors: list[tuple[Any, Any]] = []
        try:
            with screen.progress("Preparing the rules", len(all_facts())) as step:
                served.wait_until_ready(step)
            empty = served.memory
            companies = []
            with screen.progress(f"Setting {tables} tables of {seats} seats for {clients}", tables) as step:
                for number in range(tables):
                    wanted = {"game": games[number % len(games)], "seats": [{"kind": "here"}] * seats}
                    answer = ask(served.port, "/api/tables", wanted)
                    companies.append((answer["table"], [seat["token"] for seat in answer["seats"]]))
                    step(number + 1)
            context = multiprocessing.get_context("spawn")
            for part in range(CLIENT_PROCESSES):
                here, there = context.Pipe()
                mine = companies[part::CLIENT_PROCESSES]
                process = context.Process(
                    target=visit, args=(there, served.port, mine, LANGUAGES[clients]), daemon=True
                )
                process.start()
                visitors.append((process, here))
            for _, link in visitors:
                received(link)
            time.sleep(SETTLING)
            seated = served.memory
            worked, seen = play(screen, served, [link for _, link in visitors], seconds)
            played = served.memory
        finally:
            for process, _ in visitors:
                process.terminate()
                process.join()
            served.stop()
        rows = [figures(clients, load, seen, seconds, worked[load]) for load in (CALM, FULL)]
        safety = check_store(Path(folder), seen)
    safety |= {
        "clients": clients,
        "MiB empty": empty / 2**20,
        "KiB a table set": (seated - empty) / tables / 2**10,
        "KiB a table after all": (played - empty) / safety["tables"] / 2**10,
    }
    return rows, safety


def play(screen: Screen, served: Served, links: list[Any], seconds: float) -> tuple[dict[str, float], list[Seen]]:
    """Let everybody play through both loads; the server's processor time in each, and what was seen."""
    begin = time.monotonic()
    phases = [Phase(CALM, begin + seconds, CALM_SECONDS), Phase(FULL, begin + 2 * seconds, 0.0)]
    for link in links:
        link.send(phases)
    worked = {}
    with screen.progress("Playing (seconds)", round(2 * seconds)) as step:
        for phase in phases:
            before = served.worked
            while (left := phase.ends - time.monotonic()) > 0:
                step(round(time.monotonic() - begin))
                time.sleep(min(left, 0.25))
            worked[phase.load] = served.worked - before
    return worked, [received(link) for link in links]


def received(link: Any) -> Any:
    """What a process of clients hands over; what went wrong there goes wrong here."""
    try:
        answer = link.recv()
    except EOFError:
        raise SystemExit("A process of clients ended early.") from None
    if isinstance(answer, Exception):
        raise answer
    return answer


def figures(clients: str, load: str, seen: list[Seen], seconds: float, worked: float) -> Row:
    """How fast it was under one load."""
    delays = sorted(1000 * delay for one in seen for delay in one.delays[load])
    cuts = statistics.quantiles(delays, n=100) if len(delays) > 1 else [0.0] * 99
    return {
        "clients": clients,
        "load": load,
        "moves": len(delays),
        "moves/s": len(delays) / seconds,
        "p50 ms": cuts[49],
        "p99 ms": cuts[98],
        "worst ms": delays[-1] if delays else None,
        "messages/s": sum(one.messages[load] for one in seen) / seconds,
        "server ms a move": 1000 * worked / max(1, len(delays)),
    }


def check_store(folder: Path, seen: list[Seen]) -> Row:
    """Read the store as a server that starts anew does, and look for every acknowledged move."""
    from .server.store import LOG, SqlStore
    from .server.table import Table

    acknowledged: dict[str, Counter[tuple[int, int, str]]] = {}
    for table, number, seat, move in (entry for one in seen for entry in one.acknowledged):
        acknowledged.setdefault(table, Counter())[number, seat, move] += 1
    found: Counter[str] = Counter(tables=0, lost=0, doubled=0, gaps=0, replayed=0)
    store = SqlStore.in_folder(folder)
    try:
        for name, told in acknowledged.items():
            setup, entries = asyncio.run(store.load(name)) or ({}, [])
            with store.engine.connect() as link:
                numbers = list(link.execute(LOG.select().where(LOG.c.table_id == name).order_by("number")))
            kept = Counter(
                (number, entry["seat"], json.dumps(entry["move"]))
                for number, entry in enumerate(entry for entry in entries if entry["kind"] == "move")
            )
            found["tables"] += 1
            found["acknowledged"] += told.total()
            found["lost"] += (told - kept).total()
            found["doubled"] += (kept - told).total()
            found["gaps"] += [row.number for row in numbers] != list(range(len(numbers)))
            again = Table(name, setup)
            try:
                for entry in entries:
                    again.apply(entry)
                found["replayed"] += 1
            except AraratError:
                pass
    finally:
        store.close()
    return dict(found) | {"refused": sum(len(one.refused) for one in seen)}


# --- The report ---------------------------------------------------------------------------------


def keep(rows: list[Row], safety: list[Row], shape: str, folder: Path) -> Path:
    """Write the report as Markdown and as JSON, with machine and date."""
    folder.mkdir(parents=True, exist_ok=True)
    now = datetime.now(UTC)
    about = surroundings(now, PACKAGES)
    lines = ["# The server under load", "", in_words(about), "", f"{shape}", ""]
    lines += [*markdown(rows, COLUMNS), ""]
    lines += [
        "Times are from sending a move to its update having arrived at every seat of the table. Clients and server",
        "share the cores of one machine, so the full load measures both; at the calm load each table makes about a",
        "move a second, which is what people at home meet. Where there are many legal moves, programs ask for the list,",
        "and pages answer the questions that lead to one.",
        "`server ms a move` is processor time of the server's process, which other work on the machine hardly changes.",
        "",
        "## What the store holds afterwards",
        "",
        *markdown(safety, SAFETY_COLUMNS),
        "",
        "Every acknowledged move is looked for in the store's log, by its number: `lost` are those that are not there,",
        "`doubled` what is there beyond them, `gaps` the tables whose numbers have a hole, `replayed` the tables whose",
        "log plays again from the start. When a match is over its people play another at a new table. Memory is that",
        "of the server's process, above what it has with the rules of all games ready.",
        "",
        "Made by `make bench-server`.",
        "",
    ]
    path = folder / f"server-{now:%Y-%m-%d}.md"
    path.write_text("\n".join(lines), "utf-8")
    path.with_suffix(".json").write_text(json.dumps(about | {"rows": rows, "safety": safety}, indent=1) + "\n", "utf-8")
    return path


def main() -> None:
    from rich.console import Console

    from .cli.screen import Screen
    from .core.words import words

    parser = argparse.ArgumentParser(prog="python -m ararat.bench_server", description="Measure the server.")
    parser.add_argument("--tables", type=int, default=100, metavar="N")
    parser.add_argument("--seats", type=int, default=4, metavar="N")
    parser.add_argument("--seconds", type=float, default=20.0, metavar="S", help="of each of the four loads")
    parser.add_argument("--save", type=Path, metavar="FOLDER", help="keep the report in this folder")
    chosen = parser.parse_args()
    screen = Screen(words("en"))
    rows: list[Row] = []
    safety: list[Row] = []
    try:
        for clients in LANGUAGES:
            fast, safe = measure(screen, clients, chosen.tables, chosen.seats, chosen.seconds)
            rows += fast
            safety.append(safe)
    except KeyboardInterrupt:
        screen.complain("Interrupted; nothing is kept.")
        raise SystemExit(130) from None
    wide = Console(width=max(screen.out.width, 150), highlight=False)
    wide.print(as_table(rows, COLUMNS))
    wide.print(as_table(safety, SAFETY_COLUMNS))
    shape = (
        f"{chosen.tables} tables of {chosen.seats} seats, the games in equal parts, "
        f"{chosen.tables * chosen.seats} WebSockets, {chosen.seconds:.0f} s each."
    )
    if chosen.save is not None:
        screen.out.print(f"Kept in {keep(rows, safety, shape, chosen.save)}")
    if any(row["lost"] or row["doubled"] or row["gaps"] or row["replayed"] < row["tables"] for row in safety):
        screen.complain("The store and the clients do not agree.")
        raise SystemExit(1)


if __name__ == "__main__":
    main()
