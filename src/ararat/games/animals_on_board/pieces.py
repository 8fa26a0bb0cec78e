"""The pieces of Animals on Board as numbers: tiles, species and the rulebook's quantities.

Everything that can lie in a group has a number, in the order of the names:

    0 camel-1  1 camel-2 ... 24 giraffe-5  25 hidden  26 hippopotamus-1 ... 60 zebra-5

so a group, a hand, an ark or the deck is a set of bits (core/bits.py), and sorting tiles by number
sorts them by name. Number 25, the face-down tile, only ever lies in a group; which tile it really
is stands apart.
"""

from __future__ import annotations

import numpy as np

from . import BOX, GAME, SPECIES, TABLES

_species = BOX.rows("species", ("name", "picture", "numbers"))
_numbers = {row["name"]: row["value"] for row in BOX.rows("numbers", ("name", "value"))}

TILE_NAMES = tuple(f"{row['name']}-{number}" for row in _species for number in row["numbers"])
NAMES = tuple(sorted((*TILE_NAMES, "hidden")))
HIDDEN = NAMES.index("hidden")
NUMBER_OF_NAME = {name: number for number, name in enumerate(NAMES)}
PICTURES = {row["name"]: row["picture"] for row in _species}

SPECIES_COUNT = len(SPECIES)
TILE_COUNT = len(TILE_NAMES)
NAME_COUNT = len(NAMES)

CRATES = _numbers["crates"]  # in the box
MOST_CRATES = _numbers["most_crates"]  # a seat may hold
CRATES_WHEN_OVER = _numbers["crates_when_over"]  # left to a seat that would get a sixth
FIRST_CRATES = _numbers["first_crates"]
CRATE_POINTS = _numbers["crate_points"]
ARK_ROOM = _numbers["ark_room"]
HERD = _numbers["herd"]  # tiles of a species that make a herd
PAIR = HERD - 1
HERD_POINTS = _numbers["herd_points"]  # for each tile of a herd
DEALT = _numbers["dealt"]  # tiles to each seat in the setup
LARGEST_ARK = ARK_ROOM - 1 + MOST_CRATES

MOST_PLAYERS = GAME.players[-1]
MOST_FACE_UP = max(row["face_up"] for row in TABLES.values())
MOST_PLACES = MOST_FACE_UP + 1  # tiles in the play area, the face-down one included

# By number of players.
FACE_UP = np.array([TABLES[n]["face_up"] if n in TABLES else 0 for n in range(MOST_PLAYERS + 1)], np.int64)
SPECIES_IN_PLAY = np.array([TABLES[n]["species"] if n in TABLES else 0 for n in range(MOST_PLAYERS + 1)], np.int64)

# By tile: the number printed on it; by species: the set of its tiles.
PRINTED = np.array([int(name.split("-")[1]) if "-" in name else 0 for name in NAMES], np.int64)
TILES_OF = np.array(
    [sum(1 << n for n, name in enumerate(NAMES) if name.rpartition("-")[0] == species) for species in SPECIES], np.int64
)


BOX.demand(tuple(sorted(SPECIES)) == SPECIES, "the species must be sorted by name")
BOX.demand(tuple(TABLES) == tuple(GAME.players), "there must be one table row for each number of players")
BOX.demand(all(row["face_down"] == 1 for row in TABLES.values()), "exactly one tile lies face down")
BOX.demand(len(set(TILE_NAMES)) == len(TILE_NAMES), "every tile exists once")
BOX.demand(len(NAMES) <= 62, "the tiles must fit into one set of bits")
BOX.demand(CRATES >= MOST_CRATES * MOST_PLAYERS, "the supply must never lack a crate")
