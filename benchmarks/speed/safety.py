"""What a store holds after a load: every move that a client was told is done must be there, once."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from pathlib import Path
from typing import Any

from ararat.errors import AraratError
from ararat.load.notes import Played
from ararat.server.schema import LOG
from ararat.server.store import SqlStore
from ararat.server.table import Table

from .figures import Row


def check_store(folder: Path, played: list[Played], address: str | None = None) -> Row:
    """Read the store, of a folder or at an address, as a server that starts anew does, and look for every
    acknowledged move."""
    found: Counter[str] = Counter(tables=0, acknowledged=0, lost=0, doubled=0, gaps=0, replayed=0)
    store = SqlStore.in_folder(folder) if address is None else SqlStore(address)
    try:
        for one in played:
            setup, entries = asyncio.run(store.load(one.table)) or ({}, [])
            with store.engine.connect() as link:
                numbers = list(link.execute(LOG.select().where(LOG.c.table_id == one.table).order_by("number")))
            moves = [entry for entry in entries if entry["kind"] == "move"]
            kept = Counter((number, entry["seat"], same(entry["move"])) for number, entry in enumerate(moves))
            told, unanswered = counted(one.acknowledged), counted(one.sent)
            found["tables"] += 1
            found["acknowledged"] += told.total()
            found["lost"] += (told - kept).total()
            found["doubled"] += (kept - told - unanswered).total()
            found["gaps"] += [row.number for row in numbers] != list(range(len(numbers)))
            found["replayed"] += plays_again(one.table, setup, entries)
    finally:
        store.close()
    return dict(found)


def counted(moves: dict[int, tuple[int, str]]) -> Counter[tuple[int, int, str]]:
    return Counter((number, seat, same(json.loads(move))) for number, (seat, move) in moves.items())


def same(move: Any) -> str:
    """A move as a text, however its parts were ordered."""
    return json.dumps(move, sort_keys=True)


def plays_again(name: str, setup: Any, entries: list[Any]) -> bool:
    """Whether a table's log plays again from the start."""
    try:
        again = Table(name, setup)
        for entry in entries:
            again.apply(entry)
    except AraratError:
        return False
    return True


def is_right(row: Row) -> bool:
    """Whether clients and store agree."""
    return not (row["lost"] or row["doubled"] or row["gaps"] or row["replayed"] < row["tables"])
