"""The search with a net in place of a guide: priors and values are learnt; and what a net thinks at first sight.

The tree, its worlds and the way back up are those of search.py. A playout is

    imagine    deal anew what the observer can't know
    select     walk down to a node that nobody has visited; a node that is left for the first time is opened: each move
               is weighed once, by the policy, or by what the net thinks of the table that it leads to
    play on    as far as was asked for, by the net alone: not at all, unless somebody wants to see last tables
    judge      who has won, or how likely the net thinks that each seat wins: with all hands of this imagined world
               open where it learnt so, or by what the seat in turn there knows
    back up    add that to every node on the way

A node is shared by all worlds that its moves are possible in: what a move is thought of is kept with its node, as it
was in the first world that had it. A move that only a later world has is weighed then, or taken to be as likely as the
others (`rethinks`).

Priors are softer than what a net has learnt, or the search would look at one move only. Where the net plays by itself,
it is as sure as it learnt to be (`sureness`, by which its logits are multiplied again).
"""

from __future__ import annotations

from math import exp, sqrt
from types import ModuleType
from typing import Any

from .chance import roll, seed_chance, seed_wholly
from .contract import TOUCHES
from .kernels import Kernel, nth_likeliest
from .mind import AFTERWARDS, OPENED, OPENLY, RETHINKS, SEEN, VALUES, look, look_openly, make_policy
from .search import back_up, descend, draw, look_at, make_steps, new_node, total_of
from .table import NOBODY
from .tree import DEEPEST, MOST_NODES, NONE, ROOT

# In spreads, standard deviations of what the playouts brought: early in a long match moves differ by little, and a
# search that is as curious as at its end would never come to prefer one.
CURIOSITY = 4.0
DOUBT = 0.5  # by which a move that was never tried is thought to be worse than the others
FIRST_SPREAD = 0.1  # as if the first few playouts had had it
FIRST_FEW = 8
TRUST = 0.75  # how far the policy is believed; the rest is spread over all moves alike
HEAT = 0.08  # by how much likelier to win a table must be for the move there to be nearly three times as likely
LEARNT_HEAT = 0.02  # the same, where a net that weighs moves so plays by itself
# Kept with a node: how likely its move is beside others, what it brings (below 0: unknown), and the logit of the
# likeliest move below it when it was opened.
LIKELY, HOPE, TOP = range(3)
FARTHEST = 60.0  # from that logit: no move is likelier or less likely
UNKNOWN = -1.0


def make_net_search(rules: ModuleType, guide: ModuleType) -> Any:
    play = rules.play
    list_sensible, SPAN = guide.list_sensible, rules.MOST_ACTIONS + 1  # noqa: N806
    imagine = make_steps(rules, guide)[0]
    ready, hope_of, weigh_surely, judge, appeal = make_thoughts(rules)

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
        sureness: Any,
        memory: Any,
        rows: Any,
        kept: Any,
    ) -> None:
        """Think on for some playouts about the decision due at the root."""
        tree = trees[0]
        net = weights[0], reading, scales[0], places
        moves = actions, named, set_of
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
                        if new < count and not places[RETHINKS]:
                            add_alike(tree, count, count - new, kept)
                        else:
                            open_all(tree, count, twins, net, moves, memory, rows, kept)
                    chosen, child = climb(tree, count, kept)
                    if child == NONE:
                        break
                    descend(tree, child)
                tree.effects.count = 0
                play(tree.world, tree.listed[chosen], tree.effects)
            if tree.sight > 0:
                play_on(tree, sureness[0], twins, net, moves, memory, rows)
            judge(tree.world, tree.outcome, net, memory, rows)
            back_up(tree)

    def play_on(tree: Any, sureness: float, twins: Any, net: Any, moves: Any, memory: Any, rows: Any) -> None:
        """Play on by the net alone, to the end or as far as was asked for."""
        decisions = 0
        while tree.world.turn != NOBODY and decisions < tree.sight:
            count = list_sensible(tree.world, tree.listed)
            chosen = 0
            if count > 1:
                decisions += 1
                weigh_surely(
                    tree.world,
                    tree.listed,
                    count,
                    tree.weights,
                    sureness,
                    twins,
                    tree.effects,
                    net,
                    moves,
                    memory,
                    rows,
                )
                chosen = draw(tree.weights, count, tree.chance)
            tree.effects.count = 0
            play(tree.world, tree.listed[chosen], tree.effects)

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

    def open_all(tree: Any, count: int, twins: Any, net: Any, moves: Any, memory: Any, rows: Any, kept: Any) -> None:
        """Add a node for each listed move that has none, with what the net thinks of it."""
        weights, _, _, places = net
        actions, named, set_of = moves
        at = tree.path[tree.depth - 1]
        is_first, first, most = tree.nodes[at].child == NONE, tree.used, -1.0e30
        ready(tree.world, net, memory, rows)
        for position in range(count):
            if tree.weights[position] != NONE:
                continue
            action = tree.listed[position]
            added = new_node(tree, action)
            tree.nodes[added].available = 0
            tree.weights[position] = added
            if places[AFTERWARDS]:
                hope = hope_of(tree.world, action, twins, tree.effects, net, memory, rows)
                kept[LIKELY, added] = hope / HEAT
                kept[HOPE, added] = hope
            else:
                kept[LIKELY, added] = appeal(tree.world, action, memory, rows, weights, places, actions, named, set_of)
                kept[HOPE, added] = UNKNOWN
            most = max(most, kept[LIKELY, added])
        if is_first:
            kept[TOP, at] = most
        for added in range(first, tree.used):
            kept[LIKELY, added] = exp(min(max(kept[LIKELY, added] - kept[TOP, at], -FARTHEST), FARTHEST))

    def add_alike(tree: Any, count: int, known: int, kept: Any) -> None:
        """Add a node for each listed move that has none, as likely as the known ones are on average."""
        total = 0.0
        for position in range(count):
            if tree.weights[position] != NONE:
                total += kept[LIKELY, int(tree.weights[position])]
        for position in range(count):
            if tree.weights[position] == NONE:
                added = new_node(tree, tree.listed[position])
                tree.nodes[added].available = 0
                tree.weights[position] = added
                kept[LIKELY, added] = total / known
                kept[HOPE, added] = UNKNOWN

    def climb(tree: Any, count: int, kept: Any) -> tuple[int, int]:
        """The position of the action to take, and its node."""
        nodes, numbers = tree.nodes, tree.weights
        total = 0.0
        brought = 0.0
        visits = 0
        for position in range(count):
            child = int(numbers[position])
            if child != NONE:
                total += kept[LIKELY, child]
                nodes[child].available += 1
                brought += nodes[child].worth
                visits += nodes[child].visits
        spread = spread_of(nodes[ROOT])
        mean = brought / visits - DOUBT * spread if visits > 0 else 0.5
        spur = CURIOSITY * spread * sqrt(visits + 1.0)
        best = -1.0e30
        chosen = 0
        best_child = NONE
        for position in range(count):
            child = int(numbers[position])
            if child != NONE:
                node = nodes[child]
                value = mean if kept[HOPE, child] < 0.0 else kept[HOPE, child] - DOUBT * spread
                if node.visits > 0:
                    value = node.worth / node.visits
                likely = TRUST * kept[LIKELY, child] / total + (1.0 - TRUST) / count
                value += spur * likely / (1 + node.visits)
                if value > best:
                    best = value
                    best_child = child
                    chosen = position
        return chosen, best_child

    return net_search


def spread_of(root: Any) -> float:
    """The standard deviation of what the playouts brought."""
    mean = root.worth / root.visits if root.visits > 0 else 0.0
    squares = max(root.squares - mean * root.worth, 0.0) + FIRST_FEW * FIRST_SPREAD * FIRST_SPREAD
    return sqrt(squares / (root.visits + FIRST_FEW))


def make_thoughts(rules: ModuleType) -> Any:
    """What a net thinks of tables and moves, as far as that needs a game's rules."""
    play, observe, observe_open, share_of = rules.play, rules.observe, rules.observe_open, make_share_of(rules)
    be_keen, appeal = make_policy(rules.touched)

    def ready(world: Any, net: Any, memory: Any, rows: Any) -> None:
        """Think of a table what the policy needs before it is asked for moves; by afterstates, nothing."""
        weights, reading, scales, places = net
        if not places[AFTERWARDS]:
            observe(world, world.turn, memory[SEEN])
            look(memory, rows, world.players, weights, reading, scales, places)
            be_keen(memory, weights, places)

    def hope_of(world: Any, action: int, twins: Any, effects: Any, net: Any, memory: Any, rows: Any) -> float:
        """How likely the seat in turn wins, by what it knows once it has made a move."""
        weights, reading, scales, places = net
        mover = world.turn
        twins[0] = world
        effects.count = 0
        play(twins[0], action, effects)
        if twins[0].turn == NOBODY:
            return share_of(twins[0], mover)
        observe(twins[0], mover, memory[SEEN])
        look(memory, rows, world.players, weights, reading, scales, places)
        return 1.0 * memory[VALUES, 0]

    def weigh_surely(
        world: Any,
        listed: Any,
        count: int,
        likely: Any,
        sureness: float,
        twins: Any,
        effects: Any,
        net: Any,
        moves: Any,
        memory: Any,
        rows: Any,
    ) -> None:
        """How likely the net itself would make each of the listed moves, the likeliest 1."""
        weights, _, _, places = net
        actions, named, set_of = moves
        ready(world, net, memory, rows)
        most = -1.0e30
        for position in range(count):
            if places[AFTERWARDS]:
                likely[position] = hope_of(world, listed[position], twins, effects, net, memory, rows) / HEAT
            else:
                likely[position] = appeal(
                    world, listed[position], memory, rows, weights, places, actions, named, set_of
                )
            most = max(most, likely[position])
        for position in range(count):
            likely[position] = exp(sureness * (likely[position] - most))

    def judge(world: Any, outcome: Any, net: Any, memory: Any, rows: Any) -> None:
        """What a playout brought each seat: its part of the victory, or how likely the net thinks that it wins."""
        weights, reading, scales, places = net
        players = world.players
        if world.turn == NOBODY:
            for seat in range(players):
                outcome[seat].worth = share_of(world, seat)
                outcome[seat].victory = outcome[seat].worth
            return
        observer = world.turn
        if places[OPENLY]:
            observe_open(world, observer, memory[OPENED])
            look_openly(memory, rows, players, weights, reading, scales, places)
        else:
            observe(world, observer, memory[SEEN])
            look(memory, rows, players, weights, reading, scales, places)
        for step in range(players):
            seat = observer + step
            if seat >= players:
                seat -= players
            outcome[seat].worth = memory[VALUES, step]
            outcome[seat].victory = memory[VALUES, step]

    return ready, hope_of, weigh_surely, judge, appeal


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


def make_net_glance(rules: ModuleType, guide: ModuleType) -> Any:
    redeal, list_sensible = rules.redeal, guide.list_sensible
    weigh_surely = make_thoughts(rules)[2]

    def net_glance(
        tables: Any,
        worlds: Any,
        listed: Any,
        weighed: Any,
        likely: Any,
        choices: Any,
        seeds: Any,
        chosen: Any,
        twins: Any,
        effects: Any,
        weights: Any,
        reading: Any,
        scales: Any,
        places: Any,
        actions: Any,
        named: Any,
        set_of: Any,
        sureness: Any,
        memory: Any,
        rows: Any,
    ) -> int:
        """What a net does at first sight on every table, -1 where the match is over, each by its row of `seeds`.

        As `glance` (kernels.py) does it by a guide. The policy knows no more than the seat in turn, and so needs one
        world; where a move is weighed by the table it leads to, worlds differ.
        """
        net = weights[0], reading, scales[0], places
        moves = actions, named, set_of
        count = 0
        for number in range(len(tables)):
            table = tables[number]
            chosen[number] = -1
            if table.turn == NOBODY:
                continue
            seed_wholly(choices, seeds[number, 0], seeds[number, 1], seeds[number, 2], seeds[number, 3])
            for place in range(len(worlds) if places[AFTERWARDS] else 1):
                worlds[place] = table
                world = worlds[place]
                seed_chance(world.chance, roll(choices), roll(choices))
                redeal(world, table.turn)
                if place == 0:
                    count = list_sensible(world, listed)
                    for position in range(count):
                        likely[position] = 0.0
                weigh_surely(world, listed, count, weighed, sureness[0], twins, effects[0], net, moves, memory, rows)
                total = total_of(weighed, count)
                for position in range(count):
                    likely[position] += weighed[position] / total
            chosen[number] = listed[nth_likeliest(likely, count, choices)]
        return count

    return net_glance


def make_touches(rules: ModuleType) -> Any:
    touched = rules.touched

    def touches(tables: Any, offsets: Any, actions: Any, found: Any) -> None:
        """Write down what every listed action touches; those of table n stand from offsets[n] to offsets[n + 1]."""
        for number in range(len(tables)):
            for place in range(offsets[number], offsets[number + 1]):
                for nth in range(TOUCHES):
                    found[place, nth] = touched(tables[number], actions[place], nth)

    return touches


A_NET = ("grid", "rows", "grid", "numbers", "grid", "rows", "numbers", "weights", "grid", "grid")  # nets/wiring.py
FOR_NET_SEARCH: dict[str, Kernel] = {
    "net_search": Kernel(make_net_search, ("trees", "tables", *A_NET, "grid"), guided=True),
}
FOR_NET_GLANCE: dict[str, Kernel] = {
    "net_glance": Kernel(
        make_net_glance,
        (
            *("tables", "tables", "numbers", "weights", "weights", "numbers", "rows", "numbers"),
            *("tables", "effects", *A_NET),
        ),
        guided=True,
    ),
}
FOR_NETS = FOR_NET_SEARCH | FOR_NET_GLANCE
# To learn, where rules say what actions touch.
FOR_LEARNING: dict[str, Kernel] = {"touches": Kernel(make_touches, ("tables", "numbers", "numbers", "rows"))}
