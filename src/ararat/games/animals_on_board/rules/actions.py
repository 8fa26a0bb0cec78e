"""Actions: what is legal, in which order, and what each of them does. Their numbers are those of moves.py."""

from __future__ import annotations

from ....core.bits import all_below, first_of, gather, nth_of, number_of, single, size_of, spread
from ....core.effects import Effects
from ....core.table import Numbers
from ....core.whole import seat_in_turn
from ..pieces import MOST_PLACES
from ..state import Phase, Rule, Table
from .ending import discard_tile, discardable, refuse_discard
from .moves import DISCARD, KEEP, PASS, SPLIT, TAKE, refuse_kind
from .rounds import pass_turn, refuse_pass, refuse_split, refuse_take, split_group, take_group
from .setup import keep_tile, refuse_keep
from .tiles import area_of, bit, group_with, tiles_at

MOST_ACTIONS = TAKE + MOST_PLACES  # splits of one large group, and a take for every group


def refusal(table: Table, action: int) -> int:
    """Why an action is refused, as a number of `Rule`; 0 if it is legal."""
    not_due = refuse_kind(table, action)
    if not_due != Rule.LEGAL:
        return not_due
    if action >= DISCARD:
        return refuse_discard(table, bit(action - DISCARD))
    if action >= KEEP:
        return refuse_keep(table, bit(action - KEEP))
    if action >= TAKE:
        return refuse_take(table, group_with(table, tiles_at(table, single(action - TAKE)), True))
    if action >= SPLIT:
        off = tiles_at(table, action << 1)
        if size_of(off) != size_of(action):
            return Rule.AB_4_4
        group = group_with(table, first_of(off), False)
        if off & first_of(group):
            return Rule.AB_7_2
        return refuse_split(table, group, off)
    return refuse_pass(table)


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


def play(table: Table, action: int, effects: Effects) -> None:
    """Carry a legal action out, with all that it brings about (AB-8.3)."""
    if action >= DISCARD:
        discard_tile(table, bit(action - DISCARD), effects)
    elif action >= KEEP:
        keep_tile(table, bit(action - KEEP), effects)
    elif action >= TAKE:
        take_group(table, group_with(table, tiles_at(table, single(action - TAKE)), True), effects)
    elif action >= SPLIT:
        split_group(table, tiles_at(table, action << 1), effects)
    else:
        pass_turn(table, effects)


def ways_to_split(tiles: int) -> int:
    """In how many ways a group of so many tiles can be cut in two."""
    return all_below(tiles - 1)
