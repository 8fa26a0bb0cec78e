"""Actions: which are legal, and what each of them brings about, as moves.py declares them."""

from __future__ import annotations

from ....core.effects import Effects
from ..pieces import BOAT_ROOM, CARDS, MOST_PLAYERS, QUAYS
from ..state import Step, Table
from .boats import boat_here
from .moves import COLLECT, MOVES
from .powers import use_power
from .turns import depart, end_turn, move_noah

MOST_ACTIONS = max(COLLECT, CARDS * (MOST_PLAYERS - 1), QUAYS * BOAT_ROOM + 1)
refusal, list_actions, decide = MOVES.refusal, MOVES.list_actions, MOVES.decide


def play(table: Table, action: int, effects: Effects) -> None:
    """Carry a legal action out and all that follows from it, in the order of NO-4.1, up to the next decision."""
    loaded = boat_here(table)
    step = decide(table, action, effects)
    if step == Step.POWER:
        step = use_power(table, effects)
    if step == Step.NOAH:
        step = move_noah(table, effects)
    if step == Step.DEPARTURE:
        step = depart(table, loaded, effects)
    if step == Step.END:
        end_turn(table, effects)
