"""What the search should know about Animals on Board.

The lists are cut down to splits worth a thought, the weights come from what a move brings in sight
(what a group adds to an ark, what a split leaves to the seat and to the next one), and the standing from
thousands of matches: how much likelier victory gets by every crate, single animal, pair and
herd. docs/lab/animals-on-board.md tells what was tried.
"""

from __future__ import annotations

from math import exp

import numpy as np

from ...core.bits import contains, first_of, gather, number_of, single, size_of, spread, without_first
from ...core.levels import Level
from ...core.result import score_of
from ...core.table import Numbers, Weights
from ...core.whole import seat_in_turn, whole
from .guide_habits import expect_turn
from .guide_tiles import SPECIES_OF, chance_of, is_last_round, kind_of, next_rival, rest_of
from .pieces import (
    ARK_ROOM,
    CRATE_POINTS,
    HERD,
    HERD_POINTS,
    MOST_CRATES,
    MOST_PLACES,
    PAIR,
    PRINTED,
    TILES_OF,
)
from .rules.actions import list_actions
from .rules.ending import discardable, points_of_species, species_aboard
from .rules.moves import DISCARD, KEEP, PASS, TAKE
from .rules.rounds import crates_after_split, seats_left
from .rules.tiles import HIDDEN_BIT, area_of, ark_of, place_of_group
from .state import Phase, Table

SCALE = 5.0
PAR = 0.0
MARGIN = 0.25
CURIOSITY = 0.5
DOUBT = 0.05
HABIT = 0.5

LEVELS = (
    Level(playouts=32, sight=2, slips=0.4),
    Level(playouts=32, sight=3, slips=0.12),
    Level(playouts=48, sight=4, slips=0.04),
    Level(playouts=250, sight=6, slips=0.004),
    Level(playouts=30_000, sight=6),
)

# Points that a move brings in sight: what the tiles of a species promise an ark, by those that may still come.
SINGLE = np.array([0.5, 0.5, 0.5, 0.9, 1.5, 1.5])  # ... and NUMBER times what is printed on the tile
NUMBER = 0.75
PAIRED = np.array([0.0, 2.5, 4.7, 6.0, 6.0, 6.0])
HERD_START = 1.3
HERD_TILE = 4.4
UNSEEN = 2.2  # the face-down tile
CRATE = 2.2  # its own point, and what it may still buy
CROWDED = 3.0  # what a tile beyond ten costs
SPITE = 0.35  # how much the next seat's best group counts
HEAT = 2.0  # points by which a move must be better to be nearly three times as likely
COLDEST = -20.0

# How a table stands, in SCALE-ths of what makes victory nearly three times as likely.
SINGLE_STANDS = np.array([0.6, 0.6, 0.6, 1.1, 1.9, 1.9])
NUMBER_STANDS = 0.9
PAIR_STANDS = np.array([0.0, 3.5, 7.0, 8.7, 8.7, 8.7])
HERD_STANDS = 2.3
HERD_TILE_STANDS = 5.25
CRATE_STANDS = 3.9
OUT_STANDS = -1.5
TURN_STANDS = 1.75
LAST_ROUND = 2.0  # a point in the last round decides twice as much
LAST_TAKE = 4.0  # points that a seat not yet out gets in it
LAST_CRATE = 0.6  # ... and for each crate, beside its own point
TIE = 0.01  # a different species counts only among equals

LARGE = 6  # tiles of a group of which not every split is listed


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
    return list_favourites(table, area, group, next_rival(table), actions, count)


def list_favourites(table: Table, area: int, group: int, seat: int, actions: Numbers, count: int) -> int:
    """Of every size that a seat may soon pay for, the part of a group that it likes best."""
    ark = ark_of(table, seat)
    rest = rest_of(table)
    last = is_last_round(table)
    most = min(table.crates[seat] + 1, MOST_CRATES, size_of(group) - 1)
    # The favourites of one, two and three tiles less: herds come together, others one by one.
    one_less = 0
    two_less = -1
    three_less = -1
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
                    gain = gain_of(ark, less | part, rest, last)
                    if gain > best:
                        best = gain
                        favourite = less | part
        count = add_split(area, group, favourite, actions, count)
        three_less = two_less
        two_less = one_less
        one_less = favourite
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


def weigh(table: Table, actions: Numbers, count: int, weights: Weights) -> None:
    """Moves by the points that they bring in sight, the better the likelier."""
    if table.phase == Phase.KEEP:
        for position in range(count):
            weights[position] = worth_of_keeping(table, actions[position] - KEEP)
    elif table.phase == Phase.DISCARD:
        for position in range(count):
            weights[position] = worth_of_discarding(table, actions[position] - DISCARD)
    else:
        judge_turn(table, actions, count, weights)
    most = weights[0]
    for position in range(count):
        most = max(most, weights[position])
    for position in range(count):
        weights[position] = exp(max((weights[position] - most) / HEAT, COLDEST))


def expect(table: Table, actions: Numbers, count: int, weights: Weights) -> None:
    """How likely each move is for a seat of common sense."""
    if table.phase == Phase.PLAY:
        expect_turn(table, actions, count, weights)
    else:
        weigh(table, actions, count, weights)


def worth_of_keeping(table: Table, tile: int) -> float:
    """A high number, and company in the same hand, which will lie open for all."""
    company = size_of(table.hands[table.turn] & TILES_OF[SPECIES_OF[tile]]) - 1
    return 2.0 * PRINTED[tile] + 3.0 * company


def worth_of_discarding(table: Table, tile: int) -> float:
    """What it costs, far apart: there is no reason to waver."""
    count = size_of(ark_of(table, seat_in_turn(table)) & TILES_OF[SPECIES_OF[tile]])
    if count == 1:
        return -4.0 * PRINTED[tile]
    return -4.0 * HERD_POINTS if count > HERD else -8.0 * HERD_POINTS


def judge_turn(table: Table, actions: Numbers, count: int, worths: Weights) -> None:
    """Takes by what they load; splits by what they leave to the seat, and to the next one."""
    seat = seat_in_turn(table)
    area = area_of(table)
    rest = rest_of(table)
    last = is_last_round(table)
    ark = ark_of(table, seat)
    price = 1.0 * CRATE_POINTS if last else CRATE
    crates = whole(table.crates[seat])
    after = crates_after_split(crates)
    rival = next_rival(table)
    rival_ark = ark_of(table, rival)
    # The best group as it lies, and the second best: a split does away with one of them.
    best = 0.0
    second = 0.0
    best_group = 0
    for place in range(MOST_PLACES):
        group = table.groups[place]
        if group == 0 or rival == seat:
            break
        if size_of(group) <= after:
            hope = chance_of(table, size_of(group)) * net_gain(ark, group, rest, last, price)
            if hope > best:
                second = best
                best = hope
                best_group = group
            elif hope > second:
                second = hope
    for position in range(count):
        action = actions[position]
        worths[position] = price * (after - crates)
        if action >= TAKE:
            group = table.groups[place_of_group(table, spread(single(action - TAKE), area))]
            worths[position] = net_gain(ark, group, rest, last, price)
        elif action != PASS and rival != seat:
            off = spread(action << 1, area)
            group = table.groups[place_of_group(table, off)]
            hope = second if group == best_group else best
            gift = 0.0
            part = off
            for _ in range(2):
                if size_of(part) <= after:
                    hope = max(hope, chance_of(table, size_of(part)) * net_gain(ark, part, rest, last, price))
                if size_of(part) <= table.crates[rival]:
                    gift = max(gift, net_gain(rival_ark, part, rest, last, price))
                part = group & ~off
            worths[position] += hope - SPITE * gift


def net_gain(ark: int, group: int, rest: int, last: bool, price: float) -> float:
    """What a group brings an ark beyond its price."""
    return gain_of(ark, group, rest, last) - price * size_of(group)


def gain_of(ark: int, group: int, rest: int, last: bool) -> float:
    """Points that loading a group adds to an ark."""
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
    """Points that an ark promises while it may load more."""
    promise = 0.0
    while ark:
        kind = kind_of(ark)
        promise += promise_of_kind(ark & kind, size_of(rest & kind))
        ark &= ~kind
    return promise


def promise_of_kind(tiles: int, coming: int) -> float:
    """Points that the tiles of one species promise, by how many of it may still come."""
    count = size_of(tiles)
    if count == 0:
        return 0.0
    if count == 1:
        return SINGLE[coming] + NUMBER * PRINTED[number_of(tiles)]
    if count < HERD:
        return PAIRED[coming]
    return HERD_START + HERD_TILE * count


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


def standing(table: Table, seat: int) -> float:
    """What the ark and the crates are worth for victory; at the end the points."""
    if table.phase == Phase.OVER:
        return score_of(table, seat) + TIE * species_aboard(table, seat)
    ark = ark_of(table, seat)
    crates = 1.0 * table.crates[seat]
    is_out = table.phase == Phase.DISCARD or contains(table.out, seat)
    if table.phase == Phase.DISCARD or is_last_round(table):
        points = points_of_full(ark) + CRATE_POINTS * crates
        return LAST_ROUND * (points if is_out else points + LAST_TAKE + LAST_CRATE * crates)
    stands = CRATE_STANDS * crates
    if is_out:
        stands += OUT_STANDS
    if table.turn == seat:
        stands += TURN_STANDS
    rest = rest_of(table)
    while ark:
        kind = kind_of(ark)
        tiles = ark & kind
        coming = size_of(rest & kind)
        count = size_of(tiles)
        if count == 1:
            stands += SINGLE_STANDS[coming] + NUMBER_STANDS * PRINTED[number_of(tiles)]
        elif count < HERD:
            stands += PAIR_STANDS[coming]
        else:
            stands += HERD_STANDS + HERD_TILE_STANDS * count
        ark &= ~kind
    return stands
