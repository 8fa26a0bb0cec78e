"""What the search should know about Ark & Noah.

Pens that could be closed are in guide_pens.py, what all other actions are worth in guide_worth.py, how a table
stands in guide_hopes.py.
"""

from __future__ import annotations

from math import exp

import numpy as np

from ...core.bits import contains, first_of, single
from ...core.levels import Level
from ...core.table import NOBODY, Numbers, Weights
from ...core.whole import seat_in_turn, whole
from .board import MOST_EDGES
from .guide_hopes import standing
from .guide_pens import weigh_placings
from .guide_worth import (
    drawing,
    free_pens,
    joints_in_need,
    rounds_left,
    worth_of_action,
    worth_of_exchange,
    worth_of_loading,
    worth_of_place,
    worth_of_reward,
    worth_of_tile,
)
from .pieces import ANIMALS, EXCHANGE, SEXES, STANDARD, TILE_COUNT
from .rules.actions import list_actions
from .rules.building import bare_joints
from .rules.exchange import refuse_draw, refuse_swap
from .rules.moves import ACTION, BAG, BOARD, DONE, DRAW, FEED, KEEP, PICK, PITCH, REWARD, SWAP, TRADE, WORKER, swap_of
from .rules.pens import region_at
from .state import Phase, Rule, Table

__all__ = ["CURIOSITY", "DOUBT", "LEVELS", "MARGIN", "PAR", "SCALE", "expect", "list_sensible", "standing", "weigh"]

SCALE = 8.0
PAR = 0.0
MARGIN = 0.25
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


def weigh(table: Table, actions: Numbers, count: int, weights: Weights) -> None:
    """How likely a good player takes each action: what is worth more points is likelier."""
    if table.phase == Phase.BUILD:
        weigh_placings(table, actions, count, weights)
    else:
        free = free_pens(table) if table.phase == Phase.PICK or table.phase == Phase.TRADE else 0
        for position in range(count):
            weights[position] = worth_of(table, actions[position], free)
    sharpen(table, count, weights)


def expect(table: Table, actions: Numbers, count: int, weights: Weights) -> None:
    """As `weigh`, but whoever has common sense fills the ark of the quick game rather than exchange for ever."""
    if table.phase != Phase.ACTION:
        weigh(table, actions, count, weights)
        return
    for position in range(count):
        column = actions[position] - ACTION
        worth = worth_of_action(table, column)
        if column == EXCHANGE:
            worth = EXCHANGED
        elif column == ANIMALS and table.bags != 0:
            worth = WELCOMED
        weights[position] = worth
    sharpen(table, count, weights)


def sharpen(table: Table, count: int, weights: Weights) -> None:
    """From what actions are worth to how likely they are."""
    sharpness = SHARPNESS[table.phase]
    most = weights[0]
    for position in range(1, count):
        most = max(most, weights[position])
    for position in range(count):
        weights[position] = exp(max(LEAST, sharpness * (weights[position] - most)))


def worth_of(table: Table, action: int, free: int) -> float:
    """What an action other than building is worth, in points; `free` counts the pens that wait."""
    if action < BAG:
        column = action - (WORKER if action < ACTION else ACTION)
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


# --- What is worth a thought --------------------------------------------------------------------


def list_sensible(table: Table, actions: Numbers) -> int:
    """All that is legal, less what is as good as something else, and less most of the swaps."""
    phase = table.phase
    if phase == Phase.EXCHANGE:
        return list_sensible_swaps(table, actions)
    legal = list_actions(table, actions)
    if phase == Phase.BUILD:
        return thin_placings(table, actions, legal)
    if phase == Phase.LOAD or phase == Phase.FINAL_FEED:
        return thin_feedings(table, actions, legal)
    return legal


def thin_placings(table: Table, actions: Numbers, legal: int) -> int:
    """Pitch where it is needed, or else on one joint; and nobody stops early before the last round."""
    seat = seat_in_turn(table)
    needed = bare_joints(table)
    if table.pitch[seat] > 0 and needed != 0:
        wanted = needed & joints_in_need(table, seat)
        needed = wanted if wanted != 0 else first_of(needed)
    count = 0
    for position in range(legal):
        action = actions[position]
        if PITCH <= action < FEED and not contains(needed, action - PITCH):
            continue
        if action == DONE and count > 1 and table.variant == STANDARD and rounds_left(table) > 0:
            continue
        actions[count] = action
        count += 1
    return count


def thin_feedings(table: Table, actions: Numbers, legal: int) -> int:
    """One cell of each pen will do."""
    count = 0
    for position in range(legal):
        action = actions[position]
        if FEED <= action < BOARD:
            cell = action - FEED
            if first_of(region_at(table, cell) & ~table.fed) != single(cell):
                continue
        actions[count] = action
        count += 1
    return count


def list_sensible_swaps(table: Table, actions: Numbers) -> int:
    """Of swaps only those that bring the worst plank of one's own to a better place."""
    seat = seat_in_turn(table)
    count = 0
    for sex in range(len(SEXES)):
        if refuse_draw(table, sex) == Rule.LEGAL:
            actions[count] = DRAW + sex
            count += 1
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
                actions[count] = swap_of(min(edge, worst), max(edge, worst))
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
