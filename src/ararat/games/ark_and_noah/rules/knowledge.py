"""What seats know, as numbers: everything, for nothing is hidden (section 6)."""

from __future__ import annotations

from ....core import observations as see
from ....core.table import Weights
from ....core.whole import seat_count
from ..board import ALL_JOINTS, BOARD_EDGES, CELLS, EDGE_COUNT, MOST_EDGES
from ..pieces import TILE_COUNT
from ..state import LAYOUT, Table


def edges(table: Table) -> int:
    """How many edges the board has."""
    return EDGE_COUNT[seat_count(table)]


def has_own_plank(table: Table, other: int, row: Weights) -> None:
    """Whether a plank of a seat lies on an edge of the board."""
    if edges(table) == MOST_EDGES:  # all of them, which is quicker
        for edge in range(MOST_EDGES):
            row[edge] = 1.0 if table.planks[edge] == other else 0.0
        return
    here = BOARD_EDGES[seat_count(table)]
    for nth in range(edges(table)):
        row[nth] = 1.0 if table.planks[here[nth]] == other else 0.0


OBSERVED = see.Observed(
    LAYOUT,
    (
        *(see.SEAT, see.categories("phase", "action"), see.numbers("variant", "workers", "round_number", "left")),
        *(see.seats("first", "queue", "order"), see.numbers("pitch_supply", "food_supply", "bonus")),
        *(see.members(TILE_COUNT, "bags", "drawn"), see.members(ALL_JOINTS, "tight"), see.categories("berths")),
        see.members(CELLS, "pens", "penned", "fed"),
    ),
    (
        *(see.is_seat("turn", "actor"), see.has_seat("winners"), see.numbers("scores", "final")),
        *(see.numbers("wood", "wood_supply", "pitch", "food"), see.members(TILE_COUNT, "animals")),
        *(see.is_seat("action_done", "action_now"), see.where(edges, see.flags(has_own_plank, places=MOST_EDGES))),
    ),
)
