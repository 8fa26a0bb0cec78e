"""What can be taken back: as long as nothing was drawn and nobody learnt anything."""

from __future__ import annotations

import pytest

from ..arranging import assert_can_undo, assert_final
from .positions import (
    PASS,
    STOP,
    boost,
    boost_state,
    pet,
    pick,
    pick_state,
    play,
    position,
    random_match,
    take,
    turn_state,
)

LEVEL = "P1 sheep; P2 horse; S1 cow; S2 llama"


# Taking back


KNOWN = {0: "mouse, snail"}


@pytest.mark.rules("OM-6.4", "OM-4.3")
def test_laying_a_card_that_all_know_of_can_be_taken_back():
    state = position(cabins=LEVEL, hand="mouse, snail, bee", known=KNOWN)
    assert_can_undo(state, play("mouse", "P1"))
    assert_can_undo(state, play("mouse", "P3"))
    assert_can_undo(state, play("snail", "P1"))  # the turn is over, yet nothing is drawn
    assert_can_undo(state, play("mouse", "P1"), STOP)
    assert_can_undo(position(phase="endgame", cabins=LEVEL, hand="mouse", known={0: "mouse"}), play("mouse", "P1"))


@pytest.mark.rules("OM-6.3", "OM-4.3")
def test_laying_a_card_that_others_did_not_know_of_is_final():
    state = position(cabins=LEVEL, hand="mouse, snail, bee", known=KNOWN)
    assert_final(state, play("bee", "P1"))
    assert_final(state, play("mouse", "P1"), play("bee", "S1"))
    assert_final(position(phase="endgame", cabins=LEVEL, hand="mouse"), play("mouse", "P1"))
    two = position(cabins="P1 earthworm", tilt=0, hand="hay, hay", known={0: "hay"})
    assert_can_undo(two, play("hay", "P1"))
    assert_final(position(cabins="P1 earthworm", tilt=0, hand="hay, hay"), play("hay", "P1"))


@pytest.mark.rules("OM-4.24", "OM-4.20")
def test_a_half_and_a_pick_without_a_draw_can_be_taken_back():
    assert_can_undo(boost_state(), boost("shy"))
    assert_can_undo(boost_state(), boost(None))
    assert_can_undo(pick_state(), pick("cow"))


@pytest.mark.rules("OM-4.2", "OM-4.20", "OM-4.8")
def test_a_move_that_draws_is_final():
    assert_final(turn_state(), take(turn_state()["display"][0]))
    assert_final(
        position(phase="pick", used=["P1"], todo=["refill"], cabins="P1 snail", display="cow, hay, pig"), pick("cow")
    )
    assert_final(position(phase="second", used=["P1"], cabins="P1 bee", display="cow, hay"), STOP)


@pytest.mark.rules("OM-4.33", "OM-6.5")
def test_declining_a_pet_can_be_taken_back_and_laying_one_down_cannot():
    state = position(phase="pet", todo=["draw", "refill"], hand="mouse, bee", known={0: "mouse"})
    assert_can_undo(state, pet(None))
    assert_final(state, pet("mouse"))
    assert_final(state, pet("bee"))
    last = position(phase="pet", todo=["draw", "refill"], active=1, turn=0, hand="mouse, bee")
    assert_final(last, pet(None))  # the draw goes on


@pytest.mark.rules("OM-5.2", "OM-6.8")
def test_passing_can_be_taken_back_but_not_the_last_time():
    state = position(phase="endgame", cabins=LEVEL, hand="mouse")
    assert_can_undo(state, PASS)
    assert_can_undo(state, PASS, PASS)
    assert_final(state, PASS, PASS, PASS)


@pytest.mark.rules("OM-6.4", "OM-4.31")
@pytest.mark.parametrize("players, seed", [(3, 8), (4, 8), (5, 8)])
def test_in_whole_matches_a_move_is_final_if_cards_were_drawn_or_came_to_light(players, seed):
    before, moves = None, 0
    for match in random_match(players, seed, 0.7):
        now = match.state()
        if before is not None:
            move = match.history[-1]
            unknown = move["move"] == "play" and move["card"] not in before["known"][before["turn"]]
            drew = (before["deck"], before["rain"]) != (now["deck"], now["rain"])
            laid = move["move"] == "pet" and move["card"] is not None
            assert match.can_undo == (not (unknown or drew or laid or match.over)), move
            moves += 1
        before = now
    assert moves > 20
