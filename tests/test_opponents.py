"""Opponents inside: games of bots, each equal to the same match of the core."""

from __future__ import annotations

import numpy as np
import pytest

import ararat
from ararat.batch.simulating import PLAYING
from ararat.core.hooks import hooks_of
from ararat.games import all_facts
from ararat.players.acting import decide, lots_of


def single(slug, seats, seed):
    """One game of bots, decision by decision, as a match."""
    facts = all_facts()[slug]
    match = ararat.game(slug).start(players=len(seats), seed=seed)
    while not match.over:
        lots = lots_of(seed >> 32, seed & 0xFFFFFFFF, PLAYING, np.array([len(match.history)]))
        action = np.zeros(1, np.int64)
        decide(facts, seats[match.turn], match._tables, lots, action)
        match.play(hooks_of(facts).move_of(match._tables[0], int(action[0])))
    return match


@pytest.mark.parametrize("slug", ararat.games())
def test_a_game_of_bots_is_the_same_match_of_the_core(slug):
    game = ararat.game(slug)
    seats = (["greedy", "random"] * len(game.players) * 3)[: game.players[-1]]
    results = game.simulate(9, players=seats, seed=2**40)
    match = single(slug, seats, 2**40 + 4)
    assert results.decisions[4] == len(match.history)
    assert results.scores[4].tolist() == match.scores
    assert np.flatnonzero(results.wins[4]).tolist() == match.winners
    again = game.simulate(4, players=seats, seed=2**40 + 5, cores=1)
    assert (again.scores == results.scores[5:]).all() and (again.decisions == results.decisions[5:]).all()


def test_those_who_search_play_whole_games():
    game = ararat.game("animals-on-board")
    results = game.simulate(2, players=["search:12/6", "random"], seed=3)
    assert results.wins.any(axis=1).all()
    assert single("animals-on-board", ["search:12/6", "random"], 4).scores == results.scores[1].tolist()


def test_random_seats_by_name_are_random_seats():
    game = ararat.game("noah")
    named, counted = game.simulate(5, players=["random"] * 3, seed=1), game.simulate(5, players=np.int64(3), seed=1)
    assert (named.scores == counted.scores).all()


def test_greedy_wins_more_than_random():
    results = ararat.game("animals-on-board").simulate(60, players=["random", "greedy"], seed=0)
    random, greedy = results.wins.sum(axis=0)
    assert greedy > 2 * random


def test_a_batch_is_played_out_by_bots():
    batch = ararat.game("noah").batch(20, players=2, seed=1)
    bots, number = [ararat.player("greedy"), ararat.player("random")], 0
    while not batch.over.all():
        actions = np.full(20, -1)
        for seat, bot in enumerate(bots):
            mine = batch.turns == seat
            actions[mine] = bot.act(batch, mine, seed=number)
        assert not batch.step(actions).refused[actions >= 0].any()
        number += 1
    assert (bots[0].act(batch) == -1).all() and (ararat.player("chick").act(batch, [3, 4]) == -1).all()
    assert len(bots[0].act(batch, [])) == 0


def test_what_is_wrong_is_said_in_one_sentence():
    game, bot = ararat.game("noah"), ararat.player("greedy")
    batch = game.batch(4, players=2)
    for rows, seed in (([4], 0), ("all", 0), ([0.5], 0), (None, -1), (None, 2**64), (None, "x")):
        with pytest.raises(ararat.AraratError) as refused:
            bot.act(batch, rows, seed)
        assert "\n" not in str(refused.value)
    with pytest.raises(ararat.BadBatch, match=r"game\.batch"):
        bot.act(batch.tables)
    for players, error in (
        (["greedy", "nobody"], ararat.UnknownPlayer),
        ([], ararat.BadStart),
        ([2], ararat.UnknownPlayer),
    ):
        with pytest.raises(error):
            game.simulate(2, players=players)
    with pytest.raises(ararat.BadStart):
        game.simulate(2, players=["greedy"] * 6)
