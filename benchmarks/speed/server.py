"""Measuring the server, in one run: what a move costs, a hundred and a thousand tables, a restart, and the curve.

    PYTHONPATH=benchmarks python -m speed.server --save benchmarks

The server is `ararat serve` as people start it; clients are those of `ararat load`. All is on this machine and
shares its cores. After each load the store is read again: every move that a client was told is done must be there,
once.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rich.console import Console

from ararat.arena.contest import BadArena
from ararat.cli.screen import Screen
from ararat.core.contract import Json
from ararat.core.words import words
from ararat.games import all_facts
from ararat.load.measuring import PACKAGES, Measurement, Plan, usual_crews
from ararat.load.orders import Orders
from ararat.load.place import spreads, until_ready
from ararat.load.plots import draw
from ararat.load.report import Report
from ararat.load.seen import PERCENTILES
from ararat.load.surroundings import in_words, surroundings
from ararat.server.open_files import files_allowed

from . import moves, restart
from .cluster import Cluster, folder_of_programs
from .figures import Row, as_table, markdown, put_in
from .safety import check_store, is_right
from .served import HOST, Served

PARTS = ("moves", "calm", "many", "workers", "restart", "curve")
WORKERS = 2
WARM_PACE, WARM_SECONDS = 0.2, 4.0
FIGURES = "figures of make bench-server"
BOUND = 100.0  # milliseconds, of the 99th percentile
LOADS = (
    *("load", "tables", "pages", "moves", "moves/s"),
    *PERCENTILES,
    *(
        "acknowledged p99",
        "ms a move",
        "cores",
        "MiB",
        "KiB a table",
        "KiB played",
        "clients' cores",
        "clients late p99",
    ),
)
SAFETY = ("load", "tables", "acknowledged", "lost", "doubled", "gaps", "replayed", "errors")
RESTART = (
    *("tables", "first page s", "rules ready s", "a table back ms", "at worst ms"),
    *("work a table ms", "most work ms"),
)
GOALS = ("what", "goal", "before", "here", "met")
BEFORE = ("moves", "calm", "many")  # what is measured of an older server; it can not read what this one keeps
ABOUT_MOVES = """\
Processor time of the server's process from a move being sent until everybody has seen it: at one table alone, where
the processor has done something else in between and all is cold, or with a move at each of several tables at a time."""
ABOUT_LOADS = """\
By the clients of `ararat load`: `calm` has a move a second at each table, `many` one in ten seconds, `workers` the same
with two workers on PostgreSQL, `curve` more and more tables with a move a second each. Milliseconds count from when a
move was due until every page of its table shows it. Clients, server and database share the cores. Memory and processor
time are those of the processes that listen, memory above what they had when one table of each game had been played at:
with tables just set, and after playing."""
ABOUT_SAFETY = """\
Every acknowledged move is looked for in the store's log, by its number: `lost` are those that are not there, `doubled`
what is there beyond them, `gaps` the tables whose numbers have a hole, `replayed` the tables whose log plays again from
the start. When a match is over its people play another at a new table."""
ABOUT_RESTART = """\
Rules are compiled already. A table is back when somebody who comes to it has seen it; work is processor time of the
server meanwhile."""


class Bench:
    """One run; whatever was measured until somebody stops it is kept."""

    def __init__(self, screen: Screen, chosen: argparse.Namespace) -> None:
        self.screen = screen
        self.chosen = chosen
        self.busy = os.getloadavg()[0]
        self.moves: list[Row] = []
        self.loads: list[Row] = []
        self.safety: list[Row] = []
        self.restarts: list[Row] = []
        self.curve: Json | None = None
        self.measured: dict[str, Json] = {}
        self.past: Bench | None = None

    def run(self) -> None:
        """All parts that were asked for; of an older server first, where there is one."""
        chosen = self.chosen
        wanted = chosen.only or PARTS
        if chosen.before is not None:
            self.past = Bench(self.screen, chosen)
            Served.sources = chosen.before
            try:
                self.past.measure([part for part in BEFORE if part in wanted])
            finally:
                Served.sources = None
        self.measure(wanted)

    def measure(self, parts: Sequence[str]) -> None:
        """Some parts."""
        chosen = self.chosen
        for part in parts:
            if part == "moves":
                self.moves = moves.measure(self.screen, list(all_facts()), chosen.moves, moves.WAYS, Path())
            elif part == "calm":
                self.load(part, tables=chosen.tables, pace=1.0, seconds=chosen.seconds)
            elif part == "many":
                self.load(part, tables=chosen.many, pace=10.0, seconds=1.5 * chosen.seconds)
            elif part == "workers":
                self.workers()
            elif part == "restart":
                self.restarts.append(restart.measure(self.screen, chosen.restart))
            elif part == "curve":
                rise = max(1, chosen.tables // 2)
                self.load(part, tables=rise, pace=1.0, seconds=chosen.seconds / 2, rise=rise, bound=BOUND)

    def workers(self) -> None:
        """The same many tables, on several processes over one PostgreSQL."""
        if folder_of_programs() is None or find_spec("psycopg") is None:
            self.screen.complain("Several workers need PostgreSQL and psycopg; they are not measured.")
            return
        cluster, chosen = Cluster(), self.chosen
        try:
            address = cluster.address(cluster.new_database())
            plan = {"tables": chosen.many, "pace": 10.0, "seconds": 1.5 * chosen.seconds}
            self.load("workers", ("--workers", str(WORKERS), "--store", address), address, **plan)
        finally:
            cluster.close()

    def load(self, name: str, serve: tuple[str, ...] = (), address: str | None = None, **plan: Any) -> None:
        """One load on a server of its own, and what its store holds afterwards."""
        chosen = self.chosen
        games = [slug for slug, facts in all_facts().items() if chosen.seats in facts.players]
        with tempfile.TemporaryDirectory() as folder:
            served = Served(Path(folder), None, *serve, *shlex.split(chosen.serve))
            try:
                with self.screen.progress("Preparing the rules", len(all_facts())) as step:
                    served.wait_until_ready(step)
                    until_ready(HOST, served.port, step)
                orders = Orders(HOST, served.port, games, chosen.seats, 0, ["en"], spreads(HOST), keep=True)
                # What is loaded when somebody plays a game for the first time is no part of what a table takes.
                first = Plan(orders, tables=len(games), pace=WARM_PACE, seconds=WARM_SECONDS, files=files_allowed())
                whole = Plan(orders, crews=usual_crews(), files=files_allowed(), **plan)
                warming = Measurement(first, self.screen.words, self.screen.progress)
                measurement = Measurement(whole, self.screen.words, self.screen.progress)
                going_on = warming.run() and measurement.run()
            finally:
                served.stop()
            if measurement.steps:
                self.note(name, measurement)
                self.safety[-1] |= check_store(Path(folder), warming.kept + measurement.kept, address)
        if not going_on:
            raise KeyboardInterrupt

    def note(self, name: str, measurement: Measurement) -> None:
        """Keep what a load showed."""
        results = self.measured[name] = measurement.results
        if len(measurement.steps) > 1:
            self.curve = results
        self.loads += [row_of(name, step) for step in measurement.steps]
        errors: dict[str, int] = {}
        for step in measurement.steps:
            for kind, count in step["errors"].items():
                errors[kind] = errors.get(kind, 0) + count
        told = ", ".join(f"{kind} {count}" for kind, count in errors.items()) or "none"
        self.safety.append({"load": name, **(results["check"] or {}), "errors": told})

    @property
    def is_right(self) -> bool:
        """Whether clients and stores agree."""
        return (self.past is None or self.past.is_right) and all(
            is_right(row) for row in self.safety if "replayed" in row
        )

    def goals(self) -> list[Row]:
        """What the server should do, and what it did here."""
        first = {row["load"]: row for row in reversed(self.loads)}
        found: list[tuple[str, float, float | None]] = [
            (f"ms a move, {row['game']}, {row['pages']} pages, {spoken(row)}", 1.3, row["ms a move"])
            for row in self.moves
        ]
        for load, told in (("calm", ""), ("many", ""), ("workers", f", {WORKERS} workers on PostgreSQL")):
            if row := first.get(load):
                found.append((f"p99 ms, {row['tables']} tables, {row['pages']} pages{told}", BOUND, row["p99"]))
                if load != "calm":
                    found.append((f"KiB a table{told}", 150, row["KiB a table"]))
        for row in self.restarts:
            found.append((f"first page s, {row['tables']} tables", 3, row["first page s"]))
            found.append(("work a table ms, at most", 50, row["most work ms"]))
        past = {} if self.past is None else {row["what"]: row["here"] for row in self.past.goals()}
        return [
            {"what": what, "goal": goal, "before": past.get(what), "here": here, "met": met(here, goal)}
            for what, goal, here in found
        ]

    # --- The report -----------------------------------------------------------------------------

    def show(self) -> None:
        """All tables, for the screen."""
        wide = Console(width=max(self.screen.out.width, 170), highlight=False)
        for rows, columns in self.tables():
            if rows:
                wide.print(as_table([row | {columns[0]: str(row.get(columns[0]))} for row in rows], columns))

    def tables(self) -> list[tuple[list[Row], tuple[str, ...]]]:
        return [*self.figures(), (self.goals(), GOALS)]

    def figures(self) -> list[tuple[list[Row], tuple[str, ...]]]:
        """All figures; those of an older server are marked."""
        mine = [
            (self.moves, moves.COLUMNS),
            (self.loads, LOADS),
            (self.safety, SAFETY),
            (self.restarts, RESTART),
        ]
        if self.past is None:
            return mine
        old = [
            ([row | {columns[0]: f"{row[columns[0]]} (before)"} for row in rows], columns)
            for rows, columns in self.past.figures()
        ]
        return [(before + rows, columns) for (before, _), (rows, columns) in zip(old, mine, strict=True)]

    def keep(self, folder: Path) -> Path:
        """Write the report as Markdown and as JSON, with machine and date, and the curve as a picture."""
        folder.mkdir(parents=True, exist_ok=True)
        now = datetime.now(UTC)
        about = surroundings(now, PACKAGES)
        path = folder / f"server-{now:%Y-%m-%d}.md"
        picture = self._draw(folder, path.stem)
        served = f" Server: `ararat serve {self.chosen.serve}`." if self.chosen.serve else ""
        costs, loads, safety, restarts = (markdown(rows, columns) for rows, columns in self.figures())
        lines = [
            *("# The server under load", "", in_words(about), ""),
            f"Others wanted {self.busy:.1f} cores of this machine in the minute before.{served}",
            *("", "## What it should do", "", *markdown(self.goals(), GOALS)),
            *("", "## What a move costs", "", *costs, "", ABOUT_MOVES),
            *("", "## Under load", "", *loads, ""),
            *([f"![Latency over load]({picture})", ""] if picture else []),
            *(ABOUT_LOADS, "", "## What the store holds afterwards", "", *safety),
            *("", ABOUT_SAFETY, "", "## Starting again", "", *restarts),
            *("", ABOUT_RESTART, "", "Made by `make bench-server`.", ""),
        ]
        path.write_text("\n".join(lines), "utf-8")
        kept = about | {"busy_before": self.busy, "now": self.as_json(), "before": self.past and self.past.as_json()}
        path.with_suffix(".json").write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
        return path

    def as_json(self) -> Json:
        """All that was measured."""
        return {"moves": self.moves, "safety": self.safety, "restart": self.restarts, "loads": self.measured}

    def publish(self, page: Path) -> None:
        """Put what hosts want to know into a page, with machine and date."""
        about = in_words(surroundings(datetime.now(UTC), PACKAGES))
        curve = [Report(self.curve, words("en")).held, ""] if self.curve else []
        lines = [about, "", *curve, *markdown(self.goals(), GOALS)]
        page.write_text(put_in(page.read_text("utf-8"), FIGURES, lines), "utf-8")

    def _draw(self, folder: Path, name: str) -> str | None:
        if self.curve is None:
            return None
        try:
            draw(Report(self.curve, words("en")), folder, name)
        except BadArena as problem:
            self.screen.complain(problem.text)
            return None
        return f"{name}.png"


def spoken(row: Row) -> str:
    """In which languages a move was told, and beside how many other tables."""
    return f"{row['languages']}, {'alone' if row['tables'] == 1 else str(row['tables']) + ' tables at a time'}"


def met(here: float | None, goal: float) -> str:
    return "–" if here is None else "yes" if here <= goal else "no"


def row_of(name: str, step: Json) -> Row:
    """One step of a load as a row."""
    server, clients = step["server"], step["clients"]
    return {
        "load": name,
        "tables": step["tables"],
        "pages": step["pages"],
        "moves": step["moves"],
        "moves/s": step["moves_a_second"],
        **step["arrived"],
        "acknowledged p99": step["acknowledged"]["p99"],
        "ms a move": server["ms_a_move"],
        "cores": server["cores"],
        "MiB": server["mib"],
        "KiB a table": server["kib_a_table"],
        "KiB played": server["kib_a_table_played"],
        "clients' cores": clients["cores"],
        "clients late p99": clients["late"]["p99"],
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m speed.server", description="Measure the server.")
    parser.add_argument("--only", action="append", choices=PARTS, help="one part; may be given several times")
    parser.add_argument("--tables", type=int, default=100, metavar="N", help="with a move a second each")
    parser.add_argument("--many", type=int, default=1_000, metavar="N", help="tables with a move in ten seconds each")
    parser.add_argument("--restart", type=int, default=10_000, metavar="N", help="tables in the store of a restart")
    parser.add_argument("--moves", type=int, default=200, metavar="N", help="of each game, for what one costs")
    parser.add_argument("--seats", type=int, default=4, metavar="N")
    parser.add_argument("--seconds", type=float, default=20.0, metavar="S", help="of a load")
    parser.add_argument("--before", type=Path, metavar="FOLDER", help="sources of an older server, measured beside it")
    parser.add_argument("--serve", default="", metavar="OPTIONS", help="further options of `ararat serve`")
    parser.add_argument("--save", type=Path, metavar="FOLDER", help="keep the report in this folder")
    parser.add_argument("--page", type=Path, metavar="FILE", help="put what hosts want to know into this page")
    chosen = parser.parse_args()
    screen = Screen(words("en"))
    bench, code = Bench(screen, chosen), 0
    try:
        bench.run()
    except KeyboardInterrupt:
        screen.complain("Interrupted; what was measured until then is told.")
        code = 130
    bench.show()
    if chosen.save is not None:
        screen.out.print(f"Kept in {bench.keep(chosen.save)}")
    if chosen.page is not None and code == 0:
        bench.publish(chosen.page)
    if not bench.is_right:
        screen.complain("The store and the clients do not agree.")
        code = 1
    raise SystemExit(code)


if __name__ == "__main__":
    main()
