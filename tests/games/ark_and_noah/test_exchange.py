"""Rewards, swapped planks and traded animals (AN-4.51 to AN-4.59)."""

import pytest

from ..arranging import after, assert_legal, assert_refused, changes, figures_of, legal, played, same_moves
from .positions import DONE, KEEP, draw, embark, feed, fence, gained, laid, position, reward, swap, trade

TWO = laid(s0="H2,0", s1="V2,1")
SINGLE = {0: "dog-m"}


# Reward


@pytest.mark.rules("AN-4.51")
def test_the_actor_takes_a_point_or_a_food_a_plank_of_its_colour_or_a_pitch():
    state = position(phase="reward", turn=1, ark=TWO)
    assert same_moves(legal(state), map(reward, ("point", "food", "plank", "pitch")))
    assert gained(state, after(state, reward("point"))) == [0, 1]
    for kind, key in (("food", "food"), ("plank", "planks"), ("pitch", "pitch")):
        later = after(state, reward(kind))
        assert gained(state, later) == [0, 0]
        assert (later[key][0], later[key][1]) == (state[key][0], state[key][1] + 1)
        assert changes(state, later) == {"phase", key, "supply"}
    assert after(state, reward("plank"))["supply"]["planks"] == [23, 22]
    assert after(state, reward("food"))["supply"]["food"] == state["supply"]["food"] - 1
    assert after(state, reward("pitch"))["supply"]["pitch"] == state["supply"]["pitch"] - 1


@pytest.mark.rules("AN-4.51")
def test_a_reward_that_the_supply_does_not_have_is_refused():
    state = position(phase="reward", ark=TWO, supply={"pitch": 0, "planks": {0: 0}})
    assert same_moves(legal(state), [reward("point"), reward("food")])
    assert_refused(state, reward("pitch"), "AN-4.51")
    assert_refused(state, reward("plank"), "AN-4.51")
    assert figures_of(state, reward("plank")) == {"count": 0}
    hungry = position(phase="reward", ark=TWO, supply={"food": 0, "planks": {1: 0}})
    assert_refused(hungry, reward("food"), "AN-4.51")
    assert_legal(hungry, reward("plank"))  # only the other colour is gone
    poor = position(phase="reward", ark=TWO, supply={"food": 0, "pitch": 0, "planks": {0: 0, 1: 0}})
    assert legal(poor) == [reward("point")]


# Which exchange


@pytest.mark.rules("AN-4.52")
def test_then_one_of_the_exchanges_that_are_possible_must_be_done():
    both = after(position(phase="reward", ark=TWO, animals=SINGLE), reward("point"))
    assert both["phase"] == "exchange"
    assert same_moves(legal(both), [swap("H2,0", "V2,1"), draw("m"), draw("f")])
    for move in (DONE, KEEP):
        assert_refused(both, move, "AN-7.3")
    swapping = after(position(phase="reward", ark=TWO), reward("point"))
    assert legal(swapping) == [swap("H2,0", "V2,1")]
    drawing = after(position(phase="reward", animals=SINGLE), reward("point"))
    assert same_moves(legal(drawing), [draw("m"), draw("f")])


@pytest.mark.rules("AN-4.59", "AN-4.55")
@pytest.mark.parametrize("words", [
    {}, {"ark": laid(s0="H2,0 H3,0")}, {"animals": {0: "dog-m", 1: "dog-f"}}, {"animals": {1: "dog-f"}},
    {"animals": {0: "dog-m dog-f"}, "ark": laid(s1="H2,0 V2,1")},
])  # fmt: skip
def test_if_neither_is_possible_the_action_ends_after_the_reward(words):
    later = after(position(phase="reward", **words), reward("point"))
    assert (later["phase"], later["round"], later["scores"]) == ("worker", 4, [1, 0])


# Swapping planks


@pytest.mark.rules("AN-4.53")
def test_two_planks_change_places_and_the_action_ends():
    state = position(phase="exchange", turn=1, ark=laid(s0="H2,0 V7,1", s1="V2,1"), animals={1: "dog-m"})
    later = after(state, swap("V2,1", "V7,1"))
    assert later["ark"]["planks"] == {"H2,0": 0, "V2,1": 0, "V7,1": 1}
    assert (later["phase"], later["round"], later["scores"]) == ("worker", 4, [0, 0])
    assert later["planks"] == state["planks"] and later["supply"] == state["supply"]


@pytest.mark.rules("AN-4.53", "AN-4.54")
def test_the_planks_of_a_swap_lie_there_are_two_and_differ_in_colour():
    state = position(phase="exchange", ark=laid(s0="H2,0 H3,0", s1="V2,1 V3,1"))
    crosswise = [swap(one, other) for one in ("H2,0", "H3,0") for other in ("V2,1", "V3,1")]
    assert same_moves(legal(state), crosswise)
    assert_refused(state, swap("H2,0", "H3,0"), "AN-4.54")
    assert_refused(state, swap("V2,1", "V3,1"), "AN-4.54")
    assert_refused(state, swap("H2,0", "H2,0"), "AN-4.53")  # before one colour
    assert_refused(state, swap("H2,0", "H4,0"), "AN-4.53")
    assert_refused(state, swap("V0,1", "V2,1"), "AN-4.53")
    assert_refused(state, swap("H4,0", "H4,0"), "AN-4.53")


@pytest.mark.rules("AN-4.53")
def test_planks_of_others_may_be_swapped_on_the_hull_and_on_occupied_pens():
    pen = fence("2,0", 1, {2: "H2,1"}, players=3) | laid(s2="H1,1 H3,0")
    state = position(3, phase="exchange", ark=pen, pairs={"2,0": "dog raven"})
    later = after(state, swap("H2,0", "H2,1"))
    assert later["ark"] == state["ark"] | {"planks": state["ark"]["planks"] | {"H2,0": 2, "H2,1": 1}}
    assert later["scores"] == [0, 0, 0]
    assert changes(state, later) == {"phase", "ark", "action", "actor", "turn", "round", "action_now", "action_done"}


@pytest.mark.rules("AN-4.53", "AN-4.91", "AN-4.75")
def test_after_a_swap_the_new_colours_count():
    pen = fence("2,1", 0, {1: "H2,1"}) | laid(s1="V7,1 V6,1")
    words = {"actor": 0, "workers": {"pitch": 0, "animals": 1, "exchange": 0, "load": 1}, "ark": pen, "fed": "2,1"}
    state = position(phase="exchange", animals={0: "dog-m", 1: "dog-f"}, **words)
    as_it_was = after(state, swap("H2,2", "V7,1"))
    assert (as_it_was["turn"], as_it_was["left"]) == (1, 8)
    assert as_it_was["ark"]["pens"] == state["ark"]["pens"]
    assert gained(state, after(as_it_was, embark("dog", "2,1"))) == [2 + 2, 2 + 2]
    without = after(state, swap("H2,1", "H2,2"), embark("dog", "2,1"))
    assert gained(state, without) == [2 + 3, 2 + 1]
    alone = position(phase="exchange", **(words | {"ark": fence("2,1", 0, {1: "H2,1"}) | laid(s0="V7,1"), "fed": ""}))
    assert_legal(after(alone, swap("H2,1", "H2,2")), feed("2,1"))
    gone = after(alone, swap("H2,1", "V7,1"))  # seat 1 has no plank there any more and seat 0 acts alone
    assert (gone["phase"], gone["turn"]) == ("load", 0)


# Drawing


@pytest.mark.rules("AN-4.55")
def test_drawing_needs_a_single_animal():
    state = position(phase="exchange", ark=TWO, animals={0: "dog-m cat-f cat-m", 1: "dog-f lion-m"})
    assert_refused(state, draw("m"), "AN-4.55")
    assert legal(state, "draw") == []
    assert_legal(position(phase="exchange", ark=TWO, animals={0: "dog-m cat-f", 1: "dog-f"}), draw("m"), draw("f"))
    no_males = position(phase="exchange", ark=TWO, animals={0: "dog-m", 1: "dog-f"}, bags="cat-f", rest=1)
    assert_refused(no_males, draw("m"), "AN-4.55")  # before the empty bag


@pytest.mark.rules("AN-4.56")
def test_three_tiles_are_drawn_one_after_the_other_each_from_the_bag_it_names():
    state = position(phase="exchange", ark=TWO, animals=SINGLE)
    match = played(state)
    for number, sex in enumerate("mff", 1):
        before = match.state()
        match.play(draw(sex))
        now = match.state()
        assert len(now["drawn"]) == number and set(before["drawn"]) < set(now["drawn"])
        (tile,) = set(now["drawn"]) - set(before["drawn"])
        assert tile in before["bags"][sex] and tile not in now["bags"][sex]
        assert now["phase"] == ("trade" if number == 3 else "draw")
        assert (now["turn"], now["actor"]) == (0, 0)
        assert match.why_not(swap("H2,0", "V2,1")).rule == "AN-7.3"
    assert match.why_not(draw("m")).rule == "AN-7.3"


@pytest.mark.rules("AN-4.56")
def test_an_empty_bag_gives_nothing_and_fewer_are_drawn_if_both_run_out():
    state = position(phase="exchange", ark=TWO, animals={0: "dog-m"}, bags="dog-f cat-f", rest=1)
    assert_refused(state, draw("m"), "AN-4.56")
    first = after(state, draw("f"))
    assert (first["phase"], len(first["drawn"])) == ("draw", 1)
    assert_refused(first, draw("m"), "AN-4.56")
    assert legal(first) == [draw("f")]
    second = after(first, draw("f"))
    assert (second["phase"], second["drawn"]) == ("trade", ["cat-f", "dog-f"])
    last = position(phase="exchange", ark=TWO, animals={0: "dog-m"}, bags="dog-f", rest=1)
    only = after(last, draw("f"))
    assert (only["phase"], only["drawn"], only["bags"]) == ("trade", ["dog-f"], {"m": [], "f": []})
    assert same_moves(legal(only), [trade("dog-m", "dog-f"), KEEP])
    assert after(only, trade("dog-m", "dog-f"))["bags"] == {"m": ["dog-m"], "f": []}


@pytest.mark.rules("AN-4.57")
def test_one_animal_may_be_traded_for_a_drawn_tile_of_either_sex_or_all_kept():
    state = position(phase="trade", drawn="lion-m wolf-f cat-f", animals={0: "dog-m koala-f", 1: "tiger-m"})
    assert same_moves(
        legal(state),
        [*(trade(give, take) for give in ("dog-m", "koala-f") for take in ("lion-m", "wolf-f", "cat-f")), KEEP],
    )
    across = after(state, trade("dog-m", "wolf-f"))
    assert across["animals"] == [["koala-f", "wolf-f"], ["tiger-m"]]
    assert {"dog-m", "lion-m"} <= set(across["bags"]["m"]) and "cat-f" in across["bags"]["f"]
    assert (across["drawn"], across["phase"], across["round"], across["scores"]) == ([], "worker", 4, [0, 0])
    kept = after(state, KEEP)
    assert kept["animals"] == state["animals"]
    assert "lion-m" in kept["bags"]["m"] and {"wolf-f", "cat-f"} <= set(kept["bags"]["f"])
    assert kept["bags"]["m"] == sorted(kept["bags"]["m"]) and kept["drawn"] == []


@pytest.mark.rules("AN-4.57", "AN-4.58")
def test_only_an_own_single_animal_is_given_and_only_a_drawn_tile_taken():
    state = position(phase="trade", drawn="lion-m wolf-f cat-f", animals={0: "dog-m koala-f", 1: "tiger-m koala-m"})
    assert_refused(state, trade("tiger-m", "lion-m"), "AN-4.57")
    assert_refused(state, trade("lion-m", "wolf-f"), "AN-4.57")
    assert_refused(state, trade("dog-m", "tiger-f"), "AN-4.57")
    assert_refused(state, trade("dog-m", "dog-m"), "AN-4.57")
    assert_refused(state, trade("koala-f", "tiger-m"), "AN-4.57")  # before AN-4.58
    assert_refused(state, trade("koala-m", "lion-m"), "AN-4.57")
    assert_refused(state, trade("koala-f", "lion-m"), "AN-4.58")
    assert_legal(state, trade("dog-m", "lion-m"), KEEP)


@pytest.mark.rules("AN-4.58", "AN-4.3")
def test_the_tile_taken_may_be_the_mate_of_an_own_animal():
    state = position(phase="trade", drawn="dog-f wolf-f cat-f", animals={0: "dog-m koala-f"})
    assert after(state, trade("koala-f", "dog-f"))["animals"][0] == ["dog-f", "dog-m"]
    assert after(state, trade("dog-m", "dog-f"))["animals"][0] == ["dog-f", "koala-f"]


@pytest.mark.rules("AN-4.55", "AN-4.56", "AN-4.57", "AN-4.58")
def test_example_3_the_single_tiger_may_be_given_and_the_coupled_dog_may_not():
    animals = {0: "dog-m", 1: "raven-f tiger-m dog-f elephant-f", 2: "elephant-m"}
    state = position(
        4, phase="reward", actor=1, animals=animals, bags="raven-m tiger-f rhinoceros-m", rest=3,
        workers={"animals": 0, "exchange": 1, "build": 2, "load": 3},
    )  # fmt: skip
    drawn = after(state, reward("point"), draw("m"), draw("f"), draw("m"))
    assert (drawn["phase"], drawn["drawn"]) == ("trade", ["raven-m", "rhinoceros-m", "tiger-f"])
    assert_refused(drawn, trade("dog-f", "raven-m"), "AN-4.58")
    assert_refused(drawn, trade("elephant-f", "raven-m"), "AN-4.58")
    assert {move["give"] for move in legal(drawn, "trade")} == {"raven-f", "tiger-m"}
    later = after(drawn, trade("tiger-m", "raven-m"))
    assert later["bags"] == {"m": ["rhinoceros-m", "tiger-m"], "f": ["tiger-f"]}
    assert later["animals"][1] == ["dog-f", "elephant-f", "raven-f", "raven-m"]
    assert (later["action"], later["turn"]) == ("build", 2)
