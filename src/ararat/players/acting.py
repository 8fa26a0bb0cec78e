"""What a bot does at many tables at once: the same bots, by the same rules, guides and nets, compiled, without views.

A seat in turn decides by what it may know, here too: whatever it can't know, what chance will bring included, is
dealt anew before anything is weighed. So tables that look the same to it bring the same action by the same lots.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from ..core.contract import Facts
from ..core.engine import Engine, engine_of
from ..core.table import NOBODY
from .codes import GREEDY, RANDOM
from .greedy import WORLDS, glance_by, net_for
from .searchers import Effort, effort_of, pick, thought_over

LEAST = {RANDOM: 512, GREEDY: 16}  # tables that another core is asked for; of those who search, one


def least_of(code: str) -> int:
    """How many tables another core is asked for."""
    return LEAST.get(code, 1)


def lots_of(first: Any, second: Any, third: int, numbers: np.ndarray) -> np.ndarray:
    """The four words of chance of each of several decisions, which differ by their numbers."""
    words = np.empty((len(numbers), 4), np.int64)
    words[:, 0], words[:, 1], words[:, 2], words[:, 3] = first, second, third, numbers
    return words


def decide(facts: Facts, code: str, tables: np.ndarray, lots: np.ndarray, actions: np.ndarray) -> None:
    """Write down what the bot of a code does on every table, -1 where the match is over.

    Each decision hangs on its table and its row of lots alone.
    """
    if not len(tables):
        return
    engine, players = engine_of(facts), int(tables[0]["players"])
    if code == GREEDY:
        glance_by(facts, net_for(facts, players), tables)(tables, lots, WORLDS, actions)
        return
    effort = effort_of(code, facts, players)
    if effort is None:
        engine.glance_all(tables, lots, 0, actions)
        return
    for number in range(len(tables)):
        table, words = tables[number : number + 1], lots[number].tolist()
        over = table[0]["turn"] == NOBODY
        actions[number] = -1 if over else searched_at(effort, engine, table, Random(repr(words)))


def searched_at(effort: Effort, engine: Engine, table: np.ndarray, random: Random) -> int:
    """One of the legal actions, by search over the worlds that the seat in turn holds possible."""
    legal = engine.actions(table)
    if len(legal) == 1:
        return legal[0]
    return pick(thought_over(effort, engine, table, random, cores=1), effort.level.slips, random).action
