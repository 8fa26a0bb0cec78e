"""Tiles, cells, edges and joints of Ark & Noah as plain JSON and in words."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

from ...core.words import Words
from .board import ALL_JOINTS, CELL_NAMES, CELLS, EDGE_CELLS, EDGES, JOINT_EDGES, JOINTS, NO_CELL, PLANS
from .pieces import SIZE, SPECIES, TILES
from .sets import members, set_of

NUMBER_OF_TILE = {name: number for number, name in enumerate(TILES)}
NUMBER_OF_SPECIES = {name: number for number, name in enumerate(SPECIES)}
SEX_SIGNS = {"m": "♂", "f": "♀"}
NO_BREAK = "\u00a0"


def tile_names(tiles: Any) -> list[str]:
    """A set of tiles as a sorted list of names."""
    return [TILES[tile] for tile in members(tiles)]


def tile_set(names: Iterable[str]) -> int:
    """Tiles that exist as a set."""
    return set_of(NUMBER_OF_TILE[name] for name in names)


def cell_names(cells: Any) -> list[str]:
    """A set of cells as a sorted list of names."""
    return sorted(CELL_NAMES[cell] for cell in members(cells))


def joint_names(joints: Any) -> list[str]:
    """A set of joints as a sorted list of names."""
    return [JOINTS[joint] for joint in members(joints)]


def size_of(species: str) -> int:
    """The size of a species."""
    return int(SIZE[NUMBER_OF_SPECIES[species]])


class Board(NamedTuple):
    """The board for a number of players, by names."""

    cells: list[str]
    edges: dict[str, list[str]]  # the one or two cells of every edge
    joints: dict[str, list[str]]  # the two outer edges of every joint


@cache
def board_for(players: int) -> Board:
    """The board for a number of players."""
    edges = {}
    for edge, cells in zip(EDGES, EDGE_CELLS[players].tolist(), strict=True):
        if cells[0] != NO_CELL:
            edges[edge] = [CELL_NAMES[cell] for cell in cells if cell != NO_CELL]
    joints = {JOINTS[j]: [EDGES[edge] for edge in JOINT_EDGES[players, j]] for j in members(ALL_JOINTS[players])}
    return Board([CELL_NAMES[cell] for cell in members(CELLS[players])], edges, joints)


# --- In words -----------------------------------------------------------------------------------


def say_species(name: str, words: Words) -> str:
    """A species in words."""
    return words(f"species.{name}")


def say_tile(name: str, words: Words) -> str:
    """A tile in words: lion ♂."""
    species, _, sex = name.rpartition("-")
    return f"{say_species(species, words)}{NO_BREAK}{SEX_SIGNS[sex]}"


def say_tiles(names: Iterable[str], words: Words) -> str:
    """Several tiles in words."""
    return ", ".join(say_tile(name, words) for name in names)


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
