"""The net of a plan in PyTorch, for a GPU: the same numbers as in `gradient.py`, with PyTorch's own way back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from ..core.contract import TOUCHES
from ..nets.plan import CHOSEN, NAMED, NOWHERE, Plan
from .crowd import Setting
from .sight import Eyes, width_of

ABSENT = -1e9  # what stands for a seat that nobody has, and for a move that is not there
NOTHING = -1  # where a list of actions has no more


class Sight:
    """How observations of tables of several settings go into the net; which one a table is of is said by a number."""

    def __init__(self, plan: Plan, settings: Sequence[Setting], device: Any) -> None:
        eyes = [Eyes(plan, players, options) for players, options in settings]
        self.width, self.device = width_of(plan), device
        self._same: dict[tuple[int, int], Tensor] = {}
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

    def same(self, setting: int, size: int) -> Tensor:
        """The setting of so many tables that are alike, in memory that is used again."""
        if (setting, size) not in self._same:
            self._same[setting, size] = torch.full((size,), setting, device=self.device)
        return self._same[setting, size]

    def see(self, observations: Tensor, settings: Tensor) -> Tensor:
        """[tables, inputs]: all flat inputs, then those of each set by rows; on a GPU as 16-bit floats."""
        if observations.is_cuda:
            from .torch_seeing import write

            inputs = torch.zeros(len(observations), self.width, dtype=torch.float16, device=self.device)
            write(self, observations, settings, inputs)
            return inputs
        inputs = torch.zeros(len(observations), self.width, device=self.device)
        seen = observations.gather(1, self.which[settings].long()).float()
        kind, scale = self.kind[settings], self.scale[settings]
        is_chosen = (kind == CHOSEN) & (seen != 0)
        added = torch.where(kind == CHOSEN, is_chosen * scale, seen * scale)
        on = torch.where(is_chosen, seen.long() + self.shift[settings] - (seen > 0).long(), 0)
        return inputs.scatter_add_(1, self.base[settings] + on, added)


class Rows(torch.autograd.Function):  # type: ignore[misc]
    """Rows of a table; on the way back PyTorch's own would sort them, these are just added up."""

    @staticmethod
    def forward(ctx: Any, table: Tensor, numbers: Tensor) -> Tensor:
        ctx.save_for_backward(numbers)
        ctx.count = len(table)
        return table[numbers]

    @staticmethod
    def backward(ctx: Any, given: Tensor) -> tuple[Tensor, None]:
        (numbers,) = ctx.saved_tensors
        found = given.new_zeros(ctx.count, given.shape[-1])
        return found.index_add_(0, numbers.flatten(), given.reshape(-1, given.shape[-1])), None


def drawn(log_shares: Tensor) -> Tensor:
    """Of each row a place, by shares (Gumbel's way)."""
    lots = torch.rand_like(log_shares).clamp(1e-9, 1 - 1e-6)
    return (log_shares - torch.log(-torch.log(lots))).argmax(1)


class TorchNet:
    """All weights in one row, and what follows from them."""

    def __init__(self, plan: Plan, weights: np.ndarray, device: Any) -> None:
        self.plan, self.device = plan, device
        self.weights = torch.tensor(weights, device=device, requires_grad=True)
        self.features = torch.as_tensor(plan.features.of_all.astype(np.float32), device=device)
        self.counts = [len(names) for names in plan.set_rows]
        self.named = torch.as_tensor(plan.named, device=device)
        self._known: tuple[Tensor, Tensor] | None = None
        self.touches = plan.touched is not None
        if plan.touched is not None:
            first = sum(self.counts[: plan.touched.set])
            self.bits = torch.arange(len(plan.touched.names), device=device)
            rows = torch.as_tensor(plan.touched.rows, device=device) - first
            self.row_of_bit = torch.nn.functional.one_hot(rows, self.counts[plan.touched.set]).float()

    def parts(self) -> dict[str, Tensor]:
        """The arrays of the plan."""
        found = self.weights.split([one.size for one in self.plan.arrays.values()])
        return {one.name: part.view(one.shape) for one, part in zip(self.plan.arrays.values(), found, strict=True)}

    def think(
        self, inputs: Tensor, players: Tensor, listed: Tensor | None = None, touched: Tensor | None = None
    ) -> tuple[Tensor, Tensor]:
        """How likely each seat wins, from the observer's on, then nobody, and how likely each listed action is played,
        all as logarithms. What is listed are rows of actions, NOTHING where a row has no more, and beside them the sets
        that they touch; of tables after the last row only the former is asked."""
        part, kind = self.parts(), inputs.dtype
        rows, deep = self._depths(part, inputs, players)
        chances = self._chances(deep @ part["value"] + part["value.bias"], players)
        if listed is None:
            return chances, chances[:0, 0]
        asked, actions = len(listed), listed.clamp(min=0)
        keen = (deep[:asked] @ part["policy"])[:, None] + Rows.apply(self.features @ part["features"], actions)
        if rows:
            # What rows say for the moves that name them, and a row of zeros for those that name none.
            said = self._said(part, [one[:asked] for one in rows]).float()
            of_all = torch.cat([said, torch.zeros_like(said[:, :1])], 1)
            for place in range(NAMED):
                row = self.named[actions, place]
                row = torch.where(row == NOWHERE, of_all.shape[1] - 1, row)
                keen = keen + of_all.gather(1, row[..., None].expand(-1, -1, of_all.shape[2]))
        if touched is not None:
            for nth, of_things in enumerate(self._of_touched(part, rows, kind)):
                marks = (touched[:, :, nth, None] >> self.bits & 1).to(kind)
                keen = keen + torch.bmm(marks, of_things[:asked])
        tastes = Rows.apply((self.features @ part["taste"])[:, None], actions)[..., 0]
        scores = torch.relu(keen) @ part["policy.out"] + tastes
        return chances, torch.where(listed == NOTHING, ABSENT, scores).log_softmax(1)

    def glance(self, inputs: Tensor, players: Tensor, listed: Tensor, touched: Tensor, scores: Tensor) -> Tensor:
        """The same on a GPU, where nothing is to be learnt from it: how likely each seat wins; and how promising listed
        actions are is written down, as logits."""
        from .torch_weighing import weigh

        part = self.parts()
        rows, deep = self._depths(part, inputs, players)
        of_touched = torch.stack(self._of_touched(part, rows, inputs.dtype), 1) if self.touches else None
        said = self._said(part, rows) if rows else deep.new_zeros(1, 1, 1)
        keen, out = (deep @ part["policy"]).contiguous(), part["policy.out"].contiguous()
        weigh(listed, keen, self.known(), out, self.named, said.contiguous(), touched, of_touched, scores)
        return self._chances(deep @ part["value"] + part["value.bias"], players)

    def known(self, anew: bool = False) -> tuple[Tensor, Tensor]:
        """What the policy knows of all actions whatever the table, made anew when told to."""
        part = self.parts()
        if self._known is None:
            self._known = self.features @ part["features"].detach(), self.features @ part["taste"].detach()
        elif anew:
            self._known[0].copy_(self.features @ part["features"].detach())
            self._known[1].copy_(self.features @ part["taste"].detach())
        return self._known

    def _depths(self, part: dict[str, Tensor], inputs: Tensor, players: Tensor) -> tuple[list[Tensor], Tensor]:
        """The rows of all sets, and deep."""
        at, rows, kind = self.plan.flat, [], inputs.dtype
        wide = (inputs[:, :at] @ part["flat"].to(kind)).float() + Rows.apply(part["bias"], players - 1)
        for n, (count, columns) in enumerate(zip(self.counts, self.plan.columns, strict=True)):
            seen = inputs[:, at : at + count * columns].reshape(len(inputs), count, columns)
            rows.append(torch.relu(seen @ part[f"set{n}.in"].to(kind) + part[f"set{n}.own"].to(kind)))
            wide = wide + rows[-1].sum(1, dtype=torch.float32) @ part[f"set{n}.out"]
            at += count * columns
        return rows, torch.relu(torch.relu(wide) @ part["deep"] + part["deep.bias"])

    def _said(self, part: dict[str, Tensor], rows: list[Tensor]) -> Tensor:
        """What all rows say for the moves that name them."""
        return torch.cat([one @ part[f"set{n}.policy"].to(one.dtype) for n, one in enumerate(rows)], 1)

    def _of_touched(self, part: dict[str, Tensor], rows: list[Tensor], kind: Any) -> list[Tensor]:
        """What each thing says for the moves that touch it, by how they do."""
        assert self.plan.touched is not None
        of_set = rows[self.plan.touched.set]
        return [
            self.row_of_bit.to(kind) @ (of_set @ part[f"touch{nth}.row"].to(kind)) + part[f"touch{nth}.own"].to(kind)
            for nth in range(TOUCHES)
        ]

    def _chances(self, values: Tensor, players: Tensor) -> Tensor:
        """The softmax over the seats that play; alone against a 0, of nobody."""
        places = torch.arange(values.shape[1], device=values.device)
        values = torch.where(places < players[:, None], values, ABSENT)
        nobody = torch.where(players == 1, 0.0, ABSENT)[:, None]
        return torch.cat([values, nobody], 1).log_softmax(1)
