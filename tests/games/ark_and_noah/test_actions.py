"""Actions as numbers: of fixed meaning, refused by the rule that they break."""

from __future__ import annotations

import pytest

from ararat.core.engine import engine_of
from ararat.games.ark_and_noah.board import EDGES
from ararat.games.ark_and_noah.names import A_CELL, A_JOINT, AN_EDGE
from ararat.games.ark_and_noah.pieces import SPECIES, TILES
from ararat.games.ark_and_noah.rules import moves
from ararat.games.ark_and_noah.rules.moves import BOARD, DONE, DRAW, FEED, MOVES, PITCH, PLANK, SWAP, TRADE
from ararat.games.ark_and_noah.state import Rule
from ararat.games.ark_and_noah.views import STATE

from .positions import GAME, fence, position

ENGINE = engine_of(GAME.facts)
ACTIONS = MOVES.count
action_of, move_of, table_of = MOVES.action_of, MOVES.move_of, STATE.table_of


def broken(state, action):
    return [Rule(number).name for number in ENGINE.broken(table_of(state), action)]


def test_numbers_mean_what_they_always_meant():
    """Learners keep these numbers."""
    starts = [moves.ACTION, moves.BAG, moves.PICK, moves.REWARD, SWAP, DRAW, TRADE, moves.KEEP]
    assert starts == [7, 14, 16, 68, 72, 6513, 6515, 9219]
    assert (PLANK, PITCH, FEED, BOARD, DONE, ACTIONS) == (9220, 9334, 9384, 9440, 10896, 10897)
    table = table_of(position())[0]
    dog, cat = TILES.index("dog-m"), TILES.index("cat-f")
    assert move_of(table, 3) == {"move": "worker", "action": "exchange"}
    assert move_of(table, 7 + 6) == {"move": "action", "name": "load"}
    assert move_of(table, 14) == {"move": "bag", "sex": "f"}
    assert move_of(table, 16 + dog) == {"move": "pick", "animal": "dog-m"}
    assert move_of(table, 68 + 2) == {"move": "reward", "kind": "plank"}
    assert move_of(table, DRAW + 1) == {"move": "draw", "sex": "m"}
    assert move_of(table, TRADE + 52 * dog + cat) == {"move": "trade", "give": "dog-m", "take": "cat-f"}
    assert move_of(table, PLANK + AN_EDGE.number("V3,1")) == {"move": "plank", "edge": "V3,1"}
    assert move_of(table, PITCH + A_JOINT.number("J2,0")) == {"move": "pitch", "joint": "J2,0"}
    assert move_of(table, FEED + 14 * 2 + 3) == {"move": "feed", "cell": "3,2"}
    lion = SPECIES.index("lion")
    assert move_of(table, BOARD + 56 * lion + 14 + 2) == {"move": "board", "species": "lion", "pen": "2,1"}
    assert move_of(table, DONE) == {"move": "done"}


def test_every_two_edges_are_one_swap_whatever_their_order():
    table = table_of(position(phase="exchange", players=4, animals={0: "dog-m"}, actor=0))[0]
    numbers = set()
    for second, edge in enumerate(EDGES):
        for other in EDGES[:second]:
            action = action_of(table, {"move": "swap-planks", "edges": [edge, other]})
            assert move_of(table, action) == {"move": "swap-planks", "edges": [other, edge]}
            numbers.add(action)
    assert numbers == set(range(SWAP, DRAW))


@pytest.mark.parametrize(
    ("action", "rules"),
    [
        (PLANK + AN_EDGE.number("H3,1"), []),
        (PLANK + AN_EDGE.number("V2,0"), ["AN_4_63"]),
        (PLANK + AN_EDGE.number("H13,2"), ["AN_7_4"]),
        (PITCH + A_JOINT.number("J2,0"), []),
        (PITCH + A_JOINT.number("J4,0"), ["AN_4_68"]),
        (PITCH + A_JOINT.number("J14,2"), ["AN_7_4"]),
        (FEED + A_CELL.number("2,0"), ["AN_7_3"]),
        (DONE, []),
        (0, ["AN_7_3"]),
        (ACTIONS, ["AN_7_2"]),
        (-1, ["AN_7_2"]),
        (2**40, ["AN_7_2"]),
    ],
)
def test_an_action_is_refused_by_the_rule_it_breaks(action, rules):
    assert broken(position(ark=fence("2,0")), action) == rules
