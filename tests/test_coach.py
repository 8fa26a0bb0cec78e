"""The coach: judged from the mover's own knowledge only, the same for the same seed, and only of legal moves."""

from __future__ import annotations

import json
from functools import cache
from itertools import islice

import pytest

import ararat
from ararat.coach import BEST_FEW, SLIP, Decision, Judgement, Tip, advise, analyse, judge
from ararat.core.hooks import hooks_of
from ararat.games import all_facts
from lengths import amount

from .laws.positions import engine, random_match
from .laws.worlds import canonical, other_world, stand

SLUGS = list(all_facts())
JUDGED = amount(25, long=60)  # decisions of a match
FEW = 24  # playouts: enough to try some moves


def usual(slug):
    return slug, all_facts()[slug].usual_players, {}


@cache
def finished(slug):
    return random_match(usual(slug), 3)


def tips_in(judgement):
    return [judgement.played, *judgement.best]


@pytest.mark.parametrize("slug", SLUGS)
def test_hints_are_legal_moves_with_chances_in_their_intervals_the_same_for_the_same_seed(slug):
    match = random_match(usual(slug), 5, decisions=17)
    tips = advise(match.view(match.turn), 1, FEW, None)
    assert 1 <= len(tips) <= BEST_FEW
    for tip in tips:
        assert match.why_not(tip.move) is None
        assert 0 <= tip.low <= tip.chance + 1e-9 and tip.chance - 1e-9 <= tip.high <= 1
    assert sum(tip.share for tip in tips) <= 1 + 1e-9
    assert tips == advise(match.view(match.turn), 1, FEW, None)


@pytest.mark.parametrize("slug", SLUGS)
def test_worlds_that_look_the_same_to_the_mover_get_the_same_hint_and_the_same_judgement(slug):
    """What others hold, and what chance would bring, changes neither."""
    table = usual(slug)
    rules = engine(slug)
    differing = 0
    for decisions in (2, 9, 23, 40):
        match = random_match(table, 7, decisions)
        tables, seat = match._tables, match.turn
        other = stand(table, other_world(rules, tables, seat, seed=decisions))
        match = stand(table, tables)
        differing += canonical(match.state()) != canonical(other.state())
        assert advise(match.view(seat), 3, FEW, None) == advise(other.view(seat), 3, FEW, None)
        move = match.moves()[-1]
        judged = []
        for world in (match, other):
            world.play(move)
            mover, view, played = world.decision(0)
            assert (mover, played) == (seat, move)
            judged.append(judge(view, played, 0, FEW, seed=4).told())
        assert judged[0] == judged[1]
    assert differing or not all_facts()[slug].secrets, "no position had a second world"


@pytest.mark.parametrize("slug", SLUGS)
def test_a_finished_match_is_judged_decision_by_decision(slug):
    match = finished(slug)
    judgements = list(islice(analyse(match, 6, seed=2), JUDGED))
    assert [one.number for one in judgements] == list(range(min(JUDGED, len(match.history))))
    assert [one.played.move for one in judgements] == match.history[:JUDGED]
    for one in judgements:
        seat, view, _ = match.decision(one.number)
        assert one.seat == seat and 1 <= len(one.best) <= BEST_FEW
        imagined = stand(usual(slug), hooks_of(all_facts()[slug]).imagine(view))
        assert all(imagined.why_not(tip.move) is None for tip in tips_in(one)), "a tip is a move of this decision"
        assert one.forced == one.told()["forced"] == (len(imagined.moves()) == 1)
        assert one.forced == (len(one.best) == 1), "where there is a choice, there is something to compare with"
        if one.forced:
            assert one.best == (one.played,) and one.loss == 0
        assert one.loss == 0 or (one.best[0].low > one.played.high and one.loss > 0)
        told = one.told()
        assert json.loads(json.dumps(told)) == told
        assert all(tip["low"] <= tip["chance"] <= tip["high"] for tip in (told["played"], *told["best"]))
    assert judgements[:9] == list(islice(analyse(match, 6, seed=2), 9))


@pytest.mark.parametrize("slug", SLUGS)
def test_the_best_move_costs_nothing_by_the_very_numbers_that_slips_are_told_by(slug):
    """What the search liked in a move is not held against the one that was played: both are looked at alone."""
    match = random_match(usual(slug), 4, decisions=12)
    view = match.view(match.turn)
    decision = Decision(view)
    judged = judge(view, match.moves()[-1], 0, 40, seed=5)
    again = judge(view, judged.best[0].move, 0, 40, seed=5)
    assert again.played == again.best[0] and again.loss == 0
    for tip in tips_in(judged):
        look = decision.look(decision.action_of(tip.move), 6, 20, None, None)
        assert (tip.chance, tip.low, tip.high) == decision.told(look.thought)


@pytest.mark.parametrize(
    "view, seed, playouts",
    [
        ({}, 1, 5),
        ({"game": "go"}, 1, 5),
        (None, 1, 5),
        ({"game": SLUGS[0], "turn": 0}, 1, 5),
        ("good", "x", 5),
        ("good", -1, 5),
        ("good", 1, 0),
        ("good", 1, "many"),
    ],
)
def test_the_coach_answers_what_it_cannot_use_with_a_sentence(view, seed, playouts):
    match = ararat.game(SLUGS[0]).start(players=2, seed=1)
    with pytest.raises(ararat.AraratError):
        advise(match.view(0) if view == "good" else view, seed, playouts)
    if view == "good":
        with pytest.raises(ararat.AraratError):
            analyse(finished(SLUGS[0]), playouts, seed)


def test_another_seed_is_another_thought():
    match = finished(SLUGS[0])
    first, second = next(analyse(match, FEW, seed=1)), next(analyse(match, FEW, seed=2))
    assert first.played.move == second.played.move and first != second


def test_an_analysis_that_is_stopped_keeps_what_it_has():
    match = finished(SLUGS[-1])
    kept = []
    for judgement in analyse(match, FEW, stop=lambda: len(kept) == 3):
        kept.append(judgement)
    whole = analyse(match, FEW)
    assert kept == [next(whole) for _ in range(3)]


def test_a_coach_without_time_has_no_advice():
    match = ararat.game(SLUGS[0]).start(players=2, seed=1)
    assert advise(match.view(0), 1, FEW, None, stop=lambda: True) == []


def test_a_match_that_is_not_over_is_not_looked_into():
    with pytest.raises(ararat.NotOver):
        analyse(ararat.game(SLUGS[0]).start(players=2, seed=1))


def test_a_slip_and_a_swing_turn_a_match_and_nothing_else_does():
    tip = Tip({"move": "x"}, 0.5, 0.4, 0.6, 1.0)
    cases = {
        (0.0, 0.0): (False, False),
        (SLIP, 0.0): (True, True),
        (0.0, -0.2): (False, True),
        (0.01, 0.1): (False, False),
    }
    for (loss, swing), (slip, turning) in cases.items():
        judgement = Judgement(0, 0, tip, (tip,), loss, swing)
        assert (judgement.slip, judgement.turning) == (slip, turning)


def test_who_plays_at_random_slips_and_the_better_move_is_no_slip():
    match = finished(SLUGS[-1])
    slips = list(islice((one for one in analyse(match, 120) if one.slip), amount(3, long=None)))
    assert slips
    worst = max(slips, key=lambda one: one.loss)
    _, view, played = match.decision(worst.number)
    assert worst.best[0].move != played
    assert judge(view, worst.best[0].move, worst.number, 120, seed=9).loss < worst.loss
