"""A search at work: the trees of one decision, thinking on all cores or one.

Several trees grow side by side, each from a seed of its own, and their visits are added up. How
many they are never depends on the cores: the same seed and playouts give the same thoughts.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any

import numpy as np

from ..core.contract import Facts, Json
from ..core.engine import Engine
from ..core.hooks import hooks_of
from ..core.levels import FAR
from ..core.table import NOBODY
from ..core.tree import NONE, ROOT, new_tree
from ..errors import BadBot

TREES = 2
ONE_TREE_BELOW = 256  # playouts: so few are better spent on one tree
SLICE = 0.005  # seconds between two looks at the clock and at whoever interrupts
STAGES = (1 / 16, 1 / 8, 1 / 4, 1 / 2, 3 / 4, 1)  # parts of a search, after each of which a clear decision ends it
CLEAR = 2.0  # standard errors by which the best move must lead another
FORSAKEN = 3  # the search has turned away from a move that it tried so many times less than the best
DESERTED = 10  # the same by a net: what it thinks hardly scatters, but changes the deeper it looks
LEAST_SPREAD = 0.001  # the least variance of what a move brings: few playouts may look alike by chance
LIKELY = 1.96  # standard errors of a 95 % interval

SUMS = 3  # what is kept of what a move brought: worth, its squares, victories

Stop = Callable[[], bool]
Thinker = Callable[[Engine], Callable[[np.ndarray], None]]  # what lets a tree grow by the playouts it asks for
yields = (
    0  # how much nicer the threads of a search of many trees are: where many think, what takes long lets others first
)


@dataclass(frozen=True)
class Thought:
    """What the search thinks of one move."""

    action: int
    visits: int
    worth: float  # what the mover may hope for, 0 to 1: victory, and points beside it
    chance: float  # of winning, 0 to 1
    low: float  # its 95 % interval, as far as playouts can tell
    high: float
    doubt: float  # the standard error of its worth


class Ends:
    """How the playouts of a tree ended: what each brought the seat in turn, and the last tables of the first of them.

    Each of these playouts begins from lots of its own, which come from the seed and its number alone: two trees of the
    same seed meet the same worlds one after the other, whatever they think about.
    """

    def __init__(self, engine: Engine, seed: int, most: int) -> None:
        self.worths: list[float] = []
        self._tables = engine.layout.new(most)
        self._lots = np.random.default_rng(seed)

    @property
    def tables(self) -> np.ndarray:
        """The last tables of the first playouts, as many as are kept."""
        return self._tables[: len(self.worths)]

    def deal(self, tree: Any) -> None:
        """Before a playout: lots of its own."""
        tree.chance[:] = self._lots.integers(1, 1 << 32, len(tree.chance))

    def note(self, tree: Any) -> None:
        """After a playout: how it ended."""
        if len(self.worths) < len(self._tables):
            self._tables[len(self.worths)] = tree.world
        self.worths.append(float(tree.outcome[tree.observer].worth))


def by_guide(engine: Engine) -> Callable[[np.ndarray], None]:
    """The search by what a game's guide knows."""
    kernel: Callable[[np.ndarray], None] = engine.kernel("search")
    return kernel


class Tree:
    """One tree over the worlds that a seat holds possible."""

    def __init__(
        self,
        engine: Engine,
        root: np.ndarray,
        seed: int,
        sight: int,
        also: int,
        only: int,
        keep: int = 0,
        thinker: Thinker = by_guide,
        worlds: np.ndarray | None = None,
    ) -> None:
        self.kernel = thinker(engine)
        self.memory = new_tree(engine.layout, engine.rules)
        tree = self.memory[0]
        self.nodes = tree.nodes
        tree.root = root[0]
        tree.observer = tree.nodes[ROOT].mover = root[0].turn
        tree.sight = sight
        tree.also, tree.only = (also, False) if only == NONE else (only, True)
        if worlds is not None:
            tree.believed = len(worlds)
            tree.pool[: len(worlds)] = worlds
        engine.seed_words(tree.chance, seed)
        self.ends = Ends(engine, seed, keep) if keep else None
        self.pace = 1.0e-4  # seconds that a playout takes, as far as is known

    @property
    def playouts(self) -> int:
        """Playouts so far."""
        return int(self.nodes[ROOT].visits)

    def grow(self, goal: int, until: float, stop: Stop) -> None:
        """Think until there are so many playouts, or the time is up, or somebody interrupts."""
        while (playouts := goal - self.playouts) > 0 and not stop():
            begin = time.perf_counter()
            if begin >= until and self.playouts:
                return
            if self.ends is not None:
                self.step(self.ends)
                continue
            part = max(1, min(playouts, int(min(SLICE, until - begin) / self.pace)))
            self.memory[0].playouts = part
            self.kernel(self.memory)
            self.pace = 0.5 * self.pace + 0.5 * (time.perf_counter() - begin) / part

    def step(self, ends: Ends) -> None:
        """One playout, whose end is kept: it lies where the search has left it."""
        tree = self.memory[0]
        ends.deal(tree)
        tree.playouts = 1
        self.kernel(self.memory)
        ends.note(tree)

    def moves(self) -> Iterator[tuple[int, int, np.ndarray]]:
        """Action, visits and what they brought, of every move that was tried."""
        child = self.nodes[ROOT].child
        while child != NONE:
            node = self.nodes[child]
            if node.mover == self.nodes[ROOT].mover:
                yield int(node.action), int(node.visits), brought_by(node)
            child = node.sibling


class Search:
    """A search about the decision due at a table, for the seat in turn.

    Whatever that seat can't know is dealt anew before every playout, so any table will do that looks
    right to it; bots hand over one imagined from their view (`imagined`).
    """

    def __init__(
        self,
        engine: Engine,
        root: np.ndarray,
        seed: int,
        *,
        sight: int = FAR,
        trees: int | None = None,
        also: int = NONE,
        only: int = NONE,
        keep: int = 0,
        thinker: Thinker = by_guide,
        worlds: np.ndarray | None = None,
    ) -> None:
        """`also` is an action to look at in any case, `only` one that is taken for granted; of each tree so many
        playouts keep their last table, and all what they brought (`Tree.ends`). `worlds` are those that the seat
        believes in, in place of all that look right.

        Unless told otherwise, a number of playouts is shared by two trees, and time by a tree a core.
        """
        self.engine, self.root = engine, root
        self._settings, self._thinker = (sight, also, only, keep, thinker, worlds), thinker
        self._seeds = Random(seed)
        self._trees = trees
        self.trees: list[Tree] = []

    def run(
        self,
        playouts: int | None = None,
        seconds: float | None = None,
        *,
        cores: int | None = None,
        stop: Stop | None = None,
        thorough: bool = False,
    ) -> None:
        """Think for so many playouts, so many seconds, or until `stop` says so, whichever comes first.

        A clear decision takes fewer playouts, unless asked to be thorough.
        """
        until = time.perf_counter() + seconds if seconds is not None else float("inf")
        most = playouts if playouts is not None else 1 << 40
        workers = cores or cores_allowed()
        count = self._trees or (workers if playouts is None else TREES)
        if most < ONE_TREE_BELOW:
            count = 1
        seeds = [self._seeds.getrandbits(64) for _ in range(count)]
        self.trees = [Tree(self.engine, self.root, seed, *self._settings) for seed in seeds]
        stages = (1.0,) if playouts is None or thorough or count == 1 else STAGES
        workers = min(count, workers)
        leaving = threading.Event()

        def stopped() -> bool:
            return leaving.is_set() or (stop is not None and stop())

        with ThreadPoolExecutor(workers, initializer=_let_others_first if count > 1 and yields else None) as pool:
            try:
                for stage in stages:
                    goals = [
                        int(most * stage) * (n + 1) // count - int(most * stage) * n // count for n in range(count)
                    ]
                    grown = [
                        # A single core shares its time between the trees.
                        pool.submit(tree.grow, goal, _end_of(until, number, count, workers), stopped)
                        for number, (tree, goal) in enumerate(zip(self.trees, goals, strict=True))
                    ]
                    for tree in grown:
                        tree.result()
                    if stopped() or time.perf_counter() >= until or self._is_clear(most - self.playouts):
                        return
            finally:
                leaving.set()  # Ctrl-C does not wait for the threads

    def _is_clear(self, left: int) -> bool:
        """Whether the playouts that are left would hardly change the decision."""
        if not (thoughts := self.thoughts()):
            return True
        best, *others = thoughts
        if self._thinker is not by_guide:
            return all(other.visits * DESERTED < best.visits or best.visits - other.visits > left for other in others)
        return all(
            other.visits * FORSAKEN < best.visits or best.worth - other.worth > CLEAR * (best.doubt + other.doubt)
            for other in others
        )

    @property
    def playouts(self) -> int:
        """Playouts so far."""
        return sum(tree.playouts for tree in self.trees)

    def outlook(self) -> Thought:
        """What the seat in turn may expect, whatever it does."""
        brought = sum((brought_by(tree.nodes[ROOT]) for tree in self.trees), np.zeros(SUMS))
        return thought_of(NONE, self.playouts, brought)

    def thoughts(self) -> list[Thought]:
        """What the search thinks of the moves it tried, the best first."""
        visits: Counter[int] = Counter()
        sums: dict[int, np.ndarray] = {}
        for tree in self.trees:
            for action, taken, brought in tree.moves():
                visits[action] += taken
                sums[action] = sums.get(action, 0.0) + brought
        found = [thought_of(action, taken, sums[action]) for action, taken in visits.items() if taken]
        return sorted(found, key=lambda one: (-one.visits, -one.worth, one.action))


def _let_others_first() -> None:
    if sys.platform == "linux":  # elsewhere it would be the whole process, for ever
        os.nice(yields)


def _end_of(until: float, number: int, count: int, workers: int) -> float:
    """When a tree has to be done, so that all get as much time."""
    now = time.perf_counter()
    turns = -(-count // workers)
    return until if until == float("inf") else now + (until - now) * (number // workers + 1) / turns


def imagined(facts: Facts, view: Json) -> np.ndarray:
    """Some table that looks like the view of the seat in turn, from the view alone.

    Compiled rules trust their table, and views come from outside too, from people's own scripts: so
    it must be in order, and look like that view indeed.
    """
    hooks = hooks_of(facts)
    table = hooks.imagine(view)
    seat = int(table[0]["turn"])
    if hooks.layout.out_of_range(table[0]) or seat == NOBODY or hooks.view_of(table[0], seat) != view:
        raise BadBot("error.bot-view")
    return table


def brought_by(node: Any) -> np.ndarray:
    """What all visits to a node brought its mover."""
    return np.array([node.worth, node.squares, node.victories])


def thought_of(action: int, visits: int, brought: np.ndarray) -> Thought:
    """A thought with Wilson's interval around its chance of winning."""
    visits = max(visits, 1)
    worth, squares, chance = (float(total) / visits for total in brought)
    doubt = sqrt(max(squares - worth * worth, LEAST_SPREAD) / visits)
    square = LIKELY * LIKELY
    middle = (chance + square / (2 * visits)) / (1 + square / visits)
    spread = chance * (1 - chance) / visits + square / (4 * visits * visits)
    half = LIKELY * sqrt(max(spread, 0.0)) / (1 + square / visits)
    low, high = max(0.0, min(chance, middle - half)), min(1.0, max(chance, middle + half))
    return Thought(action, visits, worth, chance, low, high, doubt)


def cores_allowed() -> int:
    """Cores that one bot may use: all, unless the environment says fewer."""
    given = os.environ.get("ARARAT_CORES", "")
    return int(given) if given.isdigit() and int(given) > 0 else os.cpu_count() or 1
