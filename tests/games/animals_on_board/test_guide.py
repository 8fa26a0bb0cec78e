"""The guide: which moves a search looks at. What they are worth a net has learnt."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import ararat
from ararat.core.engine import engine_of
from ararat.games.animals_on_board import guide
from ararat.games.animals_on_board.pieces import NUMBER_OF_NAME
from ararat.games.animals_on_board.rules import MOST_ACTIONS
from ararat.games.animals_on_board.rules.moves import MOVES
from ararat.games.animals_on_board.views import STATE

from .positions import groups, position, tiles

GAME = ararat.game("animals-on-board")
PLAYERS = (2, 3, 4)


def tables_of_matches(players, matches=3, every=4):
    """Tables of random matches, and those at which they end."""
    rules = engine_of(GAME.facts)
    for seed in range(matches):
        random = Random(seed)
        tables = rules.start(rules.prototype(players, GAME.facts.checked_options(players, {})), seed)
        number = 0
        while tables[0]["turn"] >= 0:
            # Discards are rare: they are always looked at.
            if number % every == seed % every or tables[0]["phase"] == 2:
                yield tables.copy()
            rules.step(tables, random.choice(rules.actions(tables)))
            number += 1
        yield tables


def sensible(tables):
    actions = np.zeros(MOST_ACTIONS + 1, np.int64)
    return actions[: guide.list_sensible(tables[0], actions)].tolist()


def moves_of(state):
    """The moves worth a thought."""
    tables = STATE.table_of(state)
    return [MOVES.move_of(tables[0], action) for action in sensible(tables)]


@pytest.mark.parametrize("players", PLAYERS)
def test_what_is_worth_a_thought_is_legal_listed_once_and_never_nothing(players):
    for tables in tables_of_matches(players):
        if tables[0]["turn"] < 0:
            continue
        found = sensible(tables)
        assert found
        assert len(found) == len(set(found))
        assert set(found) <= set(engine_of(GAME.facts).actions(tables))


def test_the_best_parts_of_a_large_group_are_listed():
    """Three kangaroos among nine tiles make a herd; nothing smaller leads there one by one."""
    state = position(
        arks=[tiles("ze-1 cr-2"), tiles("ti-1 pa-1 pa-2")],
        crates=[2, 1],
        turn=0,
        area=groups("el-5 gi-5 ka-1 ka-2 ka-3 ti-4 ze-5 cr-5"),
        made_up=True,
    )
    parts = [set(move["off"]) for move in moves_of(state) if move["move"] == "split"]
    whole = set(state["area"][0])
    herd = {"kangaroo-1", "kangaroo-2", "kangaroo-3"}
    assert herd in parts or whole - herd in parts


def test_thousands_of_splits_become_a_few_dozen():
    tables = STATE.table_of(position(4, made_up=True))
    assert len(engine_of(GAME.facts).actions(tables)) >= 4095
    assert len(sensible(tables)) < 60


def set_of(names):
    """Tiles as a set of bits."""
    return sum(1 << NUMBER_OF_NAME[name] for name in tiles(names))


def test_the_last_turn_of_a_round_needs_only_one_split():
    state = position(
        arks=[tiles("ze-1 cr-2"), tiles("ti-1 pa-1 pa-2")],
        crates=[1, 0],
        out=[1],
        turn=0,
        area=groups("gi-1 pa-3 gi-3", "cr-4 el-1 hidden", "ze-3"),
        made_up=True,
    )
    kinds = [move["move"] for move in moves_of(state)]
    assert kinds.count("split") == 1
    assert kinds.count("take") == 1


def test_a_discard_is_the_lowest_tile_of_its_species():
    state = position(
        phase="discard",
        turn=0,
        arks=[tiles("ze-1 pa-2 pa-3 pa-4 pa-5 ti-1 ti-2 ti-3 el-4 cr-2 gi-3"), tiles("el-1 cr-1")],
        made_up=True,
    )
    moves = [move["tile"] for move in moves_of(state)]
    assert "zebra-1" in moves
    assert "panda-2" in moves
    assert not {"panda-3", "panda-4", "panda-5"} & set(moves)
