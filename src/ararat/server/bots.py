"""Bots that think in processes of their own, so that the server's loop never waits for them.

A bot's process gets a code, a view, the legal moves and a seed, and nothing else.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait

from ..core.contract import Json
from ..core.engine import engine_of
from ..games import all_facts
from ..players import find


class Thinkers:
    """A few processes in which bots think."""

    def __init__(self, processes: int | None = None) -> None:
        self.processes = processes or max(1, (os.cpu_count() or 2) - 1)
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, code: str, view: Json, moves: list[Json], seed: int) -> Json:
        """The move that a bot chooses; a process that was killed is replaced once."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._ready(), think, code, view, moves, seed)
        except BrokenProcessPool:
            self.close()
            return await loop.run_in_executor(self._ready(), think, code, view, moves, seed)

    def _ready(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = new_pool(self.processes)
        return self._pool

    def close(self) -> None:
        if self._pool is not None:
            end_pool(self._pool)
            self._pool = None

    def warm_up(self) -> None:
        """Let the processes load what they will need, so that a bot's first move is not slow."""
        for _ in range(self.processes):
            self._ready().submit(load_rules)


def new_pool(processes: int) -> ProcessPoolExecutor:
    """Processes that begin from nothing, leave Ctrl-C to the server and end when it does."""
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(processes, mp_context=context, initializer=live_with_the_server)


def end_pool(pool: ProcessPoolExecutor) -> None:
    """End processes in the middle of whatever they do: nobody waits for it any more."""
    processes = getattr(pool, "_processes", None) or {}  # no public way before Python 3.14
    for process in list(processes.values()):
        process.terminate()
    pool.shutdown(wait=True, cancel_futures=True)


def load_rules() -> None:
    """Runs in a bot's process: the rules of all games, from where they are kept."""
    for facts in all_facts().values():
        facts.module("players")
        engine_of(facts).prepare()


def live_with_the_server() -> None:
    """End with the server, even if it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:

        def watch() -> None:
            wait([parent.sentinel])
            os._exit(0)

        threading.Thread(target=watch, daemon=True).start()


def think(code: str, view: Json, moves: list[Json], seed: int) -> Json:
    """Runs in a bot's process."""
    return find(code).choose(view, moves, seed)
