"""What the search should know about Ark & Noah.

Pens that could be closed are in guide_pens.py, what all other actions are worth in guide_worth.py. How a table stands
that nobody plays to its end: points, and what is hoped for beside them. Those numbers are a regression over matches
between playouts: what seats with these goods, animals and planks scored in the end (docs/lab).
"""

from __future__ import annotations

import numpy as np

from ...core.bits import contains, first_of, number_of, single, size_of, without_first
from ...core.levels import Level
from ...core.pairs import pair_at
from ...core.result import score_of
from ...core.table import NOBODY, Numbers, Weights
from ...core.whole import seat_count, seat_in_turn, whole
from ...core.worths import soften
from .board import BOARD_EDGES, EDGE_CELLS, EDGE_COUNT, MOST_EDGES, NO_CELL
from .guide_pens import weigh_placings
from .guide_worth import free_pens, joints_in_need, judge_others, rounds_left, time_left, waiting, worth_of_place
from .pieces import ANIMALS, BUILD, EXCHANGE, LARGEST_PEN, OF_SIZE, SMALL, STANDARD
from .rules.animals import before_seats, mates_of
from .rules.building import bare_joints
from .rules.exchange import refuse_swap
from .rules.moves import ACTION, BOARD, DONE, FEED, PITCH, SWAP, list_actions, list_draws
from .rules.pens import joints_of, planks_around, region_at
from .rules.workers import worker_place
from .state import Phase, Rule, Table

SCALE = 8.0
CURIOSITY = 0.35
DOUBT = 0.03

LEVELS = (
    Level(playouts=120, sight=3, slips=1.0),
    Level(playouts=80, sight=5, slips=0.3),
    Level(playouts=24, sight=8, slips=0.1),
    Level(playouts=60, sight=16),
    Level(playouts=4000, sight=30),
)

# How sharply a playout prefers what is worth more, by phase.
SHARPNESS = np.ones(len(Phase))
SHARPNESS[[Phase.WORKER, Phase.ACTION]] = 2.3
SHARPNESS[[Phase.PICK, Phase.TRADE]] = 1.63
SHARPNESS[[Phase.REWARD, Phase.EXCHANGE, Phase.BUILD]] = 3.54, 0.54, 3.42
SHARPNESS[[Phase.LOAD, Phase.FINAL_FEED, Phase.FINAL_BOARD]] = 1.86
# What an exchange and new animals are worth in the quick game to whoever goes for a full ark.
EXCHANGED = 1.6
WELCOMED = 4.0
LEAST = -12.0  # so unlikely is what is worth nothing at all, as a power of e
BETTER = 0.3  # a swap must gain so much to be worth a thought
FEW = 8  # swaps to look at if none gains


# --- How likely it is ---------------------------------------------------------------------------


def weigh(table: Table, actions: Numbers, count: int, weights: Weights) -> None:
    """How likely a good player takes each action: what is worth more points is likelier."""
    judge(table, actions, count, weights)
    soften(weights, count, SHARPNESS[table.phase], 1.0, LEAST)


def expect(table: Table, actions: Numbers, count: int, weights: Weights) -> None:
    """As `weigh`, but whoever has common sense fills the ark of the quick game rather than exchange for ever."""
    judge(table, actions, count, weights)
    if table.phase == Phase.ACTION:
        for position in range(count):
            if actions[position] == ACTION + EXCHANGE:
                weights[position] = EXCHANGED
            elif actions[position] == ACTION + ANIMALS and table.bags != 0:
                weights[position] = WELCOMED
    soften(weights, count, SHARPNESS[table.phase], 1.0, LEAST)


def judge(table: Table, actions: Numbers, count: int, worths: Weights) -> None:
    """What each action is worth, in points."""
    if table.phase == Phase.BUILD:
        weigh_placings(table, actions, count, worths)
    else:
        judge_others(table, actions, count, worths)


# --- What is worth a thought --------------------------------------------------------------------


def list_sensible(table: Table, actions: Numbers) -> int:
    """All that is legal, less what is as good as something else, and less most of the swaps."""
    if table.phase == Phase.EXCHANGE:
        return list_sensible_swaps(table, actions)
    legal = list_actions(table, actions)
    needed = joints_to_pitch(table) if table.phase == Phase.BUILD else 0
    count = 0
    for position in range(legal):
        if actions[position] < PITCH or is_sensible(table, actions[position], needed, count):
            actions[count] = actions[position]
            count += 1
    return count


def joints_to_pitch(table: Table) -> int:
    """The joints where pitch is needed, or else one of them."""
    joints = bare_joints(table)
    if table.pitch[table.turn] == 0 or joints == 0:
        return joints
    needed = joints & joints_in_need(table, seat_in_turn(table))
    return needed if needed != 0 else first_of(joints)


def is_sensible(table: Table, action: int, needed: int, others: int) -> bool:
    """Pitch where it is needed, food on one cell of each pen; and nobody stops building before the last round."""
    if action == DONE:
        is_early = table.phase == Phase.BUILD and table.variant == STANDARD and rounds_left(table) > 0
        return not is_early or others < 2
    if action < FEED:
        return contains(needed, action - PITCH)
    return action >= BOARD or first_of(region_at(table, action - FEED) & ~table.fed) == single(action - FEED)


def list_sensible_swaps(table: Table, actions: Numbers) -> int:
    """Of swaps only those that bring the worst plank of one's own to a better place."""
    seat = seat_in_turn(table)
    count = list_draws(table, actions)
    worst = NOBODY
    least = 1.0e9
    for edge in range(MOST_EDGES):
        if table.planks[edge] == seat:
            worth = worth_of_place(table, edge)
            if worth < least:
                least = worth
                worst = edge
    if worst != NOBODY:
        for edge in range(MOST_EDGES):
            if refuse_swap(table, edge, worst) == Rule.LEGAL and worth_of_place(table, edge) > least + BETTER:
                actions[count] = SWAP + pair_at(min(edge, worst), max(edge, worst))
                count += 1
    return count if count > 1 else list_with_one_more(table, actions, count)


def list_with_one_more(table: Table, actions: Numbers, count: int) -> int:
    """A single sensible action and another one, so that there is something to compare; or all, if there is none."""
    only = actions[0]
    legal = list_actions(table, actions)
    if count == 0 or legal == 1:
        return min(legal, FEW)
    if actions[0] != only:
        actions[1] = actions[0]
        actions[0] = only
    return 2


# --- How it stands ------------------------------------------------------------------------------

Hope = tuple[float, float, float, float]

# What a seat may hope for, or fear, beside its points; in points at the end of the match, and how much more with
# all the time left: standard, then quick.
HAS_WOOD = (0.54, 2.26, 0.56, 0.53)
MUCH_WOOD = (-0.68, -0.49, -0.11, -1.94)
HAS_PITCH = (0.03, 0.47, 0.00, 0.00)
PITCH_FITS = (0.27, 0.05, 0.00, 0.00)
HAS_FOOD = (-0.47, 2.15, 0.00, 0.00)
FOOD_FITS = (0.81, -1.55, 0.00, 0.00)
BUILD_COMES = (0.28, -0.54, 0.00, 0.00)
PAIR_AND_PEN = (0.41, 1.51, 1.39, 0.20)
PAIR_ALONE = (0.03, 1.92, 1.75, -0.80)
SINGLE_TILE = (-0.81, 1.45, 0.17, 0.64)
SMALL_TILE = (3.25, -2.08, 0.00, 0.00)
SMALL_SINGLE = (0.12, 0.88, 0.00, 0.00)
PEN_WANTED = (0.39, 0.54, 0.73, 0.23)
PEN_MINE = (0.51, -0.13, 0.08, 0.05)
PEN_IDLE = (0.12, 0.95, 0.13, 0.80)
PEN_FED = (0.02, 0.73, 0.00, 0.00)
PEN_BARE = (-0.79, 1.06, -0.00, -0.21)
SMALL_WANTED = (0.06, 0.29, 0.00, 0.00)
SMALL_IDLE = (0.04, 0.09, 0.00, -0.33)
OPEN_SIDE = (-0.25, 1.12, 0.25, 0.32)
HULL_LEAD = (0.61, 0.04, 0.47, -0.18)
HULL_FIRST = (0.42, -0.94, -0.14, -0.48)
COMES_LATE = (0.11, -0.13, 0.00, 0.00)


def standing(table: Table, seat: int) -> float:
    """The points so far, and what goods, animals, pens and the hull promise beside them."""
    points = 1.0 * score_of(table, seat)
    if table.turn == NOBODY:
        return points
    return points + hopes_of_goods(table, seat) + hopes_of_pens(table, seat) + hopes_of_hull(table, seat)


def hoped(table: Table, hope: Hope, amount: float) -> float:
    """What some amount of something promises, the more time is left the more or the less."""
    return amount * (hope[2 * table.variant] + time_left(table) * hope[2 * table.variant + 1])


def hopes_of_goods(table: Table, seat: int) -> float:
    """What goods, and animals without regard to pens, promise."""
    standard = table.variant == STANDARD
    wood, pitch, food = whole(table.wood[seat]), whole(table.pitch[seat]), whole(table.food[seat])
    bare = size_of(table.firm & ~table.tight)
    unfed = size_of(table.penned & ~table.fed)
    hopes = hoped(table, HAS_WOOD, 1.0 * wood) + hoped(table, MUCH_WOOD, max(0.0, wood - 8.0))
    hopes += hoped(table, HAS_PITCH, 1.0 * pitch) + hoped(table, PITCH_FITS, 1.0 * min(pitch, bare))
    hopes += hoped(table, HAS_FOOD, 1.0 * food) + hoped(table, FOOD_FITS, 1.0 * min(food, unfed))
    if standard:
        hopes += hoped(table, COMES_LATE, 1.0 * worker_place(table, seat))
        if table.action_now[BUILD] != NOBODY and table.action < BUILD:
            hopes += hoped(table, BUILD_COMES, 1.0 * min(6, wood + min(pitch, bare)))
    everybody, own = before_seats(table), table.animals[seat]
    coupled = own & mates_of(everybody)
    free = free_pens(table)
    for size in range(1, LARGEST_PEN + 1):
        both = OF_SIZE[size] | (OF_SIZE[size] << 1)
        what = PAIR_AND_PEN if waiting(free, size) > 0 else PAIR_ALONE
        hopes += hoped(table, what, 1.0 * size * size_of(coupled & both))
        hopes += hoped(table, SINGLE_TILE, 1.0 * size * size_of(own & ~coupled & both))
    both = OF_SIZE[SMALL] | (OF_SIZE[SMALL] << 1)
    hopes += hoped(table, SMALL_TILE, 1.0 * size_of(coupled & both))
    return hopes + hoped(table, SMALL_SINGLE, 1.0 * size_of(own & ~coupled & both))


def hopes_of_pens(table: Table, seat: int) -> float:
    """What planks around pens promise, as long as pairs may come there."""
    hopes = 0.0
    everybody, own = before_seats(table), table.animals[seat]
    pairs = everybody & (everybody >> 1)
    mine = (own | (own >> 1)) & pairs
    pens = table.pens & ~(table.with_large & table.with_small)
    while pens:
        pen = region_at(table, number_of(first_of(pens)))
        first = first_of(pen)
        pens = without_first(pens)
        planks = planks_around(table, pen, seat)
        if planks > 0:
            size = size_of(pen)
            if table.with_large & first == 0:
                if pairs & OF_SIZE[size] != 0:
                    hopes += hoped(table, PEN_WANTED, 1.0 * planks)
                    if mine & OF_SIZE[size] != 0:
                        hopes += hoped(table, PEN_MINE, 1.0 + size_of(joints_of(table, pen)))
                else:
                    hopes += hoped(table, PEN_IDLE, 1.0 * planks)
                hopes += hoped(table, PEN_FED, 1.0 * size_of(pen & table.fed))
            if table.with_small & first == 0:
                hopes += hoped(table, SMALL_WANTED if pairs & OF_SIZE[SMALL] else SMALL_IDLE, 1.0 * planks)
            hopes += hoped(table, PEN_BARE, 1.0 * size_of(joints_of(table, pen) & ~table.tight))
    return hopes


def hopes_of_hull(table: Table, seat: int) -> float:
    """What planks beside cells without pen, and those of the hull, promise."""
    players = seat_count(table)
    sides = 0
    hull = 0  # its planks, counted by seat in steps of 256
    for number in range(EDGE_COUNT[players]):
        edge = BOARD_EDGES[players, number]
        owner = whole(table.planks[edge])
        for side in range(0 if owner == NOBODY else 2):
            cell = EDGE_CELLS[players, edge, side]
            if cell == NO_CELL:
                hull += 1 << (8 * owner)
            elif owner == seat and not contains(table.penned, cell):
                sides += 1
    own, most = (hull >> (8 * seat)) & 255, 0
    for rival in range(players):
        if rival != seat:
            most = max(most, (hull >> (8 * rival)) & 255)
    hopes = hoped(table, OPEN_SIDE, 1.0 * sides) + hoped(table, HULL_LEAD, max(-4.0, min(4.0, 1.0 * own - most)))
    return hopes + hoped(table, HULL_FIRST, 1.0 if own > 0 and own >= most else 0.0)
