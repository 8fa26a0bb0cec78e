"""From what moves are worth to how likely they are."""

from math import exp
from types import SimpleNamespace

import numpy as np
import pytest

from ararat.core.hooks import hooks_of
from ararat.core.plain_guide import MARGIN, PAR
from ararat.core.worths import judge_each, soften
from ararat.games import all_facts


def test_what_is_worth_so_many_points_less_is_so_many_powers_of_e_less_likely():
    worths = np.array([1.0, 5.0, 3.0, 77.0])
    soften(worths, 3, 2.0, 4.0, -20.0)
    assert worths.tolist() == [exp(-2.0), 1.0, exp(-1.0), 77.0]


def test_nothing_is_less_likely_than_the_least():
    worths = np.array([0.0, -1000.0])
    soften(worths, 2, 1.0, 1.0, -12.0)
    assert worths.tolist() == [1.0, exp(-12.0)]


def test_every_move_is_judged_after_one_look_at_the_table():
    looks = []
    judge = judge_each(lambda table: looks.append(table) or len(looks), lambda table, action, sight: action + sight)
    table, worths = SimpleNamespace(), np.zeros(3)
    judge(table, np.array([10, 20, 30]), 2, worths)
    assert worths.tolist() == [11.0, 21.0, 0.0]
    assert looks == [table]


@pytest.mark.parametrize("facts", all_facts().values(), ids=all_facts())
def test_a_guide_that_says_nothing_of_par_and_margin_goes_by_the_plain_one(facts):
    written, offered = facts.module("guide"), hooks_of(facts).guide
    assert (getattr(written, "PAR", PAR), getattr(written, "MARGIN", MARGIN)) == (offered.PAR, offered.MARGIN)
