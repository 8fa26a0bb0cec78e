"""Tiny tables: every deal, every way to play, and what OpenSpiel's own tools find there."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from collections import Counter
from functools import cache
from math import factorial, prod
from pathlib import Path
from random import Random

import pytest

import ararat
from ararat.core.hooks import hooks_of
from ararat.envs.deals import at, dealt, tiny_of
from ararat.envs.ids import tiny_name
from ararat.games import all_facts
from lengths import amount
from tools import needed

pyspiel = needed("pyspiel", "install the extra `test`")

TINY = [slug for slug, facts in all_facts().items() if tiny_of(facts)]
SMALLEST = "animals-on-board"  # whose tree is soon gone through
GONE_THROUGH = amount([SMALLEST], long=TINY)
tables = pytest.mark.parametrize("slug", TINY)
trees = pytest.mark.parametrize("slug", GONE_THROUGH)


@cache
def game(slug):
    ararat.envs.tiny.register()
    return pyspiel.load_game(tiny_name(slug))


@cache
def quick(slug):
    return pyspiel.load_efg_game(ararat.envs.tiny.written(game(slug)))


def test_every_game_with_secrets_has_one():
    assert {slug for slug, facts in all_facts().items() if facts.secrets} <= set(TINY)


# --- The deal -------------------------------------------------------------------------------------


@tables
def test_all_deals_are_there_once_and_are_as_likely_as_their_ways(slug):
    tiny = tiny_of(all_facts()[slug])
    deals = tiny.deals()
    states = [json.dumps(state) for state, _ in deals]
    assert len(set(states)) == len(states)
    sizes = [sum((tiny._cards_at(place) & tiny.shuffled).values()) for place in tiny.places]
    assert sum(ways for _, ways in deals) == factorial(sum(sizes)) // prod(map(factorial, sizes))
    start = game(slug).new_initial_state()
    assert start.is_chance_node()
    assert sum(chance for _, chance in start.chance_outcomes()) == pytest.approx(1, abs=1e-12)


def test_like_cards_are_dealt_once_for_all_their_ways():
    found = {tuple(sorted(piles[0].elements())): ways for piles, ways in dealt(Counter("aab"), [2, 1])}
    assert found == {("a", "a"): 1, ("a", "b"): 2}


@tables
def test_deals_differ_to_a_seat_exactly_by_what_it_holds(slug):
    """To a spectator all deals are one; to a seat those where it has the same cards."""
    hooks, tiny = hooks_of(all_facts()[slug]), tiny_of(all_facts()[slug])
    deals = [state for state, _ in tiny.deals()][:: amount(5, long=1)]
    laid = [hooks.table_of(state)[0] for state in deals]
    assert len({json.dumps(hooks.view_of(table, None)) for table in laid}) == 1
    for seat in range(tiny.players):
        own = next(place for place in tiny.places if place[1:2] == (seat,))
        held = [json.dumps(at(state, own)) for state in deals]
        views = [json.dumps(hooks.view_of(table, seat)) for table in laid]
        assert len(set(held)) == len(set(views)) == len(set(zip(held, views, strict=True))) > 1


# --- The tree -------------------------------------------------------------------------------------


@trees
def test_what_looks_alike_is_alike(slug):
    """Where information states are equal, so are seat, legal actions, and all that the seat saw and did before."""
    known, waiting = {}, [(game(slug).new_initial_state(), {})]
    while waiting:
        state, pasts = waiting.pop()
        seat = state.current_player()
        if seat >= 0:
            told = state.information_state_string(seat)
            alike = seat, state.legal_actions(), pasts.get(seat)
            assert known.setdefault(told, alike) == alike
        for action in state.legal_actions():
            past = {**pasts, seat: (told, action)} if seat >= 0 else pasts
            waiting.append((state.child(action), past))
    assert len(known) > 50


@tables
def test_a_way_is_a_match_of_the_core(slug):
    random, seen = Random(1), {}
    for _ in range(amount(3, long=100)):
        state = game(slug).new_initial_state()
        deal = random.choice(state.legal_actions())
        state.apply_action(deal)
        match = ararat.game(slug).restore(game(slug).states[deal])
        while True:
            assert str(state) == json.dumps(match.state())
            for seat in range(match.players):
                told, recalled = state.information_state_string(seat), match.information_state(seat)
                assert seen.setdefault((seat, told), recalled) == recalled
            if match.over:
                break
            assert state.current_player() == match.turn
            moves = [json.loads(state.action_to_string(action)) for action in state.legal_actions()]
            assert sorted(map(json.dumps, moves)) == sorted(map(json.dumps, match.moves()))
            choice = random.randrange(len(moves))
            state.apply_action(state.legal_actions()[choice])
            match.play(moves[choice])
        assert state.is_terminal()
        assert state.returns() == [(seat in match.winners) / len(match.winners) for seat in range(match.players)]
    assert len(set(seen.values())) == len({told for _, told in seen})


@tables
def test_openspiel_s_own_tests_pass(slug):
    assert game(slug).get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    pyspiel.random_sim_test(game(slug), amount(1, long=10), serialize=True, verbose=False)
    sent = pickle.loads(pickle.dumps(game(slug)))
    assert str(sent) == str(game(slug)) == f"{tiny_name(slug)}(rewards=win)"


def test_a_state_dealt_anew_looks_the_same():
    state, random = game(SMALLEST).new_initial_state(), Random(1)
    state.apply_action(3)
    state.apply_action(state.legal_actions()[0])
    for seat in range(2):
        told = state.information_state_string(seat)
        twins = [state.resample_from_infostate(seat, random.random) for _ in range(4)]
        assert {twin.information_state_string(seat) for twin in twins} == {told}
        assert len({twin.raw for twin in twins}) > 1


# --- What is found there --------------------------------------------------------------------------


def expected(tree):
    return pyspiel.expected_returns(tree.new_initial_state(), pyspiel.UniformRandomPolicy(tree), -1, False)


@trees
def test_the_tree_that_is_written_is_that_of_the_game(slug):
    assert expected(quick(slug)) == pytest.approx(expected(game(slug)))
    assert sum(expected(quick(slug))) == pytest.approx(1)


@pytest.mark.long
@tables
def test_a_best_response_wins_the_same_in_python(slug):
    from open_spiel.python.algorithms.exploitability import nash_conv
    from open_spiel.python.policy import UniformRandomPolicy

    there = pyspiel.nash_conv(quick(slug), pyspiel.UniformRandomPolicy(quick(slug)), True)
    assert nash_conv(game(slug), UniformRandomPolicy(game(slug))) == pytest.approx(there)
    assert there > 0.1


@trees
def test_cfr_finds_an_equilibrium(slug):
    """Nothing here is left to chance: the whole tree is gone through, round by round."""
    solver = pyspiel.CFRPlusSolver(quick(slug))
    left = []
    for rounds in (5, 45):
        for _ in range(rounds):
            solver.evaluate_and_update_policy()
        left.append(pyspiel.nash_conv(quick(slug), solver.tabular_average_policy()))
    assert left[1] < 0.01 < left[0]


@pytest.mark.long
def test_the_figures_can_be_made_again():
    script = Path(__file__).parent.parent / "examples" / "learn" / "exploit.py"
    given = f"{SMALLEST} --lots 2 --rounds 20 --bots greedy".split()
    told = subprocess.run([sys.executable, script, *given], check=True, capture_output=True, text=True).stdout
    left = {row[1].strip(): float(row[4]) for row in (line.split("|") for line in told.splitlines()[5:])}
    assert list(left) == ["random", "greedy", "CFR+, 10 rounds", "CFR+, 20 rounds"]
    assert left["CFR+, 20 rounds"] < 0.01 < left["greedy"] < left["random"] == pytest.approx(0.288194)
