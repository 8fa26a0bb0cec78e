"""Your own numbers in a refusal: loading points, goods, cells and joints (figures.<rule> in the catalogues)."""

from __future__ import annotations

from ...core.bits import size_of
from ...core.contract import Json
from ...core.whole import seat_in_turn, whole
from .names import A_CELL, A_REWARD, A_SPECIES
from .pieces import SIZE
from .rules.exchange import goods_of
from .rules.goods import in_supply
from .rules.loading import cost_of, feeding_points
from .rules.pens import joints_of, region_at
from .state import Rule, Table


def pen_of(table: Table, move: Json) -> int:
    """The cells of the pen that a move names."""
    return region_at(table, A_CELL.number(move["pen"]))


def supply(table: Table, move: Json) -> Json:
    """How many of the goods the supply still has that the seat in turn would take (AN-4.51)."""
    return {"count": int(in_supply(table, goods_of(A_REWARD.number(move["kind"])), seat_in_turn(table)))}


def goods(table: Table, move: Json) -> Json:
    """Planks and pitch in front of the seat in turn (AN-4.62)."""
    seat = seat_in_turn(table)
    return {"planks": int(table.wood[seat]), "pitch": int(table.pitch[seat])}


def food(table: Table, move: Json) -> Json:
    """Food in front of the seat in turn (AN-4.72)."""
    return {"count": int(table.food[seat_in_turn(table)])}


def feeding(table: Table, move: Json) -> Json:
    """What a cell costs, and the loading points left (AN-4.76)."""
    return {"count": feeding_points(table), "left": whole(table.left)}


def boarding(table: Table, move: Json) -> Json:
    """What a pair costs, and the loading points left (AN-4.89)."""
    return {"count": int(cost_of(table, A_SPECIES.number(move["species"]))), "left": whole(table.left)}


def size(table: Table, move: Json) -> Json:
    """How many cells a species needs, and how many the pen has (AN-4.84)."""
    return {"needed": int(SIZE[A_SPECIES.number(move["species"])]), "count": size_of(pen_of(table, move))}


def unfed(table: Table, move: Json) -> Json:
    """How many cells of the pen have no food, and how many it has (AN-4.86)."""
    pen = pen_of(table, move)
    return {
        "count": size_of(pen & ~whole(table.fed)),
        "cells": size_of(pen),
        "food": int(table.food[seat_in_turn(table)]),
    }


def untight(table: Table, move: Json) -> Json:
    """How many joints of the pen have no pitch, and how many it touches (AN-4.87)."""
    joints = joints_of(table, pen_of(table, move))
    return {"count": size_of(joints & ~whole(table.tight)), "joints": size_of(joints)}


FIGURES = {
    Rule.AN_4_51: supply,
    Rule.AN_4_62: goods,
    Rule.AN_4_72: food,
    Rule.AN_4_76: feeding,
    Rule.AN_4_84: size,
    Rule.AN_4_86: unfed,
    Rule.AN_4_87: untight,
    Rule.AN_4_89: boarding,
}
