"""The table of Ark & Noah. Animals, cells and joints are sets, as pieces.py and board.py number them."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from ...core.table import NOBODY, Grid, Head, Layout, Numbers, field, i8, i16, i64
from . import VARIANTS, WORKERS_EACH
from .board import GRID, MOST_EDGES, MOST_JOINTS, NO_CELL
from .pieces import (
    ANIMALS,
    BUILD,
    COLUMNS,
    DRAWN_BY_CHOICE,
    EXCHANGE,
    FOOD,
    KINDS,
    LATEST_ROUND,
    LOAD,
    LOADING_POINTS,
    MOST_BONUS,
    MOST_PLAYERS,
    PIECES_PLACED,
    PITCH,
    PLANKS,
    QUICK,
    STANDARD,
    TILE_COUNT,
)

NO_ACTION = -1
SEATS = (1 << MOST_PLAYERS) - 1
ALL_CELLS = (1 << GRID) - 1
ALL_TILES = (1 << TILE_COUNT) - 1
ALL_JOINTS = (1 << MOST_JOINTS) - 1
MOST_LEFT = int(max(PIECES_PLACED.max(), LOADING_POINTS.max()))
# Of made-up positions; a match may go beyond them, far from what a field can hold.
LEAST_SCORE, MOST_SCORE = -1000, 9999

# What kind of decision is due (section 9).
Phase = IntEnum(
    "Phase", "WORKER ACTION BAG PICK REWARD EXCHANGE DRAW TRADE BUILD LOAD FINAL_FEED FINAL_BOARD OVER", start=0
)

# By phase: the only variant that has it.
ANY_VARIANT = -1
ONLY_IN = np.full(len(Phase), ANY_VARIANT, np.int64)
ONLY_IN[[Phase.WORKER, Phase.REWARD, Phase.EXCHANGE, Phase.FINAL_FEED, Phase.FINAL_BOARD]] = STANDARD
ONLY_IN[Phase.ACTION] = QUICK
# By phase: the action that it is a part of.
ACTION_OF_PHASE = np.full(len(Phase), NO_ACTION, np.int64)
ACTION_OF_PHASE[[Phase.BAG, Phase.PICK]] = ANIMALS
ACTION_OF_PHASE[[Phase.REWARD, Phase.EXCHANGE, Phase.DRAW, Phase.TRADE]] = EXCHANGE
ACTION_OF_PHASE[Phase.BUILD], ACTION_OF_PHASE[Phase.LOAD] = BUILD, LOAD

# The rules by which a move can be refused; 0 means that it is legal.
Rule = IntEnum(
    "Rule",
    "LEGAL AN_7_1 AN_7_2 AN_7_3 AN_7_4 AN_4_12 AN_4_42 AN_4_44 AN_4_51 AN_4_53 AN_4_54 AN_4_55 AN_4_56 AN_4_57 AN_4_58 "
    "AN_4_62 AN_4_63 AN_4_64 AN_4_67 AN_4_68 AN_4_72 AN_4_73 AN_4_74 AN_4_75 AN_4_76 AN_4_81 AN_4_82 AN_4_83 AN_4_84 "
    "AN_4_85 AN_4_86 AN_4_87 AN_4_88 AN_4_89",
    start=0,
)


class Fault(IntEnum):
    """What can be wrong with a table (AN-8.1); each has its sentence in the catalogues, under `fault.`"""

    NONE = 0
    ANIMALS = 1  # every tile is in one place, once
    PLANKS = 2  # section 1.2
    PITCH = 3
    FOOD = 4
    PLANK_BESIDE_BOARD = 5
    PENS = 6  # AN-4.61: they follow from the planks
    PLANK_INSIDE_PEN = 7  # AN-4.64, AN-4.65
    PITCH_ON_BARE_JOINT = 8  # AN-4.68
    FOOD_OUTSIDE_PEN = 9  # AN-4.73
    PAIR_OUTSIDE_PEN = 10  # AN-4.83
    PEN_OF_OTHER_SIZE = 11  # AN-4.84
    PEN_CROWDED = 12  # AN-4.85
    PEN_UNFED = 13  # AN-4.86
    PEN_LEAKY = 14  # AN-4.87
    WORKERS = 15  # AN-3.7, AN-3.9
    WORKER_IN_TURN = 16  # AN-4.11
    WORKER_OF_ACTOR = 17  # AN-4.21
    WORKER_LATE = 18  # AN-4.21
    WORKERS_IN_COLUMN = 19  # AN-4.21
    PHASE = 20  # section 9, as all that follow
    ACTION = 21
    TURN = 22
    ACTOR = 23
    TURN_OF_ACTOR = 24
    QUEUE_EARLY = 25
    QUEUE = 26
    ORDER_EARLY = 27
    ORDER = 28  # AN-5.3
    ORDER_QUEUE = 29  # AN-5.4, AN-5.5
    DRAWN_EARLY = 30
    DRAWN_PICK = 31  # AN-4.42 to AN-4.44
    DRAWN_EXCHANGE = 32  # AN-4.56
    LEFT = 33  # AN-4.60, AN-4.71, AQ-4.8
    NO_MOVE = 34  # AN-4.42, AN-4.56, AN-4.59
    END_EARLY = 35
    FINAL = 36  # AN-5.6 to AN-5.8, AQ-5.2
    WINNERS = 37  # AN-5.9


# What is added at the very end (AN-5.6 to AN-5.8).
Final = IntEnum("Final", "HULL GOODS ANIMALS", start=0)
# What points are scored for when a pair boards (AN-4.91).
Source = IntEnum("Source", "ANIMALS PLANKS PITCH", start=0)
# What lies in the supply.
Goods = IntEnum("Goods", "PLANKS PITCH FOOD", start=0)
# Why the match ends (AN-5.1, AN-5.2).
End = IntEnum("End", "HULL PLANKS ROUNDS", start=0)
# What a move can bring about. What the row of each holds beside the kind, and who may know it, say the EVENTS.
Effect = IntEnum(
    "Effect",
    "BONUS BONUSES ACTION GOODS DRAWN BAGS_EMPTY RETURNED POINT NO_EXCHANGE PEN REMOVED SCORED ROUND ENDED "
    "LAST_LOADING HULL GOODS_LOST ANIMALS_LOST NOTHING",
)


class Table(Head):
    """The whole of a match."""

    bags: int = field(i64, "tiles in the bags", 0, ALL_TILES)
    drawn: int = field(i64, "tiles that lie open", 0, ALL_TILES)
    animals: Numbers = field(i64, "tiles in front of a seat", 0, ALL_TILES, shape=MOST_PLAYERS)
    pens: int = field(i64, "the first cells of all pens", 0, ALL_CELLS)
    penned: int = field(i64, "cells that lie in a pen", 0, ALL_CELLS)
    open_right: int = field(i64, "cells without plank to their right neighbour", 0, ALL_CELLS)
    open_below: int = field(i64, "cells without plank to their lower neighbour", 0, ALL_CELLS)
    leaky: int = field(i64, "cells with a bare outer edge", 0, ALL_CELLS)
    fed: int = field(i64, "cells with food", 0, ALL_CELLS)
    with_large: int = field(i64, "pens, by first cell, with a large pair", 0, ALL_CELLS)
    with_small: int = field(i64, "pens, by first cell, with a small pair", 0, ALL_CELLS)
    firm: int = field(i64, "joints between two outer edges with planks", 0, ALL_JOINTS)
    tight: int = field(i64, "joints with pitch", 0, ALL_JOINTS)
    scores: Numbers = field(i16, "points", -(2**15), 2**15 - 1, shape=MOST_PLAYERS)
    final: Grid = field(i16, "points added at the very end", -MOST_SCORE, MOST_SCORE, shape=(MOST_PLAYERS, len(Final)))
    planks: Numbers = field(i8, "whose plank lies on an edge", NOBODY, MOST_PLAYERS - 1, shape=MOST_EDGES, blank=NOBODY)
    berths: Numbers = field(i8, "pen that a species is in", NO_CELL, GRID - 1, shape=KINDS, blank=NO_CELL)
    wood: Numbers = field(i8, "planks in front of a seat", 0, PLANKS, shape=MOST_PLAYERS)
    pitch: Numbers = field(i8, "pitch in front of a seat", 0, PITCH, shape=MOST_PLAYERS)
    food: Numbers = field(i8, "food in front of a seat", 0, FOOD, shape=MOST_PLAYERS)
    wood_supply: Numbers = field(i8, "planks of a seat in the supply", 0, PLANKS, shape=MOST_PLAYERS)
    pitch_supply: int = field(i8, "pitch in the supply", 0, PITCH)
    food_supply: int = field(i8, "food in the supply", 0, FOOD)
    action_done: Numbers = field(i8, "workers of the upper row", NOBODY, MOST_PLAYERS - 1, shape=COLUMNS, blank=NOBODY)
    action_now: Numbers = field(i8, "workers of the lower row", NOBODY, MOST_PLAYERS - 1, shape=COLUMNS, blank=NOBODY)
    bonus: Numbers = field(i8, "bonus of each action", 0, MOST_BONUS, shape=COLUMNS)
    queue: Numbers = field(i8, "seats that come after", NOBODY, MOST_PLAYERS - 1, shape=MOST_PLAYERS, blank=NOBODY)
    order: Numbers = field(i8, "seats in the final order", NOBODY, MOST_PLAYERS - 1, shape=MOST_PLAYERS, blank=NOBODY)
    action: int = field(i8, "the action being carried out", NO_ACTION, COLUMNS - 1, blank=NO_ACTION)
    actor: int = field(i8, "who acts at full strength", NOBODY, MOST_PLAYERS - 1, blank=NOBODY)
    left: int = field(i8, "pieces, loading points or pairs left in this part", 0, MOST_LEFT)
    round_number: int = field(i8, "the round", 0, LATEST_ROUND)
    winners: int = field(i8, "seats that won, as bits", 0, SEATS)
    variant: int = field(i8, "option variant", 0, len(VARIANTS) - 1)
    first: int = field(i8, "option first", 0, MOST_PLAYERS - 1)
    workers: int = field(i8, "option workers", 0, len(WORKERS_EACH) - 1)


LAYOUT = Layout(Table, phases=len(Phase), seats=MOST_PLAYERS)


def has_phase(players: int, variant: int, phase: int) -> bool:
    """Whether a match can have a phase (section 9)."""
    if phase == Phase.BAG and DRAWN_BY_CHOICE[players] == 0:
        return False
    return ONLY_IN[phase] == ANY_VARIANT or ONLY_IN[phase] == variant


def possible_phases(players: int, options: dict[str, Any]) -> set[Phase]:
    """The phases that such a match can have."""
    return {phase for phase in Phase if has_phase(players, VARIANTS.index(options["variant"]), phase)}
