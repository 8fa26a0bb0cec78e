"""Names beside the log, so that whoever changes theirs a thousand times does not make it longer, and what is parked."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sql
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("tables", sql.Column("parked", sql.String(32)))
    op.create_index("tables_changed", "tables", ["changed"])
    op.create_index("records_created", "records", ["created"])
    if "codes" not in sql.inspect(op.get_bind()).get_table_names():  # the oldest stores had none yet
        op.create_table(
            "codes",
            sql.Column("hash", sql.String(64), primary_key=True),
            sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), nullable=False),
            sql.Column("until", sql.Float, nullable=False),
        )
    op.create_index("codes_of_a_table", "codes", ["table_id"])
    op.create_table(
        "names",
        sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
        sql.Column("seat", sql.Integer, primary_key=True),
        sql.Column("name", sql.Text, nullable=False),
        sql.Column("entries", sql.Integer, nullable=False),
    )
    link = op.get_bind()
    seated = "SELECT table_id FROM log WHERE entry LIKE '%\"seat\"%' GROUP BY table_id"
    for table in link.execute(sql.text(seated)).scalars().all():
        shorten(link, table)


def shorten(link: sql.Connection, table: str) -> None:
    """Take new names out of a table's log; what can't be read stays as it is."""
    setup = link.execute(sql.text("SELECT setup FROM tables WHERE id = :table"), {"table": table}).scalar_one()
    rows = link.execute(
        sql.text("SELECT number, entry FROM log WHERE table_id = :table ORDER BY number"), {"table": table}
    ).all()
    try:
        stays, names = without_names(json.loads(setup), [(number, json.loads(entry)) for number, entry in rows])
    except (ValueError, LookupError, TypeError, AttributeError):
        return
    if len(stays) == len(rows):
        return
    gone = [{"table": table, "number": number} for number in {number for number, _ in rows} - set(stays)]
    link.execute(sql.text("DELETE FROM log WHERE table_id = :table AND number = :number"), gone)
    for new, old in enumerate(stays):  # downwards and in order: the number is free by then
        if new != old:
            moved = {"table": table, "new": new, "old": old}
            link.execute(sql.text("UPDATE log SET number = :new WHERE table_id = :table AND number = :old"), moved)
    kept = [{"table": table, "seat": seat, "name": name, "after": after} for seat, (name, after) in names.items()]
    link.execute(
        sql.text("INSERT INTO names (table_id, seat, name, entries) VALUES (:table, :seat, :name, :after)"), kept
    )


def without_names(setup: Any, entries: list[tuple[int, Any]]) -> tuple[list[int], dict[int, tuple[str, int]]]:
    """The numbers of entries that do more than call somebody something else, and the last names, each with how many of
    those entries there were before it."""
    seats = [dict(seat) for seat in setup["seats"]]
    stays: list[int] = []
    names: dict[int, tuple[str, int]] = {}
    for number, entry in entries:
        if entry["kind"] == "seat":
            before, after = seats[entry["seat"]], dict(entry["as"])
            seats[entry["seat"]] = after
            if before.get("kind") == "person" and {**before, "name": ""} == {**after, "name": ""}:
                names[entry["seat"]] = (after.get("name", ""), len(stays))
                continue
        elif entry["kind"] == "start":
            seats = [dict(seat) for seat in entry["seats"]]
        stays.append(number)
    return stays, names
