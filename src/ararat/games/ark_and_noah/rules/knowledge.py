"""What seats know, as numbers: everything, for nothing is hidden (section 6)."""

from __future__ import annotations

from ....core.bits import contains, first_of, number_of
from ....core.observations import SEAT, THERE, Observed, has_seat, is_seat, members, numbers, seats
from ..board import GRID, MOST_JOINTS
from ..pieces import TILE_COUNT
from ..state import LAYOUT, Table
from .pens import region_at


def pen_of_cell(table: Table, cell: int) -> int:
    """The first cell of the pen that a cell lies in, counted from 1."""
    return number_of(first_of(region_at(table, cell))) + 1 if contains(table.penned, cell) else 0


OBSERVED = Observed(
    LAYOUT,
    (
        *(numbers("players", "phase"), SEAT, numbers("variant", "first", "round_number", "action", "left")),
        *(numbers("pitch_supply", "food_supply"), seats("queue", "order", plus=1)),
        *(members(TILE_COUNT, "bags", "drawn"), members(GRID, "pens"), numbers(pen_of_cell, places=GRID)),
        *(members(GRID, "fed"), members(MOST_JOINTS, "tight"), numbers("berths", plus=1), numbers("bonus")),
    ),
    (
        *(is_seat("turn", "actor"), numbers("scores"), has_seat("winners")),
        *(numbers("wood", "wood_supply", "pitch", "food"), THERE, numbers("final")),
        *(is_seat("action_done", "action_now"), members(TILE_COUNT, "animals"), is_seat("planks")),
    ),
)
