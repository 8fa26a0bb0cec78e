"""What always holds (section 8). `fault` names the first thing that does not, for tests."""

from __future__ import annotations

from ....core.bits import size_of
from ....core.rule import rule
from ....core.table import NOBODY
from ....core.whole import seat_count, whole
from ..pieces import (
    CABIN,
    DISCS,
    DISPLAY,
    HAND,
    HEAVY,
    LOWER_HALF,
    MOST_CARDS,
    MOST_PLAYERS,
    MOST_TILT,
    PET_RAIN,
    PETS,
    PIECE,
    PORT,
    PROVISION,
    RAINS,
    ROOM,
    SIDES,
    SLOTS,
    STARBOARD,
    WEIGHT,
)
from ..state import NO_CARD, NO_PLACE, Phase, Table, Todo
from .ark import cabin_exists, place_of
from .cards import first_card, is_pile, together
from .company import kept_out_by_company
from .ending import best_seats, final_score

ALL_CARDS = SLOTS.whole
LOWEST = SLOTS.lowest


@rule
def fault(table: Table) -> int:
    """0, or a number that says which invariant is broken."""
    broken = cards_fault(table)
    if broken == 0:
        broken = ark_fault(table)
    if broken == 0:
        broken = rain_fault(table)
    if broken == 0:
        broken = discs_fault(table)
    if broken == 0:
        broken = phase_fault(table)
    if broken == 0:
        broken = end_fault(table)
    return broken


@rule
def cards_fault(table: Table) -> int:
    """Every card is in exactly one place, and what is known of a hand is in it."""
    found = together(together(table.deck, table.display), table.removed)
    count = size_of(table.deck) + size_of(table.display) + size_of(table.removed)
    if not (is_pile(table.deck) and is_pile(table.display) and is_pile(table.removed)):
        return 1
    for seat in range(MOST_PLAYERS):
        if seat >= seat_count(table) and (table.hands[seat] | table.known[seat] or table.pets[seat] != NO_CARD):
            return 2
        if not is_pile(table.hands[seat]) or not is_pile(table.known[seat]):
            return 3
        if table.known[seat] & ~table.hands[seat]:
            return 4  # OM-6.4
        found = together(found, table.hands[seat])
        count += size_of(table.hands[seat])
        if table.pets[seat] != NO_CARD:
            if PETS & LOWEST[table.pets[seat]] == 0 or table.rain < PET_RAIN:
                return 5  # OM-4.33, OM-4.34
            found |= LOWEST[table.pets[seat]]
            count += 1
    for place in range(len(SIDES) * ROOM):
        if not is_pile(table.cabins[place]):
            return 6
        found = together(found, table.cabins[place])
        count += size_of(table.cabins[place])
    if found != ALL_CARDS or count != MOST_CARDS:
        return 7
    return 0


@rule
def ark_fault(table: Table) -> int:
    """Cabins have no gaps and hold one to three cards, and the ark is level (OM-4.10, OM-4.11, OM-4.13)."""
    for place in range(len(SIDES) * ROOM):
        cards = size_of(table.cabins[place])
        if cabin_exists(table, place) != (cards > 0) or cards > CABIN:
            return 8
        if table.barred[place] != kept_out_by_company(table.cabins[place]):
            return 28
    tilt = weight_of_side(table, STARBOARD) - weight_of_side(table, PORT)
    if tilt != table.tilt or abs(tilt) > MOST_TILT:
        return 9
    return 0


@rule
def weight_of_side(table: Table, side: int) -> int:
    """The weight of all cards of a side (OM-3.5)."""
    weight = 0
    for number in range(1, whole(table.lengths[side]) + 1):
        cards = table.cabins[place_of(side, number)]
        while cards:
            weight += WEIGHT[first_card(cards)]
            cards &= cards - 1
    return weight


@rule
def rain_fault(table: Table) -> int:
    """The deck above and below the first rain card (OM-3.7, OM-4.31): it never runs out of rain."""
    lower = LOWER_HALF - seat_count(table) * HAND // 2
    if table.rain == 0 and size_of(table.deck) != table.upper + lower:
        return 10
    if table.rain > 0 and table.upper != 0:
        return 11
    return 0


@rule
def discs_fault(table: Table) -> int:
    """All discs are somewhere, and halves are what they can be (OM-4.25)."""
    discs = whole(table.supply)
    for seat in range(MOST_PLAYERS):
        discs += table.discs[seat]
        for kind in range(HEAVY, PROVISION + 1):
            halves = table.half_pieces[kind, seat]
            odd = halves % PIECE
            if halves == 1 or (odd and kind == PROVISION):
                return 12
            discs += odd
        if seat >= seat_count(table) and table.discs[seat] != 0:
            return 13
    return 0 if discs == DISCS else 14


@rule
def phase_fault(table: Table) -> int:
    """What each phase needs and leaves (section 9)."""
    phase = table.phase
    shown = size_of(table.display)
    used = (table.used[0] != NO_PLACE) + 0 + (table.used[1] != NO_PLACE)
    if used == 2 and table.used[0] == table.used[1]:
        return 15  # OM-4.5
    if phase == Phase.OVER:
        return 0
    if phase != Phase.PET and table.turn != table.active:
        return 16
    if phase == Phase.TURN and (used != 0 or table.todo != 0 or shown != DISPLAY or table.rain == RAINS):
        return 17
    if phase == Phase.ENDGAME and (used != 0 or table.todo != 0 or table.rain != RAINS):
        return 18
    if phase == Phase.SECOND and (used != 1 or table.todo != Todo.REFILL or shown < DISPLAY - 1):
        return 19
    if phase == Phase.PICK and (used == 0 or table.todo & ~Todo.SECOND != Todo.REFILL or shown + used <= DISPLAY):
        return 20  # OM-4.20
    if phase == Phase.PET and (table.rain != PET_RAIN or table.todo & Todo.REFILL == 0 or shown >= DISPLAY):
        return 21
    if phase == Phase.BOOST and used == 0:
        return 22
    if table.rain != RAINS and table.passed != 0:
        return 23
    return 0


@rule
def end_fault(table: Table) -> int:
    """Nobody has points before the end; then they follow from the table (OM-5.7 to OM-5.12)."""
    over = table.phase == Phase.OVER
    if over != (table.turn == NOBODY) or over != (table.winners != 0):
        return 24
    for seat in range(seat_count(table)):
        if table.scores[seat] != (final_score(table, seat) if over else 0):
            return 25
    if over and (table.winners != best_seats(table) or table.passed != (1 << seat_count(table)) - 1):
        return 26
    if over and (table.rain != RAINS or table.todo != 0 or table.used[0] != NO_PLACE):
        return 27
    return 0
