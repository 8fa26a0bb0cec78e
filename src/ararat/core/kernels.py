"""Kernel factories: loops over a game's rules, written once for every game.

Compiled functions can't be passed as arguments, so every factory closes over the functions of a
game's `rules.py` and returns a plain Python function. The compiler compiles it; without the
compiler it runs as it stands. All memory comes in from outside: kernels allocate nothing.

`Kernel.arguments` describes what a kernel is called with, in words the compiler turns into types:
    tables, effects   arrays of records       number   one 64-bit integer
    numbers           64-bit integers         rows     the same in two dimensions
    grid              32-bit floats in two dimensions
    mask              bytes in two dimensions
    weights           64-bit floats
    trees             the record of a search (tree.py), an array of one
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

from .chance import WORD, below, roll, seed_chance, stir
from .effects import ROOM
from .search import make_search, total_of
from .table import NOBODY

Plain = Callable[..., Any]

NO_ROOM = -1  # the "invariant" that a move has room for its effects
LENGTH, BROKEN, SEATS = range(3)  # columns of results: decisions, the broken invariant, then of each seat
SCORE, VICTORY = range(2)
A_SEAT = 2
LISTED, NEXT = range(2)  # columns of counts: how many actions a level has, and which comes next


@dataclass(frozen=True)
class Kernel:
    """A loop over a game's rules: how to make it and what it takes."""

    make: Callable[..., Plain]
    arguments: tuple[str, ...]
    guided: bool = False  # whether it is made of a game's guide too, not of its rules alone


def make_start(rules: ModuleType) -> Plain:
    set_up = rules.set_up

    def start(tables: Any, prototype: Any, high: int, low: int) -> None:
        """Set tables up from one prototype and the seeds high:low, high:low + 1, ..."""
        for number in range(len(tables)):
            tables[number] = prototype[0]
            seed_chance(tables[number].chance, high + ((low + number) >> 32), low + number)
            set_up(tables[number])

    return start


def make_actions(rules: ModuleType) -> Plain:
    list_actions = rules.list_actions

    def actions(tables: Any, listed: Any) -> int:
        """List the legal actions of the first table."""
        return list_actions(tables[0], listed)

    return actions


def make_broken(rules: ModuleType) -> Plain:
    refusal = rules.refusal
    if rules.broken is not None:
        broken_rules = rules.broken

        def broken(tables: Any, action: int, listed: Any) -> int:
            """List every rule that refuses an action on the first table."""
            return broken_rules(tables[0], action, listed)
    else:

        def broken(tables: Any, action: int, listed: Any) -> int:
            """Write down which rule refuses an action on the first table."""
            listed[0] = refusal(tables[0], action)
            return 1 if listed[0] else 0

    return broken


def make_redeal(rules: ModuleType) -> Plain:
    redeal_for = rules.redeal

    def redeal(tables: Any, seat: int) -> None:
        """Deal anew on every table what a seat can't know."""
        for number in range(len(tables)):
            redeal_for(tables[number], seat)

    return redeal


def make_stir(rules: ModuleType) -> Plain:
    def stir_in(tables: Any, fresh: Any) -> None:
        """Mix fresh entropy into the chance of the first table."""
        stir(tables[0].chance, fresh)

    return stir_in


def make_fault(rules: ModuleType) -> Plain:
    fault_of = rules.fault

    def fault(tables: Any) -> int:
        """The first broken invariant of the first table."""
        return fault_of(tables[0])

    return fault


@cache
def draw_action(rules: ModuleType) -> Plain:
    """A rule that draws one legal action at random, listing them only if it has to."""
    if rules.nth_action is not None:
        count_actions, nth_action = rules.count_actions, rules.nth_action

        def draw(table: Any, listed: Any, choices: Any) -> int:
            return nth_action(table, below(choices, count_actions(table)))
    else:
        list_actions = rules.list_actions

        def draw(table: Any, listed: Any, choices: Any) -> int:
            return listed[below(choices, list_actions(table, listed))]

    return draw


def make_playouts(rules: ModuleType, checked: bool = False) -> Plain:
    set_up, play, score_of, is_winner, fault = (
        rules.set_up,
        rules.play,
        rules.score_of,
        rules.is_winner,
        rules.fault,
    )
    draw = draw_action(rules)

    def playouts(
        tables: Any, prototype: Any, effects: Any, listed: Any, choices: Any, high: int, low: int, results: Any
    ) -> int:
        """Random games, one a row of `results`: decisions, broken invariant, then score and victory of each seat.

        Game n is dealt from the seed high:low + n. What is played is drawn from a stream of its
        own, so the deals don't depend on the way in which moves are drawn.
        """
        decisions = 0
        for number in range(len(results)):
            tables[0] = prototype[0]
            table = tables[0]
            seed_high, seed_low = high + ((low + number) >> 32), low + number
            seed_chance(table.chance, seed_high, seed_low)
            seed_chance(choices, ~seed_high & WORD, seed_low)
            set_up(table)
            length = 0
            broken = 0
            while table.turn != NOBODY:
                if checked and broken == 0:
                    broken = fault(table)
                effects[0].count = 0
                play(table, draw(table, listed, choices), effects[0])
                if checked and effects[0].count == ROOM:
                    broken = NO_ROOM
                length += 1
            if checked and broken == 0:
                broken = fault(table)
            results[number, LENGTH] = length
            results[number, BROKEN] = broken
            for seat in range(table.players):
                results[number, SEATS + A_SEAT * seat + SCORE] = score_of(table, seat)
                results[number, SEATS + A_SEAT * seat + VICTORY] = is_winner(table, seat)
            decisions += length
        return decisions

    return playouts


def make_checked_playouts(rules: ModuleType) -> Plain:
    """As `playouts`, testing every invariant before every decision and at the end."""
    return make_playouts(rules, checked=True)


def make_perft(rules: ModuleType) -> Plain:
    list_actions, play = rules.list_actions, rules.play

    def perft(tables: Any, effects: Any, lists: Any, counts: Any, depth: int) -> int:
        """How many sequences of `depth` legal actions start from the first table.

        `tables` holds depth + 1 tables, `lists` one row of actions and `counts` two numbers a level:
        how many actions there are and which comes next.
        """
        if depth == 0:
            return 1
        total = 0
        level = 0
        counts[0, LISTED] = list_actions(tables[0], lists[0])
        counts[0, NEXT] = 0
        while level >= 0:
            if level == depth - 1:
                total += counts[level, LISTED]
                level -= 1
            elif counts[level, NEXT] == counts[level, LISTED]:
                level -= 1
            else:
                tables[level + 1] = tables[level]
                effects[0].count = 0
                play(tables[level + 1], lists[level, counts[level, NEXT]], effects[0])
                counts[level, NEXT] += 1
                level += 1
                counts[level, NEXT] = 0
                counts[level, LISTED] = 0
                if tables[level].turn != NOBODY:
                    counts[level, LISTED] = list_actions(tables[level], lists[level])
        return total

    return perft


def make_step(rules: ModuleType) -> Plain:
    refusal, play = rules.refusal, rules.play

    def step(tables: Any, effects: Any, actions: Any, refused: Any) -> None:
        """One action on every table; a refused one changes nothing and names its rule in `refused`.

        `effects` is left with what the last action brought about.
        """
        for number in range(len(tables)):
            refused[number] = refusal(tables[number], actions[number])
            effects[0].count = 0
            effects[0].news = 0
            if refused[number] == 0:
                play(tables[number], actions[number], effects[0])

    return step


def make_masks(rules: ModuleType) -> Plain:
    list_actions = rules.list_actions

    def masks(tables: Any, listed: Any, mask: Any) -> None:
        """Mark the legal actions of every table with 1 in its row."""
        for number in range(len(tables)):
            mask[number, :] = 0
            if tables[number].turn != NOBODY:
                for position in range(list_actions(tables[number], listed)):
                    mask[number, listed[position]] = 1

    return masks


def make_draws(rules: ModuleType) -> Plain:
    draw = draw_action(rules)

    def draws(tables: Any, listed: Any, choices: Any, actions: Any) -> None:
        """One legal action for every table, drawn at random; -1 where the match is over."""
        for number in range(len(tables)):
            actions[number] = -1
            if tables[number].turn != NOBODY:
                actions[number] = draw(tables[number], listed, choices)

    return draws


def make_observations(rules: ModuleType) -> Plain:
    observe = rules.observe

    def observations(tables: Any, seats: Any, grid: Any) -> None:
        """What a seat (NOBODY: a spectator) knows of each table, as a row of numbers."""
        for number in range(len(tables)):
            observe(tables[number], seats[number], grid[number])

    return observations


def make_copies(rules: ModuleType) -> Plain:
    def copies(tables: Any, rounds: int) -> None:
        """Copy every table to the next one, over and over: what a copy costs."""
        for _ in range(rounds):
            for number in range(len(tables) - 1):
                tables[number + 1] = tables[number]

    return copies


def make_glance(rules: ModuleType, guide: ModuleType) -> Plain:
    list_actions, redeal = rules.list_actions, rules.redeal
    expect = guide.expect

    def glance(roots: Any, worlds: Any, listed: Any, weights: Any, likely: Any, choices: Any) -> int:
        """List the legal actions of the first table, and how likely each is what a player of common sense does.

        Likelihoods are summed over as many worlds as there is room for, each dealt anew for the seat in turn.
        """
        count = list_actions(roots[0], listed)
        for number in range(len(worlds)):
            worlds[number] = roots[0]
            seed_chance(worlds[number].chance, roll(choices), roll(choices))
            redeal(worlds[number], roots[0].turn)
            expect(worlds[number], listed, count, weights)
            total = total_of(weights, count)
            for position in range(count):
                likely[position] += weights[position] / total
        return count

    return glance


# Needed to play a match; to simulate and learn; to prove and measure the rules; to think.
FOR_A_MATCH: dict[str, Kernel] = {
    "start": Kernel(make_start, ("tables", "tables", "number", "number")),
    "actions": Kernel(make_actions, ("tables", "numbers")),
    "broken": Kernel(make_broken, ("tables", "number", "numbers")),
    "step": Kernel(make_step, ("tables", "effects", "numbers", "numbers")),
}
FOR_STUDIES: dict[str, Kernel] = {
    "redeal": Kernel(make_redeal, ("tables", "number")),
    "stir": Kernel(make_stir, ("tables", "numbers")),
    "playouts": Kernel(
        make_playouts, ("tables", "tables", "effects", "numbers", "numbers", "number", "number", "rows")
    ),
    "masks": Kernel(make_masks, ("tables", "numbers", "mask")),
    "draws": Kernel(make_draws, ("tables", "numbers", "numbers", "numbers")),
    "observations": Kernel(make_observations, ("tables", "numbers", "grid")),
}
FOR_PROOFS: dict[str, Kernel] = {
    "perft": Kernel(make_perft, ("tables", "effects", "rows", "rows", "number")),
    "fault": Kernel(make_fault, ("tables",)),
    "checked_playouts": Kernel(
        make_checked_playouts, ("tables", "tables", "effects", "numbers", "numbers", "number", "number", "rows")
    ),
    "copies": Kernel(make_copies, ("tables", "number")),
}
FOR_GREEDY: dict[str, Kernel] = {
    "glance": Kernel(make_glance, ("tables", "tables", "numbers", "weights", "weights", "numbers"), guided=True),
}
FOR_SEARCH: dict[str, Kernel] = {
    "search": Kernel(
        make_search,
        ("trees",),
        guided=True,
    ),
}
FOR_BOTS = FOR_GREEDY | FOR_SEARCH
KERNELS = FOR_A_MATCH | FOR_STUDIES | FOR_PROOFS | FOR_BOTS
