"""The same rules on a GPU, compiled as they stand: nothing here repeats one.

Needs the extra `cuda`. Compiling needs no GPU; running does. What differs from the CPU: tables that rules look things
up in lie in the GPU's memory, each once; long rules that are called from several places are compiled once, for the
GPU keeps little code at hand; and what moves bring about is not written down.
"""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import FunctionType, SimpleNamespace
from typing import Any
from unittest import mock

import numpy as np

from . import compiler, effects
from .contract import Facts
from .gpu_kernels import GPU_KERNELS, GpuKernel
from .hooks import hooks_of

LONG = 400  # lines of a rule, as LLVM writes it, that are not repeated for every caller
MUCH = 200_000  # lines of all rules from which this is done sooner
SOONER = 150

_registered: set[FunctionType] = set()
_kernels: dict[tuple[str, str], Any] = {}
_lock = threading.Lock()


def has_gpu() -> bool:
    """Whether there is a GPU, and all that is needed to run on it."""
    try:
        from numba import cuda

        return bool(cuda.is_available())
    except ImportError:
        return False


def gpu_kernel(facts: Facts, name: str) -> Any:
    """A GPU kernel of a game by name, compiled on first use for the GPU that is there."""
    key = facts.slug, name
    with _lock:
        if key not in _kernels:
            from numba import cuda

            kernel = GPU_KERNELS[name]
            function = made(kernel, facts)
            with for_gpus():
                _kernels[key] = cuda.jit(types_of(kernel, facts))(function)
        return _kernels[key]


def compile_ptx(facts: Facts, name: str, capability: tuple[int, int] = (9, 0)) -> str:
    """A GPU kernel as PTX, for a GPU of this compute capability that need not be there."""
    from numba import cuda

    kernel = GPU_KERNELS[name]
    absent = SimpleNamespace(compute_capability=capability)
    with mock.patch("numba.cuda.dispatcher.get_current_device", return_value=absent), for_gpus():
        text, _ = cuda.compile_ptx(made(kernel, facts), types_of(kernel, facts), cc=capability)
    return str(text)


def link(text: str, capability: tuple[int, int] = (9, 0)) -> bytes:
    """PTX as machine code of such a GPU, which need not be there; what could not be loaded there fails here."""
    from cuda.core import Linker, LinkerOptions, ObjectCode

    major, minor = capability
    linker = Linker(ObjectCode.from_ptx(text.encode()), options=LinkerOptions(arch=f"sm_{major}{minor}"))
    return bytes(linker.link("cubin").code)


def made(kernel: GpuKernel, facts: Facts) -> Callable[..., Any]:
    """A GPU kernel of a game as a plain function, all that it calls known to Numba."""
    function = kernel.made(hooks_of(facts))
    register_for_cuda(function)
    return function


def types_of(kernel: GpuKernel, facts: Facts) -> tuple[Any, ...]:
    """The types of a GPU kernel's arguments."""
    import numba

    types = compiler.argument_types(hooks_of(facts).layout)
    types |= {"small": numba.int32[::1], "smalls": numba.int32[:, ::1], "keys": numba.int8[::1]}
    types |= {"sights": numba.int16[:, ::1], "sets": numba.int64[:, :, ::1]}
    types |= {"nodes": numba.int32[:, :, ::1], "sums": numba.float32[:, :, ::1]}
    return tuple(types[word] for word in kernel.arguments)


# --- What differs from the CPU ------------------------------------------------------------------


def register_for_cuda(kernel: Callable[..., Any]) -> None:
    """Make every rule of a kernel known to Numba's CUDA compiler, as it stands but for what nobody reads."""
    from numba.cuda.extending import overload, register_jitable

    def silenced(function: FunctionType) -> None:
        def choose(effects: Any, *given: Any) -> Any:
            return function if "rows" in effects.fields else SILENT[function]

        overload(function, strict=False)(choose)

    for function in compiler.rules_of(kernel) - _registered:
        _registered.add(function)
        if function in SILENT:
            silenced(function)
        else:
            register_jitable(function)


def _tell_nothing(effects: Any, kind: int, seat: int, piece: int, amount: int) -> None:
    pass


def _tell_none(effects: Any, kind: int, seat: int, pieces: int) -> None:
    pass


def _learn_nothing(effects: Any, learners: int) -> None:
    pass


# What stands in for the rules that write effects down, where there is no room for any.
SILENT: dict[Any, Any] = {
    effects.tell: _tell_nothing,
    effects.tell_each: _tell_none,
    effects.learn: _learn_nothing,
}


@contextmanager
def for_gpus() -> Iterator[None]:
    """While this holds, kernels are compiled as suits a GPU."""
    with ExitStack() as both:
        both.enter_context(tables_in_memory())
        both.enter_context(long_rules_once())
        yield


@contextmanager
def tables_in_memory() -> Iterator[None]:
    """While this holds, the tables that rules look things up in are compiled into the GPU's own memory, each once.

    Numba lays every table down again for every rule that reads it, where 64 KiB are all that fits; and threads that
    look up different places there wait for each other.
    """
    from llvmlite import ir
    from numba.core import types
    from numba.cuda.cudadrv import nvvm
    from numba.cuda.target import CUDATargetContext

    def make_constant_array(context: Any, builder: Any, kind: Any, values: Any) -> Any:
        values = np.ascontiguousarray(values)
        written = values.tobytes()
        name = f"table_{hashlib.sha256(written).hexdigest()[:24]}"
        table = builder.module.globals.get(name)
        if table is None:
            data = ir.Constant(ir.ArrayType(ir.IntType(8), len(written)), bytearray(written))
            table = ir.GlobalVariable(builder.module, data.type, name, nvvm.ADDRSPACE_GLOBAL)
            table.linkage, table.global_constant, table.initializer, table.align = "linkonce_odr", True, data, 16
        array = context.make_array(kind)(context, builder)
        start = builder.addrspacecast(table, ir.PointerType(ir.IntType(8)), "generic")
        context.populate_array(
            array,
            data=builder.bitcast(start, array.data.type),
            shape=[context.get_constant(types.intp, length) for length in values.shape],
            strides=[context.get_constant(types.intp, step) for step in values.strides],
            itemsize=array.itemsize,
            parent=array.parent,
            meminfo=None,
        )
        return array._getvalue()

    with mock.patch.object(CUDATargetContext, "make_constant_array", make_constant_array):
        yield


@contextmanager
def long_rules_once() -> Iterator[None]:
    """While this holds, long rules with several callers stay functions of their own.

    Threads that have gone different ways wait for each other's code to arrive; the less of it there is, the less.
    """
    from numba.cuda.cudadrv import nvvm

    compile_ir = nvvm.compile_ir

    def compile_apart(given: Any, **options: Any) -> Any:
        texts = [given] if isinstance(given, str) else list(given)
        lines: dict[str, int] = {}
        calls: dict[str, int] = {}
        for text in texts:
            for name, body in DEFINED.findall(text):
                lines[name] = body.count("\n")
            for name in CALLED.findall(text):
                calls[name] = calls.get(name, 0) + 1
        limit = LONG if sum(text.count("\n") for text in texts) < MUCH else SOONER
        apart = {name for name, length in lines.items() if length > limit and calls.get(name, 0) > 1}

        def marked(head: re.Match[str]) -> str:
            return f"{head[0]} noinline" if head[1] in apart else head[0]

        return compile_ir([HEAD.sub(marked, text) for text in texts], **options)

    with mock.patch.object(nvvm, "compile_ir", compile_apart):
        yield


# Functions in LLVM's own words: all of one, its head, a call of it.
DEFINED = re.compile(r'^define [^@\n]*@"?([^"(]+)"?\((.*?)^}', re.MULTILINE | re.DOTALL)
HEAD = re.compile(r'^define [^@\n]*@"?([^"(]+)"?\([^\n]*\)', re.MULTILINE)
CALLED = re.compile(r'call [^@\n]*@"?([^"(]+)"?\(')
