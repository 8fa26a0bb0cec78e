"""The store as it was before it had a version: tables, their logs, records, codes."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sql.Column("id", sql.String(32), primary_key=True),
        sql.Column("setup", sql.Text, nullable=False),
        sql.Column("public", sql.Boolean, nullable=False),
        sql.Column("status", sql.String(16), nullable=False),
        sql.Column("created", sql.Float, nullable=False),
        sql.Column("changed", sql.Float, nullable=False),
        sql.Index("tables_listed", "public", "status", "changed"),
    )
    op.create_table(
        "log",
        sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("number", sql.Integer, primary_key=True),
        sql.Column("entry", sql.Text, nullable=False),
        sql.Column("written", sql.Float, nullable=False),
    )
    op.create_table(
        "records",
        sql.Column("id", sql.String(32), primary_key=True),
        sql.Column("record", sql.Text, nullable=False),
        sql.Column("created", sql.Float, nullable=False),
    )
    op.create_table(
        "codes",
        sql.Column("hash", sql.String(64), primary_key=True),
        sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), nullable=False),
        sql.Column("until", sql.Float, nullable=False),
    )
