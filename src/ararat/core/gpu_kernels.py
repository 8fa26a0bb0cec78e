"""Kernels for a GPU: the kernels of the CPU (kernels.py), a thread for each table.

Random games go in waves: each is a decision on every table, and between waves tables are put in the order of their
phases, so that neighbouring threads do the same.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from . import kernels
from .chance import WORD, seed_chance
from .compiler import numba_cuda
from .gpu_kernel import UNTOLD, GpuKernel, Plain, action_type
from .gpu_search import FOR_SEARCHING
from .kernels import A_SEAT, BROKEN, LENGTH, SCORE, SEATS, VICTORY, draw_action
from .table import NOBODY, Layout

KEYS = 64  # phases, and what comes behind them
OVER, IDLE = KEYS - 2, KEYS - 1  # a table that takes the next game; one that has none any more
BLOCK = 256  # threads that sort or add up together
WORD_BITS = 64
WORD_SHIFT, WORD_REST = 6, WORD_BITS - 1  # to divide by them
SQUARE = 32
PADDED = SQUARE + 1  # so that a column's numbers lie in different banks


# --- Batches ------------------------------------------------------------------------------------


def make_start(rules: Any, layout: Layout) -> Plain:
    cuda = numba_cuda()

    start = kernels.make_start(rules)

    def gpu_start(tables: Any, prototype: Any, rows: Any, seeds: Any, onward: int) -> None:
        """Set the tables of some rows up."""
        place = cuda.grid(1)
        if place < len(rows):
            start(tables, prototype, rows[place : place + 1], seeds, onward)

    return gpu_start


def make_restart(rules: Any, layout: Layout) -> Plain:
    cuda = numba_cuda()

    start = kernels.make_start(rules)

    def gpu_restart(tables: Any, prototype: Any, rows: Any, seeds: Any, ended: Any, turns: Any) -> None:
        """Set up anew, each by the seed that follows, the tables whose match has ended."""
        row = cuda.grid(1)
        if row < len(rows) and ended[row]:
            start(tables, prototype, rows[row : row + 1], seeds, 1)
            turns[row] = tables[row].turn

    return gpu_restart


def make_step(rules: Any, layout: Layout) -> Plain:
    cuda = numba_cuda()

    step, untold = kernels.make_step(rules), UNTOLD

    def gpu_step(
        tables: Any,
        order: Any,
        actions: Any,
        rewards: Any,
        ended: Any,
        turns: Any,
        scores: Any,
        winners: Any,
        refused: Any,
        utility: int,
        sign: int,
    ) -> None:
        """One action on every table, and how each stands then."""
        unread = cuda.local.array(1, untold)
        place = cuda.grid(1)
        if place < len(order):
            one = slice(order[place], order[place] + 1)
            step(
                tables[one],
                unread,
                actions[one],
                rewards[one],
                ended[one],
                turns[one],
                scores[one],
                winners[one],
                refused[one],
                utility,
                sign,
            )

    return gpu_step


def make_results(rules: Any, layout: Layout) -> Plain:
    cuda = numba_cuda()

    results = kernels.make_results(rules)

    def gpu_results(tables: Any, scores: Any, winners: Any, returns: Any, utility: int, sign: int) -> None:
        """The points of every table, who has won, and what that is worth."""
        row = cuda.grid(1)
        if row < len(tables):
            one = slice(row, row + 1)
            results(tables[one], scores[one], winners[one], returns[one], utility, sign)

    return gpu_results


def make_turns(rules: Any, layout: Layout) -> Plain:
    cuda = numba_cuda()

    def gpu_turns(tables: Any, turns: Any, over: Any) -> None:
        """The seat in turn of every table, and whether there is none."""
        row = cuda.grid(1)
        if row < len(tables):
            turns[row] = tables[row].turn
            over[row] = tables[row].turn == NOBODY

    return gpu_turns


def make_counts(rules: Any, layout: Layout) -> Plain:
    cuda = numba_cuda()

    list_actions = rules.list_actions
    number, most = action_type(rules), rules.MOST_ACTIONS

    def gpu_counts(tables: Any, counts: Any) -> None:
        """How many actions are legal on every table."""
        listed = cuda.local.array(most, number)
        row = cuda.grid(1)
        if row < len(tables):
            counts[row] = 0
            if tables[row].turn != NOBODY:
                counts[row] = list_actions(tables[row], listed)

    return gpu_counts


def make_lists(rules: Any, layout: Layout) -> Plain:
    cuda = numba_cuda()

    list_actions = rules.list_actions

    def gpu_lists(tables: Any, offsets: Any, actions: Any) -> None:
        """The legal actions of every table, at their place in one long list."""
        row = cuda.grid(1)
        if row < len(tables) and tables[row].turn != NOBODY:
            list_actions(tables[row], actions[offsets[row] : offsets[row + 1]])

    return gpu_lists


def make_masks(rules: Any, layout: Layout) -> Plain:
    cuda = numba_cuda()

    list_actions = rules.list_actions
    number, most = action_type(rules), rules.MOST_ACTIONS

    def gpu_masks(tables: Any, order: Any, mask: Any, bits: int) -> None:
        """Mark the legal actions of every table in its row, which was zero: one a byte, or with `bits` one a bit."""
        listed = cuda.local.array(most, number)
        place = cuda.grid(1)
        if place >= len(order):
            return
        row = order[place]
        if tables[row].turn != NOBODY:
            for position in range(list_actions(tables[row], listed)):
                action = listed[position]
                if bits:
                    mask[row, action >> 3] |= 1 << (action & 7)
                else:
                    mask[row, action] = 1

    return gpu_masks


def make_draws(rules: Any, layout: Layout) -> Plain:
    cuda = numba_cuda()

    draws = kernels.make_draws(rules)
    number, most = action_type(rules), rules.MOST_ACTIONS

    def gpu_draws(tables: Any, order: Any, seed: Any, actions: Any) -> None:
        """One legal action for every table, drawn at random."""
        listed = cuda.local.array(most, number)
        choices = cuda.local.array(4, np.int64)
        place = cuda.grid(1)
        if place < len(order):
            row = order[place]
            draws(tables[row : row + 1], listed, choices, seed, row, actions[row : row + 1])

    return gpu_draws


def make_observations(rules: Any, layout: Layout) -> Plain:
    cuda = numba_cuda()

    observations = kernels.make_observations(rules)

    def gpu_observations(tables: Any, seats: Any, columns: Any) -> None:
        """What a seat of each table knows, a column a table: neighbouring threads write side by side."""
        row = cuda.grid(1)
        if row < len(tables):
            one = slice(row, row + 1)
            observations(tables[one], seats[one], columns.T[one])

    return gpu_observations


def make_turned(rules: Any, layout: Layout) -> Plain:
    cuda = numba_cuda()

    def gpu_turned(columns: Any, first: int, grid: Any) -> None:
        """Columns as rows, from a first one on: a block turns a square of 32, in memory that its threads share."""
        square = cuda.shared.array((SQUARE, PADDED), np.float32)
        x, y = cuda.threadIdx.x, cuda.threadIdx.y
        left, top = cuda.blockIdx.x * SQUARE, cuda.blockIdx.y * SQUARE
        for down in range(y, SQUARE, BLOCK // SQUARE):
            if top + down < columns.shape[0] and left + x < columns.shape[1]:
                square[down, x] = columns[top + down, left + x]
        cuda.syncthreads()
        for down in range(y, SQUARE, BLOCK // SQUARE):
            if left + down < columns.shape[1] and top + x < columns.shape[0] and first + left + down < len(grid):
                grid[first + left + down, top + x] = square[x, down]

    return gpu_turned


def make_keys(rules: Any, layout: Layout) -> Plain:
    cuda = numba_cuda()

    def gpu_keys(tables: Any, keys: Any) -> None:
        """What each table is sorted by: its phase."""
        row = cuda.grid(1)
        if row < len(tables):
            keys[row] = tables[row].phase

    return gpu_keys


def make_redeal(rules: Any, layout: Layout) -> Plain:
    cuda = numba_cuda()

    redeal = kernels.make_redeal(rules)

    def gpu_redeal(tables: Any, rows: Any, seats: Any, fresh: Any, seeds: Any) -> None:
        """Deal some rows anew, each from its fresh seed."""
        place = cuda.grid(1)
        if place < len(rows):
            row = rows[place]
            one = slice(place, place + 1)
            redeal(tables[row : row + 1], seats[one], fresh[one])
            for word in range(4):
                seeds[row, word] = fresh[place, word]

    return gpu_redeal


def make_copies(rules: Any, layout: Layout) -> Plain:
    cuda = numba_cuda()

    def gpu_copies(words: Any, rows: Any, copied: Any) -> None:
        """Copies of some rows, one after the other; a block for each."""
        place = cuda.blockIdx.x
        for word in range(cuda.threadIdx.x, words.shape[1], cuda.blockDim.x):
            copied[place, word] = words[rows[place], word]

    return gpu_copies


def make_states(rules: Any, layout: Layout) -> Plain:
    cuda = numba_cuda()

    def gpu_states(words: Any, places: Any, grid: Any) -> None:
        """Every table as numbers: each so many bits from a place in the table on, below zero if the highest is set.

        `places` holds the first bit and how many there are, 1 for a member of a set; a block for each table.
        """
        row = cuda.blockIdx.x
        for column in range(cuda.threadIdx.x, grid.shape[1], cuda.blockDim.x):
            first, bits = places[column, 0], places[column, 1]
            value = words[row, first >> WORD_SHIFT] >> (first & WORD_REST)
            if bits == 1:
                grid[row, column] = value & 1
            else:
                apart = WORD_BITS - bits
                grid[row, column] = (value << apart) >> apart

    return gpu_states


# --- Sums of all before -------------------------------------------------------------------------


def make_sums(rules: Any, layout: Layout) -> Plain:
    cuda = numba_cuda()

    def gpu_sums(offsets: Any) -> None:
        """Each number gives way to the sum of all up to it; one block does it, each thread a stretch."""
        totals = cuda.shared.array(BLOCK, np.int64)
        thread = cuda.threadIdx.x
        stretch = (len(offsets) + BLOCK - 1) // BLOCK
        first, last = min(thread * stretch, len(offsets)), min((thread + 1) * stretch, len(offsets))
        total = 0
        for place in range(first, last):
            total += offsets[place]
        totals[thread] = total
        cuda.syncthreads()
        before = 0
        for other in range(thread):
            before += totals[other]
        for place in range(first, last):
            before += offsets[place]
            offsets[place] = before

    return gpu_sums


# --- Random games -------------------------------------------------------------------------------


def make_wave(rules: Any, layout: Layout) -> Plain:
    cuda = numba_cuda()

    set_up, play, score_of, is_winner = rules.set_up, rules.play, rules.score_of, rules.is_winner
    draw, untold = draw_action(rules), UNTOLD
    number, most = action_type(rules), rules.MOST_ACTIONS

    def gpu_wave(
        tables: Any,
        prototype: Any,
        choices: Any,
        games: Any,
        lengths: Any,
        keys: Any,
        order: Any,
        high: int,
        low: int,
        taken: Any,
        results: Any,
    ) -> None:
        """A random decision on every table, in their order; a game that is over is written down, and the next taken.

        Games are those of `playouts`, one a row of `results`. Memory of a table is its row of all others.
        """
        listed = cuda.local.array(most, number)
        unread = cuda.local.array(1, untold)
        place = cuda.grid(1)
        if place >= len(order):
            return
        row = order[place]
        if keys[row] == IDLE:
            return
        table = tables[row]
        if keys[row] == OVER:
            game = games[row]
            if game >= 0:
                results[game, LENGTH] = lengths[row]
                results[game, BROKEN] = 0
                for seat in range(table.players):
                    results[game, SEATS + A_SEAT * seat + SCORE] = score_of(table, seat)
                    results[game, SEATS + A_SEAT * seat + VICTORY] = is_winner(table, seat)
            game = cuda.atomic.add(taken, 0, 1)
            games[row] = game
            lengths[row] = 0
            if game >= len(results):
                keys[row] = IDLE
                return
            tables[row] = prototype[0]
            seed_high, seed_low = high + ((low + game) >> 32), low + game
            seed_chance(table.chance, seed_high, seed_low)
            seed_chance(choices[row], ~seed_high & WORD, seed_low)
            set_up(table)
        else:
            unread[0].count = 0
            play(table, draw(table, listed, choices[row]), unread[0])
            lengths[row] += 1
        keys[row] = OVER if table.turn == NOBODY else table.phase

    return gpu_wave


def make_tally(rules: Any, layout: Layout) -> Plain:
    cuda = numba_cuda()

    def gpu_tally(keys: Any, counts: Any) -> None:
        """How many rows have each key."""
        here = cuda.shared.array(KEYS, np.int32)
        thread, row = cuda.threadIdx.x, cuda.grid(1)
        if thread < KEYS:
            here[thread] = 0
        cuda.syncthreads()
        if row < len(keys):
            cuda.atomic.add(here, keys[row], 1)
        cuda.syncthreads()
        if thread < KEYS and here[thread]:
            cuda.atomic.add(counts, thread, here[thread])

    return gpu_tally


def make_order(rules: Any, layout: Layout) -> Plain:
    cuda = numba_cuda()

    def gpu_order(keys: Any, counts: Any, order: Any) -> None:
        """Put rows in the order of their keys; `counts` says how many have each, then how many of these are placed."""
        here = cuda.shared.array(KEYS, np.int32)
        starts = cuda.shared.array(KEYS, np.int32)
        thread, row = cuda.threadIdx.x, cuda.grid(1)
        if thread < KEYS:
            here[thread] = 0
        cuda.syncthreads()
        rank = 0
        if row < len(keys):
            rank = cuda.atomic.add(here, keys[row], 1)
        cuda.syncthreads()
        if thread < KEYS and here[thread]:
            start = cuda.atomic.add(counts, KEYS + thread, here[thread])
            for key in range(thread):
                start += counts[key]
            starts[thread] = start
        cuda.syncthreads()
        if row < len(keys):
            order[starts[keys[row]] + rank] = row

    return gpu_order


FOR_BATCHES: dict[str, GpuKernel] = {
    "start": GpuKernel(make_start, ("tables", "tables", "numbers", "rows", "number")),
    "restart": GpuKernel(make_restart, ("tables", "tables", "numbers", "rows", "truths", "numbers")),
    "step": GpuKernel(
        make_step,
        (
            *("tables", "small", "numbers"),
            *("grid", "truths", "numbers", "rows", "verdicts", "numbers"),  # a Step (step.py)
            *("number", "number"),
        ),
    ),
    "results": GpuKernel(make_results, ("tables", "rows", "verdicts", "grid", "number", "number")),
    "turns": GpuKernel(make_turns, ("tables", "numbers", "truths")),
    "counts": GpuKernel(make_counts, ("tables", "numbers")),
    "sums": GpuKernel(make_sums, ("numbers",)),
    "lists": GpuKernel(make_lists, ("tables", "numbers", "numbers")),
    "masks": GpuKernel(make_masks, ("tables", "small", "mask", "number")),
    "draws": GpuKernel(make_draws, ("tables", "small", "numbers", "numbers")),
    "observations": GpuKernel(make_observations, ("tables", "numbers", "grid")),
    "turned": GpuKernel(make_turned, ("grid", "number", "grid")),
    "redeal": GpuKernel(make_redeal, ("tables", "numbers", "numbers", "rows", "rows")),
    "copies": GpuKernel(make_copies, ("rows", "numbers", "rows")),
    "states": GpuKernel(make_states, ("rows", "rows", "grid")),
}
FOR_RANDOM_GAMES: dict[str, GpuKernel] = {
    "wave": GpuKernel(
        make_wave,
        (
            *("tables", "tables", "rows", "numbers", "small", "keys", "small"),
            *("number", "number", "numbers", "rows"),
        ),
    ),
}
FOR_SORTING: dict[str, GpuKernel] = {
    "keys": GpuKernel(make_keys, ("tables", "keys")),
    "tally": GpuKernel(make_tally, ("keys", "small")),
    "order": GpuKernel(make_order, ("keys", "small", "small")),
}
GPU_KERNELS = FOR_BATCHES | FOR_RANDOM_GAMES | FOR_SORTING | FOR_SEARCHING
