"""States that can and cannot lie so (OM-8.1), whole matches move by move, and taking back."""

import json
import math
from copy import deepcopy

import pytest

import ararat

from .positions import (
    CARDS,
    GAME,
    KEYS,
    PASS,
    RULES,
    STOP,
    TYPES,
    after,
    assert_impossible,
    boost,
    broken,
    followed,
    pet,
    pick,
    play,
    played,
    position,
    random_match,
    random_states,
    restored,
    start,
    take,
    tilt_of,
)

LEVEL = "P1 sheep; P2 horse; S1 cow; S2 llama"
EXAMPLE = json.loads(RULES.split("```json")[1].split("```")[0])
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
        assert restored(match.state()).state() == match.state(), "what follows a welcome state is none"
        if match.over:
            break
        moves = match.moves()
        match.play(next((move for move in moves if move["move"] == "play"), moves[number % len(moves)]))
    assert match.over


# Impossible states


def turn_state(**words):
    return position(**({"cabins": LEVEL, "hand": "mouse, snail", "known": {0: "mouse"}} | words))


def pet_state():
    return position(
        phase="pet", todo=["draw", "refill"], active=1, turn=2, pets={1: "cow"}, hand="mouse", cabins="P1 bee"
    )


def second_state():
    return position(phase="second", used=["P1"], cabins="P1 bee; S1 mouse", hand="snail", display="cow, hay, hay")


def pick_state():
    return position(
        phase="pick", used=["P2"], todo=["second", "refill"], cabins="P1 bee; P2 mouse", display="cow, hay, pig"
    )


def boost_state():
    return position(
        phase="boost", used=["P1"], todo=["second", "refill"], cabins="P1 chimpanzee; S1 bee", pieces={"shy": [4, 0, 0]}
    )


def endgame_state():
    return position(phase="endgame", active=1, passed=[0], cabins=LEVEL, hand="mouse")


def over_state():
    state = position(phase="endgame", passed=[1, 2], pieces={"shy": [4, 2, 0]}, pets={1: "camel"})
    return after(state, PASS)


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


# Taking back


def assert_can_undo(state, *moves):
    match = played(state, *moves[:-1])
    before = match.state()
    match.play(moves[-1])
    assert match.can_undo
    assert match.undo() == moves[-1]
    assert match.state() == before
    assert match.history == list(moves[:-1])
    match.play(moves[-1])


def assert_final(state, *moves):
    match = played(state, *moves)
    assert not match.can_undo
    now = match.state()
    with pytest.raises(ararat.NothingToUndo):
        match.undo()
    assert match.state() == now


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
