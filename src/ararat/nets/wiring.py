"""A net as a kernel takes it (core/mind.py): what is read, where weights lie, and memory to think in."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache

import numpy as np

from ..core import mind
from ..core.contract import TOUCHES, Json
from ..core.effects import new_effects
from ..core.engine import Engine
from ..core.net_search import HEAT, LEARNT_HEAT
from ..core.tree import MOST_NODES, MOST_SEATS
from .net import Net
from .plan import NOWHERE

AFTERSTATES = "afterstates"


class Wiring:
    """A net wired for tables of so many players and such options."""

    def __init__(self, net: Net, players: int, options: Json | None = None) -> None:
        plan, sizes = net.plan, net.plan.sizes
        arrays, reading = plan.arrays, plan.reading(players, options)
        self.softness, self.infers = net.softness, net.infers
        self.afterwards = net.made.get("priors") == AFTERSTATES
        weights = net.softened()
        parts = plan.parts(weights)
        self.weights = weights[None]
        self.reading = np.full((len(reading.kind), 5), mind.NOWHERE, np.int64)
        self.reading[:, mind.KIND], self.reading[:, mind.SHIFT] = reading.kind, reading.shift
        read = reading.flat != NOWHERE
        self.reading[read, mind.FLAT] = arrays["flat"].place + reading.flat[read] * sizes.wide
        of_row = reading.row != NOWHERE
        sets = plan.set_of_row[reading.row[of_row]] if of_row.any() else np.zeros(0, np.int64)
        firsts = np.array([arrays[f"set{number}.in"].place for number in range(len(plan.set_rows))], np.int64)
        self.reading[of_row, mind.ROW] = reading.row[of_row]
        self.reading[of_row, mind.COLUMN] = firsts[sets] + reading.column[of_row] * sizes.row
        self.scales = reading.factor[None]
        first = 0
        places = [sizes.row, sizes.wide, sizes.deep, sizes.keen, plan.seats, len(plan.set_rows)]
        self.sureness = np.array([HEAT / LEARNT_HEAT if self.afterwards else net.softness])
        places += [int(self.afterwards), int(net.judges_openly), int(net.rethinks)]
        named = ("bias", "deep", "deep.bias", "value", "value.bias", "policy", "policy.out")
        places += [arrays[name].place for name in named]
        for number, names in enumerate(plan.set_rows):
            of_set = [arrays[f"set{number}.{part}"].place for part in ("own", "out", "policy")]
            places += [first, first + len(names), *of_set]
            first += len(names)
        self._counts = 0  # numbers of what it counts that things are touched
        if plan.touched is not None:
            self._counts = TOUCHES * len(plan.touched.names) * sizes.keen
            places.append(len(plan.touched.names))
            places += [arrays[f"touch{nth}.{part}"].place for part in ("row", "own") for nth in range(TOUCHES)]
            places += plan.touched.rows
        self.places = np.array(places, np.int64)
        features = plan.features.of(np.arange(plan.actions))
        self.actions = np.column_stack([features @ parts["features"], features @ parts["taste"]]).astype(np.float32)
        self.named, self.set_of = plan.named, plan.set_of_row.astype(np.int64)

    @property
    def fixed(self) -> tuple[np.ndarray, ...]:
        """What no thought changes, in the order in which kernels take it."""
        return self.weights, self.reading, self.scales, self.places, self.actions, self.named, self.set_of

    def memory(self) -> tuple[np.ndarray, np.ndarray]:
        """What a net thinks in: lines for what is seen and what comes of it, and the rows of all sets."""
        longest = max(len(self.reading), self._counts, *self.places[: mind.SEATS].tolist(), MOST_SEATS)
        rows = np.zeros((max(len(self.set_of), 1), int(self.places[mind.ROW_SIZE])), np.float32)
        return np.zeros((mind.LINES, longest), np.float32), rows

    def thinker(self, engine: Engine, kept: np.ndarray | None = None) -> Callable[[np.ndarray], None]:
        """A search with this net: what lets a tree grow. Each has a memory of its own; `kept` is what it keeps with
        the nodes of the tree."""
        kernel = engine.kernel("net_search")
        if kept is None:
            kept = np.empty((3, MOST_NODES), np.float32)  # written before it is read, as nodes are
        further = (engine.layout.new(), *self.arrays(), kept)
        return lambda trees: kernel(trees, *further)

    def arrays(self) -> tuple[np.ndarray, ...]:
        """All that a kernel takes of a net, with a memory of its own."""
        return (*self.fixed, self.sureness, *self.memory())

    def glance_all(
        self, engine: Engine, tables: np.ndarray, seeds: np.ndarray, worlds: int, actions: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, int]:
        """Write down what the net does at first sight on every table, as `Engine.glance_all` does by the guide."""
        most = engine.rules.MOST_ACTIONS
        listed, weighed, likely = np.zeros(most, np.int64), np.zeros(most + 1), np.zeros(most)
        memory = engine.layout.new(worlds), listed, weighed, likely, np.zeros(4, np.int64)
        arrays = engine.layout.new(), new_effects(), *self.arrays()
        return listed, likely, int(engine.kernel("net_glance")(tables, *memory, seeds, actions, *arrays))


def wired(net: Net, table: np.ndarray) -> Wiring:
    """A net wired for such a table, once for all that are alike."""
    return _wired(net, int(table[0]["players"]), json.dumps(net.plan.facts.options_of(table[0])))


@lru_cache(16)
def _wired(net: Net, players: int, options: str) -> Wiring:
    return Wiring(net, players, json.loads(options))
