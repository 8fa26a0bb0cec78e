"""A learner's diary: JSON lines of how it learns, and of what it reaches against bots of ours.

Matches against bots are played by a process beside, on a copy of the net, while the learner goes on. The bots have all
other seats; the learner's own goes round. A match shared by several winners counts so much less.
"""

from __future__ import annotations

import argparse
import copy
import json
import pickle
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import torch

import ararat

BOTS = ("random", "greedy", "chick")
CLOCKS = {"wall": time.monotonic, "processor": time.process_time}
FIRST_SEED = 10**9  # of the matches against bots: far from those that are learned from


def arguments(about: str, tables: int) -> argparse.Namespace:
    """What every learner is told on the command line."""
    parser = argparse.ArgumentParser(description=about.split("\n")[0])
    parser.add_argument("game", help="such as noah")
    parser.add_argument("--players", type=int, help="by default the fewest, and not one alone")
    parser.add_argument("--device", default="cpu", help="of the net: cpu or cuda")
    parser.add_argument("--seconds", type=float, default=600, help="how long to learn")
    parser.add_argument("--clock", choices=CLOCKS, default="wall", help="processor: seconds that the learner worked")
    parser.add_argument("--tables", type=int, default=tables, help="played at once")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--log", type=Path, default=Path("learning.jsonl"), help="the diary")
    parser.add_argument("--every", type=float, default=60, help="seconds between judgements")
    parser.add_argument("--matches", type=int, default=200, help="against each bot, in each judgement")
    given = parser.parse_args()
    given.players = given.players or max(2, ararat.game(given.game).players[0])
    torch.manual_seed(given.seed)
    return given


class Diary:
    """Written from its making on: `seconds` are those since then."""

    def __init__(self, given: argparse.Namespace, net: Any, learner: str) -> None:
        self.given, self.net, self.clock = given, net, CLOCKS[given.clock]
        self.start = self.clock()
        self.judges = ProcessPoolExecutor(1, get_context("spawn"))
        self.judging: list[Any] = []
        self.judged_at = -torch.inf
        self.file = given.log.open("w", buffering=1)
        versions = {"ararat": ararat.__version__, "torch": torch.__version__}
        told = {name: value for name, value in vars(given).items() if name != "log"}
        self.write(learner=learner, **told, **versions, date=time.strftime("%Y-%m-%d", time.gmtime()))
        self.tell(0)

    @property
    def seconds(self) -> float:
        return self.clock() - self.start

    @property
    def is_full(self) -> bool:
        """Whether the time is over."""
        return self.seconds >= self.given.seconds

    def write(self, **line: Any) -> None:
        self.file.write(json.dumps(line) + "\n")

    def tell(self, steps: int, **numbers: float) -> None:
        """Where the learner stands; now and then it is judged."""
        if numbers:
            self.write(steps=steps, seconds=round(self.seconds, 2), **{n: round(v, 5) for n, v in numbers.items()})
        if self.seconds - self.judged_at >= self.given.every and all(task.done() for task in self.judging):
            self.judge(steps)

    def judge(self, steps: int) -> None:
        """Have the net of now play against each bot."""
        self.judged_at = self.seconds
        stands = {"steps": steps, "seconds": round(self.seconds, 2)}
        net = pickle.dumps(copy.deepcopy(self.net).cpu())
        for code in BOTS:
            task = self.judges.submit(judged, self.given.game, self.given.players, net, code, self.given.matches)
            task.add_done_callback(lambda task: task.cancelled() or self.write(**stands, **task.result()))
            self.judging.append(task)

    def close(self, steps: int) -> None:
        """The net is judged a last time, as it is at the end."""
        for task in self.judging:
            task.cancel()
        self.judge(steps)
        self.judges.shutdown()
        self.file.close()


@torch.no_grad()
def judged(slug: str, players: int, net: bytes, code: str, matches: int) -> dict[str, Any]:
    """The share of matches that a net wins against a bot, and between which shares it lies, 19 times out of 20."""
    torch.set_num_threads(1)
    game, policy, bot, chances = ararat.game(slug), pickle.loads(net), ararat.player(code), count(FIRST_SEED)
    spec, batch = game.spec(players), game.batch(matches, players, seed=FIRST_SEED, cores=1)
    ours = np.arange(matches) % players
    while not batch.over.all():
        turns, actions = batch.turns, np.full(matches, -1)
        mine, theirs = np.flatnonzero(turns == ours), np.flatnonzero((turns != ours) & (turns >= 0))
        if len(mine):
            actions[mine] = policy.choose(batch, spec, mine)
        if len(theirs):
            actions[theirs] = bot.act(batch, theirs, next(chances))
        batch.step(actions)
    share = float(batch.returns("win")[np.arange(matches), ours].mean())
    low, high = interval(share, matches)
    return {"against": code, "wins": round(share, 4), "low": round(low, 4), "high": round(high, 4), "matches": matches}


def interval(share: float, count: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's interval of a share."""
    middle, spread = share + z * z / (2 * count), z * (share * (1 - share) / count + (z / (2 * count)) ** 2) ** 0.5
    return max(0, middle - spread) / (1 + z * z / count), (middle + spread) / (1 + z * z / count)
