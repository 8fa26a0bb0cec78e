"""Animals on Board for the page: the offer stands for the legal moves, the sheet for the points."""

from __future__ import annotations

import copy
import json
from itertools import combinations
from random import Random

import pytest

import ararat
from ararat.core.words import LANGUAGES, words
from ararat.games.animals_on_board import pieces as box
from ararat.games.animals_on_board import web
from lengths import amount

from ..arranging import canonical
from .positions import groups, position, tiles
from .second_statement import final_points

GAME = ararat.game("animals-on-board")
WORDS = {language: words(language, GAME.facts.package) for language in LANGUAGES}
SPOKEN = WORDS["en"]


def expand(view, offer):
    """The moves that an offer stands for, as a board would make them."""
    if "pass" in offer:
        return [{"move": "pass"}]
    for kind in ("keep", "discard"):
        if kind in offer:
            return [{"move": kind, "tile": tile} for tile in offer[kind]]
    moves = []
    for group, can in zip(view["area"], offer["groups"], strict=True):
        assert can["price"] == len(group)
        if can["take"]:
            moves.append({"move": "take", "group": group})
        if can["split"]:
            rest = group[1:]
            for size in range(1, len(group)):
                moves += [{"move": "split", "group": group, "off": list(off)} for off in combinations(rest, size)]
    return moves


def check_offer(match):
    view, moves = match.view(match.turn), match.moves()
    before = copy.deepcopy((view, moves))
    offer = web.offer(view, moves)
    assert len(json.dumps(offer)) < 2000
    assert canonical(expand(view, offer)) == canonical(moves)
    assert (view, moves) == before
    # From the view alone: the same for the same view, whatever match it comes from.
    assert offer == web.offer(json.loads(json.dumps(view)), json.loads(json.dumps(moves)))
    check_foresight(match, offer)
    return offer


def check_foresight(match, offer):
    """What a choice is said to bring is what the sheet says once it is made."""
    seat, view = match.turn, match.view(match.turn)
    foreseen = []
    for group, can in zip(view["area"], offer["groups"], strict=True) if "groups" in offer else ():
        if can["take"] and "hidden" not in group:
            foreseen.append(({"move": "take", "group": group}, can["points"]))
        if can["split"]:
            foreseen.append(({"move": "split", "group": group, "off": group[1:]}, offer["points"]))
    for tile, points in zip(offer.get("discard", []), offer.get("after", []), strict=True):
        foreseen.append(({"move": "discard", "tile": tile}, points))
    for move, points in foreseen:
        twin = match.copy()
        twin.play(move)
        assert web.sheet(twin.view(seat), SPOKEN)[-1]["values"][seat] == points, move


def check_sheet(match):
    """What a viewer may know of the sheet is true, and the rest is None."""
    state = match.state()
    for viewer in [*range(match.players), None]:
        view = match.view(viewer)
        before = copy.deepcopy(view)
        rows = web.sheet(view, SPOKEN)
        assert view == before and rows == web.sheet(json.loads(json.dumps(view)), SPOKEN)
        assert all(len(web.sheet(view, spoken)) == len(rows) for spoken in WORDS.values())
        if view["phase"] == "keep":
            assert rows == []
            continue
        *sources, total = rows
        assert total["total"] is True and not any("total" in row for row in sources)
        for seat in range(match.players):
            values = [row["values"][seat] for row in sources]
            assert values[-1] == view["crates"][seat]
            known = seat == viewer or not view["arks"][seat]["unknown"]
            assert total["values"][seat] == (sum(values) if known else None)
            if not known:
                assert values[:-1] == [None, None]
    if match.over:
        assert total["values"] == match.scores == final_points(state)[0]


@pytest.mark.parametrize("player", ["random", "greedy"])
@pytest.mark.parametrize("players", GAME.facts.players)
def test_the_offer_and_the_sheet_tell_the_truth_all_through_a_match(players, player):
    bot = ararat.player(player)
    for seed in range(amount(1, long=2)):
        match = GAME.start(players=players, seed=seed)
        random = Random(seed)
        while not match.over:
            view = match.view(match.turn)
            # Listing the splits of a whole round's group again and again would only make the test slow.
            if max(map(len, view["area"]), default=0) < amount(6, long=8) or random.random() < amount(0.02, long=0.1):
                check_sheet(match)
                check_offer(match)
            match.play(bot.choose(view, match.moves(), len(match.history)))
        check_sheet(match)
        assert web.offer(match.view(0), match.moves()) is None


def test_nobody_else_is_offered_anything():
    match = GAME.start(players=3, seed=1)
    assert web.offer(match.view(1), None) is None
    assert web.offer(match.view(None), []) is None


def test_the_largest_group_makes_a_small_offer():
    match = GAME.start(players=4, seed=1)
    while match.state()["phase"] == "keep":
        match.play(match.moves()[0])
    assert len(match.moves()) == 4095
    offer = check_offer(match)
    points = offer.pop("points")
    assert offer == {"groups": [{"price": 13, "take": False, "split": True, "points": None}], "crates": 2}
    assert points == web.sheet(match.view(match.turn), SPOKEN)[-1]["values"][match.turn] + 1


def test_a_sixth_crate_is_foretold():
    match = GAME.restore(position(3, crates=[5, 0, 0], turn=0, area=groups("cr-2 gi-1", "el-1")))
    offer = check_offer(match)
    assert offer["crates"] == 4
    assert [can["take"] for can in offer["groups"]] == [can["price"] <= 5 for can in offer["groups"]]
    match.play(next(move for move in match.moves() if move["move"] == "split"))
    assert match.view(0)["crates"][0] == 4


def test_a_seat_that_can_only_pass_is_offered_that():
    match = GAME.restore(
        position(4, area=[], turn=3, out=[0, 1, 2], crates=[0, 0, 0, 2], flag=0, round_number=2, made_up=True)
    )
    assert check_offer(match) == {"pass": True}


@pytest.mark.parametrize(
    ("ark", "crates", "points"),
    [
        # Worked example 3: eleven tiles, two of them a pair.
        ("cr-4 ti-2 gi-1 gi-2 gi-3 pa-1 pa-2 pa-3 pa-4 el-1 el-5", 2, [6, 35, 2, 43]),
        # Eleven tiles without a pair: the camel that counts least will go.
        ("gi-1 gi-2 gi-3 gi-4 gi-5 pa-1 pa-2 pa-3 el-5 ti-4 ca-1", 0, [9, 40, 0, 49]),
    ],
)
def test_an_ark_is_worth_what_it_would_score_if_it_sailed_now(ark, crates, points):
    aboard = tiles(ark)
    view = {
        "phase": "play",
        "arks": [{"known": aboard[1:], "unknown": aboard[:1]}, {"known": aboard, "unknown": 1}],
        "crates": [crates, 1],
    }
    rows = web.sheet(view, SPOKEN)
    assert [row["values"][0] for row in rows] == points
    assert [row["values"][1] for row in rows] == [None, None, 1, None]


def test_a_discard_never_beats_what_the_sheet_foretold():
    """While tiles go, the sheet shows the best that is left; playing for it, one gets it."""
    start = position(
        2, phase="discard", turn=0, arks=[tiles("gi-1 gi-2 gi-3 pa-1 pa-2 pa-3 el-1 el-2 el-3 cr-1 cr-2 cr-5"), None]
    )
    match = GAME.restore(start)
    best = web.sheet(match.view(0), SPOKEN)[-1]["values"][0]
    seen = set()

    def finish(match):
        if match.over:
            seen.add(match.scores[0])
            return
        assert web.sheet(match.view(0), SPOKEN)[-1]["values"][0] <= best
        check_offer(match)
        for move in match.moves():
            twin = match.copy()
            twin.play(move)
            finish(twin)

    finish(match)
    assert max(seen) == best


def test_the_box_is_told_as_it_is():
    told = web.pieces()
    assert json.loads(json.dumps(told)) == told
    assert tuple(told["species"]) == box.SPECIES
    assert sorted(tile for names in told["species"].values() for tile in names) == sorted(box.TILE_NAMES)
    assert told["hidden"] == box.NAMES[box.HIDDEN]
    assert (told["room"], told["crates"], told["most_crates"]) == (10, 20, 5)
    assert [count["kind"] for count in told["counts"]] == ["single", "single", "pair", "herd", "herd", "herd"]
    assert [count["points"] for count in told["counts"][3:]] == [15, 20, 25]
    for players in GAME.facts.players:
        assert told["face_up"][str(players)] == box.FACE_UP[players]
