"""What the search knows about Noah: likely moves, and how a table stands."""

from functools import cache
from itertools import pairwise
from math import isfinite

import numpy as np
import pytest

from ararat.core.engine import engine_of
from ararat.core.result import is_winner
from ararat.games.noah import GAME as FACTS
from ararat.games.noah.guide import LEVELS, SCALE, cards_for, standing, weigh
from ararat.games.noah.pieces import CROCODILE, FROG, SLOTS, SNAIL
from ararat.games.noah.rules import MOST_ACTIONS, MOVES, list_actions
from ararat.games.noah.rules.boats import refuse_aboard
from ararat.games.noah.state import Phase
from ararat.games.noah.views import STATE

from ..arranging import tables_of_match
from .positions import position

ENGINE = engine_of(FACTS)
EVERY_MATCH = [
    (1, {}),
    (2, {}),
    (3, {"frog": True}),
    (4, {"crocodile": True, "ending": "to-26"}),
    (5, {}),
]
MATCHES = 2
PROMOS = (CROCODILE, FROG)
EVERY = 9  # decisions between two positions that are looked at


@cache
def tables_of_matches(number):
    """Tables of random matches, some of every phase met, and the tables at their ends."""
    players, options = EVERY_MATCH[number]
    matches = [tables_of_match(FACTS, players, options, seed, EVERY) for seed in range(MATCHES if players > 1 else 12)]
    return [tables[0] for found, _ in matches for tables in found], [end[0] for _, end in matches]


def weights_of(table):
    """What the guide makes of every legal action."""
    actions = np.zeros(MOST_ACTIONS, np.int64)
    count = list_actions(table, actions)
    weights = np.full(count, np.nan)
    weigh(table, actions, count, weights)
    return dict(zip(actions[:count].tolist(), weights.tolist(), strict=True))


def likelier(state, move, other):
    table = STATE.table_of(state)[0]
    weights = weights_of(table)
    return weights[MOVES.action_of(table, move)] > weights[MOVES.action_of(table, other)]


def standings(state):
    table = STATE.table_of(state)[0]
    return [standing(table, seat) for seat in range(state["players"])]


def board(animal, sex):
    return {"move": "board", "animal": animal, "sex": sex}


def sail(boat):
    return {"move": "sail", "boat": boat}


def give(animal, sex, player):
    return {"move": "give", "animal": animal, "sex": sex, "player": player}


@pytest.mark.parametrize("number", range(len(EVERY_MATCH)))
def test_every_legal_action_has_a_weight(number):
    tables, _ = tables_of_matches(number)
    assert {int(table.phase) for table in tables} >= {Phase.BOARD, Phase.SAIL}
    for table in tables:
        assert all(isfinite(weight) and weight > 0 for weight in weights_of(table).values())


def test_all_phases_are_looked_at():
    met = {int(table.phase) for number in range(len(EVERY_MATCH)) for table in tables_of_matches(number)[0]}
    assert met == set(Phase) - {Phase.OVER}


@pytest.mark.parametrize("number", range(len(EVERY_MATCH)))
def test_the_weights_depend_on_the_table_alone(number):
    for table in tables_of_matches(number)[0]:
        actions = np.zeros(MOST_ACTIONS, np.int64)
        count = list_actions(table, actions)
        forwards, backwards = np.zeros(count), np.ones(count)
        weigh(table, actions, count, forwards)
        weigh(table, actions[:count][::-1], count, backwards)
        assert forwards.tolist() == backwards[::-1].tolist()


@pytest.mark.parametrize("number", range(len(EVERY_MATCH)))
def test_in_the_end_the_standing_is_the_result(number):
    for table in tables_of_matches(number)[1]:
        seats = range(table.players)
        most = max(standing(table, seat) for seat in seats)
        for seat in seats:
            assert standing(table, seat) == -table.scores[seat]
            if len(seats) > 1:
                assert is_winner(table, seat) == (standing(table, seat) == most)


@pytest.mark.parametrize("number", range(len(EVERY_MATCH)))
def test_before_the_end_every_standing_is_finite(number):
    for table in tables_of_matches(number)[0]:
        assert all(isfinite(standing(table, seat)) for seat in range(table.players))


@pytest.mark.parametrize("number", [0, 1, 4])
def test_the_cards_that_fit_are_those_of_the_rules(number):
    """On plain boats and without promo animals, whose rules the guide makes simpler."""
    for table in tables_of_matches(number)[0][::4]:
        for quay in np.flatnonzero(table.boats):
            if quay == table.noah and table.phase != Phase.BOARD:
                continue  # it may be about to leave
            fitting, filling = cards_for(table, quay)
            for slot, card in enumerate(SLOTS.card_of.tolist()):
                if card >> 1 in PROMOS:
                    continue
                ways = [card, card ^ 1] if card >> 1 == SNAIL else [card]
                assert bool(fitting >> slot & 1) == any(refuse_aboard(table, quay, way, 0) == 0 for way in ways)
            assert filling & ~fitting == 0


def test_pandas_go_aboard_first_and_snails_last():
    state = position(here="bear f", hand="panda m, cat m, snail, rhinoceros m")
    assert likelier(state, board("panda", "m"), board("cat", "m"))
    assert likelier(state, board("cat", "m"), board("snail", "m"))


def test_a_full_boat_is_likelier_than_one_nearly_full():
    state = position(here="elephant m, rhinoceros m", hand="cat m, panda f, snail, parrot f")
    assert likelier(state, board("cat", "m"), board("snail", "m"))
    state = position(here="elephant m, bear f", hand="frog m, cat m, cat f, parrot f", frog=True)
    assert likelier(state, {**board("frog", "m"), "mass": 4}, board("frog", "m"))


def test_noah_goes_where_the_next_seat_is_stuck():
    hands = {1: "elephant m, bear f", 2: "cat m, cat f"}
    boats = {1: "elephant f, rhinoceros f", 4: "parrot f"}
    state = position(phase="sail", here="cat f", hand="lion f, cat m", boats=boats, hands=hands)
    assert likelier(state, sail(1), sail(4))


def test_noah_goes_where_one_can_play_after_a_pair():
    boats = {1: "rhinoceros f, giraffe f", 4: "parrot f"}
    state = position(phase="sail", here="cat f, cat f", hand="elephant m, bear m", boats=boats)
    assert likelier(state, sail(4), sail(1))


def test_dear_cards_are_given_away():
    state = position(phase="give", departures=1, gifts=1, hand="bear m, panda f, snail")
    for player in (1, 2):
        assert likelier(state, give("panda", "f", player), give("bear", "m", player))
        assert likelier(state, give("bear", "m", player), give("snail", None, player))


def test_a_look_goes_to_the_next_seat():
    state = position(phase="peek", here="giraffe m", hand="cat f")
    assert likelier(state, {"move": "peek", "player": 1}, {"move": "peek", "player": 2})


def test_alone_noah_goes_where_a_card_fits():
    state = position(1, phase="sail", here="cat f", hand="bear f", boats={1: "elephant m, rhinoceros m", 4: "parrot f"})
    assert likelier(state, sail(4), sail(1))


def test_points_and_dear_cards_lower_the_standing():
    hands = {1: "cat m, cat f", 2: "cat m, cat f"}
    even = standings(position(hand="kangaroo m, kangaroo f", hands={1: "kangaroo m, kangaroo f", 2: "cat m, cat f"}))
    assert even[0] == even[1]
    behind = standings(position(hand="cat m, cat f", hands={1: "panda m, cat f", 2: "kangaroo m, kangaroo f"}))
    assert behind[1] < min(behind[0], behind[2])
    poor = standings(position(hand="bear m, bear f", hands=hands, scores=[0, 5, 9]))
    assert poor[1] > poor[2]


def test_a_panda_weighs_more_while_somebody_is_about_to_go_out():
    def price(others):
        first, second, _ = standings(position(hand="panda m, bear m", hands={1: "cat f, bear f", 2: others}))
        return second - first

    assert price("parrot m") > price("parrot m, elephant f, elephant m") > 0


def test_a_lead_counts_more_in_the_last_round():
    def lead(round_number):
        first, second, _ = standings(position(round_number=round_number, scores=[0, 8, 8], hand="bear m, bear f"))
        return first - second

    assert lead(1) < lead(2) < lead(3) and lead(3) > SCALE


def test_alone_fewer_tears_left_stand_better():
    few = standings(position(1, hand="bear m, cat f", deck="elephant m"))
    many = standings(position(1, hand="bear m, cat f", deck="elephant m, panda m"))
    assert many[0] < few[0]


def test_levels_think_more_and_slip_less_from_one_to_the_next():
    assert len(LEVELS) == 5
    for level, higher in pairwise(LEVELS):
        assert level.playouts <= higher.playouts and level.sight <= higher.sight and level.slips >= higher.slips
    assert LEVELS[-1].slips == 0
