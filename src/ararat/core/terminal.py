"""What a game's `text.py` needs to draw a table and to ask a person.

Questions are asked through `Ask`: the command line answers them from the keyboard, tests from a
list. A choice may carry a move; if that move is not legal now the choice is shown as impossible,
and choosing it tells why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from io import StringIO
from typing import Protocol, TypeVar

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement
from rich.text import Text

from ..catalogues import NO_BREAK, Words, written
from .contract import Json

# Okabe and Ito's colours, which colour-blind people tell apart, each with its symbol.
SEAT_COLOURS = ("#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7")
SCREEN_WIDTH, SCREEN_HEIGHT = 80, 24  # a decision must fit on such a screen
AROUND = 6  # lines of it that are not the table and the question: heading, story, commands, prompt
PLACEHOLDER = "\ue000"  # no space to anybody, as wide as one
SEAT_SYMBOLS = ("●", "▲", "■", "◆", "★")

Form = TypeVar("Form")


@dataclass(frozen=True)
class Choice:
    """One of several things to choose.

    `move` stands for it and makes it impossible when that move is; `hint` is a label and a move that
    a person may ask about though the choice itself is always possible; `reason` is told instead of
    the rules when it is impossible and a move alone would not tell all; `on_table` says that the table
    shows its number already, so that it need not be listed; `note` is what more there is to read where
    there is room, `picture` the animal that a page draws beside it.
    """

    label: str
    move: Json | None = None
    hint: tuple[str, Json] | None = None
    reason: str | None = None
    on_table: bool = False
    note: str | None = None
    picture: str | None = None


class Ask(Protocol):
    """How a dialogue asks a person."""

    def moves(self) -> list[Json]:
        """All legal moves."""

    def allows(self, move: Json) -> bool:
        """Whether a move is legal now."""

    def broken(self, move: Json) -> tuple[str, ...]:
        """The ids of all rules that stand in the way of a move; none if it is legal."""

    def room(self, draw: Callable[[], RenderableType], question: str) -> int:
        """How many lines there are for choices beside the table, drawn only where it is in the way, and a question."""

    def one(self, question: str, choices: list[Choice]) -> int:
        """The position of the one choice that the person made."""

    def several(self, question: str, choices: list[Choice], make: Callable[[list[int]], Json]) -> Json:
        """The legal move that is made of the positions of one or more choices."""


# --- Choices ----------------------------------------------------------------------------------------


class Dialogue:
    """A decision of the seat in turn in questions and answers; to `choose`, a game gives it methods `in_<phase>`."""

    draw: Callable[[Json, int | None, Words, list[str]], RenderableType]  # the table that stands beside the question

    def __init__(self, view: Json, words: Words, names: list[str], ask: Ask) -> None:
        self.view, self.words, self.names, self.ask = view, words, names, ask
        self.phase: str = view["phase"]
        self.seat: int = view["turn"]
        self.question = words(f"phase.{self.phase}")

    @classmethod
    def choose(cls, view: Json, words: Words, names: list[str], ask: Ask) -> Json:
        """Lead the person in turn to a move."""
        move: Json = getattr(cls(view, words, names, ask), f"in_{view['phase'].replace('-', '_')}")()
        return move

    def one(self, choices: list[Choice]) -> Json:
        """The move of the choice that the person makes; every choice has one."""
        return choices[self.ask.one(self.question, choices)].move or {}

    def one_of(self, moves: list[Json], label: Callable[[Json], str]) -> Json:
        """The move that the person chooses by its label."""
        return self.one([Choice(label(move), move) for move in moves])

    def fullest(self, forms: Iterable[list[Choice]]) -> list[Choice]:
        """The choices in the first of some forms, the fullest first, that has room beside table and question."""
        room = self.ask.room(lambda: type(self).draw(self.view, self.seat, self.words, self.names), self.question)
        return fullest(forms, lambda choices: choices_fit(choices, room))


def choices_fit(choices: list[Choice], room: int) -> bool:
    """Whether the choices to list, even if they are marked as impossible, take no more than so many lines."""
    parts = [Text(f" 999   ✗ {choice.label}") for choice in choices if not choice.on_table]
    return len(side_by_side(parts, SCREEN_WIDTH).lines(SCREEN_WIDTH)) <= room


def fullest(forms: Iterable[Form], fits: Callable[[Form], bool]) -> Form:
    """The first of some forms of one thing, the fullest first, that fits; the last one if none does."""
    for form in forms:
        if fits(form):
            break
    return form


# --- Seats ------------------------------------------------------------------------------------------


def seat_text(seat: int, name: str, bold: bool = False) -> Text:
    """A seat's name in its colour, with its symbol."""
    return Text(f"{SEAT_SYMBOLS[seat]} {name}", f"bold {SEAT_COLOURS[seat]}" if bold else SEAT_COLOURS[seat])


def seat_column(seat: int, names: list[str], gap: int, bold: bool = False, mark: str = "") -> Text:
    """A seat's name, with a mark after it, as wide as the longest name and a gap that has room for the mark."""
    line = Text.assemble(seat_text(seat, names[seat], bold), (mark, "bold"))
    line.pad_right(max(map(cell_len, names)) + cell_len(f"{SEAT_SYMBOLS[seat]} ") + gap - cell_len(line.plain))
    return line


def turn_mark(view: Json, seat: int) -> str:
    """What stands after the name of the seat in turn."""
    return " ◀" if view["turn"] == seat else ""


def best_first(view: Json, low_wins: bool = False) -> list[int]:
    """The seats by their points, winners first among equals."""
    points = [score if low_wins else -score for score in view["scores"]]
    return sorted(range(view["players"]), key=lambda seat: (points[seat], seat not in view["winners"]))


def crowned(view: Json, seat: int, names: list[str], gap: int | None = None) -> Text:
    """A seat at the end, with a crown if it has won; as wide as all are if there is a gap."""
    name = seat_text(seat, names[seat], bold=True) if gap is None else seat_column(seat, names, gap, bold=True)
    return Text.assemble(("♛ " if seat in view["winners"] else "  ", "bold yellow"), name)


def result_lines(view: Json, sheet: list[Json], names: list[str], gap: int) -> list[Text]:
    """What a sheet says of every seat, best first, a column a source under its label; the last one is the total."""
    columns = [[source["label"], *(str(written(value)) for value in source["values"])] for source in sheet]
    cells = [[cell.rjust(max(map(len, column)) + gap) for cell in column] for column in columns]
    lines = {seat: crowned(view, seat, names, gap=0) for seat in best_first(view)}
    for seat, line in lines.items():
        *sources, total = (column[seat + 1] for column in cells)
        line.append("".join(sources)).append(total, "bold")
    start = max(map(cell_len, names)) + 4
    return [Text(" " * start + "".join(column[0] for column in cells), "dim"), *lines.values()]


# --- Room -------------------------------------------------------------------------------------------


def height_of(drawn: RenderableType, width: int = SCREEN_WIDTH) -> int:
    """How many lines something takes at a width."""
    console = Console(width=width, file=StringIO())
    return len(console.render_lines(drawn, pad=False))


def room_for_choices(drawn: RenderableType, question: str) -> int:
    """How many lines of the screen are left for choices beside a table and a question."""
    return SCREEN_HEIGHT - AROUND - height_of(drawn) - height_of(Prose(question))


class Prose:
    """A text that is never broken at a no-break space, which Rich takes for any other space."""

    def __init__(self, text: str, style: str = "") -> None:
        self.text = Text(text.replace(NO_BREAK, PLACEHOLDER), style)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in self.text.wrap(console, options.max_width):
            line.plain = line.plain.replace(PLACEHOLDER, NO_BREAK)
            line.no_wrap = True
            yield line

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement.get(console, options, self.text)


class Flow:
    """Pieces of text one after the other, broken between pieces only, never inside one."""

    def __init__(self, pieces: list[Text], gap: str = "  ", first: Text | None = None, indent: int = 0) -> None:
        self.pieces = pieces
        self.gap = gap
        self.first = first or Text()
        self.indent = indent

    def lines(self, width: int) -> list[Text]:
        """The lines that they make at a width."""
        line = self.first.copy()
        lines = [line]
        empty = True
        for piece in self.pieces:
            gap = "" if empty else self.gap
            if not empty and cell_len(line.plain) + cell_len(gap) + cell_len(piece.plain) > width:
                line = Text(" " * self.indent)
                lines.append(line)
                gap = ""
            line.append(gap)
            line.append_text(piece)
            empty = False
        return lines

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in self.lines(options.max_width):
            line.no_wrap = True
            line.overflow = "ellipsis"
            yield line

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(1, options.max_width)


def side_by_side(parts: list[Text], width: int) -> Flow:
    """Choices one after the other, closer together if that saves a line."""
    wide, narrow = Flow(parts, gap="   "), Flow(parts, gap=" ")
    return wide if len(wide.lines(width)) == len(narrow.lines(width)) else narrow


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
