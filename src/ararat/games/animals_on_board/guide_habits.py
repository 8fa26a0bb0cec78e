"""What to expect of the others: the plain common sense of this game.

Count the points of a group and of a split as they lie there, for oneself and for the next seat. A bot written by
hand once did so; the test of this module holds it to that bot's choices.
"""

from __future__ import annotations

from math import exp

from ...core.bits import number_of, single, size_of, spread
from ...core.table import Numbers, Weights
from ...core.whole import seat_count, seat_in_turn, whole
from .guide_tiles import chance_of, kind_of, next_rival
from .pieces import (
    ARK_ROOM,
    HERD,
    HERD_POINTS,
    MOST_PLACES,
    PAIR,
    PRINTED,
    SPECIES_COUNT,
    TILE_COUNT,
)
from .rules.moves import PASS, TAKE
from .rules.rounds import crates_after_split
from .rules.tiles import HIDDEN_BIT, area_of, ark_of, ark_size, place_of_group
from .state import Table

TILES_OF_A_SPECIES = TILE_COUNT // SPECIES_COUNT
AVERAGE_NUMBER = 3.0
AVERAGE_TILE = 2.2  # points that an unknown tile brings on average
PAIR_SURE = 2.0  # points that a pair is worth without much hope for a third
PAIR_HOPE = 14.0  # ... and with every hope
SINGLE_HOPE = 3.0  # points that a single animal may grow to, beyond its number
CRATE = 1.4  # points that a crate is worth during the match
SPITE = 0.35  # how much the next seat's best group counts
LARGEST_PART = 4  # larger parts are rarely paid for
CERTAIN = 0.03  # points by which a move must be better to be nearly three times as likely
COLDEST = -20.0


def expect_turn(table: Table, actions: Numbers, count: int, weights: Weights) -> None:
    """How likely each split and take is for a seat of common sense."""
    seat = seat_in_turn(table)
    area = area_of(table)
    ark = ark_of(table, seat)
    size = size_of(ark)
    crates = whole(table.crates[seat])
    after = crates_after_split(crates)
    crate = CRATE * (after - crates)
    rival = next_rival(table)
    best = 0.0
    second = 0.0
    best_group = 0
    for place in range(MOST_PLACES):
        group = table.groups[place]
        if group == 0 or rival == seat:
            break
        if size_of(group) <= after:
            hope = chance_of(table, size_of(group)) * expected_gain(table, seat, ark, size, group)
            if hope > best:
                second = best
                best = hope
                best_group = group
            elif hope > second:
                second = hope
    most = -1.0e9
    for position in range(count):
        action = actions[position]
        worth = crate
        if action == PASS:
            worth = 0.0
        elif action >= TAKE:
            group = table.groups[place_of_group(table, spread(single(action - TAKE), area))]
            worth = expected_gain(table, seat, ark, size, group)
        elif rival != seat:
            off = spread(action << 1, area)
            group = table.groups[place_of_group(table, off)]
            if min(size_of(off), size_of(group & ~off)) > LARGEST_PART:
                worth -= 1.0
            else:
                hope = second if group == best_group else best
                gift = 0.0
                part = off
                for _ in range(2):
                    if size_of(part) <= after:
                        hope = max(hope, chance_of(table, size_of(part)) * expected_gain(table, seat, ark, size, part))
                    if size_of(part) <= table.crates[rival]:
                        known = table.known[rival]
                        gift = max(gift, expected_gain(table, seat, known, ark_size(table, rival), part))
                    part = group & ~off
                worth += hope - SPITE * gift
        weights[position] = worth
        most = max(most, worth)
    for position in range(count):
        weights[position] = exp(max((weights[position] - most) / CERTAIN, COLDEST))


def expected_gain(table: Table, observer: int, ark: int, size: int, group: int) -> float:
    """Points that a group seems to add to an ark of so many tiles, beyond its price."""
    progress = min(1.0, (size + size_of(group)) / ARK_ROOM)
    gain = AVERAGE_TILE if group & HIDDEN_BIT else 0.0
    left = group & ~HIDDEN_BIT
    while left:
        kind = kind_of(left)
        own = ark & kind
        coming = tiles_left(table, observer, kind)
        gain += promise(own | (left & kind), coming, progress) - promise(own, coming, progress)
        left &= ~kind
    return gain - AVERAGE_NUMBER * max(0, size + size_of(group) - ARK_ROOM) - CRATE * size_of(group)


def promise(tiles: int, coming: int, progress: float) -> float:
    """Points that the tiles of a species promise: sure ones, and those that more tiles of it may bring."""
    count = size_of(tiles)
    if count == 0:
        return 0.0
    if count >= HERD:
        return 1.0 * HERD_POINTS * count
    hope = (1 - progress) * min(coming, TILES_OF_A_SPECIES - count) / TILES_OF_A_SPECIES
    return PAIR_SURE + PAIR_HOPE * hope if count == PAIR else PRINTED[number_of(tiles)] + SINGLE_HOPE * hope


def tiles_left(table: Table, observer: int, kind: int) -> int:
    """Tiles of a species that are in no ark and no box, as far as a seat knows."""
    gone = table.unknown[observer]
    for seat in range(seat_count(table)):
        gone |= table.known[seat] | table.box[seat]
    return TILES_OF_A_SPECIES - size_of(gone & kind)
