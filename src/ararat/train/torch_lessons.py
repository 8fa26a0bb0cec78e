"""Lessons on a GPU: what a practice teaches, so many decisions at a time.

Searches are dear, so what they found of late is kept, and each decision is learnt from more than once, in lessons of
all player counts. A lesson is hundreds of small calls, and takes as long as they take to be asked for: so on a GPU it
is recorded once, with all it reads and writes at fixed places, and then replayed.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import torch
from torch import Tensor

from .practice import STEEPEST, Manner
from .torch_net import NOTHING
from .torch_practice import Past, TorchCrowd

LOUDER = 256.0  # 16-bit floats have no room for what a single decision says of a mean
OF_POLICY, OF_EYES = 0.25, 0.25  # how much these count beside what is learnt with all hands open
LEAST_SHARE = -60.0  # a logarithm
KEPT = 2  # practices of each setting
FIRST_FEW = 3  # lessons before the one that is recorded: what they need is made ready


class Memory:
    """What was found of late, in memory that is used again."""

    def __init__(self, practices: int) -> None:
        self.practices, self.added, self.size = practices, 0, 0
        self.past: Any = None

    def add(self, past: Past) -> None:
        """Keep what was found, in place of what is oldest."""
        self.size = len(past.seen)
        columns = {one.name: getattr(past, one.name) for one in fields(Past)}
        if self.past is None:
            rows = self.practices * self.size
            self.past = Past(**{name: column.new_zeros(rows, *column.shape[1:]) for name, column in columns.items()})
        first = self.added % self.practices * self.size
        for name, column in columns.items():
            getattr(self.past, name)[first : first + self.size] = column
        self.added += 1

    def draw(self, count: int) -> Tensor:
        """Some rows, none more than once oftener than another."""
        rows, device = min(self.added, self.practices) * self.size, self.past.seen.device
        found = [torch.randperm(rows, device=device) for _ in range(-(-count // rows))]
        return torch.cat(found)[:count]


class Lessons:
    """What a crowd's net learns from, and how far it has come."""

    def __init__(self, crowd: TorchCrowd, teacher: Any, manner: Manner) -> None:
        self.crowd, self.teacher, self.manner = crowd, teacher, manner
        self.memory = Memory(KEPT * len(crowd.batches))
        self._some = torch.zeros(manner.lesson, dtype=torch.long, device=crowd.net.device)
        self._told = torch.zeros(3, device=crowd.net.device)
        self._recorded: Any = None

    def learn(self, past: Past) -> dict[str, float]:
        """So many lessons as what was found is worth, from that and from what was found before; the mean losses."""
        self.memory.add(past)
        self._told.zero_()
        count = max(1, self.manner.passes * len(past.seen) // self.manner.lesson)
        for some in self.memory.draw(count * self.manner.lesson).split(self.manner.lesson):
            self._some.copy_(some)
            if past.seen.is_cuda:
                self._replay()
            else:
                self._teach()
        return dict(zip(("loss", "by_eyes", "unlike"), (self._told / count).tolist(), strict=True))

    def _replay(self) -> None:
        if self._recorded is None:
            aside = torch.cuda.Stream()
            aside.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(aside):
                for _ in range(FIRST_FEW):
                    self._teach()
            torch.cuda.current_stream().wait_stream(aside)
            self._recorded = torch.cuda.CUDAGraph()
            self.teacher.zero_grad(set_to_none=True)
            with torch.cuda.graph(self._recorded):
                self._teach(set_to_none=False)
        self._recorded.replay()

    def _teach(self, set_to_none: bool = True) -> None:
        """One lesson."""
        loss, numbers = losses(self.crowd, self.memory.past, self._some)
        if set_to_none:
            self.teacher.zero_grad(set_to_none=True)
        (loss * LOUDER).backward()
        slope = self.crowd.net.weights.grad
        slope.div_(LOUDER)
        length = slope.norm()
        slope.copy_(torch.where(length.isfinite(), slope * (STEEPEST / (length + 1e-9)).clamp(max=1), 0.0))
        self.teacher.step()
        self._told += torch.stack(numbers).detach()


def losses(crowd: TorchCrowd, past: Past, some: Tensor) -> tuple[Tensor, list[Tensor]]:
    """What is to become smaller at some decisions, and what is told of it: how far off the net is with all hands open,
    by the eyes of a seat, and of what searches preferred."""
    net, settings, listed = crowd.net, past.settings[some], past.listed[some].long()
    players = crowd.players[settings]
    touched = past.touched[some] if net.touches else None
    logs, shares = net.think(crowd.sight.see(past.seen[some], settings), players, listed, touched)
    wanted = past.wanted[some].float()
    unlike = -(torch.where(listed == NOTHING, 0.0, wanted) * shares.clamp(min=LEAST_SHARE)).sum(1).mean()
    by_eyes = loss = of_chances(logs, past.told[some]).mean()
    if net.plan.facts.secrets:
        logs, _ = net.think(crowd.sight.see(past.opened[some], settings), players)
        loss = of_chances(logs, past.known[some]).mean()
    return loss + OF_EYES * by_eyes + OF_POLICY * unlike, [loss, by_eyes, unlike]


def of_chances(logs: Tensor, target: Tensor) -> Tensor:
    """Of each row the cross-entropy of what was thought and what turned out."""
    nobody = (1 - target.sum(1)).clamp(min=0)
    return -((target * logs[:, :-1]).sum(1) + nobody * logs[:, -1].clamp(min=-50))
