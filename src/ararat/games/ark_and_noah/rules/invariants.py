"""What always holds (section 8). `fault` names the first thing that does not, for tests.

Pens are found anew here, by filling every region of the whole board from the planks alone.
"""

from __future__ import annotations

from ....core.bits import first_of, size_of
from ....core.rule import rule
from ....core.table import NOBODY
from ....core.whole import seat_count, whole
from ..board import (
    ALL_JOINTS,
    BOARD_EDGES,
    CELLS,
    EDGE_CELLS,
    EDGE_COUNT,
    IS_UPRIGHT,
    JOINT_EDGES,
    MOST_EDGES,
    MOST_JOINTS,
    NO_CELL,
)
from ..board import COLUMNS as ROW
from ..pieces import (
    BUILD,
    COLUMNS,
    EXCHANGE,
    FOOD,
    IN_MATCH,
    KINDS,
    LARGEST_PEN,
    LOAD,
    MOST_PLAYERS,
    PITCH,
    PLANKS,
    SIZE,
    SMALL,
    STANDARD,
    WORKERS,
)
from ..state import NO_ACTION, Final, Phase, Table
from .animals import pair_of
from .ending import animal_points, best_seats, goods_points, hull_points
from .pens import joints_of, region_at

COUNTER = 8  # bits for the planks of a seat


@rule
def fault(table: Table) -> int:
    """0, or a number that says which invariant is broken."""
    broken = animals_fault(table)
    if broken == 0:
        broken = goods_fault(table)
    if broken == 0:
        broken = ark_fault(table)
    if broken == 0:
        broken = pairs_fault(table)
    if broken == 0:
        broken = workers_fault(table)
    if broken == 0:
        broken = phase_fault(table)
    if broken == 0:
        broken = end_fault(table)
    return broken


@rule
def animals_fault(table: Table) -> int:
    """Every tile is in exactly one place."""
    found = table.bags
    count = size_of(found) + size_of(table.drawn)
    found |= table.drawn
    for seat in range(MOST_PLAYERS):
        if seat >= seat_count(table) and table.animals[seat] != 0:
            return 1
        found |= table.animals[seat]
        count += size_of(table.animals[seat])
    for species in range(KINDS):
        if table.berths[species] != NO_CELL:
            found |= pair_of(species)
            count += 2
    tiles = IN_MATCH[seat_count(table), table.variant]
    return 0 if found == tiles and count == size_of(tiles) else 2


@rule
def goods_fault(table: Table) -> int:
    """Planks, pitch and food are as many as in the box."""
    aboard = count_planks(table)
    pitch = whole(table.pitch_supply) + size_of(table.tight)
    food = whole(table.food_supply) + size_of(table.fed)
    for seat in range(MOST_PLAYERS):
        on_ark = (aboard >> (COUNTER * seat)) & ((1 << COUNTER) - 1)
        planks = on_ark + whole(table.wood[seat]) + whole(table.wood_supply[seat])
        if planks != (PLANKS if seat < seat_count(table) else 0):
            return 3
        pitch += whole(table.pitch[seat])
        food += whole(table.food[seat])
    standard = table.variant == STANDARD
    if pitch != (PITCH if standard else 0) or food != (FOOD if standard else 0):
        return 4
    return 0


@rule
def count_planks(table: Table) -> int:
    """How many planks of each seat lie on the ark, side by side in one number."""
    counts = 0
    for edge in range(MOST_EDGES):
        if table.planks[edge] != NOBODY:
            counts += 1 << (COUNTER * whole(table.planks[edge]))
    return counts


@rule
def ark_fault(table: Table) -> int:
    """What is kept beside the planks follows from them: openings, leaks, firm joints, pens (AN-4.61)."""
    players = seat_count(table)
    right, below, leaky = 0, 0, 0
    for edge in range(MOST_EDGES):
        cell, other = EDGE_CELLS[players, edge, 0], EDGE_CELLS[players, edge, 1]
        if table.planks[edge] != NOBODY:
            if cell == NO_CELL:
                return 5
        elif other != NO_CELL:
            if IS_UPRIGHT[edge]:
                right |= 1 << cell
            else:
                below |= 1 << cell
        elif cell != NO_CELL:
            leaky |= 1 << cell
    if right != table.open_right or below != table.open_below or leaky != table.leaky:
        return 6
    firm = 0
    for joint in range(MOST_JOINTS):
        if ALL_JOINTS[players] & (1 << joint) != 0:
            if table.planks[JOINT_EDGES[players, joint, 0]] != NOBODY:
                if table.planks[JOINT_EDGES[players, joint, 1]] != NOBODY:
                    firm |= 1 << joint
    if firm != table.firm or table.tight & ~firm != 0:
        return 7  # AN-4.68
    return pens_fault(table, right, below, leaky)


@rule
def pens_fault(table: Table, right: int, below: int, leaky: int) -> int:
    """Every region of the board is filled, and those that are pens are the pens (AN-4.61, AN-4.65)."""
    pens, penned = 0, 0
    rest = CELLS[seat_count(table)]
    while rest:
        region = 0
        wider = first_of(rest)
        while wider != region:
            region = wider
            wider |= ((region & right) << 1) | ((region >> 1) & right)
            wider |= ((region & below) << ROW) | ((region >> ROW) & below)
        if region & leaky == 0 and size_of(region) <= LARGEST_PEN:
            pens |= first_of(region)
            penned |= region
        rest &= ~region
    if pens != table.pens or penned != table.penned:
        return 8
    if table.fed & ~penned != 0:
        return 9  # AN-4.73
    return planks_in_pens_fault(table)


@rule
def planks_in_pens_fault(table: Table) -> int:
    """No plank lies between two cells of one pen (AN-4.64, AN-4.65)."""
    players = seat_count(table)
    for number in range(EDGE_COUNT[players]):
        edge = BOARD_EDGES[players, number]
        cell, other = EDGE_CELLS[players, edge, 0], EDGE_CELLS[players, edge, 1]
        if other != NO_CELL and table.planks[edge] != NOBODY and table.penned & (1 << cell) != 0:
            if region_at(table, cell) & (1 << other) != 0:
                return 10
    return 0


@rule
def pairs_fault(table: Table) -> int:
    """Pairs aboard are where they may be (AN-4.83 to AN-4.87)."""
    small, large = 0, 0
    for species in range(KINDS):
        cell = whole(table.berths[species])
        if cell == NO_CELL:
            continue
        if table.pens & (1 << cell) == 0:
            return 11
        taken = small if SIZE[species] == SMALL else large
        if taken & (1 << cell) != 0:
            return 12
        pen = region_at(table, cell)
        if SIZE[species] == SMALL:
            small |= 1 << cell
        else:
            large |= 1 << cell
            if size_of(pen) != SIZE[species]:
                return 13
        if table.variant == STANDARD:
            if pen & ~table.fed != 0 or joints_of(table, pen) & ~table.tight != 0:
                return 14
    return 0 if small == table.with_small and large == table.with_large else 15


@rule
def workers_fault(table: Table) -> int:
    """Every seat's workers stand somewhere, those of actions to come in the lower row (AN-3.7, AN-4.21)."""
    for seat in range(MOST_PLAYERS):
        placed, expected = 0, 0
        for column in range(COLUMNS):
            if table.variant == STANDARD and WORKERS[seat_count(table), column] == seat:
                expected += 1
            if table.action_done[column] == seat:
                placed += 1
            if table.action_now[column] == seat:
                placed += 1
        if placed != expected:
            return 16
    for column in range(COLUMNS):
        done, now = whole(table.action_done[column]), whole(table.action_now[column])
        if done != NOBODY and now != NOBODY and table.phase != Phase.WORKER:
            return 17
        if table.action != NO_ACTION and now != NOBODY and column < table.action:
            return 18
        if table.action == column and table.variant == STANDARD and now != table.actor:
            return 19
    return 0


@rule
def phase_fault(table: Table) -> int:
    """A phase has what it needs and nothing that it may not have (section 8)."""
    phase = table.phase
    quick = table.variant != STANDARD
    in_action = Phase.BAG <= phase <= Phase.LOAD
    if in_action != (table.action != NO_ACTION):
        return 20
    if (in_action or phase == Phase.ACTION) != (table.actor != NOBODY):
        return 21
    if (phase == Phase.WORKER or (phase >= Phase.FINAL_FEED and phase < Phase.OVER)) and quick:
        return 22
    if phase == Phase.ACTION and not quick:
        return 22
    if table.drawn != 0 and not Phase.BAG <= phase <= Phase.TRADE:
        return 23
    if (phase == Phase.BUILD) != (table.action == BUILD) or (phase == Phase.LOAD) != (table.action == LOAD):
        return 24
    if table.action == EXCHANGE and table.queue[0] != NOBODY:
        return 25
    if phase != Phase.BUILD and phase != Phase.LOAD and table.left != 0:
        return 26
    if (phase == Phase.BUILD or (phase == Phase.LOAD and quick)) and table.left == 0:
        return 27
    final = phase == Phase.FINAL_FEED or phase == Phase.FINAL_BOARD
    if final != (table.order[0] != NOBODY):
        return 28
    return 0


@rule
def end_fault(table: Table) -> int:
    """Winners and last points come at the end, and follow from the table (AN-5.6 to AN-5.9, AQ-5.2)."""
    over = table.phase == Phase.OVER
    if over != (table.turn == NOBODY) or over != (table.winners != 0):
        return 29
    for seat in range(seat_count(table)):
        standard = over and table.variant == STANDARD
        if table.final[seat, Final.HULL + 0] != (hull_points(table, seat) if over else 0):
            return 30
        if table.final[seat, Final.GOODS + 0] != (goods_points(table, seat) if standard else 0):
            return 31
        if table.final[seat, Final.ANIMALS + 0] != (animal_points(table, seat) if standard else 0):
            return 32
    if over and table.winners != best_seats(table):
        return 33
    return 0
