"""Nothing that the rules, the words or the views do changes unnoticed."""

from __future__ import annotations

import json
import re

import pytest

from ararat.games import all_facts

from .playthrough import FOLDER, PERFT, cases_of, perft_of, playthrough

CASES = [case for slug in all_facts() for case in cases_of(slug)]
COUNTED = [case for case in CASES if not case.closed]  # what people remember changes no move


def named(case):
    return f"{case.slug}-{case.name}"


def counts_of(case):
    return json.loads(PERFT.read_text())[case.slug][case.name]


@pytest.mark.parametrize("case", CASES, ids=named)
def test_a_golden_game_goes_as_it_went(case):
    golden = case.path.read_text("utf-8")
    seed = int(re.match(r".*seed (\d+)\n", golden)[1])
    assert playthrough(case, seed) == golden, f"on purpose? then: make golden GAME={case.slug}"


def test_every_golden_game_is_played():
    assert {path.name for path in FOLDER.glob("*.txt")} == {case.path.name for case in CASES}


@pytest.mark.parametrize("case", COUNTED, ids=named)
def test_legal_sequences_are_as_many_as_ever(case):
    assert perft_of(case) == counts_of(case)


@pytest.mark.parametrize("case", COUNTED, ids=named)
def test_perft_counts_what_listing_and_playing_count(case):
    """The kernel against the Python face, two moves deep."""
    match = case.start(1)
    total = 0
    for move in match.moves():
        after = match.copy()
        after.play(move)
        total += len(after.moves())
    assert counts_of(case)["seed 1, after 0"][:2] == [len(match.moves()), total]


@pytest.mark.parametrize("depth", [0, 1])
def test_perft_of_no_move_is_one(plain_table, depth):
    from ararat.core.engine import engine_of

    slug, players = plain_table
    facts = all_facts()[slug]
    engine = engine_of(facts)
    tables = engine.start(engine.prototype(players, facts.checked_options(players, {})), 1)
    assert engine.perft(tables, depth) == (len(engine.actions(tables)) if depth else 1)
