"""Actions as numbers: refused by the rule that they break."""

from __future__ import annotations

import pytest

import ararat
from ararat.core.engine import engine_of
from ararat.core.hooks import hooks_of
from ararat.games.animals_on_board.pieces import NAMES
from ararat.games.animals_on_board.rules.moves import DISCARD, KEEP, MOVES, PASS, TAKE, TILES, touched
from ararat.games.animals_on_board.state import Rule
from ararat.games.animals_on_board.views import STATE

from .positions import groups, position

GAME = ararat.game("animals-on-board")
ENGINE = engine_of(GAME.facts)
# Places: 0 ch-5, 1 cr-2, 2 el-1, 3 hidden, 4 pa-4, 5 ti-3
AREA = groups("cr-2 pa-4 ti-3", "el-1 hidden", "ch-5")


@pytest.mark.parametrize(
    "action, rule",
    [
        (PASS, "AB_4_12"),
        (0b00001, "AB_7_2"),  # cr-2, the first tile of its group
        (0b00010, "AB_7_2"),  # el-1, likewise
        (0b00100, "LEGAL"),  # hidden off el-1
        (0b01000, "LEGAL"),  # pa-4
        (0b11000, "LEGAL"),  # pa-4 and ti-3
        (0b01100, "AB_4_6"),  # hidden and pa-4 lie in two groups
        (0b100000, "AB_4_4"),  # there is no seventh tile
        (0b111000, "AB_4_4"),
        (TAKE + 0, "LEGAL"),  # ch-5 for one crate
        (TAKE + 1, "AB_4_8"),  # three tiles, one crate
        (TAKE + 3, "AB_4_4"),  # hidden does not lead a group
        (TAKE + 6, "AB_4_4"),
        (KEEP, "AB_9_1"),
        (DISCARD, "AB_9_1"),
        (MOVES.count, "AB_9_1"),
        (-1, "AB_9_1"),
    ],
)
def test_an_action_is_refused_by_the_rule_it_breaks(action, rule):
    state = position(players=2, area=AREA, crates=[1, 1], out=[], turn=0, made_up=True)
    state["deck"] = sorted([*state["deck"], *(t for g in state["area"] if g not in AREA for t in g)])
    state["area"] = sorted(AREA)
    assert Rule(ENGINE.refusal(STATE.table_of(state), action)).name == rule


def test_an_action_touches_the_tiles_that_its_move_names():
    """What a split cuts off and what it leaves, or what is taken; a tile that is kept or discarded is named already."""
    kinds, move_of = set(), hooks_of(GAME.facts).move_of
    for players in GAME.facts.players:
        batch = GAME.batch(2, players=players, seed=players)
        while not batch.over.all():
            offsets, actions = batch.legal()
            for number, table in enumerate(batch.tables):
                listed = actions[offsets[number] : offsets[number + 1]].tolist()
                for action in listed[:: 1 + len(listed) // 16]:
                    move = move_of(table, action)
                    off = move.get("off", move.get("group", []))
                    stays = [name for name in move.get("group", []) if name not in off]
                    found = [TILES.value(touched(table, action, nth)) for nth in range(2)]
                    assert found == [off, stays] and {*off, *stays} <= {*NAMES}
                    kinds.add(move["move"])
            batch.step(batch.draw(len(actions)))
    assert kinds >= {"split", "take", "keep"}
