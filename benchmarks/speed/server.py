"""Measuring the server: a hundred full tables at once, every seat a WebSocket that plays legal random moves.

    PYTHONPATH=benchmarks python -m speed.server --save benchmarks

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
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich.console import Console

from ararat.cli.screen import Screen
from ararat.core.words import words
from ararat.errors import AraratError
from ararat.games import all_facts
from ararat.server.store import LOG, SqlStore
from ararat.server.table import Table

from .clients import CALM, FULL, HOST, Phase, Seen, ask, visit
from .figures import Row, as_table, in_words, markdown, surroundings

CLIENT_PROCESSES = 2
CALM_SECONDS = 1.0  # between two moves of a table, about as fast as a quick family
SETTLING = 2.0  # seconds for everybody to have seen everybody sit down
PAGES, PROGRAMS = "pages (with texts)", "programs (no texts)"
LANGUAGES = {PAGES: "en", PROGRAMS: None}
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
    cuts = statistics.quantiles(delays, n=100, method="inclusive") if len(delays) > 1 else [0.0] * 99
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
        "move a second, as quick people do. Where there are many legal moves, clients ask for one",
        "of them by lot.",
        "`server ms a move` is processor time of the server's process; it too rises when others use the cores.",
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
    parser = argparse.ArgumentParser(prog="python -m speed.server", description="Measure the server.")
    parser.add_argument("--tables", type=int, default=100, metavar="N")
    parser.add_argument("--seats", type=int, default=4, metavar="N")
    parser.add_argument("--seconds", type=float, default=20.0, metavar="S", help="of each of the four loads")
    parser.add_argument("--save", type=Path, metavar="FOLDER", help="keep the report in this folder")
    chosen = parser.parse_args()
    screen = Screen(words("en"))
    busy = os.getloadavg()[0]
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
        f"{chosen.tables * chosen.seats} WebSockets, {chosen.seconds:.0f} s each. "
        f"Others wanted {busy:.1f} cores of this machine in the minute before."
    )
    if chosen.save is not None:
        screen.out.print(f"Kept in {keep(rows, safety, shape, chosen.save)}")
    if any(row["lost"] or row["doubled"] or row["gaps"] or row["replayed"] < row["tables"] for row in safety):
        screen.complain("The store and the clients do not agree.")
        raise SystemExit(1)


if __name__ == "__main__":
    main()
