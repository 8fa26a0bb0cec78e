"""The guide: what the search looks at, what it expects of good players, and how it judges a table."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import numpy as np
import pytest

import ararat
from ararat.core.engine import engine_of
from ararat.games.animals_on_board import guide
from ararat.games.animals_on_board.pieces import NUMBER_OF_NAME
from ararat.games.animals_on_board.rules import MOST_ACTIONS
from ararat.games.animals_on_board.rules.moves import MOVES, TAKE
from ararat.games.animals_on_board.views import STATE

from .positions import groups, position, tiles

GAME = ararat.game("animals-on-board")
PLAYERS = (2, 3, 4)
# What a bot of common sense, written by hand, once did at the tables of the test below.
COMMON_SENSE = json.loads((Path(__file__).parent / "common_sense.json").read_text("utf-8"))


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


def weights_of(tables, actions):
    weights = np.zeros(len(actions))
    guide.weigh(tables[0], np.array(actions, np.int64), len(actions), weights)
    return weights


def weighed(state):
    """The moves worth a thought, each with its weight, the likeliest first."""
    tables = STATE.table_of(state)
    actions = sensible(tables)
    weights = weights_of(tables, actions)
    order = np.argsort(-weights)
    return [(MOVES.move_of(tables[0], actions[n]), float(weights[n])) for n in order]


@pytest.mark.parametrize("players", PLAYERS)
def test_what_is_worth_a_thought_is_legal_listed_once_and_never_nothing(players):
    for tables in tables_of_matches(players):
        if tables[0]["turn"] < 0:
            continue
        found = sensible(tables)
        assert found
        assert len(found) == len(set(found))
        assert set(found) <= set(engine_of(GAME.facts).actions(tables))


@pytest.mark.parametrize("players", PLAYERS)
def test_every_legal_action_has_a_weight_above_nothing(players):
    for tables in tables_of_matches(players):
        if tables[0]["turn"] < 0:
            continue
        # A long list is thinned out, to be quick: the first and last, and some between.
        actions = engine_of(GAME.facts).actions(tables)
        weights = weights_of(tables, actions[:: 1 + len(actions) // 60] + actions[-10:])
        assert np.isfinite(weights).all()
        assert (weights > 0).all()


@pytest.mark.parametrize("players", PLAYERS)
def test_at_the_end_whoever_has_won_stands_best_and_the_rest_in_the_order_of_points(players):
    rules = engine_of(GAME.facts).rules
    for tables in tables_of_matches(players, matches=12, every=10_000):
        table = tables[0]
        stands = [guide.standing(table, seat) for seat in range(players)]
        assert np.isfinite(stands).all()
        if table["turn"] >= 0:
            continue
        winners = [seat for seat in range(players) if rules.is_winner(table, seat)]
        assert winners == [seat for seat in range(players) if stands[seat] == max(stands)]
        assert [round(stand) for stand in stands] == [rules.score_of(table, seat) for seat in range(players)]


@pytest.mark.parametrize("players", PLAYERS)
def test_what_is_expected_of_others_is_common_sense(players):
    rules = engine_of(GAME.facts)
    turns = [tables.copy() for tables in tables_of_matches(players, matches=3, every=6) if tables[0]["phase"] == 1]
    for tables, done in zip(turns, COMMON_SENSE[str(players)], strict=True):
        listed = np.array([done, *(action for action in rules.actions(tables) if action != done)], np.int64)
        weights = np.zeros(len(listed))
        guide.expect(tables[0], listed, len(listed), weights)
        assert weights[0] > 0.99 * weights.max()
    takes = sum(done >= TAKE for done in COMMON_SENSE[str(players)])
    assert 2 < takes < len(turns) - 2


def test_the_best_parts_of_a_large_group_are_listed():
    """Three kangaroos among nine tiles make a herd; nothing smaller leads there one by one."""
    state = position(
        arks=[tiles("ze-1 cr-2"), tiles("ti-1 pa-1 pa-2")],
        crates=[2, 1],
        turn=0,
        area=groups("el-5 gi-5 ka-1 ka-2 ka-3 ti-4 ze-5 cr-5"),
        made_up=True,
    )
    parts = [set(move["off"]) for move, _ in weighed(state) if move["move"] == "split"]
    whole = set(state["area"][0])
    herd = {"kangaroo-1", "kangaroo-2", "kangaroo-3"}
    assert herd in parts or whole - herd in parts


def test_thousands_of_splits_become_a_few_dozen():
    tables = STATE.table_of(position(4, made_up=True))
    assert len(engine_of(GAME.facts).actions(tables)) >= 4095
    assert len(sensible(tables)) < 60


def test_the_third_panda_is_what_the_owner_of_two_takes():
    state = position(
        arks=[tiles("ze-1 pa-1 pa-2"), tiles("ti-1 gi-1 el-2")],
        crates=[1, 2],
        turn=0,
        area=groups("pa-3", "cr-1", "cr-3", "el-1 gi-2", "hidden ze-4 ti-2 ti-4"),
        made_up=True,
    )
    move, weight = weighed(state)[0]
    assert move == {"move": "take", "group": ["panda-3"]}
    others = [one for other, one in weighed(state)[1:] if other["move"] == "take"]
    assert others
    assert weight > 3 * max(others)


def test_a_split_does_not_lay_a_herd_before_the_next_seat():
    # Seat 1 has two pandas and one crate: a lone panda would be its third.
    state = position(
        arks=[tiles("ze-1 cr-2 el-5"), tiles("ti-1 pa-1 pa-2")],
        crates=[0, 1],
        turn=0,
        area=groups("gi-1 pa-3 gi-3 ti-2", "cr-4 el-1 hidden ze-3 ti-3"),
        made_up=True,
    )
    found = {tuple(move["off"]): weight for move, weight in weighed(state) if "panda-3" in move["group"]}
    assert found[("panda-3",)] < found[("tiger-2",)]


def test_a_pair_stands_for_less_when_no_third_can_come_and_for_nothing_in_a_full_ark():
    def stand(mine, theirs):
        return guide.standing(STATE.table_of(position(arks=[tiles(mine), tiles(theirs)], turn=1, made_up=True))[0], 0)

    assert stand("ze-1 pa-1 pa-2", "ti-1 gi-1 el-2") > stand("ze-1 pa-1 pa-2", "pa-3 pa-4 pa-5")
    # With a second zebra the first one is lost too: its point, and nothing more.
    alone = set_of("ze-1 ti-2 gi-3 el-4")
    assert guide.points_of_full(set_of("ze-1 ze-2 ti-2 gi-3 el-4")) == guide.points_of_full(alone) - 1


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
    kinds = [move["move"] for move, _ in weighed(state)]
    assert kinds.count("split") == 1
    assert kinds.count("take") == 1


def test_a_discard_is_the_lowest_tile_of_its_species_and_the_cheapest_likeliest():
    state = position(
        phase="discard",
        turn=0,
        arks=[tiles("ze-1 pa-2 pa-3 pa-4 pa-5 ti-1 ti-2 ti-3 el-4 cr-2 gi-3"), tiles("el-1 cr-1")],
        made_up=True,
    )
    moves = [move["tile"] for move, _ in weighed(state)]
    assert moves[0] == "zebra-1"
    assert "panda-2" in moves
    assert not {"panda-3", "panda-4", "panda-5"} & set(moves)
