"""Pitch, food and wood, taken from the supply (AN-4.31 to AN-4.33)."""

from __future__ import annotations

from ....core.effects import Effects, tell
from ....core.whole import seat_in_turn, whole
from ..pieces import FOOD_TAKEN, PITCH_TAKEN, TAKE_FOOD, TAKE_PITCH, WOOD_TAKEN
from ..state import Effect, Goods, Table
from .workers import call_next


def share_out(table: Table, action: int, effects: Effects) -> None:
    """Every seat takes pitch, food or wood, the actor first and most (AN-4.31 to AN-4.33)."""
    called = True
    while called:
        full = 1 if table.turn == table.actor else 0
        goods, wanted = Goods.PLANKS + 0, WOOD_TAKEN[full]
        if action == TAKE_PITCH:
            goods, wanted = Goods.PITCH + 0, PITCH_TAKEN[full]
        elif action == TAKE_FOOD:
            goods, wanted = Goods.FOOD + 0, FOOD_TAKEN[full]
        taken = take_goods(table, goods, seat_in_turn(table), wanted)
        tell(effects, Effect.GOODS, seat_in_turn(table), goods, taken)
        called = call_next(table)


def in_supply(table: Table, goods: int, seat: int) -> int:
    """How much of some goods the supply has for a seat; planks are of its own colour."""
    if goods == Goods.PLANKS:
        return whole(table.wood_supply[seat])
    return whole(table.pitch_supply if goods == Goods.PITCH else table.food_supply)


def take_goods(table: Table, goods: int, seat: int, wanted: int) -> int:
    """A seat takes goods as far as the supply goes; how many."""
    taken = min(wanted, in_supply(table, goods, seat))
    if goods == Goods.PLANKS:
        table.wood_supply[seat] = table.wood_supply[seat] - taken
        table.wood[seat] = table.wood[seat] + taken
    elif goods == Goods.PITCH:
        table.pitch_supply = table.pitch_supply - taken
        table.pitch[seat] = table.pitch[seat] + taken
    else:
        table.food_supply = table.food_supply - taken
        table.food[seat] = table.food[seat] + taken
    return taken
