"""Planks, regions and pens (AN-4.61, AN-4.63 to AN-4.68).

The planks themselves are the truth; which cells are open to each other, which leak, and which lie in
pens is kept beside them, so that a plank looks at no more than the cells that it could close in.
"""

from __future__ import annotations

from ....core.bits import contains, lowest_of, single, size_of, union_over, with_member, without, without_first
from ....core.effects import Effects, tell
from ....core.table import NOBODY
from ....core.whole import seat_count, whole
from ..board import (
    ALL_JOINTS,
    BOARD_EDGES,
    CELL_JOINTS,
    CELLS,
    CELLS_AT,
    COLUMNS,
    EDGE_CELLS,
    EDGE_COUNT,
    EDGE_JOINTS,
    FIRST,
    IS_UPRIGHT,
    JOINT_EDGES,
    MOST_EDGES,
    NO_CELL,
    OTHER,
    SIDES,
)
from ..pieces import LARGEST_PEN
from ..state import Effect, Table

RIGHT, BELOW = 3, 2  # of a cell's sides


# --- Regions and pens ---------------------------------------------------------------------------


def flooded(table: Table, cells: int) -> int:
    """Some cells and all that water in them would reach across one edge without plank.

    `open_right` and `open_below` hold the cells without plank on that side, so all cells go one step at once:

        +--+--+--+        open_right  {0, 3}       from {0}
        |0  1 |2 |        open_below  {0, 2}       over {0, 1, 3}
        +  +--+  +                                 to   {0, 1, 3, 4}, where no more is reached: a region
        |3  4 |5 |
        +--+--+--+
    """
    right, below = table.open_right, table.open_below
    across = ((cells & right) << 1) | ((cells >> 1) & right)
    return cells | across | ((cells & below) << COLUMNS) | ((cells >> COLUMNS) & below)


def region_at(table: Table, cell: int) -> int:
    """The region of a cell; of one that is too large for a pen a part, itself too large (AN-4.61)."""
    region = single(cell)
    wider = flooded(table, region)
    while wider != region and size_of(wider) <= LARGEST_PEN:
        region = wider
        wider = flooded(table, region)
    return wider


def whole_pens(table: Table, cells: int) -> int:
    """All cells of the pens that any of some cells lie in: the others are a few steps away at most."""
    cells &= table.penned
    for _ in range(LARGEST_PEN - 1):
        cells = flooded(table, cells)
    return cells


def is_pen(table: Table, region: int) -> bool:
    """Whether a region is small enough and has planks all around it (AN-4.61)."""
    return region & table.leaky == 0 and size_of(region) <= LARGEST_PEN


def is_cell(table: Table, cell: int) -> bool:
    """Whether a cell is on the board of this match."""
    return contains(CELLS[seat_count(table)], cell)


def in_pen(table: Table, cell: int) -> bool:
    """Whether a cell lies in a pen."""
    return contains(table.penned, cell)


def joints_of(table: Table, pen: int) -> int:
    """The joints that the cells of a pen touch (AN-4.66)."""
    return union_over(CELL_JOINTS[seat_count(table)], pen)


def planks_around(table: Table, pen: int, seat: int) -> int:
    """How many planks of a seat lie around a pen; inside it there are none."""
    count = 0
    while pen:
        cell = lowest_of(pen)
        for side in range(4):
            count += table.planks[SIDES[cell, side]] == seat
        pen = without_first(pen)
    return count


def cells_at_planks(table: Table, seat: int) -> int:
    """The cells beside any plank of a seat."""
    cells = 0
    for edge in range(MOST_EDGES):
        cells |= CELLS_AT[edge] if table.planks[edge] == seat else 0
    return cells


# --- What follows from the planks ---------------------------------------------------------------


def settle(table: Table) -> None:
    """Write down what follows from the planks that lie on the ark."""
    table.open_right, table.open_below, table.leaky = cells_at_bare_edges(table)
    table.firm = firm_joints(table, ALL_JOINTS[seat_count(table)])
    table.pens, table.penned = find_pens(table)


def cells_at_bare_edges(table: Table) -> tuple[int, int, int]:
    """The first cells of all edges that have no plank: those open to the right, to below, and to the outside."""
    right, below, leaky = 0, 0, 0
    players = seat_count(table)
    for number in range(EDGE_COUNT[players]):
        edge = BOARD_EDGES[players, number]
        if not has_plank(table, edge):
            cell = single(EDGE_CELLS[players, edge, FIRST])
            if is_outer(table, edge):
                leaky |= cell
            elif IS_UPRIGHT[edge]:
                right |= cell
            else:
                below |= cell
    return right, below, leaky


def firm_joints(table: Table, joints: int) -> int:
    """Those of some joints both of whose outer edges have planks (AN-4.68)."""
    firm = 0
    while joints:
        edges = JOINT_EDGES[seat_count(table), lowest_of(joints)]
        if has_plank(table, edges[FIRST]) and has_plank(table, edges[OTHER]):
            firm = with_member(firm, lowest_of(joints))
        joints = without_first(joints)
    return firm


def find_pens(table: Table) -> tuple[int, int]:
    """The first cells of all regions that are pens, and all their cells (AN-4.61)."""
    pens, penned = 0, 0
    rest = CELLS[seat_count(table)]
    while rest:
        region = region_at(table, lowest_of(rest))
        if is_pen(table, region):
            pens = with_member(pens, lowest_of(region))
            penned |= region
        rest &= ~region
    return pens, penned


# --- Planks -------------------------------------------------------------------------------------


def has_plank(table: Table, edge: int) -> bool:
    """Whether a plank lies on an edge."""
    return table.planks[edge] != NOBODY


def is_edge(table: Table, edge: int) -> bool:
    """Whether an edge is on the board of this match."""
    return EDGE_CELLS[seat_count(table), edge, FIRST] != NO_CELL


def is_outer(table: Table, edge: int) -> bool:
    """Whether an edge has one cell alone."""
    return EDGE_CELLS[seat_count(table), edge, OTHER] == NO_CELL


def is_inside_pen(table: Table, edge: int) -> bool:
    """Whether an edge without plank lies inside a pen: all around it there are planks (AN-4.64)."""
    return in_pen(table, EDGE_CELLS[seat_count(table), edge, FIRST])


def has_free_edge(table: Table) -> bool:
    """Whether a plank can go anywhere."""
    return (table.open_right | table.open_below | table.leaky) & ~table.penned != 0


def lay_plank(table: Table, edge: int, seat: int, effects: Effects) -> None:
    """A plank goes on an edge, and what it closes in becomes a pen (AN-4.63, AN-4.65)."""
    table.planks[edge] = seat
    players = seat_count(table)
    cell, other = EDGE_CELLS[players, edge, FIRST], EDGE_CELLS[players, edge, OTHER]
    if other == NO_CELL:
        seal(table, edge, cell)
        finish_pen(table, cell, effects)
        return
    if IS_UPRIGHT[edge]:
        table.open_right = without(table.open_right, cell)
    else:
        table.open_below = without(table.open_below, cell)
    finish_pen(table, cell, effects)
    finish_pen(table, other, effects)


def seal(table: Table, edge: int, cell: int) -> None:
    """A plank lies on an outer edge: its cell may leak no more, its joints may be firm."""
    leaks = False
    for side in range(4):
        beside = SIDES[cell, side]
        if is_outer(table, beside) and not has_plank(table, beside):
            leaks = True
    if not leaks:
        table.leaky = without(table.leaky, cell)
    table.firm = table.firm | firm_joints(table, EDGE_JOINTS[seat_count(table), edge])


def finish_pen(table: Table, cell: int, effects: Effects) -> None:
    """The region of a cell becomes a pen, if it is one and was none (AN-4.61, AN-4.65)."""
    if in_pen(table, cell):
        return
    region = region_at(table, cell)
    if not is_pen(table, region):
        return
    table.pens = with_member(table.pens, lowest_of(region))
    table.penned = table.penned | region
    tell(effects, Effect.PEN, NOBODY, lowest_of(region), size_of(region))
    remove_inside(table, region, effects)


def remove_inside(table: Table, pen: int, effects: Effects) -> None:
    """Planks between two cells of a new pen return to the supply of their colour (AN-4.65)."""
    cells = pen
    while cells:
        cell = lowest_of(cells)
        players = seat_count(table)
        for side in range(BELOW, RIGHT + 1):
            edge = SIDES[cell, side]
            other = EDGE_CELLS[players, edge, OTHER]
            if other != NO_CELL and contains(pen, other) and has_plank(table, edge):
                take_off(table, edge, cell, effects)
        cells = without_first(cells)


def take_off(table: Table, edge: int, cell: int, effects: Effects) -> None:
    """A plank to the right of a cell or below it returns to the supply."""
    owner = whole(table.planks[edge])
    table.planks[edge] = NOBODY
    table.wood_supply[owner] = table.wood_supply[owner] + 1
    if IS_UPRIGHT[edge]:
        table.open_right = with_member(table.open_right, cell)
    else:
        table.open_below = with_member(table.open_below, cell)
    tell(effects, Effect.REMOVED, owner, edge, 0)
