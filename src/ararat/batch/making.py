"""New batches, on the CPU or on a GPU."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.contract import Facts, Json
from ..core.hooks import hooks_of
from ..core.options import whole_number
from .given import MANY, checked_count, checked_device, checked_first_seed, checked_seeds
from .tables import Batch, checked_ways


def new_batch(facts: Facts, size: Any, players: Any, seed: Any, device: Any, given: Json, **how: Any) -> Batch:
    """A batch of new matches, from the seeds `seed`, `seed` + 1, ..."""
    count, ways = checked_count(size), checked_ways(**how)
    kind: type[Batch] = Batch
    if checked_device(device) == "cuda":
        from .cuda import CudaBatch, demand_gpu

        demand_gpu()
        kind = CudaBatch
    first = checked_first_seed(seed, count, MANY)
    players = whole_number(players)
    options = facts.checked_options(players, given)
    seeds = checked_seeds(first, count)
    tables = hooks_of(facts).layout.new(count)
    batch = kind(facts, players, options, tables, seeds, **ways)
    batch._start(np.arange(count), onward=False)
    return batch
