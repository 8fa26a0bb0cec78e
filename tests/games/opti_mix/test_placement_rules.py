"""Where a card may lie (OM-4.10 to OM-4.18), and how a refusal names its rules (OM-7.1 to OM-7.3)."""

import math
from itertools import pairwise

import pytest

import ararat
from lengths import amount

from ..arranging import after, assert_legal, assert_refused, figures_of, restored, rules_of, same_moves
from .positions import (
    CARDS,
    PASS,
    STOP,
    boost,
    every_play,
    judged,
    legal_moves,
    length_of,
    next_cabin,
    pet,
    pick,
    places,
    play,
    position,
    random_states,
    take,
)

BOTH_READINGS = pytest.mark.parametrize("shy", ["neighbours", "entry"])


def where(state, name, *cabins):
    """The rules that a card breaks in each cabin, whether or not it is in the hand."""
    found = [rules_of(state, play(name, cabin)) for cabin in cabins]
    return [tuple(rule for rule in rules if rule != "OM-4.3") for rules in found]


def lain(cabins, name, cabin, eject=None, **rest):
    """The rules that a card in hand breaks in a level ark."""
    state = position(cabins=cabins, hand=name, tilt=rest.pop("tilt", 0), **rest)
    return rules_of(state, play(name, cabin, eject))


# Cabins


@pytest.mark.rules("OM-4.10")
def test_a_card_goes_into_an_existing_cabin_or_opens_the_next_of_either_side():
    state = position(cabins="P1 cow; P2 bee; P3 hay; S1 horse, pig", tilt=0, hand="snail")
    there = [move["cabin"] for move in restored(state).moves() if move["move"] == "play"]
    assert set(there) <= {*state["cabins"], next_cabin(state, "P"), next_cabin(state, "S")}
    for side in "PS":
        assert_legal(state, play("snail", next_cabin(state, side)))
        far = f"{side}{int(next_cabin(state, side)[1:]) + 1}"
        assert_refused(state, play("snail", far), "OM-4.10")
    assert_refused(state, play("snail", "P" + "9" * 20), "OM-4.10")
    assert_refused(state, play("snail", "S" + "9" * 5000), "OM-4.10")


@pytest.mark.rules("OM-4.10", "OM-8.1")
def test_the_sides_may_differ_in_length_and_be_empty():
    state = position(hand="snail")
    assert state["cabins"] == {}
    assert_legal(state, play("snail", "P1"), play("snail", "S1"))
    assert_refused(state, play("snail", "P2"), "OM-4.10")
    long = position(cabins="P1 bee; P2 mouse; P3 earthworm; P4 chicken", hand="snail")
    assert_legal(long, play("snail", "P5"), play("snail", "S1"))
    assert_refused(long, play("snail", "S2"), "OM-4.10")
    assert after(long, play("snail", "S1"))["cabins"] == long["cabins"] | {"S1": ["snail"]}


@pytest.mark.rules("OM-4.11")
def test_a_cabin_holds_at_most_three_cards():
    state = position(cabins="P1 cow, horse; P2 bee, mouse, earthworm", tilt=0, hand="snail")
    assert_refused(state, play("snail", "P2"), "OM-4.11")
    assert_legal(state, play("snail", "P1"))
    full = after(state, play("snail", "P1"))
    assert full["cabins"]["P1"] == ["cow", "horse", "snail"]


@pytest.mark.rules("OM-4.12")
@pytest.mark.parametrize(
    "lying, laid, wrong",
    [
        ("camel", "reindeer", True),
        ("reindeer", "camel", True),
        ("cow, camel", "reindeer", True),
        ("cow", "reindeer", False),
        ("reindeer", "sheep", False),
        ("camel", "koala", False),
        ("cow", "horse", False),
        ("camel, reindeer", "cow", False),  # indifferent, whoever lies there
        ("grain", "hay", True),  # provisions have a climate too
        ("hay", "grain", True),
        ("grain", "tyrannosaurus", False),
        ("grain", "walrus", True),
        ("hay", "lion", True),
        ("hay", "dog", False),
        ("walrus", "grain", True),
    ],
)
def test_no_hot_card_with_a_cold_one_in_one_cabin(lying, laid, wrong):
    state = position(cabins=f"P1 {lying}", hand=laid, tilt=0)
    rules = rules_of(state, play(laid, "P1"))
    assert ("OM-4.12" in rules) == wrong
    if not wrong:
        assert set(rules) <= {"OM-4.13"}


@pytest.mark.rules("OM-4.13", "OM-3.5")
@pytest.mark.parametrize("tilt", range(-2, 3))
def test_afterwards_the_tilt_must_be_from_minus_two_to_two(tilt):
    state = position(cabins="P1 cow; S1 horse", tilt=tilt)
    assert state["tilt"] == tilt
    for name, card in CARDS.items():
        for side, sign in (("P", -1), ("S", 1)):
            (rules,) = where(state, name, next_cabin(state, side))
            assert ("OM-4.13" in rules) == (abs(tilt + sign * card.weight) > 2), (name, side)


@pytest.mark.rules("OM-4.14", "OM-4.15")
def test_every_pair_of_animals_goes_by_the_rule_of_eaters():
    """The table of all pairs, by who eats whom: an eater is lighter than every animal but the safe ones."""
    for lying, other in CARDS.items():
        state = position(cabins=f"P1 {lying}", tilt=0, shy="entry")
        for laid, card in CARDS.items():
            if laid == lying:
                continue
            wrong = False
            for one, two in ((card, other), (other, card)):
                devours = one.food in ("carnivore", "omnivore") and two.type != "provision"
                if devours and two.name not in ("turtle", "hedgehog") and one.weight >= two.weight:
                    wrong = True
            (rules,) = where(state, laid, "P1")
            assert ("OM-4.14" in rules) == wrong, (lying, laid)


@pytest.mark.rules("OM-2.2", "OM-4.14", "OM-4.16", "OM-4.17")
@pytest.mark.parametrize("skunk, wrong", [("omnivore", ("OM-4.14",)), ("herbivore", ())])
def test_a_skunk_is_an_eater_only_if_it_eats_meat(skunk, wrong):
    def lain(cabins, name):
        state = position(cabins=cabins, hand=name, tilt=0, skunk=skunk)
        rules = rules_of(state, play(name, "P1"))
        assert rules == judged(state, name, "P1")
        return rules

    assert lain("P1 sheep", "skunk") == lain("P1 skunk", "sheep") == wrong  # of equal weight
    assert lain("P1 snail, mouse", "skunk") == lain("P1 skunk", "snail") == wrong  # lighter than it
    assert lain("P1 cow", "skunk") == lain("P1 skunk", "cow") == ()
    assert lain("P1 dog", "skunk") == lain("P1 skunk", "dog") == ("OM-4.14",)  # the dog eats it
    assert lain("P1 hay", "skunk") == lain("P1 skunk", "hay") == ("OM-4.16",)
    assert lain("P1 fox; P2 skunk", "rabbit")[-1] == "OM-4.17"


@pytest.mark.rules("OM-4.14")
def test_an_eater_must_weigh_less_than_every_other_animal_of_its_cabin():
    assert lain("P1 cow, horse", "pig", "P1") == ()
    assert lain("P1 cow, sheep", "pig", "P1") == ("OM-4.14",)  # equal weight is not enough
    state = position(cabins="P1 cow, sheep", hand="pig", tilt=0)
    assert figures_of(state, play("pig", "P1")) == {"eater": 1, "other": 1}
    assert lain("P1 pig", "cow", "P1") == ()
    assert lain("P1 pig", "sheep", "P1") == ("OM-4.14",)  # either way round
    assert lain("P1 cow, pig", "sheep", "P1") == ("OM-4.14",)
    assert lain("P1 bee", "chicken", "P1") == ("OM-4.14",)
    assert lain("P1 snail, mouse", "cow", "P1") == ()  # no eater, no fear


@pytest.mark.rules("OM-4.14")
def test_provisions_do_not_matter_to_eaters():
    assert lain("P1 grain", "dog", "P1") == ()
    assert lain("P1 hay, hay", "walrus", "P1", tilt=1) == ()
    assert lain("P1 tiger", "grain", "P1") == ()


@pytest.mark.rules("OM-4.15")
@pytest.mark.parametrize(
    "cabins, laid, rules",
    [
        ("P1 turtle", "dog", ()),  # equal weight is included
        ("P1 turtle", "tiger", ()),
        ("P1 tiger", "turtle", ()),
        ("P1 dog", "turtle", ()),
        ("P1 turtle", "tyrannosaurus", ()),
        ("P1 turtle, koala", "tiger", ("OM-4.14",)),  # every other animal must outweigh the eater
        ("P1 hedgehog", "tiger", ()),
        ("P1 tiger", "hedgehog", ()),
        ("P1 hedgehog", "snail", ("OM-4.14",)),  # an eater itself
        ("P1 snail", "hedgehog", ("OM-4.14",)),
        ("P1 hedgehog", "chicken", ("OM-4.14",)),
        ("P1 hedgehog", "turtle", ()),
        ("P1 turtle", "hedgehog", ()),
        ("P1 mosquito", "hedgehog", ("OM-4.14",)),  # unafraid, but not lighter
        ("P1 mosquito", "turtle", ()),
        ("P1 chameleon", "turtle", ()),
    ],
)
def test_turtle_and_hedgehog_need_not_outweigh_an_eater(cabins, laid, rules):
    assert lain(cabins, laid, "P1", tilt=1) == rules


@pytest.mark.rules("OM-4.16")
@pytest.mark.parametrize(
    "lying, laid, rules",
    [
        ("grain", "koala", ("OM-4.16",)),
        ("grain", "pig", ("OM-4.16",)),  # omnivores eat plants
        ("koala", "grain", ("OM-4.16",)),
        ("hedgehog", "hay", ("OM-4.16",)),
        ("hay", "snail", ("OM-4.16",)),
        ("hay", "dog", ()),
        ("hay", "bee", ()),
        ("earthworm", "hay", ()),
        ("hay, hay", "hay", ()),
    ],
)
def test_no_plant_eater_with_a_provision_in_one_cabin(lying, laid, rules):
    assert lain(f"P1 {lying}", laid, "P1", tilt=0) == rules


def frightful(cabin, **rest):
    """Four cabins a side, all empty of frightful and shy animals but for the fox in one of them."""
    neutral = iter("cow, horse, camel, reindeer, bee, sheep, llama, sloth".split(", "))
    words = [f"{side}{number} {next(neutral)}" for side in "PS" for number in range(1, 5)]
    words = [f"{word}, fox" if word.startswith(cabin + " ") else word for word in words]
    return position(cabins="; ".join(words), tilt=0, **rest)


NEAR = {
    "P1": {"P1", "P2", "S1"},
    "P2": {"P1", "P2", "P3", "S2"},
    "P3": {"P2", "P3", "P4", "S3"},
    "S1": {"S1", "S2", "P1"},
    "S4": {"S3", "S4", "S5", "P4"},
}


@pytest.mark.rules("OM-4.17")
@BOTH_READINGS
@pytest.mark.parametrize("cabin", NEAR)
def test_no_shy_animal_comes_near_a_carnivore(cabin, shy):
    state = frightful(cabin, shy=shy)
    for place in places(state):
        (rules,) = where(state, "mouse", place)
        assert ("OM-4.17" in rules) == (place in NEAR[cabin]), place
        (rules,) = where(state, "snail", place)
        assert "OM-4.17" not in rules, "only the shy are shy"


@pytest.mark.rules("OM-4.17", "OM-2.1")
@BOTH_READINGS
@pytest.mark.parametrize("cabin", NEAR)
def test_a_carnivore_comes_near_a_shy_animal_only_if_just_the_entry_is_tested(cabin, shy):
    state = frightful(cabin, shy=shy)
    state["cabins"][cabin].remove("fox")
    state = position(
        cabins="; ".join(f"{place} {', '.join(names)}" for place, names in state["cabins"].items() if place != cabin)
        + f"; {cabin} {', '.join(state['cabins'][cabin])}, roe-deer",
        tilt=0, hand="chameleon, dog", shy=shy,
    )  # fmt: skip
    for name in ("chameleon", "dog", "tyrannosaurus", "mosquito"):
        for place in places(state):
            (rules,) = where(state, name, place)
            assert ("OM-4.17" in rules) == (shy == "neighbours" and place in NEAR[cabin]), (name, place)
    for name in ("pig", "chicken", "skunk", "ostrich", "cow", "hay"):  # omnivores frighten nobody
        assert all("OM-4.17" not in rules for rules in where(state, name, *places(state)))


@pytest.mark.rules("OM-4.17")
def test_with_entry_a_carnivore_may_come_even_into_the_cabin_of_a_shy_animal():
    assert lain("P1 zebra", "dog", "P1") == ("OM-4.17",)
    assert lain("P1 zebra", "dog", "P1", shy="entry") == ()
    assert lain("P1 dog", "zebra", "P1", shy="entry") == ("OM-4.17",)


@pytest.mark.rules("OM-4.17")
@BOTH_READINGS
def test_a_new_cabin_has_neighbours_too(shy):
    state = position(cabins="P1 cow; P2 fox; S1 horse", hand="mouse", shy=shy)
    assert next_cabin(state, "S") == "S2"
    assert_refused(state, play("mouse", "S2"), "OM-4.17")  # opposite the fox
    assert_refused(state, play("mouse", "P3"), "OM-4.17")  # behind the fox
    assert_legal(state, play("mouse", "S1"))


@pytest.mark.rules("OM-4.17")
def test_omnivores_frighten_nobody():
    state = position(cabins="P1 skunk; S1 pig; S2 cow", tilt=0, hand="moose, ostrich")
    assert_legal(state, play("moose", "S1"))
    assert all("OM-4.17" not in rules for rules in where(state, "gazelle", *places(state)))
    state = position(cabins="P1 zebra; S1 cow", tilt=0, hand="pig")
    assert_legal(state, play("pig", "P1"), play("pig", "S1"))


AT_ODDS = {
    "OM-4.12": ("P1 camel, reindeer", "cow"),
    "OM-4.14": ("P1 tiger, gazelle", "hippopotamus"),
    "OM-4.16": ("P1 grain, koala", "earthworm"),
    "OM-4.17": ("P1 lion, zebra", "brontosaurus"),
}


@pytest.mark.rules("OM-4.18", "OM-8.1")
@pytest.mark.parametrize("rule", AT_ODDS)
def test_a_pair_at_odds_stays_and_hinders_nobody_else(rule):
    cabins, laid = AT_ODDS[rule]
    (one, two) = cabins[3:].split(", ")
    assert rule in lain(f"P1 {one}", two, "P1")
    assert set(lain(cabins, laid, "P1", tilt=2)) <= {"OM-4.13"}


@pytest.mark.rules("OM-4.18")
def test_a_pair_at_odds_next_door_hinders_nobody_else():
    state = position(cabins="P1 tiger; S1 gazelle; S2 zebra; P2 fox", tilt=0, hand="cow, camel")
    assert_legal(state, play("cow", "S1"), play("camel", "S2"))


# Worked examples of where a card may lie


@pytest.mark.rules("OM-3.5")
def test_example_1_the_start_cards_tilt_the_ark():
    state = position(cabins="P1 sheep; S1 cow; S2 zebra; P2 koala")
    assert state["tilt"] == 2
    assert restored(state).state()["tilt"] == 2
    match = restored(state)
    (rules,) = where(state, "mouse", "S1")
    assert "OM-4.13" not in rules
    assert match.view(None)["tilt"] == 2


LEVEL = "P1 sheep; P2 horse; S1 cow; S2 llama"


@pytest.mark.rules("OM-4.13", "OM-4.19", "OM-4.20")
def test_example_2_a_polar_bear_makes_the_ark_lean():
    state = position(cabins=LEVEL, hand="polar-bear", display="bee, grain, hay")
    assert state["tilt"] == 0
    match = restored(state)
    match.play(play("polar-bear", "S3"))
    now = match.state()
    assert (now["tilt"], now["discs"], now["phase"]) == (2, [2, 3, 4], "pick")
    assert same_moves(match.moves(), [pick("bee"), pick("grain"), pick("hay")])
    match.play(pick("bee"))
    assert match.state()["hands"][0] == ["bee"]
    leaning = position(cabins=f"{LEVEL}; S3 polar-bear")
    for name, card in CARDS.items():
        starboard, port = where(leaning, name, "S4", "P3")
        assert ("OM-4.13" in starboard) == (card.weight > 0)
        assert "OM-4.13" not in port


@pytest.mark.rules("OM-4.6", "OM-4.1", "OM-4.13")
def test_example_3_two_cards_that_would_balance_each_other_are_judged_one_by_one():
    state = position(cabins=LEVEL, hand="elephant, hippopotamus", display="bee, grain, hay")
    assert same_moves(restored(state).moves(), [take("bee"), take("grain"), take("hay")])
    for name in ("elephant", "hippopotamus"):
        for cabin in ("P1", "P2", "P3", "S1", "S2", "S3"):
            assert "OM-4.13" in rules_of(state, play(name, cabin))
    assert_refused(state, play("elephant", "P3"), "OM-4.13")
    assert_refused(state, PASS, "OM-4.1")


@pytest.mark.rules("OM-4.14")
def test_example_4_the_dog():
    for cabin in ("hay", "grain", "reindeer, cow", "reindeer", "cow"):
        assert lain(f"P1 {cabin}", "dog", "P1") == ()
    for cabin in ("sheep", "bison, sheep", "tyrannosaurus"):
        assert lain(f"P1 {cabin}", "dog", "P1") == ("OM-4.14",)


@pytest.mark.rules("OM-4.17")
@BOTH_READINGS
def test_example_5_a_rabbit_and_a_spider(shy):
    cabins = "P1 cow; P2 spider; P3 horse; P4 camel; S1 reindeer; S2 mammoth; S3 elephant; S4 sheep"
    state = position(cabins=cabins, tilt=0, hand="rabbit", shy=shy)
    for cabin in ("P1", "P3", "S2"):
        assert_refused(state, play("rabbit", cabin), "OM-4.17")
    assert "OM-4.17" in rules_of(state, play("rabbit", "P2"))
    assert_legal(state, *(play("rabbit", cabin) for cabin in ("S1", "S3", "P4", "S4")))


@pytest.mark.rules("OM-4.16", "OM-4.28", "OM-4.14")
def test_example_7_what_stays_in_the_cabin_still_counts():
    cabins = "S1 cow; S2 horse; S3 tyrannosaurus, grain"
    assert lain(cabins, "skunk", "S3", "tyrannosaurus", tilt=2) == ("OM-4.16",)
    assert lain("S1 pig, horse", "mosquito", "S1", "horse") == ("OM-4.14",)
    assert lain("S1 cow, horse", "mosquito", "S1", "horse") == ()


@pytest.mark.rules("OM-4.15", "OM-4.14")
def test_example_10_hedgehog_and_turtle():
    cabins = "P1 turtle; P2 hedgehog, elephant"
    assert lain(cabins, "tiger", "P2") == ()
    assert lain(cabins, "snail", "P2") == ("OM-4.14",)
    for name in ("dog", "tiger"):
        assert lain(cabins, name, "P1") == ()
    assert lain("P1 turtle, dog", "tiger", "P1") == ("OM-4.14",)
    assert lain("P1 turtle, tiger", "dog", "P1") == ("OM-4.14",)


@pytest.mark.rules("OM-4.18", "OM-4.17")
def test_example_11_a_start_at_odds():
    cabins = "P1 tiger; S1 gazelle"
    assert lain(cabins, "cow", "S1") == ()
    assert lain(cabins, "roe-deer", "S1") == ("OM-4.17",)


@pytest.mark.rules("OM-4.17", "OM-4.28")
def test_example_12_a_spider_next_door_to_a_zebra():
    cabins = "S1 rabbit; S2 zebra"
    assert lain(cabins, "spider", "S1", "rabbit") == ("OM-4.17",)
    assert lain(cabins, "spider", "S1", "rabbit", shy="entry") == ()
    assert lain("S1 rabbit; S2 cow", "spider", "S1", "rabbit") == ()


# Malformed moves (OM-7.1)

COMMON = [
    None, True, 1, 2.5, math.nan, "take", "", [], [("move", "stop")], ("move", "stop"), {}, set(), b"stop",
    {"card": "bee"}, {"move": None}, {"move": True}, {"move": 1}, {"move": ["take"]}, {"move": {}}, {"move": "fly"},
    {"move": "Take", "card": "bee"}, {"move": "take ", "card": "bee"}, {1: "take", "card": "bee"},
]  # fmt: skip
NO_CARDS = [
    None, True, 0, 1.5, ["bee"], {"card": "bee"}, ("bee",), "unicorn", "hidden", "rain", "", "Bee", "bee ", " bee",
    "polar bear", "polar_bear", "null", b"bee",
]  # fmt: skip
NO_CABINS = [
    None, True, 1, 1.0, ["P1"], "", "P", "S", "1", "P0", "P00", "P01", "Q1", "p1", "s1", "P1 ", " P1", "P 1", "P1\n",
    "P-1", "P+1", "P1.0", "P1_0", "P1e1", "PP1", "PS1", "P1S", "1P", "P١", "P²", "P１", "Ｐ1", "P1\x00", "B1", b"P1",
]  # fmt: skip
NO_TYPES = [True, 0, 1.0, ["heavy"], {}, "none", "", "Heavy", "heavy ", "carnivore", "hidden", "cow", b"heavy"]
MALFORMED = [
    *COMMON,
    *({"move": kind, "card": name} for kind in ("take", "pick") for name in NO_CARDS),
    *({"move": "pet", "card": name} for name in NO_CARDS if name is not None),
    *({"move": "play", "card": name, "cabin": "P1"} for name in NO_CARDS),
    *({"move": "play", "card": "snail", "cabin": cabin} for cabin in NO_CABINS),
    *({"move": "play", "card": "skunk", "cabin": "P1", "eject": name} for name in NO_CARDS if name is not None),
    *({"move": "boost", "type": kind} for kind in NO_TYPES),
    *({"move": kind} for kind in ("take", "pick", "play", "boost", "pet")),
    {"move": "play", "card": "snail"},
    {"move": "play", "cabin": "P1"},
    {"move": "play", "cabin": "P1", "eject": "cow"},
    {"move": "take", "card": "bee", "cabin": "P1"},
    {"move": "take", "card": "bee", "extra": None},
    {"move": "play", "card": "snail", "cabin": "P1", "type": "slow"},
    {"move": "play", "card": "snail", "cabin": "P1", "eject": None, "second": None},
    {"move": "play", "card": "snail", "cabin": "P1", 1: 2},
    {"move": "boost", "type": "heavy", "card": "bee"},
    {"move": "boost", "card": "bee"},
    {"move": "pick", "card": "bee", "cabin": "P1"},
    {"move": "pet", "card": None, "cabin": "P1"},
    {"move": "pet", "type": None},
    {"move": "stop", "card": None},
    {"move": "stop", "card": "bee"},
    {"move": "pass", "card": None},
    {"move": "pass", "seat": 0},
]


def turn_now():
    return position(cabins="P1 cow; S1 horse", hand="snail, skunk", display="bee, grain, hay")


def second_now():
    return position(
        phase="second", used=["P1"], cabins="P1 cow; S1 horse", hand="mouse, skunk", display="bee, hay, hay"
    )


def pick_now():
    return position(
        phase="pick", used=["S2"], todo=["second", "refill"], cabins="P1 cow; S1 horse; S2 bee", hand="mouse"
    )  # fmt: skip


def boost_now():
    return position(
        phase="boost", used=["S1"], todo=["second", "refill"], cabins="P1 cow; S1 chimpanzee", hand="mouse",
        pieces={"shy": [2, 0, 0]},
    )  # fmt: skip


def pet_now():
    return position(phase="pet", todo=["draw", "refill"], cabins="P1 cow; S1 horse", hand="mouse, elephant, grain")


def endgame_now():
    return position(phase="endgame", cabins="P1 cow; S1 horse", hand="mouse, sloth, grain")


def over_now():
    state = position(phase="endgame", cabins="P1 cow; S1 horse", hand="mouse", passed=[1, 2])
    return after(state, PASS)


NOW = {
    "turn": turn_now,
    "second": second_now,
    "pick": pick_now,
    "boost": boost_now,
    "pet": pet_now,
    "endgame": endgame_now,
    "over": over_now,
}


@pytest.mark.rules("OM-7.1")
@pytest.mark.parametrize("phase", NOW)
def test_a_malformed_move_is_refused_first_in_every_phase(phase):
    match = restored(NOW[phase]())
    assert match.state()["phase"] == phase
    before = match.state()
    for move in MALFORMED:
        refusal = match.why_not(move)
        assert refusal is not None and tuple(refusal.rules) == ("OM-7.1",), (move, refusal)
        with pytest.raises(ararat.IllegalMove) as error:
            match.play(move)
        assert error.value.rule == "OM-7.1" and "\n" not in error.value.text
    assert match.state() == before and match.history == []


@pytest.mark.rules("OM-7.1", "OM-4.10")
def test_a_huge_number_of_a_cabin_is_well_formed():
    for cabin in ("P99999999999999999999", "S18446744073709551616", "P18446744073709551617", "S4294967297", "P257"):
        assert_refused(turn_now(), play("snail", cabin), "OM-4.10")


@pytest.mark.rules("OM-7.1", "OM-4.26")
def test_eject_null_is_the_same_as_no_eject():
    match = restored(turn_now())
    match.play({"move": "play", "card": "snail", "cabin": "P1", "eject": None})
    assert match.history == [play("snail", "P1")]


@pytest.mark.rules("OM-7.1", "OM-4.12")
def test_like_provisions_give_one_move():
    state = position(cabins="P1 bee; S1 earthworm", hand="hay, hay", display="grain, grain, hay")
    moves = restored(state).moves()
    assert sorted(move["card"] for move in moves if move["move"] == "take") == ["grain", "hay"]
    assert len(moves) == len({str(move) for move in moves})
    assert same_moves(moves, legal_moves(state))


# Moves that are not due (OM-7.2)

KINDS = {
    "take": take("bee"),
    "play": play("mouse", "P1"),
    "boost": boost("shy"),
    "pick": pick("bee"),
    "stop": STOP,
    "pet": pet(None),
    "pass": PASS,
}
DUE = {
    "turn": {"take", "play"},
    "second": {"play", "stop"},
    "pick": {"pick"},
    "boost": {"boost"},
    "pet": {"pet"},
    "endgame": {"play", "pass"},
    "over": set(),
}
BY_OTHER_RULES = {
    ("take", "second"): "OM-4.1",
    ("stop", "turn"): "OM-4.1",
    ("pass", "turn"): "OM-4.1",
    ("take", "endgame"): "OM-4.36",
}


@pytest.mark.rules("OM-7.2", "OM-4.1", "OM-4.36")
@pytest.mark.parametrize("phase", NOW)
def test_a_kind_of_move_that_is_not_due_is_refused_before_all_else(phase):
    state = NOW[phase]()
    assert {move["move"] for move in restored(state).moves()} == DUE[phase]
    for kind in KINDS:
        if kind not in DUE[phase]:
            assert_refused(state, KINDS[kind], BY_OTHER_RULES.get((kind, phase), "OM-7.2"))


@pytest.mark.rules("OM-7.2")
def test_in_a_phase_where_it_is_not_due_a_play_is_not_judged():
    for phase in ("pick", "boost", "pet", "over"):
        assert_refused(NOW[phase](), play("elephant", "P7", "hay"), "OM-7.2")
    assert_refused(NOW["over"](), take("bee"), "OM-7.2")
    assert_refused(NOW["over"](), STOP, "OM-7.2")


@pytest.mark.rules("OM-7.2", "OM-4.2", "OM-4.20", "OM-4.24", "OM-4.33", "OM-4.34")
def test_the_third_step_judges_take_pick_boost_and_pet():
    assert_refused(turn_now(), take("snail"), "OM-4.2")  # in the hand, not in the display
    assert_refused(turn_now(), take("cow"), "OM-4.2")
    picking = pick_now()
    assert_refused(picking, pick("mouse"), "OM-4.20")
    for kind in ("heavy", "slow", "useful", "provision"):
        assert_refused(boost_now(), boost(kind), "OM-4.24")
    assert_legal(boost_now(), boost("shy"), boost(None))
    assert_refused(pet_now(), pet("cow"), "OM-4.33")
    assert_refused(pet_now(), pet("walrus"), "OM-4.33")  # neither in hand nor a pet: the first rule
    for name in ("elephant", "grain"):
        assert_refused(pet_now(), pet(name), "OM-4.34")
    assert_legal(pet_now(), pet("mouse"), pet(None))


# The order of the rows (fourth step) and OM-7.3

SECOND = {"phase": "second", "used": ["P1"]}
END = {"phase": "endgame"}
FULL = "P1 bee, cow, earthworm"
PAIRS = [
    # rows broken, the state, the move, the rules in order
    ((1, 2), SECOND | {"cabins": "P1 cow; S1 bee"}, play("sloth", "S1"), "OM-4.3 OM-4.4"),
    ((1, 2), END | {"cabins": "P1 cow; S1 bee", "tilt": 0}, play("sloth", "S1"), "OM-4.3 OM-5.4"),
    ((2, 3), SECOND | {"cabins": "P1 cow; S1 bee", "hand": "sloth"}, play("sloth", "P7"), "OM-4.4 OM-4.10 OM-4.13"),
    ((2, 3), END | {"cabins": "P1 cow; S1 bee", "hand": "hay", "tilt": 0}, play("hay", "S7"), "OM-5.4 OM-4.10"),
    ((2, 4), SECOND | {"cabins": "P1 cow; S1 horse", "hand": "snail"}, play("snail", "P1"), "OM-4.4 OM-4.5"),
    ((3, 5), {"discs": {0: 0}, "hand": "snail"}, play("snail", "P2"), "OM-4.10 OM-4.19"),
    ((3, 5), END | {"discs": {0: 0}, "hand": "mouse"}, play("mouse", "P2"), "OM-4.10 OM-5.3"),
    ((3, 5), END | {"discs": {0: 1}, "hand": "mouse"}, play("mouse", "P2"), "OM-4.10 OM-5.5"),
    (
        (4, 6),
        SECOND | {"cabins": "P1 cow, sheep; S1 horse, pig", "hand": "mouse"},
        play("mouse", "P1", "cow"),
        "OM-4.5 OM-4.26",
    ),
    ((5, 6), {"discs": {0: 0}, "hand": "mouse"}, play("mouse", "P1", "cow"), "OM-4.19 OM-4.26 OM-4.27"),
    ((5, 6), END | {"discs": {0: 0}, "hand": "mouse", "cabins": "P1 bee, mosquito"}, play("mouse", "P1", "bee"),
     "OM-5.3 OM-4.26 OM-4.14 OM-4.17"),
    ((5, 7), {"discs": {0: 0}, "hand": "skunk"}, play("skunk", "P1", "cow"), "OM-4.19 OM-4.27"),
    ((6, 7), {"cabins": "P1 fox, cow", "tilt": 0, "hand": "bee"}, play("bee", "P1", "fox"), "OM-4.26 OM-4.27"),
    ((6, 7), {"cabins": "P1 cow", "tilt": 0, "hand": "bee"}, play("bee", "P1", "horse"), "OM-4.26 OM-4.27"),
    ((7, 8), {"cabins": "P1 cow", "tilt": 0, "hand": "spider"}, play("spider", "P1", "lion"), "OM-4.27 OM-4.26"),
    ((7, 8), {"cabins": "P1 grain", "tilt": 0, "hand": "mosquito"}, play("mosquito", "P1", "grain"), "OM-4.27 OM-4.26"),
    ((7, 8), {"cabins": "P1 fox", "tilt": 0, "hand": "spider"}, play("spider", "P1", "fox"), "OM-4.27 OM-4.26"),
    (
        (7, 8, 9),
        {"cabins": "P1 cow, horse, camel", "tilt": 0, "hand": "mosquito"},
        play("mosquito", "P1", "sheep"),
        "OM-4.27 OM-4.26 OM-4.11",
    ),
    (
        (7, 9),
        {"cabins": "P1 cow, horse, camel", "tilt": 0, "hand": "mosquito"},
        play("mosquito", "P1", "lion"),
        "OM-4.27 OM-4.11",
    ),
    (
        (8, 10),
        {"cabins": "P1 reindeer, sheep", "tilt": 0, "hand": "mosquito"},
        play("mosquito", "P1", "sheep"),
        "OM-4.26 OM-4.12",
    ),
    ((9, 10), {"cabins": "P1 sheep, bee, cow", "tilt": 0, "hand": "koala"}, play("koala", "P1"), "OM-4.11 OM-4.12"),
    ((9, 11), {"cabins": FULL, "hand": "hippopotamus", "tilt": 0}, play("hippopotamus", "P1"), "OM-4.11 OM-4.13"),
    ((10, 11), {"cabins": "P1 sheep", "tilt": 0, "hand": "elephant"}, play("elephant", "P1"), "OM-4.12 OM-4.13"),
    ((11, 12), {"cabins": "P1 cow", "tilt": 0, "hand": "walrus"}, play("walrus", "P1"), "OM-4.13 OM-4.14"),
    ((12, 13), {"cabins": "P1 hay, snail", "tilt": 0, "hand": "pig"}, play("pig", "P1"), "OM-4.14 OM-4.16"),
    ((13, 14), {"cabins": "P1 hay, dog", "tilt": 0, "hand": "moose"}, play("moose", "P1"), "OM-4.16 OM-4.17"),
    ((12, 14), {"cabins": "P1 dog", "tilt": 0, "hand": "roe-deer"}, play("roe-deer", "P1"), "OM-4.14 OM-4.17"),
]  # fmt: skip


@pytest.mark.rules("OM-7.3")
@pytest.mark.parametrize("case", PAIRS, ids=lambda case: "-".join(map(str, case[0])))
def test_of_several_rows_that_are_broken_the_first_is_named_and_the_others_follow(case):
    _, words, move, rules = case
    state = position(**words)
    expected = tuple(rules.split())
    assert judged(state, move["card"], move["cabin"], move.get("eject")) == expected, "the case says something else"
    assert_refused(state, move, *expected)


def test_the_pairs_of_rows_are_complete():
    """Rows 4 and 3 or 5, and row 8 and 9 alone, cannot be broken together: a used cabin exists, and where a victim
    lies there is room."""
    together = {pair for rows, *_ in PAIRS for pair in pairwise(rows)}
    assert {(row, row + 1) for row in range(1, 14)} - together == {(3, 4), (4, 5)}


@pytest.mark.rules("OM-7.3", "OM-4.3")
def test_a_card_that_is_not_in_the_hand_is_judged_where_it_is_to_lie():
    state = position(cabins="P1 sheep, bison; S1 cow, horse", hand="snail", tilt=0)
    assert_refused(state, play("tyrannosaurus", "P1"), "OM-4.3", "OM-4.12", "OM-4.13", "OM-4.14")
    assert_refused(state, play("mouse", "P1"), "OM-4.3")


@pytest.mark.rules("OM-7.3", "OM-4.10", "OM-4.17")
def test_a_cabin_that_does_not_exist_is_judged_as_an_empty_one_of_its_side_and_number():
    state = position(cabins="P1 cow; P2 horse; P3 camel; P4 fox; S1 hippopotamus", hand="mouse, elephant", tilt=2)
    assert state["cabins"].keys() == {"P1", "P2", "P3", "P4", "S1", "S2"}
    assert_refused(state, play("mouse", "S4"), "OM-4.10", "OM-4.17")
    assert_refused(state, play("elephant", "S5"), "OM-4.10", "OM-4.13")
    assert_refused(state, play("mouse", "S5"), "OM-4.10")
    assert_refused(state, play("mouse", "P6"), "OM-4.10")
    short = position(cabins="P1 cow; P2 horse; P3 fox; S1 reindeer", hand="mouse", tilt=-2)
    assert short["cabins"].keys() == {"P1", "P2", "P3", "S1", "S2"}
    assert_refused(short, play("mouse", "S4"), "OM-4.10")
    assert_refused(short, play("mouse", "S3"), "OM-4.17")
    shorter = position(cabins="P1 cow; P2 bee; P3 fox", hand="mouse, skunk", tilt=-2)
    assert_refused(shorter, play("mouse", "S3"), "OM-4.10", "OM-4.17")
    assert_refused(shorter, play("skunk", "S3", "cow"), "OM-4.10", "OM-4.27")


@pytest.mark.rules("OM-7.3", "OM-4.28")
def test_a_victim_in_the_cabin_is_left_out_even_if_it_could_not_be_ejected():
    foxy = position(cabins="P1 fox, cow, horse", tilt=0, hand="skunk")
    assert_refused(foxy, play("skunk", "P1", "fox"), "OM-4.27")  # there would be room
    full = position(cabins="P1 llama, cow, horse", tilt=0, hand="skunk, bee, spider")
    assert_refused(full, play("bee", "P1", "cow"), "OM-4.26")
    assert_refused(full, play("spider", "P1", "cow"), "OM-4.26")
    assert_refused(full, play("skunk", "P1"), "OM-4.11", "OM-4.14")
    mixed = position(cabins="P1 tiger, koala", tilt=2, hand="skunk, polar-bear")
    assert_refused(mixed, play("polar-bear", "P1", "tiger"), "OM-4.26", "OM-4.12", "OM-4.14")
    two = position(cabins="P1 grain, grain", tilt=0, hand="skunk")
    assert_refused(two, play("skunk", "P1", "grain"), "OM-4.27", "OM-4.16")  # one copy stays


# Judged once more, in whole matches


@pytest.mark.rules(
    "OM-7.3", "OM-4.3", "OM-4.10", "OM-4.11", "OM-4.12", "OM-4.13", "OM-4.14", "OM-4.15", "OM-4.16", "OM-4.17",
    "OM-4.18", "OM-4.26", "OM-4.27", "OM-4.28",
)  # fmt: skip
@pytest.mark.parametrize("players, chimpanzee", [(3, "none"), (4, "useful"), (5, "none")])
@BOTH_READINGS
def test_in_whole_matches_every_play_breaks_the_rules_of_the_table(players, chimpanzee, shy):
    states, _ = random_states(players, 40 + players, 0.7, shy, chimpanzee)
    due = [state for state in states if state["phase"] in ("turn", "second", "endgame")]
    for number, state in enumerate(due[3 :: amount(56, long=7)]):
        match = restored(state)
        names = [*state["hands"][state["turn"]], *list(CARDS)[number % 5 :: 5]]
        rich = state["discs"][state["turn"]] > 1
        far = [f"{side}{length_of(state['cabins'], side) + 2 + number % 3}" for side in "PS" if rich]
        strangers = list(CARDS)[number % 49 :: 25]
        for move in every_play(state, sorted(set(names)), far, strangers):
            refusal = match.why_not(move)
            rules = () if refusal is None else tuple(refusal.rules)
            assert rules == judged(state, move["card"], move["cabin"], move.get("eject")), (move, state)


@pytest.mark.rules("OM-4.1", "OM-4.2", "OM-4.20", "OM-4.24", "OM-4.34", "OM-5.1", "OM-4.6")
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("chimpanzee", ["none", "useful"])
def test_in_whole_matches_the_legal_moves_are_those_of_the_rules(players, chimpanzee):
    for seed in amount((1,), long=(1, 2)):
        for state in random_states(players, seed, 0.6, "neighbours", chimpanzee)[0][:: amount(3, long=1)]:
            match = restored(state)
            assert same_moves(match.moves(), legal_moves(state)), state
