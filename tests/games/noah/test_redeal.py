"""Dealing anew is fair and keeps what a seat knows; what others know is dealt with it."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import ararat
from ararat.core.engine import engine_of
from ararat.core.table import NOBODY
from ararat.games.noah.views import STATE
from lengths import amount

from .positions import counted, names, position, within

GAME = ararat.game("noah")
WORLDS = amount(1500, long=4000)


def worlds_of(match, viewer):
    rules = engine_of(GAME.facts)
    worlds = np.repeat(match._tables, WORLDS)
    for number in range(WORLDS):
        rules.seed(worlds[number : number + 1], number)
    rules.redeal(worlds, NOBODY if viewer is None else viewer)
    return [STATE.state_of(world) for world in worlds]


@pytest.mark.rules("NO-6.4", "NO-6.9")
@pytest.mark.parametrize("viewer", [1, None])
def test_every_hidden_card_is_equally_likely_everywhere(viewer):
    known = {(1, 0): "cat f, parrot m", (None, 0): "parrot m", (1, 2): "lion m"}
    hands = {1: "bear f, snail", 2: "lion m, panda f, panda m, snail"}
    state = position(here="cat m", hand="cat f, parrot m, elephant f, cat f, bear m", hands=hands, known=known)
    match = GAME.restore(state)
    view = match.view(viewer)
    pool = counted(state["deck"])
    for seat, hand in enumerate(view["hands"]):
        if isinstance(hand, dict):
            pool += counted(state["hands"][seat]) - counted(hand["known"])
    size = sum(pool.values())
    found = [Counter() for _ in range(3)]
    for world in worlds_of(match, viewer):
        for seat, hand in enumerate(view["hands"]):
            if isinstance(hand, list):
                assert world["hands"][seat] == hand
                continue
            assert within(hand["known"], world["hands"][seat])
            found[seat] += counted(world["hands"][seat]) - counted(hand["known"])
    for seat, hand in enumerate(view["hands"]):
        if isinstance(hand, dict) and hand["unknown"]:
            expected = {card: WORLDS * hand["unknown"] * copies / size for card, copies in pool.items()}
            assert found[seat].keys() == expected.keys()
            # Chi-square of about 20 degrees of freedom passes 75 once in millions.
            assert sum((found[seat][card] - e) ** 2 / e for card, e in expected.items()) < 75, seat


def test_others_may_know_anything_but_less_than_nothing():
    """Everybody's knowledge is dealt within the hands; whatever the spectator knows all seats know."""
    match = GAME.restore(position(here="cat m", hand="cat f, parrot m, lion f", known={(1, 0): "cat f"}))
    seen = set()
    for world in worlds_of(match, 1):
        known = world["known"]
        assert known[1] == match.state()["known"][1]
        for viewer, row in enumerate(known):
            for seat, cards in enumerate(row):
                assert within(cards, world["hands"][seat]) and (viewer != seat or not cards)
                assert viewer == seat or within(known[3][seat], cards)
        seen.add(str(known[0][1]))
    assert len(seen) > 2, "what seat 0 knows of the observer's own hand is dealt too"


def test_every_copy_of_an_unseen_card_has_the_same_chance():
    deck = "parrot f, elephant m, snail, snail, snail"
    match = GAME.restore(position(2, here="cat m", hand="lion f", hands={1: "parrot f"}, deck=deck))
    held = Counter(names(world["hands"][1]) for world in worlds_of(match, 0))
    for name, copies in {"parrot f": 2, "elephant m": 1, "snail": 3}.items():
        assert abs(held[name] / WORLDS - copies / 6) < 0.04


def test_everybodys_knowledge_is_dealt():
    hands = {1: "parrot f, snail", 2: "panda f, cat f"}
    state = position(3, here="cat m", hand="lion f, bear m", hands=hands, known={(0, 1): "parrot f"})
    found = worlds_of(GAME.restore(state), 0)
    for viewer, seat in [(1, 0), (2, 0), (3, 0), (1, 2), (2, 1), (3, 1)]:
        assert len({len(world["known"][viewer][seat]) for world in found}) > 1, (viewer, seat)
