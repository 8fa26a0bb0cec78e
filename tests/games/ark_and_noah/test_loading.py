"""Feeding and boarding (AN-4.66, AN-4.71 to AN-4.91)."""

import pytest

from ..arranging import after, assert_legal, assert_refused, legal, played, same_moves
from .positions import DONE, board, embark, feed, fence, gained, laid, position

DOGS = {0: "dog-m dog-f"}
ONE = fence("2,1")  # a pen of one cell without outer edge


# Loading points


@pytest.mark.rules("AN-4.71")
def test_the_actor_has_eight_loading_points_and_the_others_five():
    pen = fence("2,1 3,1 2,2 3,2", 0, {1: "H2,1", 2: "H3,1"}, players=3)
    state = position(3, phase="load", ark=pen, actor=1)
    assert (state["turn"], state["left"]) == (1, 8)
    match = played(state, DONE)
    assert (match.turn, match.state()["left"]) == (0, 5)
    match.play(feed("2,1"))
    assert (match.turn, match.state()["left"]) == (0, 4)
    match.play(DONE)
    assert (match.turn, match.state()["left"]) == (2, 5)
    match.play(DONE)
    assert (match.state()["phase"], match.state()["left"], match.state()["round"]) == ("worker", None, 4)


@pytest.mark.rules("AN-4.71")
def test_food_and_pairs_are_loaded_in_any_order():
    state = position(
        phase="load", ark=ONE | fence("4,1 4,2"), fed="2,1", animals={0: "dog-m dog-f panda-m", 1: "panda-f"}
    )
    orders = [
        [embark("dog", "2,1"), feed("4,1"), feed("4,2"), embark("panda", "4,1")],
        [feed("4,2"), feed("4,1"), embark("panda", "4,1"), embark("dog", "2,1")],
        [feed("4,1"), embark("dog", "2,1"), feed("4,2"), embark("panda", "4,1")],
    ]
    ends = [after(state, *moves) for moves in orders]
    assert ends[0] == ends[1] == ends[2]
    points = 2 + 2 * 2 + 4 + 4 + 6  # food, dogs, own panda, planks
    assert ends[0]["scores"] == [points, 4]


@pytest.mark.rules("AN-4.71", "AN-4.89")
def test_with_no_points_left_small_pairs_may_still_board():
    words = {"ark": ONE | fence("4,1"), "fed": "2,1 4,1", "left": 0}
    state = position(phase="load", animals={0: "mouse-m mouse-f dog-m", 1: "dog-f raven-m"}, **words)
    assert same_moves(legal(state), [embark("mouse", "2,1"), embark("mouse", "4,1"), DONE])
    assert_refused(state, embark("dog", "2,1"), "AN-4.89")
    later = after(state, embark("mouse", "4,1"))
    assert (later["round"], later["scores"]) == (4, [4, 0])
    free = position(phase="load", animals={0: "raven-m mouse-f", 1: "mouse-m raven-f"}, **words)
    match = played(free, embark("mouse", "4,1"))
    assert (match.turn, match.state()["left"]) == (0, 0)
    match.play(embark("raven", "2,1"))
    assert match.state()["round"] == 4


# Feeding


@pytest.mark.rules("AN-4.72", "AN-4.76")
def test_feeding_takes_a_food_tile_and_a_loading_point_and_scores_a_point():
    state = position(phase="load", ark=fence("2,1 2,2"), food={0: 2})
    later = after(state, feed("2,2"))
    assert later["ark"]["food"] == ["2,2"]
    assert (later["food"], later["left"], gained(state, later)) == ([1, 2], 7, [1, 0])
    assert later["supply"] == state["supply"]


@pytest.mark.rules("AN-4.73")
def test_food_lies_in_a_pen_and_needs_no_pitch():
    block = fence("4,0 4,1 4,2 5,1 5,2", 0)
    state = position(phase="load", ark=fence("2,0") | block)
    assert same_moves(legal(state), [feed("2,0"), DONE])
    assert state["ark"]["pitch"] == []
    assert_refused(state, feed("4,1"), "AN-4.73")  # closed, but too large
    assert_refused(state, feed("3,0"), "AN-4.73")


@pytest.mark.rules("AN-4.74")
def test_a_cell_holds_one_food_tile_for_good():
    state = position(phase="load", ark=fence("2,1 2,2"), fed="2,1", animals={0: "panda-m panda-f"})
    assert_refused(state, feed("2,1"), "AN-4.74")
    later = after(state, feed("2,2"), embark("panda", "2,1"))
    assert later["ark"]["food"] == ["2,1", "2,2"]
    assert later["ark"]["pairs"] == {"2,1": ["panda"]}


@pytest.mark.rules("AN-4.75")
def test_feeding_needs_an_own_plank_at_the_border_of_the_pen():
    state = position(phase="load", ark=fence("2,1", 1) | fence("4,1", 1, {0: "V4,1"}) | laid(s0="V1,1"))
    assert_refused(state, feed("2,1"), "AN-4.75")
    assert same_moves(legal(state), [feed("4,1"), DONE])
    shared = position(phase="load", ark=fence("2,1", 1) | fence("3,1", 0))
    assert_legal(shared, feed("2,1"))  # the plank between two pens belongs to both


@pytest.mark.rules("AN-4.72", "AN-4.73", "AN-4.74", "AN-4.75", "AN-4.76")
def test_refusals_of_feeding_come_in_their_order():
    foreign = {"phase": "load", "ark": fence("2,1", 1), "left": 0}
    assert_refused(position(food={0: 0}, **foreign), feed("5,1"), "AN-4.72")
    assert_refused(position(food={0: 0}, fed="2,1", **foreign), feed("2,1"), "AN-4.72")
    assert_refused(position(food={0: 0}, **foreign), feed("2,1"), "AN-4.72")
    assert_refused(position(**foreign), feed("5,1"), "AN-4.73")
    assert_refused(position(fed="2,1", **foreign), feed("2,1"), "AN-4.74")
    assert_refused(position(**foreign), feed("2,1"), "AN-4.75")
    assert_refused(position(**(foreign | {"ark": fence("2,1", 1, {0: "H2,1"})})), feed("2,1"), "AN-4.76")
    assert_legal(position(**(foreign | {"ark": fence("2,1", 1, {0: "H2,1"}), "left": 1})), feed("2,1"))


# Boarding


@pytest.mark.rules("AN-4.81", "AN-4.82")
def test_both_tiles_lie_before_seats_and_one_of_them_before_the_boarding_seat():
    words = {"phase": "load", "ark": ONE, "fed": "2,1"}
    assert_refused(position(animals={0: "dog-m"}, **words), embark("dog", "2,1"), "AN-4.81")
    assert_refused(position(animals={1: "dog-m"}, **words), embark("dog", "2,1"), "AN-4.81")
    assert_refused(position(**words), embark("dog", "2,1"), "AN-4.81")
    assert_refused(position(3, animals={1: "dog-m", 2: "dog-f"}, **(words | {"ark": fence("2,1", players=3)})),
                   embark("dog", "2,1"), "AN-4.82")  # fmt: skip
    assert_refused(position(animals={1: "dog-m dog-f"}, **words), embark("dog", "2,1"), "AN-4.82")
    for animals in ({0: "dog-m", 1: "dog-f"}, {0: "dog-f", 1: "dog-m"}, {0: "dog-f dog-m"}):
        assert_legal(position(animals=animals, **words), embark("dog", "2,1"))
    aboard = position(phase="load", ark=ONE | fence("4,1"), fed="4,1", pairs={"2,1": "dog"})
    assert_refused(aboard, embark("dog", "4,1"), "AN-4.81")


@pytest.mark.rules("AN-4.83")
def test_a_pair_boards_a_pen_by_its_name():
    state = position(phase="load", ark=fence("2,1 2,2"), fed="2,1 2,2", animals={0: "panda-m panda-f"})
    assert_legal(state, embark("panda", "2,1"))
    assert_refused(state, embark("panda", "2,2"), "AN-4.83")
    assert_refused(state, embark("panda", "4,1"), "AN-4.83")


@pytest.mark.rules("AN-4.84")
@pytest.mark.parametrize("cells, species", [
    ("4,1", "dog"), ("4,1 5,1", "panda"), ("4,1 5,1 4,2", "lion"), ("4,1 5,1 4,2 5,2", "elephant"),
])  # fmt: skip
def test_a_large_species_needs_a_pen_of_its_size_and_a_small_one_any(cells, species):
    animals = {0: "dog-m panda-m lion-m elephant-m mouse-m", 1: "dog-f panda-f lion-f elephant-f mouse-f"}
    state = position(phase="load", ark=fence(cells), fed=cells, animals=animals)
    assert same_moves(legal(state), [embark(species, "4,1"), embark("mouse", "4,1"), DONE])
    for other in {"dog", "panda", "lion", "elephant"} - {species}:
        assert_refused(state, embark(other, "4,1"), "AN-4.84")


@pytest.mark.rules("AN-4.85")
def test_a_pen_holds_one_large_and_one_small_pair_in_either_order():
    animals = {0: "dog-m cat-m mouse-m mole-m", 1: "dog-f cat-f mouse-f mole-f"}
    state = position(phase="load", ark=ONE, fed="2,1", animals=animals)
    for moves in ([embark("dog", "2,1"), embark("mouse", "2,1")], [embark("mouse", "2,1"), embark("dog", "2,1")]):
        match = played(state, moves[0])
        first, second = ("cat", "mole") if moves[0]["species"] == "dog" else ("mole", "cat")
        assert_refused(match.state(), embark(first, "2,1"), "AN-4.85")
        assert_legal(match.state(), embark(second, "2,1"))
        later = after(match.state(), moves[1])
        assert later["ark"]["pairs"] == {"2,1": ["dog", "mouse"]}
    full = position(phase="load", ark=ONE, pairs={"2,1": "dog mouse"}, animals={0: "cat-m cat-f mole-m mole-f"})
    assert_refused(full, embark("cat", "2,1"), "AN-4.85")
    assert_refused(full, embark("mole", "2,1"), "AN-4.85")
    assert legal(full) == [DONE]


@pytest.mark.rules("AN-4.86")
def test_every_cell_of_the_pen_has_food():
    words = {"phase": "load", "ark": fence("2,1 2,2"), "animals": {0: "panda-m panda-f mouse-m mouse-f"}}
    for fed in ("", "2,1", "2,2"):
        assert_refused(position(fed=fed, **words), embark("panda", "2,1"), "AN-4.86")
        assert_refused(position(fed=fed, **words), embark("mouse", "2,1"), "AN-4.86")
    assert_legal(position(fed="2,1 2,2", **words), embark("panda", "2,1"), embark("mouse", "2,1"))


@pytest.mark.rules("AN-4.66", "AN-4.87")
def test_example_9_a_joint_that_a_pen_meets_at_a_corner_only_needs_no_pitch():
    words = {"phase": "load", "fed": "2,1 2,0", "animals": DOGS}
    hull = laid(s1="H1,1 H3,0")
    state = position(ark=fence("2,0", 1) | fence("2,1") | hull, **words)
    assert_legal(state, embark("dog", "2,1"))
    assert gained(state, after(state, embark("dog", "2,1"))) == [4 + 4, 0]  # V2,1 H2,1 H2,2 V3,1, no joint
    for pitched in ("", "J2,0 J2,1", "J2,0 J3,0", "J2,1 J3,0"):
        bare = position(ark=fence("2,1") | fence("2,0") | hull, pitched=pitched, **words)
        assert_refused(bare, embark("dog", "2,0"), "AN-4.87")
    tight = position(ark=fence("2,1") | fence("2,0") | hull, pitched="J2,0 J2,1 J3,0", **words)
    assert gained(tight, after(tight, embark("dog", "2,0"))) == [4 + 4 + 3, 0]


@pytest.mark.rules("AN-4.66", "AN-4.87")
@pytest.mark.parametrize("cells, joints", [
    ("0,1 0,2", "J0,1 J1,1 J0,2 J0,3 J1,3"), ("3,0 4,0", "J3,0 J4,0 J5,0"), ("2,3 2,2", "J2,3 J2,4 J3,4"),
    ("3,1 4,1", ""), ("1,1 2,1", "J1,1 J2,1"), ("6,2 7,2", "J6,3 J7,3 J8,3 J8,2"),
])  # fmt: skip
def test_a_pen_touches_the_joints_at_both_ends_of_its_outer_edges(cells, joints):
    joints = joints.split()
    around = {edge: 1 for joint in joints for edge in board(2).joints[joint]}
    words = {"phase": "load", "ark": around | fence(cells), "fed": cells, "animals": {0: "panda-m panda-f"}}
    name = min(cells.split(), key=board(2).cells.index)
    tight = position(pitched=" ".join(joints), **words)
    planks = sum(tight["ark"]["planks"][edge] == 0 for edge in board(2).border(cells.split()))
    assert gained(tight, after(tight, embark("panda", name))) == [8 + planks + len(joints), 0]
    for joint in joints:
        leaking = position(pitched=" ".join(set(joints) - {joint}), **words)
        assert_refused(leaking, embark("panda", name), "AN-4.87")


@pytest.mark.rules("AN-4.88")
def test_boarding_needs_an_own_plank_at_the_border_of_the_pen():
    words = {"phase": "load", "fed": "2,1", "animals": {0: "dog-m mouse-m", 1: "dog-f mouse-f"}}
    foreign = position(ark=fence("2,1", 1) | laid(s0="V1,1"), **words)
    assert_refused(foreign, embark("dog", "2,1"), "AN-4.88")
    assert_refused(foreign, embark("mouse", "2,1"), "AN-4.88")
    assert_legal(position(ark=fence("2,1", 1, {0: "V2,1"}), **words), embark("dog", "2,1"), embark("mouse", "2,1"))


@pytest.mark.rules("AN-4.89", "AN-4.90")
def test_example_11_both_elephants_are_yours_and_five_points_are_left():
    cells = "3,1 4,1 3,2 4,2"
    words = {"phase": "load", "ark": fence(cells), "fed": cells}
    own = {0: "elephant-m elephant-f"}
    assert_refused(position(animals=own, left=5, **words), embark("elephant", "3,1"), "AN-4.89")
    assert_refused(position(animals=own, left=7, **words), embark("elephant", "3,1"), "AN-4.89")
    assert_legal(position(animals=own, left=8, **words), embark("elephant", "3,1"))
    for animals in ({0: "elephant-m", 1: "elephant-f"}, {0: "elephant-f", 1: "elephant-m"}):
        assert_refused(position(animals=animals, left=3, **words), embark("elephant", "3,1"), "AN-4.89")
        assert_legal(position(animals=animals, left=4, **words), embark("elephant", "3,1"))


@pytest.mark.rules("AN-4.89", "AN-4.71")
def test_boarding_costs_the_size_of_each_own_tile():
    pens = fence("2,1 2,2") | fence("4,1") | fence("6,1")
    animals = {0: "panda-m panda-f cat-m", 1: "cat-f"}
    state = position(phase="load", ark=pens, fed="2,1 2,2 4,1", animals=animals, food={0: 1})
    assert after(state, embark("panda", "2,1"))["left"] == 4
    assert after(state, embark("cat", "4,1"))["left"] == 7
    later = after(state, embark("panda", "2,1"), embark("cat", "4,1"))
    assert (later["turn"], later["left"]) == (0, 3)


@pytest.mark.rules("AN-4.90")
def test_the_tile_of_another_seat_goes_along_free_and_both_leave_their_seats():
    ark = fence("2,1 2,2 3,1", players=3) | fence("5,1", players=3)
    animals = {0: "lion-m dog-m", 2: "lion-f wolf-m"}
    state = position(3, phase="load", ark=ark, fed="2,1 2,2 3,1", animals=animals, left=4)
    later = after(state, embark("lion", "2,1"))
    assert later["animals"] == [["dog-m"], [], ["wolf-m"]]
    assert later["ark"]["pairs"] == {"2,1": ["lion"]}
    assert (gained(state, later), later["left"]) == ([6 + 8, 0, 6], 1)
    assert later["bags"] == state["bags"]


@pytest.mark.rules("AN-4.91")
def test_planks_score_for_their_seats_and_joints_for_the_boarding_seat():
    pen = fence("2,0 3,0", 1, {0: "H2,1", 2: "H2,0 V4,0"}, players=3) | laid(s0="H1,1 H4,0")
    state = position(3, phase="load", ark=pen, fed="2,0 3,0", pitched="J2,0 J2,1 J3,0 J4,0",
                     animals={0: "wolf-f", 2: "wolf-m"})  # fmt: skip
    later = after(state, embark("wolf", "2,0"))
    assert gained(state, later) == [4 + 1 + 4, 3, 4 + 2]


@pytest.mark.rules("AN-4.91")
def test_planks_and_cubes_shared_by_two_pens_count_each_time():
    pens = fence("2,0", 0) | fence("3,0", 0, {1: "V3,0"}) | laid(s1="H1,1 H4,0")
    animals = {0: "dog-m cat-m", 1: "dog-f cat-f"}
    state = position(phase="load", ark=pens, fed="2,0 3,0", pitched="J2,0 J2,1 J3,0 J4,0", animals=animals)
    first = after(state, embark("dog", "2,0"))
    assert gained(state, first) == [2 + 3 + 3, 2 + 1]
    second = after(first, embark("cat", "3,0"))
    assert gained(first, second) == [2 + 3 + 2, 2 + 1]  # V3,0 and J3,0 once more


@pytest.mark.rules("AN-4.91", "AN-4.85")
def test_a_second_pair_in_a_pen_scores_planks_and_joints_again():
    pen = fence("3,0", 0, {1: "V3,0 H3,1"}) | laid(s1="H2,0 H4,0")
    state = position(phase="load", ark=pen, pairs={"3,0": "raven"}, animals={0: "dog-m", 1: "dog-f"})
    assert gained(state, after(state, embark("dog", "3,0"))) == [2 + 2 + 2, 2 + 2]


PEN = fence("3,0 4,0", 1) | laid(s1="H2,0 H5,0")
FED = {"phase": "load", "fed": "3,0 4,0", "left": 1}
TIGHT = FED | {"pitched": "J3,0 J4,0 J5,0"}
OWN = {"animals": {0: "panda-m panda-f"}}


@pytest.mark.rules(
    "AN-4.81", "AN-4.82", "AN-4.83", "AN-4.84", "AN-4.85", "AN-4.86", "AN-4.87", "AN-4.88", "AN-4.89"
)  # fmt: skip
def test_refusals_of_boarding_come_in_their_order():
    bare = {"phase": "load", "ark": PEN, "left": 1}
    three = fence("3,1 4,1 3,2", 1)
    filled = {"phase": "load", "ark": three, "pairs": {"3,1": "lion"}, "left": 1}
    assert_refused(position(animals={1: "panda-m"}, **bare), embark("panda", "4,0"), "AN-4.81")
    assert_refused(position(animals={1: "panda-m panda-f"}, **bare), embark("panda", "4,0"), "AN-4.82")
    assert_refused(position(**bare, **OWN), embark("panda", "4,0"), "AN-4.83")
    assert_refused(position(**filled, **OWN), embark("panda", "3,1"), "AN-4.84")
    assert_refused(position(phase="load", ark=three, left=1, **OWN), embark("panda", "3,1"), "AN-4.84")
    sheep = position(phase="load", ark=PEN, pairs={"3,0": "sheep"}, left=1, **OWN)
    assert_refused(sheep, embark("panda", "3,0"), "AN-4.85")
    assert_refused(position(**bare, **OWN), embark("panda", "3,0"), "AN-4.86")
    assert_refused(position(ark=PEN, **FED, **OWN), embark("panda", "3,0"), "AN-4.87")
    assert_refused(position(ark=PEN, **TIGHT, **OWN), embark("panda", "3,0"), "AN-4.88")
    assert_refused(position(ark=PEN | {"H3,0": 0}, **TIGHT, **OWN), embark("panda", "3,0"), "AN-4.89")
    assert_legal(position(ark=PEN | {"H3,0": 0}, **(TIGHT | {"left": 4}), **OWN), embark("panda", "3,0"))


# The examples of the book


BOOK = {
    "ark": fence("5,0 5,1 5,2", 3, {0: "V5,1 V6,1", 2: "H5,3"}, players=4)
    | fence("8,0 8,1 8,2 9,0", 0, {1: "V8,0 V8,1 V8,2 H8,3 V9,2"}, players=4)
    | laid(s1="H4,0 H6,0", s2="H7,0 H10,0"),
    "pitched": "J5,0 J6,0 J8,0 J9,0 J10,0",
    "fed": "5,0 8,0 8,1 8,2",
    "animals": {0: "elephant-f", 1: "raven-f elephant-m", 3: "lion-m lion-f raven-m"},
    "food": {0: 1, 1: 0, 2: 0, 3: 2},
    "workers": {"animals": 0, "exchange": 1, "build": 2, "load": 3},
}


@pytest.mark.rules("AN-4.71", "AN-4.76", "AN-4.89", "AN-4.90", "AN-4.91")
def test_example_5_the_lions_and_the_ravens_board():
    state = position(4, phase="load", actor=3, **BOOK)
    match = played(state)
    steps = [
        (feed("5,1"), 7, [0, 0, 0, 1]),
        (feed("5,2"), 6, [0, 0, 0, 2]),
        (embark("lion", "5,0"), 0, [2, 0, 1, 2 + 12 + 5 + 2]),
    ]
    for move, left, scores in steps:
        match.play(move)
        assert (match.turn, match.state()["left"], match.scores) == (3, left, scores)
    match.play(embark("raven", "5,0"))
    assert match.scores == [4, 0, 2, 28]
    assert match.state()["ark"]["pairs"] == {"5,0": ["lion", "raven"]}
    assert match.state()["animals"] == [["elephant-f"], ["elephant-m"], [], []]
    assert match.turn == 0


@pytest.mark.rules("AN-4.71", "AN-4.76", "AN-4.89", "AN-4.90", "AN-4.91")
def test_example_6_the_elephants_board():
    state = position(4, phase="load", actor=3, turn=0, **BOOK)
    assert (state["left"], state["queue"]) == (5, [1, 2])
    match = played(state, feed("9,0"))
    assert (match.turn, match.state()["left"], match.scores) == (0, 4, [1, 0, 0, 0])
    match.play(embark("elephant", "8,0"))
    assert match.scores == [17, 13, 0, 0]
    assert match.state()["animals"][:2] == [[], ["raven-f"]]


@pytest.mark.rules("AN-4.71", "AN-4.91", "AN-4.22")
def test_examples_5_and_6_follow_each_other_on_one_ark():
    moves = [
        feed("5,2"),
        feed("5,1"),
        embark("lion", "5,0"),
        embark("raven", "5,0"),
        feed("9,0"),
        embark("elephant", "8,0"),
    ]
    match = played(position(4, phase="load", actor=3, **BOOK), *moves)
    assert match.scores == [4 + 17, 13, 2, 28]
    assert (match.state()["phase"], match.state()["round"]) == ("worker", 4)
