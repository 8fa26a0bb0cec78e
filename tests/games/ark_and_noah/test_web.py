"""Ark & Noah on the page: the offer is exactly the legal moves, the sheet the points, pieces() the box."""

from __future__ import annotations

import json
from itertools import combinations
from random import Random

import pytest

import ararat
from ararat.core.words import LANGUAGES, words
from ararat.games.ark_and_noah import web
from lengths import amount

from ..arranging import canonical
from .positions import (
    ACTIONS,
    EXAMPLE,
    GAME,
    QUICK_ACTIONS,
    SPECIES,
    board,
    fence,
    position,
    states_of_all_phases,
)

PACKAGE = GAME.facts.package
TABLES = [(players, variant) for players in GAME.facts.players for variant in ("standard", "quick")]
MOST_BYTES = 8000


def expanded(offer):
    """The moves that an offer stands for."""
    for kind, field in web.SINGLE.items():
        yield from ({"move": kind, field: value} for value in offer.get(kind, []))
    for one, two in combinations(offer.get("swap", {}).values(), 2):
        yield from ({"move": "swap-planks", "edges": sorted((a, b))} for a in one for b in two)
    if "trade" in offer:
        for give in offer["trade"]["give"]:
            yield from ({"move": "trade", "give": give, "take": take} for take in offer["trade"]["take"])
    for species, ways in offer.get("board", {}).items():
        yield from ({"move": "board", "species": species, "pen": pen} for pen in ways["pens"])
    yield from ({"move": kind} for kind in ("keep", "done") if offer.get(kind))


def check_offer(match):
    view, moves = match.view(match.turn), match.moves()
    offer = web.offer(view, moves)
    assert canonical(expanded(offer)) == canonical(moves)
    sent = json.dumps(offer)
    assert len(sent) < MOST_BYTES and json.loads(sent) == offer
    assert web.offer(json.loads(json.dumps(view)), moves) == offer
    return offer


def random_match(players, variant, seed):
    """A match in which planks are laid more often than not, so that the ark fills."""
    match = GAME.start(players=players, seed=seed, variant=variant)
    chance = Random(seed)
    while not match.over:
        yield match
        moves = match.moves()
        rather = [move for move in moves if move["move"] not in ("done", "keep")]
        match.play(chance.choice(rather if chance.random() < 0.9 and rather else moves))
    yield match


@pytest.mark.parametrize("players, variant", TABLES)
def test_the_offer_stands_for_exactly_the_legal_moves(players, variant):
    kinds = set()
    for number, match in enumerate(random_match(players, variant, seed=players)):
        rare = match.view(None)["phase"] in ("exchange", "load", "trade") and number % amount(3, long=1) == 0
        if not match.over and (number % 6 == 0 or rare):
            kinds |= check_offer(match).keys()
    assert {"plank", "pick", "draw"} <= kinds


@pytest.mark.parametrize("players, variant", TABLES)
def test_the_offer_fits_in_greedy_matches(players, variant):
    bot = ararat.player("greedy")
    match = GAME.start(players=players, seed=7, variant=variant)
    while not match.over:
        if len(match.history) % amount(16, long=8) == 0:
            check_offer(match)
        match.play(bot.choose(match.view(match.turn), match.moves(), len(match.history)))


@pytest.mark.parametrize("name, state", list(states_of_all_phases()))
def test_every_phase_has_an_offer(name, state):
    match = GAME.restore(state, seed=1)
    assert match.over or check_offer(match)


def test_a_full_ark_has_a_short_offer_for_swaps():
    players = max(GAME.facts.players)
    longest = 0
    for match in random_match(players, "standard", seed=11):
        if not match.over and match.view(None)["phase"] == "exchange":
            longest = max(longest, len(match.moves()))
            check_offer(match)
    assert longest > 1000


def test_what_a_pair_would_bring_is_what_it_brings():
    told = 0
    for variant in ("standard", "quick"):
        bot = ararat.player("greedy")
        match = GAME.start(players=3, seed=5, variant=variant)
        while not match.over:
            seat = match.turn
            move = bot.choose(match.view(seat), match.moves(), len(match.history))
            ways = web.offer(match.view(seat), match.moves()).get("board", {}) if move["move"] == "board" else {}
            before, left = match.scores, match.view(None)["left"]
            match.play(move)
            if ways and match.turn == seat and match.view(None)["phase"] == "load":
                way = ways[move["species"]]
                points = way["pens"][move["pen"]]
                assert [new - old for new, old in zip(match.scores, before, strict=True)] == points
                assert match.view(None)["left"] == left - (way["cost"] if variant == "standard" else 1)
                told += 1
    assert told


@pytest.mark.rules("AN-5.1", "AN-5.2", "AQ-5.1")
def test_the_rounds_are_told_with_their_limits():
    for variant, least in (("standard", 10), ("quick", 8)):
        view = GAME.start(players=2, seed=1, variant=variant).view(0)
        for number in (1, least - 1, least, 20):
            rounds = web.gauges(view | {"round": number})["rounds"]
            assert rounds == {"least": least, "most": 20, "late": number >= least}


def test_everybody_is_one_of_the_family():
    box = web.pieces()
    assert box["family"] == ["noah", "shem", "ham", "japheth"]
    assert [words("fr", GAME.facts.package)(f"family.{name}") for name in box["family"]] == [
        "Noé",
        "Sem",
        "Cham",
        "Japhet",
    ]
    assert box["reward"] == 1


def check_gauges(match):
    """Everything that the board is told beforehand comes true."""
    view = match.view(None)
    gauges = web.gauges(json.loads(json.dumps(view)))
    stated = board(view["players"])
    planks = view["ark"]["planks"]
    hull = [sum(planks.get(edge) == seat for edge in stated.hull) for seat in range(view["players"])]
    assert gauges["hull"]["planks"] == hull
    assert gauges["hull"]["points"] == [5 if count and count == max(hull) else 0 for count in hull]
    touched = {joint for pen in view["ark"]["pens"].values() for joint in stated.touched(pen)}
    assert gauges["leaks"] == sorted(touched - set(view["ark"]["pitch"]))
    finishing = 0
    for edge in (move["edge"] for move in match.moves() if move["move"] == "plank"):
        twin = match.copy()
        found = twin.play({"move": "plank", "edge": edge})
        pens = [event["cells"] for event in found if event["event"] == "pen"]
        gone = sum(event["event"] == "removed" for event in found)
        assert gauges["closing"].get(edge, {"pens": [], "gone": 0}) == {"pens": pens, "gone": gone}
        finishing += bool(pens)
    return finishing


@pytest.mark.parametrize("players, variant", TABLES)
def test_the_gauges_come_true(players, variant):
    finishing = 0
    for number, match in enumerate(random_match(players, variant, seed=40 + players)):
        if number % 12 == 0:
            finishing += check_gauges(match)
    assert finishing


def test_pieces_placed_are_foretold_and_counted():
    """AN-4.69, AQ-4.7: a point each in the standard game, none in the quick one."""
    for variant, points in (("standard", 1), ("quick", 0)):
        match = GAME.restore(position(variant=variant))
        assert web.offer(match.view(0), match.moves())["gains"]["plank"] == points
        before = match.scores[0]
        match.play(match.moves()[0])
        told = web.gauges(match.view(None))
        assert told["share"] == 8 and told["scored"] == points == match.scores[0] - before


def test_the_nearest_pen_of_a_pair_that_cannot_board_lacks_least():
    """The page names the pen that the terminal names: AN-4.86 says more than AN-4.84."""
    ark = fence("3,1 4,1", 0) | fence("6,1", 1)
    match = GAME.restore(position(phase="load", ark=ark, fed="3,1", animals={0: "wolf-m wolf-f"}, food={0: 1}))
    assert web.offer(match.view(0), match.moves())["nearest"] == {"wolf": "3,1"}


def test_without_moves_there_is_no_offer():
    assert web.offer(EXAMPLE, None) is None and web.offer(EXAMPLE, []) is None


@pytest.mark.parametrize("players, variant", TABLES)
def test_the_sheet_adds_up_to_the_scores(players, variant):
    for number, match in enumerate(random_match(players, variant, seed=20 + players)):
        if number % 20 and not match.over:
            continue
        spoken = words(LANGUAGES[number % len(LANGUAGES)], PACKAGE)
        view = match.view(0)
        rows = web.sheet(view, spoken)
        assert rows == web.sheet(json.loads(json.dumps(view)), spoken)
        assert [row.get("total", False) for row in rows] == [False] * (len(rows) - 1) + [True]
        assert rows[-1]["values"] == match.scores
        sums = [sum(values) for values in zip(*(row["values"] for row in rows[:-1]), strict=True)]
        assert sums == match.scores
        assert len(rows) == (2 if not match.over else 3 if variant == "quick" else 5)
    assert match.over


def test_pieces_are_those_of_the_box():
    pieces = web.pieces()
    assert json.loads(json.dumps(pieces)) == pieces == web.pieces()
    assert {name: (one["size"], one["points"]) for name, one in pieces["species"].items()} == {
        species.name: (species.size, species.points) for species in SPECIES.values()
    }
    assert pieces["actions"] == {"standard": list(ACTIONS), "quick": list(QUICK_ACTIONS)}
    assert pieces["shares"]["standard"]["load"] == [8, 5] and pieces["shares"]["quick"]["load"] == [2, 1]


@pytest.mark.parametrize("players", GAME.facts.players)
def test_the_boards_are_those_of_the_rules(players):
    found = web.pieces()["boards"][str(players)]
    stated = board(players)
    assert found["columns"] == 3 * players + 2 and found["rows"] == 4
    assert set(found["cells"]) == set(stated.cells)
    assert found["edges"].keys() == stated.cells_at.keys()
    assert all(sorted(cells) == sorted(stated.cells_at[edge]) for edge, cells in found["edges"].items())
    assert set(found["joints"]) == set(stated.joints)
