"""Figures as tables for the screen and for reports."""

from __future__ import annotations

from typing import Any

from rich import box
from rich.table import Table

Row = dict[str, Any]


def as_table(rows: list[Row], columns: tuple[str, ...]) -> Table:
    """A report for the screen, narrow enough for most."""
    table = Table(box=box.SIMPLE, padding=(0, 1, 0, 0))
    table.add_column("", no_wrap=True)
    for column in columns[1:]:
        table.add_column(column.replace(" ", "\n"), justify="right")
    for row in rows:
        table.add_row(row[columns[0]], *(_short(row.get(column)) for column in columns[1:]))
    return table


def _short(value: Any) -> str:
    """A figure in few characters: 7.1M, 106k, 3.9."""
    if value is None:
        return "–"
    if isinstance(value, str):
        return value
    for limit, letter in ((1e6, "M"), (1e4, "k")):
        if value >= limit:
            scaled = value / (1e6 if letter == "M" else 1e3)
            return f"{scaled:.1f}{letter}" if scaled < 100 else f"{scaled:.0f}{letter}"
    return f"{value:.0f}" if value >= 100 or value == int(value) else f"{value:.3g}"


def _figure(value: Any) -> str:
    """A figure for the report that is kept."""
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
    return str(value)


def markdown(rows: list[Row], columns: tuple[str, ...]) -> list[str]:
    """Rows as a table in Markdown."""
    lines = ["| " + " | ".join(columns) + " |", "|---" * len(columns) + "|"]
    return lines + ["| " + " | ".join(_figure(row.get(column)) for column in columns) + " |" for row in rows]


def put_in(page: str, name: str, lines: list[str]) -> str:
    """A page with other lines between the marks of a name."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    before, _, rest = page.partition(begin)
    return "\n".join([before + begin, *lines, end + rest.partition(end)[2]])
