"""The tree of a search: the whole of its memory as one record, which players/search.py allocates once.

A tree is a NumPy record like a table, so the search (search.py) takes one argument, and nothing is
allocated while it thinks. Its nodes are moves:

    root ──▶ child ──▶ sibling ──▶ sibling ──▶ NONE
               │
               ▼
             child ──▶ sibling ──▶ NONE
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from .effects import EFFECTS
from .table import CHANCE_WORDS, Layout, record_of

ROOT = 0
NONE = -1  # no node, no action, no position in a list
DEEPEST = 512  # moves down a tree
MOST_NODES = 400_002  # of a tree; a longer search goes on without new ones
MOST_SEATS = 8
POOL = 128  # worlds that an observer believes in

i64, f64 = np.int64, np.float64


NODE = record_of(
    ("action", i64),  # that leads to the node
    ("mover", i64),  # who takes it
    ("visits", i64),  # how often it was taken
    ("available", i64),  # how often it could have been
    ("child", i64),  # the first node below
    ("sibling", i64),  # the next node below the same one
    # What its mover got, summed over visits.
    ("worth", f64),  # what the search goes for
    ("squares", f64),  # of worth
    ("victories", f64),
)
OUTCOME = record_of(("worth", f64), ("victory", f64))


@cache
def tree_type(table: Layout, rules: Any) -> np.dtype[Any]:
    """The type of a tree over the tables of a game."""
    most_listed = rules.MOST_ACTIONS + 1  # an action that is to be looked at in any case may come on top
    return record_of(
        # What is asked for.
        ("root", table.dtype),  # the table at which the decision is due, as the observer may imagine it
        ("observer", i64),  # the seat that decides, and knows no more than it may
        ("playouts", i64),  # to be made in one call
        ("sight", i64),  # decisions that a playout sees beyond the tree
        ("also", i64),  # an action to look at in any case, or NONE
        ("only", i64),  # whether it is the only one to look at
        ("believed", i64),  # worlds of the pool; 0: every world is dealt anew
        # The playout at hand.
        ("world", table.dtype),  # the root with what the observer can't know dealt anew, and then played on
        ("effects", EFFECTS.dtype),
        ("listed", i64, most_listed),  # actions that the decision due is about
        ("weights", f64, most_listed),  # how much the guide thinks of each of them
        ("places", i64, rules.ACTIONS),  # where each action is listed, as told from earlier lists by the serial
        ("path", i64, DEEPEST + 1),  # nodes from the root down
        ("depth", i64),  # nodes on the path
        ("outcome", OUTCOME, MOST_SEATS),  # what the playout brought each seat
        # What lasts from one playout to the next.
        ("chance", i64, CHANCE_WORDS),
        ("serial", i64),  # of the last list whose places were written down
        ("used", i64),  # nodes
        ("pool", table.dtype, POOL),  # worlds that the observer believes in, the likelier the oftener (belief.py)
        ("nodes", NODE, MOST_NODES),
    )


def new_tree(table: Layout, rules: Any) -> np.ndarray:
    """An array of one tree: a root that nobody has visited, and nothing asked for yet."""
    kind = tree_type(table, rules)
    # Worlds and nodes are written before they are read: memory that none gets to is never touched.
    trees = np.empty(1, kind)
    before_pool: int = kind.fields["pool"][1]  # type: ignore[index]
    trees.view(np.uint8)[:before_pool] = 0
    tree = trees[0]
    tree.also = NONE
    tree.used = 1
    tree.nodes[ROOT] = (NONE, NONE, 0, 0, NONE, NONE, 0.0, 0.0, 0.0)
    return trees
