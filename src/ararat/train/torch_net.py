"""The net of a plan in PyTorch, for a GPU: the same numbers as in `gradient.py`, with PyTorch's own way back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from ..nets.plan import CHOSEN, LOGARITHM, NAMED, NOWHERE, Plan
from .crowd import Setting
from .sight import Eyes, width_of

ABSENT = -1e9  # what stands for a seat that nobody has


class Sight:
    """How observations of tables of several settings go into the net; which one a table is of is said by a number."""

    def __init__(self, plan: Plan, settings: Sequence[Setting], device: Any) -> None:
        eyes = [Eyes(plan, players, options) for players, options in settings]
        self.width, self.device = width_of(plan), device
        self.numbers = max(len(one.reading.kind) for one in eyes)  # of an observation, at most
        most = max(len(one.which) for one in eyes)

        def padded(parts: list[np.ndarray], kind: Any) -> Tensor:
            """[settings, read numbers]; what is not there reads the first number, and adds nothing of it."""
            rows = np.stack([np.pad(part, (0, most - len(part))) for part in parts])
            return torch.as_tensor(rows, dtype=kind, device=device)

        readings = [(one.reading, one.which) for one in eyes]
        self.which = padded([which for _, which in readings], torch.int32)
        self.base = padded([one.base for one in eyes], torch.int32)
        self.shift = padded([reading.shift[which] for reading, which in readings], torch.int32)
        self.scale = padded([reading.factor[which] for reading, which in readings], torch.float32)
        self.kind = padded([reading.kind[which] for reading, which in readings], torch.int32)

    def see(self, observations: Tensor, settings: Tensor) -> Tensor:
        """[tables, inputs]: all flat inputs, then those of each set by rows."""
        inputs = torch.zeros(len(observations), self.width, device=self.device)
        if observations.is_cuda:
            from .torch_seeing import write

            write(self, observations, settings, inputs)
            return inputs
        seen = observations.gather(1, self.which[settings].long()).float()
        kind, scale = self.kind[settings], self.scale[settings]
        sizes = torch.where(kind == LOGARITHM, seen.sign() * seen.abs().log1p(), seen)
        is_chosen = (kind == CHOSEN) & (seen != 0)
        added = torch.where(kind == CHOSEN, is_chosen * scale, sizes * scale)
        on = torch.where(is_chosen, seen.long() + self.shift[settings] - (seen > 0).long(), 0)
        return inputs.scatter_add_(1, self.base[settings] + on, added)


@dataclass
class Lists:
    """Legal actions of many tables, one list after the other; none is empty."""

    actions: Tensor
    lengths: Tensor

    def __post_init__(self) -> None:
        self.starts = self.lengths.cumsum(0) - self.lengths
        self.rows = torch.repeat_interleave(self.lengths)

    def some(self, numbers: Tensor) -> Lists:
        """Those of these numbers, in their order."""
        lengths = self.lengths[numbers]
        first = (self.starts[numbers] - (lengths.cumsum(0) - lengths)).repeat_interleave(lengths)
        return Lists(self.actions[first + torch.arange(len(first), device=first.device)], lengths)

    @staticmethod
    def joined(many: list[Lists]) -> Lists:
        """The lists of several, one after the other."""
        return Lists(torch.cat([one.actions for one in many]), torch.cat([one.lengths for one in many]))

    def sums(self, numbers: Tensor) -> Tensor:
        """The sum over each list."""
        return torch.zeros(len(self.lengths), device=numbers.device).index_add_(0, self.rows, numbers)

    def tops(self, numbers: Tensor) -> Tensor:
        """The highest of each list."""
        empty = torch.full((len(self.lengths),), -torch.inf, device=numbers.device)
        return empty.scatter_reduce_(0, self.rows, numbers, "amax")

    def log_shares(self, scores: Tensor) -> Tensor:
        """The softmax of scores, of each list for itself, as logarithms."""
        scores = scores - self.tops(scores.detach())[self.rows]
        return scores - self.sums(scores.exp()).log()[self.rows]

    def best(self, scores: Tensor) -> Tensor:
        """Of each list the place of its highest score, among all."""
        is_top = scores == self.tops(scores)[self.rows]
        places = torch.where(is_top, torch.arange(len(scores), device=scores.device), len(scores))
        last = torch.full((len(self.lengths),), len(scores), device=scores.device)
        return last.scatter_reduce_(0, self.rows, places, "amin")

    def drawn(self, log_shares: Tensor) -> Tensor:
        """Of each list a place among all, by shares (Gumbel's way)."""
        lots = torch.rand_like(log_shares).clamp(1e-9, 1 - 1e-6)
        return self.best(log_shares - torch.log(-torch.log(lots)))


class TorchNet:
    """All weights in one row, and what follows from them."""

    def __init__(self, plan: Plan, weights: np.ndarray, device: Any) -> None:
        self.plan, self.device = plan, device
        self.weights = torch.tensor(weights, device=device, requires_grad=True)
        self.features = torch.as_tensor(plan.features.of_all.astype(np.float32), device=device)
        self.counts = [len(names) for names in plan.set_rows]
        self.named = torch.as_tensor(plan.named, device=device)

    def parts(self) -> dict[str, Tensor]:
        """The arrays of the plan."""
        found = self.weights.split([one.size for one in self.plan.arrays.values()])
        return {one.name: part.view(one.shape) for one, part in zip(self.plan.arrays.values(), found, strict=True)}

    def think(self, inputs: Tensor, players: Tensor, lists: Lists | None = None) -> tuple[Tensor, Tensor]:
        """How likely each seat wins, from the observer's on, then nobody, and how likely each listed action is played,
        all as logarithms; of tables after the last list only the former is asked."""
        part, at, rows = self.parts(), self.plan.flat, []
        wide = inputs[:, :at] @ part["flat"] + part["bias"][players - 1]
        for n, (count, columns) in enumerate(zip(self.counts, self.plan.columns, strict=True)):
            seen = inputs[:, at : at + count * columns].reshape(len(inputs), count, columns)
            rows.append(torch.relu(seen @ part[f"set{n}.in"] + part[f"set{n}.own"]))
            wide = wide + rows[-1].sum(1) @ part[f"set{n}.out"]
            at += count * columns
        deep = torch.relu(torch.relu(wide) @ part["deep"] + part["deep.bias"])
        chances = self._chances(deep @ part["value"] + part["value.bias"], players)
        if lists is None:
            return chances, chances[:0, 0]
        asked = len(lists.lengths)
        keen = (deep[:asked] @ part["policy"])[lists.rows] + (self.features @ part["features"])[lists.actions]
        if rows:
            # What rows say for the moves that name them, and a row of zeros for those that name none.
            said = [one[:asked] @ part[f"set{n}.policy"] for n, one in enumerate(rows)]
            of_all = torch.cat([*said, torch.zeros_like(said[0][:, :1])], 1)
            width = of_all.shape[1]
            of_all = of_all.reshape(-1, of_all.shape[2])
            for place in range(NAMED):
                row = self.named[lists.actions, place]
                keen = keen + of_all[lists.rows * width + torch.where(row == NOWHERE, width - 1, row)]
        scores = torch.relu(keen) @ part["policy.out"] + (self.features @ part["taste"])[lists.actions]
        return chances, lists.log_shares(scores)

    def _chances(self, values: Tensor, players: Tensor) -> Tensor:
        """The softmax over the seats that play; alone against a 0, of nobody."""
        places = torch.arange(values.shape[1], device=values.device)
        values = torch.where(places < players[:, None], values, ABSENT)
        nobody = torch.where(players == 1, 0.0, ABSENT)[:, None]
        return torch.cat([values, nobody], 1).log_softmax(1)
