"""The games as PettingZoo, Gymnasium and OpenSpiel have them: those projects' own tests, and the core beside them."""

from __future__ import annotations

import json
import pickle
import re
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from random import Random

import numpy as np
import pytest

import ararat
from ararat.envs.ids import gymnasium_id, spiel_name
from ararat.envs.table import Table
from lengths import amount, in_turn
from tools import needed

gymnasium = needed("gymnasium", "install the extra `test`")
needed("pettingzoo", "install the extra `test`")
pyspiel = needed("pyspiel", "install the extra `test`")

GAMES = [ararat.game(slug) for slug in ararat.games()]
TABLES = [(game.slug, players) for game in GAMES for players in sorted({game.players[0], game.players[-1]})]
LATE = 6  # decisions before the end

tables = pytest.mark.parametrize(("slug", "players"), TABLES)
least = pytest.mark.parametrize(("slug", "players"), amount(TABLES[::2], long=TABLES))  # and in the long form all
games = pytest.mark.parametrize("slug", ararat.games())


def spiel(slug, **given):
    ararat.envs.openspiel.register()
    return pyspiel.load_game(spiel_name(slug), given)


def shares(match):
    return [1 / len(match.winners) if seat in match.winners else 0 for seat in range(match.players)]


def late(slug, players):
    """A table a few decisions before the end of a random match."""
    table, random, past = Table(slug, players, "win", {}), Random(5), []
    table.start(5)
    while not table.over:
        past.append(table.tables.copy())
        table.play(random.choice(table.legal()))
    return past[-min(LATE, len(past))]


# --- Their own tests ----------------------------------------------------------------------------


# Of their own classic games they know by name that an observation is a dictionary.
@pytest.mark.filterwarnings("ignore:Observation", "ignore:Action mask numpy array is all zeros")
@tables
def test_pettingzoo_s_own_tests_pass(slug, players):
    from pettingzoo.test import api_test, seed_test

    def made():
        return ararat.envs.pettingzoo.env(slug, players=players)

    api_test(made(), num_cycles=amount(5, long=1000))
    seed_test(made, num_cycles=amount(2, long=500))


@tables
def test_gymnasium_s_own_tests_pass(slug, players):
    from gymnasium.utils.env_checker import check_env

    for opponents in amount(["random"], long=["random", "greedy", "chick"]):
        check_env(gymnasium.make(gymnasium_id(slug), players=players, opponents=opponents).unwrapped)


@tables
def test_openspiel_s_own_tests_pass(slug, players):
    game = spiel(slug, players=players)
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
    state = game.standing(late(slug, players))
    pyspiel.random_sim_test(game, 1, serialize=True, verbose=False, specific_initial_state=state)
    for given in amount([], long=[{}, {"deals": 3}, {"rng_seed": 1}]):
        pyspiel.random_sim_test(spiel(slug, players=players, **given), 2, serialize=True, verbose=False)


def test_openspiel_plays_a_whole_match_with_its_own_test():
    pyspiel.random_sim_test(spiel("noah", players=1), num_sims=1, serialize=True, verbose=False)


# --- The same match -----------------------------------------------------------------------------


def check_alike(match, table, seats):
    assert table.turn == match.turn
    assert table.hooks.state_of(table.tables[0]) == match.state()
    for seat in seats:
        assert table.observation(seat).tolist() == match.observation(seat).tolist()


@least
def test_a_match_of_pettingzoo_is_that_of_the_core(slug, players):
    env, random = ararat.envs.pettingzoo.env(slug, players=players), Random(1)
    match = ararat.game(slug).start(players=players, seed=7)
    env.reset(seed=7)
    table = env.unwrapped.table
    while not match.over:
        seat = match.turn
        assert env.agent_selection == f"player_{seat}"
        seen = env.observe(env.agent_selection)
        assert seen["observation"].tolist() == match.observation(seat).tolist()
        legal = np.flatnonzero(seen["action_mask"]).tolist()
        assert legal == sorted(table.legal()) and len(legal) == len(match.choices())
        if len(match.history) % amount(20, long=1) == 0:
            others = [f"player_{other}" for other in range(players) if other != seat]
            assert not any(env.observe(other)["action_mask"].any() for other in others)
        action = random.choice(legal)
        match.play(table.hooks.move_of(match._plain, action))
        env.step(np.int32(action))
    check_alike(match, table, range(players))
    assert all(env.terminations.values())
    assert list(env.rewards.values()) == shares(match)


@least
def test_a_match_of_openspiel_is_that_of_the_core(slug, players):
    from ararat.envs.openspiel import words_of

    game, random = spiel(slug, players=players, rng_seed=3), Random(2)
    state = game.new_initial_state()
    assert state.is_chance_node()
    state.apply_action(0)
    match = ararat.game(slug).start(players=players, seed=state.chances[0])
    while not match.over:
        assert state.current_player() == match.turn
        assert state.raw == match._tables.tobytes()
        if len(match.history) % amount(20, long=1) == 0:
            assert str(state) == json.dumps(match.state())
            assert json.loads(state.observation_string(match.turn)) == match.view(match.turn)
            assert list(state.observation_tensor(match.turn)) == match.observation(match.turn).tolist()
        action = random.choice(state.legal_actions())
        move = json.loads(state.action_to_string(action))
        state.apply_action(action)
        if state.is_chance_node():
            state.apply_action(0)
            match.play(move, entropy=words_of(state.chances[-1]))
        else:
            match.play(move)
    assert str(state) == json.dumps(match.state())
    assert [json.loads(state.observation_string(s)) for s in range(players)] == [match.view(s) for s in range(players)]
    assert state.is_terminal()
    assert state.returns() == shares(match)


# --- Gymnasium ----------------------------------------------------------------------------------


def episode(env, seed):
    """A random match of a learner: what it saw, and what it got for it."""
    seen, info = env.reset(seed=seed)
    random, past, reward, over = Random(seed), [seen], 0.0, False
    while not over:
        action = random.choice(np.flatnonzero(info["action_mask"]).tolist())
        seen, reward, over, truncated, info = env.step(action)
        assert not truncated
        past.append(seen)
    return np.array(past), reward


@games
def test_an_episode_follows_from_its_seed_bots_included(slug):
    codes = amount(["random", "random"], long=["greedy", "chick"])
    one, other = (gymnasium.make(gymnasium_id(slug), players=3, opponents=codes, seat=1) for _ in range(2))
    (first, reward), (second, again) = episode(one, 5), episode(other, 5)
    assert np.array_equal(first, second) and reward == again


def test_an_illegal_action_loses_and_says_why():
    env = gymnasium.make("ararat/Noah-v1", players=2)
    _, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, over, truncated, info = env.step(illegal)
    assert (reward, over, truncated) == (-1.0, True, False)
    assert "(NO-" in info["illegal"]
    env = ararat.envs.pettingzoo.env("noah", players=3)
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(int(np.flatnonzero(env.observe(agent)["action_mask"] == 0)[0]))
    assert all(env.terminations.values())
    assert env.rewards == {name: -1.0 if name == agent else 0 for name in env.possible_agents}


def test_a_learner_may_sit_anywhere_among_bots_of_its_choice():
    with pytest.raises(ararat.UnknownPlayer):
        gymnasium.make("ararat/Noah-v1", players=2, opponents="tiger")
    with pytest.raises(ararat.BadStart, match="2 others"):
        gymnasium.make("ararat/Noah-v1", players=3, opponents=["random"])
    with pytest.raises(ararat.BadSeat):
        gymnasium.make("ararat/Noah-v1", players=3, seat=3)
    with pytest.raises(ararat.BadStart):
        gymnasium.make("ararat/Noah-v1", players=np.int64(9))
    env = gymnasium.make("ararat/Noah-v1", players=np.int64(3), seat=np.int64(2), ending="to-26", render_mode="ansi")
    env.reset(seed=1)
    assert env.unwrapped.table.turn == 2
    assert env.unwrapped.table.options["ending"] == "to-26"
    assert env.render().startswith("# ") and "Player 3" in env.render()


def drawn(random, masks):
    """A legal action for each table."""
    return np.array([random.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])


def test_many_tables_are_as_many_single_ones():
    envs, random = gymnasium.make_vec("ararat/Noah-v1", num_envs=3, players=1), Random(4)
    singles = [gymnasium.make("ararat/Noah-v1", players=1) for _ in range(3)]
    seen, info = envs.reset(seed=5)
    for row, env in enumerate(singles):
        assert np.array_equal(env.reset(seed=5 + row)[0], seen[row])
    ended = np.zeros(3, bool)
    while not ended.all():
        actions, running = drawn(random, info["action_mask"]), ~ended
        seen, rewards, over, truncated, info = envs.step(actions)
        assert not truncated.any() and not info["illegal"].any()
        for row in np.flatnonzero(running):
            one, reward, end, _, told = singles[row].step(actions[row])
            assert np.array_equal(one, seen[row]) and (reward, end) == (rewards[row], over[row])
            assert np.array_equal(told["action_mask"], info["action_mask"][row])
            ended[row] = end


@pytest.mark.parametrize("slug", in_turn(ararat.games(), 2))
def test_many_tables_go_on_with_new_matches_and_follow_from_their_seed(slug):
    made = [gymnasium.make_vec(gymnasium_id(slug), num_envs=4, players=3, seat=2) for _ in range(2)]
    (seen, info), (again, _) = (envs.reset(seed=1) for envs in made)
    random, over, matches = Random(1), np.zeros(4, bool), 0
    assert np.array_equal(seen, again) and seen in made[0].observation_space
    while matches < amount(5, long=100):
        actions, before = drawn(random, info["action_mask"]), over
        (seen, rewards, over, _, info), (again, *_) = (envs.step(actions) for envs in made)
        assert np.array_equal(seen, again)
        assert actions in made[0].action_space and seen in made[0].observation_space
        # A match that was over has begun anew, whatever was to be played there.
        assert not over[before].any() and not rewards[~over].any()
        assert (made[0].batch.turns[~over] == 2).all()
        matches += over.sum()


def test_at_many_tables_whoever_plays_an_illegal_action_loses():
    envs = gymnasium.make_vec("ararat/Noah-v1", num_envs=2, players=2, opponents="greedy")
    _, info = envs.reset(seed=[3, 9])
    legal = drawn(Random(1), info["action_mask"])
    illegal = int(np.flatnonzero(info["action_mask"][0] == 0)[0])
    _, rewards, over, _, info = envs.step([illegal, legal[1]])
    assert (rewards.tolist(), over.tolist()) == ([-1, 0], [True, False])
    assert info["illegal"].tolist() == [True, False]
    turns = envs.batch.tables.copy()
    envs.reset(options={"reset_mask": np.array([True, False])})
    assert envs.batch.tables[1] == turns[1] and envs.batch.tables[0] != turns[0]
    with pytest.raises(ararat.BadBatch):
        envs.step([1])


def test_rewards_are_those_of_a_batch():
    for rewards in ("win", "margin", "rank"):
        env, random = gymnasium.make("ararat/Noah-v1", players=3, rewards=rewards), Random(2)
        (_, info), over = env.reset(seed=1), False
        while not over:
            _, reward, over, _, info = env.step(random.choice(np.flatnonzero(info["action_mask"])))
        table = env.unwrapped.table
        batch = ararat.game("noah").batch(1, players=3)
        batch.tables[:] = table.tables
        assert batch.returns(rewards)[0].tolist() == pytest.approx(table.returns())
        assert reward == table.returns()[0]
    with pytest.raises(ararat.BadBatch):
        gymnasium.make("ararat/Noah-v1", rewards="points")


# --- OpenSpiel ----------------------------------------------------------------------------------


def walked(game, steps, seed):
    """A state some decisions into a random match."""
    state, random = game.new_initial_state(), Random(seed)
    while steps and not state.is_terminal():
        steps -= not state.is_chance_node()
        state.apply_action(random.choice(state.legal_actions()))
    if state.is_chance_node():
        state.apply_action(0)
    return state


@games
def test_what_is_dealt_anew_looks_the_same_and_holds_no_secret(slug):
    game = spiel(slug, players=ararat.game(slug).players[-1], rng_seed=1)
    for steps in amount([9], long=range(0, 60, 7)):
        state = walked(game, steps, steps)
        if state.is_terminal():
            continue
        for seat in range(game.num_players()):
            twin = state.resample_from_infostate(seat, Random(1).random)
            assert twin.information_state_string(seat) == state.information_state_string(seat)
            assert twin.current_player() == state.current_player()
            if seat == state.current_player():
                assert twin.legal_actions() == state.legal_actions()
            # Whatever else there is follows from the sampler, not from the world that it was dealt from.
            again = twin.resample_from_infostate(seat, Random(1).random)
            assert str(again) == str(twin)
            assert [again.information_state_string(s) for s in range(game.num_players())] == [
                twin.information_state_string(s) for s in range(game.num_players())
            ]


def test_an_information_state_recalls_what_an_observation_forgets():
    from ararat.envs.openspiel import words_of

    known, observed = {}, set()
    game = spiel("animals-on-board", players=2, deals=2)
    for seed in range(amount(1, long=20)):
        random, state = Random(seed), game.new_initial_state()
        state.apply_action(0)
        match = ararat.game("animals-on-board").start(players=2, seed=0)
        while not match.over:
            for seat in range(2):
                told, recalled = state.information_state_string(seat), match.information_state(seat)
                assert known.setdefault(told, recalled) == recalled
                observed.add(state.observation_string(seat))
            action = random.choice(state.legal_actions()[:2])
            move = json.loads(state.action_to_string(action))
            state.apply_action(action)
            waits = state.is_chance_node()
            if waits:
                state.apply_action(0)
            match.play(move, entropy=words_of(0) if waits else None)
    assert len(set(known.values())) == len(known) >= len(observed)


def test_chance_moves_where_it_is_needed_and_copies_do_not_share_it():
    game = spiel("animals-on-board", players=2, rng_seed=1)
    start = game.new_initial_state()
    deals = {str(start.child(0)) for _ in range(5)}
    assert len(deals) == 5
    again = spiel("animals-on-board", players=2, rng_seed=1).new_initial_state()
    assert str(again.child(0)) in deals
    explicit = spiel("animals-on-board", players=2, deals=4)
    assert explicit.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    start = explicit.new_initial_state()
    assert start.chance_outcomes() == [(deal, 0.25) for deal in range(4)]
    assert str(start.child(2)) == json.dumps(ararat.game("animals-on-board").start(players=2, seed=2).state())


def test_the_numbers_of_an_observation_have_their_names():
    from open_spiel.python.observation import make_observation

    game = spiel("noah", players=3, rng_seed=1)
    state, spec = walked(game, 4, 1), ararat.game("noah").spec(players=3)
    seen = make_observation(game)
    seen.set_from(state, 1)
    assert list(seen.dict) == [block.name for block in spec.blocks]
    assert np.concatenate([piece.ravel() for piece in seen.dict.values()]).tolist() == state.observation_tensor(1)
    assert game.observation_tensor_shape() == [spec.observation]


def test_options_of_a_game_are_parameters():
    ararat.envs.openspiel.register()
    game = pyspiel.load_game("ararat_noah(players=3,ending=to-26,frog=True)")
    assert game.table.options | {"ending": "to-26", "frog": True} == game.table.options
    species = sorted(ararat.game("animals-on-board").options["species"].values(2))[:8]
    game = spiel("animals-on-board", players=2, species="+".join(species))
    assert game.table.options["species"] == species
    assert pyspiel.load_game(str(game)).table.options == game.table.options
    with pytest.raises(ararat.BadStart):
        spiel("noah", players=9)
    with pytest.raises(ararat.BadStart):
        spiel("noah", ending="never")


# --- Copies ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("copied", [deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copied", "sent"])
def test_a_copy_in_the_middle_of_a_match_goes_on_alike(copied):
    env = ararat.envs.pettingzoo.env("noah", players=3)
    env.reset(seed=1)
    twin = copied(env)
    for one in (twin, env):
        one.step(np.flatnonzero(one.observe(one.agent_selection)["action_mask"])[0])
    assert twin.unwrapped.table is not env.unwrapped.table
    assert twin.unwrapped.table.tables == env.unwrapped.table.tables
    for env in (gymnasium.make("ararat/Noah-v1", players=3), gymnasium.make_vec("ararat/Noah-v1", 2, players=3)):
        _, info = env.reset(seed=1)
        twin, action = copied(env), info["action_mask"].argmax(axis=-1)
        assert np.array_equal(twin.step(action)[0], env.step(action)[0])


def test_what_openspiel_sends_is_what_stood_there():
    game = spiel("noah", players=3, rng_seed=1)
    state = walked(game, 5, 1)
    sent = pickle.loads(pickle.dumps(state))
    assert (sent.raw, sent.pasts, sent.history()) == (state.raw, state.pasts, state.history())
    twin = pickle.loads(pickle.dumps(game))
    assert str(twin) == str(game)
    assert str(twin.new_initial_state().child(0)) == str(game.new_initial_state().child(0))


# --- Libraries ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("face", "library"), [("pettingzoo", "pettingzoo"), ("gymnasium", "gymnasium"), ("openspiel", "pyspiel")]
)
def test_a_face_without_its_library_names_the_extra(face, library, monkeypatch):
    getattr(ararat.envs, face)
    monkeypatch.delattr(ararat.envs, face)
    monkeypatch.delitem(sys.modules, f"ararat.envs.{face}")
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ararat.MissingExtra, match=rf"{library} is missing.*'ararat\[{face}\]'"):
        getattr(ararat.envs, face)


def test_gymnasium_knows_the_games_whoever_comes_first():
    code = "import {}, {}, sys; print(len([i for i in gymnasium.registry if i.startswith('ararat/')]))"
    both = code.format("ararat", "gymnasium") + "; print('numpy.random' in sys.modules, 'numba' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", both], capture_output=True, text=True, check=True)
    assert run.stdout.split() == [str(len(GAMES)), "True", "False"]
    assert {gymnasium_id(game.slug) for game in GAMES} <= set(gymnasium.registry)


def test_the_examples_of_the_page_run(capsys):
    page = (Path(__file__).parent.parent / "docs/learning.md").read_text("utf-8")
    for example in re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE):
        exec(compile(example, "docs/learning.md", "exec"), {})
    assert capsys.readouterr().out
