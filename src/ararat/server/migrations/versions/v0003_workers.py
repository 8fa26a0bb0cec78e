"""Many processes over one store: who has which table, and until when they live."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("tables", sql.Column("owner", sql.String(32)))
    op.add_column("tables", sql.Column("epoch", sql.Integer, nullable=False, server_default="0"))
    op.create_table(
        "workers",
        sql.Column("id", sql.String(32), primary_key=True),
        sql.Column("address", sql.Text, nullable=False),
        sql.Column("expires", sql.Float, nullable=False),
    )
