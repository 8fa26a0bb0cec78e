"""Starting again with many tables in the store: how soon there is a page, and what it takes to bring a table back."""

from __future__ import annotations

import json
import secrets
import statistics
import tempfile
import time
from pathlib import Path

import sqlalchemy as sql
from websockets.sync.client import connect

from ararat.cli.screen import Screen
from ararat.games import all_facts
from ararat.server.schema import LOG, TABLES
from ararat.server.store import SqlStore

from .figures import Row
from .served import HOST, Served, ask

BACK = 40  # tables that are brought back
SETTLED = 2.0  # seconds after which a server that starts has nothing left to do
MOVES = 40  # of each table, as if people had come half-way
STEP = 100  # tables that are written at once


def fill(screen: Screen, folder: Path, count: int) -> list[str]:
    """A store of so many tables: some of each game that were played, and copies of them."""
    served = Served(folder)
    try:
        with screen.progress("Preparing the rules", len(all_facts())) as step:
            served.wait_until_ready(step)
        for slug in all_facts():
            play(served.port, slug)
    finally:
        served.stop()
    return multiply(screen, folder, count)


def play(port: int, game: str) -> None:
    """One table with some moves."""
    seats = all_facts()[game].players[-1]
    laid = ask(port, "/api/tables", {"game": game, "seats": [{"kind": "here"}] * seats})
    tokens = [seat["token"] for seat in laid["seats"]]
    for number in range(MOVES):
        told = ask(port, f"/api/tables/{laid['table']}")
        if told["turn"] is None:
            return
        with connect(f"ws://{HOST}:{port}/ws/{laid['table']}", max_size=None) as link:
            link.send(json.dumps({"type": "hello", "token": tokens[told["turn"]]}))
            link.send(json.dumps({"type": "moves", "most": 1}))
            while (listed := json.loads(link.recv()))["type"] != "moves":
                pass
            link.send(json.dumps({"type": "move", "id": 1, "number": number, "move": listed["moves"][0]}))
            while json.loads(link.recv()).get("id") != 1:
                pass


def multiply(screen: Screen, folder: Path, count: int) -> list[str]:
    """Copy the tables of a store until there are so many; their ids."""
    store = SqlStore.in_folder(folder)
    names: list[str] = []
    try:
        with store.engine.connect() as link:
            tables = [dict(row._mapping) for row in link.execute(TABLES.select())]
            logs = {
                table["id"]: [
                    dict(row._mapping) for row in link.execute(LOG.select().where(LOG.c.table_id == table["id"]))
                ]
                for table in tables
            }
        with screen.progress(f"Writing {count} tables", count) as step:
            while len(names) < count:
                with store.engine.begin() as link:
                    for table in [tables[n % len(tables)] for n in range(min(STEP, count - len(names)))]:
                        names.append(secrets.token_urlsafe(len(table["id"]))[: len(table["id"])])
                        link.execute(TABLES.insert(), [table | {"id": names[-1]}])
                        link.execute(LOG.insert(), [entry | {"table_id": names[-1]} for entry in logs[table["id"]]])
                step(len(names))
        with store.engine.connect() as link:
            link.execute(sql.text("PRAGMA wal_checkpoint(TRUNCATE)"))
    finally:
        store.close()
    return names


def measure(screen: Screen, count: int) -> Row:
    """Start a server over so many tables, and look at some of them."""
    with tempfile.TemporaryDirectory() as folder:
        names = fill(screen, Path(folder), count)
        served = Served(Path(folder))
        try:
            page = served.wait_for_page()
            with screen.progress("Preparing the rules", len(all_facts())) as step:
                served.wait_until_ready(step)
            ready = time.monotonic() - served.began
            while not all(game["bots"] for game in served.health()):
                time.sleep(0.1)
            time.sleep(SETTLED)
            took, worked = zip(*(bring_back(served, name) for name in names[:BACK]), strict=True)
        finally:
            served.stop()
    return {
        "tables": len(names),
        "first page s": round(page, 3),
        "rules ready s": round(ready, 3),
        "a table back ms": round(statistics.median(took), 2),
        "at worst ms": round(max(took), 2),
        "work a table ms": round(statistics.fmean(worked), 2),
        "most work ms": round(max(worked), 2),
    }


def bring_back(served: Served, name: str) -> tuple[float, float]:
    """Milliseconds until somebody who comes to a table has it, and those of the server's processor meanwhile."""
    began, before = time.perf_counter(), served.worked
    with connect(f"ws://{HOST}:{served.port}/ws/{name}", max_size=None, compression=None) as link:
        link.send(json.dumps({"type": "hello", "token": None, "language": "en", "id": 1}))
        while (answer := json.loads(link.recv())).get("id") != 1:
            pass
        took, worked = time.perf_counter() - began, served.worked - before
        if answer["type"] != "done":
            raise SystemExit(answer["text"])
    return 1000 * took, 1000 * worked
