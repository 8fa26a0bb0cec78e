"""Search on hidden information: one tree of moves over many worlds, compiled with a game's rules.

Information-set Monte Carlo tree search with a single observer: every playout deals anew what the
observer can't know (`redeal`), walks down one tree whose nodes are sequences of moves, adds a node,
and plays on to the end or as far as it can see. A move that this world does not allow is not
available in it, and counts as such. Every seat goes for its own result, so a node keeps what its
mover got. Chance is not in the tree: a node stands for all that may happen after its moves.

What a game knows comes from its `guide.py`: which actions are worth a thought, how likely each is
to be a good one, and how a table stands that nobody plays to its end.
"""

from __future__ import annotations

from math import exp, sqrt
from types import ModuleType
from typing import Any

from .chance import roll, seed_chance
from .table import NOBODY

# A node of the tree: the action that leads to it, who takes it, how often it was taken, how often
# it could have been, its first child and its next sibling.
ACTION, MOVER, VISITS, AVAILABLE, CHILD, SIBLING = range(6)
NODE_NUMBERS = 6
# What its mover got, summed over visits: worth (what the search goes for), and victories.
WORTH, VICTORIES = range(2)
NODE_SUMS = 2
ROOT = 0
NONE = -1
# What the search remembers between calls.
NODES, SERIAL, DEEPEST = range(3)
MEMORY = 3
# What a call is asked for.
SEAT, PLAYOUTS, SIGHT, ALSO, ONLY = range(5)
LIMITS = 5

WORD_RANGE = 4294967296.0


def make_search(rules: ModuleType, guide: ModuleType) -> Any:
    play, redeal, is_winner = rules.play, rules.redeal, rules.is_winner
    list_sensible = getattr(guide, "list_sensible", rules.list_actions)
    weigh, standing = guide.weigh, guide.standing
    SCALE, PAR, MARGIN, CURIOSITY, DOUBT = guide.SCALE, guide.PAR, guide.MARGIN, guide.CURIOSITY, guide.DOUBT  # noqa: N806
    SPAN = rules.MOST_ACTIONS + 1  # noqa: N806

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
            beyond = -1  # decisions since the playout left the tree
            first = True  # the decision that the search is about: it has a node, even if nothing is to be decided
            while world.turn != NOBODY and beyond < sight:
                count = list_sensible(world, listed)
                mover = world.turn
                if first and limits[ALSO] != NONE:
                    asked = limits[ALSO]
                    absent = True
                    for position in range(count):
                        if listed[position] == asked:
                            absent = False
                    if limits[ONLY]:
                        count = 0
                    if absent or limits[ONLY]:
                        listed[count] = asked
                        count += 1
                chosen = 0
                if count > 1 or first:
                    first = False
                    weigh(world, listed, count, weights)
                    total = 0.0
                    for position in range(count):
                        total += weights[position]
                    if beyond >= 0:
                        beyond += 1
                        mark = roll(choices) * total / WORD_RANGE
                        while chosen < count - 1 and mark >= weights[chosen]:
                            mark -= weights[chosen]
                            chosen += 1
                    else:
                        memory[SERIAL] += 1
                        base = memory[SERIAL] * SPAN
                        for position in range(count):
                            places[listed[position]] = base + position
                        # Known moves first: what they brought says what to expect of unknown ones.
                        brought = 0.0
                        visits = 0
                        child = nodes[node, CHILD]
                        while child != NONE:
                            if nodes[child, MOVER] == mover and places[nodes[child, ACTION]] >= base:
                                nodes[child, AVAILABLE] += 1
                                brought += sums[child, WORTH]
                                visits += nodes[child, VISITS]
                            child = nodes[child, SIBLING]
                        hope = brought / visits - DOUBT if visits > 0 else 0.5
                        best = -1.0e9
                        best_child = NONE
                        child = nodes[node, CHILD]
                        while child != NONE:
                            if nodes[child, MOVER] == mover and places[nodes[child, ACTION]] >= base:
                                position = places[nodes[child, ACTION]] - base
                                likely = 0.9 * weights[position] / total + 0.1 / count
                                taken = nodes[child, VISITS]
                                urge = CURIOSITY * likely * sqrt(nodes[child, AVAILABLE]) / (1 + taken)
                                value = sums[child, WORTH] / taken + urge
                                if value > best:
                                    best = value
                                    best_child = child
                                    chosen = position
                                weights[position] = -1.0
                            child = nodes[child, SIBLING]
                        # The likeliest of the unknown moves, from a random one on: equal ones by lot.
                        begin = (roll(choices) * count) >> 32
                        likeliest = 0.0
                        unknown = NONE
                        for step in range(count):
                            position = begin + step
                            if position >= count:
                                position -= count
                            if weights[position] > likeliest:
                                likeliest = weights[position]
                                unknown = position
                        if unknown != NONE:
                            likely = 0.9 * likeliest / total + 0.1 / count
                            if best_child == NONE or hope + CURIOSITY * likely * sqrt(visits + 1.0) > best:
                                chosen = unknown
                                best_child = NONE
                        if best_child == NONE and memory[NODES] < len(nodes):
                            best_child = memory[NODES]
                            memory[NODES] += 1
                            nodes[best_child, ACTION] = listed[chosen]
                            nodes[best_child, MOVER] = mover
                            nodes[best_child, VISITS] = 0
                            nodes[best_child, AVAILABLE] = 1
                            nodes[best_child, CHILD] = NONE
                            nodes[best_child, SIBLING] = nodes[node, CHILD]
                            nodes[node, CHILD] = best_child
                            sums[best_child, WORTH] = 0.0
                            sums[best_child, VICTORIES] = 0.0
                            beyond = 0
                        elif best_child == NONE:
                            beyond = 0
                        if best_child != NONE:
                            node = best_child
                            path[depth] = node
                            depth += 1
                            if depth == len(path):
                                beyond = 0
                effects[0].count = 0
                play(world, listed[chosen], effects[0])
            # What it brought each seat.
            players = world.players
            ended = world.turn == NOBODY
            if players == 1:
                soft = 1.0 / (1.0 + exp((PAR - standing(world, 0)) / SCALE))
                won = soft
                if ended:
                    won = 1.0 if is_winner(world, 0) else 0.0
                outcome[0] = (1.0 - MARGIN) * won + MARGIN * soft
                outcome[1] = won
            else:
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
            nodes[ROOT, VISITS] += 1
            sums[ROOT, WORTH] += outcome[2 * observer]
            sums[ROOT, VICTORIES] += outcome[2 * observer + 1]
            memory[DEEPEST] = max(memory[DEEPEST], depth)
            for step in range(depth):
                node = path[step]
                nodes[node, VISITS] += 1
                sums[node, WORTH] += outcome[2 * nodes[node, MOVER]]
                sums[node, VICTORIES] += outcome[2 * nodes[node, MOVER] + 1]

    return search
