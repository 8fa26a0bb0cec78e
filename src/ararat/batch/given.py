"""What callers hand in, checked: whole numbers, rows, seats, seeds, actions, arrays to write into.

NumPy's whole numbers are whole numbers; truth values are not.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.engine import seeds_from, words_of
from ..core.options import whole_number
from ..core.table import NOBODY
from ..core.utilities import UTILITIES
from ..errors import BadBatch, BadSeed, shown
from ..match import SEEDS, checked_seed

MOST_GAMES = 10**8  # in one call; more would not fit into memory
MANY = 2**64  # seeds of many games at once are below it
INT64 = np.dtype(np.int64)
DEVICES = ("cpu", "cuda")


def checked_count(value: Any) -> int:
    """A number of games or tables that can be had."""
    count = whole_number(value)
    if type(count) is not int or not 1 <= count <= MOST_GAMES:
        raise BadBatch("error.count", given=shown(value), most=MOST_GAMES)
    return count


def checked_cores(value: Any) -> int | None:
    """A number of cores; None: all that this process may use."""
    cores = whole_number(value)
    if cores is not None and (type(cores) is not int or cores < 1):
        raise BadBatch("error.cores", given=shown(value))
    return cores


def checked_device(value: Any) -> str:
    """Where tables lie: "cpu" or "cuda"."""
    if not isinstance(value, str) or value not in DEVICES:
        raise BadBatch("error.device", given=shown(value), known=", ".join(DEVICES))
    return value


def checked_first_seed(value: Any, count: int, limit: int = SEEDS) -> int:
    """A seed that so many follow on, without running over."""
    seed = checked_seed(value)
    if value is None:
        seed %= MANY >> 1
    if seed + count > limit:
        raise BadBatch("error.seeds", given=shown(value))
    return seed


def checked_flag(value: Any, name: str) -> bool:
    """Yes or no."""
    if not isinstance(value, bool | np.bool_):
        raise BadBatch("error.flag", name=name, given=shown(value))
    return bool(value)


def checked_utility(value: Any) -> int:
    """The number of a utility by its name."""
    if not isinstance(value, str) or value not in UTILITIES:
        raise BadBatch("error.utility", given=shown(value), known=", ".join(UTILITIES))
    return UTILITIES.index(value)


def whole_numbers(value: Any) -> np.ndarray | None:
    """An array of whole numbers that fit into 64 bits, in one dimension; None if it is none."""
    try:
        array = np.asarray(value)
    except (ValueError, TypeError, OverflowError):
        return None
    if array.ndim != 1 or not (np.issubdtype(array.dtype, np.integer) or array.size == 0):
        return None
    if array.dtype == np.uint64 and array.size and array.max() > np.iinfo(INT64).max:
        return None
    return np.ascontiguousarray(array, INT64)


def checked_actions(value: Any, size: int) -> np.ndarray:
    """One whole number for each table."""
    actions = whole_numbers(value)
    if actions is None or len(actions) != size:
        raise BadBatch("error.actions", size=size)
    return actions


def checked_row(value: Any, size: int) -> int:
    """One row of a batch."""
    row = whole_number(value)
    if type(row) is not int or not 0 <= row < size:
        raise BadBatch("error.row", given=shown(value), last=size - 1)
    return row


def checked_rows(value: Any, size: int) -> np.ndarray:
    """Rows of a batch: one, several in any order, those that an array of truth values marks, or by None all."""
    if value is None:
        return np.arange(size)
    if isinstance(value, np.ndarray) and value.dtype == np.bool_ and value.shape == (size,):
        return np.flatnonzero(value)
    if type(whole_number(value)) is int:
        return np.array([checked_row(value, size)])
    rows = whole_numbers(value)
    if rows is None or (rows.size and not 0 <= rows.min() <= rows.max() < size):
        raise BadBatch("error.rows", given=shown(value), last=size - 1)
    return rows


def checked_seats(value: Any, size: int, players: int) -> np.ndarray:
    """A seat for each of so many tables, -1 for a spectator: one each, or the same for all."""
    seat = whole_number(value)
    seats = np.full(size, seat, INT64) if type(seat) is int and -1 <= seat < players else whole_numbers(value)
    if seats is None or len(seats) != size or (size and not NOBODY <= seats.min() <= seats.max() < players):
        raise BadBatch("error.batch-seats", given=shown(value), size=size, last=players - 1)
    return seats


def checked_seeds(value: Any, count: int) -> np.ndarray:
    """The words of so many seeds: of a first one and those that follow it, or of a list of them."""
    if value is None or type(whole_number(value)) is int:
        return seeds_from(checked_first_seed(value, count), count)
    try:
        seeds = [checked_seed(seed) for seed in np.asarray(value, object).tolist() if seed is not None]
    except (BadSeed, ValueError, TypeError):
        seeds = []
    if len(seeds) != count:
        raise BadBatch("error.seed-list", size=count, given=shown(value))
    return np.array([words_of(seed) for seed in seeds], INT64).reshape(count, 4)
