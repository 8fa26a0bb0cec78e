"""What the store keeps, as tables of a SQL database, and the version of that form.

A store says its version where Alembic says it. One without a word about it was made before there were versions and is
of the first. Whoever changes anything here adds a migration (`migrations/versions`) and counts `VERSION` up.
"""

from __future__ import annotations

import sqlalchemy as sql

FIRST = "0001"
VERSION = "0003"

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
    sql.Column("parked", sql.String(32)),  # why it can't be played here, as far as was tried
    sql.Column("owner", sql.String(32)),  # the worker that has it, as long as that one lives
    sql.Column("epoch", sql.Integer, nullable=False, server_default="0"),  # how often it was taken
    sql.Index("tables_listed", "public", "status", "changed"),
    sql.Index("tables_changed", "changed"),
)
LOG = sql.Table(
    "log",
    METADATA,
    sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("entry", sql.Text, nullable=False),
    sql.Column("written", sql.Float, nullable=False),
)
NAMES = sql.Table(  # what somebody called themselves last, and after how many entries of the log
    "names",
    METADATA,
    sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("seat", sql.Integer, primary_key=True),
    sql.Column("name", sql.Text, nullable=False),
    sql.Column("entries", sql.Integer, nullable=False),
)
RECORDS = sql.Table(
    "records",
    METADATA,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("record", sql.Text, nullable=False),
    sql.Column("created", sql.Float, nullable=False),
    sql.Index("records_created", "created"),
)
CODES = sql.Table(
    "codes",
    METADATA,
    sql.Column("hash", sql.String(64), primary_key=True),
    sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), nullable=False),
    sql.Column("until", sql.Float, nullable=False),
    sql.Index("codes_of_a_table", "table_id"),
)
WORKERS = sql.Table(  # processes that serve one store together; with SQLite there is one, and it is not here
    "workers",
    METADATA,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("address", sql.Text, nullable=False),  # where the others reach it
    sql.Column("expires", sql.Float, nullable=False),  # by the clock of the database
)
MARK = sql.Table(  # Alembic's own; not in METADATA, for it is no part of what migrations compare
    "alembic_version",
    sql.MetaData(),
    sql.Column("version_num", sql.String(32), primary_key=True),
)


def version_of(link: sql.Connection) -> str | None:
    """The version of a store; None if there is nothing in it yet."""
    found = sql.inspect(link).get_table_names()
    if MARK.name in found:
        marked = link.execute(sql.select(MARK.c.version_num)).scalar_one_or_none()
        if marked is not None:
            return marked
    return FIRST if TABLES.name in found else None


def create(link: sql.Connection) -> None:
    """Make all of it, in a database with nothing in it."""
    METADATA.create_all(link)
    MARK.create(link)
    link.execute(MARK.insert(), [{"version_num": VERSION}])
