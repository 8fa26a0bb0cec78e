"""What `torch_net.Sight` reads, written by one kernel on a GPU: PyTorch would go over all numbers a dozen times."""

from __future__ import annotations

from typing import Any

import torch
import triton
import triton.language as tl

from ..nets.plan import CHOSEN

BLOCK = 256

_CHOSEN = tl.constexpr(CHOSEN)


@triton.jit
def _write(
    observations,
    settings,
    which,
    base,
    shift,
    scale,
    kinds,
    inputs,
    numbers,
    most,
    width,
    block: tl.constexpr,
):
    """One table's numbers, a block of them: each adds to its place."""
    row = tl.program_id(0).to(tl.int64)
    read = tl.program_id(1) * block + tl.arange(0, block)
    is_read = read < most
    at = tl.load(settings + row) * most + read
    value = tl.load(observations + row * numbers + tl.load(which + at, is_read, 0), is_read, 0).to(tl.float32)
    kind = tl.load(kinds + at, is_read, 0)
    times = tl.load(scale + at, is_read, 0.0)
    on = tl.load(base + at, is_read, 0)
    chosen = kind == _CHOSEN
    on += tl.where(chosen, value.to(tl.int32) + tl.load(shift + at, is_read, 0) - (value > 0).to(tl.int32), 0)
    added = times * tl.where(chosen, 1.0, value)
    tl.atomic_add(inputs + row * width + on, added.to(tl.float16), is_read & (value != 0) & (times != 0))


def write(sight: Any, observations: torch.Tensor, settings: torch.Tensor, inputs: torch.Tensor) -> None:
    """Add what every observed number brings to its place among the inputs, which are zero."""
    most = sight.which.shape[1]
    if len(observations):
        _write[(len(observations), triton.cdiv(most, BLOCK))](
            *(observations, settings, sight.which, sight.base, sight.shift, sight.scale, sight.kind, inputs),
            *(observations.shape[1], most, sight.width),
            block=BLOCK,
        )
