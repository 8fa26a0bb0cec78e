"""Tiles, cells, edges and joints of Ark & Noah by their names: as plain JSON and in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from ...catalogues import NO_BREAK, Words
from ...core.kinds import SetOf, Word
from .board import ALL_JOINTS, CELL_NAMES, CELLS, EDGE_CELLS, EDGES, JOINT_EDGES, JOINTS, NO_CELL, PLANS
from .pieces import ACTION_NAMES, REWARDS, SEXES, SIZE, SPECIES, TILES

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


def say_tile(name: str, words: Words) -> str:
    """A tile in words: lion ♂."""
    return f"{words(f'species.{species_of(name)}')}{NO_BREAK}{SEX_SIGNS[name[-1]]}"


def say_edge(name: str, words: Words, players: int) -> str:
    """An edge by a cell of the board: above it or left of it, at the end of the board below or right of it."""
    x, y = map(int, name[1:].split(","))
    upright = name[0] == "V"
    if (x, y) in PLANS[players]:
        return words("side.left" if upright else "side.top", cell=f"{x},{y}")
    if upright:
        return words("side.right", cell=f"{x - 1},{y}")
    return words("side.bottom", cell=f"{x},{y - 1}")


def say_joint(name: str, words: Words, players: int) -> str:
    """A joint by a cell of the board at whose corner it is."""
    x, y = map(int, name[1:].split(","))
    corners = {"top-left": (x, y), "top-right": (x - 1, y), "bottom-left": (x, y - 1), "bottom-right": (x - 1, y - 1)}
    corner, cell = next((corner, cell) for corner, cell in corners.items() if cell in PLANS[players])
    return words(f"corner.{corner}", cell=f"{cell[0]},{cell[1]}")


AN_ACTION = Name(ACTION_NAMES, "action")
A_SEX = Name(SEXES, "sex")
A_REWARD = Name(REWARDS, "reward")
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
    edges: dict[str, Any] = {}
    for edge, cells in zip(EDGES, EDGE_CELLS[players].tolist(), strict=True):
        if cells[0] != NO_CELL:
            edges[edge] = [CELL_NAMES[cell] for cell in cells if cell != NO_CELL]
    joints = JOINT_SET.value(ALL_JOINTS[players])
    outer = {joint: [EDGES[edge] for edge in JOINT_EDGES[players, A_JOINT.number(joint)]] for joint in joints}
    return Board(SetOf(A_CELL).value(CELLS[players]), edges, outer)
