"""How strong a net is: matches of its policy, without any search, against bots at all other seats."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import numpy as np

from ..batch import Batch, new_batch
from ..core.contract import Json
from .gradient import Learner
from .lists import Lists
from .sight import Eyes, width_of

AT_ONCE = 4096  # tables
FIRST_SEED = 10**9  # far from the matches that are learnt from


def strength(
    learner: Learner,
    bot: Any,
    players: int,
    matches: int,
    stop: Callable[[], bool] = lambda: False,
    afterstates: bool = False,
) -> Json | None:
    """The share of matches that a net wins against a bot, ties shared, its own seat going round, and between which
    shares that lies 19 times out of 20; None where it was stopped."""
    facts, chances = learner.plan.facts, count(FIRST_SEED)
    options = facts.checked_options(players, {})
    batch, eyes = new_batch(facts, matches, players, FIRST_SEED, "cpu", {}), Eyes(learner.plan, players, options)
    ours = np.arange(matches) % players
    while not batch.over.all():
        if stop():
            return None
        turns, actions = batch.turns, np.full(matches, -1)
        mine, theirs = np.flatnonzero(turns == ours), np.flatnonzero((turns != ours) & (turns >= 0))
        if len(mine):
            actions[mine] = (hoped if afterstates else chosen)(learner, eyes, batch, mine)
        if len(theirs):
            actions[theirs] = bot.act(batch, theirs, next(chances))
        batch.step(actions)
    share = float(batch.returns("win")[np.arange(matches), ours].mean())
    low, high = interval(share, matches)
    figures = {"wins": round(share, 4), "low": round(low, 4), "high": round(high, 4), "matches": matches}
    return {"against": bot.code, "players": players, **figures}


def chosen(learner: Learner, eyes: Eyes, batch: Batch, rows: np.ndarray) -> np.ndarray:
    """What the policy holds likeliest in some rows of a batch."""
    lists = Lists.of(batch).some(rows)
    seats = np.full(len(rows), batch.players)
    sights = eyes.see(batch.observations()[rows])
    thought = learner.think(sights.dense(width_of(learner.plan)), seats, lists)
    return lists.actions[lists.starts + lists.best(thought.shares)]


def hoped(learner: Learner, eyes: Eyes, batch: Batch, rows: np.ndarray) -> np.ndarray:
    """What leads, in some rows of a batch, to the table at which the net thinks the mover likeliest to win."""
    lists = Lists.of(batch).some(rows)
    whose = rows[lists.rows]
    movers, twins = batch.turns[whose], batch.fork(whose)
    done, width = twins.step(lists.actions), width_of(learner.plan)
    hopes = done.rewards[np.arange(len(whose)), movers].astype(np.float32)
    for some in np.array_split(np.flatnonzero(~done.ended.astype(bool)), -(-len(whose) // AT_ONCE)):
        seen = eyes.see(twins.observations(movers)[some]).dense(width)
        hopes[some] = learner.chances(seen, np.full(len(some), batch.players))[:, 0]
    return lists.actions[lists.starts + lists.best(hopes)]


def interval(share: float, matches: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's interval of a share."""
    middle, spread = (
        share + z * z / (2 * matches),
        z * (share * (1 - share) / matches + (z / (2 * matches)) ** 2) ** 0.5,
    )
    return max(0.0, middle - spread) / (1 + z * z / matches), (middle + spread) / (1 + z * z / matches)
