"""What people must keep in mind at a table that does not remember for them (NO-6.11)."""

from __future__ import annotations

from ...core.contract import Json
from .state import Table
from .views import view_with

LOG_SINCE = "turn"  # hands are dealt anew every round: its log would tell all that is to be remembered


def closed_view_of(table: Table, viewer: int | None) -> Json:
    """The table with closed hands: of all but one's own, how many cards they hold."""
    return view_with(table, viewer, [0] * int(table.players))
