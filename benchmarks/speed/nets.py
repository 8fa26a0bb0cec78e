"""The search with a net beside the one with a guide: evaluations and playouts in a second of one core's processor; and
how long the middle and the strongest level take for a decision on one core, by net where a game ships one.

    PYTHONPATH=benchmarks python -m speed.nets --playouts 2000
    PYTHONPATH=benchmarks python -m speed.nets --levels --nets docs/lab/nets   # as if FOLDER/<game>.npz shipped

Playouts are those of a net that has learnt nothing, which takes as long; decisions those of the nets that ship.
Positions are those of random matches, the same for all.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

import ararat
from ararat.core import compiler, mind
from ararat.core.contract import Facts
from ararat.core.engine import Engine, engine_of
from ararat.core.hooks import hooks_of
from ararat.games import all_facts
from ararat.nets import shipped
from ararat.nets.net import Net
from ararat.nets.wiring import AFTERSTATES, Wiring
from ararat.players import levels
from ararat.players.search import Search, Thinker, by_guide, imagined
from ararat.players.searchers import effort_of, thought_over

from .figures import Row, markdown

POSITIONS = 6
LOOKS = 5_000
COLUMNS = ("game", "players", "evaluations/s", "playouts/s policy", "playouts/s afterstates", "playouts/s guide")
MEASURED = (levels()[len(levels()) // 2], levels()[-1])
DECISIONS = ("game", "players", "by", *(f"{code} {which}" for code in MEASURED for which in ("s", "most s")))


def make_looks(rules: Any) -> Any:
    """What a seat knows and what a net makes of it, again and again."""
    observe = rules.observe

    def looks(
        tables: Any, weights: Any, reading: Any, scales: Any, places: Any, memory: Any, rows: Any, times: int
    ) -> None:
        for number in range(times):
            table = tables[number % len(tables)]
            observe(table, table.turn, memory[mind.SEEN])
            mind_look(memory, rows, table.players, weights[0], reading, scales[0], places)

    mind_look = mind.look
    return looks


def positions(facts: Facts, players: int) -> list[np.ndarray]:
    """Tables at decisions with a choice, as the seat in turn imagines them."""
    found = []
    for seed in range(POSITIONS):
        match = ararat.game(facts.slug).start(players=players, seed=seed)
        for number in range(4 + 3 * seed):
            if not match.over:
                match.play(ararat.player("random").choose(match.view(match.turn), match.moves(), number))
        while not match.over and len(match.moves()) == 1:
            match.play(match.moves()[0])
        if not match.over:
            found.append(imagined(facts, match.view(match.turn)))
    return found


def playouts_a_second(engine: Engine, roots: list[np.ndarray], playouts: int, thinker: Thinker) -> float:
    """Playouts in a second of the processor, over some positions; by the guide as its strongest level does."""
    sight = hooks_of(engine.facts).old_guide.LEVELS[-1].sight if thinker is by_guide else 0
    spent, made = 0.0, 0
    for root in roots:
        search = Search(engine, root, 1, sight=sight, trees=1, thinker=thinker)
        begin = time.process_time()
        search.run(playouts, cores=1, thorough=True)
        spent += time.process_time() - begin
        made += search.playouts
    return made / spent


def measure(facts: Facts, players: int, playouts: int) -> Row:
    """One row of figures."""
    engine, roots = engine_of(facts), positions(facts, players)
    net = Net.untrained(facts, 1)
    row: Row = {"game": facts.slug, "players": players}
    wiring = Wiring(net, players)
    types = compiler.argument_types(engine.layout)
    words = ("tables", "grid", "rows", "grid", "numbers", "grid", "grid", "number")
    looks = compiler.compile_kernel(make_looks(engine.rules), tuple(types[word] for word in words), None)
    given = np.concatenate(roots), wiring.weights, wiring.reading, wiring.scales, wiring.places, *wiring.memory()
    begin = time.process_time()
    looks(*given, LOOKS)
    row["evaluations/s"] = LOOKS / (time.process_time() - begin)
    for name, priors in (("policy", ""), ("afterstates", AFTERSTATES)):
        thinker = Wiring(Net(net.plan, net.weights, {"priors": priors}), players).thinker
        playouts_a_second(engine, roots[:1], 20, thinker)
        row[f"playouts/s {name}"] = playouts_a_second(engine, roots, playouts, thinker)
    row["playouts/s guide"] = playouts_a_second(engine, roots, playouts, by_guide)
    return row


def measure_levels(facts: Facts, players: int) -> Row:
    """Seconds of the processor that the middle and the strongest level take for a decision, in the mean and at most."""
    engine, roots = engine_of(facts), positions(facts, players)
    by = "guide" if shipped.net_of(facts, players) is None else "net"
    row: Row = {"game": facts.slug, "players": players, "by": by}
    for code in MEASURED:
        effort = effort_of(code, facts, players)
        assert effort is not None, "a level searches"
        thought_over(replace(effort, level=replace(effort.level, playouts=1)), engine, roots[0], Random(1))  # loads all
        spent = []
        for number, root in enumerate(roots):
            begin = time.process_time()
            thought_over(effort, engine, root, Random(number), cores=1)
            spent.append(time.process_time() - begin)
        row[f"{code} s"], row[f"{code} most s"] = sum(spent) / len(spent), max(spent)
    return row


def ship(folder: Path) -> None:
    """Let games ship the nets of a folder, as long as this process lasts."""
    for slug in all_facts():
        path = folder / f"{slug}.npz"
        shipped._files[slug] = path if path.exists() else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--playouts", type=int, default=2000, metavar="N")
    parser.add_argument("--games", nargs="*", default=[*all_facts()], metavar="SLUG")
    parser.add_argument("--nets", type=Path, metavar="FOLDER", help="measure levels as if its nets shipped")
    parser.add_argument("--levels", action="store_true", help="measure nothing but levels")
    asked = parser.parse_args()
    if asked.nets:
        ship(asked.nets)
    tables = [
        (all_facts()[slug], players)
        for slug in asked.games
        for players in (max(2, all_facts()[slug].players[0]), all_facts()[slug].players[-1])
    ]
    if not asked.levels:
        rows = [measure(facts, players, asked.playouts) for facts, players in tables]
        print("\n".join(markdown(rows, COLUMNS)))
        print()
    print("\n".join(markdown([measure_levels(facts, players) for facts, players in tables], DECISIONS)))


if __name__ == "__main__":
    main()
