"""Actions as numbers: of fixed meaning, refused by the rules that they break."""

from __future__ import annotations

import pytest

from ararat.core.engine import engine_of
from ararat.games.opti_mix.pieces import CARDS as NAMES
from ararat.games.opti_mix.pieces import MOST_CABINS
from ararat.games.opti_mix.rules.moves import BOOST, EJECT, MOVES, NO_BOOST, NO_PET, PASS, PET, PICK, PLAY, STOP
from ararat.games.opti_mix.state import Rule
from ararat.games.opti_mix.views import STATE

from .positions import GAME, play, position

ENGINE = engine_of(GAME.facts)
COW, DOG, LION, MOUSE, SKUNK = map(NAMES.index, ("cow", "dog", "lion", "mouse", "skunk"))


def broken(state, action):
    return [Rule(number).name for number in ENGINE.broken(STATE.table_of(state), action)]


def test_numbers_mean_what_the_drawing_says():
    """The scheme at the top of rules/moves.py, whose numbers learners keep."""
    assert (PLAY, EJECT, BOOST, NO_BOOST, PICK, STOP) == (49, 4263, 4410, 4414, 4415, 4464)
    assert (PET, NO_PET, PASS, MOVES.count) == (4465, 4514, 4515, 4516)
    table = STATE.table_of(position(cabins="P1 cow; S1 horse; S2 pig; P2 llama", hand="skunk"))[0]
    assert MOVES.move_of(table, COW) == {"move": "take", "card": "cow"}
    assert MOVES.move_of(table, PLAY + 86 * DOG) == play("dog", "P1")
    assert MOVES.move_of(table, PLAY + 86 * DOG + 43 + 11) == play("dog", "S12")
    assert MOVES.move_of(table, EJECT + 49 * 1 + COW) == {**play("skunk", "P1"), "eject": "cow"}
    assert MOVES.move_of(table, BOOST + 2) == {"move": "boost", "type": "shy"}
    assert MOVES.move_of(table, NO_BOOST) == {"move": "boost", "type": None}
    assert MOVES.move_of(table, PICK + LION) == {"move": "pick", "card": "lion"}
    assert MOVES.move_of(table, PET + MOUSE) == {"move": "pet", "card": "mouse"}
    assert MOVES.move_of(table, NO_PET) == {"move": "pet", "card": None}


def test_all_cabins_that_there_never_can_be_are_one_action():
    table = STATE.table_of(position(hand="mouse"))[0]
    last = MOVES.action_of(table, play("mouse", f"P{MOST_CABINS + 2}"))
    assert MOVES.action_of(table, play("mouse", f"P{MOST_CABINS + 1}")) == last - 1
    for number in (MOST_CABINS + 3, 999, 10**6, 10**400):
        assert MOVES.action_of(table, play("mouse", f"P{number}")) == last


@pytest.mark.parametrize(
    ("action", "rules"),
    [
        (PLAY + 86 * MOUSE, []),
        (PLAY + 86 * DOG, ["OM_4_3", "OM_4_13"]),
        (PLAY + 86 * LION, ["OM_4_13", "OM_4_14"]),
        (PLAY + 86 * LION + 20, ["OM_4_10", "OM_4_13"]),
        (EJECT + 49 * 1 + COW, []),
        (EJECT + 49 * 1 + LION, ["OM_4_27"]),
        (STOP, ["OM_4_1"]),
        (PASS, ["OM_4_1"]),
        (NO_BOOST, ["OM_7_2"]),
        (PICK + COW, ["OM_7_2"]),
        (NO_PET, ["OM_7_2"]),
        (MOVES.count, ["OM_7_2"]),
        (-1, ["OM_7_2"]),
        (2**40, ["OM_7_2"]),
    ],
)
def test_an_action_is_refused_by_all_the_rules_it_breaks(action, rules):
    state = position(cabins="P1 cow; S1 horse", hand="mouse, lion, skunk", tilt=-2)
    assert broken(state, action) == rules
