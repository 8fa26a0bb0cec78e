"""The quick game (AQ-3.1 to AQ-5.2)."""

import pytest

from ..arranging import after, assert_legal, assert_refused, legal, played, same_moves
from .positions import (
    DONE,
    KEEP,
    QUICK_ACTIONS,
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
    gained,
    laid,
    pick,
    plank,
    position,
    start,
    swap,
    trade,
    used_species,
    whole_hull,
)

SEATS = pytest.mark.parametrize("players", [2, 3, 4])


def quick(players=2, **words):
    return position(players, variant="quick", **words)


# Setup and turns


@pytest.mark.rules("AQ-3.1", "AN-3.1", "AN-3.2", "AN-3.5")
@SEATS
def test_small_species_pitch_and_food_are_left_out(players):
    for first in range(players):
        state = start(players, variant="quick", first=first).state()
        lying = [*sum(state["animals"], []), *state["bags"]["m"], *state["bags"]["f"]]
        assert sorted(lying) == all_tiles(players, "quick")
        assert {species.size for species in used_species(players, "quick")} == {1, 2, 3, 4}
        assert len(used_species(players, "quick")) == {2: 12, 3: 16, 4: 20}[players]
        for animals in state["animals"]:
            assert sorted(tile[-1] for tile in animals) == ["f", "m"] and len({tile[:-2] for tile in animals}) == 2
        assert (state["planks"], state["supply"]["planks"]) == ([3] * players, [24] * players)
        assert state["pitch"] == state["food"] == [0] * players
        assert (state["supply"]["pitch"], state["supply"]["food"]) == (0, 0)
        assert state["action_done"] == state["action_now"] == state["bonus"] == []
        assert (state["phase"], state["round"], state["turn"], state["actor"]) == ("action", 1, first, first)
        assert state["ark"]["planks"] == {} and not broken(state)


@pytest.mark.rules("AQ-4.1", "AQ-4.2")
@SEATS
def test_each_round_every_seat_has_one_turn_from_the_first_clockwise(players):
    for first in range(players):
        match = start(players, variant="quick", first=first)
        for number in range(2 * players):
            state = match.state()
            seat = (first + number) % players
            assert (match.turn, state["actor"], state["phase"], state["action"]) == (seat, seat, "action", None)
            assert state["round"] == 1 + number // players
            match.play(choose("wood"))
        assert match.state()["round"] == 3


@pytest.mark.rules("AQ-4.1")
@SEATS
def test_the_other_seats_follow_clockwise_from_the_actor(players):
    for actor in range(players):
        order = [(actor + step) % players for step in range(players)]
        match = played(quick(players, phase="action", actor=actor), choose("build"))
        for number, seat in enumerate(order):
            state = match.state()
            assert (match.turn, state["actor"], state["queue"]) == (seat, actor, order[number + 1 :])
            assert state["left"] == (5 if number else 8)
            match.play(DONE)
        assert match.turn == (actor + 1) % players


@pytest.mark.rules("AQ-4.2")
def test_any_action_may_be_chosen_whatever_others_chose_and_even_in_vain():
    state = quick(phase="action", planks={0: 0, 1: 0}, bags="", rest=1)
    assert same_moves(legal(state), map(choose, QUICK_ACTIONS))
    for name in ("animals", "build", "load"):
        later = after(state, choose(name))
        assert (later["phase"], later["turn"], later["actor"]) == ("action", 1, 1)
        assert (later["scores"], later["animals"], later["ark"]) == ([0, 0], state["animals"], state["ark"])
        assert same_moves(legal(later), map(choose, QUICK_ACTIONS))
        assert after(later, choose(name))["round"] == 4


# Actions


@pytest.mark.rules("AQ-4.3", "AN-4.41", "AN-4.42", "AN-4.44")
@SEATS
def test_animals_are_drawn_and_taken_as_in_the_standard_game(players):
    match = played(quick(players, phase="action", actor=1), choose("animals"))
    state = match.state()
    assert sorted(tile[-1] for tile in state["drawn"]) == (["f", "f", "m", "m"] if players == 4 else ["f", "m"])
    assert state["phase"] == ("bag" if players == 3 else "pick")
    if players == 3:
        match.play(bag("f"))
        assert sorted(tile[-1] for tile in match.state()["drawn"]) == ["f", "f", "m"]
    takers = []
    while match.state()["phase"] == "pick":
        takers.append(match.turn)
        assert same_moves(match.moves(), map(pick, match.state()["drawn"]))
        match.play(match.moves()[0])
    assert takers == [(1 + step) % players for step in range(players)]
    assert [len(animals) for animals in match.state()["animals"]] == [1] * players


@pytest.mark.rules("AQ-4.3", "AN-4.43", "AN-4.42")
def test_short_bags_give_what_they_have():
    state = quick(3, phase="action", bags="dog-m", rest=2)
    later = after(state, choose("animals"))
    assert (later["phase"], later["drawn"], later["turn"]) == ("pick", ["dog-m"], 0)
    assert after(later, pick("dog-m"))["phase"] == "action"
    empty_bag = quick(3, phase="bag", drawn="dog-m cat-f", bags="wolf-m", rest=2)
    assert_refused(empty_bag, bag("f"), "AN-4.42")
    assert_refused(quick(phase="pick", drawn="dog-m"), pick("dog-f"), "AN-4.44")


@pytest.mark.rules("AQ-4.4", "AN-4.56")
def test_exchange_scores_a_point_and_then_three_tiles_are_drawn():
    state = quick(phase="action", actor=1, animals={1: "dog-m"}, ark=laid(s0="H2,0", s1="H3,0"))
    later = after(state, choose("exchange"))
    assert (later["phase"], later["turn"], later["scores"], later["drawn"]) == ("draw", 1, [0, 1], [])
    assert same_moves(legal(later), [draw("m"), draw("f")])
    assert_refused(later, swap("H2,0", "H3,0"), "AN-7.3")
    assert_refused(later, {"move": "reward", "kind": "point"}, "AN-7.3")
    assert_refused(later, KEEP, "AN-7.3")
    match = played(later, draw("m"), draw("m"))
    assert (match.state()["phase"], len(match.state()["drawn"])) == ("draw", 2)
    match.play(draw("f"))
    assert (match.state()["phase"], match.turn) == ("trade", 1)
    assert sorted(tile[-1] for tile in match.state()["drawn"]) == ["f", "m", "m"]
    match.play(KEEP)
    assert (match.state()["phase"], match.turn, match.scores) == ("action", 0, [0, 1])


@pytest.mark.rules("AQ-4.4")
@pytest.mark.parametrize("words", [{"animals": {1: "cat-m"}}, {"bags": "", "rest": 0}])
def test_without_an_animal_or_a_tile_in_a_bag_exchange_is_a_point(words):
    later = after(quick(phase="action", **words), choose("exchange"))
    assert (later["phase"], later["turn"], later["scores"], later["drawn"]) == ("action", 1, [1, 0], [])


@pytest.mark.rules("AQ-4.4", "AN-4.56")
def test_a_coupled_animal_is_enough_to_draw_and_the_bags_may_run_out():
    state = quick(phase="action", animals={0: "dog-m dog-f"}, bags="cat-m wolf-m", rest=1)
    later = after(state, choose("exchange"))
    assert legal(later) == [draw("m")]
    assert_refused(later, draw("f"), "AN-4.56")
    later = after(later, draw("m"), draw("m"))
    assert (later["phase"], later["drawn"]) == ("trade", ["cat-m", "wolf-m"])


@pytest.mark.rules("AQ-4.5", "AN-4.57")
def test_a_coupled_animal_may_be_given():
    state = quick(phase="trade", drawn="cat-m wolf-f lion-m", animals={0: "dog-m dog-f", 1: "tiger-m"})
    gives = [trade(give, take) for give in ("dog-m", "dog-f") for take in ("cat-m", "wolf-f", "lion-m")]
    assert same_moves(legal(state), [*gives, KEEP])
    assert_refused(state, trade("tiger-m", "cat-m"), "AN-4.57")
    assert_refused(state, trade("dog-m", "tiger-f"), "AN-4.57")
    later = after(state, trade("dog-m", "wolf-f"))
    assert later["animals"] == [["dog-f", "wolf-f"], ["tiger-m"]]
    assert {"dog-m", "cat-m", "lion-m"} <= set(later["bags"]["m"]) and later["drawn"] == []


@pytest.mark.rules("AQ-4.6", "AN-4.33")
def test_wood_gives_four_and_two_as_far_as_each_colour_goes():
    state = quick(3, phase="action", actor=1)
    assert after(state, choose("wood"))["planks"] == [5, 7, 5]
    short = quick(3, phase="action", actor=1, supply={"planks": {1: 3, 2: 1}})
    assert after(short, choose("wood"))["planks"] == [5, 27, 27]
    assert after(short, choose("wood"))["supply"]["planks"] == [22, 0, 0]


@pytest.mark.rules("AQ-4.7", "AN-4.62", "AN-4.63", "AN-4.64")
def test_building_scores_nothing_and_has_no_pitch():
    state = quick(ark=fence("2,1 3,1", 1) | laid(s0="H4,0 H5,0"), planks={0: 9})
    assert {move["move"] for move in legal(state)} == {"plank", "done"}
    assert_refused(state, cube("J5,0"), "AN-7.3")
    assert_refused(state, plank("H2,1"), "AN-4.63")
    assert_refused(state, plank("V3,1"), "AN-4.64")
    assert_refused(quick(ark=laid(s0="H4,0"), planks={0: 0}), plank("H4,0"), "AN-4.62")
    edges = [edge for edge in board(2).hull if edge not in state["ark"]["planks"]]
    match = played(state, *map(plank, edges[:8]))
    assert (match.turn, match.state()["left"], match.scores, match.state()["planks"]) == (1, 5, [0, 0], [1, 3])
    match = played(match.state(), *map(plank, edges[8:11]))
    assert (match.state()["phase"], match.turn, match.scores) == ("action", 1, [0, 0])


@pytest.mark.rules("AQ-4.7", "AN-4.61", "AN-4.65")
def test_a_plank_inside_a_closing_pen_is_removed_here_too():
    block = fence("4,1 5,1 4,2 5,2", 1) | laid(s1="V5,1")
    del block["H4,1"]
    state = quick(ark=block)
    later = after(state, plank("H4,1"))
    assert later["ark"]["pens"] == {"4,1": ["4,1", "4,2", "5,1", "5,2"]}
    assert "V5,1" not in later["ark"]["planks"]
    assert later["supply"]["planks"] == [24, state["supply"]["planks"][1] + 1]


@pytest.mark.rules("AQ-4.8", "AN-4.85", "AN-4.90", "AN-4.91")
def test_the_actor_boards_two_pairs_and_each_other_seat_one():
    pens = fence("2,1") | fence("4,1") | fence("6,1") | fence("2,3") | fence("4,3", 1)
    animals = {0: "dog-m cat-m koala-m", 1: "dog-f cat-f koala-f flamingo-m flamingo-f"}
    state = quick(phase="load", ark=pens | {"H4,1": 1, "V2,1": 1}, animals=animals)
    assert state["left"] == 2
    first = after(state, embark("dog", "2,1"))
    assert (first["turn"], first["left"], gained(state, first)) == (0, 1, [2 + 3, 2 + 1])
    second = after(first, embark("cat", "6,1"))
    assert (second["turn"], second["left"], gained(first, second)) == (1, 1, [2 + 4, 2])
    third = after(second, embark("koala", "4,1"))
    assert gained(second, third) == [2 + 3, 2 + 1]
    assert (third["phase"], third["turn"]) == ("action", 1)
    assert third["animals"] == [[], ["flamingo-f", "flamingo-m"]]
    assert third["ark"]["pairs"] == {"2,1": ["dog"], "4,1": ["koala"], "6,1": ["cat"]}
    assert third["ark"]["food"] == third["ark"]["pitch"] == []


@pytest.mark.rules("AQ-4.8", "AN-4.91")
def test_joints_score_nothing_and_size_costs_nothing():
    pens = fence("2,0 3,0 2,1 3,1", 0)
    state = quick(phase="load", ark=pens, animals={0: "elephant-m elephant-f dog-m dog-f"})
    later = after(state, embark("elephant", "2,0"))
    assert gained(state, later) == [16 + len(pens), 0]
    assert (later["phase"], later["turn"]) == ("action", 1)  # no pen for the dogs
    done = after(quick(phase="load", ark=pens, animals={0: "elephant-m elephant-f"}), DONE)
    assert done["turn"] == 1


@pytest.mark.rules("AQ-4.8", "AN-4.81", "AN-4.82", "AN-4.83", "AN-4.84", "AN-4.85", "AN-4.88")
def test_refusals_of_boarding_come_in_their_order_in_the_quick_game():
    words = {"phase": "load", "ark": fence("3,0 4,0", 1)}
    both = {"animals": {0: "panda-m panda-f"}}
    assert_refused(quick(animals={0: "panda-m"}, **words), embark("panda", "4,0"), "AN-4.81")
    assert_refused(quick(animals={1: "panda-m panda-f"}, **words), embark("panda", "4,0"), "AN-4.82")
    assert_refused(quick(**words, **both), embark("panda", "4,0"), "AN-4.83")
    assert_refused(quick(phase="load", ark=fence("3,0", 1), **both), embark("panda", "3,0"), "AN-4.84")
    assert_refused(quick(pairs={"3,0": "wolf"}, **words, **both), embark("panda", "3,0"), "AN-4.85")
    assert_refused(quick(**words, **both), embark("panda", "3,0"), "AN-4.88")
    own = quick(phase="load", ark=fence("3,0 4,0", 1, {0: "H3,0"}), **both)
    assert_legal(own, embark("panda", "3,0"))
    assert_refused(own, feed("3,0"), "AN-7.3")


# The end


@pytest.mark.rules("AQ-5.1", "AN-5.1", "AN-5.2")
@pytest.mark.parametrize("round_, bare, ends", [
    (7, [], False), (8, [], True), (8, ["H4,0"], False), (9, [], True), (15, ["V0,1"], False), (19, ["V0,1"], False),
    (20, ["V0,1"], True),
])  # fmt: skip
def test_the_quick_game_ends_from_round_eight_on_when_the_hull_is_closed(round_, bare, ends):
    state = quick(3, phase="action", first=1, actor=0, round=round_, ark=whole_hull(3, bare=bare))
    match = played(state, choose("load"))
    assert match.over == ends
    assert match.state()["round"] == (round_ if ends else round_ + 1)


@pytest.mark.rules("AQ-5.1")
def test_the_test_comes_after_the_turn_of_the_last_seat():
    for actor in (1, 2):
        state = quick(3, phase="action", first=1, actor=actor, round=8, ark=whole_hull(3))
        later = after(state, choose("load"))
        assert (later["phase"], later["turn"], later["round"]) == ("action", (actor + 1) % 3, 8)
    assert played(quick(3, phase="action", first=1, actor=0, round=8, ark=whole_hull(3)), choose("load")).over


@pytest.mark.rules("AQ-5.1", "AN-5.2")
def test_the_quick_game_ends_when_no_seat_has_a_plank():
    edges = [edge for edge in sorted(board(2).cells_at) if edge not in ("H2,0", "H3,0", "H4,0", "H2,4", "H3,4", "H4,4")]
    planks = {edge: number % 2 for number, edge in enumerate(edges)}
    for round_, ends in ((7, False), (8, True)):
        assert played(quick(phase="action", actor=1, round=round_, ark=planks), choose("load")).over == ends


@pytest.mark.rules("AQ-5.2", "AN-5.6", "AN-5.9")
def test_no_final_loading_and_no_penalties():
    pens = fence("3,1", 0) | whole_hull()
    state = quick(phase="build", actor=1, round=8, ark=pens, animals={0: "dog-m elephant-f", 1: "dog-f"}, scores=[4, 9])
    match = played(state, DONE, DONE)
    assert match.over and match.state()["phase"] == "over"
    assert match.state()["final"] == [{"hull": 5, "goods": 0, "animals": 0}] * 2
    assert (match.scores, match.winners) == ([9, 14], [1])
    assert match.state()["animals"] == state["animals"] and match.state()["planks"] == [3, 3]


@pytest.mark.rules("AQ-5.1", "AQ-5.2", "AN-5.6", "AN-5.9")
def test_example_17_the_hull_bonus_makes_two_winners():
    hull = dict.fromkeys(board(2).hull, 0) | dict.fromkeys(sorted(board(2).hull)[:11], 1)
    assert (list(hull.values()).count(0), list(hull.values()).count(1)) == (13, 11)
    match = played(quick(phase="action", actor=1, round=8, scores=[6, 11], ark=hull), choose("load"))
    assert match.over and (match.scores, match.winners) == ([11, 11], [0, 1])
