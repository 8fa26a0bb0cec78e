"""Search on hidden information: one tree of moves over many worlds, compiled with a game's rules.

Information-set Monte Carlo tree search with a single observer, over one record (tree.py). A playout is

    imagine    deal anew what the observer can't know, or take a world that it believes in (belief.py)
    select     walk down the tree, whose nodes are sequences of moves, to a move that it does not hold
    expand     add the node of that move
    play out   play on to the end, or as far as the search can see, and judge
    back up    add what the playout brought to every node on the way

A move that this world does not allow is not available in it, and counts as such. Every seat goes for
its own result, so a node keeps what its mover got. Chance is not in the tree: a node stands for all
that may happen after its moves.

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

from .chance import below, roll, seed_chance
from .table import NOBODY
from .tree import DEEPEST, MOST_NODES, NONE, ROOT

WORD_RANGE = 4294967296.0
TRUST = 0.9  # how far the guide is believed; the rest is spread over all actions alike


def make_search(rules: ModuleType, guide: ModuleType) -> Any:
    imagine, select, expand, play_out = make_steps(rules, guide)
    judge = make_judge(rules, guide)

    def search(trees: Any) -> None:
        """Think on for some playouts about the decision due at the root."""
        tree = trees[0]
        for _ in range(tree.playouts):
            imagine(tree)
            chosen = select(tree)
            if chosen != NONE:
                expand(tree, chosen)
            play_out(tree)
            judge(tree.world, tree.outcome)
            back_up(tree)

    return search


def make_steps(rules: ModuleType, guide: ModuleType) -> Any:
    """The steps of a playout over one world, as far as they need a game's rules and its guide."""
    play, redeal = rules.play, rules.redeal
    list_sensible = guide.list_sensible
    weigh = guide.weigh
    HABIT = guide.HABIT  # noqa: N806
    expect = guide.expect if HABIT > 0.0 else weigh
    climb = make_climb(rules, guide)

    def imagine(tree: Any) -> None:
        """Deal a world that looks like the root to the observer, or take one of those that it believes in."""
        if tree.believed > 0:
            tree.world = tree.pool[below(tree.chance, tree.believed)]
            seed_chance(tree.world.chance, roll(tree.chance), roll(tree.chance))
            return
        tree.world = tree.root
        seed_chance(tree.world.chance, roll(tree.chance), roll(tree.chance))
        redeal(tree.world, tree.observer)

    def select(tree: Any) -> int:
        """Go down the tree to a move that it does not hold: its position in the list, or NONE at the end of the way."""
        tree.path[0] = ROOT
        tree.depth = 1
        while tree.world.turn != NOBODY and tree.depth <= DEEPEST:
            count = list_sensible(tree.world, tree.listed)
            # The decision that the search is about has a node, even if nothing is to be decided.
            first = tree.depth == 1
            if first:
                count = look_at(tree, count)
            chosen = 0
            if count > 1 or first:
                if weigh_by_habit(tree, count):
                    chosen = draw(tree.weights, count, tree.chance)
                    child = child_of(tree, tree.listed[chosen])
                    if child != NONE:
                        tree.nodes[child].available += 1
                else:
                    chosen, child = climb(tree, count)
                if child == NONE:
                    return chosen
                descend(tree, child)
            act(tree, chosen)
        return NONE

    def expand(tree: Any, chosen: int) -> None:
        """Add the node of a move, if there is room, and make the move."""
        if tree.used < MOST_NODES:
            descend(tree, new_node(tree, tree.listed[chosen]))
        act(tree, chosen)

    def play_out(tree: Any) -> None:
        """Play on by the guide alone, to the end or as far as the search can see."""
        decisions = 0
        while tree.world.turn != NOBODY and decisions < tree.sight:
            count = list_sensible(tree.world, tree.listed)
            chosen = 0
            if count > 1:
                decisions += 1
                weigh_by_habit(tree, count)
                chosen = draw(tree.weights, count, tree.chance)
            act(tree, chosen)

    def weigh_by_habit(tree: Any, count: int) -> bool:
        """Weigh the listed moves, and whether it was by what is to be expected of others."""
        mover = tree.world.turn
        habit = HABIT > 0.0 and mover != tree.observer and roll(tree.chance) < HABIT * WORD_RANGE
        if habit:
            expect(tree.world, tree.listed, count, tree.weights)
        else:
            weigh(tree.world, tree.listed, count, tree.weights)
        return habit

    def act(tree: Any, chosen: int) -> None:
        """Make a listed move."""
        tree.effects.count = 0
        play(tree.world, tree.listed[chosen], tree.effects)

    return imagine, select, expand, play_out


def make_climb(rules: ModuleType, guide: ModuleType) -> Any:
    """How a playout chooses a move of the tree, by what is known and what the guide expects."""
    CURIOSITY, DOUBT, SPAN = guide.CURIOSITY, guide.DOUBT, rules.MOST_ACTIONS + 1  # noqa: N806

    def climb(tree: Any, count: int) -> tuple[int, int]:
        """The position of the action to take, and its node: NONE if it was never taken."""
        mover = tree.world.turn
        weights, places, nodes = tree.weights, tree.places, tree.nodes
        total = total_of(weights, count)
        # Where each action is listed; what an earlier list left behind is below `base`.
        tree.serial += 1
        base = tree.serial * SPAN
        for position in range(count):
            places[tree.listed[position]] = base + position
        # What known moves brought says what to expect of unknown ones.
        brought = 0.0
        visits = 0
        best = -1.0e9
        best_child = NONE
        chosen = 0
        child = nodes[tree.path[tree.depth - 1]].child
        while child != NONE:
            node = nodes[child]
            if node.mover == mover and places[node.action] >= base:
                position = places[node.action] - base
                node.available += 1
                brought += node.worth
                visits += node.visits
                urge = likelihood(weights[position], total, count) * sqrt(node.available) / (1 + node.visits)
                value = node.worth / node.visits + CURIOSITY * urge
                if value > best:
                    best = value
                    best_child = child
                    chosen = position
                weights[position] = -1.0
            child = node.sibling
        unknown = likeliest(weights, count, tree.chance)
        if unknown != NONE:
            hope = brought / visits - DOUBT if visits > 0 else 0.5
            urge = likelihood(weights[unknown], total, count) * sqrt(visits + 1.0)
            if best_child == NONE or hope + CURIOSITY * urge > best:
                return unknown, NONE
        return chosen, best_child

    return climb


def make_judge(rules: ModuleType, guide: ModuleType) -> Any:
    """How a playout is judged: by victory where it came to the end, and by how the table stands."""
    is_winner, standing = rules.is_winner, guide.standing
    SCALE, PAR, MARGIN = guide.SCALE, guide.PAR, guide.MARGIN  # noqa: N806

    def judge(world: Any, outcome: Any) -> None:
        """What a playout brought each seat: worth, and its part of a victory."""
        players = world.players
        ended = world.turn == NOBODY
        if players == 1:
            soft = 1.0 / (1.0 + exp((PAR - standing(world, 0)) / SCALE))
            won = soft
            if ended:
                won = 1.0 if is_winner(world, 0) else 0.0
            outcome[0].worth = (1.0 - MARGIN) * won + MARGIN * soft
            outcome[0].victory = won
            return
        most = -1.0e9
        for seat in range(players):
            outcome[seat].worth = standing(world, seat)
            most = max(most, outcome[seat].worth)
        whole = 0.0
        winners = 0
        for seat in range(players):
            outcome[seat].worth = exp((outcome[seat].worth - most) / SCALE)
            whole += outcome[seat].worth
            if ended and is_winner(world, seat):
                winners += 1
        for seat in range(players):
            soft = outcome[seat].worth / whole
            won = soft
            if ended:
                won = 1.0 / winners if is_winner(world, seat) else 0.0
            outcome[seat].worth = (1.0 - MARGIN) * won + MARGIN * soft
            outcome[seat].victory = won

    return judge


def look_at(tree: Any, count: int) -> int:
    """Add the action that is to be looked at in any case, or list it alone."""
    if tree.also == NONE:
        return count
    if tree.only:
        count = 0
    for position in range(count):
        if tree.listed[position] == tree.also:
            return count
    tree.listed[count] = tree.also
    return count + 1


def total_of(weights: Any, count: int) -> float:
    """The sum of all weights."""
    total = 0.0
    for position in range(count):
        total += weights[position]
    return total


def likelihood(weight: float, total: float, count: int) -> float:
    """How likely an action is to be the right one, by its weight."""
    return TRUST * weight / total + (1.0 - TRUST) / count


def draw(weights: Any, count: int, choices: Any) -> int:
    """A position drawn by weight."""
    mark = roll(choices) * total_of(weights, count) / WORD_RANGE
    chosen = 0
    while chosen < count - 1 and mark >= weights[chosen]:
        mark -= weights[chosen]
        chosen += 1
    return chosen


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


def child_of(tree: Any, action: int) -> int:
    """The node of an action of the seat in turn, below the last one on the path; NONE if it was never taken."""
    child = tree.nodes[tree.path[tree.depth - 1]].child
    while child != NONE and (tree.nodes[child].mover != tree.world.turn or tree.nodes[child].action != action):
        child = tree.nodes[child].sibling
    return child


def new_node(tree: Any, action: int) -> int:
    """Add a node for an action of the seat in turn, below the last one on the path."""
    parent = tree.nodes[tree.path[tree.depth - 1]]
    added = tree.used
    tree.used += 1
    node = tree.nodes[added]
    node.action = action
    node.mover = tree.world.turn
    node.visits = 0
    node.available = 1
    node.child = NONE
    node.sibling = parent.child
    parent.child = added
    node.worth = 0.0
    node.squares = 0.0
    node.victories = 0.0
    return added


def descend(tree: Any, node: int) -> None:
    """Go one node further down."""
    tree.path[tree.depth] = node
    tree.depth += 1


def back_up(tree: Any) -> None:
    """Add what the playout brought to every node on the path."""
    for step in range(tree.depth):
        node = tree.nodes[tree.path[step]]
        brought = tree.outcome[node.mover]
        node.visits += 1
        node.worth += brought.worth
        node.squares += brought.worth * brought.worth
        node.victories += brought.victory
