"""A run on a GPU: tables, net and lessons stay there; folder, judgements and checkpoints are those of any run.

A run that was stopped goes on from its checkpoint, but not to the very same numbers: sums on a GPU have no fixed order.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

from ..core.contract import Json
from .crowd import Setting
from .run import Recipe, Run
from .torch_lessons import Lessons
from .torch_net import TorchNet
from .torch_practice import TorchCrowd, play

UNSURE = 0.05  # of how far apart its first chances are drawn
MEAN, SQUARE, STEPS = "exp_avg", "exp_avg_sq", "step"  # what PyTorch's Adam remembers


class TorchRun(Run):
    """A run in its folder, learning on `recipe.device`."""

    def __init__(self, path: Path, recipe: Recipe) -> None:
        super().__init__(path, recipe)
        if not recipe.start:  # what it has not learnt yet it had better not be sure of: it learns from itself
            self.plan.parts(self.learner.weights)["value"][...] *= UNSURE
        torch.backends.cuda.matmul.allow_tf32 = True  # its own rounding is far below the noise of what is learnt
        self.net = TorchNet(self.plan, self.learner.weights, torch.device(recipe.device))
        on_gpu = self.net.weights.is_cuda
        rate = torch.tensor(recipe.manner.rate, device=self.net.device) if on_gpu else recipe.manner.rate
        self.teacher = torch.optim.Adam([self.net.weights], rate, eps=1e-5, capturable=on_gpu)

    def _seat(self, settings: Sequence[Setting]) -> TorchCrowd:
        crowd = TorchCrowd(self.net, settings, self.recipe.tables, self.recipe.seed, self.recipe.device)
        self.lessons = Lessons(crowd, self.teacher, self.recipe.manner)
        return crowd

    def _take_up(self, kept: dict[str, np.ndarray]) -> None:
        super()._take_up(kept)
        with torch.no_grad():
            self.net.weights.copy_(torch.as_tensor(self.learner.weights))
        remembered = {MEAN: self.adam.mean, SQUARE: self.adam.square}
        state = {name: torch.as_tensor(numbers, device=self.net.device) for name, numbers in remembered.items()}
        self.teacher.state[self.net.weights] = state | {
            STEPS: torch.tensor(float(self.adam.steps), device=self.net.device)
        }

    def practise(self) -> Json:
        """One practice; returns what is to be told of it."""
        torch.manual_seed(hash((self.recipe.seed, self.practices)))
        for group in self.teacher.param_groups:
            if isinstance(group["lr"], torch.Tensor):
                group["lr"].fill_(self._rate)
            else:
                group["lr"] = self._rate
        self.crowd.now = self.practices % len(self.crowd.batches)
        told = self.lessons.learn(play(self.crowd, self.recipe.manner))
        self._hand_over()
        return self._learnt(told)

    def _hand_over(self) -> None:
        """Let those who judge and keep see what was learnt."""
        self.learner.weights[:] = self.net.weights.detach().cpu().numpy()
        state = self.teacher.state[self.net.weights]
        self.adam.mean[:], self.adam.square[:] = state[MEAN].cpu().numpy(), state[SQUARE].cpu().numpy()
        self.adam.steps = int(state[STEPS])
