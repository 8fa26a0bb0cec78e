"""What a view of Ark & Noah tells whoever judges it: the board by names, pens, and what a pair would bring."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from ...core.contract import Json
from .board import ALL_JOINTS, CELL_JOINTS, CELL_NAMES, CELLS, EDGE_CELLS, EDGES, JOINT_EDGES, JOINTS, NO_CELL, SIDES
from .names import A_SPECIES, JOINT_SET
from .pieces import POINTS, SIZE
from .sets import members


class Board(NamedTuple):
    """The board for a number of players, by names."""

    cells: list[str]
    edges: dict[str, list[str]]  # the one or two cells of every edge
    sides: dict[str, list[str]]  # the edges of every cell: top, left, bottom, right
    joints: dict[str, list[str]]  # the two outer edges of every joint
    touched: dict[str, list[str]]  # the joints that every cell touches


@cache
def board_for(players: int) -> Board:
    """The board for a number of players."""
    cells = members(CELLS[players])
    edges = {}
    for number, name in enumerate(EDGES):
        found = [CELL_NAMES[cell] for cell in EDGE_CELLS[players, number].tolist() if cell != NO_CELL]
        if found:
            edges[name] = found
    joints = {JOINTS[j]: [EDGES[edge] for edge in JOINT_EDGES[players, j]] for j in members(ALL_JOINTS[players])}
    return Board(
        cells=[CELL_NAMES[cell] for cell in cells],
        edges=edges,
        sides={CELL_NAMES[cell]: [EDGES[edge] for edge in SIDES[cell]] for cell in cells},
        joints=joints,
        touched={CELL_NAMES[cell]: JOINT_SET.value(CELL_JOINTS[players, cell]) for cell in cells},
    )


def size_of(species: str) -> int:
    """The size of a species."""
    return int(SIZE[A_SPECIES.number(species)])


def points_of(species: str) -> int:
    """The points of a tile of a species."""
    return int(POINTS[A_SPECIES.number(species)])


def species_of(tile: str) -> str:
    """The species of a tile."""
    return tile.rpartition("-")[0]


def mate_of(tile: str) -> str:
    """The tile of the same species and the other sex."""
    species, _, sex = tile.rpartition("-")
    return f"{species}-{'f' if sex == 'm' else 'm'}"


def owners_of(view: Json, species: str) -> list[int]:
    """The seats before which tiles of a species lie, one for each tile."""
    return [seat for seat, tiles in enumerate(view["animals"]) for tile in tiles if species_of(tile) == species]


def pairs_of(view: Json, seat: int) -> list[str]:
    """The species that a seat could board: both tiles before seats, one of them before it."""
    own = dict.fromkeys(species_of(tile) for tile in view["animals"][seat])
    return [species for species in own if len(owners_of(view, species)) == 2]


def penned_cells(view: Json) -> set[str]:
    """All cells that lie in a pen."""
    return {cell for cells in view["ark"]["pens"].values() for cell in cells}


def free_edges(view: Json) -> list[str]:
    """The edges where a plank may go (AN-4.63, AN-4.64)."""
    planks, penned = view["ark"]["planks"], penned_cells(view)
    edges = board_for(view["players"]).edges
    return [edge for edge, cells in edges.items() if edge not in planks and cells[0] not in penned]


def bare_joints(view: Json) -> list[str]:
    """The joints where pitch may go (AN-4.67, AN-4.68)."""
    planks, pitch = view["ark"]["planks"], view["ark"]["pitch"]
    joints = board_for(view["players"]).joints
    return [joint for joint, edges in joints.items() if joint not in pitch and all(edge in planks for edge in edges)]


def cells_open_to(view: Json, seat: int) -> list[str]:
    """The cells that may get food from a seat, in the action or in the last loading (AN-4.72 to AN-4.76, AN-5.4)."""
    ark = view["ark"]
    if not view["food"][seat] or (view["phase"] == "load" and not view["left"]):
        return []
    open_pens = list(ark["pens"].values())
    if view["phase"] == "load":
        board = board_for(view["players"])
        open_pens = [pen for pen in open_pens if any(ark["planks"][edge] == seat for edge in border_of(board, pen))]
    return [cell for pen in open_pens for cell in pen if cell not in ark["food"]]


def border_of(board: Board, cells: list[str]) -> list[str]:
    """The edges around some cells."""
    sides = [edge for cell in cells for edge in board.sides[cell]]
    return [edge for edge in sides if sides.count(edge) == 1]


def joints_of(board: Board, cells: list[str]) -> set[str]:
    """The joints that some cells touch (AN-4.66)."""
    return {joint for cell in cells for joint in board.touched[cell]}


def boarding_points(view: Json, species: str, pen: str) -> list[int]:
    """What every seat scores when the seat in turn boards a pair (AN-4.91, AQ-4.8); nothing at the end."""
    points = [0] * view["players"]
    if view["phase"] != "load":
        return points
    board, cells = board_for(view["players"]), view["ark"]["pens"][pen]
    for seat in owners_of(view, species):
        points[seat] += points_of(species)
    for edge in border_of(board, cells):
        points[view["ark"]["planks"][edge]] += 1
    if view["options"]["variant"] == "standard":
        points[view["turn"]] += len(joints_of(board, cells))
    return points
