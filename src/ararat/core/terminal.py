"""What a game's `text.py` needs to draw a table and to ask a person.

Questions are asked through `Ask`: the command line answers them from the keyboard, tests from a
list. A choice may carry a move; if that move is not legal now the choice is shown as impossible,
and choosing it tells why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from io import StringIO
from typing import Protocol

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement
from rich.text import Text

from ..catalogues import NO_BREAK
from .contract import Json

# Okabe and Ito's colours, which colour-blind people tell apart, each with its symbol.
SEAT_COLOURS = ("#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7")
SCREEN_WIDTH, SCREEN_HEIGHT = 80, 24  # a decision must fit on such a screen
AROUND = 6  # lines of it that are not the table and the question: heading, story, commands, prompt
PLACEHOLDER = "\ue000"  # no space to anybody, as wide as one
SEAT_SYMBOLS = ("●", "▲", "■", "◆", "★")


@dataclass(frozen=True)
class Choice:
    """One of several things to choose.

    `move` stands for it and makes it impossible when that move is; `hint` is a label and a move that
    a person may ask about though the choice itself is always possible; `reason` is told instead of
    the rules when it is impossible and a move alone would not tell all; `on_table` says that the table
    shows its number already, so that it need not be listed.
    """

    label: str
    move: Json | None = None
    hint: tuple[str, Json] | None = None
    reason: str | None = None
    on_table: bool = False


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


def one_move(ask: Ask, question: str, labelled: list[tuple[str, Json]]) -> Json:
    """The move whose label the person chose."""
    return labelled[ask.one(question, [Choice(label, move) for label, move in labelled])][1]


def seat_text(seat: int, name: str, bold: bool = False) -> Text:
    """A seat's name in its colour, with its symbol."""
    return Text(f"{SEAT_SYMBOLS[seat]} {name}", f"bold {SEAT_COLOURS[seat]}" if bold else SEAT_COLOURS[seat])


def seat_column(seat: int, names: list[str], gap: int, bold: bool = False, before: tuple[str, str] = ("", "")) -> Text:
    """A seat's name, with something before it, as wide as the longest name and a gap."""
    line = Text.assemble(before, seat_text(seat, names[seat], bold))
    line.pad_right(max(map(len, names)) + len(SEAT_SYMBOLS[seat]) + 1 + len(before[0]) + gap - len(line))
    return line


def height_of(drawn: RenderableType, width: int = SCREEN_WIDTH) -> int:
    """How many lines something takes at a width."""
    console = Console(width=width, file=StringIO())
    return len(console.render_lines(drawn, pad=False))


def room_for_choices(drawn: RenderableType, question: str) -> int:
    """How many lines of the screen are left for choices beside a table and a question."""
    return SCREEN_HEIGHT - AROUND - height_of(drawn) - height_of(Prose(question))


def choices_fit(labels: Iterable[str], room: int) -> bool:
    """Whether numbered choices, even if they are marked as impossible, take no more than so many lines."""
    parts = [Text(f" 999   ✗ {text}") for text in labels]
    return len(side_by_side(parts, SCREEN_WIDTH).lines(SCREEN_WIDTH)) <= room


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
