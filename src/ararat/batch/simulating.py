"""Games of bots, of random ones by default, on all cores. Game n depends on seed + n alone, on any number of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core.chance import WORD
from ..core.contract import Facts, Json
from ..core.effects import new_effects
from ..core.engine import engine_of, seeds_from
from ..core.kernels import A_SEAT, BROKEN, LENGTH, SCORE, SEATS, VICTORY
from ..core.options import whole_number
from ..core.step import Step
from ..core.table import NOBODY
from ..core.utilities import WIN
from ..players import find
from ..players.acting import decide, lots_of
from ..players.codes import RANDOM
from .given import MANY, checked_cores, checked_count, checked_device, checked_first_seed
from .sharing import share

LEAST = 16  # games that another core is asked for
TOGETHER = 256  # games of bots that are played side by side
PLAYING = 0x706C6179  # a word of the lots of bots, so that they are nobody else's


@dataclass(frozen=True)
class Results:
    """What became of many games, one row a game."""

    decisions: np.ndarray  # [games] how many decisions it took
    scores: np.ndarray  # [games, players]
    wins: np.ndarray  # [games, players] 1 where the seat won, alone or with others
    faults: np.ndarray  # [games] invariant found broken; 0 for none, and where none was tested


def simulate(
    facts: Facts,
    games: Any,
    players: Any,
    seed: Any,
    cores: Any,
    given: Json,
    checked: bool = False,
    device: Any = "cpu",
) -> Results:
    """Games from the seeds `seed`, `seed` + 1, ... among so many random players, or among the bots of some codes;
    `checked` tests all invariants on the way."""
    checked_device(device)
    if isinstance(players, (list, tuple)):
        seats = [find(code).code for code in players]
        if seats != [RANDOM] * len(seats) or not seats:
            return among(facts, games, seats, seed, cores, given)
        players = len(seats)
    count, cores = checked_count(games), checked_cores(cores)
    first_seed = checked_first_seed(seed, count, MANY)
    players = whole_number(players)
    options = facts.checked_options(players, given)
    if device == "cuda":
        from .cuda import simulate_on_gpu

        return told(simulate_on_gpu(facts, count, players, first_seed, options))
    engine = engine_of(facts)
    prototype = engine.prototype(players, options)
    kernel = engine.kernel("checked_playouts" if checked else "playouts")
    results = np.zeros((count, SEATS + A_SEAT * players), np.int64)

    def work(first: int, last: int) -> None:
        begin = first_seed + first
        listed = np.zeros(engine.rules.MOST_ACTIONS, np.int64)
        memory = engine.layout.new(), prototype, new_effects(), listed, np.zeros(4, np.int64)
        kernel(*memory, begin >> 32, begin & WORD, results[first:last])

    share(work, count, cores, LEAST)
    return told(results)


def told(results: np.ndarray) -> Results:
    """The columns of results by their names."""
    scores, wins = results[:, SEATS + SCORE :: A_SEAT], results[:, SEATS + VICTORY :: A_SEAT]
    return Results(results[:, LENGTH], scores, wins, results[:, BROKEN])


def among(facts: Facts, games: Any, seats: list[str], seed: Any, cores: Any, given: Json) -> Results:
    """Games of bots, each of them in its seat."""
    count, cores = checked_count(games), checked_cores(cores)
    first_seed = checked_first_seed(seed, count, MANY)
    engine, players = engine_of(facts), len(seats)
    prototype = engine.prototype(players, facts.checked_options(players, given))
    decisions, ends = np.zeros(count, np.int64), Step.room(count, players)

    def work(first: int, last: int) -> None:
        for begin in range(first, last, TOGETHER):
            end = min(begin + TOGETHER, last)
            tables = engine.start(prototype, first_seed + begin, end - begin)
            play_out(facts, seats, tables, first_seed + begin, decisions[begin:end])
            done = ends.part(begin, end)
            engine.kernel("results")(tables, done.scores, done.winners, done.rewards, WIN, engine.sign)

    share(work, count, cores, 1)
    return Results(decisions, ends.scores, ends.winners.astype(np.int64), np.zeros(count, np.int64))


def play_out(facts: Facts, seats: list[str], tables: np.ndarray, first_seed: int, decisions: np.ndarray) -> None:
    """Play all of the tables to their ends; the lots of a decision come from the seed of its game and its number."""
    engine, raw = engine_of(facts), tables.view(f"V{tables.dtype.itemsize}")
    seeds = seeds_from(first_seed, len(tables))
    bots = sorted(set(seats))
    sits = np.array([bots.index(code) for code in seats])
    number = 0
    while len(rows := np.flatnonzero(tables["turn"] != NOBODY)):
        some = raw[rows].view(tables.dtype)
        lots = lots_of(seeds[rows, 2], seeds[rows, 3], PLAYING, np.full(len(rows), number))
        actions = np.zeros(len(rows), np.int64)
        who = sits[some["turn"]]
        for bot, code in enumerate(bots):
            at = np.flatnonzero(who == bot)
            acts = np.zeros(len(at), np.int64)
            decide(facts, code, some[at], lots[at], acts)
            actions[at] = acts
        engine.step_all(some, actions, Step.room(len(rows), len(seats)))
        raw[rows] = some.view(raw.dtype)
        decisions[rows] += 1
        number += 1
