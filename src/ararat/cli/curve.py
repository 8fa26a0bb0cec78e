"""The chance to win of every seat along a match, drawn in blocks."""

from __future__ import annotations

from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from ..core.terminal import SEAT_COLOURS, seat_text

BLOCKS = " ▁▂▃▄▅▆▇█"
HIGH = 2  # lines of a curve
CROWN = "♛"

Chances = dict[int, float]  # by the number of a decision


def curve(chances: list[Chances], total: int, names: list[str], winners: list[int], width: int) -> Table:
    """A curve for each seat, over so many decisions, no wider than so many columns."""
    room = max(10, width - max(map(cell_len, names)) - 6)
    known = 1 + max((number for seat in chances for number in seat), default=-1)
    drawn = Table.grid(padding=(0, 1))
    for seat, mine in enumerate(chances):
        columns = [column_value(mine, column, room, total, known) for column in range(room)]
        lines = [Text(line(columns, row), SEAT_COLOURS[seat]) for row in reversed(range(HIGH))]
        last = mine[max(mine)] if mine else None
        crown = f" {CROWN}" if seat in winners else ""
        ends = Text("" if last is None else f"{round(100 * last):3}\u00a0%{crown}")
        drawn.add_row(
            Text("\n").join([Text(), seat_text(seat, names[seat])]),
            Text("\n").join(lines),
            Text("\n").join([Text(), ends]),
        )
    drawn.add_row(Text(), Text(f"1{total:>{room - 1}}", "dim"), Text())
    return drawn


def column_value(chances: Chances, column: int, columns: int, total: int, known: int) -> float | None:
    """The chance of a seat at a column, by its last decision; None before its first one and after what is known."""
    number = (column + 1) * total // columns if total > columns else column * total // columns + 1
    if number > known:
        return None
    earlier = [decision for decision in chances if decision < number]
    return chances[max(earlier)] if earlier else None


def line(columns: list[float | None], row: int) -> str:
    """A row of a curve, the lowest being row 0."""
    full = len(BLOCKS) - 1
    most = HIGH * full - 1  # so that a curve never touches the one above
    least = int(row == 0)  # a chance of 0 is drawn too
    filled = (None if chance is None else round(chance * most) - row * full for chance in columns)
    return "".join(" " if eighths is None else BLOCKS[max(least, min(full, eighths))] for eighths in filled)
