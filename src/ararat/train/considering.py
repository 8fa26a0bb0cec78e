"""Decisions by search: a net thinks for some playouts, and what it thinks then is what it learns to think at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core.tree import NONE, ROOT
from ..nets.net import Net
from ..nets.wiring import Wiring
from ..players.search import Tree, cores_allowed
from .crowd import Crowd
from .lists import Lists

UNTRIED = 1e-6  # the share of a move that no playout tried, for its logarithm
ENOUGH = 4  # playouts, for what they found to be worth learning


def wired(net: Net, crowd: Crowd) -> list[Wiring]:
    """The net as the searches at each table of a crowd take it."""
    found: list[Wiring] = []
    for batch in crowd.batches:
        found += [Wiring(net, batch.players, batch.options)] * len(batch)
    return found


@dataclass(frozen=True)
class Considered:
    """What came of it, of each listed action and of each table."""

    shares: np.ndarray  # of each action, of the playouts that went into it: logarithms
    hopes: np.ndarray  # what the seat in turn may hope for with it; where few tried it, nothing that can be told
    tried: np.ndarray  # whether enough did
    chances: np.ndarray  # of all seats, from the one in turn on


def consider(
    wirings: list[Wiring],
    crowd: Crowd,
    lists: Lists,
    chances: np.ndarray,
    playouts: int,
    chance: np.random.Generator,
) -> Considered:
    """Think at each table; `chances` are what the net thinks at once. Every table has lots of its own, so it does not
    matter who thinks first."""
    engine = crowd.batches[0].engine
    tables = [batch.tables[row : row + 1] for batch in crowd.batches for row in range(len(batch))]
    lots = chance.integers(0, 1 << 63, len(tables)).tolist()
    visits, worths = np.zeros(len(lists.actions)), np.zeros(len(lists.actions))
    alone, chances = np.flatnonzero(lists.lengths == 1), chances.copy()
    visits[lists.starts[alone]] = playouts

    def think(row: int) -> None:
        if lists.lengths[row] == 1:
            return
        at = slice(lists.starts[row], lists.starts[row] + lists.lengths[row])
        visits[at], worths[at], hope = thought(
            engine, wirings[row], tables[row], lots[row], playouts, lists.actions[at]
        )
        others = chances[row, 1:].sum()
        if others > 0:
            chances[row, 1:] *= (1 - hope) / others
        chances[row, 0] = hope

    with ThreadPoolExecutor(cores_allowed()) as pool:
        for _ in pool.map(think, range(len(tables))):
            pass
    shares = np.log(np.maximum(visits / playouts, UNTRIED)).astype(np.float32)
    tried = visits >= ENOUGH
    tried[lists.starts[alone]] = False
    return Considered(shares, (worths / np.maximum(visits, 1)).astype(np.float32), tried, chances)


def thought(
    engine: Any, wiring: Wiring, table: np.ndarray, seed: int, playouts: int, actions: np.ndarray
) -> tuple[np.ndarray, np.ndarray, float]:
    """Of each of these actions how often it was tried and what that brought in all; what the seat in turn may hope
    for."""
    tree = Tree(engine, table, seed, 0, NONE, NONE, thinker=wiring.thinker)
    tree.grow(playouts, float("inf"), lambda: False)
    numbers, sibling, child = [], tree.nodes["sibling"], int(tree.nodes[ROOT].child)
    while child != NONE:
        numbers.append(child)
        child = int(sibling[child])
    # What a world beyond the others allows is no action of this table.
    nodes = tree.nodes[numbers]
    order = np.argsort(actions)
    found = order[np.searchsorted(actions, nodes["action"], sorter=order).clip(max=len(actions) - 1)]
    known = actions[found] == nodes["action"]
    visits, worths = np.zeros(len(actions)), np.zeros(len(actions))
    visits[found[known]], worths[found[known]] = nodes["visits"][known], nodes["worth"][known]
    return visits, worths, float(tree.nodes[ROOT].worth / tree.playouts)
