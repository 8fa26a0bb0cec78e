"""Actions: what is legal, in which order, and what each of them does. Their numbers are those of moves.py."""

from __future__ import annotations

from ....core.bits import first_of, number_of, without_first
from ....core.effects import Effects
from ....core.table import NOBODY, Numbers
from ....core.whole import seat_in_turn
from ..board import GRID, MOST_EDGES, MOST_JOINTS, SIDES
from ..pieces import (
    IS_QUICK,
    MOST_PLAYERS,
    PLANKS,
    SEXES,
    STANDARD,
    TILE_COUNT,
)
from ..state import Phase, Rule, Table
from .animals import bag_of, refuse_pick, return_drawn
from .building import bare_joints, place_pitch, place_plank, refuse_pitch, refuse_plank
from .exchange import (
    draw_one,
    refuse_draw,
    refuse_reward,
    refuse_swap,
    refuse_trade,
    swap,
    take_reward,
    tradable,
    trade,
)
from .loading import board, cells_to_feed, feed, pairs_for_pen, pairs_within_reach, refuse_board, refuse_feed
from .moves import (
    ACTION,
    BAG,
    BOARD,
    DONE,
    DRAW,
    FEED,
    KEEP,
    PICK,
    PITCH,
    PLANK,
    REWARD,
    SWAP,
    TRADE,
    WORKER,
    first_edge,
    refuse_kind,
    second_edge,
    swap_of,
)
from .pens import BELOW, RIGHT, has_plank, is_outer
from .rounds import be_done, begin_action, draw_third, finish_action, go_on, go_to_work, pick_animal
from .workers import place_worker

# Every plank of a colour with every one of another, every placing, every loading, every trade; and one more.
_swaps = min(MOST_PLAYERS * (MOST_PLAYERS - 1) // 2 * PLANKS * PLANKS, DRAW - SWAP) + len(SEXES)
MOST_ACTIONS = max(_swaps, MOST_EDGES + MOST_JOINTS, DONE - FEED, TILE_COUNT * TILE_COUNT // 4) + 1


# --- What is legal ------------------------------------------------------------------------------


def refusal(table: Table, action: int) -> int:
    """Why an action is refused, as a number of `Rule`; 0 if it is legal."""
    refused = refuse_kind(table, action)
    if refused != Rule.LEGAL:
        return refused
    if action < ACTION:
        return Rule.LEGAL if table.action_now[action] == NOBODY else Rule.AN_4_12
    if action < BAG:
        return Rule.LEGAL if IS_QUICK[action - ACTION] else Rule.AN_7_4
    if action < PICK:
        return Rule.LEGAL if bag_of(table, action - BAG) != 0 else Rule.AN_4_42
    if action < REWARD:
        return refuse_pick(table, action - PICK)
    if action < SWAP:
        return refuse_reward(table, action - REWARD)
    if action < DRAW:
        return refuse_swap(table, first_edge(action), second_edge(action))
    if action < TRADE:
        return refuse_draw(table, action - DRAW)
    if action < KEEP:
        return refuse_trade(table, (action - TRADE) // TILE_COUNT, (action - TRADE) % TILE_COUNT)
    if action in (KEEP, DONE):
        return Rule.LEGAL
    if action < PITCH:
        return refuse_plank(table, action - PLANK)
    if action < FEED:
        return refuse_pitch(table, action - PITCH)
    if action < BOARD:
        return refuse_feed(table, action - FEED)
    return refuse_board(table, (action - BOARD) // GRID, (action - BOARD) % GRID)


# --- All that is legal --------------------------------------------------------------------------


def list_actions(table: Table, actions: Numbers) -> int:
    """Write all legal actions down, in their stable order, and return how many there are."""
    phase = table.phase
    if phase == Phase.BUILD:
        return list_placings(table, actions)
    if phase == Phase.LOAD or phase == Phase.FINAL_FEED or phase == Phase.FINAL_BOARD:
        return list_loadings(table, actions)
    if phase == Phase.WORKER:
        return list_range(table, WORKER, ACTION, actions, 0)
    if phase == Phase.ACTION:
        return list_range(table, ACTION, BAG, actions, 0)
    if phase == Phase.BAG:
        return list_range(table, BAG, PICK, actions, 0)
    if phase == Phase.PICK:
        return list_members(table.drawn, PICK, actions, 0)
    if phase == Phase.REWARD:
        return list_range(table, REWARD, SWAP, actions, 0)
    if phase == Phase.EXCHANGE:
        return list_range(table, DRAW, TRADE, actions, list_swaps(table, actions))
    if phase == Phase.DRAW:
        return list_range(table, DRAW, TRADE, actions, 0)
    return list_trades(table, actions) if phase == Phase.TRADE else 0


def list_range(table: Table, start: int, end: int, actions: Numbers, count: int) -> int:
    """All that is legal of a few actions."""
    for action in range(start, end):
        if refusal(table, action) == Rule.LEGAL:
            actions[count] = action
            count += 1
    return count


def list_members(members: int, start: int, actions: Numbers, count: int) -> int:
    """An action for every member of a set, numbered from `start`."""
    while members:
        actions[count] = start + number_of(first_of(members))
        count += 1
        members = without_first(members)
    return count


def list_swaps(table: Table, actions: Numbers) -> int:
    """Every two planks of different colours (AN-4.53, AN-4.54)."""
    count = 0
    for other in range(MOST_EDGES):
        owner = table.planks[other]
        if owner != NOBODY:
            for edge in range(other):
                if table.planks[edge] != NOBODY and table.planks[edge] != owner:
                    actions[count] = swap_of(edge, other)
                    count += 1
    return count


def list_trades(table: Table, actions: Numbers) -> int:
    """Every animal that may be given for every one drawn, and none (AN-4.57)."""
    count = 0
    given = tradable(table)
    while given:
        start = TRADE + number_of(first_of(given)) * TILE_COUNT
        count = list_members(table.drawn, start, actions, count)
        given = without_first(given)
    actions[count] = KEEP
    return count + 1


def list_placings(table: Table, actions: Numbers) -> int:
    """Every free edge and every joint that can get pitch, as far as the seat has pieces, and done (AN-4.60)."""
    count = 0
    seat = seat_in_turn(table)
    if table.wood[seat] > 0:
        count = list_free_edges(table, actions)
    if table.pitch[seat] > 0:
        count = list_members(bare_joints(table), PITCH, actions, count)
    actions[count] = DONE
    return count + 1


def list_free_edges(table: Table, actions: Numbers) -> int:
    """Every edge where a plank may go: open to the right of a cell, below it, or to the outside (AN-4.63, AN-4.64)."""
    count = 0
    right, below, leaky = table.open_right & ~table.penned, table.open_below & ~table.penned, table.leaky
    while right:
        actions[count] = PLANK + SIDES[number_of(first_of(right)), RIGHT]
        count += 1
        right = without_first(right)
    while below:
        actions[count] = PLANK + SIDES[number_of(first_of(below)), BELOW]
        count += 1
        below = without_first(below)
    while leaky:
        cell = number_of(first_of(leaky))
        for side in range(4):
            edge = SIDES[cell, side]
            if is_outer(table, edge) and not has_plank(table, edge):
                actions[count] = PLANK + edge
                count += 1
        leaky = without_first(leaky)
    return count


def list_loadings(table: Table, actions: Numbers) -> int:
    """Every cell that can be fed, every pair with every pen it can board, and done (AN-4.71)."""
    count = 0
    if table.phase == Phase.FINAL_FEED or (table.phase == Phase.LOAD and table.variant == STANDARD):
        count = list_members(cells_to_feed(table), FEED, actions, count)
    pairs = 0 if table.phase == Phase.FINAL_FEED else pairs_within_reach(table)
    pens = table.pens if pairs else 0
    while pens:
        cell = number_of(first_of(pens))
        boarding = pairs_for_pen(table, cell, pairs)
        while boarding:
            actions[count] = BOARD + number_of(first_of(boarding)) // 2 * GRID + cell
            count += 1
            boarding = without_first(boarding)
        pens = without_first(pens)
    actions[count] = DONE
    return count + 1


# --- What actions do ----------------------------------------------------------------------------


def play(table: Table, action: int, effects: Effects) -> None:
    """Carry a legal action out, and all that follows by itself, up to the next decision."""
    if action < ACTION:
        place_worker(table, action - WORKER, effects)
        go_to_work(table, effects)
    elif action < BAG:
        if not begin_action(table, action - ACTION, seat_in_turn(table), effects):
            finish_action(table, effects)
    elif action < PICK:
        draw_third(table, action - BAG, effects)
    elif action < REWARD:
        pick_animal(table, action - PICK, effects)
    elif action < PLANK:
        play_exchange(table, action, effects)
    elif action == DONE:
        be_done(table, effects)
    else:
        play_piece(table, action, effects)
        go_on(table, effects)


def play_exchange(table: Table, action: int, effects: Effects) -> None:
    """A decision of the exchange; with the last one the action is over."""
    if action < SWAP:
        if take_reward(table, action - REWARD, effects):
            return
    elif action < DRAW:
        swap(table, first_edge(action), second_edge(action))
    elif action < TRADE:
        if draw_one(table, action - DRAW, effects):
            return
    elif action < KEEP:
        trade(table, (action - TRADE) // TILE_COUNT, (action - TRADE) % TILE_COUNT, effects)
    else:
        return_drawn(table, effects)
    finish_action(table, effects)


def play_piece(table: Table, action: int, effects: Effects) -> None:
    """Something goes on the ark."""
    if action < PITCH:
        place_plank(table, action - PLANK, effects)
    elif action < FEED:
        place_pitch(table, action - PITCH)
    elif action < BOARD:
        feed(table, action - FEED)
    else:
        board(table, (action - BOARD) // GRID, (action - BOARD) % GRID, effects)
