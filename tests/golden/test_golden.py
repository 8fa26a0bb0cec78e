"""Nothing that the rules, the words or the views do changes unnoticed."""

from __future__ import annotations

import json
import re

import pytest

from .playthrough import PERFT, case_of, path_of, perft_of, playthrough


def test_a_golden_game_goes_as_it_went(variant_table):
    slug, players, options = variant_table
    golden = path_of(slug, players, options).read_text("utf-8")
    seed = int(re.match(r".*seed (\d+)\n", golden)[1])
    assert playthrough(slug, players, options, seed) == golden, f"on purpose? then: make golden GAME={slug}"


def test_legal_sequences_are_as_many_as_ever(variant_table):
    slug, players, options = variant_table
    assert perft_of(slug, players, options) == json.loads(PERFT.read_text())[slug][case_of(players, options)]


def test_perft_counts_what_listing_and_playing_count(variant_table):
    """The kernel against the Python face, two moves deep."""
    import ararat

    slug, players, options = variant_table
    match = ararat.game(slug).start(players=players, seed=1, **options)
    total = 0
    for move in match.moves():
        after = match.copy()
        after.play(move)
        total += len(after.moves())
    counts = json.loads(PERFT.read_text())[slug][case_of(players, options)]
    assert counts["seed 1, after 0"][:2] == [len(match.moves()), total]


@pytest.mark.parametrize("depth", [0, 1])
def test_perft_of_no_move_is_one(plain_table, depth):
    from ararat.core.engine import engine_of
    from ararat.games import all_facts

    slug, players = plain_table
    facts = all_facts()[slug]
    engine = engine_of(facts)
    tables = engine.start(engine.prototype(players, facts.checked_options(players, {})), 1)
    assert engine.perft(tables, depth) == (len(engine.actions(tables)) if depth else 1)
