"""What holds on every table, and which of it is broken on this one (NO-8.1)."""

from __future__ import annotations

from ....core.bits import NOT_THERE, size_of
from ....core.faults import first_fault
from ....core.table import NOBODY
from ....core.whole import seat_count, seat_in_turn, whole
from ..pieces import (
    BOATS,
    CROCODILE,
    FROG,
    GIRAFFE,
    LION,
    MOST_BOARDS,
    MOST_FROG_MASS,
    MOST_PLAYERS,
    MOST_ROUNDS,
    MOST_TEARS,
    QUAYS,
    RESERVE,
    SOLO_LOOK,
)
from ..state import MOST_POINTS, Boat, Fault, Phase, Reason, Table
from .boarding import makes_pair
from .boats import aboard_at, animal_of, boat_here, has_aboard, last_aboard, limit_of, mass_of, sex_of, some_card_fits
from .piles import has_card, less, lies_within, off_boat, without_card
from .rounds import is_solo, lowest_totals, whole_deck
from .solo import all_cards_are_out, some_can_be_recalled, tears_left
from .turns import can_sail, gifts_after, noah_stays

# --- Pieces -------------------------------------------------------------------------------------


def fault_of_cards(table: Table) -> int:
    """Every card of the match is in exactly one place (NO-3.1, NO-3.2)."""
    left = whole_deck(table)
    for pile in (table.deck, table.gone, table.looked):
        left = less(left, pile)
    for seat in range(MOST_PLAYERS):
        if seat >= seat_count(table) and table.hands[seat] != 0:
            return Fault.CARDS_AMISS
        left = less(left, table.hands[seat])
    for place in range(table.top_count):
        left = less_one(left, whole(table.top[place]))
    for quay in range(QUAYS):
        for place in range(aboard_at(table, quay)):
            left = less_one(left, off_boat(table.animals[quay, place]))
    return Fault.NONE if left == 0 else Fault.CARDS_AMISS


def less_one(pile: int, card: int) -> int:
    """A pile less one card; NOT_THERE if it is not in it."""
    return without_card(pile, card) if pile != NOT_THERE and has_card(pile, card) else NOT_THERE


def fault_of_boats(table: Table) -> int:
    """Eight boats, each within its limit and its pattern of sexes (NO-3.2, NO-4.5 to NO-4.7, NO-P.10)."""
    reserve = 0
    odd_ones = 0
    for place in range(RESERVE):
        reserve += reserve == place and table.reserve[place] != Boat.NONE
        odd_ones += table.reserve[place] == Boat.ROOMMATES
    there = reserve + table.departures
    for quay in range(QUAYS):
        there += table.boats[quay] != Boat.NONE
        odd_ones += table.boats[quay] == Boat.ROOMMATES
        if table.boats[quay] == Boat.NONE and (aboard_at(table, quay) > 0 or reserve > 0):
            return Fault.QUAY_VACANT_EARLY
        first = first_counted(table, quay)
        if mass_of(table, quay, first) > limit_of(table, quay, first):
            return Fault.BOAT_TOO_HEAVY
        for place in range(2, aboard_at(table, quay)):
            if sex_of(table.animals[quay, place]) != sex_of(table.animals[quay, place - 2]):
                return Fault.SEXES_MIXED
        if table.boats[quay] == Boat.ROOMMATES and has_two_alike(table, quay):
            return Fault.ROOMMATES_TWICE
    if there != BOATS:
        return Fault.BOATS_NOT_EIGHT
    if odd_ones > table.roommates or (table.departures == 0 and odd_ones < table.roommates):
        return Fault.ROOMMATES_MISCOUNTED
    return Fault.NONE


def first_counted(table: Table, quay: int) -> int:
    """The first animal whose mass counts: a crocodile's victim does no longer (NO-P.7)."""
    return 1 if table.phase == Phase.FLEE and quay == table.noah else 0


def has_two_alike(table: Table, quay: int) -> bool:
    """Whether a species is aboard twice."""
    for place in range(aboard_at(table, quay)):
        if has_aboard(table, quay, animal_of(table.animals[quay, place]), place + 1):
            return True
    return False


def fault_of_knowledge(table: Table) -> int:
    """What somebody knows of a hand is in it, and nobody needs to know the own one (NO-6.4, NO-5.7)."""
    for viewer in range(MOST_PLAYERS + 1):
        for seat in range(MOST_PLAYERS):
            known = table.known[viewer, seat]
            if not lies_within(table.hands[seat], known):
                return Fault.KNOWN_NOT_HELD
            needless = viewer == seat or viewer > table.players or is_solo(table) or table.phase == Phase.OVER
            if known != 0 and needless:
                return Fault.KNOWN_NEEDLESS
    return Fault.NONE


def fault_of_results(table: Table) -> int:
    """Results of finished rounds: hands of this deck, and at the end the hands as they are (NO-5.3, NO-5.7)."""
    over = table.phase == Phase.OVER
    if table.finished > table.round_number - (not over):
        return Fault.RESULTS_TOO_MANY
    for past in range(table.finished):
        left = whole_deck(table)
        for seat in range(seat_count(table)):
            left = less(left, table.last_hands[past, seat])
        reason = table.reasons[past]
        if left == NOT_THERE or (reason < Reason.CAP if is_solo(table) else reason > Reason.CAP):
            return Fault.RESULTS_FOREIGN
    for seat in range(seat_count(table)):
        if over and (table.finished == 0 or table.last_hands[table.finished - 1, seat] != table.hands[seat]):
            return Fault.RESULTS_STALE
    return Fault.NONE


# --- The decision that is due -------------------------------------------------------------------


def fault_of_phase(table: Table) -> int:
    """Flags and counters are what the phase says (sections 8 and 9)."""
    phase = table.phase
    over = phase == Phase.OVER
    if over != (table.turn == NOBODY) or table.turn >= table.players:
        return Fault.TURN_MISPLACED
    hand = 0 if over else table.hands[seat_in_turn(table)]
    if (phase == Phase.RETURN) != (table.partner != NOBODY) or (table.partner == table.turn and not over):
        return Fault.PARTNER_MISPLACED
    gives = phase == Phase.GIVE
    if gives != (table.gifts > 0) or (gives and table.gifts > gifts_after(table, whole(table.departures))):
        return Fault.GIFTS_MISCOUNTED
    looked = size_of(table.looked)
    if (phase == Phase.STACK) != (looked > 0) or looked == 1 or looked > SOLO_LOOK:
        return Fault.LOOKED_MISCOUNTED
    boarding = phase == Phase.BOARD or phase == Phase.RELOAD
    if ((boarding or over) and table.pair) or (not happens_aboard(table) and table.leaving):
        return Fault.FLAGS_UNTIMELY  # both end with the turn, a departure before the gift
    if boarding and table.boards >= MOST_BOARDS:
        return Fault.BOARDS_TOO_MANY
    here = boat_here(table)
    if table.boats[here] == Boat.NONE and not (over or phase == Phase.GIVE):
        return Fault.NOAH_NOWHERE
    if phase == Phase.RELOAD and (table.aboard[here] > 0 or size_of(hand) < 2):
        return Fault.RELOAD_AMISS
    return Fault.NONE


def happens_aboard(table: Table) -> bool:
    """Whether the card just boarded still lies on top of the boat here (section 8)."""
    phase = table.phase
    return not (phase == Phase.BOARD or phase == Phase.RELOAD or phase == Phase.GIVE or phase == Phase.OVER)


def fault_of_boarding(table: Table) -> int:
    """The card just boarded is the one that the phase needs, and bears `pair` and `leaving` out (section 8)."""
    if not happens_aboard(table):
        return Fault.NONE
    phase = table.phase
    here = boat_here(table)
    first = first_counted(table, here)
    if table.aboard[here] <= first:
        return Fault.NOBODY_BOARDED
    animal = animal_of(last_aboard(table, here))
    looks = phase == Phase.PEEK or phase == Phase.STACK
    calls = phase == Phase.DRAW or phase == Phase.RETURN or phase == Phase.RECALL
    if (looks and animal != GIRAFFE) or (calls and animal != LION) or (phase == Phase.FLEE and animal != CROCODILE):
        return Fault.OTHER_BOARDED
    if phase == Phase.SAIL and noah_stays(table):
        return Fault.OTHER_BOARDED
    missing = limit_of(table, here, first) - mass_of(table, here, first)
    counted_more = animal == FROG and table.leaving and missing < MOST_FROG_MASS  # NO-P.3
    if (table.leaving != 0) != (missing == 0) and not counted_more:
        return Fault.LEAVING_WRONG
    # Alone, the other half of a pair of lions may have been called back, if nobody else was aboard.
    called_back = is_solo(table) and phase == Phase.SAIL and animal == LION and table.aboard[here] == 1
    if (table.pair != 0) != makes_pair(table, here, first) and not called_back:
        return Fault.PAIR_WRONG
    return Fault.NONE


# --- Together and alone -------------------------------------------------------------------------


def fault_of_seats(table: Table) -> int:
    """With several seats: everybody has cards, no quay is vacant, the lowest totals win (NO-5.1, NO-5.6)."""
    if is_solo(table):
        return Fault.NONE
    phase = table.phase
    over = phase == Phase.OVER
    if table.top_count != 0:
        return Fault.TOP_KNOWN
    to_come = 0 if over else MOST_ROUNDS + 1 - whole(table.round_number)
    for seat in range(seat_count(table)):
        if table.scores[seat] > MOST_POINTS - MOST_TEARS * to_come:
            return Fault.POINTS_WRONG  # no room for the tears of the rounds to come
        moment = seat == table.partner or (seat == table.turn and (phase == Phase.SAIL or phase == Phase.FLEE))
        if table.hands[seat] == 0 and not (over or moment):
            return Fault.HAND_EMPTY
    if phase == Phase.RETURN and size_of(table.hands[seat_in_turn(table)]) < 2:
        return Fault.HAND_EMPTY
    for quay in range(QUAYS):
        if table.boats[quay] == Boat.NONE and not (over or phase == Phase.GIVE):
            return Fault.QUAY_VACANT_EARLY
    return Fault.NONE if table.winners == (lowest_totals(table) if over else 0) else Fault.WINNERS_WRONG


def fault_of_solo(table: Table) -> int:
    """Alone: no points before the end, an end with its reason, and no decision once all is decided (NO-S)."""
    if not is_solo(table):
        return Fault.NONE
    phase = table.phase
    over = phase == Phase.OVER
    won = all_cards_are_out(table)
    if table.round_number != 1 or table.scores[0] != (tears_left(table) if over else 0):
        return Fault.POINTS_WRONG
    if table.winners != (over and won) or (over and won != (table.reasons[0] == Reason.WON)):
        return Fault.WINNERS_WRONG
    if over:
        return Fault.NONE
    if phase == Phase.RECALL and not some_can_be_recalled(table):
        return Fault.RECALL_NOBODY
    stuck = (phase == Phase.BOARD and not some_card_fits(table)) or (phase == Phase.SAIL and not can_sail(table))
    return Fault.SOLO_DECIDED if stuck or (won and table.looked == 0) else Fault.NONE


fault = first_fault(
    *(fault_of_cards, fault_of_boats, fault_of_knowledge, fault_of_results),
    *(fault_of_phase, fault_of_boarding, fault_of_seats, fault_of_solo),
)
