"""Drawing and taking animals (AN-4.41 to AN-4.44)."""

from collections import Counter

import pytest

from ..arranging import after, assert_legal, assert_refused, legal, played, same_moves
from .positions import bag, pick, position, worker

PLACED = {2: {"food": 0, "wood": 1, "load": 1}, 3: {"food": 1, "load": 2}, 4: {"food": 1, "wood": 2, "load": 3}}


def to_animals(players, seed=1, **words):
    """The match after the last worker went to `animals`; its order is 0, 1, 2, 3."""
    state = position(players, phase="worker", workers={"build": 0}, placed=PLACED[players], **words)
    return played(state, worker("animals"), seed=seed)


def sexes(tiles):
    return Counter(tile[-1] for tile in tiles)


@pytest.mark.rules("AN-4.41", "AN-4.44")
@pytest.mark.parametrize("players, each", [(2, 1), (3, 1), (4, 2)])
def test_males_and_females_are_drawn_and_laid_open(players, each):
    seen = set()
    for seed in range(30):
        match = to_animals(players, seed)
        state = match.state()
        assert sexes(state["drawn"]) == {"m": each, "f": each}
        assert not set(state["drawn"]) & {*state["bags"]["m"], *state["bags"]["f"]}
        assert (state["phase"], match.turn) == ("bag" if players == 3 else "pick", 0)
        assert state["queue"] == list(range(1, players))
        seen |= set(state["drawn"])
    assert len(seen) > 15


@pytest.mark.rules("AN-4.42")
def test_with_three_players_the_actor_names_the_bag_of_a_third_tile():
    for sex, seed in zip("mfmf", range(4), strict=True):
        match = to_animals(3, seed)
        two = match.state()
        assert same_moves(match.moves(), [bag("m"), bag("f")])
        match.play(bag(sex))
        state = match.state()
        assert (state["phase"], state["turn"], state["queue"]) == ("pick", 0, [1, 2])
        (third,) = set(state["drawn"]) - set(two["drawn"])
        assert third in two["bags"][sex] and third not in state["bags"][sex]


@pytest.mark.rules("AN-4.42")
def test_the_bag_of_the_third_tile_must_not_be_empty():
    state = to_animals(3, bags="dog-m cat-m cat-f", rest=2).state()
    assert (state["phase"], state["bags"]["f"]) == ("bag", [])
    assert_refused(state, bag("f"), "AN-4.42")
    assert legal(state) == [bag("m")]
    assert sexes(after(state, bag("m"))["drawn"]) == {"m": 2, "f": 1}


@pytest.mark.rules("AN-4.42", "AN-4.43")
def test_if_both_bags_are_empty_there_is_no_third_tile():
    match = to_animals(3, bags="dog-m cat-f", rest=2)
    assert (match.state()["phase"], match.state()["drawn"]) == ("pick", ["cat-f", "dog-m"])
    match.play(pick("dog-m"))
    assert (match.turn, match.state()["queue"]) == (1, [2])
    match.play(pick("cat-f"))
    assert match.state()["round"] == 4  # seat 2 gets none


@pytest.mark.rules("AN-4.43")
@pytest.mark.parametrize("players, bags, drawn", [
    (2, "dog-m cat-m", {"m": 1}), (2, "dog-f", {"f": 1}), (2, "dog-m dog-f", {"m": 1, "f": 1}),
    (3, "dog-m", {"m": 1}), (3, "dog-f cat-f", {"f": 1}), (4, "dog-m cat-m lion-m", {"m": 2}),
    (4, "dog-m dog-f cat-f", {"m": 1, "f": 2}), (4, "wolf-f", {"f": 1}), (4, "wolf-f wolf-m cat-m", {"m": 2, "f": 1}),
])  # fmt: skip
def test_a_short_bag_gives_what_it_has_and_the_last_seats_get_none(players, bags, drawn):
    match = to_animals(players, bags=bags, rest=0)
    assert sexes(match.state()["drawn"]) == drawn
    if match.state()["phase"] == "bag":
        match.play(match.moves()[0])
    tiles, takers = len(match.state()["drawn"]), []
    while match.state()["phase"] == "pick":
        takers.append(match.turn)
        match.play(match.moves()[-1])
    assert takers == list(range(tiles))
    state = match.state()
    assert (state["phase"], state["round"], state["drawn"], state["queue"]) == ("worker", 4, [], [])


@pytest.mark.rules("AN-4.43")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_with_no_tile_the_action_does_nothing(players):
    match = to_animals(players, bags="", rest=0)
    assert (match.state()["phase"], match.state()["round"]) == ("worker", 4)
    assert match.state()["action_done"][1] == 0


@pytest.mark.rules("AN-4.43", "AN-4.44")
def test_example_12_one_male_and_one_female_for_four_seats():
    match = to_animals(4, bags="dog-m lion-f", rest=3)
    assert match.state()["drawn"] == ["dog-m", "lion-f"]
    assert match.state()["queue"] == [1, 2, 3]
    match.play(pick("lion-f"))
    assert (match.turn, match.moves()) == (1, [pick("dog-m")])
    match.play(pick("dog-m"))
    state = match.state()
    assert state["animals"][:3] == [["lion-f"], ["dog-m"], []]
    assert (state["phase"], state["round"]) == ("worker", 4)


@pytest.mark.rules("AN-4.44")
def test_each_seat_must_take_one_of_the_drawn_tiles():
    state = position(4, phase="pick", turn=2, actor=0, drawn="dog-m cat-f", animals={2: "lion-m"})
    assert same_moves(legal(state), [pick("dog-m"), pick("cat-f")])
    assert_refused(state, pick("cat-m"), "AN-4.44")
    assert_refused(state, pick("lion-m"), "AN-4.44")
    assert_refused(state, {"move": "done"}, "AN-7.3")
    assert_refused(state, {"move": "keep"}, "AN-7.3")
    assert_legal(state, pick("dog-m"), pick("cat-f"))
    later = after(state, pick("cat-f"))
    assert later["animals"][2] == ["cat-f", "lion-m"]
    assert (later["drawn"], later["turn"]) == (["dog-m"], 3)


@pytest.mark.rules("AN-4.44", "AN-4.3")
def test_example_2_both_dogs_are_coupled_and_the_giraffe_is_single():
    def tradable(seat, dove):
        """What the seat may give away in an exchange once all have taken."""
        animals = {0: "dog-m", 1: "dog-f", 2: "dove-f", 3: "giraffe-m"}
        animals[0] += " dove-m" * dove
        state = position(4, phase="trade", actor=seat, animals=animals, drawn="lion-m lion-f wolf-m")
        return {move["give"] for move in legal(state, "trade")}

    state = position(4, phase="pick", drawn="dog-m giraffe-m dog-f dove-f", workers=dict(zip(
        ("animals", "food", "wood", "load"), range(4), strict=True)))  # fmt: skip
    match = played(state)
    for seat, tile in enumerate(("dog-m", "dog-f", "dove-f", "giraffe-m")):
        assert match.turn == seat
        match.play(pick(tile))
    assert match.state()["animals"] == [["dog-m"], ["dog-f"], ["dove-f"], ["giraffe-m"]]
    assert [tradable(seat, dove=False) for seat in range(4)] == [set(), set(), {"dove-f"}, {"giraffe-m"}]
    assert [tradable(seat, dove=True) for seat in range(4)] == [set(), set(), set(), {"giraffe-m"}]
