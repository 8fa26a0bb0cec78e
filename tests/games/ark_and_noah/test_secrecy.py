"""Nothing is hidden, and what chance will bring is in no state (section 6)."""

import json
from copy import deepcopy

import pytest

import ararat
from lengths import amount, in_turn

from ..arranging import after, restored
from .positions import (
    DONE,
    KEEP,
    bag,
    choose,
    cube,
    draw,
    embark,
    feed,
    pick,
    plank,
    position,
    random_match,
    reward,
    start,
    states_of_all_phases,
    swap,
    trade,
    worker,
)

PHASES = dict(states_of_all_phases())
BOTS = ["random", "greedy", "search:16"]
MATCHES = pytest.mark.parametrize(
    "players, seed, variant",
    [(2, 1, "standard"), (3, 2, "standard"), (4, 3, "standard"), (2, 4, "quick"), (3, 5, "quick"), (4, 6, "quick")],
)
SOME_MATCHES = pytest.mark.parametrize(
    "players, seed, variant", [(2, 7, "standard"), (3, 8, "standard"), (4, 9, "quick")]
)
TRIES = [
    None, {}, {"move": "fly"}, DONE, KEEP, worker("pitch"), worker("load"), choose("wood"), choose("pitch"), bag("m"),
    bag("f"), draw("m"), draw("f"), pick("dog-m"), pick("cat-f"), pick("wolf-m"), reward("point"), reward("food"),
    swap("H2,0", "V2,1"), swap("H2,0", "H2,0"), trade("cat-f", "lion-m"), trade("dog-m", "cat-f"), plank("H2,0"),
    plank("V4,2"), plank("H99,0"), cube("J3,0"), cube("J2,0"), feed("2,1"), feed("5,1"), embark("dog", "2,1"),
    embark("lion", "2,1"), embark("dog", "5,1"),
]  # fmt: skip


def viewers(players):
    return (None, *range(players))


def choices(match):
    """What every bot would do in the place of the seat in turn, with a few seeds."""
    view, moves = match.view(match.turn), match.moves()
    return [ararat.player(code).choose(deepcopy(view), deepcopy(moves), seed) for code in BOTS for seed in range(2)]


def assert_alike(one, other, deep=True):
    """Nothing that anybody is told tells the two matches apart."""
    assert one.state() == other.state()
    assert (one.turn, one.over, one.can_undo, one.scores) == (other.turn, other.over, other.can_undo, other.scores)
    assert one.moves() == other.moves()
    for viewer in viewers(one.players):
        assert one.view(viewer) == other.view(viewer)
        assert (one.observation(viewer) == other.observation(viewer)).all()
        assert one.log(viewer) == other.log(viewer)
    if deep:
        assert choices(one) == choices(other)


def test_bots_play_the_game():
    assert {"random", "greedy"} <= set(BOTS)


@MATCHES
def test_every_view_is_the_state_at_every_moment(players, seed, variant):
    for number, match in enumerate(random_match(players, seed, variant=variant)):
        if number % amount(9, long=1):
            continue
        state = match.state()
        assert all(match.view(viewer) == state for viewer in viewers(players))
        assert "hidden" not in json.dumps(state)
    assert match.over
    states = match.past_states()
    assert all(match.past_views(viewer) == states for viewer in in_turn(viewers(players), players))


@SOME_MATCHES
def test_all_are_told_the_same(players, seed, variant):
    for match in random_match(players, seed, variant=variant):
        since = max(0, len(match.history) - 1)
        told = match.log(None, since)
        assert all(match.log(viewer, since) == told for viewer in range(players))
        assert all(event["audience"] == "all" for entry in told for event in entry["events"])
    whole = match.log()
    assert [entry["move"] for entry in whole] == match.history
    assert [entry["seat"] for entry in whole] == [state["turn"] for state in match.past_states()]


def test_the_events_that_a_move_returns_are_for_all():
    match, told = start(3, 5), 0
    while len(match.history) < 60:
        moves = [move for move in match.moves() if move != DONE] or match.moves()
        events = match.play(moves[len(match.history) % len(moves)])
        assert all(event["audience"] == "all" for event in events)
        told += len(events)
    assert told > 30


@pytest.mark.parametrize("phase", PHASES)
def test_what_chance_will_bring_changes_no_view_no_move_and_no_refusal(phase):
    def answers(match):
        refusals = [match.why_not(move) for move in TRIES]
        return [refusal and (refusal.rule, refusal.text) for refusal in refusals]

    one, *others = (restored(PHASES[phase], seed) for seed in (1, 2, 3))
    expected = answers(one)
    assert any(expected)
    for other in others:
        assert_alike(one, other)
        assert answers(other) == expected


@SOME_MATCHES
def test_matches_with_another_chance_go_the_same_way_until_something_is_drawn(players, seed, variant):
    stretches, draws = 0, 0
    other = None
    for match in random_match(players, seed, variant=variant):
        if match.over:
            break
        if other is not None:
            other.play(match.history[-1])
            if match.can_undo:
                assert other.state() == match.state()
                assert (other.moves(), other.can_undo) == (match.moves(), True)
                stretches += 1
            else:
                other, draws = None, draws + 1
        if other is None:
            other = restored(match.state(), seed=len(match.history) + 1000)
            assert_alike(other, restored(match.state(), seed=5), deep=draws % 5 == 0)
    assert stretches > 30 and draws > 5


@pytest.mark.parametrize("state, move, least", [
    (position(phase="worker", workers={"pitch": 0}, placed={"food": 1, "wood": 1, "load": 0}), worker("animals"), 30),
    (position(3, phase="bag", drawn="dog-m cat-f"), bag("m"), 10),
    (PHASES["exchange"], draw("f"), 8),
    (PHASES["draw"], draw("m"), 8),
    (position(4, phase="action", variant="quick"), choose("animals"), 30),
])  # fmt: skip
def test_the_state_holds_no_trace_of_the_next_draw(state, move, least):
    seeds = range(40)
    assert all(restored(state, seed).state() == state for seed in seeds)
    found = {json.dumps(after(state, move, seed=seed)["drawn"]) for seed in seeds}
    assert len(found) >= least


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_match_and_one_restored_from_its_state_differ_in_nothing_but_chance(players):
    for seed in range(5):
        match = start(players, seed)
        again = restored(match.state(), seed=seed + 100)
        assert_alike(match, again, deep=False)
        for pile in match.state()["bags"].values():
            assert pile == sorted(pile)
