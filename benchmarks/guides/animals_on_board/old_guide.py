"""What the search of Animals on Board knew until a net took its place: a fixed rival, as it was (`old-owl`).

What is worth a thought it asks the guide of today. The weights come from what a move brings in sight
(what a group adds to an ark, what a split leaves to the seat and to the next one), and the standing from
thousands of matches: how much likelier victory gets by every crate, single animal, pair and
herd. What to expect of the others is the plain common sense of this game: the points of a group and of a split as they
lie there. A bot written by hand once did so. docs/lab/animals-on-board.md
tells what was tried.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ararat.core.bits import contains, first_of, number_of, single, size_of, spread
from ararat.core.levels import Level
from ararat.core.result import score_of
from ararat.core.table import NOBODY, Numbers, Weights
from ararat.core.whole import next_seat, seat_count, seat_in_turn, whole
from ararat.core.worths import soften
from ararat.games.animals_on_board.pieces import (
    ARK_ROOM,
    CRATE_POINTS,
    HERD,
    HERD_POINTS,
    MOST_PLACES,
    PAIR,
    PRINTED,
    TILES_OF,
)
from ararat.games.animals_on_board.rules.ending import points_of_species, species_aboard
from ararat.games.animals_on_board.rules.moves import DISCARD, KEEP, PASS, TAKE
from ararat.games.animals_on_board.rules.rounds import crates_after_split, fullest_ark
from ararat.games.animals_on_board.rules.tiles import HIDDEN_BIT, area_of, ark_of, ark_size, bit, place_of_group
from ararat.games.animals_on_board.state import NO_TILE, Phase, Table

SCALE = 5.0
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

# What the tiles of a species promise an ark, by those that may still come: in points that a move brings in sight, and
# to a table that stands, in SCALE-ths of what makes victory nearly three times as likely.
IN_SIGHT, STANDS = range(2)
SINGLE = np.array([[0.5, 0.5, 0.5, 0.9, 1.5, 1.5], [0.6, 0.6, 0.6, 1.1, 1.9, 1.9]])
NUMBER = np.array([0.75, 0.9])  # ... and so many times what is printed on the tile
PAIRED = np.array([[0.0, 2.5, 4.7, 6.0, 6.0, 6.0], [0.0, 3.5, 7.0, 8.7, 8.7, 8.7]])
HERD_START = np.array([1.3, 2.3])
HERD_TILE = np.array([4.4, 5.25])

# Further points that a move brings in sight.
UNSEEN = 2.2  # the face-down tile
CRATE = 2.2  # its own point, and what it may still buy
CROWDED = 3.0  # what a tile beyond ten costs
SPITE = 0.35  # how much the next seat's best group counts
SURVIVES = 0.65  # how likely a group is left alone by a seat that can pay for it
TEMPO = 0.9  # what waiting a turn leaves of a hope
HEAT = 2.0  # points by which a move must be better to be nearly three times as likely
COLDEST = -20.0

# The same by common sense.
TILES_OF_A_SPECIES = size_of(int(TILES_OF[0]))
AVERAGE_NUMBER = 3.0
AVERAGE_TILE = 2.2  # points that an unknown tile brings on average
PAIR_SURE = 2.0  # points that a pair is worth without much hope for a third
PAIR_HOPE = 14.0  # ... and with every hope
SINGLE_HOPE = 3.0  # points that a single animal may grow to, beyond its number
PLAIN_CRATE = 1.4  # points that a crate is worth during the match
LARGEST_PART = 4  # larger parts are rarely paid for
CERTAIN = 0.03  # points by which a move must be better to be nearly three times as likely

# How a table stands beside that.
CRATE_STANDS = 3.9
OUT_STANDS = -1.5
TURN_STANDS = 1.75
LAST_ROUND = 2.0  # a point in the last round decides twice as much
LAST_TAKE = 4.0  # points that a seat not yet out gets in it
LAST_CRATE = 0.6  # ... and for each crate, beside its own point
TIE = 0.01  # a different species counts only among equals

# By tile: all tiles of its species.
KIND = np.array([sum(kind for kind in TILES_OF.tolist() if contains(kind, tile)) for tile in range(len(PRINTED))])


# --- How likely it is ---------------------------------------------------------------------------


def weigh(table: Table, actions: Numbers, count: int, weights: Weights) -> None:
    """Moves by the points that they bring in sight, the better the likelier."""
    if table.phase == Phase.PLAY:
        judge_turn(table, actions, count, weights)
    else:
        for position in range(count):
            weights[position] = worth_of_tile(table, actions[position])
    soften(weights, count, 1.0, HEAT, COLDEST)


def expect(table: Table, actions: Numbers, count: int, weights: Weights) -> None:
    """How likely each move is for a seat of common sense."""
    if table.phase == Phase.PLAY:
        judge_plainly(table, actions, count, weights)
        soften(weights, count, 1.0, CERTAIN, COLDEST)
    else:
        weigh(table, actions, count, weights)


def worth_of_tile(table: Table, action: int) -> float:
    """Keep a high number, and company in the same hand; a discard goes by what it costs, far apart: nobody wavers."""
    seat = seat_in_turn(table)
    if action < DISCARD:
        return 2.0 * PRINTED[action - KEEP] + 3.0 * (size_of(table.hands[seat] & KIND[action - KEEP]) - 1)
    count = size_of(ark_of(table, seat) & KIND[action - DISCARD])
    if count == 1:
        return -4.0 * PRINTED[action - DISCARD]
    return -4.0 * HERD_POINTS if count > HERD else -8.0 * HERD_POINTS


def judge_turns(look: Any, gain: Any, largest: int) -> Any:
    """Judges a turn by the gain that a group is to an ark, as one look at it promises; larger parts are left alone."""

    def judge(table: Table, actions: Numbers, count: int, worths: Weights) -> None:
        """Takes by what they load; splits by what they leave to the seat, and to the next one."""
        seat = seat_in_turn(table)
        rival = next_seat(table, seat, whole(table.out))
        area = area_of(table)
        mine, theirs = look(table, seat), look(table, rival)
        crates = whole(table.crates[seat])
        after = crates_after_split(crates)
        # The best group as it lies, and the second best: a split does away with one of them.
        best, second, best_group = 0.0, 0.0, 0
        for place in range(MOST_PLACES):
            group = table.groups[place]
            if group == 0 or rival == seat:
                break
            if size_of(group) <= after:
                hope = chance_of(table, size_of(group)) * gain(mine, group)
                if hope > best:
                    best, second, best_group = hope, best, group
                elif hope > second:
                    second = hope
        for position in range(count):
            action = actions[position]
            worths[position] = mine[0] * (after - crates)
            if action >= TAKE:
                group = table.groups[place_of_group(table, spread(single(action - TAKE), area))]
                worths[position] = gain(mine, group)
            elif action != PASS and rival != seat:
                off = spread(action << 1, area)
                group = table.groups[place_of_group(table, off)]
                if min(size_of(off), size_of(group & ~off)) > largest:
                    worths[position] -= 1.0
                    continue
                hope = second if group == best_group else best
                gift = 0.0
                part = off
                for _ in range(2):
                    if size_of(part) <= after:
                        hope = max(hope, chance_of(table, size_of(part)) * gain(mine, part))
                    if size_of(part) <= table.crates[rival]:
                        gift = max(gift, gain(theirs, part))
                    part = group & ~off
                worths[position] += hope - SPITE * gift

    return judge


def chance_of(table: Table, size: int) -> float:
    """How likely a group of so many tiles is still there when the seat in turn is in turn again."""
    chance = TEMPO
    for other in range(seat_count(table)):
        if other != table.turn and not contains(table.out, other) and table.crates[other] >= size:
            chance *= SURVIVES
    return chance


# --- What a group brings ------------------------------------------------------------------------


def look_at_ark(table: Table, seat: int) -> tuple[float, int, int, bool]:
    """The price of a crate, the ark of a seat, what may still be loaded, and whether the match ends with this round."""
    last = is_last_round(table)
    return 1.0 * CRATE_POINTS if last else CRATE, ark_of(table, seat), rest_of(table), last


def net_gain(sight: tuple[float, int, int, bool], group: int) -> float:
    """What a group brings an ark beyond its price."""
    return gain_of(sight, group) - sight[0] * size_of(group)


def gain_of(sight: tuple[float, int, int, bool], group: int) -> float:
    """Points that loading a group adds to an ark."""
    _, ark, rest, last = sight
    gain = UNSEEN if group & HIDDEN_BIT else 0.0
    left = group & ~HIDDEN_BIT
    if last or size_of(ark) + size_of(group) >= ARK_ROOM:
        return gain + points_of_full(ark | left) - promise_of(IN_SIGHT, ark, rest, 0.0)
    while left:
        kind = kind_of(left)
        coming = size_of(rest & kind)
        own = ark & kind
        new = left & kind
        gain += promise_of_kind(IN_SIGHT, own | new, coming - size_of(new)) - promise_of_kind(IN_SIGHT, own, coming)
        left &= ~kind
    return gain


def promise_of(what: int, ark: int, rest: int, promise: float) -> float:
    """What an ark promises while it may load more, beside other promises."""
    while ark:
        kind = kind_of(ark)
        promise += promise_of_kind(what, ark & kind, size_of(rest & kind))
        ark &= ~kind
    return promise


def promise_of_kind(what: int, tiles: int, coming: int) -> float:
    """What the tiles of one species promise, by how many of it may still come."""
    count = size_of(tiles)
    if count == 0:
        return 0.0
    if count == 1:
        return SINGLE[what, coming] + NUMBER[what] * PRINTED[number_of(tiles)]
    return PAIRED[what, coming] if count < HERD else HERD_START[what] + HERD_TILE[what] * count


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


# --- What it seems to bring ---------------------------------------------------------------------


def look_plainly(table: Table, seat: int) -> tuple[float, int, int, int]:
    """The price of a crate, an ark as the seat in turn knows it, its size, and what is in arks and in the box."""
    gone = table.unknown[table.turn]
    for other in range(seat_count(table)):
        gone |= table.known[other] | table.box[other]
    return PLAIN_CRATE, ark_of(table, seat) if seat == table.turn else table.known[seat], ark_size(table, seat), gone


def plain_gain(sight: tuple[float, int, int, int], group: int) -> float:
    """Points that a group seems to add to an ark of so many tiles, beyond its price."""
    price, ark, size, gone = sight
    progress = min(1.0, (size + size_of(group)) / ARK_ROOM)
    gain = AVERAGE_TILE if group & HIDDEN_BIT else 0.0
    left = group & ~HIDDEN_BIT
    while left:
        kind = kind_of(left)
        own = ark & kind
        coming = TILES_OF_A_SPECIES - size_of(gone & kind)
        gain += plain_promise(own | (left & kind), coming, progress) - plain_promise(own, coming, progress)
        left &= ~kind
    return gain - AVERAGE_NUMBER * max(0, size + size_of(group) - ARK_ROOM) - price * size_of(group)


def plain_promise(tiles: int, coming: int, progress: float) -> float:
    """Points that the tiles of a species promise: sure ones, and those that more tiles of it may bring."""
    count = size_of(tiles)
    if count == 0:
        return 0.0
    if count >= HERD:
        return 1.0 * HERD_POINTS * count
    hope = (1 - progress) * min(coming, TILES_OF_A_SPECIES - count) / TILES_OF_A_SPECIES
    return PAIR_SURE + PAIR_HOPE * hope if count == PAIR else PRINTED[number_of(tiles)] + SINGLE_HOPE * hope


judge_turn = judge_turns(look_at_ark, net_gain, MOST_PLACES)
judge_plainly = judge_turns(look_plainly, plain_gain, LARGEST_PART)


# --- How it stands ------------------------------------------------------------------------------


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
    return promise_of(STANDS, ark, rest_of(table), stands)
