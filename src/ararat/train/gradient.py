"""The net forwards and backwards, for many decisions at once: what it says, and how its weights would have to change.

The backward pass is written out: the net is small and of one kind (nets/plan.py), and so learning needs nothing that
playing does not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core.contract import TOUCHES
from ..nets.plan import NAMED, NOWHERE, Plan
from .lists import Lists

ABSENT = np.float32(-1e9)  # what stands for a seat that nobody has


@dataclass(frozen=True)
class Thought:
    """What the net thinks at each decision, with all that the way back needs."""

    lists: Lists
    seats: np.ndarray  # how many play
    flat: np.ndarray
    seen: list[np.ndarray]  # of each set [decisions * rows, columns]
    rows: np.ndarray  # [decisions, rows, row], those of all sets
    naming: list[Naming]
    touched: np.ndarray | None  # [actions, TOUCHES * things]: 1 for what each listed action touches
    wide: np.ndarray
    deep: np.ndarray
    chances: np.ndarray  # of each seat, from the observer's on, to win
    keen: np.ndarray  # of each listed action
    shares: np.ndarray  # of each listed action, how likely it is played: logarithms


@dataclass(frozen=True)
class Naming:
    """Listed actions that name a row of a set."""

    set: int
    actions: np.ndarray  # their places among all listed
    rows: np.ndarray  # counted through all decisions


class Learner:
    """A net that can be led back."""

    def __init__(self, plan: Plan, weights: np.ndarray) -> None:
        self.plan, self.weights = plan, weights
        self.parts = plan.parts(weights)
        self.features = plan.features.of_all.astype(weights.dtype)
        self.counts = [len(names) for names in plan.set_rows]  # of rows
        self.rows = sum(self.counts)
        self.set_of_row = np.repeat(np.arange(len(self.counts)), self.counts)
        touched = [] if plan.touched is None else list(plan.touched.rows)
        self.row_of_thing = np.eye(self.rows, dtype=weights.dtype)[touched]  # [things, rows]

    def think(self, inputs: np.ndarray, seats: np.ndarray, lists: Lists) -> Thought:
        """What the net says of decisions: inputs as sight.py has them, how many play, what is legal. Of those after the
        last list only the chances are asked."""
        part = self.parts
        flat, seen, rows, wide, deep = self._depths(inputs, seats)
        naming = self._naming(lists)
        keen = (deep @ part["policy"])[lists.rows]
        keen += (self.features @ part["features"])[lists.actions]
        of_all = rows.reshape(-1, rows.shape[2])
        for one in naming:
            keen[one.actions] += of_all[one.rows] @ part[f"set{one.set}.policy"]
        touched = self._touched(lists)
        if touched is not None:
            counts = self._counts(rows[: len(lists.lengths)])
            for number, some in enumerate(lists.slices):
                keen[some] += touched[some].astype(keen.dtype) @ counts[number]
        keen = np.maximum(keen, 0)
        scores = keen @ part["policy.out"] + (self.features @ part["taste"])[lists.actions]
        chances = self._chances(deep @ part["value"] + part["value.bias"], seats)
        shares = lists.log_shares(scores)
        return Thought(lists, seats, flat, seen, rows, naming, touched, wide, deep, chances, keen, shares)

    def chances(self, inputs: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """What the net says of who wins, and nothing else."""
        deep = self._depths(inputs, seats)[-1]
        return self._chances(deep @ self.parts["value"] + self.parts["value.bias"], seats)

    def _depths(self, inputs: np.ndarray, seats: np.ndarray) -> tuple[Any, ...]:
        """From inputs to deep: flat, what is seen of each set, rows, wide and deep."""
        part = self.parts
        flat, seen, size = inputs[:, : self.plan.flat], self._seen(inputs), len(inputs)
        wide = flat @ part["flat"] + part["bias"][seats - 1]
        rows = np.empty((size, self.rows, self.plan.sizes.row), inputs.dtype)
        at = 0
        for n, (some, count) in enumerate(zip(seen, self.counts, strict=True)):
            own = rows[:, at : at + count]
            np.add((some @ part[f"set{n}.in"]).reshape(own.shape), part[f"set{n}.own"], out=own)
            np.maximum(own, 0, out=own)
            wide += own.sum(axis=1) @ part[f"set{n}.out"]
            at += count
        wide = np.maximum(wide, 0)
        return flat, seen, rows, wide, np.maximum(wide @ part["deep"] + part["deep.bias"], 0)

    def _seen(self, inputs: np.ndarray) -> list[np.ndarray]:
        found, at = [], self.plan.flat
        for count, columns in zip(self.counts, self.plan.columns, strict=True):
            found.append(np.ascontiguousarray(inputs[:, at : at + count * columns]).reshape(-1, columns))
            at += count * columns
        return found

    def _naming(self, lists: Lists) -> list[Naming]:
        """Who names what; an action has at most one place in each."""
        found = []
        for place in range(NAMED):
            row = self.plan.named[lists.actions, place]
            sets = np.where(row == NOWHERE, NOWHERE, self.set_of_row[row]) if self.rows else row
            for number in range(len(self.counts)):
                actions = np.flatnonzero(sets == number)
                if len(actions):
                    found.append(Naming(number, actions, lists.rows[actions] * self.rows + row[actions]))
        return found

    def _touched(self, lists: Lists) -> np.ndarray | None:
        """What listed actions touch; None where no rule says it."""
        if self.plan.touched is None:
            return None
        assert lists.touched is not None, "what actions touch is a part of their lists"
        things = len(self.row_of_thing)
        return marks_of(lists.touched, things).reshape(-1, TOUCHES * things)

    def _counts(self, rows: np.ndarray) -> np.ndarray:
        """[lists, TOUCHES * things, keen]: what it counts that an action touches a thing."""
        part, of_things = self.parts, self.row_of_thing @ rows
        ways = range(TOUCHES)
        return np.concatenate([of_things @ part[f"touch{n}.row"] + part[f"touch{n}.own"] for n in ways], axis=1)

    def _chances(self, values: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """The softmax over the seats that play; alone against a 0."""
        places, seats = np.arange(values.shape[1]), seats[:, None]
        values = np.where(places < seats, values, ABSENT)
        top = np.maximum(values.max(axis=1, keepdims=True), np.where(seats == 1, np.float32(0), ABSENT))
        found = np.exp(values - top)
        return found / (found.sum(axis=1, keepdims=True) + np.where(seats == 1, np.exp(-top), np.float32(0)))

    def lead_back(self, thought: Thought, values: np.ndarray, scores: np.ndarray) -> np.ndarray:
        """The gradient of all weights, by those of the values and of the scores of actions."""
        whole = np.zeros_like(self.weights)
        found, part, lists = self.plan.parts(whole), self.parts, thought.lists
        found["policy.out"][:] = scores @ thought.keen
        keen = scores[:, None] * part["policy.out"]
        keen *= thought.keen > 0
        which, of_each = summed(lists.actions, np.concatenate([keen, scores[:, None]], axis=1))
        features = self.features[which].T
        found["features"][:], found["taste"][:] = features @ of_each[:, :-1], features @ of_each[:, -1]
        wish = np.zeros((len(values), keen.shape[1]), keen.dtype)
        wish[: len(lists.lengths)] = lists.sums(keen)
        found["policy"][:] = thought.deep.T @ wish
        found["value"][:], found["value.bias"][:] = thought.deep.T @ values, values.sum(axis=0)
        deep = (wish @ part["policy"].T + values @ part["value"].T) * (thought.deep > 0)
        found["deep"][:], found["deep.bias"][:] = thought.wide.T @ deep, deep.sum(axis=0)
        wide = (deep @ part["deep"].T) * (thought.wide > 0)
        found["flat"][:] = thought.flat.T @ wide
        for count in np.unique(thought.seats):
            found["bias"][count - 1] = wide[thought.seats == count].sum(axis=0)
        self._lead_rows_back(thought, found, wide, keen)
        return whole

    def _lead_rows_back(
        self, thought: Thought, found: dict[str, np.ndarray], wide: np.ndarray, keen: np.ndarray
    ) -> None:
        part, at, rows = self.parts, 0, thought.rows
        back, of_all = np.empty_like(rows), rows.reshape(-1, rows.shape[2])
        for n, count in enumerate(self.counts):
            found[f"set{n}.out"][:] = rows[:, at : at + count].sum(axis=1).T @ wide
            back[:, at : at + count] = (wide @ part[f"set{n}.out"].T)[:, None, :]
            at += count
        flat = back.reshape(of_all.shape)
        for one in thought.naming:
            told = keen[one.actions]
            found[f"set{one.set}.policy"] += of_all[one.rows].T @ told
            which, of_each = summed(one.rows, told @ part[f"set{one.set}.policy"].T)
            flat[which] += of_each
        if thought.touched is not None:
            decided = len(thought.lists.lengths)
            back[:decided] += self._lead_touched_back(thought, found, rows[:decided], keen)
        back *= rows > 0
        at = 0
        for n, count in enumerate(self.counts):
            own = np.ascontiguousarray(back[:, at : at + count])
            found[f"set{n}.own"][:] = own.sum(axis=0)
            found[f"set{n}.in"][:] = thought.seen[n].T @ own.reshape(-1, own.shape[2])
            at += count

    def _lead_touched_back(
        self, thought: Thought, found: dict[str, np.ndarray], rows: np.ndarray, keen: np.ndarray
    ) -> np.ndarray:
        """What comes back to the rows from actions that touch things."""
        assert thought.touched is not None
        part, back, of_things = self.parts, np.zeros_like(rows), self.row_of_thing @ rows
        told = np.empty((len(rows), thought.touched.shape[1], keen.shape[1]), keen.dtype)
        for number, some in enumerate(thought.lists.slices):
            told[number] = thought.touched[some].T.astype(keen.dtype) @ keen[some]
        for nth, one in enumerate(np.split(told, TOUCHES, axis=1)):
            found[f"touch{nth}.own"][:] = one.sum(axis=0)
            found[f"touch{nth}.row"][:] = np.tensordot(of_things, one, axes=([0, 1], [0, 1]))
            back += self.row_of_thing.T @ (one @ part[f"touch{nth}.row"].T)
        return back


def summed(keys: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The keys that there are, and the sum of the rows of each."""
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    first = np.flatnonzero(np.diff(ordered, prepend=ordered[:1] - 1))
    return ordered[first], np.add.reduceat(rows[order], first, axis=0)


def marks_of(sets: np.ndarray, room: int) -> np.ndarray:
    """[..., room]: 1 for each of so many numbers that is in a set of bits."""
    octets = sets.astype("<i8")[..., None].view(np.uint8)
    return np.unpackbits(octets, axis=-1, count=room, bitorder="little")


class Adam:
    """Steps down a gradient, each weight by how its own was of late."""

    def __init__(self, size: int) -> None:
        self.mean, self.square, self.steps = np.zeros(size, np.float32), np.zeros(size, np.float32), 0

    def step(self, weights: np.ndarray, gradient: np.ndarray, rate: float) -> None:
        self.steps += 1
        self.mean += np.float32(0.1) * (gradient - self.mean)
        self.square += np.float32(0.001) * (gradient * gradient - self.square)
        rate *= (1 - 0.999**self.steps) ** 0.5 / (1 - 0.9**self.steps)
        weights -= np.float32(rate) * self.mean / (np.sqrt(self.square) + np.float32(1e-5))
