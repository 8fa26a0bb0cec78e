"""Every pen that there could be: all connected sets of cells that are small enough, with their borders.

Sets of edges, joints and cells are whole numbers here, with a bit for every number of board.py; sets
of edges have more than 62 members, which plain Python does not mind.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from ...core.bits import members_of, set_of
from .board import CELL_JOINTS, CELLS, EDGE_CELLS, NO_CELL, SIDES
from .pieces import LARGEST_PEN


class Shape(NamedTuple):
    """A set of cells that could be a pen."""

    cells: int
    size: int
    border: int  # edges around it
    behind: int  # ... of which it has the second cell, not the first
    inside: int  # edges between two of its cells
    joints: int  # joints that it touches
    spare: int  # inside planks that would still leave it in one piece


@cache
def shapes_of(players: int) -> tuple[Shape, ...]:
    """All shapes of the board for a number of players, small ones first."""
    neighbours: dict[int, set[int]] = {cell: set() for cell in members_of(CELLS[players])}
    for cell, other in EDGE_CELLS[players].tolist():
        if other != NO_CELL:
            neighbours[cell].add(other)
            neighbours[other].add(cell)
    found = {frozenset([cell]) for cell in neighbours}
    shapes = []
    for _ in range(LARGEST_PEN):
        shapes += [_shape(cells, players) for cells in sorted(found, key=sorted)]
        found = {cells | {near} for cells in found for cell in cells for near in neighbours[cell] - cells}
    return tuple(shapes)


def _shape(cells: frozenset[int], players: int) -> Shape:
    sides = [int(edge) for cell in cells for edge in SIDES[cell]]
    inside = {edge for edge in sides if sides.count(edge) == 2}
    border = set(sides) - inside
    joints = 0
    for cell in cells:
        joints |= int(CELL_JOINTS[players, cell])
    return Shape(
        cells=set_of(cells),
        size=len(cells),
        border=set_of(border),
        behind=set_of(edge for edge in border if int(EDGE_CELLS[players, edge, 0]) not in cells),
        inside=set_of(inside),
        joints=joints,
        spare=len(inside) - (len(cells) - 1),
    )
