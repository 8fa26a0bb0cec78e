"""Each rule of Doves, run by tests/test_fifth_game.py where the game is found."""

from __future__ import annotations

import pytest
from ararat.games.doves.state import Fault

import ararat

GAME = ararat.game("doves")


def table(**changes):
    """A state with two seats: 5 on the mast, seat 0 in turn with 3 and 9, seat 1 with 4."""
    placed = {"hands": [["3", "9"], ["4"]], "sides": [[], []], "box": [], "mast": "5", "rested": 0} | changes
    used = {placed["mast"], *placed["box"], *sum(placed["hands"] + placed["sides"], [])}
    basket = [str(number) for number in range(1, 21) if str(number) not in used]
    scores = [len(side) for side in placed["sides"]]
    fixed = {"game": "doves", "options": {}, "players": 2, "phase": "turn", "turn": 0, "winners": [], "scores": scores}
    return fixed | {"basket": basket} | placed


def fly(dove):
    return {"move": "fly", "dove": dove}


REST = {"move": "rest"}


@pytest.mark.rules("DV-1.1", "DV-1.2", "DV-1.3")
def test_four_doves_for_each_of_two_to_four_seats():
    for players in (1, 5):
        with pytest.raises(ararat.BadStart) as refused:
            GAME.start(players=players)
        assert refused.value.rule == "DV-1.1"
    with pytest.raises(ararat.BadStart) as refused:
        GAME.start(players=2, speed="high")
    assert refused.value.rule == "DV-1.2"
    state = GAME.start(players=3, seed=1).state()
    assert [len(hand) for hand in state["hands"]] == [4, 4, 4] and len(state["basket"]) == 8
    assert state["mast"] is None and state["turn"] == 0


@pytest.mark.rules("DV-2.1", "DV-2.2", "DV-2.3", "DV-2.4", "DV-2.5")
def test_a_higher_dove_flies_and_brings_the_one_that_sat_there():
    match = GAME.restore(table(), seed=1)
    assert match.moves() == [fly("9"), REST]
    assert [match.why_not(move).rule for move in (fly("4"), fly("3"))] == ["DV-2.1", "DV-2.2"]
    match.play(fly("9"))
    state = match.state()
    assert (state["mast"], state["sides"], match.scores) == ("9", [["5"], []], [1, 0])
    assert len(state["hands"][0]) == 2 and match.turn == 1
    match.play(REST)
    assert match.can_undo and match.state()["rested"] == 1
    match.play(REST)
    assert match.state()["mast"] is None and match.state()["box"] == ["9"]
    assert match.why_not(REST).rule == "DV-2.4"


@pytest.mark.rules("DV-3.1", "DV-3.2", "DV-5.2")
def test_an_empty_hand_ends_the_match_and_most_doves_win():
    everything = [str(number) for number in range(1, 21) if number not in (3, 4, 5, 9)]
    match = GAME.restore(table(basket=[], hands=[["9"], ["4"]], box=["3", *everything]))
    match.play(fly("9"))
    assert match.over and match.winners == [0] and match.scores == [1, 0]
    assert match.why_not(REST).rule == "DV-5.2"


@pytest.mark.rules("DV-4.1")
def test_a_hand_is_its_seats_own():
    match = GAME.restore(table(), seed=1)
    assert match.view(0)["hands"] == [["3", "9"], 1] and match.view(None)["hands"] == [2, 1]
    drawn = [event for event in match.play(fly("9")) if event["event"] == "drew-dove"]
    assert drawn[0]["audience"] == [0]


@pytest.mark.rules("DV-5.1", "DV-5.3")
def test_forms_and_faults():
    match = GAME.restore(table())
    assert {match.why_not(move).rule for move in ({"move": "fly"}, fly(7), fly("21"), {"move": "hop"})} == {"DV-5.1"}
    faults = {
        "dove-misplaced": table(basket=["1"]),
        "hand-empty": table(hands=[["3", "9"], []]),
        "turn-over": table(turn=None),
        "result": table(scores=[1, 0]),
        "rested": table(mast=None, rested=1),
    }
    assert len(faults) == len(Fault) - 1
    for fault, state in faults.items():
        with pytest.raises(ararat.BadState) as refused:
            GAME.restore(state)
        assert refused.value.key == f"fault.{fault}"
