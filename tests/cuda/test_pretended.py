"""The lane of GPUs on any machine: a GPU is pretended, and batches there are equal to those of the CPU."""

from __future__ import annotations

import pytest

import ararat
from ararat.batch import cuda
from lengths import amount, in_turn

from .devices import compare_devices, compare_lookahead, compare_random_games
from .pretended import pretended_gpu


@pytest.mark.parametrize("slug", in_turn(ararat.games(), 2))
def test_batches_are_equal_where_a_gpu_is_pretended(slug, monkeypatch):
    for name, few in {"WORTH_SORTING": 1, "STRIP": 5, "THREADS": 4}.items():  # so that few tables go all ways
        monkeypatch.setattr(cuda, name, few)
    least, most = ararat.game(slug).players[0], ararat.game(slug).players[-1]
    with pretended_gpu():
        compare_devices(slug, most, size=8, steps=amount(2, long=80))
        compare_random_games(slug, least, amount(1, long=5))
        compare_lookahead(slug, most, size=4, steps=amount(1, long=8))
