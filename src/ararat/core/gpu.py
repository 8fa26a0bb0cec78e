"""The same rules on a GPU: one thread plays one game after the other.

Needs the extra `cuda`. Compiling needs no GPU; running does. The rules are compiled as they stand:
nothing here repeats a rule or a kernel.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from . import compiler
from .contract import Facts
from .effects import EFFECTS
from .hooks import hooks_of
from .kernels import make_playouts


def make_gpu_playouts(facts: Facts) -> Any:
    """The GPU kernel of random games, as a plain function for `numba.cuda`."""
    from numba import cuda

    playouts = make_playouts(hooks_of(facts).rules)

    def gpu_playouts(
        tables: Any, prototype: Any, effects: Any, lists: Any, choices: Any, high: int, low: int, results: Any
    ) -> None:
        """Thread n plays rows n, n + threads, ... of `results`; memory of thread n is row n."""
        thread = cuda.grid(1)
        threads = len(tables)
        if thread < threads:
            for row in range(thread, len(results), threads):
                begin = low + row
                playouts(
                    tables[thread : thread + 1],
                    prototype,
                    effects[thread : thread + 1],
                    lists[thread],
                    choices[thread],
                    high + (begin >> 32),
                    begin & 0xFFFFFFFF,
                    results[row : row + 1],
                )

    compiler.register_for_cuda(gpu_playouts)
    return gpu_playouts


def gpu_types(facts: Facts) -> tuple[Any, ...]:
    """The argument types of the GPU kernel."""
    import numba

    layout = facts.module("state").LAYOUT
    tables, effects = (numba.from_dtype(kind.dtype)[::1] for kind in (layout, EFFECTS))
    rows = numba.typeof(np.zeros((1, 1), np.int64))  # type: ignore[no-untyped-call]
    return tables, tables, effects, rows, rows, numba.int64, numba.int64, rows


def compile_ptx(facts: Facts, capability: tuple[int, int] = (9, 0)) -> str:
    """The GPU kernel as PTX, for a GPU of this compute capability that need not be there."""
    from types import SimpleNamespace
    from unittest import mock

    from numba import cuda

    absent = SimpleNamespace(compute_capability=capability)
    with mock.patch("numba.cuda.dispatcher.get_current_device", return_value=absent):
        text, _ = cuda.compile_ptx(make_gpu_playouts(facts), gpu_types(facts), cc=capability)
    return str(text)
