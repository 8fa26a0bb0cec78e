"""Search on hidden information: one tree of moves over many worlds, compiled with a game's rules.

Information-set Monte Carlo tree search with a single observer: every playout deals anew what the
observer can't know (`redeal`), walks down one tree whose nodes are sequences of moves, adds a node,
and plays on to the end or as far as it can see. A move that this world does not allow is not
available in it, and counts as such. Every seat goes for its own result, so a node keeps what its
mover got. Chance is not in the tree: a node stands for all that may happen after its moves.

What a game knows comes from its `guide.py`: which actions are worth a thought, how likely each is
to be a good one, and how a table stands that nobody plays to its end. A guide may also say what to
expect of the others (`expect`): in a share of their decisions (`HABIT`) they then do what a player of
common sense would do, instead of what the tree has found to be best for them. People and bots that
don't read the tree make other mistakes than it does, and a search that counts on them punishes them.
"""

from __future__ import annotations

from math import exp, sqrt
from types import ModuleType
from typing import Any

from .chance import roll, seed_chance
from .rule import rule
from .table import NOBODY

# A node of the tree: the action that leads to it, who takes it, how often it was taken, how often
# it could have been, its first child and its next sibling.
ACTION, MOVER, VISITS, AVAILABLE, CHILD, SIBLING = range(6)
NODE_NUMBERS = 6
# What its mover got, summed over visits: worth (what the search goes for), its square, and victories.
WORTH, SQUARES, VICTORIES = range(3)
NODE_SUMS = 3
ROOT = 0
NONE = -1
# What the search remembers between calls.
NODES, SERIAL = range(2)
MEMORY = 2
# What a call is asked for.
SEAT, PLAYOUTS, SIGHT, ALSO, ONLY = range(5)
LIMITS = 5

WORD_RANGE = 4294967296.0
IN_TREE = -1  # decisions since a playout left the tree: it has not
TRUST = 0.9  # how far the guide is believed; the rest is spread over all actions alike


def make_search(rules: ModuleType, guide: ModuleType) -> Any:
    play, redeal = rules.play, rules.redeal
    list_sensible = getattr(guide, "list_sensible", rules.list_actions)
    weigh = guide.weigh
    expect, HABIT = getattr(guide, "expect", weigh), getattr(guide, "HABIT", 0.0)  # noqa: N806
    climb = make_climb(rules, guide)
    judge = make_judge(rules, guide)

    def search(
        roots: Any,
        worlds: Any,
        effects: Any,
        listed: Any,
        weights: Any,
        places: Any,
        nodes: Any,
        sums: Any,
        path: Any,
        outcome: Any,
        choices: Any,
        memory: Any,
        limits: Any,
    ) -> None:
        """Think on for some playouts about the decision due at the root."""
        observer, sight = limits[SEAT], limits[SIGHT]
        for _ in range(limits[PLAYOUTS]):
            worlds[0] = roots[0]
            world = worlds[0]
            seed_chance(world.chance, roll(choices), roll(choices))
            redeal(world, observer)
            node = ROOT
            depth = 0
            beyond = IN_TREE
            first = True  # the decision that the search is about: it has a node, even if nothing is to be decided
            while world.turn != NOBODY and beyond < sight:
                count = list_sensible(world, listed)
                if first:
                    count = look_at(listed, count, limits)
                chosen = 0
                if count > 1 or first:
                    mover = world.turn
                    habit = HABIT > 0.0 and mover != observer and roll(choices) < HABIT * WORD_RANGE
                    if habit:
                        expect(world, listed, count, weights)
                    else:
                        weigh(world, listed, count, weights)
                    if beyond != IN_TREE:
                        beyond += 1
                        chosen = draw(weights, count, choices)
                    else:
                        if habit:
                            chosen = draw(weights, count, choices)
                            child = child_of(nodes, node, mover, listed[chosen])
                            if child != NONE:
                                nodes[child, AVAILABLE] += 1
                        else:
                            chosen, child = climb(
                                node, mover, listed, count, weights, places, nodes, sums, choices, memory
                            )
                        if child == NONE:
                            beyond = 0
                            child = new_node(nodes, sums, node, mover, listed[chosen], memory)
                        if child != NONE:
                            node = child
                            path[depth] = node
                            depth += 1
                            if depth == len(path):
                                beyond = 0
                first = False
                effects[0].count = 0
                play(world, listed[chosen], effects[0])
            judge(world, outcome)
            nodes[ROOT, VISITS] += 1
            credit(sums, ROOT, outcome, observer)
            for step in range(depth):
                nodes[path[step], VISITS] += 1
                credit(sums, path[step], outcome, nodes[path[step], MOVER])

    return search


def make_climb(rules: ModuleType, guide: ModuleType) -> Any:
    """How a playout goes one move up the tree, by what is known and what the guide expects."""
    CURIOSITY, DOUBT, SPAN = guide.CURIOSITY, guide.DOUBT, rules.MOST_ACTIONS + 1  # noqa: N806

    def climb(
        node: int,
        mover: int,
        listed: Any,
        count: int,
        weights: Any,
        places: Any,
        nodes: Any,
        sums: Any,
        choices: Any,
        memory: Any,
    ) -> tuple[int, int]:
        """The position of the action to take, and its node: NONE if it was never taken."""
        total = total_of(weights, count)
        # Where each action is listed; what an earlier list left behind is below `base`.
        memory[SERIAL] += 1
        base = memory[SERIAL] * SPAN
        for position in range(count):
            places[listed[position]] = base + position
        # What known moves brought says what to expect of unknown ones.
        brought = 0.0
        visits = 0
        best = -1.0e9
        best_child = NONE
        chosen = 0
        child = nodes[node, CHILD]
        while child != NONE:
            if nodes[child, MOVER] == mover and places[nodes[child, ACTION]] >= base:
                position = places[nodes[child, ACTION]] - base
                taken = nodes[child, VISITS]
                nodes[child, AVAILABLE] += 1
                brought += sums[child, WORTH]
                visits += taken
                urge = likelihood(weights[position], total, count) * sqrt(nodes[child, AVAILABLE]) / (1 + taken)
                value = sums[child, WORTH] / taken + CURIOSITY * urge
                if value > best:
                    best = value
                    best_child = child
                    chosen = position
                weights[position] = -1.0
            child = nodes[child, SIBLING]
        unknown = likeliest(weights, count, choices)
        if unknown != NONE:
            hope = brought / visits - DOUBT if visits > 0 else 0.5
            urge = likelihood(weights[unknown], total, count) * sqrt(visits + 1.0)
            if best_child == NONE or hope + CURIOSITY * urge > best:
                return unknown, NONE
        return chosen, best_child

    return rule(climb)


def make_judge(rules: ModuleType, guide: ModuleType) -> Any:
    """How a playout is judged: by victory where it came to the end, and by how the table stands."""
    is_winner, standing = rules.is_winner, guide.standing
    SCALE, PAR, MARGIN = guide.SCALE, guide.PAR, guide.MARGIN  # noqa: N806

    def judge(world: Any, outcome: Any) -> None:
        """What a playout brought each seat: worth and victory, two numbers a seat."""
        players = world.players
        ended = world.turn == NOBODY
        if players == 1:
            soft = 1.0 / (1.0 + exp((PAR - standing(world, 0)) / SCALE))
            won = soft
            if ended:
                won = 1.0 if is_winner(world, 0) else 0.0
            outcome[0] = (1.0 - MARGIN) * won + MARGIN * soft
            outcome[1] = won
            return
        most = -1.0e9
        for seat in range(players):
            outcome[2 * seat] = standing(world, seat)
            most = max(most, outcome[2 * seat])
        whole = 0.0
        winners = 0
        for seat in range(players):
            outcome[2 * seat] = exp((outcome[2 * seat] - most) / SCALE)
            whole += outcome[2 * seat]
            if ended and is_winner(world, seat):
                winners += 1
        for seat in range(players):
            soft = outcome[2 * seat] / whole
            won = soft
            if ended:
                won = 1.0 / winners if is_winner(world, seat) else 0.0
            outcome[2 * seat] = (1.0 - MARGIN) * won + MARGIN * soft
            outcome[2 * seat + 1] = won

    return rule(judge)


@rule
def look_at(listed: Any, count: int, limits: Any) -> int:
    """Add the action that is to be looked at in any case, or list it alone."""
    asked = limits[ALSO]
    if asked == NONE:
        return count
    if limits[ONLY]:
        count = 0
    for position in range(count):
        if listed[position] == asked:
            return count
    listed[count] = asked
    return count + 1


@rule
def total_of(weights: Any, count: int) -> float:
    """The sum of all weights."""
    total = 0.0
    for position in range(count):
        total += weights[position]
    return total


@rule
def likelihood(weight: float, total: float, count: int) -> float:
    """How likely an action is to be the right one, by its weight."""
    return TRUST * weight / total + (1.0 - TRUST) / count


@rule
def draw(weights: Any, count: int, choices: Any) -> int:
    """A position drawn by weight."""
    mark = roll(choices) * total_of(weights, count) / WORD_RANGE
    chosen = 0
    while chosen < count - 1 and mark >= weights[chosen]:
        mark -= weights[chosen]
        chosen += 1
    return chosen


@rule
def likeliest(weights: Any, count: int, choices: Any) -> int:
    """The position of the greatest weight above 0, from a random one on: equal ones by lot; or NONE."""
    begin = (roll(choices) * count) >> 32
    most = 0.0
    found = NONE
    for step in range(count):
        position = begin + step
        if position >= count:
            position -= count
        if weights[position] > most:
            most = weights[position]
            found = position
    return found


@rule
def child_of(nodes: Any, parent: int, mover: int, action: int) -> int:
    """The node of an action below another one; NONE if it was never taken."""
    child = nodes[parent, CHILD]
    while child != NONE and (nodes[child, MOVER] != mover or nodes[child, ACTION] != action):
        child = nodes[child, SIBLING]
    return child


@rule
def new_node(nodes: Any, sums: Any, parent: int, mover: int, action: int, memory: Any) -> int:
    """Add a node below another one; NONE if there is no room."""
    added = memory[NODES]
    if added == len(nodes):
        return NONE
    memory[NODES] += 1
    nodes[added, ACTION] = action
    nodes[added, MOVER] = mover
    nodes[added, VISITS] = 0
    nodes[added, AVAILABLE] = 1
    nodes[added, CHILD] = NONE
    nodes[added, SIBLING] = nodes[parent, CHILD]
    nodes[parent, CHILD] = added
    for which in range(NODE_SUMS):
        sums[added, which] = 0.0
    return added


@rule
def credit(sums: Any, node: int, outcome: Any, seat: int) -> None:
    """Add to a node what a playout brought a seat."""
    worth = outcome[2 * seat]
    sums[node, WORTH] += worth
    sums[node, SQUARES] += worth * worth
    sums[node, VICTORIES] += outcome[2 * seat + 1]
