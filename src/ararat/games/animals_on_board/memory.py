"""What people must keep in mind at a table that does not remember for them (AB-6.9)."""

from __future__ import annotations

from ...core.contract import Json
from .state import Table
from .views import view_with

LOG_SINCE = "round"


def closed_view_of(table: Table, viewer: int | None) -> Json:
    """The table with closed arks: of all but one's own, how many tiles they hold."""
    return view_with(table, viewer, [tiles if seat == viewer else 0 for seat, tiles in enumerate(table.known)])
