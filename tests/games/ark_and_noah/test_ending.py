"""The end, final feeding and boarding, and the final scoring (AN-5.1 to AN-5.9)."""

import pytest

from ..arranging import after, assert_legal, assert_refused, changes, legal, played, same_moves
from .positions import DONE, board, embark, feed, fence, laid, plank, position, whole_hull, worker

PANDAS = {0: "panda-m", 1: "panda-f"}


def ended(state, *moves):
    """The state in which a round has ended: both seats are done."""
    return after(state, *moves, DONE, DONE)


# When it ends


@pytest.mark.rules("AN-5.1", "AN-5.3")
@pytest.mark.parametrize(
    "round_, phase, next_round", [(1, "worker", 2), (9, "worker", 10), (10, "over", 10), (13, "over", 13)]
)
def test_from_round_ten_on_the_game_ends_when_the_hull_is_closed(round_, phase, next_round):
    state = ended(position(round=round_, ark=whole_hull()))
    assert (state["phase"], state["round"]) == (phase, next_round)
    assert ended(position(round=round_, ark=whole_hull(bare=["H4,0"])))["round"] == round_ + 1


@pytest.mark.rules("AN-5.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_outer_edge_counts(players):
    ground = board(players)
    for edge in ground.hull[:: 5 if players > 2 else 1]:
        words = {"round": 10, "pitch": dict.fromkeys(range(players), 0)}
        state = position(players, ark=whole_hull(players, bare=[edge]), **words)
        moves = [DONE] * players
        assert after(state, *moves)["phase"] == "worker"
        assert after(state, plank(edge), *moves)["phase"] == "over"


@pytest.mark.rules("AN-5.1")
def test_the_test_comes_after_the_last_action_of_the_round():
    workers = {"pitch": 0, "animals": 1, "build": 0, "load": 1}
    state = position(round=10, ark=whole_hull(bare=["H4,0"]) | fence("3,1"), workers=workers)
    later = after(state, plank("H4,0"), DONE, DONE)
    assert (later["phase"], later["turn"], later["round"]) == ("load", 0, 10)
    assert after(later, DONE)["phase"] == "final-feed"


@pytest.mark.rules("AN-5.1", "AN-5.2")
def test_example_15_a_bare_edge_in_round_10_and_in_round_20():
    words = {"ark": whole_hull(bare=["H4,0"]) | fence("3,1")}
    assert (ended(position(round=10, **words))["phase"], ended(position(round=10, **words))["round"]) == ("worker", 11)
    assert (ended(position(round=20, **words))["phase"], ended(position(round=20, **words))["round"]) == (
        "final-feed",
        20,
    )
    assert ended(position(round=19, **words))["round"] == 20


def all_planks_laid():
    """54 planks of two seats: single cells throughout, six outer edges bare."""
    ground = board(2)
    bare = [f"H{x},{y}" for x in (2, 3, 4) for y in (0, 4)]
    edges = [edge for edge in sorted(ground.cells_at) if edge not in bare]
    return {edge: number % 2 for number, edge in enumerate(edges)}


@pytest.mark.rules("AN-5.2")
def test_from_round_ten_on_it_ends_when_no_seat_has_a_plank():
    laid_out = all_planks_laid()
    words = {"phase": "load", "food": {0: 1, 1: 1}}
    for round_, ends in ((9, False), (10, True), (14, True)):
        later = ended(position(ark=laid_out, round=round_, **words))
        assert (later["phase"] == "final-feed") == ends
    spare = {edge: seat for edge, seat in laid_out.items() if edge != "H2,2"}
    in_hand = position(ark=spare, round=10, **words)
    assert sum(in_hand["planks"]) == 1 and ended(in_hand)["round"] == 11
    owner = laid_out["H2,2"]
    in_supply = position(ark=spare, round=10, planks={owner: 0}, **words)
    assert sum(in_supply["supply"]["planks"]) == 1 and ended(in_supply)["round"] == 11


# Final order


@pytest.mark.rules("AN-5.3")
@pytest.mark.parametrize("scores, order", [
    ([5, 3, 9], [1, 0, 2]), ([5, 5, 5], [2, 0, 1]), ([5, 3, 3], [2, 1, 0]), ([-1, 0, -1], [2, 0, 1]),
    ([4, 4, 1], [2, 0, 1]),
])  # fmt: skip
def test_the_seats_stand_by_score_lowest_first_and_equal_ones_by_their_workers(scores, order):
    pen = fence("3,1 4,1 3,2 4,2", players=3)
    workers = {"pitch": 2, "exchange": 0, "build": 1}
    state = position(3, actor=1, workers=workers, round=20, scores=scores, ark=pen)
    later = after(state, DONE, DONE, DONE)
    assert (later["phase"], later["order"], later["turn"], later["queue"]) == ("final-feed", order, order[0], order[1:])
    assert (later["action"], later["actor"], later["left"], later["round"]) == (None, None, None, 20)
    assert later["scores"] == scores
    for seat in order:
        assert later["turn"] == seat
        later = after(later, DONE)


@pytest.mark.rules("AN-5.3")
def test_with_two_players_the_leftmost_worker_breaks_a_tie():
    words = {"round": 20, "ark": fence("3,1", 0)}
    for workers, order in (
        ({"pitch": 1, "food": 0, "wood": 0, "build": 1}, [1, 0]),
        ({"pitch": 0, "food": 1, "wood": 1, "build": 0}, [0, 1]),
    ):
        state = position(actor=workers["build"], workers=workers, **words)
        assert ended(state)["order"] == order


# Final feeding


@pytest.mark.rules("AN-5.4")
def test_food_goes_on_cells_of_pens_without_points_and_without_an_own_plank():
    pens = fence("3,1 4,1", 1) | fence("2,3", 1)
    state = position(phase="final-feed", round=12, scores=[1, 2], ark=pens, fed="3,1", food={0: 2})
    assert same_moves(legal(state), [feed("4,1"), feed("2,3"), DONE])
    assert_refused(state, feed("3,1"), "AN-4.74")
    assert_refused(state, feed("5,1"), "AN-4.73")
    later = after(state, feed("4,1"))
    assert (later["scores"], later["food"], later["ark"]["food"]) == ([1, 2], [1, 2], ["3,1", "4,1"])
    assert (later["turn"], later["queue"], later["order"]) == (0, [1], [0, 1])
    later = after(later, feed("2,3"))
    assert later["phase"] == "over"  # seat 1 has food, but no cell is left
    hungry = position(phase="final-feed", round=12, ark=pens, food={0: 0})
    assert_refused(hungry, feed("3,1"), "AN-4.72")
    assert_refused(hungry, feed("5,1"), "AN-4.72")
    assert_refused(state, embark("panda", "3,1"), "AN-7.3")


@pytest.mark.rules("AN-5.4", "AN-4.2")
def test_seats_without_food_are_passed_over_in_final_feeding():
    pens = fence("3,1 4,1 3,2", 1, players=3)
    state = position(3, phase="build", round=20, ark=pens, food={0: 1, 1: 0, 2: 1}, scores=[9, 8, 7])
    later = after(state, DONE, DONE, DONE)
    assert (later["turn"], later["queue"]) == (2, [1, 0])
    later = after(later, feed("3,1"))
    assert (later["turn"], later["queue"]) == (0, [])
    later = after(later, feed("4,1"))
    assert (later["phase"], later["final"][1]["goods"]) == ("over", -3 - 2)


# Final boarding


@pytest.mark.rules("AN-5.5")
def test_example_16_the_pandas_board_without_cost_plank_or_score():
    pens = fence("3,0 4,0", 1, players=3) | laid(s1="H2,0 H5,0")
    words = {"fed": "3,0 4,0", "pitched": "J3,0 J4,0 J5,0", "animals": PANDAS}
    state = position(3, phase="final-board", round=11, ark=pens, **words)
    assert_legal(state, embark("panda", "3,0"))
    match = played(state, embark("panda", "3,0"))
    final = match.state()["final"]
    assert match.over and [row["animals"] for row in final] == [0, 0, 0]
    assert match.scores == [-7, 5 - 7, -7]
    assert match.state()["ark"]["pairs"] == {"3,0": ["panda"]}
    left_over = played(state, DONE, DONE)
    assert [row["animals"] for row in left_over.state()["final"]] == [-2, -2, 0]


@pytest.mark.rules("AN-5.5")
def test_final_boarding_keeps_the_other_conditions_of_boarding():
    pens = fence("3,0 4,0", 1) | laid(s1="H2,0 H5,0")
    words = {"phase": "final-board", "round": 12, "ark": pens}
    both = {"animals": {0: "panda-m panda-f", 1: "sheep-m sheep-f"}}
    tight = {"fed": "3,0 4,0", "pitched": "J3,0 J4,0 J5,0"}
    assert_refused(position(animals={0: "panda-m"}, **words), embark("panda", "4,0"), "AN-4.81")
    assert_refused(position(**words, **both), embark("sheep", "4,0"), "AN-4.82")
    assert_refused(position(**words, **both), embark("panda", "4,0"), "AN-4.83")
    small = position(phase="final-board", round=12, ark=fence("3,1", 1), **both)
    assert_refused(small, embark("panda", "3,1"), "AN-4.84")
    assert_refused(position(pairs={"3,0": "wolf"}, **words, **both), embark("panda", "3,0"), "AN-4.85")
    assert_refused(position(**words, **both), embark("panda", "3,0"), "AN-4.86")
    assert_refused(position(fed="3,0 4,0", **words, **both), embark("panda", "3,0"), "AN-4.87")
    assert_legal(position(**tight, **words, **both), embark("panda", "3,0"))
    assert_refused(position(**tight, **words, **both), feed("3,0"), "AN-7.3")


@pytest.mark.rules("AN-5.4", "AN-5.5", "AN-5.3")
def test_final_boarding_follows_final_feeding_in_the_same_order():
    pens = fence("3,1 4,1", 0) | fence("3,2", 0)
    animals = {0: "panda-m dog-m", 1: "panda-f dog-f"}
    state = position(phase="final-feed", round=12, scores=[9, 4], ark=pens, animals=animals)
    assert (state["order"], state["turn"]) == ([1, 0], 1)
    later = after(state, feed("3,1"), feed("4,1"))
    assert (later["phase"], later["turn"]) == ("final-feed", 0)
    later = after(later, feed("3,2"))
    assert (later["phase"], later["turn"], later["queue"], later["order"]) == ("final-board", 1, [0], [1, 0])
    assert later["scores"] == [9, 4]
    assert same_moves(legal(later), [embark("panda", "3,1"), embark("dog", "3,2"), DONE])
    later = after(later, embark("panda", "3,1"))
    assert (later["phase"], later["turn"], later["scores"]) == ("final-board", 1, [9, 4])
    assert after(later, embark("dog", "3,2"))["phase"] == "over"
    assert (after(later, DONE)["phase"], after(later, DONE)["turn"]) == ("final-board", 0)


# Final scoring


@pytest.mark.rules("AN-5.6")
@pytest.mark.parametrize("planks, hull", [
    (laid(s0="H2,0 H3,0", s1="H4,0"), [5, 0, 0]), (laid(s0="H2,0", s1="H4,0 V2,1 V3,1"), [5, 5, 0]),
    (laid(s0="H2,0", s1="H4,0", s2="V0,1"), [5, 5, 5]), (laid(s0="V2,1"), [0, 0, 0]), ({}, [0, 0, 0]),
    (laid(s2="V11,1"), [0, 0, 5]),
])  # fmt: skip
def test_each_seat_with_the_most_planks_on_outer_edges_scores_five(planks, hull):
    none = dict.fromkeys(range(3), 0)
    state = position(3, phase="final-board", round=20, ark=planks, planks=none, pitch=none, food=none)
    match = played(state, DONE)
    assert [row["hull"] for row in match.state()["final"]] == hull
    assert match.scores == hull


@pytest.mark.rules("AN-5.7", "AN-5.8")
def test_what_is_left_before_a_seat_costs_points_and_the_supply_does_not():
    goods = {"planks": {0: 4, 1: 0}, "pitch": {0: 1, 1: 0}, "food": {0: 3, 1: 0}}
    animals = {0: "elephant-m tiger-f dog-m raven-m", 1: "panda-m panda-f"}
    match = played(position(phase="final-board", round=12, scores=[20, 20], animals=animals, **goods), DONE)
    assert match.state()["final"] == [
        {"hull": 0, "goods": -8, "animals": -8},
        {"hull": 0, "goods": 0, "animals": -4},
    ]
    assert match.scores == [4, 16]
    assert match.winners == [1]
    assert match.state()["animals"] == [sorted(animals[0].split()), ["panda-f", "panda-m"]]
    assert match.state()["planks"] == [4, 0]


@pytest.mark.rules("AN-5.9")
@pytest.mark.parametrize(
    "scores, winners", [([3, 7, 5], [1]), ([7, 7, 5], [0, 1]), ([-3, -3, -3], [0, 1, 2]), ([-5, -2, -9], [1])]
)
def test_the_most_points_win_and_equal_seats_share_the_win(scores, winners):
    none = dict.fromkeys(range(3), 0)
    state = position(3, phase="final-board", round=20, scores=scores, planks=none, pitch=none, food=none)
    match = played(state, DONE)
    assert match.over and match.turn is None
    assert (match.scores, match.winners) == (scores, winners)
    assert match.state()["winners"] == winners


@pytest.mark.rules("AN-5.3", "AN-5.6", "AN-5.7")
def test_at_the_end_all_keys_stay_and_nobody_decides():
    state = position(phase="final-board", round=15, ark=whole_hull(2, 0, 0, 1), scores=[3, 4], fed="")
    later = after(state, DONE)
    assert (later["phase"], later["round"], later["winners"]) == ("over", 15, [0])
    gone = [later[key] for key in ("turn", "action", "actor", "left")]
    assert gone == [None] * 4 and [later[key] for key in ("queue", "drawn", "order")] == [[], [], []]
    assert later["scores"] == [3 + 5 - 7, 4 - 7]
    assert changes(state, later) == {"phase", "turn", "queue", "order", "scores", "winners", "final"}


@pytest.mark.rules("AN-5.1", "AN-5.4", "AN-5.5", "AN-4.2")
def test_if_nobody_can_load_the_game_is_over_at_once():
    state = position(phase="worker", round=20, workers={"pitch": 0}, placed={"food": 1, "wood": 1, "load": 0})
    later = after(state, worker("pitch"))
    assert (later["phase"], later["round"]) == ("over", 20)
    assert later["final"] == [
        {"hull": 0, "goods": -(5 + 5 + 3), "animals": 0},
        {"hull": 0, "goods": -(7 + 3 + 5), "animals": 0},
    ]
