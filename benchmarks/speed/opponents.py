"""Measuring bots inside: decisions a second of `bot.act` at many tables, on one core, beside `bot.choose` at each.

    PYTHONPATH=benchmarks python -m speed.opponents [--bots random,greedy] [--tables 1024] [--seconds 2]

Every game at its most seats, at tables that random play has left in the middle of a match.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

from rich.console import Console

import ararat

from .figures import Row, as_table

COLUMNS = ("game", "seats", "bot", "act", "choose", "times")
MIDDLE = 20  # random decisions from the start


def middle_of(slug: str, tables: int) -> Any:
    """Tables in the middle of their matches."""
    game = ararat.game(slug)
    batch = game.batch(tables, players=game.players[-1], seed=1, cores=1)
    for number in range(MIDDLE):
        batch.step(batch.draw(number))
    return batch


def rate(decide: Callable[[int], int], seconds: float) -> float:
    """Decisions a second; `decide` makes some by a seed and says how many."""
    decide(0)
    begin, made, seed = time.perf_counter(), 0, 1
    while (spent := time.perf_counter() - begin) < seconds:
        made += decide(seed)
        seed += 1
    return made / spent


def measured(slug: str, code: str, tables: int, seconds: float) -> Row:
    """One line of the figures."""
    batch, bot = middle_of(slug, tables), ararat.player(code)
    matches = [batch.match(row) for row in range(min(tables, 32)) if not batch.over[row]]
    asked = [(match.view(match.turn), match.moves()) for match in matches]

    def choose(seed: int) -> int:
        for view, moves in asked:
            bot.choose(view, moves, seed)
        return len(asked)

    act = rate(lambda seed: int((bot.act(batch, None, seed) >= 0).sum()), seconds)
    alone = rate(choose, seconds)
    return {
        "game": slug,
        "seats": batch.players,
        "bot": code,
        "act": f"{act:,.0f}",
        "choose": f"{alone:,.0f}",
        "times": f"{act / alone:.1f}",
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--bots", default="random,greedy")
    parser.add_argument("--tables", type=int, default=1024)
    parser.add_argument("--seconds", type=float, default=2.0)
    given = parser.parse_args()
    rows = [
        measured(slug, bot, given.tables, given.seconds) for slug in ararat.games() for bot in given.bots.split(",")
    ]
    Console().print(as_table(rows, COLUMNS))


if __name__ == "__main__":
    main()
