"""How matches end."""

from __future__ import annotations

import pytest

import ararat
from ararat.games import all_facts
from lengths import amount

FACTS = all_facts()["ark-and-noah"]


def end_of(match, choose):
    """What ends a match: the hull, the planks or the rounds."""
    by = []
    while not match.over:
        by += [event["by"] for event in match.play(choose(match)) if event["event"] == "ended"]
    (end,) = by
    return end


@pytest.mark.parametrize("variant", ["standard", "quick"])
@pytest.mark.parametrize("players", FACTS.players)
def test_greedy_play_ends_by_a_closed_hull(players, variant):
    """AN-5.1: the safety end of AN-5.2 is for those who never finish."""
    bot = ararat.player("greedy")
    for seed in range(amount(1, long=2)):
        match = ararat.game("ark-and-noah").start(players=players, seed=seed, variant=variant)
        assert end_of(match, lambda match: bot.choose(match.view(match.turn), match.moves(), 1)) == "hull"
        assert match.state()["round"] <= 12
