"""`ararat arena` and `ararat ratings`: bots against bots.

No `from __future__ import annotations` here: Typer reads the annotations, which hold local names.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, Task, TextColumn, TimeRemainingColumn
from rich.progress import ProgressColumn as Column
from rich.text import Text

from ..core.kernels import FOR_A_MATCH, FOR_BOTS
from ..core.words import Words
from ..face import find as find_game
from ..games import all_facts
from .screen import Screen


class Where(StrEnum):
    """Whose cores play."""

    here = "here"
    ray = "ray"


class Pace(Column):
    """Games a second."""

    def __init__(self, say: Words) -> None:
        super().__init__()
        self.say = say

    def render(self, task: Task) -> Text:
        from ..arena.report import number_in

        speed = task.finished_speed or task.speed
        return Text("" if speed is None else self.say("arena.pace", pace=number_in(self.say.language, speed)))


def add_commands(app: typer.Typer, screen: Screen, options_of: Callable[[list[str]], dict[str, Any]]) -> None:
    """Add the commands of the arena, their help in the screen's language."""
    say = screen.words
    Language = Annotated[str | None, typer.Option("--language", help=say("cli.language"), metavar="en|fr|it")]  # noqa: N806
    Cores = Annotated[  # noqa: N806
        int | None, typer.Option("--cores", help=say("cli.arena-cores"), metavar="N", min=1, max=4096)
    ]
    On = Annotated[Where, typer.Option("--on", help=say("cli.arena-on"), metavar="here|ray")]  # noqa: N806

    @app.command(help=say("cli.arena"))
    def arena(
        game: Annotated[str, typer.Argument(help=say("cli.game"), metavar="GAME")],
        players: Annotated[str, typer.Option("--players", help=say("cli.arena-players"), metavar="random,greedy,...")],
        games: Annotated[
            int, typer.Option("--games", help=say("cli.arena-games"), metavar="N", min=1, max=10_000_000)
        ] = 100,
        seats: Annotated[int | None, typer.Option("--seats", help=say("cli.arena-seats"), metavar="K")] = None,
        option: Annotated[
            list[str] | None, typer.Option("--option", help=say("cli.option"), metavar="NAME=VALUE")
        ] = None,
        seed: Annotated[int, typer.Option("--seed", help=say("cli.seed"), metavar="N")] = 1,
        cores: Cores = None,
        on: On = Where.here,
        save: Annotated[Path | None, typer.Option("--save", help=say("cli.arena-save"), metavar="FOLDER")] = None,
        plots: Annotated[bool, typer.Option("--plots/--no-plots", help=say("cli.arena-plots"))] = True,
        language: Language = None,
    ) -> None:
        from ..arena.contest import checked_contest
        from ..arena.folder import Folder, Memory

        codes = [code.strip() for code in players.split(",") if code.strip()]
        contest = checked_contest(game, codes, seats, options_of(option or []), seed)
        deals = contest.deals_for(games)
        folder = Memory(contest) if save is None else Folder(save, contest)
        folder.open()
        try:
            whole = _play(screen, folder, deals, games, cores, on)
            _tell(screen, folder, deals, keep=save is not None, plots=plots)
            if not whole:
                count = len(folder.games)
                screen.out.print(say("arena.stopped-lost" if save is None else "arena.stopped", count=count))
                raise typer.Abort
        finally:
            folder.close()

    @app.command(help=say("cli.ratings"))
    def ratings(
        game: Annotated[list[str] | None, typer.Argument(help=say("cli.ratings-game"), metavar="GAME")] = None,
        games: Annotated[int, typer.Option("--games", help=say("cli.ratings-games"), metavar="N", min=2)] = 100,
        most: Annotated[int, typer.Option("--most", help=say("cli.ratings-most"), metavar="N", min=2)] = 800,
        save: Annotated[Path, typer.Option("--save", help=say("cli.ratings-save"), metavar="FOLDER")] = Path("ratings"),
        level: Annotated[
            str | None, typer.Option("--levels", help=say("cli.ratings-levels"), metavar="random,greedy,...")
        ] = None,
        records: Annotated[
            Path | None, typer.Option("--records", help=say("cli.ratings-records"), metavar="FOLDER")
        ] = None,
        play: Annotated[bool, typer.Option("--play/--no-play", help=say("cli.ratings-play"))] = True,
        cores: Cores = None,
        on: On = Where.here,
        language: Language = None,
    ) -> None:
        from ..arena.ladder import Ladder, checked_levels
        from .climbing import Climb

        slugs = [find_game(name).slug for name in game] if game else list(all_facts())
        climb = Climb(screen, Ladder(save, checked_levels(level), games, most), records)
        with climb.alone_in(save):
            whole = climb.play(slugs, workers(cores, on)) if play else True
            climb.write(save)
        if not whole:
            raise typer.Abort


def _play(screen: Screen, folder: Any, deals: int, games: int, cores: int | None, on: Where) -> bool:
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


def workers(cores: int | None, on: Where) -> Any:
    """Whoever plays the games."""
    if on is Where.ray:
        from ..arena.cluster import Cluster

        return Cluster(cores)
    from ..arena.workers import Processes

    return Processes(cores)


def prepare(screen: Screen, contest: Any) -> None:
    """Compile what the games need once, before every process would."""
    searching = any(contest.how.values())
    screen.prepare(contest.facts, (*FOR_A_MATCH, *(FOR_BOTS if searching else ())))


@contextmanager
def progress(screen: Screen, total: int, done: int) -> Iterator[Callable[[int], None]]:
    """A bar with games done, games a second and the time left; yields a function that takes how many more are done."""
    columns = (BarColumn(), MofNCompleteColumn(), Pace(screen.words), TextColumn("·"), TimeRemainingColumn())
    console, transient = screen.errors, screen.errors.is_terminal
    with Progress(*columns, console=console, transient=transient, speed_estimate_period=60) as bar:
        task = bar.add_task("", total=total, completed=done)
        yield lambda more: bar.advance(task, more)


def _tell(screen: Screen, folder: Any, deals: int, keep: bool, plots: bool) -> None:
    """Print what the finished deals say, and keep it where asked."""
    from ..arena.contest import BadArena
    from ..arena.folder import as_text
    from ..arena.plots import draw_all, remove_all
    from ..arena.report import Report
    from ..arena.results import results_of
    from ..arena.tally import tally, whole_deals

    say, contest = screen.words, folder.contest
    finished = whole_deals(contest, folder.games.values(), deals)
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
