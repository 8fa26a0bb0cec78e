"""What the greedy bot knows about Ark & Noah."""

from __future__ import annotations

import pytest

import ararat
from lengths import amount

from .positions import DONE, GAME, fence, laid, position, whole_hull


def chosen(state, seed=1):
    match = GAME.restore(state)
    return ararat.player("greedy").choose(match.view(match.turn), match.moves(), seed)


def test_greedy_finishes_a_pen_for_its_own_pair():
    """It builds what it can load: the dogs wait for a pen of one cell, nobody for one of two."""
    ark = {edge: 0 for edge in fence("4,1") if edge != "V4,1"} | {e: 1 for e in fence("2,2 3,2") if e != "V2,2"}
    state = position(ark=ark, animals={0: "dog-m dog-f"}, planks={0: 1, 1: 0}, pitch={0: 0, 1: 0})
    assert chosen(state) == {"move": "plank", "edge": "V4,1"}


def test_greedy_boards_where_its_own_planks_pay():
    ark = fence("3,1", 0) | fence("5,2", 1, {0: "H5,2"})
    state = position(phase="load", ark=ark, fed="3,1 5,2", animals={0: "dog-m", 1: "dog-f"})
    assert chosen(state) == {"move": "board", "species": "dog", "pen": "3,1"}


def test_greedy_shares_a_pen_that_pays():
    """Its lion boards with the other's lioness, though the other scores as well."""
    ark = fence("3,1 4,1 5,1", 0, {1: "H3,1"})
    state = position(phase="load", ark=ark, fed="3,1 4,1 5,1", animals={0: "lion-m", 1: "lion-f"}, food={0: 0})
    assert chosen(state) == {"move": "board", "species": "lion", "pen": "3,1"}


def test_greedy_feeds_the_pen_that_its_pair_waits_for():
    ark = fence("3,1 4,1", 0) | fence("6,1", 0)
    state = position(phase="load", ark=ark, animals={0: "wolf-m wolf-f"}, food={0: 2}, left=6)
    assert chosen(state)["cell"] in ("3,1", "4,1")


def test_greedy_closes_the_hull_in_the_last_round():
    ark = whole_hull(2, bare=("H4,0",))
    state = position(ark=ark, round=10, planks={0: 1}, pitch={0: 0})
    assert chosen(state) == {"move": "plank", "edge": "H4,0"}


def test_greedy_takes_a_high_bonus():
    state = position(phase="worker", bonus={"exchange": 4, "food": 1}, planks={0: 0}, pitch={0: 0})
    assert chosen(state)["action"] == "exchange"


def test_greedy_takes_the_mate_of_its_own_animal():
    state = position(phase="pick", drawn="elephant-f tiger-m", animals={0: "elephant-m"})
    assert chosen(state) == {"move": "pick", "animal": "elephant-f"}


def test_greedy_trades_for_a_mate_and_keeps_what_is_better():
    trade = position(phase="trade", animals={0: "tiger-m", 1: "elephant-f"}, drawn="elephant-m cat-m dog-f", round=6)
    assert chosen(trade) == {"move": "trade", "give": "tiger-m", "take": "elephant-m"}
    keep = position(phase="trade", variant="quick", animals={0: "lion-m lion-f"}, drawn="cat-m dog-f wolf-f", round=6)
    assert chosen(keep) == {"move": "keep"}


def test_greedy_never_stops_building_while_a_plank_scores():
    match = GAME.start(players=2, seed=4)
    while not match.over:
        moves = match.moves()
        move = ararat.player("greedy").choose(match.view(match.turn), moves, 1)
        if match.state()["phase"] == "build" and any(other["move"] == "plank" for other in moves):
            assert move != DONE
        match.play(move)


@pytest.mark.parametrize(("players", "variant"), [(2, "standard"), (4, "standard"), (3, "quick")])
def test_greedy_beats_random(players, variant):
    won = 0
    games = amount(1, long=2) * players
    greedy_bot, random_bot = ararat.player("greedy"), ararat.player("random")
    for seed in range(games):
        match = GAME.start(players=players, seed=seed, variant=variant)
        while not match.over:
            bot = greedy_bot if match.turn == seed % players else random_bot
            match.play(bot.choose(match.view(match.turn), match.moves(), seed=seed))
        won += match.winners == [seed % players]
    assert won >= games - 1


def test_greedy_uses_all_its_planks_in_the_quick_game():
    state = position(variant="quick", ark=laid(s1="H3,1"), animals={0: "dog-m dog-f"}, planks={0: 4})
    match = GAME.restore(state)
    while match.turn == 0 and match.state()["phase"] == "build":
        match.play(ararat.player("greedy").choose(match.view(0), match.moves(), 1))
    assert "pens" in match.state()["ark"] and len(match.state()["ark"]["pens"]) == 1
