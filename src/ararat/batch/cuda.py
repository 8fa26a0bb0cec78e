"""A batch in the memory of a GPU: the same calls with the same results, byte for byte, as arrays that stay there.

Rows, seeds and seats may come from the CPU; actions too, though they had better not. `tables` and `seeds` are copies.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.chance import WORD
from ..core.compiler import numba_cuda
from ..core.contract import Facts, Json
from ..core.engine import Engine, engine_of, words_of
from ..core.gpu import gpu_kernel, has_gpu
from ..core.gpu_kernels import BLOCK, IDLE, KEYS, OVER, SQUARE
from ..core.kernels import A_SEAT, NOT_DEALT, SEATS
from ..core.step import Step
from ..errors import BadBatch
from ..match import Match, checked_seed
from .device import DeviceArray
from .given import (
    INT64,
    checked_actions,
    checked_count,
    checked_flag,
    checked_row,
    checked_rows,
    checked_seats,
    checked_seeds,
)
from .tables import FLOAT32, Batch
from .whole import whole_of

THREADS = 128  # of a block
WORTH_SORTING = 1 << 14  # tables
STRIP = 1 << 17  # tables whose observations are turned at a time
UINT8, BOOL = np.dtype(np.uint8), np.dtype(np.bool_)


class CudaBatch(Batch):
    """Many tables on a GPU, stepped together; what it gives are arrays there (`DeviceArray`)."""

    def __init__(
        self,
        facts: Facts,
        players: int,
        options: Json,
        tables: Any,
        seeds: Any,
        *,
        cores: int | None = None,
        autoreset: bool = False,
        rewards: int = 0,
        out: bool = False,
    ) -> None:
        demand_gpu()
        self.facts, self.players, self.options = facts, players, options
        self.engine: Engine = engine_of(facts)
        self.actions = self.engine.rules.ACTIONS
        self.cores, self.autoreset, self.reuses = cores, autoreset, out
        self._rewards = rewards
        if isinstance(tables, np.ndarray):
            tables, seeds = on_gpu(tables.view(INT64).reshape(len(tables), -1)), on_gpu(seeds)
        self._words, self._seeds = tables, seeds
        self._records = records_in(tables, self.engine.layout.dtype)
        prototype = self.engine.prototype(players, options)
        self._prototype, self._observed = on_gpu(prototype), self.engine.observed(prototype)
        self._shape = (len(tables),)
        self._rows = on_gpu(np.arange(len(tables)))
        self._kept: dict[str, Any] = {}
        self._by_phase = on_gpu(np.arange(len(tables), dtype=np.int32))
        self._sorted = len(tables) < WORTH_SORTING

    def _like(self, tables: Any, seeds: Any) -> CudaBatch:
        ways: Json = {"cores": self.cores, "autoreset": self.autoreset, "rewards": self._rewards, "out": self.reuses}
        return type(self)(self.facts, self.players, self.options, tables, seeds, **ways)

    def _launch(self, name: str, count: int, *given: Any) -> None:
        """Let a kernel run with so many threads."""
        if count:
            gpu_kernel(self.facts, name)[-(-count // THREADS), THREADS](*given)

    # --- How the tables stand -------------------------------------------------------------------

    @property
    def tables(self) -> np.ndarray:  # type: ignore[override]
        """A copy of the records."""
        return self._words.copy_to_host().view(self.engine.layout.dtype).reshape(-1)  # type: ignore[no-any-return]

    @property
    def seeds(self) -> np.ndarray:  # type: ignore[override]
        """A copy of the words of each row's seed."""
        return self._seeds.copy_to_host()  # type: ignore[no-any-return]

    @property
    def turns(self) -> Any:
        """The seat in turn of each table; -1 where the match is over."""
        return DeviceArray(self._turns()[0])

    @property
    def over(self) -> Any:
        """Which matches are over."""
        return DeviceArray(self._turns()[1])

    def _turns(self) -> tuple[Any, Any]:
        turns, over = self._space("turns", self._shape, INT64), self._space("over", self._shape, BOOL)
        self._launch("turns", len(self), self._records, turns, over)
        return turns, over

    def _results(self, utility: int) -> Any:
        done = Step(*(self._space(name, shape, kind) for name, shape, kind in self._parts()))
        results = done.scores, done.winners, done.rewards
        self._launch("results", len(self), self._records, *results, utility, self.engine.sign)
        return tuple(map(DeviceArray, results))

    def _parts(self) -> Any:
        """Name, shape and type of each part of a step."""
        for name, part in zip(Step._fields, Step.room(0, self.players), strict=True):
            yield name, (len(self), *part.shape[1:]), part.dtype

    # --- What can be done -----------------------------------------------------------------------

    def legal(self, out: Any = None) -> Any:
        """All legal actions, one list after the other, and where each begins: (offsets, actions)."""
        if out is not None:
            raise BadBatch("error.out-on-gpu")
        offsets = self._space("offsets", (len(self) + 1,), INT64)
        clear(offsets)
        self._launch("counts", len(self), self._records, offsets[1:])
        gpu_kernel(self.facts, "sums")[1, BLOCK](offsets)
        total = int(offsets[len(self) :].copy_to_host()[0])
        actions = self._kept.get("legal")
        if actions is None or len(actions) < total or not self.reuses:
            actions = self._kept["legal"] = new_on_gpu((max(1, 2 * total if self.reuses else total),), INT64)
        self._launch("lists", len(self), self._records, offsets, actions)
        return DeviceArray(offsets), DeviceArray(actions[:total])

    def masks(self, packed: bool = False, out: Any = None) -> Any:
        """[tables, actions]: 1 for every legal action, as bytes; `packed`: eight actions a byte."""
        packed = checked_flag(packed, "packed")
        shape = (len(self), -(-self.actions // 8) if packed else self.actions)
        masks = self._space("packed" if packed else "masks", shape, UINT8, out)
        clear(masks)
        self._launch("masks", len(self), self._records, self._order(), masks, int(packed))
        return DeviceArray(masks)

    def draw(self, seed: int, out: Any = None) -> Any:
        """A legal action for each table, drawn at random; -1 where the match is over."""
        drawn = self._space("drawn", self._shape, INT64, out)
        words = on_gpu(np.array(words_of(checked_seed(seed)), INT64))
        self._launch("draws", len(self), self._records, self._order(), words, drawn)
        return DeviceArray(drawn)

    def observations(self, seats: Any = None, out: Any = None) -> Any:
        """[tables, numbers]: what a seat of each table knows; by default the one in turn."""
        if seats is None:
            seats = self._turns()[0]
        else:
            held = self._taken(seats)
            seats = on_gpu(checked_seats(seats, len(self), self.players)) if held is None else held
        grid = self._space("observations", (len(self), self._observed), FLOAT32, out)
        columns = self._kept.get("columns")
        if columns is None:
            columns = self._kept["columns"] = new_on_gpu((grid.shape[1], min(len(self), STRIP)), FLOAT32)
        squares = -(-columns.shape[1] // SQUARE), -(-columns.shape[0] // SQUARE)
        for first in range(0, len(self), STRIP):
            some = slice(first, min(first + STRIP, len(self)))
            self._launch("observations", some.stop - first, self._records[some], seats[some], columns)
            gpu_kernel(self.facts, "turned")[squares, (SQUARE, BLOCK // SQUARE)](columns, first, grid)
        return DeviceArray(grid)

    def states(self, out: Any = None) -> Any:
        """[tables, numbers]: everything about each table, for a critic (`state_names`)."""
        whole = whole_of(self.engine.layout)
        places = self._kept.get("places")
        if places is None:
            places = self._kept["places"] = on_gpu(places_of(whole))
        grid = self._space("states", (len(self), len(whole.names)), FLOAT32, out)
        gpu_kernel(self.facts, "states")[len(self), THREADS](self._words, places, grid)
        return DeviceArray(grid)

    # --- What is done ---------------------------------------------------------------------------

    def step(self, actions: Any, out: Any = None) -> Step:
        """Play one action on each table, and tell how each stands then."""
        given = self._taken(actions)
        if given is None:
            given = on_gpu(checked_actions(actions, len(self)))
        if out is not None and (not isinstance(out, tuple) or len(out) != len(Step._fields)):
            raise BadBatch("error.out", shape="Step", kind="Step")
        parts = zip(self._parts(), out or [None] * len(Step._fields), strict=True)
        done = Step(*(self._space(name, shape, kind, place) for (name, shape, kind), place in parts))
        self._launch("step", len(self), self._records, self._order(), given, *done, self._rewards, self.engine.sign)
        self._sorted = False
        if self.autoreset:
            tables = self._records, self._prototype
            self._launch("restart", len(self), *tables, self._rows, self._seeds, done.ended, done.turns)
        return Step(*map(DeviceArray, done))  # type: ignore[arg-type]

    def reset(self, rows: Any = None, seeds: Any = None) -> None:
        """Start the matches of some rows anew, or all."""
        chosen = checked_rows(rows, len(self))
        if seeds is not None:
            self._renew(chosen, np.full(len(chosen), NOT_DEALT), checked_seeds(seeds, len(chosen)))
        self._start(np.unique(chosen), onward=seeds is None)

    def _start(self, rows: np.ndarray, onward: bool) -> None:
        given = self._prototype, on_gpu(rows), self._seeds, int(onward)
        self._launch("start", len(rows), self._records, *given)

    def fork(self, rows: Any = None, times: Any = 1) -> CudaBatch:
        """A batch of copies: each of the rows, or of all, so many times, one after the other."""
        chosen = np.repeat(checked_rows(rows, len(self)), checked_count(times))
        checked_count(len(chosen))
        return self._like(self._copied(self._words, chosen), self._copied(self._seeds, chosen))

    def _copied(self, words: Any, rows: Any) -> Any:
        copied = new_on_gpu((len(rows), words.shape[1]), INT64)
        if len(rows):
            held = held_by(rows)
            given = on_gpu(rows) if held is None else held
            gpu_kernel(self.facts, "copies")[len(rows), THREADS](words, given, copied)
        return copied

    def redeal(self, seats: Any, seed: Any, rows: Any = None) -> None:
        """Deal anew what a seat of each row can't know, from new chance."""
        chosen = checked_rows(rows, len(self))
        words = checked_seeds(seed, len(chosen))
        if seats is None:
            given = self.turns.host()[chosen]
        else:
            given = checked_seats(seats, len(chosen), self.players)
        self._renew(chosen, given, words)

    def _renew(self, rows: np.ndarray, seats: np.ndarray, words: np.ndarray) -> None:
        last = len(rows) - 1 - np.unique(rows[::-1], return_index=True)[1]  # of a row that is named twice, the last
        given = (on_gpu(np.ascontiguousarray(part[last])) for part in (rows, seats, words))
        self._launch("redeal", len(last), self._records, *given, self._seeds)

    # --- Alone, and elsewhere -------------------------------------------------------------------

    def decide(self, code: str, rows: Any = None, seed: Any = 0) -> np.ndarray:
        """What the bot of a code does in each of the rows, or in all; it thinks on the CPU."""
        copy = Batch(self.facts, self.players, self.options, self.tables, self.seeds, cores=self.cores)
        return copy.decide(code, rows, seed)

    def match(self, row: Any) -> Match:
        """A match that stands where a row stands and goes on as it would; its past is not known."""
        row = checked_row(row, len(self))
        words = self._words[row : row + 1].copy_to_host()
        tables = words.view(self.engine.layout.dtype).reshape(-1)
        return Batch(self.facts, self.players, self.options, tables, self.seeds[row : row + 1]).match(0)

    def __deepcopy__(self, memo: Any) -> CudaBatch:
        return self.fork()

    __copy__ = copy = lambda self: self.__deepcopy__(None)

    def _order(self) -> Any:
        """The order in which threads take the tables: by phase, where they are many, so that neighbours do the same."""
        if not self._sorted:
            keys = self._kept.get("keys")
            if keys is None:
                keys = self._kept["keys"] = new_on_gpu(self._shape, np.int8)
                self._kept["counts"] = new_on_gpu((2 * KEYS,), np.int32)
            counts, blocks = self._kept["counts"], -(-len(self) // BLOCK)
            self._launch("keys", len(self), self._records, keys)
            clear(counts)
            gpu_kernel(self.facts, "tally")[blocks, BLOCK](keys, counts)
            gpu_kernel(self.facts, "order")[blocks, BLOCK](keys, counts, self._by_phase)
            self._sorted = True
        return self._by_phase

    # --- Memory ---------------------------------------------------------------------------------

    def _space(self, name: str, shape: tuple[int, ...], kind: Any, out: Any = None) -> Any:
        """An array to write into: the caller's, the batch's own if it uses them again, or a new one."""
        if out is not None:
            held = held_by(out)
            if held is None or held.shape != shape or held.dtype != kind or not held.is_c_contiguous():
                raise BadBatch("error.out", shape=" x ".join(map(str, shape)), kind=np.dtype(kind).name)
            return held
        kept = self._kept.get(name) if self.reuses else None
        if kept is None:
            kept = new_on_gpu(shape, kind)
            if self.reuses:
                self._kept[name] = kept
        return kept

    def _taken(self, given: Any) -> Any:
        """Whole numbers on the GPU, one a table, as they lie there; None if they are elsewhere."""
        held = held_by(given)
        if held is None:
            return None
        if held.shape != self._shape or held.dtype.kind not in "iu":
            raise BadBatch("error.actions", size=len(self))
        if held.dtype == INT64 and held.is_c_contiguous():
            return held
        wide = self._space("wide", self._shape, INT64)
        widener()[-(-len(self) // THREADS), THREADS](held, wide)
        return wide


def demand_gpu() -> None:
    """Refuse in one sentence what needs a GPU where there is none."""
    if not has_gpu():
        raise BadBatch("error.no-gpu")


def on_gpu(array: np.ndarray) -> Any:
    """A copy of an array, in the GPU's memory."""
    cuda = numba_cuda()

    return cuda.to_device(np.ascontiguousarray(array))


def new_on_gpu(shape: tuple[int, ...], kind: Any) -> Any:
    """An array in the GPU's memory with anything in it."""
    cuda = numba_cuda()

    return cuda.device_array(shape, kind)


def records_in(words: Any, kind: Any) -> Any:
    """Tables as records, where they lie as words."""
    new = numba_cuda().cudadrv.devicearray.DeviceNDArray
    return new((len(words),), (kind.itemsize,), kind, gpu_data=words.gpu_data)


def held_by(given: Any) -> Any:
    """An array of anybody's in the GPU's memory, as Numba has it; None if it is none. Its maker is waited for."""
    if isinstance(given, DeviceArray):
        return given.held
    cuda = numba_cuda()
    if isinstance(given, np.ndarray) or not hasattr(given, "__cuda_array_interface__"):
        return None
    if hasattr(given, "block_until_ready"):  # JAX says nothing of its streams
        given.block_until_ready()
    elif given.__cuda_array_interface__.get("stream") is None:
        cuda.synchronize()
    return cuda.as_cuda_array(given)


def clear(array: Any) -> None:
    """Write zeros."""
    numba_cuda().cudadrv.driver.device_memset(array, 0, array.nbytes)


def widener() -> Any:
    """The kernel that writes whole numbers of another size."""
    cuda = numba_cuda()

    if not _widener:

        def widen(given: Any, wide: Any) -> None:
            row = cuda.grid(1)
            if row < len(wide):
                wide[row] = given[row]

        _widener.append(cuda.jit(widen))
    return _widener[0]


_widener: list[Any] = []


def places_of(whole: Any) -> np.ndarray:
    """Where each number of `states` lies in a table: its first bit and how many there are."""
    places = [(bit, 1) for bit in whole.bits]
    for _, first, last, kind in whole.numbers:
        places += [(8 * byte, 8 * kind.itemsize) for byte in range(first, last, kind.itemsize)]
    return np.array(places, INT64)


# --- Random games -------------------------------------------------------------------------------

AT_ONCE = 1 << 21  # tables; more than all threads can hold, so that each wave has many of every phase
A_LOOK = 32  # waves after which to see whether all games are over


def simulate_on_gpu(facts: Facts, games: int, players: int, seed: int, options: Json) -> np.ndarray:
    """Random games as `simulate` plays them, on a GPU: one row of results each."""
    found: np.ndarray = play_on_gpu(facts, games, players, seed, options).copy_to_host()
    return found


def play_on_gpu(facts: Facts, games: int, players: int, seed: int, options: Json, at_once: int = AT_ONCE) -> Any:
    """The same, with the results left there."""
    demand_gpu()
    engine = engine_of(facts)
    free = numba_cuda().current_context().get_memory_info().free
    count = max(1, min(games, at_once, free // 4 // engine.layout.dtype.itemsize))
    words = new_on_gpu((count, engine.layout.dtype.itemsize // INT64.itemsize), INT64)
    clear(words)
    tables, prototype = records_in(words, engine.layout.dtype), on_gpu(engine.prototype(players, options))
    choices, numbers = new_on_gpu((count, 4), INT64), on_gpu(np.full(count, -1, INT64))
    lengths, keys = new_on_gpu((count,), np.int32), on_gpu(np.full(count, OVER, np.int8))
    order, counts = on_gpu(np.arange(count, dtype=np.int32)), on_gpu(np.zeros(2 * KEYS, np.int32))
    taken, results = on_gpu(np.zeros(1, INT64)), new_on_gpu((games, SEATS + A_SEAT * players), INT64)
    wave, tally, sort = (gpu_kernel(facts, name) for name in ("wave", "tally", "order"))
    blocks, sorting = -(-count // THREADS), -(-count // BLOCK)
    idle = 0
    while idle < count:
        for _ in range(A_LOOK):
            state = tables, prototype, choices, numbers, lengths, keys, order
            wave[blocks, THREADS](*state, seed >> 32, seed & WORD, taken, results)
            clear(counts)
            tally[sorting, BLOCK](keys, counts)
            sort[sorting, BLOCK](keys, counts, order)
        idle = int(counts.copy_to_host()[IDLE])
    return results
