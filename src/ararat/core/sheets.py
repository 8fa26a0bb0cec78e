"""Everybody's points by source, as the page shows them beside the board."""

from __future__ import annotations

from typing import Any

from .contract import Json

Row = tuple[str, list[Any]]  # a label, and a value for each seat, None where the viewer can't know it


def score_sheet(*rows: Row, total: Row) -> list[Json]:
    """The rows of a sheet, with that of the totals below them."""
    shown: list[Json] = [{"label": label, "values": values} for label, values in rows]
    return [*shown, {"label": total[0], "values": total[1], "total": True}]
