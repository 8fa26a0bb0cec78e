"""Bots that think in processes of their own, so that the server's loop never waits for them; and so does the coach.

Such a process gets a view, what goes with it, at most what that seat has seen before, and a seed, and nothing else.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from typing import TypeVar

from .. import coach
from ..core.contract import Facts, Json
from ..core.engine import engine_of
from ..core.hooks import hooks_of
from ..games import all_facts
from ..players import codes, find, search
from ..players.searchers import kernels_of

# People who are answered come first, then bots, and last the coach.
NICE, NICER = 5, 10
YIELDS = 10  # a long thought to a short one
LEAST = 2  # so that no address has them all
Answer = TypeVar("Answer")


def share_of(workers: int) -> int:
    """How many processes bots think in, where so many workers share a machine."""
    return max(LEAST, ((os.cpu_count() or 2) - 1) // workers)


class BotProcesses:
    """A few processes in which bots and the coach think, one thought after the other in each."""

    def __init__(self, processes: int | None = None, niceness: int = NICE) -> None:
        self.processes = processes or share_of(1)
        self.niceness = niceness
        self._pool: ProcessPoolExecutor | None = None

    def apart(self) -> BotProcesses:
        """A process more for the coach, so that no bot ever waits behind it."""
        return BotProcesses(1, NICER)

    async def choose(self, code: str, view: Json, moves: list[Json], seed: int, past: list[Json] | None = None) -> Json:
        """The move that a bot chooses."""
        return await self.run(think, code, view, moves, seed, past)

    async def advise(self, view: Json, seed: int, playouts: int, seconds: float) -> list[Json]:
        """The best few moves of the seat in turn, from its view alone."""
        return await self.run(advise, view, seed, playouts, seconds)

    async def judge(self, view: Json, move: Json, number: int, playouts: int, seed: int, before: float | None) -> Json:
        """What the coach thinks of a move, from the view of whoever made it."""
        return await self.run(judge, view, move, number, playouts, seed, before)

    async def run(self, work: Callable[..., Answer], *given: object) -> Answer:
        """Let a process work; one that was killed is replaced once."""
        loop = asyncio.get_running_loop()
        pool = self._ready()
        try:
            return await loop.run_in_executor(pool, work, *given)
        except BrokenProcessPool:
            if self._pool is pool:  # nobody else has replaced it yet
                self.close()
            return await loop.run_in_executor(self._ready(), work, *given)

    def _ready(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = new_pool(self.processes, self.niceness)
        return self._pool

    def close(self) -> None:
        if self._pool is not None:
            end_pool(self._pool)
            self._pool = None

    def warm_up(self) -> None:
        """Let the processes load what they will need, so that a bot's first move is not slow; unless memory matters
        more to somebody."""
        if os.environ.get("ARARAT_LAZY"):
            return
        for _ in range(self.processes):
            self._ready().submit(load_rules)


def new_pool(processes: int, niceness: int = NICE) -> ProcessPoolExecutor:
    """Processes that begin from nothing, leave Ctrl-C to the server and end when it does."""
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(processes, context, live_with_the_server, (niceness,))


def end_pool(pool: ProcessPoolExecutor) -> None:
    """End processes in the middle of whatever they do: nobody waits for it any more."""
    processes = getattr(pool, "_processes", None) or {}  # no public way before Python 3.14
    for process in list(processes.values()):
        process.terminate()
    pool.shutdown(wait=True, cancel_futures=True)


def live_with_the_server(niceness: int) -> None:
    """End with the server, even if it is killed, and leave it the first place at the processor."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(niceness)
    search.yields = YIELDS
    parent = multiprocessing.parent_process()
    if parent is not None:

        def watch() -> None:
            wait([parent.sentinel])
            os._exit(0)

        threading.Thread(target=watch, daemon=True).start()


# --- In such a process --------------------------------------------------------------------------


def load_rules() -> None:
    """The rules of all games and, where it is compiled already, what their bots think with."""
    for facts in all_facts().values():
        hooks_of(facts)
        engine = engine_of(facts)
        engine.prepare()
        if engine.is_prepared(for_thinking(facts)):
            engine.prepare(for_thinking(facts))


def for_thinking(facts: Facts) -> tuple[str, ...]:
    """What the bots of a game and its coach think with, by the guide or by a net."""
    bots = (name for code in codes() for name in kernels_of(code, facts))
    coaching = (name for players in facts.players for name in coach.kernels_of(facts, players))
    return tuple(dict.fromkeys((*bots, *coaching)))


def think(code: str, view: Json, moves: list[Json], seed: int, past: list[Json] | None = None) -> Json:
    """A bot's move."""
    return find(code).choose(view, moves, seed, past=past)


def advise(view: Json, seed: int, playouts: int, seconds: float) -> list[Json]:
    """The coach's tips, as plain JSON."""
    return [tip.told() for tip in coach.advise(view, seed, playouts, seconds)]


def judge(view: Json, move: Json, number: int, playouts: int, seed: int, before: float | None) -> Json:
    """The coach's judgement, as plain JSON."""
    return coach.judge(view, move, number, playouts, seed, before).told()
