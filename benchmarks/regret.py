"""What bots that search give away: by how much the moves that they choose are worse than the best one.

    PYTHONPATH=src python benchmarks/regret.py animals-on-board --seats 3 --judge net:20000 --who net:1000 net:4000

At positions of greedy's play a long search (--judge) thinks twice, from two seeds, and both together say what each move
is worth. Then every bot thinks, some times over, and what it would choose is compared with the best. Figures are
thousandths of what the seat in turn may hope for, in the mean over positions, and of each kind of decision by itself:
`net:1`, a net's first sight, may be blind to some. In a minute or two this tells where to look; who is stronger is told
by matches alone (docs/lab/learning.md), and of two kinds of search it tells only who is more like the judge.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from ararat.batch import new_batch
from ararat.core.contract import Facts
from ararat.core.engine import engine_of
from ararat.core.hooks import hooks_of
from ararat.errors import AraratError
from ararat.facade import find_game
from ararat.players.searchers import effort_of, thought_over
from ararat.train.crowd import playing_on
from champions import BadPlan

TABLES, AT_ONCE = 64, 6  # of greedy's play, and of them looked at together
FEWEST, MOST = 3, 8  # decisions between two looks
KNOWN = 0.01  # of the judge's playouts, that a move has to have for its worth to be believed

Worths = dict[int, float]


@dataclass(frozen=True)
class Measured:
    """What each bot gives away at each position, and of which kind the best move is there."""

    given: np.ndarray  # [bots, positions]
    kinds: np.ndarray  # [positions]: names

    def of_kind(self, kind: str) -> np.ndarray:
        """The same where the best move is of a kind."""
        return self.given[:, self.kinds == kind]


def positions(facts: Facts, seats: int, seed: int) -> Iterator[np.ndarray]:
    """Tables at which somebody has to decide, of all parts of a match."""
    lots = Random(seed)
    options = facts.checked_options(seats, {})
    batch = new_batch(facts, TABLES, seats, seed, "cpu", options, autoreset=True)
    for moment, playing in enumerate(playing_on(batch, seed)):  # not all at the same point of their matches
        batch.step(np.where(playing, batch.draw(moment), -1))
    for step in range(10**9):
        batch.step(batch.decide("greedy", seed=step))
        if step % lots.randint(FEWEST, MOST) == 0:
            for row in lots.sample(range(TABLES), AT_ONCE):
                root = batch.engine.layout.new(1)
                root[0] = batch.tables[row]
                yield root


def judged(facts: Facts, root: np.ndarray, code: str) -> Worths:
    """What each move is worth to the judge, as far as it looked at it; nothing where there is no choice."""
    seen: dict[int, list[tuple[int, float]]] = {}
    for seed in (1, 2):
        for thought in thoughts(facts, root, code, seed):
            seen.setdefault(thought.action, []).append((thought.visits, thought.worth))
    visits = {action: sum(count for count, _ in told) for action, told in seen.items()}
    enough = KNOWN * sum(visits.values())
    worths = {
        action: sum(count * worth for count, worth in told) / visits[action]
        for action, told in seen.items()
        if visits[action] >= enough
    }
    return worths if len(worths) > 1 else {}


def thoughts(facts: Facts, root: np.ndarray, code: str, seed: int) -> Sequence[Any]:
    """What a bot thinks of a decision, on one core."""
    effort = effort_of(code, facts)
    if effort is None:
        raise BadPlan(f"{code} is no bot that searches.")
    return thought_over(effort, engine_of(facts), root, Random(seed), cores=1)


def given_away(worths: Worths, action: int) -> float:
    """By how much a move is worse than the best; one that the judge hardly tried is as bad as the worst it knows."""
    return max(worths.values()) - worths.get(action, min(worths.values()))


def measured(facts: Facts, seats: int, judge: str, who: Sequence[str], count: int, times: int, seed: int) -> Measured:
    """What each gives away at so many positions, in the mean over so many thoughts."""
    found: list[list[float]] = []
    best: list[int] = []
    for root in positions(facts, seats, seed):
        if worths := judged(facts, root, judge):
            told = [[thoughts(facts, root, code, 100 + n)[0].action for n in range(times)] for code in who]
            found.append([float(np.mean([given_away(worths, action) for action in mine])) for mine in told])
            best.append(max(worths, key=lambda action: worths[action]))
        if len(found) == count:
            break
    return Measured(np.array(found).T, np.array(hooks_of(facts).rules.MOVES.kinds_of(best)))


def told(values: np.ndarray) -> str:
    """A mean with twice its standard error, in thousandths."""
    doubt = 2 * values.std() / max(1, len(values) - 1) ** 0.5
    return f"{1000 * values.mean():.1f} ± {1000 * doubt:.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="its short name")
    parser.add_argument("--seats", type=int, help="the usual number, unless told otherwise")
    parser.add_argument("--judge", required=True, metavar="CODE", help="a long search")
    parser.add_argument("--who", required=True, nargs="+", metavar="CODE", help="searches that are compared")
    parser.add_argument("--positions", type=int, default=60, metavar="N")
    parser.add_argument("--times", type=int, default=3, metavar="N", help="thoughts of each bot at each position")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    chosen = parser.parse_args()
    try:
        facts = find_game(chosen.game).facts
        seats = chosen.seats or facts.usual_players
        found = measured(facts, seats, chosen.judge, chosen.who, chosen.positions, chosen.times, chosen.seed)
    except (AraratError, BadPlan) as problem:
        raise SystemExit(str(problem)) from None
    print("| bot | gives away | beside the first |\n|---|---|---|")
    for code, mine in zip(chosen.who, found.given, strict=True):
        print(f"| `{code}` | {told(mine)} | {told(mine - found.given[0])} |")
    print(f"\n| best move | positions | {' | '.join(f'`{code}`' for code in chosen.who)} |")
    print("|---|---|" + "---|" * len(chosen.who))
    for kind in sorted(set(found.kinds.tolist())):
        given = found.of_kind(kind)
        print(f"| {kind} | {given.shape[1]} | {' | '.join(map(told, given))} |")


if __name__ == "__main__":
    main()
