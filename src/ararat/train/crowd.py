"""A crowd: tables of several player counts and options, played side by side as if they were one batch.

Before anything is learnt, each is played on at random for a while, from not at all to as long as a match takes. If all
began together, all would be at the same point for many matches, and a net would learn of openings until it has
forgotten what it knew of ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ..batch import Batch, new_batch, simulate
from ..core.contract import Facts, Json
from ..errors import BadStart
from ..nets.plan import Plan
from .lists import Lists
from .sight import Eyes, Sights

APART = 1 << 40  # between the first seeds of the batches of a crowd
TYPICAL = 64  # random matches, to see how long one takes

Setting = tuple[int, Json]  # how many play, with which options


class Crowd:
    """Tables of some settings, about as many of each; a match that ends starts anew."""

    def __init__(self, plan: Plan, settings: Sequence[Setting], tables: int, seed: int) -> None:
        self.most = plan.seats
        self.batches: list[Batch] = []
        for number, (players, options) in enumerate(settings):
            size = max(1, (tables + number) // len(settings))
            first = seed * APART * len(settings) + APART * number
            self.batches.append(new_batch(plan.facts, size, players, first, "cpu", options, autoreset=True))
        self.eyes = [Eyes(plan, players, options) for players, options in settings]
        self.seats = np.repeat([batch.players for batch in self.batches], [len(batch) for batch in self.batches])
        self._cuts = np.cumsum([len(batch) for batch in self.batches])[:-1]

    def __len__(self) -> int:
        return len(self.seats)

    @property
    def turns(self) -> np.ndarray:
        """The seat in turn of each table."""
        return np.concatenate([batch.turns for batch in self.batches])

    def scatter(self, seed: int) -> None:
        """Play on at each table for a while, at random."""
        for batch in self.batches:
            for moment, playing in enumerate(playing_on(batch, seed)):
                batch.step(np.where(playing, batch.draw(moment), -1))

    def look(self) -> tuple[Sights, Lists]:
        """What the seats in turn see, and what they may do."""
        seen = [eyes.see(batch.observations()) for eyes, batch in zip(self.eyes, self.batches, strict=True)]
        return Sights.joined(seen), Lists.joined([Lists.of(batch) for batch in self.batches])

    def look_back(self, seats: np.ndarray) -> Sights:
        """What those seats see that have just decided."""
        views = zip(self.eyes, self.batches, np.split(seats, self._cuts), strict=True)
        return Sights.joined([eyes.see(batch.observations(some)) for eyes, batch, some in views])

    def look_aside(self, actions: np.ndarray) -> tuple[Sights, np.ndarray]:
        """What the seats in turn would see had they decided so, and at which tables the match would go on."""
        seen, goes_on = [], []
        for eyes, batch, some in zip(self.eyes, self.batches, np.split(actions, self._cuts), strict=True):
            twins = batch.fork(np.arange(len(batch)))
            twins.autoreset = False
            goes_on.append(~twins.step(some).ended.astype(bool))
            seen.append(eyes.see(twins.observations(batch.turns)))
        return Sights.joined(seen), np.concatenate(goes_on)

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Play an action at each table: [tables, seats] of shares in a victory, and which matches ended."""
        shares, ended = np.zeros((len(self), self.most), np.float32), np.zeros(len(self), bool)
        at = 0
        for batch, some in zip(self.batches, np.split(actions, self._cuts), strict=True):
            done = batch.step(some)
            shares[at : at + len(batch), : batch.players] = done.rewards
            ended[at : at + len(batch)] = done.ended
            at += len(batch)
        return shares, ended


def playing_on(batch: Any, seed: int) -> Iterator[np.ndarray]:
    """Which tables are to be played on for one more decision, and again, until they are as far apart as can be."""
    told = simulate(batch.facts, TYPICAL, batch.players, 0, 1, batch.options)
    longest = int(told.decisions.mean())
    ahead = np.random.default_rng([seed, batch.players]).integers(longest, size=len(batch))
    for moment in range(longest):
        yield ahead > moment


def settings_of(facts: Facts, players: Sequence[int], variants: bool) -> list[Setting]:
    """The usual options for each player count; with `variants` also what else an option can be, one at a time."""
    found: list[Setting] = []
    for count in players:
        found.append((count, facts.checked_options(count, {})))
        for name, option in facts.options.items() if variants else ():
            for value in option.samples(count):
                try:
                    setting = count, facts.checked_options(count, {name: value})
                except BadStart:  # it does not go with what is usual
                    continue
                if setting not in found:
                    found.append(setting)
    return found
