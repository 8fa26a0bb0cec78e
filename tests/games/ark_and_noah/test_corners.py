"""Corners that other tests pass by: events, names of other boards, nearly right states, numbers for learners."""

from __future__ import annotations

from copy import deepcopy

import numpy as np
import pytest

import ararat
from ararat.core.engine import engine_of
from ararat.core.words import words
from ararat.games.ark_and_noah import text
from ararat.games.ark_and_noah.board import ALL_JOINTS, BOARD_EDGES, CELL_NAMES, CELLS, EDGE_COUNT, EDGES, JOINTS
from ararat.games.ark_and_noah.pieces import SPECIES, TILES
from ararat.games.ark_and_noah.views import STATE, say_event

from .positions import GAME, KEEP, fence, laid, position, states_of_all_phases, whole_hull
from .test_text import NAMES, shown

ENGINE = engine_of(GAME.facts)
SPOKEN = words("en", GAME.facts.package)
PHASES = dict(states_of_all_phases())


def rule_of(state, move):
    refusal = GAME.restore(state).why_not(move)
    return refusal.rule if refusal else None


def reason(state):
    with pytest.raises(ararat.BadState) as error:
        GAME.restore(state)
    return error.value.key


def events(state, *moves):
    match = GAME.restore(state)
    for move in moves[:-1]:
        match.play(move)
    return match.play(moves[-1])


def of_kind(found, kind):
    return [event for event in found if event["event"] == kind]


# Names that this match does not have


def test_both_edges_of_a_swap_must_be_on_the_board():
    """AN-7.4 before AN-4.53."""
    state = position(phase="exchange", ark=laid(s0="H2,0", s1="H3,0"), animals={0: "dog-m"})
    for edges in (["H2,0", "V9,1"], ["V9,1", "H2,0"], ["V9,1", "V9,1"], ["H2,0", "Q2,0"]):
        assert rule_of(state, {"move": "swap-planks", "edges": edges}) == "AN-7.4"
    assert rule_of(state, {"move": "swap-planks", "edges": ["H2,0", "H2,0"]}) == "AN-4.53"


def test_both_tiles_of_a_trade_must_be_in_the_match():
    """AN-7.4 before AN-4.57."""
    state = position(phase="trade", animals={0: "dog-m"}, drawn="cat-f wolf-m lion-m")
    assert rule_of(state, {"move": "trade", "give": "dog-m", "take": "zebra-m"}) == "AN-7.4"
    assert rule_of(state, {"move": "trade", "give": "zebra-m", "take": "cat-f"}) == "AN-7.4"
    assert rule_of(state, {"move": "trade", "give": "dog-m", "take": "dog-f"}) == "AN-4.57"


# Events


def test_a_trade_tells_all_tiles_that_go_back():
    """Example 3: the given tile too."""
    state = position(4, phase="trade", actor=1, animals={1: "tiger-m raven-f"}, drawn="raven-m tiger-f rhinoceros-m")
    (back,) = of_kind(events(state, {"move": "trade", "give": "tiger-m", "take": "raven-m"}), "returned")
    assert back["animals"] == ["rhinoceros-m", "tiger-f", "tiger-m"]
    (back,) = of_kind(events(state, KEEP), "returned")
    assert back["animals"] == ["raven-m", "rhinoceros-m", "tiger-f"]


def test_boarding_tells_each_seat_its_points_by_source():
    """Example 5: the lions."""
    ark = fence("5,0 5,1 5,2", 3, {0: "V5,0 V6,0", 2: "V5,1"}, players=4) | laid(s1="H4,0 H6,0")
    state = position(
        4, phase="load", actor=3, ark=ark, fed="5,0 5,1 5,2", pitched="J5,0 J6,0", animals={3: "lion-m lion-f"}
    )
    scored = of_kind(events(state, {"move": "board", "species": "lion", "pen": "5,0"}), "scored")
    assert {event["seat"]: (event["points"], event["sources"]) for event in scored} == {
        0: (2, {"planks": 2}),
        2: (1, {"planks": 1}),
        3: (19, {"animals": 12, "planks": 5, "pitch": 2}),
    }
    assert "19" in say_event(scored[-1], SPOKEN, NAMES)


def test_empty_bags_are_told():
    state = position(phase="worker", workers={"pitch": 0}, placed={"animals": 1, "food": 0, "wood": 1}, bags="", rest=1)
    found = events(state, {"move": "worker", "action": "exchange"})
    assert of_kind(found, "bags-empty")


def test_a_new_round_is_told_by_its_number():
    state = position(variant="quick", phase="action", turn=1, actor=1, round=4)
    match = GAME.restore(state)
    (event,) = of_kind(match.play({"move": "action", "name": "wood"}), "round")
    assert event["round"] == match.state()["round"] == 5


def test_a_closed_hull_ends_the_match_before_missing_planks_do():
    """AN-5.1 before AN-5.2."""
    ark = whole_hull(2, 0)
    state = position(
        variant="quick", phase="action", turn=1, actor=1, round=8, ark=ark, planks={0: 3, 1: 27}, supply={"planks": {}}
    )
    (event,) = of_kind(events(state, {"move": "action", "name": "wood"}), "ended")
    assert event["by"] == "hull"


def test_an_action_in_which_nobody_can_do_anything_says_so():
    state = position(variant="quick", phase="action", round=2)
    (event,) = of_kind(events(state, {"move": "action", "name": "load"}), "nothing")
    assert "load" in say_event(event, SPOKEN, NAMES)


# States that are nearly right


def changed(state, **values):
    return {**deepcopy(state), **values}


NEARLY = {
    "a bag is named with two players": (
        lambda: changed(position(phase="pick", drawn="dog-m"), phase="bag"),
        "state.shape",
    ),
    "nothing drawn when a bag is named": (lambda: position(3, phase="bag"), "fault.drawn-pick"),
    "too much left for one of the others": (
        lambda: changed(position(turn=1, actor=0), left=6),
        "fault.left",
    ),
    "no pair left in the quick game": (lambda: changed(position(variant="quick", phase="load"), left=0), "fault.left"),
    "the seat in turn waits though another is the actor": (
        lambda: changed(position(phase="pick", turn=1, actor=0, drawn="dog-m"), queue=[1]),
        "fault.queue",
    ),
    "another order of those who wait in the last loading": (
        lambda: changed(position(3, phase="final-feed", order=[0, 1, 2], round=11), queue=[2, 1]),
        "fault.order-queue",
    ),
    "a trade without drawn tiles": (
        lambda: changed(position(phase="trade", animals={0: "dog-m"})),
        "fault.drawn-exchange",
    ),
    "an exchange with one colour and no single animal": (
        lambda: position(phase="exchange", ark=laid(s0="H2,0"), animals={0: "dog-m dog-f"}),
        "fault.no-move",
    ),
}


@pytest.mark.parametrize("name", NEARLY)
def test_what_is_nearly_right_is_refused(name):
    state, key = NEARLY[name]
    assert reason(state()) == key


# Numbers for learners


@pytest.mark.parametrize("name", PHASES)
def test_what_a_learner_sees_is_the_view(name):
    """Every number of the observation, for a seat and for a spectator, against the state."""
    state = PHASES[name]
    tables = STATE.table_of(state)
    for viewer in (0, state["players"] - 1, None):
        seat = -1 if viewer is None else viewer
        numbers = ENGINE.observe(tables, np.array([seat]))[0].tolist()
        assert numbers == expected_numbers(state, seat)


def expected_numbers(state, seat):
    players, ark = state["players"], state["ark"]
    phases = "worker action bag pick reward exchange draw trade build load final-feed final-board over".split()
    actions = "pitch animals food exchange wood build load".split()

    def flags(names, inside):
        return [float(name in inside) for name in names]

    def seats(listed):
        counted = [(other - max(seat, 0)) % players for other in listed]
        return counted + [-1] * (4 - len(counted))

    berths = {species: CELL_NAMES.index(pen) for pen, pairs in ark["pairs"].items() for species in pairs}
    penned = [cell for cells in ark["pens"].values() for cell in cells]
    board = [name for number, name in enumerate(CELL_NAMES) if CELLS[players] >> number & 1]
    numbers = [seat, phases.index(state["phase"]), -1 if state["action"] is None else actions.index(state["action"])]
    numbers += [state["options"]["variant"] == "quick", state["options"].get("workers") == "two"]
    numbers += [state["round"], state["left"] or 0]
    numbers += seats([state["options"]["first"]])[:1] + seats(state["queue"]) + seats(state["order"])
    numbers += [state["supply"]["pitch"], state["supply"]["food"], *(state["bonus"] or [0] * 7)]
    numbers += flags(TILES, state["bags"]["m"] + state["bags"]["f"]) + flags(TILES, state["drawn"])
    joints = [name for number, name in enumerate(JOINTS) if ALL_JOINTS[players] >> number & 1]
    numbers += flags(joints, ark["pitch"]) + [berths.get(species, -1) for species in SPECIES]
    numbers += flags(board, ark["pens"]) + flags(board, penned) + flags(board, ark["food"])
    for step in range(players):
        other = (max(seat, 0) + step) % players
        final = state["final"][other] if state["final"] else {"hull": 0, "goods": 0, "animals": 0}
        numbers += [state["turn"] == other, state["actor"] == other, other in state["winners"], state["scores"][other]]
        numbers += [final["hull"], final["goods"], final["animals"], state["planks"][other]]
        numbers += [state["supply"]["planks"][other], state["pitch"][other], state["food"][other]]
        numbers += flags(TILES, state["animals"][other])
        for row in (state["action_done"], state["action_now"]):
            numbers += [worker == other for worker in row] or [0] * 7
        there = BOARD_EDGES[players, : EDGE_COUNT[players]]
        numbers += [ark["planks"].get(EDGES[edge]) == other for edge in there]
    return [float(number) for number in numbers]


# The terminal


def test_whoever_trades_sees_what_was_drawn():
    state = position(phase="trade", animals={0: "dog-m"}, drawn="lion-m wolf-f cat-f")
    page = shown(text.draw(GAME.restore(state).view(0), 0, SPOKEN, NAMES[:2]))
    assert all(name in page for name in ("lion", "wolf", "cat"))
