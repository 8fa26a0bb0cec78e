"""Practice: a net at all seats plays on for a while, and then learns from what it did: by proximal policy
optimisation, or, where it thought before it moved (considering.py), to think at once what it thought in the end.

A decision is compared with the next one *of the same seat*, or with the end of the match: what the others do in between
is part of the world. What is compared are the chances of all seats to win, as the seat in turn sees them. What it sees
once it has decided is worth the same, and is learnt too: a search can then judge a move by what it leads to.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..core.contract import Json
from ..nets.net import Net
from ..nets.wiring import AFTERSTATES
from .considering import Considered, consider, wired
from .crowd import Crowd
from .gradient import Adam, Learner, Thought
from .lists import Lists, places_of
from .sight import Sights, width_of

CLIP = 0.2  # how far a share may move in one practice
STEEPEST = 0.5  # gradients are shortened to this
OF_CHANCES = 0.5  # how much their loss counts beside that of the policy
SOFTNESS = 16  # of a policy that learnt by itself: it is too sure for a search, which would look at nothing else
LOOKED_BACK = 2  # of so many decisions one is also learnt from as it looked afterwards
LOOKED_ASIDE = 2  # of so many one is learnt from as it would have looked after another move that the search tried


@dataclass(frozen=True)
class Manner:
    """How to practise."""

    window: int = 32  # decisions of each table
    passes: int = 3
    lesson: int = 1024  # decisions that are learnt from at once
    rate: float = 3e-3
    fading: float = 0.95  # lambda: how much later surprises count
    curiosity: float = 0.01  # what an undecided policy is worth
    afterstates: bool = False  # on a CPU: whether searches weigh moves by what they lead to, not by the policy
    playouts: int = 0  # of a search before each decision; on a CPU 0: the policy alone decides
    sharpness: float = 3.0  # how much a search's favourite is preferred: moves are drawn by this power of their shares


@dataclass(frozen=True)
class Past:
    """Decisions that were made, one a row, and what is now known of them."""

    sights: Sights
    lists: Lists
    seats: np.ndarray
    chosen: np.ndarray  # the place in its list
    shares: np.ndarray  # of all listed, how likely each was to be chosen: logarithms
    ahead: np.ndarray  # how much better it was than expected
    chances: np.ndarray  # what they turned out to be
    counts: np.ndarray  # whether anything came of it yet
    afterwards: Sights  # what its seat saw then
    goes_on: np.ndarray  # whether the match did
    aside: Aside | None = None  # what searches thought of other moves

    def seen(self, some: np.ndarray, later: np.ndarray) -> tuple[Sights, np.ndarray, np.ndarray]:
        """What was seen at some decisions, after some, and after moves that were but thought of; of which decision each
        is, and what the chances turned out to be."""
        later = later[self.goes_on[later]]
        sights, rows = [self.sights.some(some), self.afterwards.some(later)], [some, later]
        chances = [self.chances[some], self.chances[later]]
        if self.aside is not None:
            beside = some[::LOOKED_ASIDE]
            beside = beside[self.aside.counts[beside]]
            sights.append(self.aside.sights.some(beside))
            rows.append(beside)
            chances.append(self.aside.chances[beside])
        return Sights.joined(sights), np.concatenate(rows), np.concatenate(chances)


@dataclass(frozen=True)
class Aside:
    """Another move of each decision, drawn from those that its search tried often enough."""

    sights: Sights  # what its seat would have seen then
    chances: np.ndarray  # what the search thought of that
    counts: np.ndarray  # whether there was one, and the match would have gone on

    @staticmethod
    def joined(many: list[Aside]) -> Aside:
        """Those of several moments."""
        chances, counts = (np.concatenate([getattr(one, name) for one in many]) for name in ("chances", "counts"))
        return Aside(Sights.joined([one.sights for one in many]), chances, counts)


def play(learner: Learner, crowd: Crowd, manner: Manner, chance: np.random.Generator) -> Past:
    """The next decisions of a crowd."""
    width, moments, asides = width_of(learner.plan), [], []
    wirings = wired(Net(learner.plan, learner.weights, made_of(manner)), crowd) if manner.playouts else []
    for moment in range(manner.window + 1):  # of the last one only the chances are used
        sights, lists = crowd.look()
        turns, inputs = crowd.turns, sights.dense(width)
        if manner.playouts or moment == manner.window:
            chances = learner.chances(inputs, crowd.seats)
            if moment == manner.window:
                break
            considered = consider(wirings, crowd, lists, chances, manner.playouts, chance)
            shares, chances = considered.shares, considered.chances
            chosen = lists.drawn(shares * np.float32(manner.sharpness), chance)
            if manner.afterstates:
                asides.append(look_aside(crowd, lists, considered, chosen, chance))
        else:
            thought = learner.think(inputs, crowd.seats, lists)
            shares, chances = thought.shares, thought.chances
            chosen = lists.drawn(shares, chance)
        won, ended = crowd.step(lists.actions[lists.starts + chosen])
        views = sights, crowd.look_back(turns), lists
        moments.append((*views, chosen, shares, chances, turns, won, ended))
    last = turns, chances
    columns = list(zip(*moments, strict=True))
    chances, whose, won, ended = (np.stack(column) for column in columns[5:])
    found, counts = hindsight(crowd.seats, chances, whose, won, ended, last, manner.fading)
    return Past(
        Sights.joined(list(columns[0])),
        Lists.joined(list(columns[2])),
        np.tile(crowd.seats, manner.window),
        np.concatenate(columns[3]),
        np.concatenate(columns[4]),
        found[:, 0] - chances.reshape(found.shape)[:, 0],
        found,
        counts,
        Sights.joined(list(columns[1])),
        ~ended.reshape(-1),
        Aside.joined(asides) if asides else None,
    )


def look_aside(
    crowd: Crowd, lists: Lists, considered: Considered, chosen: np.ndarray, chance: np.random.Generator
) -> Aside:
    """What searches thought of moves that were not made; a net that sees only what it chose overrates the rest."""
    lots = np.where(considered.tried, chance.random(len(lists.actions), np.float32), -1)
    lots[lists.starts + chosen] = -1
    at = lists.starts + lists.best(lots)
    hopes, chances = considered.hopes[at], considered.chances.copy()
    chances[:, 1:] *= ((1 - hopes) / np.maximum(1 - chances[:, 0], 1e-6))[:, None]
    chances[:, 0] = hopes
    sights, goes_on = crowd.look_aside(lists.actions[at])
    return Aside(sights, chances, goes_on & (lots[at] >= 0))


def made_of(manner: Manner) -> Json:
    """What a search has to know of how a net came to be."""
    if manner.afterstates and manner.playouts:  # no policy is learnt then
        return {"priors": AFTERSTATES}
    return {"softness": 1 if manner.afterstates or manner.playouts else SOFTNESS}


def hindsight(
    seats: np.ndarray,
    chances: np.ndarray,
    turns: np.ndarray,
    won: np.ndarray,
    ended: np.ndarray,
    last: tuple[np.ndarray, np.ndarray],
    fading: float,
) -> tuple[np.ndarray, np.ndarray]:
    """What the chances of all decisions turned out to be, and of which anything is known.

    The arrays are [moments, tables, ...]. Chances are counted from the seat in turn on, victories from seat 0 on.
    """
    tables, most = np.arange(len(seats)), chances.shape[2]
    # For each seat of each table: what its next decision expects, what that turned out to be, and whether there is one.
    expected, found = (np.zeros((len(seats), most, most), np.float32) for _ in range(2))
    is_known = np.zeros((len(seats), most), bool)
    at = tables, last[0]
    expected[at], found[at], is_known[at] = last[1], last[1], True
    told, counts = np.empty_like(chances), np.empty(chances.shape[:2], bool)
    for moment in reversed(range(len(chances))):
        over = np.flatnonzero(ended[moment])
        expected[over] = found[over] = as_seen(won[moment, over], seats[over])
        is_known[over] = True
        at, now = (tables, turns[moment]), chances[moment]
        counts[moment] = is_known[at]
        later = np.float32(1 - fading) * expected[at] + np.float32(fading) * found[at]
        told[moment] = np.where(counts[moment][:, None], later, now)
        expected[at], found[at], is_known[at] = now, told[moment], True
    return told.reshape(-1, most), counts.reshape(-1)


def as_seen(won: np.ndarray, seats: np.ndarray) -> np.ndarray:
    """[matches, observers, seats]: victories as each seat counts them, from itself on."""
    most = won.shape[1]
    places = np.arange(most)
    who = (places[:, None] + places) % seats[:, None, None]
    there = (places < seats[:, None])[:, None, :]
    return np.where(there, won[np.arange(len(won))[:, None, None], who], 0).astype(np.float32)


def learn(
    learner: Learner, adam: Adam, past: Past, manner: Manner, rate: float, chance: np.random.Generator
) -> dict[str, float]:
    """Some passes over what was played, shuffled; returns the mean losses."""
    width, told = width_of(learner.plan), []
    rows = np.flatnonzero(past.counts)
    for _ in range(manner.passes):
        for some in np.array_split(chance.permutation(rows), max(1, round(len(rows) / manner.lesson))):
            # Where moves are weighed by what they lead to, no policy is learnt.
            decided = some[:0] if manner.afterstates else some
            lists, count = past.lists.some(decided), np.float32(len(some))
            sights, rows_seen, turned_out = past.seen(some, some if manner.afterstates else some[::LOOKED_BACK])
            seats = past.seats[rows_seen]
            thought = learner.think(sights.dense(width), seats, lists)
            scores, of_policy = pulled(thought, past, decided, manner)
            values = np.float32(OF_CHANCES) * (thought.chances - turned_out)
            values[np.arange(values.shape[1]) >= seats[:, None]] = 0
            gradient = learner.lead_back(thought, values / count, scores / count)
            length = float(np.sqrt((gradient * gradient).sum()))
            adam.step(learner.weights, gradient * np.float32(min(1.0, STEEPEST / (length + 1e-9))), rate)
            loss = -(turned_out * np.log(thought.chances + np.float32(1e-9))).sum(axis=1).mean()
            told.append((loss, *of_policy))
    return dict(zip(("loss", "entropy", "clipped"), np.mean(told, axis=0).tolist(), strict=True))


def pulled(thought: Thought, past: Past, some: np.ndarray, manner: Manner) -> tuple[np.ndarray, tuple[float, float]]:
    """How the scores of the actions at some decisions are to change, and what is told of it: how undecided the policy
    is, and how often nothing pulls at it."""
    lists = thought.lists
    if len(some) == 0:
        return np.zeros(0, np.float32), (0.0, 0.0)
    share = np.exp(thought.shares)
    doubt = -lists.sums(share * thought.shares)
    before = past.shares[places_of(past.lists.lengths, some)]
    if manner.playouts:
        return share - np.exp(before), (float(doubt.mean()), 0.0)
    ahead = past.ahead[some]
    ahead = (ahead - ahead.mean()) / (ahead.std() + np.float32(1e-6))
    at = lists.starts + past.chosen[some]
    ratio = np.exp(thought.shares[at] - before[at])
    # Where a share has moved far enough already, nothing pulls at it.
    pull = np.where(np.where(ahead > 0, ratio < 1 + CLIP, ratio > 1 - CLIP), ahead * ratio, 0)
    scores = share * (manner.curiosity * (thought.shares + doubt[lists.rows]) + pull[lists.rows])
    scores[at] -= pull
    return scores.astype(np.float32), (float(doubt.mean()), float((pull == 0).mean()))
