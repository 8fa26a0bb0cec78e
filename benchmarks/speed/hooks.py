"""Measuring what a move costs inside a game: each hook that a message of a table asks, in microseconds of processor.

    PYTHONPATH=benchmarks python -m speed.hooks [--matches 2] [--player greedy]

Whole matches are played, four pages and a spectator watching. `a move` is one play, what every viewer is sent of it,
and the offer of the seat in turn. Figures of two runs are comparable only on one machine, one after the other.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from ararat.core.contract import Facts, Json
from ararat.core.hooks import hooks_of
from ararat.core.words import words
from ararat.games import all_facts
from ararat.match import Match, start
from ararat.players import find

SEATS = 4
LANGUAGE = "en"
# How often a move asks each; the others are asked within them.
IN_A_MOVE = {"play": 1, "moves": 1, "offer": 1, "view": 5, "sheet": 5, "gauges": 5, "texts": 5, "log": 5, "standing": 5}
COLUMNS = (*IN_A_MOVE, "closed view", "kinds", "a move")


class Costs:
    """Microseconds by hook, and how often each was asked."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = defaultdict(float)
        self.asked: dict[str, int] = defaultdict(int)

    def ask(self, name: str, hook: Callable[..., Any], *given: Any) -> Any:
        """What a hook answers; its time is counted."""
        begun = time.thread_time_ns()
        answer = hook(*given)
        self.spent[name] += (time.thread_time_ns() - begun) / 1000
        self.asked[name] += 1
        return answer

    def mean(self, name: str) -> float:
        if name == "a move":
            return sum(self.mean(one) * times for one, times in IN_A_MOVE.items())
        return self.spent[name] / max(1, self.asked[name])


def measure(facts: Facts, player: str, seed: int, costs: Costs) -> None:
    """Play one match, and ask after every move what the viewers are sent."""
    match = start(facts, SEATS, seed, {})
    hooks, spoken, chosen = hooks_of(facts), words(LANGUAGE, facts.package), random.Random(seed)
    names = [f"Ann {seat}" for seat in range(SEATS)]
    bot = None if player == "random" else find(player)
    while not match.over:
        moves = match.moves()
        view = match.view(match.turn)
        move = chosen.choice(moves) if bot is None else bot.choose(view, moves, chosen.getrandbits(32))
        costs.ask("play", match.play, move)
        for seat in (*range(SEATS), None):
            view = costs.ask("view", match.view, seat)
            costs.ask("sheet", hooks.web.sheet, view, spoken)
            costs.ask("gauges", hooks.web.gauges, view)
            entries = costs.ask("log", match.log, seat, len(match.history) - 1)
            costs.ask("texts", _said, hooks, entries[-1], spoken, names)
            costs.ask("standing", _standing, match, seat)
            costs.ask("closed view", match.closed_view, seat)
            if seat is not None and seat == match.turn:
                costs.ask("kinds", match.kinds_at, -1)
                listed = costs.ask("moves", getattr(match, "choices", match.moves))
                costs.ask("offer", hooks.web.offer, view, listed, spoken, names)


def _said(hooks: Any, entry: Json, spoken: Any, names: list[str]) -> list[str]:
    said = [hooks.tell(entry["seat"], entry["move"], spoken, names)]
    return said + [text for event in entry["events"] if (text := hooks.say_event(event, spoken, names))]


def _standing(match: Match, seat: int | None) -> Any:
    undo = None if seat is None else match.why_no_take_back(seat)
    return match.scores, match.over, match.turn, match.can_undo, undo


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--matches", type=int, default=2)
    parser.add_argument("--player", default="random")
    parser.add_argument("games", nargs="*")
    given = parser.parse_args()
    print(f"{'µs, ' + given.player:18}" + "".join(f"{name:>12}" for name in COLUMNS))
    for slug in given.games or all_facts():
        costs, facts = Costs(), all_facts()[slug]
        measure(facts, given.player, 0, Costs())  # what is read and compiled once is not counted
        for seed in range(given.matches):
            measure(facts, given.player, 1 + seed, costs)
        print(f"{slug:18}" + "".join(f"{costs.mean(name):12.1f}" for name in COLUMNS))


if __name__ == "__main__":
    main()
