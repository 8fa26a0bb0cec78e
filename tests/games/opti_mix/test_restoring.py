"""States that can and cannot lie so (OM-8.1)."""

from __future__ import annotations

import math
from copy import deepcopy

import pytest

import ararat
from ararat.core.engine import engine_of
from ararat.core.words import LANGUAGES, words
from ararat.games.opti_mix.state import Fault
from ararat.games.opti_mix.views import STATE
from lengths import amount

from ..arranging import restored
from .positions import (
    CARDS,
    EXAMPLE,
    GAME,
    KEYS,
    LEVEL,
    assert_impossible,
    boost_state,
    endgame_state,
    over_state,
    pet_state,
    pick_state,
    position,
    second_state,
    take,
    tilt_of,
    turn_state,
)

ENGINE = engine_of(GAME.facts)

# Made-up positions

WELCOME = {
    "an empty ark": lambda: position(),
    "an empty side": lambda: position(cabins="P1 bee; P2 snail; P3 mouse"),
    "pairs at odds": lambda: position(cabins="P1 tiger, gazelle; P2 camel, reindeer; S1 grain, koala", tilt=0),
    "empty hands": lambda: position(hand="", hands={1: "", 2: ""}),
    "all discs in one hand": lambda: position(discs={0: 22, 1: 0, 2: 0}),
    "all discs in the supply": lambda: position(discs={0: 0, 1: 0, 2: 0}),
    "many pieces": lambda: position(pieces={"heavy": [60, 35, 3], "provision": [100, 0, 2]}),
    "more pieces than cards": lambda: position(hand="bee, pig", cabins=LEVEL, pieces={"useful": [110, 0, 0]}),
    "one hand with all": lambda: position(hand="", hands={1: ""}),
    "one hand with all and no deck": lambda: position(hand="", hands={1: ""}, rain=1, deck=""),
    "a big lower half": lambda: position(rain=1, deck=None),
    "no rain and no upper half": lambda: position(upper=0),
    "pets of all": lambda: position(rain=2, pets={0: "cow", 1: "snail", 2: "mouse"}),
    "a pet of one": lambda: position(rain=4, pets={1: "snail"}),
    "a pet in the endgame": lambda: position(phase="endgame", pets={2: "tiger"}),
    "known cards": lambda: position(hand="cow, hay, hay", known={0: "hay, hay"}),
    "an ejected animal": lambda: position(cabins="P1 skunk", removed="cow"),
    "endgame after passes": lambda: position(phase="endgame", active=1, passed=[0]),
    "a second card": lambda: position(phase="second", used=["P1"], cabins="P1 bee", display="cow, hay"),
    "a pick": lambda: position(phase="pick", used=["P1"], todo=["second", "refill"], cabins="P1 bee"),
    "a pick after a slow card": lambda: position(phase="pick", used=["P1"], todo=["refill"], cabins="P1 snail"),
    "a half": lambda: position(
        phase="boost", used=["P1"], todo=["second", "refill"], cabins="P1 chimpanzee", pieces={"shy": [4, 0, 0]}
    ),
    "a half by a skunk": lambda: position(
        phase="boost", used=["P1"], todo=["refill", "refill"][1:], cabins="P1 skunk; S1 bee", removed="chimpanzee",
        pieces={"shy": [4, 0, 0]},
    ) | {"used": ["S1", "P1"]},
    "pets asked": lambda: position(phase="pet", todo=["draw", "refill"], active=2, turn=1, pets={2: "cow", 0: "bee"}),
    "the example": lambda: EXAMPLE,
}  # fmt: skip


@pytest.mark.rules("OM-8.1")
@pytest.mark.parametrize("name", WELCOME)
def test_made_up_positions_are_welcome(name):
    state = WELCOME[name]()
    match = restored(state)
    assert match.state() == state
    assert match.moves()
    for number in range(300):
        if number % amount(5, long=1) == 0 or match.over:
            assert restored(match.state()).state() == match.state(), "what follows a welcome state is none"
        if match.over:
            break
        moves = match.moves()
        match.play(next((move for move in moves if move["move"] == "play"), moves[number % len(moves)]))
    assert match.over


# Impossible states


STATES = {
    "turn": turn_state,
    "pet": pet_state,
    "second": second_state,
    "pick": pick_state,
    "boost": boost_state,
    "endgame": endgame_state,
    "over": over_state,
}


def put(*path_and_value):
    """A change of a state: the value at a path of keys becomes another one."""
    *way, last, value = path_and_value

    def change(state):
        for key in way:
            state = state[key]
        state[last] = value

    return change


def both(*changes):
    def change(state):
        for one in changes:
            one(state)

    return change


def moved(source, target, name=None):
    """A change of a state: a card goes from one pile to another."""

    def pile_at(state, path):
        for key in path:
            state = state[key]
        return state

    def change(state):
        pile = pile_at(state, source)
        one = name or pile[0]
        pile.remove(one)
        goal = pile_at(state, target)
        goal.append(one)
        goal.sort()

    return change


def changed_cabin(cabin, names):
    """A change of a state: other cards lie in a cabin, the tilt is theirs, and the deck is as big as before."""

    def change(state):
        size, hand = len(state["deck"]), state["hands"][1]
        hand += state["cabins"].pop(cabin, [])
        for name in names:
            next(pile for pile in (*state["hands"], state["deck"], state["display"]) if name in pile).remove(name)
        if len(state["deck"]) < size:
            state["deck"].append(hand.pop())
        state["cabins"][cabin] = sorted(names)
        state["tilt"] = tilt_of(state["cabins"])

    return change


IMPOSSIBLE = [
    ("a card missing", "turn", lambda state: state["deck"].pop()),
    ("a card too many", "turn", lambda state: state["deck"].append(state["deck"][-1])),
    ("a foreign card", "turn", put("hands", 0, ["mouse", "unicorn"])),
    ("a hidden card", "turn", put("hands", 0, ["hidden", "mouse"])),
    ("a masked deck", "turn", lambda state: state.update(deck=["hidden"] * len(state["deck"]))),
    ("a card twice, another missing", "turn", put("hands", 0, ["mouse", "sheep"])),
    ("a gap between cabins", "turn", both(moved(("cabins", "P1"), ("deck",)), lambda state: state["cabins"].pop("P1"))),
    ("an empty cabin", "turn", put("cabins", "P3", [])),
    ("an overfull cabin", "turn", lambda state: state["cabins"]["P1"].extend(
        [state["deck"].pop(), state["deck"].pop(), state["deck"].pop()])),
    ("a cabin of no side", "turn", lambda state: state["cabins"].update(Q1=state["cabins"].pop("P2"))),
    ("a cabin with a zero", "turn", lambda state: state["cabins"].update(P02=state["cabins"].pop("P2"))),
    ("cabin zero", "turn", lambda state: state["cabins"].update(P0=state["cabins"].pop("P1"))),
    ("a tilt that is not the weights'", "turn", put("tilt", 1)),
    ("a tilt that is a word", "turn", put("tilt", "0")),
    ("a tilt beyond two", "turn", both(changed_cabin("S1", ["mammoth", "koala"]), put("tilt", 2))),
    ("a true tilt beyond two", "turn", changed_cabin("S1", ["mammoth", "elephant"])),
    ("a disc too many", "turn", put("supply", 14)),
    ("a disc missing", "turn", put("discs", [3, 3, 2])),
    ("a debt", "turn", both(put("discs", [-1, 3, 3]), put("supply", 17))),
    ("a supply in debt", "turn", both(put("discs", [9, 9, 5]), put("supply", -1))),
    ("half-pieces of one", "turn", both(put("pieces2", "shy", [1, 0, 0]), put("supply", 12))),
    ("a half on provision", "turn", both(put("pieces2", "provision", [3, 0, 0]), put("supply", 12))),
    ("half-pieces below none", "turn", put("pieces2", "shy", [-2, 0, 0])),
    ("pieces without room for the cards to come", "turn", put("pieces2", "shy", [1000, 0, 0])),
    ("a half without its disc", "turn", put("pieces2", "shy", [3, 0, 0])),
    ("an unknown score card", "turn", put("pieces2", "none", [0, 0, 0])),
    ("a score card missing", "turn", lambda state: state["pieces2"].pop("shy")),
    ("pieces of too few seats", "turn", put("pieces2", "shy", [0, 0])),
    ("known cards that are not in the hand", "turn", put("known", 0, ["elephant"])),
    ("a known card twice", "turn", put("known", 0, ["mouse", "mouse"])),
    ("a pet before the second rain", "turn", both(moved(("hands", 0), ("deck",), "mouse"), put("known", 0, []),
        lambda state: state["deck"].remove("mouse"), put("pets", 0, "mouse"))),
    ("a pet of a seat not yet asked", "pet", lambda state: (state["hands"][2].remove("mouse"),
        put("pets", 2, "mouse")(state))),
    ("a pet of the seat after the one asked", "pet", lambda state: put("pets", 0, next(
        name for name in list(state["hands"][0]) if CARDS[name].pet and not state["hands"][0].remove(name)))(state)),
    ("a pet that cannot be one", "pet", lambda state: (state["deck"].append("cow"), put("pets", 1, next(
        name for name in ("elephant", "bison", "fox", "skunk", "grain")
        for pile in (state["deck"], *state["hands"], state["display"])
        if name in pile and not pile.remove(name)))(state))),
    ("a hidden pet", "pet", lambda state: (state["deck"].append("cow"), put("pets", 1, "hidden")(state))),
    ("an upper half against the deck", "turn", put("upper", 3)),
    ("an upper half below none", "turn", put("upper", -1)),
    ("an upper half after rain", "turn", put("rain", 1)),
    ("a sixth rain", "endgame", put("rain", 6)),
    ("rain below none", "turn", put("rain", -1)),
    ("a turn after the fifth rain", "turn", both(put("rain", 5), put("upper", 0))),
    ("two cards in the display of a turn", "turn", moved(("display",), ("hands", 1))),
    ("four cards in the display", "turn", moved(("hands", 1), ("display",))),
    ("one card in the display at a second card", "second", both(moved(("display",), ("hands", 1)),
        moved(("display",), ("hands", 1)))),
    ("one card in the display at a pick", "pick", both(moved(("display",), ("hands", 1)),
        moved(("display",), ("hands", 1)))),
    ("a second card after none", "second", put("used", [])),
    ("a second card after two", "second", put("used", ["P1", "S1"])),
    ("a second card after one in no cabin", "second", put("used", ["P2"])),
    ("a second card after a slow one", "second", changed_cabin("P1", ["snail"])),
    ("a second card after a provision", "second", changed_cabin("P1", ["grain"])),
    ("a pick without a new cabin", "pick", put("used", ["P1"])),
    ("a pick without a card", "pick", put("used", [])),
    ("a pick that is over at once", "pick", put("todo", [])),
    ("a pick after which another comes", "pick", put("todo", ["pick", "second", "refill"])),
    ("a half without chimpanzee", "boost", changed_cabin("P1", ["camel"])),
    ("a half without a plain piece", "boost", both(put("pieces2", "shy", [3, 0, 0]), put("supply", 12))),
    ("a half without a piece", "boost", put("pieces2", "shy", [0, 0, 0])),
    ("a half without a disc in the supply", "boost", both(put("discs", [16, 3, 3]), put("supply", 0))),
    ("a half in no turn", "boost", put("used", [])),
    ("a half by an ejector of other animals", "boost", both(moved(("cabins", "P1"), ("removed",), "chimpanzee"),
        changed_cabin("P1", ["spider"]))),
    ("a half by a skunk that ejected another", "boost", both(changed_cabin("P1", ["skunk"]),
        moved(("hands", 1), ("removed",)))),
    ("a half before a pick by an ejector alone", "boost", both(moved(("cabins", "P1"), ("removed",), "chimpanzee"),
        changed_cabin("P1", ["skunk"]), moved(("hands", 1), ("display",)), put("todo", ["pick", "second", "refill"]))),
    ("pets with nothing in the display", "pet", both(
        moved(("display",), ("hands", 0)), moved(("display",), ("hands", 0)))),
    ("a pet that brought no piece", "over", put("pieces2", "useful", [0, 0, 0])),
    ("a half before a pick without a new cabin", "boost", both(changed_cabin("P2", ["snail"]),
        put("todo", ["pick", "second", "refill"]))),
    ("a half before a pick in a cabin of two", "boost", both(
        changed_cabin("P1", ["chimpanzee", "mosquito"]), put("todo", ["pick", "second", "refill"]))),
    ("a half with nothing to come before the fifth rain", "boost", put("todo", [])),
    ("a half with a draw to come", "boost", put("todo", ["draw", "refill"])),
    ("a pick in a cabin of two", "pick", changed_cabin("P2", ["mouse", "snail"])),
    ("a pick after a slow card and another", "pick", both(changed_cabin("P1", ["snail"]), put("used", ["P1", "P2"]),
        put("todo", ["refill"]))),
    ("a second card to come after two", "pick", put("used", ["P1", "P2"])),
    ("a cabin used twice", "pick", both(put("used", ["P2", "P2"]), put("todo", ["refill"]))),
    ("a second card to come after a slow one", "pick", changed_cabin("P2", ["snail"])),
    ("no second card to come after a quick one", "pick", put("todo", ["refill"])),
    ("pets with a full display", "pet", moved(("hands", 0), ("display",))),
    ("pets in a blind draw after a card was laid", "pet", put("used", ["P1"])),
    ("pets before the second rain", "pet", put("rain", 1)),
    ("pets after the third rain", "pet", put("rain", 3)),
    ("pets without an interrupted draw", "pet", put("todo", [])),
    ("pets with nothing to draw", "pet", put("todo", ["second", "refill"])),
    ("an endgame before the fifth rain", "endgame", put("rain", 4)),
    ("the turn of one who has passed", "endgame", put("passed", [True, True, False])),
    ("all have passed", "endgame", put("passed", [True, True, True])),
    ("used in a turn", "turn", put("used", ["P1"])),
    ("todo in a turn", "turn", put("todo", ["refill"])),
    ("todo in the endgame", "endgame", put("todo", ["refill"])),
    ("todo of no such word", "second", put("todo", ["sleep"])),
    ("todo of a taking turn at a second card", "second", put("todo", ["draw", "refill"])),
    ("no todo at a second card", "second", put("todo", [])),
    ("passed before the endgame", "turn", put("passed", [True, False, False])),
    ("active is another than turn", "turn", put("active", 1)),
    ("nobody in turn", "turn", both(put("turn", None), put("active", None))),
    ("a seat that does not exist", "turn", both(put("turn", 3), put("active", 3))),
    ("points before the end", "turn", put("scores", [1, 0, 0])),
    ("winners before the end", "turn", put("winners", [0])),
    ("wrong points at the end", "over", lambda state: state["scores"].__setitem__(0, state["scores"][0] + 1)),
    ("wrong winners at the end", "over", lambda state: state.update(winners=[seat for seat in range(3) if seat not in
        state["winners"]])),
    ("no winners at the end", "over", put("winners", [])),
    ("somebody in turn at the end", "over", both(put("turn", 0), put("active", 0))),
    ("somebody has not passed at the end", "over", put("passed", [True, True, False])),
    ("a phase of no game", "turn", put("phase", "draft")),
    ("another game", "turn", put("game", "noah")),
    ("six seats", "turn", put("players", 6)),
    ("four seats with things for three", "turn", put("players", 4)),
    ("an unknown option", "turn", put("options", "solo", True)),
    ("an option of no such value", "turn", put("options", "shy", "never")),
    ("an option missing", "turn", lambda state: state["options"].pop("first")),
    ("a key too many", "turn", put("round", 1)),
    *((f"no {key}", "turn", lambda state, key=key: state.pop(key)) for key in KEYS),
]  # fmt: skip


@pytest.mark.rules("OM-8.1")
@pytest.mark.parametrize("case", IMPOSSIBLE, ids=lambda case: case[0])
def test_what_no_table_can_show_is_refused(case):
    _, phase, change = case
    state = STATES[phase]()
    assert restored(state).state() == state
    wrong = deepcopy(state)
    change(wrong)
    assert wrong != state
    assert_impossible(wrong)


@pytest.mark.rules("OM-8.1")
@pytest.mark.parametrize("wrong", [None, [], "", 1, True, {}, {"game": "opti-mix"}], ids=str)
def test_what_is_no_state_is_refused(wrong):
    assert_impossible(wrong)


@pytest.mark.rules("OM-8.1")
@pytest.mark.parametrize("phase", STATES)
def test_values_of_a_wrong_kind_are_refused(phase):
    state = STATES[phase]()
    for key in KEYS:
        for value in (None, "x", 1.5, math.nan, -1, 10**30, True, [None], [[]], {}, {"P1": 3}, [["x"]], {"a": {}}):
            if state[key] == value and type(state[key]) is type(value):
                continue
            wrong = deepcopy(state)
            wrong[key] = value
            if value == {} and key == "cabins":
                continue
            with pytest.raises(ararat.BadState) as error:
                GAME.restore(wrong, seed=1)
            assert "\n" not in error.value.text


@pytest.mark.rules("OM-8.1")
def test_what_was_handed_in_is_not_changed_and_no_handle_on_the_match():
    state = turn_state()
    given = deepcopy(state)
    match = GAME.restore(given, seed=1)
    match.play(take(state["display"][0]))
    assert given == state
    match.state()["hands"][0].clear()
    match.view(0)["hands"][0].clear()
    assert match.state()["hands"][0]


def fault_id(fault):
    return fault.name.lower().replace("_", "-")


def reason_of(case):
    _, phase, change = case
    wrong = STATES[phase]()
    change(wrong)
    with pytest.raises(ararat.BadState) as error:
        GAME.restore(wrong, seed=1)
    return error.value


# What no state can say, but a table could hold.
OF_TABLES = {
    Fault.ABSENT_SEAT: lambda table: table.scores.__setitem__(4, 1),
    Fault.CABIN_BARS: lambda table: table.barred.__setitem__(1, 0),
}


@pytest.mark.rules("OM-8.1")
@pytest.mark.parametrize("fault", OF_TABLES, ids=lambda fault: fault.name)
def test_what_no_table_can_hold_is_a_fault(fault):
    tables = STATE.table_of(turn_state())
    assert ENGINE.fault(tables) == Fault.NONE
    OF_TABLES[fault](tables[0])
    assert ENGINE.fault(tables) == fault


@pytest.mark.rules("OM-8.1")
def test_a_card_twice_beside_the_next_one_is_found_out():
    """Two copies of a card once passed for it and the one after it."""
    tables = STATE.table_of(turn_state())
    table = tables[0]
    deck = int(table.deck)
    first = next(bit for bit in range(40) if deck >> bit & 3 == 3)
    table.deck = deck & ~(2 << first)
    table.hands[0] |= 1 << first
    assert ENGINE.fault(tables) == Fault.CARD_LOST


@pytest.mark.rules("OM-8.1")
def test_every_fault_has_a_case_and_is_told_in_every_language():
    reasons = {reason.key: reason for reason in map(reason_of, IMPOSSIBLE)}
    for fault in set(Fault) - {Fault.NONE} - set(OF_TABLES):
        texts = {reasons[f"fault.{fault_id(fault)}"].text_in(language) for language in LANGUAGES}
        assert len(texts) == len(LANGUAGES) and not any("{" in text for text in texts)
    told = {key for key in list(words("en", GAME.facts.package).keys()) if key.startswith("fault.")}
    assert told == {f"fault.{fault_id(fault)}" for fault in Fault if fault}
