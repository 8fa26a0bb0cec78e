"""What actions are worth, in points: animals, loading, the choice of an action, the exchange.

Its numbers were tuned by matches between playouts (docs/lab).
"""

from __future__ import annotations

from ...core.bits import contains, first_of, number_of, single, size_of, without_first
from ...core.table import NOBODY, Numbers
from ...core.whole import seat_count, seat_in_turn, whole
from ...core.worths import judge_each
from .board import ALL_JOINTS, EDGE_CELLS, GRID, NO_CELL
from .pieces import (
    ANIMALS,
    BUILD,
    FOOD_TAKEN,
    LAST_ROUND,
    LOAD,
    LOADING_POINTS,
    PIECES_PLACED,
    PITCH_TAKEN,
    POINTS,
    REWARD_FOOD,
    REWARD_PLANK,
    REWARD_POINT,
    SIZE,
    SMALL,
    STANDARD,
    TAKE_FOOD,
    TAKE_PITCH,
    TILE_COUNT,
    WOOD,
    WOOD_TAKEN,
)
from .rules.animals import bag_of, before_seats, mates_of, pair_of
from .rules.loading import pairs_to_board, pairs_with_room
from .rules.moves import ACTION, BAG, BOARD, DONE, DRAW, FEED, KEEP, PICK, REWARD, SWAP, TRADE, first_edge, second_edge
from .rules.pens import joints_of, planks_around, region_at
from .state import Phase, Table

# Animals: how likely a pair boards, with both tiles before seats and with one; what it brings beside its points.
COUPLED = 2.15
SINGLE = 1.07
LATE = 0.66  # how much of that is left at the end
HURRY = 1.6
TILE_SHARE = 3.1
TILE_SMALL = 3.11
TILE_PEN = 1.03  # ... if a pen waits
TILE_LOST = 3.27  # the penalty at the end
# Loading.
OTHERS = 0.37  # how much of what each other seat gains is our loss
BOARD_FIRST = 3.39
BOARD_SIZE = 0.1
PLAN = 1.73  # what a pair is worth that can board once its pen is fed
# Actions, in the standard and in the quick game.
RIVAL = 0.67  # how much of a weaker share in an action we get without choosing it
GET_PITCH = 0.92
GET_FOOD = 1.12
GET_WOOD = (0.96, 1.23)
BUILDING = (1.19, 1.76)
LOADING = (2.48, 2.0)
NO_LOADING = 0.47
LOAD_AFTER_BUILD = 0.59
NEW_ANIMALS = (2.52, 0.31)
EXCHANGING = (3.02, 3.67)
EXCHANGING_TIME = (1.74, 1.32)  # ... with all the time left
# The exchange.
DRAWING = 1.35
MATE_IN_BAG = 4.79
PLACE_HULL = 0.35
PLACE_LARGE = 0.21
PLACE_SMALL = 0.17
PLACE_OPEN = 0.24

EACH = 1 << 6  # several small numbers in one: those of size s count in steps of EACH ** s


def rounds_left(table: Table) -> int:
    """Rounds to come before the match can end."""
    return max(0, LAST_ROUND[table.variant] - whole(table.round_number))


def time_left(table: Table) -> float:
    """The part of the match that is to come, 1 to 0."""
    return rounds_left(table) / LAST_ROUND[table.variant]


# --- All actions but building -------------------------------------------------------------------


def pens_to_fill(table: Table) -> int:
    """The pens that wait, where tiles are picked or traded for them."""
    return free_pens(table) if table.phase == Phase.PICK or table.phase == Phase.TRADE else 0


def worth_of(table: Table, action: int, free: int) -> float:
    """What an action other than building is worth, in points; `free` counts the pens that wait."""
    if action < BAG:
        column = action if action < ACTION else action - ACTION
        return whole(table.bonus[column]) + worth_of_action(table, column)
    if action < PICK:
        return drawing(table, action - BAG)
    if action < REWARD:
        return worth_of_tile(table, action - PICK, free)
    if action < SWAP:
        return worth_of_reward(table, action - REWARD)
    if action < TRADE:
        return worth_of_exchange(table, action) if table.phase == Phase.EXCHANGE else drawing(table, action - DRAW)
    if action < KEEP:
        give, take = (action - TRADE) // TILE_COUNT, (action - TRADE) % TILE_COUNT
        return worth_of_tile(table, take, free) - worth_of_tile(table, give, free)
    return 0.1 if action == KEEP else worth_of_loading(table, action)


judge_others = judge_each(pens_to_fill, worth_of)


# --- Animals and pens ---------------------------------------------------------------------------


def haste(table: Table) -> float:
    """How much of the usual chance a pair still has."""
    return LATE + (1.0 - LATE) * min(1.0, HURRY * time_left(table))


def chance_of_single(table: Table) -> float:
    """How likely a pair boards of which one tile lies before a seat."""
    return SINGLE * haste(table) * min(1.0, 2.0 * time_left(table))


def free_pens(table: Table) -> int:
    """The pens without a large pair, counted by size in steps of EACH."""
    count = 0
    pens = table.pens & ~table.with_large
    while pens:
        count += 1 << (6 * size_of(region_at(table, number_of(first_of(pens)))))
        pens = without_first(pens)
    return count


def waiting(free: int, size: int) -> int:
    """How many of the free pens have this size."""
    return (free >> (6 * size)) % EACH


def worth_of_tile(table: Table, tile: int, free: int) -> float:
    """What an animal promises the seat in turn: points and a share in the pen, or the penalty at the end."""
    size = SIZE[tile // 2]
    mate = mates_of(single(tile))
    chance = 0.0
    if before_seats(table) & mate != 0:
        chance = COUPLED * haste(table)
    elif (table.bags | table.drawn) & mate != 0:
        chance = chance_of_single(table)
    gain = POINTS[tile // 2] + TILE_SHARE
    if size == SMALL:
        gain += TILE_SMALL
    elif waiting(free, size) > 0:
        gain += TILE_PEN
    lost = TILE_LOST * size if table.variant == STANDARD else 0.0
    return chance * gain - (1.0 - chance) * lost


def joints_in_need(table: Table, seat: int) -> int:
    """The joints of pens that still wait for a pair, with a plank of the seat."""
    joints = 0
    pens = table.pens & ~(table.with_large & table.with_small)
    while pens:
        pen = region_at(table, number_of(first_of(pens)))
        if joints_of(table, pen) & ~(table.tight | joints) != 0 and planks_around(table, pen, seat) > 0:
            joints |= joints_of(table, pen)
        pens = without_first(pens)
    return joints


# --- Loading ------------------------------------------------------------------------------------


def boarding_gain(table: Table, seat: int, species: int, pen: int) -> float:
    """Points of a seat when it boards a pair, less some of what the others get."""
    gain = 0.0
    pair = pair_of(species)
    for other in range(seat_count(table)):
        points = POINTS[species] * size_of(table.animals[other] & pair) + planks_around(table, pen, other)
        gain += points if other == seat else -OTHERS * points
    if table.variant == STANDARD:
        gain += size_of(joints_of(table, pen))
    return gain


def worth_of_loading(table: Table, action: int) -> float:
    """What feeding a cell or boarding a pair is worth."""
    seat = seat_in_turn(table)
    if action == DONE:
        return 0.0
    if action < BOARD:
        return worth_of_feeding(table, seat, action - FEED)
    species, cell = (action - BOARD) // GRID, (action - BOARD) % GRID
    own = size_of(table.animals[seat] & pair_of(species))
    if table.phase == Phase.FINAL_BOARD:
        return SIZE[species] * (own - OTHERS * (2 - own)) + 1.0
    return BOARD_FIRST + boarding_gain(table, seat, species, region_at(table, cell)) + BOARD_SIZE * SIZE[species]


def worth_of_feeding(table: Table, seat: int, cell: int) -> float:
    """A point, and the pair that can board once the pen is fed."""
    pen = region_at(table, cell)
    unfed = size_of(pen & ~table.fed)
    plan = best_boarding(table, pen, pairs_to_board(table), unfed, whole(table.food[seat]), whole(table.left), 0)[0]
    return 1.0 + (PLAN * plan + 0.1) / unfed


def best_boarding(
    table: Table, pen: int, pairs: int, unfed: int, food: int, points: int, extra: int
) -> tuple[float, int, int]:
    """The pair that brings most in a pen, once that is fed, for so much food and so many loading points: its gain, its
    female, its cost. At the end of the match the gain is what it would cost to keep the pair."""
    seat = seat_in_turn(table)
    best, best_pair, best_cost = 0.0, 0, 0
    if unfed > food or (table.variant == STANDARD and joints_of(table, pen) & ~table.tight != 0):
        return best, best_pair, best_cost
    pairs &= pairs_with_room(table, pen)
    while pairs:
        species = number_of(first_of(pairs)) // 2
        kept = SIZE[species] * size_of(table.animals[seat] & pair_of(species))
        cost = unfed + kept if table.variant == STANDARD else 1
        gain = 1.0 * kept
        if table.phase != Phase.FINAL_FEED:
            gain = boarding_gain(table, seat, species, pen) + extra if cost <= points else 0.0
        if gain > best:
            best, best_pair, best_cost = gain, first_of(pairs), cost
        pairs = without_first(pairs)
    return best, best_pair, best_cost


def worth_of_load(table: Table, seat: int) -> float:
    """Roughly what a seat could load now as the actor, less some of what it could as another."""
    quick = table.variant != STANDARD
    worth = 0.0
    for full in range(2):
        points = LOADING_POINTS[table.variant, full]
        food = whole(table.food[seat])
        if not quick and table.action_now[TAKE_FOOD] != NOBODY:
            food += 1
        total = 0.0
        pairs = pairs_to_board(table)
        idle = 0
        pens = table.pens
        while pens:
            pen = region_at(table, number_of(first_of(pens)))
            pens = without_first(pens)
            if planks_around(table, pen, seat) == 0:
                continue
            unfed = 0 if quick else size_of(pen & ~table.fed)
            idle += unfed
            best, best_pair, best_cost = best_boarding(table, pen, pairs, unfed, food, points, unfed)
            if best_pair:
                total += best
                pairs &= ~best_pair
                points -= best_cost
                food -= unfed
        if not quick:
            total += 0.8 * min(points, min(food, idle))
        worth = total - RIVAL * worth
    return worth


# --- Actions ------------------------------------------------------------------------------------


def worth_of_action(table: Table, column: int) -> float:
    """What choosing an action brings more than leaving it to others."""
    seat = seat_in_turn(table)
    if column == TAKE_PITCH:
        return GET_PITCH * goods(pitch_need(table) - whole(table.pitch[seat]), PITCH_TAKEN, whole(table.pitch_supply))
    if column == TAKE_FOOD:
        return GET_FOOD * goods(food_need(table) - whole(table.food[seat]), FOOD_TAKEN, whole(table.food_supply))
    if column == WOOD:
        room = 8 + 3 * rounds_left(table) - whole(table.wood[seat])
        return GET_WOOD[table.variant] * goods(room, WOOD_TAKEN, whole(table.wood_supply[seat]))
    if column == BUILD:
        wood = whole(table.wood[seat])
        if table.variant == STANDARD and table.action_now[WOOD] != NOBODY:
            wood += min(WOOD_TAKEN[0], whole(table.wood_supply[seat]))
        pieces = wood + min(whole(table.pitch[seat]), pitch_need(table))
        return BUILDING[table.variant] * (min(PIECES_PLACED[1], pieces) - RIVAL * min(PIECES_PLACED[0], pieces))
    if column == LOAD:
        worth = LOADING[table.variant] * worth_of_load(table, seat) - NO_LOADING
        if table.action_now[BUILD] != NOBODY:
            worth += LOAD_AFTER_BUILD
        return worth
    if column == ANIMALS:
        return NEW_ANIMALS[table.variant] if table.bags != 0 else -1.0
    return EXCHANGING[table.variant] + EXCHANGING_TIME[table.variant] * time_left(table)


def goods(need: int, taken: Numbers, supply: int) -> float:
    """What taking goods as the actor brings more than being one of the others, as far as they are needed."""
    most = min(need, supply)
    if most <= 0:
        return -0.5
    return max(0.0, min(most, taken[1]) - RIVAL * min(most, taken[0]))


def pitch_need(table: Table) -> int:
    """Pitch that could be placed soon."""
    return size_of(table.firm & ~table.tight) + size_of(ALL_JOINTS[seat_count(table)] & ~table.firm) // 6 + 1


def food_need(table: Table) -> int:
    """Food that could be placed soon."""
    return (2 if rounds_left(table) > 0 else 0) + size_of(table.penned & ~table.fed)


def worth_of_reward(table: Table, reward: int) -> float:
    """A point is sure; goods are worth more while there is need and time."""
    seat = seat_in_turn(table)
    if reward == REWARD_POINT:
        return 1.0
    if rounds_left(table) < 2:
        return 0.0
    if reward == REWARD_PLANK:
        return 1.6 if table.wood[seat] < 6 else 0.8
    if reward == REWARD_FOOD:
        return 1.2 if food_need(table) > table.food[seat] else 0.2
    return 1.2 if pitch_need(table) > table.pitch[seat] else 0.2


# --- The exchange -------------------------------------------------------------------------------


def drawing(table: Table, sex: int) -> float:
    """What a bag promises the seat in turn: mates of its animals."""
    bag = bag_of(table, sex)
    own = table.animals[seat_in_turn(table)]
    return MATE_IN_BAG * size_of(bag & mates_of(own)) / max(1, size_of(bag))


def worth_of_place(table: Table, edge: int) -> float:
    """What a plank of one's own promises on an edge: pairs that may still board beside it, and the hull."""
    players = seat_count(table)
    value = 0.0
    for side in range(2):
        cell = EDGE_CELLS[players, edge, side]
        if cell == NO_CELL:
            value += PLACE_HULL
        elif contains(table.penned, cell):
            first = first_of(region_at(table, cell))
            if table.with_large & first == 0:
                value += PLACE_LARGE
            if table.with_small & first == 0 and table.variant == STANDARD:
                value += PLACE_SMALL
        else:
            value += PLACE_OPEN
    return value


def worth_of_exchange(table: Table, action: int) -> float:
    """What a draw promises, or what an own plank gains by changing places."""
    if action >= DRAW:
        return DRAWING + drawing(table, action - DRAW)
    seat = seat_in_turn(table)
    edge, other = first_edge(action), second_edge(action)
    gain = worth_of_place(table, other) - worth_of_place(table, edge)
    if table.planks[edge] == seat:
        return gain
    return -gain if table.planks[other] == seat else -1.0
