"""Setup, turns, new cabins, pieces and powers of Arche Opti Mix (OM-2.1 to OM-4.9, OM-4.19 to OM-4.30).

Where a card may lie is in test_placement_rules.py, rain and pets are in test_rain_and_pets.py, the end is in
test_endgame.py, states and whole matches are in test_whole_matches.py.
"""

from collections import Counter
from functools import cache
from itertools import permutations
from math import log, sqrt

import pytest

import ararat

from ..arranging import after, assert_legal, assert_refused, played, restored, rules_of, same_moves
from .positions import (
    ALL,
    CARDS,
    DEFAULTS,
    GAME,
    PETS,
    STOP,
    TYPES,
    boost,
    cards,
    everywhere,
    judged,
    next_cabin,
    pick,
    play,
    position,
    random_states,
    start,
    take,
    tilt_of,
    type_of,
)

SEATS = pytest.mark.parametrize("players", [3, 4, 5])
BOTH_CHIMPANZEES = pytest.mark.parametrize("chimpanzee", ["none", "useful"])
LEVEL = "P1 sheep; P2 horse; S1 cow; S2 llama"


def pieces_of(state, seat=0):
    """The half-pieces of a seat where it has any."""
    return {kind: counts[seat] for kind, counts in state["pieces2"].items() if counts[seat]}


# Pieces and options


@pytest.mark.rules("OM-3.3")
def test_the_table_of_cards_keeps_its_check_sums():
    def sums(what):
        totals = Counter()
        for card in CARDS.values():
            totals[getattr(card, what)] += card.copies
        return dict(totals)

    assert (sum(ALL.values()), len(CARDS)) == (55, 49)
    assert sums("type") == {"heavy": 10, "slow": 10, "shy": 11, "useful": 11, "provision": 8, "none": 5}
    assert sums("weight") == {0: 12, 1: 20, 2: 16, 3: 5, 4: 2}
    assert sums("climate") == {"hot": 22, "cold": 17, "any": 16}
    assert sums("food") == {"herbivore": 27, "carnivore": 12, "omnivore": 6, "none": 10}
    assert len(PETS) == 33
    assert everywhere(start().state()) == ALL


@pytest.mark.rules("OM-2.1")
@SEATS
def test_a_match_is_started_with_three_to_five_seats_and_its_options(players):
    for shy in ("neighbours", "entry"):
        for chimpanzee in ("none", "useful"):
            for first in range(players):
                options = {"shy": shy, "chimpanzee": chimpanzee, "first": first}
                match = start(players, **options)
                assert match.options == match.state()["options"] == options
                assert match.players == match.state()["players"] == players
    assert start(players).options == DEFAULTS
    assert list(GAME.players) == [3, 4, 5]


@pytest.mark.rules("OM-2.1", "OM-2.2")
def test_the_option_of_the_skunk_is_named_only_where_it_is_not_the_default():
    """Matches that were kept before there was this option stay as they are."""
    assert start(3, skunk="omnivore").record() == start(3).record()
    kept = start(3, skunk="herbivore")
    assert kept.options["skunk"] == kept.state()["options"]["skunk"] == "herbivore"
    assert ararat.replay(kept.record()).state() == GAME.restore(kept.state()).state() == kept.state()


@pytest.mark.rules("OM-2.1")
@pytest.mark.parametrize(
    "wrong",
    [
        *({"players": players} for players in (0, 1, 2, 6, 7, -3, True, None, "3", 3.0, [3])),
        *({"shy": value} for value in ("", "Entry", "none", None, True, 1, ["entry"])),
        *({"chimpanzee": value} for value in ("heavy", "", None, False, 0)),
        *({"skunk": value} for value in ("carnivore", "none", "", None, False, 0)),
        *({"first": value} for value in (3, -1, True, None, "0", 1.0)),
        {"players": 4, "first": 4},
        {"solo": True},
        {"rain": 5},
    ],
    ids=str,
)
def test_anything_else_is_not_started(wrong):
    given = {"players": 3, "seed": 7} | wrong
    with pytest.raises(ararat.BadStart) as error:
        GAME.start(**given)
    assert error.value.rule == "OM-2.1"
    assert error.value.text and "\n" not in error.value.text


# Setup


@pytest.mark.rules("OM-3.1")
@SEATS
def test_turns_go_round_the_table_from_the_first_seat(players):
    for first in range(players):
        match = start(players, first=first)
        for number in range(2 * players):
            seat = (first + number) % players
            state = match.state()
            assert (match.turn, state["turn"], state["active"], state["phase"]) == (seat, seat, seat, "turn")
            match.play(match.moves()[0])
            assert match.history[-1]["move"] == "take"


@pytest.mark.rules("OM-3.2")
@SEATS
def test_the_fourth_and_fifth_seat_in_playing_order_get_a_disc_more(players):
    for first in range(players):
        state = start(players, first=first).state()
        order = [(first + number) % players for number in range(players)]
        assert [state["discs"][seat] for seat in order] == [3, 3, 3, 4, 4][:players]
        assert state["supply"] == {3: 13, 4: 9, 5: 5}[players]


@pytest.mark.rules("OM-3.2", "OM-3.7", "OM-3.1")
def test_example_19_four_seats_and_the_third_begins():
    match = start(4, first=2)
    state = match.state()
    assert state["discs"] == [3, 4, 3, 3]
    assert (len(state["deck"]), state["upper"]) == (40, 20)
    seats = []
    for _ in range(4):
        seats.append(match.turn)
        match.play(take(match.state()["display"][0]))
    assert seats == [2, 3, 0, 1]


@cache
def setups(chimpanzee="none", players=3, count=1000):
    return [start(players, seed, chimpanzee=chimpanzee).state() for seed in range(count)]


@pytest.mark.rules("OM-3.3", "OM-3.5", "OM-3.4")
@BOTH_CHIMPANZEES
def test_four_cards_of_weight_one_or_two_begin_and_at_most_two_of_a_type(chimpanzee):
    for state in setups(chimpanzee):
        assert set(state["cabins"]) == {"P1", "S1", "S2", "P2"}
        accepted = [name for (name,) in state["cabins"].values()]
        assert {CARDS[name].weight for name in accepted} <= {1, 2}
        types = Counter(type_of(name, state["options"]) for name in accepted)
        types.pop(None, None)
        assert max(types.values(), default=0) <= 2
        assert state["tilt"] == tilt_of(state["cabins"]) and -2 <= state["tilt"] <= 2


def chances_of_start(wanted, chimpanzee):
    """The exact chance that the four accepted cards, in order, are as wanted: always one of those still allowed."""
    options = {"chimpanzee": chimpanzee}
    groups = Counter()
    for name, copies in ALL.items():
        if CARDS[name].weight in (1, 2):
            label = name if name in ("fox", "skunk", "chimpanzee") else type_of(name, options)
            groups[label] += copies
    limit = {label: type_of(label, options) if label in CARDS else label for label in groups}

    def go(sequence):
        if len(sequence) == 4:
            return 1.0 if wanted(sequence) else 0.0
        taken = Counter(sequence)
        of_type = Counter(limit[label] for label in sequence)
        allowed = {}
        for label, count in groups.items():
            if limit[label] is None or of_type[limit[label]] < 2:
                allowed[label] = count - taken[label]
        total = sum(allowed.values())
        return sum(count / total * go((*sequence, label)) for label, count in allowed.items() if count)

    return go(())


def about(count, total, chance):
    """Whether so many of a total are credible for a chance: within five standard deviations."""
    return abs(count - total * chance) <= 5 * sqrt(total * chance * (1 - chance)) + 1


@pytest.mark.rules("OM-3.3")
@BOTH_CHIMPANZEES
@pytest.mark.parametrize(
    "what, wanted",
    [
        ("two provisions", lambda labels: labels.count("provision") == 2),
        ("two heavy", lambda labels: labels.count("heavy") == 2),
        ("no shy", lambda labels: "shy" not in labels),
        ("the first is useful", lambda labels: labels[0] == "useful"),
        ("the last is useful", lambda labels: labels[3] == "useful"),
        ("fox", lambda labels: "fox" in labels),
        ("chimpanzee and two useful", lambda labels: labels.count("useful") == 2 and "chimpanzee" in labels),
    ],
)
def test_the_start_cards_are_as_likely_as_by_turning_up_a_shuffled_deck(what, wanted, chimpanzee):
    states = setups(chimpanzee)
    found = 0
    for state in states:
        names = [state["cabins"][cabin][0] for cabin in ("P1", "S1", "S2", "P2")]
        labels = tuple(n if n in ("fox", "skunk", "chimpanzee") else CARDS[n].type for n in names)
        found += wanted(labels)
    chance = chances_of_start(wanted, chimpanzee)
    assert about(found, len(states), chance), f"{what}: {found} of {len(states)}, expected {len(states) * chance:.0f}"
    if what == "chimpanzee and two useful":
        assert (found == 0) == (chimpanzee == "useful")


@pytest.mark.rules("OM-3.3")
def test_every_card_of_weight_one_or_two_is_equally_likely_to_be_the_first():
    states = setups()
    first = Counter(state["cabins"]["P1"][0] for state in states)
    assert set(first) == {name for name, card in CARDS.items() if card.weight in (1, 2)}
    for name, count in first.items():
        assert about(count, len(states), ALL[name] / 36), name


@pytest.mark.rules("OM-3.3")
def test_the_last_card_accepted_goes_to_p2():
    """In which order the cards came is betrayed by how often two are of a type: the likelihood of each order."""

    def likelihood(names):
        left = {name: copies for name, copies in ALL.items() if CARDS[name].weight in (1, 2)}
        types, result = Counter(), 0.0
        for name in names:
            allowed = (left[other] for other in left if CARDS[other].type == "none" or types[CARDS[other].type] < 2)
            result -= log(sum(allowed))
            left[name] -= 1
            types[CARDS[name].type] += 1
        return result

    totals = Counter()
    orders = list(permutations(("P1", "S1", "S2", "P2")))
    for state in setups():
        for order in orders:
            totals[order] += likelihood([state["cabins"][cabin][0] for cabin in order])
    assert max(totals[order] for order in orders if order[3] == "P2") > 5 + max(
        totals[order] for order in orders if order[3] != "P2"
    )


@pytest.mark.rules("OM-3.4")
@BOTH_CHIMPANZEES
def test_start_cards_bring_no_pieces_and_no_powers(chimpanzee):
    starts = set()
    for state in setups(chimpanzee):
        starts.update(name for (name,) in state["cabins"].values())
        assert state["pieces2"] == {kind: [0, 0, 0] for kind in TYPES}
        assert (state["discs"], state["supply"], state["phase"]) == ([3, 3, 3], 13, "turn")
        assert (state["used"], state["todo"], state["removed"]) == ([], [], [])
    assert {"fox", "skunk", "chimpanzee", "turtle"} <= starts


@pytest.mark.rules("OM-3.4")
def test_start_cards_are_not_tested_among_each_other():
    at_odds = 0
    for state in setups():
        one, two, three, four = (CARDS[state["cabins"][cabin][0]] for cabin in ("P1", "S1", "S2", "P2"))
        pairs = [(one, two), (three, four), (one, four), (two, three)]
        at_odds += any("shy" in (a.type, b.type) and "carnivore" in (a.food, b.food) for a, b in pairs)
    assert at_odds > 50


@pytest.mark.rules("OM-3.4", "OM-4.27", "OM-4.15")
def test_the_lasting_traits_of_start_cards_hold():
    state = position(cabins="P1 fox; P2 turtle; S1 cow; S2 sheep", hand="skunk, tiger", tilt=0)
    assert "OM-4.27" in rules_of(state, play("skunk", "P1", "fox"))
    assert_legal(state, play("tiger", "P2"))


@pytest.mark.rules("OM-3.5")
@SEATS
def test_the_tilt_is_starboard_minus_port(players):
    seen = set()
    for seed in range(60):
        state = start(players, seed).state()
        weights = {cabin: CARDS[name].weight for cabin, (name,) in state["cabins"].items()}
        assert state["tilt"] == weights["S1"] + weights["S2"] - weights["P1"] - weights["P2"]
        seen.add(state["tilt"])
    assert seen >= {-1, 0, 1}


@pytest.mark.rules("OM-3.6")
@SEATS
def test_every_seat_gets_two_cards_and_three_are_laid_face_up(players):
    state = start(players).state()
    assert [len(hand) for hand in state["hands"]] == [2] * players
    assert len(state["display"]) == 3
    assert state["known"] == [[] for _ in range(players)]
    assert state["pets"] == [None] * players
    assert state["passed"] == [False] * players
    assert everywhere(state) == ALL


@pytest.mark.rules("OM-3.6")
def test_rejected_cards_are_shuffled_back_in():
    """Heavy and light cards are never accepted; they come to hands, display and deck like all others."""
    states = setups()
    for place in ("hands", "display"):
        found = sum([sum(state[place], []) if place == "hands" else state[place] for state in states], [])
        heavy = sum(CARDS[name].weight not in (1, 2) for name in found)
        assert about(heavy, len(found), 19 / 51), place


@pytest.mark.rules("OM-3.7")
@SEATS
def test_the_rest_is_cut_into_two_equal_halves_and_the_first_rain_lies_on_the_lower(players):
    state = start(players).state()
    assert len(state["deck"]) == 48 - 2 * players
    assert (state["upper"], state["rain"]) == (24 - players, 0)
    for seed in range(12):
        match = start(players, seed)
        while not match.state()["rain"]:
            before = match.state()
            assert len(before["deck"]) == before["upper"] + 24 - players
            match.play(take(before["display"][0]))
        assert before["upper"] < 2  # a taking turn draws two cards
        assert match.state()["upper"] == 0
        lower = len(match.state()["deck"])
        drawn = len(before["deck"]) - lower
        assert lower <= 24 - players and before["upper"] <= drawn <= 2


@pytest.mark.rules("OM-3.7", "OM-4.31")
def test_the_four_rains_of_the_lower_half_lie_anywhere_in_it():
    """How many of the 21 lower cards are still there when the fifth rain comes is as by shuffling: 21/5 on average."""
    left = []
    for seed in range(100):
        match = start(3, seed)
        while match.state()["rain"] != 5:
            state = match.state()
            match.play(take(state["display"][0]) if state["phase"] == "turn" else {"move": "pet", "card": None})
        left.append(len(match.state()["deck"]))
    assert max(left) > 8 and min(left) == 0
    assert 3.0 < sum(left) / len(left) < 5.5


# The turn


@pytest.mark.rules("OM-4.1", "OM-4.2")
def test_a_seat_takes_or_plays_and_never_passes():
    state = position(cabins=LEVEL, hand="mouse", display="bee, grain, hay")
    kinds = {move["move"] for move in restored(state).moves()}
    assert kinds == {"take", "play"}
    assert_refused(state, {"move": "pass"}, "OM-4.1")
    assert_refused(state, STOP, "OM-4.1")
    assert_refused(after(state, play("mouse", "P1")), take("bee"), "OM-4.1")  # never both
    taken = after(state, take("bee"))
    assert (taken["turn"], taken["phase"]) == (1, "turn")


@pytest.mark.rules("OM-4.1")
def test_a_seat_with_nothing_it_may_play_must_take():
    for hand in ("", "elephant, brontosaurus"):
        state = position(cabins=LEVEL, hand=hand, display="bee, grain, hay")
        assert same_moves(restored(state).moves(), [take("bee"), take("grain"), take("hay")])


@pytest.mark.rules("OM-4.1")
@SEATS
def test_before_the_fifth_rain_taking_is_always_possible(players):
    turns = [state for state in random_states(players, 3)[0] if state["phase"] == "turn"]
    assert turns
    for state in turns:
        takes = [move["card"] for move in restored(state).moves() if move["move"] == "take"]
        assert sorted(takes) == sorted(set(state["display"])) and len(state["display"]) == 3


@pytest.mark.rules("OM-4.2", "OM-4.8")
def test_taking_is_a_card_of_the_display_then_a_blind_card_then_a_refill():
    state = position(cabins=LEVEL, hand="elephant", display="bee, grain, hay")
    for seed in range(20):
        now = after(state, take("grain"), seed=seed)
        drawn = Counter(now["hands"][0]) - Counter(cards("elephant, grain"))
        (blind,) = drawn.elements()
        (shown,) = (Counter(now["display"]) - Counter(["bee", "hay"])).elements()
        assert Counter(state["deck"]) == Counter([*now["deck"], blind, shown])
        assert now["upper"] == state["upper"] - 2
        assert (now["turn"], now["active"], now["phase"], now["used"], now["todo"]) == (1, 1, "turn", [], [])
        assert now["known"][0] == ["grain"]
        assert now["hands"][1:] == state["hands"][1:]
        assert now["discs"] == state["discs"] and now["cabins"] == state["cabins"]


@pytest.mark.rules("OM-4.2")
def test_only_a_card_of_the_display_can_be_taken():
    state = position(cabins=LEVEL, hand="elephant", display="bee, hay, hay")
    for name in ("elephant", "cow", "grain", state["deck"][0], state["hands"][1][0]):
        assert_refused(state, take(name), "OM-4.2")
    assert after(state, take("hay"))["display"].count("hay") >= 1


@pytest.mark.rules("OM-4.3")
def test_playing_is_one_card_of_the_own_hand_and_then_perhaps_a_second():
    state = position(cabins=LEVEL, hand="mouse, squirrel, bee", display="pig, grain, hay")
    match = restored(state)
    match.play(play("mouse", "P1"))
    now = match.state()
    assert (now["phase"], now["turn"], now["used"], now["todo"]) == ("second", 0, ["P1"], ["refill"])
    assert now["hands"][0] == ["bee", "squirrel"] and now["cabins"]["P1"] == ["mouse", "sheep"]
    assert STOP in match.moves()
    stopped = played(state, play("mouse", "P1"), STOP).state()
    assert (stopped["phase"], stopped["turn"], stopped["used"], stopped["todo"]) == ("turn", 1, [], [])
    match.play(play("squirrel", "S2"))
    now = match.state()
    assert (now["phase"], now["turn"], now["used"], now["todo"]) == ("turn", 1, [], [])  # no third card
    assert now["hands"][0] == ["bee"]


@pytest.mark.rules("OM-4.3")
def test_a_card_of_another_hand_or_of_the_display_cannot_be_played():
    state = position(cabins=LEVEL, hand="mouse", hands={1: "bee"}, display="snail, grain, hay", tilt=0)
    for name in ("bee", "snail"):
        assert_refused(state, play(name, "S1"), "OM-4.3")
    assert_refused(after(state, play("mouse", "P1")), play("bee", "S1"), "OM-4.3")


@pytest.mark.rules("OM-4.4")
@pytest.mark.parametrize("name", [name for name, card in CARDS.items() if card.type in ("slow", "provision")])
def test_a_slow_animal_or_a_provision_is_the_only_card_of_its_turn(name):
    state = position(hand=f"{name}, bee", cabins="P1 earthworm" if name != "earthworm" else "P1 cow", tilt=0)
    cabin = next_cabin(state, "P")
    now = after(state, play(name, cabin))
    assert (now["phase"], now["todo"]) == ("pick", ["refill"])
    now = after(state, play(name, cabin), pick(now["display"][0]))
    assert (now["phase"], now["turn"]) == ("turn", 1)
    second = after(state, play("bee", "P1"))
    assert second["phase"] == "second"
    assert_refused(second, play(name, cabin), "OM-4.4")


@pytest.mark.rules("OM-4.4", "OM-4.8")
def test_after_a_slow_animal_in_an_old_cabin_the_turn_is_over():
    state = position(cabins=LEVEL, hand="snail, bee", display="pig, grain, hay")
    now = after(state, play("snail", "P1"))
    assert (now["phase"], now["turn"], now["used"], now["todo"]) == ("turn", 1, [], [])


@pytest.mark.rules("OM-4.4", "OM-4.21")
def test_a_chimpanzee_is_not_slow_with_either_option():
    for chimpanzee in ("none", "useful"):
        state = position(cabins="P1 camel; S1 zebra", hand="bee, chimpanzee", chimpanzee=chimpanzee)
        assert after(state, play("chimpanzee", "P1"))["phase"] in ("second", "boost")
        assert_legal(after(state, play("bee", "P1")), play("chimpanzee", "S1"))


@pytest.mark.rules("OM-4.5")
def test_the_second_card_goes_into_another_cabin():
    state = position(cabins=LEVEL, hand="mouse, bee, skunk")
    second = after(state, play("mouse", "S1"))
    assert_refused(second, play("bee", "S1"), "OM-4.5")
    assert_legal(second, play("bee", "P1"), play("bee", "S2"), play("bee", "P3"))
    assert_refused(second, play("skunk", "S1", "mouse"), "OM-4.5")  # also if something is ejected
    ejected = after(state, play("skunk", "S1", "cow"))
    assert ejected["used"] == ["S1"]
    assert_refused(ejected, play("bee", "S1"), "OM-4.5", "OM-4.14")


@pytest.mark.rules("OM-4.5")
def test_the_second_card_does_not_go_into_the_cabin_just_opened():
    state = position(cabins=LEVEL, hand="mouse, bee", display="pig, grain, hay")
    second = after(state, play("mouse", "S3"), pick("pig"))
    assert_refused(second, play("bee", "S3"), "OM-4.5")
    assert_legal(second, play("bee", "S4"), play("bee", "P3"))


@pytest.mark.rules("OM-4.6", "OM-4.20")
def test_a_card_picked_up_may_be_the_second_card_of_the_same_turn():
    state = position(cabins=LEVEL, hand="mouse", display="bee, grain, hay")
    second = after(state, play("mouse", "S3"), pick("bee"))
    assert (second["phase"], second["hands"][0]) == ("second", ["bee"])
    assert_legal(second, play("bee", "S1"))
    assert after(second, play("bee", "S1"))["cabins"]["S1"] == ["bee", "cow"]


@pytest.mark.rules("OM-4.6", "OM-4.13")
def test_the_second_card_is_judged_by_what_the_first_left_behind():
    state = position(cabins=LEVEL, hand="reindeer, hippopotamus", display="bee, grain, hay")
    assert_refused(state, play("hippopotamus", "P3"), "OM-4.13")
    second = after(state, play("reindeer", "S2"))
    assert second["tilt"] == 2
    assert_legal(second, play("hippopotamus", "P3"))


@pytest.mark.rules("OM-4.7", "OM-4.19", "OM-4.22")
def test_discs_are_paid_before_the_fox_takes_any():
    state = position(cabins=LEVEL, hand="fox", discs={0: 0})
    assert_refused(state, play("fox", "P3"), "OM-4.19")
    state = position(cabins=LEVEL, hand="fox", discs={0: 1})
    now = after(state, play("fox", "P3"))
    assert (now["discs"], now["supply"]) == ([2, 3, 4], state["supply"] - 2)


@pytest.mark.rules("OM-4.7", "OM-4.24", "OM-4.20")
def test_example_14_half_then_pick_then_second_card():
    cabins = "P1 cow; P2 bee; P3 camel; S1 horse; S2 zebra"
    state = position(cabins=cabins, hand="chimpanzee, mouse", pieces={"shy": [2, 0, 0]}, display="pig, grain, hay")
    steps = [played(state, play("chimpanzee", "P4"))]
    for move in (boost("shy"), pick("pig"), STOP):
        steps.append(steps[-1].copy())
        steps[-1].play(move)
    found = [(match.state()["phase"], match.state()["todo"], match.state()["used"]) for match in steps]
    assert found == [
        ("boost", ["pick", "second", "refill"], ["P4"]),
        ("pick", ["second", "refill"], ["P4"]),
        ("second", ["refill"], ["P4"]),
        ("turn", [], []),
    ]
    assert [match.turn for match in steps] == [0, 0, 0, 1]
    without = position(cabins=cabins, hand="chimpanzee, mouse", display="pig, grain, hay")
    now = after(without, play("chimpanzee", "P4"))
    assert (now["phase"], now["todo"]) == ("pick", ["second", "refill"])


@pytest.mark.rules("OM-4.7", "OM-4.24", "OM-4.21")
def test_the_piece_is_placed_before_the_half_is_decided():
    state = position(cabins="P1 camel; S1 zebra", hand="chimpanzee", chimpanzee="useful")
    match = played(state, play("chimpanzee", "P1"))
    assert match.state()["phase"] == "boost"
    assert pieces_of(match.state()) == {"useful": 2}
    assert same_moves(match.moves(), [boost(None), boost("useful")])
    match.play(boost("useful"))
    assert pieces_of(match.state()) == {"useful": 3}


@pytest.mark.rules("OM-4.8")
def test_a_turn_in_which_no_cabin_was_opened_draws_nothing():
    state = position(cabins=LEVEL, hand="mouse, bee, snail")
    for moves in ([play("mouse", "P1"), STOP], [play("mouse", "P1"), play("bee", "S1")], [play("snail", "P1")]):
        now = after(state, *moves)
        for key in ("display", "deck", "upper", "rain"):
            assert now[key] == state[key]
        assert (now["turn"], now["phase"]) == (1, "turn")


@pytest.mark.rules("OM-4.8", "OM-4.20")
@pytest.mark.parametrize("first", [0, 2])
def test_at_the_end_of_a_turn_the_display_is_refilled_and_the_next_seat_has_its_turn(first):
    state = position(cabins=LEVEL, hand="mouse", display="bee, grain, hay", active=first)
    second = after(state, play("mouse", "P3"), pick("bee"))
    assert second["display"] == ["grain", "hay"]  # only at the end
    now = after(second, STOP)
    assert len(now["display"]) == 3 and len(now["deck"]) == len(state["deck"]) - 1
    assert Counter(now["display"]) > Counter(["grain", "hay"])
    assert (now["turn"], now["active"]) == ((first + 1) % 3,) * 2


@pytest.mark.rules("OM-4.20", "OM-4.8", "OM-4.19")
def test_example_8_a_turn_that_opens_two_cabins():
    state = position(cabins=LEVEL, hand="mouse, squirrel", display="bee, grain, hay")
    match = restored(state)
    match.play(play("mouse", "P3"))
    assert same_moves(match.moves(), [pick("bee"), pick("grain"), pick("hay")])
    match.play(pick("grain"))
    assert (match.state()["phase"], match.state()["display"]) == ("second", ["bee", "hay"])
    match.play(play("squirrel", "S3"))
    now = match.state()
    assert (now["phase"], now["todo"], now["used"]) == ("pick", ["refill"], ["P3", "S3"])
    assert same_moves(match.moves(), [pick("bee"), pick("hay")])
    match.play(pick("hay"))
    now = match.state()
    assert now["hands"][0] == ["grain", "hay"] == now["known"][0]
    assert len(now["deck"]) == len(state["deck"]) - 2
    assert "bee" in now["display"] and len(now["display"]) == 3
    assert now["discs"] == [1, 3, 5]
    assert (now["turn"], now["phase"]) == (1, "turn")


@pytest.mark.rules("OM-4.9", "OM-8.1")
def test_there_is_no_limit_to_hands():
    hand = ", ".join(name for name in CARDS if CARDS[name].type in ("heavy", "shy"))
    state = position(cabins="P1 earthworm; S1 snail", hand=hand, display="bee, grain, hay", upper=0)
    assert len(state["hands"][0]) == 21
    now = after(position(cabins="P1 earthworm; S1 snail", hand=hand, display="bee, grain, hay", upper=4), take("bee"))
    assert len(now["hands"][0]) == 23


@pytest.mark.rules("OM-4.9", "OM-4.10", "OM-8.1")
def test_there_is_no_limit_to_cabins():
    light = [name for name, card in CARDS.items() if card.weight <= 1 and card.food != "carnivore" and name != "mouse"]
    port = "; ".join(f"P{number} {name}" for number, name in enumerate(light, 1))
    state = position(cabins=f"{port}; S1 mammoth, elephant, hippopotamus", hand="mouse", tilt=0, rain=3)
    match = restored(state)
    count = len(light)
    assert count >= 20 and next_cabin(state, "P") == f"P{count + 1}"
    match.play(play("mouse", f"P{count + 1}"))
    assert match.state()["cabins"][f"P{count + 1}"] == ["mouse"]
    assert next_cabin(match.state(), "P") == f"P{count + 2}"
    match.play(pick(match.state()["display"][0]))
    assert_refused(match.state(), play("mouse", f"P{count + 3}"), *judged(match.state(), "mouse", f"P{count + 3}"))


@pytest.mark.rules("OM-4.9", "OM-4.21", "OM-8.1")
def test_there_is_no_limit_to_pieces():
    pieces = {"useful": [34, 0, 0], "shy": [34, 0, 0], "provision": [80, 0, 2]}
    state = position(cabins=LEVEL, hand="bee, mouse", pieces=pieces)
    assert pieces_of(after(state, play("bee", "P1")))["useful"] == 36
    now = after(state, play("bee", "P1"), play("mouse", "S1"))
    assert pieces_of(now) == {"useful": 36, "shy": 36, "provision": 80}


# New cabins


@pytest.mark.rules("OM-4.19")
@SEATS
def test_a_new_cabin_costs_a_disc_for_the_right_neighbour(players):
    for active in range(players):
        state = position(players, cabins=LEVEL, hand="mouse", active=active)
        for cabin in ("P3", "S3"):
            now = after(state, play("mouse", cabin))
            expected = list(state["discs"])
            expected[active] -= 1
            expected[(active - 1) % players] += 1
            assert (now["discs"], now["supply"]) == (expected, state["supply"])
        assert after(state, play("mouse", "P1"))["discs"] == state["discs"]


@pytest.mark.rules("OM-4.19")
def test_without_a_disc_no_cabin_is_opened():
    state = position(cabins=LEVEL, hand="mouse, bee", discs={0: 0})
    for cabin in ("P3", "S3"):
        assert_refused(state, play("mouse", cabin), "OM-4.19")
    assert_legal(state, play("mouse", "P1"))
    one = position(cabins=LEVEL, hand="mouse, bee", discs={0: 1}, display="pig, hay, hay")
    second = after(one, play("mouse", "P3"), pick("pig"))
    assert second["discs"][0] == 0
    assert_refused(second, play("bee", "S3"), "OM-4.19")
    assert_legal(second, play("bee", "S1"))


@pytest.mark.rules("OM-4.20")
def test_who_opened_a_cabin_must_pick_up_a_card_of_the_display():
    state = position(cabins=LEVEL, hand="mouse, snail", display="bee, grain, grain")
    match = played(state, play("mouse", "P3"))
    assert same_moves(match.moves(), [pick("bee"), pick("grain")])
    for wrong in ("snail", "cow", "hay"):
        assert_refused(match.state(), pick(wrong), "OM-4.20")
    assert_refused(match.state(), STOP, "OM-7.2")
    now = after(match.state(), pick("grain"))
    assert now["hands"][0] == ["grain", "snail"]
    assert now["known"][0] == ["grain"]
    assert now["display"] == ["bee", "grain"]
    slow = after(state, play("snail", "P3"))
    assert (slow["phase"], slow["todo"]) == ("pick", ["refill"])


@pytest.mark.rules("OM-4.20")
@SEATS
def test_at_least_two_cards_lie_there_at_every_pick(players):
    picks = [state for seed in (4, 5) for state in random_states(players, seed, 0.9)[0] if state["phase"] == "pick"]
    assert picks and {len(state["display"]) for state in picks} <= {2, 3}


# Pieces and powers


@pytest.mark.rules("OM-4.21")
@BOTH_CHIMPANZEES
@pytest.mark.parametrize("seat", [0, 2])
def test_a_laid_card_brings_one_piece_on_its_type(chimpanzee, seat):
    for name, card in CARDS.items():
        tilt = min(2, card.weight)
        state = position(hand=name, active=seat, tilt=tilt, supply=0, chimpanzee=chimpanzee)
        if card.weight > 4 or abs(tilt - card.weight) > 2:
            continue
        now = after(state, play(name, next_cabin(state, "P")))
        kind = type_of(name, state["options"])
        assert pieces_of(now, seat) == ({kind: 2} if kind else {}), name
        assert not any(pieces_of(now, other) for other in range(3) if other != seat)


@pytest.mark.rules("OM-4.22", "OM-4.30")
@pytest.mark.parametrize("supply", [0, 1, 2, 3, 9])
def test_the_fox_brings_two_discs_of_the_supply_or_what_is_left_there(supply):
    state = position(cabins=LEVEL, hand="fox", supply=supply, discs={0: 3})
    now = after(state, play("fox", "S1"))
    found = min(2, supply)
    assert now["discs"][0] == 3 + found
    assert now["discs"][1:] == state["discs"][1:]
    assert now["supply"] == supply - found
    assert now["phase"] == "second"  # of itself: nobody is asked
    assert pieces_of(now) == {}


@pytest.mark.rules("OM-4.23", "OM-4.25", "OM-4.30")
@pytest.mark.parametrize(
    "supply, before, pieces, left",
    [(9, 0, 3, 8), (1, 0, 3, 0), (0, 0, 2, 0), (9, 4, 7, 8), (9, 3, 6, 10), (1, 3, 6, 2), (0, 3, 5, 0), (9, 5, 8, 10)],
)
def test_the_piece_of_the_brontosaurus_counts_one_and_a_half(supply, before, pieces, left):
    state = position(cabins="S1 camel", tilt=2, hand="brontosaurus", supply=supply, pieces={"heavy": [before, 0, 0]})
    now = after(state, play("brontosaurus", next_cabin(state, "P")))
    assert now["pieces2"]["heavy"] == [pieces, 0, 0]
    assert now["supply"] == left
    assert now["phase"] == "pick"  # of itself: nobody is asked


def chimpanzee_plays(pieces, supply=9, **rest):
    state = position(cabins="P1 camel; S1 zebra", hand="chimpanzee", pieces=pieces, supply=supply, **rest)
    return played(state, play("chimpanzee", "P1"))


@pytest.mark.rules("OM-4.24")
def test_a_chimpanzee_may_put_a_disc_under_a_plain_piece():
    pieces = {"heavy": [2, 0, 0], "slow": [5, 0, 0], "shy": [3, 4, 0], "useful": [0, 2, 2], "provision": [4, 0, 0]}
    match = chimpanzee_plays(pieces)
    assert match.state()["phase"] == "boost"
    assert same_moves(match.moves(), [boost(None), boost("heavy"), boost("slow")])
    for kind in ("shy", "useful", "provision"):  # no plain piece, no own piece, no score card for it
        assert_refused(match.state(), boost(kind), "OM-4.24")
    now = after(match.state(), boost("heavy"))
    assert now["pieces2"]["heavy"] == [3, 0, 0] and now["supply"] == 8
    assert (now["phase"], now["todo"]) == ("second", ["refill"])


@pytest.mark.rules("OM-4.24", "OM-4.30")
def test_the_half_of_a_chimpanzee_may_be_declined():
    match = chimpanzee_plays({"heavy": [2, 0, 0]})
    before = match.state()
    match.play(boost(None))
    now = match.state()
    assert (now["pieces2"], now["supply"], now["discs"]) == (before["pieces2"], before["supply"], before["discs"])
    assert now["phase"] == "second"


@pytest.mark.rules("OM-4.24")
@pytest.mark.parametrize(
    "pieces, supply, chimpanzee, asked",
    [
        ({}, 9, "none", False),
        ({"heavy": [2, 0, 0]}, 9, "none", True),
        ({"heavy": [2, 0, 0]}, 1, "none", True),
        ({"heavy": [2, 0, 0]}, 0, "none", False),  # no disc
        ({"heavy": [3, 0, 0]}, 9, "none", False),  # no plain piece
        ({"heavy": [5, 0, 0]}, 9, "none", True),
        ({"provision": [6, 0, 0]}, 9, "none", False),
        ({"shy": [0, 2, 2]}, 9, "none", False),  # of others
        ({}, 9, "useful", True),  # its own piece
        ({}, 0, "useful", False),
        ({"useful": [3, 0, 0]}, 9, "useful", True),  # 5 by now
    ],
)
def test_it_is_asked_only_with_a_plain_piece_and_a_disc_in_the_supply(pieces, supply, chimpanzee, asked):
    state = chimpanzee_plays(pieces, supply, chimpanzee=chimpanzee).state()
    assert state["phase"] == ("boost" if asked else "second")
    assert state["todo"] == (["second", "refill"] if asked else ["refill"])


@pytest.mark.rules("OM-4.24", "OM-4.7")
def test_a_chimpanzee_as_second_card_is_asked_too():
    state = position(cabins="P1 camel; S1 zebra", hand="chimpanzee, bee", pieces={"shy": [2, 0, 0]})
    match = played(state, play("bee", "P1"), play("chimpanzee", "S1"))
    now = match.state()
    assert (now["phase"], now["todo"], now["used"]) == ("boost", ["refill"], ["P1", "S1"])
    match.play(boost("shy"))
    assert (match.state()["phase"], match.turn, match.state()["pieces2"]["shy"]) == ("turn", 1, [3, 0, 0])


@pytest.mark.rules("OM-4.25", "OM-4.24")
def test_two_pieces_of_one_and_a_half_become_three_plain_ones():
    match = chimpanzee_plays({"slow": [5, 0, 3]}, supply=1)
    match.play(boost("slow"))
    now = match.state()
    assert now["pieces2"]["slow"] == [6, 0, 3]  # that of another seat stays
    assert now["supply"] == 2
    match = chimpanzee_plays({"slow": [4, 0, 0], "shy": [3, 0, 0]}, supply=1)
    match.play(boost("slow"))
    assert (match.state()["pieces2"]["slow"], match.state()["supply"]) == ([5, 0, 0], 0)  # one on each: they stay


@pytest.mark.rules("OM-4.24", "OM-4.25", "OM-4.29")
def test_example_13_a_skunk_on_the_brontosaurus():
    state = position(cabins="S1 brontosaurus", tilt=2, hand="skunk, chimpanzee", pieces={"heavy": [3, 3, 0]}, supply=9)
    match = played(state, play("skunk", "S1", "brontosaurus"))
    now = match.state()
    assert now["pieces2"]["heavy"] == [6, 3, 0]
    assert now["supply"] == 9 - 1 + 2
    assert now["removed"] == ["brontosaurus"] and now["cabins"]["S1"] == ["skunk"]
    assert now["tilt"] == 2 - 4 + 1
    assert_legal(chimpanzee_plays({"heavy": [6, 0, 0]}).state(), boost("heavy"))
    assert chimpanzee_plays({"heavy": [3, 0, 0]}).state()["phase"] == "second"


@pytest.mark.rules("OM-4.28", "OM-4.29", "OM-4.26")
def test_example_6_a_skunk_ejects_the_elephant():
    state = position(cabins="S1 cow, elephant", tilt=2, hand="skunk", pieces={"heavy": [0, 2, 0], "useful": [0, 0, 2]})
    now = after(state, play("skunk", "S1", "elephant"))
    assert now["tilt"] == 0
    assert now["pieces2"]["heavy"] == [2, 2, 0]
    assert now["pieces2"]["useful"] == [0, 0, 2]
    assert now["removed"] == ["elephant"]
    assert now["cabins"]["S1"] == ["cow", "skunk"]
    assert (now["discs"], now["supply"]) == (state["discs"], state["supply"])


@pytest.mark.rules("OM-4.26")
def test_each_ejector_has_its_own_prey():
    """Every animal alone in a cabin: who can eject it? Weights and climates are set aside."""
    for name, card in CARDS.items():
        state = position(cabins=f"P1 {name}", tilt=0)
        for ejector in ("mosquito", "spider", "skunk"):
            if name == ejector:
                continue
            fits = {"mosquito": card.weight == 2, "spider": card.type == "shy", "skunk": True}[ejector]
            rules = rules_of(state, play(ejector, "P1", name))
            assert ("OM-4.26" in rules) == (not fits), (ejector, name)
            untouchable = not card.animal or name in ("fox", "spider", "mosquito")
            assert ("OM-4.27" in rules) == untouchable, (ejector, name)


@pytest.mark.rules("OM-4.26")
def test_no_other_card_ejects():
    state = position(cabins="P1 cow; S1 horse", tilt=0)
    for name in set(CARDS) - {"mosquito", "spider", "skunk", "cow"}:
        assert "OM-4.26" in rules_of(state, play(name, "P1", "cow")), name
    assert_refused(position(cabins="P1 cow; S1 horse", tilt=0, hand="bee"), play("bee", "P1", "cow"), "OM-4.26")


@pytest.mark.rules("OM-4.26", "OM-4.30", "OM-4.29")
def test_an_ejector_need_not_eject():
    state = position(
        cabins="P1 cow; S1 horse; P2 roe-deer; S2 llama", hand="skunk, mosquito, spider", tilt=0, shy="entry"
    )
    for name, victim in (("skunk", "cow"), ("mosquito", "cow"), ("spider", None)):
        assert_legal(state, play(name, "P1"))
        if victim:
            assert_legal(state, play(name, "P1", victim))
        now = after(state, play(name, "P1"))
        assert now["removed"] == [] and not any(pieces_of(now, seat) for seat in range(3))
        assert now["phase"] == "second"


@pytest.mark.rules("OM-4.27")
def test_the_victim_must_be_an_animal_in_the_named_cabin():
    state = position(
        cabins="P1 cow, fox; P2 spider, zebra; P3 mosquito, camel; S1 horse; S2 grain, tiger", tilt=0, hand="skunk",
        rain=2, pets={1: "llama"}, removed="sheep",
    )  # fmt: skip
    for cabin, victim in (
        ("P1", "horse"),  # in another cabin
        ("P1", "bee"),  # not aboard
        ("P1", "fox"),
        ("P2", "spider"),
        ("P3", "mosquito"),
        ("S2", "grain"),
        ("P1", "llama"),  # a pet
        ("P1", "sheep"),  # out of the game
        ("P1", "skunk"),  # itself
        (next_cabin(state, "P"), "cow"),  # a cabin that does not exist yet
    ):
        assert "OM-4.27" in rules_of(state, play("skunk", cabin, victim)), (cabin, victim)
    assert_legal(state, play("skunk", "S1", "horse"))


@pytest.mark.rules("OM-4.28")
def test_the_ejector_takes_the_place_of_its_victim_in_a_full_cabin_too():
    state = position(cabins="P1 cow, horse, llama; S1 bison", tilt=0, hand="skunk")
    assert_refused(state, play("skunk", "P1"), "OM-4.11", "OM-4.14")
    now = after(state, play("skunk", "P1", "llama"))
    assert now["cabins"]["P1"] == ["cow", "horse", "skunk"]
    assert now["removed"] == ["llama"]
    assert pieces_of(now) == {"useful": 2}
    assert now["used"] == ["P1"]


@pytest.mark.rules("OM-4.28", "OM-4.13")
@pytest.mark.parametrize("side, sign", [("P", 1), ("S", -1)])
def test_the_tilt_changes_by_the_difference_of_the_two_weights(side, sign):
    for name in ("mammoth", "elephant", "cow", "sheep", "bee"):
        change = sign * (CARDS[name].weight - 1)
        for tilt in range(-2, 3):
            state = position(cabins=f"{side}1 {name}", tilt=tilt, hand="skunk")
            rules = rules_of(state, play("skunk", f"{side}1", name))
            assert rules == (() if abs(tilt + change) <= 2 else ("OM-4.13",))
            if not rules:
                assert after(state, play("skunk", f"{side}1", name))["tilt"] == tilt + change


@pytest.mark.rules("OM-4.28")
def test_the_victim_is_not_tested_and_its_company_is():
    state = position(cabins="P1 reindeer, cow; S1 koala, llama", tilt=0, hand="mosquito")
    assert_refused(state, play("mosquito", "P1"), "OM-4.12")
    assert_legal(state, play("mosquito", "P1", "reindeer"))
    assert_refused(state, play("mosquito", "P1", "cow"), "OM-4.12")
    shy = position(cabins="P1 zebra; S1 horse", tilt=0, hand="mosquito")
    assert_refused(shy, play("mosquito", "P1"), "OM-4.17")
    assert_legal(shy, play("mosquito", "P1", "zebra"))
    assert_refused(shy, play("mosquito", "S1"), "OM-4.17")
    eaten = position(cabins="P1 bee; S1 cow", tilt=0, hand="skunk")
    assert_refused(eaten, play("skunk", "P1"), "OM-4.14")
    assert_legal(eaten, play("skunk", "P1", "bee"))
    stored = position(cabins="P1 pig, dog; S1 cow", tilt=0, hand="skunk")
    assert_refused(stored, play("skunk", "P1", "dog"), "OM-4.14")


@pytest.mark.rules("OM-4.29")
@pytest.mark.parametrize("ejector, victim", [("mosquito", "cow"), ("spider", "roe-deer"), ("skunk", "koala")])
def test_the_ejecting_seat_gets_one_piece_on_the_type_of_the_victim_and_none_of_its_own(ejector, victim):
    kind = CARDS[victim].type
    pieces = {kind: [0, 2, 0]}
    state = position(cabins=f"P1 {victim}", tilt=0, hand=ejector, pieces=pieces)
    now = after(state, play(ejector, "P1", victim))
    assert now["pieces2"] == {other: [0, 0, 0] for other in TYPES} | {kind: [2, 2, 0]}
    assert now["removed"] == [victim]
    assert now["hands"][0] == []


@pytest.mark.rules("OM-4.29", "OM-4.24", "OM-2.1")
@BOTH_CHIMPANZEES
@pytest.mark.parametrize("pieces", [{}, {"shy": [2, 0, 0]}])
def test_who_ejects_the_chimpanzee_gets_its_half(chimpanzee, pieces):
    state = position(cabins="P1 chimpanzee", tilt=0, hand="skunk", pieces=pieces, chimpanzee=chimpanzee)
    match = played(state, play("skunk", "P1", "chimpanzee"))
    now = match.state()
    own = {"useful": 2} if chimpanzee == "useful" else {}
    assert pieces_of(now) == own | ({"shy": 2} if pieces else {})
    if own or pieces:
        assert (now["phase"], now["todo"]) == ("boost", ["second", "refill"])
        assert same_moves(match.moves(), [boost(None), *(boost(kind) for kind in pieces_of(now))])
    else:
        assert (now["phase"], now["todo"]) == ("second", ["refill"])
    assert now["removed"] == ["chimpanzee"]


@pytest.mark.rules("OM-4.29", "OM-4.23")
@pytest.mark.parametrize("supply, pieces", [(5, 3), (0, 2)])
def test_who_ejects_the_brontosaurus_gets_its_piece_and_its_half(supply, pieces):
    state = position(cabins="P1 brontosaurus", tilt=-1, hand="skunk", supply=supply)
    now = after(state, play("skunk", "P1", "brontosaurus"))
    assert now["pieces2"]["heavy"] == [pieces, 0, 0]
    assert now["supply"] == supply - (pieces == 3)
    assert now["phase"] == "second"


@pytest.mark.rules("OM-4.29")
def test_a_victim_with_a_trait_that_is_no_half_gives_a_piece_alone():
    for victim, kind in (("turtle", "slow"), ("hedgehog", "useful")):
        state = position(cabins=f"P1 {victim}", tilt=0, hand="skunk")
        now = after(state, play("skunk", "P1", victim))
        assert pieces_of(now) == {kind: 2} and now["supply"] == state["supply"]


@pytest.mark.rules("OM-4.4", "OM-4.29")
def test_an_ejector_that_ejects_a_slow_animal_is_not_slow_itself():
    state = position(cabins="P1 sloth; S1 cow", tilt=0, hand="skunk, bee")
    now = after(state, play("skunk", "P1", "sloth"))
    assert (now["phase"], pieces_of(now)) == ("second", {"slow": 2})
    assert_legal(now, play("bee", "S1"))
    second = after(state, play("bee", "S1"))
    assert_legal(second, play("skunk", "P1", "sloth"))


@pytest.mark.rules("OM-4.30", "OM-4.15")
def test_turtle_and_hedgehog_are_always_safe():
    state = position(cabins="P1 turtle; S1 tiger", tilt=1, hand="tyrannosaurus, hedgehog")
    assert_legal(state, play("tyrannosaurus", "P1"), play("hedgehog", "S1"), play("hedgehog", "P1"))
