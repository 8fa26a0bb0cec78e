"""The rules compile for CUDA, unchanged and without a GPU. Run by `make test-cuda`."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import ararat

pytestmark = pytest.mark.cuda


@pytest.fixture(scope="module")
def ptx():
    """The PTX of every game, made in a process of its own: rules are registered for one target."""
    code = (
        "import json, ararat\n"
        "from ararat.core.gpu import compile_ptx\n"
        "from ararat.games import all_facts\n"
        "print(json.dumps({slug: compile_ptx(facts) for slug, facts in all_facts().items()}))"
    )
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


@pytest.mark.parametrize("slug", ararat.games())
def test_the_rules_of_a_game_compile_for_cuda(ptx, slug):
    text = ptx[slug]
    assert ".target sm_90" in text
    assert ".visible .entry" in text and "gpu_playouts" in text
    assert text.count("\n") > 500, "the rules are not in it"


@pytest.mark.parametrize("slug", ararat.games())
def test_nothing_in_it_allocates_or_raises(ptx, slug):
    for call in ("NRT_", "malloc", "numba_raise", "printf"):
        assert call not in ptx[slug]
