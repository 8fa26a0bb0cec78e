"""Noah on the page: the box, the points by source, and moves short enough to be sent as they are."""

from __future__ import annotations

import json
from random import Random

import pytest

import ararat
from ararat.core.words import LANGUAGES, words
from ararat.games.noah import web
from ararat.games.noah.pieces import ANIMALS, LIMIT, MASS, TEARS, WOODPECKER_LIMIT
from lengths import amount

from .positions import deck_of, limit_of, mass_of, position, tears_of

GAME = ararat.game("noah")
PACKAGE = GAME.facts.package
EVERYTHING = {"frog": True, "crocodile": True, "roommates": True}
MATCHES = [
    (1, {"level": "beginner"}),
    (1, {"level": "expert"}),
    (2, {"crocodile": True}),
    (3, {"frog": True}),
    (4, {"ending": "to-26"}),
    (5, EVERYTHING),
]


def played(players, options, seed, chooser):
    """A match move by move, before each move."""
    match = GAME.start(players=players, seed=seed, **options)
    greedy, random = ararat.player("greedy"), Random(seed)
    while not match.over:
        yield match
        moves = match.moves()
        match.play(random.choice(moves) if chooser == "random" else greedy.choose(match.view(match.turn), moves, seed))
    yield match


def total_of(rows):
    assert [row for row in rows if row.get("total")] == rows[-1:]
    return rows[-1]["values"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("players", "options"), MATCHES)
def test_the_sheet_adds_up_to_the_scores_for_everybody(players, options, language):
    spoken = words(language, PACKAGE)
    for number, match in enumerate(played(players, options, 11, "random")):
        if number % amount(27, long=9) and not match.over:
            continue
        for viewer in [*range(players), None]:
            view = match.view(viewer)
            rows = web.sheet(view, spoken)
            assert rows == web.sheet(json.loads(json.dumps(view)), spoken)
            if players == 1 and not match.over:
                assert rows == []
                continue
            assert total_of(rows) == match.scores
            assert [sum(parts) for parts in zip(*(row["values"] for row in rows[:-1]), strict=True)] == (
                match.scores if rows[:-1] else []
            )
            assert all(len(row["values"]) == players and row["label"] for row in rows)
            json.dumps(rows)


def test_what_crocodiles_took_off_has_a_row_of_its_own():
    for seed in range(20):
        *_, match = played(5, EVERYTHING, seed, "random")
        labels = [row["label"] for row in web.sheet(match.view(0), words("en", PACKAGE))]
        if "crocodile" in labels:
            assert labels == ["Round 1", "Round 2", "Round 3", "crocodile", "Total"]
            return
    pytest.fail("no crocodile took anything off")


def test_totals_that_no_round_explains_come_from_earlier_rounds():
    match = GAME.restore(position(here="cat m", hand="panda m") | {"scores": [4, 0, 9], "round": 2})
    rows = web.sheet(match.view(1), words("en", PACKAGE))
    assert [(row["label"], row["values"]) for row in rows] == [("Earlier rounds", [4, 0, 9]), ("Total", [4, 0, 9])]


def test_the_pieces_are_those_of_the_box():
    pieces = web.pieces()
    assert json.loads(json.dumps(pieces)) == pieces
    assert [(one["name"], one["mass"], one["tears"]) for one in pieces["animals"]] == list(
        zip(ANIMALS, MASS.tolist(), TEARS.tolist(), strict=True)
    )
    assert (pieces["limit"], pieces["woodpecker_limit"]) == (LIMIT, WOODPECKER_LIMIT)


@pytest.mark.parametrize(("players", "options"), MATCHES)
def test_the_gauges_are_what_a_person_would_count(players, options):
    for number, match in enumerate(played(players, options, 13, "random")):
        if number % amount(21, long=7) and not match.over:
            continue
        for viewer in [*range(players), None]:
            view = match.view(viewer)
            gauges = web.gauges(view)
            assert json.loads(json.dumps(gauges)) == gauges
            for quay, (boat, read) in enumerate(zip(view["boats"], gauges["boats"], strict=True)):
                way = (quay - view["noah"]) % 5
                assert gauges["ways"][quay] == {0: [], 1: ["f"], 2: ["m"], 3: ["m"], 4: ["f"]}[way]
                if boat is None:
                    assert read is None
                    continue
                animals = boat["animals"]
                asks = [animals[-2]["sex"]] if len(animals) > 1 else ["m", "f"]
                assert read == {"load": mass_of(animals), "limit": limit_of(animals), "asks": asks}
            for hand, cost in zip(view["hands"], gauges["costs"], strict=True):
                if isinstance(hand, dict):
                    assert cost is None
                    continue
                without = [tears_of(hand) - tears_of([one]) for one in hand]
                assert cost == {"tears": tears_of(hand), "without": without}
            deck = {(a, s or None): n for a, sexes in gauges["deck"].items() for s, n in sexes.items()}
            assert deck == dict(deck_of(players, **view["options"]))
            hidden = sum(hand["unknown"] for hand in view["hands"] if isinstance(hand, dict))
            hidden += len(view["deck"]) if isinstance(view["deck"], list) else view["deck"]["unknown"]
            assert sum(n for sexes in gauges["unseen"].values() for n in sexes.values()) == hidden


@pytest.mark.parametrize("chooser", ["random", "greedy"])
@pytest.mark.parametrize(("players", "options"), MATCHES)
def test_what_boarding_is_said_to_bring_comes_true(players, options, chooser):
    for number, match in enumerate(played(players, options, 5, chooser)):
        if match.over:
            break
        if number % amount(11, long=1):
            continue
        moves, view = match.moves(), match.view(match.turn)
        offer = web.offer(view, moves)
        assert web.offer(view, []) is None
        assert len(json.dumps([moves, offer])) < 16000
        if view["phase"] not in ("board", "reload"):
            assert offer is None or set(offer) == {"fitting"}
            continue
        for move, ahead in zip(moves, offer["boarding"], strict=True):
            if move["move"] == "collect":
                assert ahead is None
                continue
            after = match.copy()
            events = after.play(move)
            state = after.state()
            if after.over or state["round"] != view["round"]:
                continue
            pair = any(one["event"] == "pair" for one in events)
            assert ahead["pair"] == (state["pair"] or pair)
            assert ahead["fills"] == (state["leaving"] or state["departures"] > view["departures"])
            if not ahead["fills"]:
                counted = state["boats"][view["noah"]]["animals"][1 if ahead["flees"] else 0 :]
                assert (ahead["load"], ahead["limit"]) == (mass_of(counted), limit_of(counted))
            assert ahead["points_off"] == view["scores"][view["turn"]] - state["scores"][view["turn"]]
            if state["phase"] == "sail":
                assert ahead["quays"] == [one["boat"] for one in after.moves()]
            if state["phase"] == "give":
                assert ahead["gifts"] == state["gifts"]


def test_how_many_cards_fit_is_told_where_the_seat_plays_on():
    boats = {1: "cat m", 4: "elephant f, elephant m"}
    match = GAME.restore(
        position(phase="sail", here="kangaroo m, kangaroo f", hand="snail, bear m, cat f", boats=boats)
    )
    assert [move["boat"] for move in match.moves()] == [1, 4]
    assert web.offer(match.view(0), match.moves()) == {"fitting": [3, 1]}
    alone = GAME.restore(position(phase="sail", here="kangaroo m, cat f", hand="snail, bear m", boats=boats))
    assert web.offer(alone.view(0), alone.moves()) == {"fitting": None}


def test_every_option_has_a_short_name_and_short_choices():
    for language in LANGUAGES:
        spoken = words(language, PACKAGE)
        for name, option in GAME.facts.options.items():
            assert len(spoken(f"option-name.{name}")) < 32
            values = getattr(option, "choices", None) or (() if name == "first" else ("true", "false"))
            assert all(spoken(f"choice.{name}.{value}") for value in values)
