"""A round: filling the play area, splitting, taking, passing (AB-4)."""

from __future__ import annotations

from ....core.bits import first_of, single, size_of, with_member
from ....core.chance import some_members
from ....core.effects import Effects, reveal, tell, tell_each
from ....core.rows import take_out
from ....core.table import NOBODY
from ....core.whole import next_seat, seat_count, seat_in_turn, whole
from ..pieces import ARK_ROOM, CRATES_WHEN_OVER, FACE_UP, MOST_CRATES, MOST_PLACES
from ..state import MOST_ROUNDS, NO_TILE, Effect, Phase, Rule, Table
from .ending import end_match
from .tiles import HIDDEN_BIT, area_of, ark_size, bit, draw_tile, insert_group, is_group, place_of_group


def start_round(table: Table, effects: Effects) -> None:
    """Gather what lies in the play area, fill it up, and give the flag holder its turn (AB-4.1 to AB-4.3)."""
    tell(effects, Effect.ROUND, NOBODY, NO_TILE, table.round_number + 0)
    group = area_of(table)
    for place in range(MOST_PLACES):
        table.groups[place] = 0
    missing = FACE_UP[table.players] - size_of(group & ~HIDDEN_BIT)
    drawn = some_members(table.chance, table.deck, missing)
    table.deck = table.deck & ~drawn
    tell_each(effects, Effect.DRAWN, NOBODY, drawn)
    group |= drawn
    if group & HIDDEN_BIT == 0:
        table.hidden = draw_tile(table)
        tell(effects, Effect.FACE_DOWN, NOBODY, NO_TILE, 0)
        group |= HIDDEN_BIT
    table.groups[0] = group
    table.phase = Phase.PLAY
    table.turn = table.flag


def refuse_split(table: Table, group: int, off: int) -> int:
    """A split cuts one group of two or more tiles into two parts (AB-4.4 to AB-4.6)."""
    if not is_group(table, group):
        return Rule.AB_4_4
    if size_of(group) < 2:
        return Rule.AB_4_5
    return Rule.AB_4_6 if off == 0 or off == group or off & ~group != 0 else Rule.LEGAL


def split_group(table: Table, off: int, effects: Effects) -> None:
    """Cut these tiles off their group and take a crate (AB-4.6, AB-4.7)."""
    place = place_of_group(table, off)
    table.groups[place] = table.groups[place] & ~off
    while table.groups[place + 1] != 0 and first_of(table.groups[place + 1]) < first_of(off):
        place += 1
    insert_group(table, place + 1, off)
    earn_crate(table, seat_in_turn(table), effects)
    table.passes = 0
    end_turn(table, effects)


def crates_after_split(crates: int) -> int:
    """How many crates a seat has that gets one more: a sixth is not kept, and one of the five goes back (AB-4.7)."""
    return crates + 1 if crates < MOST_CRATES else CRATES_WHEN_OVER


def earn_crate(table: Table, seat: int, effects: Effects) -> None:
    """One crate from the supply, or one of the five back to it (AB-4.7)."""
    if table.crates[seat] == MOST_CRATES:
        tell(effects, Effect.CRATE_BACK, seat, NO_TILE, 0)
    else:
        tell(effects, Effect.CRATES, seat, NO_TILE, 1)
    table.crates[seat] = crates_after_split(table.crates[seat])


def refuse_take(table: Table, group: int) -> int:
    """A seat takes a whole group that it can pay, one crate a tile (AB-4.4, AB-4.8)."""
    if not is_group(table, group):
        return Rule.AB_4_4
    return Rule.AB_4_8 if size_of(group) > table.crates[table.turn] else Rule.LEGAL


def take_group(table: Table, group: int, effects: Effects) -> None:
    """Pay for a group, load it and be out of the round (AB-4.8 to AB-4.11)."""
    seat = seat_in_turn(table)
    price = size_of(group)
    take_out(table.groups, place_of_group(table, group), 0)
    table.crates[seat] = table.crates[seat] - price
    tell(effects, Effect.CRATES, seat, NO_TILE, -price)
    seen = group & ~HIDDEN_BIT
    table.known[seat] = table.known[seat] | seen
    tell_each(effects, Effect.LOADED, seat, seen)
    if group & HIDDEN_BIT:
        table.unknown[seat] = table.unknown[seat] | bit(table.hidden)
        reveal(effects, Effect.LOOKED, seat, table.hidden, 0, single(seat))
        table.hidden = NO_TILE
    if table.out == 0 and table.flag != seat:
        tell(effects, Effect.FLAG, seat, NO_TILE, 0)
    if table.out == 0:
        table.flag = seat
    announce_full_ark(table, seat, effects)
    was_last = seats_left(table) == 1
    table.out = with_member(table.out, seat)
    table.passes = 0
    if was_last:
        end_round(table, effects)
    else:
        pass_on(table)
        if seats_left(table) == 1:
            tell(effects, Effect.LAST_TURN, seat_in_turn(table), NO_TILE, 0)


def announce_full_ark(table: Table, seat: int, effects: Effects) -> None:
    """Every ark that reaches ten tiles is announced; the first one makes this the last round (AB-4.13, AB-4.16)."""
    tiles = ark_size(table, seat)
    if tiles < ARK_ROOM:
        return
    tell(effects, Effect.ARK_FULL, seat, NO_TILE, tiles)
    if fullest_ark(table, seat) < ARK_ROOM:
        tell(effects, Effect.LAST_ROUND, seat, NO_TILE, 0)


def fullest_ark(table: Table, seat: int) -> int:
    """How many tiles the fullest ark holds, but for that of a seat (NOBODY: of all)."""
    most = 0
    for other in range(seat_count(table)):
        if other != seat:
            most = max(most, ark_size(table, other))
    return most


def refuse_pass(table: Table) -> int:
    """A seat passes only when it can neither split nor take (AB-4.12)."""
    for place in range(MOST_PLACES):
        tiles = size_of(table.groups[place])
        if tiles > 1 or (tiles == 1 and table.crates[table.turn] > 0):
            return Rule.AB_4_12
    return Rule.LEGAL


def pass_turn(table: Table, effects: Effects) -> None:
    """Pass; when all seats left have passed in a row the round ends (AB-4.12, AB-4.15)."""
    table.passes = table.passes + 1
    if table.passes == seats_left(table):
        end_round(table, effects)
    else:
        end_turn(table, effects)


def end_turn(table: Table, effects: Effects) -> None:
    """The only seat left has had its last turn, or the next one has its turn (AB-4.3, AB-4.14)."""
    if seats_left(table) == 1:
        end_round(table, effects)
    else:
        pass_on(table)


def pass_on(table: Table) -> None:
    """The turn goes clockwise to the next seat that is not out (AB-4.3)."""
    table.turn = next_seat(table, seat_in_turn(table), whole(table.out))


def seats_left(table: Table) -> int:
    """How many seats are not out of this round."""
    return table.players - size_of(table.out)


def end_round(table: Table, effects: Effects) -> None:
    """Start the next round, or end the match if an ark has ten tiles (AB-4.16)."""
    table.out = 0
    table.passes = 0
    if fullest_ark(table, NOBODY) >= ARK_ROOM:
        end_match(table, effects)
        return
    table.round_number = min(table.round_number + 1, MOST_ROUNDS)
    start_round(table, effects)
