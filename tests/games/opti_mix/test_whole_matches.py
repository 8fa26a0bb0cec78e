"""Whole matches, move by move, against the rules as positions.py restates them."""

from __future__ import annotations

import json

import numpy as np
import pytest

import ararat

from ..arranging import played, restored
from .positions import EXAMPLE, GAME, KEYS, TYPES, broken, followed, random_states, start

WHOLE = [(3, 1, 0.6), (3, 2, 0.9), (4, 1, 0.8), (4, 2, 0.5), (5, 1, 0.9), (5, 2, 0.6)]
TABLES = pytest.mark.parametrize("players, seed, eager", WHOLE)


# Whole matches


@pytest.mark.rules("OM-8.1", "OM-3.5", "OM-4.10", "OM-4.11", "OM-4.25")
@TABLES
@pytest.mark.parametrize("chimpanzee", ["none", "useful"])
def test_what_always_holds_holds_all_the_time(players, seed, eager, chimpanzee):
    states, _ = random_states(players, seed, eager, "neighbours", chimpanzee)
    for state in states:
        assert broken(state) == []
        assert list(state["pieces2"]) and json.loads(json.dumps(state)) == state


@pytest.mark.rules(
    "OM-3.1", "OM-4.2", "OM-4.4", "OM-4.7", "OM-4.8", "OM-4.19", "OM-4.20", "OM-4.21", "OM-4.22", "OM-4.23", "OM-4.24",
    "OM-4.25", "OM-4.28", "OM-4.29", "OM-4.32", "OM-4.33", "OM-4.36", "OM-5.1", "OM-5.2", "OM-5.3", "OM-5.5", "OM-5.8",
    "OM-5.9", "OM-5.12", "OM-6.4",
)  # fmt: skip
@TABLES
@pytest.mark.parametrize("shy, chimpanzee", [("neighbours", "none"), ("entry", "useful")])
def test_every_move_of_whole_matches_leads_where_the_rules_lead(players, seed, eager, shy, chimpanzee):
    states, moves = random_states(players, seed, eager, shy, chimpanzee)
    for before, move, now in zip(states, moves, states[1:], strict=False):
        assert now == followed(before, move, now), move


def test_the_whole_matches_show_everything():
    kinds, phases, laid = set(), set(), set()
    for players, seed, eager in WHOLE:
        for shy, chimpanzee in (("neighbours", "none"), ("entry", "useful")):
            states, moves = random_states(players, seed, eager, shy, chimpanzee)
            kinds.update(move["move"] for move in moves)
            phases.update(state["phase"] for state in states)
            laid.update(move["card"] for move in moves if move["move"] == "play")
            kinds.update("eject" for move in moves if "eject" in move)
    assert kinds == {"take", "play", "boost", "pick", "stop", "pet", "pass", "eject"}
    assert phases == {"turn", "boost", "pick", "second", "pet", "endgame", "over"}
    assert {"fox", "brontosaurus", "chimpanzee", "skunk"} <= laid


@pytest.mark.rules("OM-8.1")
@TABLES
def test_a_match_can_go_on_from_every_state_of_a_match(players, seed, eager):
    states, moves = random_states(players, seed, eager)
    for number, state in enumerate(states):
        match = restored(json.loads(json.dumps(state)))
        assert match.state() == state
        assert match.turn == state["turn"]
        if number < len(moves):
            assert match.why_not(moves[number]) is None
    record = played(states[3], *moves[3:4]).record()
    assert ararat.replay(json.loads(json.dumps(record))).state() == played(states[3], *moves[3:4]).state()


@pytest.mark.rules("OM-8.1")
def test_a_state_has_the_keys_of_the_rules_and_no_others():
    state = start(4).state()
    assert sorted(state) == KEYS
    assert sorted(EXAMPLE) == KEYS
    assert sorted(state["pieces2"]) == sorted(TYPES)
    assert sorted(state["options"]) == ["chimpanzee", "first", "shy"]


@pytest.mark.rules("OM-4.31", "OM-4.36", "OM-5.13")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_deck_never_runs_out_and_the_fifth_rain_always_comes(players):
    """Thousands of random matches: the law of the hundred thousand asks the same of every table at its end."""
    batch = GAME.batch(5000, players=players, seed=3)
    decisions = 0
    while not batch.over.all():
        running = batch.tables["rain"] < 5
        left = np.bitwise_count(batch.tables["deck"]) + 5 - batch.tables["rain"]
        assert (left[running] > 0).all(), "as long as somebody may draw there is something to draw"
        batch.step(batch.draw(decisions))
        decisions += 1
    assert (batch.tables["rain"] == 5).all() and (batch.tables["upper"] == 0).all()
    assert decisions < 150
