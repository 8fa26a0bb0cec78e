"""Corners that a hostile reader found: faults that were mended, and faults that no other test would notice."""

from copy import deepcopy

import pytest

import ararat
from ararat.core.engine import engine_of
from ararat.core.table import NOBODY
from ararat.games.opti_mix.pieces import KINDS
from ararat.games.opti_mix.rules.moves import CARD, EJECT
from ararat.games.opti_mix.state import Rule
from ararat.games.opti_mix.views import imagine

from ..arranging import after, assert_refused, played, restored, rules_of
from .positions import ALL, CARDS, GAME, PASS, assert_impossible, boost, pick, play, position, start

LEVEL = "P1 sheep; P2 horse; S1 cow; S2 llama"
ENGINE = engine_of(GAME.facts)


def goes_on(state, *moves):
    """The moves can be made, and what is on the table after each of them can be restored."""
    match = restored(state)
    for move in moves:
        match.play(move)
        assert restored(match.state()).state() == match.state()


# Faults that were mended


@pytest.mark.rules("OM-8.1", "OM-4.20")
@pytest.mark.parametrize(
    ("phase", "todo", "moves"),
    [
        ("pick", ["second", "refill"], [pick("cow")]),
        ("boost", ["pick", "second", "refill"], [boost(None), pick("cow")]),
    ],
)
def test_what_follows_a_welcome_state_with_a_short_display_is_welcome_too(phase, todo, moves):
    """Before its first pick a turn has three cards in the display: either two are refused, or all goes on."""
    state = position(
        phase=phase, used=["P1"], todo=todo, cabins="P1 chimpanzee", display="cow, hay", pieces={"shy": [4, 0, 0]}
    )
    try:
        restored(state)
    except ararat.BadState:
        return
    goes_on(state, *moves)


@pytest.mark.rules("OM-8.1", "OM-4.9")
def test_as_many_pieces_as_are_welcome_stay_welcome_after_an_ejection():
    state = position(cabins="P1 elephant; S1 hippopotamus", hand="skunk")
    goes_on(with_most_pieces(state, "heavy", 0), play("skunk", "P1", "elephant"))


@pytest.mark.rules("OM-8.1", "OM-4.9", "OM-5.8")
def test_as_many_pieces_as_are_welcome_stay_welcome_when_pets_are_turned_up():
    state = position(phase="endgame", passed=[1, 2], pets={1: "camel"})
    goes_on(with_most_pieces(state, "useful", 1), PASS)


def with_most_pieces(state, kind, seat):
    """The state with as many pieces of a seat as `restore` allows."""
    for halves in range(1000, -2, -2):
        state["pieces2"][kind][seat] = halves
        try:
            restored(state)
        except ararat.BadState:
            continue
        return state
    raise AssertionError("no number of pieces is welcome")


@pytest.mark.rules("OM-8.1", "OM-4.31")
def test_a_welcome_deck_after_the_first_rain_breaks_no_invariant():
    state = start(3).state() | {"rain": 1, "upper": 0}  # "after the first rain any deck"
    assert ENGINE.fault(restored(state)._tables) == 0


@pytest.mark.rules("OM-8.1", "OM-5.8")
def test_at_the_end_a_pet_has_brought_its_piece():
    state = after(position(phase="endgame", passed=[1, 2], pets={1: "camel"}), PASS)
    state["pieces2"]["useful"] = [0, 0, 0]
    state["scores"] = list(state["discs"])
    for winners in ([0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]):
        assert_impossible(deepcopy(state) | {"winners": winners})


# Faults that no other test would notice


@pytest.mark.rules("OM-5.12")
def test_a_point_more_wins_against_any_number_of_animals_in_hand():
    match = played(position(phase="endgame", passed=[1, 2], discs={0: 4, 1: 5, 2: 0}, hands={1: None, 2: ""}), PASS)
    animals = [sum(name not in ("grain", "hay") for name in hand) for hand in match.state()["hands"]]
    assert match.scores == [4, 5, 0]
    assert animals[0] == 0
    assert animals[1] > 30
    assert match.winners == [1]


@pytest.mark.rules("OM-3.3")
def test_a_third_card_without_a_type_is_accepted():
    names = sum(start(3, seed=345).state()["cabins"].values(), [])
    assert {"chimpanzee", "fox", "skunk"} < set(names)
    assert {"chimpanzee", "fox", "skunk"} < set(sum(start(3, 345, chimpanzee="useful").state()["cabins"].values(), []))


@pytest.mark.rules("OM-4.19", "OM-5.5")
@pytest.mark.parametrize(("phase", "players", "seat"), [("turn", 3, 0), ("turn", 5, 3), ("endgame", 4, 1)])
def test_the_event_of_a_payment_names_who_pays_and_who_is_paid(phase, players, seat):
    state = position(players, phase=phase, cabins=LEVEL, hand="bee", active=seat)
    events = restored(state).play(play("bee", "P3"))
    assert [event for event in events if event["event"] == "paid"] == [
        {"event": "paid", "audience": "all", "seat": seat, "player": (seat - 1) % players}
    ]


@pytest.mark.rules("OM-6.5")
@pytest.mark.parametrize("viewer", [0, None])
def test_the_numbers_of_a_learner_tell_which_seat_has_a_pet(viewer):
    """The sizes of hands and deck tell how many pets there are, not whose."""
    numbers = []
    for seat in (1, 2):
        state = position(rain=2, pets={seat: "cow"}, hands={1: "pig", 2: "horse"}, cabins="P1 bee")
        numbers.append(restored(state).observation(viewer).tolist())
    assert numbers[0] != numbers[1]


@pytest.mark.rules("OM-6.5", "OM-4.34")
def test_only_what_can_be_a_pet_is_imagined_as_one():
    pets = {1: "cow", 2: "bee"}
    for rain in (2, 3, 4):
        match = restored(position(rain=rain, pets=pets, hand="", cabins=LEVEL.replace("cow", "camel")))
        for viewer in (0, 1, None):
            tables = imagine(match.view(viewer))
            assert ENGINE.fault(tables) == 0
            ENGINE.redeal(tables, NOBODY if viewer is None else viewer)
            assert ENGINE.fault(tables) == 0


@pytest.mark.rules("OM-4.27")
def test_the_number_of_an_ejection_of_nobody_aboard_is_refused():
    tables = restored(position(cabins=LEVEL, hand="mosquito"))._tables
    action = EJECT + 0 * KINDS + CARD.number("camel")  # the mosquito is the first ejector
    assert next(Rule(rule) for rule in ENGINE.broken(tables, action)) == Rule.OM_4_27
    assert ENGINE.step(tables.copy(), action)[0] == Rule.OM_4_27


@pytest.mark.rules("OM-7.2")
@pytest.mark.parametrize("kind", ["heavy", "provision", None])
def test_a_half_that_is_not_due_is_refused_as_such_wherever_it_would_go(kind):
    for state in (position(cabins=LEVEL, hand="bee"), position(phase="endgame", cabins=LEVEL, hand="bee")):
        assert_refused(state, boost(kind), "OM-7.2")


# States: what is still to come in boost


def half(used, todo, **words):
    words = {"cabins": "P1 chimpanzee, mouse; S1 bee", "pieces": {"shy": [4, 0, 0]}} | words
    return position(phase="boost", used=used, todo=todo, **words)


@pytest.mark.rules("OM-8.1")
@pytest.mark.parametrize(
    ("used", "todo", "rain"),
    [
        (["P1"], ["refill"], 1),  # the chimpanzee and its ejector let a second card follow
        (["S1", "P1"], ["second", "refill"], 1),
        (["S1", "P1"], ["pick", "second", "refill"], 1),
        (["S1", "P1"], [], 5),  # one card a turn in the endgame
        ([], [], 5),
        (["P1"], ["refill"], 5),
        (["P1"], ["second", "refill"], 5),
    ],
)
def test_a_half_has_to_come_what_belongs_to_it(used, todo, rain):
    assert_impossible(half(used, todo, rain=rain))


@pytest.mark.rules("OM-8.1", "OM-4.36")
@pytest.mark.parametrize("display", ["", "hay", "cow, hay"])
def test_a_half_of_the_endgame_needs_no_display(display):
    state = half(["P1"], [], rain=5, display=display)
    assert restored(state).state() == state
    goes_on(state, boost("shy"))


# States: each of these is refused for its own reason, and for no other one


def cabin_named(name):
    state = position(cabins="P1 bee")
    state["cabins"] = {name: state["cabins"].pop("P1")}  # the bee weighs nothing: the tilt stays right
    return state


@pytest.mark.rules("OM-8.1")
@pytest.mark.parametrize(
    ("key", "make"),
    [
        ("state.shape", lambda: cabin_named("Q1")),
        ("state.shape", lambda: cabin_named("P01")),
        ("state.shape", lambda: cabin_named("P\u0661")),
        ("fault.cabin-gap", lambda: cabin_named("P2")),
        ("fault.cabin-gap", lambda: cabin_named("S" + "9" * 5000)),
        ("fault.rain-missing", lambda: position(phase="endgame", rain=5) | {"rain": 4}),
        ("fault.passed-early", lambda: position(rain=4) | {"passed": [False, True, False]}),
    ],
)
def test_what_no_table_can_show_is_refused_for_its_own_reason(key, make):
    with pytest.raises(ararat.BadState) as error:
        GAME.restore(make(), seed=1)
    assert error.value.key == key


@pytest.mark.rules("OM-8.1")
def test_who_passed_is_told_by_true_and_false_alone():
    state = position(phase="endgame", active=1)
    for passed in ([1, 0, 0], [False, False, 0], [0, 0, 0]):
        assert_impossible(state | {"passed": passed})


@pytest.mark.rules("OM-4.10", "OM-7.3")
def test_beside_the_longest_side_that_can_be_only_the_next_cabin_can_be_opened():
    light = sorted(ALL.elements(), key=lambda name: (CARDS[name].weight, name))
    port, starboard = light[:41], light[41:]  # weights 38 and 37
    cabins = [f"P{number} {name}" for number, name in enumerate(port, 1)]
    cabins += [f"S{1 + at // 3} {', '.join(starboard[at : at + 3])}" for at in range(0, len(starboard), 3)]
    state = position(phase="endgame", cabins="; ".join(cabins), display="", deck="", hands={1: "", 2: ""})
    assert state["tilt"] == -1
    assert "OM-4.10" not in rules_of(state, play("bee", "P42"))
    for cabin in ("P43", "P44", "P99", "P1000", "P" + "9" * 5000, "S60"):
        assert "OM-4.10" in rules_of(state, play("bee", cabin)), cabin


# Other worlds


@pytest.mark.rules("OM-6.5", "OM-4.34")
@pytest.mark.parametrize("viewer", [0, NOBODY])
def test_pets_of_others_are_dealt_anew_and_by_nothing_that_is_hidden(viewer):
    """Two worlds that differ in the pet of seat 1 alone become the same one, and the pet may be any possible one."""
    worlds = []
    for name, other in (("cow", "camel"), ("camel", "cow")):
        deck = f"{other}, pig, sheep, elephant, fox, hay"
        worlds.append(position(rain=2, pets={1: name}, deck=deck, hand="mouse", hands={1: "dog", 2: "lion"}))
    found = set()
    for seed in range(150):
        pair = [restored(state, seed)._tables.copy() for state in worlds]
        for tables in pair:
            ENGINE.redeal(tables, viewer)
            assert ENGINE.fault(tables) == 0
        assert pair[0].tobytes() == pair[1].tobytes()
        found.add(int(pair[0][0].pets[1]))
    # the possible pets among deck, pet and hands; a spectator does not know the mouse of seat 0 either
    names = {"cow", "camel", "pig", "sheep", "dog", "lion"} | ({"mouse"} if viewer == NOBODY else set())
    assert found == {CARD.number(name) for name in names}


@pytest.mark.rules("OM-8.1", "OM-5.12")
def test_at_the_end_nobody_else_has_won():
    state = after(position(phase="endgame", passed=[1, 2], discs={0: 5, 1: 4, 2: 0}), PASS)
    assert state["winners"] == [0]
    for winners in ([0, 1], [0, 1, 2], [1], [0, 0]):
        assert_impossible(state | {"winners": winners})


@pytest.mark.rules("OM-8.1", "OM-4.9")
def test_with_the_most_pieces_that_are_welcome_every_number_keeps_its_range():
    state = with_most_pieces(position(cabins=LEVEL, hand="bee, pig, chicken"), "useful", 0)
    match = played(state, play("bee", "S2"), play("chicken", "P1"))
    assert ENGINE.layout.out_of_range(match._table) == []
    assert match.state()["pieces2"]["useful"][0] == state["pieces2"]["useful"][0] + 4
