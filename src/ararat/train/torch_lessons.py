"""Lessons on a GPU: what a practice teaches, so many decisions at a time.

A lesson is hundreds of small calls, and takes as long as they take to be asked for. So on a GPU it is recorded once,
with all it reads and writes at fixed places, and then replayed.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import torch
from torch import Tensor

from .practice import CLIP, LOOKED_BACK, OF_CHANCES, STEEPEST, Manner
from .torch_net import ABSENT, NOTHING
from .torch_practice import Past, TorchCrowd

LOUDER = 256.0  # 16-bit floats have no room for what a single decision says of a mean
ASKED = 4  # of so many decisions one is learnt for the policy, where moves are weighed by what they lead to
OF_POLICY = 0.25  # how much that counts
WARMTH = 0.75  # of what the policy learns then, in spreads
FIRST_FEW = 3  # lessons before the one that is recorded: what they need is made ready


class Lessons:
    """What a crowd's net learns from, and how far it has come."""

    def __init__(self, crowd: TorchCrowd, teacher: Any, manner: Manner) -> None:
        self.crowd, self.teacher, self.manner = crowd, teacher, manner
        self._past: Past | None = None
        self._some = torch.zeros(manner.lesson, dtype=torch.long, device=crowd.net.device)
        self._told = torch.zeros(3, device=crowd.net.device)
        self._recorded: Any = None

    def learn(self, past: Past) -> dict[str, float]:
        """Some passes over what was played, shuffled; returns the mean losses."""
        on_gpu, size = past.seen.is_cuda, min(self.manner.lesson, len(past.rows))
        if on_gpu and self._past is not None:
            for one in fields(Past)[:-1]:
                getattr(self._past, one.name).copy_(getattr(past, one.name))
        else:
            self._past = past
        self._told.zero_()
        count = len(past.rows) // max(1, size)  # a few that are left over are not learnt from
        for _ in range(self.manner.passes):
            shuffled = past.rows[torch.randperm(len(past.rows), device=past.rows.device)]
            for some in shuffled[: count * size].split(max(1, size)):
                if on_gpu and size == self.manner.lesson:
                    self._some.copy_(some)
                    self._replay()
                else:
                    self._teach(some)
        means = self._told / max(1, count * self.manner.passes)
        names = ("loss", "unlike") if self.manner.afterstates else ("loss", "entropy", "clipped")
        return dict(zip(names, means.tolist(), strict=False))

    def _replay(self) -> None:
        if self._recorded is None:
            aside = torch.cuda.Stream()
            aside.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(aside):
                for _ in range(FIRST_FEW):
                    self._teach(self._some)
            torch.cuda.current_stream().wait_stream(aside)
            self._recorded = torch.cuda.CUDAGraph()
            self.teacher.zero_grad(set_to_none=True)
            with torch.cuda.graph(self._recorded):
                self._teach(self._some, set_to_none=False)
        self._recorded.replay()

    def _teach(self, some: Tensor, set_to_none: bool = True) -> None:
        """One lesson."""
        assert self._past is not None
        loss, numbers = losses(self.crowd, self._past, some, self.manner)
        if set_to_none:
            self.teacher.zero_grad(set_to_none=True)
        (loss * LOUDER).backward()
        slope = self.crowd.net.weights.grad
        slope.div_(LOUDER)
        length = slope.norm()
        slope.copy_(torch.where(length.isfinite(), slope * (STEEPEST / (length + 1e-9)).clamp(max=1), 0.0))
        self.teacher.step()
        self._told += torch.stack(numbers).detach()


def losses(crowd: TorchCrowd, past: Past, some: Tensor, manner: Manner) -> tuple[Tensor, list[Tensor]]:
    """What is to become smaller at some decisions, and what is told of it."""
    later = some if manner.afterstates else some[::LOOKED_BACK]
    both = torch.cat([some, later])
    counts = torch.cat([torch.ones_like(some, dtype=torch.bool), past.goes_on[later]])
    settings = past.settings[both]
    inputs = crowd.sight.see(torch.cat([past.seen[some], past.afterwards[later]]), settings)
    asked = some[: -(-len(some) // ASKED)] if manner.afterstates else some
    listed = past.listed[asked].long()
    logs, shares = crowd.net.think(inputs, crowd.players[settings], listed)
    loss = (of_chances(logs, past.chances[both]) * counts).sum() / len(some)
    if manner.afterstates:
        heat = WARMTH * crowd.spreads[settings[: len(asked)]][:, None]
        wanted = torch.where(listed == NOTHING, ABSENT, past.hopes[asked].float() / heat).softmax(1)
        unlike = (wanted * ((wanted + 1e-9).log() - shares)).sum(1).mean()
        return loss + OF_POLICY * unlike, [loss, unlike, loss * 0]
    ahead = past.ahead[some]
    better = (ahead - ahead.mean()) / (ahead.std() + 1e-6)
    ratio = (shares.gather(1, past.chosen[some][:, None])[:, 0] - past.shares[some]).exp()
    policy = torch.minimum(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better).mean()
    doubt = -(shares.exp() * shares).sum() / len(some)
    clipped = ((ratio - 1).abs() > CLIP).float().mean()
    return OF_CHANCES * loss - policy - manner.curiosity * doubt, [loss, doubt, clipped]


def of_chances(logs: Tensor, target: Tensor) -> Tensor:
    """Of each row the cross-entropy of what was thought and what turned out."""
    nobody = (1 - target.sum(1)).clamp(min=0)
    return -((target * logs[:, :-1]).sum(1) + nobody * logs[:, -1].clamp(min=-50))
