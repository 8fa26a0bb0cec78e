"""Reasons of a tip: they add up to the difference that they explain, and come from the view alone."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from random import Random

import numpy as np
import pytest

import ararat
from ararat.coach import BEST_FEW, Decision, advise, as_good, judge
from ararat.core.hooks import hooks_of
from ararat.core.words import LANGUAGES, words
from ararat.games import all_facts
from ararat.reasons import Label, Share, named_sources, points_by_source, reason_said, shares
from lengths import amount
from shipping import ship

from .laws.positions import engine, positions, random_match
from .laws.worlds import other_world, stand

SLUGS = list(all_facts())
FEW = 24  # playouts
LABEL = Label("source", ())


def usual(slug, players=None):
    return slug, players or all_facts()[slug].usual_players, {}


@cache
def decisions(slug):
    """Decisions of every phase of a game, and of the smallest table too."""
    found = []
    for players in {all_facts()[slug].usual_players, all_facts()[slug].players[0]}:
        table = usual(slug, players)
        matches = [stand(table, tables) for tables in positions(table)]
        choices = [match for match in matches if not match.over and len(match.moves()) > 1]
        found += Random(1).sample(choices, min(len(choices), amount(6, long=40)))
    return found


def reasons_of(match, seed=3):
    tips = advise(match.view(match.turn), seed, FEW, None)
    return [(tip, tip.reason) for tip in tips if tip.reason]


@pytest.mark.parametrize("slug", SLUGS)
def test_a_sheet_at_the_end_adds_up_to_the_scores(slug):
    for seed in range(amount(3, long=20)):
        match = random_match(usual(slug), seed)
        points = points_by_source(all_facts()[slug], match._tables[0])
        assert [sum(seats) for seats in zip(*points.values(), strict=True)] == match.view(None)["scores"]


@pytest.mark.parametrize("slug", SLUGS)
def test_reasons_add_up_to_the_difference_that_they_explain(slug, monkeypatch):
    """By the last tables of the very playouts, each read by the rules' own scoring; here by the guide."""
    ship(monkeypatch)
    explained = 0
    for match in decisions(slug):
        view = match.view(match.turn)
        decision = Decision(view)
        looks = {}
        for tip, reason in reasons_of(match):
            scores = []
            for move in (tip.move, reason.beside):
                action = decision.action_of(move)
                looks[action] = looks.get(action) or decision.look(action, 4, FEW // (2 * BEST_FEW) + 1, None, None)
                (ends,) = looks[action].ends
                scores.append(np.array(ends.tables["scores"], int)[:, : match.players])
            difference = (scores[0] - scores[1]).sum(axis=0)
            for share in filter(None, (reason.own, reason.rival)):
                assert share.total == sum(points for _, points in share.sums) == difference[share.seat]
                assert share.matches == reason.matches == len(scores[0])
                told = share.told()
                assert round(10 * told["points"]) == sum(round(10 * one["points"]) for one in told["sources"])
                assert abs(Fraction(round(10 * told["points"]), 10) - Fraction(share.total, share.matches)) <= 0.05
                named = named_sources(told, words("en", all_facts()[slug].package))
                assert len(named) <= 3 and round(sum(points for _, points in named), 1) == told["points"]
            explained += 1
    assert explained


@pytest.mark.parametrize("slug", SLUGS)
def test_a_rival_is_named_only_where_the_move_hurts(slug):
    sign = 1 if all_facts()[slug].low_wins else -1
    for match in decisions(slug):
        for _, reason in reasons_of(match):
            if reason.rival:
                assert reason.rival.seat != match.turn and sign * reason.rival.mean > 0 and reason.rival.sure


@pytest.mark.parametrize("slug", SLUGS)
def test_worlds_that_look_the_same_get_the_same_reasons(slug):
    for match in decisions(slug):
        seat, table = match.turn, usual(slug, match.players)
        other = stand(table, other_world(engine(slug), match._tables, seat, seed=5))
        assert [reason.told() for _, reason in reasons_of(match)] == [reason.told() for _, reason in reasons_of(other)]


@pytest.mark.parametrize("slug", SLUGS)
def test_two_moves_that_come_to_the_same_are_called_equal_in_words_of_every_language(slug, monkeypatch):
    """Whatever is done once the result is certain is as good: here, the same move twice, by the guide."""
    ship(monkeypatch)
    match = random_match(usual(slug), 5, decisions=9)
    decision = Decision(match.view(match.turn))
    action = engine(slug).actions(match._tables)[0]
    look = decision.look(action, 2, FEW, None, None)
    again = decision.look(action, 2, FEW, None, None)
    assert as_good(look.ends, again.ends)
    for reason in decision.reasons([(action, look), (action, again)], None, None):
        assert reason.even and reason.own.total == 0 and reason.rival is None
        for language in LANGUAGES:
            spoken = words(language, all_facts()[slug].package)
            text = reason_said(reason.told(), spoken, ["Ada"] * match.players, "XYZ")
            assert "XYZ" in text and str(reason.matches) in text and text.endswith(".")


class Brought:
    def __init__(self, *worths):
        self.worths = list(worths)


def test_moves_are_as_good_where_the_difference_lies_within_its_own_error():
    lots = np.random.default_rng(1)
    worths = lots.random(400)
    noise = lots.normal(0, 0.3, 400)
    assert as_good((Brought(*worths),), (Brought(*(worths + noise - noise.mean() + 0.01)),))
    assert not as_good((Brought(*worths),), (Brought(*(worths + noise - noise.mean() + 0.1)),))
    assert not as_good((Brought(*(worths + 0.05)),), (Brought(*worths),)), "the same worlds: little is chance"


def test_tenths_add_up_however_they_are_rounded():
    lots = Random(3)
    for _ in range(amount(200, long=5000)):
        matches = lots.randrange(1, 300)
        sums = tuple((Label(str(n), ()), lots.randrange(-900, 900) or 1) for n in range(lots.randrange(1, 8)))
        share = Share(0, matches, sums, 1.0)
        total, parts = share.tenths()
        assert total == sum(tenths for _, tenths in parts)
        for label, tenths in parts:
            assert abs(tenths - 10 * dict(sums)[label] / matches) <= 1


SAID = {
    "en": [
        "Herds +4.2, Crates −1.0: 3.2 points more than “take it” (±0.9). It costs Mira 1.5 points.",
        "Round 2: 3.0 tears fewer than “take it” (±0.9). It brings Mira 1.5 tears more.",
    ],
    "fr": [
        "Troupeaux +4,2, Caisses −1,0 : 3,2 points de plus que « take it » (±0,9). Cela coûte 1,5 point à Mira.",
        "Manche 2 : 3,0 larmes de moins que « take it » (±0,9). Cela vaut 1,5 larme de plus à Mira.",
    ],
    "it": [
        "Branchi +4,2, Casse −1,0: 3,2 punti in più di «take it» (±0,9). Costa a Mira 1,5 punti.",
        "Manche 2: 3,0 lacrime in meno di «take it» (±0,9). Porta a Mira 1,5 lacrime in più.",
    ],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_reasons_are_said_with_the_signs_of_the_language_and_the_words_of_the_game(language):
    def source(key, points, **values):
        return {"key": key, "values": values, "points": points}

    herds = [source("board.herds", 4.2), source("board.crates", -1.0)]
    cases = {
        "animals-on-board": ({"seat": 0, "points": 3.2, "spread": 0.9, "sources": herds}, -1.5),
        "noah": (
            {"seat": 0, "points": -3.0, "spread": 0.9, "sources": [source("board.round", -3.0, round=2)]},
            1.5,
        ),
    }
    for (slug, (own, hurt)), expected in zip(cases.items(), SAID[language], strict=True):
        rival = {"seat": 1, "points": hurt, "spread": 0.5, "sources": []}
        reason = {"beside": {}, "even": False, "own": own, "rival": rival, "matches": 90}
        spoken = words(language, all_facts()[slug].package)
        said = reason_said(reason, spoken, ["Ada", "Mira"], "take it")
        assert re.sub(r"\s", " ", said) == expected


def test_the_same_worlds_make_a_difference_of_points_narrow():
    points = [{LABEL: [3, 1]}, {LABEL: [9, 2]}]
    other = [{LABEL: [2, 1]}, {LABEL: [8, 2]}]
    mine, rival = shares(2, points, other)
    assert (mine.mean, mine.doubt, mine.sure) == (1.0, 0.0, True)
    assert (rival.total, rival.sums, rival.sure) == (0, (), False)


def test_a_slip_has_its_reason():
    match = random_match(usual(SLUGS[-1]), 3)
    for number in range(len(match.history)):
        _, view, move = match.decision(number)
        judged = judge(view, move, number, 120, seed=number)
        assert bool(judged.best[0].reason) == judged.slip
        if judged.slip:
            assert judged.best[0].reason.beside == move
            return
    pytest.fail("somebody who plays at random slips")


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_move_is_bidden_in_words_of_its_own(slug, language):
    facts = all_facts()[slug]
    spoken = words(language, facts.package)
    kinds = set()
    for match in decisions(slug):
        names = ["Ada", "Bea", "Cid", "Dan", "Eva"][: match.players]
        for move in match.moves():
            bidden, told = (form(move, spoken, names) for form in (hooks_of(facts).bid, hooks_of(facts).say))
            assert bidden != told and not bidden.startswith("→") and not bidden.endswith(".") and bidden[0].isupper()
            kinds.add(move["move"])
    assert len(kinds) > 2
    for kind in facts.module("rules").MOVES.kinds:
        assert any(f"do.{kind}{end}" in spoken for end in ("", "-none")), kind


def test_a_game_without_such_words_says_its_moves_as_they_are():
    match = ararat.game(SLUGS[0]).start(players=2, seed=1)
    facts, move = all_facts()[SLUGS[0]], match.moves()[0]
    spoken = words("en", facts.package)

    class Fewer(dict):
        def __call__(self, key, **values):
            return spoken(key, **values)

    fewer = Fewer({key: text for key, text in spoken.items() if not key.startswith("do.")})
    assert hooks_of(facts).bid(move, fewer, ["Ada", "Bea"]) == hooks_of(facts).say(move, spoken, ["Ada", "Bea"])
