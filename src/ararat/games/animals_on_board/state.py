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


class Phase(IntEnum):
    """What kind of decision is due (AB-9.1)."""

    KEEP = 0
    PLAY = 1
    DISCARD = 2
    OVER = 3


class Rule(IntEnum):
    """The rules by which a move can be refused; 0 means that it is legal."""

    LEGAL = 0
    AB_7_1 = 1
    AB_9_1 = 2
    AB_3_6 = 3
    AB_4_4 = 4
    AB_4_5 = 5
    AB_4_6 = 6
    AB_4_8 = 7
    AB_4_12 = 8
    AB_5_4 = 9
    AB_5_5 = 10
    AB_7_2 = 11


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


class Effect(IntEnum):
    """What a move can bring about, with what its row holds beside the kind."""

    KEPT = 1  # seat, tile: only the seat knows
    LAID_OPEN = 2  # tile: a tile that was not kept
    ROUND = 3  # amount: the round that begins
    DRAWN = 4  # tile: face up from the deck
    FACE_DOWN = 5  # a tile that nobody sees
    CRATES = 6  # seat, amount: crates got, or paid if negative
    LOADED = 7  # seat, tile: into the ark, for all to see
    LOOKED = 8  # seat, tile: the face-down tile, only the seat sees it
    FLAG = 9  # seat
    LAST_TURN = 10  # seat: the only one left in the round
    PAIR_LOST = 11  # seat, tile: back to the box
    DISCARDED = 12  # seat, tile: back to the box
    OPENED = 13  # seat, tile: from the ark's unknown part, at the end
    SCORED = 14  # seat, amount: points
    LAST_ROUND = 16  # seat: the first one with ten tiles in this round
    CRATE_BACK = 15  # seat: a sixth crate is not kept, one of the five goes back


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
