"""The pieces of Ark & Noah as numbers: species, tiles, actions and the rulebook's quantities (the board: board.py).

Species are numbered in the order of their names. A tile is 2 x species + sex, so that some tiles are
a set, one whole number (core/bits.py), and mates are neighbouring bits.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.bits import set_of
from . import BOX, GAME, VARIANTS, WORKERS_EACH
from .board import MOST_IN_A_SET, PLANS

_species = BOX.rows("species", ("name", "picture", "size", "points", "from", "known"))
_sums = BOX.rows("sums", ("players", "variant", "species"))
_seatings = BOX.rows("seatings", ("players", *WORKERS_EACH, "drawn_of_each_sex", "drawn_by_choice"))
_actions = BOX.rows("actions", ("name", "quick"))
_strengths = {row["what"]: row for row in BOX.rows("strengths", ("what", "actor", "others"))}
FAMILY = tuple(row["name"] for row in BOX.rows("family", ("name",)))
_numbers = {row["name"]: row["value"] for row in BOX.rows("numbers", ("name", "value"))}

MOST_PLAYERS = GAME.players[-1]
STANDARD, QUICK = range(len(VARIANTS))

PLANKS = _numbers["planks"]
PITCH = _numbers["pitch"]
FOOD = _numbers["food"]
START_PLANKS = _numbers["start_planks"]
START_PITCH = _numbers["start_pitch"]
START_FOOD = _numbers["start_food"]
MOST_BONUS = _numbers["most_bonus"]
LARGEST_PEN = _numbers["largest_pen"]
EXCHANGE_TILES = _numbers["exchange_tiles"]
REWARD = _numbers["reward"]  # of an exchange: points, or pieces of goods
HULL_BONUS = _numbers["hull_bonus"]
LAST_ROUND = np.array([_numbers["last_round"], _numbers["last_round_quick"]], np.int64)  # by variant
LATEST_ROUND = _numbers["latest_round"]

# --- Animals ------------------------------------------------------------------------------------

SPECIES = tuple(row["name"] for row in _species)
KINDS = len(SPECIES)
SMALL = 0
SIZE = np.array([row["size"] for row in _species], np.int64)
SIZE_OF_TILE = np.repeat(SIZE, 2)
POINTS = np.array([row["points"] for row in _species], np.int64)
FROM = [row["from"] for row in _species]
PICTURES = {row["name"]: row["picture"] for row in _species}

SEXES = ("f", "m")
FEMALE, MALE = range(len(SEXES))
TILES = tuple(f"{name}-{sex}" for name in SPECIES for sex in SEXES)
TILE_COUNT = len(TILES)
PAIR = (1 << FEMALE) | (1 << MALE)  # the tiles of species 0; those of others are shifted
FEMALES, MALES = (set_of(range(sex, TILE_COUNT, len(SEXES))) for sex in (FEMALE, MALE))
OF_SEX = np.array([FEMALES, MALES], np.int64)
# By size: the females of all species that need such a pen.
OF_SIZE = np.array([set_of(2 * np.flatnonzero(size == SIZE)) for size in range(LARGEST_PEN + 1)], np.int64)


def is_used(species: int, players: int, variant: int) -> bool:
    """Whether a species is in a match (AN-3.2, AQ-3.1)."""
    return FROM[species] <= players and (variant == STANDARD or bool(SIZE[species] != SMALL))


def _tiles_used(players: int, variant: int) -> int:
    return sum(PAIR << (2 * kind) for kind in range(KINDS) if is_used(kind, players, variant))


# The tiles of a match, by players and variant, as sets.
IN_MATCH = np.array(
    [[_tiles_used(players, variant) for variant in range(len(VARIANTS))] for players in range(MOST_PLAYERS + 1)],
    np.int64,
)

# --- Actions ------------------------------------------------------------------------------------

ACTION_NAMES = tuple(row["name"] for row in _actions)
COLUMNS = len(ACTION_NAMES)
TAKE_PITCH, ANIMALS, TAKE_FOOD, EXCHANGE, WOOD, BUILD, LOAD = range(COLUMNS)
QUICK_ACTIONS = np.array([column for column in range(COLUMNS) if _actions[column]["quick"]], np.int64)
IS_QUICK = np.array([row["quick"] for row in _actions])
REWARDS = ("point", "food", "plank", "pitch")
REWARD_POINT, REWARD_FOOD, REWARD_PLANK, REWARD_PITCH = range(len(REWARDS))


def _strength(what: str) -> Any:
    """What the others (0) and the actor (1) may do in an action."""
    return np.array([_strengths[what]["others"], _strengths[what]["actor"]], np.int64)


PITCH_TAKEN = _strength("pitch")
FOOD_TAKEN = _strength("food")
WOOD_TAKEN = _strength("wood")
PIECES_PLACED = _strength("build")
LOADING_POINTS = np.array([_strength("load"), _strength("quick-load")], np.int64)  # by variant; quick: pairs

# By players: tiles drawn of each sex, and whether the actor names the sex of one more (AN-4.41, AN-4.42).
DRAWN_OF_EACH_SEX = np.zeros(MOST_PLAYERS + 1, np.int64)
DRAWN_BY_CHOICE = np.zeros(MOST_PLAYERS + 1, np.int64)
# By option, players and space: whose worker begins there, from the first seat; -1 for nobody's (AN-3.7, AN-3.9).
WORKERS = np.full((len(WORKERS_EACH), MOST_PLAYERS + 1, COLUMNS), -1, np.int64)
for _row in _seatings:
    DRAWN_OF_EACH_SEX[_row["players"]] = _row["drawn_of_each_sex"]
    DRAWN_BY_CHOICE[_row["players"]] = _row["drawn_by_choice"]
    for _number, _option in enumerate(WORKERS_EACH):
        WORKERS[_number, _row["players"], : len(_row[_option])] = _row[_option]


BOX.demand(tuple(sorted(SPECIES)) == SPECIES, "the species must be sorted by name")
BOX.demand(len(FAMILY) == MOST_PLAYERS, "one of the family for each seat")
BOX.demand(TILE_COUNT <= MOST_IN_A_SET, f"{KINDS} species are too many")
BOX.demand(all(SMALL <= size <= LARGEST_PEN for size in SIZE.tolist()), f"sizes go from 0 to {LARGEST_PEN}")
BOX.demand([row["players"] for row in _seatings] == list(PLANS), "one seating for each number of players")
BOX.demand(ACTION_NAMES == ("pitch", "animals", "food", "exchange", "wood", "build", "load"), "unknown actions")
for _row in _sums:
    _found = int(IN_MATCH[_row["players"], VARIANTS.index(_row["variant"])]).bit_count() // 2
    BOX.demand(_found == _row["species"], f"{_found} species with {_row['players']} players, {_row['variant']}")
for _players in PLANS:
    _each = int(DRAWN_OF_EACH_SEX[_players])
    BOX.demand(
        2 * _each + int(DRAWN_BY_CHOICE[_players]) == _players, f"one tile a seat is drawn with {_players} players"
    )
    for _workers in WORKERS[:, _players]:
        _each_has = {int((_workers == seat).sum()) for seat in range(_players)}
        BOX.demand(
            len(_each_has) == 1 and 0 not in _each_has, f"every seat has equally many workers with {_players} players"
        )
