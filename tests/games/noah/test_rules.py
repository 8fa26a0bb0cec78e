"""Every rule of Noah as position, move and assertion; the ids are those of the rule file.

The promo pieces (NO-P) are in test_promo.py, the solo game (NO-S) in test_solo.py.
"""

import json
import random
from collections import Counter
from copy import deepcopy
from itertools import pairwise

import pytest

import ararat

from ..arranging import after, assert_legal, assert_refused, figures_of, played, restored, same_moves
from .positions import (
    COLLECT,
    DEFAULTS,
    GAME,
    HAND_SIZE,
    MASS,
    PASS,
    QUAYS,
    TEARS,
    assert_not_started,
    board,
    boarding,
    broken,
    card,
    cards,
    counted,
    deck_of,
    draw,
    flee,
    give,
    give_back,
    in_order,
    mass_of,
    name_of,
    names,
    off_board,
    peek,
    pile,
    position,
    recall,
    sail,
    stack,
    states_of_one_match,
    states_of_random_match,
    tears_of,
    view_as_ruled,
)

EVERY_NUMBER_OF_SEATS = [2, 3, 4, 5]


# Words of the tests


def start(players=3, seed=7, **options):
    return GAME.start(players=players, seed=seed, **options)


def everywhere(state):
    """All cards of a state."""
    boats = [boat["animals"] for boat in state["boats"] if boat]
    return sum([*boats, *state["hands"], state["deck"], state["gone"], state["top"], state["looked"]], [])


def animals(state, quay):
    return state["boats"][quay]["animals"]


def viewers(state):
    return [*range(state["players"]), None]


def known(state, viewer, seat):
    """What a viewer knows of a hand, by short names."""
    return names(state["known"][state["players"] if viewer is None else viewer][seat])


def last_card(players=3, **rest):
    """The seat in turn has one card, a cat, which fits: boarding it ends the round."""
    return position(players, **({"hand": "cat m", "noah": 0} | rest))


def end_round(state, **chance):
    """The state after the last card was boarded and Noah has moved."""
    return after(state, board("cat m"), sail((state["noah"] + 2) % QUAYS), **chance)


def full_boat(players=3, **rest):
    """Eighteen aboard: a kangaroo m makes a pair and brings the boat to its limit."""
    return position(players, **({"here": "elephant m, lion m, kangaroo m"} | rest))


# Positions that several tests start from

EXAMPLE = json.loads("""
{
  "game": "noah",
  "options": {"ending": "three-rounds", "first": 0, "frog": false, "crocodile": false, "roommates": false,
    "level": "beginner"},
  "players": 2,
  "phase": "return",
  "turn": 1,
  "round": 1,
  "scores": [0, 0],
  "winners": [],
  "starter": 0,
  "noah": 4,
  "boats": [
    {"kind": "plain", "animals": [{"animal": "woodpecker", "sex": "m"}, {"animal": "bear", "sex": "m"},
      {"animal": "kangaroo", "sex": "m"}]},
    {"kind": "plain", "animals": [{"animal": "lion", "sex": "m"}, {"animal": "donkey", "sex": "f"},
      {"animal": "kangaroo", "sex": "m"}]},
    {"kind": "plain", "animals": [{"animal": "woodpecker", "sex": "f"}, {"animal": "cat", "sex": "f"},
      {"animal": "elephant", "sex": "f"}]},
    {"kind": "plain", "animals": []},
    {"kind": "plain", "animals": [{"animal": "snail", "sex": "m"}, {"animal": "kangaroo", "sex": "f"},
      {"animal": "parrot", "sex": "m"}, {"animal": "lion", "sex": "f"}]}],
  "reserve": ["plain", "plain"],
  "departures": 1,
  "gone": [{"animal": "giraffe", "sex": "f"}, {"animal": "kangaroo", "sex": "f"}, {"animal": "rhinoceros", "sex": "m"},
    {"animal": "snail", "sex": null}],
  "hands": [
    [],
    [{"animal": "bear", "sex": "f"}, {"animal": "panda", "sex": "f"}, {"animal": "parrot", "sex": "f"},
      {"animal": "parrot", "sex": "f"}]],
  "deck": [{"animal": "cat", "sex": "f"}, {"animal": "cat", "sex": "m"}, {"animal": "cat", "sex": "m"},
    {"animal": "donkey", "sex": "m"}, {"animal": "elephant", "sex": "m"}, {"animal": "giraffe", "sex": "m"},
    {"animal": "panda", "sex": "m"}, {"animal": "parrot", "sex": "m"}, {"animal": "rhinoceros", "sex": "f"},
    {"animal": "snail", "sex": null}],
  "top": [],
  "looked": [],
  "boards": 12,
  "pair": false,
  "leaving": false,
  "gifts": 0,
  "partner": 0,
  "known": [
    [[], [{"animal": "parrot", "sex": "f"}]],
    [[], []],
    [[], []]],
  "results": []
}
""")
BOARDING = position(
    3, turn=1, noah=2, here="cat m, kangaroo m", boats={0: "snail f, bear m", 4: "panda f"},
    hand="snail, lion m, rhinoceros f, donkey f", known={(0, 1): "lion m", (None, 1): "lion m", (1, 0): "elephant f"},
)  # fmt: skip
NOTHING_FITS = position(
    3, here="elephant m, rhinoceros m", hand="bear m, cat f, parrot f", hands={1: "panda m, panda f", 2: "lion f"}
)
RELOADING = after(NOTHING_FITS, COLLECT)
PEEKING = position(
    3, phase="peek", turn=1, here="cat f, giraffe f", hand="panda m, snail", hands={0: "bear m, cat f", 2: "lion m"}
)
DRAWING = position(
    3, phase="draw", turn=1, here="cat f, lion f", hand="panda m, snail", hands={0: "bear m, cat f", 2: "snail, snail"}
)
RETURNING = position(
    3, phase="return", turn=1, here="cat f, lion f", hand="panda m, snail, bear m, cat m, cat m", hands={0: "cat f"},
    partner=0, known={(0, 1): "bear m"},
)  # fmt: skip
FLEEING = position(3, phase="flee", turn=2, noah=1, here="snail f, cat m, crocodile f", hand="panda m", crocodile=True)
SAILING = position(3, phase="sail", turn=2, noah=3, here="bear f, cat m", hand="panda m, parrot f")
GIVING = position(
    3, phase="give", turn=1, noah=2, departures=2, gifts=2, hand="cat f, cat f, snail", hands={0: "bear m"},
    boats={4: "panda f"}, pair=True,
)  # fmt: skip
STACKING = position(
    1, phase="stack", here="cat m, giraffe m", hand="panda f", looked="bear f, lion f, snail", top="cat f, cat m"
)
RECALLING = position(1, phase="recall", noah=1, here="cat m, lion m", boats={3: "snail f, bear m"}, hand="panda f")
OVER = position(
    2, phase="over", noah=1, here="cat m, bear m", hands={0: "", 1: "panda m, snail"}, scores=[9, 7],
    departures=1, results=[{"reason": "boats", "hands": [[], cards("cat f")], "points": [0, 1]}],
)  # fmt: skip
SOLO = position(1, noah=2, here="cat m, kangaroo f", hand="lion m, snail", top="bear m")
EVERY_KIND_OF_POSITION = {
    "board": BOARDING, "collect": NOTHING_FITS, "reload": RELOADING, "peek": PEEKING, "draw": DRAWING,
    "return": RETURNING, "return of section 8": EXAMPLE, "flee": FLEEING, "sail": SAILING, "give": GIVING,
    "stack": STACKING, "recall": RECALLING, "over": OVER, "solo board": SOLO,
}  # fmt: skip
ALL_POSITIONS = pytest.mark.parametrize("state", EVERY_KIND_OF_POSITION.values(), ids=EVERY_KIND_OF_POSITION)


# 1. Pieces


@pytest.mark.rules("NO-3.1")
@pytest.mark.parametrize(
    "players, number, mass, tears, males, females, snails, undealt",
    [(2, 31, 121, 38, 14, 14, 3, 10), (3, 31, 121, 38, 14, 14, 3, 2), (4, 39, 149, 52, 18, 18, 3, 2),
     (5, 47, 171, 70, 21, 21, 5, 2)],
)  # fmt: skip
def test_the_cards_of_a_match_add_up_as_section_1_says(players, number, mass, tears, males, females, snails, undealt):
    state = start(players).state()
    all_cards = everywhere(state)
    kinds = counted(all_cards)
    assert len(all_cards) == number
    assert sum(MASS[one["animal"]] for one in all_cards) == mass
    assert tears_of(all_cards) == tears
    assert sum(count for (_, sex), count in kinds.items() if sex == "m") == males
    assert sum(count for (_, sex), count in kinds.items() if sex == "f") == females
    assert kinds["snail", None] == snails
    assert len(state["deck"]) == undealt


# 2. Options


@pytest.mark.rules("NO-2.1")
@pytest.mark.parametrize("players", [1, *EVERY_NUMBER_OF_SEATS])
def test_two_to_five_can_play_and_one_alone(players):
    state = start(players).state()
    assert (state["game"], state["players"], len(state["hands"])) == ("noah", players, players)
    assert players in GAME.players


@pytest.mark.rules("NO-2.1")
@pytest.mark.parametrize("players", [0, 6, 9, -2, True, False, None, "3", 3.0, 2.5, [3], {}])
def test_no_other_number_of_players_can_play(players):
    assert_not_started("NO-2.1", players)


@pytest.mark.rules("NO-2.2")
def test_there_are_six_options_and_the_state_holds_them_all():
    assert start(2).state()["options"] == DEFAULTS
    assert {name: option.default for name, option in GAME.options.items()} == DEFAULTS
    chosen = {
        "ending": "to-26", "first": 3, "frog": True, "crocodile": True, "roommates": True, "level": "expert",
    }  # fmt: skip
    assert start(4, **chosen).state()["options"] == chosen


@pytest.mark.rules("NO-2.2")
@pytest.mark.parametrize("name", ["End", "rounds", "First", "snail", "solo", "variant"])
def test_no_other_option_exists(name):
    assert_not_started("NO-2.2", 3, **{name: False})
    assert_not_started("NO-2.2", 3, **{name: 0, "first": 1})


@pytest.mark.rules("NO-2.2")
@pytest.mark.parametrize(
    "name, values",
    [
        ("ending", ["three-rounds", "to-26"]),
        ("first", [0, 1, 2]),
        ("frog", [True, False]),
        ("crocodile", [True, False]),
        ("roommates", [True, False]),
        ("level", ["beginner", "advanced", "expert"]),
    ],
)
def test_an_option_has_the_values_of_the_table_and_no_other(name, values):
    for value in values:
        assert start(3, **{name: value}).state()["options"] == DEFAULTS | {name: value}
    for value in [-1, 3, 1.0, 0.0, "0", "1", None, [], {}, "", "three rounds", "To-26", "Expert", "true", "solo"]:
        assert_not_started("NO-2.2", 3, **{name: value})
    for value in (True, False, 0, 1):
        if not any(value is allowed for allowed in values):
            assert_not_started("NO-2.2", 3, **{name: value})


@pytest.mark.rules("NO-2.2")
@pytest.mark.parametrize("players", [1, *EVERY_NUMBER_OF_SEATS])
def test_first_is_a_seat_of_this_match(players):
    assert start(players, first=players - 1).turn == players - 1
    assert_not_started("NO-2.2", players, first=players)


@pytest.mark.rules("NO-2.2")
@pytest.mark.parametrize("level", ["advanced", "expert"])
def test_the_level_changes_nothing_with_two_or_more_seats(level):
    state, plain = start(3, level=level).state(), start(3).state()
    assert state | {"options": DEFAULTS} == plain


@pytest.mark.rules("NO-2.1", "NO-2.2", "NO-S.1")
def test_a_start_is_tested_for_players_then_options_then_the_pieces_of_solo():
    assert_not_started("NO-2.1", 6, dogs=True, first=9, frog=True)
    assert_not_started("NO-2.1", 0, frog=True)
    assert_not_started("NO-2.2", 1, dogs=True, frog=True)
    assert_not_started("NO-2.2", 1, ending="never", frog=True)
    assert_not_started("NO-2.2", 1, first=1, frog=True)
    assert_not_started("NO-2.2", 1, roommates=1, crocodile=True)
    assert_not_started("NO-S.1", 1, frog=True)


# 3. Setup of a round


@pytest.mark.rules("NO-3.1")
@pytest.mark.parametrize("players", EVERY_NUMBER_OF_SEATS)
def test_the_deck_grows_at_four_and_at_five_seats(players):
    assert counted(everywhere(start(players).state())) == deck_of(players)


@pytest.mark.rules("NO-3.1")
def test_the_cards_that_come_in_are_those_of_the_table():
    more = {seats: deck_of(seats) - deck_of(seats - 1) for seats in (4, 5)}
    now = {seats: counted(everywhere(start(seats).state())) for seats in (3, 4, 5)}
    assert now[4] - now[3] == more[4]
    assert sorted({animal for animal, _ in more[4]}) == ["cat", "kangaroo", "lion", "panda"]
    assert now[5] - now[4] == more[5]
    assert more[5]["snail", None] == 2


@pytest.mark.rules("NO-3.2", "NO-3.4")
@pytest.mark.parametrize("players", EVERY_NUMBER_OF_SEATS)
def test_five_boats_lie_at_the_quays_and_three_in_the_reserve(players):
    state = start(players).state()
    assert [boat["kind"] for boat in state["boats"]] == ["plain"] * 5
    assert state["reserve"] == ["plain"] * 3
    assert [len(boat["animals"]) for boat in state["boats"]] == [1] * 5


@pytest.mark.rules("NO-3.2", "NO-3.7")
def test_all_cards_are_shuffled_together_again_for_the_next_round():
    state = last_card(
        4, boats={1: "bear m, bear f", 4: "panda m"}, departures=3, gone="elephant f, elephant m, snail, woodpecker f"
    )
    hands_of_new_rounds = []
    for seed in range(40):
        now = end_round(state, seed=seed)
        assert (now["round"], now["phase"], now["gone"], now["departures"]) == (2, "board", [], 0)
        assert counted(everywhere(now)) == deck_of(4)
        assert now["reserve"] == ["plain"] * 3
        assert [len(boat["animals"]) for boat in now["boats"]] == [1] * 5
        assert [len(hand) for hand in now["hands"]] == [HAND_SIZE] * 4
        hands_of_new_rounds += now["hands"][0]
    assert counted(hands_of_new_rounds).keys() >= counted(state["gone"] + state["deck"]).keys()


@pytest.mark.rules("NO-3.3")
def test_noah_starts_at_quay_0_and_stays_where_he_is_for_the_next_round():
    assert start().state()["noah"] == 0
    for noah in range(QUAYS):
        state = last_card(noah=noah)
        for step in (2, 3):
            now = after(state, board("cat m"), sail((noah + step) % QUAYS))
            assert (now["round"], now["noah"]) == (2, (noah + step) % QUAYS)
    now = after(position(3, noah=3, hand="donkey m"), board("donkey m"))
    assert (now["round"], now["noah"]) == (2, 3)


@pytest.mark.rules("NO-3.4", "NO-3.7")
def test_every_card_goes_aboard_about_equally_often_and_a_snail_gets_either_sex():
    games = 400
    aboard = [one for seed in range(games) for boat in start(3, seed).state()["boats"] for one in boat["animals"]]
    drawn = counted(aboard)
    for kind, copies in deck_of(3).items():
        expected = games * QUAYS * copies / 31
        assert 0.5 * expected < drawn[kind] < 1.6 * expected, f"{kind} aboard {drawn[kind]} times"
    sexes = Counter(one["sex"] for one in aboard if one["animal"] == "snail")
    assert set(sexes) == {"m", "f"}
    assert 0.3 < sexes["m"] / (sexes["m"] + sexes["f"]) < 0.7


@pytest.mark.rules("NO-3.4")
def test_no_power_works_in_the_setup():
    seen = set()
    for seed in range(60):
        state = start(4, seed).state()
        seen |= {boat["animals"][0]["animal"] for boat in state["boats"]}
        assert (state["phase"], state["turn"], state["noah"], state["boards"]) == ("board", 0, 0, 0)
        assert state["known"] == [[[]] * 4] * 5
        assert (state["pair"], state["leaving"], state["gifts"], state["partner"]) == (False, False, 0, None)
    assert {"giraffe", "lion", "donkey", "woodpecker"} <= seen


@pytest.mark.rules("NO-3.4", "NO-4.7")
def test_a_woodpecker_from_the_setup_lowers_the_limit_at_once():
    for seed in range(500):
        match = start(2, seed)
        (first,) = animals(match.state(), 0)
        if first["animal"] == "woodpecker":
            match.play(max(match.moves(), key=lambda move: MASS[move["animal"]]))
            while match.state()["phase"] != "board":
                match.play(match.moves()[0])
            state = match.state() | {"noah": 0}  # back to that boat
            aboard = mass_of(animals(state, 0))
            heavy = [
                one
                for one in state["hands"][match.turn]
                if first["sex"] == one["sex"] and MASS[one["animal"]] + aboard > 13
            ]
            if heavy:
                assert_refused(state, board(name_of(heavy[0])), "NO-4.7")
                return
    raise AssertionError("no deal with a woodpecker aboard and a heavy card in hand")


@pytest.mark.rules("NO-3.5")
@pytest.mark.parametrize("players, undealt", [(2, 10), (3, 2), (4, 2), (5, 2)])
def test_each_seat_gets_eight_cards_and_the_rest_is_untouched_for_the_whole_round(players, undealt):
    decks = {}
    for state in states_of_one_match(players):
        deck = decks.setdefault(state["round"], state["deck"])
        assert state["deck"] == deck
        if state["boards"] == 0 and state["phase"] == "board":
            assert len(deck) == undealt
            if state["turn"] == state["starter"] and state["departures"] == 0 and not state["gone"]:
                sizes = [len(hand) for hand in state["hands"]]
                assert sizes == [HAND_SIZE] * players
    assert len(decks) == 3


@pytest.mark.rules("NO-3.5", "NO-3.7")
def test_every_card_is_dealt_to_every_seat_about_equally_often():
    games = 300
    dealt = [Counter(), Counter()]
    for seed in range(games):
        for seat, hand in enumerate(start(2, seed).state()["hands"]):
            dealt[seat].update(map(off_board, hand))
    for seat in (0, 1):
        for kind, copies in deck_of(2).items():
            expected = games * HAND_SIZE * copies / 31
            assert 0.55 * expected < dealt[seat][kind] < 1.5 * expected, f"{kind} to seat {seat}: {dealt[seat][kind]}"


@pytest.mark.rules("NO-3.6")
@pytest.mark.parametrize("players", EVERY_NUMBER_OF_SEATS)
def test_the_seat_of_option_first_starts_round_1(players):
    for seat in range(players):
        state = start(players, first=seat).state()
        assert (state["turn"], state["starter"], state["round"]) == (seat, seat, 1)
    assert start(players).turn == 0


@pytest.mark.rules("NO-3.6")
@pytest.mark.parametrize(
    "starter, totals, following",
    [
        (2, [9, 4, 9, 9], 3),  # example 17
        (2, [9, 4, 9, 8], 0),
        (2, [8, 4, 9, 8], 2),
        (2, [8, 9, 9, 8], 1),
        (2, [0, 0, 0, 0], 3),
        (3, [0, 0, 0, 0], 0),
        (3, [1, 2, 0, 2], 1),
        (0, [7, 7, 0, 0], 1),
        (0, [7, 6, 6, 6], 0),
        (1, [7, 7, 0, 7], 3),
    ],
)
def test_the_highest_total_starts_and_among_equals_the_first_after_the_previous_starter(starter, totals, following):
    state = last_card(4, starter=starter, scores=totals, hands={1: "bear m", 2: "giraffe m", 3: "elephant m"})
    now = end_round(state)
    assert now["scores"] == totals
    assert (now["round"], now["starter"], now["turn"]) == (2, following, following)


@pytest.mark.rules("NO-3.6")
def test_the_points_of_the_round_just_played_count_for_the_next_starter():
    state = last_card(3, scores=[5, 3, 4], hands={1: "panda m", 2: "bear m"})
    now = end_round(state)
    assert (now["scores"], now["starter"]) == ([5, 7, 4], 1)


@pytest.mark.rules("NO-3.7")
def test_counters_and_knowledge_start_anew_and_scores_go_on():
    state = last_card(
        3, scores=[3, 1, 2], boards=41, departures=2, gone="bear m, bear f", hands={1: "cat f, panda f", 2: "lion m"},
        known={(0, 1): "cat f", (2, 1): "cat f", (None, 1): "cat f", (1, 2): "lion m"},
    )  # fmt: skip
    now = end_round(state)
    assert (now["departures"], now["boards"], now["gone"]) == (0, 0, [])
    assert now["known"] == [[[]] * 3] * 4
    assert (now["pair"], now["leaving"], now["gifts"], now["partner"]) == (False, False, 0, None)
    assert now["scores"] == [3, 6, 3]
    assert (now["winners"], now["options"]) == ([], state["options"])


@pytest.mark.rules("NO-3.7")
def test_one_seed_gives_one_deal_and_another_seed_another():
    assert start(3, 5).state() == start(3, 5).state()
    assert len({json.dumps(start(3, seed).state()) for seed in range(10)}) == 10


# 4. Play: board


@pytest.mark.rules("NO-4.1")
def test_a_turn_is_board_power_noahs_move_departure_gift_and_then_the_next_seat():
    state = position(3, here="rhinoceros m, bear m", hand="lion m, cat f, panda f", hands={1: "snail", 2: "bear f"})
    match = restored(state)
    phases = []
    for move in (board("lion m"), draw(1), give_back("cat f"), sail(2), give("snail", 2)):
        phases.append(match.state()["phase"])
        assert match.turn == 0
        match.play(move)
    assert phases == ["board", "draw", "return", "sail", "give"]
    assert (match.state()["phase"], match.turn) == ("board", 1)


@pytest.mark.rules("NO-4.1", "NO-4.10")
def test_or_a_turn_is_collect_board_power_and_so_on():
    state = position(3, here="elephant m, rhinoceros m", hand="giraffe f", hands={1: "bear m, cat f"})
    match = restored(state)
    phases = []
    for move in (COLLECT, board("giraffe f"), peek(1), sail(4)):
        phases.append(match.state()["phase"])
        assert match.turn == 0
        match.play(move)
    assert phases == ["board", "reload", "peek", "sail"]
    assert (match.state()["phase"], match.turn) == ("board", 1)


@pytest.mark.rules("NO-4.1", "NO-4.21")
@pytest.mark.parametrize("players", EVERY_NUMBER_OF_SEATS)
def test_turns_go_clockwise(players):
    for seat in range(players):
        state = position(players, turn=seat, hand="cat m, snail")
        assert after(state, board("cat m"), sail(2))["turn"] == (seat + 1) % players


@pytest.mark.rules("NO-4.2")
def test_the_card_leaves_the_hand_and_goes_on_top_of_the_boat_where_noah_is():
    now = after(BOARDING, board("lion m"))
    assert names(animals(now, 2)) == "cat m, kangaroo m, lion m"
    assert names(now["hands"][1]) == "donkey f, rhinoceros f, snail"
    assert now["boards"] == BOARDING["boards"] + 1
    for quay in (0, 1, 3, 4):
        assert now["boats"][quay] == BOARDING["boats"][quay]
    assert (now["deck"], now["gone"], now["noah"]) == (BOARDING["deck"], [], 2)
    assert [now["hands"][seat] for seat in (0, 2)] == [BOARDING["hands"][seat] for seat in (0, 2)]


@pytest.mark.rules("NO-4.3")
def test_only_a_card_of_the_own_hand_can_be_boarded():
    assert_legal(BOARDING, board("lion m"))
    elsewhere = [*BOARDING["deck"], *BOARDING["hands"][0], *BOARDING["hands"][2], *animals(BOARDING, 0)]
    absent = {name_of(one) for one in elsewhere if one["animal"] not in ("snail", "lion")}
    for name in sorted({*absent, "frog m", "frog f", "crocodile m"}):
        assert_refused(BOARDING, board(name), "NO-4.3")
    assert_refused(BOARDING, board("lion f"), "NO-4.3")
    assert_refused(position(3, hand="cat m"), board("snail m"), "NO-4.3")


@pytest.mark.rules("NO-4.3")
def test_only_a_card_of_the_own_hand_can_be_returned_or_given():
    for name in ("cat f", "panda f", "lion f", "elephant m"):
        assert_refused(RETURNING, give_back(name), "NO-4.3")
    assert_refused(GIVING, give("bear m", 0), "NO-4.3")
    assert_refused(GIVING, give("cat m", 0), "NO-4.3")
    assert_legal(RETURNING, give_back("bear m"))
    assert_legal(GIVING, give("cat f", 0))


@pytest.mark.rules("NO-4.3", "NO-7.1")
def test_in_a_hand_a_snail_has_no_sex_and_other_animals_have_one():
    for name in ("snail m", "snail f", "cat", "bear", "frog", "crocodile f"):
        assert_refused(RETURNING, give_back(name), "NO-4.3")
        assert_refused(GIVING, give(name, 0), "NO-4.3")
    assert_legal(RETURNING, give_back("snail"))
    assert_legal(GIVING, give("snail", 0))


@pytest.mark.rules("NO-4.4")
def test_the_sex_of_a_snail_is_chosen_as_it_boards():
    state = position(3, here="cat m", hand="snail, bear m")
    assert boarding(state) == {"snail m", "snail f", "bear m"}
    for sex, quays in (("m", (2, 3)), ("f", (1, 4))):
        now = after(state, board(f"snail {sex}"))
        assert names(animals(now, 0)) == f"cat m, snail {sex}"
        assert names(now["hands"][0]) == "bear m"
        assert same_moves(restored(now).moves(), map(sail, quays))


@pytest.mark.rules("NO-4.4")
def test_the_sex_of_a_snail_is_forgotten_when_it_is_collected_or_departs():
    state = position(3, here="snail m, snail f", hand="cat f, bear f")
    now = after(state, COLLECT)
    assert names(now["hands"][0]) == "bear f, cat f, snail, snail"
    assert boarding(now) == {"bear f", "cat f", "snail m", "snail f"}
    assert known(now, 1, 0) == "snail, snail"
    state = position(3, here="snail f, elephant m, bear f", hand="kangaroo m, cat m")
    assert after(state, board("kangaroo m"), sail(2))["gone"] == cards("bear f, elephant m, kangaroo m, snail")


@pytest.mark.rules("NO-4.5")
@pytest.mark.parametrize(
    "here, sexes",
    [
        ("", "mf"),
        ("cat m", "mf"),
        ("cat f", "mf"),
        ("cat m, kangaroo m", "m"),  # example 1
        ("cat f, kangaroo f", "f"),
        ("cat m, kangaroo f", "m"),  # example 2
        ("cat f, kangaroo m", "f"),
        ("cat m, kangaroo f, panda m", "f"),
        ("cat m, kangaroo m, panda m", "m"),
        ("cat f, kangaroo f, cat f, kangaroo f", "f"),
        ("cat f, kangaroo m, panda f, cat m", "f"),
        ("snail f, cat m", "f"),
        ("cat m, snail f", "m"),
        ("snail m, snail m", "m"),
    ],
)
def test_the_sex_must_be_that_of_the_last_but_one_animal(here, sexes):
    state = position(3, here=here, hand="parrot m, parrot f, snail")
    assert boarding(state) == {f"{animal} {sex}" for animal in ("parrot", "snail") for sex in sexes}
    for animal in ("parrot", "snail"):
        for sex in "mf":
            if sex in sexes:
                assert_legal(state, board(f"{animal} {sex}"))
            else:
                assert_refused(state, board(f"{animal} {sex}"), "NO-4.5")


@pytest.mark.rules("NO-4.6")
def test_the_mass_may_reach_21_but_not_pass_it():
    state = position(3, here="elephant m, kangaroo m", hand="bear m, giraffe m, rhinoceros m, snail")
    assert boarding(state) == {"bear m", "giraffe m", "snail m"}
    assert_refused(state, board("rhinoceros m"), "NO-4.6")
    assert not after(state, board("bear m"))["leaving"]
    assert after(state, board("giraffe m"))["leaving"]


@pytest.mark.rules("NO-4.6")
@pytest.mark.parametrize("animal", sorted(MASS.keys() - {"woodpecker", "frog", "crocodile"}))
def test_every_animal_weighs_what_section_1_says(animal):
    exact = {  # boats of males, 21 less the mass of the animal
        "parrot": None, "snail": "giraffe m, bear m, lion m", "cat": "elephant m, rhinoceros m",
        "kangaroo": "elephant m, giraffe m", "panda": "rhinoceros m, giraffe m", "lion": "rhinoceros m, bear m",
        "donkey": "giraffe m, bear m", "bear": "rhinoceros m, lion m", "giraffe": "elephant m, kangaroo m",
        "rhinoceros": "bear m, lion m", "elephant": "bear m, panda m",
    }[animal]  # fmt: skip
    if exact is None:  # weighs nothing: fits whatever is aboard
        state = position(3, here="elephant m, rhinoceros m, snail m", hand="parrot m, cat f")
        assert not after(state, board("parrot m"))["leaving"]
        return
    assert mass_of(in_order(exact)) == 21 - MASS[animal]
    move = board(f"{animal} m")
    hand = "snail, cat f" if animal == "snail" else f"{animal} m, cat f"
    now = after(position(3, here=exact, hand=hand), move)
    assert now["leaving"] if animal != "donkey" else now["departures"] == 1  # Noah does not move after a donkey
    if animal != "snail":
        assert_refused(position(3, here="snail m, " + exact, hand=hand), move, "NO-4.6")


@pytest.mark.rules("NO-4.7")
def test_with_a_woodpecker_aboard_the_mass_may_reach_13_but_not_pass_it():
    state = position(3, here="woodpecker f, giraffe m", hand="donkey f, lion f, panda f")
    assert boarding(state) == {"lion f", "panda f"}
    assert_refused(state, board("donkey f"), "NO-4.7")
    assert figures_of(state, board("donkey f")) == {"aboard": 8, "mass": 6, "total": 14, "limit": 13}
    assert after(state, board("lion f"))["leaving"]
    assert not after(state, board("panda f"))["leaving"]


@pytest.mark.rules("NO-4.7")
@pytest.mark.parametrize(
    "here, fits, leaves",
    [
        ("giraffe m, lion m", True, True),  # 13
        ("giraffe m, panda m", True, False),  # 12
        ("rhinoceros m, lion m", False, False),  # 14
        ("elephant m, rhinoceros m", False, False),  # 19
        ("", True, False),
    ],
)
def test_a_woodpecker_boards_only_up_to_13_and_may_itself_be_the_last_animal(here, fits, leaves):
    state = position(3, here=here, hand="woodpecker m, snail")
    if fits:
        assert after(state, board("woodpecker m"))["leaving"] == leaves
    else:
        assert_refused(state, board("woodpecker m"), "NO-4.7")


@pytest.mark.rules("NO-4.7")
def test_two_woodpeckers_lower_the_limit_no_further():
    state = position(3, here="woodpecker m, woodpecker f, giraffe m", hand="donkey f, lion f, panda f")
    assert boarding(state) == {"lion f", "panda f"}
    assert_refused(state, board("donkey f"), "NO-4.7")
    assert after(state, board("lion f"))["leaving"]
    state = position(3, here="woodpecker m, rhinoceros f, kangaroo m", hand="woodpecker f, snail")
    assert not after(state, board("woodpecker f"))["leaving"]  # 12
    assert after(state, board("snail f"))["leaving"]  # 13


@pytest.mark.rules("NO-4.6", "NO-4.7")
def test_past_21_is_refused_by_the_mass_even_with_a_woodpecker():
    state = position(3, here="woodpecker m, bear m, lion m", hand="elephant m, cat m, snail")
    assert_refused(state, board("elephant m"), "NO-4.6")  # 22
    assert_refused(state, board("cat m"), "NO-4.7")  # 14
    assert after(state, board("snail m"))["leaving"]  # 13


@pytest.mark.rules("NO-4.7", "NO-4.9")
def test_when_the_woodpecker_has_left_the_limit_is_21_again():
    state = position(3, here="woodpecker m, elephant m", hand="donkey m, panda f", hands={1: "rhinoceros f, bear f"})
    match = played(state, COLLECT, board("donkey m"))
    assert (match.turn, names(animals(match.state(), 0))) == (1, "donkey m")
    match.play(board("rhinoceros f"))  # 15, no woodpecker
    assert not match.state()["leaving"]


@pytest.mark.rules("NO-4.8")
def test_who_has_a_fitting_card_must_board_one():
    assert {move["move"] for move in restored(BOARDING).moves()} == {"board"}
    assert_refused(BOARDING, PASS, "NO-7.2")
    assert_refused(BOARDING, COLLECT, "NO-4.9")
    one = position(3, here="cat m, kangaroo m", hand="lion m, bear f, elephant f")
    assert restored(one).moves() == [board("lion m")]
    assert_refused(one, COLLECT, "NO-4.9")


# 4. Play: collect


@pytest.mark.rules("NO-4.9")
def test_who_has_no_fitting_card_collects_the_animals_and_the_empty_boat_stays():
    assert restored(NOTHING_FITS).moves() == [COLLECT]
    now = after(NOTHING_FITS, COLLECT)
    assert now["boats"][0] == {"kind": "plain", "animals": []}
    assert now["hands"][0] == cards("bear m, cat f, parrot f, elephant m, rhinoceros m")
    assert (now["phase"], now["turn"], now["boards"]) == ("reload", 0, NOTHING_FITS["boards"])
    assert (now["gone"], now["departures"], now["reserve"]) == ([], 0, ["plain"] * 3)


@pytest.mark.rules("NO-4.9")
@pytest.mark.parametrize(
    "here, hand, fitting",
    [
        ("cat m, kangaroo m", "cat f", None),  # sex
        ("cat m, kangaroo m", "cat f, snail", "snail m"),  # a snail fits if either sex does
        ("cat m, kangaroo f", "bear f, snail", "snail m"),
        ("cat m", "elephant f", "elephant f"),
        ("", "elephant f", "elephant f"),
        ("elephant m, rhinoceros m", "panda m, kangaroo m", None),  # mass
        ("elephant m, rhinoceros m", "panda m, cat m", "cat m"),
        ("woodpecker m, giraffe m", "donkey m, bear m", None),  # mass with a woodpecker
        ("woodpecker m, giraffe m", "donkey m, lion m", "lion m"),
        ("rhinoceros m, lion m", "woodpecker m", None),  # a woodpecker that would lower the limit too far
        ("rhinoceros m, lion m", "woodpecker m, parrot m", "parrot m"),
        ("elephant m, giraffe m, cat m", "snail", "snail m"),  # 21 exactly
    ],
)
def test_collecting_is_for_those_alone_whom_no_card_fits(here, hand, fitting):
    state = position(3, here=here, hand=hand)
    if fitting is None:
        assert restored(state).moves() == [COLLECT]
        assert_legal(state, COLLECT)
    else:
        assert_refused(state, COLLECT, "NO-4.9")
        assert fitting in boarding(state)


@pytest.mark.rules("NO-4.10")
def test_after_collecting_any_card_of_the_hand_goes_on_the_empty_boat():
    assert boarding(RELOADING) == {"bear m", "cat f", "parrot f", "elephant m", "rhinoceros m"}
    assert {move["move"] for move in restored(RELOADING).moves()} == {"board"}
    assert_refused(RELOADING, COLLECT, "NO-7.2")
    assert_refused(RELOADING, board("panda m"), "NO-4.3")
    now = after(RELOADING, board("elephant m"))
    assert names(animals(now, 0)) == "elephant m"
    assert (now["phase"], now["turn"], now["boards"], now["pair"]) == ("sail", 0, NOTHING_FITS["boards"] + 1, False)


@pytest.mark.rules("NO-4.10")
@pytest.mark.parametrize("name, phase", [("giraffe f", "peek"), ("lion f", "draw"), ("snail m", "sail")])
def test_after_reloading_the_turn_goes_on_as_after_any_boarding(name, phase):
    state = position(3, here="elephant m, rhinoceros m", hand="giraffe f, lion f, panda f, kangaroo m")
    if name == "snail m":
        state = position(3, here="elephant m, rhinoceros m, snail m", hand="giraffe f, lion f, kangaroo m")
    now = after(state, COLLECT, board(name))
    assert (now["phase"], now["turn"]) == (phase, 0)


# 4. Play: pairs


@pytest.mark.rules("NO-4.11")
@pytest.mark.parametrize(
    "here, name, pair",
    [
        ("cat m", "cat f", True),
        ("cat m", "cat m", True),
        ("kangaroo f, cat f", "cat f", True),
        ("snail m", "snail f", True),
        ("snail m", "snail m", True),
        ("cat m, cat f", "kangaroo m", False),
        ("cat m, panda m", "cat m", False),  # example 9
        ("cat m, panda m", "panda m", True),
        ("", "cat m", False),
        ("cat m", "kangaroo m", False),
        ("lion m", "lion f", True),
        ("giraffe m", "giraffe f", True),
    ],
)
def test_a_pair_is_the_same_species_as_the_animal_on_top_whatever_the_sexes(here, name, pair):
    hand = ("snail" if "snail" in name else name) + ", bear f, parrot m"
    now = after(position(4, here=here, hand=hand), board(name))
    assert now["pair"] is pair


@pytest.mark.rules("NO-4.11")
def test_animals_from_the_setup_count_for_a_pair():
    for seed in range(200):
        match = start(2, seed)
        animal = animals(match.state(), 0)[0]["animal"]
        same = [move for move in match.moves() if move.get("animal") == animal]
        if same:
            match.play(same[0])
            now = match.state()
            assert now["pair"] or (animal == "donkey" and (now["phase"], now["turn"]) == ("board", 0))
            return
    raise AssertionError("no deal with a pair at once")


@pytest.mark.rules("NO-4.11", "NO-4.10")
def test_the_first_animal_on_a_boat_that_was_collected_is_no_pair():
    state = position(3, here="elephant m, rhinoceros m", hand="rhinoceros f, cat f")
    assert after(state, COLLECT, board("rhinoceros f"))["pair"] is False


# 4. Play: powers


@pytest.mark.rules("NO-4.12", "NO-6.8")
def test_a_giraffe_makes_its_seat_look_at_the_whole_hand_of_an_opponent():
    state = position(
        4, turn=2, here="cat f", hand="giraffe f, panda m",
        hands={0: "bear m, cat f, snail", 1: "elephant m", 3: "lion m, snail"},
        known={(2, 0): "snail", (1, 0): "bear m"},
    )  # fmt: skip
    looking = after(state, board("giraffe f"))
    assert (looking["phase"], looking["turn"]) == ("peek", 2)
    match = restored(looking)
    assert same_moves(match.moves(), map(peek, (0, 1, 3)))
    match.play(peek(0))
    now = match.state()
    assert (now["phase"], now["turn"]) == ("sail", 2)
    assert known(now, 2, 0) == "bear m, cat f, snail"
    assert match.view(2)["hands"][0] == {"known": state["hands"][0], "unknown": 0}
    expected = deepcopy(looking["known"])
    expected[2][0] = looking["hands"][0]
    assert now["known"] == expected
    assert now["hands"] == looking["hands"]


@pytest.mark.rules("NO-4.12")
def test_the_look_is_compulsory():
    for move in (sail(1), sail(4), PASS, board("panda m"), draw(0)):
        assert_refused(PEEKING, move, "NO-7.2")


@pytest.mark.rules("NO-4.13")
def test_a_lion_draws_from_the_hand_of_a_chosen_opponent():
    drawing = after(position(3, turn=1, here="cat f", hand="lion f, panda m, snail"), board("lion f"))
    assert (drawing["phase"], drawing["turn"], drawing["partner"]) == ("draw", 1, None)
    assert same_moves(restored(drawing).moves(), map(draw, (0, 2)))
    now = after(DRAWING, draw(2))
    assert (now["phase"], now["turn"], now["partner"]) == ("return", 1, 2)
    assert now["hands"] == [DRAWING["hands"][0], cards("panda m, snail, snail"), cards("snail")]
    for move in (sail(1), PASS, board("panda m"), peek(0), give_back("panda m")):
        assert_refused(DRAWING, move, "NO-7.2")


@pytest.mark.rules("NO-4.13", "NO-3.7")
def test_every_card_of_the_hand_is_drawn_with_the_same_chance():
    state = position(3, phase="draw", here="cat f, lion f", hand="panda m", hands={1: "bear m, cat m, cat m, snail"})
    drawn = Counter()
    tries = 300
    for seed in range(tries):
        (one,) = (counted(after(state, draw(1), seed=seed)["hands"][0]) - counted(cards("panda m"))).elements()
        drawn[one] += 1
    assert set(drawn) == {("bear", "m"), ("cat", "m"), ("snail", None)}
    assert 45 <= drawn["bear", "m"] <= 105
    assert 45 <= drawn["snail", None] <= 105
    assert 110 <= drawn["cat", "m"] <= 190


@pytest.mark.rules("NO-4.13", "NO-5.1")
def test_the_last_card_of_an_opponent_can_be_drawn_and_that_ends_nothing():
    state = position(3, phase="draw", here="cat f, lion f", hand="panda m", hands={1: "snail"})
    now = after(state, draw(1))
    assert (now["hands"][1], now["phase"], now["round"]) == ([], "return", 1)
    assert after(now, give_back("snail"))["hands"][:2] == [cards("panda m"), cards("snail")]


@pytest.mark.rules("NO-4.14")
def test_any_card_of_the_hand_is_given_back_be_it_the_one_just_drawn():
    match = restored(RETURNING)
    assert same_moves(match.moves(), map(give_back, ("panda m", "snail", "bear m", "cat m")))
    for name in ("bear m", "panda m", "snail"):
        now = after(RETURNING, give_back(name))
        assert card(name) in now["hands"][0] and card(name) not in now["hands"][1]
        assert len(now["hands"][0]) == 2 and len(now["hands"][1]) == 4
        assert (now["phase"], now["turn"], now["partner"]) == ("sail", 1, None)
    assert names(after(RETURNING, give_back("cat m"))["hands"][1]) == "bear m, cat m, panda m, snail"
    for move in (sail(1), draw(0), PASS, give("snail", 0)):
        assert_refused(RETURNING, move, "NO-7.2")


@pytest.mark.rules("NO-4.15")
def test_whoever_is_chosen_must_be_another_seat():
    assert_refused(PEEKING, peek(1), "NO-4.15")
    assert_legal(PEEKING, peek(0), peek(2))
    assert_refused(DRAWING, draw(1), "NO-4.15")
    assert_legal(DRAWING, draw(0), draw(2))
    assert_refused(GIVING, give("snail", 1), "NO-4.15")
    assert_legal(GIVING, give("snail", 0), give("snail", 2))
    assert_refused(FLEEING, flee(2), "NO-4.15")
    assert_legal(FLEEING, flee(0), flee(1))


@pytest.mark.rules("NO-4.22")
@pytest.mark.parametrize("name", ["giraffe m", "lion m"])
def test_with_an_empty_hand_a_power_is_skipped_but_noah_still_moves(name):
    state = position(3, here="cat m", hand=name)
    now = after(state, board(name))
    assert (now["phase"], now["turn"], now["hands"][0]) == ("sail", 0, [])
    assert after(now, sail(3))["round"] == 2
    one_more = position(3, here="cat m", hand=name + ", snail")
    assert after(one_more, board(name))["phase"] in ("peek", "draw")


# 4. Play: Noah


@pytest.mark.rules("NO-4.16")
@pytest.mark.parametrize("noah", range(QUAYS))
def test_after_a_male_noah_goes_to_one_of_the_two_far_boats(noah):
    state = position(3, noah=noah, phase="sail", here="cat f, bear m", hand="snail")
    far = {(noah + 2) % 5, (noah + 3) % 5}
    assert same_moves(restored(state).moves(), map(sail, far))
    for quay in range(QUAYS):
        if quay in far:
            assert after(state, sail(quay))["noah"] == quay
        else:
            assert_refused(state, sail(quay), "NO-4.16")
    assert_refused(state, PASS, "NO-7.2")


@pytest.mark.rules("NO-4.17")
@pytest.mark.parametrize("noah", range(QUAYS))
def test_after_a_female_noah_goes_to_one_of_the_two_adjacent_boats(noah):
    state = position(3, noah=noah, phase="sail", here="cat m, bear f", hand="snail")
    adjacent = {(noah + 1) % 5, (noah + 4) % 5}
    assert same_moves(restored(state).moves(), map(sail, adjacent))
    for quay in range(QUAYS):
        if quay in adjacent:
            assert after(state, sail(quay))["noah"] == quay
        else:
            assert_refused(state, sail(quay), "NO-4.17")


@pytest.mark.rules("NO-4.18")
@pytest.mark.parametrize("sex", ["m", "f"])
def test_after_a_donkey_noah_does_not_move(sex):
    state = position(3, noah=3, here="cat m", hand=f"donkey {sex}, snail")
    now = after(state, board(f"donkey {sex}"))
    assert (now["phase"], now["turn"], now["noah"]) == ("board", 1, 3)
    assert names(animals(now, 3)) == f"cat m, donkey {sex}"


# 4. Play: departure and gift


@pytest.mark.rules("NO-4.19")
def test_a_full_boat_leaves_after_noah_has_moved_and_the_reserve_takes_its_quay():
    state = full_boat(noah=1, hand="kangaroo m, cat f, snail", gone="bear f", boats={3: "snail f, lion f"})
    now = after(state, board("kangaroo m"))
    assert (now["leaving"], now["phase"], now["departures"]) == (True, "sail", 0)
    assert names(animals(now, 1)) == "elephant m, lion m, kangaroo m, kangaroo m"
    now = after(now, sail(3))
    assert (now["leaving"], now["departures"], now["reserve"]) == (False, 1, ["plain", "plain"])
    assert now["boats"][1] == {"kind": "plain", "animals": []}
    assert names(now["gone"]) == "bear f, elephant m, kangaroo m, kangaroo m, lion m"
    assert (now["noah"], names(animals(now, 3))) == (3, "snail f, lion f")


@pytest.mark.rules("NO-4.19", "NO-4.6")
@pytest.mark.parametrize("name, leaves", [("kangaroo m", True), ("cat m", False), ("parrot m", False)])
def test_only_exactly_the_limit_makes_a_boat_leave(name, leaves):
    state = position(3, here="elephant m, giraffe m", hand=f"{name}, bear f, snail")
    now = after(state, board(name), sail(2))
    assert now["departures"] == leaves
    assert (animals(now, 0) == []) == leaves


@pytest.mark.rules("NO-4.19", "NO-4.7")
def test_with_a_woodpecker_a_boat_leaves_at_13_and_not_at_21():
    state = position(3, here="woodpecker f, bear m", hand="donkey f, cat f, snail")
    now = after(state, board("donkey f"))
    assert (now["departures"], names(now["gone"]), now["phase"]) == (1, "bear m, donkey f, woodpecker f", "give")
    state = position(3, here="rhinoceros m, panda m", hand="woodpecker m, cat f, lion f")  # 13, not yet the limit
    now = after(state, board("woodpecker m"), sail(2))
    assert (now["departures"], names(now["gone"])) == (1, "panda m, rhinoceros m, woodpecker m")


@pytest.mark.rules("NO-4.19", "NO-4.18")
def test_after_a_donkey_noah_stands_at_the_new_boat():
    state = position(3, noah=2, here="giraffe m, bear m", hand="donkey m, cat f, snail")
    match = played(state, board("donkey m"))
    assert (match.state()["phase"], match.state()["noah"], animals(match.state(), 2)) == ("give", 2, [])
    match.play(give("snail", 2))
    assert (match.state()["phase"], match.turn, match.state()["noah"]) == ("board", 1, 2)
    assert {move["move"] for move in match.moves()} == {"board"}


@pytest.mark.rules("NO-4.19")
def test_with_the_reserve_empty_the_quay_stays_vacant():
    state = full_boat(noah=4, departures=3, hand="kangaroo m, cat f, snail", round_number=3)
    now = after(state, board("kangaroo m"), sail(1))
    assert now["boats"][4] is None
    assert (now["reserve"], now["departures"], now["phase"]) == ([], 4, "give")


@pytest.mark.rules("NO-4.20")
@pytest.mark.parametrize("before", [0, 1, 2])
@pytest.mark.parametrize("left", [1, 2, 3, 4, 5])
def test_the_nth_departure_costs_n_cards_or_all_that_are_left(before, left):
    hand = ["cat f", "panda f", "snail", "bear f", "rhinoceros f"][:left]
    state = full_boat(departures=before, hand=", ".join(["kangaroo m", *hand]), ending="to-26", round_number=30)
    match = played(state, board("kangaroo m"), sail(2))
    gifts = min(before + 1, left)
    for due in range(gifts, 0, -1):
        now = match.state()
        assert (now["phase"], now["gifts"], match.turn) == ("give", due, 0)
        match.play(match.moves()[0])
    assert match.state()["gifts"] == 0
    assert match.over == (left == gifts)
    assert match.over or (match.state()["phase"], len(match.state()["hands"][0])) == ("board", left - gifts)


@pytest.mark.rules("NO-4.20")
def test_each_gift_goes_to_an_opponent_of_choice_one_after_the_other():
    match = restored(GIVING)
    assert same_moves(match.moves(), [give(name, seat) for name in ("cat f", "snail") for seat in (0, 2)])
    match.play(give("cat f", 2))
    assert (match.state()["gifts"], match.state()["phase"], match.turn) == (1, "give", 1)
    match.play(give("cat f", 0))
    now = match.state()
    assert [names(hand) for hand in now["hands"][:2]] == ["bear m, cat f", "snail"]
    assert card("cat f") in now["hands"][2]
    assert (now["gifts"], now["phase"]) == (0, "board")
    for move in (PASS, sail(0), board("snail m"), COLLECT):
        assert_refused(GIVING, move, "NO-7.2")


@pytest.mark.rules("NO-4.20")
def test_departures_of_all_seats_count_together():
    state = full_boat(4, turn=3, departures=2, hand="kangaroo m, cat f, panda f, snail, bear f")
    now = after(state, board("kangaroo m"), sail(2))
    assert (now["gifts"], now["departures"]) == (3, 3)


@pytest.mark.rules("NO-4.20", "NO-4.22")
def test_without_a_card_in_hand_there_is_no_gift():
    state = full_boat(hand="kangaroo m", round_number=3)
    now = after(state, board("kangaroo m"), sail(2))
    assert (now["phase"], now["gifts"], now["departures"]) == ("over", 0, 1)
    assert now["results"][-1]["reason"] == "hand"


# 4. Play: end of turn


@pytest.mark.rules("NO-4.21")
def test_after_a_pair_the_same_seat_plays_again_where_noah_now_is():
    state = position(3, turn=2, noah=4, here="cat m", boats={1: "kangaroo m"}, hand="cat m, kangaroo f, snail, bear m")
    match = played(state, board("cat m"))
    assert match.state()["pair"]
    match.play(sail(1))
    now = match.state()
    assert (now["turn"], now["phase"], now["noah"], now["pair"]) == (2, "board", 1, False)
    match.play(board("kangaroo f"))  # a chain
    assert match.state()["pair"]
    match.play(sail(2))
    assert (match.turn, match.state()["phase"]) == (2, "board")
    match.play(board("bear m"))
    match.play(sail(4))
    assert (match.turn, match.state()["pair"]) == (0, False)


@pytest.mark.rules("NO-4.21")
def test_after_a_pair_and_a_gift_the_same_seat_plays_again():
    match = restored(GIVING)
    match.play(give("cat f", 2))
    assert match.state()["pair"]
    match.play(give("cat f", 0))
    assert (match.turn, match.state()["phase"], match.state()["pair"]) == (1, "board", False)
    unpaired = deepcopy(GIVING) | {"pair": False}
    assert after(unpaired, give("cat f", 2), give("cat f", 0))["turn"] == 2


# 5. End and scoring


@pytest.mark.rules("NO-5.1")
def test_a_round_ends_when_a_hand_is_empty_at_the_end_of_a_turn():
    state = last_card(hands={1: "bear m, cat f", 2: "panda m"})
    now = after(state, board("cat m"))
    assert (now["phase"], now["round"], now["hands"][0]) == ("sail", 1, [])  # not before Noah has moved
    now = after(now, sail(3))
    assert (now["round"], now["phase"]) == (2, "board")
    assert now["results"] == [
        {"reason": "hand", "hands": [[], cards("bear m, cat f"), cards("panda m")], "points": [0, 1, 4]}
    ]


@pytest.mark.rules("NO-5.1")
def test_a_pair_with_the_last_card_earns_no_further_turn():
    now = end_round(last_card(here="cat m"))
    assert (now["round"], now["results"][0]["reason"]) == (2, "hand")


@pytest.mark.rules("NO-5.1", "NO-4.20")
@pytest.mark.parametrize("left, reason", [(1, "hand"), (4, "hand"), (5, "boats")])
def test_the_fourth_departure_ends_the_round_after_its_gift(left, reason):
    hand = ["cat f", "panda f", "snail", "bear f", "rhinoceros f"][:left]
    state = full_boat(departures=3, hand=", ".join(["kangaroo m", *hand]), round_number=3)
    match = played(state, board("kangaroo m"), sail(2))
    for due in range(min(4, left), 0, -1):
        assert (match.state()["gifts"], match.state()["phase"]) == (due, "give")
        match.play(match.moves()[0])
    assert match.over
    assert match.state()["results"][-1]["reason"] == reason
    assert len(match.state()["hands"][0]) == max(0, left - 4)


@pytest.mark.rules("NO-5.1")
def test_three_departures_do_not_end_a_round():
    state = full_boat(departures=2, hand="kangaroo m, cat f, panda f, snail, bear f")
    now = after(state, board("kangaroo m"), sail(2), give("cat f", 1), give("panda f", 1), give("snail", 1))
    assert (now["round"], now["phase"], now["turn"], now["reserve"]) == (1, "board", 0, [])


@pytest.mark.rules("NO-5.1")
@pytest.mark.parametrize("boards, over", [(298, False), (299, True)])
def test_a_round_ends_after_300_boardings(boards, over):
    state = position(3, here="cat m", hand="cat f, snail", boards=boards, round_number=3)
    match = played(state, board("cat f"))
    assert (match.state()["boards"], match.over) == (boards + 1, False)  # not before the end of the turn
    assert restored(match.state()).state() == match.state()
    match.play(sail(1))
    assert match.over == over
    if over:
        assert match.state()["results"][-1]["reason"] == "cap"  # whatever the pair would have earned
    else:
        assert (match.turn, match.state()["phase"]) == (0, "board")


@pytest.mark.rules("NO-5.1")
def test_the_first_reason_that_applies_is_recorded():
    state = last_card(boards=299, round_number=3)
    assert end_round(state)["results"][-1]["reason"] == "hand"  # before "cap"
    state = full_boat(departures=3, hand="kangaroo m, cat f", boards=299, round_number=3)
    now = after(state, board("kangaroo m"), sail(2), give("cat f", 1))
    assert now["results"][-1]["reason"] == "hand"  # before "boats" and "cap"
    hand = "kangaroo m, cat f, panda f, snail, bear f, rhinoceros f"
    state = full_boat(departures=3, hand=hand, boards=299, round_number=3)
    gifts = [give(name, 1) for name in ("cat f", "panda f", "snail", "bear f")]
    now = after(state, board("kangaroo m"), sail(2), *gifts)
    assert now["results"][-1]["reason"] == "boats"  # before "cap"


@pytest.mark.rules("NO-5.2")
@pytest.mark.parametrize("animal", sorted(TEARS.keys() - {"frog", "crocodile"}))
def test_every_animal_in_hand_costs_its_tears(animal):
    held = "snail" if animal == "snail" else f"{animal} f"
    now = end_round(last_card(hands={1: held, 2: "elephant m"}))
    assert now["results"][0]["points"] == now["scores"] == [0, TEARS[animal], 0]


@pytest.mark.rules("NO-5.2")
def test_the_tears_of_a_hand_add_up_and_so_do_the_rounds():
    state = last_card(hands={1: "panda m, panda f, snail, snail", 2: "parrot f, cat f, lion m"}, scores=[4, 5, 6])
    now = end_round(state)
    assert now["results"][-1]["points"] == [0, 12, 4]
    assert now["scores"] == [4, 17, 10]


@pytest.mark.rules("NO-5.3")
def test_the_hands_are_shown_to_all_for_scoring():
    state = last_card(hands={1: "panda m, snail", 2: "parrot f"})
    match = played(state, board("cat m"), sail(2))
    entry = {"reason": "hand", "hands": [[], cards("panda m, snail"), cards("parrot f")], "points": [0, 6, 2]}
    assert match.state()["results"] == [entry]
    for viewer in (0, 1, 2, None):
        assert match.view(viewer)["results"] == [entry]


@pytest.mark.rules("NO-5.3")
def test_results_have_an_entry_for_every_round_and_add_up_to_the_scores():
    for state in states_of_one_match(3):
        assert len(state["results"]) == (3 if state["phase"] == "over" else state["round"] - 1)
        for seat in range(3):
            assert state["scores"][seat] == sum(result["points"][seat] for result in state["results"])
        for result in state["results"]:
            assert result["points"] == [tears_of(hand) for hand in result["hands"]]
            assert (result["reason"] == "hand") == ([] in result["hands"])


@pytest.mark.rules("NO-5.4")
@pytest.mark.parametrize("round_number", [1, 2, 3])
def test_a_match_of_three_rounds_ends_after_the_third(round_number):
    state = last_card(round_number=round_number, scores=[40, 30, 20])
    now = end_round(state)
    assert (now["phase"] == "over") == (round_number == 3)
    assert now["round"] == min(3, round_number + 1)


@pytest.mark.rules("NO-5.5")
@pytest.mark.parametrize("total, over", [(25, False), (26, True), (27, True), (40, True)])
@pytest.mark.parametrize("round_number", [1, 3, 7])
def test_a_match_to_26_ends_when_a_total_is_26_or_more(total, over, round_number):
    state = last_card(
        ending="to-26", round_number=round_number, scores=[0, total - 4, 3], hands={1: "panda m", 2: "bear m"}
    )
    now = end_round(state)
    assert now["scores"] == [0, total, 3]
    assert (now["phase"] == "over") == over
    assert now["round"] == round_number + (not over)
    assert now["winners"] == ([0] if over else [])


@pytest.mark.rules("NO-5.5")
@pytest.mark.parametrize("round_number, over", [(29, False), (30, True)])
def test_a_match_to_26_also_ends_after_round_30(round_number, over):
    state = last_card(ending="to-26", round_number=round_number, hands={1: "bear m", 2: "bear f"})
    assert (end_round(state)["phase"] == "over") == over


@pytest.mark.rules("NO-5.6")
@pytest.mark.parametrize(
    "scores, winners",
    [([5, 4, 3], [2]), ([3, 4, 5], [0]), ([3, 3, 5], [0, 1]), ([4, 4, 4], [0, 1, 2]), ([0, 9, 0], [0, 2])],
)
def test_the_lowest_total_wins_and_equals_share(scores, winners):
    state = last_card(round_number=3, scores=scores, hands={1: "bear m", 2: "bear f"})
    match = played(state, board("cat m"), sail(2))
    assert (match.over, list(match.winners), list(match.scores)) == (True, winners, scores)
    assert (match.state()["winners"], match.state()["scores"]) == (winners, scores)


@pytest.mark.rules("NO-5.7")
def test_the_next_round_is_set_up_in_the_same_step():
    match = played(last_card(hands={1: "panda m"}), board("cat m"), sail(2))
    now = match.state()
    assert (now["round"], now["phase"], now["turn"], now["starter"]) == (2, "board", 1, 1)
    assert [len(hand) for hand in now["hands"]] == [HAND_SIZE] * 3
    assert match.moves()
    assert not match.can_undo


@pytest.mark.rules("NO-5.7")
def test_at_the_end_the_table_stays_as_it_lies():
    state = full_boat(
        round_number=3, noah=3, departures=3, boats={1: "snail f, cat f", 2: "panda m"}, gone="woodpecker m",
        hand="kangaroo m, snail, cat m, bear m, parrot f, parrot f", hands={1: "donkey m", 2: "giraffe m"},
        known={(0, 1): "donkey m", (1, 0): "snail", (2, 0): "snail", (None, 0): "snail"}, boards=30,
    )  # fmt: skip
    gifts = [give(name, 2) for name in ("snail", "cat m", "bear m")]
    match = played(state, board("kangaroo m"), sail(1), *gifts)
    before = match.state()
    assert (before["pair"], before["gifts"], any(sum(before["known"], []))) == (True, 1, True)
    match.play(give("parrot f", 2))
    now = match.state()
    assert now["hands"] == [cards("parrot f"), cards("donkey m"), cards("bear m, cat m, giraffe m, parrot f, snail")]
    for key in ("boats", "deck", "gone", "noah", "reserve", "departures", "boards", "round", "starter"):
        assert now[key] == before[key], key
    assert (now["phase"], now["turn"]) == ("over", None)
    assert (now["pair"], now["leaving"], now["gifts"], now["partner"]) == (False, False, 0, None)
    assert now["known"] == [[[]] * 3] * 4
    assert not broken(now)


# 6. Secrecy


@pytest.mark.rules("NO-6.1", "NO-6.2", "NO-6.3", "NO-6.9", "NO-6.10", "NO-S.14")
@ALL_POSITIONS
def test_a_view_is_the_state_with_exactly_these_changes(state):
    match = restored(state)
    for viewer in viewers(state):
        assert match.view(viewer) == view_as_ruled(state, viewer)
        json.dumps(match.view(viewer))


@pytest.mark.rules("NO-6.1")
def test_what_is_open_is_open_to_all():
    hidden = {"hands", "deck", "known"}
    for state in (BOARDING, GIVING, RETURNING, FLEEING):
        for viewer in viewers(state):
            view = restored(state).view(viewer)
            for key in state.keys() - hidden:
                assert view[key] == state[key]
            for seat, hand in enumerate(view["hands"]):
                size = len(hand) if isinstance(hand, list) else len(hand["known"]) + hand["unknown"]
                assert size == len(state["hands"][seat])
            assert view["deck"] == {"unknown": len(state["deck"])}


@pytest.mark.rules("NO-6.1")
def test_all_see_whom_a_look_a_draw_a_return_or_a_gift_concerns():
    def heard(state, move, viewer):
        match = played(state, move)
        return match.log(viewer)

    for state, one, other in (
        (PEEKING, peek(0), peek(2)),
        (DRAWING, draw(0), draw(2)),
        (GIVING, give("snail", 0), give("snail", 2)),
    ):
        for viewer in viewers(state):
            assert heard(state, one, viewer) != heard(state, other, viewer)
    assert played(DRAWING, draw(2)).view(None)["partner"] == 2


@pytest.mark.rules("NO-6.2")
def test_a_hand_is_known_to_its_seat_alone():
    state = start(3).state()
    match = restored(state)
    for viewer in viewers(state):
        for seat, hand in enumerate(match.view(viewer)["hands"]):
            assert hand == (state["hands"][seat] if seat == viewer else {"known": [], "unknown": HAND_SIZE})


@pytest.mark.rules("NO-6.3")
def test_nobody_knows_the_deck():
    for state in EVERY_KIND_OF_POSITION.values():
        if state["phase"] != "over":
            for viewer in viewers(state):
                assert restored(state).view(viewer)["deck"] == {"unknown": len(state["deck"])}


@pytest.mark.rules("NO-6.4")
@pytest.mark.parametrize("players", EVERY_NUMBER_OF_SEATS)
def test_knowledge_has_a_row_for_each_seat_and_one_for_the_spectator(players):
    state = start(players).state()
    assert state["known"] == [[[]] * players] * (players + 1)


@pytest.mark.rules("NO-6.4")
def test_nobody_is_recorded_to_know_the_own_hand():
    now = after(NOTHING_FITS, COLLECT)
    assert [known(now, viewer, 0) for viewer in (0, 1, 2, None)] == ["", *["elephant m, rhinoceros m"] * 3]


@pytest.mark.rules("NO-6.5", "NO-6.8")
def test_all_see_the_animals_of_a_boat_arrive_in_the_hand_that_collects_it():
    state = position(
        3, here="elephant m, snail f, rhinoceros m", hand="bear f, elephant f", hands={1: "cat m"},
        known={(1, 0): "elephant f", (0, 1): "cat m"},
    )  # fmt: skip
    now = after(state, COLLECT)
    assert known(now, 1, 0) == "elephant f, elephant m, rhinoceros m, snail"
    assert known(now, 2, 0) == known(now, None, 0) == "elephant m, rhinoceros m, snail"
    assert known(now, 0, 0) == ""
    assert known(now, 0, 1) == "cat m"


@pytest.mark.rules("NO-6.5")
def test_who_misses_an_arrival_keeps_what_it_knew_of_that_hand():
    state = position(
        3, phase="give", departures=1, hand="cat f, snail, bear m", hands={1: "panda m, panda f"},
        known={(2, 1): "panda m", (None, 1): "panda f"},
    )  # fmt: skip
    now = after(state, give("snail", 1))
    assert (known(now, 2, 1), known(now, None, 1), known(now, 0, 1)) == ("panda m", "panda f", "snail")


@pytest.mark.rules("NO-6.6", "NO-6.8")
def test_a_boarded_card_is_seen_to_leave_the_hand():
    state = position(
        3, here="cat m", hand="cat f, cat f, bear m, snail",
        known={(1, 0): "cat f, cat f, bear m", (2, 0): "cat f, snail", (None, 0): "bear m, snail"},
    )  # fmt: skip
    now = after(state, board("cat f"))
    assert [known(now, viewer, 0) for viewer in (1, 2, None)] == ["bear m, cat f", "snail", "bear m, snail"]
    now = after(state, board("snail f"))
    assert [known(now, viewer, 0) for viewer in (1, 2, None)] == ["bear m, cat f, cat f", "cat f", "bear m"]


@pytest.mark.rules("NO-6.7", "NO-6.8")
@pytest.mark.parametrize("name", ["parrot f", "snail", "panda f"])
def test_of_an_unseen_gift_one_copy_of_every_known_card_is_lost(name):
    state = position(
        4, turn=1, phase="give", departures=1, hand="parrot f, parrot f, snail, panda f, bear m",
        hands={2: "elephant m", 3: "elephant f"},
        known={(0, 1): "parrot f, parrot f, snail", (2, 1): "parrot f, parrot f, snail", (None, 1): "bear m"},
    )  # fmt: skip
    now = after(state, give(name, 2))
    assert known(now, 0, 1) == "parrot f"  # missed
    assert known(now, None, 1) == known(now, 3, 1) == ""
    seen = counted(cards("parrot f, parrot f, snail")) - counted(cards(name))
    assert counted(now["known"][2][1]) == seen  # the receiver sees which card leaves
    assert known(now, 1, 2) == name  # and the giver where it arrives
    assert [known(now, viewer, 2) for viewer in (0, 3, None)] == ["", "", ""]
    assert known(now, 2, 2) == known(now, 1, 1) == ""


@pytest.mark.rules("NO-6.8", "NO-6.7", "NO-6.5")
def test_a_draw_is_seen_by_drawer_and_opponent_and_missed_by_the_others():
    state = position(
        4, turn=1, phase="draw", here="cat f, lion f", hand="panda m, kangaroo f", hands={3: "bear m"},
        known={(1, 3): "bear m", (0, 3): "bear m", (None, 3): "bear m", (2, 1): "panda m", (0, 1): "kangaroo f"},
    )  # fmt: skip
    now = after(state, draw(3))
    assert known(now, 1, 3) == known(now, 0, 3) == known(now, None, 3) == ""
    assert known(now, 3, 1) == "bear m"
    assert (known(now, 2, 1), known(now, 0, 1), known(now, None, 1)) == ("panda m", "kangaroo f", "")
    assert known(now, 1, 1) == ""


@pytest.mark.rules("NO-6.8", "NO-6.6")
def test_after_a_draw_the_drawer_loses_only_the_card_drawn_and_the_others_one_of_each():
    held = "bear m, cat f, cat f"
    state = position(
        3, phase="draw", here="panda f, lion f", hand="panda m", hands={1: held},
        known={(0, 1): held, (2, 1): held, (None, 1): "cat f, bear m"},
    )  # fmt: skip
    seen = set()
    for seed in range(12):
        now = after(state, draw(1), seed=seed)
        drawn = known(now, 1, 0)
        seen.add(drawn)
        assert known(now, 0, 1) == names(now["hands"][1])
        assert known(now, 2, 1) == "cat f"
        assert known(now, None, 1) == ""
    assert seen == {"bear m", "cat f"}


@pytest.mark.rules("NO-6.8", "NO-6.7")
def test_a_return_is_seen_by_the_two_and_missed_by_the_others():
    state = position(
        4, turn=1, phase="return", partner=0, here="cat f, lion f", hand="panda m, snail, bear m",
        hands={0: "cat m", 2: "cat f"},
        known={(0, 1): "bear m, snail", (2, 1): "snail, bear m", (None, 1): "snail", (2, 0): "cat m"},
    )  # fmt: skip
    now = after(state, give_back("bear m"))
    assert known(now, 0, 1) == "snail"
    assert known(now, 2, 1) == known(now, None, 1) == known(now, 3, 1) == ""
    assert known(now, 1, 0) == "bear m"
    assert known(now, 2, 0) == "cat m"
    now = after(state, give_back("panda m"))
    assert known(now, 0, 1) == "bear m, snail"
    assert known(now, 2, 1) == ""


@pytest.mark.rules("NO-6.8")
def test_a_look_is_forgotten_by_nobody_and_told_to_nobody():
    now = after(PEEKING, peek(0))
    assert known(now, 1, 0) == "bear m, cat f"
    assert [known(now, viewer, 0) for viewer in (0, 2, None)] == ["", "", ""]
    assert [known(now, 0, seat) for seat in (1, 2)] == ["", ""]


@pytest.mark.rules("NO-6.8", "NO-3.7")
def test_all_knowledge_is_emptied_with_a_new_round_and_at_the_end():
    for round_number in (1, 3):
        state = last_card(
            round_number=round_number, hands={1: "panda m, snail"}, known={(0, 1): "snail", (None, 1): "panda m"}
        )
        now = end_round(state)
        assert now["known"] == [[[]] * 3] * 4


@pytest.mark.rules("NO-6.8", "NO-6.4", "NO-8.1")
@pytest.mark.parametrize("players", EVERY_NUMBER_OF_SEATS)
def test_every_state_of_a_random_match_is_one_that_a_table_can_show(players):
    for state in states_of_one_match(players):
        assert not broken(state)


@pytest.mark.rules("NO-6.10")
def test_when_it_is_over_nothing_is_hidden():
    for state in (OVER, states_of_one_match(3)[-1]):
        for viewer in viewers(state):
            assert restored(state).view(viewer) == state


# 7. Moves

NO_MOVES = [
    None, True, 0, 1.5, "collect", "", [], ["collect"], [COLLECT], {}, {"Move": "collect"}, {"move": None},
    {"move": True}, {"move": 1}, {"move": ["collect"]}, {"move": {}}, {"move": ""}, {"move": "fly"},
    {"move": "Collect"}, {"move": "collect "}, {"move": "collect", "seat": 0}, {"move": "collect", "boat": 0},
    {"move": "pass", "player": 0}, {"move": "pass", 1: 2},
    {"move": "board"}, {"move": "board", "animal": "cat"}, {"move": "board", "sex": "m"},
    {"move": "board", "animal": "cat", "sex": None}, {"move": "board", "animal": "snail", "sex": None},
    {"move": "board", "animal": "cat", "sex": "x"}, {"move": "board", "animal": "cat", "sex": "M"},
    {"move": "board", "animal": "cat", "sex": True}, {"move": "board", "animal": "cat", "sex": ["m"]},
    {"move": "board", "animal": "cat", "sex": {}}, {"move": "board", "animal": "cat", "sex": ""},
    {"move": "board", "animal": "dog", "sex": "m"}, {"move": "board", "animal": "Cat", "sex": "m"},
    {"move": "board", "animal": None, "sex": "m"}, {"move": "board", "animal": 3, "sex": "m"},
    {"move": "board", "animal": ["cat"], "sex": "m"}, {"move": "board", "animal": {}, "sex": "m"},
    {"move": "board", "animal": "cat", "sex": "m", "player": 0}, {"move": "board", "animal": "cat", "sex": "m", "x": 1},
    {"move": "board", "animal": "cat", "sex": "m", "mass": 2},
    {"move": "board", "animal": "cat", "sex": "m", "mass": 1},
    {"move": "board", "animal": "snail", "sex": "m", "mass": 1},
    *({"move": "board", "animal": "frog", "sex": "m", "mass": mass}
      for mass in (0, 6, -1, True, None, "2", 2.0, [2], {})),
    {"move": "board", "animal": "frog", "sex": None},
    *({"move": kind, **rest} for kind in ("peek", "draw", "flee") for rest in (
        {}, {"player": None}, {"player": True}, {"player": False}, {"player": "0"}, {"player": 0.0}, {"player": -1},
        {"player": 5}, {"player": 9}, {"player": [0]}, {"player": {}}, {"player": 0, "boat": 0}, {"seat": 0},
    )),
    {"move": "return"}, {"move": "return", "animal": "cat"}, {"move": "return", "animal": "dog", "sex": "m"},
    {"move": "return", "animal": "cat", "sex": "x"}, {"move": "return", "animal": "cat", "sex": False},
    {"move": "return", "animal": "cat", "sex": "m", "player": 0},
    {"move": "return", "animal": "frog", "sex": "m", "mass": 1},
    {"move": "give"}, {"move": "give", "animal": "cat", "sex": "m"}, {"move": "give", "player": 0},
    {"move": "give", "animal": "cat", "sex": "m", "player": 7},
    {"move": "give", "animal": "cat", "sex": "m", "player": True},
    {"move": "give", "animal": "cat", "sex": "y", "player": 0},
    {"move": "give", "animal": "cow", "sex": "m", "player": 0},
    {"move": "give", "animal": "cat", "sex": "m", "player": None}, {"move": "give", "animal": "cat", "player": 0},
    {"move": "sail"}, {"move": "sail", "boat": None}, {"move": "sail", "boat": 5}, {"move": "sail", "boat": -1},
    {"move": "sail", "boat": True}, {"move": "sail", "boat": 1.0}, {"move": "sail", "boat": "1"},
    {"move": "sail", "boat": [1]}, {"move": "sail", "quay": 1}, {"move": "sail", "boat": 1, "player": 0},
    {"move": "stack"}, {"move": "stack", "animal": "cat"}, {"move": "stack", "animal": "cat", "sex": 1},
    {"move": "stack", "animal": "cat", "sex": "m", "place": 0}, {"move": "stack", "animal": "bee", "sex": "m"},
    {"move": "recall"}, {"move": "recall", "boat": 1}, {"move": "recall", "place": 0},
    {"move": "recall", "boat": 1, "place": -1}, {"move": "recall", "boat": 5, "place": 0},
    {"move": "recall", "boat": 1, "place": True}, {"move": "recall", "boat": 1, "place": 0.0},
    {"move": "recall", "boat": 1, "place": None}, {"move": "recall", "boat": True, "place": 0},
    {"move": "recall", "boat": 1, "place": 0, "animal": "cat"},
]  # fmt: skip


@pytest.mark.rules("NO-7.1")
@ALL_POSITIONS
def test_what_is_not_a_move_is_refused_before_anything_else(state):
    match = restored(state)
    for junk in NO_MOVES:
        refusal = match.why_not(junk)
        assert refusal is not None and refusal.rule == "NO-7.1", f"{junk}: {refusal}"
        with pytest.raises(ararat.IllegalMove) as error:
            match.play(junk)
        assert error.value.rule == "NO-7.1"
    assert match.state() == state
    assert list(match.history) == []


@pytest.mark.rules("NO-7.1")
def test_a_seat_must_exist_in_this_match():
    for players in EVERY_NUMBER_OF_SEATS:
        state = position(players, phase="peek", here="giraffe m", hand="cat m")
        for seat in range(1, 7):
            if seat < players:
                assert_legal(state, peek(seat))
            else:
                assert_refused(state, peek(seat), "NO-7.1")


@pytest.mark.rules("NO-7.1", "NO-4.3")
def test_all_fourteen_animals_are_well_formed_in_every_match():
    for animal in MASS:
        for sex in "mf":
            refusal = restored(BOARDING).why_not(board(f"{animal} {sex}"))
            assert refusal is None or refusal.rule != "NO-7.1"
            assert_refused(SAILING, board(f"{animal} {sex}"), "NO-7.2")
            assert_refused(BOARDING, give_back(f"{animal} {sex}"), "NO-7.2")
            assert_refused(BOARDING, stack(f"{animal} {sex}"), "NO-7.2")
        assert_refused(BOARDING, give_back(animal), "NO-7.2")
        assert_refused(BOARDING, give(animal, 0), "NO-7.2")
    for mass in range(1, 6):
        assert_refused(BOARDING, board("frog m", mass), "NO-4.3")


@pytest.mark.rules("NO-7.2")
@pytest.mark.parametrize(
    "key, due",
    [
        ("board", {"board", "collect"}), ("reload", {"board"}), ("peek", {"peek"}), ("draw", {"draw"}),
        ("return", {"return"}), ("flee", {"flee"}), ("sail", {"sail"}), ("give", {"give"}), ("over", set()),
        ("stack", {"stack"}), ("recall", {"recall", "pass"}), ("solo board", {"board", "collect"}),
    ],
)  # fmt: skip
def test_each_phase_has_its_own_kinds_of_move(key, due):
    state = EVERY_KIND_OF_POSITION[key]
    moves = [
        board("cat m"), board("snail f"), COLLECT, peek(0), draw(0), give_back("cat m"), give_back("snail"), flee(0),
        sail(0), sail(4), give("cat m", 0), stack("cat m"), stack("snail"), recall(0, 0), recall(4, 10**30), PASS,
    ]  # fmt: skip
    for move in moves:
        if move["move"] in due:
            refusal = restored(state).why_not(move)
            assert refusal is None or refusal.rule not in ("NO-7.1", "NO-7.2")
        else:
            assert_refused(state, move, "NO-7.2")


@pytest.mark.rules("NO-7.1", "NO-7.2", "NO-4.3", "NO-4.5", "NO-4.6", "NO-4.7", "NO-4.15")
def test_a_move_is_refused_with_the_first_rule_it_breaks():
    assert_refused(OVER, {"move": "sail", "boat": 5}, "NO-7.1")  # before NO-7.2
    assert_refused(SAILING, {"move": "board", "animal": "cat", "sex": None}, "NO-7.1")
    assert_refused(OVER, sail(3), "NO-7.2")
    assert_refused(SAILING, board("elephant f"), "NO-7.2")  # before NO-4.3
    assert_refused(BOARDING, give("bear m", 1), "NO-7.2")  # before NO-4.3 and NO-4.15
    heavy = position(3, here="elephant m, giraffe m", hand="rhinoceros f, rhinoceros m, cat m", hands={1: "bear f"})
    assert_refused(heavy, board("bear f"), "NO-4.3")  # before NO-4.5 and NO-4.6
    assert_refused(heavy, board("rhinoceros f"), "NO-4.5")  # before NO-4.6
    assert_refused(heavy, board("rhinoceros m"), "NO-4.6")
    low = position(3, here="woodpecker m, bear m, lion m", hand="elephant f, elephant m, kangaroo m, kangaroo f")
    assert_refused(low, board("elephant f"), "NO-4.5")  # before NO-4.6
    assert_refused(low, board("kangaroo f"), "NO-4.5")  # before NO-4.7
    assert_refused(low, board("elephant m"), "NO-4.6")  # before NO-4.7
    assert_refused(low, board("kangaroo m"), "NO-4.7")
    assert_refused(GIVING, give("bear f", 1), "NO-4.3")  # before NO-4.15
    assert_refused(GIVING, give("snail", 1), "NO-4.15")


@pytest.mark.rules("NO-7.1", "NO-7.2")
@ALL_POSITIONS
def test_legal_moves_are_listed_each_once_and_in_a_stable_order(state):
    match = restored(state)
    moves = match.moves()
    assert moves == match.moves() == restored(state, seed=99).moves()
    assert len({json.dumps(move, sort_keys=True) for move in moves}) == len(moves)
    assert bool(moves) == (state["phase"] != "over")
    for move in moves:
        assert match.why_not(move) is None
        one = restored(state)
        one.play(move)
        assert list(one.history) == [move]


@pytest.mark.rules("NO-7.2", "NO-4.16", "NO-4.3")
@pytest.mark.parametrize("players", EVERY_NUMBER_OF_SEATS)
def test_listed_moves_are_all_that_are_not_refused(players):
    kinds = [f"{animal} {sex}" for animal in MASS for sex in "mf"] + ["snail", "cat"]
    candidates = [COLLECT, PASS, *map(sail, range(5))]
    candidates += [make(seat) for make in (peek, draw, flee) for seat in range(players)]
    candidates += [board(name) for name in kinds[:-2]] + [give_back(name) for name in kinds]
    candidates += [give(name, seat) for name in kinds for seat in range(players)]
    rng = random.Random(players)
    for match in states_of_random_match(players, 8):
        if rng.random() < 0.03 or match.state()["phase"] in ("peek", "return"):
            legal = [move for move in candidates if match.why_not(move) is None]
            assert same_moves(legal, match.moves())


# 8. State


@pytest.mark.rules("NO-8.1", "NO-6.9")
def test_the_state_of_section_8_and_its_views():
    match = restored(EXAMPLE)
    assert match.state() == EXAMPLE
    changed = {"deck": {"unknown": 10}, "known": "hidden"}
    parrot = card("parrot f")
    assert match.view(0) == EXAMPLE | changed | {"hands": [[], {"known": [parrot], "unknown": 3}]}
    assert match.view(1) == EXAMPLE | changed | {"hands": [{"known": [], "unknown": 0}, EXAMPLE["hands"][1]]}
    nothing = [{"known": [], "unknown": 0}, {"known": [], "unknown": 4}]
    assert match.view(None) == EXAMPLE | changed | {"hands": nothing}
    assert same_moves(match.moves(), map(give_back, ("bear f", "panda f", "parrot f")))
    assert not broken(EXAMPLE)
    now = after(EXAMPLE, give_back("parrot f"))
    assert (now["phase"], names(now["hands"][0]), now["partner"]) == ("sail", "parrot f", None)
    assert (known(now, 1, 0), known(now, 0, 1), known(now, None, 1)) == ("parrot f", "", "")
    assert after(now, sail(3))["turn"] == 0


@pytest.mark.rules("NO-8.1")
@ALL_POSITIONS
def test_a_state_can_be_restored_and_reads_as_before(state):
    match = restored(state)
    assert match.state() == state
    assert (match.turn, match.over) == (state["turn"], state["phase"] == "over")
    assert (list(match.scores), list(match.winners)) == (state["scores"], state["winners"])
    assert json.loads(json.dumps(match.state())) == state
    again = GAME.restore(json.loads(json.dumps(state, sort_keys=True)))  # the order of keys means nothing
    assert again.state() == state


def edited(state, edit):
    state = deepcopy(state)
    edit(state)
    return state


def put(state, quay, text):
    """Change a boat, keeping the deck of cards complete."""
    old, new = animals(state, quay), in_order(text)
    state["deck"] = pile(
        {"animal": animal, "sex": sex} for animal, sex in (counted(state["deck"] + old) - counted(new)).elements()
    )
    state["boats"][quay]["animals"] = new


def empty_hand(state, seat):
    """Put a hand into the deck; nobody knows of it any more."""
    state["deck"] = pile(state["deck"] + state["hands"][seat])
    state["hands"][seat] = []
    for row in state["known"]:
        row[seat] = []


ROOMMATES = position(3, here="cat m, kangaroo m", kind="roommates", hand="snail, bear m", roommates=True)
LEAVING = after(full_boat(hand="kangaroo m, cat f"), board("kangaroo m"))
IMPOSSIBLE = {
    "a card too many": (BOARDING, lambda s: s["deck"].append(card("woodpecker m"))),
    "a card missing": (BOARDING, lambda s: s["deck"].pop()),
    "a card exchanged": (BOARDING, lambda s: s["deck"].__setitem__(0, card("panda f"))),
    "a foreign card": (BOARDING, lambda s: s["deck"].__setitem__(-1, {"animal": "zebra", "sex": "m"})),
    "a promo card without its option": (BOARDING, lambda s: s["deck"].__setitem__(-1, card("frog m"))),
    "a snail with a sex in a hand": (BOARDING, lambda s: s["hands"][1][-1].update(sex="m")),
    "a snail without a sex aboard": (BOARDING, lambda s: animals(s, 0)[0].update(sex=None)),
    "a boat past 21": (BOARDING, lambda s: put(s, 1, "giraffe m, bear f, donkey m, cat f")),
    "a boat past 13 with a woodpecker": (BOARDING, lambda s: put(s, 1, "woodpecker m, bear f, giraffe m")),
    "sexes that neither repeat nor alternate": (BOARDING, lambda s: put(s, 1, "cat m, cat f, kangaroo f")),
    "other sexes that do not": (BOARDING, lambda s: put(s, 1, "cat m, kangaroo m, lion f")),
    "a species twice on the roommates boat": (ROOMMATES, lambda s: put(s, 0, "cat m, cat f")),
    "nine boats": (BOARDING, lambda s: s["reserve"].append("plain")),
    "seven boats": (BOARDING, lambda s: s["reserve"].pop()),
    "a departure too many": (BOARDING, lambda s: s.update(departures=1)),
    "a vacant quay while there is a reserve": (
        BOARDING, lambda s: (s["boats"].__setitem__(1, None), s.update(departures=1))
    ),
    "a roommates boat without its option": (BOARDING, lambda s: s["boats"][1].update(kind="roommates")),
    "two roommates boats": (ROOMMATES, lambda s: s["reserve"].__setitem__(0, "roommates")),
    "no roommates boat though none has left": (ROOMMATES, lambda s: s["boats"][0].update(kind="plain")),
    "knowledge of a card not in that hand": (BOARDING, lambda s: s["known"][0][2].append(card("woodpecker m"))),
    "knowledge of two cards of which the hand has one": (BOARDING, lambda s: s["known"][0][1].append(card("lion m"))),
    "knowledge of the own hand": (BOARDING, lambda s: s["known"][1][1].append(card("lion m"))),
    "a look without a giraffe": (PEEKING, lambda s: put(s, 0, "cat f, bear f")),
    "a look without a card in hand": (PEEKING, lambda s: empty_hand(s, 1)),
    "a draw without a lion": (DRAWING, lambda s: put(s, 0, "cat f, bear f")),
    "a return without a partner": (RETURNING, lambda s: s.update(partner=None)),
    "a return to oneself": (RETURNING, lambda s: s.update(partner=1)),
    "a flight without a crocodile": (FLEEING, lambda s: put(s, 1, "snail f, cat m, bear f")),
    "a flight from a boat that was empty": (FLEEING, lambda s: put(s, 1, "crocodile f")),
    "a move of Noah with nobody boarded": (SAILING, lambda s: put(s, 3, "")),
    "a gift of nothing": (GIVING, lambda s: s.update(gifts=0)),
    "more gifts than cards": (GIVING, lambda s: s.update(gifts=4)),
    "nothing looked at": (STACKING, lambda s: (s["top"].extend(s["looked"]), s["looked"].clear())),
    "a recall without a lion": (RECALLING, lambda s: put(s, 1, "cat m, panda m")),
    "no card in hand to board": (BOARDING, lambda s: empty_hand(s, 1)),
    "a boat to reload that is not empty": (RELOADING, lambda s: put(s, 0, "snail m")),
    "a turn that begins with a vacant quay": (
        position(3, hand="cat m", departures=3), lambda s: (s["boats"].__setitem__(1, None), s.update(departures=4))
    ),
    "a move of Noah after a donkey": (SAILING, lambda s: put(s, 3, "donkey m")),
    "a pair that is none": (SAILING, lambda s: s.update(pair=True)),
    "a pair that is not seen": (LEAVING, lambda s: s.update(pair=False)),
    "a boat leaving that is not full": (SAILING, lambda s: s.update(leaving=True)),
    "a full boat that does not leave": (LEAVING, lambda s: s.update(leaving=False)),
    "wrong points at the end": (OVER, lambda s: s["results"][-1].update(points=[0, 7])),
    "wrong winners at the end": (OVER, lambda s: s.update(winners=[0])),
    "no winners at the end": (OVER, lambda s: s.update(winners=[])),
    "somebody in turn at the end": (OVER, lambda s: s.update(turn=0)),
    "nobody in turn before the end": (BOARDING, lambda s: s.update(turn=None)),
    "gifts out of their phase": (BOARDING, lambda s: s.update(gifts=1)),
    "a partner out of its phase": (SAILING, lambda s: s.update(partner=0)),
    "cards looked at with several seats": (SAILING, lambda s: s["looked"].append(s["deck"].pop())),
    "a known top of the deck with several seats": (SAILING, lambda s: s["top"].append(s["deck"].pop())),
}  # fmt: skip


@pytest.mark.rules("NO-8.1")
@pytest.mark.parametrize("key", IMPOSSIBLE)
def test_what_no_table_can_show_is_refused(key):
    state, spoil = IMPOSSIBLE[key]
    GAME.restore(deepcopy(state))
    spoilt = edited(state, spoil)
    assert broken(spoilt)
    with pytest.raises(ararat.BadState) as error:
        GAME.restore(spoilt)
    assert error.value.text and "\n" not in error.value.text


@pytest.mark.rules("NO-8.1")
@pytest.mark.parametrize(
    "state",
    [
        position(2, hand="cat m", deck="", scores=[99, 0], round_number=2),
        position(3, hand="cat m", hands={1: "bear m, bear f, lion m, lion f, panda m, panda f, snail, snail, snail"}),
        position(3, hand="cat m, cat f", round_number=3, results=[], scores=[7, 7, 7], starter=2, boards=0),
        position(3, hand="cat m", departures=3, gone=""),
        position(5, turn=4, hand="cat m", scores=[0, 30, 2, 3, 4], ending="to-26", round_number=20),
        position(2, hand="cat m", hands={1: "panda m"}, known={(None, 1): "panda m"}),  # known to the spectator alone
    ],
)  # fmt: skip
def test_made_up_positions_that_can_lie_so_are_welcome(state):
    match = restored(state)
    assert match.state() == state
    rng = random.Random(1)
    for _ in range(60):
        if match.over:
            break
        match.play(rng.choice(match.moves()))
        assert not broken(match.state())
        assert restored(match.state()).state() == match.state()


@pytest.mark.rules("NO-8.1")
def test_a_match_is_not_changed_through_what_it_hands_out():
    match = restored(BOARDING)
    match.state()["hands"][1].clear()
    match.view(1)["boats"][0]["animals"].clear()
    for move in match.moves():
        move.clear()
    assert match.state() == BOARDING
    assert all("move" in move for move in match.moves())


# 9. Phases


@pytest.mark.rules("NO-7.2", "NO-4.1")
@pytest.mark.parametrize(
    "state, move, phase, turn",
    [
        (NOTHING_FITS, COLLECT, "reload", 0),
        (RELOADING, board("bear m"), "sail", 0),
        (BOARDING, board("snail m"), "sail", 1),
        (position(3, here="cat m", hand="giraffe f, snail"), board("giraffe f"), "peek", 0),
        (position(3, here="cat m", hand="lion f, snail"), board("lion f"), "draw", 0),
        (position(3, here="cat m", hand="donkey f, snail"), board("donkey f"), "board", 1),
        (position(3, here="donkey m", hand="donkey f, snail"), board("donkey f"), "board", 0),
        (position(3, here="giraffe m, bear m", hand="donkey m, snail"), board("donkey m"), "give", 0),
        (PEEKING, peek(2), "sail", 1),
        (DRAWING, draw(0), "return", 1),
        (RETURNING, give_back("snail"), "sail", 1),
        (FLEEING, flee(0), "sail", 2),
        (SAILING, sail(0), "board", 0),
        (LEAVING, sail(2), "give", 0),
        (GIVING, give("snail", 0), "give", 1),
        (GIVING | {"gifts": 1}, give("snail", 0), "board", 1),
        (GIVING | {"gifts": 1, "pair": False}, give("snail", 0), "board", 2),
        (last_card(round_number=3, phase="sail", here="cat f, cat m", hand="", boards=3), sail(2), "over", None),
        (STACKING, stack("bear f"), "stack", 0),
        (RECALLING, PASS, "sail", 0),
    ],
)
def test_every_phase_is_followed_by_the_one_of_section_9(state, move, phase, turn):
    now = after(state, move)
    assert (now["phase"], now["turn"]) == (phase, turn)


@pytest.mark.rules("NO-7.2")
def test_when_it_is_over_nobody_decides_anything():
    match = restored(OVER)
    assert (match.over, match.turn, match.moves()) == (True, None, [])
    assert (list(match.scores), list(match.winners)) == (OVER["scores"], OVER["winners"])


@pytest.mark.rules("NO-4.21", "NO-5.1")
@pytest.mark.parametrize("players", EVERY_NUMBER_OF_SEATS)
def test_in_a_random_match_phases_and_turns_follow_one_another_as_section_9_says(players):
    following = {
        "board": {"reload", "peek", "draw", "sail", "board", "give", "over"},
        "reload": {"peek", "draw", "sail", "board", "give", "over"},
        "peek": {"sail"},
        "draw": {"return"},
        "return": {"sail"},
        "sail": {"board", "give", "over"},
        "give": {"give", "board", "over"},
    }
    states = states_of_one_match(players)
    for earlier, later in pairwise(states):
        assert later["phase"] in following[earlier["phase"]]
        boarded = later["boards"] - earlier["boards"]
        if later["round"] == earlier["round"] and later["phase"] != "over":
            assert boarded in (0, 1)
            if later["phase"] != "board":
                assert later["turn"] == earlier["turn"]
            elif earlier["phase"] in ("sail", "give"):
                step = 0 if earlier["pair"] else 1
                assert later["turn"] == (earlier["turn"] + step) % players
    assert states[-1]["phase"] == "over"


# 10. Worked examples


@pytest.mark.rules("NO-4.5")
def test_example_1_all_of_one_sex():
    state = position(3, here="cat m, kangaroo m", hand="snail, bear m, bear f")
    assert boarding(state) == {"snail m", "bear m"}
    assert_refused(state, board("bear f"), "NO-4.5")
    assert_refused(state, board("snail f"), "NO-4.5")


@pytest.mark.rules("NO-4.5")
def test_example_2_alternation():
    state = position(3, here="cat m, kangaroo f", hand="snail, bear m, bear f")
    assert boarding(state) == {"snail m", "bear m"}
    state = position(3, here="cat m, kangaroo f, bear m", hand="snail, lion m, lion f")
    assert boarding(state) == {"snail f", "lion f"}


@pytest.mark.rules("NO-4.5", "NO-4.4")
def test_example_3_one_animal_aboard():
    state = position(3, here="cat m", hand="snail, bear m, bear f")
    assert boarding(state) == {"snail m", "snail f", "bear m", "bear f"}


@pytest.mark.rules("NO-4.6", "NO-4.19")
def test_example_4_seventeen_aboard():
    state = position(3, here="rhinoceros m, giraffe m", hand="lion m, panda m")
    assert_refused(state, board("lion m"), "NO-4.6")
    now = after(state, board("panda m"))
    assert (now["leaving"], mass_of(animals(now, 0))) == (True, 21)


@pytest.mark.rules("NO-4.7")
def test_example_5_past_thirteen():
    assert_refused(position(3, here="woodpecker f, bear m", hand="giraffe f"), board("giraffe f"), "NO-4.7")


@pytest.mark.rules("NO-4.7", "NO-4.19")
def test_example_6_the_woodpecker_makes_the_boat_leave():
    state = position(3, here="giraffe m, lion m", hand="woodpecker m, cat f, snail")
    now = after(state, board("woodpecker m"))
    assert (now["leaving"], now["departures"], now["phase"]) == (True, 0, "sail")
    now = after(now, sail(3))
    assert (now["departures"], names(now["gone"])) == (1, "giraffe m, lion m, woodpecker m")


@pytest.mark.rules("NO-4.7")
def test_example_7_fourteen_is_too_much_for_a_woodpecker():
    state = position(3, here="rhinoceros m, lion m", hand="woodpecker m, woodpecker f")
    assert_refused(state, board("woodpecker m"), "NO-4.7")
    assert_refused(state, board("woodpecker f"), "NO-4.5")


@pytest.mark.rules("NO-4.9", "NO-4.10", "NO-6.8")
def test_example_8_collect_and_reload():
    match = played(NOTHING_FITS, COLLECT)
    assert match.state()["phase"] == "reload"
    match.play(board("elephant m"))
    now = match.state()
    assert names(animals(now, 0)) == "elephant m"
    assert [known(now, viewer, 0) for viewer in (1, 2, None)] == ["rhinoceros m"] * 3


@pytest.mark.rules("NO-4.11")
def test_example_9_only_the_animal_on_top_makes_a_pair():
    state = position(4, here="cat m, panda m", hand="cat m, panda m, bear f")
    assert after(state, board("cat m"))["pair"] is False
    assert after(state, board("panda m"))["pair"] is True


@pytest.mark.rules("NO-4.16", "NO-4.17")
def test_example_10_quays_wrap_round():
    male = position(3, noah=4, here="cat m", phase="sail", hand="snail")
    assert same_moves(restored(male).moves(), [sail(1), sail(2)])
    female = position(3, noah=4, here="cat f", phase="sail", hand="snail")
    assert same_moves(restored(female).moves(), [sail(0), sail(3)])


@pytest.mark.rules("NO-4.11", "NO-4.18", "NO-4.21")
def test_example_11_donkey_on_donkey():
    state = position(3, noah=2, here="donkey m", hand="donkey f, cat m, cat f")
    now = after(state, board("donkey f"))
    assert (now["turn"], now["noah"], now["phase"], now["pair"]) == (0, 2, "board", False)
    assert boarding(now) == {"cat m"}


@pytest.mark.rules("NO-4.18", "NO-4.19")
def test_example_12_a_donkey_fills_the_boat():
    hand = "rhinoceros f, snail, elephant f"
    state = position(3, noah=2, here="giraffe m, bear m", hand="donkey m, cat f, parrot f", hands={1: hand})
    match = played(state, board("donkey m"))
    now = match.state()
    assert (now["noah"], animals(now, 2), now["phase"], now["gifts"]) == (2, [], "give", 1)
    match.play(give("cat f", 2))
    assert match.turn == 1
    assert boarding(match.state()) == {"rhinoceros f", "snail m", "snail f", "elephant f"}


@pytest.mark.rules("NO-4.19", "NO-4.20", "NO-4.21")
def test_example_13_pair_and_21_at_once():
    state = full_boat(hand="kangaroo m, cat f, panda f, bear f", boats={3: "snail m"})
    match = played(state, board("kangaroo m"))
    assert (match.state()["pair"], match.state()["leaving"]) == (True, True)
    match.play(sail(3))
    assert (match.state()["departures"], match.state()["gifts"], match.state()["phase"]) == (1, 1, "give")
    match.play(give("bear f", 1))
    assert (match.turn, match.state()["phase"], match.state()["noah"]) == (0, "board", 3)


@pytest.mark.rules("NO-4.20", "NO-5.1")
def test_example_14_the_gift_empties_the_hand():
    state = full_boat(departures=2, hand="kangaroo m, cat f, panda f", hands={1: "bear f", 2: "bear m"})
    match = played(state, board("kangaroo m"), sail(2))
    assert match.state()["gifts"] == 2
    match.play(give("cat f", 1))
    match.play(give("panda f", 2))
    now = match.state()
    assert (now["round"], now["phase"]) == (2, "board")
    assert (now["results"][0]["reason"], now["results"][0]["points"]) == ("hand", [0, 1, 4])


@pytest.mark.rules("NO-4.22")
def test_example_15_the_last_card_is_a_lion():
    state = position(3, here="rhinoceros m, bear m", hand="lion m", round_number=3)
    now = after(state, board("lion m"))
    assert (now["phase"], now["leaving"]) == ("sail", True)
    now = after(now, sail(2))
    assert (now["phase"], now["departures"], now["results"][-1]["reason"]) == ("over", 1, "hand")


@pytest.mark.rules("NO-5.1")
@pytest.mark.parametrize("left, reason", [(2, "hand"), (6, "boats")])
def test_example_16_the_fourth_departure(left, reason):
    hand = ["cat f", "panda f", "snail", "bear f", "rhinoceros f", "parrot f"][:left]
    state = full_boat(departures=3, hand=", ".join(["kangaroo m", *hand]), round_number=3)
    match = played(state, board("kangaroo m"), sail(2))
    assert match.state()["boats"][0] is None
    for name in hand[:4]:
        match.play(give(name, 1))
    assert match.state()["results"][-1]["reason"] == reason


@pytest.mark.rules("NO-3.6")
def test_example_17_the_next_starter():
    hands = {1: "bear m", 2: "giraffe m", 3: "elephant m"}
    assert end_round(last_card(4, starter=2, scores=[9, 4, 9, 9], hands=hands))["starter"] == 3


@pytest.mark.rules("NO-6.7")
@pytest.mark.parametrize("name", ["parrot f", "cat f"])
def test_example_18_two_equal_known_cards_and_an_unseen_gift(name):
    holding = position(
        3, turn=1, phase="give", departures=1, hand="parrot f, parrot f, cat f", hands={0: "snail", 2: "rhinoceros f"},
        known={(0, 1): "parrot f, parrot f", (2, 1): "parrot f, parrot f", (None, 1): "parrot f, parrot f"},
    )  # fmt: skip
    now = after(holding, give(name, 2))
    assert known(now, 0, 1) == known(now, None, 1) == "parrot f"
    assert known(now, 2, 1) == ("parrot f" if name == "parrot f" else "parrot f, parrot f")


@pytest.mark.rules("NO-6.6", "NO-6.8")
def test_example_19_a_card_that_was_looked_at_is_boarded():
    state = position(
        3, phase="peek", here="cat m, giraffe m", hand="panda m", hands={1: "bear m, cat f"}, boats={2: "kangaroo f"}
    )
    match = played(state, peek(1))
    assert known(match.state(), 0, 1) == "bear m, cat f"
    match.play(sail(2))
    match.play(board("cat f"))
    assert known(match.state(), 0, 1) == "bear m"


@pytest.mark.rules("NO-P.3")
def test_example_20_a_frog_on_seventeen():
    state = position(3, here="rhinoceros m, giraffe m", hand="frog m, cat f", frog=True)
    assert boarding(state) == {"frog m", "frog m:4"}
    assert after(state, board("frog m"))["leaving"] is False
    assert after(state, board("frog m", 4))["leaving"] is True


@pytest.mark.rules("NO-P.7")
def test_example_21_a_crocodile_and_a_woodpecker():
    state = position(3, here="woodpecker f, bear m", hand="crocodile f, cat m", crocodile=True)
    now = after(state, board("crocodile f"))
    assert (now["phase"], now["leaving"]) == ("flee", False)
    now = after(now, flee(1))
    assert names(animals(now, 0)) == "bear m, crocodile f"
    assert now["departures"] == 0
