"""The endgame and the scoring of Arche Opti Mix (OM-5.1 to OM-5.13)."""

from itertools import product

import pytest

from ..arranging import after, assert_legal, assert_refused, played, restored, rules_of, same_moves
from .positions import (
    CARDS,
    PASS,
    TYPES,
    boost,
    next_cabin,
    play,
    points_of,
    position,
    random_match,
    random_states,
    result_of,
    type_of,
)

LEVEL = "P1 sheep; P2 horse; S1 cow; S2 llama"


def endgame(players=3, **words):
    return position(players, **({"phase": "endgame", "cabins": LEVEL} | words))


def ended(players=3, **words):
    """The state after the last seat, 0, has passed."""
    words = {"phase": "endgame", "passed": range(1, players)} | words
    match = played(position(players, **words), PASS)
    assert match.over
    return match


def points(halves, kind="heavy"):
    """What these half-pieces on one score card bring, by the game."""
    players = len(halves)
    discs = dict.fromkeys(range(players), 0)
    return ended(players, pieces={kind: halves}, discs=discs).scores


# The endgame


@pytest.mark.rules("OM-5.1", "OM-5.2")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_clockwise_every_seat_that_has_not_passed_passes_or_plays_one_card(players):
    state = endgame(players, hand="mouse, bee", hands={1: "lemming, chicken"}, active=0)
    match = restored(state)
    assert {move["move"] for move in match.moves()} == {"play", "pass"}
    match.play(play("mouse", "P1"))
    now = match.state()
    assert (now["turn"], now["active"], now["phase"], now["used"], now["todo"]) == (1, 1, "endgame", [], [])
    match.play(PASS)
    assert match.state()["passed"] == [False, True] + [False] * (players - 2)
    for seat in range(2, players):
        assert match.turn == seat
        match.play(PASS)
    assert match.turn == 0
    match.play(play("bee", "S1"))
    assert match.turn == 0 and not match.over  # the only one left is asked again
    match.play(PASS)
    assert match.over


@pytest.mark.rules("OM-5.2")
def test_who_passes_is_out_for_good_also_when_discs_come_in_later():
    state = endgame(hand="bee", discs={0: 2, 2: 0}, hands={1: "chicken", 2: "squirrel"}, passed=[2])
    match = played(state, play("bee", next_cabin(state, "P")))
    assert match.state()["discs"][2] == 1
    assert match.turn == 1
    match.play(play("chicken", "S1"))
    assert match.turn == 0  # seat 2 is left out
    assert match.state()["passed"] == [False, False, True]


@pytest.mark.rules("OM-5.3")
def test_to_play_a_seat_pays_a_disc_to_the_supply():
    state = endgame(hand="mouse, bee", discs={0: 2})
    now = after(state, play("mouse", "P1"))
    assert now["discs"] == [1, *state["discs"][1:]]
    assert now["supply"] == state["supply"] + 1
    assert now["turn"] == 1  # one card a turn


@pytest.mark.rules("OM-5.3")
def test_without_a_disc_a_seat_can_only_pass():
    state = endgame(hand="mouse, fox", discs={0: 0})
    assert restored(state).moves() == [PASS]
    assert_refused(state, play("mouse", "P1"), "OM-5.3")
    assert_refused(state, play("fox", "S1"), "OM-5.3")
    assert_refused(state, play("mouse", "P3"), "OM-5.3")  # a new cabin names this rule too
    now = after(state, PASS)
    assert (now["discs"], now["supply"]) == (state["discs"], state["supply"])


@pytest.mark.rules("OM-5.4")
def test_slow_animals_and_provisions_cannot_be_played():
    for name, card in CARDS.items():
        state = position(phase="endgame", hand=name, tilt=min(2, card.weight), chimpanzee="useful")
        rules = rules_of(state, play(name, next_cabin(state, "P")))
        assert rules == (("OM-5.4",) if card.type in ("slow", "provision") else ())


@pytest.mark.rules("OM-5.5")
def test_a_new_cabin_costs_one_disc_more_for_the_right_neighbour():
    for passed in ([], [2]):
        state = endgame(hand="mouse", discs={0: 3}, passed=passed)
        now = after(state, play("mouse", "S3"))
        assert now["discs"] == [1, 3, 4]
        assert now["supply"] == state["supply"] + 1
        assert (now["phase"], now["turn"]) == ("endgame", 1)  # no card is picked up
        assert (now["display"], now["hands"][0]) == (state["display"], [])
    one = endgame(hand="mouse", discs={0: 1})
    for cabin in ("P3", "S3"):
        assert_refused(one, play("mouse", cabin), "OM-5.5")
    assert_legal(one, play("mouse", "P1"))


@pytest.mark.rules("OM-5.5", "OM-5.6", "OM-5.3")
def test_example_18_fox_and_pig():
    state = endgame(hand="fox", discs={0: 1})
    now = after(state, play("fox", "S1"))
    assert now["discs"][0] == 2
    assert now["supply"] == state["supply"] + 1 - 2
    assert_refused(state, play("fox", "S3"), "OM-5.5")
    cabins = "; ".join(f"{'S'}{n} {name}" for n, name in enumerate("bee snail caterpillar chicken lemming".split(), 1))
    state = position(
        phase="endgame", cabins=f"{cabins}; S6 cow; S7 earthworm; S8 horse; P1 mammoth", hand="pig", discs={0: 2, 2: 4},
        passed=[1, 2],
    )  # fmt: skip
    match = played(state, play("pig", "S9"))
    now = match.state()
    assert now["discs"] == [0, state["discs"][1], 5]
    assert now["supply"] == state["supply"] + 1
    assert (now["display"], now["hands"][0]) == (state["display"], [])
    assert (match.turn, now["phase"]) == (0, "endgame")


@pytest.mark.rules("OM-5.6", "OM-4.7", "OM-4.22")
@pytest.mark.parametrize("supply, discs, left", [(0, 1, 0), (1, 2, 0), (2, 2, 1), (9, 2, 8)])
def test_the_discs_of_the_fox_come_after_the_payment(supply, discs, left):
    state = endgame(hand="fox", discs={0: 1}, supply=supply)
    now = after(state, play("fox", "S1"))
    assert (now["discs"][0], now["supply"]) == (discs, left)


@pytest.mark.rules("OM-5.6", "OM-4.23", "OM-4.7")
def test_the_disc_just_paid_may_lie_under_the_piece_of_the_brontosaurus():
    state = position(phase="endgame", tilt=2, hand="brontosaurus", discs={0: 2}, supply=0)
    now = after(state, play("brontosaurus", next_cabin(state, "P")))
    assert now["pieces2"]["heavy"] == [3, 0, 0] and now["supply"] == 0


@pytest.mark.rules("OM-5.6", "OM-4.24", "OM-4.7")
@pytest.mark.parametrize("kind", ["shy", None])
def test_a_chimpanzee_is_asked_in_the_endgame_too(kind):
    state = position(
        phase="endgame", cabins="P1 camel; S1 zebra", hand="chimpanzee", discs={0: 1}, supply=0,
        pieces={"shy": [2, 0, 0], "provision": [2, 0, 0]},
    )  # fmt: skip
    match = played(state, play("chimpanzee", "P1"))
    now = match.state()
    assert (now["phase"], now["turn"], now["todo"], now["used"]) == ("boost", 0, [], ["P1"])
    assert now["supply"] == 1  # the disc just paid
    assert restored(now).state() == now
    assert same_moves(match.moves(), [boost(None), boost("shy")])
    match.play(boost(kind))
    now = match.state()
    assert (now["phase"], now["turn"], now["used"]) == ("endgame", 1, [])
    assert now["pieces2"]["shy"] == [3 if kind else 2, 0, 0]
    assert now["supply"] == (0 if kind else 1)


@pytest.mark.rules("OM-5.6", "OM-4.26", "OM-4.29")
def test_ejecting_goes_on_in_the_endgame():
    state = endgame(cabins="P1 cow, horse, llama; S1 bison", hand="skunk, mosquito", discs={0: 1})
    assert_legal(state, play("skunk", "P1", "llama"))
    now = after(state, play("skunk", "P1", "llama"))
    assert now["pieces2"]["useful"] == [2, 0, 0] and now["removed"] == ["llama"]
    assert now["discs"][0] == 0
    two = endgame(cabins="P1 sloth; S1 cow", hand="skunk", tilt=0)
    assert after(two, play("skunk", "P1", "sloth"))["pieces2"]["slow"] == [2, 0, 0]  # laid is the skunk
    asked = endgame(cabins="P1 chimpanzee", hand="skunk", tilt=0, pieces={"shy": [2, 0, 0]})
    assert after(asked, play("skunk", "P1", "chimpanzee"))["phase"] == "boost"


@pytest.mark.rules("OM-5.6", "OM-4.14", "OM-4.13", "OM-4.17", "OM-4.21")
def test_all_else_is_as_before():
    state = endgame(cabins="P1 sheep; P2 horse; S1 cow; S2 fox", hand="pig, elephant, mouse, bee", tilt=0)
    assert_refused(state, play("pig", "P1"), "OM-4.14")
    assert_refused(state, play("elephant", "P2"), "OM-4.13")
    assert_refused(state, play("mouse", "S1"), "OM-4.17")
    assert after(state, play("bee", "S1"))["pieces2"]["useful"] == [2, 0, 0]


@pytest.mark.rules("OM-5.7")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_when_all_seats_have_passed_the_match_is_over(players):
    match = restored(endgame(players, active=1, hand="mouse"))
    for number in range(players):
        assert not match.over and match.scores == [0] * players and match.winners == []
        assert match.turn == (1 + number) % players
        match.play(PASS)
    state = match.state()
    assert match.over and match.turn is None and match.moves() == []
    assert (state["phase"], state["turn"], state["active"]) == ("over", None, None)
    assert (state["passed"], state["used"], state["todo"]) == ([True] * players, [], [])
    assert match.winners


# Scoring


@pytest.mark.rules("OM-5.8")
def test_each_pet_brings_one_plain_piece_on_its_type():
    state = position(
        phase="endgame", pets={0: "camel", 1: "snail", 2: "tiger"}, passed=[1, 2],
        pieces={"useful": [3, 0, 0], "heavy": [0, 2, 0]}, discs={0: 0, 1: 0, 2: 0},
    )  # fmt: skip
    match = played(state, PASS)
    now = match.state()
    none = [0, 0, 0]
    assert now["pieces2"] == {
        "useful": [5, 0, 0], "heavy": [0, 2, 2], "slow": [0, 2, 0], "shy": none, "provision": none,
    }  # fmt: skip
    assert now["pets"] == ["camel", "snail", "tiger"]  # stays after the end
    assert match.scores == [10, 8 + 10, 8]
    assert now["scores"] == match.scores and now["winners"] == match.winners == [1]


@pytest.mark.rules("OM-5.8", "OM-4.35")
def test_pets_bring_nothing_before_the_end():
    state = endgame(pets={0: "camel"}, hand="mouse", passed=[1])
    now = after(state, play("mouse", "P1"))
    assert now["pieces2"]["useful"] == [0, 0, 0]
    assert now["scores"] == [0, 0, 0]


@pytest.mark.rules("OM-5.9")
def test_the_most_pieces_bring_ten_the_second_six_and_every_other_two():
    assert points([6, 4, 2]) == [10, 6, 2]
    assert points([2, 6, 4]) == [2, 10, 6]
    assert points([2, 4, 6, 8, 10]) == [2, 2, 2, 6, 10]
    assert points([4, 3, 2]) == [10, 6, 2]  # halves are counted
    assert points([2, 3, 0]) == [6, 10, 0]
    assert points([2, 0, 0]) == [10, 0, 0]  # without a piece no place
    assert points([0, 0, 0]) == [0, 0, 0]


@pytest.mark.rules("OM-5.9")
def test_every_score_card_counts_by_itself():
    pieces = {
        "heavy": [6, 4, 2], "slow": [2, 2, 2], "shy": [0, 4, 4], "useful": [3, 2, 2], "provision": [0, 0, 2],
    }  # fmt: skip
    match = ended(pieces=pieces, discs={0: 0, 1: 0, 2: 0})
    assert match.scores == [10 + 6 + 0 + 10 + 0, 6 + 6 + 8 + 4 + 0, 2 + 6 + 8 + 4 + 10]
    for kind in TYPES:
        assert points([6, 4, 2], kind) == [10, 6, 2]


TIES = [
    ([4, 4, 0], [8, 8, 0]),
    ([4, 2, 2], [10, 4, 4]),
    ([2, 2, 2], [6, 6, 6]),
    ([3, 2, 2, 2, 0], [10, 3, 3, 3, 0]),
    ([4, 4, 4, 4, 4], [4, 4, 4, 4, 4]),
    ([4, 4, 2], [8, 8, 2]),
    ([4, 4, 2, 2], [8, 8, 2, 2]),
    ([4, 4, 4, 2], [6, 6, 6, 2]),
    ([4, 4, 4, 4], [5, 5, 5, 5]),
    ([6, 4, 4, 2], [10, 4, 4, 2]),
    ([6, 4, 4, 4], [10, 3, 3, 3]),
    ([6, 4, 2, 2], [10, 6, 2, 2]),
    ([6, 6, 4, 4, 4], [8, 8, 2, 2, 2]),
    ([6, 6, 4, 3, 3], [8, 8, 2, 2, 2]),
    ([6, 6, 6, 4, 2], [6, 6, 6, 2, 2]),
    ([6, 6, 6, 4, 4], [6, 6, 6, 2, 2]),
    ([6, 6, 6, 6, 4], [5, 5, 5, 5, 2]),
    ([6, 4, 4, 4, 4], [10, 3, 3, 3, 3]),
    ([6, 4, 4, 2, 2], [10, 4, 4, 2, 2]),
    ([6, 4, 4, 4, 2], [10, 3, 3, 3, 2]),
    ([6, 5, 2, 2, 2], [10, 6, 2, 2, 2]),
    ([0, 4, 0, 4, 0], [0, 8, 0, 8, 0]),
    ([0, 0, 2, 2, 2], [0, 0, 6, 6, 6]),
]


@pytest.mark.rules("OM-5.10", "OM-5.9")
@pytest.mark.parametrize("halves, shared", TIES, ids=str)
def test_seats_with_equally_many_pieces_share_the_points_of_their_places(halves, shared):
    assert points(halves) == shared
    assert points(halves[::-1]) == shared[::-1]


@pytest.mark.rules("OM-5.10", "OM-5.9")
def test_example_9_points_of_one_score_card():
    for halves, shared in TIES[:5]:
        for kind in ("slow", "useful"):
            assert points(halves, kind) == shared


@pytest.mark.rules("OM-5.10", "OM-5.9", "OM-5.11", "OM-5.12")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_many_scores_are_counted_as_the_rules_count_them(players):
    every = list(product((0, 2, 4, 5), repeat=players))
    chosen = every[:: max(1, len(every) // 40)]
    for number, halves in enumerate(chosen):
        pieces = {
            kind: chosen[(number * step) % len(chosen)] for kind, step in zip(TYPES[:4], (1, 3, 7, 11), strict=True)
        }
        pieces["provision"] = [count // 2 * 2 for count in halves]
        discs = dict.fromkeys(range(players), 0)
        if sum(count % 2 for counts in pieces.values() for count in counts) > 20:
            continue
        state = position(players, phase="endgame", passed=range(1, players), pieces=pieces, discs=discs | {1: 2})
        match = played(state, PASS)
        pieces2, totals, winners = result_of(state)
        assert (match.state()["pieces2"], match.scores, match.winners) == (pieces2, totals, winners)
        assert match.state()["scores"] == totals and match.state()["winners"] == winners
        assert points_of(halves) == points_of(list(halves))


@pytest.mark.rules("OM-5.11")
def test_every_disc_left_is_a_point():
    match = ended(pieces={"heavy": [2, 0, 0]}, discs={0: 1, 1: 4, 2: 7})
    assert match.scores == [11, 4, 7]


@pytest.mark.rules("OM-5.12")
@pytest.mark.parametrize(
    "discs, hands, winners",
    [
        ({0: 5, 1: 4, 2: 3}, {0: "cow, horse, bee", 1: "", 2: ""}, [0]),  # most points
        ({0: 5, 1: 5, 2: 3}, {0: "cow, horse", 1: "bee", 2: ""}, [1]),  # fewer animals
        ({0: 5, 1: 5, 2: 5}, {0: "cow", 1: "bee", 2: "hay, hay"}, [2]),
        ({0: 5, 1: 5, 2: 3}, {0: "cow, hay, hay, grain", 1: "bee", 2: ""}, [0, 1]),  # provisions do not count
        ({0: 5, 1: 5, 2: 5}, {0: "cow", 1: "bee", 2: "pig"}, [0, 1, 2]),
        ({0: 4, 1: 5, 2: 5}, {0: "", 1: "", 2: ""}, [1, 2]),
    ],
)
def test_most_points_win_and_of_equals_fewer_animals_in_hand(discs, hands, winners):
    hands = dict(hands)
    match = ended(discs=discs, hand=hands.pop(0), hands=hands)
    assert match.scores == [discs[seat] for seat in range(3)]
    assert match.winners == winners


@pytest.mark.rules("OM-5.12", "OM-4.35")
def test_pets_do_not_count_as_animals_in_hand():
    match = ended(
        discs={0: 5, 1: 5, 2: 0}, hand="cow", hands={1: "bee", 2: ""}, pets={0: "camel", 1: "snail", 2: None},
    )  # fmt: skip
    assert match.scores == [15, 15, 0]
    assert match.winners == [0, 1]


@pytest.mark.rules("OM-5.12")
def test_untyped_animals_count_in_hand_too():
    match = ended(discs={0: 5, 1: 5, 2: 0}, hand="fox, spider", hands={1: "elephant", 2: ""})
    assert match.winners == [1]


@pytest.mark.rules("OM-5.13")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_match_always_ends(players):
    for seed in range(8):
        for eager in (None, 0.9):
            for match in random_match(players, 100 + seed, eager):
                assert len(match.history) < 150
            assert match.over
            if eager is None:
                assert 15 <= len(match.history) <= 130


@pytest.mark.rules("OM-5.13", "OM-4.8")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_turn_brings_the_end_nearer(players):
    for seed in (1, 2):
        states, moves = random_states(players, seed, 0.6)
        for before, move, now in zip(states, moves, states[1:], strict=False):
            if move["move"] == "take":
                assert len(now["deck"]) < len(before["deck"]) or now["rain"] > before["rain"]
            elif move["move"] == "play":
                aboard = [sum(map(len, state["cabins"].values())) + len(state["removed"]) for state in (before, now)]
                assert aboard[1] == aboard[0] + 1
            elif move["move"] == "pass":
                assert sum(now["passed"]) == sum(before["passed"]) + 1


@pytest.mark.rules("OM-5.11", "OM-5.7", "OM-5.9")
@pytest.mark.parametrize("chimpanzee", ["none", "useful"])
def test_points_are_all_zero_until_the_end(chimpanzee):
    states, _ = random_states(4, 6, 0.8, "neighbours", chimpanzee)
    assert all(state["scores"] == [0] * 4 and state["winners"] == [] for state in states[:-1])
    assert states[-1]["phase"] == "over" and any(states[-1]["scores"])
    options = states[-1]["options"]
    assert type_of("chimpanzee", options) == (None if chimpanzee == "none" else "useful")
