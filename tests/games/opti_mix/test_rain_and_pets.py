"""Drawing, rain and pets of Arche Opti Mix (OM-4.31 to OM-4.36)."""

import json
from collections import Counter
from math import sqrt

import pytest

from ..arranging import after, assert_legal, assert_refused, figures_of, played, restored, rules_of, same_moves
from .positions import CARDS, PETS, RULES, STOP, boost, outcomes, pet, pick, play, position, start, take, view_as_ruled

LEVEL = "P1 sheep; P2 horse; S1 cow; S2 llama"
EXAMPLE = json.loads(RULES.split("```json")[1].split("```")[0])
NONE = pet(None)


def about(count, total, chance):
    """Whether so many of a total are credible for a chance: within five standard deviations."""
    return abs(count - total * chance) <= 5 * sqrt(total * chance * (1 - chance)) + 1


def taking(rain, deck, **rest):
    """Seat 0 may take a bee, a grain or a hay."""
    return position(cabins=LEVEL, hand="elephant", display="bee, grain, hay", rain=rain, deck=deck, **rest)


def refilling(rain, deck, gaps=1, **rest):
    """Seat 0 has opened one cabin or two and may stop, or pick and stop: gaps are filled then."""
    words = {"hand": "elephant", "rain": rain, "deck": deck} | rest
    if gaps == 1:
        return position(phase="second", used=["P3"], cabins=f"{LEVEL}; P3 mouse", display="bee, hay", **words)
    cabins = f"{LEVEL}; P3 mouse; S3 lemming"
    return position(phase="pick", used=["P3", "S3"], todo=["refill"], cabins=cabins, display="bee, hay", **words)


# Drawing


@pytest.mark.rules("OM-4.31")
def test_above_the_first_rain_every_card_of_the_deck_is_equally_likely():
    state = position(
        phase="second", used=["P3"], cabins=f"{LEVEL}; P3 mouse", display="bee, pig", hands={1: None, 2: None}, upper=3,
        hand="elephant",
    )  # fmt: skip
    total = 900
    shown = Counter()
    for now in outcomes(state, STOP, seeds=range(total)):
        (came,) = (Counter(now["display"]) - Counter(["bee", "pig"])).elements()
        shown[came] += 1
        assert (now["upper"], now["rain"], len(now["deck"])) == (2, 0, len(state["deck"]) - 1)
        assert Counter(now["deck"]) + Counter([came]) == Counter(state["deck"])
    deck = Counter(state["deck"])
    assert set(shown) == set(deck)
    for name, copies in deck.items():
        assert about(shown[name], total, copies / len(state["deck"])), name


@pytest.mark.rules("OM-4.31", "OM-3.7")
def test_below_the_upper_half_the_next_draw_is_the_first_rain():
    state = refilling(0, None, upper=0)
    assert (state["upper"], len(state["deck"])) == (0, 21)
    for now in outcomes(state, STOP):
        assert now["rain"] >= 1
        assert now["upper"] == 0
    state = refilling(0, None, upper=1)
    assert {now["rain"] for now in outcomes(state, STOP)} == {0}


@pytest.mark.rules("OM-4.31", "OM-4.32", "OM-4.36")
def test_after_the_first_rain_cards_and_rains_are_equally_likely():
    """One card and three rains: the card comes after none, one, two or all three of them, all equally likely."""
    state = refilling(2, "dog")
    total = 500
    found = Counter()
    for now in outcomes(state, STOP, seeds=range(total)):
        came = "dog" in now["display"]
        found[now["rain"], came] += 1
        assert now["phase"] == ("turn" if came else "endgame")
        assert now["deck"] == ([] if came else ["dog"])
    assert set(found) == {(2, True), (3, True), (4, True), (5, False)}
    assert all(about(count, total, 1 / 4) for count in found.values()), found


@pytest.mark.rules("OM-4.31", "OM-4.32")
@pytest.mark.parametrize("rain, deck", [(2, "dog, grain, hay, hay, mammoth, pig"), (4, "dog, hay, hay, pig")])
def test_the_next_card_is_a_rain_with_the_share_of_the_rains(rain, deck):
    state = position(
        phase="second", used=["P3"], cabins=f"{LEVEL}; P3 mouse", display="bee, camel", hand="elephant", rain=rain,
        deck=deck,
    )  # fmt: skip
    cards, rains = len(state["deck"]), 5 - rain
    total = 400
    wet, came = 0, Counter()
    for now in outcomes(state, STOP, seeds=range(total)):
        wet += now["rain"] > rain
        if now["phase"] == "turn":
            came.update((Counter(now["display"]) - Counter(["bee", "camel"])).elements())
    assert about(wet, total, rains / (cards + rains))
    for name, copies in Counter(state["deck"]).items():
        assert about(came[name], came.total(), copies / cards), name


@pytest.mark.rules("OM-4.31")
def test_the_deck_cannot_run_out_for_it_holds_the_fifth_rain():
    for rain in (2, 3, 4):
        for now in outcomes(taking(rain, ""), take("bee"), seeds=range(5)):
            assert (now["phase"], now["rain"], now["deck"]) == ("endgame", 5, [])


@pytest.mark.rules("OM-4.32")
def test_a_rain_card_is_laid_aside_and_the_draw_repeated():
    state = refilling(2, "dog, pig, mammoth")
    rains = set()
    for now in outcomes(state, STOP):
        if now["phase"] == "turn":
            assert len(now["display"]) == 3 and len(now["deck"]) == 2
            rains.add(now["rain"])
    assert {2, 3, 4} <= rains  # several in one draw, too


@pytest.mark.rules("OM-4.32", "OM-4.2")
def test_rain_in_the_blind_draw_does_not_spare_the_drawing_seat_its_card():
    for now in outcomes(taking(2, "dog, pig, mammoth, walrus, hay"), take("bee")):
        if now["phase"] == "turn":
            assert len(now["hands"][0]) == 3 and len(now["display"]) == 3 and len(now["deck"]) == 3


# The second rain


@pytest.mark.rules("OM-4.33")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_at_the_second_rain_each_seat_is_asked_once_beginning_with_the_seat_whose_turn_it_is(players):
    for active in (0, players - 1):
        state = position(
            players, cabins=LEVEL, hand="elephant", display="bee, grain, hay", rain=1, deck="", active=active
        )
        match = played(state, take("grain"))
        for number in range(players):
            now = match.state()
            assert (now["phase"], now["rain"], now["active"]) == ("pet", 2, active)
            assert now["turn"] == match.turn == (active + number) % players
            assert (now["todo"], now["used"], now["display"]) == (["draw", "refill"], [], ["bee", "hay"])
            match.play(NONE)
        now = match.state()
        assert (now["phase"], now["rain"], now["turn"]) == ("endgame", 5, (active + 1) % players)
        assert now["pets"] == [None] * players


@pytest.mark.rules("OM-4.33", "OM-4.31", "OM-4.36")
def test_example_16_everything_in_one_draw():
    state = position(
        cabins=LEVEL, active=1, hand="elephant", display="dog, grain, hay", rain=1, deck="", hands={0: "mouse, grain"},
    )  # fmt: skip
    match = played(state, take("dog"))
    assert match.turn == 1
    assert same_moves(match.moves(), [NONE, pet("dog")])
    match.play(pet("dog"))
    assert match.turn == 2
    match.play(NONE)
    assert match.turn == 0
    assert same_moves(match.moves(), [NONE, pet("mouse")])
    match.play(NONE)
    now = match.state()
    assert (now["phase"], now["rain"], now["turn"], now["active"]) == ("endgame", 5, 2, 2)
    assert now["pets"] == [None, "dog", None]
    assert now["display"] == ["grain", "hay"]
    assert (now["used"], now["todo"]) == ([], [])


@pytest.mark.rules("OM-4.33", "OM-4.32")
def test_then_the_draw_goes_on():
    goes_on = set()
    for seed in range(40):
        match = played(taking(1, "dog, pig, mammoth, walrus"), take("bee"), seed=seed)
        if match.state()["phase"] != "pet":
            continue
        before = match.state()
        step = before["todo"][0]
        for _ in range(3):
            match.play(NONE)
        now = match.state()
        if now["phase"] == "turn":
            goes_on.add(step)
            assert len(now["display"]) == 3 and now["turn"] == 1
            assert len(now["hands"][0]) == 3  # elephant, bee and the card drawn
    assert goes_on == {"draw", "refill"}


@pytest.mark.rules("OM-4.33", "OM-4.8")
@pytest.mark.parametrize("gaps", [1, 2])
def test_the_second_rain_may_interrupt_a_refill(gaps):
    state = refilling(1, "", gaps)
    moves = [STOP] if gaps == 1 else [pick("bee")]
    match = played(state, *moves)
    now = match.state()
    assert (now["phase"], now["rain"], now["turn"], now["active"]) == ("pet", 2, 0, 0)
    assert now["todo"] == ["refill"]
    assert now["used"] == state["used"]
    assert len(now["display"]) == 3 - gaps
    assert restored(now).state() == now
    for _ in range(3):
        match.play(NONE)
    assert (match.state()["phase"], match.state()["turn"]) == ("endgame", 1)
    assert match.state()["used"] == []


@pytest.mark.rules("OM-4.33")
def test_the_second_rain_may_come_between_two_cards_of_a_refill():
    found = set()
    for seed in range(60):
        match = played(refilling(1, "dog, pig", 2), pick("bee"), seed=seed)
        now = match.state()
        if now["phase"] == "pet":
            found.add(len(now["display"]))
            for _ in range(3):
                match.play(NONE)
            done = match.state()
            assert done["phase"] in ("turn", "endgame")
            assert (done["phase"] == "turn") == (len(done["display"]) == 3)
    assert found == {1, 2}


@pytest.mark.rules("OM-4.33")
def test_a_card_taken_earlier_in_the_same_turn_may_be_the_pet():
    match = played(taking(1, ""), take("bee"))
    assert_legal(match.state(), pet("bee"))
    match.play(pet("bee"))
    assert match.state()["pets"] == ["bee", None, None]
    assert match.state()["hands"][0] == ["elephant"]
    assert match.turn == 1


@pytest.mark.rules("OM-4.33")
def test_every_seat_is_asked_even_with_no_possible_pet():
    state = position(
        cabins=LEVEL, hand="", display="elephant, grain, hay", rain=1, deck="", hands={1: "", 2: "bison, fox"},
    )  # fmt: skip
    match = played(state, take("grain"))
    for _ in range(3):
        assert match.state()["phase"] == "pet"
        assert match.moves() == [NONE]
        match.play(NONE)
    assert match.state()["phase"] == "endgame"


@pytest.mark.rules("OM-4.33", "OM-4.35")
def test_only_a_card_of_the_own_hand_may_be_the_pet_and_only_one():
    state = position(
        phase="pet", todo=["draw", "refill"], cabins=LEVEL, hand="mouse, bee", hands={1: "snail, gazelle"}, turn=0,
        display="pig, hay",
    )  # fmt: skip
    for name in ("snail", "pig", "cow"):
        assert_refused(state, pet(name), "OM-4.33")
    match = played(state, pet("mouse"))
    assert match.turn == 1
    assert "OM-4.33" in rules_of(match.state(), pet("bee"))


@pytest.mark.rules("OM-4.33")
def test_nobody_is_asked_at_any_other_rain():
    for rain in (2, 3):
        for now in outcomes(refilling(rain, "dog, pig"), STOP, seeds=range(30)):
            assert now["phase"] in ("turn", "endgame")
    for seed in range(30):
        now = after(refilling(0, None, upper=0), STOP, seed=seed)
        assert (now["phase"] == "pet") == (now["rain"] == 2)


@pytest.mark.rules("OM-4.34")
def test_a_pet_is_an_animal_of_weight_up_to_two_without_a_power():
    for name, card in CARDS.items():
        state = position(phase="pet", todo=["draw", "refill"], hand=name, display="grain, hay")
        allowed = card.type != "provision" and card.weight in (0, 1, 2) and not card.power
        if allowed:
            assert_legal(state, pet(name))
        else:
            assert_refused(state, pet(name), "OM-4.34")
    assert len(PETS) == 33 and {"snail", "koala", "crocodile"} <= set(PETS)  # slow ones are allowed
    state = position(phase="pet", todo=["draw", "refill"], hand="chimpanzee", chimpanzee="useful")
    assert_refused(state, pet("chimpanzee"), "OM-4.34")
    assert figures_of(state, pet("chimpanzee")) is None, "it is light enough, but has a power"
    assert figures_of(position(phase="pet", hand="bison", todo=["draw", "refill"]), pet("bison")) == {
        "weight": 3,
        "most": 2,
    }


@pytest.mark.rules("OM-4.34", "OM-6.4", "OM-4.33")
def test_example_17_a_pet_and_what_is_known_of_the_hand():
    state = position(
        phase="pet", todo=["draw", "refill"], hand="camel, elephant, grain, hedgehog, rabbit",
        known={0: "camel, elephant, grain"},
    )  # fmt: skip
    for name in ("elephant", "hedgehog", "grain"):
        assert_refused(state, pet(name), "OM-4.34")
    now = after(state, pet("rabbit"))
    assert now["known"][0] == ["elephant", "grain"]
    assert now["pets"][0] == "rabbit"
    assert after(state, pet("camel"))["known"][0] == ["elephant", "grain"]
    assert after(state, NONE)["known"][0] == ["camel", "elephant", "grain"]


@pytest.mark.rules("OM-4.35")
def test_pets_do_not_come_aboard_and_are_no_hand_cards():
    state = position(
        phase="pet", todo=["draw", "refill"], cabins=LEVEL, hand="rabbit, zebra", display="grain, hay",
        deck="dog, pig, snail, mammoth", hands={1: "camel"},
    )  # fmt: skip
    now = after(state, pet("zebra"))
    for key in ("cabins", "tilt", "pieces2", "discs", "supply", "removed"):
        assert now[key] == state[key]
    assert now["hands"][0] == ["rabbit"]
    later = position(cabins=LEVEL, hand="rabbit", rain=2, pets={0: "zebra"})
    assert "OM-4.3" in rules_of(later, play("zebra", "S1"))
    assert not any(move.get("card") == "zebra" for move in restored(later).moves())


@pytest.mark.rules("OM-4.33", "OM-6.1", "OM-6.3", "OM-6.5", "OM-6.2", "OM-8.1")
def test_the_example_of_the_rules_can_be_restored_and_shown():
    match = restored(EXAMPLE)
    assert match.state() == EXAMPLE
    assert match.turn == 1
    view = match.view(0)
    assert {key for key in view if view[key] != EXAMPLE[key]} == {"deck", "pets", "hands"}
    assert view["deck"] == ["hidden"] * 12
    assert view["pets"] == ["moose", None, "hidden"]
    assert view["hands"] == [
        ["grain", "hay"],
        ["camel", "earthworm", "hidden", "hidden", "hidden"],
        ["mammoth", "hidden", "hidden", "hidden", "hidden"],
    ]
    for viewer in (0, 1, 2, None):
        assert match.view(viewer) == view_as_ruled(EXAMPLE, viewer)
    assert same_moves(match.moves(), [NONE, pet("camel"), pet("earthworm"), pet("seal"), pet("lion")])
    match.play(NONE)
    now = match.state()
    if now["phase"] == "turn":
        assert now["turn"] == 0 and len(now["hands"][2]) == 6 and len(now["display"]) == 3


# The fifth rain


@pytest.mark.rules("OM-4.36", "OM-4.8")
def test_example_15_the_last_rain():
    state = position(
        cabins=LEVEL, hand="mouse", display="dog, grain, hay", rain=4, deck="", used=(), hands={1: None, 2: None}
    )
    now = after(state, take("dog"))
    assert now["hands"][0] == ["dog", "mouse"]
    assert now["display"] == ["grain", "hay"]
    assert (now["rain"], now["phase"], now["turn"], now["active"]) == (5, "endgame", 1, 1)
    assert (now["used"], now["todo"]) == ([], [])
    now = after(state, play("mouse", "P1"), STOP)
    assert (now["rain"], now["phase"], now["turn"]) == (4, "turn", 1)
    assert now["display"] == state["display"]


@pytest.mark.rules("OM-4.36")
def test_the_fifth_rain_in_the_refill_of_a_taking_turn_leaves_the_seat_its_drawn_card():
    found = set()
    for now in outcomes(taking(4, "dog"), take("bee")):
        assert (now["phase"], now["rain"], now["turn"], now["display"]) == ("endgame", 5, 1, ["grain", "hay"])
        assert now["hands"][0] in (["bee", "elephant"], ["bee", "dog", "elephant"])
        assert now["deck"] == ([] if "dog" in now["hands"][0] else ["dog"])
        assert now["known"][0] == ["bee"]
        found.add(len(now["hands"][0]))
    assert found == {2, 3}


@pytest.mark.rules("OM-4.36", "OM-4.20")
def test_the_fifth_rain_in_a_refill_after_one_new_cabin():
    now = after(refilling(4, ""), STOP)
    assert (now["phase"], now["rain"], now["turn"], now["display"]) == ("endgame", 5, 1, ["bee", "hay"])
    assert (now["used"], now["todo"]) == ([], [])


@pytest.mark.rules("OM-4.36", "OM-4.20")
def test_the_fifth_rain_in_a_refill_after_two_new_cabins():
    now = after(refilling(4, "", 2), pick("bee"))
    assert (now["phase"], now["display"], now["hands"][0]) == ("endgame", ["hay"], ["bee", "elephant"])
    displays = {tuple(now["display"]) for now in outcomes(refilling(4, "dog", 2), pick("bee"))}
    assert displays == {("hay",), ("dog", "hay")}
    now = after(refilling(4, "", 2), pick("bee"))
    assert now["turn"] == 1


@pytest.mark.rules("OM-4.36")
def test_no_card_is_taken_or_picked_up_again():
    now = after(refilling(4, ""), STOP)
    assert_refused(now, take("bee"), "OM-4.36")
    assert_refused(now, pick("bee"), "OM-7.2")
    assert {move["move"] for move in restored(now).moves()} <= {"play", "pass"}


@pytest.mark.rules("OM-4.36", "OM-3.1")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_endgame_begins_with_the_next_seat(players):
    for active in range(players):
        state = position(
            players, cabins=LEVEL, hand="elephant", display="bee, grain, hay", rain=4, deck="", active=active
        )
        now = after(state, take("bee"))
        assert (now["turn"], now["active"], now["phase"]) == ((active + 1) % players,) * 2 + ("endgame",)
        assert now["passed"] == [False] * players


@pytest.mark.rules("OM-4.31", "OM-4.24")
def test_a_half_does_not_touch_the_deck():
    state = position(cabins="P1 camel; S1 zebra", hand="chimpanzee", pieces={"shy": [2, 0, 0]}, rain=4, deck="")
    now = after(state, play("chimpanzee", "P1"), boost("shy"), STOP)
    assert (now["phase"], now["turn"], now["rain"]) == ("turn", 1, 4)


@pytest.mark.rules("OM-4.31")
def test_the_same_seed_brings_the_same_draws_and_another_seed_others():
    first = [start(3, seed).state() for seed in (1, 1, 2)]
    assert first[0] == first[1] != first[2]
    state = taking(2, "dog, pig, mammoth, walrus, hay")
    assert after(state, take("bee"), seed=5) == after(state, take("bee"), seed=5)
    assert len({json.dumps(now) for now in outcomes(state, take("bee"))}) > 5
