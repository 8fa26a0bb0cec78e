"""The table of Doves. Sets of doves are bits: dove number 7 is bit 6."""

from __future__ import annotations

from enum import IntEnum

from ararat.core.table import Head, Layout, Numbers, field, i8, i64

from . import BOX, GAME

_numbers = {row["name"]: row["value"] for row in BOX.rows("numbers", ("name", "value"))}
DOVES = _numbers["doves"]
DEALT = _numbers["dealt"]
NAMES = tuple(str(number) for number in range(1, DOVES + 1))
MOST_PLAYERS = GAME.players[-1]
ALL_DOVES = (1 << DOVES) - 1
BARE = -1  # no dove on the mast

BOX.demand(DOVES > DEALT * MOST_PLAYERS, "some doves must stay in the basket")


# What kind of decision is due.
Phase = IntEnum("Phase", "TURN OVER", start=0)
# The rules by which a move can be refused; 0 means that it is legal.
Rule = IntEnum("Rule", "LEGAL DV_2_1 DV_2_2 DV_2_4 DV_5_1 DV_5_2", start=0)
# What a move can bring about. What the row of each holds beside the kind, and who may know it, say the EVENTS.
Effect = IntEnum("Effect", "FLEW GATHERED DREW RESTED LEFT")


class Fault(IntEnum):
    """What can be wrong with a table; each has its sentence in the catalogues, under `fault.`"""

    NONE = 0
    DOVE_MISPLACED = 1  # DV-5.3
    HAND_EMPTY = 2  # DV-3.1
    TURN_OVER = 3  # DV-5.2
    RESULT = 4  # DV-3.2
    RESTED = 5  # DV-2.5


class Table(Head):
    """The whole of a match."""

    hands: Numbers = field(i64, "doves in hand", 0, ALL_DOVES, shape=MOST_PLAYERS, seen="own seat")
    sides: Numbers = field(i64, "doves gathered by a seat", 0, ALL_DOVES, shape=MOST_PLAYERS)
    basket: int = field(i64, "doves left to draw", 0, ALL_DOVES, seen="nobody")
    box: int = field(i64, "doves that left the mast", 0, ALL_DOVES)
    scores: Numbers = field(i8, "points so far", 0, DOVES, shape=MOST_PLAYERS)
    mast: int = field(i8, "the dove on the mast", BARE, DOVES - 1, blank=BARE)
    rested: int = field(i8, "seats that rested in a row", 0, MOST_PLAYERS - 1)
    winners: int = field(i8, "seats that won, as bits", 0, (1 << MOST_PLAYERS) - 1)


LAYOUT = Layout(Table, phases=len(Phase), seats=MOST_PLAYERS)
