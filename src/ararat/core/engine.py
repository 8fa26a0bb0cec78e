"""The engine of a game: its tables and its kernels, compiled or interpreted.

Whoever plays, searches or studies a game goes through its engine; nobody else calls kernels.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from . import compiler
from .chance import seed_chance
from .contract import MOST_BROKEN, Facts
from .effects import new_effects
from .hooks import hooks_of
from .kernels import FOR_A_MATCH, KERNELS
from .words import preferred_language, words

log = logging.getLogger("ararat.engine")

Progress = Callable[[int, int], None]


class Engine:
    """The rules of one game, ready to run."""

    def __init__(self, facts: Facts, interpreted: bool) -> None:
        self.facts = facts
        hooks = hooks_of(facts)
        self.state, self.rules, self.layout = hooks.state, hooks.rules, hooks.layout
        self.interpreted = interpreted
        self._kernels: dict[str, Any] = {}
        self._lock = threading.Lock()
        self._folders: dict[bool, Path | None] = {}

    def kernel(self, name: str) -> Any:
        """A kernel by name, compiled on first use."""
        ready = self._kernels.get(name)
        if ready is None:
            with self._lock:
                ready = self._kernels.get(name)
                if ready is None:
                    ready = self._kernels[name] = self._made(name)
        return ready

    def _made(self, name: str) -> Any:
        kernel, plain = KERNELS[name], self.plain(name)
        if self.interpreted:
            return plain
        if not compiler.compiles_in_parts():
            _warn_of_unknown_numba()
        types = compiler.argument_types(self.layout, self.rules if kernel.guided else None)
        folder = self._cache(kernel.guided)
        compiled = compiler.compile_kernel(plain, tuple(types[word] for word in kernel.arguments), folder, name)
        if folder is not None:
            (folder / f"{name}.ready").touch()
        return compiled

    def plain(self, name: str) -> Callable[..., Any]:
        """A kernel as it stands, not compiled."""
        kernel = KERNELS[name]
        return kernel.make(self.rules, hooks_of(self.facts).guide) if kernel.guided else kernel.make(self.rules)

    def prepare(self, names: tuple[str, ...] = tuple(FOR_A_MATCH), progress: Progress | None = None) -> None:
        """Compile kernels ahead of their first use, telling how many of them are done."""
        for done, name in enumerate(names):
            if progress:
                progress(done, len(names))
            self.kernel(name)
        if progress:
            progress(len(names), len(names))

    def is_prepared(self, names: tuple[str, ...] = tuple(FOR_A_MATCH)) -> bool:
        """Whether these kernels can be had without compiling anything."""
        if self.interpreted:
            return True
        return all(name in self._kernels or self._is_kept(name) for name in names)

    def _is_kept(self, name: str) -> bool:
        folder = self._cache(KERNELS[name].guided)
        return folder is not None and (folder / f"{name}.ready").exists()

    def _cache(self, guided: bool) -> Path | None:
        if guided not in self._folders:
            self._folders[guided] = compiler.cache_folder(self.facts.folder, self.facts.slug, guided)
        return self._folders[guided]

    def prototype(self, players: int, options: dict[str, Any]) -> np.ndarray:
        """One table with players and options written in, before the setup."""
        return self.facts.new_table(players, options)

    def start(self, prototype: np.ndarray, seed: int, count: int = 1) -> np.ndarray:
        """Tables set up from a prototype and the seeds `seed`, `seed` + 1, ..."""
        tables = self.layout.new(count)
        self.kernel("start")(tables, prototype, seed >> 32, seed & 0xFFFFFFFF)
        return tables

    def seed(self, tables: np.ndarray, seed: int) -> None:
        """Start the chance of the first table from a seed."""
        seed_chance(tables[0].chance, seed >> 32, seed & 0xFFFFFFFF)

    @staticmethod
    def seed_words(chance: np.ndarray, seed: int) -> None:
        """Start a stream of chance that stands apart from any table."""
        seed_chance(chance, seed >> 32, seed & 0xFFFFFFFF)

    def actions(self, tables: np.ndarray) -> list[int]:
        """The legal actions of the first table, in their stable order."""
        listed = np.zeros(self.rules.MOST_ACTIONS, np.int64)
        return listed[: self.kernel("actions")(tables, listed)].tolist()

    def step(self, tables: np.ndarray, action: int) -> tuple[int, np.ndarray]:
        """Play an action on the first table: why it was refused (0: it was played), and its effects."""
        effects = new_effects()
        refused = np.zeros(1, np.int64)
        self.kernel("step")(tables[:1], effects, np.array([action], np.int64), refused)
        return int(refused[0]), effects

    def refusal(self, tables: np.ndarray, action: int) -> int:
        """Why an action is refused on the first table; 0 if it is legal."""
        return next(iter(self.broken(tables, action)), 0)

    def broken(self, tables: np.ndarray, action: int) -> list[int]:
        """Every rule that refuses an action on the first table, or the first one where a game tells no more."""
        rules = np.zeros(MOST_BROKEN, np.int64)
        return rules[: self.kernel("broken")(tables, action, rules)].tolist()

    def glance(self, tables: np.ndarray, seed: int, worlds: int) -> tuple[list[int], np.ndarray]:
        """The legal actions of the first table, and how likely the guide holds each, over worlds dealt from a seed."""
        most = self.rules.MOST_ACTIONS
        listed, likely, choices = np.zeros(most, np.int64), np.zeros(most), np.zeros(4, np.int64)
        self.seed_words(choices, seed)
        weights = np.zeros(most + 1)  # guides may write beyond the list
        count = self.kernel("glance")(tables, self.layout.new(worlds), listed, weights, likely, choices)
        return listed[:count].tolist(), likely[:count]

    def redeal(self, tables: np.ndarray, seat: int) -> None:
        """Deal anew on every table what a seat can't know."""
        self.kernel("redeal")(tables, seat)

    def stir(self, tables: np.ndarray, fresh: np.ndarray) -> None:
        """Mix four fresh 32-bit words into the chance of the first table."""
        self.kernel("stir")(tables, fresh)

    def observe(self, tables: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """What a seat of each table knows, as one row of numbers a table."""
        grid = np.zeros((len(tables), self.rules.OBSERVATION), np.float32)
        self.kernel("observations")(tables, seats, grid)
        return grid

    def fault(self, tables: np.ndarray) -> int:
        """The first broken invariant of the first table; 0 for none."""
        return int(self.kernel("fault")(tables))

    def perft(self, tables: np.ndarray, depth: int) -> int:
        """How many sequences of `depth` legal actions start from the first table."""
        stack = self.layout.new(depth + 1)
        stack[0] = tables[0]
        lists = np.zeros((depth + 1, self.rules.MOST_ACTIONS), np.int64)
        counts = np.zeros((depth + 1, 2), np.int64)
        return int(self.kernel("perft")(stack, new_effects(), lists, counts, depth))


@cache
def _warn_of_unknown_numba() -> None:
    """Say once, in one line, why compiling takes longer than it might."""
    say = words(preferred_language())
    log.warning(say("compiler.plain", version=compiler.numba_version(), known=", ".join(compiler.KNOWN_NUMBA)))


_engines: dict[tuple[str, bool], Engine] = {}


def engine_of(facts: Facts, interpreted: bool | None = None) -> Engine:
    """The engine of a game, one for all of a process; interpreted if the environment asks for it."""
    kind = (facts.slug, compiler.interpreted() if interpreted is None else interpreted)
    return _engines.get(kind) or _engines.setdefault(kind, Engine(facts, kind[1]))
