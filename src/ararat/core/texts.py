"""What somebody at a table may know, and may do, as plain text: for whoever reads rather than looks.

Everything here is said by what the terminal says it with: the game's drawing of the table, the story of the log,
the rules in brief, the words of moves. It is built from a view, a log and legal moves, and from nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO
from itertools import groupby
from typing import Any

from rich.console import Console, RenderableType

from ..catalogues import NO_BREAK
from ..errors import BadText, shown
from .contract import Facts, Json
from .hooks import hooks_of
from .rulebook import lesson_of, value_label
from .story import Story
from .terminal import seat_text
from .words import Words, plain, words

FORMS = SHORT, FULL = "short", "full"
WIDTH = 400  # columns: a reader needs no line broken
MOST_OF_A_KIND = 60  # legal moves of one kind that are listed
LONGEST_NUMBER = 6  # digits


@dataclass(frozen=True)
class Told:
    """What a seat may know now, for a text."""

    seat: int | None  # None: a spectator
    view: Json
    options: Json
    log: list[Json]
    moves: Sequence[Json]  # the legal ones, if the decision is this seat's


class Reading:
    """The texts of a game in a language."""

    def __init__(self, facts: Facts, language: str, players: int) -> None:
        self.facts, self.hooks = facts, hooks_of(facts)
        self.words: Words = words(language, facts.package)
        self.names = [f"{self.words('player.person')} {seat + 1}" for seat in range(players)]

    # --- The table ------------------------------------------------------------------------------

    def table(self, told: Told, form: str) -> str:
        """The table as a seat may know it, what happened, and the decision that is due; in full, the rules too."""
        said, view = self.words, told.view
        # Whoever is asked in a terminal finds what is asked for among the choices; a reader wants it on the table.
        drawn = self.hooks.text.draw({**view, "turn": None}, told.seat, said, self.names)
        happened = drawn_plain(*Story(self.facts, said, self.names).lines(told.log, WIDTH))
        parts = self._rules(told) if form == FULL else []
        parts += [self._titled(self.hooks.text.heading(view, said), self._who(told), drawn_plain(drawn))]
        parts += [self._titled(said("reading.happened"), happened)] if happened else []
        return "\n\n".join([*parts, self._due(told, form)]).replace(NO_BREAK, " ") + "\n"

    @staticmethod
    def _titled(title: str, *lines: str) -> str:
        return "\n".join([f"# {title}", *filter(None, lines)])

    def _rules(self, told: Told) -> list[str]:
        """The rules in brief: how to play, the pieces, what of the options is not as usual."""
        said = self.words
        parts = [self._titled(said("reading.rules"), *(f"- {line}" for line in lesson_of(said)))]
        if pieces := self.hooks.text.pieces(said):
            parts.append(self._titled(said("reading.pieces"), *(f"- {line}" for line in pieces)))
        unusual = {name: value for name, value in told.options.items() if value != self.facts.options[name].default}
        if unusual:
            lines = (f"- {said(f'option-name.{name}')}: {self._value(name, unusual[name])}" for name in unusual)
            parts.append(self._titled(said("rules.options"), *lines))
        return parts

    def _value(self, name: str, value: Any) -> str:
        several = value if isinstance(value, list) else [value]
        return ", ".join(value_label(name, one, self.words) for one in several)

    def _who(self, told: Told) -> str:
        if told.seat is None:
            return ""
        return self.words("reading.you", name=seat_text(told.seat, self.names[told.seat]).plain)

    def _due(self, told: Told, form: str) -> str:
        """Whose decision it is, and which; how it ended, if it did."""
        said, view, turn = self.words, told.view, told.view["turn"]
        if turn is None:
            won = Story(self.facts, said, self.names).victory(view["winners"])
            return self._titled(said("reading.over"), said(f"phase.{view['phase']}"), won.plain)
        if turn != told.seat:
            return self._titled(said("reading.decides", name=self.names[turn]))
        listed = self._listed(told.moves) if form == FULL else []
        return self._titled(said("reading.due"), said(f"phase.{view['phase']}"), *listed)

    def _listed(self, moves: Sequence[Json]) -> list[str]:
        """The legal moves by their numbers; of a kind that has very many, the first ones."""
        lines = [self.words("reading.moves", count=len(moves))]
        for _, alike in groupby(enumerate(moves, start=1), key=lambda numbered: numbered[1]["move"]):
            several = list(alike)
            lines += [f"{number}. {self.move(move)}" for number, move in several[:MOST_OF_A_KIND]]
            if more := several[MOST_OF_A_KIND:]:
                lines.append(self.words("reading.more", count=len(more), first=more[0][0], last=more[-1][0]))
        return lines

    # --- Moves ----------------------------------------------------------------------------------

    def move(self, move: Json) -> str:
        """A move as something to do; no two legal moves of a table have the same."""
        return self.hooks.bid(move, self.words, self.names).replace(NO_BREAK, " ")

    def read(self, text: Any, moves: Sequence[Json]) -> Json:
        """The legal move that a text means: its words, however they are spaced and capitalised, or its number."""
        if not moves:
            raise BadText("error.text-over")
        wanted = essence(text) if isinstance(text, str) else ""
        if wanted.isascii() and wanted.isdigit():
            number = int(wanted) if len(wanted) <= LONGEST_NUMBER else 0
            if 1 <= number <= len(moves):
                return moves[number - 1]
        elif wanted:
            for move in moves:
                if essence(self.move(move)) == wanted:
                    return move
        raise BadText("error.text", given=shown(text), count=len(moves), example=self.move(moves[0]))


def essence(text: str) -> str:
    """A text without what a reader may leave out: capitals, accents, spaces, a full stop."""
    return " ".join(plain(text).replace("’", "'").split()).removesuffix(".").rstrip()


def drawn_plain(*drawn: RenderableType) -> str:
    """Something drawn for a terminal, as plain lines."""
    console = Console(width=WIDTH, file=StringIO(), color_system=None, highlight=False, markup=False, emoji=False)
    with console.capture() as captured:
        for one in drawn:
            console.print(one)
    return "\n".join(line.rstrip() for line in captured.get().splitlines())


def checked_form(form: Any) -> str:
    """One of the forms of a text."""
    if form not in FORMS:
        raise BadText("error.text-form", given=shown(form), known=", ".join(FORMS))
    return str(form)
