"""The take-back law: a seat among bots takes its last decision back only if nothing that it learnt remains.

Two worlds look alike to a seat. It decides, the others move; as long as the match says that the decision can be taken
back, the others can do what looks the same in both worlds, and all that the seat is told of it is the same. Once it
is taken back, nothing is left of it, in either world.
"""

from __future__ import annotations

from random import Random

import pytest

from ararat.core.engine import engine_of
from ararat.core.hooks import hooks_of
from ararat.errors import NothingToUndo
from ararat.games import all_facts
from lengths import amount

from .positions import positions, start
from .worlds import other_world, stand

FURTHER = amount(6, long=8)  # moves of others that are looked at after a decision
DECISIONS = amount(2, long=4)  # tried at each position


def looks(match, move, seat):
    """A move as a seat sees it."""
    return hooks_of(match._facts).seen(match._tables[0], move, seat)


def decisions(table):
    """Positions with two worlds that look alike to the seat in turn, and decisions of that seat."""
    rules = engine_of(all_facts()[table[0]])
    for number, tables in enumerate(positions(table)):
        if tables[0]["turn"] >= 0:
            seat, random = int(tables[0]["turn"]), Random(number)
            other = other_world(rules, tables, seat, 700 + number)
            for _ in range(DECISIONS):
                one, two = stand(table, tables), stand(table, other)
                yield one, two, seat, random.choice(one.moves()), random


def test_what_can_be_taken_back_told_the_seat_nothing(table):
    taken, over_others = 0, 0
    for one, two, seat, decision, random in decisions(table):
        before = [(match.state(), match._tables.tobytes(), match.view(seat)) for match in (one, two)]
        move = twin = decision
        for step in range(FURTHER):
            one.play(move)
            assert two.why_not(twin) is None
            two.play(twin)
            if one.why_no_take_back(seat) is not None:
                break
            assert two.why_no_take_back(seat) is None
            assert one.turn == two.turn
            assert one.view(seat) == two.view(seat)
            assert one.log(seat) == two.log(seat)
            taken, over_others = taken + 1, over_others + (step > 0)
            for match, (state, bytes_before, view) in zip((one, two), before, strict=True):
                back = match.copy()
                assert len(back.take_back(seat)) == step + 1
                assert back.history == [] and back.log(seat) == []
                assert (back.state(), back._tables.tobytes(), back.view(seat)) == (state, bytes_before, view)
            if one.turn == seat:
                break
            move = random.choice(one.moves())
            alike = [other for other in two.moves() if looks(two, other, seat) == looks(one, move, seat)]
            trial = one.copy()
            trial.play(move)
            if trial.why_no_take_back(seat) is not None:
                break  # what this one tells may part the worlds
            assert alike, "the others could not do this in the other world: the seat has learnt something"
            twin = alike[-1]
    assert taken, "no decision could be taken back: the law would prove nothing"
    if table[1] > 1 and table[0] in ("animals-on-board", "ark-and-noah"):
        assert over_others, "nothing was ever taken back over the moves of others"


def test_what_a_seat_learns_in_one_world_and_not_in_another_can_never_be_taken_back(table):
    """The other way round: wherever the seat's view parts two worlds, both matches say that it learnt something."""
    for one, two, seat, decision, _ in decisions(table):
        one.play(decision)
        two.play(decision)
        if one.view(seat) != two.view(seat):
            for match in (one, two):
                assert match.why_no_take_back(seat) is not None
                with pytest.raises(NothingToUndo):
                    match.take_back(seat)


@pytest.mark.parametrize("seed", range(amount(1, long=3)))
def test_a_whole_match_says_of_every_decision_what_was_learnt(table, seed):
    """Back means to the last decision of the seat; else the sentence names the first move that told it something."""
    match, random = start(table, seed), Random(seed)
    assert match.why_no_take_back(0).key == "error.undo-none"
    while not match.over:
        match.play(random.choice(match.moves()))
        seat = random.randrange(match.players)
        problem, decided = match.why_no_take_back(seat), match.last_decision(seat)
        if problem is None:
            twin = match.copy()
            assert twin.take_back(seat) == match.history[decided:]
            assert twin.turn == seat and twin.history == match.history[:decided]
        elif problem.number is not None:
            assert decided <= problem.number < len(match.history)
            assert problem.key in ("error.undo-chance", "error.undo-learnt")
    assert {match.why_no_take_back(seat).key for seat in range(match.players)} <= {"error.undo-over", "error.undo-none"}
