"""`ararat analyse`: a finished match as the coach sees it, with the moves that turned it."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ..coach import SWING, Judgement, Tip, analyse, kernels_of
from ..core.contract import Facts, Json
from ..core.story import Story
from ..core.terminal import Prose, seat_text
from ..core.words import Words, words
from ..errors import NotOver
from ..games import all_facts
from ..match import Match
from . import files, replaying
from .coaching import interval, percent, said, why
from .curve import curve
from .screen import Screen
from .seat_names import seat_names
from .thinking import Stop, Thinking

FORMAT = 1
WIDEST = 60  # columns of a curve


class Moves(StrEnum):
    """Which moves are listed."""

    turning = "turning"
    all = "all"


def show_analysis(
    screen: Screen, path: Path, game: int | None, playouts: int, seed: int, moves: Moves, save: Path | None
) -> bool:
    """Analyse a record and print what came of it; whether nobody stopped it."""
    match = replaying.load_game(screen, path, game)
    if not match.over:
        raise NotOver("error.not-over")
    facts = all_facts()[match.slug]
    screen.prepare(facts, kernels_of(facts, match.players))
    judgements, to_the_end = judged(screen, match, playouts, seed)
    Report(screen, facts, match, judgements).print(playouts, moves)
    if not to_the_end:
        screen.out.print(Text(screen.words("coach.stopped", done=len(judgements), total=len(match.history)), "yellow"))
    if save is not None:
        files.write_record(told(match, judgements, playouts, seed), save)
        screen.out.print(screen.words("coach.kept", path=save))
    return to_the_end


def judged(screen: Screen, match: Match, playouts: int, seed: int) -> tuple[list[Judgement], bool]:
    """What the coach thinks of every decision, up to Ctrl-C; and whether there was none."""
    judgements: list[Judgement] = []

    def judge_all(stop: Stop) -> None:
        for judgement in analyse(match, playouts, seed, stop):
            judgements.append(judgement)  # one at a time: somebody counts them

    thinking = Thinking(judge_all)
    try:
        with screen.progress(screen.words("coach.judging"), len(match.history)) as step:
            thinking.wait(look=lambda: step(len(judgements)))
            step(len(judgements))
    except KeyboardInterrupt:
        thinking.stop()
    thinking.answer()
    return judgements, len(judgements) == len(match.history)


def told(match: Match, judgements: list[Judgement], playouts: int, seed: int) -> Json:
    """An analysis as plain JSON."""
    return {
        "format": FORMAT,
        "game": match.slug,
        "seats": match.seats,
        "winners": match.winners,
        "playouts": playouts,
        "seed": seed,
        "whole": len(judgements) == len(match.history),
        "decisions": [judgement.told() for judgement in judgements],
    }


class Report:
    """What people read of an analysis."""

    def __init__(self, screen: Screen, facts: Facts, match: Match, judgements: list[Judgement]) -> None:
        self.screen = screen
        self.facts = facts
        self.match = match
        self.judgements = judgements
        self.words: Words = words(screen.words.language, facts.package)
        self.names = seat_names(match.seats or [str(seat + 1) for seat in range(match.players)], self.words)
        self.story = Story(facts, self.words, self.names)

    def print(self, playouts: int, moves: Moves) -> None:
        """Curve, moves and summary."""
        out, say = self.screen.out, self.words
        title = say("coach.title", name=say("name"), decisions=len(self.match.history), playouts=playouts)
        out.print(Text(title, "bold"))
        out.print(self.story.victory(self.match.winners))
        if not self.judgements:
            return
        out.print()
        out.print(Text(say("coach.curve"), "bold"))
        out.print(curve(self.chances(), len(self.match.history), self.names, self.match.winners, WIDEST))
        out.print()
        everything = moves is Moves.all
        listed = [one for one in self.judgements if everything or one.turning]
        out.print(Text(say("coach.all" if everything else "coach.turns"), "bold"))
        if not listed:
            out.print(Prose(say("coach.no-turns")))
        for judgement in listed:
            self.print_move(judgement, everything)
        out.print()
        out.print(self.summary())
        out.print(Prose(say("coach.caution"), "dim"))

    def chances(self) -> list[dict[int, float]]:
        """For each seat, its chance to win after each of its moves, by their numbers."""
        found: list[dict[int, float]] = [{} for _ in self.names]
        for judgement in self.judgements:
            found[judgement.seat][judgement.number] = judgement.played.chance
        return found

    def print_move(self, judgement: Judgement, everything: bool) -> None:
        """One decision: who did what, with which chance, and what would have been better."""
        say, out = self.words, self.screen.out
        played = judgement.played
        chance = say("coach.played", chance=percent(played.chance, say), interval=interval(played))
        head = Text.assemble(
            (f"{judgement.number + 1:4} ", "dim"), seat_text(judgement.seat, self.names[judgement.seat])
        )
        out.print(Text.assemble(head, "  ", (chance, "bold" if judgement.slip else "")))
        lines: list[Prose] = []
        best = judgement.best[0]
        if abs(judgement.swing) >= SWING:
            key = "coach.rose" if judgement.swing > 0 else "coach.fell"
            lines.append(
                Prose(say(key, swing=percent(abs(judgement.swing), say), chance=percent(best.chance, say)), "dim")
            )
        lines.append(Prose(self.said(played)))
        if judgement.slip:
            lines.append(Prose(say("coach.slip", loss=percent(judgement.loss, say), move=self.said(best)), "yellow"))
            if best.reason:
                lines.append(Prose(why(self.facts, best.reason, say, self.names), "dim"))
        elif judgement.forced:
            lines.append(Prose(say("coach.only-move"), "dim"))
        elif best.move != played.move and everything:
            lines.append(Prose(say("coach.close", move=self.said(best)), "dim"))
        for line in lines:
            out.print(Padding(line, (0, 0, 0, 5), expand=False))

    def said(self, tip: Tip) -> str:
        return said(self.facts, tip.move, self.words, self.names)

    def summary(self) -> Table:
        """How well each seat decided."""
        say = self.words
        table = Table(box=None, padding=(0, 2))
        table.add_column(say("coach.seat"))
        for key in ("coach.decisions", "coach.slips", "coach.lost"):
            table.add_column(say(key), justify="right")
        for seat, name in enumerate(self.names):
            mine = [one for one in self.judgements if one.seat == seat and not one.forced]
            slips = [one for one in mine if one.slip]
            lost = sum(one.loss for one in mine)
            table.add_row(seat_text(seat, name), str(len(mine)), str(len(slips)), percent(lost, say))
        return table
