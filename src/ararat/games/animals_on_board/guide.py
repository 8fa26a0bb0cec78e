"""Which moves of Animals on Board a search should look at: of a large group there are thousands of splits.

All else a net has learnt. What is left here is what cuts the lists down: splits worth a thought, by the points that a
group seems to bring an ark. docs/lab/animals-on-board.md tells what was tried.
"""

from __future__ import annotations

import numpy as np

from ...core.bits import contains, first_of, gather, number_of, size_of, spread, without_first
from ...core.table import NOBODY, Numbers
from ...core.whole import next_seat, seat_in_turn, whole
from .pieces import ARK_ROOM, HERD, MOST_CRATES, MOST_PLACES, PAIR, PRINTED, TILES_OF
from .rules.ending import discardable, points_of_species
from .rules.moves import DISCARD, PASS, TAKE, list_actions
from .rules.rounds import fullest_ark, seats_left
from .rules.tiles import HIDDEN_BIT, area_of, ark_of, bit
from .state import NO_TILE, Phase, Table

# Points that the tiles of a species promise an ark, by those that may still come.
SINGLE = np.array([0.5, 0.5, 0.5, 0.9, 1.5, 1.5])
NUMBER = 0.75  # ... and so many times what is printed on the tile
PAIRED = np.array([0.0, 2.5, 4.7, 6.0, 6.0, 6.0])
HERD_START = 1.3
HERD_TILE = 4.4
UNSEEN = 2.2  # the face-down tile
CROWDED = 3.0  # what a tile beyond ten costs

LARGE = 6  # tiles of a group of which not every split is listed

# By tile: all tiles of its species.
KIND = np.array([sum(kind for kind in TILES_OF.tolist() if contains(kind, tile)) for tile in range(len(PRINTED))])


# --- What is worth a thought --------------------------------------------------------------------


def list_sensible(table: Table, actions: Numbers) -> int:
    """All takes; all splits of small groups, some of large ones; of each species the tile best discarded."""
    if table.phase == Phase.KEEP:
        return list_actions(table, actions)
    if table.phase == Phase.DISCARD:
        return list_discards(table, actions)
    seat = seat_in_turn(table)
    area = area_of(table)
    alone = seats_left(table) == 1
    count = 0
    for place in range(MOST_PLACES):
        group = table.groups[place]
        size = size_of(group)
        # All splits of a round's last turn come to the same: a crate.
        if size < 2 or (alone and count > 0):
            continue
        if alone:
            count = add_split(area, group, first_of(group), actions, count)
        elif size < LARGE:
            for pattern in range(1, 1 << (size - 1)):
                actions[count] = gather(spread(pattern << 1, group), area) >> 1
                count += 1
        else:
            count = list_cuts(table, area, group, actions, count)
    for place in range(MOST_PLACES):
        group = table.groups[place]
        if group != 0 and size_of(group) <= table.crates[seat]:
            actions[count] = TAKE + number_of(gather(first_of(group), area))
            count += 1
    actions[count] = PASS
    return max(count, 1)


def list_discards(table: Table, actions: Numbers) -> int:
    """The lowest tile of each species: a higher one is never the better to discard."""
    tiles = discardable(table, seat_in_turn(table))
    count = 0
    while tiles:
        actions[count] = DISCARD + number_of(first_of(tiles))
        count += 1
        tiles &= ~kind_of(tiles)
    return count


def list_cuts(table: Table, area: int, group: int, actions: Numbers, count: int) -> int:
    """Of a large group: each tile alone, each species, and what the seat and the next one would like best to take."""
    left = group
    while left:
        count = add_split(area, group, first_of(left), actions, count)
        left = without_first(left)
    left = group & ~HIDDEN_BIT
    while left:
        count = add_split(area, group, group & kind_of(left), actions, count)
        left &= ~kind_of(left)
    seat = seat_in_turn(table)
    count = list_favourites(table, area, group, seat, actions, count)
    return list_favourites(table, area, group, next_seat(table, seat, whole(table.out)), actions, count)


def list_favourites(table: Table, area: int, group: int, seat: int, actions: Numbers, count: int) -> int:
    """Of every size that a seat may soon pay for, the part of a group that it likes best."""
    sight = look_at_ark(table, seat)
    most = min(table.crates[seat] + 1, MOST_CRATES, size_of(group) - 1)
    # The favourites of one, two and three tiles less: herds come together, others one by one.
    one_less, two_less, three_less = 0, -1, -1
    for _ in range(most):
        best = -1.0e9
        favourite = 0
        for added in range(1, HERD + 1):
            less = one_less if added == 1 else two_less if added == PAIR else three_less
            left = group & ~less if less >= 0 else 0
            while left:
                part = HIDDEN_BIT if first_of(left) == HIDDEN_BIT else left & kind_of(left)
                left &= ~part
                if size_of(part) >= added:
                    while size_of(part) > added:
                        part = without_first(part)
                    gain = gain_of(sight, less | part)
                    if gain > best:
                        best = gain
                        favourite = less | part
        count = add_split(area, group, favourite, actions, count)
        one_less, two_less, three_less = favourite, one_less, two_less
    return count


def add_split(area: int, group: int, part: int, actions: Numbers, count: int) -> int:
    """Write down the split that parts these tiles from their group, unless it is listed or none."""
    off = group & ~part if part & first_of(group) else part
    if off == 0:
        return count
    action = gather(off, area) >> 1
    for position in range(count):
        if actions[position] == action:
            return count
    actions[count] = action
    return count + 1


# --- What a group brings ------------------------------------------------------------------------


def look_at_ark(table: Table, seat: int) -> tuple[int, int, bool]:
    """The ark of a seat, what may still be loaded, and whether the match ends with this round."""
    return ark_of(table, seat), rest_of(table), is_last_round(table)


def gain_of(sight: tuple[int, int, bool], group: int) -> float:
    """Points that loading a group adds to an ark."""
    ark, rest, last = sight
    gain = UNSEEN if group & HIDDEN_BIT else 0.0
    left = group & ~HIDDEN_BIT
    if last or size_of(ark) + size_of(group) >= ARK_ROOM:
        return gain + points_of_full(ark | left) - promise_of(ark, rest)
    while left:
        kind = kind_of(left)
        coming = size_of(rest & kind)
        own = ark & kind
        new = left & kind
        gain += promise_of_kind(own | new, coming - size_of(new)) - promise_of_kind(own, coming)
        left &= ~kind
    return gain


def promise_of(ark: int, rest: int) -> float:
    """What an ark promises while it may load more."""
    promise = 0.0
    while ark:
        kind = kind_of(ark)
        promise += promise_of_kind(ark & kind, size_of(rest & kind))
        ark &= ~kind
    return promise


def promise_of_kind(tiles: int, coming: int) -> float:
    """What the tiles of one species promise, by how many of it may still come."""
    count = size_of(tiles)
    if count == 0:
        return 0.0
    if count == 1:
        return SINGLE[coming] + NUMBER * PRINTED[number_of(tiles)]
    return PAIRED[coming] if count < HERD else HERD_START + HERD_TILE * count


def points_of_full(ark: int) -> float:
    """Points of an ark that loads no more: pairs are lost, and what is beyond ten is discarded."""
    points = 0.0
    size = 0
    while ark:
        kind = kind_of(ark)
        count = size_of(ark & kind)
        points += points_of_species(ark & kind)
        size += count if count != PAIR else 0
        ark &= ~kind
    return points - CROWDED * max(0, size - ARK_ROOM)


def kind_of(tiles: int) -> int:
    """All tiles of the species that the first of these belongs to."""
    return KIND[number_of(first_of(tiles))]


def rest_of(table: Table) -> int:
    """The tiles that may still be loaded: those of the deck and the play area."""
    rest = table.deck | (area_of(table) & ~HIDDEN_BIT)
    return rest if table.hidden == NO_TILE else rest | bit(table.hidden)


def is_last_round(table: Table) -> bool:
    """Whether an ark is full, so that the match ends with this round."""
    return fullest_ark(table, NOBODY) >= ARK_ROOM
