"""A store that several processes share: PostgreSQL. Each of them is a worker with a lease that it renews; each table
has one worker at a time, and nobody else writes to it.

Whose a table is stands in its own row, with an epoch that counts how often it was taken. A worker takes a table whose
worker lives no more; whoever wakes up late finds another name there, and what it wants to write is refused as `Lost`.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import Container
from dataclasses import dataclass

import sqlalchemy as sql

from ..core.contract import Json
from ..errors import BadFile
from . import schema
from .job import Job
from .refusals import Declined
from .schema import MARK, TABLES, WORKERS
from .seats import new_id
from .store import Lost, SqlStore, in_short, prepared

SCHEME = "postgresql+psycopg"
LEASE_SECONDS = 3.0
OPENING = 0x41726172  # of the lock that whoever opens the store holds meanwhile
OPENING_SECONDS = 60  # that it may do nothing in between: all workers begin at once, and load what they need
AGAIN = (0.05, 0.2, 0.5)  # seconds, before what could not be written is tried again
MEASURED_SECONDS = 10.0
RELEASED_SECONDS = 60.0
OWNERS_KNOWN = 10_000
SETTINGS = {  # nobody waits long for a worker that hangs
    "idle_in_transaction_session_timeout": 2_000,
    "lock_timeout": 1_500,
    "statement_timeout": 20_000,
}
NOW = sql.cast(sql.extract("epoch", sql.func.clock_timestamp()), sql.Float)
OWNER_LIVES = sql.exists().where(WORKERS.c.id == TABLES.c.owner, WORKERS.c.expires > NOW)
MINE = sql.select(TABLES.c.id).where(
    TABLES.c.id == sql.bindparam("table"),
    TABLES.c.owner == sql.bindparam("worker"),
    TABLES.c.epoch == sql.bindparam("held"),
)
MINE = MINE.with_for_update(key_share=True)


@dataclass(frozen=True)
class Hold:
    """A table of this worker."""

    epoch: int
    since: float


@dataclass(frozen=True)
class Peer:
    """Another worker."""

    id: str
    address: str  # where it is reached


class SharedStore(SqlStore):
    """The store of a worker among others."""

    lease = LEASE_SECONDS

    def __init__(self, address: str, most: int | None = None) -> None:
        self.worker = new_id()
        self.held: dict[str, Hold] = {}  # the tables of this worker
        self._owners: OrderedDict[str, Peer | None] = OrderedDict()  # as they last were, for when nobody can be asked
        self._again = False
        self._sized = 0.0
        try:
            super().__init__(address, most=most)
        except sql.exc.OperationalError as problem:
            raise BadFile("store.unreachable", problem=in_short(problem).strip().splitlines()[0]) from None
        except sql.exc.DatabaseError as problem:
            raise BadFile("store.unusable", problem=in_short(problem).strip().splitlines()[0]) from None
        self._find_mine = prepared(self.engine, MINE)

    def _engine(self, address: str) -> sql.Engine:
        return connected(address, self.worker)

    def _look(self, link: sql.Connection) -> str | None:
        for patient in ("lock_timeout", "statement_timeout"):
            link.exec_driver_sql(f"SET LOCAL {patient} = 0")
        link.exec_driver_sql(f"SET LOCAL idle_in_transaction_session_timeout = {OPENING_SECONDS * 1_000}")
        link.execute(sql.select(sql.func.pg_advisory_xact_lock(OPENING)))  # the others wait until it is there
        return super()._look(link)

    def _measure(self, link: sql.Connection) -> None:
        if time.monotonic() - self._sized > MEASURED_SECONDS:
            self._sized = time.monotonic()
            self.size = link.execute(sql.select(sql.func.pg_database_size(sql.func.current_database()))).scalar_one()
        self._measured = time.monotonic()

    # --- Leases ---------------------------------------------------------------------------------

    async def renew(self, address: str) -> tuple[list[Peer], list[str]]:
        """Live on. The other workers that live, and the tables of this one that another has taken meanwhile."""
        return await asyncio.to_thread(self._renew, address)

    def _renew(self, address: str) -> tuple[list[Peer], list[str]]:
        mine = WORKERS.c.id == self.worker
        with self.engine.begin() as link:
            if link.execute(WORKERS.update().where(mine).values(expires=NOW + self.lease)).rowcount == 0:
                values = {"id": self.worker, "address": address, "expires": NOW + self.lease}
                link.execute(WORKERS.insert().values(values))
        # Looked at once that is kept: from now on nobody takes a table from here.
        held = dict(self.held)
        with self.engine.connect() as link:
            version = link.execute(sql.select(MARK.c.version_num)).scalar_one()
            if version != schema.VERSION:
                raise self._newer(version)
            others = link.execute(sql.select(WORKERS.c.id, WORKERS.c.address).where(~mine, WORKERS.c.expires > NOW))
            peers = [Peer(*row) for row in others]
            gone = sql.select(TABLES.c.id).where(TABLES.c.id.in_(held), TABLES.c.owner.is_distinct_from(self.worker))
            taken = link.execute(gone).scalars().all() if held else []
        lost = [table for table in taken if self.held.get(table) == held[table]]
        for table in lost:
            del self.held[table]
        return peers, lost

    async def withdraw(self, worker: str) -> None:
        """End the lease of a worker that is no more."""
        await asyncio.to_thread(forget_worker, self.engine, worker)

    async def long_gone(self, seconds: float) -> list[Peer]:
        """Forget the workers whose leases ended long ago; who they were."""

        def forget() -> list[Peer]:
            with self.engine.begin() as link:
                gone = WORKERS.delete().where(WORKERS.c.expires < NOW - seconds)
                return [Peer(*row) for row in link.execute(gone.returning(WORKERS.c.id, WORKERS.c.address))]

        return await asyncio.to_thread(forget)

    # --- Whose a table is -----------------------------------------------------------------------

    async def owner(self, table: str) -> Peer | None:
        """The other worker that has a table; None: this one, or nobody. Where the store can't be asked, whoever had it
        last."""
        if table in self.held:
            return None
        wanted = sql.select(WORKERS.c.id, WORKERS.c.address).where(
            WORKERS.c.id == TABLES.c.owner, WORKERS.c.id != self.worker, WORKERS.c.expires > NOW, TABLES.c.id == table
        )
        try:
            row = await self._read(lambda link: link.execute(wanted).one_or_none())
        except Declined:
            return self._owners.get(table)
        found = None if row is None else Peer(*row)
        if found is not None:
            self._owners[table] = found
            self._owners.move_to_end(table)
            if len(self._owners) > OWNERS_KNOWN:
                self._owners.popitem(last=False)
        else:
            self._owners.pop(table, None)
        return found

    async def owners(self, tables: list[str]) -> dict[str, str]:
        """The workers that have some tables, as far as they live."""
        wanted = sql.select(TABLES.c.id, TABLES.c.owner).where(TABLES.c.id.in_(tables), OWNER_LIVES)
        return await self._read(lambda link: {row.id: row.owner for row in link.execute(wanted)})

    async def take(self, table: str) -> None:
        if table in self.held:
            return
        free = sql.or_(TABLES.c.owner.is_(None), TABLES.c.owner == self.worker, ~OWNER_LIVES)
        taking = TABLES.update().where(TABLES.c.id == table, free)
        taking = taking.values(owner=self.worker, epoch=TABLES.c.epoch + 1)

        def write() -> tuple[int | None, bool]:
            with self.engine.begin() as link:
                epoch = link.execute(taking.returning(TABLES.c.epoch)).scalar_one_or_none()
                known = link.execute(sql.select(TABLES.c.id).where(TABLES.c.id == table)).one_or_none()
                return epoch, known is not None

        try:
            epoch, known = await asyncio.to_thread(write)
        except sql.exc.DBAPIError:
            raise Declined("not-read") from None
        if epoch is not None:
            self.held[table] = Hold(epoch, time.monotonic())
        elif known:
            raise Lost

    async def release(self, besides: Container[str]) -> None:
        young = time.monotonic() - RELEASED_SECONDS
        gone = [
            (table, hold.epoch)
            for table, hold in self.held.items()
            if table not in besides and hold.since < young  # somebody is on their way to a new one
        ]
        for table, _ in gone:
            del self.held[table]
        if not gone:
            return
        mine = sql.tuple_(TABLES.c.id, TABLES.c.epoch).in_(gone)
        releasing = TABLES.update().where(mine, TABLES.c.owner == self.worker).values(owner=None)
        await self._written(lambda link: link.execute(releasing))

    def _owned(self, table: str) -> Json:
        self.held[table] = Hold(1, time.monotonic())
        return {"owner": self.worker, "epoch": 1}

    def _check_owner(self, link: sql.Connection, table: str) -> None:
        hold = self.held.get(table)
        epoch = 0 if hold is None else hold.epoch
        # Held until the end of the transaction: whoever takes the table meanwhile finds what is written here.
        mine = self._find_mine(link, {"table": table, "worker": self.worker, "held": epoch}).fetchone()
        if mine is None:
            self.held.pop(table, None)
            raise Lost

    def _is_free(self) -> sql.ColumnElement[bool]:
        return sql.or_(~OWNER_LIVES, TABLES.c.owner == self.worker)

    # --- A database that goes away --------------------------------------------------------------

    def _wrote(self, jobs: list[Job]) -> Exception | None:
        """A connection that broke is no reason to refuse anything: all of it is tried again a few times."""
        try:
            for pause in AGAIN:
                problem = super()._wrote(jobs)
                if not isinstance(problem, sql.exc.OperationalError):
                    return problem
                self._again = True
                time.sleep(pause)
            return super()._wrote(jobs)
        finally:
            self._again = False

    def _insert(self, link: sql.Connection, into: sql.Table, row: Json) -> None:
        """What was written before the connection broke, though nobody could say so, is not written twice."""
        if self._again:
            told = [column for column in into.columns if column.primary_key or column.name == "entry"]
            if link.execute(sql.select(sql.true()).where(*(column == row[column.name] for column in told))).first():
                return
        super()._insert(link, into, row)

    def _newer(self, version: str) -> BadFile:
        return BadFile("store.newer-database", given=version, known=schema.VERSION)


def connected(address: str, worker: str) -> sql.Engine:
    """Connections to a store for a worker."""
    settings = " ".join(f"-c {name}={value}" for name, value in SETTINGS.items())
    connecting = {"connect_timeout": 3, "options": settings, "application_name": f"ararat {worker}"}
    pool = {"pool_pre_ping": True, "pool_size": 8, "pool_timeout": 5.0}
    try:
        url = sql.make_url(address).set(drivername=SCHEME)
        return sql.create_engine(url, hide_parameters=True, connect_args=connecting, **pool)
    except ImportError:
        raise BadFile("store.no-psycopg") from None


def forget_worker(engine: sql.Engine, worker: str) -> None:
    with engine.begin() as link:
        link.execute(WORKERS.delete().where(WORKERS.c.id == worker))


def end_lease(address: str, worker: str) -> None:
    """End the lease of a worker that is dead for sure; where that can't be done, it runs out by itself."""
    engine = connected(address, worker)
    with contextlib.suppress(sql.exc.SQLAlchemyError):
        forget_worker(engine, worker)
    engine.dispose()
