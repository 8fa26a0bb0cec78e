"""What a table can be, and what is wrong with one that cannot (AN-8.1)."""

from __future__ import annotations

from ....core.bits import all_below, contains, less, size_of, with_member
from ....core.faults import first_fault
from ....core.table import NOBODY
from ....core.whole import seat_count, whole
from ..board import ALL_JOINTS, BOARD_EDGES, EDGE_CELLS, EDGE_COUNT, FIRST, MOST_EDGES, NO_CELL, OTHER
from ..pieces import COLUMNS, EXCHANGE_TILES, FOOD, KINDS, MOST_PLAYERS, PITCH, PLANKS, SIZE, SMALL, STANDARD, WORKERS
from ..state import ACTION_OF_PHASE, NO_ACTION, Fault, Phase, Table, has_phase
from .animals import pair_of, tiles_in_match
from .building import allowance
from .ending import FINALS, best_seats, final_points
from .exchange import can_draw, can_swap
from .pens import cells_at_bare_edges, find_pens, firm_joints, has_plank, joints_of, region_at
from .workers import leftmost_worker

# --- Pieces -------------------------------------------------------------------------------------


def fault_of_pieces(table: Table) -> int:
    """Every tile, plank, pitch cube and food tile of the box is somewhere, once."""
    standard = table.variant == STANDARD
    pitch = whole(table.pitch_supply) + size_of(table.tight)
    food = whole(table.food_supply) + size_of(table.fed)
    missing = less(less(tiles_in_match(table), table.bags), table.drawn)
    for seat in range(MOST_PLAYERS):
        planks = planks_of(table, seat) + whole(table.wood[seat]) + whole(table.wood_supply[seat])
        if planks != (PLANKS if seat < seat_count(table) else 0):
            return Fault.PLANKS
        if seat >= seat_count(table) and table.animals[seat] != 0:
            return Fault.ANIMALS
        pitch += whole(table.pitch[seat])
        food += whole(table.food[seat])
        missing = less(missing, table.animals[seat])
    for species in range(KINDS):
        if table.berths[species] != NO_CELL:
            missing = less(missing, pair_of(species))
    if pitch != (PITCH if standard else 0):
        return Fault.PITCH
    if food != (FOOD if standard else 0):
        return Fault.FOOD
    return Fault.NONE if missing == 0 else Fault.ANIMALS


def planks_of(table: Table, seat: int) -> int:
    """How many planks of a seat lie on the ark."""
    count = 0
    for edge in range(MOST_EDGES):
        count += table.planks[edge] == seat
    return count


# --- The ark ------------------------------------------------------------------------------------


def fault_of_ark(table: Table) -> int:
    """What is kept beside the planks follows from them; planks, pitch and food are where they may be."""
    players = seat_count(table)
    for edge in range(MOST_EDGES):
        if has_plank(table, edge) and EDGE_CELLS[players, edge, FIRST] == NO_CELL:
            return Fault.PLANK_BESIDE_BOARD
    right, below, leaky = cells_at_bare_edges(table)
    if right != table.open_right or below != table.open_below or leaky != table.leaky:
        return Fault.PENS
    if firm_joints(table, ALL_JOINTS[players]) != table.firm:
        return Fault.PENS
    pens, penned = find_pens(table)
    if pens != table.pens or penned != table.penned:
        return Fault.PENS
    for number in range(EDGE_COUNT[players]):
        edge = BOARD_EDGES[players, number]
        if has_plank(table, edge) and lies_inside(table, edge):
            return Fault.PLANK_INSIDE_PEN
    if table.tight & ~table.firm != 0:
        return Fault.PITCH_ON_BARE_JOINT
    return Fault.NONE if table.fed & ~table.penned == 0 else Fault.FOOD_OUTSIDE_PEN


def lies_inside(table: Table, edge: int) -> bool:
    """Whether an edge lies between two cells of one pen (AN-4.64, AN-4.65)."""
    players = seat_count(table)
    cell, other = EDGE_CELLS[players, edge, FIRST], EDGE_CELLS[players, edge, OTHER]
    if other == NO_CELL or not contains(table.penned, cell):
        return False
    return contains(region_at(table, cell), other)


def fault_of_pairs(table: Table) -> int:
    """Pairs aboard are where they may be (AN-4.83 to AN-4.87)."""
    small, large = 0, 0
    for species in range(KINDS):
        cell = whole(table.berths[species])
        if cell == NO_CELL:
            continue
        if not contains(table.pens, cell):
            return Fault.PAIR_OUTSIDE_PEN
        pen = region_at(table, cell)
        if contains(small if SIZE[species] == SMALL else large, cell):
            return Fault.PEN_CROWDED
        if SIZE[species] == SMALL:
            small = with_member(small, cell)
        elif size_of(pen) != SIZE[species]:
            return Fault.PEN_OF_OTHER_SIZE
        else:
            large = with_member(large, cell)
        if table.variant == STANDARD and pen & ~table.fed != 0:
            return Fault.PEN_UNFED
        if table.variant == STANDARD and joints_of(table, pen) & ~table.tight != 0:
            return Fault.PEN_LEAKY
    return Fault.NONE if small == table.with_small and large == table.with_large else Fault.PEN_CROWDED


# --- Phase, seats, workers ----------------------------------------------------------------------


def fault_of_phase(table: Table) -> int:
    """The phase exists, belongs to the action that is carried out, and has who decides (section 9)."""
    phase = table.phase
    if not has_phase(seat_count(table), whole(table.variant), phase):
        return Fault.PHASE
    if table.action != ACTION_OF_PHASE[phase]:
        return Fault.ACTION
    if (phase == Phase.OVER) != (table.turn == NOBODY):
        return Fault.TURN
    in_action = table.action != NO_ACTION
    if (in_action or phase == Phase.ACTION) != (table.actor != NOBODY):
        return Fault.ACTOR
    shared = is_shared(table)
    if (in_action or phase == Phase.ACTION) and (not shared or phase == Phase.BAG) and table.turn != table.actor:
        return Fault.TURN_OF_ACTOR
    return Fault.NONE


def is_shared(table: Table) -> bool:
    """Whether seats decide one after the other: in an action that is for all, and in the last loading."""
    phase = table.phase
    if phase == Phase.BAG or phase == Phase.PICK or phase == Phase.BUILD or phase == Phase.LOAD:
        return True
    return is_last_loading(table)


def is_last_loading(table: Table) -> bool:
    """Whether the match is in its last loading (AN-5.4, AN-5.5)."""
    return table.phase == Phase.FINAL_FEED or table.phase == Phase.FINAL_BOARD


def fault_of_seats(table: Table) -> int:
    """Who comes after the seat in turn, each once; in the last loading as the final order says."""
    players = seat_count(table)
    waiting, ordered, place = 0, 0, NOBODY
    for number in range(MOST_PLAYERS):
        seat, other = whole(table.queue[number]), whole(table.order[number])
        if seat != NOBODY:
            if not is_shared(table):
                return Fault.QUEUE_EARLY
            if seat == table.turn or seat == table.actor or contains(waiting, seat):
                return Fault.QUEUE
            waiting = with_member(waiting, seat)
        if other != NOBODY:
            if not is_last_loading(table):
                return Fault.ORDER_EARLY
            ordered = with_member(ordered, other)
            if other == table.turn:
                place = number
    if not is_last_loading(table):
        return Fault.NONE
    if ordered != all_below(players):
        return Fault.ORDER
    for number in range(players):
        after = place + 1 + number
        if table.queue[number] != (table.order[after] if after < players else NOBODY):
            return Fault.ORDER_QUEUE
    return Fault.NONE


def fault_of_workers(table: Table) -> int:
    """Every seat's workers stand somewhere, those of actions to come in the lower row (AN-3.7, AN-4.11, AN-4.21)."""
    for seat in range(MOST_PLAYERS):
        missing = 0
        for column in range(COLUMNS):
            missing += table.variant == STANDARD and WORKERS[table.workers, seat_count(table), column] == seat
            missing -= table.action_done[column] == seat
            missing -= table.action_now[column] == seat
        if missing != 0:
            return Fault.WORKERS
    if table.phase == Phase.WORKER:
        column = leftmost_worker(table)
        return Fault.NONE if column < COLUMNS and table.action_done[column] == table.turn else Fault.WORKER_IN_TURN
    for column in range(COLUMNS):
        if table.variant != STANDARD:
            if table.bonus[column] != 0:
                return Fault.WORKERS
        elif table.action == column and table.action_now[column] != table.actor:
            return Fault.WORKER_OF_ACTOR
        elif table.action_now[column] != NOBODY:
            if table.action == NO_ACTION or column < table.action:
                return Fault.WORKER_LATE
            if table.action_done[column] != NOBODY:
                return Fault.WORKERS_IN_COLUMN
    return Fault.NONE


# --- The decision, the end ----------------------------------------------------------------------


def fault_of_decision(table: Table) -> int:
    """What lies open, what is left to place or load, and that there is something to choose."""
    phase, drawn = table.phase, size_of(table.drawn)
    if phase == Phase.BAG or phase == Phase.PICK:
        seats = 1 if phase == Phase.PICK else 0
        for place in range(MOST_PLAYERS):
            seats += table.queue[place] != NOBODY
        if drawn == 0 or drawn > seats:
            return Fault.DRAWN_PICK
    elif phase == Phase.DRAW or phase == Phase.TRADE:
        if drawn > EXCHANGE_TILES or (drawn == EXCHANGE_TILES if phase == Phase.DRAW else drawn == 0):
            return Fault.DRAWN_EXCHANGE
    elif drawn > 0:
        return Fault.DRAWN_EARLY
    least = 1 if phase == Phase.BUILD or (phase == Phase.LOAD and table.variant != STANDARD) else 0
    if table.left < least or table.left > allowance(table):
        return Fault.LEFT
    if (phase == Phase.BAG or phase == Phase.DRAW) and table.bags == 0:
        return Fault.NO_MOVE
    return Fault.NO_MOVE if phase == Phase.EXCHANGE and not can_swap(table) and not can_draw(table) else Fault.NONE


def fault_of_end(table: Table) -> int:
    """Winners and last points come at the end, and follow from the table (AN-5.6 to AN-5.9, AQ-5.2)."""
    over = table.phase == Phase.OVER
    for seat in range(seat_count(table)):
        for final in range(FINALS):
            if table.final[seat, final] != (final_points(table, seat, final) if over else 0):
                return Fault.FINAL if over else Fault.END_EARLY
    if not over:
        return Fault.END_EARLY if table.winners != 0 else Fault.NONE
    return Fault.NONE if table.winners == best_seats(table) else Fault.WINNERS


fault = first_fault(
    *(fault_of_phase, fault_of_pieces, fault_of_ark, fault_of_pairs),
    *(fault_of_seats, fault_of_workers, fault_of_decision, fault_of_end),
)
