"""What a seat believes: worlds that agree with all it has seen, weighed by how likely the others would have played so.

A world is dealt as the seat might have imagined it some moves ago, and what was really done since is done there. A
world in which a move was impossible, or that would have looked otherwise to the seat, is dropped; what chance brought
is tried again until it looks as it did. Each decision of another seat then weighs the world by how likely a net holds
it, given what that seat knew there. Nothing is asked of a game but its contract.
"""

from __future__ import annotations

from math import exp
from types import ModuleType
from typing import Any

from .chance import below, roll, seed_chance
from .kernels import Kernel
from .mind import AFTERWARDS, SEEN, VALUES, look, make_policy
from .net_search import make_share_of
from .table import CHANCE_WORDS, NOBODY

SEAT, FIRST, LAST = range(3)  # columns of steps: who moved, and which actions it may have been: a part of `alike`
FOUND, LEFT = range(2)  # of a tally: worlds found, and moves and deals that may still be made
SURE, FLOOR = range(2)  # traits of the others: how far they go by the net, and how often by nothing
TRIES = 48  # of chance to bring what it brought
MOST_WEIGHED = 64  # moves, where each is weighed by the table that it leads to: of more, none is likelier


def make_believe(rules: ModuleType, guide: ModuleType) -> Any:
    play, redeal, observe, refusal = rules.play, rules.redeal, rules.observe, rules.refusal
    list_actions, share_of = rules.list_actions, make_share_of(rules)
    be_keen, appeal = make_policy(rules.touched)

    def believe(
        starts: Any,
        worlds: Any,
        stages: Any,
        effects: Any,
        observer: int,
        tally: Any,
        steps: Any,
        alike: Any,
        seen: Any,
        done: Any,
        chance: Any,
        listed: Any,
        likely: Any,
        weighed: Any,
        traits: Any,
        weights: Any,
        reading: Any,
        scales: Any,
        places: Any,
        actions: Any,
        named: Any,
        set_of: Any,
        memory: Any,
        rows: Any,
    ) -> None:
        """Try worlds, with so many moves and deals as are left; those that agree are added to the ones that were found,
        with their weights."""
        net = weights[0], reading, scales[0], places
        while tally[LEFT] > 0 and tally[FOUND] < len(worlds):
            tally[LEFT] -= 1
            stages[0] = starts[0]
            seed_chance(stages[0].chance, roll(chance), roll(chance))
            redeal(stages[0], observer)
            weight = 1.0
            for number in range(len(steps)):
                weight *= retrace(
                    stages, number, effects, observer, tally, steps[number], alike, seen, done, chance, memory
                )
                if weight == 0.0:
                    break
            if weight == 0.0:
                continue
            for number in range(len(steps)):
                if steps[number, SEAT] != observer:
                    weight *= likelihood(
                        stages, number, done, effects, listed, likely, traits, net, actions, named, set_of, memory, rows
                    )
            worlds[tally[FOUND]] = stages[len(steps)]
            weighed[tally[FOUND]] = weight
            tally[FOUND] += 1

    def retrace(
        stages: Any,
        number: int,
        effects: Any,
        observer: int,
        tally: Any,
        step: Any,
        alike: Any,
        seen: Any,
        done: Any,
        chance: Any,
        memory: Any,
    ) -> int:
        """Do in a world what was done: among how many moves that the observer can't tell apart it was drawn, 0 where it
        can't have been so."""
        world = stages[number]
        if world.turn != step[SEAT]:
            return 0
        possible = 0
        for place in range(step[FIRST], step[LAST]):
            if refusal(world, alike[place]) == 0:
                possible += 1
                if below(chance, possible) == 0:
                    done[number] = alike[place]
        for _ in range(TRIES if possible > 0 else 0):
            tally[LEFT] -= 1
            stages[number + 1] = world
            after = stages[number + 1]
            effects[0].count = 0
            play(after, done[number], effects[0])
            if looks_as(after, observer, seen[number], memory):
                return possible
            if drew_nothing(world, after):
                return 0
            seed_chance(world.chance, roll(chance), roll(chance))
        return 0

    def looks_as(world: Any, observer: int, numbers: Any, memory: Any) -> bool:
        """Whether an observer sees these numbers."""
        found = memory[SEEN]
        observe(world, observer, found)
        place = 0
        while place < len(numbers) and found[place] == numbers[place]:
            place += 1
        return place == len(numbers)

    def likelihood(
        stages: Any,
        number: int,
        done: Any,
        effects: Any,
        listed: Any,
        likely: Any,
        traits: Any,
        net: Any,
        actions: Any,
        named: Any,
        set_of: Any,
        memory: Any,
        rows: Any,
    ) -> float:
        """How likely the seat in turn there would do that, by what it knows there."""
        weights, reading, scales, places = net
        world, players, mover = stages[number], stages[number].players, stages[number].turn
        count = list_actions(world, listed)
        if count == 1 or (places[AFTERWARDS] and count > MOST_WEIGHED):
            return 1.0
        if not places[AFTERWARDS]:
            observe(world, mover, memory[SEEN])
            look(memory, rows, players, weights, reading, scales, places)
            be_keen(memory, weights, places)
        most = -1.0e30
        for position in range(count):
            if places[AFTERWARDS]:
                after = stages[len(stages) - 1]
                stages[len(stages) - 1] = world
                effects[0].count = 0
                play(after, listed[position], effects[0])
                if after.turn == NOBODY:
                    likely[position] = share_of(after, mover)
                else:
                    observe(after, mover, memory[SEEN])
                    look(memory, rows, players, weights, reading, scales, places)
                    likely[position] = 1.0 * memory[VALUES, 0]
            else:
                likely[position] = appeal(
                    world, listed[position], memory, rows, weights, places, actions, named, set_of
                )
            likely[position] *= traits[SURE]
            most = max(most, likely[position])
        total = 0.0
        mine = 0.0
        for position in range(count):
            one = exp(likely[position] - most)
            total += one
            if listed[position] == done[number]:
                mine = one
        return (1.0 - traits[FLOOR]) * mine / total + traits[FLOOR] / count

    return believe


def drew_nothing(world: Any, after: Any) -> bool:
    """Whether chance stands as it stood."""
    place = 0
    while place < CHANCE_WORDS and world.chance[place] == after.chance[place]:
        place += 1
    return place == CHANCE_WORDS


FOR_BELIEF: dict[str, Kernel] = {
    "believe": Kernel(
        make_believe,
        (
            *("tables", "tables", "tables", "effects", "number", "numbers"),
            *("rows", "numbers", "grid", "numbers", "numbers", "numbers", "weights", "weights", "weights"),
            *("grid", "rows", "grid", "numbers", "grid", "rows", "numbers", "grid", "grid"),
        ),
        guided=True,
    ),
}
