"""The specification for learners, encoded observations, features of actions."""

from __future__ import annotations

import json

import numpy as np
import pytest

import ararat
from ararat.core.observations import BITS, CATEGORY
from ararat.errors import AraratError

SLUGS = ararat.games()


@pytest.mark.parametrize("slug", SLUGS)
def test_a_spec_says_what_there_is(slug):
    game = ararat.game(slug)
    for players in game.players:
        spec = game.spec(players=np.int64(players))
        match = game.start(players=players, seed=1)
        assert len(match.observation(0)) == spec.observation == sum(block.size for block in spec.blocks)
        assert [block.place for block in spec.blocks] == np.cumsum([0, *(one.size for one in spec.blocks)])[
            :-1
        ].tolist()
        assert (spec.observation - spec.shared) % players == 0
        assert [kind.first for kind in spec.kinds] == np.cumsum([0, *(kind.count for kind in spec.kinds)])[:-1].tolist()
        assert sum(kind.count for kind in spec.kinds) == spec.actions >= spec.most_legal
        assert set(spec.utilities) == {"win", "margin", "rank"}
    assert game.spec().players == game.facts.usual_players


def test_a_spec_is_plain_json_too():
    spec = ararat.game("noah").spec(players=2, ending="to-26")
    told = json.loads(json.dumps(spec.json()))
    assert told["longest"]["decisions"] == spec.longest > 20 and told["longest"]["proved"] is False
    assert told["options"]["ending"] == "to-26" and len(told["blocks"]) == len(spec.blocks)


def seen_by_chance(slug, players, seed=3):
    """Observations of random matches."""
    batch, rows = ararat.game(slug).batch(2, players=players, seed=seed), []
    while not batch.over.all():
        rows += [batch.observations(seat) for seat in (-1, 0, players - 1)]
        batch.step(batch.draw(len(rows)))
    return np.concatenate(rows)[::2]


@pytest.mark.parametrize("slug", SLUGS)
def test_encoding_tells_apart_what_observations_tell_apart(slug):
    game = ararat.game(slug)
    players = game.players[-1]
    spec = game.spec(players=players)
    rows = seen_by_chance(slug, players)
    encoded = game.encode(rows)
    assert encoded.shape == (len(rows), spec.encoded) and encoded.dtype == np.float32
    assert np.abs(encoded).max() <= 1
    assert len(np.unique(encoded, axis=0)) == len(np.unique(rows, axis=0))
    assert (spec.encode(rows[0]) == encoded[0]).all() and spec.encode(rows[None, :4]).shape == (1, 4, spec.encoded)
    for block in spec.blocks:
        at = spec.encoding.places[block.name]
        own = rows[:, block.place : block.place + block.size]
        if block.kind == BITS:
            assert (encoded[:, at : at + block.size] == own).all()
        elif block.kind == CATEGORY:
            count = block.high - block.low + 1
            hot = encoded[:, at : at + block.size * count].reshape(len(rows), block.size, count)
            assert (hot.sum(axis=2) == 1).all() and (hot.argmax(axis=2) + block.low == own).all()


@pytest.mark.parametrize("slug", SLUGS)
def test_encoding_is_to_the_bit_what_it_is_in_plain_numpy(slug):
    game = ararat.game(slug)
    for players in {game.players[0], game.players[-1]}:
        spec, rows = game.spec(players=players), seen_by_chance(slug, players)[:200]
        counts = [block.place for block in spec.blocks if block.kind != CATEGORY]
        odd = rows.copy()
        odd[:, counts] += np.linspace(-5, 10**6, odd[:, counts].size, dtype=np.float32).reshape(len(odd), -1)
        for given in (rows, odd, rows.astype(int), rows.astype(float), np.asfortranarray(rows)):
            out = np.full((len(rows), spec.encoded), 7, np.float32)
            assert game.encode(given, players, out=out) is out
            assert out.tobytes() == spec.encoding.encode_plainly(given).tobytes()


def test_what_is_no_category_is_refused_and_nothing_is_written():
    spec = ararat.game("noah").spec(players=2)
    rows = seen_by_chance("noah", 2)[:3]
    out = np.full((3, spec.encoded), 7, np.float32)
    for wrong in (-2, 2.5, np.nan, np.inf):
        rows[2, 0] = wrong  # the seat that observes
        for given in (rows, rows.astype(float)):
            with pytest.raises(AraratError):
                spec.encode(given, out=out)
    assert (out == 7).all()


@pytest.mark.parametrize("slug", SLUGS)
def test_every_action_has_features_of_its_own(slug):
    game = ararat.game(slug)
    spec = game.spec()
    found = game.features(np.arange(spec.actions))
    assert found.shape == (spec.actions, spec.features_size) and found.dtype == np.float32
    assert len({row.tobytes() for row in found}) == spec.actions
    for number, kind in enumerate(spec.kinds):
        assert (found[kind.first : kind.first + kind.count, : len(spec.kinds)].argmax(axis=1) == number).all()


def test_features_name_what_a_move_names():
    game = ararat.game("ark-and-noah")
    spec = game.spec()
    blocks = {block.name: block for block in spec.action_features.blocks}
    match = game.start(players=2, seed=1)
    (action,) = [kind.first + 3 for kind in spec.kinds if kind.name == "worker"]
    own = game.features(action)[blocks["action"].place :][: blocks["action"].size]
    assert match.moves()[3]["move"] == "worker" and own.argmax() == 3 and own.sum() == 1


@pytest.mark.parametrize(
    "wrong",
    [
        lambda game: game.spec(players=9),
        lambda game: game.spec(players=2, colour="red"),
        lambda game: game.encode(np.zeros(3)),
        lambda game: game.encode(3),
        lambda game: game.encode(np.full(game.spec().observation, 10**6), players=game.spec().players),
        lambda game: game.encode(["a"] * game.spec().observation),
        lambda game: game.encode(np.zeros(game.spec().observation), out=np.zeros(3)),
        lambda game: game.encode(np.zeros(game.spec().observation), out=[]),
        lambda game: game.features(-1),
        lambda game: game.features(0.5),
        lambda game: game.features([10**9]),
    ],
)
def test_what_can_not_be_is_said_in_one_sentence(wrong):
    with pytest.raises(AraratError) as problem:
        wrong(ararat.game("noah"))
    assert "\n" not in str(problem.value)


def test_the_page_is_what_the_games_declare():
    from .observations_page import PAGE, page

    assert PAGE.read_text("utf-8") == page(), "make docs"
