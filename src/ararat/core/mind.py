"""A net at work inside a kernel: what it makes of an observation, in 32-bit floats and always in the same order.

Which numbers mean what, and where weights lie, is said by arrays that come in from outside (nets/wiring.py, made of a
net's plan), so that one kernel of a game does for all nets of it. An observed 0 is skipped, as most are; every sum goes
along the numbers that come out, which is what a processor does many of at once without changing their order.

Kernels of games whose rules do not say what actions touch hold nothing of that (`make_policy`).
"""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from .bits import lowest_of, without_first
from .contract import TOUCHES

# Columns of a reading: how a number is read, what is added to a category, where its weights begin, flat and of its
# row, and the row.
KIND, SHIFT, FLAT, ROW, COLUMN = range(5)
PLAIN, CHOSEN = range(2)
NOWHERE = -1
# Of the whole net: numbers of a row, of wide, of deep, of the policy, of seats and of sets; whether moves are weighed
# by the tables that they lead to, tables judged with all hands open, and moves weighed that only a further world has;
# where weights begin.
ROW_SIZE, WIDE_SIZE, DEEP_SIZE, KEEN_SIZE, SEATS, SETS, AFTERWARDS, OPENLY, RETHINKS = range(9)
BIAS, DEEP, DEEP_BIAS, VALUE, VALUE_BIAS, POLICY, TASTE = range(9, 16)
PLACES = 16
# Of each set, after that: its first row, the one after its last, and where its weights begin.
FIRST, LAST, OWN, OUT, NAMED = range(5)
A_SET = 5
# After the sets, where actions touch things: how many of these there are, where the weights of their rows begin and
# where their own do, of each way to be touched, and from ROW_OF on the row of each thing.
THINGS, TOUCH_ROW, TOUCH_OWN = 0, 1, 1 + TOUCHES
ROW_OF = 1 + 2 * TOUCHES
# Lines of a memory: what one seat sees, and behind that always 0; what lies open; what comes of either; and last what
# it counts that a thing is touched, and of which things that is known.
SEEN, OPENED, WIDTH, DEPTH, VALUES, KEEN, COUNTS, KNOWN = range(8)
LINES = 8
ZERO = np.float32(0)


def look(memory: Any, rows: Any, players: int, weights: Any, reading: Any, scales: Any, places: Any) -> None:
    """From what is seen, in its line of the memory, to how likely each seat wins, the observer's first."""
    gather(memory[SEEN], memory, rows, players, weights, reading, scales, places)
    conclude(memory, rows, players, weights, places)


def look_openly(memory: Any, rows: Any, players: int, weights: Any, reading: Any, scales: Any, places: Any) -> None:
    """The same from what lies open."""
    gather(memory[OPENED], memory, rows, players, weights, reading, scales, places)
    conclude(memory, rows, players, weights, places)


def gather(
    seen: Any, memory: Any, rows: Any, players: int, weights: Any, reading: Any, scales: Any, places: Any
) -> None:
    """Add up what every number seen brings to its row and to the whole."""
    wide, size, row_size = memory[WIDTH], places[WIDE_SIZE], places[ROW_SIZE]
    put(wide, 0, weights, places[BIAS] + (players - 1) * size, size)
    for number in range(places[SETS]):
        at = PLACES + number * A_SET
        first, last = places[at + FIRST], places[at + LAST]
        put(rows.reshape(-1), first * row_size, weights, places[at + OWN], (last - first) * row_size)
    for number in range(len(reading)):
        value = seen[number]
        if value != 0.0 and reading[number, FLAT] != NOWHERE:
            on = 0
            if reading[number, KIND] == CHOSEN:
                on = int(value) + reading[number, SHIFT]
                if value > 0.0:
                    on -= 1
                value = scales[number]
            else:
                value = scales[number] * value
            times = np.float32(value)
            add(wide, weights, reading[number, FLAT] + on * size, times, size)
            row = reading[number, ROW]
            if row != NOWHERE:
                add(rows[row], weights, reading[number, COLUMN] + on * row_size, times, row_size)


def conclude(memory: Any, rows: Any, players: int, weights: Any, places: Any) -> None:
    """From what was gathered to how likely each seat wins."""
    wide, deep, values = memory[WIDTH], memory[DEPTH], memory[VALUES]
    keen = memory[KEEN]  # free until actions are weighed
    wide_size, deep_size, row_size = places[WIDE_SIZE], places[DEEP_SIZE], places[ROW_SIZE]
    for number in range(places[SETS]):
        at = PLACES + number * A_SET
        add_up(rows[places[at + FIRST] : places[at + LAST]], keen[:row_size])
        out = places[at + OUT]
        for place in range(row_size):
            add(wide, weights, out + place * wide_size, keen[place], wide_size)
    for place in range(deep_size):
        deep[place] = weights[places[DEEP_BIAS] + place]
    for place in range(wide_size):
        if wide[place] > 0.0:
            add(deep, weights, places[DEEP] + place * deep_size, wide[place], deep_size)
    most = -1.0e30
    for seat in range(players):
        values[seat] = weights[places[VALUE_BIAS] + seat]
    for place in range(deep_size):
        deep[place] = max(deep[place], ZERO)
        at = places[VALUE] + place * places[SEATS]
        for seat in range(players):
            values[seat] += deep[place] * weights[at + seat]
    if players == 1:
        values[0] = 1.0 / (1.0 + exp(-values[0]))
        return
    for seat in range(players):
        most = max(most, values[seat])
    whole = 0.0
    for seat in range(players):
        values[seat] = exp(values[seat] - most)
        whole += values[seat]
    for seat in range(players):
        values[seat] = values[seat] / whole


def be_keen(memory: Any, weights: Any, places: Any) -> None:
    """From deep to what the policy goes by, whatever the action."""
    keen, deep, size = memory[KEEN], memory[DEPTH], places[KEEN_SIZE]
    for place in range(size):
        keen[place] = 0.0
    for place in range(places[DEEP_SIZE]):
        if deep[place] > 0.0:
            add(keen, weights, places[POLICY] + place * size, deep[place], size)


def make_policy(touched: Any) -> tuple[Any, Any]:
    """Two rules: to get ready for the actions of a table, and how much one of them appeals to the policy, as a logit;
    `touched` is the rule of the game for what actions touch, or None."""
    if touched is None:

        def appeal(
            table: Any,
            action: int,
            memory: Any,
            rows: Any,
            weights: Any,
            places: Any,
            actions: Any,
            named: Any,
            set_of: Any,
        ) -> float:
            add_named(action, memory, rows, weights, places, actions, named, set_of)
            return logit_of(action, memory, weights, places, actions)

        return be_keen, appeal

    def be_keen_anew(memory: Any, weights: Any, places: Any) -> None:
        be_keen(memory, weights, places)
        known = memory[KNOWN]
        for place in range(TOUCHES * places[PLACES + places[SETS] * A_SET + THINGS]):
            known[place] = 0.0

    def appeal_touching(
        table: Any,
        action: int,
        memory: Any,
        rows: Any,
        weights: Any,
        places: Any,
        actions: Any,
        named: Any,
        set_of: Any,
    ) -> float:
        add_named(action, memory, rows, weights, places, actions, named, set_of)
        for nth in range(TOUCHES):
            things = touched(table, action, nth)
            while things != 0:
                touch(lowest_of(things), nth, memory, rows, weights, places)
                things = without_first(things)
        return logit_of(action, memory, weights, places, actions)

    return be_keen_anew, appeal_touching


def add_named(
    action: int, memory: Any, rows: Any, weights: Any, places: Any, actions: Any, named: Any, set_of: Any
) -> None:
    """Add up what the policy goes by, what an action is and the rows that it names."""
    size, row_size = places[KEEN_SIZE], places[ROW_SIZE]
    keen, sum_of, known = memory[KEEN], memory[WIDTH], actions[action]  # nobody needs wide any more
    for place in range(size):
        sum_of[place] = keen[place] + known[place]
    for nth in range(named.shape[1]):
        row = named[action, nth]
        if row != NOWHERE:
            at = places[PLACES + set_of[row] * A_SET + NAMED]
            for place in range(row_size):
                if rows[row, place] > 0.0:
                    add(sum_of, weights, at + place * size, rows[row, place], size)


def touch(thing: int, nth: int, memory: Any, rows: Any, weights: Any, places: Any) -> None:
    """Add what it counts that an action touches a thing: found when it is first asked for at a table."""
    size, sum_of, counts, known = places[KEEN_SIZE], memory[WIDTH], memory[COUNTS], memory[KNOWN]
    at = PLACES + places[SETS] * A_SET
    number = nth * places[at + THINGS] + thing
    counted = counts[number * size : (number + 1) * size]
    if known[number] == 0.0:
        known[number] = 1.0
        put(counted, 0, weights, places[at + TOUCH_OWN + nth] + thing * size, size)
        row, first = places[at + ROW_OF + thing], places[at + TOUCH_ROW + nth]
        for place in range(places[ROW_SIZE]):
            if rows[row, place] > 0.0:
                add(counted, weights, first + place * size, rows[row, place], size)
    for place in range(size):
        sum_of[place] += counted[place]


def logit_of(action: int, memory: Any, weights: Any, places: Any, actions: Any) -> float:
    """From what was added up of an action to its logit."""
    size, sum_of = places[KEEN_SIZE], memory[WIDTH]
    found = actions[action, size] + 0.0
    for place in range(size):
        found += max(sum_of[place], ZERO) * weights[places[TASTE] + place]
    return found


def add(to: Any, weights: Any, at: int, times: Any, size: int) -> None:
    """Add so many times the weights from a place on."""
    column = weights[at : at + size]
    for place in range(size):
        to[place] += times * column[place]


def put(to: Any, place: int, weights: Any, at: int, size: int) -> None:
    """Copy so many weights from a place on."""
    there, column = to[place : place + size], weights[at : at + size]
    for number in range(size):
        there[number] = column[number]


def add_up(rows: Any, to: Any) -> None:
    """Cut off what is below zero, and add up all rows: four at a time, as short sums cost more than what they add."""
    whole, size = rows.reshape(-1), len(to)
    for place in range(len(whole)):
        whole[place] = max(whole[place], ZERO)
    for place in range(size):
        to[place] = 0.0
    fours = len(rows) - len(rows) % 4
    for row in range(0, fours, 4):
        first, second, third, fourth = rows[row], rows[row + 1], rows[row + 2], rows[row + 3]
        for place in range(size):
            to[place] += (first[place] + second[place]) + (third[place] + fourth[place])
    for row in range(fours, len(rows)):
        last = rows[row]
        for place in range(size):
            to[place] += last[place]
