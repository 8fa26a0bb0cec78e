"""The tool that tells what searches give away (benchmarks/regret.py)."""

from __future__ import annotations

import itertools

import pytest

import regret
from ararat.games import all_facts
from ararat.players.search import Thought
from champions import BadPlan


def test_a_move_gives_away_what_the_best_one_has_over_it():
    worths = {3: 0.5, 4: 0.75, 9: 0.25}
    assert [regret.given_away(worths, action) for action in (4, 3, 9)] == [0, 0.25, 0.5]
    assert regret.given_away(worths, 77) == 0.5, "nobody knows it: as bad as the worst"


def test_moves_that_a_judge_hardly_tried_are_not_believed(monkeypatch):
    def said(facts, root, code, seed):
        return [
            Thought(1, 600, 0.4, 0.4, 0, 1, 0),
            Thought(2, 400, 0.2 * seed, 0, 0, 1, 0),
            Thought(3, 2, 1, 1, 0, 1, 0),
        ]

    monkeypatch.setattr(regret, "thoughts", said)
    assert regret.judged(None, None, "net:1000") == pytest.approx({1: 0.4, 2: 0.3})


def test_positions_are_decisions_of_all_parts_of_matches():
    facts = all_facts()["opti-mix"]
    roots = [*itertools.islice(regret.positions(facts, 3, seed=4), 120)]
    assert all(root[0]["turn"] >= 0 for root in roots) and len({root.tobytes() for root in roots}) > 100


def test_a_search_gives_away_less_than_one_that_hardly_looks():
    found = regret.measured(all_facts()["noah"], 2, "search:300/6", ["search:2/1", "search:200/6"], 12, 2, seed=1)
    few, many = found.given
    assert few.shape == (12,) and (few >= 0).all() and (many >= 0).all() and many.mean() < few.mean()
    kinds = set(found.kinds.tolist())
    assert kinds <= {"board", "sail", "give", "peek", "draw", "return"}
    assert sum(found.of_kind(kind).shape[1] for kind in kinds) == 12


def test_a_bot_that_does_not_search_is_refused():
    (root,) = itertools.islice(regret.positions(all_facts()["noah"], 2, seed=1), 1)
    with pytest.raises(BadPlan):
        regret.thoughts(all_facts()["noah"], root, "random", 1)
