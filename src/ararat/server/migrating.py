"""A store of an older version, made one of today."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sql

from .schema import VERSION

SCRIPTS = Path(__file__).parent / "migrations"


def upgrade(link: sql.Connection, since: str, to: str = VERSION) -> None:
    """Bring a store from one version to another, in the transaction of a connection."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = link
    command.stamp(config, since)
    command.upgrade(config, to)
