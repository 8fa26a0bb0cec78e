"""What can be taken back: move by move, as long as no tile was drawn and the game is not over."""

import random

import pytest

import ararat

from ..arranging import assert_can_undo, assert_final, played, restored
from .positions import (
    DONE,
    KEEP,
    bag,
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
    random_match,
    reward,
    start,
    swap,
    trade,
    whole_hull,
    worker,
)

TWO = laid(s0="H2,0", s1="V2,1")
PAIR = {"animals": {0: "dog-m mouse-m", 1: "dog-f mouse-f"}}
BLOCK = {edge: seat for edge, seat in fence("3,1 4,1 3,2 4,2", 1).items() if edge != "H3,1"} | {"V4,1": 1}


@pytest.mark.rules("AN-4.11", "AN-4.13", "AN-4.21")
def test_placing_a_worker_can_be_taken_back_unless_animals_are_drawn():
    state = position(phase="worker", bonus={"wood": 3, "load": 1})
    assert_can_undo(state, worker("wood"))
    assert_can_undo(state, worker("animals"))
    last = position(phase="worker", workers={"pitch": 0}, placed={"food": 1, "wood": 1, "load": 0}, bonus={"pitch": 2})
    assert_can_undo(last, worker("pitch"))  # a whole round goes by
    assert_can_undo(last, worker("exchange"))
    assert_final(last, worker("animals"))
    waiting = position(phase="worker", workers={"pitch": 0}, placed={"animals": 1, "wood": 1, "load": 0})
    assert_final(waiting, worker("pitch"))


@pytest.mark.rules("AN-4.42", "AN-4.44", "AN-4.56", "AN-4.57")
def test_a_draw_is_final_and_taking_what_lies_open_is_not():
    assert_final(position(3, phase="bag", drawn="dog-m cat-f"), bag("m"))
    assert_can_undo(position(3, phase="pick", drawn="dog-m cat-f wolf-f"), pick("dog-m"))
    assert_can_undo(position(phase="pick", turn=1, actor=0, drawn="dog-m"), pick("dog-m"))
    exchange = position(phase="exchange", ark=TWO, animals={0: "dog-m"})
    assert_final(exchange, draw("m"))
    assert_final(exchange, draw("m"), draw("f"))
    assert_final(exchange, draw("m"), draw("f"), draw("f"))
    assert_can_undo(exchange, draw("m"), draw("f"), draw("f"), KEEP)
    open_tiles = position(phase="trade", drawn="cat-m wolf-f lion-m", animals={0: "dog-m"})
    assert_can_undo(open_tiles, trade("dog-m", "wolf-f"))
    assert_can_undo(open_tiles, KEEP)


@pytest.mark.rules("AN-4.51", "AN-4.53", "AN-4.59")
def test_rewards_and_swaps_can_be_taken_back():
    state = position(phase="reward", ark=TWO)
    for kind in ("point", "food", "plank", "pitch"):
        assert_can_undo(state, reward(kind))
    assert_can_undo(state, reward("point"), swap("H2,0", "V2,1"))
    assert_can_undo(position(phase="reward"), reward("food"))


@pytest.mark.rules("AN-4.65", "AN-4.69")
def test_building_can_be_taken_back_with_the_planks_that_it_removed():
    assert_can_undo(position(ark=BLOCK), plank("H3,1"))
    assert_can_undo(position(ark=BLOCK), plank("H2,0"))
    assert_can_undo(position(ark=laid(s0="H2,0 H3,0")), cube("J3,0"))
    assert_can_undo(position(), DONE)
    assert_can_undo(position(), DONE, DONE)


@pytest.mark.rules("AN-4.76", "AN-4.91")
def test_loading_can_be_taken_back():
    words = {"phase": "load", "ark": fence("2,1"), **PAIR}
    assert_can_undo(position(**words), feed("2,1"))
    assert_can_undo(position(fed="2,1", **words), embark("dog", "2,1"))
    assert_can_undo(position(fed="2,1", **words), embark("dog", "2,1"), embark("mouse", "2,1"))
    assert_can_undo(position(fed="2,1", **words), DONE)


@pytest.mark.rules("AN-5.4", "AN-5.5", "AN-5.9")
def test_final_loading_can_be_taken_back_but_not_the_end():
    words = {"round": 12, "ark": fence("2,1"), **PAIR}
    assert_can_undo(position(phase="final-feed", **words), feed("2,1"))
    board = position(phase="final-board", fed="2,1", **words)
    assert_can_undo(board, embark("dog", "2,1"))
    assert_can_undo(board, DONE)
    assert_final(board, DONE, DONE)
    assert_final(board, embark("dog", "2,1"), embark("mouse", "2,1"))


@pytest.mark.rules("AQ-4.2", "AQ-4.3", "AQ-4.4")
def test_in_the_quick_game_animals_and_draws_are_final():
    state = position(phase="action", variant="quick", animals={0: "dog-m"}, ark=fence("2,1"))
    for name in ("wood", "build", "load", "exchange"):
        assert_can_undo(state, choose(name))
    assert_final(state, choose("animals"))
    assert_final(state, choose("exchange"), draw("m"))
    assert_can_undo(state, choose("animals"), pick(played(state, choose("animals")).state()["drawn"][0]))
    ending = position(phase="action", variant="quick", actor=1, round=8, ark=whole_hull())
    assert_final(ending, choose("load"))  # the game is over


@pytest.mark.rules("AN-8.1")
def test_nothing_can_be_taken_back_at_the_start():
    for match in (start(3), restored(position())):
        assert not match.can_undo
        with pytest.raises(ararat.NothingToUndo):
            match.undo()


@pytest.mark.rules("AN-4.1", "AN-4.60")
def test_a_whole_round_is_taken_back_move_by_move():
    match = start(2)
    states = []
    for action in ("load", "build", "wood", "pitch"):
        states.append(match.state())
        match.play(worker(action))
    rng = random.Random(4)
    while match.state()["phase"] == "build":
        states.append(match.state())
        match.play(rng.choice(match.moves()))
    assert match.state()["round"] == 2 and len(states) > 8
    while states:
        assert match.can_undo
        match.undo()
        assert match.state() == states.pop()
    assert match.history == [] and not match.can_undo


@pytest.mark.rules("AN-3.3")
def test_taking_back_changes_nothing_that_comes_later():
    state = position(phase="exchange", animals={0: "dog-m"}, ark=TWO)
    for seed in range(5):
        straight, detour = restored(state, seed), restored(state, seed)
        detour.play(swap("H2,0", "V2,1"))
        detour.undo()
        for sex in "mfm":
            straight.play(draw(sex))
            detour.play(draw(sex))
            assert straight.state() == detour.state()
        detour.play(KEEP)
        detour.undo()
        assert straight.state() == detour.state()
        assert straight.history == detour.history


@pytest.mark.rules("AN-3.3", "AN-4.41", "AN-4.56")
@pytest.mark.parametrize(
    "players, seed, variant", [(2, 8, "standard"), (3, 8, "standard"), (4, 8, "standard"), (3, 9, "quick")]
)
def test_in_whole_matches_a_move_is_final_if_a_tile_was_drawn_or_the_game_ends(players, seed, variant):
    before, final = None, 0
    for match in random_match(players, seed, variant=variant):
        now = match.state()
        if before is not None:
            drawn = {sex: set(before["bags"][sex]) - set(now["bags"][sex]) for sex in "mf"}
            forced = all(not drawn[sex] or len(before["bags"][sex]) == len(drawn[sex]) for sex in "mf")
            drew = any(drawn.values())
            if not (drew and forced):
                assert match.can_undo == (not drew and not match.over), match.history[-1]
            if match.can_undo and len(match.history) % 10 == 0:
                twin = match.copy()
                twin.play(twin.undo())
                assert twin.state() == now
            final += drew
        before = now
    assert final > 5
