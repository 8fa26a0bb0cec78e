"""The moves, declared once (AB-7): action numbers, forms, JSON, words, what is refused and what is done follow.

A place is a tile's position in the sorted play area, from 0. A split is the set of places that leave
their group; the first tile of a group never leaves it, so place 0 needs no bit:

    places   0        1       2        3           4
    tiles    camel-2  lion-1  panda-4  crocodile?  zebra-5
    split    -        bit 0   bit 1    bit 2       bit 3
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....catalogues import Words
from ....core.bits import first_of, gather, list_members, list_subsets, nth_of, size_of, spread, without_first
from ....core.contract import Json
from ....core.effects import Effects
from ....core.kinds import HIDDEN, SetOf, Word
from ....core.moves import Move, Moves
from ....core.refused import Refused
from ....core.table import Numbers
from ....core.whole import seat_in_turn
from ..pieces import MOST_PLACES, NAME_COUNT, NAMES
from ..state import Phase, Rule, Table
from .ending import discard_tile, discardable, refuse_discard
from .rounds import pass_turn, refuse_pass, refuse_split, refuse_take, split_group, take_group
from .setup import keep_tile, refuse_keep
from .tiles import area_of, bit, group_with, tiles_at

NO_SUCH_TILE = 1 << NAME_COUNT  # a tile that lies nowhere


def say_tile(name: str, words: Words) -> str:
    """A tile in words: "panda 4"."""
    if name == HIDDEN:
        return words("tile.hidden")
    species, _, number = name.rpartition("-")
    return f"{words('species.' + species)}\u00a0{number}"


class Tiles(SetOf):
    """Tiles by name; a name that no tile has is a tile that lies nowhere."""

    def number(self, value: Any) -> int:
        tiles = 0
        for name in value:
            tiles |= bit(self.word.number(name)) if self.word.fits(name, 0) else NO_SUCH_TILE
        return tiles


TILE = Word(NAMES, say_tile)
TILES = Tiles(TILE)


def place_taken(table: Table, move: Json) -> int:
    """The place at which a group begins; AB-4.4 if it is none."""
    group = TILES.number(move["group"])
    if refuse_take(table, group) == Rule.AB_4_4:
        raise Refused(Rule.AB_4_4)
    return size_of(area_of(table) & (first_of(group) - 1))


def places_split(table: Table, move: Json) -> int:
    """The places that leave a group: if its first tile should, the others do instead (AB-7.2)."""
    group, off = TILES.number(move["group"]), TILES.number(move["off"])
    refused = refuse_split(table, group, off)
    if refused:
        raise Refused(Rule(refused))
    if off & first_of(group):
        off = group & ~off
    return (gather(off, area_of(table)) >> 1) - 1


def groups_by_place(table: Table) -> dict[int, list[tuple[str, int]]]:
    """For each place the group that lies there: its tiles, each with the bit of its place."""
    area = TILES.value(area_of(table))
    groups = [[(name, 1 << area.index(name)) for name in TILES.value(group)] for group in table.groups if group]
    return {mark.bit_length() - 1: group for group in groups for _, mark in group}


def group_taken(table: Table) -> Callable[[int], Json]:
    groups = groups_by_place(table)
    return lambda place: {"group": [name for name, _ in groups[place]]}


def group_split(table: Table) -> Callable[[int], Json]:
    groups = groups_by_place(table)  # a large group has thousands of splits: all is prepared once

    def values(place: int) -> Json:
        pattern = (place + 1) << 1
        group = groups[(pattern & -pattern).bit_length() - 1]
        return {"group": [name for name, _ in group], "off": [name for name, mark in group if pattern & mark]}

    return values


def say_take(move: Json, words: Words, names: list[str], form: str) -> str:
    """With its price."""
    return words(f"{form}.take", tiles=TILES.say(move["group"], words, names), count=len(move["group"]))


def say_split(move: Json, words: Words, names: list[str], form: str) -> str:
    """The smaller part is what people speak of."""
    rest = [name for name in move["group"] if name not in move["off"]]
    tiles = TILES.say(min(move["off"], rest, key=len), words, names)
    return words(f"{form}.split", tiles=tiles, size=len(move["group"]))


def group_led(table: Table, action: int) -> int:
    """The group whose first tile lies at the place that a `take` names; 0 if there is none."""
    return group_with(table, tiles_at(table, bit(action - TAKE)), True)


def tiles_off(table: Table, action: int) -> int:
    """The tiles that a `split` cuts off; none if it names a place without one."""
    off = tiles_at(table, action << 1)
    return off if size_of(off) == size_of(action) else 0


def refuse_off(table: Table, off: int) -> int:
    """Tiles that leave one group, without its first one (AB-4.4, AB-7.2)."""
    group = group_with(table, first_of(off), False)
    return Rule.AB_7_2 if off & first_of(group) else refuse_split(table, group, off)


SPLITS = (1 << (MOST_PLACES - 1)) - 1
TILE_FIELD = {"tile": TILE}
GROUP = {"group": TILES}

MOVES = Moves(
    Move("pass", (Phase.PLAY,), refuse=refuse_pass, play=pass_turn),
    Move(
        "split",
        (Phase.PLAY,),
        GROUP | {"off": TILES},
        size=SPLITS,
        number=places_split,
        values=group_split,
        say=say_split,
        reads=(tiles_off,),
        refuse=refuse_off,
        play=split_group,
    ),
    Move(
        "take",
        (Phase.PLAY,),
        GROUP,
        size=MOST_PLACES,
        number=place_taken,
        values=group_taken,
        say=say_take,
        reads=(group_led,),
        refuse=refuse_take,
        play=take_group,
    ),
    Move("keep", (Phase.KEEP,), TILE_FIELD, unknown=Rule.AB_3_6, refuse=refuse_keep, play=keep_tile),
    Move("discard", (Phase.DISCARD,), TILE_FIELD, unknown=Rule.AB_5_4, refuse=refuse_discard, play=discard_tile),
    malformed=Rule.AB_7_1,
    not_due=Rule.AB_9_1,
)
PASS, SPLIT, TAKE, KEEP, DISCARD = MOVES.starts.values()
MOST_ACTIONS = TAKE + MOST_PLACES  # splits of one large group, and a take for every group
refusal, decide = MOVES.refusal, MOVES.decide


def play(table: Table, action: int, effects: Effects) -> None:
    """Carry a legal action out, with all that it brings about (AB-8.3)."""
    decide(table, action, effects)


def tiles_due(table: Table, seat: int) -> int:
    """The tiles of which one is to be named, kept or discarded; none where neither is due."""
    if table.phase == Phase.KEEP:
        return table.hands[seat]
    return discardable(table, seat) if table.phase == Phase.DISCARD else 0


def count_actions(table: Table) -> int:
    """How many actions are legal."""
    seat = seat_in_turn(table)
    if table.phase != Phase.PLAY:
        return size_of(tiles_due(table, seat))
    splits, takes = 0, 0
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
    if table.phase != Phase.PLAY:
        return (KEEP if table.phase == Phase.KEEP else DISCARD) + nth_of(tiles_due(table, seat), position)
    area = area_of(table)
    for place in range(MOST_PLACES):
        group = table.groups[place]
        if group == 0:
            break
        ways = ways_to_split(size_of(group))
        if position < ways:
            return gather(spread((position + 1) << 1, group), area) >> 1
        position -= ways
    for place in range(MOST_PLACES):
        group = table.groups[place]
        if group != 0 and size_of(group) <= table.crates[seat]:
            if position == 0:
                return TAKE + size_of(area & (first_of(group) - 1))
            position -= 1
    return PASS


def list_actions(table: Table, actions: Numbers) -> int:
    """Write all legal actions down, in their stable order, and return how many there are."""
    seat = seat_in_turn(table)
    if table.phase != Phase.PLAY:
        return list_members(tiles_due(table, seat), KEEP if table.phase == Phase.KEEP else DISCARD, actions, 0)
    count, area = 0, area_of(table)
    for place in range(MOST_PLACES):
        count = list_subsets(without_first(gather(table.groups[place], area)) >> 1, actions, count)
    for place in range(MOST_PLACES):
        group = table.groups[place]
        if group != 0 and size_of(group) <= table.crates[seat]:
            actions[count] = TAKE + size_of(area & (first_of(group) - 1))
            count += 1
    if count == 0:
        actions[0] = PASS
    return max(count, 1)


def touched(table: Table, action: int, nth: int) -> int:
    """The tiles that a legal split cuts off, and as second ones those that stay; or the group that is taken."""
    if SPLIT <= action < TAKE:
        off = tiles_off(table, action)
        return off if nth == 0 else group_with(table, first_of(off), False) & ~off
    if TAKE <= action < KEEP and nth == 0:
        return group_led(table, action)
    return 0


def ways_to_split(tiles: int) -> int:
    """In how many ways a group of so many tiles can be cut in two."""
    return (1 << (tiles - 1)) - 1
