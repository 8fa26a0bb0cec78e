"""The commands `ararat arena`, `ararat ratings` and `ararat reliability`: bots against bots.

No `from __future__ import annotations` here: Typer reads the annotations, which hold local names.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from ..facade import find_game
from ..games import all_facts
from .screen import Screen
from .workers import Where, workers


def add_commands(app: typer.Typer, screen: Screen, options_of: Callable[[list[str]], dict[str, Any]]) -> None:
    """Add the commands of the arena, their help in the screen's language."""
    say = screen.words
    Language = Annotated[str | None, typer.Option("--language", help=say("cli.language"), metavar="en|fr|it")]  # noqa: N806
    Cores = Annotated[  # noqa: N806
        int | None, typer.Option("--cores", help=say("cli.arena-cores"), metavar="N", min=1, max=4096)
    ]
    On = Annotated[Where, typer.Option("--on", help=say("cli.arena-on"), metavar="here|ray")]  # noqa: N806
    Options = Annotated[  # noqa: N806
        list[str] | None, typer.Option("--option", help=say("cli.option"), metavar="NAME=VALUE")
    ]
    Seed = Annotated[int, typer.Option("--seed", help=say("cli.seed"), metavar="N")]  # noqa: N806
    Plots = Annotated[bool, typer.Option("--plots/--no-plots", help=say("cli.arena-plots"))]  # noqa: N806

    @app.command(help=say("cli.arena"))
    def arena(
        game: Annotated[str, typer.Argument(help=say("cli.game"), metavar="GAME")],
        players: Annotated[str, typer.Option("--players", help=say("cli.arena-players"), metavar="random,greedy,...")],
        games: Annotated[
            int, typer.Option("--games", help=say("cli.arena-games"), metavar="N", min=1, max=10_000_000)
        ] = 100,
        seats: Annotated[int | None, typer.Option("--seats", help=say("cli.arena-seats"), metavar="K")] = None,
        option: Options = None,
        seed: Seed = 1,
        cores: Cores = None,
        on: On = Where.here,
        save: Annotated[Path | None, typer.Option("--save", help=say("cli.arena-save"), metavar="FOLDER")] = None,
        plots: Plots = True,
        language: Language = None,
    ) -> None:
        from ..arena.contest import checked_contest
        from ..arena.folder import Folder, Memory
        from .contesting import play, tell

        codes = [code.strip() for code in players.split(",") if code.strip()]
        contest = checked_contest(game, codes, seats, options_of(option or []), seed)
        deals = contest.deals_for(games)
        folder = Memory(contest) if save is None else Folder(save, contest)
        folder.open()
        try:
            to_the_end = play(screen, folder, deals, games, cores, on)
            tell(screen, folder, deals, keep=save is not None, plots=plots)
            if not to_the_end:
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
            to_the_end = climb.play(slugs, workers(cores, on)) if play else True
            climb.write(save)
        if not to_the_end:
            raise typer.Abort

    @app.command(help=say("cli.reliability"))
    def reliability(
        game: Annotated[list[str] | None, typer.Argument(help=say("cli.ratings-game"), metavar="GAME")] = None,
        seats: Annotated[int | None, typer.Option("--seats", help=say("cli.reliability-seats"), metavar="K")] = None,
        positions: Annotated[
            int, typer.Option("--positions", help=say("cli.reliability-positions"), metavar="N", min=2, max=10_000_000)
        ] = 10_000,
        each: Annotated[
            int, typer.Option("--each", help=say("cli.reliability-each"), metavar="N", min=1, max=10_000)
        ] = 80,
        player: Annotated[
            str, typer.Option("--player", help=say("cli.reliability-player"), metavar="CODE")
        ] = "search:60/12",
        playouts: Annotated[
            int, typer.Option("--playouts", help=say("cli.analyse-playouts"), metavar="N", min=1, max=10_000_000)
        ] = 120,
        option: Options = None,
        seed: Seed = 1,
        cores: Cores = None,
        on: On = Where.here,
        save: Annotated[Path, typer.Option("--save", help=say("cli.reliability-save"), metavar="FOLDER")] = Path(
            "reliability"
        ),
        plots: Plots = True,
        language: Language = None,
    ) -> None:
        from ..arena.survey import checked_survey
        from .surveying import make

        every = [find_game(name).facts for name in game] if game else list(all_facts().values())
        options = options_of(option or [])
        surveys = [
            checked_survey(facts.slug, player, count, options, seed, playouts, each)
            for facts in every
            for count in (facts.players if seats is None else [seats])
        ]
        if not make(screen, surveys, save, positions, cores, on, plots):
            raise typer.Abort
