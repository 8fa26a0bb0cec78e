"""The ark board as numbers: cells, edges and joints, all derived from the plans in pieces.toml.

Cells are numbered row by row over a grid that holds the boards of all player counts, so that a set
of cells is one whole number (core/bits.py), and a name means the same number on every board:

    cell x,y = COLUMNS * y + x        right neighbour + 1, lower neighbour + COLUMNS

          Hx,y                        edges and joints are numbered in the order of their names
     Jx,y ---- Jx+1,y
 Vx,y  |  x,y  |  Vx+1,y              an edge with one cell is an outer edge; the joints are the
       --------                       ends of the outer edges
          Hx,y+1

Tables whose first index is `players` speak of the board for so many players.
"""

from __future__ import annotations

import numpy as np

from ...core.bits import set_of
from ...core.pieces import Pieces
from . import BOX, PLAYERS

NO_CELL = -1
NO_EDGE = -1
MOST_IN_A_SET = 62
CELL = "#"

Place = tuple[int, int]


def _plans(box: Pieces) -> dict[int, list[Place]]:
    """The cells of the board for each number of players, by column and row."""
    boards = box.rows("boards", ("players", "cells", "plan"))
    box.demand([row["players"] for row in boards] == list(PLAYERS), "one board for each number of players")
    plans = {}
    for board in boards:
        lines = list(enumerate(board["plan"]))
        cells = [(x, y) for y, line in lines for x, sign in enumerate(line) if sign == CELL]
        signs = set("".join(board["plan"]))
        box.demand(signs <= {CELL, " "}, f"a plan has {CELL} for a cell and a space for none")
        box.demand(len(cells) == board["cells"] > 0, f"{len(cells)} cells with {board['players']} players")
        plans[board["players"]] = cells
    return plans


def _sides(cell: Place) -> list[str]:
    """The edges of a cell: top, left, bottom, right."""
    x, y = cell
    return [f"H{x},{y}", f"V{x},{y}", f"H{x},{y + 1}", f"V{x + 1},{y}"]


def _ends(edge: str) -> list[str]:
    """The two ends of an edge, as joints are named."""
    x, y = map(int, edge[1:].split(","))
    return [f"J{x},{y}", f"J{x + 1},{y}" if edge[0] == "H" else f"J{x},{y + 1}"]


def _cells_by_edge(cells: list[Place]) -> dict[str, list[Place]]:
    """The one or two cells of every edge of a board, the upper or left one first."""
    found: dict[str, list[Place]] = {}
    for cell in sorted(cells, key=lambda cell: (cell[1], cell[0])):
        for edge in _sides(cell):
            found.setdefault(edge, []).append(cell)
    return found


PLANS = _plans(BOX)
COLUMNS = 1 + max(x for cells in PLANS.values() for x, _ in cells)
ROWS = 1 + max(y for cells in PLANS.values() for _, y in cells)
GRID = COLUMNS * ROWS
BOX.demand(GRID <= MOST_IN_A_SET, f"a board of {COLUMNS} by {ROWS} is too large: {MOST_IN_A_SET} places at most")

_edges = {players: _cells_by_edge(cells) for players, cells in PLANS.items()}
_outer = {players: [edge for edge, cells in found.items() if len(cells) == 1] for players, found in _edges.items()}
CELL_NAMES = [f"{number % COLUMNS},{number // COLUMNS}" for number in range(GRID)]
EDGES = sorted({edge for found in _edges.values() for edge in found})
JOINTS = sorted({joint for outer in _outer.values() for edge in outer for joint in _ends(edge)})
MOST_EDGES, MOST_JOINTS = len(EDGES), len(JOINTS)
NUMBER_OF_EDGE = {name: number for number, name in enumerate(EDGES)}
NUMBER_OF_JOINT = {name: number for number, name in enumerate(JOINTS)}
BOX.demand(len(JOINTS) <= MOST_IN_A_SET, f"{len(JOINTS)} joints in all boards: {MOST_IN_A_SET} at most")

_counts = max(PLANS) + 1
_most_edges = max(len(found) for found in _edges.values())

CELLS = np.zeros(_counts, np.int64)  # the cells of the board, as a set
ALL_JOINTS = np.zeros(_counts, np.int64)  # the joints of the board, as a set
EDGE_COUNT = np.zeros(_counts, np.int64)
BOARD_EDGES = np.full((_counts, _most_edges), NO_EDGE, np.int64)  # the edges of the board, then NO_EDGE
HULL_COUNT, HULL_EDGES = EDGE_COUNT.copy(), BOARD_EDGES.copy()  # the same of the outer ones
FIRST, OTHER = range(2)  # of two cells or edges
EDGE_CELLS = np.full((_counts, len(EDGES), 2), NO_CELL, np.int64)  # its cells; NO_CELL beyond the board
EDGE_JOINTS = np.zeros((_counts, len(EDGES)), np.int64)  # the ends of an outer edge, as a set
JOINT_EDGES = np.full((_counts, len(JOINTS), 2), NO_EDGE, np.int64)  # the two outer edges of a joint
CELL_JOINTS = np.zeros((_counts, GRID), np.int64)  # joints that a cell touches by an outer edge (AN-4.66)
SIDES = np.full((GRID, 4), NO_EDGE, np.int64)  # the edges of a cell: top, left, bottom, right
CELLS_AT = np.zeros(len(EDGES), np.int64)  # the cells of an edge on any board, as a set
IS_UPRIGHT = np.array([name[0] == "V" for name in EDGES])


def number_of(cell: Place) -> int:
    """The number of a cell."""
    return cell[1] * COLUMNS + cell[0]


for _players, _found in _edges.items():
    _there = sorted(NUMBER_OF_EDGE[edge] for edge in _found)
    EDGE_COUNT[_players] = len(_there)
    BOARD_EDGES[_players, : len(_there)] = _there
    _hull = [edge for edge in _there if len(_found[EDGES[edge]]) == 1]
    HULL_COUNT[_players], HULL_EDGES[_players, : len(_hull)] = len(_hull), _hull
    for _cell in PLANS[_players]:
        CELLS[_players] |= 1 << number_of(_cell)
        SIDES[number_of(_cell)] = [NUMBER_OF_EDGE[edge] for edge in _sides(_cell)]
    _meeting: dict[int, list[int]] = {}
    for _edge, _cells in _found.items():
        _number = NUMBER_OF_EDGE[_edge]
        _first = number_of(_cells[0])
        EDGE_CELLS[_players, _number, : len(_cells)] = [number_of(cell) for cell in _cells]
        CELLS_AT[_number] |= set_of(map(number_of, _cells))
        for _joint in (NUMBER_OF_JOINT[end] for end in _ends(_edge) if len(_cells) == 1):
            ALL_JOINTS[_players] |= 1 << _joint
            EDGE_JOINTS[_players, _number] |= 1 << _joint
            CELL_JOINTS[_players, _first] |= 1 << _joint
            _meeting.setdefault(_joint, []).append(_number)
    for _joint, _meet in _meeting.items():
        BOX.demand(len(_meet) == 2, f"{len(_meet)} outer edges meet in {JOINTS[_joint]} with {_players} players, not 2")
        JOINT_EDGES[_players, _joint] = sorted(_meet)
