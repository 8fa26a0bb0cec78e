"""What the greedy bot knows about Arche Opti Mix."""

from __future__ import annotations

import pytest

import ararat
from lengths import amount

from .positions import GAME, position

LEVEL = "P1 cow; S1 horse; P2 pig; S2 chicken, llama"


def chosen(state):
    match = GAME.restore(state)
    return ararat.player("greedy").choose(match.view(match.turn), match.moves(), 1)


def test_greedy_plays_where_a_piece_changes_a_majority():
    pieces = {"heavy": [4, 4, 0], "shy": [10, 0, 0]}
    state = position(phase="endgame", cabins=LEVEL, hand="bison, mouse", tilt=-2, discs={0: 3}, pieces=pieces)
    match = GAME.restore(state)
    assert {move.get("card") for move in match.moves()} == {"bison", "mouse", None}
    assert chosen(state)["card"] == "bison"


def test_greedy_passes_when_a_disc_is_worth_more():
    pieces = {"heavy": [10, 2, 0], "shy": [10, 2, 0], "useful": [10, 2, 0], "slow": [10, 2, 0]}
    state = position(phase="endgame", cabins=LEVEL, hand="mouse, zebra", tilt=0, discs={0: 3}, pieces=pieces)
    assert chosen(state) == {"move": "pass"}


def test_greedy_puts_the_chimpanzees_half_where_it_decides():
    pieces = {"heavy": [4, 4, 0], "shy": [8, 0, 0]}
    used = {"used": ["P1"], "todo": ["second", "refill"], "cabins": "P1 chimpanzee, camel; S1 horse"}
    state = position(phase="boost", hand="mouse", pieces=pieces, rain=4, **used)
    assert chosen(state) == {"move": "boost", "type": "heavy"}


def test_greedy_lays_a_pet_down_where_it_helps_most():
    pieces = {"heavy": [4, 4, 0], "shy": [10, 0, 0]}
    state = position(phase="pet", todo=["refill"], hand="lion, mouse", pieces=pieces)
    assert chosen(state) == {"move": "pet", "card": "lion"}


def test_greedy_takes_a_card_if_it_can_play_none():
    state = position(cabins="P1 sheep; P2 horse; S1 cow; S2 llama", hand="elephant, hippopotamus", tilt=0)
    assert chosen(state)["move"] == "take"


@pytest.mark.parametrize("players", [3, 4, 5])
def test_greedy_has_more_points_than_random_players(players):
    """By more than chance: over these games the difference is at least three points a match."""
    bots = [ararat.player("greedy"), *[ararat.player("random")] * (players - 1)]
    lead = 0.0
    matches = amount(8, long=24)
    for seed in range(matches):
        match = GAME.start(players=players, seed=seed)
        while not match.over:
            bot = bots[(match.turn + seed) % players]
            match.play(bot.choose(match.view(match.turn), match.moves(), seed=seed))
        mine = -seed % players
        lead += match.scores[mine] - (sum(match.scores) - match.scores[mine]) / (players - 1)
    assert lead > 3 * matches
