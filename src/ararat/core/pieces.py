"""What is in a game's box: a `pieces.toml` of tables, every row with the status of what it says.

known          a source states it
derived        it follows from known facts
reconstructed  made up so that it fits everything known; an owner of the box may correct it
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ..errors import BadPieces

STATUSES = ("known", "derived", "reconstructed")


class Pieces:
    """The tables of one `pieces.toml`, each a list of rows that were checked on loading."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._tables: dict[str, list[dict[str, Any]]] = tomllib.loads(path.read_text("utf-8"))
        except (OSError, tomllib.TOMLDecodeError) as problem:
            raise BadPieces(f"{path.name} cannot be read: {problem}") from None
        for name, rows in self._tables.items():
            for row in rows:
                if row.get("status") not in STATUSES:
                    raise BadPieces(f"{path.name}, {name}: {row} needs a status, one of {', '.join(STATUSES)}")

    def rows(self, name: str, columns: Iterable[str]) -> list[dict[str, Any]]:
        """The rows of a table; every row must have exactly these columns, and its status."""
        expected = {*columns, "status"}
        rows = self._tables.get(name, [])
        if not rows:
            raise BadPieces(f"{self.path.name} has no table {name}")
        for row in rows:
            if set(row) != expected:
                raise BadPieces(f"{self.path.name}, {name}: {row} should have {', '.join(sorted(expected))}")
        return rows

    def demand(self, holds: bool, sentence: str) -> None:
        """Refuse the pieces, saying why, unless something holds."""
        if not holds:
            raise BadPieces(f"{self.path.name}: {sentence}")

    def reconstructed(self) -> list[tuple[str, dict[str, Any]]]:
        """Every row that is made up, with the name of its table."""
        return [(n, row) for n, rows in self._tables.items() for row in rows if row["status"] == "reconstructed"]


def beside(module_file: str) -> Pieces:
    """The `pieces.toml` in the folder of a module."""
    return Pieces(Path(module_file).with_name("pieces.toml"))
