"""Actions: which are legal, and what each of them brings about, as moves.py declares them."""

from __future__ import annotations

from ....core.effects import Effects
from ....core.table import Numbers
from ..pieces import EJECTORS, SIDES, SLOTS
from ..state import Rule, Table
from .moves import BOOST, MOVES, PLAY, judge, played_card, played_place, victim_of
from .placing import write_rules
from .turns import go_on


def _most_actions() -> int:
    """Every different card of a hand into every cabin there can be beside it, every ejection, and a pass."""
    cards = SLOTS.count
    plays = max(hand * (cards - hand + len(SIDES)) for hand in range(cards + 1))
    return plays + len(EJECTORS) * cards + 1


MOST_ACTIONS = _most_actions()
refusal, list_actions, decide, refuse_kind = MOVES.refusal, MOVES.list_actions, MOVES.decide, MOVES.refuse_kind


def broken(table: Table, action: int, rules: Numbers) -> int:
    """Write every rule down that refuses an action, in the order of section 7, and return their count."""
    if PLAY <= action < BOOST and refuse_kind(table, action) == Rule.LEGAL:
        return write_rules(judge(table, played_card(action), played_place(table, action), victim_of(action)), rules)
    rules[0] = refusal(table, action)
    return 0 if rules[0] == Rule.LEGAL else 1


def play(table: Table, action: int, effects: Effects) -> None:
    """Carry a legal action out, and what is still to come unless another decision is due at once."""
    if decide(table, action, effects):
        go_on(table, effects)
