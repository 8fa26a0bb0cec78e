"""Your own numbers in a refusal: what something costs and what you have (figures.<rule> in the catalogues)."""

from __future__ import annotations

from ...core.bits import size_of, without
from ...core.contract import Json
from ...core.whole import seat_in_turn
from .pieces import PAIR, TILES_OF
from .rules.moves import TILE, TILES
from .rules.tiles import ark_of
from .state import Rule, Table


def price(table: Table, move: Json) -> Json:
    """What a group costs, and the crates that the seat in turn has (AB-4.8)."""
    return {"count": size_of(TILES.number(move["group"])), "crates": int(table.crates[seat_in_turn(table)])}


def pairs(table: Table, move: Json) -> Json:
    """How many tiles the seat in turn would have left, and how many pairs among them (AB-5.5)."""
    ark = without(ark_of(table, seat_in_turn(table)), TILE.number(move["tile"]))
    return {"tiles": size_of(ark), "count": sum(size_of(ark & tiles) == PAIR for tiles in TILES_OF)}


FIGURES = {Rule.AB_4_8: price, Rule.AB_5_5: pairs}
