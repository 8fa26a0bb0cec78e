"""Proximal policy optimisation: one net, at all seats, that plays against itself.

python examples/learn/ppo.py noah --seconds 600 --device cpu --log noah-ppo.jsonl

The tables go on from window to window and start anew by themselves. A decision is compared with the next one *of the
same seat*, or with the end of the match: what others do in between is part of the world. The policy scores legal
actions only, by their features, so it has no head of ten thousand outputs and no mask.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from diary import Diary, arguments
from lists import best, embedded, log_shares, seen
from torch import nn

import ararat

WIDTH = 256
WINDOW = 64  # decisions of each table between two lessons
LESSON = 8  # moments, of all tables, that are learned from at once
PASSES = 3
FADING = 0.95  # lambda: how much later surprises count; nothing is discounted
CLIP, CURIOSITY, RATE = 0.2, 0.01, 5e-4


class Net(nn.Module):
    """How likely each move is, and what the match is worth to the seat in turn."""

    def __init__(self, spec: Any) -> None:
        super().__init__()
        self.register_buffer("features", torch.as_tensor(spec.features(np.arange(spec.actions))))
        self.known = nn.Sequential(nn.Linear(spec.encoded, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU())
        self.move = nn.Linear(spec.features_size, WIDTH)
        self.wish = nn.Linear(WIDTH, WIDTH)
        self.worth = nn.Linear(WIDTH, 1)

    def forward(self, known: torch.Tensor, actions: torch.Tensor, rows: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """The logarithm of each action's share in its row, and the worth of each row."""
        hidden = self.known(known)
        scores = (self.wish(hidden)[rows] * embedded(self.move, self.features, actions)).mean(1)
        return log_shares(scores * WIDTH**0.5, rows, len(known)), self.worth(hidden).squeeze(1)

    def choose(self, batch: Any, spec: Any, tables: np.ndarray) -> np.ndarray:
        """The likeliest actions at some tables."""
        known, actions, rows = seen(batch, spec, tables, self.features.device)
        return actions[best(self(known, actions, rows)[0], rows, len(tables))].cpu().numpy()


@dataclass
class Moment:
    """One decision at every table: what was known and legal, what was done, what came of it."""

    known: torch.Tensor
    actions: torch.Tensor
    rows: torch.Tensor
    places: torch.Tensor  # of the actions that were done, among all
    shares: torch.Tensor  # their logarithms
    worth: np.ndarray
    turns: np.ndarray
    rewards: np.ndarray
    ended: np.ndarray
    ahead: np.ndarray = field(default_factory=lambda: np.zeros(0))  # how much better it was than expected
    counts: np.ndarray = field(default_factory=lambda: np.zeros(0))  # whether anything is known of that


@torch.no_grad()
def window(net: Net, batch: Any, spec: Any) -> list[Moment]:
    """The next moments of all tables, with what each decision was better than expected."""
    moments, tables = [], np.arange(len(batch))
    for _ in range(WINDOW + 1):  # of the last one only the worth is used
        known, actions, rows = seen(batch, spec, tables, net.features.device)
        shares, worth = net(known, actions, rows)
        chance = torch.rand_like(shares).clamp(1e-9, 1 - 1e-6)
        places = best(shares - torch.log(-torch.log(chance)), rows, len(tables))  # Gumbel's way to draw by shares
        now = Moment(known, actions, rows, places, shares[places], worth.cpu().numpy(), batch.turns, *[np.zeros(0)] * 2)
        moments.append(now)
        if len(moments) <= WINDOW:
            step = batch.step(actions[places].cpu().numpy())
            now.rewards, now.ended = step.rewards, step.ended
    last = moments.pop()
    at = tables, last.turns
    worth, ahead, is_known = (np.zeros((len(batch), batch.players), kind) for kind in (np.float32, np.float32, bool))
    worth[at], is_known[at] = last.worth, True
    for now in reversed(moments):  # back in time: of every seat what its next decision, or the end, is worth
        worth[now.ended], ahead[now.ended], is_known[now.ended] = now.rewards[now.ended], 0, True
        at = tables, now.turns
        now.counts = is_known[at]
        now.ahead = np.where(now.counts, worth[at] - now.worth + FADING * ahead[at], 0).astype(np.float32)
        worth[at], ahead[at], is_known[at] = now.worth, now.ahead, True
    return moments


def learned(net: Net, teacher: Any, moments: list[Moment]) -> dict[str, float]:
    """Some passes over a window; returns the mean losses."""
    told = []
    for _ in range(PASSES):
        for some in torch.randperm(len(moments)).view(-1, LESSON).tolist():
            policy, worth, curiosity = losses(net, [moments[number] for number in some])
            teacher.zero_grad()
            (policy + worth / 2 - CURIOSITY * curiosity).backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            teacher.step()
            told.append(torch.stack((policy, worth, curiosity)).detach())
    return dict(zip(("policy", "loss", "entropy"), torch.stack(told).mean(0).tolist(), strict=True))


def losses(net: Net, moments: list[Moment]) -> tuple[torch.Tensor, ...]:
    """Of the policy, of the worth, and how undecided the net is."""
    device, size = net.features.device, len(moments[0].known)
    lists = np.cumsum([0, *(len(moment.actions) for moment in moments)])
    rows = torch.cat([moment.rows + size * number for number, moment in enumerate(moments)])
    places = torch.cat([moment.places + int(first) for moment, first in zip(moments, lists, strict=False)])
    shares, worth = net(torch.cat([moment.known for moment in moments]), torch.cat([m.actions for m in moments]), rows)
    counts = torch.as_tensor(np.concatenate([moment.counts for moment in moments]), device=device)
    ahead = torch.as_tensor(np.concatenate([moment.ahead for moment in moments]), device=device)[counts]
    target = ahead + torch.as_tensor(np.concatenate([moment.worth for moment in moments]), device=device)[counts]
    better = (ahead - ahead.mean()) / (ahead.std() + 1e-6)
    ratio = (shares[places] - torch.cat([moment.shares for moment in moments]))[counts].exp()
    policy = -torch.minimum(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better).mean()
    return policy, nn.functional.mse_loss(worth[counts], target), -(shares.exp() * shares).sum() / len(worth)


def main() -> None:
    given = arguments(__doc__, tables=128)
    game = ararat.game(given.game)
    spec = game.spec(given.players)
    net = Net(spec).to(given.device)
    teacher = torch.optim.Adam(net.parameters(), RATE, eps=1e-5)
    batch = game.batch(given.tables, given.players, seed=given.seed, autoreset=True, rewards="rank")
    moments = window(net, batch, spec)  # the first one compiles the rules, before time counts
    diary, steps = Diary(given, net, "ppo"), 0
    while not (steps and diary.is_full):
        numbers = learned(net, teacher, moments)
        steps += WINDOW * given.tables
        diary.tell(steps, **numbers)
        moments = window(net, batch, spec)
    diary.close(steps)


if __name__ == "__main__":
    main()
