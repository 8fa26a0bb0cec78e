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
from ...core.terminal import SEAT_COLOURS
from .board import COLUMNS, ROWS
from .names import board_for, size_of
from .pieces import PICTURES
from .rules.actions import MOST_ACTIONS, list_actions
from .rules.moves import MOVES
from .views import STATE

LINES = ("━┃", "═║", "┅┇", "─│")  # the grain of each seat's planks: lying, upright
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
    board = board_for(view["players"])
    planks: list[Json] = [{"move": "plank", "edge": edge} for edge in sorted(board.edges, key=_place)]
    if view["options"]["variant"] == "quick":
        return planks
    return planks + [{"move": "pitch", "joint": joint} for joint in sorted(board.joints, key=_place)]


def edges_to_swap(view: Json) -> list[str]:
    """The edges of the board, with the same numbers."""
    return sorted(board_for(view["players"]).edges, key=_place)


def _place(name: str) -> tuple[int, int, bool]:
    """Where an edge or a joint lies: row by row, each from the bow."""
    x, y = map(int, name[1:].split(","))
    return y, x, name[0] == "V"


def numbers_on(view: Json, seat: int | None) -> dict[str, int]:
    """The numbers that the board shows to the seat that has to choose there: by edge, joint or cell."""
    if seat is None or view["turn"] != seat:
        return {}
    if view["phase"] == "exchange":
        places, possible = edges_to_swap(view), list(view["ark"]["planks"])
    elif view["phase"] in ("build", "load", "final-feed"):
        building = [move.get("edge") or move["joint"] for move in places_to_build(view)]
        places = building if view["phase"] == "build" else board_for(view["players"]).cells
        possible = _places_of_moves(view)
    else:
        return {}
    return {place: number for number, place in enumerate(places, start=1) if place in possible}


def _places_of_moves(view: Json) -> list[str]:
    """The edges, joints and cells where something may go now."""
    table = STATE.lay(view)[0]
    actions = np.zeros(MOST_ACTIONS, np.int64)
    moves = MOVES.moves_of(table, actions[: list_actions(table, actions)].tolist())
    return [move[key] for move in moves for key in ("edge", "joint", "cell") if key in move]


# --- The ark ------------------------------------------------------------------------------------


class Canvas:
    """Lines of characters, each with its style, that are written at a place."""

    def __init__(self, width: int, height: int) -> None:
        self.signs = [[" "] * width for _ in range(height)]
        self.styles = [[""] * width for _ in range(height)]

    def write(self, row: int, column: int, text: str, style: str = "") -> None:
        """Write a text; a sign that is two columns wide takes the place of the next one too."""
        for sign in text:
            wide = cell_len(sign)
            self.signs[row][column] = sign
            self.styles[row][column] = style
            if wide == 2:
                self.signs[row][column + 1] = ""
            column += max(wide, 1)

    def lines(self) -> list[Text]:
        """All lines with their styles."""
        lines = []
        for signs, styles in zip(self.signs, self.styles, strict=True):
            line = Text(no_wrap=True)
            for sign, style in zip(signs, styles, strict=True):
                line.append(sign, style)
            line.rstrip()
            lines.append(line)
        return lines


def ark_lines(view: Json, seat: int | None) -> list[Text]:
    """The ark from above: planks, joints, pens with food and animals, and the numbers that can be chosen."""
    board, numbers = board_for(view["players"]), numbers_on(view, seat)
    canvas = Canvas(MARGIN + WIDE * COLUMNS + 3, 1 + HIGH * ROWS + 1)
    columns = sorted({int(cell.split(",")[0]) for cell in board.cells})
    for x in columns:
        canvas.write(0, _left(x) + 2, f"{x:>2}", "dim")
    for y in sorted({int(cell.split(",")[1]) for cell in board.cells}):
        canvas.write(_top(y) + 1, 0, str(y), "dim")
    for cell in board.cells:
        _draw_cell(canvas, view, cell, numbers)
    for edge, cells in board.edges.items():
        _draw_edge(canvas, view, edge, len(cells) == 1, numbers)
    _draw_corners(canvas, view, numbers)
    return canvas.lines()


def _left(x: int) -> int:
    """The column of a corner."""
    return MARGIN + WIDE * x


def _top(y: int) -> int:
    """The line of a corner."""
    return 1 + HIGH * y


def _draw_cell(canvas: Canvas, view: Json, cell: str, numbers: dict[str, int]) -> None:
    """The inside of a cell: a floor in pens, food, the animals in the first cell of a pen, a number."""
    x, y = map(int, cell.split(","))
    row, column = _top(y) + 1, _left(x) + 1
    if cell in numbers:
        canvas.write(row, column, "░░░░", "dim")
        canvas.write(row, column + 1, f"{numbers[cell]:>2}", "bold reverse")
        return
    if not any(cell in pen for pen in view["ark"]["pens"].values()):
        return
    fed = cell in view["ark"]["food"]
    canvas.write(row, column, f" {FOOD} " if fed else "░░░░", FLOOR if fed else "dim")
    inside = view["ark"]["pairs"].get(cell)
    if inside:
        large_first = sorted(inside, key=size_of, reverse=True)
        canvas.write(row, column, "".join(picture(species) for species in large_first).ljust(3), FLOOR)


def _draw_edge(canvas: Canvas, view: Json, edge: str, outer: bool, numbers: dict[str, int]) -> None:
    """A plank in its seat's colour and grain, a faint line where there is none, or a number."""
    x, y = map(int, edge[1:].split(","))
    upright = edge[0] == "V"
    row, column = _top(y) + upright, _left(x) + (not upright)
    owner = view["ark"]["planks"].get(edge)
    style = "dim" if owner is None else f"bold {SEAT_COLOURS[owner]}"
    if owner is not None:
        sign = LINES[owner][upright]
    elif upright:
        sign = "┆" if outer else " "
    else:
        sign = "╌" if outer else " "
    canvas.write(row, column, sign if upright else sign * (WIDE - 1), style)
    if edge in numbers:
        number = str(numbers[edge])
        colour = "" if owner is None else SEAT_COLOURS[owner]
        if upright:
            canvas.write(row, column - (len(number) > 1), number, f"reverse {colour}".strip())
        else:
            canvas.write(row, column + (len(number) < 3), number, f"reverse {colour}".strip())


def _draw_corners(canvas: Canvas, view: Json, numbers: dict[str, int]) -> None:
    """Joints with or without pitch, or their numbers; other corners as dots."""
    board = board_for(view["players"])
    corners = {(x + right, y + down) for x, y in _places(board.cells) for right in (0, 1) for down in (0, 1)}
    for x, y in corners:
        joint = f"J{x},{y}"
        row, column = _top(y), _left(x)
        if joint in numbers:
            number = str(numbers[joint])
            canvas.write(row, column - (len(number) > 2), number, "bold reverse")
        elif joint in view["ark"]["pitch"]:
            canvas.write(row, column, PITCH, PITCH_STYLE)
        elif joint in board.joints:
            canvas.write(row, column, JOINT, "dim")
        else:
            canvas.write(row, column, CORNER, "dim")


def _places(cells: list[str]) -> list[tuple[int, int]]:
    return [(int(x), int(y)) for x, y in (cell.split(",") for cell in cells)]
