"""Play our search against OpenSpiel's and keep a report."""

from __future__ import annotations

import argparse
import os
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console

from ararat.errors import AraratError

os.environ["ARARAT_CORES"] = "1"  # both sides think on one core


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m openspiel", description=__doc__)
    parser.add_argument("--pair", default="search,ismcts:1", metavar="A,B", help="who plays: see thinkers.py")
    parser.add_argument("--players", type=int, default=2, metavar="N")
    parser.add_argument("--seconds", type=float, default=0.5, metavar="S", help="of thinking a decision")
    parser.add_argument("--minutes", type=float, default=10.0, metavar="M", help="of playing; 0: no more than a deal")
    parser.add_argument("--deals", type=int, default=1000, metavar="N", help="at most")
    parser.add_argument("--cores", type=int, default=1, metavar="N", help="matches side by side, each on one core")
    parser.add_argument("--games", type=Path, metavar="FILE", help="where matches are kept, and played on from")
    parser.add_argument("--report", action="store_true", help="play nothing, only measure the pace and report")
    parser.add_argument("--save", type=Path, metavar="FOLDER", help="keep the report in this folder")
    chosen = parser.parse_args()

    codes = chosen.pair.split(",")
    if len(codes) != 2:
        parser.error("--pair takes two codes, as in search,ismcts:1")
    games = chosen.games or Path(__file__).parent.parent / f"search-{datetime.now(UTC):%Y-%m-%d}.jsonl"
    out = Console(width=200, highlight=False)
    try:
        run(out, (codes[0], codes[1]), chosen, games)
    except ImportError:
        parser.exit(1, "OpenSpiel is not installed: it is in the extra `rivals`.\n")
    except AraratError as problem:
        parser.exit(2, f"{problem}\n")


def run(out: Console, pair: tuple[str, str], chosen: argparse.Namespace, games: Path) -> None:
    """Play, print and keep what was asked for."""
    from speed.figures import as_table

    from .duel import duel, rows_of, share
    from .report import COLUMNS, PACE_COLUMNS, keep, summaries

    if not chosen.report:
        try:
            duelling = pair, chosen.players, chosen.seconds, chosen.minutes, chosen.deals, games
            duel(*duelling) if chosen.cores == 1 else share(chosen.cores, *duelling)
        except KeyboardInterrupt:
            out.print("Interrupted; the matches that were over are kept.")
    rows = list(rows_of(games))
    out.print(as_table(summaries(rows), COLUMNS))
    if chosen.save is not None:
        from .pace import measure
        from .thinkers import THEIRS

        rivals = dict.fromkeys(code for row in rows for code in row["pair"] if code.startswith(THEIRS))
        paces = measure(chosen.players, chosen.seconds, list(rivals))
        out.print(as_table(paces, PACE_COLUMNS))
        out.print(f"Kept in {keep(games, paces, chosen.save)}")


if __name__ == "__main__":
    main()
