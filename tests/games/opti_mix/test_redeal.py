"""Dealing anew is fair, keeps what a seat knows, and gives others only pets that can be pets."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from ararat.core.engine import engine_of
from ararat.core.table import NOBODY
from ararat.games.opti_mix.views import STATE
from lengths import amount

from .positions import CARDS, GAME, position

WORLDS = amount(1500, long=4000)


def worlds_of(match, viewer):
    rules = engine_of(GAME.facts)
    worlds = np.repeat(match._tables, WORLDS)
    for number in range(WORLDS):
        rules.seed(worlds[number : number + 1], number)
    rules.redeal(worlds, NOBODY if viewer is None else viewer)
    return [STATE.state_of(world) for world in worlds]


def hidden_match():
    return GAME.restore(
        position(
            cabins="P1 cow; S1 horse",
            hand="mouse, lion",
            hands={1: "grain, grain, hay, elephant, camel", 2: "bee, pig, zebra"},
            known={1: "grain", 2: "pig"},
            pets={1: "sheep", 2: "llama", 0: "rabbit"},
            rain=3,
            deck="hay, grain, fox, tiger, snail, koala, mammoth, skunk",
        )
    )


@pytest.mark.rules("OM-6.2", "OM-6.3", "OM-6.5")
@pytest.mark.parametrize("viewer", [0, None])
def test_every_hidden_card_is_equally_likely_everywhere(viewer):
    match = hidden_match()
    state, view = match.state(), match.view(viewer)
    pool = Counter(state["deck"])
    for seat in range(3):
        pool += Counter(state["hands"][seat]) - Counter(view["hands"][seat])
        if view["pets"][seat] == "hidden":
            pool[state["pets"][seat]] += 1
    possible = [card for card in pool if CARDS[card].pet]
    pets, held = Counter(), Counter()
    for world in worlds_of(match, viewer):
        for seat in range(3):
            if view["pets"][seat] == "hidden":
                pets[world["pets"][seat]] += 1
            else:
                assert world["pets"][seat] == view["pets"][seat]
            known = [card for card in view["hands"][seat] if card != "hidden"]
            assert not Counter(known) - Counter(world["hands"][seat])
            held += Counter(world["hands"][seat]) - Counter(known)
    hidden = view["pets"].count("hidden")
    assert set(pets) == set(possible), "pets, and all pets, that can be"
    for card in possible:
        assert abs(pets[card] / WORLDS - hidden / len(possible)) < 0.05, card
    # A card that can't be a pet is in a hand as often as its copies say.
    rest = sum(pool.values()) - hidden
    unknown = sum(hand.count("hidden") for hand in view["hands"])
    for card in ("hay", "grain", "fox", "elephant"):
        assert abs(held[card] / WORLDS - pool[card] * unknown / rest) < 0.05, card


@pytest.mark.rules("OM-6.6", "OM-6.5")
def test_a_spectator_knows_no_pet_and_no_hand():
    match = hidden_match()
    worlds = worlds_of(match, None)
    for seat in range(3):
        assert len({world["pets"][seat] for world in worlds}) > 5
        assert len({str(world["hands"][seat]) for world in worlds}) > 5


@pytest.mark.rules("OM-6.8")
def test_at_the_end_there_is_nothing_to_deal():
    match = GAME.start(players=3, seed=5)
    while not match.over:
        match.play(match.moves()[-1])
    assert all(world == match.state() for world in worlds_of(match, 1)[:50])
