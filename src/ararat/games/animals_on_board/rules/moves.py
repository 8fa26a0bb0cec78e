"""The moves, declared once (AB-7): action numbers, forms, JSON and words follow from this.

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
from ....core.bits import first_of, gather, size_of
from ....core.contract import Json
from ....core.kinds import HIDDEN, SetOf, Word
from ....core.moves import Move, Moves
from ....core.refused import Refused
from ..pieces import MOST_PLACES, NAME_COUNT, NAMES
from ..state import Phase, Rule, Table
from .ending import refuse_discard
from .rounds import refuse_split, refuse_take
from .setup import refuse_keep
from .tiles import area_of, bit

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


def one_tile(refuse: Callable[[Table, int], int]) -> Callable[[Table, Json], int]:
    """The number of the tile that a move names, unless a rule refuses it."""

    def number(table: Table, move: Json) -> int:
        refused = refuse(table, TILES.number([move["tile"]]))
        if refused:
            raise Refused(Rule(refused))
        return TILE.number(move["tile"])

    return number


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


def say_split(move: Json, words: Words, names: list[str]) -> str:
    """The smaller part is what people speak of."""
    rest = [name for name in move["group"] if name not in move["off"]]
    return words("move.split", tiles=TILES.say(min(move["off"], rest, key=len), words, names), size=len(move["group"]))


SPLITS = (1 << (MOST_PLACES - 1)) - 1
TILE_FIELD = {"tile": TILE}
GROUP = {"group": TILES}

MOVES = Moves(
    Move("pass", (Phase.PLAY,)),
    Move(
        "split",
        (Phase.PLAY,),
        GROUP | {"off": TILES},
        size=SPLITS,
        number=places_split,
        values=group_split,
        say=say_split,
    ),
    Move("take", (Phase.PLAY,), GROUP, size=MOST_PLACES, number=place_taken, values=group_taken),
    Move("keep", (Phase.KEEP,), TILE_FIELD, number=one_tile(refuse_keep)),
    Move("discard", (Phase.DISCARD,), TILE_FIELD, number=one_tile(refuse_discard)),
    malformed=Rule.AB_7_1,
    not_due=Rule.AB_9_1,
    said={"group": "tiles"},
)
PASS, SPLIT, TAKE, KEEP, DISCARD = MOVES.starts.values()
refuse_kind = MOVES.refuse_kind
