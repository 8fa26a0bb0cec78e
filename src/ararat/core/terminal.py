"""What a game's `text.py` needs to draw a table and to ask a person.

Questions are asked through `Ask`: the command line answers them from the keyboard, tests from a
list. A choice may carry a move; if that move is not legal now the choice is shown as impossible,
and choosing it tells why.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from rich.text import Text

from .contract import Json

# Okabe and Ito's colours, which colour-blind people tell apart, each with its symbol.
SEAT_COLOURS = ("#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7")
SEAT_SYMBOLS = ("●", "▲", "■", "◆", "★")


@dataclass(frozen=True)
class Choice:
    """One of several things to choose, and a move that stands for it."""

    label: str
    move: Json | None = None


class Ask(Protocol):
    """How a dialogue asks a person."""

    def allows(self, move: Json) -> bool:
        """Whether a move is legal now."""

    def one(self, question: str, choices: list[Choice], quiet: bool = False) -> int:
        """The position of the one choice that the person made; `quiet`: the table shows them already."""

    def several(self, question: str, choices: list[Choice]) -> list[int]:
        """The positions of one or more choices."""


def seat_text(seat: int, name: str, bold: bool = False) -> Text:
    """A seat's name in its colour, with its symbol."""
    return Text(f"{SEAT_SYMBOLS[seat]} {name}", f"bold {SEAT_COLOURS[seat]}" if bold else SEAT_COLOURS[seat])
