"""Kernel factories: loops over a game's rules, written once for every game.

Compiled functions can't be passed as arguments, so every factory closes over the functions of a
game's `rules.py` and returns a plain Python function. The compiler compiles it; without the
compiler it runs as it stands. All memory comes in from outside: kernels allocate nothing.

`Kernel.arguments` describes what a kernel is called with, in words the compiler turns into types:
    tables, effects   arrays of records       number   one 64-bit integer
    numbers           64-bit integers         rows     the same in two dimensions
    grid              32-bit floats in two dimensions
    mask              bytes in two dimensions
    truths, verdicts  truth values, in one dimension and in two
    weights           64-bit floats
    trees             the record of a search (tree.py), an array of one
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

from .chance import WORD, below, follow, roll, seed_chance, seed_wholly, stir
from .effects import ROOM
from .encoding import make_encode
from .search import make_search, total_of
from .table import NOBODY
from .utilities import write_utilities
from .whole import seat_in_turn

Plain = Callable[..., Any]

NO_ROOM = -1  # the "invariant" that a move has room for its effects
LENGTH, BROKEN, SEATS = range(3)  # columns of results: decisions, the broken invariant, then of each seat
SCORE, VICTORY = range(2)
A_SEAT = 2
NOT_DEALT = -2  # no seat, nor a spectator: nothing is dealt anew for it
ALIKE = 1e-9  # of the likeliest: a difference as small as that is none
LISTED, NEXT = range(2)  # columns of counts: how many actions a level has, and which comes next


@dataclass(frozen=True)
class Kernel:
    """A loop over a game's rules: how to make it and what it takes."""

    make: Callable[..., Plain]
    arguments: tuple[str, ...]
    guided: bool = False  # whether it is made of a game's guide too, not of its rules alone


def make_start(rules: ModuleType) -> Plain:
    set_up = rules.set_up

    def start(tables: Any, prototype: Any, rows: Any, seeds: Any, onward: int) -> None:
        """Set the tables of some rows up from one prototype, each by its row of `seeds`: four words, the highest first.

        With `onward`, each by the seed that follows its own, which takes its place.
        """
        for place in range(len(rows)):
            row = rows[place]
            if onward:
                follow(seeds[row], tables[row].chance)
            tables[row] = prototype[0]
            seed_wholly(tables[row].chance, seeds[row, 0], seeds[row, 1], seeds[row, 2], seeds[row, 3])
            set_up(tables[row])

    return start


def make_lists(rules: ModuleType) -> Plain:
    list_actions = rules.list_actions

    def lists(tables: Any, listed: Any, offsets: Any, actions: Any, mask: Any, bits: int) -> int:
        """List the legal actions of every table, one list after the other, and return how many there are in all.

        Those of table n stand from offsets[n] to offsets[n + 1], as far as there is room. Where `mask` has rows, they
        are marked there: an action a byte, or with `bits` an action a bit, the lowest first.
        """
        total = 0
        offsets[0] = 0
        for number in range(len(tables)):
            fits = len(actions) - total >= len(listed)  # whatever may be legal
            place = actions[total:] if fits else listed
            count = list_actions(tables[number], place) if tables[number].turn != NOBODY else 0
            for position in range(0 if fits else min(count, len(actions) - total)):
                actions[total + position] = listed[position]
            if len(mask):
                mask[number, :] = 0
                for position in range(count):
                    action = place[position]
                    if bits:
                        mask[number, action >> 3] |= 1 << (action & 7)
                    else:
                        mask[number, action] = 1
            total += count
            offsets[number + 1] = total
        return total

    return lists


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

    def redeal(tables: Any, seats: Any, seeds: Any) -> None:
        """Deal anew on every table what its seat of `seats` can't know; NOT_DEALT: leave it as it lies.

        Where `seeds` has rows, the chance of each table starts from its own before that.
        """
        for number in range(len(tables)):
            if len(seeds):
                words = seeds[number]
                seed_wholly(tables[number].chance, words[0], words[1], words[2], words[3])
            if seats[number] != NOT_DEALT:
                redeal_for(tables[number], seats[number])

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

        return draw
    return rules.MOVES.draw  # type: ignore[no-any-return]


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
    refusal, play, score_of, is_winner = rules.refusal, rules.play, rules.score_of, rules.is_winner

    def step(
        tables: Any,
        effects: Any,
        actions: Any,
        rewards: Any,
        ended: Any,
        turns: Any,
        scores: Any,
        winners: Any,
        refused: Any,
        utility: int,
        sign: int,
    ) -> int:
        """One action on every table, and how each stands then; returns how many matches are over.

        A refused action changes nothing and names its rule in `refused`. Who ends a match is told by `rewards` what it
        is worth to each seat (utilities.py). `effects` is left with what the last action brought about.
        """
        over = 0
        for number in range(len(tables)):
            refused[number] = refusal(tables[number], actions[number])
            effects[0].count = 0
            effects[0].learners = 0
            if refused[number] == 0:
                play(tables[number], actions[number], effects[0])
            turns[number] = tables[number].turn
            ended[number] = turns[number] == NOBODY
            for seat in range(scores.shape[1]):
                scores[number, seat] = score_of(tables[number], seat)
                winners[number, seat] = is_winner(tables[number], seat)
                rewards[number, seat] = 0
            if ended[number]:
                over += 1
                if refused[number] == 0:
                    write_utilities(utility, sign, scores[number], winners[number], rewards[number])
        return over

    return step


def make_results(rules: ModuleType) -> Plain:
    score_of, is_winner = rules.score_of, rules.is_winner

    def results(tables: Any, scores: Any, winners: Any, returns: Any, utility: int, sign: int) -> None:
        """The points of every table, who has won, and what that is worth to each seat, 0 while a match runs."""
        for number in range(len(tables)):
            for seat in range(scores.shape[1]):
                scores[number, seat] = score_of(tables[number], seat)
                winners[number, seat] = is_winner(tables[number], seat)
                returns[number, seat] = 0
            if tables[number].turn == NOBODY:
                write_utilities(utility, sign, scores[number], winners[number], returns[number])

    return results


def make_draws(rules: ModuleType) -> Plain:
    draw = draw_action(rules)

    def draws(tables: Any, listed: Any, choices: Any, seed: Any, first: int, actions: Any) -> None:
        """One legal action for every table, drawn at random; -1 where the match is over.

        Every table has a stream of its own: from the words of the seed, and the table's number from the first on.
        """
        for number in range(len(tables)):
            actions[number] = -1
            if tables[number].turn != NOBODY:
                seed_wholly(choices, seed[0] ^ (first + number), seed[1], seed[2], seed[3])
                actions[number] = draw(tables[number], listed, choices)

    return draws


def make_observations(rules: ModuleType) -> Plain:
    observe = rules.observe

    def observations(tables: Any, seats: Any, grid: Any) -> None:
        """What a seat (NOBODY: a spectator) knows of each table, as numbers; without `seats`, the one in turn."""
        for number in range(len(tables)):
            seat = seats[number] if len(seats) else seat_in_turn(tables[number])
            observe(tables[number], seat, grid[number])

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
    draw = draw_action(rules)

    def glance(
        tables: Any, worlds: Any, listed: Any, weights: Any, likely: Any, choices: Any, seeds: Any, actions: Any
    ) -> int:
        """What a player of common sense does on every table, -1 where the match is over, each by its row of `seeds`.

        Likelihoods are summed over as many worlds as there is room for, each dealt anew for the seat in turn; one
        of the likeliest actions is drawn, without any world one of all. Those of the last table are left, and counted.
        """
        count = 0
        for number in range(len(tables)):
            table = tables[number]
            actions[number] = -1
            if table.turn == NOBODY:
                continue
            seed_wholly(choices, seeds[number, 0], seeds[number, 1], seeds[number, 2], seeds[number, 3])
            if len(worlds) == 0:
                actions[number] = draw(table, listed, choices)
                continue
            count = list_actions(table, listed)
            for position in range(count):
                likely[position] = 0.0
            for place in range(len(worlds)):
                worlds[place] = table
                seed_chance(worlds[place].chance, roll(choices), roll(choices))
                redeal(worlds[place], table.turn)
                expect(worlds[place], listed, count, weights)
                total = total_of(weights, count)
                for position in range(count):
                    likely[position] += weights[position] / total
            actions[number] = listed[nth_likeliest(likely, count, choices)]
        return count

    return glance


def nth_likeliest(likely: Any, count: int, choices: Any) -> int:
    """The position of one that is likelier than all others; equal ones by lot."""
    most = 0.0
    for position in range(count):
        most = max(most, likely[position])
    alike = 0
    for position in range(count):
        if likely[position] >= (1.0 - ALIKE) * most:
            alike += 1
    left = below(choices, alike)
    for position in range(count):
        if likely[position] >= (1.0 - ALIKE) * most:
            if left == 0:
                return position
            left -= 1
    return 0


# Needed to play a match; to simulate and learn; to feed a network; to prove and measure the rules; to think.
FOR_A_MATCH: dict[str, Kernel] = {
    "start": Kernel(make_start, ("tables", "tables", "numbers", "rows", "number")),
    "lists": Kernel(make_lists, ("tables", "numbers", "numbers", "numbers", "mask", "number")),
    "broken": Kernel(make_broken, ("tables", "number", "numbers")),
    "step": Kernel(
        make_step,
        (
            *("tables", "effects", "numbers"),
            *("grid", "truths", "numbers", "rows", "verdicts", "numbers"),  # a Step (step.py)
            *("number", "number"),
        ),
    ),
}
FOR_STUDIES: dict[str, Kernel] = {
    "redeal": Kernel(make_redeal, ("tables", "numbers", "rows")),
    "stir": Kernel(make_stir, ("tables", "numbers")),
    "playouts": Kernel(
        make_playouts, ("tables", "tables", "effects", "numbers", "numbers", "number", "number", "rows")
    ),
    "results": Kernel(make_results, ("tables", "rows", "verdicts", "grid", "number", "number")),
    "draws": Kernel(make_draws, ("tables", "numbers", "numbers", "numbers", "number", "numbers")),
    "observations": Kernel(make_observations, ("tables", "numbers", "grid")),
}
FOR_NETWORKS: dict[str, Kernel] = {"encode": Kernel(make_encode, ("grid", "grid", "rows", "grid", "grid"))}
FOR_PROOFS: dict[str, Kernel] = {
    "perft": Kernel(make_perft, ("tables", "effects", "rows", "rows", "number")),
    "fault": Kernel(make_fault, ("tables",)),
    "checked_playouts": Kernel(
        make_checked_playouts, ("tables", "tables", "effects", "numbers", "numbers", "number", "number", "rows")
    ),
    "copies": Kernel(make_copies, ("tables", "number")),
}
FOR_GREEDY: dict[str, Kernel] = {
    "glance": Kernel(
        make_glance,
        ("tables", "tables", "numbers", "weights", "weights", "numbers", "rows", "numbers"),
        guided=True,
    ),
}
FOR_SEARCH: dict[str, Kernel] = {
    "search": Kernel(
        make_search,
        ("trees",),
        guided=True,
    ),
}
FOR_BOTS = FOR_GREEDY | FOR_SEARCH
KERNELS = FOR_A_MATCH | FOR_STUDIES | FOR_NETWORKS | FOR_PROOFS | FOR_BOTS
