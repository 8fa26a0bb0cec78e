"""What the page gets of Arche Opti Mix: the offer, the points, the box."""

from __future__ import annotations

import copy
import json
import random

import pytest

import ararat
from ararat.core.contract import rule_id
from ararat.core.words import LANGUAGES, words
from ararat.games.opti_mix import CHIMPANZEE, GAME, SKUNK, web
from ararat.games.opti_mix.pieces import CARDS, PRINTED, SLOTS, TYPES
from ararat.games.opti_mix.state import RULE_OF_ROW
from lengths import amount

from ..arranging import canonical
from .positions import GAME as OPTI_MIX
from .positions import position

MOST_BYTES = 8000
ROWS = {name: row for row, name in web.BARS.items()}
OPTIONS = [
    *({}, {"shy": "entry", "skunk": "herbivore"}, {"chimpanzee": "useful"}),
    {"shy": "entry", "chimpanzee": "useful", "first": 2},
]
MATCHES = [(players, seed) for players in GAME.players for seed in range(2)]


def played(players, seed, greedy=False):
    """A match, move by move."""
    match = ararat.game("opti-mix").start(players=players, seed=seed, **OPTIONS[(players + seed) % len(OPTIONS)])
    chance, bot = random.Random(seed), ararat.player("greedy")
    while not match.over:
        yield match
        moves = match.moves()
        match.play(bot.choose(match.view(match.turn), moves, len(match.history)) if greedy else chance.choice(moves))
    yield match


def expanded(offered):
    """The moves that an offer stands for."""
    for kind, key in web.CHOICES.items():
        for value in offered.get(kind, []):
            yield {"move": kind, key: value}
    for card, where in offered.get("play", {}).items():
        for cabin, victims in where["ways"].items():
            for victim, _ in victims:
                move = {"move": "play", "card": card, "cabin": cabin}
                yield move if victim is None else {**move, "eject": victim}
    for kind in ("stop", "pass"):
        if offered.get(kind):
            yield {"move": kind}


@pytest.mark.parametrize("players, seed", MATCHES)
@pytest.mark.parametrize("greedy", [False, True])
def test_an_offer_stands_for_exactly_the_legal_moves(players, seed, greedy):
    phases = set()
    for number, match in enumerate(played(players, seed, greedy)):
        if match.over:
            break
        view, moves = match.view(match.turn), match.moves()
        if view["phase"] in phases and number % amount(3, long=1):
            continue
        offered = web.offer(view, moves)
        phases.add(view["phase"])
        assert canonical(expanded(offered)) == canonical(moves)
        assert len(json.dumps(offered)) < MOST_BYTES
        assert set(offered.get("play", {})) in (set(), set(view["hands"][match.turn]))
    assert {"turn", "pet", "endgame"} <= phases


@pytest.mark.parametrize("players", GAME.players)
def test_what_keeps_a_card_out_is_what_the_match_says(players):
    for match in played(players, 7):
        if match.over or len(match.history) % 3:
            continue
        offered = web.offer(match.view(match.turn), match.moves())
        for card, where in offered.get("play", {}).items():
            for rules, cabins in where["barred"].items():
                broken = [rule_id(RULE_OF_ROW[ROWS[name]]) for name in rules.split()]
                for cabin in cabins:
                    refusal = match.why_not({"move": "play", "card": card, "cabin": cabin})
                    assert refusal is not None and list(refusal.rules) == broken


@pytest.mark.parametrize("players", GAME.players)
def test_what_is_foretold_of_a_play_comes_true(players):
    foretold = 0
    for match in played(players, 3):
        if match.over:
            break
        view, moves = match.view(match.turn), match.moves()
        offered = web.offer(view, moves)
        sheet = web.sheet(view, words("en", GAME.package))
        for move in moves[:: 1 + len(moves) // 4]:
            if move["move"] not in ("play", "boost") or move.get("type", "") is None:
                continue
            twin = match.copy()
            twin.play(move)
            after, seat = twin.view(match.turn), match.turn
            if twin.over:
                continue
            gain = offered["gains"][move.get("type") or move.get("eject") or move["card"]]
            changed = {kind: after["pieces2"][kind][seat] - view["pieces2"][kind][seat] for kind in TYPES}
            assert {kind: halves for kind, halves in changed.items() if halves} == (
                {gain["type"]: gain["halves"]} if gain else {}
            )
            if gain:
                row = TYPES.index(gain["type"])
                then = web.sheet(after, words("en", GAME.package))
                assert then[row]["values"][seat] - sheet[row]["values"][seat] == gain["points"]
            if move["move"] == "play":
                way = dict(offered["play"][move["card"]]["ways"][move["cabin"]])
                assert way[move.get("eject")] == after["tilt"]
                paid = offered["discs"][move["cabin"] not in view["cabins"]]
                fox = {"fox": 2}.get(move["card"], 0) if after["supply"] < view["supply"] + (view["rain"] == 5) else 0
                given = [now - before for before, now in zip(view["discs"], after["discs"], strict=True)]
                assert [own - (fox if at == seat else 0) for at, own in enumerate(given)] == paid
            foretold += 1
    assert foretold


def test_a_brontosaurus_of_the_endgame_finds_the_disc_that_paid_for_it():
    """The board once counted the supply before the payment."""
    state = position(
        phase="endgame", cabins="P1 mammoth; S1 cow", hand="brontosaurus", discs={0: 7, 1: 8, 2: 7}, tilt=-2
    )
    match = OPTI_MIX.restore(state)
    assert state["supply"] == 0
    offered = web.offer(match.view(0), match.moves())
    assert offered["gains"]["brontosaurus"] == {"type": "heavy", "halves": 3, "points": 10}


def test_an_offer_and_the_points_are_functions_of_the_view():
    spoken = words("en", GAME.package)
    for match in played(4, 5):
        for seat in [*range(4), None]:
            view = match.view(seat)
            kept = copy.deepcopy(view)
            # Through JSON nothing can come along but what the view says.
            same = json.loads(json.dumps(view))
            assert web.sheet(view, spoken) == web.sheet(same, spoken)
            if seat is not None and seat == match.turn:
                assert web.offer(view, match.moves()) == web.offer(same, match.moves())
            assert view == kept


def test_nothing_is_offered_where_nothing_can_be_done():
    match = list(played(3, 1))[-1]
    assert web.offer(match.view(0), None) is None
    assert web.offer(match.view(0), match.moves()) is None


@pytest.mark.parametrize("players, seed", MATCHES)
def test_the_points_of_the_sheet_are_those_of_the_match(players, seed):
    *_, match = played(players, seed, greedy=True)
    assert match.over
    for seat in [*range(players), None]:
        for language in LANGUAGES:
            rows = web.sheet(match.view(seat), words(language, GAME.package))
            assert [row.get("total", False) for row in rows] == [False] * (len(TYPES) + 1) + [True]
            assert rows[-1]["values"] == match.scores
            assert all(len(row["values"]) == players and row["label"] for row in rows)
            json.dumps(rows)


def test_during_the_match_all_see_the_same_points():
    spoken = words("fr", GAME.package)
    for match in played(5, 3):
        views = [match.view(seat) for seat in [*range(5), None]]
        assert all(web.sheet(view, spoken) == web.sheet(views[-1], spoken) for view in views)


def test_the_box_is_that_of_the_pieces():
    box = web.pieces()
    assert json.loads(json.dumps(box)) == box
    assert list(box["cards"]) == list(CARDS) and box["types"] == list(TYPES)
    for number, facts in enumerate(box["cards"].values()):
        boosts = facts["power"] == "boost"
        printed = PRINTED[CARDS[number]]
        assert facts["type"] == {value: value if boosts else printed["type"] for value in CHIMPANZEE}
        assert facts["alone"] == (printed["type"] in ("slow", "provision"))
        assert facts["food"] == {value: value if CARDS[number] == "skunk" else printed["food"] for value in SKUNK}
        assert all(facts[key] == printed[key] for key in ("weight", "climate", "power"))
        # Only provisions are there several times: the board tells its pieces apart by that.
        assert (SLOTS.copies[number] > 1) == (printed["type"] == "provision")
    assert box["places"] == [10, 6, 2] and box["costs"] == [[0, 1]] * 5 + [[1, 2]]


def test_the_board_has_words_for_every_power_and_option():
    for language in LANGUAGES:
        spoken = words(language, GAME.package)
        for facts in web.pieces()["cards"].values():
            assert not facts["power"] or f"power.{facts['power']}" in spoken
        for option, kind in GAME.options.items():
            assert f"option-name.{option}" in spoken
            for value in getattr(kind, "choices", ()):
                assert f"choice.{option}.{value}" in spoken
