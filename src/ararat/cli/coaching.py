"""The coach's words at the table: the best few moves of the person in turn."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..coach import HINT_SECONDS, Tip, advise, kernels_of
from ..core.contract import Facts, Json
from ..core.hooks import hooks_of
from ..core.terminal import Prose
from ..core.words import Words
from ..match import Match
from ..reasons import Reason, reason_said
from .screen import Screen
from .thinking import up_to

BAR = 10  # cells that stand for a chance of 1


def hint(screen: Screen, facts: Facts, match: Match, view: Json, words: Words, names: list[str]) -> RenderableType:
    """What the coach would do in the place of the seat in turn, from what it is shown alone."""
    moves = match.moves()
    if len(moves) == 1:
        return Prose(words("coach.only", move=said(facts, moves[0], words, names)), "cyan")
    screen.prepare(facts, kernels_of(facts, match.players))
    seed = len(match.history)
    tips = up_to(screen, HINT_SECONDS, words("coach.thinking"), lambda stop: advise(view, seed, stop=stop))
    if not tips:
        return Prose(words("coach.no-time"), "yellow")
    rows = Table.grid(padding=(0, 1))
    rows.add_column()
    rows.add_column(justify="right")
    for tip in tips:
        move = Prose(bidden(facts, tip.move, words, names))
        rows.add_row(bar(tip.chance), percent(tip.chance, words), Text(interval(tip), "dim"), move)
        if tip.reason and tip is tips[0]:
            rows.add_row("", "", "", Prose(why(facts, tip.reason, words, names), "dim"))
    return Group(Prose(words("coach.hint"), "cyan"), rows)


def said(facts: Facts, move: Json, words: Words, names: list[str]) -> str:
    """A move in words, as a part of a sentence or of a table."""
    sentence: str = hooks_of(facts).tell(None, move, words, names)
    return sentence


def bidden(facts: Facts, move: Json, words: Words, names: list[str]) -> str:
    """A move as something to do."""
    sentence: str = hooks_of(facts).bid(move, words, names)
    return sentence.removesuffix(".")


def why(facts: Facts, reason: Reason, words: Words, names: list[str]) -> str:
    """Why a move is better than another, in words and numbers."""
    return reason_said(reason.told(), words, names, bidden(facts, reason.beside, words, names))


def percent(chance: float, words: Words) -> str:
    """A chance as people read it."""
    return words("page.replay-percent", number=round(100 * chance))


def interval(tip: Tip) -> str:
    """Where the chance of a tip lies, as far as playouts tell."""
    return f"({round(100 * tip.low)}–{round(100 * tip.high)})"


def bar(chance: float) -> Text:
    """A chance as a bar."""
    full = round(BAR * chance)
    return Text.assemble(("━" * full, "cyan"), ("─" * (BAR - full), "dim"))
