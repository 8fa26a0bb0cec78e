"""A GPU that is none: what batches and kernels use of `numba.cuda`, in plain Python.

The threads of a block take turns, from one `syncthreads` to the next, and rules run as they stand, uncompiled. This
proves the kernels' own words and all that is around them; that a GPU's machine code does the same is for test_cuda.py.
"""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from itertools import product
from types import SimpleNamespace
from typing import Any
from unittest import mock

import numpy as np

from ararat.core.effects import EFFECTS
from ararat.core.gpu_kernels import GPU_KERNELS, UNTOLD
from ararat.core.hooks import hooks_of

ANYTHING = 77  # is in memory that nobody has written


class Held(np.ndarray):
    """An array in the memory of a GPU."""

    def copy_to_host(self) -> np.ndarray:
        return np.array(self, subok=False)

    def is_c_contiguous(self) -> bool:
        return self.flags.c_contiguous

    @property
    def gpu_data(self) -> Held:
        return self


class Gpu:
    """`numba.cuda`, as far as we use it. Kernels are launched as Numba's are: kernel[blocks, threads](...)."""

    def __init__(self) -> None:
        self.memory: dict[Any, np.ndarray] = {}  # that the threads of a block share, by the order they ask for it in
        self.asked = 0
        self.local = SimpleNamespace(array=own_memory)
        self.shared = SimpleNamespace(array=self._shared)
        self.atomic = SimpleNamespace(add=added)
        records = SimpleNamespace(DeviceNDArray=lambda shape, steps, kind, gpu_data: gpu_data.reshape(-1).view(kind))
        self.cudadrv = SimpleNamespace(devicearray=records, driver=SimpleNamespace(device_memset=cleared))
        self.current_context = lambda: SimpleNamespace(get_memory_info=lambda: SimpleNamespace(free=1 << 24))
        self.is_available = lambda: True
        self.to_device = lambda array: np.array(array).view(Held)
        self.device_array = lambda shape, kind: np.full(shape, ANYTHING, kind).view(Held)

    def jit(self, function: Callable[..., None]) -> Any:
        stages = staged(function)

        def launcher(shape: Any) -> Callable[..., None]:
            blocks, threads = (part if isinstance(part, tuple) else (part, 1) for part in shape)
            return lambda *given: self._run(stages, blocks, threads, [plain(value) for value in given])

        return ByItem(launcher)

    def _run(self, stages: Any, blocks: tuple[int, int], threads: tuple[int, int], given: list[Any]) -> None:
        self.blockDim = SimpleNamespace(x=threads[0], y=threads[1])
        for self.blockIdx in places(blocks):
            self.memory.clear()
            running = [(place, stages(*given)) for place in places(threads)]
            while running:
                waiting = []
                for self.threadIdx, thread in running:
                    self.asked = 0
                    if next(thread, running) is not running:
                        waiting.append((self.threadIdx, thread))
                running = waiting

    def grid(self, dimensions: int) -> int:
        return int(self.blockIdx.x * self.blockDim.x + self.threadIdx.x)

    def _shared(self, shape: Any, kind: Any) -> np.ndarray:
        self.asked += 1
        return self.memory.setdefault(self.asked, np.full(shape, ANYTHING, kind))


class ByItem:
    """What is asked for by [...]."""

    def __init__(self, item: Callable[[Any], Any]) -> None:
        self.item = item

    def __getitem__(self, key: Any) -> Any:
        return self.item(key)


def staged(function: Callable[..., None]) -> Callable[..., Iterator[None]]:
    """A kernel that stops where its threads wait for each other."""
    source = textwrap.dedent(inspect.getsource(function)).replace("cuda.syncthreads()", "yield")
    names = function.__globals__ | dict(inspect.getclosurevars(function).nonlocals)
    exec(f"from __future__ import annotations\n{source}\n    if False:\n        yield\n", names)
    return names[function.__name__]  # type: ignore[no-any-return]


def places(shape: tuple[int, int]) -> Iterator[SimpleNamespace]:
    for y, x in product(range(shape[1]), range(shape[0])):
        yield SimpleNamespace(x=x, y=y)


def plain(value: Any) -> Any:
    return value.view(np.ndarray) if isinstance(value, Held) else value


def own_memory(size: int, kind: Any) -> np.ndarray:
    """A thread's own; rules that tell effects find room for them, which nobody reads."""
    if kind is UNTOLD:
        return EFFECTS.new()
    return np.full(size, ANYTHING, kind if np.issubdtype(kind, np.floating) else np.int64)


def added(array: np.ndarray, place: int, amount: int) -> int:
    before = int(array[place])
    array[place] += amount
    return before


def cleared(array: np.ndarray, value: int, size: int) -> None:
    assert array.nbytes == size
    array[...] = value


@contextmanager
def pretended_gpu() -> Iterator[None]:
    """While this holds, there seems to be a GPU."""
    gpu, kernels = Gpu(), {}

    def kernel_of(facts: Any, name: str) -> Any:
        key = facts.slug, name
        if key not in kernels:
            kernels[key] = gpu.jit(GPU_KERNELS[name].made(hooks_of(facts)))
        return kernels[key]

    with ExitStack() as patched:
        patched.enter_context(mock.patch("numba.cuda", gpu, create=True))
        for module in ("batch.cuda", "train.torch_forest") if find_spec("torch") else ("batch.cuda",):
            patched.enter_context(mock.patch(f"ararat.{module}.gpu_kernel", kernel_of))
        patched.enter_context(mock.patch("ararat.batch.cuda._widener", []))
        patched.enter_context(np.errstate(over="ignore"))
        yield
