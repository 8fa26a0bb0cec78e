"""What a table can be, and what is wrong with one that cannot (AB-8.1, AB-8.2)."""

from __future__ import annotations

from ....core.bits import first_of, less, size_of
from ....core.faults import at_every_seat, first_fault
from ....core.table import NOBODY
from ....core.whole import seat_count, seat_in_turn
from ..pieces import ARK_ROOM, DEALT, FACE_UP, FIRST_CRATES, LARGEST_ARK, MOST_PLACES, SPECIES_IN_PLAY
from ..state import NO_TILE, Fault, Phase, Table
from .ending import best_arks, points_of, reaches_ten
from .rounds import seats_left
from .tiles import HIDDEN_BIT, area_of, ark_of, ark_size, bit, has_pair, tiles_in_play


def fault_of_tiles(table: Table) -> int:
    """Every tile of the species in play is in exactly one place (AB-8.1)."""
    if size_of(table.species) != SPECIES_IN_PLAY[table.players]:
        return Fault.SPECIES
    if table.chosen_species != 0 and table.chosen_species != table.species:
        return Fault.SPECIES_OPTION
    area = area_of(table)
    lying = area & ~HIDDEN_BIT
    if (area & HIDDEN_BIT != 0) != (table.hidden != NO_TILE):
        return Fault.HIDDEN
    if table.hidden != NO_TILE:
        lying |= bit(table.hidden)
    missing = less(less(tiles_in_play(table), table.deck), lying)
    for seat in range(seat_count(table)):
        for tiles in (table.hands[seat], table.known[seat], table.unknown[seat], table.box[seat]):
            missing = less(missing, tiles)
    if missing != 0 or not groups_are_apart(table):
        return Fault.TILE_MISPLACED
    if size_of(area & ~HIDDEN_BIT) > FACE_UP[table.players]:
        return Fault.AREA_CROWDED
    return Fault.NONE


def groups_are_apart(table: Table) -> bool:
    """Whether no tile lies in two groups, and groups stand in the order of their first tiles (AB-4.4)."""
    area = 0
    for place in range(MOST_PLACES):
        group = table.groups[place]
        if group & area:
            return False
        if place > 0 and group != 0:
            before = table.groups[place - 1]
            if before == 0 or first_of(before) > first_of(group):
                return False
        area |= group
    return True


def fault_of_phase(table: Table) -> int:
    """Whose turn it is, and what the phase leaves of hands, passes and points (AB-3, AB-4.10 to AB-4.16, AB-5.3)."""
    over = table.phase == Phase.OVER
    if over != (table.turn == NOBODY):
        return Fault.TURN_OVER
    if over and table.winners != best_arks(table):
        return Fault.SCORE
    if not over and table.winners != 0:
        return Fault.SCORES_EARLY
    if table.phase != Phase.PLAY:
        if table.out != 0 or table.passes != 0:
            return Fault.OUT_OF_PLAY
    elif table.out & bit(table.turn):
        return Fault.TURN_OUT
    elif table.passes >= seats_left(table):
        return Fault.PASSES
    if table.phase == Phase.KEEP and (table.round_number != 1 or table.groups[0] != 0 or table.flag != table.first):
        return Fault.SETUP
    if table.phase == Phase.DISCARD:
        if ark_size(table, seat_in_turn(table)) <= ARK_ROOM:
            return Fault.DISCARD_TURN
        for seat in range(seat_in_turn(table)):
            if ark_size(table, seat) > ARK_ROOM:
                return Fault.DISCARD_TURN
    return Fault.NONE


def fault_of_seat(table: Table, seat: int) -> int:
    """What a seat can have in hand and ark, and its crates and points."""
    over = table.phase == Phase.OVER
    ark = ark_of(table, seat)
    if table.phase == Phase.KEEP:
        return fault_of_keeping(table, seat)
    if table.hands[seat] != 0:
        return Fault.HANDS_LATE
    if table.box[seat] != 0 and table.phase == Phase.PLAY:
        return Fault.BOX_EARLY
    if size_of(ark) > LARGEST_ARK:
        return Fault.ARK_TOO_FULL
    if table.phase == Phase.PLAY:
        if table.out & bit(seat) == 0 and size_of(ark) >= ARK_ROOM:
            return Fault.ARK_FULL_EARLY
    elif table.turn == seat:
        if not reaches_ten(ark):
            return Fault.PAIR_LEFT
    elif has_pair(ark) or (over and size_of(ark) > ARK_ROOM):
        return Fault.PAIR_LEFT
    if over and table.unknown[seat] != 0:
        return Fault.UNKNOWN_OVER
    if not over and table.scores[seat] != 0:
        return Fault.SCORES_EARLY
    if over and table.scores[seat] != points_of(table, seat):
        return Fault.SCORE
    return Fault.NONE


def fault_of_keeping(table: Table, seat: int) -> int:
    """During the setup nothing but the kept tiles has moved (AB-3.4 to AB-3.6)."""
    kept = 1 if seat < table.turn else 0
    if table.crates[seat] != FIRST_CRATES or table.box[seat] != 0 or table.scores[seat] != 0:
        return Fault.SETUP
    if size_of(table.hands[seat]) != DEALT - kept or table.known[seat] != 0 or size_of(table.unknown[seat]) != kept:
        return Fault.KEEPING
    return Fault.NONE


fault = first_fault(fault_of_tiles, fault_of_phase, at_every_seat(fault_of_seat))
