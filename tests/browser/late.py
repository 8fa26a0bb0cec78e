"""Matches of which little is left: what is seen at an end need not be waited for from the beginning."""

from __future__ import annotations

import random

import ararat
from ararat.match import Match


def nearly_over(slug: str, players: int, left: int, seed: int = 6) -> Match:
    """A match that begins about so many moves before an end, in the first seat's turn."""
    game, lots = ararat.game(slug), random.Random(seed)
    whole = game.start(players=players, seed=seed)
    while not whole.over:
        whole.play(lots.choice(whole.moves()))
    whole.shorten(left)
    while whole.turn != 0:
        whole.shorten(1)
    return game.restore(whole.state(), seed=seed)
