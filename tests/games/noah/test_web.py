"""Noah on the page: the box, the points by source, and moves short enough to be sent as they are."""

from __future__ import annotations

import json
from random import Random

import pytest

import ararat
from ararat.core.words import LANGUAGES, words
from ararat.games.noah import web
from ararat.games.noah.judging import quays_from
from ararat.games.noah.pieces import ANIMALS, COPIES, EXCHANGES, LIMIT, MASS, SEXES, TEARS, WOODPECKER_LIMIT

from .positions import position

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


@pytest.mark.parametrize("chooser", ["random", "greedy"])
@pytest.mark.parametrize(("players", "options"), MATCHES)
def test_the_board_gets_the_moves_themselves(players, options, chooser):
    for match in played(players, options, 5, chooser):
        if match.over:
            break
        moves, view = match.moves(), match.view(match.turn)
        assert web.offer(view, moves) is None
        assert web.offer(view, []) is None
        assert len(json.dumps(moves)) < 8000


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("players", "options"), MATCHES)
def test_the_sheet_adds_up_to_the_scores_for_everybody(players, options, language):
    spoken = words(language, PACKAGE)
    for number, match in enumerate(played(players, options, 11, "random")):
        if number % 9 and not match.over:
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
    for seats, deck in enumerate(COPIES):
        assert sum(n for sexes in pieces["copies"][seats].values() for n in sexes.values()) == deck.sum()
    assert set(pieces["exchanges"]) == set(EXCHANGES)
    assert pieces["copies"][5]["snail"] == {"": 5} and pieces["copies"][2]["cat"] == {"f": 2, "m": 2}
    for sex in SEXES:
        for quay in range(pieces["quays"]):
            assert [(quay + way) % pieces["quays"] for way in pieces["ways"][sex]] == quays_from(quay, sex)


def test_every_option_has_a_short_name_and_short_choices():
    for language in LANGUAGES:
        spoken = words(language, PACKAGE)
        for name, option in GAME.facts.options.items():
            assert len(spoken(f"option-name.{name}")) < 32
            values = getattr(option, "choices", None) or (() if name == "first" else ("true", "false"))
            assert all(spoken(f"choice.{name}.{value}") for value in values)
