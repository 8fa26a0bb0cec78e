"""The search with a net in place of a guide: priors and values are learnt, and nothing is played out.

The tree, its worlds and the way back up are those of search.py. A playout is

    imagine    deal anew what the observer can't know
    select     walk down to a node that nobody has visited; a node that is left for the first time is opened: each move
               is weighed once, by the policy, or by what the net thinks of the table that it leads to
    judge      who has won, or how likely the net thinks that each seat wins, by what the seat in turn there knows
    back up    add that to every node on the way

A node is shared by all worlds that its moves are possible in: what a move is thought of is kept with its node, as it
was in the first world that had it.
"""

from __future__ import annotations

from math import exp, sqrt
from types import ModuleType
from typing import Any

from .kernels import Kernel
from .mind import AFTERWARDS, SEEN, VALUES, appeal, be_keen, look
from .search import back_up, descend, look_at, make_steps, new_node
from .table import NOBODY
from .tree import DEEPEST, MOST_NODES, NONE, ROOT

CURIOSITY = 1.0
DOUBT = 0.05
HEAT = 0.08  # by how much likelier to win a table must be for the move there to be nearly three times as likely
LOGIT, HOPE = range(2)  # what is kept with a node: how much its move appeals, and what it brings; below 0: unknown
UNKNOWN = -1.0


def make_net_search(rules: ModuleType, guide: ModuleType) -> Any:
    play, observe, share_of = rules.play, rules.observe, make_share_of(rules)
    list_sensible, SPAN = guide.list_sensible, rules.MOST_ACTIONS + 1  # noqa: N806
    imagine = make_steps(rules, guide)[0]

    def net_search(
        trees: Any,
        twins: Any,
        weights: Any,
        reading: Any,
        scales: Any,
        places: Any,
        actions: Any,
        named: Any,
        set_of: Any,
        memory: Any,
        rows: Any,
        kept: Any,
    ) -> None:
        """Think on for some playouts about the decision due at the root."""
        tree = trees[0]
        net = weights[0], reading, scales[0], places
        for _ in range(tree.playouts):
            imagine(tree)
            tree.path[0] = ROOT
            tree.depth = 1
            while tree.world.turn != NOBODY:
                count = list_sensible(tree.world, tree.listed)
                first = tree.depth == 1
                if first:
                    count = look_at(tree, count)
                chosen = 0
                if count > 1 or first:
                    at = tree.path[tree.depth - 1]
                    if (tree.nodes[at].visits == 0 and not first) or tree.depth > DEEPEST:
                        break
                    new = number_all(tree, count)
                    if new > 0 and tree.used + new <= MOST_NODES:
                        open_all(tree, count, twins, net, actions, named, set_of, memory, rows, kept)
                    chosen, child = climb(tree, count, kept)
                    if child == NONE:
                        break
                    descend(tree, child)
                tree.effects.count = 0
                play(tree.world, tree.listed[chosen], tree.effects)
            judge(tree, net, memory, rows)
            back_up(tree)

    def number_all(tree: Any, count: int) -> int:
        """Write down where each action is listed; how many of them the tree does not hold."""
        tree.serial += 1
        base = tree.serial * SPAN
        for position in range(count):
            tree.places[tree.listed[position]] = base + position
            tree.weights[position] = NONE
        new = count
        child = tree.nodes[tree.path[tree.depth - 1]].child
        while child != NONE:
            node = tree.nodes[child]
            if node.mover == tree.world.turn and tree.places[node.action] >= base:
                tree.weights[tree.places[node.action] - base] = child
                new -= 1
            child = node.sibling
        return new

    def open_all(
        tree: Any,
        count: int,
        twins: Any,
        net: Any,
        actions: Any,
        named: Any,
        set_of: Any,
        memory: Any,
        rows: Any,
        kept: Any,
    ) -> None:
        """Add a node for each listed move that has none, with what the net thinks of it."""
        weights, reading, scales, places = net
        mover = tree.world.turn
        players = tree.world.players
        if not places[AFTERWARDS]:
            observe(tree.world, mover, memory[SEEN])
            look(memory, rows, players, weights, reading, scales, places)
            be_keen(memory, weights, places)
        for position in range(count):
            if tree.weights[position] != NONE:
                continue
            action = tree.listed[position]
            added = new_node(tree, action)
            tree.nodes[added].available = 0
            tree.weights[position] = added
            if not places[AFTERWARDS]:
                kept[LOGIT, added] = appeal(action, memory, rows, weights, places, actions, named, set_of)
                kept[HOPE, added] = UNKNOWN
                continue
            twins[0] = tree.world
            tree.effects.count = 0
            play(twins[0], action, tree.effects)
            if twins[0].turn == NOBODY:
                hope = share_of(twins[0], mover)
            else:
                observe(twins[0], mover, memory[SEEN])
                look(memory, rows, players, weights, reading, scales, places)
                hope = 1.0 * memory[VALUES, 0]
            kept[LOGIT, added] = hope / HEAT
            kept[HOPE, added] = hope

    def climb(tree: Any, count: int, kept: Any) -> tuple[int, int]:
        """The position of the action to take, and its node."""
        nodes, numbers = tree.nodes, tree.weights
        most = -1.0e30
        brought = 0.0
        visits = 0
        for position in range(count):
            child = int(numbers[position])
            if child != NONE:
                most = max(most, kept[LOGIT, child])
                nodes[child].available += 1
                brought += nodes[child].worth
                visits += nodes[child].visits
        total = 0.0
        for position in range(count):
            child = int(numbers[position])
            if child != NONE:
                total += exp(kept[LOGIT, child] - most)
        mean = brought / visits - DOUBT if visits > 0 else 0.5
        spur = CURIOSITY * sqrt(visits + 1.0)
        best = -1.0e30
        chosen = 0
        best_child = NONE
        for position in range(count):
            child = int(numbers[position])
            if child != NONE:
                node = nodes[child]
                value = mean if kept[HOPE, child] < 0.0 else kept[HOPE, child] - DOUBT
                if node.visits > 0:
                    value = node.worth / node.visits
                value += spur * exp(kept[LOGIT, child] - most) / total / (1 + node.visits)
                if value > best:
                    best = value
                    best_child = child
                    chosen = position
        return chosen, best_child

    def judge(tree: Any, net: Any, memory: Any, rows: Any) -> None:
        """What the playout brought each seat: its part of the victory, or how likely the net thinks that it wins."""
        weights, reading, scales, places = net
        world = tree.world
        players = world.players
        if world.turn == NOBODY:
            for seat in range(players):
                tree.outcome[seat].worth = share_of(world, seat)
                tree.outcome[seat].victory = tree.outcome[seat].worth
            return
        observer = world.turn
        observe(world, observer, memory[SEEN])
        look(memory, rows, players, weights, reading, scales, places)
        for step in range(players):
            seat = observer + step
            if seat >= players:
                seat -= players
            tree.outcome[seat].worth = memory[VALUES, step]
            tree.outcome[seat].victory = memory[VALUES, step]

    return net_search


def make_share_of(rules: ModuleType) -> Any:
    """The rule for a seat's part of a victory."""
    is_winner = rules.is_winner

    def share_of(world: Any, seat: int) -> float:
        """A seat's part of the victory."""
        if not is_winner(world, seat):
            return 0.0
        winners = 0
        for other in range(world.players):
            if is_winner(world, other):
                winners += 1
        return 1.0 / winners

    return share_of


FOR_NETS: dict[str, Kernel] = {
    "net_search": Kernel(
        make_net_search,
        (
            *("trees", "tables", "grid", "rows", "grid", "numbers"),
            *("grid", "rows", "numbers", "grid", "grid", "grid"),
        ),
        guided=True,
    ),
}
