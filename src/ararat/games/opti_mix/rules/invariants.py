"""What a table can be (section 8, OM-8.1): `fault` names the first thing about one that can't.

It is asked of every table that somebody hands us, and by the tests before every decision.
"""

from __future__ import annotations

from ....core.bits import NOT_THERE, all_below, contains, size_of, sum_over
from ....core.faults import first_fault
from ....core.table import NOBODY
from ....core.whole import seat_count, whole
from ..pieces import (
    ALL_CARDS,
    ALONE,
    CHIMPANZEE_CARD,
    DISCS,
    DISPLAY,
    HAND,
    HEAVY,
    LOWER_HALF,
    LOWEST,
    MOST_IN_CABIN,
    MOST_PLAYERS,
    PET_RAIN,
    PETS,
    PIECE,
    PROVISION,
    ROOM,
    SIDES,
    WEIGHT_OF_SLOT,
    cards_where,
)
from ..state import HALVES_OF_A_CARD, MOST_HALVES, MOST_USED, NO_CARD, NO_PLACE, Fault, Phase, Table, Todo
from .ark import cabin_exists, is_next_cabin, leaning
from .cards import has_card, less, lies_within, type_of
from .company import kept_out_by_company
from .ending import best_seats, final_score
from .placing import is_ejector, is_endgame, may_eject
from .score_cards import must_ask_for_boost

PLACES = len(SIDES) * ROOM
ITS_EJECTORS = cards_where(lambda card: is_ejector(card) and may_eject(card, CHIMPANZEE_CARD))


def fault_of_cards(table: Table) -> int:
    """Every card is in exactly one place, and what is known of a hand is in it (OM-6.4)."""
    missing = ALL_CARDS
    for place in range(PLACES):
        missing = less(missing, table.cabins[place])
    for seat in range(MOST_PLAYERS):
        pet = whole(table.pets[seat])
        missing = less(less(missing, table.hands[seat]), LOWEST[pet] if pet != NO_CARD else 0)
    for pile in (table.removed, table.display, table.deck):
        missing = less(missing, pile)
    if missing == NOT_THERE:
        return Fault.CARD_LOST
    for seat in range(MOST_PLAYERS):
        if not lies_within(table.hands[seat], table.known[seat]):
            return Fault.KNOWN_NOT_HELD
    return Fault.CARD_LOST if missing else Fault.NONE


def fault_of_ark(table: Table) -> int:
    """Cabins have no gaps and hold one to three cards, the tilt is that of the weights (OM-3.5, OM-4.10, OM-4.11)."""
    tilt = 0
    for place in range(PLACES):
        cards = table.cabins[place]
        if cabin_exists(table, place) != (cards != 0):
            return Fault.CABIN_GAP
        if size_of(cards) > MOST_IN_CABIN:
            return Fault.CABIN_OVERFULL
        if table.barred[place] != kept_out_by_company(table, cards):
            return Fault.CABIN_BARS
        tilt += leaning(place, sum_over(WEIGHT_OF_SLOT, cards))
    return Fault.NONE if tilt == table.tilt else Fault.TILT_WRONG


def fault_of_rain(table: Table) -> int:
    """The deck above and below the first rain card, and which phases there are when (OM-3.7, OM-4.31 to OM-4.36)."""
    lower = LOWER_HALF - seat_count(table) * HAND // 2
    if table.rain == 0 and size_of(table.deck) != table.upper + lower:
        return Fault.DECK_MISCUT
    if table.rain > 0 and table.upper != 0:
        return Fault.UPPER_AFTER_RAIN
    if table.phase == Phase.PET and table.rain != PET_RAIN:
        return Fault.RAIN_OF_PETS
    if table.phase == Phase.ENDGAME or table.phase == Phase.OVER:
        return Fault.NONE if is_endgame(table) else Fault.RAIN_MISSING
    return Fault.RAIN_OVER if is_endgame(table) and table.phase != Phase.BOOST else Fault.NONE


def fault_of_pieces(table: Table) -> int:
    """All discs are somewhere, halves are what they can be, and there is room for pieces to come (OM-4.25, OM-8.1)."""
    most = MOST_HALVES - HALVES_OF_A_CARD * cards_to_come(table)
    discs = whole(table.supply)
    for seat in range(MOST_PLAYERS):
        discs += table.discs[seat]
        for kind in range(HEAVY, PROVISION + 1):
            halves = table.half_pieces[kind, seat]
            if halves == 1:
                return Fault.HALF_ALONE
            if halves % PIECE and kind == PROVISION:
                return Fault.HALF_ON_PROVISION
            if halves > (most if seat < seat_count(table) else 0):
                return Fault.TOO_MANY_PIECES
            discs += halves % PIECE
    return Fault.NONE if discs == DISCS else Fault.DISC_LOST


def cards_to_come(table: Table) -> int:
    """Cards that may still bring pieces: laid, or turned up as a pet."""
    count = size_of(table.deck) + size_of(table.display)
    for seat in range(seat_count(table)):
        count += size_of(table.hands[seat]) + (table.pets[seat] != NO_CARD and table.phase != Phase.OVER)
    return count


def fault_of_seats(table: Table) -> int:
    """Who is in turn, who has a pet and who has passed (OM-4.33, OM-4.34, OM-5.2, OM-5.7)."""
    over = table.phase == Phase.OVER
    if over != (table.turn == NOBODY) or over != (table.active == NOBODY):
        return Fault.NOBODY_IN_TURN
    if table.phase != Phase.PET and table.turn != table.active:
        return Fault.ANOTHER_ACTIVE
    for seat in range(MOST_PLAYERS):
        things = table.hands[seat] | table.discs[seat] | table.scores[seat] | ((table.passed >> seat) & 1)
        if seat >= seat_count(table) and (things or table.pets[seat] != NO_CARD):
            return Fault.ABSENT_SEAT
        if table.pets[seat] != NO_CARD:
            if table.rain < PET_RAIN:
                return Fault.PET_EARLY
            if PETS & LOWEST[table.pets[seat]] == 0:
                return Fault.NO_SUCH_PET
            if table.phase == Phase.PET and asked_after(table, seat) >= asked_after(table, whole(table.turn)):
                return Fault.PET_UNASKED
    if over:
        return Fault.NONE if table.passed == all_below(seat_count(table)) else Fault.NOT_ALL_PASSED
    if table.passed != 0 and not is_endgame(table):
        return Fault.PASSED_EARLY
    return Fault.PASSED_IN_TURN if contains(table.passed, table.turn) else Fault.NONE


def asked_after(table: Table, seat: int) -> int:
    """How many seats are asked for a pet before this one (OM-4.33)."""
    return (seat - whole(table.active)) % seat_count(table)


def fault_of_turn(table: Table) -> int:
    """What was laid in this turn, what is still to come and the display fit the phase (section 9)."""
    used = (table.used[0] != NO_PLACE) + 0 + (table.used[1] != NO_PLACE)
    for card in range(used):
        place = whole(table.used[card])
        if not cabin_exists(table, place) or place == table.used[card - 1 if card else 1]:
            return Fault.CABIN_NOT_USED
    if not is_in_step(table, used):
        return Fault.OUT_OF_STEP
    broken = fault_of_display(table, used)
    if broken == Fault.NONE and used > 0:
        broken = fault_of_cards_laid(table, used)
    return broken


def is_in_step(table: Table, used: int) -> bool:
    """Whether what is still to come belongs to the phase and to the cards laid in this turn (section 9)."""
    phase = table.phase
    second = Todo.SECOND if used == 1 else 0
    if phase == Phase.TURN or phase == Phase.ENDGAME or phase == Phase.OVER:
        return used == 0 and table.todo == 0
    if phase == Phase.PET:
        return table.todo & ~(Todo.DRAW if used == 0 else 0) == Todo.REFILL
    if phase == Phase.SECOND or used == 0:
        return used == 1 and table.todo == Todo.REFILL
    if phase == Phase.PICK:
        return table.todo & ~second == Todo.REFILL
    return table.todo & ~Todo.PICK == Todo.REFILL + second if not is_endgame(table) else used == 1 and table.todo == 0


def awaits_pick(table: Table) -> bool:
    """Whether a card is picked up for the cabin just opened, now or soon (OM-4.20)."""
    return table.phase == Phase.PICK or table.todo & Todo.PICK != 0


def fault_of_display(table: Table, used: int) -> int:
    """A turn begins with a full display, and every new cabin finds a card in it (OM-4.8, OM-4.20, OM-4.33)."""
    shown = size_of(table.display)
    if shown > DISPLAY or (table.phase == Phase.TURN and shown < DISPLAY):
        return Fault.DISPLAY_SIZE
    fewest = DISPLAY - 1 if table.todo & Todo.DRAW else 1
    if table.phase == Phase.PET and not fewest <= shown < DISPLAY:
        return Fault.DISPLAY_OF_PETS
    least = 0
    if awaits_pick(table):
        least = DISPLAY + 1 - used
    elif table.phase == Phase.SECOND or (table.phase == Phase.BOOST and not is_endgame(table)):
        least = DISPLAY - 1
    return Fault.DISPLAY_SHORT if shown < least else Fault.NONE


def fault_of_cards_laid(table: Table, used: int) -> int:
    """The cards of this turn lie where and as it needs them (OM-4.4, OM-4.20, OM-4.24, OM-4.29)."""
    place = whole(table.used[used - 1])
    cabin = table.cabins[place]
    if awaits_pick(table) and (not is_next_cabin(table, place + 1) or size_of(cabin) > 1):
        return Fault.CABIN_NOT_NEW
    if table.phase == Phase.SECOND or table.todo & Todo.SECOND or used == MOST_USED:
        for card in range(used):
            if table.cabins[table.used[card]] & ~ALONE == 0:
                return Fault.NOT_ALONE
    elif table.phase == Phase.PICK and cabin & ~ALONE:
        return Fault.NOT_ALONE
    if table.phase != Phase.BOOST:
        return Fault.NONE
    ejected = has_card(table.removed, CHIMPANZEE_CARD) and cabin & ITS_EJECTORS
    if not has_card(cabin, CHIMPANZEE_CARD) and (not ejected or awaits_pick(table)):
        return Fault.BOOST_BEFORE_PICK if ejected else Fault.BOOST_OF_NOBODY
    return Fault.NONE if must_ask_for_boost(table, whole(table.active), CHIMPANZEE_CARD) else Fault.BOOST_OF_NOTHING


def fault_of_end(table: Table) -> int:
    """Nobody has points before the end; then pets have brought theirs, and the best have won (OM-5.8 to OM-5.12)."""
    over = table.phase == Phase.OVER
    for seat in range(seat_count(table)):
        pet = whole(table.pets[seat])
        if over and pet != NO_CARD and table.half_pieces[type_of(table, pet), seat] < PIECE:
            return Fault.PET_WITHOUT_PIECE
        if table.scores[seat] != (final_score(table, seat) if over else 0):
            return Fault.POINTS_WRONG
    return Fault.NONE if table.winners == (best_seats(table) if over else 0) else Fault.WINNERS_WRONG


fault = first_fault(
    *(fault_of_cards, fault_of_ark, fault_of_rain, fault_of_pieces),
    *(fault_of_seats, fault_of_turn, fault_of_end),
)
