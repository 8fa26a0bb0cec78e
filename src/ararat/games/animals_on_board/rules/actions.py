"""Actions: which are legal, counted and listed by position; what each of them does moves.py declares."""

from __future__ import annotations

from ....core.bits import all_below, first_of, gather, nth_of, number_of, size_of, spread
from ....core.table import Numbers
from ....core.whole import seat_in_turn
from ..pieces import MOST_PLACES
from ..state import Phase, Table
from .ending import discardable
from .moves import DISCARD, KEEP, MOVES, PASS, TAKE
from .tiles import area_of

MOST_ACTIONS = TAKE + MOST_PLACES  # splits of one large group, and a take for every group
refusal, play = MOVES.refusal, MOVES.decide


def count_actions(table: Table) -> int:
    """How many actions are legal."""
    seat = seat_in_turn(table)
    if table.phase == Phase.KEEP:
        return size_of(table.hands[seat])
    if table.phase == Phase.DISCARD:
        return size_of(discardable(table, seat))
    if table.phase == Phase.OVER:
        return 0
    splits = 0
    takes = 0
    for place in range(MOST_PLACES):
        group = table.groups[place]
        if group == 0:
            break
        tiles = size_of(group)
        splits += ways_to_split(tiles)
        if tiles <= table.crates[seat]:
            takes += 1
    return max(splits + takes, 1)


def nth_action(table: Table, position: int) -> int:
    """The legal action at a position of the list: splits group by group, then takes; or the pass."""
    seat = seat_in_turn(table)
    if table.phase == Phase.KEEP:
        return KEEP + nth_of(table.hands[seat], position)
    if table.phase == Phase.DISCARD:
        return DISCARD + nth_of(discardable(table, seat), position)
    area = area_of(table)
    for place in range(MOST_PLACES):
        group = table.groups[place]
        if group == 0:
            break
        ways = ways_to_split(size_of(group))
        if position < ways:
            off = spread((position + 1) << 1, group)
            return gather(off, area) >> 1
        position -= ways
    for place in range(MOST_PLACES):
        group = table.groups[place]
        if group == 0:
            break
        if size_of(group) <= table.crates[seat]:
            if position == 0:
                return TAKE + number_of(gather(first_of(group), area))
            position -= 1
    return PASS


def list_actions(table: Table, actions: Numbers) -> int:
    """Write all legal actions down, in their stable order, and return how many there are."""
    count = count_actions(table)
    for position in range(count):
        actions[position] = nth_action(table, position)
    return count


def ways_to_split(tiles: int) -> int:
    """In how many ways a group of so many tiles can be cut in two."""
    return all_below(tiles - 1)
