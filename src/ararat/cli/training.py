"""The command `ararat train`: a net learns a game from its rules.

No `from __future__ import annotations` here: Typer reads the annotations, which hold local names.
"""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from ..core.contract import Facts
from ..errors import AraratError
from ..facade import find_game
from ..players import find
from .screen import Screen
from .thinking import kernels_for

USUAL_PLAYOUTS = 32  # on a GPU
LONG = 10_000_000  # decisions of a run for which nobody asked for less


def add_commands(app: typer.Typer, screen: Screen) -> None:
    """Add the command, its help in the screen's language."""
    say = screen.words
    Language = Annotated[str | None, typer.Option("--language", help=say("cli.language"), metavar="en|fr|it")]  # noqa: N806

    @app.command(help=say("cli.train"))
    def train(
        game: Annotated[str, typer.Argument(help=say("cli.game"), metavar="GAME")],
        folder: Annotated[Path, typer.Argument(help=say("cli.train-folder"), metavar="FOLDER")],
        steps: Annotated[
            int, typer.Option("--steps", help=say("cli.train-steps"), metavar="N", min=1, max=10**13)
        ] = LONG,
        minutes: Annotated[
            float, typer.Option("--minutes", help=say("cli.train-minutes"), metavar="N", min=0, max=10**6)
        ] = 0,
        players: Annotated[str | None, typer.Option("--players", help=say("cli.train-players"), metavar="2,3")] = None,
        variants: Annotated[bool, typer.Option("--variants/--no-variants", help=say("cli.train-variants"))] = True,
        seed: Annotated[int, typer.Option("--seed", help=say("cli.seed"), metavar="N", min=0, max=2**32)] = 0,
        tables: Annotated[
            int, typer.Option("--tables", help=say("cli.train-tables"), metavar="N", min=1, max=1_000_000)
        ] = 256,
        matches: Annotated[
            int, typer.Option("--matches", help=say("cli.train-matches"), metavar="N", min=1, max=100_000)
        ] = 200,
        judged: Annotated[
            int, typer.Option("--judged", help=say("cli.train-judged"), metavar="N", min=1, max=10_000)
        ] = 10,
        bots: Annotated[
            str, typer.Option("--bots", help=say("cli.train-bots"), metavar="random,greedy")
        ] = "random,greedy",
        device: Annotated[str, typer.Option("--device", help=say("cli.train-device"), metavar="cpu|cuda")] = "cpu",
        afterstates: Annotated[bool, typer.Option("--afterstates/--policy", help=say("cli.train-afterstates"))] = False,
        playouts: Annotated[
            int, typer.Option("--playouts", help=say("cli.train-playouts"), metavar="N", min=0, max=1_000_000)
        ] = 0,
        start: Annotated[str, typer.Option("--from", help=say("cli.train-from"), metavar="FILE")] = "",
        language: Language = None,
    ) -> None:
        from ..train.curves import draw
        from ..train.folder import CURVES
        from ..train.run import Recipe

        facts = find_game(game).facts
        codes = tuple(find(code.strip()).code for code in bots.split(",") if code.strip())
        recipe = Recipe(
            facts.slug,
            checked_players(facts, players),
            variants=variants,
            steps=steps,
            minutes=minutes,
            seed=seed,
            tables=tables,
            matches=matches,
            judged=judged,
            bots=codes,
            device=device,
            start=start,
            sizes=sizes_on(device, facts),
            manner=manner_on(device, afterstates, playouts),
        )
        run = run_on(device)(folder, recipe)
        screen.prepare(facts, kernels_for(facts, list(codes)))
        run.open()
        try:
            learn(screen, run)
            picture = draw(run.folder.log, facts.name, say)
            if picture is None:
                screen.errors.print(say("arena.no-plots"))
            else:
                run.folder.write(CURVES, picture)
        finally:
            run.folder.close()
        if not run.is_over:
            screen.out.print(say("train.stopped", path=str(folder)))
            raise typer.Abort
        screen.out.print(say("train.done", path=str(folder)))


def manner_on(device: str, afterstates: bool, playouts: int) -> Any:
    """How to practise there: a GPU always searches, and takes large lessons; what a search thought was dear, so it is
    looked at more often, by smaller steps."""
    from ..train.practice import Manner

    if afterstates and (device != "cpu" or not playouts):
        raise AraratError("train.afterstates")
    if device != "cpu":
        return Manner(window=16, lesson=1 << 12, rate=2e-3, passes=2, playouts=playouts or USUAL_PLAYOUTS)
    if playouts:
        return Manner(rate=5e-4, passes=4, fading=0.85, playouts=playouts, afterstates=afterstates)
    return Manner()


def sizes_on(device: str, facts: Facts) -> Any:
    """How large a net is to be that learns there. A wide policy tells more, and costs a search hardly anything, but
    where it weighs what a move touches."""
    from ..core.hooks import hooks_of
    from ..nets.plan import Sizes

    if device == "cpu":
        return Sizes()
    return Sizes(row=24, wide=128, deep=48, keen=64 if hooks_of(facts).rules.touched is None else 32)


def run_on(device: str) -> Any:
    """What makes a run on a device; one sentence where it can't."""
    from ..batch.given import checked_device

    if checked_device(device) == "cpu":
        from ..train.run import Run

        return Run
    from ..batch.cuda import demand_gpu

    demand_gpu()
    try:
        from ..train.torch_run import TorchRun
    except ImportError:
        raise AraratError("train.no-torch") from None
    return TorchRun


def checked_players(facts: Facts, given: str | None) -> tuple[int, ...]:
    """Player counts that a game has: those that are given, or all."""
    if given is None:
        return tuple(facts.players)
    counts = []
    for word in given.split(","):
        if not word.strip().isdecimal():
            raise AraratError("usage.value", name="--players")
        counts.append(int(word))
        facts.checked_options(counts[-1], {})
    return tuple(sorted(set(counts)))


def learn(screen: Screen, run: Any) -> None:
    """Let a run go on, and tell how."""
    say = screen.words
    if run.practices:
        screen.errors.print(say("train.resumed", steps=run.practices * run.recipe.manner.window * len(run.crowd)))
    columns = (BarColumn(), TextColumn("{task.percentage:.0f}%"), TimeRemainingColumn())
    with stopping(screen) as stop, Progress(*columns, console=screen.errors, transient=True) as bar:
        task = bar.add_task("", total=1, completed=run.gone)

        def tell(entry: dict[str, Any]) -> None:
            bar.update(task, completed=run.gone)
            if "against" in entry:
                shares = {name: round(100 * entry[name]) for name in ("wins", "low", "high")}
                facts = {"steps": entry["steps"], "players": entry["players"], "bot": entry["against"]}
                screen.out.print(say("train.judged", **facts, **shares))

        run.go(stop, tell)


@contextmanager
def stopping(screen: Screen) -> Iterator[Callable[[], bool]]:
    """Let Ctrl-C wait until what is begun is kept; the second one does not wait."""
    asked: list[int] = []

    def ask(number: int, frame: Any) -> None:
        if asked:
            raise KeyboardInterrupt
        asked.append(number)
        screen.errors.print(screen.words("train.stopping"))

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield lambda: bool(asked)
    finally:
        signal.signal(signal.SIGINT, before)
