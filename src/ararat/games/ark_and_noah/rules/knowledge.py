"""What seats know, as numbers: everything, for nothing is hidden (section 6)."""

from __future__ import annotations

from ....core.bits import contains, first_of, number_of, without_first
from ....core.result import is_winner
from ....core.table import NOBODY, Numbers, Weights
from ....core.whole import seat_count, whole
from ..board import GRID, MOST_EDGES, MOST_JOINTS
from ..pieces import COLUMNS, KINDS, MOST_PLAYERS, TILE_COUNT
from ..state import Final, Table
from .pens import region_at

# What `observe` writes: facts of the table, who comes next, the tiles in the bags and on the table, which
# cells begin a pen, in which pen each lies, which are fed, the joints, the species aboard, the bonuses,
# then one block a seat, the observer's own first.
FACTS = 10
FINALS = len(Final)
SHARED = 2 * MOST_PLAYERS + 2 * TILE_COUNT + 3 * GRID + MOST_JOINTS + KINDS + COLUMNS
SEAT_FACTS = 9 + FINALS + 2 * COLUMNS + TILE_COUNT + MOST_EDGES
OBSERVATION = FACTS + SHARED + MOST_PLAYERS * SEAT_FACTS


def observe(table: Table, seat: int, numbers: Weights) -> None:
    """Write what a seat (NOBODY: a spectator) knows as numbers, seats counted from its own."""
    at = observe_facts(table, seat, numbers)
    at = write_seats(table, table.queue, seat, numbers, at)
    at = write_seats(table, table.order, seat, numbers, at)
    at = write_set(table.bags, TILE_COUNT, numbers, at)
    at = write_set(table.drawn, TILE_COUNT, numbers, at)
    at = write_set(table.pens, GRID, numbers, at)
    at = observe_pens(table, numbers, at)
    at = write_set(table.fed, GRID, numbers, at)
    at = write_set(table.tight, MOST_JOINTS, numbers, at)
    for species in range(KINDS):
        numbers[at + species] = table.berths[species] + 1
    at += KINDS
    for column in range(COLUMNS):
        numbers[at + column] = table.bonus[column]
    at += COLUMNS
    for step in range(MOST_PLAYERS):
        if step < seat_count(table):
            observe_seat(table, (max(seat, 0) + step) % seat_count(table), numbers, at)
        else:
            for number in range(SEAT_FACTS):
                numbers[at + number] = 0
        at += SEAT_FACTS


def observe_facts(table: Table, seat: int, numbers: Weights) -> int:
    """What is on the table beside pieces and seats."""
    numbers[0] = table.players
    numbers[1] = table.phase
    numbers[2] = seat
    numbers[3] = table.variant
    numbers[4] = table.first
    numbers[5] = table.round_number
    numbers[6] = table.action
    numbers[7] = table.left
    numbers[8] = table.pitch_supply
    numbers[9] = table.food_supply
    return FACTS


def write_set(members: int, room: int, numbers: Weights, at: int) -> int:
    """Write for every number whether it is in a set, and return where the next numbers go."""
    for number in range(room):
        numbers[at + number] = contains(members, number)
    return at + room


def write_seats(table: Table, seats: Numbers, seat: int, numbers: Weights, at: int) -> int:
    """Write a list of seats, counted on from the observer's, which is 1, and return where the next numbers go."""
    for place in range(MOST_PLAYERS):
        other = whole(seats[place])
        numbers[at + place] = 0 if other == NOBODY else (other - max(seat, 0)) % seat_count(table) + 1
    return at + MOST_PLAYERS


def observe_pens(table: Table, numbers: Weights, at: int) -> int:
    """Write for every cell the first cell of its pen, counted from 1, and return where the next numbers go."""
    for cell in range(GRID):
        numbers[at + cell] = 0
    pens = table.pens
    while pens:
        first = number_of(first_of(pens))
        cells = region_at(table, first)
        while cells:
            numbers[at + number_of(first_of(cells))] = first + 1
            cells = without_first(cells)
        pens = without_first(pens)
    return at + GRID


def observe_seat(table: Table, seat: int, numbers: Weights, at: int) -> None:
    """Write a seat: its part in the turn, its points and goods, its workers, animals and planks on the ark."""
    numbers[at] = table.turn == seat
    numbers[at + 1] = table.actor == seat
    numbers[at + 2] = table.scores[seat]
    numbers[at + 3] = is_winner(table, seat)
    numbers[at + 4] = table.wood[seat]
    numbers[at + 5] = table.wood_supply[seat]
    numbers[at + 6] = table.pitch[seat]
    numbers[at + 7] = table.food[seat]
    numbers[at + 8] = 1
    at += 9
    for final in range(FINALS):
        numbers[at + final] = table.final[seat, final]
    at += FINALS
    for column in range(COLUMNS):
        numbers[at + column] = table.action_done[column] == seat
        numbers[at + COLUMNS + column] = table.action_now[column] == seat
    at = write_set(table.animals[seat], TILE_COUNT, numbers, at + 2 * COLUMNS)
    for edge in range(MOST_EDGES):
        numbers[at + edge] = table.planks[edge] == seat
