"""A run on a GPU: tables, trees, net and lessons stay there; folder, judgements and checkpoints are those of any run.

The net that is judged and kept is a mean of what was learnt of late, which wanders less than what learns. A run that
was stopped goes on from its checkpoint, but not to the very same numbers: sums on a GPU have no fixed order, and what
was found of late is found anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from ..core.contract import Json
from .crowd import Setting
from .run import Recipe, Run
from .torch_forest import Forest
from .torch_lessons import Lessons
from .torch_net import TorchNet
from .torch_practice import OF_POINTS, TorchCrowd, longest_of, play, playouts_at

UNSURE, UNDECIDED = 0.05, 0.1  # of how far apart its first chances, and what it first thinks of moves, are drawn
A_TRACE = 0.05  # of what is learnt today, for the mean of late
MEAN, SQUARE, STEPS = "exp_avg", "exp_avg_sq", "step"  # what PyTorch's Adam remembers


class TorchRun(Run):
    """A run in its folder, learning on `recipe.device`."""

    def __init__(self, path: Path, recipe: Recipe) -> None:
        super().__init__(path, recipe)
        if not recipe.start:  # what it has not learnt yet it had better not be sure of: it learns from itself
            parts = self.plan.parts(self.learner.weights)
            parts["value"][...] *= UNSURE
            parts["policy.out"][...] *= UNDECIDED
        torch.backends.cuda.matmul.allow_tf32 = True  # its own rounding is far below the noise of what is learnt
        device = recipe.device if torch.cuda.is_available() else "cpu"  # where a GPU is pretended
        self.net = TorchNet(self.plan, self.learner.weights, torch.device(device))
        self.late = self.net.weights.detach().clone()
        on_gpu = self.net.weights.is_cuda
        rate = torch.tensor(recipe.manner.rate, device=self.net.device) if on_gpu else recipe.manner.rate
        self.teacher = torch.optim.Adam([self.net.weights], rate, eps=1e-5, capturable=on_gpu)

    def _seat(self, settings: Sequence[Setting]) -> TorchCrowd:
        manner, tables = self.recipe.manner, self.recipe.tables
        crowd = TorchCrowd(self.net, settings, tables, self.recipe.seed, self.recipe.device)
        longest = longest_of(self.facts, settings)
        self.forest = Forest(self.net, crowd.sight, crowd.players, tables, longest, manner.playouts)
        self.lessons = Lessons(crowd, self.teacher, manner)
        return crowd

    def _arrays(self) -> dict[str, Any]:
        state = self.teacher.state[self.net.weights]
        kept = {"mean": state[MEAN], "square": state[SQUARE], "late": self.late}
        kept |= {"spreads": self.crowd.spreads, "leads": self.crowd.leads}
        found = super()._arrays() | {name: array.cpu().numpy() for name, array in kept.items()}
        return found | {"weights": self.net.weights.detach().cpu().numpy(), "lessons": int(state[STEPS])}

    def _take_up(self, kept: dict[str, np.ndarray]) -> None:
        super()._take_up(kept)

        def taken(name: str) -> Tensor:
            return torch.as_tensor(kept[name], device=self.net.device)

        with torch.no_grad():
            self.net.weights.copy_(taken("weights"))
        self.late.copy_(taken("late"))
        self.crowd.spreads.copy_(taken("spreads"))
        self.crowd.leads.copy_(taken("leads"))
        self.learner.weights[:] = kept["late"]
        steps = torch.tensor(float(kept["lessons"]), device=self.net.device)
        self.teacher.state[self.net.weights] = {MEAN: taken("mean"), SQUARE: taken("square"), STEPS: steps}

    def _made(self) -> Json:
        return {**super()._made(), "openly": True}

    def practise(self) -> Json:
        """One practice; returns what is to be told of it."""
        recipe = self.recipe
        torch.manual_seed(hash((recipe.seed, self.practices)))
        for group in self.teacher.param_groups:
            if isinstance(group["lr"], torch.Tensor):
                group["lr"].fill_(self._rate)
            else:
                group["lr"] = self._rate
        self.crowd.now = self.practices % len(self.crowd.batches)
        self.crowd.of_points = OF_POINTS * (1 - self.gone)
        playouts = playouts_at(recipe.manner, self.gone)
        past, told = play(self.crowd, self.forest, recipe.manner, playouts)
        told |= self.lessons.learn(past)
        self.late.lerp_(self.net.weights.detach(), max(A_TRACE, 1 / (1 + self.practices)))
        self.learner.weights[:] = self.late.cpu().numpy()
        return self._learnt(told)
