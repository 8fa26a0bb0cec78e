"""The table of Noah. Hands, deck and knowledge are piles of cards, as pieces.py counts them."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ...core.table import NOBODY, Grid, Head, Layout, Numbers, field, i8, i16, i64
from . import ENDINGS, LEVELS
from .pieces import (
    BOAT_ROOM,
    CARDS,
    MOST_BOARDS,
    MOST_CARDS,
    MOST_PLAYERS,
    MOST_ROUNDS,
    MOST_TEARS,
    QUAYS,
    RESERVE,
    SLOTS,
)

NO_CARD = -1
SEATS = (1 << MOST_PLAYERS) - 1
MOST_POINTS = 2 * MOST_ROUNDS * MOST_TEARS  # as much as a match can bring, on top of as much in a made-up position

# What kind of decision is due (section 9).
Phase = IntEnum("Phase", "BOARD RELOAD PEEK DRAW RETURN FLEE SAIL GIVE STACK RECALL OVER", start=0)
# What follows in a turn (NO-4.1): a decision of somebody, or something that happens by itself.
Step = IntEnum("Step", "DECISION POWER NOAH DEPARTURE END", start=0)
# What lies at a quay, or next in the reserve.
Boat = IntEnum("Boat", "NONE PLAIN ROOMMATES", start=0)
# When a match ends (NO-5.4, NO-5.5).
Ending = IntEnum("Ending", "THREE_ROUNDS TO_26", start=0)
# Why a round, or a solo match, ended (NO-5.1, NO-S.9, NO-S.11, NO-S.12).
Reason = IntEnum("Reason", "NONE HAND BOATS CAP WON NO_QUAY NO_CARD", start=0)
# The rules by which a move can be refused; 0 means that it is legal.
Rule = IntEnum(
    "Rule",
    "LEGAL NO_7_1 NO_7_2 NO_4_3 NO_4_5 NO_4_6 NO_4_7 NO_4_9 NO_4_15 NO_4_16 NO_4_17 NO_P_3 NO_P_10 NO_S_4 NO_S_6 "
    "NO_S_7 NO_S_9",
    start=0,
)
# What a move can bring about. What the row of each holds beside the kind, and who may know it, say the EVENTS.
Effect = IntEnum(
    "Effect",
    "BOARDED COLLECTED PAIR PEEKED PEEKED_CARD DREW RETURNED GAVE FLED SAILED DEPARTED POINTS_OFF ROUND_OVER SHOWN "
    "SCORED ROUND TOOK LOOKED STACKED RECALLED DISCARDED",
)


class Fault(IntEnum):
    """What no table can show (NO-8.1); each has its sentence in the catalogues."""

    NONE = 0
    CARDS_AMISS = 1  # NO-3.1, NO-3.2
    BOATS_NOT_EIGHT = 2  # NO-3.2
    ROOMMATES_MISCOUNTED = 3  # NO-P.11
    QUAY_VACANT_EARLY = 4  # NO-4.19, NO-5.1
    BOAT_TOO_HEAVY = 5  # NO-4.6, NO-4.7, NO-P.7
    SEXES_MIXED = 6  # NO-4.5
    ROOMMATES_TWICE = 7  # NO-P.10
    KNOWN_NOT_HELD = 8  # NO-6.4
    KNOWN_NEEDLESS = 9  # NO-5.7, NO-6.4, NO-S.14
    RESULTS_TOO_MANY = 10  # NO-5.3
    RESULTS_FOREIGN = 11  # NO-5.3
    RESULTS_STALE = 12  # NO-5.3, NO-5.7
    TURN_MISPLACED = 13  # NO-4.1
    FLAGS_UNTIMELY = 14  # section 8
    PARTNER_MISPLACED = 15  # NO-4.14, NO-4.15
    GIFTS_MISCOUNTED = 16  # NO-4.20
    LOOKED_MISCOUNTED = 17  # NO-S.6
    BOARDS_TOO_MANY = 18  # NO-5.1
    NOAH_NOWHERE = 19  # NO-4.2
    RELOAD_AMISS = 20  # NO-4.9, NO-4.10
    HAND_EMPTY = 21  # NO-4.22, NO-5.1
    NOBODY_BOARDED = 22  # section 8, NO-P.8
    OTHER_BOARDED = 23  # NO-4.12, NO-4.13, NO-4.18, NO-P.8
    LEAVING_WRONG = 24  # NO-4.19, NO-P.3
    PAIR_WRONG = 25  # NO-4.11, NO-P.9, NO-S.5
    RECALL_NOBODY = 26  # NO-S.7
    TOP_KNOWN = 27  # section 8
    POINTS_WRONG = 28  # NO-5.2, NO-S.3, NO-S.13
    WINNERS_WRONG = 29  # NO-5.6, NO-S.13
    SOLO_DECIDED = 30  # NO-S.9, NO-S.11, NO-S.12


class Table(Head):
    """The whole of a match."""

    hands: Numbers = field(i64, "cards in hand", 0, SLOTS.whole, shape=MOST_PLAYERS, seen="own seat")
    deck: int = field(i64, "cards not dealt, in no order", 0, SLOTS.whole, seen="nobody")
    gone: int = field(i64, "cards out for this round", 0, SLOTS.whole)
    looked: int = field(i64, "solo: cards under the giraffe's eye", 0, SLOTS.whole)
    # By viewer, then by seat; the spectator's row comes after those of the seats.
    known: Grid = field(
        i64, "cards known of it", 0, SLOTS.whole, shape=(MOST_PLAYERS + 1, MOST_PLAYERS), seen="own seat"
    )
    last_hands: Grid = field(i64, "hands at the end of each round", 0, SLOTS.whole, shape=(MOST_ROUNDS, MOST_PLAYERS))
    scores: Numbers = field(i16, "totals of finished rounds", 0, MOST_POINTS, shape=MOST_PLAYERS)
    boards: int = field(i16, "board moves made in this round", 0, MOST_BOARDS)
    animals: Grid = field(i8, "cards aboard, by quay, in boarding order", 0, CARDS - 1, shape=(QUAYS, BOAT_ROOM))
    aboard: Numbers = field(i8, "number of cards aboard, by quay", 0, BOAT_ROOM, shape=QUAYS)
    boats: Numbers = field(i8, "kind of boat at each quay", 0, len(Boat) - 1, shape=QUAYS)
    reserve: Numbers = field(i8, "kinds of boats in the reserve, next one first", 0, len(Boat) - 1, shape=RESERVE)
    top: Numbers = field(i8, "solo: known top cards of the deck, next one first", 0, CARDS - 1, shape=MOST_CARDS)
    top_count: int = field(i8, "solo: how many cards of the top are known", 0, MOST_CARDS)
    reasons: Numbers = field(i8, "why each finished round ended", 0, len(Reason) - 1, shape=MOST_ROUNDS)
    finished: int = field(i8, "finished rounds in the results", 0, MOST_ROUNDS)
    round_number: int = field(i8, "round, from 1", 0, MOST_ROUNDS)
    starter: int = field(i8, "seat that started this round", 0, MOST_PLAYERS - 1)
    noah: int = field(i8, "quay where Noah stands", 0, QUAYS - 1)
    departures: int = field(i8, "boats that left in this round", 0, RESERVE + QUAYS)
    pair: int = field(i8, "the card just boarded made a pair", 0, 1)
    leaving: int = field(i8, "the boat here was just brought to its limit", 0, 1)
    gifts: int = field(i8, "cards still to be given", 0, RESERVE + 1)
    partner: int = field(i8, "seat that gets a card back", NOBODY, MOST_PLAYERS - 1, blank=NOBODY)
    winners: int = field(i8, "seats that won, as bits", 0, SEATS)
    ending: int = field(i8, "option ending", 0, len(ENDINGS) - 1)
    first: int = field(i8, "option first", 0, MOST_PLAYERS - 1)
    frog: int = field(i8, "option frog", 0, 1)
    crocodile: int = field(i8, "option crocodile", 0, 1)
    roommates: int = field(i8, "option roommates", 0, 1)
    level: int = field(i8, "option level", 0, len(LEVELS) - 1)


LAYOUT = Layout(Table, phases=len(Phase), seats=MOST_PLAYERS)


def possible_phases(players: int, options: dict[str, Any]) -> set[Phase]:
    """The phases that such a match can have."""
    if players == 1:
        return {Phase.BOARD, Phase.SAIL, Phase.STACK, Phase.RECALL, Phase.OVER}
    phases = set(Phase) - {Phase.STACK, Phase.RECALL}
    return phases if options["crocodile"] else phases - {Phase.FLEE}
