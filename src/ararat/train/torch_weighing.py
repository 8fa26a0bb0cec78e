"""How promising listed actions are, by one kernel on a GPU: lists are mostly short, where PyTorch fills their rows."""

from __future__ import annotations

import triton
import triton.language as tl
from torch import Tensor

from ..core.contract import TOUCHES
from ..nets.plan import NAMED

BLOCK = 16  # actions of a list

_NAMED, _TOUCHES = tl.constexpr(NAMED), tl.constexpr(TOUCHES)


@triton.jit
def _weigh(
    listed,
    keen,
    known,
    tastes,
    out,
    named,
    said,
    touched,
    of_touched,
    scores,
    longest,
    rows,
    size: tl.constexpr,
    things: tl.constexpr,
    block: tl.constexpr,
):
    """Some places of one table's list."""
    table = tl.program_id(0).to(tl.int64)
    at = table * longest + tl.program_id(1) * block + tl.arange(0, block)
    inside = tl.program_id(1) * block + tl.arange(0, block) < longest
    action = tl.load(listed + at, inside, -1)
    there = action >= 0
    if tl.max(there.to(tl.int32), 0) > 0:
        column = tl.arange(0, size)
        found = tl.load(keen + table * size + column)[None, :] + tl.load(
            known + action[:, None] * size + column[None, :], there[:, None], 0.0
        )
        for nth in tl.static_range(_NAMED):
            row = tl.load(named + action * _NAMED + nth, there, -1)
            found += tl.load(
                said + (table * rows + row)[:, None] * size + column[None, :], (row >= 0)[:, None], 0.0
            ).to(tl.float32)
        if things > 0:
            for nth in tl.static_range(_TOUCHES):
                members = tl.load(touched + at * _TOUCHES + nth, there, 0)
                for thing in range(things):
                    brought = tl.load(of_touched + ((table * _TOUCHES + nth) * things + thing) * size + column)
                    found += ((members >> thing) & 1).to(tl.float32)[:, None] * brought.to(tl.float32)[None, :]
        score = tl.sum(tl.maximum(found, 0.0) * tl.load(out + column)[None, :], 1) + tl.load(
            tastes + action, there, 0.0
        )
        tl.store(scores + at, score, there)


def weigh(
    listed: Tensor,
    keen: Tensor,
    known: tuple[Tensor, Tensor],
    out: Tensor,
    named: Tensor,
    said: Tensor,
    touched: Tensor,
    of_touched: Tensor | None,
    scores: Tensor,
) -> None:
    """Write how promising each listed action is."""
    tables, longest = listed.shape
    _weigh[(tables, triton.cdiv(longest, BLOCK))](
        *(listed, keen, *known, out, named, said, touched, scores if of_touched is None else of_touched, scores),
        *(longest, said.shape[1]),
        size=keen.shape[1],
        things=0 if of_touched is None else of_touched.shape[2],
        block=BLOCK,
    )
