"""Animals as sets of tiles: mates, single ones, draws from the bags (AN-3.3, AN-4.3, AN-4.41 to AN-4.44)."""

from __future__ import annotations

from ....core.bits import contains, size_of, with_member, without
from ....core.chance import random_member
from ....core.effects import Effects, tell, tell_each
from ....core.table import NOBODY
from ....core.whole import seat_count
from ..pieces import DRAWN_OF_EACH_SEX, FEMALES, IN_MATCH, MALES, OF_SEX, PAIR, SEXES
from ..state import Effect, Rule, Table


def pair_of(species: int) -> int:
    """Both tiles of a species."""
    return PAIR << (2 * species)


def before_seats(table: Table) -> int:
    """All tiles in front of any seat."""
    tiles = 0
    for seat in range(seat_count(table)):
        tiles |= table.animals[seat]
    return tiles


def mates_of(tiles: int) -> int:
    """The tiles of the same species and the other sex."""
    return ((tiles & FEMALES) << 1) | ((tiles & MALES) >> 1)


def singles_of(table: Table, seat: int) -> int:
    """The animals of a seat whose mates lie before nobody (AN-4.3)."""
    return table.animals[seat] & ~mates_of(before_seats(table))


def bag_of(table: Table, sex: int) -> int:
    """The tiles in the bag of a sex."""
    return table.bags & OF_SEX[sex]


def draw_tile(table: Table, sex: int, effects: Effects) -> None:
    """A tile of the bag of a sex is laid open."""
    tile = random_member(table.chance, bag_of(table, sex))
    table.bags = without(table.bags, tile)
    table.drawn = with_member(table.drawn, tile)
    tell(effects, Effect.DRAWN, NOBODY, tile, 0)


def draw_for_all(table: Table, effects: Effects) -> None:
    """Tiles of either sex are laid open, as many as the bags give (AN-4.41, AN-4.43)."""
    for sex in range(len(SEXES)):
        for _ in range(min(DRAWN_OF_EACH_SEX[seat_count(table)], size_of(bag_of(table, sex)))):
            draw_tile(table, sex, effects)


def tiles_in_match(table: Table) -> int:
    """All tiles of this match (AN-3.2, AQ-3.1)."""
    return IN_MATCH[seat_count(table), table.variant]


def is_tile(table: Table, tile: int) -> bool:
    """Whether a tile is in this match."""
    return contains(tiles_in_match(table), tile)


def refuse_pick(table: Table, tile: int) -> int:
    """Only a drawn tile can be picked (AN-4.44)."""
    if not is_tile(table, tile):
        return Rule.AN_7_4
    return Rule.LEGAL if contains(table.drawn, tile) else Rule.AN_4_44


def take_drawn(table: Table, tile: int, seat: int) -> None:
    """A seat takes one of the drawn tiles (AN-4.44)."""
    table.drawn = without(table.drawn, tile)
    table.animals[seat] = with_member(table.animals[seat], tile)


def return_drawn(table: Table, effects: Effects) -> None:
    """The drawn tiles that nobody keeps go into the bags (AN-4.57)."""
    tell_each(effects, Effect.RETURNED, NOBODY, table.drawn)
    table.bags = table.bags | table.drawn
    table.drawn = 0
