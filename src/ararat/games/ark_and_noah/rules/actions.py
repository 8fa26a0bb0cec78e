"""Actions: which are legal, and what each of them brings about, as moves.py declares them."""

from __future__ import annotations

from ....core.effects import Effects
from ..board import MOST_EDGES, MOST_JOINTS
from ..pieces import MOST_PLAYERS, PLANKS, SEXES, TILE_COUNT
from ..state import Table
from .moves import DONE, DRAW, FEED, MOVES, SWAP, Step
from .rounds import finish_action, go_on, go_to_work

# Every plank of a colour with every one of another, every placing, every loading, every trade; and one more.
_swaps = min(MOST_PLAYERS * (MOST_PLAYERS - 1) // 2 * PLANKS * PLANKS, DRAW - SWAP) + len(SEXES)
MOST_ACTIONS = max(_swaps, MOST_EDGES + MOST_JOINTS, DONE - FEED, TILE_COUNT * TILE_COUNT // 4) + 1
refusal, list_actions, decide = MOVES.refusal, MOVES.list_actions, MOVES.decide


def play(table: Table, action: int, effects: Effects) -> None:
    """Carry a legal action out, and all that follows by itself, up to the next decision."""
    step = decide(table, action, effects)
    if step == Step.WORK:
        go_to_work(table, effects)
    elif step == Step.GO_ON:
        go_on(table, effects)
    elif step == Step.FINISH:
        finish_action(table, effects)
