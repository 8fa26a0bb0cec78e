"""Rules that compile in the background at the first start; later starts find them on disk.

Compiling happens in a process of its own, which leaves what it made in the cache; this process then
takes it from there in a moment. First come the rules that tables need, then what bots think with.
"""

from __future__ import annotations

import asyncio
import logging
import time
from concurrent.futures import ProcessPoolExecutor

from ..core.contract import Facts, Json
from ..core.engine import engine_of
from ..core.hooks import hooks_of
from ..core.kernels import FOR_A_MATCH
from ..games import all_facts
from .processes import end_pool, for_thinking, new_pool

LOOK_EVERY = 0.25  # seconds
TRIES = 3  # at compiling in a process of its own
FOR_A_TABLE = (*FOR_A_MATCH, "stir")  # fresh entropy comes into every move of a table
TABLES, THINKING = "tables", "thinking"
USUAL_SECONDS = {TABLES: 12.0, THINKING: 24.0}  # that compiling takes, until this machine has shown its pace
log = logging.getLogger("ararat.server")


class Preparation:
    """How far the rules of each game are."""

    def __init__(self) -> None:
        self.total = len(FOR_A_TABLE)
        self.done = dict.fromkeys(all_facts(), 0)
        self.ready: dict[str, asyncio.Event] = {slug: asyncio.Event() for slug in all_facts()}
        self.bots_ready: dict[str, asyncio.Event] = {slug: asyncio.Event() for slug in all_facts()}
        self._wanted = [(slug, kind) for kind in (TABLES, THINKING) for slug in all_facts()]
        self._compiler: ProcessPoolExecutor | None = None
        self._at_work: tuple[tuple[str, str], float] | None = None  # what compiles, and since when
        self._pace = 1.0  # how much longer than usual this machine takes

    def is_ready(self, slug: str) -> bool:
        return self.ready[slug].is_set()

    def hurry(self, slug: str) -> None:
        """Somebody waits for this game: its rules come next, then its bots."""
        self._wanted.sort(key=lambda job: job[0] != slug)

    async def until_bots(self, slug: str) -> None:
        """Wait until the bots of a game can think."""
        if not self.bots_ready[slug].is_set():
            self.hurry(slug)
            await self.bots_ready[slug].wait()

    def bots_in(self, slug: str) -> int | None:
        """About how many seconds it takes until the bots of a game can think; None if they can."""
        if self.bots_ready[slug].is_set():
            return None
        seconds, jobs, pace = 0.0, list(self._wanted), self._pace
        if self._at_work is not None:
            job, since = self._at_work
            taken = time.monotonic() - since
            pace = max(pace, taken / USUAL_SECONDS[job[1]])  # what takes longer than thought shows the pace of the rest
            seconds += max(2.0, pace * USUAL_SECONDS[job[1]] - taken)
            jobs = [] if job == (slug, THINKING) else jobs
        for job in jobs:
            seconds += pace * USUAL_SECONDS[job[1]]
            if job == (slug, THINKING):
                break
        return max(1, round(seconds))

    async def until_tables(self) -> None:
        """Wait until tables of all games can be played at."""
        for event in self.ready.values():
            await event.wait()

    def told(self) -> Json:
        """For the page's progress bars."""
        return {
            slug: {
                "ready": self.is_ready(slug),
                "done": self.done[slug],
                "total": self.total,
                "bots": self.bots_ready[slug].is_set(),
                "bots_in": self.bots_in(slug),
            }
            for slug in self.done
        }

    async def run(self) -> None:
        """Prepare all games, what only has to be loaded first; what bots think with comes after all tables."""
        known = all_facts()
        jobs = list(self._wanted)
        loadable = {job: await asyncio.to_thread(is_compiled, known[job[0]], job[1]) for job in jobs}
        self._wanted.sort(key=lambda job: not loadable[job])  # somebody may be in a hurry already
        try:
            while self._wanted:
                job = self._wanted.pop(0)
                slug, kind = job
                if not loadable[job]:
                    self._at_work = job, time.monotonic()
                    await self._compile(slug, kind)
                    self._pace = (time.monotonic() - self._at_work[1]) / USUAL_SECONDS[kind]
                    self._at_work = None
                if kind == THINKING:
                    self.bots_ready[slug].set()
                    continue
                try:
                    await asyncio.to_thread(load, known[slug])
                except Exception:
                    log.exception("the rules of %s could not be loaded", slug)
                    continue
                self.done[slug] = self.total
                self.ready[slug].set()
        finally:
            self._end_compiler()

    async def _compile(self, slug: str, kind: str) -> None:
        """Compile in a process of its own; one that was killed, as for want of memory, is replaced."""
        for _ in range(TRIES):
            try:
                self._compiler = self._compiler or new_pool(1)
                working = asyncio.get_running_loop().run_in_executor(self._compiler, compile_rules, slug, kind)
                await self._watch(slug, kind, working)
                return
            except Exception:
                self._end_compiler()
        # Whoever needs them compiles them, then: slower for everybody, but nobody is left without.
        log.warning("the rules of %s could not be compiled in a process of their own", slug)

    def _end_compiler(self) -> None:
        if self._compiler is not None:
            end_pool(self._compiler)
            self._compiler = None

    async def _watch(self, slug: str, kind: str, working: asyncio.Future[None]) -> None:
        working.add_done_callback(lambda done: done.cancelled() or done.exception())  # also if the server ends first
        while not working.done():
            if kind == TABLES:
                self.done[slug] = await asyncio.to_thread(count_compiled, all_facts()[slug])
            await asyncio.wait([working], timeout=LOOK_EVERY)
        await working


def kernels_of(facts: Facts, kind: str) -> tuple[str, ...]:
    """What has to be compiled for tables of a game, or for those who think there."""
    return FOR_A_TABLE if kind == TABLES else for_thinking(facts)


def is_compiled(facts: Facts, kind: str) -> bool:
    return engine_of(facts).is_prepared(kernels_of(facts, kind))


def count_compiled(facts: Facts) -> int:
    """How many of a table's kernels are on disk."""
    return sum(engine_of(facts).is_prepared((name,)) for name in FOR_A_TABLE)


def load(facts: Facts) -> None:
    """Make a game ready in this process: its kernels and its modules."""
    hooks = hooks_of(facts)
    hooks.text, hooks.web  # noqa: B018  (loaded here, not while somebody waits)
    engine_of(facts).prepare(FOR_A_TABLE)


def compile_rules(slug: str, kind: str) -> None:
    """Runs in the compiling process."""
    facts = all_facts()[slug]
    engine_of(facts).prepare(kernels_of(facts, kind))
