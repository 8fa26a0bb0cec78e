"""Tiny tables: late positions of the games in which few cards are unseen, and all that can be dealt there.

A game brings one as `tiny/table.toml` in its folder. It holds a state as the game's rules have it, and the places
between which cards are shuffled: all that lie there, or those named under `cards`. Everybody knows the rest of
the state, and how the deal was made; nobody draws afterwards.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import comb, prod
from typing import Any

from ..core.contract import Facts, Json

FILE = "tiny/table.toml"  # not beside the pieces, of which kernels are made

Place = tuple[str | int, ...]  # the way through a state to where cards lie
Cards = Counter[str]  # each as JSON


@dataclass(frozen=True)
class Tiny:
    """A late position, and what of it is shuffled."""

    state: Json
    places: tuple[Place, ...]
    shuffled: Cards

    @property
    def players(self) -> int:
        """How many sit there."""
        return int(self.state["players"])

    def deals(self) -> list[tuple[Json, int]]:
        """Every state that can be dealt, once, with the number of ways in which it can be."""
        sizes = [sum((self._cards_at(place) & self.shuffled).values()) for place in self.places]
        return [(self._dealt(piles), ways) for piles, ways in dealt(self.shuffled, sizes)]

    def _cards_at(self, place: Place) -> Cards:
        lying = at(self.state, place)
        return Counter(map(json.dumps, lying if isinstance(lying, list) else [lying]))

    def _dealt(self, piles: tuple[Cards, ...]) -> Json:
        state = deepcopy(self.state)
        for place, pile in zip(self.places, piles, strict=True):
            cards = [json.loads(card) for card in (self._cards_at(place) - self.shuffled + pile).elements()]
            holder = at(state, place[:-1])
            holder[place[-1]] = cards if isinstance(holder[place[-1]], list) else cards[0]
        return state


def at(state: Any, place: Place) -> Any:
    """What lies at a place of a state."""
    for step in place:
        state = state[step]
    return state


def dealt(cards: Cards, sizes: list[int]) -> Iterator[tuple[tuple[Cards, ...], int]]:
    """All ways to share cards between piles of these sizes, like cards alike, each with how many ways it stands for."""
    if not sizes:
        yield (), 1
        return
    for counts in product(*(range(count + 1) for count in cards.values())):
        if sum(counts) == sizes[0]:
            pile = Counter(dict(zip(cards, counts, strict=True)))
            ways = prod(map(comb, cards.values(), counts))
            for others, further in dealt(cards - pile, sizes[1:]):
                yield (+pile, *others), ways * further


@cache
def _read(path: str) -> Tiny:
    with open(path, "rb") as file:
        told = tomllib.load(file)
    tiny = Tiny(json.loads(told["state"]), tuple(map(tuple, told["places"])), Counter())
    lying: Cards = sum(map(tiny._cards_at, tiny.places), Counter())
    named: Cards = Counter(map(json.dumps, told["cards"])) if "cards" in told else lying
    return Tiny(tiny.state, tiny.places, lying & named)


def tiny_of(facts: Facts) -> Tiny | None:
    """The tiny table of a game, if it brings one."""
    path = facts.folder / FILE
    return _read(str(path)) if path.is_file() else None
