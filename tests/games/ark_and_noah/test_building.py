"""Planks, pens and pitch (AN-4.60 to AN-4.69)."""

import pytest

from ..arranging import after, assert_legal, assert_refused, legal, played, same_moves
from .positions import DONE, board, cube, fence, gained, laid, plank, position, whole_hull


def without(planks, *edges):
    return {edge: seat for edge, seat in planks.items() if edge not in edges}


# How much


@pytest.mark.rules("AN-4.60", "AN-4.69")
def test_the_actor_places_eight_pieces_and_the_others_five():
    state = position(3, planks={0: 9, 1: 9, 2: 9})
    match = played(state)
    edges = sorted(board(3).cells_at)
    turns = []
    while match.state()["phase"] == "build":
        turns.append((match.turn, match.state()["left"]))
        match.play(plank(edges[len(turns) * 4]))
    assert turns == [
        *((0, left) for left in range(8, 0, -1)),
        *((seat, left) for seat in (1, 2) for left in range(5, 0, -1)),
    ]
    assert match.scores == [8, 5, 5]
    assert match.state()["planks"] == [1, 4, 4]


@pytest.mark.rules("AN-4.60")
def test_done_ends_building_early():
    match = played(position(), plank("H2,0"), DONE)
    assert (match.turn, match.state()["left"], match.state()["phase"]) == (1, 5, "build")
    match.play(DONE)
    assert (match.state()["phase"], match.state()["round"]) == ("worker", 4)


@pytest.mark.rules("AN-4.60", "AN-4.69", "AN-4.68")
def test_example_4_four_seats_build():
    state = position(
        4, actor=2, workers={"animals": 0, "exchange": 1, "build": 2, "load": 3},
        planks={0: 7, 1: 2, 2: 7, 3: 0}, pitch={1: 1, 2: 3, 3: 6},
    )  # fmt: skip
    match = played(state, *(plank(f"H{x},0") for x in range(2, 8)), cube("J3,0"), cube("J4,0"))
    assert (match.turn, match.scores) == (0, [0, 0, 8, 0])
    for edge in ("H8,0", "H9,0", "H10,0", "H11,0", "V12,0"):
        match.play(plank(edge))
    assert (match.turn, match.scores) == (1, [5, 0, 8, 0])
    match.play(cube("J5,0"))
    match.play(DONE)
    assert (match.turn, match.scores) == (3, [5, 1, 8, 0])
    for x in range(6, 11):
        match.play(cube(f"J{x},0"))
    assert match.scores == [5, 1, 8, 5]
    assert (match.state()["phase"], match.state()["round"]) == ("worker", 4)


# Pens


@pytest.mark.rules("AN-4.61")
@pytest.mark.parametrize("cells, last, name", [
    ("2,1", "H2,1", "2,1"), ("2,0", "V2,0", "2,0"), ("0,1 1,1", "V0,1", "0,1"), ("3,1 3,2 4,2", "H4,3", "3,1"),
    ("3,0 3,1 3,2 3,3", "H3,0", "3,0"), ("4,1 5,1 4,2 5,2", "V4,1", "4,1"), ("2,1 1,2 2,2", "H1,2", "2,1"),
    ("5,0 4,1 5,1 5,2", "V6,0", "5,0"),
])  # fmt: skip
def test_a_closed_region_of_up_to_four_cells_is_a_pen(cells, last, name):
    state = position(ark=without(fence(cells, 1), last))
    assert state["ark"]["pens"] == {}
    later = after(state, plank(last))
    assert later["ark"]["pens"] == {name: sorted(cells.split())}
    assert gained(state, later) == [1, 0]


@pytest.mark.rules("AN-4.61")
@pytest.mark.parametrize("cells", ["2,0 2,1 2,2 2,3 3,1", "2,1 3,1 4,1 2,2 3,2 4,2", "0,1 1,1 0,2 1,2 2,1 2,2"])
def test_a_closed_region_of_five_cells_or_more_is_no_pen(cells):
    edge = "H2,0" if "2,0" in cells else "H2,1"
    state = position(ark=without(fence(cells, 1), edge))
    later = after(state, plank(edge))
    assert later["ark"]["pens"] == {}
    assert_legal(later, *(plank(inner) for inner in ("V2,1", "V3,1") if inner not in later["ark"]["planks"]))


@pytest.mark.rules("AN-4.61")
def test_planks_inside_do_not_close_a_region_and_an_open_side_keeps_it_open():
    state = position(ark=without(fence("2,0 2,1", 0), "H2,0", "H2,2"))
    assert after(state, plank("H2,0"))["ark"]["pens"] == {}
    assert after(state, plank("H2,1"))["ark"]["pens"] == {}
    assert after(state, plank("H2,0"), plank("H2,1"))["ark"]["pens"] == {"2,0": ["2,0"]}


@pytest.mark.rules("AN-4.61")
def test_example_10_a_pen_is_named_by_its_first_cell_in_reading_order():
    state = position(4, ark=without(fence("10,1 9,2 10,2", 3, players=4), "V9,2"))
    assert after(state, plank("V9,2"))["ark"]["pens"] == {"10,1": ["10,1", "10,2", "9,2"]}
    rows = fence("9,1 10,1", 3, players=4)
    assert position(4, ark=rows)["ark"]["pens"] == {"9,1": ["10,1", "9,1"]}
    assert after(position(4, ark=without(rows, "V9,1")), plank("V9,1"))["ark"]["pens"] == {"9,1": ["10,1", "9,1"]}


# Planks


@pytest.mark.rules("AN-4.62")
def test_a_seat_places_what_it_has():
    corner = laid(s1="H2,0 V2,0 H3,0", s0="V2,1")
    no_plank = position(ark=corner, planks={0: 0})
    assert_refused(no_plank, plank("H4,0"), "AN-4.62")
    assert_refused(no_plank, plank("H2,0"), "AN-4.62")  # before the plank that lies there
    assert same_moves(legal(no_plank), [cube("J2,0"), cube("J3,0"), DONE])
    no_pitch = position(ark=corner, pitch={0: 0}, pitched="J2,0")
    assert_refused(no_pitch, cube("J3,0"), "AN-4.62")
    assert_refused(no_pitch, cube("J2,0"), "AN-4.62")  # before the cube that lies there
    assert_refused(no_pitch, cube("J5,0"), "AN-4.62")  # before the bare edge
    assert legal(no_pitch, "pitch") == []
    assert_refused(position(ark=fence("2,1 3,1"), planks={0: 0}), plank("V3,1"), "AN-4.62")  # before AN-4.64


@pytest.mark.rules("AN-4.62", "AN-4.69")
def test_a_plank_comes_from_the_hand_and_has_the_colour_of_its_seat():
    state = position(3, turn=1, planks={1: 2})
    later = after(state, plank("V4,2"))
    assert later["ark"]["planks"] == {"V4,2": 1}
    assert (later["planks"], later["supply"]) == ([3, 1, 3], state["supply"])
    assert gained(state, later) == [0, 1, 0]
    assert later["left"] == 7


@pytest.mark.rules("AN-4.63")
def test_a_plank_goes_on_any_edge_without_one_and_need_not_touch_others():
    state = position(ark=laid(s0="H2,0", s1="V6,1"))
    assert_refused(state, plank("H2,0"), "AN-4.63")
    assert_refused(state, plank("V6,1"), "AN-4.63")
    free = set(board(2).cells_at) - {"H2,0", "V6,1"}
    assert same_moves(legal(state, "plank"), map(plank, free))
    assert_legal(state, plank("H4,4"), plank("V4,2"), plank("H3,0"))


@pytest.mark.rules("AN-4.64")
def test_no_plank_goes_between_two_cells_of_a_pen():
    pens = fence("2,1 3,1", 0) | fence("4,1 5,1 4,2 5,2", 1)
    state = position(ark=pens)
    for edge in ("V3,1", "V5,1", "V5,2", "H4,2", "H5,2"):
        assert_refused(state, plank(edge), "AN-4.64")
    inside = {"V3,1", "V5,1", "V5,2", "H4,2", "H5,2"}
    assert same_moves(legal(state, "plank"), map(plank, set(board(2).cells_at) - set(pens) - inside))
    large = position(ark=fence("2,1 3,1 4,1 2,2 3,2"))
    assert_legal(large, plank("V3,1"), plank("H2,2"))


@pytest.mark.rules("AN-4.65", "AN-4.61", "AN-4.69")
def test_example_7_a_plank_inside_goes_to_the_supply_of_its_colour():
    block = without(fence("4,1 5,1 4,2 5,2", 0, players=4), "H4,1") | {"V5,1": 3}
    state = position(4, actor=2, ark=block)
    later = after(state, plank("H4,1"))
    assert later["ark"]["pens"] == {"4,1": ["4,1", "4,2", "5,1", "5,2"]}
    assert "V5,1" not in later["ark"]["planks"]
    assert later["supply"]["planks"][3] == state["supply"]["planks"][3] + 1
    assert later["planks"] == [3, 3, 2, 3]
    assert gained(state, later) == [0, 0, 1, 0]
    assert_refused(later, plank("V5,1"), "AN-4.64")


@pytest.mark.rules("AN-4.65")
@pytest.mark.parametrize("edge", ["V5,1", "V5,2", "H4,2", "H5,2"])
@pytest.mark.parametrize("owner", [0, 1, 2])
def test_a_plank_inside_goes_back_whosever_it_is_and_its_points_stay(edge, owner):
    block = without(fence("4,1 5,1 4,2 5,2", 2, players=3), "H4,1") | {edge: owner}
    state = position(3, ark=block, scores=[9, 9, 9])
    later = after(state, plank("H4,1"))
    assert later["ark"]["pens"] == {"4,1": ["4,1", "4,2", "5,1", "5,2"]}
    assert later["ark"]["planks"] == without(block, edge) | {"H4,1": 0}
    assert later["planks"] == [2, 3, 3]  # not to the hand, not even to that of the seat that builds
    for seat in range(3):
        assert later["supply"]["planks"][seat] == state["supply"]["planks"][seat] + (seat == owner)
    assert later["scores"] == [10, 9, 9]


@pytest.mark.rules("AN-4.65")
def test_planks_in_a_region_too_large_and_beside_a_pen_stay():
    cells = "3,1 4,1 5,1 3,2 4,2"
    state = position(ark=without(fence(cells, 0), "H3,1") | laid(s1="V4,1"))
    later = after(state, plank("H3,1"))
    assert later["ark"]["planks"] == state["ark"]["planks"] | {"H3,1": 0}
    state = position(ark=without(fence("3,1", 0), "H3,1") | laid(s1="V5,1 H4,1 V3,0"))
    later = after(state, plank("H3,1"))
    assert later["ark"]["planks"] == state["ark"]["planks"] | {"H3,1": 0}
    assert later["ark"]["pens"] == {"3,1": ["3,1"]}


@pytest.mark.rules("AN-4.65", "AN-4.61")
def test_example_8_one_plank_makes_two_pens_at_once():
    block = fence("4,1 5,1 6,1 4,2 5,2 6,2", 0, players=4) | laid(s1="V5,1")
    state = position(4, ark=block)
    assert state["ark"]["pens"] == {}
    later = after(state, plank("V5,2"))
    assert later["ark"]["pens"] == {"4,1": ["4,1", "4,2"], "5,1": ["5,1", "5,2", "6,1", "6,2"]}
    assert later["ark"]["planks"] == block | {"V5,2": 0}
    assert later["supply"] == state["supply"]
    assert gained(state, later) == [1, 0, 0, 0]


@pytest.mark.rules("AN-4.65")
def test_one_plank_finishes_two_pens_and_both_lose_the_planks_inside():
    block = fence("3,1 4,1 5,1 3,2 4,2 5,2 6,1 6,2", 0, players=3) | laid(s1="V5,1 H3,2", s2="H5,2")
    state = position(3, ark=block)
    later = after(state, plank("V5,2"))
    assert later["ark"]["pens"] == {"3,1": ["3,1", "3,2", "4,1", "4,2"], "5,1": ["5,1", "5,2", "6,1", "6,2"]}
    assert later["ark"]["planks"] == without(block, "H3,2", "H5,2") | {"V5,2": 0}
    returned = zip(state["supply"]["planks"], later["supply"]["planks"], strict=True)
    assert [new - old for old, new in returned] == [0, 1, 1]


# Pitch


@pytest.mark.rules("AN-4.67")
def test_a_joint_holds_one_cube():
    state = position(ark=laid(s1="H2,0 H3,0 H4,0"), pitched="J3,0")
    assert_refused(state, cube("J3,0"), "AN-4.67")
    assert legal(state, "pitch") == [cube("J4,0")]


@pytest.mark.rules("AN-4.68")
@pytest.mark.parametrize("joint, edges", [
    ("J3,0", "H2,0 H3,0"), ("J2,0", "H2,0 V2,0"), ("J2,1", "V2,0 H1,1"), ("J0,1", "H0,1 V0,1"), ("J0,2", "V0,1 V0,2"),
    ("J6,1", "V6,0 H6,1"), ("J8,3", "H7,3 V8,2"), ("J6,4", "H5,4 V6,3"),
])  # fmt: skip
def test_pitch_goes_on_a_joint_whose_outer_edges_both_have_planks(joint, edges):
    one, other = edges.split()
    state = position(ark={one: 0, other: 1})
    assert legal(state, "pitch") == [cube(joint)]
    later = after(state, cube(joint))
    assert later["ark"]["pitch"] == [joint]
    assert (gained(state, later), later["pitch"], later["left"]) == ([1, 0], [1, 2], 7)
    for edge in (one, other):
        assert_refused(position(ark={edge: 0}), cube(joint), "AN-4.68")


@pytest.mark.rules("AN-4.68")
def test_an_inner_edge_that_meets_a_straight_joint_does_not_count():
    assert_refused(position(ark=laid(s0="H2,0 V3,0")), cube("J3,0"), "AN-4.68")
    assert_refused(position(ark=laid(s0="V2,1 H2,1")), cube("J2,1"), "AN-4.68")
    assert_legal(position(ark=laid(s0="H2,0 H3,0")), cube("J3,0"))


@pytest.mark.rules("AN-4.68", "AN-4.67")
def test_every_joint_of_a_whole_hull_takes_a_cube():
    state = position(3, ark=whole_hull(3), pitched="J2,0 J2,1", planks={0: 0})
    free = set(board(3).joints) - {"J2,0", "J2,1"}
    assert same_moves(legal(state, "pitch"), map(cube, free))


@pytest.mark.rules("AN-4.69", "AN-4.60")
def test_planks_and_cubes_count_together():
    state = position(ark=laid(s1="H2,0 H3,0"), left=2)
    match = played(state, cube("J3,0"))
    assert (match.turn, match.state()["left"]) == (0, 1)
    match.play(plank("H4,0"))
    assert (match.turn, match.state()["left"], match.scores) == (1, 5, [2, 0])
