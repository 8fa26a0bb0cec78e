"""Tiles, cells, edges and joints of Ark & Noah by their names: as plain JSON and in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from ...catalogues import NO_BREAK, Words
from ...core.kinds import SetOf, Word
from .board import ALL_JOINTS, CELL_NAMES, CELLS, EDGE_CELLS, EDGES, JOINT_EDGES, JOINTS, NO_CELL, PLANS, Place
from .pieces import ACTION_NAMES, REWARD, REWARDS, SEXES, SIZE, SPECIES, TILES

SEX_SIGNS = {"m": "♂", "f": "♀"}


class Name(Word):
    """A name; several stand one after the other."""

    def say_all(self, values: list[str], words: Words, names: list[str]) -> str:
        return ", ".join(self.say(value, words, names) for value in values)


@dataclass(frozen=True)
class Spot(Name):
    """A name of something on the board, which is said by a cell of the board for so many players."""

    said_of: Callable[[str, Words, int], str] = lambda name, words, players: name

    def say(self, value: str, words: Words, names: list[str]) -> str:
        return self.said_of(value, words, len(names))


class Sorted(SetOf):
    """Names in plain string order, so that "10,1" comes before "2,0"."""

    def value(self, number: int) -> list[str]:
        return sorted(super().value(number))


def place_of(name: str) -> Place:
    """Column and row in the name of a cell, an edge or a joint."""
    x, y = name.lstrip("HVJ").split(",")
    return int(x), int(y)


def say_tile(name: str, words: Words) -> str:
    """A tile in words: lion ♂."""
    return f"{words(f'species.{species_of(name)}')}{NO_BREAK}{SEX_SIGNS[name[-1]]}"


def say_reward(name: str, words: Words) -> str:
    """A reward with its number: +1 plank."""
    return words(f"reward.{name}", count=REWARD)


def say_edge(name: str, words: Words, players: int) -> str:
    """An edge by the cells that it parts, an outer one by its cell: in words that hold however the ark is turned."""
    x, y = place_of(name)
    upright = name[0] == "V"
    cells = [cell for cell in ((x - upright, y - (not upright)), (x, y)) if cell in PLANS[players]]
    if len(cells) > 1:
        return words("place.between", one=_cell(cells[0]), other=_cell(cells[1]))
    where = "side" if not upright else "bow" if cells == [(x, y)] else "stern"
    return words(f"place.{where}", cell=_cell(cells[0]))


def say_joint(name: str, words: Words, players: int) -> str:
    """A joint by the two cells between which it is at the hull, or by the one whose corner it is."""
    x, y = place_of(name)
    ring = [(x - 1, y - 1), (x, y - 1), (x, y), (x - 1, y)]
    dry = [cell in PLANS[players] for cell in ring]
    outer = sorted(ring[n] for n in range(4) if dry[n] and not (dry[n - 1] and dry[(n + 1) % 4]))
    if len(outer) == 1:
        return words("place.corner", cell=_cell(outer[0]))
    return words("place.hull", one=_cell(outer[0]), other=_cell(outer[1]))


def _cell(place: Place) -> str:
    return f"{place[0]},{place[1]}"


AN_ACTION = Name(ACTION_NAMES, "action")
A_SEX = Name(SEXES, "sex")
A_REWARD = Name(REWARDS, say_reward)
A_SPECIES = Name(SPECIES, "species")
A_TILE = Name(TILES, say_tile)
A_CELL = Name(tuple(CELL_NAMES))
AN_EDGE = Spot(tuple(EDGES), said_of=say_edge)
A_JOINT = Spot(tuple(JOINTS), said_of=say_joint)
TILE_SET, JOINT_SET, CELL_SET = SetOf(A_TILE), SetOf(A_JOINT), Sorted(A_CELL)


def species_of(tile: str) -> str:
    """The species of a tile."""
    return tile.rpartition("-")[0]


def size_of(species: str) -> int:
    """The size of a species."""
    return int(SIZE[A_SPECIES.number(species)])


class Board(NamedTuple):
    """The board for a number of players, by names."""

    cells: list[str]
    edges: dict[str, list[str]]  # the one or two cells of every edge
    joints: dict[str, list[str]]  # the two outer edges of every joint


@cache
def board_for(players: int) -> Board:
    """The board for a number of players."""
    beside = zip(EDGES, EDGE_CELLS[players].tolist(), strict=True)
    edges = {edge: [CELL_NAMES[c] for c in cells if c != NO_CELL] for edge, cells in beside if cells[0] != NO_CELL}
    joints = JOINT_SET.value(ALL_JOINTS[players])
    outer = {joint: [EDGES[edge] for edge in JOINT_EDGES[players, A_JOINT.number(joint)]] for joint in joints}
    return Board(SetOf(A_CELL).value(CELLS[players]), edges, outer)
