"""Pens that could be: what a plank on every edge promises the seat in turn.

Every shape of pen that the board allows (shapes.py) is looked at: what its pair would bring, how many planks
are missing, how many of them are one's own.
"""

from __future__ import annotations

import numpy as np

from ...core.bits import all_below, contains, first_of, number_of, size_of, without_first
from ...core.table import NOBODY, Numbers, Weights
from ...core.whole import seat_count, seat_in_turn, whole
from .board import EDGE_CELLS, MOST_EDGES, NO_CELL, OTHER, PLANS
from .guide_worth import COUPLED, chance_of_single, free_pens, haste, joints_in_need, time_left, waiting
from .pieces import LARGEST_PEN, OF_SIZE, STANDARD
from .rules.animals import before_seats, mates_of
from .rules.moves import FEED, MOST_ACTIONS, PITCH, PLANK
from .shapes import shapes_of
from .state import Table

# Tuned by matches between playouts (docs/lab).
FAR = 0.03  # how much less a pen is worth with every plank that is missing
OUT_OF_REACH = 0.51  # ... and if this turn can't close it
SECOND_SIDE = 0.21  # how much the lesser of the two pens beside a plank counts
SMALL_PAIR = 0.83  # how likely a small pair comes to a pen as well
JOINT_SHARE = 0.84  # how often it is the seat itself that boards
OTHERS_SHARE = 0.13  # how much a plank of another is a loss
NEXT_PAIR = 0.73  # how much an animal without a mate counts
ALONE_QUICK = 0.04  # what a plank by itself is worth in the quick game; a point in the standard one
HULL = 1.25  # what a plank on the hull is worth beside
LATE_HULL = 2.96  # ... and more at the end
HULL_HURRY = 0.52
PITCH_PLACED = 2.81
PITCH_NEEDED = 1.16  # ... by a pen with a plank of one's own

# Every pen that there could be; sets of edges are two words of HALF bits.
HALF = 57
_shapes = [shape for players in PLANS for shape in shapes_of(players)]
FIRST_SHAPE = np.cumsum([0] + [len(shapes_of(players)) if players in PLANS else 0 for players in range(max(PLANS) + 1)])
SHAPE_CELLS = np.array([shape.cells for shape in _shapes], np.int64)
SHAPE_EDGES = np.array([shape.border.bit_count() for shape in _shapes], np.int64)
SHAPE_SIZE = np.array([shape.size for shape in _shapes], np.int64)
SHAPE_JOINTS = np.array([shape.joints for shape in _shapes], np.int64)
SHAPE_SPARE = np.array([shape.spare for shape in _shapes], np.int64)
LOW = all_below(HALF)
LOW_HALF, HIGH_HALF = range(2)
BORDER = np.array([[shape.border & LOW, shape.border >> HALF] for shape in _shapes], np.int64)
BEHIND = np.array([[shape.behind & LOW, shape.behind >> HALF] for shape in _shapes], np.int64)
INSIDE = np.array([[shape.inside & LOW, shape.inside >> HALF] for shape in _shapes], np.int64)
SCRATCH = MOST_ACTIONS - 2 * MOST_EDGES  # in the list of weights: what a plank on an edge is worth
DEMAND = SCRATCH - LARGEST_PEN - 1  # ... and, by size, what its tiles and its visitors bring a pen
VISITS = DEMAND - LARGEST_PEN - 1


def weigh_placings(table: Table, actions: Numbers, count: int, weights: Weights) -> None:
    """What every plank, cube of pitch and stopping early is worth."""
    seat = seat_in_turn(table)
    players = seat_count(table)
    for edge in range(2 * MOST_EDGES):
        weights[SCRATCH + edge] = 0.0
    if table.wood[seat] > 0:
        foresee_pairs(table, seat, weights)
        weigh_shapes(table, seat, weights)
    needed = joints_in_need(table, seat) if table.pitch[seat] > 0 else 0
    alone = 1.0 if table.variant == STANDARD else ALONE_QUICK
    hull = HULL + LATE_HULL * (1.0 - min(1.0, HULL_HURRY * time_left(table)))
    for position in range(count):
        action = actions[position]
        worth = 0.0
        if action < PITCH:
            edge = action - PLANK
            one, other = weights[SCRATCH + edge], weights[SCRATCH + MOST_EDGES + edge]
            worth = max(one, other) + SECOND_SIDE * min(one, other) + alone
            if EDGE_CELLS[players, edge, OTHER] == NO_CELL:
                worth += hull
        elif action < FEED:
            worth = PITCH_PLACED
            if contains(needed, action - PITCH):
                worth += PITCH_NEEDED
        weights[position] = worth


def foresee_pairs(table: Table, seat: int, weights: Weights) -> None:
    """By size: the points of own tiles, and how many pairs may come to one more pen."""
    everybody = before_seats(table)
    own = table.animals[seat]
    haste_now = haste(table)
    single = chance_of_single(table)
    couples = everybody & (everybody >> 1)
    mates = mates_of(everybody)
    free = free_pens(table)
    for size in range(1, LARGEST_PEN + 1):
        there = waiting(free, size)
        females = OF_SIZE[size]
        both = females | (females << 1)
        pairs = size_of(couples & females)
        singles = size_of(everybody & both) - 2 * pairs
        own_coupled = size_of(own & both & mates)
        own_single = size_of(own & both) - own_coupled
        wanted = 1.0 if pairs > there else 0.0
        later = NEXT_PAIR if pairs + singles > there else 0.0
        weights[DEMAND + size] = (
            2.0 * size * (wanted * COUPLED * haste_now * min(2, own_coupled) + later * single * min(1, own_single))
        )
        weights[VISITS + size] = min(1.0, wanted * COUPLED * haste_now + later * single * singles)


def weigh_shapes(table: Table, seat: int, weights: Weights) -> None:
    """On every edge where a plank would help to close a pen: what the best such pen promises."""
    players = seat_count(table)
    low, high, own_low, own_high = 0, 0, 0, 0
    for edge in range(HALF):
        owner = whole(table.planks[edge])
        low |= (owner != NOBODY) << edge
        own_low |= (owner == seat) << edge
    for edge in range(HALF, MOST_EDGES):
        owner = whole(table.planks[edge])
        high |= (owner != NOBODY) << (edge - HALF)
        own_high |= (owner == seat) << (edge - HALF)
    quick = table.variant != STANDARD
    small = 0.0 if quick else SMALL_PAIR * min(1.0, 2 * time_left(table))
    wood = whole(table.wood[seat])
    left = min(wood, whole(table.left))
    for shape in range(FIRST_SHAPE[players], FIRST_SHAPE[players + 1]):
        if SHAPE_CELLS[shape] & table.penned != 0:
            continue
        missing_low, missing_high = BORDER[shape, LOW_HALF] & ~low, BORDER[shape, HIGH_HALF] & ~high
        missing = size_of(missing_low) + size_of(missing_high)
        if missing > left + 2:
            continue
        size = SHAPE_SIZE[shape]
        if (
            size > 1
            and size_of(INSIDE[shape, LOW_HALF] & low) + size_of(INSIDE[shape, HIGH_HALF] & high) > SHAPE_SPARE[shape]
        ):
            continue
        own = size_of(BORDER[shape, LOW_HALF] & own_low) + size_of(BORDER[shape, HIGH_HALF] & own_high)
        around = own + min(missing, wood)
        visits = weights[VISITS + size] + small
        value = weights[DEMAND + size] + visits * (around - OTHERS_SHARE * (SHAPE_EDGES[shape] - missing - own))
        if not quick:
            value += visits * JOINT_SHARE * size_of(SHAPE_JOINTS[shape])
        value /= 1.0 + FAR * (missing - 1)
        if missing > left:
            value *= OUT_OF_REACH
        promise(weights, SCRATCH, missing_low, BEHIND[shape, LOW_HALF], value)
        promise(weights, SCRATCH + HALF, missing_high, BEHIND[shape, HIGH_HALF], value)


def promise(weights: Weights, start: int, edges: int, behind: int, value: float) -> None:
    """Planks on these edges may be worth so much, on the side of the pen that they would close."""
    while edges:
        edge = number_of(first_of(edges))
        edges = without_first(edges)
        place = start + edge + (MOST_EDGES if contains(behind, edge) else 0)
        weights[place] = max(weights[place], value)
