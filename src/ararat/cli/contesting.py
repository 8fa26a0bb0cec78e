"""`ararat arena` at work: the games of one contest, until all are played or Ctrl-C, and what they say."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from .screen import Screen
from .workers import Where, prepare, progress, workers


def play(screen: Screen, folder: Any, deals: int, games: int, cores: int | None, on: Where) -> bool:
    """Play what is not yet played; whether nobody stopped it."""
    say, contest = screen.words, folder.contest
    total = deals * contest.games_of_a_deal
    if total != games:
        screen.errors.print(say("arena.rounded", games=total, each=contest.games_of_a_deal))
    missing = [bout for bout in contest.bouts(0, deals) if not folder.has(bout)]
    if len(missing) < total:
        screen.errors.print(say("arena.resumed", count=total - len(missing)))
    if not missing:
        return True
    try:
        prepare(screen, contest)
        with workers(cores, on) as hands, progress(screen, total, total - len(missing)) as step:
            for game, line in hands.play(missing):
                folder.add(game, line)
                step(1)
    except KeyboardInterrupt:
        return False
    return True


def tell(screen: Screen, folder: Any, deals: int, keep: bool, plots: bool) -> None:
    """Print what the finished deals say, and keep it where asked."""
    from ..arena.contest import BadArena
    from ..arena.folder import as_text
    from ..arena.plots import draw_all, remove_all
    from ..arena.report import Report
    from ..arena.results import results_of
    from ..arena.tally import finished_deals, tally

    say, contest = screen.words, folder.contest
    finished = finished_deals(contest, folder.games.values(), deals)
    if not finished:
        screen.out.print(say("arena.nothing"))
        return
    counted = tally(contest, finished)
    results = results_of(counted)
    report = Report(results, say)
    screen.out.print(Text.assemble((report.title, "bold"), f"  {report.summary}"))
    screen.out.print(report.length)
    if report.caution:
        screen.out.print(Text(report.caution, "yellow"))
    for section in report.sections():
        screen.out.print()
        screen.out.print(section.rich(screen.out.width))
    if keep:
        remove_all(folder.path)
        folder.write("results.json", as_text(results))
        folder.write("report.md", report.markdown())
        if plots:
            try:
                draw_all(results, counted, say, folder.path)
            except BadArena as problem:
                screen.out.print(problem.text_in(say.language))
        screen.out.print(say("arena.kept", path=str(folder.path)))
