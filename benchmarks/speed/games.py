"""Measuring speed: the compiled rules of every game, and in the same run what a user would pick instead.

    PYTHONPATH=benchmarks python -m speed.games --save benchmarks

Figures of one run are comparable with each other; those of two runs hardly, so every report names
its machine and date and holds the rivals measured beside it.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich.console import Console

from ararat.batch import new_batch, simulate
from ararat.cli.screen import Screen
from ararat.core.contract import Facts, Json
from ararat.core.engine import engine_of
from ararat.core.hooks import hooks_of
from ararat.core.kernels import FOR_A_MATCH, FOR_BOTS, FOR_STUDIES
from ararat.core.words import words
from ararat.games import all_facts
from ararat.load.surroundings import in_words, surroundings
from ararat.match import start
from ararat.players import find
from ararat.players.search import Search, imagined

from .figures import Row, as_table, markdown
from .rivals import RIVALS
from .steps import COLUMNS as STEP_COLUMNS
from .steps import measure_steps

USED = (*FOR_A_MATCH, *FOR_STUDIES, *FOR_BOTS)
COPIED_TABLES = 64
TABLE_WIDTH = 120
PACKAGES = ("ararat", "numba", "numpy", "open-spiel", "rlcard", "catanatron", "pettingzoo", "pgx", "jax")
COLUMNS = (
    "what",
    "players",
    "compile s",
    "cache s",
    "games/s",
    "decisions/s",
    "games/s all",
    "decisions/s all",
    "state bytes",
    "copy ns",
    "playouts/s",
    "playouts/s all",
    "x hearts",
)
ENDING_COLUMNS = ("what", "players", "play", "matches", "ends by")
RANDOM_MATCHES = 5_000  # to see how they end,
GREEDY_MATCHES = 20  # ... those of bots


def measure_all(screen: Screen, folder: Path | None, seconds: float) -> None:
    """Measure everything, print one table and keep it where asked."""
    jobs: list[tuple[str, Callable[[], list[Row]]]] = []
    for facts in all_facts().values():
        jobs.append((facts.slug, lambda facts=facts: measure_game(facts, seconds)))  # type: ignore[misc]
    rows: list[Row] = []
    notes: list[str] = []
    endings: list[Row] = []
    for name, rival in RIVALS.items():
        jobs.append((name, lambda name=name, rival=rival: [rival_row(name, rival, seconds)]))  # type: ignore[misc]
    with screen.progress("Measuring speed, some seconds for each library", len(jobs)) as step:
        for done, (name, job) in enumerate(jobs):
            step(done)
            try:
                rows += job()
            except ImportError:
                notes.append(f"{name} is not installed and was skipped.")
        step(len(jobs))
    with_endings = [facts for facts in all_facts().values() if engine_of(facts).rules.ENDINGS]
    with screen.progress("Playing matches to see how they end", len(with_endings)) as step:
        for done, facts in enumerate(with_endings):
            step(done)
            endings += count_endings(facts)
        step(len(with_endings))
    steps, skipped = measure_steps(screen, seconds)
    notes += skipped
    hearts = next((row["decisions/s"] for row in rows if row["what"].endswith("hearts")), None)
    for row in rows:
        row["x hearts"] = row["decisions/s"] / hearts if hearts else None
    wide = Console(width=max(screen.out.width, TABLE_WIDTH), highlight=False)
    wide.print(as_table(rows, COLUMNS))
    wide.print(as_table(steps, STEP_COLUMNS))
    if endings:
        wide.print(as_table(endings, ENDING_COLUMNS))
    for note in notes:
        screen.out.print(note)
    if folder is not None:
        screen.out.print(f"Kept in {keep(rows, steps, endings, notes, folder)}.")


def measure_game(facts: Facts, seconds: float) -> list[Row]:
    """The figures of one game, for every number of players."""
    with tempfile.TemporaryDirectory() as empty:
        compiled = seconds_to_prepare(facts, empty)
        cached = statistics.median(seconds_to_prepare(facts, empty) for _ in range(3))
    engine = engine_of(facts)
    rows = []
    for players, options in _variants(facts):
        one = playout_speed(facts, players, options, 1, seconds)
        every = playout_speed(facts, players, options, os.cpu_count() or 1, seconds)
        rows.append(
            {
                "what": _named(facts, options),
                "players": players,
                "compile s": compiled,
                "cache s": cached,
                "games/s": one[0],
                "decisions/s": one[1],
                "games/s all": every[0],
                "decisions/s all": every[1],
                "state bytes": engine.layout.dtype.itemsize,
                "copy ns": copy_time(facts, seconds),
                "playouts/s": search_speed(facts, players, options, 1, seconds),
                "playouts/s all": search_speed(facts, players, options, os.cpu_count() or 1, seconds),
            }
        )
    return rows


def _variants(facts: Facts) -> list[tuple[int, Json]]:
    """Every number of players with every variant that is as good as a game of its own."""
    return sorted(
        ((players, options) for players in facts.players for options in facts.variants(players)),
        key=lambda case: (list(case[1].values()), case[0]),
    )


def _named(facts: Facts, options: Json) -> str:
    return " ".join([facts.slug, *map(str, options.values())])


def count_endings(facts: Facts) -> list[Row]:
    """How often matches of a game that can end in several ways end in each, in random and in greedy play."""
    rows = []
    rules = engine_of(facts).rules
    for players, options in _variants(facts):
        batch = new_batch(facts, RANDOM_MATCHES, players, 1, "cpu", options)
        turn = 0
        while not batch.over.all():
            batch.step(batch.draw(turn))
            turn += 1
        tables = {"random": list(batch.tables), "greedy": greedy_tables(facts, players, options)}
        for play, ended in tables.items():
            found = Counter(int(rules.ending_of(table)) for table in ended)
            shares = [f"{name} {100 * found[number] / len(ended):.1f} %" for number, name in enumerate(rules.ENDINGS)]
            what = _named(facts, options)
            row = {"what": what, "players": players, "play": play, "matches": len(ended), "ends by": ", ".join(shares)}
            rows.append(row)
    return rows


def greedy_tables(facts: Facts, players: int, options: Json) -> list[Any]:
    """Ended tables of matches between greedy bots."""
    bot = find("greedy")
    tables = []
    for seed in range(GREEDY_MATCHES):
        match = start(facts, players, seed, options)
        while match.turn is not None:
            match.play(bot.choose(match.view(match.turn), match.moves(), len(match.history)))
        tables.append(hooks_of(facts).table_of(match.state())[0])
    return tables


def seconds_to_prepare(facts: Facts, cache: str) -> float:
    """Seconds until every kernel of a game is ready in a new process, importing the compiler included."""
    code = (
        "import time; begin = time.perf_counter()\n"
        "from ararat.games import all_facts\n"
        "from ararat.core.engine import engine_of\n"
        f"engine_of(all_facts()[{facts.slug!r}], False).prepare({USED!r})\n"
        "print(time.perf_counter() - begin)"
    )
    surroundings = os.environ | {"ARARAT_CACHE": cache}
    done = subprocess.run(
        [sys.executable, "-c", code], env=surroundings, capture_output=True, text=True, check=True, timeout=600
    )
    return float(done.stdout)


def playout_speed(facts: Facts, players: int, options: Json, cores: int, seconds: float) -> tuple[float, float]:
    """Random games and decisions a second: the median of several runs that fill the time."""
    games = 200
    while True:
        begin = time.perf_counter()
        simulate(facts, games, players, 1, cores, options)
        spent = time.perf_counter() - begin
        if spent > seconds / 10:
            break
        games *= 2
    rates: list[tuple[float, float]] = []
    until = time.perf_counter() + seconds
    while time.perf_counter() < until or len(rates) < 3:
        begin = time.perf_counter()
        results = simulate(facts, games, players, len(rates) * games, cores, options)
        spent = time.perf_counter() - begin
        rates.append((games / spent, float(results.decisions.sum()) / spent))
    return statistics.median(rate[0] for rate in rates), statistics.median(rate[1] for rate in rates)


def search_speed(facts: Facts, players: int, options: Json, cores: int, seconds: float) -> float:
    """Playouts a second of a search for the first decision of a match, as the strongest level sees: the median."""
    engine = engine_of(facts)
    sight = hooks_of(facts).old_guide.LEVELS[-1].sight
    rates = []
    for seed in range(3):
        match = start(facts, players, seed, options)
        assert match.turn is not None
        root = imagined(facts, match.view(match.turn))
        search = Search(engine, root, seed, sight=sight, trees=cores)
        begin = time.perf_counter()
        search.run(seconds=seconds / 3, cores=cores)
        rates.append(search.playouts / (time.perf_counter() - begin))
    return statistics.median(rates)


def copy_time(facts: Facts, seconds: float) -> float:
    """Nanoseconds to copy one table inside compiled code."""
    engine = engine_of(facts)
    tables = engine.layout.new(COPIED_TABLES)
    kernel = engine.kernel("copies")
    rounds = 1000
    while True:
        begin = time.perf_counter()
        kernel(tables, rounds)
        spent = time.perf_counter() - begin
        if spent > seconds / 10:
            return spent / rounds / (COPIED_TABLES - 1) * 1e9
        rounds *= 4


def rival_row(name: str, rival: Callable[[float], tuple[float, float]], seconds: float) -> Row:
    """The figures of another library, where they mean the same."""
    games, decisions = rival(seconds)
    return {"what": name, "games/s": games, "decisions/s": decisions}


def keep(rows: list[Row], steps: list[Row], endings: list[Row], notes: list[str], folder: Path) -> Path:
    """Write the report as Markdown and as JSON, with machine and date."""
    folder.mkdir(parents=True, exist_ok=True)
    now = datetime.now(UTC)
    about = surroundings(now, PACKAGES)
    lines = ["# Speed", "", in_words(about), "", *markdown(rows, COLUMNS), "", *notes]
    lines += [
        "",
        "Made by `make bench`. One core unless it says all; random play; medians. `compile s` and `cache s` are",
        "seconds until all that playing, simulating and learning need is ready in a new process, with an empty cache",
        "and with a full one, importing the compiler included. `x hearts` compares decisions/s with OpenSpiel's",
        "hearts, driven from Python, in the same run. `playouts/s` are those of the bots' search at the first",
        "decision of a match, guided and with the sight of the strongest level. The machine is shared and noisy:",
        "compare within one run, never across runs.",
        "",
    ]
    lines += ["## Steps of a learner", "", *markdown(steps, STEP_COLUMNS), ""]
    lines += [
        "On one core, by the processor's time: the seat in turn is told what it sees and what is legal, one of those",
        "is drawn and played, and a match that ends starts anew. Ours are batches at the most seats (`speed.steps`);",
        "OpenSpiel, RLCard and PettingZoo play one table at a time.",
        "",
    ]
    if endings:
        lines += ["## How matches end", "", *markdown(endings, ENDING_COLUMNS), ""]
    path = folder / f"{now:%Y-%m-%d}.md"
    path.write_text("\n".join(lines), "utf-8")
    figures = about | {"rows": rows, "steps": steps, "endings": endings}
    path.with_suffix(".json").write_text(json.dumps(figures, indent=1) + "\n", "utf-8")
    return path


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m speed.games", description="Measure speed, beside other libraries.")
    parser.add_argument("--save", type=Path, metavar="FOLDER", help="keep the report in this folder")
    parser.add_argument("--seconds", type=float, default=3.0, metavar="S", help="for each measurement")
    chosen = parser.parse_args()
    if not chosen.seconds > 0:
        parser.error("--seconds takes a number above 0")
    screen = Screen(words("en"))
    try:
        measure_all(screen, chosen.save, chosen.seconds)
    except KeyboardInterrupt:
        screen.complain("Interrupted; nothing is kept.")
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()
