"""Options, board, setup, general rules and the form of moves of Ark & Noah (AN-2.1 to AN-4.4, AN-7.1 to AN-7.5).

The chapters of the rules that follow have files of their own; which states are possible is in test_tables.py.
"""

from collections import Counter
from functools import cache
from itertools import product
from math import sqrt

import pytest

import ararat

from ..arranging import after, assert_legal, assert_refused, legal, played, restored, same_moves
from .positions import (
    ACTIONS,
    DONE,
    EXAMPLE,
    GAME,
    KEEP,
    QUICK_ACTIONS,
    RULES,
    SPECIES,
    all_tiles,
    bag,
    board,
    broken,
    choose,
    cube,
    draw,
    embark,
    feed,
    fence,
    laid,
    pick,
    plank,
    position,
    reward,
    start,
    states_of_all_phases,
    swap,
    trade,
    used_species,
    whole_hull,
    worker,
)

SEATS = pytest.mark.parametrize("players", [2, 3, 4])
PHASES = dict(states_of_all_phases())


# Options


@pytest.mark.rules("AN-2.1", "AN-2.2")
@SEATS
def test_a_match_is_started_with_two_to_four_seats_and_its_options(players):
    for variant, first in product(("standard", "quick"), range(players)):
        match = start(players, variant=variant, first=first)
        assert match.options == match.state()["options"] == {"variant": variant, "first": first}
        assert match.players == match.state()["players"] == players
        assert match.turn == first
    assert start(players).options == {"variant": "standard", "first": 0}
    assert list(GAME.players) == [2, 3, 4]


@pytest.mark.rules("AN-2.1", "AN-2.2")
@pytest.mark.parametrize(
    "rule, wrong",
    [
        *(("AN-2.2", {"players": players}) for players in (0, 1, 5, 6, -2, True, None, "3", 3.0, [2])),
        *(("AN-2.1", {"variant": variant}) for variant in ("", "Quick", "fast", None, True, 1, ["quick"])),
        *(("AN-2.1", {"first": first}) for first in (3, -1, True, None, "0", 1.0)),
        ("AN-2.1", {"players": 2, "first": 2}),
        *(("AN-2.1", {"workers": workers}) for workers in ("", "three", 2, None, True)),
        ("AN-2.1", {"solo": True}),
        ("AN-2.1", {"rounds": 10}),
        ("AN-2.2", {"players": 5, "variant": "fast"}),
        ("AN-2.2", {"players": 1, "solo": True}),
    ],
    ids=str,
)
def test_anything_else_is_not_started(rule, wrong):
    with pytest.raises(ararat.BadStart) as error:
        GAME.start(**({"players": 3, "seed": 7} | wrong))
    assert error.value.rule == rule
    assert error.value.text and "\n" not in error.value.text


# The board


def table_of_boards():
    """players -> W, cells, inner edges, outer edges, joints, edges, planks (1.3)."""
    lines = RULES.split("### 1.3")[1].split("### 1.4")[0].splitlines()
    rows = [[field.strip() for field in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    return {int(row[0]): [int(field) for field in row[1:]] for row in rows if row[0].isdigit()}


@pytest.mark.rules("AN-3.1")
@SEATS
def test_the_board_has_the_cells_edges_and_joints_of_the_table(players):
    width, cells, inner, outer, joints, edges, planks = table_of_boards()[players]
    ground = board(players)
    assert (width, cells, edges) == (ground.width, len(ground.cells), len(ground.cells_at))
    assert (outer, inner, joints) == (len(ground.hull), edges - len(ground.hull), len(ground.joints))
    assert planks == sum(start(players).state()["planks"]) + sum(start(players).state()["supply"]["planks"])
    empty = position(players, phase="build")
    assert empty["ark"] == start(players).state()["ark"]
    assert same_moves(legal(empty, "plank"), map(plank, ground.cells_at))
    hulled = position(players, phase="build", ark=whole_hull(players))
    assert same_moves(legal(hulled, "pitch"), map(cube, ground.joints))
    load = restored(position(players, phase="load"))
    names = [f"{x},{y}" for x, y in product(range(-1, 16), range(-1, 6))]
    assert {name for name in names if load.why_not(feed(name)).rule == "AN-4.73"} == set(ground.cells)
    assert {load.why_not(feed(name)).rule for name in set(names) - set(ground.cells)} == {"AN-7.4"}


@pytest.mark.rules("AN-3.1")
@SEATS
def test_the_hull_goes_round_the_ark_and_every_joint_has_two_outer_edges(players):
    last = 3 * players + 1
    top = [f"H{x},0" for x in range(2, last - 1)]
    stern = f"V{last - 1},0 H{last - 1},1 H{last},1 V{last + 1},1 V{last + 1},2 H{last},3 H{last - 1},3 V{last - 1},3"
    bottom = [f"H{x},4" for x in range(last - 2, 1, -1)]
    bow = "V2,3 H1,3 H0,3 V0,2 V0,1 H0,1 H1,1 V2,0"
    hull = [*top, *stern.split(), *bottom, *bow.split()]
    assert sorted(hull) == sorted(board(players).hull)
    assert {len(edges) for edges in board(players).joints.values()} == {2}
    for number, edge in enumerate(hull):
        beside = {hull[number - 1], hull[(number + 1) % len(hull)]}
        assert beside == {other for pair in board(players).joints.values() if edge in pair for other in pair} - {edge}


# Setup


@cache
def starts(players, variant="standard", count=300):
    return [start(players, seed, variant=variant).state() for seed in range(count)]


@pytest.mark.rules("AN-3.2", "AN-3.3")
@SEATS
def test_only_species_for_this_number_of_players_are_in_the_bags(players):
    assert len(used_species(players)) == {2: 16, 3: 21, 4: 26}[players]
    for state in starts(players, count=5):
        lying = [*sum(state["animals"], []), *state["bags"]["m"], *state["bags"]["f"]]
        assert sorted(lying) == all_tiles(players)
        assert {tile[-1] for tile in state["bags"]["m"]} == {"m"}
        assert {tile[-1] for tile in state["bags"]["f"]} == {"f"}
    assert len(SPECIES) == 26 and len(all_tiles(4)) == 52


@pytest.mark.rules("AN-3.3", "AN-3.5")
def test_draws_are_at_random():
    states = starts(2)
    for seat, sex in product((0, 1), "mf"):
        seen = Counter(tile for state in states for tile in state["animals"][seat] if tile[-1] == sex)
        assert len(seen) == 16
        spread = 5 * sqrt(len(states) / 16)
        assert max(abs(count - len(states) / 16) for count in seen.values()) < spread


@pytest.mark.rules("AN-3.5")
@SEATS
def test_each_seat_has_a_male_and_a_female_of_different_species(players):
    states = starts(players, count=100)
    for state in states:
        for animals in state["animals"]:
            assert sorted(tile[-1] for tile in animals) == ["f", "m"]
            assert len({tile[:-2] for tile in animals}) == 2
    shared = [state for state in states if len({tile[:-2] for tile in sum(state["animals"], [])}) < 2 * players]
    assert shared, "equal species in two seats are fine"


@pytest.mark.rules("AN-3.4", "AN-3.6", "AN-3.8")
@SEATS
def test_each_seat_has_three_planks_two_pitch_and_two_food_and_the_rest_is_the_supply(players):
    state = start(players).state()
    assert state["planks"] == [3] * players
    assert state["pitch"] == state["food"] == [2] * players
    supply = {"planks": [24] * players, "pitch": 36 - 2 * players, "food": 56 - 2 * players}
    assert state["supply"] == supply
    assert state["scores"] == [0] * players
    assert (state["round"], state["bonus"], state["phase"]) == (1, [0] * 7, "worker")
    assert not broken(state)


@pytest.mark.rules("AN-3.7")
def test_workers_wait_on_the_first_spaces_from_the_first_seat_clockwise():
    def row(players, first):
        state = start(players, first=first).state()
        assert state["action_now"] == [None] * 7
        return state["action_done"]

    assert row(2, 0) == [0, 1, 1, 0, None, None, None]
    assert row(2, 1) == [1, 0, 0, 1, None, None, None]
    assert row(3, 0) == [0, 1, 2, None, None, None, None]
    assert row(3, 2) == [2, 0, 1, None, None, None, None]
    assert row(4, 1) == [1, 2, 3, 0, None, None, None]


@pytest.mark.rules("AN-3.9")
def test_with_the_option_three_have_two_workers_each_and_the_second_ones_stand_the_other_way_round():
    def row(players, first, **options):
        return start(players, first=first, workers="two", **options).state()["action_done"]

    assert row(3, 0) == [0, 1, 2, 2, 1, 0, None]
    assert row(3, 2) == [2, 0, 1, 1, 0, 2, None]
    assert row(2, 0) == [0, 1, 1, 0, None, None, None]
    assert row(4, 1) == [1, 2, 3, 0, None, None, None]
    assert row(3, 1, variant="quick") == []


@pytest.mark.rules("AN-2.1", "AN-3.9")
def test_the_option_of_workers_is_named_only_where_it_is_not_the_default():
    """Matches that were kept before there was this option stay as they are."""
    assert start(3, workers="one").record() == start(3).record()
    assert "workers" not in start(3).state()["options"]
    kept = start(3, workers="two")
    assert kept.options["workers"] == kept.state()["options"]["workers"] == "two"
    assert ararat.replay(kept.record()).state() == GAME.restore(kept.state()).state() == kept.state()
    told = start(3).state()
    told["options"]["workers"] = "one"
    assert GAME.restore(told).state() == start(3).state()
    for workers in (None, "three", 2):
        with pytest.raises(ararat.BadState):
            GAME.restore(told | {"options": told["options"] | {"workers": workers}})


# General


@pytest.mark.rules("AN-4.1")
def test_a_round_is_the_workers_and_then_the_actions_and_goes_on_by_itself():
    match = start(4)
    for number, action in enumerate(("load", "wood", "food", "pitch")):
        assert match.state()["phase"] == "worker"
        assert (match.turn, match.state()["round"]) == (number, 1)
        assert (match.state()["planks"], match.state()["pitch"], match.state()["food"]) == ([3] * 4, [2] * 4, [2] * 4)
        match.play(worker(action))
    state = match.state()
    assert (state["phase"], state["round"], state["turn"]) == ("worker", 2, 3)
    assert state["planks"] == [5, 7, 5, 5]
    assert state["food"] == [3, 3, 5, 3]
    assert state["pitch"] == [3, 3, 3, 5]
    assert state["action_done"] == [3, None, 2, None, 1, None, 0]


@pytest.mark.rules("AN-4.2")
def test_a_seat_that_can_do_nothing_is_passed_over_before_its_first_move():
    words = {"actor": 0, "workers": {"pitch": 1, "animals": 2, "build": 0}, "queue": [1, 2]}
    state = after(position(3, phase="build", planks={1: 0}, pitch={1: 0}, **words), DONE)
    assert (state["phase"], state["turn"], state["queue"]) == ("build", 2, [])
    pens = fence("2,1", 0, {2: "H2,1"}, players=3)
    words = {"actor": 0, "workers": {"pitch": 1, "animals": 2, "load": 0}, "queue": [1, 2], "ark": pens}
    state = after(position(3, phase="load", **words), DONE)
    assert (state["phase"], state["turn"], state["left"]) == ("load", 2, 5)


@pytest.mark.rules("AN-4.2")
def test_a_seat_that_can_do_no_more_is_passed_over_after_its_move():
    state = after(position(phase="build", planks={0: 1}, pitch={0: 0}), plank("H2,0"))
    assert (state["phase"], state["turn"], state["left"]) == ("build", 1, 5)
    pens = fence("2,1", 0, {1: "H2,1"}) | fence("4,1", 1)
    state = after(position(phase="load", ark=pens, food={0: 1}), feed("2,1"))
    assert (state["phase"], state["turn"], state["left"]) == ("load", 1, 5)
    state = after(state, feed("4,1"))  # nothing else is left to seat 1: the cell of seat 0 is fed
    assert (state["phase"], state["round"]) == ("worker", 4)


@pytest.mark.rules("AN-4.2", "AN-4.60")
def test_the_actor_is_passed_over_too():
    waiting = {"phase": "worker", "workers": {"pitch": 0}, "placed": {"food": 1, "load": 2}}
    state = after(position(3, planks={0: 0}, pitch={0: 0}, **waiting), worker("build"))
    assert (state["phase"], state["actor"], state["turn"], state["queue"]) == ("build", 0, 1, [2])
    assert state["left"] == 5


@pytest.mark.rules("AN-4.2")
def test_a_decision_with_one_legal_move_is_asked_all_the_same():
    assert legal(position(phase="pick", turn=1, actor=0, drawn="dog-m")) == [pick("dog-m")]
    one_bag = position(3, phase="bag", drawn="dog-m", bags="cat-m", rest=0)
    assert legal(one_bag) == [bag("m")]
    swaps = position(phase="reward", ark=laid(s0="H2,0", s1="V2,1"))
    match = played(swaps, reward("point"))
    assert match.moves() == [swap("H2,0", "V2,1")]


@pytest.mark.rules("AN-4.2", "AN-8.1")
def test_a_seat_that_a_state_asks_though_it_can_only_end_may_end():
    assert legal(position(phase="build", planks={0: 0}, pitch={0: 0})) == [DONE]
    assert legal(position(phase="load")) == [DONE]
    assert legal(position(phase="trade", drawn="dog-m cat-m cat-f")) == [KEEP]


@pytest.mark.rules("AN-4.3")
def test_an_animal_is_coupled_when_its_mate_lies_before_any_seat():
    def tradable(drawn="lion-f wolf-f wolf-m", **animals):
        state = position(3, phase="trade", drawn=drawn, animals={int(seat[1:]): text for seat, text in animals.items()})
        return sorted({move["give"] for move in legal(state, "trade")})

    assert tradable(s0="dog-m cat-f", s1="dog-f") == ["cat-f"]
    assert tradable(s0="dog-m cat-f", s2="dog-f cat-m") == []
    assert tradable(s0="dog-m dog-f cat-f") == ["cat-f"]
    assert tradable(s0="dog-m cat-f", s1="dog-f", drawn="cat-m wolf-f wolf-m") == ["cat-f"]  # drawn: still single
    assert tradable(s0="dog-m cat-f") == ["cat-f", "dog-m"]


@pytest.mark.rules("AN-4.4", "AN-5.7")
def test_a_score_may_fall_below_zero():
    match = played(position(phase="final-feed", round=20, scores=[2, 1], ark=fence("2,1")), DONE, DONE)
    assert match.over and match.scores == [2 + 0 - 7, 1 + 0 - 7]
    assert_legal(position(scores=[-1000, 9999]), DONE)


# Moves


@pytest.mark.rules("AN-7.1")
def test_when_the_game_is_over_nothing_can_be_done():
    over = after(position(phase="final-feed", round=20, ark=fence("2,1")), DONE, DONE)
    assert over["phase"] == "over" and legal(over) == []
    for move in (DONE, KEEP, worker("pitch"), plank("H2,0"), {"move": "fly"}, {}, None, feed("99,99")):
        assert_refused(over, move, "AN-7.1")


FORMLESS = [
    None, 7, "done", [], ["done"], {}, {"move": None}, {"move": ["done"]}, {"move": "fly"}, {"move": "Done"},
    {"move": ""}, {"action": "pitch"}, {"move": "worker"}, {"move": "worker", "action": None},
    {"move": "worker", "action": 0}, {"move": "worker", "name": "pitch"}, {"move": "action"},
    {"move": "worker", "action": "pitch", "seat": 0},
    {"move": "action", "name": ["wood"]}, {"move": "bag", "sex": True}, {"move": "pick", "animal": {"dog": "m"}},
    {"move": "reward", "kind": 1}, {"move": "swap-planks", "edges": "H2,0"}, {"move": "swap-planks", "edges": []},
    {"move": "swap-planks", "edges": ["H2,0"]}, {"move": "swap-planks", "edges": ["H2,0", "V2,1", "H3,0"]},
    {"move": "swap-planks", "edges": ["H2,0", None]}, {"move": "swap-planks", "edges": [0, 1]},
    {"move": "swap-planks", "edges": {"H2,0": "V2,1"}}, {"move": "draw", "sex": None},
    {"move": "trade", "give": "dog-m"},
    {"move": "trade", "give": "dog-m", "take": 3}, {"move": "keep", "animal": "dog-m"}, {"move": "plank", "edge": 12},
    {"move": "plank", "edge": ["H2,0"]}, {"move": "plank", "joint": "J2,0"}, {"move": "pitch", "edge": "H2,0"},
    {"move": "feed", "cell": [2, 1]}, {"move": "board", "species": "dog"}, {"move": "board", "pen": "2,1"},
    {"move": "board", "species": "dog", "pen": None}, {"move": "done", "seat": 0},
]  # fmt: skip


@pytest.mark.rules("AN-7.2")
@pytest.mark.parametrize("phase", PHASES)
def test_a_move_is_an_object_with_a_known_move_and_exactly_its_fields(phase):
    match = restored(PHASES[phase])
    for move in FORMLESS:
        assert match.why_not(move).rule == "AN-7.2", move
    for move in FORMLESS[::7]:
        assert_refused(PHASES[phase], move, "AN-7.2")


KINDS = {
    "worker": worker("pitch"), "action": choose("wood"), "bag": bag("m"), "pick": pick("dog-m"),
    "reward": reward("point"), "swap-planks": swap("H2,0", "V2,1"), "draw": draw("f"), "trade": trade("dog-m", "cat-f"),
    "keep": KEEP, "plank": plank("H2,0"), "pitch": cube("J2,0"), "feed": feed("2,1"), "board": embark("dog", "2,1"),
    "done": DONE,
}  # fmt: skip
NAMELESS = {
    "worker": worker("sleep"), "action": choose("sleep"), "bag": bag("x"), "pick": pick("unicorn-m"),
    "reward": reward("gold"), "swap-planks": swap("H99,0", "V2,1"), "draw": draw("male"),
    "trade": trade("dog", "cat-f"),
    "plank": plank("H0,0"), "pitch": cube("J3,2"), "feed": feed("0,0"), "board": embark("dog", "0,0"),
}  # fmt: skip
MOVES_OF = {
    "worker": ["worker"], "action": ["action"], "bag": ["bag"], "pick": ["pick"], "reward": ["reward"],
    "exchange": ["swap-planks", "draw"], "draw": ["draw"], "trade": ["trade", "keep"],
    "build": ["plank", "pitch", "done"],
    "load": ["feed", "board", "done"], "final-feed": ["feed", "done"], "final-board": ["board", "done"],
}  # fmt: skip


def kinds_of(name):
    """The kinds of moves of a phase, less those that the quick game does not have."""
    kinds = MOVES_OF[name.removeprefix("quick ")]
    return [kind for kind in kinds if not (name.startswith("quick") and kind in ("pitch", "feed"))]


@pytest.mark.rules("AN-7.3")
@pytest.mark.parametrize("phase", PHASES)
def test_each_phase_has_its_kinds_of_moves(phase):
    match = restored(PHASES[phase])
    for kind, move in KINDS.items():
        refusal = match.why_not(move)
        assert (refusal is not None and refusal.rule == "AN-7.3") == (kind not in kinds_of(phase)), move
    for kind in set(NAMELESS) - set(kinds_of(phase)):  # before what the fields name is looked at
        assert_refused(PHASES[phase], NAMELESS[kind], "AN-7.3")
    assert {move["move"] for move in match.moves()} <= set(kinds_of(phase))


@pytest.mark.rules("AN-7.4")
@pytest.mark.parametrize("phase", PHASES)
def test_a_field_names_something_of_this_match(phase):
    for kind in set(NAMELESS) & set(kinds_of(phase)):
        assert_refused(PHASES[phase], NAMELESS[kind], "AN-7.4")


@pytest.mark.rules("AN-7.4")
def test_names_are_exact_and_belong_to_the_number_of_players():
    build = restored(position(phase="build"))
    for edge in (
        "h2,0",
        "H2,0 ",
        " H2,0",
        "H02,0",
        "H2",
        "H2,0,0",
        "J2,0",
        "2,0",
        "H-1,1",
        "H8,1",
        "V2,4",
        "",
        "H２,0",
    ):
        assert build.why_not(plank(edge)).rule == "AN-7.4", edge
    for joint in ("J2,2", "J1,0", "J3,1", "j2,0", "H2,0", "J8,0", ""):
        assert build.why_not(cube(joint)).rule == "AN-7.4", joint
    assert restored(position(3, phase="build")).why_not(plank("H8,1")) is None
    load = position(phase="load", ark=fence("2,1"))
    assert_refused(load, embark("hedgehog", "2,1"), "AN-7.4")
    assert_refused(load, embark("dog-m", "2,1"), "AN-7.4")
    assert_refused(load, embark("dog", "2,0 "), "AN-7.4")
    assert_refused(load, embark("dog", "H2,1"), "AN-7.4")
    assert_refused(load, embark("fox", "2,1"), "AN-7.4")
    four = position(4, phase="load", ark=fence("2,1", players=4), animals={0: "hedgehog-m", 1: "hedgehog-f"}, fed="2,1")
    assert_legal(four, embark("hedgehog", "2,1"))
    assert_refused(position(3, phase="pick", drawn="dog-m"), pick("zebra-m"), "AN-7.4")
    assert_refused(position(phase="pick", drawn="dog-m"), pick("dog-x"), "AN-7.4")


@pytest.mark.rules("AN-7.4", "AQ-3.1")
def test_the_quick_game_names_neither_small_species_nor_pitch_and_food():
    quick = position(phase="load", variant="quick", ark=fence("2,1"), animals={0: "dog-m dog-f"})
    assert_refused(quick, embark("raven", "2,1"), "AN-7.4")
    for name in set(ACTIONS) - set(QUICK_ACTIONS):
        assert_refused(position(phase="action", variant="quick"), choose(name), "AN-7.4")


@pytest.mark.rules("AN-7.5")
def test_the_edges_of_a_swap_are_in_string_order_and_either_way_is_the_same_move():
    state = position(4, phase="exchange", ark=laid(s0="H10,1", s1="H2,0"))
    assert legal(state) == [swap("H10,1", "H2,0")]
    one, other = played(state, swap("H10,1", "H2,0")), played(state, swap("H2,0", "H10,1"))
    assert one.state() == other.state()
    assert list(one.history) == list(other.history) == [swap("H10,1", "H2,0")]
    assert restored(state).why_not(swap("H2,0", "H10,1")) is None


@pytest.mark.rules("AN-8.1", "AN-4.75")
def test_the_example_of_section_8_has_exactly_its_moves():
    match = restored(EXAMPLE)
    assert match.state() == EXAMPLE
    assert same_moves(match.moves(), [feed("1,1"), feed("2,0"), DONE])
    assert not broken(EXAMPLE)
