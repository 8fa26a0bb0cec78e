"""What the greedy bot knows about Noah."""

from __future__ import annotations

import pytest

import ararat
from lengths import amount

from .positions import position

GAME = ararat.game("noah")


def chosen(state):
    match = GAME.restore(state)
    return ararat.player("greedy").choose(match.view(match.turn), match.moves(), 1)


def test_greedy_gets_rid_of_tears_first():
    state = position(here="bear f", hand="panda m, cat m, kangaroo m, rhinoceros m")
    assert chosen(state)["animal"] == "panda"


def test_greedy_sees_a_pair():
    state = position(here="bear f, cat f", hand="cat f, kangaroo f, lion m, parrot m", boats={1: "cat m", 4: "cat m"})
    assert chosen(state)["animal"] == "cat"


def test_greedy_sees_an_exact_load():
    state = position(here="elephant m, bear m", hand="panda m, cat m, panda f, parrot f, snail")
    assert chosen(state) == {"move": "board", "animal": "panda", "sex": "m"}


def test_greedy_sends_noah_where_the_next_seat_is_stuck():
    heavy = "elephant f, rhinoceros f"
    hands = {1: "elephant m, bear f", 2: "cat m, cat f"}
    known = {(0, 1): "elephant m, bear f"}
    state = position(
        phase="sail", here="cat f", hand="lion f, cat m", boats={1: heavy, 4: "parrot f"}, hands=hands, known=known
    )
    assert chosen(state) == {"move": "sail", "boat": 1}


def test_greedy_stays_away_from_a_heavy_boat_after_a_pair():
    state = position(
        phase="sail",
        here="cat f, cat f",
        hand="elephant m, bear m",
        boats={1: "rhinoceros f, giraffe f", 4: "parrot f"},
    )
    assert chosen(state) == {"move": "sail", "boat": 4}


def test_greedy_gives_its_worst_card_away():
    hands = {1: "cat m, cat f, bear f, snail", 2: "parrot f"}
    state = position(phase="give", departures=1, gifts=1, hand="bear m, panda f", hands=hands)
    assert chosen(state)["animal"] == "panda"


def test_greedy_looks_at_the_next_hand():
    state = position(phase="peek", here="giraffe m", hand="cat f")
    assert chosen(state) == {"move": "peek", "player": 1}


def test_greedy_fills_a_boat_with_a_frog():
    state = position(here="elephant m, bear f", hand="frog m, cat m, cat f, parrot f", frog=True)
    assert chosen(state) == {"move": "board", "animal": "frog", "sex": "m", "mass": 4}


def test_alone_greedy_sends_noah_where_a_card_fits():
    state = position(1, phase="sail", here="cat f", hand="bear f", boats={1: "elephant m, rhinoceros m", 4: "parrot f"})
    assert chosen(state) == {"move": "sail", "boat": 4}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_greedy_has_fewer_tears_than_random_players(players):
    """By more than chance: over these games random bots have at least half as many tears again."""
    bots = [ararat.player("greedy"), *[ararat.player("random")] * (players - 1)]
    greedy_tears = random_tears = 0
    for seed in range(amount(3, long=16)):
        match = GAME.start(players=players, seed=seed)
        while not match.over:
            bot = bots[(match.turn + seed) % players]
            match.play(bot.choose(match.view(match.turn), match.moves(), seed=seed))
        mine = -seed % players
        greedy_tears += match.scores[mine]
        random_tears += (sum(match.scores) - match.scores[mine]) / (players - 1)
    assert random_tears > 1.5 * greedy_tears


def test_alone_greedy_is_left_with_fewer_tears_than_random():
    tears, matches = [0, 0], amount(12, long=60)
    for seed in range(matches):
        for number, code in enumerate(("random", "greedy")):
            match = GAME.start(players=1, seed=seed)
            bot = ararat.player(code)
            while not match.over:
                match.play(bot.choose(match.view(0), match.moves(), seed=seed))
            tears[number] += match.scores[0]
    assert tears[1] < tears[0] - matches * 4, "four tears less a match, at least"
