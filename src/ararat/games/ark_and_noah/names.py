"""Tiles, cells, edges and joints of Ark & Noah as plain JSON and in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...core.words import Words
from .board import CELL_NAMES, JOINTS, PLANS
from .pieces import SPECIES, TILES
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
