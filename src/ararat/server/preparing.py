"""Rules that compile in the background at the first start; later starts find them on disk.

Compiling happens in a process of its own, which leaves what it made in the cache; this process then
takes it from there in a moment.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging

from ..core.contract import Facts, Json
from ..core.engine import engine_of
from ..core.kernels import FOR_A_MATCH
from ..games import all_facts
from .bots import end_pool, new_pool

LOOK_EVERY = 0.25  # seconds
log = logging.getLogger("ararat.server")


class Preparation:
    """How far the rules of each game are."""

    def __init__(self) -> None:
        self.total = len(FOR_A_MATCH)
        self.done = dict.fromkeys(all_facts(), 0)
        self.ready: dict[str, asyncio.Event] = {slug: asyncio.Event() for slug in all_facts()}
        self._wanted: list[str] = []

    def is_ready(self, slug: str) -> bool:
        return self.ready[slug].is_set()

    def hurry(self, slug: str) -> None:
        """Somebody waits for this game: it comes next."""
        if slug in self._wanted:
            self._wanted.remove(slug)
            self._wanted.insert(0, slug)

    def told(self) -> Json:
        """For the page's progress bars."""
        return {
            slug: {"ready": self.is_ready(slug), "done": self.done[slug], "total": self.total} for slug in self.done
        }

    async def run(self) -> None:
        """Prepare all games, those that only have to be loaded first."""
        known = all_facts()
        loadable = {slug: await asyncio.to_thread(is_compiled, facts) for slug, facts in known.items()}
        self._wanted = sorted(known, key=lambda slug: not loadable[slug])
        compiler = None
        try:
            while self._wanted:
                slug = self._wanted.pop(0)
                facts = known[slug]
                if not loadable[slug]:
                    compiler = compiler or new_pool(1)
                    working = asyncio.get_running_loop().run_in_executor(compiler, compile_rules, slug)
                    await self._watch(slug, facts, working)
                await asyncio.to_thread(load, facts)
                self.done[slug] = self.total
                self.ready[slug].set()
        finally:
            if compiler is not None:
                end_pool(compiler)

    async def _watch(self, slug: str, facts: Facts, working: asyncio.Future[None]) -> None:
        while not working.done():
            self.done[slug] = await asyncio.to_thread(count_compiled, facts)
            await asyncio.wait([working], timeout=LOOK_EVERY)
        with contextlib.suppress(Exception):
            await working
            return
        # This process compiles them itself, then: slower for everybody, but nobody is left without.
        log.warning("the rules of %s could not be compiled in a process of their own", slug)


def is_compiled(facts: Facts) -> bool:
    return engine_of(facts).is_prepared()


def count_compiled(facts: Facts) -> int:
    """How many kernels of a game are on disk."""
    return sum(engine_of(facts).is_prepared((name,)) for name in FOR_A_MATCH)


def load(facts: Facts) -> None:
    """Make a game ready in this process: its kernels and its modules."""
    for name in ("moves", "views", "text", "web"):
        facts.module(name)
    engine_of(facts).prepare()


def compile_rules(slug: str) -> None:
    """Runs in the compiling process."""
    engine_of(all_facts()[slug]).prepare()
