"""Figures as tables for the screen and for reports, with what they depend on: date, machine, versions."""

from __future__ import annotations

import os
import platform
from datetime import datetime
from importlib import metadata
from pathlib import Path
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


def surroundings(now: datetime, packages: tuple[str, ...]) -> Row:
    """What figures depend on: date, machine, versions."""
    return {
        "date": now.isoformat(timespec="seconds"),
        "machine": f"{_processor()}, {os.cpu_count()} cores, {platform.system()}",
        "python": platform.python_version(),
        "packages": {name: _version(name) for name in packages},
    }


def in_words(about: Row) -> str:
    """The surroundings in one line."""
    packages = ", ".join(f"{name} {version}" for name, version in about["packages"].items() if version)
    return f"{about['date']}, {about['machine']}, Python {about['python']}; {packages}"


def markdown(rows: list[Row], columns: tuple[str, ...]) -> list[str]:
    """Rows as a table in Markdown."""
    lines = ["| " + " | ".join(columns) + " |", "|---" * len(columns) + "|"]
    return lines + ["| " + " | ".join(_figure(row.get(column)) for column in columns) + " |" for row in rows]


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None
