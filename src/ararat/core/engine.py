"""The engine of a game: its tables and its kernels, compiled or interpreted.

Whoever plays, searches or studies a game goes through its engine; nobody else calls kernels.
"""

from __future__ import annotations

import hashlib
import logging
import sys
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from . import belief, compiler, mind, net_search
from .belief import FOR_BELIEF
from .chance import WORD, seed_wholly
from .contract import MOST_BROKEN, Facts
from .effects import new_effects
from .hooks import hooks_of
from .kernels import FOR_A_MATCH, FOR_SEARCH
from .kernels import KERNELS as PLAIN_KERNELS
from .net_search import FOR_LEARNING, FOR_NETS
from .sources import sources_beside
from .step import Step
from .utilities import WIN
from .words import preferred_language, words

log = logging.getLogger("ararat.engine")

Progress = Callable[[int, int], None]

ALL_64 = (1 << 64) - 1
NO_MASK = np.zeros((0, 0), np.uint8)
NO_SEEDS = np.zeros((0, 4), np.int64)
WITH_NETS = FOR_NETS | FOR_BELIEF | FOR_LEARNING
KERNELS = PLAIN_KERNELS | WITH_NETS


class Engine:
    """The rules of one game, ready to run."""

    def __init__(self, facts: Facts, interpreted: bool) -> None:
        self.facts = facts
        hooks = hooks_of(facts)
        self.state, self.rules, self.layout = hooks.state, hooks.rules, hooks.layout
        self.sign = -1 if facts.low_wins else 1  # by which points count
        self.interpreted = interpreted
        self._kernels: dict[str, Any] = {}
        self._lock = threading.Lock()
        self._folders: dict[bool, Path | None] = {}
        self._told = False  # whether somebody was told that this compiles, or nobody waits for it

    def kernel(self, name: str) -> Any:
        """A kernel by name, compiled on first use."""
        ready = self._kernels.get(name)
        if ready is None:
            with self._lock:
                ready = self._kernels.get(name)
                if ready is None:
                    ready = self._kernels[name] = self._made(name)
        return ready

    def bound(self, name: str, arguments: tuple[Any, ...], alone: bool) -> Callable[[], int]:
        """A call of a kernel with these arguments, always the same arrays; `alone`: it is so soon done that no other
        thread need go on meanwhile."""
        kernel = self.kernel(name)
        if self.interpreted:
            return lambda: kernel(*arguments) or 0
        return compiler.bind(kernel, arguments, alone)

    def _made(self, name: str) -> Any:
        kernel, plain = KERNELS[name], self.plain(name)
        if self.interpreted:
            return plain
        if not compiler.compiles_in_parts():
            _warn_of_unknown_numba()
        types = compiler.argument_types(self.layout, self.rules if kernel.guided else None)
        folder = self._cache(name)
        if not (self._told or self._is_kept(name)):
            self._told = True
            log.warning(_compiling(self.facts))
        compiled = compiler.compile_kernel(plain, tuple(types[word] for word in kernel.arguments), folder, name)
        if folder is not None:
            (folder / f"{name}.ready").touch()
        return compiled

    def plain(self, name: str) -> Callable[..., Any]:
        """A kernel as it stands, not compiled."""
        kernel, hooks = KERNELS[name], hooks_of(self.facts)
        if not kernel.guided:
            return kernel.make(self.rules)
        return kernel.make(self.rules, hooks.old_guide if name in FOR_SEARCH else hooks.guide)

    def prepare(self, names: tuple[str, ...] = tuple(FOR_A_MATCH), progress: Progress | None = None) -> None:
        """Compile kernels ahead of their first use, telling how many of them are done."""
        self._told = True
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
        folder = self._cache(name)
        return folder is not None and (folder / f"{name}.ready").exists()

    def _cache(self, name: str) -> Path | None:
        guided = KERNELS[name].guided
        if guided not in self._folders:
            self._folders[guided] = compiler.cache_folder(self.facts.folder, self.facts.slug, guided)
        folder = self._folders[guided]
        if folder is not None and name in WITH_NETS:
            # Made of more than the others, which need not be compiled again when that changes.
            folder = folder / f"nets-{_made_of_nets()}"
            folder.mkdir(exist_ok=True)
        if folder is not None and name in FOR_SEARCH and (old := hooks_of(self.facts).old_folder) is not None:
            folder = folder / f"old-{_hash_of(sources_beside(old, self.facts.folder))}"
            folder.mkdir(exist_ok=True)
        return folder

    def prototype(self, players: int, options: dict[str, Any]) -> np.ndarray:
        """One table with players and options written in, before the setup."""
        return self.facts.new_table(players, options)

    def start(self, prototype: np.ndarray, seed: int, count: int = 1) -> np.ndarray:
        """Tables set up from a prototype and the seeds `seed`, `seed` + 1, ..."""
        tables = self.layout.new(count)
        self.start_rows(tables, prototype, np.arange(count), seeds_from(seed, count))
        return tables

    def start_rows(
        self, tables: np.ndarray, prototype: np.ndarray, rows: np.ndarray, seeds: np.ndarray, onward: bool = False
    ) -> None:
        """Set some of the tables up, each by its seed; `onward`: by the one that follows, which takes its place."""
        self.kernel("start")(tables, prototype, rows, seeds, int(onward))

    def seed(self, tables: np.ndarray, seed: int) -> None:
        """Start the chance of the first table from a seed."""
        seed_wholly(tables[0].chance, *words_of(seed))

    @staticmethod
    def seed_words(chance: np.ndarray, seed: int) -> None:
        """Start a stream of chance that stands apart from any table."""
        seed_wholly(chance, *words_of(seed))

    def actions(self, tables: np.ndarray) -> list[int]:
        """The legal actions of the first table, in their stable order."""
        listed = np.zeros(self.rules.MOST_ACTIONS, np.int64)
        return listed[: self.kernel("lists")(tables[:1], listed, np.zeros(2, np.int64), listed, NO_MASK, 0)].tolist()

    def step(self, tables: np.ndarray, action: int) -> tuple[int, np.ndarray]:
        """Play an action on the first table: why it was refused (0: it was played), and its effects."""
        effects = new_effects()
        done = Step.room(1, int(tables[0]["players"]))
        self.step_all(tables[:1], np.array([action], np.int64), done, effects)
        return int(done.refused[0]), effects

    def step_each(self, table: np.ndarray, actions: list[int]) -> tuple[list[int], np.ndarray]:
        """Play each action on a twin of a table: why each was refused (0: it was played), and the twins."""
        twins = np.frombuffer(bytearray(table.tobytes() * len(actions)), table.dtype)
        done = Step.room(len(actions), int(table[0]["players"]))
        self.step_all(twins, np.array(actions, np.int64), done)
        return done.refused.tolist(), twins

    def step_all(
        self, tables: np.ndarray, actions: np.ndarray, done: Step, effects: np.ndarray | None = None, utility: int = WIN
    ) -> int:
        """Play an action on every table and write down what came of it; returns how many matches are over.

        All tables have as many seats as there is room for in `done`. `effects` are left with those of the last action.
        """
        effects = new_effects() if effects is None else effects
        return int(self.kernel("step")(tables, effects, actions, *done, utility, self.sign))

    def refusal(self, tables: np.ndarray, action: int) -> int:
        """Why an action is refused on the first table; 0 if it is legal."""
        return next(iter(self.broken(tables, action)), 0)

    def broken(self, tables: np.ndarray, action: int) -> list[int]:
        """Every rule that refuses an action on the first table, or the first one where a game tells no more."""
        return self.broken_by(tables)(action)

    def broken_by(self, tables: np.ndarray) -> Callable[[int], list[int]]:
        """The same, for whoever asks of many actions."""
        rules, kernel = np.zeros(MOST_BROKEN, np.int64), self.kernel("broken")
        return lambda action: rules[: kernel(tables, action, rules)].tolist()

    def glance(self, tables: np.ndarray, seed: int, worlds: int) -> tuple[list[int], np.ndarray]:
        """The legal actions of the first table, and how likely the guide holds each, over worlds dealt from a seed."""
        listed, likely, count = self.glance_all(
            tables[:1], np.array([words_of(seed)], np.int64), worlds, np.zeros(1, np.int64)
        )
        return listed[:count].tolist(), likely[:count]

    def glance_all(
        self, tables: np.ndarray, seeds: np.ndarray, worlds: int, actions: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, int]:
        """Write down what the guide holds likeliest on every table, each over worlds dealt from its row of seeds, or
        without worlds any legal action; returns what is left of the last table: actions, likelihoods, their number."""
        most = self.rules.MOST_ACTIONS
        listed, likely = np.zeros(most, np.int64), np.zeros(most)
        weights = np.zeros(most + 1)  # guides may write beyond the list
        memory = self.layout.new(worlds), listed, weights, likely, np.zeros(4, np.int64)
        return listed, likely, int(self.kernel("glance")(tables, *memory, seeds, actions))

    def redeal(self, tables: np.ndarray, seat: int) -> None:
        """Deal anew on every table what a seat can't know."""
        self.kernel("redeal")(tables, np.full(len(tables), seat, np.int64), NO_SEEDS)

    def stir(self, tables: np.ndarray, fresh: np.ndarray) -> None:
        """Mix four fresh 32-bit words into the chance of the first table."""
        self.kernel("stir")(tables, fresh)

    def observed(self, tables: np.ndarray) -> int:
        """How many numbers a seat of such tables observes, all of the same players and options."""
        return int(self.rules.OBSERVED.observed(tables[0]))

    def observe(self, tables: np.ndarray, seats: np.ndarray, grid: np.ndarray | None = None) -> np.ndarray:
        """What a seat of each table knows, as one row of numbers a table, in a grid of one's own if there is one."""
        if grid is None:
            grid = np.zeros((len(tables), self.observed(tables)), np.float32)
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


def words_of(seed: int) -> tuple[int, int, int, int]:
    """The four 32-bit words of a 128-bit seed, the highest first."""
    return seed >> 96, seed >> 64 & WORD, seed >> 32 & WORD, seed & WORD


def seeds_from(seed: int, count: int) -> np.ndarray:
    """The words of the seeds `seed`, `seed` + 1, ..., one row each."""
    low = np.arange(count, dtype=np.uint64) + np.uint64(seed & ALL_64)
    high = seed >> 64
    over = (low < np.uint64(seed & ALL_64)).astype(np.int64) + (high & WORD)  # beyond 64 bits, and so the next word
    words = np.empty((count, 4), np.int64)
    words[:, 0] = (high >> 32) + (over >> 32)
    words[:, 1] = over & WORD
    words[:, 2] = low >> np.uint64(32)
    words[:, 3] = low & np.uint64(WORD)
    return words


def _compiling(facts: Facts) -> str:
    """The sentence that the rules of a game are being compiled."""
    language = preferred_language()
    return words(language)("cli.compiling", name=words(language, facts.package)("name"))


def tell_progress(facts: Facts) -> Progress:
    """What writes on the terminal how much of a game is compiled."""

    def tell(done: int, total: int) -> None:
        alive = sys.stderr.isatty()
        if alive or done == 0:
            end = "\n" if done == total or not alive else ""
            print(f"\r{_compiling(facts)} {done}/{total}", end=end, file=sys.stderr, flush=True)

    return tell


@cache
def _made_of_nets() -> str:
    """A hash of what kernels with a net are made of, beside what all are."""
    return _hash_of([Path(str(module.__file__)) for module in (mind, net_search, belief)])


def _hash_of(sources: list[Path]) -> str:
    """A hash of what stands in some files."""
    return hashlib.sha256(b"\0".join(source.read_bytes() for source in sources)).hexdigest()[:16]


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
