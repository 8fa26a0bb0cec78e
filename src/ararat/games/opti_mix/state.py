"""The table of Arche Opti Mix. Hands, deck, display and cabins are piles of cards, as pieces.py counts them."""

from __future__ import annotations

from enum import IntEnum

from ...core.table import NOBODY, Grid, Head, Layout, Numbers, field, i8, i16, i64
from . import CHIMPANZEE, SHY, SKUNK
from .pieces import (
    DISCS,
    KINDS,
    MOST_CABINS,
    MOST_CARDS,
    MOST_PLAYERS,
    MOST_POINTS,
    MOST_TILT,
    PIECE,
    RAINS,
    ROOM,
    SIDES,
    SLOTS,
    TYPES,
)

NO_CARD = -1
NO_PLACE = 0
SEATS = (1 << MOST_PLAYERS) - 1
MOST_USED = 2  # cards that a seat lays in one turn
# Half-pieces of a seat on a score card: more than any match brings, for made-up positions.
MOST_HALVES = 1000
HALVES_OF_A_CARD = PIECE + 2  # the most that laying a card adds there

# What kind of decision is due (section 9).
Phase = IntEnum("Phase", "TURN BOOST PICK SECOND PET ENDGAME OVER", start=0)


class Todo(IntEnum):
    """What is still to come in a turn, in this order, as bits."""

    PICK = 1
    SECOND = 2
    DRAW = 4
    REFILL = 8


# Who is tested for shy animals and carnivores (OM-4.17).
Fear = IntEnum("Fear", "NEIGHBOURS ENTRY", start=0)
# The rules by which a move can be refused; 0 means that it is legal.
Rule = IntEnum(
    "Rule",
    "LEGAL OM_7_1 OM_7_2 OM_4_1 OM_4_36 OM_4_2 OM_4_20 OM_4_24 OM_4_33 OM_4_34 OM_4_3 OM_4_4 OM_5_4 OM_4_10 OM_4_5 "
    "OM_5_3 OM_5_5 OM_4_19 OM_4_26 OM_4_27 OM_4_11 OM_4_12 OM_4_13 OM_4_14 OM_4_16 OM_4_17",
    start=0,
)


class Row(IntEnum):
    """What can be wrong with playing a card, in the order in which it is told (section 7), as bits."""

    NOT_IN_HAND = 1 << 0
    ALONE_AS_SECOND = 1 << 1
    ALONE_IN_ENDGAME = 1 << 2
    NO_SUCH_CABIN = 1 << 3
    CABIN_USED = 1 << 4
    NO_DISC_IN_ENDGAME = 1 << 5
    ONE_DISC_FOR_NEW_CABIN = 1 << 6
    NO_DISC_FOR_NEW_CABIN = 1 << 7
    NO_EJECTOR = 1 << 8
    NO_SUCH_VICTIM = 1 << 9
    WRONG_VICTIM = 1 << 10
    CABIN_FULL = 1 << 11
    CLIMATE = 1 << 12
    TILT = 1 << 13
    EATER = 1 << 14
    FOOD = 1 << 15
    FRIGHT = 1 << 16


RULES_OF_ROWS = (
    *(Rule.OM_4_3, Rule.OM_4_4, Rule.OM_5_4, Rule.OM_4_10, Rule.OM_4_5, Rule.OM_5_3, Rule.OM_5_5, Rule.OM_4_19),
    *(Rule.OM_4_26, Rule.OM_4_27, Rule.OM_4_26),
    *(Rule.OM_4_11, Rule.OM_4_12, Rule.OM_4_13, Rule.OM_4_14, Rule.OM_4_16, Rule.OM_4_17),
)
RULE_OF_ROW = dict(zip(Row, RULES_OF_ROWS, strict=True))
# What keeps a card out of every cabin alike.
ANYWHERE = (Row.ALONE_AS_SECOND, Row.ALONE_IN_ENDGAME, Row.NO_DISC_IN_ENDGAME)


class Fault(IntEnum):
    """What no table can show (section 8, OM-8.1)."""

    NONE = 0
    CARD_LOST = 1  # section 8
    KNOWN_NOT_HELD = 2  # OM-6.4
    ABSENT_SEAT = 3  # OM-2.1
    CABIN_GAP = 4  # OM-4.10
    CABIN_OVERFULL = 5  # OM-4.11
    CABIN_BARS = 6  # OM-4.11 to OM-4.16, as they are noted
    TILT_WRONG = 7  # OM-3.5, OM-4.13
    DECK_MISCUT = 8  # OM-3.7
    UPPER_AFTER_RAIN = 9  # OM-4.31
    RAIN_OF_PETS = 10  # OM-4.33
    RAIN_MISSING = 11  # OM-4.36
    RAIN_OVER = 12  # OM-4.36
    DISC_LOST = 13  # section 8
    HALF_ALONE = 14  # OM-4.25
    HALF_ON_PROVISION = 15  # OM-4.24
    TOO_MANY_PIECES = 16  # OM-8.1
    NOBODY_IN_TURN = 17  # section 8
    ANOTHER_ACTIVE = 18  # section 8
    CABIN_NOT_USED = 19  # OM-4.5
    OUT_OF_STEP = 20  # section 9
    DISPLAY_SIZE = 21  # OM-4.8
    DISPLAY_OF_PETS = 22  # OM-4.33
    DISPLAY_SHORT = 23  # OM-4.20
    CABIN_NOT_NEW = 24  # OM-4.20
    NOT_ALONE = 25  # OM-4.4
    BOOST_OF_NOBODY = 26  # OM-4.24, OM-4.29
    BOOST_BEFORE_PICK = 27  # OM-4.7
    BOOST_OF_NOTHING = 28  # OM-4.24
    PET_EARLY = 29  # OM-4.33
    NO_SUCH_PET = 30  # OM-4.34
    PET_UNASKED = 31  # OM-4.33
    PASSED_EARLY = 32  # OM-5.2
    PASSED_IN_TURN = 33  # OM-5.2
    NOT_ALL_PASSED = 34  # OM-5.7
    PET_WITHOUT_PIECE = 35  # OM-5.8
    POINTS_WRONG = 36  # OM-5.9 to OM-5.11
    WINNERS_WRONG = 37  # OM-5.12


# What a move can bring about. What the row of each holds beside the kind, and who may know it, say the EVENTS.
Effect = IntEnum(
    "Effect",
    "TOOK DREW PAID PAID_SUPPLY EJECTED LAID PIECE HALF EXCHANGED DISCS PICKED TURNED_UP RAIN PETS PET PASSED ENDGAME "
    "ALL_PASSED PET_SHOWN SCORED DISC_POINTS",
)


class Table(Head):
    """The whole of a match."""

    cabins: Numbers = field(i64, "cards in each cabin, by its place", 0, SLOTS.whole, shape=len(SIDES) * ROOM)
    barred: Numbers = field(i64, "cards kept out of a cabin, by its place", 0, SLOTS.whole, shape=len(SIDES) * ROOM)
    hands: Numbers = field(i64, "cards in hand", 0, SLOTS.whole, shape=MOST_PLAYERS, seen="own seat")
    known: Numbers = field(i64, "cards that all saw go into a hand", 0, SLOTS.whole, shape=MOST_PLAYERS)
    deck: int = field(i64, "cards left in the deck, in no order", 0, SLOTS.whole, seen="nobody")
    display: int = field(i64, "face-up cards", 0, SLOTS.whole)
    removed: int = field(i64, "ejected animals", 0, SLOTS.whole)
    half_pieces: Grid = field(i16, "half-pieces, by type and seat", 0, MOST_HALVES, shape=(len(TYPES), MOST_PLAYERS))
    scores: Numbers = field(i8, "points, once the match is over", 0, MOST_POINTS, shape=MOST_PLAYERS)
    pets: Numbers = field(
        i8, "card laid as a pet", NO_CARD, KINDS - 1, shape=MOST_PLAYERS, seen="own seat", blank=NO_CARD
    )
    discs: Numbers = field(i8, "discs of each seat", 0, DISCS, shape=MOST_PLAYERS)
    supply: int = field(i8, "discs in the supply", 0, DISCS)
    lengths: Numbers = field(i8, "number of cabins, by side", 0, MOST_CABINS, shape=len(SIDES))
    used: Numbers = field(i8, "places that got a card in this turn", NO_PLACE, len(SIDES) * ROOM - 1, shape=MOST_USED)
    todo: int = field(i8, "what is still to come in this turn", 0, sum(Todo))
    active: int = field(i8, "seat whose turn it is", NOBODY, MOST_PLAYERS - 1, blank=NOBODY)
    tilt: int = field(i8, "weight of starboard less that of port", -MOST_TILT, MOST_TILT)
    upper: int = field(i8, "cards above the first rain card", 0, MOST_CARDS)
    rain: int = field(i8, "rain cards that are out", 0, RAINS)
    passed: int = field(i8, "seats that passed, as bits", 0, SEATS)
    winners: int = field(i8, "seats that won, as bits", 0, SEATS)
    shy: int = field(i8, "option shy", 0, len(SHY) - 1)
    chimpanzee: int = field(i8, "option chimpanzee", 0, len(CHIMPANZEE) - 1)
    skunk: int = field(i8, "option skunk", 0, len(SKUNK) - 1)
    first: int = field(i8, "option first", 0, MOST_PLAYERS - 1)


LAYOUT = Layout(Table, phases=len(Phase), seats=MOST_PLAYERS)
