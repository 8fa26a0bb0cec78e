"""The small questions about tiles, rounds and rivals that both halves of the guide ask."""

from __future__ import annotations

import numpy as np

from ...core.bits import contains, first_of, number_of
from ...core.whole import seat_count, seat_in_turn
from . import SPECIES
from .pieces import ARK_ROOM, NAMES, TILES_OF
from .rules.tiles import HIDDEN_BIT, area_of, ark_size, bit
from .state import NO_TILE, Table

SPECIES_OF = np.array([SPECIES.index(name.rpartition("-")[0]) if "-" in name else 0 for name in NAMES], np.int64)
SURVIVES = 0.65  # how likely a group is left alone by a seat that can pay for it
TEMPO = 0.9  # what waiting a turn leaves of a hope


def kind_of(tiles: int) -> int:
    """All tiles of the species that the first of these belongs to."""
    return TILES_OF[SPECIES_OF[number_of(first_of(tiles))]]


def rest_of(table: Table) -> int:
    """The tiles that may still be loaded: those of the deck and the play area."""
    rest = table.deck | (area_of(table) & ~HIDDEN_BIT)
    return rest if table.hidden == NO_TILE else rest | bit(table.hidden)


def is_last_round(table: Table) -> bool:
    """Whether an ark is full, so that the match ends with this round."""
    fullest = 0
    for seat in range(seat_count(table)):
        fullest = max(fullest, ark_size(table, seat))
    return fullest >= ARK_ROOM


def next_rival(table: Table) -> int:
    """The next seat that is not out; the one in turn if it is alone."""
    seat = seat_in_turn(table)
    for _ in range(seat_count(table)):
        seat = (seat + 1) % table.players
        if not contains(table.out, seat):
            break
    return seat


def chance_of(table: Table, size: int) -> float:
    """How likely a group of so many tiles is still there when the seat in turn is in turn again."""
    chance = TEMPO
    for other in range(seat_count(table)):
        if other != table.turn and not contains(table.out, other) and table.crates[other] >= size:
            chance *= SURVIVES
    return chance
