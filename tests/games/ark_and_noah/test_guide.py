"""What the search knows about Ark & Noah: sensible moves, how likely they are, and how a table stands."""

from __future__ import annotations

from functools import cache
from math import isfinite

import numpy as np
import pytest

from ararat.core.engine import engine_of
from ararat.games.ark_and_noah import GAME, VARIANTS, guide, rules
from ararat.games.ark_and_noah.rules.moves import MOVES
from ararat.games.ark_and_noah.shapes import shapes_of
from ararat.games.ark_and_noah.state import Phase
from ararat.games.ark_and_noah.views import STATE

from ..arranging import tables_of_match
from .positions import board, fence, position

KINDS = [(players, variant) for players in GAME.players for variant in VARIANTS]
SPREAD = 25  # decisions from one table looked at to the next
MOST_WEIGHED = 120  # of the swaps there are thousands
ROOM = rules.MOST_ACTIONS + 1  # as the search has it


def sensible(table):
    actions = np.zeros(ROOM, np.int64)
    return actions[: guide.list_sensible(table, actions)].tolist()


def likely(table):
    """The sensible moves of a table with their parts of all weight, the likeliest first."""
    actions, weights = np.zeros(ROOM, np.int64), np.zeros(ROOM)
    count = guide.list_sensible(table, actions)
    guide.weigh(table, actions, count, weights)
    parts = weights[:count] / weights[:count].sum()
    return sorted(
        ((part, MOVES.move_of(table, int(action))) for part, action in zip(parts, actions[:count], strict=True)),
        key=lambda one: -one[0],
    )


@cache
def tables_of(players, variant):
    """Tables spread over a random match, and its end."""
    found, end = tables_of_match(GAME, players, {"variant": variant}, 5, SPREAD)
    return [*found, end]


@pytest.mark.parametrize(("players", "variant"), KINDS)
def test_sensible_moves_are_legal_and_have_weights(players, variant):
    for tables in tables_of(players, variant)[:-1]:
        legal = engine_of(GAME).actions(tables)
        found = sensible(tables[0])
        assert found and len(found) == len(set(found)) and set(found) <= set(legal)
        # A search compares moves: where there is a choice, some of it is left.
        assert len(found) > 1 or len(legal) == 1
        some = legal[:MOST_WEIGHED]
        weights = np.zeros(ROOM)
        guide.weigh(tables[0], np.array(some, np.int64), len(some), weights)
        assert all(isfinite(weight) and weight > 0 for weight in weights[: len(some)].tolist())


@pytest.mark.parametrize(("players", "variant"), KINDS)
def test_a_table_stands_as_its_result_says_at_the_end(players, variant):
    *others, over = tables_of(players, variant)
    stands = [guide.standing(over[0], seat) for seat in range(players)]
    assert stands == [engine_of(GAME).rules.score_of(over[0], seat) for seat in range(players)]
    assert all(
        engine_of(GAME).rules.is_winner(over[0], seat) == (stands[seat] == max(stands)) for seat in range(players)
    )
    assert all(isfinite(guide.standing(tables[0], seat)) for tables in others for seat in range(players))


def test_a_plank_that_closes_a_pen_for_the_own_pair_is_likeliest():
    ark = {edge: 0 for edge in fence("4,1") if edge != "V4,1"}
    state = position(ark=ark, animals={0: "dog-m dog-f"}, planks={0: 1, 1: 0}, pitch={0: 0, 1: 0})
    assert likely(STATE.table_of(state)[0])[0][1] == {"move": "plank", "edge": "V4,1"}


def test_a_pair_boards_where_the_own_planks_pay():
    ark = fence("3,1", 0) | fence("5,2", 1, {0: "H5,2"})
    state = position(phase="load", ark=ark, fed="3,1 5,2", animals={0: "dog-m", 1: "dog-f"})
    assert likely(STATE.table_of(state)[0])[0][1] == {"move": "board", "species": "dog", "pen": "3,1"}


def test_one_cell_of_a_pen_is_enough_to_think_of():
    state = position(phase="load", ark=fence("3,1 4,1", 0), food={0: 2}, animals={})
    moves = [move for _, move in likely(STATE.table_of(state)[0])]
    assert moves.count({"move": "feed", "cell": "3,1"}) == 1 and {"move": "feed", "cell": "4,1"} not in moves


def test_a_pair_with_a_pen_stands_better_than_without():
    ark = fence("3,1", 0) | fence("5,1", 1)
    with_pair, without = (
        STATE.table_of(position(phase="load", ark=ark, fed="3,1", animals=animals))[0]
        for animals in ({0: "dog-m dog-f"}, {0: "dog-m", 1: ""})
    )
    assert with_pair.phase == Phase.LOAD
    assert guide.standing(with_pair, 0) > guide.standing(without, 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_shapes_are_all_connected_sets_of_cells(players):
    """As many as fixed polyominoes have places on the board, with the borders of the rule file."""
    ground = board(players)
    found = {frozenset(cells) for cells in grown(ground)}
    shapes = shapes_of(players)
    assert len(shapes) == len(found) == len({shape.cells for shape in shapes})
    for shape in shapes:
        names = [f"{cell % 14},{cell // 14}" for cell in range(56) if shape.cells >> cell & 1]
        assert frozenset(names) in found and shape.size == len(names)
        assert shape.border.bit_count() == len(ground.border(names))
        assert shape.joints.bit_count() == len(ground.touched(names))
        assert shape.spare == (1 if shape.inside.bit_count() == 4 else 0)


def grown(ground):
    """Connected sets of one to four cells."""
    sets = {frozenset([cell]) for cell in ground.cells}
    for _ in range(4):
        yield from sets
        neighbours = {edge: cells for edge, cells in ground.cells_at.items() if len(cells) == 2}
        sets = {
            cells | {other}
            for cells in sets
            for pair in neighbours.values()
            for cell, other in (pair, reversed(pair))
            if cell in cells and other not in cells
        }
