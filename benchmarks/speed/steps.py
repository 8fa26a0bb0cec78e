"""Measuring steps: how many a learner gets a second, on one core, with what the seat in turn sees and may do.

    PYTHONPATH=benchmarks python -m speed.steps

A step is one decision at one table: read the observation, read the legal actions, choose one of them at random, play
it; a match that ends starts anew. Beside our batches, what a user would pick instead, driven as its users drive it.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import numpy as np

from ararat.batch import new_batch
from ararat.cli.screen import Screen
from ararat.core.contract import Facts
from ararat.core.words import words
from ararat.games import all_facts

from .figures import Row, as_table

BATCHES = (1, 64, 1024, 8192)
COLUMNS = ("what", "players", *(f"steps/s at {size}" for size in BATCHES))
DRAWN = 64  # rows of random numbers that are drawn ahead
RUNS = 5

Round = Callable[[], int]  # makes some steps, and says how many
Drive = Callable[[int], Round]  # of so many tables


def measure_steps(screen: Screen, seconds: float) -> tuple[list[Row], list[str]]:
    """The figures of every game and rival, and what was skipped."""
    rows: list[Row] = []
    notes: list[str] = []
    jobs: list[tuple[str, int | None, Drive, tuple[int, ...]]] = []
    for facts in all_facts().values():
        jobs.append((facts.slug, facts.players[-1], ours(facts), BATCHES))
    jobs += [(name, None, drive, sizes) for name, (drive, sizes) in RIVALS.items()]
    with one_core(), screen.progress("Measuring steps, on one core", len(jobs)) as step:
        for done, (name, players, drive, sizes) in enumerate(jobs):
            step(done)
            row: Row = {"what": name, "players": players}
            try:
                for size in sizes:
                    row[f"steps/s at {size}"] = rate_of(drive(size), seconds)
            except ImportError:
                notes.append(f"{name} is not installed and was skipped.")
                continue
            rows.append(row)
        step(len(jobs))
    return rows, notes


@contextmanager
def one_core() -> Iterator[None]:
    """While this holds, the process and all threads that it starts have one core."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def rate_of(play: Round, seconds: float) -> float:
    """Steps in a second of the processor: the median of several runs that together fill the time, after one that is
    not counted. The time of the processor, all threads together, so that neighbours on the machine do not count."""
    play()
    rates = []
    for _ in range(RUNS):
        begin, steps = time.process_time(), 0
        while time.process_time() - begin < seconds / RUNS:
            steps += play()
        rates.append(steps / (time.process_time() - begin))
    return statistics.median(rates)


def ours(facts: Facts) -> Drive:
    """A batch at the most seats, with what the seats in turn see, and lists."""

    def drive(size: int) -> Round:
        batch = new_batch(facts, size, facts.players[-1], 1, "cpu", {}, cores=1, autoreset=True, out=True)
        chance = random.Random(1).random
        drawn = np.random.default_rng(1).random((DRAWN, size))
        chosen = np.zeros(size, np.int64)
        number = count()

        def one_table() -> int:
            for _ in range(100):
                batch.observations()
                _, actions = batch.legal()
                chosen[0] = actions[int(chance() * len(actions))]
                batch.step(chosen)
            return 100

        def many_tables() -> int:
            batch.observations()
            offsets, actions = batch.legal()
            places = drawn[next(number) % DRAWN] * (offsets[1:] - offsets[:-1])
            batch.step(actions[offsets[:-1] + places.astype(np.int64)])
            return size

        return one_table if size == 1 else many_tables

    return drive


# --- What a user would pick instead -----------------------------------------------------------------


def open_spiel(name: str, tensors: bool) -> Drive:
    """A card game of OpenSpiel, bare or with what the player sees."""

    def drive(size: int) -> Round:
        import pyspiel

        game = pyspiel.load_game(name)
        chance = random.Random(1)
        state = game.new_initial_state()

        def play() -> int:
            nonlocal state
            for _ in range(100):
                while state.is_terminal() or state.is_chance_node():
                    if state.is_terminal():
                        state = game.new_initial_state()
                    else:
                        actions, chances = zip(*state.chance_outcomes(), strict=True)
                        state.apply_action(chance.choices(actions, chances)[0])
                if tensors and game.get_type().provides_information_state_tensor:
                    state.information_state_tensor()
                elif tensors:
                    state.observation_tensor()
                state.apply_action(chance.choice(state.legal_actions()))
            return 100

        return play

    return drive


def rlcard(name: str) -> Drive:
    """A card game of RLCard, which tells what is seen and legal at every step."""

    def drive(size: int) -> Round:
        import rlcard as library

        env = library.make(name, config={"seed": 1})
        chance = random.Random(1)
        state: Any = env.reset()[0]

        def play() -> int:
            nonlocal state
            for _ in range(20):
                if env.is_over():
                    state, _ = env.reset()
                state, _ = env.step(chance.choice(list(state["legal_actions"])))
            return 20

        return play

    return drive


def pettingzoo(name: str) -> Drive:
    """A game of PettingZoo's own."""

    def drive(size: int) -> Round:
        import importlib

        env = importlib.import_module(f"pettingzoo.classic.{name}").env()
        env.reset(seed=1)

        def play() -> int:
            steps = 0
            while steps < 20:
                seen, _, ended, cut, _ = env.last()
                if ended or cut:
                    env.reset()
                    continue
                env.step(env.action_space(env.agent_selection).sample(seen["action_mask"]))
                steps += 1
            return steps

        return play

    return drive


def pgx(name: str) -> Drive:
    """A game of Pgx on the CPU: init, step and the choice compiled by JAX, many tables at once."""

    def drive(size: int) -> Round:
        import jax
        import jax.numpy as jnp
        import pgx as library
        from pgx.experimental.wrappers import auto_reset

        env = library.make(name)
        step = auto_reset(env.step, env.init)

        def one(state: Any, key: Any) -> Any:
            first, second = jax.random.split(key)
            logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
            return step(state, jax.random.categorical(first, logits), second)

        many = jax.jit(jax.vmap(one))
        key = jax.random.PRNGKey(1)
        state = jax.jit(jax.vmap(env.init))(jax.random.split(key, size))
        split = jax.jit(lambda key: (lambda keys: (keys[0], keys[1:]))(jax.random.split(key, size + 1)))

        def play() -> int:
            nonlocal state, key
            key, keys = split(key)
            state = many(state, keys)
            jax.block_until_ready(state.observation)
            return size

        return play

    return drive


ONE = (1,)
RIVALS: dict[str, tuple[Drive, tuple[int, ...]]] = {
    "OpenSpiel hearts, bare": (open_spiel("hearts", False), ONE),
    "OpenSpiel hearts, with tensors": (open_spiel("hearts", True), ONE),
    "OpenSpiel gin_rummy, bare": (open_spiel("gin_rummy", False), ONE),
    "OpenSpiel gin_rummy, with tensors": (open_spiel("gin_rummy", True), ONE),
    "RLCard uno": (rlcard("uno"), ONE),
    "RLCard gin-rummy": (rlcard("gin-rummy"), ONE),
    "PettingZoo connect_four": (pettingzoo("connect_four_v3"), ONE),
    "PettingZoo texas_holdem": (pettingzoo("texas_holdem_v4"), ONE),
    "Pgx sparrow_mahjong": (pgx("sparrow_mahjong"), BATCHES),
    "Pgx backgammon": (pgx("backgammon"), BATCHES),
    "Pgx connect_four": (pgx("connect_four"), BATCHES),
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m speed.steps", description="Measure steps, beside other libraries.")
    parser.add_argument("--seconds", type=float, default=3.0, metavar="S", help="for each measurement")
    chosen = parser.parse_args()
    if not chosen.seconds > 0:
        parser.error("--seconds takes a number above 0")
    screen = Screen(words("en"))
    try:
        rows, notes = measure_steps(screen, chosen.seconds)
    except KeyboardInterrupt:
        screen.complain("Interrupted.")
        raise SystemExit(130) from None
    screen.out.print(as_table(rows, COLUMNS))
    for note in notes:
        screen.out.print(note)


if __name__ == "__main__":
    main()
