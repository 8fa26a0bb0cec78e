"""The table of Animals on Board. Sets of tiles are bits over the numbers of pieces.py."""

from __future__ import annotations

from enum import IntEnum

from ...core.table import Head, Layout, Numbers, field, i8, i16, i64
from .pieces import MOST_CRATES, MOST_PLACES, MOST_PLAYERS, NAME_COUNT, SPECIES_COUNT

NO_TILE = -1
ALL_NAMES = (1 << NAME_COUNT) - 1
ALL_SPECIES = (1 << SPECIES_COUNT) - 1
SEATS = (1 << MOST_PLAYERS) - 1
MOST_ROUNDS = 99  # no match has more than 17 (AB-4.17); made-up positions may, and stay at this number

# What kind of decision is due (AB-9.1).
Phase = IntEnum("Phase", "KEEP PLAY DISCARD OVER", start=0)
# The rules by which a move can be refused; 0 means that it is legal.
Rule = IntEnum("Rule", "LEGAL AB_7_1 AB_9_1 AB_3_6 AB_4_4 AB_4_5 AB_4_6 AB_4_8 AB_4_12 AB_5_4 AB_5_5 AB_7_2", start=0)


class Fault(IntEnum):
    """What can be wrong with a table; each has its sentence in the catalogues, under `fault.`"""

    NONE = 0
    SPECIES = 1  # AB-3.2
    SPECIES_OPTION = 2  # AB-2.4
    HIDDEN = 3  # AB-4.2
    AREA_CROWDED = 4  # AB-4.1
    TILE_MISPLACED = 5  # AB-8.1
    TURN_OVER = 6  # AB-8.3
    SCORE = 7  # AB-5.7, AB-5.8
    SCORES_EARLY = 8  # AB-8.2
    OUT_OF_PLAY = 9  # section 8
    TURN_OUT = 10  # AB-4.10
    PASSES = 11  # AB-4.15
    SETUP = 12  # AB-3.4 to AB-3.6
    KEEPING = 13  # AB-3.6
    DISCARD_TURN = 14  # AB-5.3
    HANDS_LATE = 15  # AB-3.7
    BOX_EARLY = 16  # AB-5.2
    ARK_TOO_FULL = 17  # AB-5.1
    ARK_FULL_EARLY = 18  # AB-4.16
    PAIR_LEFT = 19  # AB-5.2, AB-5.5
    UNKNOWN_OVER = 20  # AB-5.6


# What a move can bring about. What the row of each holds beside the kind, and who may know it, say the EVENTS.
Effect = IntEnum(
    "Effect",
    "KEPT LAID_OPEN ROUND DRAWN FACE_DOWN CRATES LOADED LOOKED FLAG LAST_TURN PAIR_LOST DISCARDED OPENED SCORED "
    "CRATE_BACK LAST_ROUND ARK_FULL",
)


class Table(Head):
    """The whole of a match."""

    deck: int = field(i64, "tiles left to draw", 0, ALL_NAMES, seen="nobody")
    hands: Numbers = field(
        i64, "tiles dealt, not yet kept or laid open", 0, ALL_NAMES, shape=MOST_PLAYERS, seen="own seat"
    )
    known: Numbers = field(i64, "tiles of the ark that all saw loaded", 0, ALL_NAMES, shape=MOST_PLAYERS)
    unknown: Numbers = field(
        i64, "tiles of the ark that its seat saw", 0, ALL_NAMES, shape=MOST_PLAYERS, seen="own seat"
    )
    box: Numbers = field(i64, "tiles that went back to the box at the end", 0, ALL_NAMES, shape=MOST_PLAYERS)
    groups: Numbers = field(i64, "groups of the play area, by first tiles; 0: none", 0, ALL_NAMES, shape=MOST_PLACES)
    species: int = field(i16, "species in play, as bits", 0, ALL_SPECIES)
    chosen_species: int = field(i16, "option species, as bits; 0: drawn at random", 0, ALL_SPECIES)
    scores: Numbers = field(i16, "points, 0 until the end", 0, 99, shape=MOST_PLAYERS)
    crates: Numbers = field(i8, "food crates", 0, MOST_CRATES, shape=MOST_PLAYERS)
    hidden: int = field(i8, "the tile that lies face down", NO_TILE, NAME_COUNT - 1, seen="nobody", blank=NO_TILE)
    round_number: int = field(i8, "round, from 1", 0, MOST_ROUNDS)
    first: int = field(i8, "option first: who gets the flag in the setup", 0, MOST_PLAYERS - 1)
    flag: int = field(i8, "holder of the first-player flag", 0, MOST_PLAYERS - 1)
    out: int = field(i8, "seats out of this round, as bits", 0, SEATS)
    passes: int = field(i8, "passes in a row", 0, MOST_PLAYERS)
    winners: int = field(i8, "seats that won, as bits", 0, SEATS)


LAYOUT = Layout(Table, phases=len(Phase), seats=MOST_PLAYERS)
