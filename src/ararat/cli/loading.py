"""The command `ararat load`: many tables against a server of this machine, and how long its moves take.

No `from __future__ import annotations` here: Typer reads the annotations, which hold local names.
"""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from ..core.words import LANGUAGES
from ..errors import AraratError
from ..facade import find_game
from ..games import all_facts
from .screen import Screen

NO_TEXTS = "none"
DISAGREE = 1  # exit code where the server lost something


def add_commands(app: typer.Typer, screen: Screen) -> None:
    """Add the command, its help in the screen's language."""
    say = screen.words
    Language = Annotated[str | None, typer.Option("--language", help=say("cli.language"), metavar="en|fr|it")]  # noqa: N806

    @app.command(help=say("cli.load"))
    def load(
        address: Annotated[
            str, typer.Argument(help=say("cli.load-address"), metavar="ADDRESS")
        ] = "http://127.0.0.1:8765",
        tables: Annotated[
            int, typer.Option("--tables", help=say("cli.load-tables"), metavar="N", min=1, max=100_000)
        ] = 10,
        pace: Annotated[float, typer.Option("--pace", help=say("cli.load-pace"), metavar="S", min=0, max=3600)] = 10.0,
        seconds: Annotated[
            float, typer.Option("--seconds", help=say("cli.load-seconds"), metavar="S", min=0.1, max=604_800)
        ] = 30.0,
        rise: Annotated[int, typer.Option("--rise", help=say("cli.load-rise"), metavar="N", min=0, max=100_000)] = 0,
        steps: Annotated[
            int | None, typer.Option("--steps", help=say("cli.load-steps"), metavar="N", min=1, max=10_000)
        ] = None,
        bound: Annotated[
            float, typer.Option("--bound", help=say("cli.load-bound"), metavar="MS", min=1, max=60_000)
        ] = 100.0,
        game: Annotated[list[str] | None, typer.Option("--game", help=say("cli.load-game"), metavar="GAME")] = None,
        seats: Annotated[int, typer.Option("--seats", help=say("cli.load-seats"), metavar="N", min=1, max=10)] = 4,
        watchers: Annotated[
            int, typer.Option("--watchers", help=say("cli.load-watchers"), metavar="N", min=0, max=64)
        ] = 0,
        pages: Annotated[
            str | None, typer.Option("--pages", help=say("cli.load-pages"), metavar="en,fr,it,none")
        ] = None,
        clients: Annotated[
            int | None, typer.Option("--clients", help=say("cli.load-clients"), metavar="N", min=1, max=256)
        ] = None,
        save: Annotated[Path | None, typer.Option("--save", help=say("cli.load-save"), metavar="FOLDER")] = None,
        plots: Annotated[bool, typer.Option("--plots/--no-plots", help=say("cli.arena-plots"))] = True,
        language: Language = None,
    ) -> None:
        from ..load.keeping import check_folder
        from ..load.measuring import Measurement, Plan, usual_crews
        from ..load.orders import Orders
        from ..load.place import here, spreads, until_ready
        from ..server.open_files import files_allowed

        host, port = here(address)
        if save is not None:
            check_folder(save)
        orders = Orders(
            host, port, playable(game or [], seats), seats, watchers, spoken(pages, say.language), spreads(host)
        )
        crews = min(clients or usual_crews(), tables)
        plan = Plan(orders, tables, pace, seconds, rise, steps, bound, crews, files_allowed())
        with screen.progress(say("load.waiting"), len(all_facts())) as step:
            until_ready(host, port, step)
        measurement = Measurement(plan, say, screen.progress)
        if not measurement.run() and not measurement.steps:
            screen.out.print(say("load.nothing"))
            raise typer.Abort
        tell(screen, measurement.results, save, plots)
        if not measurement.is_right:
            screen.complain(say("load.wrong"))
            raise typer.Exit(DISAGREE)
        if measurement.results["interrupted"]:
            raise typer.Abort


def tell(screen: Screen, results: Any, folder: Path | None, plots: bool) -> None:
    """Print the report, and keep it where asked."""
    from ..load.report import Report

    report = Report(results, screen.words)
    if results["interrupted"]:
        screen.out.print(Text(screen.words("load.stopped"), "yellow"))
    screen.out.print(report.summary, soft_wrap=True)
    for section in report.sections():
        screen.out.print()
        screen.out.print(section.rich(screen.out.width))
    if folder is not None:
        from ..arena.contest import BadArena
        from ..load.keeping import keep

        try:
            keep(report, folder, plots)
        except BadArena as problem:
            screen.out.print(problem.text_in(screen.words.language))
        screen.out.print(screen.words("arena.kept", path=str(folder)), soft_wrap=True)


def playable(names: list[str], seats: int) -> list[str]:
    """The games that are played: those that somebody named, else all that have so many seats."""
    from ..load.asking import BadLoad

    games = [find_game(name).facts for name in names] or list(all_facts().values())
    found = [facts.slug for facts in games if seats in facts.players]
    if not found or (names and len(found) < len(games)):
        raise BadLoad("load.no-game", seats=seats)
    return found


def spoken(pages: str | None, usual: str) -> list[str | None]:
    """The languages of pages; None: a program, which gets no texts."""
    chosen = [usual] if pages is None else [name.strip() for name in pages.split(",") if name.strip()]
    if not chosen or any(name not in (*LANGUAGES, NO_TEXTS) for name in chosen):
        raise AraratError("usage.value", name="--pages")
    return [None if name == NO_TEXTS else name for name in chosen]
