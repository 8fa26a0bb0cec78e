"""Practice on a GPU: the method of `practice.py` in PyTorch, for many more tables.

Moves are weighed in one of two ways. By the policy, which learns by proximal policy optimisation; or by what they lead
to: then every legal move is made on a copy, the net says how likely the mover wins there, and nothing but those chances
is learnt (temporal differences over the decisions of a seat).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from ..batch import new_batch
from .crowd import APART, Setting
from .practice import CLIP, LOOKED_BACK, OF_CHANCES, STEEPEST, Manner
from .torch_net import Lists, Sight, TorchNet

SEEN = torch.int16  # as observations are kept: no number is larger
MOST_COPIES = 48  # of a table's moves, drawn, are weighed by what they lead to
AT_ONCE = 1 << 16  # tables that are seen at a time where nothing is learnt: what they see takes gigabytes


@dataclass
class Moment:
    """A decision at each table."""

    seen: Tensor
    lists: Lists
    turns: Tensor
    chosen: Tensor  # its place in its list
    shares: Tensor
    chances: Tensor
    won: Tensor
    ended: Tensor
    afterwards: Tensor  # what its seat saw then


@dataclass
class Past:
    """What was decided, one decision a row, and what is now known of it."""

    seen: Tensor
    settings: Tensor
    lists: Lists
    chosen: Tensor
    shares: Tensor
    ahead: Tensor
    chances: Tensor
    afterwards: Tensor
    goes_on: Tensor
    rows: Tensor  # those of which anything is known


class TorchCrowd:
    """Tables of some settings, as many of each, played side by side; a match that ends starts anew."""

    def __init__(self, net: TorchNet, settings: Sequence[Setting], tables: int, seed: int, device: str) -> None:
        self.net, self.device = net, net.device
        size, facts = max(1, tables // len(settings)), net.plan.facts
        self.batches: list[Any] = []
        for number, (players, options) in enumerate(settings):
            first = seed * APART * len(settings) + APART * number
            self.batches.append(new_batch(facts, size, players, first, device, options, autoreset=True))
        self.sight = Sight(net.plan, settings, net.device)
        self.most = net.plan.seats
        self.settings = torch.arange(len(settings), device=net.device).repeat_interleave(size)
        self.players = torch.tensor([players for players, _ in settings], device=net.device)  # of each setting
        self.cuts = [size] * len(settings)

    def __len__(self) -> int:
        return len(self.settings)

    def take(self, given: Any) -> Tensor:
        """An array of a batch, as it lies there."""
        return torch.as_tensor(np.array(given)) if isinstance(given, np.ndarray) else torch.from_dlpack(given)

    def give(self, numbers: Tensor) -> Any:
        """Numbers as a batch takes them."""
        return numbers.contiguous() if numbers.is_cuda else numbers.numpy()

    def join(self, parts: list[Tensor], width: int) -> Tensor:
        """Rows of several lengths, one after the other, with zeros behind them."""
        return torch.cat([torch.nn.functional.pad(part, (0, width - part.shape[1])) for part in parts])

    def observe(self, batches: Sequence[Any], seats: Sequence[Any]) -> Tensor:
        """What some seats see, as it is kept."""
        seen = [self.take(batch.observations(some)).to(SEEN) for batch, some in zip(batches, seats, strict=True)]
        return self.join(seen, self.sight.numbers)

    @property
    def turns(self) -> Tensor:
        return torch.cat([self.take(batch.turns) for batch in self.batches])

    def legal(self) -> Lists:
        parts = [batch.legal() for batch in self.batches]
        lists = [Lists(self.take(actions), self.take(offsets).diff()) for offsets, actions in parts]
        return Lists.joined(lists)

    def chances(self, seen: Tensor, settings: Tensor) -> Tensor:
        """Of all seats, from the observer's on."""
        found = []
        for some, which in zip(seen.split(AT_ONCE), settings.split(AT_ONCE), strict=True):
            found.append(self.net.think(self.sight.see(some, which), self.players[which])[0].exp()[:, :-1])
        return torch.cat(found)

    def decide(self, manner: Manner) -> Moment:
        """One decision of each table."""
        seen, turns, lists = self.observe(self.batches, [None] * len(self.batches)), self.turns, self.legal()
        if manner.afterstates:
            lists = thinned(lists)
            hopes = self.hopes(lists, turns)
            shares = lists.log_shares(hopes[:, 0] / manner.heat)
            places = lists.drawn(shares)
            chances = hopes[places]
        else:
            found, shares = self.net.think(self.sight.see(seen, self.settings), self.players[self.settings], lists)
            chances, places = found.exp()[:, :-1], lists.drawn(shares)
        won, ended = self.step(self.batches, lists.actions[places].split(self.cuts))
        later = self.observe(self.batches, [self.give(some) for some in turns.split(self.cuts)])
        return Moment(seen, lists, turns, places - lists.starts, shares[places], chances, won, ended, later)

    def step(self, batches: Sequence[Any], actions: Sequence[Tensor]) -> tuple[Tensor, Tensor]:
        """[tables, seats] of shares in a victory, and which matches ended."""
        done = [batch.step(self.give(some)) for batch, some in zip(batches, actions, strict=True)]
        won = self.join([self.take(one.rewards) for one in done], self.most)
        return won, torch.cat([self.take(one.ended).bool() for one in done])

    def hopes(self, lists: Lists, turns: Tensor) -> Tensor:
        """[actions, seats]: how likely each seat wins after each listed move, from the mover's on and as it sees it."""
        twins, movers, actions, first = [], [], [], 0
        of_batch = [int(part.sum()) for part in lists.lengths.split(self.cuts)]
        for batch, rows, listed, size in zip(
            self.batches, lists.rows.split(of_batch), lists.actions.split(of_batch), self.cuts, strict=True
        ):
            here = rows - first
            copies = batch.twins(here.contiguous()) if here.is_cuda else batch.fork(here.numpy())
            copies.autoreset = False
            twins.append(copies)
            movers.append(self.give(turns[rows]))
            actions.append(listed)
            first += size
        won, over = self.step(twins, actions)
        settings = self.settings[lists.rows]
        hopes = self.chances(self.observe(twins, movers), settings)
        return torch.where(over[:, None], as_seen(won, turns[lists.rows], self.players[settings]), hopes)


def thinned(lists: Lists) -> Lists:
    """Of long lists so many, drawn."""
    lots = torch.rand(len(lists.actions), device=lists.actions.device, dtype=torch.float64)
    order = torch.argsort(lists.rows + lots)  # rows stay together
    place = torch.arange(len(order), device=order.device) - lists.starts[lists.rows]
    kept = order[place < MOST_COPIES].sort().values
    return Lists(lists.actions[kept], lists.lengths.clamp(max=MOST_COPIES))


def as_seen(won: Tensor, seats: Tensor, players: Tensor) -> Tensor:
    """[tables, seats]: victories as a seat counts them, from itself on."""
    places = torch.arange(won.shape[1], device=won.device)
    found = won.gather(1, (seats[:, None] + places) % players[:, None])
    return torch.where(places < players[:, None], found, 0.0)


def play(crowd: TorchCrowd, manner: Manner) -> Past:
    """The next decisions of all tables."""
    with torch.no_grad():
        moments = [crowd.decide(manner) for _ in range(manner.window)]
        seen, turns = crowd.observe(crowd.batches, [None] * len(crowd.batches)), crowd.turns
        last = turns, crowd.chances(seen, crowd.settings)
    told, counts = hindsight(crowd.players[crowd.settings], moments, last, manner.fading)
    expected = torch.cat([one.chances for one in moments])[:, 0]
    return Past(
        torch.cat([one.seen for one in moments]),
        crowd.settings.repeat(len(moments)),
        Lists.joined([one.lists for one in moments]),
        torch.cat([one.chosen for one in moments]),
        torch.cat([one.shares for one in moments]),
        told[:, 0] - expected,
        told,
        torch.cat([one.afterwards for one in moments]),
        ~torch.cat([one.ended for one in moments]),
        counts.nonzero()[:, 0],
    )


def hindsight(
    players: Tensor, moments: list[Moment], last: tuple[Tensor, Tensor], fading: float
) -> tuple[Tensor, Tensor]:
    """What the chances of all decisions turned out to be, and of which anything is known (`practice.hindsight`)."""
    turns, chances = last
    tables, most = chances.shape
    at = torch.arange(tables, device=chances.device)
    expected = torch.zeros(tables, most, most, device=chances.device)
    found, is_known = torch.zeros_like(expected), torch.zeros(tables, most, dtype=torch.bool, device=chances.device)
    expected[at, turns], found[at, turns], is_known[at, turns] = chances, chances, True
    seats = torch.arange(most, device=chances.device)
    who = (seats[:, None] + seats) % players[:, None, None]  # as each seat counts the others
    there = (seats < players[:, None])[:, None, :]
    told, counts = [], []
    for moment in reversed(moments):
        over = moment.ended[:, None, None]
        end = torch.where(there, moment.won[at[:, None, None], who], 0.0)
        expected, found = torch.where(over, end, expected), torch.where(over, end, found)
        is_known |= moment.ended[:, None]
        here = at, moment.turns
        known = is_known[here]
        later = (1 - fading) * expected[here] + fading * found[here]
        told.append(torch.where(known[:, None], later, moment.chances))
        counts.append(known)
        expected[here], found[here], is_known[here] = moment.chances, told[-1], True
    return torch.cat(told[::-1]), torch.cat(counts[::-1])


def learn(crowd: TorchCrowd, teacher: Any, past: Past, manner: Manner) -> dict[str, float]:
    """Some passes over what was played, shuffled; returns the mean losses."""
    told = []
    lessons = max(1, round(len(past.rows) / manner.lesson))
    for _ in range(manner.passes):
        shuffled = past.rows[torch.randperm(len(past.rows), device=past.rows.device)]
        for some in shuffled.tensor_split(lessons):
            loss, numbers = losses(crowd, past, some, manner)
            teacher.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_([crowd.net.weights], STEEPEST)
            teacher.step()
            told.append(torch.stack(numbers).detach())
    return dict(zip(("loss", "entropy", "clipped"), torch.stack(told).mean(0).tolist(), strict=True))


def losses(crowd: TorchCrowd, past: Past, some: Tensor, manner: Manner) -> tuple[Tensor, list[Tensor]]:
    """What is to become smaller at some decisions, and what is told of it."""
    later = some if manner.afterstates else some[::LOOKED_BACK]
    later = later[past.goes_on[later]]
    settings = past.settings[torch.cat([some, later])]
    inputs = crowd.sight.see(torch.cat([past.seen[some], past.afterwards[later]]), settings)
    target, players = past.chances[torch.cat([some, later])], crowd.players[settings]
    lists = None if manner.afterstates else past.lists.some(some)
    logs, shares = crowd.net.think(inputs, players, lists)
    loss = of_chances(logs, target) / len(some)
    if lists is None:
        return loss, [loss, loss * 0, loss * 0]
    ahead = past.ahead[some]
    better = (ahead - ahead.mean()) / (ahead.std() + 1e-6)
    ratio = (shares[lists.starts + past.chosen[some]] - past.shares[some]).exp()
    policy = torch.minimum(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better).mean()
    doubt = -(shares.exp() * shares).sum() / len(some)
    clipped = ((ratio - 1).abs() > CLIP).float().mean()
    return OF_CHANCES * loss - policy - manner.curiosity * doubt, [loss, doubt, clipped]


def of_chances(logs: Tensor, target: Tensor) -> Tensor:
    """The cross-entropy of what was thought and what turned out."""
    nobody = (1 - target.sum(1)).clamp(min=0)
    return -((target * logs[:, :-1]).sum() + (nobody * logs[:, -1].clamp(min=-50)).sum())
