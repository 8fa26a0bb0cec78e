"""Setup, flying and resting, and the end (DV-1 to DV-3, DV-5)."""

from __future__ import annotations

from ararat.core.bits import all_below, contains, nth_of, single, size_of, with_member, without
from ararat.core.chance import below
from ararat.core.effects import Effects, all_but, reveal, tell
from ararat.core.kinds import Word
from ararat.core.moves import Move, Moves
from ararat.core.table import NOBODY
from ararat.core.whole import seat_count, seat_in_turn, whole

from ..state import ALL_DOVES, BARE, DEALT, DOVES, NAMES, Effect, Fault, Phase, Rule, Table


def set_up(table: Table) -> None:
    """Deal four doves to each seat; the others stay in the basket (DV-1.3)."""
    table.basket = ALL_DOVES
    for seat in range(seat_count(table)):
        for _ in range(DEALT):
            draw_dove(table, seat)
    table.turn = 0


def draw_dove(table: Table, seat: int) -> int:
    """One dove of the basket, each as likely as the other, comes to a seat's hand."""
    dove = nth_of(table.basket, below(table.chance, size_of(table.basket)))
    table.basket = without(table.basket, dove)
    table.hands[seat] = with_member(table.hands[seat], dove)
    return dove


def refuse_fly(table: Table, dove: int) -> int:
    """A dove of one's hand flies if it is higher than the one on the mast (DV-2.1, DV-2.2)."""
    if not contains(table.hands[table.turn], dove):
        return Rule.DV_2_1
    return Rule.LEGAL if dove > table.mast else Rule.DV_2_2


def doves_that_can_fly(table: Table) -> int:
    """The doves of the seat in turn that are higher than the one on the mast (DV-2.2)."""
    return table.hands[table.turn] & ~all_below(table.mast + 1)


def fly(table: Table, dove: int, effects: Effects) -> None:
    """A dove flies to the mast, the one that sat there comes to the seat's side, and it draws (DV-2.1, DV-2.3)."""
    seat = seat_in_turn(table)
    reveal(effects, Effect.FLEW, seat, dove, 0, all_but(seat))
    table.hands[seat] = without(table.hands[seat], dove)
    if table.mast != BARE:
        tell(effects, Effect.GATHERED, seat, whole(table.mast), 0)
        table.sides[seat] = with_member(table.sides[seat], whole(table.mast))
        table.scores[seat] = table.scores[seat] + 1
    table.mast = dove
    table.rested = 0
    if table.basket:
        reveal(effects, Effect.DREW, seat, draw_dove(table, seat), 0, single(seat))


def refuse_rest(table: Table) -> int:
    """Nobody rests before a bare mast (DV-2.4)."""
    return Rule.DV_2_4 if table.mast == BARE else Rule.LEGAL


def rest(table: Table, effects: Effects) -> None:
    """The turn goes on; once all have rested in a row, the mast is bare again (DV-2.4, DV-2.5)."""
    tell(effects, Effect.RESTED, seat_in_turn(table), BARE, 0)
    table.rested = table.rested + 1
    if table.rested == table.players:
        tell(effects, Effect.LEFT, NOBODY, whole(table.mast), 0)
        table.box = with_member(table.box, whole(table.mast))
        table.mast = BARE
        table.rested = 0


DOVE = Word(NAMES)
HIGHER = {"dove": doves_that_can_fly}

MOVES = Moves(
    Move("fly", (Phase.TURN,), {"dove": DOVE}, those=HIGHER, refuse=refuse_fly, play=fly),
    Move("rest", (Phase.TURN,), refuse=refuse_rest, play=rest),
    malformed=Rule.DV_5_1,
    not_due=Rule.DV_5_2,
)
refusal, list_actions, decide = MOVES.refusal, MOVES.list_actions, MOVES.decide


def play(table: Table, action: int, effects: Effects) -> None:
    """Carry a legal action out, up to the next decision."""
    decide(table, action, effects)
    if table.hands[table.turn] == 0:
        end_match(table)
    else:
        table.turn = (seat_in_turn(table) + 1) % table.players


def end_match(table: Table) -> None:
    """A hand is empty: the most points win (DV-3.1, DV-3.2)."""
    table.winners = best_seats(table)
    table.phase = Phase.OVER
    table.turn = NOBODY


def best_seats(table: Table) -> int:
    """The seats with the most points (DV-3.2)."""
    most = 0
    for seat in range(seat_count(table)):
        most = max(most, whole(table.scores[seat]))
    best = 0
    for seat in range(seat_count(table)):
        if table.scores[seat] == most:
            best = with_member(best, seat)
    return best


def fault(table: Table) -> int:
    """What is wrong with a table, as a number of `Fault`; NONE if it can be."""
    over = table.phase == Phase.OVER
    everywhere = table.basket | table.box | (0 if table.mast == BARE else single(table.mast))
    count = size_of(table.basket) + size_of(table.box) + (table.mast != BARE)
    empty = False
    for seat in range(seat_count(table)):
        everywhere |= table.hands[seat] | table.sides[seat]
        count += size_of(table.hands[seat]) + size_of(table.sides[seat])
        empty = empty or table.hands[seat] == 0
        if table.scores[seat] != size_of(table.sides[seat]):
            return Fault.RESULT
    if everywhere != ALL_DOVES or count != DOVES:
        return Fault.DOVE_MISPLACED
    if over != (table.turn == NOBODY):
        return Fault.TURN_OVER
    if empty != over:
        return Fault.HAND_EMPTY
    if table.rested >= table.players or (table.rested > 0 and (over or table.mast == BARE)):
        return Fault.RESTED
    if table.winners != (best_seats(table) if over else 0):
        return Fault.RESULT
    return Fault.NONE
