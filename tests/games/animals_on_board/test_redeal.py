"""Dealing anew is fair: every hidden place gets every unseen tile equally often."""

from __future__ import annotations

import numpy as np
import pytest

import ararat
from ararat.core.engine import engine_of
from ararat.games.animals_on_board.views import STATE
from lengths import amount

GAME = ararat.game("animals-on-board")
WORLDS = amount(1200, long=3000)


@pytest.mark.rules("AB-6.2", "AB-6.3", "AB-6.4")
@pytest.mark.parametrize("decisions", [1, 6])
def test_every_hidden_place_gets_every_unseen_tile_equally_often(decisions):
    match = GAME.start(players=3, seed=4)
    for _ in range(decisions):
        match.play(match.moves()[0])
    rules = engine_of(GAME.facts)
    worlds = np.repeat(match._tables, WORLDS)
    for number in range(WORLDS):
        rules.seed(worlds[number : number + 1], number)
    viewer = 1
    rules.redeal(worlds, viewer)
    view = match.view(viewer)
    seen = {name for group in view["area"] for name in group} | {*view["arks"][viewer]["unknown"]}
    seen |= {name for ark in view["arks"] for name in ark["known"]}
    seen |= set(view["hands"][viewer] or [])
    pool = 50 - len(seen - {"hidden"})
    counts = {}
    for world in worlds:
        state = STATE.state_of(world)
        places = {"hidden": [state["hidden"]] if state["hidden"] else []}
        for other in (0, 2):
            places[f"hand {other}"] = state["hands"][other]
            places[f"ark {other}"] = state["arks"][other]["unknown"]
        for place, tiles in places.items():
            for tile in tiles:
                counts.setdefault(place, {}).setdefault(tile, 0)
                counts[place][tile] += 1
    assert len(counts) >= 3
    for place, found in counts.items():
        each = sum(found.values()) / pool
        assert len(found) == pool, f"{place}: only {len(found)} of {pool} tiles ever come here"
        # Chi-square of at most 46 degrees of freedom passes 110 once in millions.
        assert sum((count - each) ** 2 / each for count in found.values()) < 110, place
