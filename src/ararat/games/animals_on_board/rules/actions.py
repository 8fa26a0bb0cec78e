"""Actions as numbers: what is legal, in which order, and what each of them does.

A place is a tile's position in the sorted play area, from 0.

    0               pass
    1 .. 4095       split: bit b set means that the tile at place b + 1 leaves its group. The first
                    tile of a group never leaves it, so place 0 needs no bit
    4096 .. 4108    take the group whose first tile is at place action - 4096
    4109 .. 4169    keep tile number action - 4109
    4170 .. 4230    discard tile number action - 4170
"""

from __future__ import annotations

from ....core.bits import first_of, gather, nth_of, number_of, size_of, spread
from ....core.effects import Effects
from ....core.rule import rule
from ....core.table import NOBODY, Numbers
from ....core.whole import seat_in_turn
from ..pieces import MOST_PLACES, NAME_COUNT
from ..state import Phase, Rule, Table
from .ending import discard_tile, discardable, refuse_discard
from .rounds import pass_turn, refuse_pass, refuse_split, refuse_take, split_group, take_group
from .setup import keep_tile, refuse_keep
from .tiles import area_of, bit, group_with, tiles_at

PASS = 0
SPLIT = 1
TAKE = 1 << (MOST_PLACES - 1)
KEEP = TAKE + MOST_PLACES
DISCARD = KEEP + NAME_COUNT
ACTIONS = DISCARD + NAME_COUNT
MOST_ACTIONS = TAKE + MOST_PLACES  # splits of one large group, and a take for every group


@rule
def refusal(table: Table, action: int) -> int:
    """Why an action is refused, as a number of `Rule`; 0 if it is legal."""
    if table.phase != phase_of(action):
        return Rule.AB_9_1
    if action >= DISCARD:
        return refuse_discard(table, bit(action - DISCARD))
    if action >= KEEP:
        return refuse_keep(table, bit(action - KEEP))
    if action >= TAKE:
        return refuse_take(table, group_with(table, tiles_at(table, 1 << (action - TAKE)), True))
    if action >= SPLIT:
        off = tiles_at(table, action << 1)
        if size_of(off) != size_of(action):
            return Rule.AB_4_4
        group = group_with(table, first_of(off), False)
        if off & first_of(group):
            return Rule.AB_7_2
        return refuse_split(table, group, off)
    return refuse_pass(table)


@rule
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


@rule
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


@rule
def list_actions(table: Table, actions: Numbers) -> int:
    """Write all legal actions down, in their stable order, and return how many there are."""
    count = count_actions(table)
    for position in range(count):
        actions[position] = nth_action(table, position)
    return count


@rule
def play(table: Table, action: int, effects: Effects) -> None:
    """Carry a legal action out, with all that it brings about (AB-8.3)."""
    if action >= DISCARD:
        discard_tile(table, bit(action - DISCARD), effects)
    elif action >= KEEP:
        keep_tile(table, bit(action - KEEP), effects)
    elif action >= TAKE:
        take_group(table, group_with(table, tiles_at(table, 1 << (action - TAKE)), True), effects)
    elif action >= SPLIT:
        split_group(table, tiles_at(table, action << 1), effects)
    else:
        pass_turn(table, effects)


@rule
def phase_of(action: int) -> int:
    """The phase in which an action belongs (AB-9.1)."""
    if action < 0 or action >= ACTIONS:
        return NOBODY
    if action >= DISCARD:
        return Phase.DISCARD
    if action >= KEEP:
        return Phase.KEEP
    return Phase.PLAY


@rule
def ways_to_split(tiles: int) -> int:
    """In how many ways a group of so many tiles can be cut in two."""
    return (1 << (tiles - 1)) - 1
