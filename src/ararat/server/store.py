"""The store: a log of what happened at each table.

A table is what it was set up with and its log. Entries are numbered from 0 without gaps; `append`
takes an entry only at a number that is free, so that two processes can never both write the same
one (optimistic numbering). An entry that `append` has returned for is on disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import threading
import time
from collections.abc import Awaitable, Callable, Container
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Any, Protocol, TypeVar

import sqlalchemy as sql

from ..core.contract import Json
from ..errors import BadFile
from . import folder as folders
from . import schema
from .clock import Clock
from .job import Job, Write, tell_all
from .migrating import upgrade
from .refusals import Declined
from .schema import CODES, LOG, NAMES, RECORDS, TABLES

log = logging.getLogger("ararat.server")
LIVE = ("waiting", "playing")
STATUS_AFTER = TABLES.update().where(TABLES.c.id == sql.bindparam("table"))
STATUS_AFTER = STATUS_AFTER.values(status=sql.bindparam("status_now"), changed=sql.bindparam("now"))
MEASURED_EVERY = 1.0  # seconds
NEARLY = 0.99  # full
Found = TypeVar("Found")


class Taken(Exception):
    """Another entry has this number already."""


class Lost(Declined):
    """The table is another process's now; nothing was done."""

    def __init__(self) -> None:
        super().__init__("elsewhere")


class Unreadable(Declined):
    """What is kept can't be read: `what` says what is wrong with it."""

    def __init__(self, what: str) -> None:
        super().__init__("not-read")
        self.what = what


class Store(Protocol):
    """What the hall needs of a store; a server for many processes brings another one."""

    def create(self, table: str, setup: Json, public: bool, status: str, first: Json | None = None) -> Awaitable[None]:
        """Keep a new table, with the first entry of its log if it has one already."""

    def append(self, table: str, number: int, entry: Json, status: str) -> Awaitable[None]:
        """Keep an entry of a table's log, and its status after it; raises Taken or Lost."""

    def rename(self, table: str, number: int, entry: Json) -> Awaitable[None]:
        """Keep what a seat is called after so many entries, in place of what it was called before; raises Taken."""

    def take(self, table: str) -> Awaitable[None]:
        """Have a table to oneself, before it is loaded to be played at; raises Lost where another process has it."""

    def release(self, besides: Container[str]) -> Awaitable[None]:
        """Let go of tables besides some."""

    def load(self, table: str, since: int = 0) -> Awaitable[tuple[Json, list[Json]] | None]:
        """What a table was set up with, and what happened from a number on; None if there is no such table. Of one
        that is parked only why. Raises Unreadable."""

    def park(self, table: str, why: str) -> Awaitable[None]:
        """Leave a table out of all lists from now on until the store is opened again: it can't be played, and why."""

    def public_tables(self, most: int) -> Awaitable[list[tuple[str, float]]]:
        """The ids of public tables, those that wait for people first, then the newest; and when each last changed."""

    def changed(self, table: str) -> Awaitable[float | None]:
        """When something last happened at a table; None if there is no such table."""

    def keep_record(self, replay: str, record: Json) -> Awaitable[None]:
        """Keep a record that somebody brought."""

    def load_record(self, replay: str) -> Awaitable[Json | None]:
        """A record that somebody brought."""

    def keep_code(self, code: str, table: str, until: float) -> Awaitable[None]:
        """Keep at which table a code opens a seat, by its hash; those that are too old are forgotten."""

    def find_code(self, code: str) -> Awaitable[str | None]:
        """The table where a code may open a seat."""

    def forget(self, before: float, besides: set[str], most: int) -> Awaitable[int]:
        """Forget some tables that did not change since a time, besides a few, some records that are as old, and codes
        that open nothing any more; how many tables and records."""

    def now(self) -> float:
        """The time, in seconds since 1970; it never goes back."""

    def close(self) -> None:
        """Finish what is being written."""


class SqlStore:
    """The store in a SQL database, SQLite unless an address says otherwise.

    One thread writes. All that waits when it comes round goes into one transaction, so that a busy
    server waits for the disk once for many moves.
    """

    def __init__(self, address: str, beforehand: Callable[[str], None] | None = None, most: int | None = None) -> None:
        """`beforehand` is called with the version of a store that is about to be upgraded; `most`: how many bytes it
        may have before it takes no new tables and records."""
        self.engine = self._engine(address)
        if self.engine.dialect.name == "sqlite":
            sql.event.listen(self.engine, "connect", _write_ahead)
            sql.event.listen(self.engine, "begin", _beginning(self.engine))
        self.most = most
        self.size = 0  # in bytes, where the database can say so cheaply
        try:
            self._open(beforehand)
        except BaseException:
            self.engine.dispose()
            raise
        self._keep_entry = prepared(self.engine, LOG.insert())
        self._keep_status = prepared(self.engine, STATUS_AFTER)
        self._link: tuple[sql.Pool, sql.Connection] | None = None  # of the thread that writes
        self._measured = time.monotonic()
        self._waiting: SimpleQueue[Job | None] = SimpleQueue()
        self.failing = False  # whether it could not be written when that was last tried
        self.lock: IO[str] | None = None  # of the folder, where this process has it to itself
        self._writer = threading.Thread(target=self._write, name="store", daemon=True)
        self._writer.start()

    @classmethod
    def in_folder(cls, folder: Path, most: int | None = None) -> SqlStore:
        """The store of a folder on this machine."""
        path = folders.make(folder)
        return cls(f"sqlite:///{path}", lambda version: folders.back_up_before(folder, version), most)

    def _engine(self, address: str) -> sql.Engine:
        # What fills the places of a statement is somebody's: it stays out of errors and logs.
        return sql.create_engine(address, hide_parameters=True)

    def _open(self, beforehand: Callable[[str], None] | None) -> None:
        with self.engine.begin() as link:
            version = self._look(link)
        if version is not None:
            if beforehand is not None:
                beforehand(version)
            with self.engine.begin() as link:
                if (version := self._look(link)) is not None:  # nobody else did it meanwhile
                    upgrade(link, version)
        with self.engine.begin() as link:
            # Whatever could not be played may be playable by now.
            link.execute(TABLES.update().where(TABLES.c.parked.is_not(None)).values(parked=None))
            newest = link.execute(sql.select(sql.func.max(TABLES.c.changed))).scalar()
            self._measure(link)
        self._clock = Clock(newest or 0.0)

    def _look(self, link: sql.Connection) -> str | None:
        """Make what is not there yet; the version of a store that is to be upgraded."""
        version = schema.version_of(link)
        if version is None:
            schema.create(link)
        elif version > schema.VERSION:
            raise self._newer(version)
        return version if version is not None and version < schema.VERSION else None

    def _newer(self, version: str) -> BadFile:
        return BadFile("store.newer", given=version, known=schema.VERSION)

    def _measure(self, link: sql.Connection) -> None:
        """See how much room is in use; what was freed is used again."""
        if link.dialect.name == "sqlite":
            of = [f"pragma_{name}" for name in ("page_size", "page_count", "freelist_count")]
            size, pages, free = link.exec_driver_sql(f"SELECT * FROM {', '.join(of)}").one()
            self.size = size * (pages - free)
        self._measured = time.monotonic()

    def _is_due(self) -> bool:
        """Whether it is time to measure again; a store that is nearly full is measured each time."""
        if self.most is not None and self.size >= NEARLY * self.most:
            return True
        return time.monotonic() > self._measured + MEASURED_EVERY

    def _check_room(self) -> None:
        """Refuse what a store without room would have to keep for long; what goes on there goes on."""
        if self.most is not None and self.size >= self.most:
            raise Declined("store-full")

    def now(self) -> float:
        return self._clock.now()

    # --- Writing --------------------------------------------------------------------------------

    async def create(self, table: str, setup: Json, public: bool, status: str, first: Json | None = None) -> None:
        self._check_room()
        now = self.now()
        row = {"id": table, "setup": json.dumps(setup), "public": public, "status": status}
        row |= {"created": now, "changed": now} | self._owned(table)

        def write(link: sql.Connection) -> None:
            self._insert(link, TABLES, row)
            if first is not None:
                self._insert(link, LOG, {"table_id": table, "number": 0, "entry": json.dumps(first), "written": now})

        await self._written(write)

    async def append(self, table: str, number: int, entry: Json, status: str) -> None:
        now = self.now()
        row = {"table_id": table, "number": number, "entry": json.dumps(entry), "written": now}

        def write(link: sql.Connection) -> None:
            self._check_owner(link, table)
            self._insert(link, LOG, row)
            self._keep_status(link, {"table": table, "status_now": status, "now": now})

        await self._written(write)

    async def rename(self, table: str, number: int, entry: Json) -> None:
        named = sql.and_(NAMES.c.table_id == table, NAMES.c.seat == entry["seat"])
        row = {"table_id": table, "seat": entry["seat"], "name": entry["name"], "entries": number}

        def write(link: sql.Connection) -> None:
            self._check_owner(link, table)
            link.execute(NAMES.delete().where(named))
            count = sql.select(sql.func.count()).select_from(LOG).where(LOG.c.table_id == table)
            if link.execute(count).scalar_one() != number:
                raise Taken
            link.execute(NAMES.insert(), [row])

        await self._written(write)

    async def park(self, table: str, why: str) -> None:
        parked = TABLES.update().where(TABLES.c.id == table).values(parked=why)
        await self._written(lambda link: link.execute(parked))

    async def keep_record(self, replay: str, record: Json) -> None:
        self._check_room()
        row = {"id": replay, "record": json.dumps(record), "created": self.now()}
        await self._written(lambda link: self._insert(link, RECORDS, row))

    async def keep_code(self, code: str, table: str, until: float) -> None:
        row = {"hash": code, "table_id": table, "until": until}

        def write(link: sql.Connection) -> None:
            link.execute(CODES.delete().where(CODES.c.until < self.now()))
            self._insert(link, CODES, row)

        await self._written(write)

    async def forget(self, before: float, besides: set[str], most: int) -> int:
        old = sql.select(TABLES.c.id).where(TABLES.c.changed < before, self._is_free()).order_by(TABLES.c.changed)
        records = sql.select(RECORDS.c.id).where(RECORDS.c.created < before).limit(most)

        def write(link: sql.Connection) -> int:
            link.execute(CODES.delete().where(CODES.c.until < self.now()))
            found = link.execute(old.limit(most + len(besides))).scalars()
            gone = [table for table in found if table not in besides][:most]
            for kept in (LOG, NAMES, CODES):
                link.execute(kept.delete().where(kept.c.table_id.in_(gone)))
            link.execute(TABLES.delete().where(TABLES.c.id.in_(gone)))
            return len(gone) + link.execute(RECORDS.delete().where(RECORDS.c.id.in_(records))).rowcount

        return await self._written(write)

    # What only a store of several processes has to see to.

    async def take(self, table: str) -> None:
        pass

    async def release(self, besides: Container[str]) -> None:
        pass

    def _owned(self, table: str) -> Json:
        """What is kept of whose a new table is."""
        return {}

    def _check_owner(self, link: sql.Connection, table: str) -> None:
        """Refuse to write to a table that another process has."""

    def _is_free(self) -> sql.ColumnElement[bool]:
        """Which tables no other process has."""
        return sql.true()

    def _insert(self, link: sql.Connection, into: sql.Table, row: Json) -> None:
        if into is LOG:
            self._keep_entry(link, row)
        else:
            link.execute(into.insert(), [row])

    async def _written(self, write: Write) -> Any:
        job = Job(write)
        self._waiting.put(job)
        try:
            return await job.done
        except sql.exc.IntegrityError:
            raise Taken from None
        except sql.exc.DBAPIError:
            raise Declined("not-kept") from None

    def _write(self) -> None:
        closing = False
        while not closing:
            work = [self._waiting.get()]
            while not self._waiting.empty():
                work.append(self._waiting.get())
            closing = None in work
            jobs = [job for job in work if job is not None]
            problem = self._wrote(jobs)
            if isinstance(problem, sql.exc.OperationalError):
                # A disk that is full, a lock that somebody holds: none of it can be written, and nobody waits longer.
                for job in jobs:
                    job.problem = problem
            elif problem is not None:
                # Something in it can't be written: each on its own, so that it harms nobody else.
                for job in jobs:
                    job.problem = self._wrote([job])
            tell_all(jobs)
        self._let_go()

    def _wrote(self, jobs: list[Job]) -> Exception | None:
        """Write all of these in one transaction; what went wrong, if something did."""
        try:
            link = self._own_link()
            with link.begin():
                for job in jobs:
                    job.result = job.write(link)
                if self._is_due():
                    self._measure(link)
        except Exception as problem:
            self._let_go()
            self._say_once(problem)
            return problem
        self._say_once(None)
        return None

    def _own_link(self) -> sql.Connection:
        """The connection through which all is written, kept until something goes wrong."""
        if self._link is None or self._link[0] is not self.engine.pool:
            self._let_go()
            self._link = self.engine.pool, self.engine.connect()
        return self._link[1]

    def _let_go(self) -> None:
        if self._link is not None:
            with contextlib.suppress(sql.exc.DBAPIError):
                self._link[1].close()
        self._link = None

    def _say_once(self, problem: Exception | None) -> None:
        """Log that the disk can't be written, and that it can again; not each time."""
        failing = isinstance(problem, sql.exc.DBAPIError) and not isinstance(problem, sql.exc.IntegrityError)
        if failing and not self.failing:
            log.error("the store can't be written: %s; what people do is refused until it can", in_short(problem))
        elif self.failing and problem is None:
            log.warning("the store can be written again")
        self.failing = failing or (self.failing and problem is not None)

    def close(self) -> None:
        self._waiting.put(None)
        self._writer.join(10)
        self.engine.dispose()
        if self.lock is not None:
            self.lock.close()

    # --- Reading --------------------------------------------------------------------------------

    async def load(self, table: str, since: int = 0) -> tuple[Json, list[Json]] | None:
        return await self._read(lambda link: loaded(link, table, since))

    async def public_tables(self, most: int) -> list[tuple[str, float]]:
        first = sql.case({"waiting": 0, "playing": 1}, value=TABLES.c.status, else_=2)
        listed = sql.select(TABLES.c.id, TABLES.c.changed)
        listed = listed.where(TABLES.c.public, TABLES.c.status.in_(LIVE), TABLES.c.parked.is_(None))
        wanted = listed.order_by(first, TABLES.c.changed.desc()).limit(most)
        return await self._read(lambda link: [(table, changed) for table, changed in link.execute(wanted)])

    async def changed(self, table: str) -> float | None:
        wanted = sql.select(TABLES.c.changed).where(TABLES.c.id == table)
        return await self._read(lambda link: link.execute(wanted).scalar_one_or_none())

    async def load_record(self, replay: str) -> Json | None:
        wanted = sql.select(RECORDS.c.record).where(RECORDS.c.id == replay)
        text = await self._read(lambda link: link.execute(wanted).scalar_one_or_none())
        try:
            return None if text is None else json.loads(text)
        except (ValueError, TypeError, RecursionError):
            raise Unreadable("no JSON") from None

    async def find_code(self, code: str) -> str | None:
        wanted = sql.select(CODES.c.table_id).where(CODES.c.hash == code)
        return await self._read(lambda link: link.execute(wanted).scalar_one_or_none())

    async def _read(self, read: Callable[[sql.Connection], Found]) -> Found:
        def in_a_transaction() -> Found:
            with self.engine.connect() as link:
                return read(link)

        try:
            return await asyncio.to_thread(in_a_transaction)
        except sql.exc.OperationalError as problem:
            log.error("the store can't be read: %s", in_short(problem))
            raise Declined("not-read") from None
        except sql.exc.DatabaseError as problem:
            raise Unreadable(in_short(problem)) from None


def loaded(link: sql.Connection, table: str, since: int = 0, parked: bool = False) -> tuple[Json, list[Json]] | None:
    """A table and what happened at it; of one that is parked only why, unless that is wanted too."""
    row = link.execute(sql.select(TABLES).where(TABLES.c.id == table)).one_or_none()
    if row is None:
        return None
    if row.parked and not parked:
        return {"parked": row.parked}, []
    wanted = sql.select(LOG.c.number, LOG.c.entry).where(LOG.c.table_id == table, LOG.c.number >= since)
    rows = link.execute(wanted.order_by(LOG.c.number)).all()
    if [number for number, _ in rows] != list(range(since, since + len(rows))):
        raise Unreadable("an entry is missing")
    named = sql.select(NAMES).where(NAMES.c.table_id == table, NAMES.c.entries >= since).order_by(NAMES.c.entries)
    names = [(name.entries, {"kind": "name", "seat": name.seat, "name": name.name}) for name in link.execute(named)]
    try:
        setup = json.loads(row.setup) | {"created": row.created, "changed": row.changed, "parked": row.parked}
        entries = [(number, dict(json.loads(text))) for number, text in rows]
    except (ValueError, TypeError, RecursionError):
        raise Unreadable("no JSON") from None
    # What somebody is called after so many entries comes before the next one.
    happened = sorted(names + entries, key=lambda one: (one[0], one[1].get("kind") != "name"))
    return setup, [entry for _, entry in happened]


def in_short(problem: Exception | None) -> str:
    """What went wrong in a database, in its own words, without the statement and without details."""
    return str(getattr(problem, "orig", problem)).partition("\n")[0]


def prepared(engine: sql.Engine, statement: Any) -> Callable[[sql.Connection, Json], Any]:
    """A statement that is compiled once, and handed to the driver as it is: all else takes longer than what it does.
    It answers with the driver's cursor."""
    compiled, driver = statement.compile(engine), engine.dialect.loaded_dbapi
    text, places = str(compiled), compiled.positiontup

    def execute(link: sql.Connection, values: Json) -> Any:
        try:
            cursor = link.connection.cursor()
            cursor.execute(text, values if places is None else [values[name] for name in places])
            return cursor
        except driver.Error as problem:
            raise sql.exc.DBAPIError.instance(text, None, problem, driver.Error, hide_parameters=True) from problem

    return execute


def _write_ahead(connection: Any, _: Any) -> None:
    """SQLite with a write-ahead log, each commit on disk before it is acknowledged."""
    connection.isolation_level = None  # it begins nothing by itself, see below
    cursor = connection.cursor()
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _beginning(engine: sql.Engine) -> Callable[[sql.Connection], None]:
    """A transaction holds all that is done in it, changes of the schema too."""
    execute = prepared(engine, sql.text("BEGIN"))
    return lambda link: execute(link, {}).close()
