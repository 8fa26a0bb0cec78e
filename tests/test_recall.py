"""Information states: all that a seat was told, and nothing else."""

from __future__ import annotations

import json
from random import Random

import numpy as np
import pytest

import ararat
from lengths import amount

SLUGS = ararat.games()
MOVES = amount(12, long=200)


def past_of(match, seat):
    """The past as a seat knows it, by other means."""
    views = [*match.past_views(seat), match.view(seat)]
    return json.dumps([views, match.log(seat) if not match.over else None], sort_keys=True)


@pytest.mark.parametrize("slug", SLUGS)
def test_states_differ_exactly_where_the_past_differs_to_a_seat(slug):
    """Matches from the same deal, whose ways part: what looks the same is the same, and only that."""
    players = ararat.game(slug).facts.usual_players
    by_state, by_past = {}, {}
    for way in range(3):
        match, random = ararat.game(slug).start(players=players, seed=5), Random(7)
        while not match.over and len(match.history) < MOVES:
            for seat in (match.turn, None):
                state, past = (seat, match.information_state(seat)), (seat, past_of(match, seat))
                assert by_state.setdefault(state, past) == past
                assert by_past.setdefault(past, state) == state
            moves = match.choices()
            choice = random.randrange(len(moves))
            match.play(moves[(choice + (len(match.history) > 5) * way) % len(moves)])
    assert len(by_state) > MOVES


def test_an_information_state_remembers_what_a_view_forgets():
    """Two orders of the same moves end at the same table, but not at the same past."""
    one, other = (ararat.game("ark-and-noah").start(players=2, seed=1) for _ in range(2))
    moves = one.moves()
    first, second = moves[0], moves[1]
    one.play(first)
    other.play(second)
    assert one.information_state(0) != other.information_state(0)
    assert json.loads(one.information_state(None))[1][:2] == [0, first]
    start = ararat.game("ark-and-noah").start(players=2, seed=1)
    assert json.loads(start.information_state(1)) == [start.view(1)]


@pytest.mark.parametrize("slug", SLUGS)
def test_a_batch_recalls_what_a_match_recalls(slug):
    game = ararat.game(slug)
    players = game.players[-1]
    recall = game.batch(3, players=players, seed=4, autoreset=True).recall()
    recall.step(np.full(3, -1))
    for turn in range(6):
        recall.step(recall.batch.draw(turn))
    recall.reset([1], 77)
    for turn in range(4):
        recall.step(recall.batch.draw(turn))
    for row, seed, moves in ((0, 4, 10), (1, 77, 4)):
        match = recall.match(row)
        again = game.start(players=players, seed=seed)
        assert len(match.history) == moves and match.state() == recall.batch.match(row).state()
        for move in match.history:
            again.play(move)
        for seat in (0, players - 1, None):
            assert recall.information_state(row, seat) == again.information_state(seat)


def test_a_row_that_starts_anew_has_a_past_of_its_own():
    recall = ararat.game("noah").batch(2, players=2, seed=1, autoreset=True).recall()
    for turn in range(2000):
        if recall.step(recall.batch.draw(turn)).ended[0]:
            break
    assert recall.match(0).history == [] and recall.match(1).history
    assert recall.match(0).state() == recall.batch.match(0).state()
