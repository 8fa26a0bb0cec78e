"""The commands, built in the person's language.

No `from __future__ import annotations` here: Typer reads the annotations, which hold local names.
"""

import os
import re
import sys
import time
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.padding import Padding
from rich.text import Text

from .. import __version__
from ..coach import ANALYSIS_PLAYOUTS
from ..core.engine import engine_of
from ..core.terminal import Prose
from ..core.words import Words, preferred_language, words
from ..errors import AraratError, BadRecord, UnknownPlayer
from ..facade import find_game
from ..games import all_facts
from ..match import checked_seed
from . import files, keeping, loading, replaying, training
from .analysing import Moves, show_analysis
from .arena import add_commands
from .commands import Commands
from .playing import YOU, Memory, TableTop, checked_seats, usual_seats
from .roster import show_players
from .rulebook import show_rules
from .screen import Screen
from .thinking import kernels_for
from .verifying import show_proof

WRONG = 2  # exit code for whatever a person can put right
BROKEN = 1  # exit code for what is our own mistake
LAN = "--lan"
EVERYWHERE = "0.0.0.0"


def run(arguments: list[str]) -> int:
    """Run the command line with these arguments; returns the exit code."""
    try:
        spoken = words(preferred_language(_language_in(arguments)))
    except AraratError as problem:
        Screen(words("en")).complain(problem.text)
        return WRONG
    screen = Screen(spoken)
    try:
        if not [argument for argument in _without_language(arguments) if argument != LAN]:
            arguments = ["serve", "--browser", *arguments]
        code = build(screen)(args=arguments, prog_name="ararat", standalone_mode=False)
    except AraratError as problem:
        screen.complain(problem.said_in(spoken.language))
        return WRONG
    except typer.Exit as leaving:
        return leaving.exit_code
    except typer.TyperException as problem:
        screen.complain(_usage(problem, spoken))
        return WRONG
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except Exception as problem:
        if os.environ.get("ARARAT_DEBUG"):
            raise
        screen.complain(spoken("error.bug", problem=f"{type(problem).__name__}: {problem}".replace("\n", " ")))
        return BROKEN
    return code if isinstance(code, int) else 0


def _language_in(arguments: list[str]) -> str | None:
    """The language asked for, found before the commands are built in it."""
    for position, argument in enumerate(arguments):
        if argument == "--language" and position + 1 < len(arguments):
            return arguments[position + 1]
        if argument.startswith("--language="):
            return argument.partition("=")[2]
    return None


def _without_language(arguments: list[str]) -> list[str]:
    """What is asked for beside a language."""
    named = [n for n, argument in enumerate(arguments) if argument == "--language"]
    return [
        argument
        for n, argument in enumerate(arguments)
        if n not in named and n - 1 not in named and not argument.startswith("--language=")
    ]


def _usage(problem: typer.TyperException, spoken: Words) -> str:
    """What is wrong with a command, in one sentence."""
    kind = type(problem).__name__
    parameter = getattr(problem, "param", None)
    name = parameter and (parameter.opts[0] if parameter.opts[0].startswith("-") else parameter.name.upper())
    if kind == "NoSuchOption":
        return spoken("usage.option", given=getattr(problem, "option_name", "?"))
    if kind == "MissingParameter" and name:
        return spoken("usage.missing", name=name)
    if kind == "BadParameter" and name:
        return spoken("usage.value", name=name)
    given = re.search(r"(?<!\w)['(]([^'()]+)[')]", getattr(problem, "message", ""))
    return spoken("usage.other", given=given[1] if given else "…")


def build(screen: Screen) -> typer.Typer:
    """The commands, their help in the screen's language."""
    say = screen.words
    app = Commands(say, help=say("cli.help"))
    Language = Annotated[str | None, typer.Option("--language", help=say("cli.language"), metavar="en|fr|it")]  # noqa: N806
    GameName = Annotated[str, typer.Argument(help=say("cli.game"), metavar="GAME")]  # noqa: N806
    Options = Annotated[  # noqa: N806
        list[str] | None, typer.Option("--option", help=say("cli.option"), metavar="NAME=VALUE")
    ]
    File = Annotated[Path, typer.Argument(help=say("cli.file"), metavar="FILE")]  # noqa: N806
    GameNumber = Annotated[  # noqa: N806
        int | None, typer.Option("--game", help=say("cli.game-number"), metavar="N", min=1)
    ]
    Seed = Annotated[int | None, typer.Option("--seed", help=say("cli.seed"), metavar="N")]  # noqa: N806

    def version(wanted: bool) -> None:
        if wanted:
            screen.out.print(f"ararat {__version__}")
            raise typer.Exit

    @app.callback()
    def ararat(
        version: Annotated[
            bool, typer.Option("--version", callback=version, is_eager=True, help=say("cli.version"))
        ] = False,
        lan: Annotated[bool, typer.Option(LAN, help=say("cli.lan-alone"))] = False,
        language: Language = None,
    ) -> None:
        if lan:  # alone it was taken for `serve` already
            raise AraratError("usage.option", given=LAN)

    @app.command(help=say("cli.games"))
    def games(language: Language = None) -> None:
        for slug, facts in all_facts().items():
            spoken = words(say.language, facts.package)
            count = f"{facts.players[0]}–{facts.players[-1]}"
            details = say("cli.details", players=count, minutes=facts.minutes)
            title = Text.assemble((spoken("name"), "bold"), (f"  {slug}", "cyan"), f"  {details}")
            screen.out.print(title)
            screen.out.print(Padding(spoken("about.brief"), (0, 0, 0, 2)))
            small = f"{spoken('about.credits')} {spoken('about.independent')}"
            screen.out.print(Padding(Text(small, "dim"), (0, 0, 1, 2)))

    @app.command(help=say("cli.play"))
    def play(
        game: Annotated[str | None, typer.Argument(help=say("cli.game"), metavar="GAME")] = None,
        seats: Annotated[str | None, typer.Option("--seats", help=say("cli.seats"), metavar="you,cat,...")] = None,
        seed: Seed = None,
        option: Options = None,
        resume: Annotated[Path | None, typer.Option("--resume", help=say("cli.resume"), metavar="FILE")] = None,
        save: Annotated[Path | None, typer.Option("--save", help=say("cli.save"), metavar="FILE")] = None,
        fast: Annotated[bool, typer.Option("--fast", help=say("cli.fast"))] = False,
        memory: Annotated[
            Memory, typer.Option("--memory", help=say("cli.memory"), metavar="open|closed")
        ] = Memory.open,
        language: Language = None,
    ) -> None:
        closed = memory is Memory.closed
        if resume is not None:
            match = replaying.load(screen, resume)
            facts = all_facts()[match.slug]
            if game is not None and find_game(game).slug != match.slug:
                raise BadRecord("record.other-game", given=match.slug, wanted=game)
            if save is not None:
                files.check_writable(save, resume)
            chosen = checked_seats(seats or ",".join(match.seats or [YOU] * match.players), say)
            if len(chosen) != match.players:
                raise UnknownPlayer("error.seats", count=match.players, given=len(chosen))
            screen.prepare(facts, kernels_for(facts, chosen, len(chosen)))
            if chosen.count(YOU) > 1 and facts.secrets and not match.over:
                screen.note(Prose(say("play.resumed", file=resume.name), "cyan"))
            TableTop(screen, match, chosen, save or resume, fast, closed=closed).play()
            return
        if game is None:
            game = next(iter(all_facts()))
        title = find_game(game)
        facts = title.facts
        chosen = checked_seats(seats if seats is not None else usual_seats(facts), say)
        options = _options(option or [])
        facts.checked_options(len(chosen), options)
        checked_seed(seed)
        if save is not None:
            files.check_writable(save)
        screen.prepare(facts, kernels_for(facts, chosen, len(chosen)))
        match = title.start(players=len(chosen), seed=seed, **options)
        TableTop(screen, match, chosen, save, fast, lots=seed, closed=closed).play()

    @app.command(help=say("cli.list-players"))
    def players(language: Language = None) -> None:
        show_players(screen)

    @app.command(help=say("cli.serve"))
    def serve(
        lan: Annotated[bool, typer.Option(LAN, help=say("cli.lan"))] = False,
        host: Annotated[str | None, typer.Option("--host", help=say("cli.host"), metavar="ADDRESS")] = None,
        port: Annotated[int | None, typer.Option("--port", help=say("cli.port"), metavar="N", min=0, max=65535)] = None,
        data: Annotated[Path | None, typer.Option("--data", help=say("cli.data"), metavar="FOLDER")] = None,
        browser: Annotated[bool, typer.Option("--browser/--no-browser", help=say("cli.browser"))] = False,
        address: Annotated[str | None, typer.Option("--address", help=say("cli.address"), metavar="NAME")] = None,
        keep_days: Annotated[
            int, typer.Option("--keep-days", help=say("cli.keep-days"), metavar="N", min=1, max=100_000)
        ] = 365,
        store_mib: Annotated[
            int, typer.Option("--store-mib", help=say("cli.store-mib"), metavar="N", min=1, max=10_000_000)
        ] = 2048,
        public_url: Annotated[
            str | None, typer.Option("--public-url", help=say("cli.public-url"), metavar="URL")
        ] = None,
        trusted_proxy: Annotated[
            list[str] | None, typer.Option("--trusted-proxy", help=say("cli.trusted-proxy"), metavar="ADDRESS/NET")
        ] = None,
        log_json: Annotated[bool, typer.Option("--log-json", help=say("cli.log-json"))] = False,
        store: Annotated[
            str | None,
            typer.Option(
                "--store", help=say("cli.store-address"), metavar="URL", envvar=keeping.STORE, show_envvar=False
            ),
        ] = None,
        workers: Annotated[int, typer.Option("--workers", help=say("cli.workers"), metavar="N", min=1, max=64)] = 1,
        language: Language = None,
    ) -> None:
        from ..server import serving
        from ..server.front import Front
        from ..server.limits import Limits
        from ..server.reach import is_host
        from .inviting import show_reach

        if address is not None and not is_host(address):
            raise AraratError("usage.value", name="--address")
        where = host or (EVERYWHERE if lan else serving.HOST)
        limits = Limits(keep_days=keep_days, store_bytes=store_mib * 2**20)
        serving.serve(
            where,
            port,
            data or serving.data_folder(),
            browser,
            lambda reach: show_reach(screen, reach),
            address,
            limits,
            front=Front.checked(public_url, trusted_proxy or []),
            json_logs=log_json,
            address=store,
            workers=workers,
        )
        screen.out.print(say("serve.stopped"))

    @app.command(help=say("cli.replay"))
    def replay(
        file: File,
        game: GameNumber = None,
        move: Annotated[int, typer.Option("--move", help=say("cli.replay-move"), metavar="N", min=1)] = 1,
        language: Language = None,
    ) -> None:
        replaying.show(screen, file, game, move)

    @app.command(help=say("cli.analyse"))
    def analyse(
        file: File,
        game: GameNumber = None,
        playouts: Annotated[
            int, typer.Option("--playouts", help=say("cli.analyse-playouts"), metavar="N", min=1, max=10_000_000)
        ] = ANALYSIS_PLAYOUTS,
        moves: Annotated[
            Moves, typer.Option("--moves", help=say("cli.analyse-moves"), metavar="turning|all")
        ] = Moves.turning,
        save: Annotated[Path | None, typer.Option("--save", help=say("cli.analyse-save"), metavar="FILE")] = None,
        seed: Annotated[int, typer.Option("--seed", help=say("cli.analyse-seed"), metavar="N")] = 0,
        language: Language = None,
    ) -> None:
        checked_seed(seed)
        if save is not None:
            files.check_writable(save)
        if not show_analysis(screen, file, game, playouts, seed, moves, save):
            raise typer.Abort

    @app.command(help=say("cli.verify"))
    def verify(
        file: File,
        commitment: Annotated[
            str | None, typer.Option("--commitment", help=say("cli.verify-commitment"), metavar="HEX")
        ] = None,
        contribution: Annotated[
            str | None, typer.Option("--contribution", help=say("cli.verify-contribution"), metavar="HEX")
        ] = None,
        language: Language = None,
    ) -> None:
        show_proof(screen, file, commitment, contribution)

    @app.command(help=say("cli.rules"))
    def rules(
        game: GameName,
        search: Annotated[str, typer.Argument(help=say("cli.search"), metavar="WORD")] = "",
        language: Language = None,
    ) -> None:
        nothing = show_rules(screen, find_game(game).facts, search)
        if nothing is not None:
            screen.out.print(nothing)

    @app.command(help=say("cli.perft"))
    def perft(
        game: GameName,
        players: Annotated[int | None, typer.Option("--players", help=say("cli.players"), metavar="N")] = None,
        depth: Annotated[int, typer.Option("--depth", help=say("cli.depth"), metavar="N", min=0, max=12)] = 4,
        seed: Annotated[int, typer.Option("--seed", help=say("cli.seed"), metavar="N")] = 1,
        language: Language = None,
    ) -> None:
        facts = find_game(game).facts
        count = facts.usual_players if players is None else players
        options = facts.checked_options(count, {})
        checked_seed(seed)
        screen.prepare(facts, ("start", "perft"))
        engine = engine_of(facts)
        tables = engine.start(engine.prototype(count, options), seed)
        for level in range(depth + 1):
            begin = time.perf_counter()
            sequences = engine.perft(tables, level)
            seconds = time.perf_counter() - begin
            screen.out.print(say("cli.perft-line", depth=level, sequences=sequences, seconds=f"{seconds:.3f}"))

    add_commands(app, screen, _options)
    keeping.add_commands(app, screen)
    loading.add_commands(app, screen)
    training.add_commands(app, screen)
    return app


def _options(given: list[str]) -> dict[str, Any]:
    """NAME=VALUE pairs; a value is JSON where it can be read so, else a word."""
    import json

    options: dict[str, Any] = {}
    for pair in given:
        name, _, value = pair.partition("=")
        try:
            options[name] = json.loads(value)
        except (ValueError, RecursionError):
            options[name] = value
    return options
