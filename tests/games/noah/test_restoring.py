"""Impossible states are refused, each for its own reason; made-up ones that can lie so are welcome."""

from __future__ import annotations

import copy
import json

import numpy as np
import pytest

import ararat
from ararat.core.words import words
from ararat.games.noah.state import Fault

from .positions import card, cards, position

GAME = ararat.game("noah")
PACKAGE = GAME.facts.package


def boarding(**changes):
    hands = {1: "snail, parrot f", 2: "snail, parrot m"}
    return position(here="cat m, kangaroo m", hand="cat f, panda m, lion f", hands=hands, **changes)


def sailing(**changes):
    return position(phase="sail", here="bear m, cat m", hand="panda m, lion f", **changes)


def frog():
    return position(phase="sail", here="cat m, frog m", hand="lion f", frog=True)


def full():
    return position(phase="sail", here="elephant m, rhinoceros m, cat m", hand="lion f")


def giving(**changes):
    return position(phase="give", departures=2, gifts=2, hand="cat f, panda m, lion f", **changes)


def returning():
    return position(phase="return", here="bear f, lion f", hand="cat f, panda m", partner=1)


def alone(**changes):
    return position(1, here="cat m", hand="panda m, cat f", **changes)


def looking():
    return position(1, phase="stack", here="cat m, giraffe m", hand="panda m", looked="bear m, cat f, lion f")


def calling():
    return position(1, phase="recall", here="cat m, lion m", hand="panda m")


def finished(players=3, seed=3):
    match = GAME.start(players=players, seed=seed)
    while not match.over:
        match.play(match.moves()[-1])
    return match.state()


def over(players):
    if players == 1:
        return position(1, phase="over", hand="cat m", deck="")
    return position(2, phase="over", hands={0: "cat m", 1: "bear m"})


def roommates():
    return position(here="cat m, panda m", hand="bear m", kind="roommates", roommates=True)


def put(path, value):
    """A change of a state: the value at a path of keys becomes another one."""

    def change(state):
        *way, last = path
        for key in way:
            state = state[key]
        state[last] = value(state[last]) if callable(value) else value

    return change


def shift(source, target):
    """A change of a state: the first card of one pile moves to another one."""

    def change(state):
        piles = []
        for path in (source, target):
            pile = state
            for key in path:
                pile = pile[key]
            piles.append(pile)
        piles[1].append(piles[0].pop(0))

    return change


def both(*changes):
    def change(state):
        for one in changes:
            one(state)

    return change


def swap_into_boat(*names):
    """A change of a state: cards of the deck come aboard the boat here."""

    def change(state):
        for name in names:
            one = card(name)
            lying = {"animal": one["animal"], "sex": None if one["animal"] == "snail" else one["sex"]}
            state["deck"].remove(lying)
            state["boats"][state["noah"]]["animals"].append(one)

    return change


FORM = "state.shape"  # it is not even the JSON of a state
FOLLOWS = "state.follows"  # it says something that does not follow from the table

FOREIGN = {"reason": "hand", "hands": [cards("frog m"), [], []], "points": [5, 0, 0]}

IMPOSSIBLE = [
    (FORM, boarding, put(["phase"], "flee")),
    ("turn-misplaced", boarding, put(["turn"], None)),
    ("turn-misplaced", finished, put(["turn"], 0)),
    ("flags-untimely", finished, put(["pair"], True)),
    ("gifts-miscounted", finished, put(["gifts"], 1)),
    ("partner-misplaced", finished, put(["partner"], 1)),
    ("known-needless", finished, lambda state: state["known"][3].__setitem__(0, state["hands"][0][:1])),
    ("flags-untimely", boarding, put(["pair"], True)),
    ("flags-untimely", boarding, put(["leaving"], True)),
    ("flags-untimely", giving, put(["leaving"], True)),
    ("winners-wrong", boarding, put(["winners"], [1])),
    ("boats-not-eight", boarding, put(["departures"], 1)),
    ("boats-not-eight", boarding, put(["reserve"], ["plain"])),
    ("quay-vacant-early", boarding, both(put(["boats", 3], None), put(["departures"], 1))),
    ("roommates-miscounted", boarding, put(["boats", 3, "kind"], "roommates")),
    ("roommates-miscounted", roommates, put(["boats", 0, "kind"], "plain")),
    (FORM, boarding, put(["boats", 0, "animals", 0, "sex"], None)),
    ("sexes-mixed", boarding, swap_into_boat("bear f")),
    ("boat-too-heavy", boarding, swap_into_boat("elephant m", "rhinoceros m")),
    ("boat-too-heavy", boarding, swap_into_boat("woodpecker m", "rhinoceros m")),
    ("roommates-twice", roommates, swap_into_boat("cat m")),
    (FORM, boarding, put(["hands", 1, 1, "sex"], "f")),
    (FORM, boarding, put(["hands", 0, 0, "sex"], None)),
    ("cards-amiss", boarding, lambda state: state["deck"].pop()),
    ("cards-amiss", boarding, lambda state: state["deck"].append(card("frog m"))),
    ("known-needless", boarding, put(["known", 0, 0], cards("cat f"))),
    ("known-not-held", boarding, put(["known", 1, 0], cards("lion m"))),
    ("known-not-held", boarding, put(["known", 3, 0], cards("cat f, cat f"))),
    ("known-needless", alone, put(["known", 1, 0], cards("cat f"))),
    ("results-too-many", boarding, put(["results"], [{"reason": "hand", "hands": [[], [], []], "points": [0, 0, 0]}])),
    ("results-foreign", finished, put(["results", 0], FOREIGN)),
    ("results-foreign", finished, put(["results", 0, "reason"], "won")),
    (FOLLOWS, finished, put(["results", 0, "points", 0], 99)),
    (FORM, finished, put(["results", 0, "points"], [1.0, 2.0, 3.0])),
    ("results-stale", finished, put(["results"], lambda results: results[:1])),
    ("partner-misplaced", returning, put(["partner"], None)),
    ("partner-misplaced", returning, put(["partner"], 0)),
    ("partner-misplaced", boarding, put(["partner"], 1)),
    ("gifts-miscounted", giving, put(["gifts"], 0)),
    ("gifts-miscounted", giving, put(["gifts"], 3)),
    ("gifts-miscounted", boarding, put(["gifts"], 1)),
    ("looked-miscounted", looking, lambda state: state["deck"].extend(state["looked"]) or state["looked"].clear()),
    ("looked-miscounted", looking, both(shift(["looked"], ["deck"]), shift(["looked"], ["deck"]))),
    ("looked-miscounted", boarding, shift(["deck"], ["looked"])),
    ("boards-too-many", boarding, put(["boards"], 300)),
    ("noah-nowhere", lambda: alone(departures=5, vacant=[3, 4], noah=0), put(["noah"], 3)),
    ("reload-amiss", boarding, put(["phase"], "reload")),
    ("reload-amiss", lambda: position(phase="reload", here="", hand="cat m, bear f"), shift(["hands", 0], ["gone"])),
    ("leaving-wrong", frog, put(["leaving"], True)),
    (FORM, lambda: over(2), put(["results", -1, "points"], [True, False])),
    (FOLLOWS, lambda: over(1), put(["results", -1, "points"], [7])),
    (FORM, lambda: over(1), put(["results", -1, "points"], [1.0])),
    ("winners-wrong", lambda: over(1), both(put(["results", -1, "reason"], "won"), put(["winners"], [0]))),
    ("gifts-miscounted", lambda: position(phase="give", departures=2, hand="cat m", gifts=1), put(["gifts"], 2)),
    ("hand-empty", lambda: position(phase="peek", here="giraffe m", hand="cat f"), shift(["hands", 0], ["deck"])),
    ("hand-empty", lambda: position(phase="draw", here="lion m", hand="cat f"), shift(["hands", 0], ["deck"])),
    ("hand-empty", returning, shift(["hands", 0], ["deck"])),
    ("recall-nobody", calling, shift(["boats", 0, "animals"], ["deck"])),
    ("nobody-boarded", sailing, put(["noah"], 2)),
    ("other-boarded", sailing, put(["phase"], "draw")),
    ("other-boarded", sailing, put(["phase"], "peek")),
    ("other-boarded", calling, put(["boats", 0, "animals"], lambda animals: animals[::-1])),
    ("other-boarded", sailing, swap_into_boat("donkey m")),
    ("leaving-wrong", sailing, put(["leaving"], True)),
    ("leaving-wrong", full, put(["leaving"], False)),
    ("pair-wrong", sailing, put(["pair"], True)),
    ("pair-wrong", lambda: position(phase="sail", here="cat f, cat m", hand="lion f"), put(["pair"], False)),
    ("top-known", boarding, shift(["deck"], ["top"])),
    ("hand-empty", boarding, lambda state: state["deck"].extend(state["hands"][1]) or state["hands"][1].clear()),
    ("points-wrong", alone, put(["scores"], [3])),
    ("winners-wrong", finished, put(["winners"], lambda winners: [] if winners else [0])),
    (FOLLOWS, lambda: finished(1), put(["scores"], [99])),
    ("winners-wrong", lambda: finished(1), put(["winners"], [0])),
    ("solo-decided", alone, both(*[shift(["deck"], ["gone"])] * 28, *[shift(["hands", 0], ["gone"])] * 2)),
    ("solo-decided", alone, both(*[shift(["hands", 0], ["deck"])] * 2)),
]  # fmt: skip


@pytest.mark.rules("NO-8.1")
@pytest.mark.parametrize(
    ("key", "make", "change"), IMPOSSIBLE, ids=[f"{n}-{key}" for n, (key, *_) in enumerate(IMPOSSIBLE)]
)
def test_an_impossible_state_is_refused_for_its_reason(key, make, change):
    state = make()
    GAME.restore(copy.deepcopy(state))
    wrong = copy.deepcopy(state)
    change(wrong)
    with pytest.raises(ararat.BadState) as refused:
        GAME.restore(wrong)
    assert refused.value.key == (key if key in (FORM, FOLLOWS) else f"fault.{key}"), refused.value.text
    assert "\n" not in refused.value.text


def test_every_impossibility_has_its_test_and_its_sentence():
    sentences = {key for key in list(words("en", PACKAGE).keys()) if key.startswith("fault.")}
    names = {fault.name.lower().replace("_", "-") for fault in Fault if fault != Fault.NONE}
    assert sentences == {f"fault.{name}" for name in names}
    assert names == {key for key, *_ in IMPOSSIBLE} - {FORM, FOLLOWS}


@pytest.mark.parametrize(
    "path",
    [
        ["phase"], ["turn"], ["round"], ["scores"], ["winners"], ["starter"], ["noah"], ["boats"], ["boats", 0],
        ["boats", 0, "kind"], ["boats", 0, "animals"], ["boats", 0, "animals", 0], ["boats", 0, "animals", 0, "animal"],
        ["boats", 0, "animals", 0, "sex"], ["reserve"], ["reserve", 0], ["departures"], ["gone"], ["hands"],
        ["hands", 1], ["hands", 1, 0], ["deck"], ["deck", 0], ["deck", 0, "animal"], ["top"], ["looked"], ["boards"],
        ["pair"], ["leaving"], ["gifts"], ["partner"], ["known"], ["known", 0], ["known", 0, 1], ["results"],
        ["options"], ["players"],
    ],
)  # fmt: skip
@pytest.mark.parametrize("junk", [7.5, "x", [3], {"a": 1}, True, -1, 10**9, [[]], {}], ids=str)
def test_junk_anywhere_is_refused_in_one_sentence(path, junk):
    wrong = boarding()
    before = wrong
    for key in path[:-1]:
        before = before[key]
    if before[path[-1]] == junk and type(before[path[-1]]) is type(junk):
        return
    before[path[-1]] = junk
    with pytest.raises(ararat.BadState) as refused:
        GAME.restore(wrong)
    assert refused.value.text.strip() and "\n" not in refused.value.text


@pytest.mark.rules("NO-8.1")
@pytest.mark.parametrize(
    "change",
    [
        put(["scores"], [40, 0, 3]),
        put(["round"], 3),
        put(["starter"], 2),
        put(["boards"], 0),
        shift(["deck"], ["gone"]),
        shift(["deck"], ["hands", 1]),
        put(["noah"], 4),
    ],
)
def test_made_up_positions_are_welcome(change):
    state = boarding()
    change(state)
    match = GAME.restore(json.loads(json.dumps(state)))
    while not match.over:
        match.play(match.moves()[0])


def test_a_frog_that_counted_more_leaves_and_one_that_did_not_stays():
    for leaving in (True, False):
        state = position(phase="sail", here="elephant m, bear f, frog m", hand="lion f", frog=True, leaving=leaving)
        match = GAME.restore(state)
        match.play(match.moves()[0])
        assert match.state()["departures"] == (1 if leaving else 0)


def test_a_giraffe_that_sees_the_whole_deck_has_not_won():
    state = position(1, here="", hand="giraffe m", deck="bear m, cat f, lion f")
    match = GAME.restore(state)
    match.play({"move": "board", "animal": "giraffe", "sex": "m"})
    assert match.state()["phase"] == "stack"
    assert GAME.restore(match.state()).state() == match.state()


def test_made_up_totals_never_outgrow_the_table():
    hands = {1: "panda f, parrot m"}
    match = GAME.restore(position(2, scores=[2400, 2400], hand="cat m", here="kangaroo m", hands=hands))
    while not match.over:
        match.play(match.moves()[0])
        assert GAME.restore(match.state()).state() == match.state()


@pytest.mark.parametrize("junk", [np.zeros(2), np.array("m"), np.array("cat")])
def test_arrays_are_no_json(junk):
    state = boarding()
    match = GAME.restore(state)
    for key in ("animal", "sex", "move"):
        assert match.why_not({"move": "board", "animal": "cat", "sex": "m", key: junk}).rule == "NO-7.1"
    for path in (
        ["boats", 0, "kind"],
        ["boats", 0, "animals", 0, "sex"],
        ["deck", 0, "animal"],
        ["hands", 0, 0, "sex"],
    ):
        wrong = copy.deepcopy(state)
        put(path, lambda old: junk)(wrong)
        with pytest.raises(ararat.BadState):
            GAME.restore(wrong)


def test_a_sex_is_one_letter():
    match = GAME.restore(position(hand="cat m, cat f", here=""))
    for sex in ("fm", "mf", "", "M", "male"):
        assert match.why_not({"move": "board", "animal": "cat", "sex": sex}).rule == "NO-7.1"
