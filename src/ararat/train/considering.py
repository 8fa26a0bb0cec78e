"""Decisions by search: a net thinks for some playouts, and what it thinks then is what it learns to think at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from ..core.tree import NONE, ROOT
from ..nets.net import Net
from ..nets.wiring import Wiring
from ..players.search import Tree, cores_allowed
from .crowd import Crowd
from .lists import Lists

UNTRIED = 1e-6  # the share of a move that no playout tried, for its logarithm


def wired(net: Net, crowd: Crowd) -> list[Wiring]:
    """The net as the searches at each table of a crowd take it."""
    found: list[Wiring] = []
    for batch in crowd.batches:
        found += [Wiring(net, batch.players, batch.options)] * len(batch)
    return found


def consider(
    wirings: list[Wiring],
    crowd: Crowd,
    lists: Lists,
    chances: np.ndarray,
    playouts: int,
    chance: np.random.Generator,
) -> tuple[np.ndarray, np.ndarray]:
    """Of each listed action the share of playouts that went into it, as a logarithm; and the chances of all seats, from
    the one in turn on, as they look then. Every table has lots of its own, so it does not matter who thinks first."""
    engine = crowd.batches[0].engine
    tables = [batch.tables[row : row + 1] for batch in crowd.batches for row in range(len(batch))]
    lots = chance.integers(0, 1 << 63, len(tables)).tolist()
    shares, chances = np.full(len(lists.actions), UNTRIED, np.float32), chances.copy()

    def think(row: int) -> None:
        at = slice(lists.starts[row], lists.starts[row] + lists.lengths[row])
        if lists.lengths[row] == 1:
            shares[at] = 1
            return
        visits, hope = thought(engine, wirings[row], tables[row], lots[row], playouts)
        listed = lists.actions[at].tolist()
        shares[at] = np.maximum([visits.get(action, 0) / playouts for action in listed], UNTRIED)
        others = chances[row, 1:].sum()
        if others > 0:
            chances[row, 1:] *= (1 - hope) / others
        chances[row, 0] = hope

    with ThreadPoolExecutor(cores_allowed()) as pool:
        for _ in pool.map(think, range(len(tables))):
            pass
    return np.log(shares), chances


def thought(engine: Any, wiring: Wiring, table: np.ndarray, seed: int, playouts: int) -> tuple[dict[int, int], float]:
    """How often each action was tried, and what the seat in turn may hope for."""
    tree = Tree(engine, table, seed, 0, NONE, NONE, thinker=wiring.thinker)
    tree.grow(playouts, float("inf"), lambda: False)
    visits = {action: taken for action, taken, _ in tree.moves() if taken}
    return visits, float(tree.nodes[ROOT].worth / tree.playouts)
