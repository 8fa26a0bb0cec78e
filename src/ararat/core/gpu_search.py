"""Kernels for a GPU that search: a small tree for each table, all of them grown by one playout at a time (train/).

The search is that of net_search.py; what differs is that a net which thinks of many tables at once can't be asked from
inside a kernel. So a playout is three steps

    down    imagine a world, and walk down the tree until a move is legal there that it does not hold, or to the end
    (net)   how likely each seat wins there, and how promising each listed move is
    up      add the moves that were missing, and to every node on the way what the net thought, or who has won

and no node is visited before its moves are weighed. A tree is rows of numbers: whole ones in `nodes`, others in `sums`.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Any

import numpy as np

from .chance import roll, seed_chance
from .compiler import numba_cuda
from .gpu_kernel import UNTOLD, GpuKernel, Plain, action_type
from .net_search import CURIOSITY, DOUBT, FARTHEST, FIRST_FEW, FIRST_SPREAD, TRUST, make_share_of
from .table import NOBODY, Layout
from .tree import MOST_SEATS, NONE, ROOT

ACTION, MOVER, VISITS, CHILD, SIBLING = range(5)  # of `nodes`
WHOLE = 5
WORTH, LIKELY, TOP, SQUARES = range(4)  # of `sums`; squares are kept of the root alone
REAL = 4


def make_down(rules: Any, layout: Layout, guide: Any) -> Plain:
    cuda = numba_cuda()

    play, redeal, list_sensible = rules.play, rules.redeal, guide.list_sensible
    observe, observe_open = rules.observe, rules.observe_open
    number, most, untold = action_type(rules), rules.MOST_ACTIONS + 1, UNTOLD
    note_touched = make_note_touched(rules)

    def gpu_down(
        roots: Any,
        worlds: Any,
        lots: Any,
        nodes: Any,
        sums: Any,
        path: Any,
        depths: Any,
        lists: Any,
        places: Any,
        asks: Any,
        seen: Any,
        opened: Any,
        touched: Any,
    ) -> None:
        """Walk down to where the net is to be asked, and write down what: what the seat in turn sees, and its moves."""
        listed = cuda.local.array(most, number)
        unread = cuda.local.array(1, untold)
        row = cuda.grid(1)
        if row >= len(roots):
            return
        world = worlds[row]
        worlds[row] = roots[row]
        seed_chance(world.chance, roll(lots[row]), roll(lots[row]))
        redeal(world, roots[row].turn)
        at, depth, count = ROOT, 1, 0
        path[row, 0] = ROOT
        asks[row] = 0
        while world.turn != NOBODY:
            count = min(list_sensible(world, listed), lists.shape[1])
            chosen = 0
            if count > 1 or depth == 1:
                if find_all(row, at, world.turn, listed, count, nodes, places) or depth >= path.shape[1]:
                    asks[row] = 1
                    break
                chosen = climb(row, count, nodes, sums, places)
                at = places[row, chosen]
                path[row, depth] = at
                depth += 1
            unread[0].count = 0
            play(world, listed[chosen], unread[0])
        depths[row] = depth
        for position in range(lists.shape[1]):
            lists[row, position] = listed[position] if asks[row] and position < count else NONE
        if asks[row]:
            observe(world, world.turn, seen[row])
            if row < len(opened):
                observe_open(world, world.turn, opened[row])
            note_touched(row, world, listed, count, touched)

    return gpu_down


def make_up(rules: Any, layout: Layout) -> Plain:
    cuda = numba_cuda()

    share_of = make_share_of(rules)

    def gpu_up(
        worlds: Any,
        nodes: Any,
        sums: Any,
        path: Any,
        depths: Any,
        used: Any,
        lists: Any,
        places: Any,
        asks: Any,
        logits: Any,
        values: Any,
        brought: Any,
    ) -> None:
        """Add what the net was asked about to the tree, and what the playout brought to every node on the way."""
        outcome = cuda.local.array(MOST_SEATS, np.float32)
        row = cuda.grid(1)
        if row >= len(worlds):
            return
        world = worlds[row]
        if asks[row]:
            open_all(row, path[row, depths[row] - 1], world.turn, nodes, sums, used, lists, places, logits)
        for step in range(world.players):
            if asks[row]:
                outcome[(world.turn + step) % world.players] = values[row, step]
            else:
                outcome[step] = share_of(world, step)
        for seat in range(world.players):
            brought[row, seat] += outcome[seat]
        for step in range(depths[row]):
            at = path[row, step]
            nodes[row, at, VISITS] += 1
            sums[row, at, WORTH] += outcome[nodes[row, at, MOVER]]
        root = outcome[nodes[row, ROOT, MOVER]]
        sums[row, ROOT, SQUARES] += root * root

    return gpu_up


def make_found(rules: Any, layout: Layout) -> Plain:
    cuda = numba_cuda()

    def gpu_found(nodes: Any, sums: Any, visits: Any, worths: Any) -> None:
        """Of every move of the root, in the order of its list, how often it was tried and what that brought in all."""
        row = cuda.grid(1)
        if row >= len(nodes):
            return
        child = nodes[row, ROOT, CHILD]
        for position in range(visits.shape[1]):
            visits[row, position] = 0.0
            worths[row, position] = 0.0
            if child != NONE:
                visits[row, position] = nodes[row, child, VISITS]
                worths[row, position] = sums[row, child, WORTH]
                child = nodes[row, child, SIBLING]

    return gpu_found


def make_openly(rules: Any, layout: Layout) -> Plain:
    cuda = numba_cuda()

    observe_open = rules.observe_open

    def gpu_openly(tables: Any, opened: Any) -> None:
        """What lies open where all hands do, as the seat in turn counts it."""
        row = cuda.grid(1)
        if row < len(tables) and tables[row].turn != NOBODY:
            observe_open(tables[row], tables[row].turn, opened[row])

    return gpu_openly


def make_note_touched(rules: Any) -> Plain:
    """The rule that writes down what listed actions touch, in games where that is not said by their numbers."""
    touched_by = rules.touched
    if touched_by is None:

        def note_nothing(row: int, world: Any, listed: Any, count: int, touched: Any) -> None:
            pass

        return note_nothing

    def note_touched(row: int, world: Any, listed: Any, count: int, touched: Any) -> None:
        for position in range(count):
            for nth in range(touched.shape[2]):
                touched[row, position, nth] = touched_by(world, listed[position], nth)

    return note_touched


def find_all(row: int, at: int, mover: int, listed: Any, count: int, nodes: Any, places: Any) -> int:
    """The node of every listed action below a node, or NONE; how many have none. Lists mostly keep their order, so each
    is looked for from behind the one before."""
    first = nodes[row, at, CHILD]
    cursor = first
    missing = 0
    for position in range(count):
        child = next_of(row, cursor, NONE, listed[position], mover, nodes)
        if child == NONE:
            child = next_of(row, first, cursor, listed[position], mover, nodes)
        if child == NONE:
            missing += 1
        else:
            cursor = nodes[row, child, SIBLING]
        places[row, position] = child
    return missing


def next_of(row: int, child: int, last: int, action: int, mover: int, nodes: Any) -> int:
    """The first node of an action, from one on and before another; NONE if there is none."""
    while child != last and (nodes[row, child, ACTION] != action or nodes[row, child, MOVER] != mover):
        child = nodes[row, child, SIBLING]
    return NONE if child == last else child


def climb(row: int, count: int, nodes: Any, sums: Any, places: Any) -> int:
    """The position of the action to take (net_search.py)."""
    total, brought = 0.0, 0.0
    visits = 0
    for position in range(count):
        child = places[row, position]
        total += sums[row, child, LIKELY]
        brought += sums[row, child, WORTH]
        visits += nodes[row, child, VISITS]
    spread = spread_of(nodes[row, ROOT, VISITS], sums[row, ROOT, WORTH], sums[row, ROOT, SQUARES])
    mean = brought / visits - DOUBT * spread if visits > 0 else 0.5
    spur = CURIOSITY * spread * sqrt(visits + 1.0)
    best = -1.0e30
    chosen = 0
    for position in range(count):
        child = places[row, position]
        taken = nodes[row, child, VISITS]
        value = sums[row, child, WORTH] / taken if taken > 0 else mean
        value += spur * (TRUST * sums[row, child, LIKELY] / total + (1.0 - TRUST) / count) / (1 + taken)
        if value > best:
            best = value
            chosen = position
    return chosen


def spread_of(visits: int, worth: float, squares: float) -> float:
    """The standard deviation of what the playouts brought."""
    rest = squares - worth * worth / visits if visits > 0 else 0.0
    return sqrt((max(rest, 0.0) + FIRST_FEW * FIRST_SPREAD * FIRST_SPREAD) / (visits + FIRST_FEW))


def open_all(
    row: int, at: int, mover: int, nodes: Any, sums: Any, used: Any, lists: Any, places: Any, logits: Any
) -> None:
    """Add a node for each listed action that has none, in the order of the list, as long as there is room."""
    if nodes[row, at, CHILD] == NONE:
        most = -1.0e30
        for position in range(lists.shape[1]):
            if lists[row, position] != NONE:
                most = max(most, logits[row, position])
        sums[row, at, TOP] = most
    last = NONE
    for position in range(lists.shape[1]):
        if lists[row, position] == NONE or places[row, position] != NONE or used[row] >= nodes.shape[1]:
            continue
        added = used[row]
        used[row] += 1
        nodes[row, added, ACTION] = lists[row, position]
        nodes[row, added, MOVER] = mover
        nodes[row, added, VISITS] = 0
        nodes[row, added, CHILD] = NONE
        sums[row, added, WORTH] = 0.0
        sums[row, added, LIKELY] = exp(min(max(logits[row, position] - sums[row, at, TOP], -FARTHEST), FARTHEST))
        if last == NONE:
            nodes[row, added, SIBLING] = nodes[row, at, CHILD]
            nodes[row, at, CHILD] = added
        else:
            nodes[row, added, SIBLING] = nodes[row, last, SIBLING]
            nodes[row, last, SIBLING] = added
        last = added


FOR_SEARCHING: dict[str, GpuKernel] = {
    "down": GpuKernel(
        make_down,
        (
            *("tables", "tables", "rows", "nodes", "sums"),
            *("smalls", "small", "smalls", "smalls", "small", "sights", "sights", "sets"),
        ),
        guided=True,
    ),
    "up": GpuKernel(
        make_up,
        (
            *("tables", "nodes", "sums", "smalls", "small", "small", "smalls", "smalls", "small"),
            *("grid", "grid", "grid"),
        ),
    ),
    "openly": GpuKernel(make_openly, ("tables", "sights")),
    "found": GpuKernel(make_found, ("nodes", "sums", "grid", "grid")),
}
