"""A net at work, as plainly as it can be said: slow, and what everything quicker is compared with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core.bits import members_of
from ..core.contract import TOUCHES
from ..core.hooks import hooks_of
from .plan import NOWHERE, Plan, Reading


@dataclass(frozen=True)
class Sight:
    """What a net makes of one observation."""

    rows: np.ndarray  # [rows, row]
    wide: np.ndarray
    deep: np.ndarray
    values: np.ndarray  # of each seat that plays, the observer's first: how likely it wins


def look(plan: Plan, weights: np.ndarray, reading: Reading, players: int, observation: np.ndarray) -> Sight:
    """What a net makes of what a seat knows."""
    parts = plan.parts(weights)
    added, on = (one[0] for one in reading.inputs(np.asarray(observation)[None]))
    wide = parts["bias"][players - 1].copy()
    rows = np.concatenate([np.zeros((0, plan.sizes.row)), *(parts[f"set{n}.own"] for n in _sets(plan))])
    for number in np.flatnonzero((added != 0) & (reading.flat != NOWHERE)).tolist():
        wide += added[number] * parts["flat"][reading.flat[number] + on[number]]
        row = int(reading.row[number])
        if row != NOWHERE:
            rows[row] += added[number] * parts[f"set{plan.set_of_row[row]}.in"][reading.column[number] + on[number]]
    rows = np.maximum(rows, 0)
    for number in _sets(plan):
        wide += rows[plan.set_of_row == number].sum(axis=0) @ parts[f"set{number}.out"]
    wide = np.maximum(wide, 0)
    deep = np.maximum(wide @ parts["deep"] + parts["deep.bias"], 0)
    logits = (deep @ parts["value"] + parts["value.bias"])[:players]
    return Sight(rows, wide, deep, chances(logits))


def chances(logits: np.ndarray) -> np.ndarray:
    """How likely each seat wins; alone, how likely it is not the game that does."""
    if len(logits) == 1:
        return np.asarray(1 / (1 + np.exp(-logits)))
    powers = np.exp(logits - logits.max())
    return np.asarray(powers / powers.sum())


def weigh(plan: Plan, weights: np.ndarray, sight: Sight, table: Any, actions: Any) -> np.ndarray:
    """How likely each of some actions of a table is to be the one to take: logits."""
    parts = plan.parts(weights)
    features = plan.features.of(np.asarray(actions))
    found = features @ parts["taste"]
    for position, action in enumerate(actions):
        keen = sight.deep @ parts["policy"] + features[position] @ parts["features"]
        for row in plan.named[action].tolist():
            if row != NOWHERE:
                keen = keen + sight.rows[row] @ parts[f"set{plan.set_of_row[row]}.policy"]
        for nth, things in enumerate(touched(plan, table, action)):
            for row, thing in things:
                keen = keen + sight.rows[row] @ parts[f"touch{nth}.row"] + parts[f"touch{nth}.own"][thing]
        found[position] += np.maximum(keen, 0) @ parts["policy.out"]
    return found


def touched(plan: Plan, table: Any, action: int) -> list[list[tuple[int, int]]]:
    """What an action touches, if the game says it: the row of each thing, and which thing it is."""
    if plan.touched is None:
        return []
    sets = [hooks_of(plan.facts).rules.touched(table, action, nth) for nth in range(TOUCHES)]
    return [[(plan.touched.rows[thing], thing) for thing in members_of(things)] for things in sets]


def _sets(plan: Plan) -> range:
    return range(len(plan.set_rows))
