"""Practice on a GPU: tables, their trees and the net stay there, and before each decision every table grows a tree.

What the searches find is learnt twice over: the policy learns to say at once which moves they preferred, and the net
learns how likely each seat wins, by the eyes of one seat, and with all hands open. Searches judge by the latter, in
worlds that they imagine: a table is seen by the seat in turn there, and so the seat that thinks would forget its own
hand.

What a search is good for is told by what its moves brought, in spreads: the standard deviation of what playouts bring.
The policy that is learnt is the one that the net has, drawn towards moves that brought more than the others. It fades
a little each time, so it ends where a move is so much likelier as it is better, and never so sure that a search would
look at nothing else.

At first nobody plays well, and who wins says little; how far apart the points are says more. So what a match brought is
told by both, and by points less and less.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from ..batch import new_batch
from ..core.contract import Facts
from ..core.gpu_search import SQUARES, WORTH
from ..core.hooks import hooks_of
from ..core.tree import ROOT
from .crowd import APART, Setting, playing_on
from .practice import Manner
from .torch_forest import Forest
from .torch_net import ABSENT, NOTHING, Sight, TorchNet, drawn

FADING, MANY = 0.95, 32  # what is left of the policy after searches of so many playouts
PULL = 1.5  # on a move that brings a spread more than the others
FARTHEST = 8.0  # spreads
FEW = 6.0  # playouts of a move that are half believed
COOLEST, HOTTEST = 4.0, 1.0  # powers of the policy by which moves are drawn: not all tables are played alike
FIRST_SPREAD, LEAST_SPREAD = 0.1, 1e-3
OF_POINTS = 0.5  # how much points count at the beginning of a run, beside victory; at its end nothing
A_TRACE = 0.02  # of the spread of today, for that of all times
STAGES = ((0.1, 4), (0.3, 2))  # until so far into a run, searches are so much shorter
POSITIONS, DECISIONS, ROOM = 16, 96, 16  # of random matches, to see how long lists get


class TorchCrowd:
    """Tables of some settings, as many of each; those of one setting are played at a time. A match that ends starts
    anew."""

    def __init__(self, net: TorchNet, settings: Sequence[Setting], tables: int, seed: int, device: str) -> None:
        self.net, self.tables = net, tables
        facts = net.plan.facts
        self.batches: list[Any] = []
        for number, (players, options) in enumerate(settings):
            first = seed * APART * len(settings) + APART * number
            self.batches.append(new_batch(facts, tables, players, first, device, options, autoreset=True))
        self.sight = Sight(net.plan, settings, net.device)
        self.most = net.plan.seats
        self.players = torch.tensor([players for players, _ in settings], device=net.device)  # of each setting
        self.spreads = torch.full((len(settings),), FIRST_SPREAD, device=net.device)
        self.powers = torch.linspace(HOTTEST, COOLEST, tables, device=net.device)[:, None]
        self.leads = torch.zeros(len(settings), device=net.device)  # how far ahead seats are when matches end
        self.of_points, self.now = OF_POINTS, 0

    def __len__(self) -> int:
        """Tables that are played at a time."""
        return self.tables

    @property
    def batch(self) -> Any:
        """The tables whose turn it is."""
        return self.batches[self.now]

    @property
    def turns(self) -> Tensor:
        """The seat in turn of each of them."""
        return self.take(self.batch.turns)

    def take(self, given: Any) -> Tensor:
        """A copy of an array of a batch, which writes over it later."""
        return torch.from_dlpack(given).clone() if self.net.weights.is_cuda else torch.as_tensor(np.array(given.host()))

    def scatter(self, seed: int) -> None:
        """Play on at each table for a while, at random (crowd.py)."""
        for batch in self.batches:
            for moment, playing in enumerate(playing_on(batch, seed)):
                lots = self.take(batch.draw(moment))
                actions = torch.where(torch.as_tensor(playing, device=lots.device), lots, -1)
                batch.step(actions.contiguous() if actions.is_cuda else actions.numpy())

    def step(self, actions: Tensor) -> tuple[Tensor, Tensor]:
        """[tables, seats] of what matches brought that ended, and which did."""
        done = self.batch.step(actions.contiguous() if actions.is_cuda else actions.numpy())
        won, ended = self.take(done.rewards), self.take(done.ended).bool()
        if won.shape[1] > 1:
            points = self.batch.engine.sign * self.take(done.scores).float()
            won = won.lerp(self._by_points(points, ended), self.of_points)
        return torch.nn.functional.pad(won, (0, self.most - won.shape[1])), ended

    def _by_points(self, points: Tensor, ended: Tensor) -> Tensor:
        """How a victory would be shared by points, where matches ended: a lead that is usual has e shares to one."""
        ahead, some = points - points.mean(1, keepdim=True), ended.float()[:, None]
        today = ((ahead**2 * some).sum() / (some.sum() * points.shape[1]).clamp(min=1)).sqrt()
        usual = self.leads[self.now]
        usual = torch.where(ended.any(), torch.where(usual > 0, usual.lerp(today, A_TRACE), today), usual)
        self.leads[self.now] = usual
        return (ahead / usual.clamp(min=1)).softmax(1) * some


def longest_of(facts: Facts, settings: Sequence[Setting]) -> int:
    """How long a list of sensible moves may be, as far as random matches tell: half as long again, rounded up."""
    hooks, longest = hooks_of(facts), 0
    listed = np.zeros(hooks.rules.MOST_ACTIONS + 1, np.int64)
    for players, options in settings:
        batch = new_batch(facts, POSITIONS, players, 0, "cpu", options, autoreset=True)
        for number in range(DECISIONS):
            tables = hooks.layout.new(1)
            tables[0] = batch.tables[number % POSITIONS]
            longest = max(longest, hooks.guide.list_sensible(tables[0], listed))
            batch.step(batch.draw(number))
    return min(-(-3 * longest // (2 * ROOM)) * ROOM, int(hooks.rules.MOST_ACTIONS) + 1)


@dataclass
class Moment:
    """A decision at each table."""

    seen: Tensor
    opened: Tensor  # the same with all hands open
    listed: Tensor  # legal actions, NOTHING behind them
    touched: Tensor
    wanted: Tensor  # of each listed action, how likely it should be: logarithms
    hopes: Tensor  # [2, tables, seats], from seat 0 on: what the search hoped; what the net says with all hands open
    turns: Tensor
    won: Tensor
    ended: Tensor


@dataclass
class Past:
    """What was found, one decision a row, and what is now known of it."""

    seen: Tensor
    opened: Tensor
    settings: Tensor
    listed: Tensor
    touched: Tensor
    wanted: Tensor  # shares
    told: Tensor  # how likely each seat wins, from the one in turn on, as searches by its eyes found it
    known: Tensor  # the same as it turned out with all hands open


def playouts_at(manner: Manner, gone: float) -> int:
    """How long searches are so far into a run: what is not known yet is not worth thinking about."""
    return max(1, manner.playouts // next((parts for until, parts in STAGES if gone < until), 1))


def decide(crowd: TorchCrowd, forest: Forest, playouts: int) -> Moment:
    """One decision of each table."""
    turns = crowd.turns
    seen, opened, listed, touched, logits = forest.think(crowd.batch, crowd.now, playouts)
    there, visits = listed != NOTHING, forest.visits
    mean = forest.worths.sum(1, keepdim=True) / visits.sum(1, keepdim=True).clamp(min=1)
    root = forest.sums[:, ROOT]
    spread = (root[:, SQUARES] / playouts - (root[:, WORTH] / playouts) ** 2).clamp(min=0).sqrt()
    free = (there.sum(1) > 1).float()
    today = (spread * free).sum() / free.sum().clamp(min=1)
    crowd.spreads[crowd.now] = crowd.spreads[crowd.now].lerp(today, A_TRACE).clamp(min=LEAST_SPREAD)
    ahead = (forest.worths / visits.clamp(min=1) - mean) / crowd.spreads[crowd.now]
    pull = PULL * ahead.clamp(-FARTHEST, FARTHEST) * visits / (visits + FEW)
    wanted = torch.where(there, FADING ** (playouts / MANY) * logits + pull, ABSENT).log_softmax(1)
    places = drawn((wanted * crowd.powers).log_softmax(1))
    hopes = torch.stack([forest.brought / playouts, forest.known])
    won, ended = crowd.step(listed.long().gather(1, places[:, None])[:, 0])
    return Moment(seen, opened, listed, touched, wanted, hopes, turns, won, ended)


def play(crowd: TorchCrowd, forest: Forest, manner: Manner, playouts: int) -> tuple[Past, dict[str, float]]:
    """The next decisions of all tables whose turn it is, and what is told of them."""
    with torch.no_grad():
        moments = [decide(crowd, forest, playouts) for _ in range(manner.window)]
        last = torch.stack([moments[-1].hopes[0], forest.judge(crowd.batch, crowd.now)])
        found = hindsight(crowd.players[crowd.now], moments, last, manner.fading)
    parts = ("seen", "opened", "listed", "touched", "wanted")
    seen, opened, listed, touched, wanted = (torch.cat([getattr(one, part) for one in moments]) for part in parts)
    settings = torch.full((len(seen),), crowd.now, device=seen.device)
    past = Past(seen, opened, settings, listed, touched, wanted.exp().half(), *found)
    free = (listed != NOTHING).sum(1) > 1
    doubt = -(wanted.exp() * wanted.clamp(min=-FARTHEST * FARTHEST)).sum(1)[free].mean()
    return past, {"spread": float(crowd.spreads[crowd.now]), "entropy": float(doubt)}


def hindsight(players: Tensor, moments: Sequence[Moment], last: Tensor, fading: float) -> Tensor:
    """[2, decisions, seats]: what the chances of all decisions turned out to be, from the seat in turn on; by what its
    eyes tell, and with all hands open. The last decision of all knows nothing but what comes after it."""
    places = torch.arange(last.shape[2], device=last.device)
    found: list[Tensor] = []
    for moment in reversed(moments):
        told = torch.where(moment.ended[:, None], moment.won, last)
        found.append(as_seen(told, moment.turns, players, places))
        last = (1 - fading) * moment.hopes + fading * told
    return torch.cat(found[::-1], 1)


def as_seen(told: Tensor, turns: Tensor, players: Tensor, places: Tensor) -> Tensor:
    """[2, tables, seats], counted from the seat in turn on."""
    who = ((turns[:, None] + places) % players).expand(len(told), -1, -1)
    return torch.where(places < players, told.gather(2, who), 0.0)
