"""The rules of Noah's promo pieces (NO-P): frog, crocodile and roommates boat."""

from collections import Counter
from copy import deepcopy

import pytest

import ararat

from ..arranging import after, assert_legal, assert_refused, played, restored, same_moves
from .positions import (
    COLLECT,
    GAME,
    HAND_SIZE,
    PASS,
    TEARS,
    board,
    boarding,
    broken,
    card,
    cards,
    counted,
    deck_of,
    flee,
    give,
    mass_of,
    names,
    position,
    sail,
    states_of_random_match,
)

PROMO = {"frog": True, "crocodile": True, "roommates": True}
EVERY_NUMBER_OF_SEATS = [2, 3, 4, 5]


# Words of the tests


def start(players=3, seed=7, **options):
    return GAME.start(players=players, seed=seed, **options)


def all_cards(state):
    boats = [boat["animals"] for boat in state["boats"] if boat]
    return counted(sum([*boats, *state["hands"], state["deck"], state["gone"]], []))


def here(state):
    return names(state["boats"][state["noah"]]["animals"])


def with_frog(**rest):
    return position(3, frog=True, **rest)


def with_crocodile(players=3, **rest):
    return position(players, crocodile=True, **rest)


def on_roommates_boat(players=3, **rest):
    return position(players, roommates=True, kind="roommates", **rest)


# The frog


@pytest.mark.rules("NO-P.1")
@pytest.mark.parametrize("players, number, snails", [(2, 31, 1), (3, 31, 1), (4, 39, 1), (5, 47, 3)])
def test_two_frogs_come_in_for_two_snails(players, number, snails):
    deck = all_cards(start(players, frog=True).state())
    assert deck.total() == number
    assert (deck["snail", None], deck["frog", "m"], deck["frog", "f"]) == (snails, 1, 1)
    plain = deck_of(players)
    for key in plain.keys() - {("snail", None)}:
        assert deck[key] == plain[key]


@pytest.mark.rules("NO-P.1", "NO-P.5")
@pytest.mark.parametrize("players", EVERY_NUMBER_OF_SEATS)
def test_without_its_option_a_promo_piece_stays_in_the_box(players):
    assert all_cards(start(players).state()) == deck_of(players)
    assert not {"frog", "crocodile"} & {animal for animal, _ in all_cards(start(players).state())}
    assert all_cards(start(players, **PROMO).state()) == deck_of(players, **PROMO)


@pytest.mark.rules("NO-P.2")
def test_a_frog_costs_five_tears():
    state = with_frog(hand="cat m", hands={1: "frog f", 2: "frog m, bear m"})
    now = after(state, board("cat m"), sail(2))
    assert TEARS["frog"] == 5
    assert now["scores"] == [0, 5, 5]


@pytest.mark.rules("NO-P.2")
def test_noah_moves_by_the_sex_of_a_frog():
    state = with_frog(noah=1, here="cat f", hand="frog m, frog f, snail")
    male, female = after(state, board("frog m")), after(state, board("frog f"))
    assert same_moves(restored(male).moves(), [sail(3), sail(4)])
    assert same_moves(restored(female).moves(), [sail(0), sail(2)])
    assert_refused(male, sail(0), "NO-4.16")
    assert_refused(female, sail(3), "NO-4.17")


@pytest.mark.rules("NO-P.2", "NO-P.4", "NO-4.6")
def test_a_frog_aboard_weighs_one():
    state = with_frog(here="frog m, elephant m", hand="rhinoceros m, giraffe m")
    assert mass_of(state["boats"][0]["animals"]) == 11
    assert not after(state, board("rhinoceros m"))["leaving"]  # 20
    state = with_frog(here="frog m, elephant m, panda m", hand="donkey m, bear m, lion m")
    assert_refused(state, board("bear m"), "NO-4.6")  # 22
    assert after(state, board("donkey m"))["departures"] == 1  # 21
    assert not after(state, board("lion m"))["leaving"]  # 20


@pytest.mark.rules("NO-P.3")
@pytest.mark.parametrize(
    "aboard, exact",
    [
        ("rhinoceros m, bear m", 5),  # 16
        ("rhinoceros m, giraffe m", 4),
        ("elephant m, giraffe m", 3),
        ("elephant m, rhinoceros m", 2),
        ("giraffe m, bear m, lion m", None),  # 20: counting 1 is exact
        ("giraffe m, bear m", None),  # 15: 6 too few
        ("", None),
        ("woodpecker m, giraffe m", 5),  # the limit is 13
        ("woodpecker m, rhinoceros m", 4),
        ("woodpecker m, elephant m", 3),
        ("woodpecker m, bear m, panda m", 2),
        ("woodpecker m, bear m", None),
    ],
)
def test_a_frog_may_count_more_if_that_brings_the_boat_exactly_to_its_limit(aboard, exact):
    state = with_frog(here=aboard, hand="frog m, cat f")
    for mass in (2, 3, 4, 5):
        if mass == exact:
            assert_legal(state, board("frog m", mass))
        else:
            assert_refused(state, board("frog m", mass), "NO-P.3")
    assert_legal(state, board("frog m"))
    assert boarding(state) - {"cat f"} == {"frog m"} | ({f"frog m:{exact}"} if exact else set())


@pytest.mark.rules("NO-P.3", "NO-4.19")
def test_a_frog_that_counts_more_makes_the_boat_leave():
    state = with_frog(here="rhinoceros m, giraffe m", hand="frog m, cat f, snail")
    now = after(state, board("frog m", 4))
    assert (now["leaving"], now["phase"], here(now)) == (True, "sail", "rhinoceros m, giraffe m, frog m")
    assert restored(now).state() == now
    now = after(now, sail(2))
    assert (now["departures"], now["phase"], names(now["gone"])) == (1, "give", "frog m, giraffe m, rhinoceros m")


@pytest.mark.rules("NO-P.3", "NO-7.1")
def test_the_moves_of_frogs_are_of_this_form():
    state = with_frog(here="rhinoceros m, giraffe m", hand="frog m, panda m")
    expected = [board("frog m"), board("frog m", 4), board("panda m")]
    assert same_moves(restored(state).moves(), expected)
    for mass in (0, 6, 10, -4, True, 4.0, "4", None):
        assert_refused(state, board("frog m") | {"mass": mass}, "NO-7.1")
    assert_refused(state, board("panda m", 4), "NO-7.1")


@pytest.mark.rules("NO-P.3", "NO-P.4")
def test_a_mass_of_one_is_dropped():
    state = with_frog(here="rhinoceros m, giraffe m", hand="frog m, panda m")
    match = restored(state)
    assert match.why_not(board("frog m", 1)) is None
    match.play(board("frog m", 1))
    assert list(match.history) == [board("frog m")]
    assert match.log(None)[0]["move"] == board("frog m")
    assert match.state() == after(state, board("frog m"))


@pytest.mark.rules("NO-P.4")
def test_without_mass_a_frog_counts_one_and_may_so_reach_the_limit():
    state = with_frog(here="giraffe m, bear m, lion m", hand="frog m, cat f, snail")  # 20
    now = after(state, board("frog m"))
    assert now["leaving"]
    assert after(now, sail(2))["departures"] == 1
    state = with_frog(here="woodpecker m, giraffe m, panda m", hand="frog m, cat f")  # 12 of 13
    assert after(state, board("frog m"))["leaving"]
    state = with_frog(here="elephant m, giraffe m", hand="frog m, cat f")  # 18
    assert not after(state, board("frog m"))["leaving"]


@pytest.mark.rules("NO-P.3", "NO-4.3", "NO-4.5", "NO-4.6", "NO-4.7", "NO-P.10")
def test_a_frog_is_refused_with_the_first_rule_it_breaks():
    state = with_frog(here="cat m, giraffe m", hand="frog f, frog m, cat m")
    assert_refused(state, board("frog f", 3), "NO-4.5")  # before NO-P.3
    assert_refused(state, board("frog m", 3), "NO-P.3")
    absent = with_frog(here="cat m, giraffe m", hand="frog f, cat m")
    assert_refused(absent, board("frog m", 3), "NO-4.3")  # before NO-P.3
    twice = position(3, frog=True, roommates=True, kind="roommates", here="frog m", hand="frog f, cat m")
    assert_refused(twice, board("frog f", 5), "NO-P.10")  # before NO-P.3
    assert_refused(twice, board("frog f"), "NO-P.10")


@pytest.mark.rules("NO-P.3", "NO-4.9")
def test_a_frog_that_fits_by_counting_one_forbids_collecting():
    state = with_frog(here="elephant m, rhinoceros m", hand="frog m, bear f")
    assert_refused(state, COLLECT, "NO-4.9")
    assert boarding(state) == {"frog m", "frog m:2"}
    state = with_frog(here="elephant m, rhinoceros m", hand="frog f, bear f")
    assert restored(state).moves() == [COLLECT]


@pytest.mark.rules("NO-P.3", "NO-4.11")
def test_a_frog_on_a_frog_is_a_pair():
    state = with_frog(here="elephant m, frog f", hand="frog m, cat f")  # 11
    assert after(state, board("frog m"))["pair"]
    state = with_frog(here="rhinoceros f, bear m, frog f", hand="frog m, cat f")  # 17
    now = after(state, board("frog m", 4))
    assert (now["pair"], now["leaving"]) == (True, True)


# The crocodile


@pytest.mark.rules("NO-P.5")
@pytest.mark.parametrize("players, number, donkeys", [(2, 31, 0), (3, 31, 0), (4, 39, 0), (5, 47, 1)])
def test_two_crocodiles_come_in_for_two_donkeys(players, number, donkeys):
    deck = all_cards(start(players, crocodile=True).state())
    assert deck.total() == number
    assert (deck["donkey", "m"], deck["donkey", "f"]) == (donkeys, donkeys)
    assert (deck["crocodile", "m"], deck["crocodile", "f"]) == (1, 1)


@pytest.mark.rules("NO-P.6")
@pytest.mark.parametrize("aboard", ["", "cat m", "cat m, kangaroo m"])
@pytest.mark.parametrize("before, now", [(0, 0), (1, 0), (2, 0), (3, 1), (20, 18)])
def test_boarding_a_crocodile_lowers_the_total_by_two_at_once_but_not_below_zero(aboard, before, now):
    state = with_crocodile(turn=1, here=aboard, hand="crocodile m, snail", scores=[7, before, 7], round_number=2)
    match = played(state, board("crocodile m"))
    assert match.state()["scores"] == list(match.scores) == [7, now, 7]
    assert match.state()["phase"] == ("flee" if aboard else "sail")


@pytest.mark.rules("NO-P.6", "NO-4.10")
def test_a_crocodile_that_reloads_a_boat_lowers_the_total_too():
    state = with_crocodile(here="cat m, kangaroo m", hand="crocodile f", scores=[9, 9, 9], round_number=2)
    assert restored(state).moves() == [COLLECT]
    now = after(state, COLLECT, board("crocodile f"))
    assert (now["scores"], now["phase"], here(now)) == ([7, 9, 9], "sail", "crocodile f")


@pytest.mark.rules("NO-P.6", "NO-5.2")
def test_a_crocodile_costs_no_tears_and_what_it_lowered_stays_lowered():
    state = with_crocodile(
        hand="crocodile m", here="", scores=[9, 8, 7], round_number=2, hands={1: "bear m", 2: "crocodile f"}
    )
    now = after(state, board("crocodile m"), sail(2))
    assert (now["round"], now["scores"], now["results"][-1]["points"]) == (3, [7, 8, 7], [0, 0, 0])


@pytest.mark.rules("NO-P.7")
@pytest.mark.parametrize(
    "aboard, leaving",
    [
        ("woodpecker m, bear m", False),  # example 21: 13 without the woodpecker, limit 21
        ("elephant m, bear m, kangaroo m", False),  # 7 + 3 + 6
        ("kangaroo m, giraffe m, bear m", True),  # 8 + 7 + 6 = 21
        ("cat m", False),
        ("elephant m", False),
        ("woodpecker m, elephant m, cat m", False),  # 18 without the woodpecker
        ("cat m, woodpecker m, bear m", True),  # 7 + 6 = 13, the woodpecker is still aboard
        ("bear m, woodpecker m, lion m", False),  # 5 + 6 of 13
    ],
)
def test_mass_and_limit_are_taken_without_the_first_animal(aboard, leaving):
    state = with_crocodile(here=aboard, hand="crocodile m, snail, cat f")
    match = played(state, board("crocodile m"))
    assert match.state()["leaving"] == leaving
    assert restored(match.state()).state() == match.state()
    match.play(flee(1))
    assert match.state()["leaving"] == leaving
    match.play(sail(2))
    assert match.state()["departures"] == leaving
    assert (match.state()["phase"] == "give") == leaving


@pytest.mark.rules("NO-P.7")
@pytest.mark.parametrize(
    "aboard, rule",
    [
        ("cat m, rhinoceros m, giraffe m", "NO-4.6"),  # 9 + 8 + 6 = 23
        ("snail m, elephant m, rhinoceros m", "NO-4.6"),  # 25
        ("cat m, woodpecker m, giraffe m", "NO-4.7"),  # 8 + 6 = 14 of 13
        ("snail m, elephant m, woodpecker m", "NO-4.7"),  # 16 of 13
        ("cat m, rhinoceros m, bear m", "NO-4.6"),  # 22
    ],
)
def test_a_crocodile_that_is_too_heavy_without_the_first_animal_does_not_fit(aboard, rule):
    state = with_crocodile(here=aboard, hand="crocodile m, bear f")
    assert_refused(state, board("crocodile m"), rule)
    assert restored(state).moves() == [COLLECT]


@pytest.mark.rules("NO-P.7", "NO-4.9")
def test_a_crocodile_that_fits_forbids_collecting():
    state = with_crocodile(here="elephant m, bear m, kangaroo m", hand="crocodile m, rhinoceros m")
    assert boarding(state) == {"crocodile m"}
    assert_refused(state, COLLECT, "NO-4.9")
    assert_refused(state, board("rhinoceros m"), "NO-4.6")


@pytest.mark.rules("NO-P.7", "NO-4.5")
@pytest.mark.parametrize(
    "aboard, sexes",
    [("", "mf"), ("cat f", "mf"), ("cat m, kangaroo m", "m"), ("cat m, kangaroo f", "m"), ("cat f, cat m, cat f", "m")],
)
def test_the_sex_of_a_crocodile_is_judged_with_the_boat_as_it_stands(aboard, sexes):
    state = with_crocodile(here=aboard, hand="crocodile m, crocodile f, snail")
    crocodiles = {name for name in boarding(state) if name.startswith("crocodile")}
    assert crocodiles == {f"crocodile {sex}" for sex in sexes}
    for sex in set("mf") - set(sexes):
        assert_refused(state, board(f"crocodile {sex}"), "NO-4.5")


@pytest.mark.rules("NO-P.7", "NO-P.10")
def test_the_species_of_a_roommates_boat_are_judged_with_the_boat_as_it_stands():
    state = on_roommates_boat(here="crocodile m", hand="crocodile f, cat m", crocodile=True)
    assert_refused(state, board("crocodile f"), "NO-P.10")  # though the first one would flee
    plain = position(
        3, here="crocodile m", hand="crocodile f, cat m", crocodile=True, roommates=True, kinds={3: "roommates"}
    )
    assert_legal(plain, board("crocodile f"))


@pytest.mark.rules("NO-P.8", "NO-6.8")
def test_the_first_animal_flees_to_an_opponent_for_all_to_see():
    state = with_crocodile(
        4, turn=1, noah=3, here="snail f, cat m", hand="crocodile f, snail", hands={0: "bear m"},
        known={(1, 0): "bear m"},
    )  # fmt: skip
    match = played(state, board("crocodile f"))
    assert (match.state()["phase"], match.turn, here(match.state())) == ("flee", 1, "snail f, cat m, crocodile f")
    assert same_moves(match.moves(), map(flee, (0, 2, 3)))
    match.play(flee(0))
    now = match.state()
    assert (now["phase"], here(now), names(now["hands"][0])) == ("sail", "cat m, crocodile f", "bear m, snail")
    assert [names(row[0]) for row in now["known"]] == ["", "bear m, snail", "snail", "snail", "snail"]
    assert now["known"][4][0] == cards("snail")  # the spectator
    assert match.view(2)["hands"][0] == {"known": cards("snail"), "unknown": 1}
    assert same_moves(match.moves(), [sail(2), sail(4)])


@pytest.mark.rules("NO-P.8", "NO-4.15")
def test_the_flight_is_compulsory_and_leads_to_another_seat():
    state = after(with_crocodile(here="cat m", hand="crocodile f, snail"), board("crocodile f"))
    for move in (sail(1), sail(4), PASS, board("snail m"), COLLECT, give("snail", 1)):
        assert_refused(state, move, "NO-7.2")
    assert_refused(state, flee(0), "NO-4.15")
    assert_legal(state, flee(1), flee(2))


@pytest.mark.rules("NO-P.8")
def test_on_an_empty_boat_nobody_flees():
    state = with_crocodile(here="", hand="crocodile f, snail")
    assert after(state, board("crocodile f"))["phase"] == "sail"


@pytest.mark.rules("NO-P.8", "NO-4.22")
def test_the_flight_also_comes_with_the_last_card_and_changes_the_scoring():
    state = with_crocodile(here="panda m, cat m", hand="crocodile m", hands={1: "bear m", 2: "bear f"})
    match = played(state, board("crocodile m"))
    assert (match.state()["phase"], match.state()["hands"][0]) == ("flee", [])
    match.play(flee(2))
    assert match.state()["phase"] == "sail"
    match.play(sail(3))
    assert match.state()["results"][0] == {
        "reason": "hand",
        "hands": [[], cards("bear m"), cards("bear f, panda m")],
        "points": [0, 0, 4],
    }


@pytest.mark.rules("NO-P.9")
@pytest.mark.parametrize(
    "aboard, name, pair",
    [
        ("crocodile m", "crocodile f", False),  # it flees
        ("cat f, crocodile m", "crocodile f", True),
        ("cat m", "crocodile f", False),
        ("cat m, kangaroo f", "crocodile m", False),
    ],
)
def test_a_crocodile_makes_a_pair_with_a_crocodile_that_is_still_aboard(aboard, name, pair):
    state = with_crocodile(here=aboard, hand=f"{name}, snail, cat m")
    match = played(state, board(name))
    assert match.state()["pair"] is pair
    assert restored(match.state()).state() == match.state()
    match.play(flee(1))
    assert match.state()["pair"] is pair
    match.play(match.moves()[0])
    assert match.turn == (0 if pair else 1)


# The roommates boat


@pytest.mark.rules("NO-P.10")
@pytest.mark.parametrize("name", ["cat m", "kangaroo m", "snail m"])
def test_no_species_boards_the_roommates_boat_twice(name):
    held = "snail" if name == "snail m" else name
    aboard = "cat m, kangaroo m, snail m"
    state = on_roommates_boat(here=aboard, hand=f"{held}, bear m")
    assert_refused(state, board(name), "NO-P.10")
    assert boarding(state) == {"bear m"}
    plain = position(3, roommates=True, kinds={4: "roommates"}, here=aboard, hand=f"{held}, bear m")
    assert_legal(plain, board(name))


@pytest.mark.rules("NO-P.10", "NO-4.9")
def test_a_card_of_a_species_aboard_does_not_fit_and_so_the_boat_is_collected():
    state = on_roommates_boat(here="cat m", hand="cat m, cat f")
    assert restored(state).moves() == [COLLECT]
    now = after(state, COLLECT)
    assert now["boats"][0] == {"kind": "roommates", "animals": []}
    assert boarding(now) == {"cat m", "cat f"}
    now = after(now, board("cat f"))
    assert now["boats"][0] == {"kind": "roommates", "animals": [card("cat f")]}


@pytest.mark.rules("NO-P.10", "NO-4.5", "NO-4.6", "NO-4.7")
def test_a_card_is_refused_with_the_first_rule_it_breaks_on_the_roommates_boat():
    state = on_roommates_boat(4, here="woodpecker m, lion m, bear m", hand="lion f, lion m, bear f")  # 12
    assert_refused(state, board("lion f"), "NO-4.5")
    assert_refused(state, board("lion m"), "NO-4.7")
    state = on_roommates_boat(4, here="elephant m, lion m, kangaroo m", hand="lion m, kangaroo f, kangaroo m")  # 18
    assert_refused(state, board("lion m"), "NO-4.6")
    assert_refused(state, board("kangaroo f"), "NO-4.5")
    assert_refused(state, board("kangaroo m"), "NO-P.10")


@pytest.mark.rules("NO-P.10", "NO-4.19")
def test_a_roommates_boat_leaves_like_any_other_and_comes_from_the_reserve_in_its_turn():
    state = on_roommates_boat(here="rhinoceros m, giraffe m", hand="panda m, cat f, snail")
    now = after(state, board("panda m"), sail(2))
    assert now["boats"][0] == {"kind": "plain", "animals": []}
    assert [boat["kind"] for boat in now["boats"]] + now["reserve"] == ["plain"] * 7
    state = position(
        3, roommates=True, reserve=["plain", "roommates", "plain"], here="rhinoceros m, giraffe m",
        hand="panda m, cat f, snail",
    )  # fmt: skip
    now = after(state, board("panda m"), sail(2))
    assert (now["boats"][0]["kind"], now["reserve"]) == ("plain", ["roommates", "plain"])
    state = position(
        3, roommates=True, departures=1, reserve=["roommates", "plain"], here="rhinoceros m, giraffe m",
        hand="panda m, cat f, snail",
    )  # fmt: skip
    now = after(state, board("panda m"), sail(2))
    assert (now["boats"][0], now["reserve"]) == ({"kind": "roommates", "animals": []}, ["plain"])


@pytest.mark.rules("NO-P.11")
def test_the_roommates_boat_starts_anywhere_among_the_eight_with_the_same_chance():
    games = 320
    places = Counter()
    for seed in range(games):
        state = start(2, seed, roommates=True).state()
        kinds = [boat["kind"] for boat in state["boats"]] + state["reserve"]
        assert sorted(kinds) == ["plain"] * 7 + ["roommates"]
        places[kinds.index("roommates")] += 1
    assert set(places) == set(range(8))
    assert all(15 <= number <= 75 for number in places.values()), places


@pytest.mark.rules("NO-P.11", "NO-3.2")
def test_the_eight_boats_are_shuffled_anew_each_round():
    state = on_roommates_boat(hand="cat m")
    departed = position(3, roommates=True, departures=2, reserve=["plain"], hand="cat m")
    places = set()
    for seed in range(30):
        for earlier in (state, departed):
            now = after(earlier, board("cat m"), sail(2), seed=seed)
            kinds = [boat["kind"] for boat in now["boats"]] + now["reserve"]
            assert sorted(kinds) == ["plain"] * 7 + ["roommates"]
            places.add(kinds.index("roommates"))
    assert len(places) >= 6


@pytest.mark.rules("NO-P.11", "NO-6.1")
def test_all_see_the_order_of_the_reserve():
    state = position(3, roommates=True, reserve=["plain", "roommates", "plain"], hand="cat m")
    for viewer in (0, 1, 2, None):
        assert restored(state).view(viewer)["reserve"] == ["plain", "roommates", "plain"]


# Promo pieces in the setup and all together


@pytest.mark.rules("NO-P.12")
def test_frogs_and_crocodiles_that_come_aboard_in_the_setup_have_no_effect():
    state = position(3, hand="cat m", hands={1: "bear m", 2: "bear f"}, scores=[10, 9, 8], frog=True, crocodile=True)
    seen = set()
    for seed in range(60):
        now = after(state, board("cat m"), sail(2), seed=seed)
        seen |= {boat["animals"][0]["animal"] for boat in now["boats"]}
        assert [len(boat["animals"]) for boat in now["boats"]] == [1] * 5
        assert [len(hand) for hand in now["hands"]] == [HAND_SIZE] * 3
        assert (now["scores"], now["phase"], now["leaving"], now["pair"]) == ([10, 9, 8], "board", False, False)
        assert now["known"] == [[[]] * 3] * 4
    assert {"frog", "crocodile"} <= seen


@pytest.mark.rules("NO-P.3", "NO-P.6", "NO-P.8", "NO-P.10")
@pytest.mark.parametrize("players", EVERY_NUMBER_OF_SEATS)
def test_random_matches_with_all_promo_pieces_show_only_what_a_table_can_show(players):
    phases = set()
    for match in states_of_random_match(players, 1, ending="to-26", **PROMO):
        state = match.state()
        phases.add(state["phase"])
        assert not broken(state)
        assert min(state["scores"]) >= 0
    assert "flee" in phases


@pytest.mark.rules("NO-P.9", "NO-P.7", "NO-8.1")
def test_a_flight_with_the_wrong_flags_is_refused():
    state = after(with_crocodile(here="cat f, crocodile m", hand="crocodile f, snail"), board("crocodile f"))
    for wrong in ({"pair": False}, {"leaving": True}):
        with pytest.raises(ararat.BadState):
            GAME.restore(deepcopy(state) | wrong)


@pytest.mark.rules("NO-P.6")
@pytest.mark.parametrize(("total", "points"), [(7, 2), (2, 2), (1, 1), (0, 0)])
def test_the_event_of_a_crocodile_says_how_many_points_went(total, points):
    match = restored(position(2, here="", hand="crocodile m, cat f", scores=[total, 9], crocodile=True))
    told = [event["points"] for event in match.play(board("crocodile m")) if event["event"] == "points-off"]
    assert told == ([points] if points else [])
    assert match.scores == [total - points, 9]
