"""The search with a net beside the one with a guide: evaluations and playouts in a second of one core's processor.

    PYTHONPATH=benchmarks python -m speed.nets --playouts 2000

The net has learnt nothing, which takes as long. Positions are those of random matches, the same for all.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

import ararat
from ararat.core import compiler, mind
from ararat.core.contract import Facts
from ararat.core.engine import Engine, engine_of
from ararat.core.hooks import hooks_of
from ararat.games import all_facts
from ararat.nets.net import Net
from ararat.nets.wiring import AFTERSTATES, Wiring
from ararat.players.search import Search, Thinker, by_guide, imagined

from .figures import Row, markdown

POSITIONS = 6
LOOKS = 5_000
COLUMNS = ("game", "players", "evaluations/s", "playouts/s policy", "playouts/s afterstates", "playouts/s guide")


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
    sight = hooks_of(engine.facts).guide.LEVELS[-1].sight
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--playouts", type=int, default=2000, metavar="N")
    parser.add_argument("--games", nargs="*", default=[*all_facts()], metavar="SLUG")
    asked = parser.parse_args()
    rows = []
    for slug in asked.games:
        facts = all_facts()[slug]
        for players in (max(2, facts.players[0]), facts.players[-1]):
            rows.append(measure(facts, players, asked.playouts))
            print(rows[-1], flush=True)
    print("\n".join(markdown(rows, COLUMNS)))


if __name__ == "__main__":
    main()
