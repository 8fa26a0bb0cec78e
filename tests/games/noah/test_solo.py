"""The rules of Noah for one seat (NO-S)."""

from collections import Counter
from copy import deepcopy

import pytest

import ararat
from lengths import amount

from ..arranging import after, assert_legal, assert_refused, played, restored, same_moves
from .positions import (
    COLLECT,
    DEFAULTS,
    GAME,
    PASS,
    QUAYS,
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
    names,
    peek,
    pile,
    position,
    recall,
    sail,
    stack,
    states_of_random_match,
    tears_of,
    view_as_ruled,
)

LEVELS = {"beginner": 31, "advanced": 39, "expert": 47}


# Words of the tests


def start(seed=7, **options):
    return GAME.start(players=1, seed=seed, **options)


def solo(**rest):
    return position(1, **rest)


def here(state):
    return names(state["boats"][state["noah"]]["animals"])


def outcome(state):
    """Reason, points and winners of a match that is over."""
    (result,) = state["results"]
    assert state["phase"] == "over" and state["turn"] is None
    assert state["scores"] == result["points"]
    assert result["hands"] == state["hands"]
    assert not broken(state)
    return result["reason"], state["scores"][0], state["winners"]


STACKING = solo(
    phase="stack", here="cat m, giraffe m", hand="panda f", looked="bear f, lion f, snail", top="cat f, cat m"
)
RECALLING = solo(phase="recall", noah=1, here="cat m, lion m", boats={3: "snail f, bear m"}, hand="panda f")


# Setup


@pytest.mark.rules("NO-S.1")
@pytest.mark.parametrize("piece", ["frog", "crocodile", "roommates"])
def test_a_solo_match_has_no_promo_piece(piece):
    assert_not_started("NO-S.1", 1, **{piece: True})
    assert_not_started("NO-S.1", 1, **{piece: True, "level": "expert", "ending": "to-26"})
    assert start(**{piece: False}).state()["options"] == DEFAULTS
    assert GAME.start(players=2, seed=1, **{piece: True}).state()["options"][piece]


@pytest.mark.rules("NO-S.1", "NO-2.2")
def test_the_first_seat_of_a_solo_match_is_seat_0():
    assert start(first=0).turn == 0
    assert_not_started("NO-2.2", 1, first=1)


@pytest.mark.rules("NO-S.1", "NO-8.1")
def test_no_solo_match_with_a_promo_piece_can_be_restored():
    state = start().state()
    with pytest.raises(ararat.BadState):
        GAME.restore(deepcopy(state) | {"options": DEFAULTS | {"roommates": True}})


@pytest.mark.rules("NO-S.2")
@pytest.mark.parametrize("level", LEVELS)
def test_the_deck_of_a_level_is_that_of_three_four_or_five_seats(level):
    state = start(level=level).state()
    everything = counted(state["hands"][0] + state["deck"])
    assert everything.total() == LEVELS[level]
    assert everything == deck_of({"beginner": 3, "advanced": 4, "expert": 5}[level])


@pytest.mark.rules("NO-S.3", "NO-3.3")
@pytest.mark.parametrize("level", LEVELS)
def test_a_solo_match_starts_with_empty_boats_and_two_cards(level):
    state = start(level=level).state()
    assert state["boats"] == [{"kind": "plain", "animals": []}] * QUAYS
    assert (state["reserve"], state["noah"], state["round"]) == (["plain"] * 3, 0, 1)
    assert (len(state["hands"][0]), len(state["deck"])) == (2, LEVELS[level] - 2)
    assert (state["phase"], state["turn"], state["starter"]) == ("board", 0, 0)
    assert (state["top"], state["looked"], state["gone"], state["known"]) == ([], [], [], [[[]], [[]]])
    assert (state["departures"], state["boards"], state["scores"], state["results"]) == (0, 0, [0], [])


@pytest.mark.rules("NO-S.3", "NO-3.7")
def test_every_card_is_dealt_about_equally_often():
    games = 400
    dealt = Counter()
    for seed in range(games):
        dealt.update(counted(start(seed).state()["hands"][0]))
    for kind, copies in deck_of(1).items():
        expected = games * 2 * copies / 31
        assert 0.25 * expected < dealt[kind] < 2 * expected, f"{kind}: {dealt[kind]} times"


@pytest.mark.rules("NO-S.3", "NO-2.2")
@pytest.mark.parametrize("ending", ["three-rounds", "to-26"])
def test_there_is_one_round_whatever_the_ending(ending):
    for seed in range(10):
        for match in states_of_random_match(1, seed, ending=ending):
            assert match.state()["round"] == 1
        assert len(match.state()["results"]) == 1


# What holds as with several seats


@pytest.mark.rules("NO-S.4")
def test_there_is_no_collecting():
    state = solo(here="cat m, kangaroo m", hand="lion m, bear f")
    assert_refused(state, COLLECT, "NO-S.4")
    assert {move["move"] for move in restored(state).moves()} == {"board"}
    assert_refused(solo(hand="lion m"), COLLECT, "NO-S.4")


@pytest.mark.rules("NO-S.4", "NO-4.2", "NO-4.3", "NO-4.5", "NO-4.6", "NO-4.7")
def test_boarding_goes_by_the_same_rules():
    state = solo(noah=3, here="elephant m, rhinoceros m", hand="snail, cat m, kangaroo m, bear f", boats={1: "panda m"})
    assert boarding(state) == {"snail m", "cat m"}
    assert_refused(state, board("panda m"), "NO-4.3")
    assert_refused(state, board("snail f"), "NO-4.5")
    assert_refused(state, board("bear f"), "NO-4.5")
    assert_refused(state, board("kangaroo m"), "NO-4.6")
    now = after(state, board("cat m"))
    assert (here(now), names(now["hands"][0])) == ("elephant m, rhinoceros m, cat m", "bear f, kangaroo m, snail")
    assert (now["leaving"], now["boards"]) == (True, state["boards"] + 1)
    low = solo(here="woodpecker m, giraffe m", hand="donkey m, lion m")
    assert_refused(low, board("donkey m"), "NO-4.7")
    assert after(low, board("lion m"))["leaving"]


@pytest.mark.rules("NO-S.4", "NO-4.16", "NO-4.17", "NO-4.18")
@pytest.mark.parametrize("noah", range(QUAYS))
def test_noah_moves_by_the_same_rules(noah):
    male = solo(phase="sail", noah=noah, here="cat f, bear m", hand="snail")
    assert same_moves(restored(male).moves(), [sail((noah + 2) % 5), sail((noah + 3) % 5)])
    assert_refused(male, sail((noah + 1) % 5), "NO-4.16")
    female = solo(phase="sail", noah=noah, here="cat f, bear f", hand="snail")
    assert same_moves(restored(female).moves(), [sail((noah + 1) % 5), sail((noah + 4) % 5)])
    assert_refused(female, sail(noah), "NO-4.17")
    now = after(solo(noah=noah, here="cat f", hand="donkey m, snail"), board("donkey m"))
    assert (now["phase"], now["noah"]) == ("board", noah)


@pytest.mark.rules("NO-S.4", "NO-4.19")
def test_a_full_boat_leaves_by_the_same_rules():
    state = solo(here="elephant m, giraffe m", hand="kangaroo m, snail")
    now = after(state, board("kangaroo m"))
    assert (now["leaving"], now["phase"], now["departures"]) == (True, "sail", 0)
    now = after(now, sail(2))
    assert now["boats"][0] == {"kind": "plain", "animals": []}
    assert (now["departures"], now["reserve"], now["leaving"]) == (1, ["plain", "plain"], False)
    assert counted(cards("elephant m, giraffe m, kangaroo m")) <= counted(now["gone"])
    state = solo(noah=2, here="giraffe m, bear m", hand="donkey m, snail")
    now = after(state, board("donkey m"))
    assert (now["departures"], now["noah"], here(now), now["phase"]) == (1, 2, "", "board")


@pytest.mark.rules("NO-S.4", "NO-7.1", "NO-7.2")
def test_the_moves_that_need_others_are_never_due():
    states = [solo(hand="lion m, giraffe f"), STACKING, RECALLING]
    for state in states:
        for move in (peek(0), draw(0), flee(0), give("lion m", 0), give_back("lion m")):
            assert_refused(state, move, "NO-7.2")
        for move in (peek(1), draw(1), flee(1), give("lion m", 1)):
            assert_refused(state, move, "NO-7.1")


# Pairs and drawing


@pytest.mark.rules("NO-S.5")
@pytest.mark.parametrize(
    "aboard, name, pair",
    [
        ("cat m", "cat f", True),
        ("cat f", "cat m", True),
        ("cat m", "cat m", False),
        ("snail m", "snail f", True),
        ("snail m", "snail m", False),
        ("cat m, kangaroo f", "cat m", False),
        ("kangaroo f, cat m", "cat f", True),
        ("", "cat m", False),
    ],
)
def test_a_pair_needs_the_opposite_sex_and_draws_two_cards_instead_of_one(aboard, name, pair):
    hand = ("snail" if "snail" in name else name) + ", lion m"
    state = solo(here=aboard, hand=hand, top="bear f, bear m, panda m")
    now = after(state, board(name))
    assert now["pair"] is pair
    now = after(now, sail({"m": 2, "f": 1}[name[-1]]))
    assert now["hands"][0] == cards("lion m, bear f" + (", bear m" if pair else ""))
    assert now["top"] == in_order("panda m" if pair else "bear m, panda m")
    assert (now["pair"], now["phase"], now["turn"]) == (False, "board", 0)


@pytest.mark.rules("NO-S.5")
def test_what_is_left_of_the_deck_is_drawn():
    state = solo(here="cat m", hand="cat f, lion m", deck="bear f")
    now = after(state, board("cat f"), sail(1))
    assert (names(now["hands"][0]), now["deck"], now["phase"]) == ("bear f, lion m", [], "board")
    now = after(now, board("bear f"), sail(2))
    assert (names(now["hands"][0]), now["phase"]) == ("lion m", "board")


@pytest.mark.rules("NO-S.5", "NO-4.18", "NO-4.21")
def test_a_pair_of_donkeys_draws_two_and_noah_stays():
    state = solo(noah=4, here="donkey m", hand="donkey f, cat m", top="bear f, bear m, panda m")
    now = after(state, board("donkey f"))
    assert (names(now["hands"][0]), now["noah"], now["phase"]) == ("bear f, bear m, cat m", 4, "board")


# The giraffe


@pytest.mark.rules("NO-S.6")
def test_a_giraffe_looks_at_the_top_three_cards_of_the_deck():
    state = solo(here="cat m", hand="giraffe m, panda f", top="bear f, lion f")
    thirds = set()
    for seed in range(8):
        now = after(state, board("giraffe m"), seed=seed)
        assert (now["phase"], now["turn"], now["top"]) == ("stack", 0, [])
        (third,) = (counted(now["looked"]) - counted(cards("bear f, lion f"))).elements()
        thirds.add(third)
        assert counted(now["deck"]) == counted(state["deck"]) - Counter([third])
    assert len(thirds) > 1
    state = solo(here="cat m", hand="giraffe m, panda f", top="bear f, lion f, snail, elephant m, elephant f")
    now = after(state, board("giraffe m"))
    assert (names(now["looked"]), now["top"]) == ("bear f, lion f, snail", in_order("elephant m, elephant f"))
    assert now["deck"] == state["deck"]


@pytest.mark.rules("NO-S.6")
def test_the_cards_are_put_back_one_by_one_and_the_last_one_goes_by_itself():
    match = restored(STACKING)
    assert same_moves(match.moves(), map(stack, ("bear f", "lion f", "snail")))
    match.play(stack("bear f"))
    now = match.state()
    assert (now["phase"], names(now["looked"])) == ("stack", "lion f, snail")
    assert now["top"] == in_order("bear f, cat f, cat m")
    assert same_moves(match.moves(), map(stack, ("lion f", "snail")))
    match.play(stack("snail"))
    now = match.state()
    assert (now["phase"], now["looked"]) == ("sail", [])
    assert now["top"] == in_order("lion f, snail, bear f, cat f, cat m")
    match.play(sail(2))
    assert match.state()["hands"][0] == cards("panda f, lion f")  # the first one put back is drawn last
    assert match.state()["top"] == in_order("snail, bear f, cat f, cat m")


@pytest.mark.rules("NO-S.6")
def test_only_a_card_looked_at_can_be_put_back():
    for name in ("panda f", "cat f", "elephant m", "snail m", "snail f", "bear m", "bear", "frog m", "giraffe m"):
        assert_refused(STACKING, stack(name), "NO-S.6")
    assert_legal(STACKING, stack("snail"), stack("bear f"))
    for move in (sail(2), PASS, board("panda f"), recall(0, 0), COLLECT):
        assert_refused(STACKING, move, "NO-7.2")


@pytest.mark.rules("NO-S.6")
def test_equal_cards_are_one_move():
    state = solo(phase="stack", here="cat m, giraffe m", hand="panda f", looked="parrot f, parrot f, snail")
    assert same_moves(restored(state).moves(), [stack("parrot f"), stack("snail")])
    now = after(state, stack("parrot f"))
    assert names(now["looked"]) == "parrot f, snail"
    state = solo(phase="stack", here="cat m, giraffe m", hand="panda f", looked="parrot f, parrot f")
    assert restored(state).moves() == [stack("parrot f")]
    now = after(state, stack("parrot f"))
    assert (now["phase"], now["top"]) == ("sail", in_order("parrot f, parrot f"))


@pytest.mark.rules("NO-S.6")
def test_with_fewer_than_three_cards_in_the_deck_a_giraffe_looks_at_what_is_left():
    two = after(solo(here="cat m", hand="giraffe m, panda f", deck="bear f, lion f"), board("giraffe m"))
    assert (two["phase"], names(two["looked"]), two["deck"]) == ("stack", "bear f, lion f", [])
    now = after(two, stack("bear f"))
    assert (now["phase"], now["top"]) == ("sail", in_order("lion f, bear f"))
    one = after(solo(here="cat m", hand="giraffe m, panda f", deck="bear f"), board("giraffe m"))
    assert (one["phase"], one["looked"], one["deck"], one["top"]) == ("sail", [], [], [card("bear f")])
    one = after(solo(here="cat m", hand="giraffe m, panda f", deck="", top="bear f"), board("giraffe m"))
    assert (one["phase"], one["looked"], one["top"]) == ("sail", [], [card("bear f")])
    none = after(solo(here="cat m", hand="giraffe m, panda f", deck=""), board("giraffe m"))
    assert (none["phase"], none["looked"], none["top"]) == ("sail", [], [])


@pytest.mark.rules("NO-S.6", "NO-S.10")
def test_a_giraffe_with_the_last_card_in_hand_still_looks():
    now = after(solo(here="cat m", hand="giraffe m"), board("giraffe m"))
    assert (now["phase"], now["hands"]) == ("stack", [[]])


# The lion


@pytest.mark.rules("NO-S.7")
def test_a_lion_may_call_an_animal_back_from_any_boat_to_the_top_of_the_deck():
    state = solo(noah=1, here="cat m", boats={3: "snail f, bear m"}, hand="lion m, panda f", top="cat f")
    now = after(state, board("lion m"))
    assert now["phase"] == "recall"
    match = restored(now)
    assert same_moves(match.moves(), [recall(1, 0), recall(3, 0), recall(3, 1), PASS])
    match.play(recall(3, 0))
    assert match.state()["phase"] == "sail"
    assert match.state()["top"] == in_order("snail, cat f")
    assert names(match.state()["boats"][3]["animals"]) == "bear m"
    assert names(after(now, recall(1, 0))["boats"][1]["animals"]) == "lion m"
    passed = after(now, PASS)
    assert (passed["phase"], passed["boats"], passed["top"]) == ("sail", now["boats"], now["top"])


@pytest.mark.rules("NO-S.7")
def test_neither_the_lion_just_boarded_nor_an_animal_that_is_not_there_can_be_called():
    assert_refused(RECALLING, recall(1, 1), "NO-S.7")
    for quay, place in ((0, 0), (1, 2), (3, 2), (4, 0), (3, 10**30)):
        assert_refused(RECALLING, recall(quay, place), "NO-S.7")
    assert_refused(RECALLING, recall(3, -1), "NO-7.1")
    assert_legal(RECALLING, recall(1, 0), recall(3, 0), recall(3, 1), PASS)
    vacant = solo(phase="recall", here="cat m, lion m", hand="panda f", vacant=[2])
    assert_refused(vacant, recall(2, 0), "NO-S.7")
    for move in (sail(3), sail(4), board("panda f"), stack("panda f")):
        assert_refused(RECALLING, move, "NO-7.2")


@pytest.mark.rules("NO-S.7")
@pytest.mark.parametrize(
    "aboard, places",
    [
        ("cat m", [0]),
        ("cat m, kangaroo f", [0, 1]),
        ("cat m, kangaroo m", [0, 1]),
        ("cat m, kangaroo m, panda m", [0, 1, 2]),
        ("cat m, kangaroo f, panda m", [0, 2]),
        ("cat m, kangaroo f, panda m, bear f", [0, 3]),
        ("cat f, kangaroo f, panda f, bear f", [0, 1, 2, 3]),
        ("snail f, snail m, cat f, kangaroo m, parrot f", [0, 4]),
    ],
)
def test_from_a_long_boat_of_alternating_sexes_only_the_first_or_the_last_can_be_called(aboard, places):
    state = solo(phase="recall", noah=2, here="lion m", boats={4: aboard}, hand="rhinoceros f")
    assert same_moves(restored(state).moves(), [PASS, *(recall(4, place) for place in places)])
    length = len(in_order(aboard))
    for place in range(length):
        if place in places:
            left = after(state, recall(4, place))["boats"][4]["animals"]
            assert left == [one for other, one in enumerate(in_order(aboard)) if other != place]
        else:
            assert_refused(state, recall(4, place), "NO-S.7")


@pytest.mark.rules("NO-S.7")
@pytest.mark.parametrize(
    "aboard, places",
    [("cat m, lion m", [0]), ("cat f, lion m", [0]), ("cat m, kangaroo m, lion m", [0, 1]),
     ("cat m, kangaroo f, lion m", [0]), ("lion f, lion m", [0])],
)  # fmt: skip
def test_from_the_boat_here_too_but_never_the_lion_itself(aboard, places):
    state = solo(phase="recall", here=aboard, hand="rhinoceros f")
    assert same_moves(restored(state).moves(), [PASS, *(recall(0, place) for place in places)])


@pytest.mark.rules("NO-S.7")
@pytest.mark.parametrize(
    "aboard, move, leaving",
    [
        ("rhinoceros m, bear m, lion m", recall(0, 0), False),
        ("rhinoceros m, bear m, lion m", recall(3, 0), True),
        ("rhinoceros m, bear m, lion m", PASS, True),
        ("rhinoceros m, bear m, parrot m, lion m", recall(0, 2), True),  # a parrot weighs nothing
        ("woodpecker m, giraffe m, lion m", recall(0, 1), False),
        ("woodpecker m, giraffe m, lion m", recall(0, 0), False),  # 13, but the limit is 21 again
        ("cat m, lion m", recall(0, 0), False),
    ],
)
def test_whether_the_boat_here_leaves_is_judged_again(aboard, move, leaving):
    state = solo(phase="recall", here=aboard, boats={3: "cat f"}, hand="elephant f, snail")
    now = after(state, move)
    assert (now["leaving"], now["phase"]) == (leaving, "sail")
    assert after(now, sail(2))["departures"] == leaving


@pytest.mark.rules("NO-S.7", "NO-S.5")
def test_a_pair_stays_one_when_its_other_half_is_called_back():
    state = solo(here="lion f", hand="lion m, cat m", top="bear m, bear f")
    match = played(state, board("lion m"))
    assert (match.state()["phase"], match.state()["pair"]) == ("recall", True)
    match.play(recall(0, 0))
    assert (here(match.state()), match.state()["pair"]) == ("lion m", True)
    assert restored(match.state()).state() == match.state()
    match.play(sail(2))
    assert match.state()["hands"][0] == cards("cat m, lion f, bear m")


@pytest.mark.rules("NO-S.7")
def test_a_lion_is_skipped_if_no_animal_can_be_called():
    now = after(solo(hand="lion m, cat f"), board("lion m"))
    assert now["phase"] == "sail"
    now = after(solo(hand="lion m, cat f", boats={4: "snail f"}), board("lion m"))
    assert now["phase"] == "recall"


# Departures and vacant quays


@pytest.mark.rules("NO-S.8")
@pytest.mark.parametrize("before", [0, 1, 2])
def test_the_nth_departure_discards_the_top_n_cards_of_the_deck(before):
    top = ["cat f", "bear f", "lion f", "panda f"]
    state = solo(here="elephant m, giraffe m", hand="kangaroo m, snail", top=", ".join(top), departures=before)
    now = after(state, board("kangaroo m"), sail(2))
    discarded = top[: before + 1]
    assert now["gone"] == cards(", ".join(["elephant m, giraffe m, kangaroo m", *discarded]))
    assert (now["departures"], now["gifts"], now["phase"]) == (before + 1, 0, "board")
    assert now["hands"][0] == cards(f"snail, {top[before + 1]}")  # drawn after the discard
    assert now["top"] == [card(name) for name in top[before + 2 :]]


@pytest.mark.rules("NO-S.8", "NO-S.10")
def test_a_discard_takes_the_known_top_first_and_then_random_cards():
    state = solo(here="elephant m, giraffe m", hand="kangaroo m, snail", top="cat f", departures=1)
    seconds = set()
    for seed in range(8):
        now = after(state, board("kangaroo m"), sail(2), seed=seed)
        out = counted(now["gone"]) - counted(cards("elephant m, giraffe m, kangaroo m, cat f"))
        assert out.total() == 1 and now["top"] == []
        seconds |= set(out)
        assert len(now["deck"]) == len(state["deck"]) - 2
    assert len(seconds) > 1


@pytest.mark.rules("NO-S.8")
def test_what_is_left_of_the_deck_is_discarded():
    state = solo(here="elephant m, giraffe m", hand="kangaroo m, snail", top="cat f", deck="bear f", departures=2)
    now = after(state, board("kangaroo m"), sail(2))
    assert (now["top"], now["deck"], names(now["hands"][0]), now["phase"]) == ([], [], "snail", "board")
    assert counted(cards("cat f, bear f")) <= counted(now["gone"])


@pytest.mark.rules("NO-S.8", "NO-S.14")
def test_the_discarded_cards_are_face_up():
    state = solo(here="elephant m, giraffe m", hand="kangaroo m, snail")
    match = played(state, board("kangaroo m"), sail(2))
    for viewer in (0, None):
        assert match.view(viewer)["gone"] == match.state()["gone"]
        assert len(match.view(viewer)["gone"]) == 4


@pytest.mark.rules("NO-S.8", "NO-4.19")
def test_with_the_reserve_empty_the_quay_stays_vacant_and_the_match_goes_on():
    state = solo(here="elephant m, giraffe m", hand="kangaroo m, snail", departures=3)
    now = after(state, board("kangaroo m"), sail(2))
    assert (now["boats"][0], now["departures"], now["phase"]) == (None, 4, "board")
    assert len(now["deck"]) == len(state["deck"]) - 4 - 1
    again = after(now, board("snail m"))
    assert same_moves(restored(again).moves(), [sail(4)])
    assert_refused(again, sail(0), "NO-S.9")


@pytest.mark.rules("NO-S.9")
def test_noah_moves_only_to_a_quay_with_a_boat():
    state = solo(phase="sail", here="cat m", hand="snail", vacant=[1, 2])
    assert restored(state).moves() == [sail(3)]
    assert_refused(state, sail(2), "NO-S.9")
    assert_refused(state, sail(1), "NO-4.16")  # before NO-S.9
    assert_refused(state, sail(4), "NO-4.16")
    state = solo(phase="sail", here="cat f", hand="snail", vacant=[1, 2])
    assert restored(state).moves() == [sail(4)]
    assert_refused(state, sail(1), "NO-S.9")
    assert_refused(state, sail(2), "NO-4.17")


@pytest.mark.rules("NO-S.9")
def test_with_no_quay_to_go_to_the_match_is_lost():
    state = solo(here="cat f", hand="cat m, panda f", vacant=[2, 3], top="snail", deck="bear f, parrot f")
    now = after(state, board("cat m"))
    assert outcome(now) == ("no-quay", 4 + 2 + 2, [])
    assert (now["noah"], here(now), names(now["hands"][0])) == (0, "cat f, cat m", "panda f")
    assert (now["pair"], now["leaving"]) == (False, False)
    assert now["top"] == cards("snail")
    assert after(state, board("panda f"))["phase"] == "sail"  # a female could go on


@pytest.mark.rules("NO-S.9")
def test_the_boat_here_does_not_depart_when_there_is_no_quay_to_go_to():
    state = solo(here="elephant m, giraffe m", hand="kangaroo m, panda f", vacant=[2, 3], deck="bear f")
    now = after(state, board("kangaroo m"))
    assert outcome(now) == ("no-quay", 4, [])
    assert (here(now), now["departures"]) == ("elephant m, giraffe m, kangaroo m", 5)
    assert (names(now["deck"]), now["leaving"]) == ("bear f", False)


@pytest.mark.rules("NO-S.9", "NO-S.10")
def test_the_power_comes_before_the_move_that_noah_cannot_make():
    state = solo(here="cat f", hand="giraffe m, panda f", vacant=[2, 3], deck="bear f, lion f")
    match = played(state, board("giraffe m"))
    assert match.state()["phase"] == "stack"
    match.play(stack("bear f"))
    assert outcome(match.state()) == ("no-quay", 4 + 1, [])
    state = solo(here="cat f", hand="lion m, panda f", vacant=[2, 3], deck="bear f")
    match = played(state, board("lion m"))
    match.play(recall(0, 0))
    assert outcome(match.state()) == ("no-quay", 4 + 1, [])
    assert match.state()["top"] == [card("cat f")]


# The order of a turn, winning and losing


@pytest.mark.rules("NO-S.10")
def test_a_turn_is_board_power_noahs_move_departure_discard_and_draw():
    state = solo(
        here="rhinoceros m, bear m",
        hand="lion m, snail",
        top="panda f, parrot f, bear f",
        boats={2: "cat m", 4: "cat f"},
    )
    match = played(state, board("lion m"))
    assert (match.state()["phase"], match.state()["leaving"]) == ("recall", True)
    match.play(recall(4, 0))
    assert match.state()["top"] == in_order("cat f, panda f, parrot f, bear f")
    assert (match.state()["phase"], match.state()["departures"]) == ("sail", 0)
    match.play(sail(2))
    now = match.state()
    assert card("cat f") in now["gone"]  # discarded
    assert now["hands"][0] == cards("panda f, snail")  # drawn
    assert (now["phase"], now["noah"], now["top"]) == ("board", 2, in_order("parrot f, bear f"))


@pytest.mark.rules("NO-S.10")
def test_after_the_known_top_random_cards_of_the_deck_are_drawn_with_the_same_chance():
    state = solo(here="cat m", hand="cat f, lion m", top="bear f", deck="panda m, panda f, snail, kangaroo m")
    drawn = Counter()
    for seed in range(200):
        now = after(state, board("cat f"), sail(1), seed=seed)
        assert card("bear f") in now["hands"][0] and len(now["hands"][0]) == 3
        drawn.update(counted(now["hands"][0]) - counted(cards("bear f, lion m")))
    assert len(drawn) == 4
    assert all(25 <= number <= 80 for number in drawn.values()), drawn


@pytest.mark.rules("NO-S.11")
@pytest.mark.parametrize(
    "aboard, name",
    [("cat f", "cat m"), ("cat f", "giraffe m"), ("cat f", "lion m"), ("cat f", "donkey m"),
     ("elephant m, giraffe f", "kangaroo m")],
)  # fmt: skip
def test_the_match_is_won_when_hand_and_deck_are_empty_before_noah_moves(aboard, name):
    state = solo(noah=4, here=aboard, hand=name, deck="")
    match = played(state, board(name))
    now = match.state()
    assert outcome(now) == ("won", 0, [0])
    assert (now["noah"], now["departures"], now["leaving"]) == (4, 0, False)
    assert (list(match.winners), list(match.scores), match.moves()) == ([0], [0], [])


@pytest.mark.rules("NO-S.11", "NO-S.9")
def test_a_won_match_needs_no_quay_to_go_to():
    state = solo(here="cat f", hand="cat m", deck="", vacant=[2, 3])
    assert outcome(after(state, board("cat m"))) == ("won", 0, [0])


@pytest.mark.rules("NO-S.11")
@pytest.mark.parametrize("rest", [{"deck": "bear f"}, {"deck": "", "top": "bear f"}])
def test_cards_left_in_the_deck_or_on_its_top_are_still_to_be_played(rest):
    state = solo(here="cat f", hand="cat m", **rest)
    now = after(state, board("cat m"))
    assert now["phase"] == "sail"
    now = after(now, sail(2))
    assert (now["phase"], names(now["hands"][0])) == ("board", "bear f")
    assert outcome(after(now, board("bear f"))) == ("won", 0, [0])


@pytest.mark.rules("NO-S.11", "NO-S.8", "NO-S.10")
def test_the_match_is_also_won_when_the_discard_empties_the_deck():
    state = solo(here="elephant m, giraffe m", hand="kangaroo m", deck="panda f")
    match = played(state, board("kangaroo m"))
    assert match.state()["phase"] == "sail"
    match.play(sail(2))
    now = match.state()
    assert outcome(now) == ("won", 0, [0])
    assert (now["departures"], now["noah"]) == (1, 2)
    assert card("panda f") in now["gone"]


@pytest.mark.rules("NO-S.12")
def test_the_match_is_lost_if_no_card_in_hand_fits_the_boat_here():
    state = solo(boats={2: "kangaroo m, panda m"}, hand="cat m, bear f", top="lion f, parrot f", deck="snail")
    now = after(state, board("cat m"), sail(2))
    assert outcome(now) == ("no-card", 0 + 1 + 2 + 2, [])
    assert (names(now["hands"][0]), now["top"]) == ("bear f, lion f", [card("parrot f")])
    fitting = solo(boats={2: "kangaroo m, panda m"}, hand="cat m, bear f", top="snail")
    assert boarding(after(fitting, board("cat m"), sail(2))) == {"snail m"}  # the card drawn saves it
    assert after(state, board("cat m"), sail(3))["phase"] == "board"  # and so does another quay


@pytest.mark.rules("NO-S.12")
def test_the_match_is_lost_if_no_boat_is_here():
    state = solo(here="giraffe m, bear m", hand="donkey m, snail", departures=3)
    now = after(state, board("donkey m"))
    assert (now["boats"][0], now["departures"], now["noah"]) == (None, 4, 0)
    reason, points, winners = outcome(now)
    assert (reason, winners) == ("no-card", [])
    assert points == tears_of(now["hands"][0] + now["deck"] + now["top"])


@pytest.mark.rules("NO-S.12")
@pytest.mark.parametrize("boards, over", [(298, False), (299, True)])
def test_the_match_is_lost_after_300_boardings(boards, over):
    state = solo(here="cat f", hand="cat m, snail", top="bear f", deck="panda f", boards=boards)
    now = after(state, board("cat m"), sail(2))
    assert now["phase"] == ("over" if over else "board")
    assert not over or outcome(now)[0] == "cap"


@pytest.mark.rules("NO-S.12", "NO-S.11")
def test_won_comes_before_no_card_and_no_card_before_the_cap():
    state = solo(here="elephant m, giraffe m", hand="kangaroo m", deck="panda f", boards=299)
    assert outcome(after(state, board("kangaroo m"), sail(2))) == ("won", 0, [0])
    state = solo(here="", hand="kangaroo m", deck="", boards=299)
    assert outcome(after(state, board("kangaroo m"))) == ("won", 0, [0])
    state = solo(boats={2: "kangaroo m, panda m"}, hand="cat m, bear f", deck="lion f", boards=299)
    assert outcome(after(state, board("cat m"), sail(2)))[0] == "no-card"


@pytest.mark.rules("NO-S.13")
def test_the_score_is_the_tears_on_the_cards_left_in_hand_and_deck():
    state = solo(
        boats={2: "kangaroo m, donkey m"}, hand="cat m, panda f", top="parrot f, bear m, snail",
        deck="panda m, woodpecker f, bear f", gone="lion m",
    )  # fmt: skip
    match = played(state, board("cat m"))
    assert (list(match.scores), list(match.winners)) == ([0], [])
    match.play(sail(2))
    now = match.state()
    assert now["results"] == [
        {"reason": "no-card", "hands": [cards("panda f, parrot f")], "points": [4 + 2 + 0 + 2 + 4 + 2 + 0]}
    ]
    assert (list(match.scores), list(match.winners), match.over) == ([14], [], True)


@pytest.mark.rules("NO-S.13", "NO-5.7")
def test_at_the_end_of_a_solo_match_the_table_stays_as_it_lies():
    state = solo(here="cat f", hand="cat m, panda f", vacant=[2, 3], top="snail", deck="bear f, parrot f")
    now = after(state, board("cat m"))
    for key in ("deck", "top", "reserve", "departures", "gone", "noah"):
        assert now[key] == state[key]
    assert now["boards"] == state["boards"] + 1


# Secrecy, restoring and whole matches


def swap(state, held, undealt):
    """Exchange a card of the hand for one of the deck."""
    state["hands"][0].remove(card(held))
    state["deck"].remove(card(undealt))
    state["hands"][0] = pile([*state["hands"][0], card(undealt)])
    state["deck"] = pile([*state["deck"], card(held)])


def make_vacant(state, quay):
    state["boats"][quay] = None
    state["departures"] += 1


IMPOSSIBLE = {
    "no card that fits": (solo(here="cat m, kangaroo m", hand="bear m"), lambda s: swap(s, "bear m", "bear f")),
    "no card in hand": (solo(here="cat m", hand="bear m"), lambda s: s["deck"].insert(0, s["hands"][0].pop())),
    "no boat here": (solo(noah=3, hand="bear m", vacant=[2]), lambda s: make_vacant(s, 3)),
    "no quay to go to": (solo(phase="sail", here="cat m", hand="snail", vacant=[2]), lambda s: make_vacant(s, 3)),
    "one card looked at": (
        solo(phase="stack", here="giraffe m", hand="snail", looked="bear f, elephant f"),
        lambda s: s["top"].append(s["looked"].pop()),
    ),
    "a giraffe's look without a giraffe": (
        STACKING,
        lambda s: s["boats"][0].update(animals=in_order("giraffe m, cat m")),
    ),
    "no animal to call": (
        solo(phase="recall", here="lion m", hand="panda f", boats={3: "woodpecker m"}),
        lambda s: s["deck"].append(s["boats"][3]["animals"].pop()),
    ),
    "a pair of one sex": (solo(phase="sail", here="cat m, cat m", hand="snail"), lambda s: s.update(pair=True)),
    "a wrong score at the end": (solo(phase="over", hand="snail"), lambda s: s.update(scores=[0])),
    "a winner of a lost match": (solo(phase="over", hand="snail"), lambda s: s.update(winners=[0])),
}


@pytest.mark.rules("NO-8.1", "NO-S.6", "NO-S.7", "NO-S.9", "NO-S.12", "NO-S.13")
@pytest.mark.parametrize("key", IMPOSSIBLE)
def test_what_no_table_can_show_is_refused(key):
    state, spoil = IMPOSSIBLE[key]
    restored(state)
    spoilt = deepcopy(state)
    spoil(spoilt)
    assert broken(spoilt)
    with pytest.raises(ararat.BadState) as error:
        GAME.restore(spoilt)
    assert error.value.text and "\n" not in error.value.text


@pytest.mark.rules("NO-S.14", "NO-6.9")
@pytest.mark.parametrize("state", [STACKING, RECALLING, solo(hand="lion m", top="bear m, cat f")])
def test_nothing_but_the_deck_is_hidden(state):
    match = restored(state)
    expected = state | {"deck": {"unknown": len(state["deck"])}, "known": "hidden"}
    assert match.view(0) == match.view(None) == match.view() == expected


@pytest.mark.rules("NO-S.14", "NO-6.10", "NO-8.1")
@pytest.mark.parametrize("level", LEVELS)
def test_random_solo_matches_show_only_what_a_table_can_show(level):
    phases = set()
    for seed in range(amount(10, long=25)):
        for match in states_of_random_match(1, seed, level=level):
            state = match.state()
            phases.add(state["phase"])
            assert not broken(state)
            for viewer in (0, None):
                assert match.view(viewer) == view_as_ruled(state, viewer)
            if not match.over:
                assert (state["scores"], state["winners"], state["results"], match.turn) == ([0], [], [], 0)
        assert outcome(match.state())[0] in ("won", "no-card", "no-quay", "cap")
    assert {"board", "sail", "stack", "recall", "over"} <= phases


@pytest.mark.rules("NO-S.5", "NO-S.8", "NO-S.10")
def test_in_random_solo_matches_cards_only_go_from_deck_to_hand_to_boats_to_the_box():
    for seed in range(12):
        left = None
        for match in states_of_random_match(1, seed, level="advanced"):
            state = match.state()
            undealt = len(state["deck"]) + len(state["top"]) + len(state["looked"])
            if left is not None:
                recalled = match.history[-1]["move"] == "recall"
                assert undealt <= left + recalled
            left = undealt
