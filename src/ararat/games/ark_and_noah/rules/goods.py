"""Pitch, food and wood, taken from the supply (AN-4.31 to AN-4.33)."""

from __future__ import annotations

from ....core.whole import whole
from ..state import Goods, Table


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
