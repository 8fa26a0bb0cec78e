"""The compiler: the only place that imports Numba.

A game's kernels (kernels.py), with every rule that they reach, are compiled when they are first asked for and
kept on disk. Nothing marks a rule: called from Python, it runs as Python. Numba's own cache does not notice an
edit in another file, so the folder of the cache is named by a hash of every source that a kernel is made of
(sources.py): an edited rule finds an empty folder, never a stale one.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import platform
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
import platformdirs

from .effects import EFFECTS
from .sources import sources_of
from .table import Layout
from .tree import new_tree

UNUSED_DAYS = 60
# How rules are compiled: divisions are not looked at, and references to arrays not counted, for none is ever made.
RULES = {"error_model": "numpy", "_nrt": False}
# The Numba that `PartOfAKernel` was tested with, and what it takes up of a code library's insides.
KNOWN_NUMBA = ("0.68",)
INSIDES = (
    *("enable_object_caching", "finalize", "_optimize_functions", "_finalize_dynamic_globals", "_finalized"),
    *("_linking_libraries", "_reload_init", "_final_module", "_get_module_for_linking", "_optimize_final_module"),
)

_registered: set[FunctionType] = set()
_lock = threading.Lock()


def interpreted() -> bool:
    """Whether compilation is off: the rules then run as ordinary Python, for debugging."""
    return os.environ.get("ARARAT_INTERPRETED", "") not in ("", "0")


def compile_kernel(
    function: Callable[..., Any], arguments: tuple[Any, ...], folder: Path | None, name: str = ""
) -> Any:
    """Compile one kernel for exactly these argument types, from the cache where it holds it by this name."""
    import numba

    with _lock:
        _register_rules(function)
        with _cached_in(folder):
            options: dict[str, Any] = {"nogil": True, "no_cfunc_wrapper": True, "cache": folder is not None}
            if folder is not None:
                _name_apart(function, name, folder)
            if compiles_in_parts():
                options["pipeline_class"] = _whole_kernel()
            kernel = numba.njit(**options, **RULES)(function)
            if folder is not None and compiles_in_parts():
                kernel._cache = _kept_by_name()(function, name, folder)
            kernel.compile(arguments)
            kernel.disable_compile()
            return kernel


def _name_apart(function: Callable[..., Any], name: str, folder: Path) -> None:
    """Name a kernel like no other.

    Numba numbers functions and types as a process comes to them, and machine code goes by these names: of two kernels
    that two processes have left here, a third would run one in place of the other.
    """
    function.__qualname__ = f"{name}_{hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:16]}"


@lru_cache(maxsize=1)
def _kept_by_name() -> Any:
    """A cache that knows a kernel by its name alone.

    Numba's own tells it by all that it closes over, pickled. Rules that are made by other functions are pickled
    in another way in almost every process, so each would compile again what another has left here. And it tells it
    by where a source lies and when it was written; our folder is named by what is in the sources.
    """
    from numba.core.caching import FunctionCache, IndexDataCacheFile

    class KeptByName(FunctionCache):  # type: ignore[misc, no-any-unimported]
        def __init__(self, function: Any, name: str, folder: Path) -> None:
            super().__init__(function)
            self.name = name
            self._cache_path = str(folder)
            self._cache_file = IndexDataCacheFile(self._cache_path, name, source_stamp=None)

        def _index_key(self, signature: Any, codegen: Any) -> Any:
            return signature, codegen.magic_tuple(), self.name

    return KeptByName


def bind(kernel: Any, arguments: tuple[Any, ...], alone: bool) -> Callable[[], int]:
    """A call of a compiled kernel with these arguments, always the same arrays, for who calls it again and again.

    Numba looks at every argument of every call, which takes longer than a step of one table. Here their addresses are
    written down once, as the compiled code takes them. `alone`: it is so soon done that no other thread need get on.
    """
    if not compiles_in_parts():
        return lambda: kernel(*arguments) or 0
    import ctypes

    (compiled,) = kernel.overloads.values()
    answer = np.zeros(2, np.int64)  # the result, and where an error would be told
    words = [compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)]
    words += [answer.ctypes.data, answer.ctypes.data + answer.itemsize]
    for given in arguments:
        if isinstance(given, int):
            words.append(given)
        else:  # an array that nobody counts references to: of so many things, so large, where, shape and strides
            words += [0, 0, given.size, given.itemsize, given.ctypes.data, *given.shape, *given.strides]
    plan = np.array(words, np.int64)
    prototype = (ctypes.PYFUNCTYPE if alone else ctypes.CFUNCTYPE)(ctypes.c_int64, ctypes.c_void_p)
    go, where = prototype(_trampoline(len(words))[1]), ctypes.c_void_p(plan.ctypes.data)
    kept = (kernel, arguments, answer, plan)  # as long as it may be called

    def call(go: Any = go, where: Any = where, kept: Any = kept) -> int:
        answered: int = go(where)
        return answered

    return call


@cache
def _trampoline(count: int) -> tuple[Any, int]:
    """Machine code that calls a kernel by so many words: its address, where the answer goes, and the rest."""
    from llvmlite import binding

    words = range(count)
    lines = [f'target triple = "{binding.get_process_triple()}"', "define i64 @go(ptr %plan) {"]
    for word in words:
        lines += [f"%at{word} = getelementptr i64, ptr %plan, i64 {word}", f"%word{word} = load i64, ptr %at{word}"]
    given = ", ".join(f"i64 %word{word}" for word in words[1:])
    lines += ["%kernel = inttoptr i64 %word0 to ptr", f"%status = call i32 %kernel({given})"]
    lines += ["%answer = inttoptr i64 %word1 to ptr", "%result = load i64, ptr %answer", "ret i64 %result", "}"]
    module = binding.parse_assembly("\n".join(lines))
    machine = binding.Target.from_default_triple().create_target_machine()
    engine = binding.create_mcjit_compiler(module, machine)
    engine.finalize_object()
    return engine, engine.get_function_address("go")


def argument_types(layout: Layout, rules: Any = None) -> dict[str, Any]:
    """The Numba types of the words with which kernels describe their arguments; trees depend on the rules."""
    import numba

    types = {
        "tables": numba.typeof(layout.new()),
        "effects": numba.typeof(EFFECTS.new()),
        "number": numba.int64,
        "numbers": numba.typeof(np.zeros(1, np.int64)),
        "rows": numba.typeof(np.zeros((1, 1), np.int64)),
        "grid": numba.typeof(np.zeros((1, 1), np.float32)),
        "mask": numba.typeof(np.zeros((1, 1), np.uint8)),
        "truths": numba.typeof(np.zeros(1, np.bool_)),
        "verdicts": numba.typeof(np.zeros((1, 1), np.bool_)),
        "weights": numba.typeof(np.zeros(1)),
    }
    return types if rules is None else types | {"trees": numba.typeof(new_tree(layout, rules))}


def rules_of(kernel: Callable[..., Any]) -> set[FunctionType]:
    """Every function that a kernel calls, by itself or through others."""
    found: set[FunctionType] = set()
    wanted = [kernel]
    while wanted:
        names = inspect.getclosurevars(wanted.pop())
        values = (*names.globals.values(), *names.nonlocals.values())
        called = {value for value in values if isinstance(value, FunctionType)}
        wanted += called - found
        found |= called
    return found


def _register_rules(kernel: Callable[..., Any]) -> None:
    """Make every rule of a kernel known to Numba."""
    from numba.extending import register_jitable

    options = {"pipeline_class": _part_of_a_kernel()} if compiles_in_parts() else {}
    for function in rules_of(kernel) - _registered:
        _registered.add(function)
        register_jitable(**options, **RULES)(function)


@cache
def compiles_in_parts() -> bool:
    """Whether rules are compiled only inside kernels; a Numba we don't know compiles them its own way, and slower."""
    return numba_version().rpartition(".")[0] in KNOWN_NUMBA and _has_known_insides()


def numba_cuda() -> Any:
    """Numba's words for GPUs."""
    from numba import cuda

    return cuda


def numba_version() -> str:
    """Major, minor and patch version of Numba."""
    import numba

    return ".".join(numba.__version__.split(".")[:3])


def _has_known_insides() -> bool:
    try:
        from numba.core.caching import FunctionCache
        from numba.core.compiler import Compiler, CompileResult
        from numba.core.registry import cpu_target

        context = cpu_target.target_context
        library = context.codegen().create_library("part of a kernel")
    except (ImportError, AttributeError):
        return False
    ways_in = (
        *((Compiler, "compile_extra"), (CompileResult, "_replace"), (context, "insert_user_function")),
        (FunctionCache, "_index_key"),
    )
    return all(hasattr(owner, name) for owner, name in (*ways_in, *((library, name) for name in INSIDES)))


@lru_cache(maxsize=1)
def _part_of_a_kernel() -> Any:
    """A compiler that leaves a rule unfinished: it becomes machine code only inside a kernel.

    Numba would optimise and assemble every rule on its own, with all the rules it calls, and then
    do it all again for its callers. Kernels are the only way in, so that work is left to them,
    which makes a game compile in little more than half the time. It rests on Numba's insides, so
    a Numba that may have others compiles every rule its own way (`compiles_in_parts`).
    """
    from numba.core.compiler import Compiler

    class PartOfAKernel(Compiler):  # type: ignore[misc, no-any-unimported]
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            flags = self.state.flags
            flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = flags.no_rewrites = True
            library = self.state.targetctx.codegen().create_library("part of a kernel")
            library.enable_object_caching()
            library.finalize = lambda: _link_without_optimising(library)
            library._optimize_functions = lambda module: None
            self.state.library = library

        def compile_extra(self, function: Any) -> Any:
            # Numba tells compiled functions apart by their entry point from Python. Nobody ever
            # calls this one; it only has to be a built-in function like no other.
            entry: Any = [].append
            part = super().compile_extra(function)._replace(entry_point=entry)
            part.target_context.insert_user_function(entry, part.fndesc, [part.library])
            return part

    return PartOfAKernel


@lru_cache(maxsize=1)
def _whole_kernel() -> Any:
    """A compiler that keeps all rules of a kernel to the kernel, whatever else has rules of these names."""
    from numba.core.compiler import Compiler

    class WholeKernel(Compiler):  # type: ignore[misc, no-any-unimported]
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            library = self.state.targetctx.codegen().create_library("kernel")
            library.enable_object_caching()
            optimise = library._optimize_final_module

            def optimise_whole() -> None:
                for function in library._final_module.functions:
                    if not function.is_declaration and function.linkage.name == "linkonce_odr":
                        function.linkage = "internal"
                optimise()

            library._optimize_final_module = optimise_whole
            self.state.library = library

    return WholeKernel


def _link_without_optimising(library: Any) -> None:
    for called in dict.fromkeys(library._linking_libraries):
        library._reload_init.update(called._reload_init)
        library._final_module.link_in(called._get_module_for_linking(), preserve=True)
    library._finalize_dynamic_globals()
    library._finalized = True


def cache_folder(game: Path, slug: str, guided: bool) -> Path | None:
    """Where the compiled kernels of a game are kept; None if nowhere can be written."""
    for root in _cache_roots():
        folder = root / fingerprint(game, guided) / slug
        try:
            folder.mkdir(parents=True, exist_ok=True)
            os.utime(folder.parent)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            _forget_unused(root)
            return folder
    return None


@cache
def fingerprint(game: Path, guided: bool) -> str:
    """A hash of all that a game's compiled kernels depend on: sources, pieces, the compiler."""
    import numba

    digest = hashlib.sha256()
    for path in sources_of(game, guided):
        digest.update(f"{path.parent.name}/{path.name}\0".encode())
        digest.update(path.read_bytes())
        digest.update(b"\0")
    settings: Any = numba.config
    versions = (platform.python_version(), np.__version__, numba.__version__, settings.BOUNDSCHECK, compiles_in_parts())
    digest.update(repr(versions).encode())
    return digest.hexdigest()[:16]


def _cache_roots() -> Iterator[Path]:
    chosen = os.environ.get("ARARAT_CACHE")
    if chosen:
        yield Path(chosen)
    yield Path(platformdirs.user_cache_dir("ararat"))
    yield Path(tempfile.gettempdir()) / f"ararat-{os.getuid() if hasattr(os, 'getuid') else 'cache'}"


def _forget_unused(root: Path) -> None:
    """Remove what no version of the rules has used for a long time."""
    import shutil

    for folder in root.iterdir():
        if len(folder.name) == 16 and folder.is_dir() and time.time() - folder.stat().st_mtime > UNUSED_DAYS * 86400:
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _cached_in(folder: Path | None) -> Iterator[None]:
    """Point Numba's cache to our folder while a kernel is made, and nobody else's functions."""
    import numba

    settings: Any = numba.config
    before = settings.CACHE_DIR
    if folder is not None:
        settings.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        settings.CACHE_DIR = before
