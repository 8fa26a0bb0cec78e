"""The store: a log of what happened at each table.

A table is what it was set up with and its log. Entries are numbered from 0 without gaps; `append`
takes an entry only at a number that is free, so that two processes can never both write the same
one (optimistic numbering). An entry that `append` has returned for is on disk.
"""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Awaitable
from concurrent.futures import Future
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Protocol

import sqlalchemy as sql

from ..core.contract import Json

LIVE = ("waiting", "playing")


class Taken(Exception):
    """Another entry has this number already."""


class Store(Protocol):
    """What the hall needs of a store; a server for many processes brings another one."""

    def create(self, table: str, setup: Json, public: bool, status: str, first: Json | None = None) -> Awaitable[None]:
        """Keep a new table, with the first entry of its log if it has one already."""

    def append(self, table: str, number: int, entry: Json, status: str) -> Awaitable[None]:
        """Keep an entry of a table's log, and its status after it; raises Taken."""

    def load(self, table: str, since: int = 0) -> Awaitable[tuple[Json, list[Json]] | None]:
        """What a table was set up with, and its log from a number on; None if there is no such table."""

    def public_tables(self, most: int) -> Awaitable[list[str]]:
        """The ids of public tables, those that wait for people first, then the newest."""

    def keep_record(self, replay: str, record: Json) -> Awaitable[None]:
        """Keep a record that somebody brought."""

    def load_record(self, replay: str) -> Awaitable[Json | None]:
        """A record that somebody brought."""

    def keep_code(self, code: str, table: str, until: float) -> Awaitable[None]:
        """Keep at which table a code opens a seat, by its hash; those that are too old are forgotten."""

    def find_code(self, code: str) -> Awaitable[str | None]:
        """The table where a code may open a seat."""

    def close(self) -> None:
        """Finish what is being written."""


METADATA = sql.MetaData()
TABLES = sql.Table(
    "tables",
    METADATA,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("setup", sql.Text, nullable=False),
    sql.Column("public", sql.Boolean, nullable=False),
    sql.Column("status", sql.String(16), nullable=False),
    sql.Column("created", sql.Float, nullable=False),
    sql.Column("changed", sql.Float, nullable=False),
    sql.Index("tables_listed", "public", "status", "changed"),
)
LOG = sql.Table(
    "log",
    METADATA,
    sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("entry", sql.Text, nullable=False),
    sql.Column("written", sql.Float, nullable=False),
)
RECORDS = sql.Table(
    "records",
    METADATA,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("record", sql.Text, nullable=False),
    sql.Column("created", sql.Float, nullable=False),
)
CODES = sql.Table(
    "codes",
    METADATA,
    sql.Column("hash", sql.String(64), primary_key=True),
    sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), nullable=False),
    sql.Column("until", sql.Float, nullable=False),
)


class SqlStore:
    """The store in a SQL database, SQLite unless an address says otherwise.

    One thread writes. All that waits when it comes round goes into one transaction, so that a busy
    server waits for the disk once for many moves.
    """

    def __init__(self, address: str) -> None:
        self.engine = sql.create_engine(address)
        if self.engine.dialect.name == "sqlite":
            sql.event.listen(self.engine, "connect", _write_ahead)
        METADATA.create_all(self.engine)
        self._waiting: SimpleQueue[tuple[Any, Future[None]] | None] = SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="store", daemon=True)
        self._writer.start()

    @classmethod
    def in_folder(cls, folder: Path) -> SqlStore:
        """The store of a folder on this machine."""
        folder.mkdir(parents=True, exist_ok=True)
        return cls(f"sqlite:///{folder / 'tables.db'}")

    # --- Writing --------------------------------------------------------------------------------

    async def create(self, table: str, setup: Json, public: bool, status: str, first: Json | None = None) -> None:
        now = time.time()
        row = {"id": table, "setup": json.dumps(setup), "public": public, "status": status}
        row |= {"created": now, "changed": now}

        def write(link: sql.Connection) -> None:
            link.execute(TABLES.insert(), [row])
            if first is not None:
                entry = {"table_id": table, "number": 0, "entry": json.dumps(first), "written": now}
                link.execute(LOG.insert(), [entry])

        await self._written(write)

    async def append(self, table: str, number: int, entry: Json, status: str) -> None:
        now = time.time()
        row = {"table_id": table, "number": number, "entry": json.dumps(entry), "written": now}

        def write(link: sql.Connection) -> None:
            link.execute(LOG.insert(), [row])
            link.execute(TABLES.update().where(TABLES.c.id == table).values(status=status, changed=now))

        try:
            await self._written(write)
        except sql.exc.IntegrityError:
            raise Taken from None

    async def keep_record(self, replay: str, record: Json) -> None:
        row = {"id": replay, "record": json.dumps(record), "created": time.time()}
        await self._written(lambda link: link.execute(RECORDS.insert(), [row]))

    async def keep_code(self, code: str, table: str, until: float) -> None:
        row = {"hash": code, "table_id": table, "until": until}

        def write(link: sql.Connection) -> None:
            link.execute(CODES.delete().where(CODES.c.until < time.time()))
            link.execute(CODES.insert(), [row])

        await self._written(write)

    def _written(self, write: Any) -> Awaitable[None]:
        done: Future[None] = Future()
        self._waiting.put((write, done))
        return asyncio.wrap_future(done)

    def _write(self) -> None:
        closing = False
        while not closing:
            work = [self._waiting.get()]
            while not self._waiting.empty():
                work.append(self._waiting.get())
            closing = None in work
            # From here on nobody can call it off: what is written counts, whether or not somebody still waits.
            jobs = [job for job in work if job is not None and job[1].set_running_or_notify_cancel()]
            if not self._wrote(jobs):
                # Something in it can't be written: each on its own, so that it harms nobody else.
                for job in jobs:
                    self._wrote([job], alone=True)

    def _wrote(self, jobs: list[tuple[Any, Future[None]]], alone: bool = False) -> bool:
        """Write all of these in one transaction; whether that went well."""
        try:
            with self.engine.begin() as link:
                for write, _ in jobs:
                    write(link)
        except Exception as problem:
            if alone:
                jobs[0][1].set_exception(problem)
            return False
        for _, done in jobs:
            done.set_result(None)
        return True

    def close(self) -> None:
        self._waiting.put(None)
        self._writer.join(10)
        self.engine.dispose()

    # --- Reading --------------------------------------------------------------------------------

    async def load(self, table: str, since: int = 0) -> tuple[Json, list[Json]] | None:
        return await asyncio.to_thread(self._load, table, since)

    def _load(self, table: str, since: int) -> tuple[Json, list[Json]] | None:
        with self.engine.connect() as link:
            row = link.execute(sql.select(TABLES).where(TABLES.c.id == table)).one_or_none()
            if row is None:
                return None
            wanted = (
                sql.select(LOG.c.entry).where(LOG.c.table_id == table, LOG.c.number >= since).order_by(LOG.c.number)
            )
            entries = [json.loads(text) for text in link.execute(wanted).scalars()]
        return json.loads(row.setup) | {"created": row.created, "changed": row.changed}, entries

    async def public_tables(self, most: int) -> list[str]:
        return await asyncio.to_thread(self._public_tables, most)

    def _public_tables(self, most: int) -> list[str]:
        first = sql.case({"waiting": 0, "playing": 1}, value=TABLES.c.status, else_=2)
        listed = sql.select(TABLES.c.id).where(TABLES.c.public, TABLES.c.status.in_(LIVE))
        with self.engine.connect() as link:
            return list(link.execute(listed.order_by(first, TABLES.c.changed.desc()).limit(most)).scalars())

    async def load_record(self, replay: str) -> Json | None:
        def read() -> Json | None:
            with self.engine.connect() as link:
                text = link.execute(sql.select(RECORDS.c.record).where(RECORDS.c.id == replay)).scalar_one_or_none()
            return None if text is None else json.loads(text)

        return await asyncio.to_thread(read)

    async def find_code(self, code: str) -> str | None:
        def read() -> str | None:
            with self.engine.connect() as link:
                return link.execute(sql.select(CODES.c.table_id).where(CODES.c.hash == code)).scalar_one_or_none()

        return await asyncio.to_thread(read)


def _write_ahead(connection: Any, _: Any) -> None:
    """SQLite with a write-ahead log, each commit on disk before it is acknowledged."""
    cursor = connection.cursor()
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()
