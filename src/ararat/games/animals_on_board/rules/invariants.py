"""What holds on every table, and which of it is broken on this one."""

from __future__ import annotations

from ....core.bits import first_of, size_of
from ....core.rule import rule
from ....core.table import NOBODY
from ....core.whole import seat_count, seat_in_turn
from ..pieces import ARK_ROOM, FACE_UP, LARGEST_ARK, MOST_CRATES, MOST_PLACES, MOST_PLAYERS, SPECIES_IN_PLAY
from ..state import NO_TILE, SEATS, Phase, Table
from .ending import points_of, reaches_ten
from .rounds import seats_left
from .tiles import HIDDEN_BIT, ark_of, ark_size, bit, has_pair, tiles_in_play


@rule
def fault(table: Table) -> int:
    """Which invariant of the table is broken: 0 for none, else its number below."""
    everywhere = table.deck
    count = size_of(table.deck)
    crates = 0
    over = table.phase == Phase.OVER
    for seat in range(seat_count(table)):
        crates += table.crates[seat]
        everywhere |= table.hands[seat] | table.known[seat] | table.unknown[seat] | table.box[seat]
        count += size_of(table.hands[seat]) + ark_size(table, seat) + size_of(table.box[seat])
        if table.known[seat] & table.unknown[seat]:
            return 1  # AB-6.4: no tile is in both parts of an ark
        if table.crates[seat] < 0 or table.crates[seat] > MOST_CRATES:
            return 2  # AB-4.7
        if ark_size(table, seat) > LARGEST_ARK or (over and ark_size(table, seat) > ARK_ROOM):
            return 3  # AB-5.1, AB-5.3
        if table.phase == Phase.PLAY and table.out & (1 << seat) == 0 and ark_size(table, seat) >= ARK_ROOM:
            return 4  # AB-4.16
        if table.box[seat] != 0 and table.phase < Phase.DISCARD:
            return 5  # AB-5.2
        if (over or (table.phase == Phase.DISCARD and seat != table.turn)) and has_pair(ark_of(table, seat)):
            return 6  # AB-5.2, AB-5.5
        if over and table.scores[seat] != points_of(table, seat):
            return 7  # AB-5.7
        if not over and table.scores[seat] != 0:
            return 8  # AB-8.2
        if table.phase != Phase.KEEP and table.hands[seat] != 0:
            return 9  # AB-3.7
        if over and table.unknown[seat] != 0:
            return 10  # AB-5.6
    area = 0
    for place in range(MOST_PLACES):
        group = table.groups[place]
        if group & area:
            return 11  # AB-4.4: a tile lies in one group
        if (
            place > 0
            and group != 0
            and (table.groups[place - 1] == 0 or first_of(table.groups[place - 1]) > first_of(group))
        ):
            return 12  # groups stand in the order of their first tiles
        area |= group
    face_up = area & ~HIDDEN_BIT
    if (area & HIDDEN_BIT != 0) != (table.hidden != NO_TILE):
        return 13  # AB-4.2
    if table.hidden != NO_TILE:
        face_up |= bit(table.hidden)
    count += size_of(face_up)
    everywhere |= face_up
    if everywhere != tiles_in_play(table) or count != size_of(everywhere):
        return 14  # AB-8.1
    if size_of(table.species) != SPECIES_IN_PLAY[table.players]:
        return 15  # AB-3.2
    if size_of(area & ~HIDDEN_BIT) > FACE_UP[table.players]:
        return 16  # AB-4.1
    if table.phase != Phase.PLAY and (table.out != 0 or table.passes != 0):
        return 17  # section 8: nobody is out, nobody has passed
    if table.phase == Phase.PLAY and (table.out & (1 << table.turn) != 0 or table.passes >= seats_left(table)):
        return 18  # AB-4.10, AB-4.15
    if table.out & ~(SEATS >> (MOST_PLAYERS - table.players)) or table.turn >= table.players:
        return 19  # a seat that does not exist
    if over != (table.turn == NOBODY) or over != (table.winners != 0):
        return 20  # AB-8.3
    if table.phase == Phase.DISCARD and (
        ark_size(table, seat_in_turn(table)) <= ARK_ROOM or not reaches_ten(ark_of(table, seat_in_turn(table)))
    ):
        return 21  # AB-5.3, AB-5.5
    if table.phase == Phase.DISCARD:
        for seat in range(table.turn):
            if ark_size(table, seat) > ARK_ROOM:
                return 22  # AB-5.3: lowest seat first
    return 0
