"""What the search knows about Arche Opti Mix: likely moves, and how a table stands."""

from functools import cache
from itertools import pairwise
from math import isfinite

import numpy as np
import pytest

from ararat.core.engine import engine_of
from ararat.core.result import is_winner
from ararat.games.opti_mix import GAME as FACTS
from ararat.games.opti_mix import SKUNK
from ararat.games.opti_mix.guide import LEVELS, standing, weigh
from ararat.games.opti_mix.rules import list_actions
from ararat.games.opti_mix.rules.moves import MOVES
from ararat.games.opti_mix.state import Phase
from ararat.games.opti_mix.views import STATE

from ..arranging import after, tables_of_match
from .positions import LEVEL, PASS, STOP, boost, pet, pick, play, position, take

ENGINE = engine_of(FACTS)
COUNTS = [3, 4, 5]
MATCHES = 3
EVERY = 7  # decisions between two positions that are looked at


@cache
def tables_of_matches(players):
    """Tables of random matches, some of every phase but the last, and the tables at their ends."""
    matches = [tables_of_match(FACTS, players, {}, seed, EVERY) for seed in range(MATCHES)]
    return [tables[0] for found, _ in matches for tables in found], [end[0] for _, end in matches]


def weights_of(table):
    """What the guide makes of every legal action."""
    actions = np.zeros(2000, np.int64)
    count = list_actions(table, actions)
    weights = np.full(count, np.nan)
    weigh(table, actions, count, weights)
    return dict(zip(actions[:count].tolist(), weights.tolist(), strict=True))


def weight(state, move):
    table = STATE.table_of(state)[0]
    return weights_of(table)[MOVES.action_of(table, move)]


def likelier(state, move, other):
    return weight(state, move) > weight(state, other)


def standings(state):
    table = STATE.table_of(state)[0]
    return [standing(table, seat) for seat in range(state["players"])]


@pytest.mark.parametrize("players", COUNTS)
def test_every_legal_action_has_a_weight(players):
    tables, _ = tables_of_matches(players)
    assert {int(table.phase) for table in tables} >= {Phase.TURN, Phase.PICK, Phase.SECOND, Phase.PET, Phase.ENDGAME}
    for table in tables:
        assert all(isfinite(number) and number > 0 for number in weights_of(table).values())


@pytest.mark.parametrize("players", COUNTS)
def test_the_weights_depend_on_the_table_alone(players):
    for table in tables_of_matches(players)[0]:
        actions = np.zeros(2000, np.int64)
        count = list_actions(table, actions)
        forwards, backwards = np.zeros(count), np.ones(count)
        weigh(table, actions, count, forwards)
        weigh(table, actions[:count][::-1], count, backwards)
        assert forwards.tolist() == backwards[::-1].tolist()


@pytest.mark.parametrize("players", COUNTS)
def test_in_the_end_the_standing_is_the_result(players):
    for table in tables_of_matches(players)[1]:
        most = max(standing(table, seat) for seat in range(players))
        for seat in range(players):
            assert round(standing(table, seat) + 0.4) == table.scores[seat]
            assert is_winner(table, seat) == (standing(table, seat) == most)


def test_in_the_end_the_standing_knows_how_ties_are_broken():
    hands = {0: "mouse, hay", 1: "bee, snail", 2: "cow, hay, hay"}
    state = after(position(phase="endgame", passed=[1, 2], discs=dict.fromkeys(range(3), 4), hands=hands), PASS)
    assert (state["scores"], state["winners"]) == ([4, 4, 4], [0, 2])
    first, second, third = standings(state)
    assert first == third > second


def test_before_the_end_every_standing_is_finite():
    for players in COUNTS:
        for table in tables_of_matches(players)[0]:
            assert all(isfinite(standing(table, seat)) for seat in range(players))


def test_a_piece_that_takes_the_lead_is_likelier_than_one_that_changes_nothing():
    state = position(
        phase="endgame", cabins=LEVEL, hand="mouse, bee", pieces={"shy": [2, 2, 0], "useful": [12, 2, 2]}, rain=5
    )
    assert likelier(state, play("mouse", "P1"), play("bee", "P1"))
    assert likelier(state, play("mouse", "P1"), PASS)
    assert likelier(state, PASS, play("bee", "P1"))


def test_a_new_cabin_is_dearer_than_an_old_one():
    state = position(cabins=LEVEL, hand="mouse, bee")
    assert likelier(state, play("bee", "P1"), play("bee", "P3"))


def test_an_ejector_looks_for_the_best_victim():
    state = position(
        phase="endgame", cabins="P1 pig; P2 rabbit", hand="skunk", pieces={"shy": [2, 2, 2], "useful": [12, 0, 0]}
    )
    assert likelier(state, play("skunk", "P2", "rabbit"), play("skunk", "P1", "pig"))
    assert likelier(state, play("skunk", "P2", "rabbit"), PASS)


def test_a_skunk_that_eats_plants_is_easier_to_lay():
    omnivore, herbivore = (position(cabins=LEVEL, display="skunk, bee, hay", skunk=food) for food in SKUNK)
    assert weight(omnivore, take("skunk")) < weight(herbivore, take("skunk"))
    assert weight(omnivore, take("bee")) == weight(herbivore, take("bee"))


def test_cards_of_open_score_cards_are_picked_up():
    pieces = {"shy": [2, 2, 2], "useful": [20, 0, 0]}
    words = {"display": "mouse, bee, chicken", "pieces": pieces, "hand": "hay"}
    assert likelier(position(cabins=LEVEL, **words), take("mouse"), take("bee"))
    state = position(cabins="P1 cow; P2 snail", phase="pick", used=["P2"], todo=["refill"], **words)
    assert likelier(state, pick("mouse"), pick("bee"))


def test_a_half_is_taken_where_it_counts_and_never_wasted():
    state = position(
        phase="boost",
        used=["P1"],
        todo=["second", "refill"],
        cabins="P1 chimpanzee; S1 bee",
        pieces={"shy": [4, 4, 0], "useful": [20, 0, 0]},
    )
    assert likelier(state, boost("shy"), boost("useful"))
    assert likelier(state, boost("shy"), boost(None))


def test_a_pet_is_better_than_none():
    state = position(phase="pet", todo=["draw", "refill"], hand="mouse, hay", cabins="P1 bee")
    assert likelier(state, pet("mouse"), pet(None))


def test_a_second_card_is_laid_if_it_brings_a_piece():
    state = position(phase="second", used=["P1"], cabins="P1 bee; S1 horse", hand="mouse", display="cow, hay, hay")
    assert likelier(state, play("mouse", "S1"), STOP)


def test_pieces_a_pet_discs_and_cards_raise_the_standing():
    common = {"phase": "endgame", "cabins": LEVEL, "discs": {0: 3, 1: 3, 2: 3}, "hands": {1: "", 2: ""}}
    first, second, third = standings(position(**common, pieces={"shy": [4, 2, 0]}))
    assert first > second > third
    with_pet = standings(position(**common, pieces={"shy": [4, 2, 0]}, pets={2: "mouse"}))
    assert with_pet[2] > third
    rich = standings(position(**(common | {"discs": {0: 3, 1: 3, 2: 5}}), pieces={"shy": [4, 2, 0]}))
    assert rich[2] > third
    held = standings(position(cabins=LEVEL, hand="", hands={1: "mouse, bee", 2: ""}, active=0))
    assert held[1] > held[2]


def test_levels_think_more_and_slip_less_from_one_to_the_next():
    assert len(LEVELS) == 5
    for level, higher in pairwise(LEVELS):
        assert level.playouts <= higher.playouts and level.sight <= higher.sight and level.slips >= higher.slips
    assert LEVELS[-1].slips == 0
