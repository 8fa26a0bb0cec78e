"""Tiles, groups and arks: the small questions that all rules ask."""

from __future__ import annotations

from ....core.bits import all_below, first_of, single, size_of, spread, union_over
from ....core.chance import random_member
from ....core.whole import whole
from ..pieces import HIDDEN, MOST_PLACES, PAIR, SPECIES_COUNT, TILES_OF
from ..state import Table

HIDDEN_BIT = single(HIDDEN)


def bit(tile: int) -> int:
    """The set of one tile."""
    return single(tile)


def draw_tile(table: Table) -> int:
    """Draw one tile of the deck, each as likely as the other (AB-3.3)."""
    tile = random_member(table.chance, table.deck)
    table.deck = table.deck & ~bit(tile)
    return tile


def ark_of(table: Table, seat: int) -> int:
    """All tiles of an ark, known and unknown."""
    return table.known[seat] | table.unknown[seat]


def ark_size(table: Table, seat: int) -> int:
    """How many tiles an ark holds."""
    return size_of(ark_of(table, seat))


def area_of(table: Table) -> int:
    """All tiles of the play area, the face-down one as HIDDEN."""
    area = 0
    for place in range(MOST_PLACES):
        area |= table.groups[place]
    return area


def tiles_at(table: Table, places: int) -> int:
    """The tiles at some places of the play area; places beyond its end have none."""
    return spread(places & all_below(size_of(area_of(table))), area_of(table))


def group_with(table: Table, tile: int, leading: bool) -> int:
    """The group that a tile lies in (or leads, being its first one); 0 if there is none."""
    for place in range(MOST_PLACES):
        group = table.groups[place]
        if group & tile and (not leading or first_of(group) == tile):
            return group
    return 0


def place_of_group(table: Table, tiles: int) -> int:
    """Where the group stands that these tiles lie in."""
    place = 0
    while table.groups[place] & tiles == 0:
        place += 1
    return place


def is_group(table: Table, tiles: int) -> bool:
    """Whether these tiles are one whole group (AB-4.4)."""
    return tiles != 0 and group_with(table, first_of(tiles), True) == tiles


def tiles_in_play(table: Table) -> int:
    """All tiles of the species in play (AB-8.1)."""
    return union_over(TILES_OF, whole(table.species))


def has_pair(ark: int) -> bool:
    """Whether a species has exactly two tiles in an ark."""
    for species in range(SPECIES_COUNT):
        if size_of(ark & TILES_OF[species]) == PAIR:
            return True
    return False


def insert_group(table: Table, place: int, group: int) -> None:
    """Put a group at its place; those behind it move up, as far as there are any."""
    while group != 0:
        behind = table.groups[place]
        table.groups[place] = group
        group = behind
        place += 1
