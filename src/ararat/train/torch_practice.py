"""Practice on a GPU: the method of `practice.py` in PyTorch, for many more tables.

Moves are weighed in one of two ways. By the policy, which learns by proximal policy optimisation; or by what they lead
to: then every legal move is made in a few worlds that the mover holds possible, the net says how likely the mover wins
there, and those chances are what is learnt (temporal differences over the decisions of a seat). The policy then learns
to say the same without looking ahead.

How much moves differ is a matter of the game, and of how far learning has come: so the heat by which they are drawn is
told in spreads, the standard deviation of what the moves of a table promise. Some tables are played coolly and some
hotly, or everything learnt would be about one kind of players.

What takes the time are many small calls, not what they do: so there are many tables, one setting is practised at a
time, all in turn, lists of moves are rows of one length, and lessons are recorded once (torch_lessons.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Any

import numpy as np
import torch
from torch import Tensor

from ..batch import new_batch
from ..batch.device import DeviceArray
from ..batch.lookahead import Lookahead
from ..core.compiler import numba_cuda
from ..core.gpu_lookahead import LOTS
from .crowd import APART, Setting
from .practice import Manner
from .torch_net import ABSENT, NOTHING, Sight, TorchNet, drawn

SEEN = torch.int16  # as observations are kept: no number is larger
MOST_LISTED = 32  # of a table's moves; of more, so many are drawn
AT_ONCE = 1 << 17  # tables that are seen at a time where nothing is learnt: what they see takes gigabytes
COOLEST, HOTTEST = 0.02, 0.4  # heat, in spreads
A_TRACE = 0.02  # of the spread of today, for that of all times
FIRST_SPREAD, LEAST_SPREAD = 0.05, 1e-4


@dataclass
class Moment:
    """A decision at each table."""

    seen: Tensor
    listed: Tensor
    turns: Tensor
    chosen: Tensor  # its place in its list
    shares: Tensor
    chances: Tensor
    won: Tensor
    ended: Tensor
    afterwards: Tensor  # what its seat saw then
    hopes: Tensor  # of each listed move, what the mover may hope for with it, where that was asked


@dataclass
class Past:
    """What was decided, one decision a row, and what is now known of it."""

    seen: Tensor
    settings: Tensor
    listed: Tensor
    chosen: Tensor
    shares: Tensor
    ahead: Tensor
    chances: Tensor
    afterwards: Tensor
    goes_on: Tensor
    hopes: Tensor
    rows: Tensor  # those of which anything is known


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
        heats = torch.linspace(log(COOLEST), log(HOTTEST), tables, device=net.device).exp()
        self.heats = heats[:, None]
        self.now = 0
        self._lookaheads: dict[int, Lookahead] = {}

    def __len__(self) -> int:
        """Tables that are played at a time."""
        return self.tables

    @property
    def batch(self) -> Any:
        """The tables whose turn it is."""
        return self.batches[self.now]

    def settings(self, size: int) -> Tensor:
        """The setting of so many of them."""
        return torch.full((size,), self.now, device=self.net.device)

    def take(self, given: Any) -> Tensor:
        """A copy of an array of a batch, which writes over it later."""
        return torch.as_tensor(np.array(given)) if isinstance(given, np.ndarray) else torch.from_dlpack(given).clone()

    def give(self, numbers: Tensor) -> Any:
        """Numbers as a batch takes them."""
        return numbers.contiguous() if numbers.is_cuda else numbers.numpy()

    def widened(self, part: Tensor, width: int) -> Tensor:
        """Rows with zeros behind them."""
        return torch.nn.functional.pad(part, (0, width - part.shape[1]))

    def observe(self, batch: Any, seats: Tensor | None = None) -> Tensor:
        """What some seats, or those in turn, see, as it is kept."""
        seen = batch.observations(None if seats is None else self.give(seats))
        return self.widened(self.take(seen).to(SEEN), self.sight.numbers)

    @property
    def lookahead(self) -> Lookahead:
        """Looks ahead from the tables whose turn it is, on a GPU."""
        if self.now not in self._lookaheads:
            self._lookaheads[self.now] = Lookahead(self.batch, self.most, AT_ONCE)
        return self._lookaheads[self.now]

    def legal(self) -> Tensor:
        """[tables, MOST_LISTED] of legal actions, NOTHING behind them; of longer lists some, evenly spread by lot."""
        if self.net.weights.is_cuda:
            lots = torch.randint(LOTS, (self.tables,), device=self.net.device)
            offers = torch.empty(self.tables, MOST_LISTED, dtype=torch.long, device=self.net.device)
            self.lookahead.offer(handed(lots), handed(offers))
            return offers
        offsets, actions = (self.take(given) for given in self.batch.legal())
        first, lengths = offsets[:-1, None], offsets.diff()[:, None]
        places = torch.arange(MOST_LISTED, device=first.device).expand(len(first), -1)
        spread = (places + torch.rand(len(first), 1, device=first.device)) * lengths / MOST_LISTED
        at = torch.where(lengths > MOST_LISTED, spread.long().clamp(max=lengths - 1), places)
        there = at < lengths
        return torch.where(there, actions[torch.where(there, first + at, 0)], NOTHING)

    def chances(self, seen: Tensor) -> Tensor:
        """Of all seats, from the observer's on."""
        found = []
        for some in seen.split(AT_ONCE):
            settings = self.settings(len(some))
            found.append(self.net.think(self.sight.see(some, settings), self.players[settings])[0].exp()[:, :-1])
        return torch.cat(found)

    def decide(self, manner: Manner) -> Moment:
        """One decision of each table."""
        seen, turns, listed = self.observe(self.batch), self.take(self.batch.turns), self.legal()
        settings, tables = self.settings(len(seen)), torch.arange(len(seen), device=seen.device)
        hopes = torch.zeros(0, device=seen.device)
        if manner.afterstates:
            of_all = self.hopes(listed, turns, manner.worlds)
            hopes = of_all[:, :, 0]
            self.measure(hopes, listed)
            heat = self.heats * self.spreads[self.now]
            shares = torch.where(listed == NOTHING, ABSENT, hopes / heat).log_softmax(1)
            places = drawn(shares)
            chances = of_all[tables, places]
        else:
            found, shares = self.net.think(self.sight.see(seen, settings), self.players[settings], listed)
            chances, places = found.exp()[:, :-1], drawn(shares)
        won, ended = self.step(self.batch, listed[tables, places])
        later = self.observe(self.batch, turns)
        taken = shares[tables, places]
        return Moment(seen, listed.int(), turns, places, taken, chances, won, ended, later, hopes)

    def measure(self, hopes: Tensor, listed: Tensor) -> None:
        """Note how far what the moves of a table promise lies apart."""
        there = (listed != NOTHING).float()
        count = there.sum(1)
        mean = (hopes * there).sum(1) / count.clamp(min=1)
        spread = (((hopes - mean[:, None]) ** 2 * there).sum(1) / count.clamp(min=1)).sqrt()
        free = (count > 1).float()
        today = (spread * free).sum() / free.sum().clamp(min=1)
        self.spreads[self.now] = self.spreads[self.now].lerp(today, A_TRACE).clamp(min=LEAST_SPREAD)

    def step(self, batch: Any, actions: Tensor) -> tuple[Tensor, Tensor]:
        """[tables, seats] of shares in a victory, and which matches ended."""
        done = batch.step(self.give(actions))
        return self.widened(self.take(done.rewards), self.most), self.take(done.ended).bool()

    def hopes(self, listed: Tensor, turns: Tensor, worlds: int) -> Tensor:
        """[tables, actions, seats]: how likely each seat wins after each listed move, the mover first, by its eyes and
        in worlds that it may imagine."""
        rows, places = (listed != NOTHING).nonzero(as_tuple=True)
        actions = listed[rows, places]
        hopes = torch.zeros(*listed.shape, self.most, device=listed.device)
        for _ in range(worlds):
            lots = torch.randint(1 << 62, (len(listed),), device=listed.device)
            found = [
                self.promised(some, of_some, turns, lots)
                for some, of_some in zip(rows.split(AT_ONCE), actions.split(AT_ONCE), strict=True)
            ]
            hopes[rows, places] += torch.cat(found) / worlds
        return hopes

    def promised(self, rows: Tensor, actions: Tensor, turns: Tensor, lots: Tensor) -> Tensor:
        """[moves, seats]: how likely each seat wins after some moves, each made at its row in a world dealt anew; all
        moves of a table have the same lots, so that it is not luck that tells them apart."""
        lots = lots[rows]
        if rows.is_cuda:
            given = self.lookahead.look(*map(handed, (rows.contiguous(), actions.contiguous(), lots)))
            over, shares, seen = (torch.from_dlpack(DeviceArray(one)) for one in given)
            return torch.where(over[:, None], shares, self.chances(seen))
        twins, movers = self.batch.fork(rows.numpy()), turns[rows]
        twins.autoreset = False
        twins.redeal(None, lots.tolist())
        won, over = self.step(twins, actions)
        shares = as_seen(won, movers, self.players[self.settings(len(rows))])
        return torch.where(over[:, None], shares, self.chances(self.observe(twins, movers)))


def handed(numbers: Tensor) -> Any:
    """An array of PyTorch's as kernels take it, on the stream of both."""
    return numba_cuda().as_cuda_array(numbers)


def as_seen(won: Tensor, seats: Tensor, players: Tensor) -> Tensor:
    """[tables, seats]: victories as a seat counts them, from itself on."""
    places = torch.arange(won.shape[1], device=won.device)
    found = won.gather(1, (seats[:, None] + places) % players[:, None])
    return torch.where(places < players[:, None], found, 0.0)


def play(crowd: TorchCrowd, manner: Manner) -> Past:
    """The next decisions of all tables whose turn it is."""
    with torch.no_grad():
        moments = [crowd.decide(manner) for _ in range(manner.window)]
        last = crowd.take(crowd.batch.turns), crowd.chances(crowd.observe(crowd.batch))
    settings = crowd.settings(len(crowd))
    told, counts = hindsight(crowd.players[settings], moments, last, manner.fading)
    return Past(
        torch.cat([one.seen for one in moments]),
        settings.repeat(len(moments)),
        torch.cat([one.listed for one in moments]),
        torch.cat([one.chosen for one in moments]),
        torch.cat([one.shares for one in moments]),
        told[:, 0] - torch.cat([one.chances for one in moments])[:, 0],
        told,
        torch.cat([one.afterwards for one in moments]),
        ~torch.cat([one.ended for one in moments]),
        torch.cat([one.hopes for one in moments]),
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
