"""What the greedy bot knows about Animals on Board."""

from __future__ import annotations

import itertools
from collections import Counter
from random import Random

import pytest

import ararat
from ararat.games.animals_on_board.players import best_of_ten, greedy

from .positions import groups, position

GAME = ararat.game("animals-on-board")


def points_of(tiles):
    """Points of tiles (species, number), or None if two are a pair."""
    counts = Counter(species for species, _ in tiles)
    if 2 in counts.values():
        return None
    return sum(5 if counts[species] > 2 else number for species, number in tiles)


@pytest.mark.parametrize("seed", range(25))
def test_the_best_ten_are_the_best_of_all_ways(seed):
    random = Random(seed)
    tiles = random.sample([(species, number) for species in range(5) for number in range(1, 6)], random.randint(10, 13))
    by_species = {}
    for species, number in tiles:
        by_species.setdefault(species, []).append(number)
    ways = [points_of(chosen) for chosen in itertools.combinations(tiles, 10)]
    best = max((points for points in ways if points is not None), default=float("-inf"))
    assert best_of_ten(by_species.values()) == best


def test_greedy_takes_the_third_of_a_herd():
    state = position(
        players=2,
        area=groups("pa-1", "cr-5"),
        arks=[{"known": ["panda-2", "panda-3"], "unknown": ["zebra-1"]}, None],
        crates=[1, 1],
        out=[1],
        turn=0,
        made_up=True,
    )
    match = GAME.restore(state)
    assert greedy(match.view(0), match.moves(), Random(1)) == {"move": "take", "group": ["panda-1"]}


def test_greedy_leaves_a_pair_alone_on_the_last_turn_of_a_full_ark():
    """With ten tiles to come the match ends: a second lion would only cost the first one."""
    ark = ["giraffe-1", "giraffe-2", "giraffe-3", "panda-1", "panda-2", "panda-3", "tiger-4", "zebra-5", "lion-5"]
    state = position(
        players=2,
        area=groups("li-1", "cr-2"),
        arks=[{"known": ark[:-1], "unknown": ark[-1:]}, None],
        crates=[1, 1],
        out=[1],
        turn=0,
        made_up=True,
    )
    match = GAME.restore(state)
    assert greedy(match.view(0), match.moves(), Random(1)) == {"move": "take", "group": ["crocodile-2"]}
