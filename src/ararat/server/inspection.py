"""What a host wants to know of a store: whether it is whole, and which of its tables can't be played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import sqlalchemy as sql

from ..errors import BadFile
from ..games import all_facts
from . import folder as folders
from .rooms import rebuilt
from .schema import RECORDS, TABLES, VERSION
from .store import loaded
from .table import OtherRules


@dataclass
class Inspection:
    """What was found."""

    version: str
    damage: str | None = None  # in SQLite's words
    tables: int = 0
    records: int = 0
    size: int = 0  # of all files, in bytes
    unplayable: list[tuple[str, str]] = field(default_factory=list)  # tables, and why: rules, damaged or game

    @property
    def whole(self) -> bool:
        return self.damage is None and not self.unplayable


def inspected(folder: Path, replaying: bool) -> Inspection:
    """Look at a whole store, also while a server runs over it; `replaying`: make every move of every table anew."""
    path = folder / folders.NAME
    if not path.is_file():
        raise BadFile("store.none", folder=str(folder))
    with folders.opened(path) as link:
        version = folders.version_in(link)
        found = Inspection(version or VERSION, folders.damage(link))
        if found.damage is None and version is None:
            raise BadFile("store.none", folder=str(folder))
        if found.damage is None:
            found.tables, found.records = (
                link.execute(f"SELECT count(*) FROM {kept}").fetchone()[0] for kept in (TABLES, RECORDS)
            )
    found.size = sum(file.stat().st_size for file in folder.glob(f"{folders.NAME}*"))
    if found.version > VERSION:
        raise BadFile("store.newer", given=found.version, known=VERSION)
    if found.damage is None and found.version == VERSION:
        engine = sql.create_engine(f"sqlite:///{path}", hide_parameters=True)
        with engine.connect() as link_:
            tables = list(link_.execute(sql.select(TABLES.c.id)).scalars())
        found.unplayable = list(unplayable(engine, tables, replaying))
        engine.dispose()
    return found


def unplayable(engine: sql.Engine, tables: list[str], replaying: bool) -> Iterator[tuple[str, str]]:
    """Those of some tables that can't be played, and why."""
    for table in tables:
        try:
            with engine.connect() as link:
                kept = loaded(link, table, parked=True)
            if kept is None:  # it was forgotten meanwhile
                continue
            setup, happened = kept
            if setup.get("game") not in all_facts():
                yield table, "game"
            elif replaying:
                rebuilt(table, setup, happened)
        except OtherRules:
            yield table, "rules"
        except Exception:
            yield table, "damaged"
