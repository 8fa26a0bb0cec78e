"""Actions as numbers: of fixed meaning, refused by the rule that they break."""

from __future__ import annotations

import pytest

import ararat
from ararat.core.engine import engine_of
from ararat.games.noah.rules import moves
from ararat.games.noah.rules.moves import COLLECT, DRAW, GIVE, MOVES, PASS, PEEK, RECALL, RETURN, SAIL, STACK
from ararat.games.noah.state import Rule
from ararat.games.noah.views import STATE

from .positions import position

GAME = ararat.game("noah")
ENGINE = engine_of(GAME.facts)
CAT_M, LION_F, SNAIL_F, SNAIL_M, PARROT_F = 3, 16, 24, 25, 20


def refusal(state, action):
    return Rule(ENGINE.refusal(STATE.table_of(state), action)).name


def test_numbers_mean_what_they_always_meant():
    """Learners keep these numbers."""
    assert (COLLECT, PEEK, DRAW, RETURN, SAIL, GIVE, STACK, RECALL, PASS) == (36, 37, 42, 52, 80, 85, 225, 253, 363)
    assert MOVES.count == 364 and moves.BOARD_FROG == 28 and moves.FLEE == 47
    assert MOVES.move_of(None, CAT_M) == {"move": "board", "animal": "cat", "sex": "m"}
    assert MOVES.move_of(None, SNAIL_M) == {"move": "board", "animal": "snail", "sex": "m"}
    assert MOVES.move_of(None, 28) == {"move": "board", "animal": "frog", "sex": "f", "mass": 2}
    assert MOVES.move_of(None, 35) == {"move": "board", "animal": "frog", "sex": "m", "mass": 5}
    assert MOVES.move_of(None, GIVE + 5 * SNAIL_F + 3) == {"move": "give", "animal": "snail", "sex": None, "player": 3}
    assert MOVES.move_of(None, RECALL + 22 * 4 + 7) == {"move": "recall", "boat": 4, "place": 7}


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (CAT_M, "LEGAL"),
        (LION_F, "NO_4_5"),
        (SNAIL_F, "NO_4_5"),
        (SNAIL_M, "LEGAL"),
        (PARROT_F, "NO_4_3"),
        (COLLECT, "NO_4_9"),
        (PEEK, "NO_7_2"),
        (PASS, "NO_7_2"),
        (MOVES.count, "NO_7_2"),
        (-1, "NO_7_2"),
        (2**40, "NO_7_2"),
    ],
)
def test_an_action_is_refused_by_the_rule_it_breaks(action, rule):
    state = position(here="bear m, cat m", hand="cat m, lion f, snail", hands={1: "parrot m", 2: "panda m"})
    assert refusal(state, action) == rule


def test_a_seat_that_does_not_exist_and_a_snail_with_a_sex_in_hand_are_no_actions():
    state = position(phase="give", departures=1, gifts=1, hand="cat m, snail", hands={1: "parrot m", 2: "panda m"})
    assert refusal(state, GIVE + 5 * CAT_M + 1) == "LEGAL"
    assert refusal(state, GIVE + 5 * CAT_M + 0) == "NO_4_15"
    assert refusal(state, GIVE + 5 * CAT_M + 3) == "NO_7_1"
    assert refusal(state, GIVE + 5 * SNAIL_F + 1) == "LEGAL"
    assert refusal(state, GIVE + 5 * SNAIL_M + 1) == "NO_4_3"
