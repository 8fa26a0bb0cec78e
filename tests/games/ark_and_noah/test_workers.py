"""Workers, bonuses, the order of actions and seats, and goods (AN-4.11 to AN-4.33)."""

import pytest

from ..arranging import after, assert_legal, assert_refused, legal, played, same_moves
from .positions import ACTIONS, DONE, KEEP, fence, gained, laid, pick, plank, position, reward, start, swap, worker

QUIET = ("pitch", "food", "wood", "load")  # actions that ask nobody while there are no pens


# Placing


@pytest.mark.rules("AN-4.11")
@pytest.mark.parametrize("players, first, seats", [
    (2, 0, [0, 1, 1, 0]), (2, 1, [1, 0, 0, 1]), (3, 1, [1, 2, 0]), (4, 0, [0, 1, 2, 3]), (4, 3, [3, 0, 1, 2]),
])  # fmt: skip
def test_in_the_first_round_seats_place_their_workers_as_they_wait(players, first, seats):
    match = start(players, first=first)
    placed = []
    for seat, action in zip(seats, ("load", "pitch", "wood", "food"), strict=False):
        state = match.state()
        assert (state["phase"], match.turn) == ("worker", seat)
        assert [there for there in state["action_done"] if there is not None] == seats[len(placed) :]
        placed.append((action, seat))
        assert all(state["action_now"][ACTIONS.index(name)] == owner for name, owner in placed[:-1])
        match.play(worker(action))
    assert match.state()["round"] == 2


@pytest.mark.rules("AN-4.11")
def test_the_leftmost_worker_that_waits_moves_next():
    state = position(phase="worker", workers={"animals": 1, "food": 0, "wood": 1, "load": 0})
    match = played(state)
    turns = []
    for action in ("load", "wood", "food", "pitch"):
        turns.append(match.turn)
        match.play(worker(action))
    assert turns == [1, 0, 1, 0]
    assert match.turn == 0 and match.state()["action_done"] == [0, None, 1, None, 0, None, 1]
    assert after(match.state(), worker("build"))["turn"] == 1


@pytest.mark.rules("AN-4.12")
def test_a_worker_goes_to_any_action_without_one_also_where_it_came_from():
    state = position(3, phase="worker", workers={"food": 1}, placed={"pitch": 0, "build": 2})
    free = [name for name in ACTIONS if name not in ("pitch", "build")]
    assert same_moves(legal(state), map(worker, free))
    assert_refused(state, worker("pitch"), "AN-4.12")
    assert_refused(state, worker("build"), "AN-4.12")
    assert_refused(state, DONE, "AN-7.3")
    assert_legal(state, worker("food"), worker("load"))
    ahead = position(3, phase="worker", workers={"food": 1, "wood": 2}, placed={"pitch": 0})
    assert_legal(ahead, worker("wood"))  # that worker still stands in the other row
    assert after(ahead, worker("wood"))["action_now"] == [0, None, None, None, 1, None, None]


@pytest.mark.rules("AN-4.13")
def test_a_bonus_is_scored_at_once_and_is_gone():
    state = position(
        3, phase="worker", workers={"food": 1, "wood": 2}, placed={"pitch": 0}, bonus={"load": 4, "build": 2}
    )
    later = after(state, worker("load"))
    assert gained(state, later) == [0, 4, 0]
    assert (later["bonus"], later["turn"]) == ([0, 0, 0, 0, 0, 2, 0], 2)
    assert gained(state, after(state, worker("exchange"))) == [0, 0, 0]


@pytest.mark.rules("AN-4.14")
def test_the_bonus_of_each_action_without_a_worker_rises_to_four_at_most():
    bonus = {"pitch": 1, "animals": 4, "exchange": 3, "build": 0, "load": 2}
    state = position(4, phase="worker", workers={"food": 3}, placed={"pitch": 0, "wood": 1, "food": 2}, bonus=bonus)
    later = after(state, worker("load"))
    assert later["bonus"] == [1, 4, 0, 4, 0, 1, 0]
    assert gained(state, later) == [0, 0, 0, 2]
    match = start(4)
    for action in QUIET:
        assert match.state()["bonus"] == [0] * 7
        match.play(worker(action))
    assert match.state()["bonus"] == [0, 1, 0, 1, 0, 1, 0]  # in round 1 too


@pytest.mark.rules("AN-4.13", "AN-4.14")
def test_example_14_a_bonus_of_three_is_scored_and_starts_again_at_one():
    state = position(
        4, phase="worker", workers={"pitch": 1}, placed={"food": 0, "load": 3, "pitch": 2}, bonus={"wood": 3}
    )
    later = after(state, worker("wood"))
    assert gained(state, later) == [0, 3, 0, 0]
    assert (later["round"], later["bonus"][ACTIONS.index("wood")]) == (4, 0)
    for action in ("load", "pitch", "food"):
        later = after(later, worker(action))
    assert later["bonus"][ACTIONS.index("wood")] == 0
    assert after(later, worker("build"))["bonus"][ACTIONS.index("wood")] == 1


# Carrying out


@pytest.mark.rules("AN-4.14", "AN-4.21", "AN-4.22", "AN-4.24", "AN-4.44")
def test_example_1_the_first_round_of_four_seats():
    match = start(4)
    for action in ("animals", "exchange", "build", "load"):
        match.play(worker(action))
    assert match.state()["bonus"] == [1, 0, 1, 0, 1, 0, 0]
    seats = {}
    while match.state()["round"] == 1:
        state = match.state()
        seats.setdefault(state["action"], [])
        if match.turn not in seats[state["action"]]:
            seats[state["action"]].append(match.turn)
        moves = match.moves()
        match.play(DONE if DONE in moves else KEEP if KEEP in moves else moves[0])
    assert seats == {"animals": [0, 1, 2, 3], "exchange": [1], "build": [2, 0, 1, 3]}
    pen = fence("2,1 2,2", 0, {1: "H2,1", 2: "H2,3", 3: "V2,1"}, players=4)
    workers = {"animals": 0, "exchange": 1, "build": 2, "load": 3}
    load = position(4, phase="load", actor=3, workers=workers, ark=pen)
    assert (load["turn"], load["queue"]) == (3, [0, 1, 2])
    match = played(load)
    turns = []
    while match.state()["round"] == 3:
        turns.append(match.turn)
        match.play(DONE)
    assert turns == [3, 0, 1, 2]


@pytest.mark.rules("AN-4.21")
def test_actions_are_carried_out_from_left_to_right_and_their_workers_move_down():
    match = start(3)
    for action in ("build", "exchange", "wood"):
        match.play(worker(action))
    state = match.state()
    assert (state["action"], state["actor"], state["phase"]) == ("exchange", 1, "reward")
    assert state["action_now"] == [None, None, None, 1, 2, 0, None]
    assert state["action_done"] == [None] * 7
    for _ in range(4):
        match.play(match.moves()[0])
    match.play(KEEP)
    state = match.state()
    assert (state["action"], state["actor"], state["phase"]) == ("build", 0, "build")
    assert state["planks"] == [5, 5, 7]
    assert state["action_now"] == [None, None, None, None, None, 0, None]
    assert state["action_done"] == [None, None, None, 1, 2, None, None]
    for _ in range(3):
        match.play(DONE)
    state = match.state()
    assert (state["round"], state["phase"], state["action"], state["actor"]) == (2, "worker", None, None)
    assert state["action_done"] == [None, None, None, 1, 2, 0, None] and state["action_now"] == [None] * 7


def goods_after(goods, supply, *workers, players=4):
    """What each seat has taken of a good in a round in which the workers stand so, with so much in the supply."""
    *placed, (action, seat) = workers
    has = dict.fromkeys(range(players - 1), 0)
    words = {goods: has, "supply": {goods: supply}}
    state = position(players, phase="worker", workers={"build": seat}, placed=dict(placed), **words)
    later = after(state, worker(action))
    assert later["round"] == 4
    assert later["supply"][goods] + sum(later[goods]) == state["supply"][goods] + sum(state[goods])
    return [new - old for old, new in zip(state[goods], later[goods], strict=True)]


@pytest.mark.rules("AN-4.22", "AN-4.31")
@pytest.mark.parametrize("supply, taken", [
    (9, [1, 1, 3, 1]), (6, [1, 1, 3, 1]), (5, [1, 0, 3, 1]), (4, [0, 0, 3, 1]), (3, [0, 0, 3, 0]), (2, [0, 0, 2, 0]),
    (0, [0, 0, 0, 0]),
])  # fmt: skip
def test_pitch_gives_the_actor_three_and_the_others_one_in_the_order_of_their_workers(supply, taken):
    assert goods_after("pitch", supply, ("pitch", 2), ("food", 3), ("wood", 0), ("load", 1)) == taken


@pytest.mark.rules("AN-4.22", "AN-4.32")
@pytest.mark.parametrize("supply, taken", [
    (9, [1, 1, 1, 3]), (5, [1, 0, 1, 3]), (4, [0, 0, 1, 3]), (3, [0, 0, 0, 3]), (1, [0, 0, 0, 1]), (0, [0, 0, 0, 0]),
])  # fmt: skip
def test_food_gives_as_pitch_does_and_workers_left_of_it_come_first(supply, taken):
    assert goods_after("food", supply, ("load", 1), ("wood", 0), ("pitch", 2), ("food", 3)) == taken


@pytest.mark.rules("AN-4.33")
def test_wood_gives_four_and_two_planks_as_far_as_each_colour_goes():
    words = {"phase": "worker", "workers": {"pitch": 3}, "placed": {"pitch": 0, "food": 1, "load": 2}}
    full = position(4, **words)
    assert after(full, worker("wood"))["planks"] == [5, 5, 5, 7]
    assert after(full, worker("wood"))["supply"]["planks"] == [22, 22, 22, 20]
    hull = laid(s0="H2,0 H3,0 H4,0", s1="H5,0")
    short = position(4, ark=hull, supply={"planks": {0: 1, 1: 0, 3: 3}}, **words)
    later = after(short, worker("wood"))
    assert later["planks"] == [24, 26, 5, 27]
    assert later["supply"]["planks"] == [0, 0, 22, 0]


@pytest.mark.rules("AN-3.9", "AN-4.11", "AN-4.22", "AN-4.23")
def test_two_workers_of_three_seats_move_one_by_one_and_give_no_second_share():
    match = start(3, workers="two")
    turns = []
    for action in ("wood", "pitch", "food", "animals", "build", "load"):
        turns.append(match.turn)
        match.play(worker(action))
    assert turns == [0, 1, 2, 2, 1, 0]
    state = match.state()
    assert (state["phase"], state["actor"], state["queue"]) == ("bag", 2, [1, 0])
    words = {"workers": {"build": 1}, "placed": {"pitch": 0, "food": 0, "wood": 1, "animals": 2, "exchange": 2}}
    state = after(position(3, each="two", phase="worker", bags="", rest=0, **words), worker("load"))
    assert (state["pitch"], state["food"], state["phase"]) == ([5, 3, 3], [5, 3, 3], "reward")


@pytest.mark.rules("AN-4.23")
def test_a_second_worker_gives_no_second_share():
    words = {"workers": {"build": 1}, "placed": {"pitch": 0, "food": 0, "wood": 1}}
    later = after(position(phase="worker", **words), worker("load"))
    assert (later["pitch"], later["food"], later["planks"]) == ([5, 3], [5, 3], [5, 7])
    assert later["round"] == 4


@pytest.mark.rules("AN-4.22", "AN-4.23", "AN-4.60")
def test_example_13_seat_0_owns_build_and_wood():
    state = position(workers={"pitch": 1, "animals": 1, "wood": 0, "build": 0}, planks={0: 10, 1: 10})
    match = played(state)
    edges = [f"{kind}{x},{y}" for kind, y in (("H", 0), ("H", 4), ("H", 1), ("H", 3)) for x in range(2, 6)]
    seats = []
    while match.state()["phase"] == "build":
        seats.append(match.turn)
        match.play(plank(edges[len(seats) - 1]))
    assert seats == [0] * 8 + [1] * 5
    assert match.scores == [8, 5]


@pytest.mark.rules("AN-4.22")
def test_with_two_workers_a_seat_comes_by_its_leftmost():
    workers = {"pitch": 0, "food": 1, "build": 1, "load": 0}
    state = position(actor=1, workers=workers)
    assert after(state, DONE)["turn"] == 0
    last = position(phase="load", actor=0, workers=workers, ark=fence("2,1", 0, {1: "H2,1"}))
    assert (last["queue"], after(last, DONE)["turn"]) == ([1], 1)


@pytest.mark.rules("AN-4.22")
@pytest.mark.parametrize("workers, order", [
    ({"pitch": 3, "animals": 2, "food": 1, "exchange": 0}, [2, 3, 1, 0]),
    ({"animals": 2, "food": 1, "exchange": 0, "load": 3}, [2, 1, 0, 3]),
    ({"pitch": 1, "animals": 0, "build": 3, "load": 2}, [0, 1, 3, 2]),
])  # fmt: skip
def test_animals_are_taken_in_the_order_of_the_workers_in_both_rows(workers, order):
    last = next(action for action in reversed(ACTIONS) if action in workers)
    placed = {action: seat for action, seat in workers.items() if action != last}
    match = played(position(4, phase="worker", workers={"wood": workers[last]}, placed=placed), worker(last))
    turns = []
    while match.state()["phase"] == "pick":
        assert match.state()["queue"] == order[len(turns) + 1 :]
        turns.append(match.turn)
        match.play(pick(match.state()["drawn"][0]))
    assert turns == order


@pytest.mark.rules("AN-4.22")
@pytest.mark.parametrize("workers, order", [
    ({"pitch": 2, "wood": 0, "build": 3, "load": 1}, [3, 2, 0, 1]),
    ({"build": 1, "exchange": 0, "animals": 2, "pitch": 3}, [1, 3, 2, 0]),
    ({"build": 0, "load": 2, "food": 1, "wood": 3}, [0, 1, 3, 2]),
])  # fmt: skip
def test_building_goes_in_the_order_of_the_workers_in_both_rows(workers, order):
    match = played(position(4, phase="build", actor=order[0], workers=workers))
    turns = []
    while match.state()["phase"] == "build":
        turns.append((match.turn, match.state()["left"]))
        match.play(DONE)
    assert turns == [(order[0], 8), *((seat, 5) for seat in order[1:])]


@pytest.mark.rules("AN-4.24")
def test_exchange_is_for_the_actor_alone():
    state = position(3, phase="reward", actor=2, ark=laid(s0="H2,0", s1="V2,1"), animals={0: "dog-m", 1: "cat-f"})
    match = played(state, reward("food"), swap("H2,0", "V2,1"))
    assert (match.state()["phase"], match.state()["round"]) == ("worker", 4)
    assert match.state()["food"] == [2, 2, 3]
