"""The rules compile and link for CUDA, unchanged and without a GPU, and where there is one do the same as on the CPU.

Run by `make test-cuda`.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

import ararat
from ararat.core.gpu import has_gpu, link
from ararat.core.gpu_kernels import GPU_KERNELS

from .devices import compare_devices, compare_libraries, compare_random_games

pytestmark = pytest.mark.cuda
needs_gpu = pytest.mark.skipif(not has_gpu(), reason="there is no GPU here")


@pytest.fixture(scope="module")
def ptx():
    """The PTX of every kernel of every game, each game's made in a process of its own."""
    code = (
        "import json, sys, ararat\n"
        "from ararat.core.gpu import compile_ptx\n"
        "from ararat.core.gpu_kernels import GPU_KERNELS\n"
        "from ararat.games import all_facts\n"
        "print(json.dumps({name: compile_ptx(all_facts()[sys.argv[1]], name) for name in GPU_KERNELS}))"
    )
    running = {
        slug: subprocess.Popen([sys.executable, "-W", "ignore", "-c", code, slug], stdout=subprocess.PIPE, text=True)
        for slug in ararat.games()
    }
    return {slug: json.loads(process.communicate(timeout=1800)[0]) for slug, process in running.items()}


@pytest.mark.parametrize("slug", ararat.games())
def test_every_kernel_of_a_game_compiles_for_cuda(ptx, slug):
    for name, text in ptx[slug].items():
        assert ".target sm_90" in text
        assert ".visible .entry" in text and f"gpu_{name}" in text
    assert ptx[slug]["step"].count("\n") > 500, "the rules are not in it"


@pytest.mark.parametrize("slug", ararat.games())
def test_nothing_in_them_allocates_or_raises(ptx, slug):
    for name, text in ptx[slug].items():
        for call in ("NRT_", "malloc", "numba_raise", "printf"):
            assert call not in text, name


@pytest.mark.parametrize("slug", ararat.games())
def test_they_link_and_every_table_lies_in_memory_once(ptx, slug):
    for name, text in ptx[slug].items():
        assert ".const" not in text, f"{name}: constants beyond 64 KiB can't be loaded"
        tables = re.findall(r"\.global[^=\n]* (table_\w+)\[", text)
        assert len(tables) == len(set(tables))
        assert link(text).startswith(b"\x7fELF"), name
    assert set(ptx[slug]) == set(GPU_KERNELS)


@needs_gpu
@pytest.mark.parametrize("slug", ararat.games())
def test_batches_on_both_devices_are_equal(slug):
    for players in {ararat.game(slug).players[0], ararat.game(slug).players[-1]}:
        compare_devices(slug, players)
        compare_random_games(slug, players, 5000)


@needs_gpu
def test_libraries_take_arrays_without_a_copy():
    compare_libraries("noah")
