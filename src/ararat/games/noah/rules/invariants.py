"""What holds on every table, and which of it is broken on this one."""

from __future__ import annotations

from ....core.bits import size_of
from ....core.rule import rule
from ....core.table import NOBODY
from ....core.whole import seat_count, whole
from ..pieces import BOATS, CROCODILE, FROG, GIRAFFE, LION, MOST_BOARDS, MOST_FROG_MASS, MOST_PLAYERS, QUAYS, RESERVE
from ..state import SEATS, Boat, Phase, Reason, Table
from .boats import aboard_at, animal_of, boat_here, last_aboard, limit_of, mass_of, sex_of
from .piles import is_pile, off_boat, together, with_card
from .rounds import is_solo, lowest_totals, match_ends, whole_deck, why_round_ends
from .solo import all_cards_are_out, some_can_be_recalled, tears_left


@rule
def fault(table: Table) -> int:
    """Which invariant of the table is broken: 0 for none, else its number."""
    broken = fault_of_piles(table)
    if broken == 0:
        broken = fault_of_boats(table)
    if broken == 0:
        broken = fault_of_knowledge(table)
    if broken == 0:
        broken = fault_of_phase(table)
    if broken == 0:
        broken = fault_of_solo(table) if is_solo(table) else fault_of_seats(table)
    return broken


@rule
def fault_of_piles(table: Table) -> int:
    """Every card of the match is in exactly one place (NO-3.1, NO-3.2)."""
    deck = whole_deck(table)
    for seat in range(MOST_PLAYERS):
        if seat >= table.players and table.hands[seat] != 0:
            return 1  # a hand without a seat
    everything = table.deck
    pieces = size_of(table.deck) + size_of(table.gone) + size_of(table.looked) + table.top_count
    if not (is_pile(table.deck) and is_pile(table.gone) and is_pile(table.looked)):
        return 2  # a pile has a hole
    everything = together(everything, table.gone)
    everything = together(everything, table.looked)
    for seat in range(seat_count(table)):
        if not is_pile(table.hands[seat]):
            return 2
        everything = together(everything, table.hands[seat])
        pieces += size_of(table.hands[seat])
    for place in range(table.top_count):
        everything = with_card(everything, whole(table.top[place]))
    for quay in range(QUAYS):
        pieces += table.aboard[quay]
        for place in range(aboard_at(table, quay)):
            everything = with_card(everything, off_boat(table.animals[quay, place]))
    if everything != deck or pieces != size_of(deck):
        return 3  # a card is missing, foreign or there too often
    return 0


@rule
def fault_of_boats(table: Table) -> int:
    """Eight boats, each within its limit and its pattern of sexes (NO-3.2, NO-4.5 to NO-4.7, NO-P.10)."""
    there = whole(table.departures)
    odd_ones = 0
    for place in range(RESERVE):
        there += table.reserve[place] != Boat.NONE
        odd_ones += table.reserve[place] == Boat.ROOMMATES
        if place > 0 and table.reserve[place] != Boat.NONE and table.reserve[place - 1] == Boat.NONE:
            return 4  # the reserve closes up
    for quay in range(QUAYS):
        there += table.boats[quay] != Boat.NONE
        odd_ones += table.boats[quay] == Boat.ROOMMATES
        count = aboard_at(table, quay)
        if table.boats[quay] == Boat.NONE and (count > 0 or table.reserve[0] != Boat.NONE):
            return 5  # NO-4.19: a quay is vacant only when the reserve is empty
        first = 1 if table.phase == Phase.FLEE and quay == table.noah else 0
        if mass_of(table, quay, first) > limit_of(table, quay, first):
            return 6  # NO-4.6, NO-4.7, NO-P.7
        for place in range(2, count):
            if sex_of(table.animals[quay, place]) != sex_of(table.animals[quay, place - 2]):
                return 7  # NO-4.5
        if table.boats[quay] == Boat.ROOMMATES and has_two_alike(table, quay):
            return 8  # NO-P.10
    if there != BOATS or odd_ones > table.roommates:
        return 9  # NO-3.2, NO-P.11
    return 0


@rule
def has_two_alike(table: Table, quay: int) -> bool:
    """Whether a species is aboard twice."""
    for place in range(aboard_at(table, quay)):
        for other in range(place):
            if animal_of(table.animals[quay, place]) == animal_of(table.animals[quay, other]):
                return True
    return False


@rule
def fault_of_knowledge(table: Table) -> int:
    """What somebody knows of a hand is in it, and nobody needs to know the own one (NO-6.4, NO-5.7)."""
    for viewer in range(MOST_PLAYERS + 1):
        for seat in range(MOST_PLAYERS):
            known = table.known[viewer, seat]
            if known & ~table.hands[seat] != 0 or not is_pile(known):
                return 10
            if known != 0 and (viewer == seat or viewer > table.players or table.phase == Phase.OVER):
                return 11
    return 0


@rule
def fault_of_phase(table: Table) -> int:
    """Flags and counters are what the phase says (sections 8 and 9)."""
    phase = table.phase
    over = phase == Phase.OVER
    if over != (table.turn == NOBODY) or table.turn >= table.players:
        return 12
    if (phase == Phase.RETURN) != (table.partner != NOBODY) or (phase == Phase.GIVE) != (table.gifts > 0):
        return 13
    if (phase == Phase.STACK) != (table.looked != 0):
        return 14
    if table.finished > table.round_number - (not over) or table.winners & ~SEATS:
        return 15
    boarding = phase == Phase.BOARD or phase == Phase.RELOAD
    if (boarding or over) and (table.pair or table.leaving):
        return 16  # both end with the turn
    if table.boards > MOST_BOARDS or (boarding and table.boards == MOST_BOARDS):
        return 17  # NO-5.1
    if boarding or over or phase == Phase.GIVE:
        return 0
    here = boat_here(table)
    if table.aboard[here] == 0 or not can_be_leaving(table, here):
        return 18  # section 8: the card just boarded is the last one here
    animal = animal_of(last_aboard(table, here))
    if (phase == Phase.PEEK or phase == Phase.STACK) and animal != GIRAFFE:
        return 19
    if (phase == Phase.DRAW or phase == Phase.RETURN or phase == Phase.RECALL) and animal != LION:
        return 20
    if phase == Phase.FLEE and (animal != CROCODILE or table.aboard[here] < 2):
        return 21  # NO-P.8
    return 0


@rule
def can_be_leaving(table: Table, quay: int) -> bool:
    """Whether the flag `leaving` fits the boat here; a frog may have counted more than one (NO-4.19, NO-P.3)."""
    first = 1 if table.phase == Phase.FLEE else 0
    missing = limit_of(table, quay, first) - mass_of(table, quay, first)
    if missing == 0 or not table.leaving:
        return (missing == 0) == (table.leaving != 0)
    return animal_of(last_aboard(table, quay)) == FROG and missing < MOST_FROG_MASS


@rule
def fault_of_seats(table: Table) -> int:
    """With several seats: everybody has cards, no quay is vacant, the lowest totals win (NO-5.1, NO-5.6)."""
    if table.top_count != 0 or table.phase == Phase.RECALL:
        return 22  # solo only
    over = table.phase == Phase.OVER
    for seat in range(seat_count(table)):
        empty = table.hands[seat] == 0
        alone = seat == table.turn and (table.phase == Phase.SAIL or table.phase == Phase.FLEE)
        if empty and not (over or alone or (table.phase == Phase.RETURN and seat == table.partner)):
            return 23  # NO-5.1: an empty hand ends the round
    for quay in range(QUAYS):
        if table.boats[quay] == Boat.NONE and not (over or table.phase == Phase.GIVE):
            return 24  # NO-5.1: a vacant quay ends the round
    if table.winners != (lowest_totals(table) if over else 0):
        return 25  # NO-5.6
    if over and (table.reasons[table.finished - 1] != why_round_ends(table) or not match_ends(table)):
        return 31  # NO-5.1, NO-5.4, NO-5.5: the table still shows why it is over
    if table.gifts > table.departures or (table.partner != NOBODY and table.partner == table.turn):
        return 26  # NO-4.15, NO-4.20
    return 0


@rule
def fault_of_solo(table: Table) -> int:
    """Alone: no promo pieces, no points before the end, and an end with its reason (NO-S)."""
    if table.frog or table.crocodile or table.roommates or table.first != 0:
        return 27  # NO-S.1
    if table.phase == Phase.OVER:
        won = table.reasons[0] == Reason.WON
        if table.scores[0] != tears_left(table) or table.winners != won or table.finished != 1:
            return 28  # NO-S.13
        if won != all_cards_are_out(table):
            return 32  # NO-S.11
    elif table.scores[0] != 0 or table.finished != 0 or table.round_number != 1:
        return 29  # NO-S.3
    if table.phase == Phase.RECALL and not some_can_be_recalled(table):
        return 30  # NO-S.7
    return 0
