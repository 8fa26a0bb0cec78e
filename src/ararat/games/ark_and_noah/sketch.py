"""The ark from above, drawn with characters, and the numbers that a person types to place something.

     0    1    2    3           a plank is a line in the colour and grain of its seat
              ○━━━━○ 7 ·        ○ a joint, █ a joint with pitch
0             ┃ 🦁 ║            a pen has a floor; 🌾 is food
     ○    ·   █════○ 8 ·
1    5    6   ┊    9
"""

from __future__ import annotations

import numpy as np
from rich.cells import cell_len
from rich.text import Text

from ...core.contract import Json
from ...core.terminal import SEAT_COLOURS, Canvas
from .board import COLUMNS, PLANS, ROWS
from .names import board_for, place_of, size_of
from .pieces import PICTURES
from .rules.moves import MOST_ACTIONS, MOVES, list_actions
from .views import STATE

LINES = ("━┃", "═║", "┅┇", "─│")  # the grain of each seat's planks: lying, upright
FAINT = "╌┆"  # an outer edge without a plank
PITCH, FOOD = "█", "🌾"
JOINT, CORNER = "○", "·"
FLOOR = "on grey23"
PITCH_STYLE = "bold grey50"
WIDE, HIGH = 5, 2  # columns and lines of a cell
MARGIN = 3


def picture(species: str) -> str:
    """The picture of a species, two columns wide."""
    return PICTURES[species] + " " * (2 - cell_len(PICTURES[species]))


# --- What can be chosen on the board ------------------------------------------------------------


def places_to_build(view: Json) -> list[Json]:
    """A move for every edge and every joint of the board; its place in the list is its number, at every table."""
    planks: list[Json] = [{"move": "plank", "edge": edge} for edge in edges_to_swap(view)]
    joints = [] if view["options"]["variant"] == "quick" else board_for(view["players"]).joints
    return planks + [{"move": "pitch", "joint": joint} for joint in sorted(joints, key=_place)]


def edges_to_swap(view: Json) -> list[str]:
    """The edges of the board, with the same numbers."""
    return sorted(board_for(view["players"]).edges, key=_place)


def _place(name: str) -> tuple[int, int, bool]:
    """Where an edge or a joint lies: row by row, each from the bow."""
    x, y = place_of(name)
    return y, x, name[0] == "V"


def numbers_on(view: Json, seat: int | None) -> dict[str, int]:
    """The numbers that the board shows to the seat that has to choose there: by edge, joint or cell."""
    if seat is None or view["turn"] != seat or view["phase"] not in ("exchange", "build", "load", "final-feed"):
        return {}
    places, possible = board_for(view["players"]).cells, view["ark"]["planks"]
    if view["phase"] == "exchange":
        places = edges_to_swap(view)
    else:
        possible = _places_of_moves(view)
    if view["phase"] == "build":
        places = [move.get("edge") or move["joint"] for move in places_to_build(view)]
    return {place: number for number, place in enumerate(places, start=1) if place in possible}


def _places_of_moves(view: Json) -> list[str]:
    """The edges, joints and cells where something may go now."""
    table = STATE.laid(view)
    actions = np.zeros(MOST_ACTIONS, np.int64)
    moves = MOVES.moves_of(table, actions[: list_actions(table, actions)].tolist())
    return [move[key] for move in moves for key in ("edge", "joint", "cell") if key in move]


# --- The ark ------------------------------------------------------------------------------------


def ark_lines(view: Json, seat: int | None) -> list[Text]:
    """The ark from above: planks, joints, pens with food and animals, and the numbers that can be chosen."""
    board, numbers = board_for(view["players"]), numbers_on(view, seat)
    canvas = Canvas(MARGIN + WIDE * COLUMNS + 3, 1 + HIGH * ROWS + 1)
    for cell in board.cells:
        (x, y), (row, column) = place_of(cell), _corner(cell)
        canvas.write(0, column + 2, f"{x:>2}", "dim")
        canvas.write(row + 1, 0, str(y), "dim")
        _draw_cell(canvas, view, cell, numbers)
    for edge, cells in board.edges.items():
        _draw_edge(canvas, view, edge, len(cells) == 1, numbers)
    for x, y in {(x + right, y + down) for x, y in PLANS[view["players"]] for right in (0, 1) for down in (0, 1)}:
        _draw_corner(canvas, view, f"J{x},{y}", numbers)
    return canvas.lines()


def _corner(name: str) -> tuple[int, int]:
    """The line and the column of the upper left corner of what has a name."""
    x, y = place_of(name)
    return 1 + HIGH * y, MARGIN + WIDE * x


def _draw_cell(canvas: Canvas, view: Json, cell: str, numbers: dict[str, int]) -> None:
    """The inside of a cell: a floor in pens, food, the animals in the first cell of a pen, a number."""
    row, column = (place + 1 for place in _corner(cell))
    if cell in numbers:
        canvas.write(row, column, "░░░░", "dim")
        canvas.write(row, column + 1, f"{numbers[cell]:>2}", "bold reverse")
    elif any(cell in pen for pen in view["ark"]["pens"].values()):
        fed = cell in view["ark"]["food"]
        canvas.write(row, column, f" {FOOD} " if fed else "░░░░", FLOOR if fed else "dim")
        large_first = sorted(view["ark"]["pairs"].get(cell, []), key=size_of, reverse=True)
        if large_first:
            canvas.write(row, column, "".join(picture(species) for species in large_first).ljust(3), FLOOR)


def _draw_edge(canvas: Canvas, view: Json, edge: str, outer: bool, numbers: dict[str, int]) -> None:
    """A plank in its seat's colour and grain, a faint line where there is none, or a number."""
    row, column = _corner(edge)
    upright = edge[0] == "V"
    row, column = row + upright, column + (not upright)
    owner = view["ark"]["planks"].get(edge)
    colour = "" if owner is None else SEAT_COLOURS[owner]
    sign = LINES[owner][upright] if colour else FAINT[upright] if outer else " "
    canvas.write(row, column, sign if upright else sign * (WIDE - 1), f"bold {colour}" if colour else "dim")
    if edge in numbers:
        number = str(numbers[edge])
        shift = -(len(number) > 1) if upright else len(number) < 3
        canvas.write(row, column + shift, number, f"reverse {colour}".strip())


def _draw_corner(canvas: Canvas, view: Json, joint: str, numbers: dict[str, int]) -> None:
    """A joint with or without pitch, or its number; another corner as a dot."""
    row, column = _corner(joint)
    if joint in numbers:
        number = str(numbers[joint])
        canvas.write(row, column - (len(number) > 2), number, "bold reverse")
    elif joint in view["ark"]["pitch"]:
        canvas.write(row, column, PITCH, PITCH_STYLE)
    else:
        canvas.write(row, column, JOINT if joint in board_for(view["players"]).joints else CORNER, "dim")
