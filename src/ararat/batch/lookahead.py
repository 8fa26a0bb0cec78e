"""What may be done at the tables of a batch on a GPU, and what each of it leads to, in memory that is used again."""

from __future__ import annotations

from typing import Any

from ..core.gpu import gpu_kernel
from ..core.gpu_kernels import BLOCK, SQUARE
from .cuda import BOOL, THREADS, CudaBatch, new_on_gpu, records_in
from .given import INT64
from .tables import FLOAT32


class Lookahead:
    """Looks ahead from the tables of a batch; whoever asks hands over arrays on the GPU, and is not checked."""

    def __init__(self, batch: CudaBatch, seats: int, most: int) -> None:
        self.batch = batch
        self._words = new_on_gpu((most, batch._words.shape[1]), INT64)
        self._records = records_in(self._words, batch.engine.layout.dtype)
        self._movers, self._over = new_on_gpu((most,), INT64), new_on_gpu((most,), BOOL)
        self._shares = new_on_gpu((most, seats), FLOAT32)
        self._columns = new_on_gpu((batch._observed, most), FLOAT32)
        self._grid = new_on_gpu((most, batch._observed), FLOAT32)

    def offer(self, lots: Any, offers: Any) -> None:
        """Write the legal actions of each table into its row (gpu_lookahead.py)."""
        self.batch._launch("offers", len(self.batch), self.batch._records, lots, offers)

    def look(self, rows: Any, actions: Any, lots: Any) -> tuple[Any, Any, Any]:
        """Of these actions at these tables, at most so many, in worlds that lots deal: after which the match is over,
        each seat's part of the victory then, and what the mover sees."""
        count, facts = len(rows), self.batch.facts
        gpu_kernel(facts, "copies")[count, THREADS](self.batch._words, rows, self._words)
        records, movers = self._records[:count], self._movers[:count]
        over, shares, grid = self._over[:count], self._shares[:count], self._grid[:count]
        self.batch._launch("ahead", count, records, actions, lots, movers, over, shares)
        self.batch._launch("observations", count, records, movers, self._columns)
        squares = -(-count // SQUARE), -(-self._columns.shape[0] // SQUARE)
        gpu_kernel(facts, "turned")[squares, (SQUARE, BLOCK // SQUARE)](self._columns, 0, grid)
        return over, shares, grid
