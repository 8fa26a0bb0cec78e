"""Rounds: action after action, seat after seat, up to the next decision (AN-4.1, AN-4.2, section 9)."""

from __future__ import annotations

from ....core.effects import Effects, tell
from ....core.table import NOBODY
from ....core.whole import seat_count, seat_in_turn, whole
from ..pieces import ANIMALS, BUILD, COLUMNS, DRAWN_BY_CHOICE, EXCHANGE, LOAD, STANDARD
from ..state import NO_ACTION, Effect, Phase, Table
from .animals import draw_for_all, draw_tile, take_drawn
from .building import allowance, can_build
from .ending import end_match, ends_now, order_seats
from .exchange import begin_quick_exchange
from .goods import share_out
from .loading import can_board, can_load, cells_to_feed
from .workers import ask_for_worker, call_next, line_up, raise_bonuses

# --- Rounds -------------------------------------------------------------------------------------


def begin_round(table: Table) -> None:
    """The next round: its first worker, in the quick game its first seat, is to be decided on (AN-4.1, AQ-4.1)."""
    table.round_number = table.round_number + 1
    if table.variant == STANDARD:
        ask_for_worker(table)
    else:
        ask_for_action(table, whole(table.first))


def ask_for_action(table: Table, seat: int) -> None:
    """A seat of the quick game chooses an action (AQ-4.2)."""
    table.phase = Phase.ACTION
    table.turn = seat
    table.actor = seat


def go_to_work(table: Table, effects: Effects) -> None:
    """The next worker is to be placed, or all have been and the actions follow (AN-4.14, AN-4.21)."""
    if not ask_for_worker(table):
        raise_bonuses(table, effects)
        carry_out(table, 0, effects)


def carry_out(table: Table, start: int, effects: Effects) -> None:
    """Actions with a worker, from a column on, left to right, up to a decision or the end of the round (AN-4.21)."""
    for column in range(start, COLUMNS):
        if table.action_now[column] != NOBODY:
            if begin_action(table, column, whole(table.action_now[column]), effects):
                return
            step_back(table, column)
    end_round(table, effects)


def step_back(table: Table, column: int) -> None:
    """An action is over: its worker moves to the upper row (AN-4.21)."""
    table.action_done[column] = table.action_now[column]
    table.action_now[column] = NOBODY
    clear_action(table)


def clear_action(table: Table) -> None:
    """No action is being carried out."""
    table.action = NO_ACTION
    table.actor = NOBODY
    table.left = 0
    table.queue[:] = NOBODY


def finish_action(table: Table, effects: Effects) -> None:
    """An action is over: the next one, in the quick game the next seat, or the end of the round (section 9)."""
    if table.variant == STANDARD:
        column = whole(table.action)
        step_back(table, column)
        carry_out(table, column + 1, effects)
        return
    seat = (whole(table.actor) + 1) % seat_count(table)
    clear_action(table)
    if seat == table.first:
        end_round(table, effects)
    else:
        ask_for_action(table, seat)


def end_round(table: Table, effects: Effects) -> None:
    """The match ends, or another round begins (AN-5.1 to AN-5.3, AQ-5.1)."""
    if not ends_now(table, effects):
        begin_round(table)
        tell(effects, Effect.ROUND, NOBODY, 0, whole(table.round_number))
    elif table.variant == STANDARD:
        order_seats(table, effects)
        begin_last_loading(table, Phase.FINAL_FEED, effects)
    else:
        end_match(table, effects)


# --- Actions ------------------------------------------------------------------------------------


def begin_action(table: Table, action: int, actor: int, effects: Effects) -> bool:
    """Begin an action; False if it is over without a decision (AN-4.22 to AN-4.60)."""
    table.action = action
    table.actor = actor
    table.turn = actor
    line_up(table)
    if table.variant == STANDARD:
        tell(effects, Effect.ACTION, actor, action, 0)
    if action == ANIMALS:
        return lay_out_animals(table, effects)
    if action == EXCHANGE:
        table.queue[:] = NOBODY
        table.phase = Phase.REWARD
        return table.variant == STANDARD or begin_quick_exchange(table, effects)
    if action in (BUILD, LOAD):
        table.phase = Phase.BUILD if action == BUILD else Phase.LOAD
        table.left = allowance(table)
        if find_seat(table):
            return True
        tell(effects, Effect.NOTHING, NOBODY, action, 0)
        return False
    share_out(table, action, effects)
    return False


def lay_out_animals(table: Table, effects: Effects) -> bool:
    """Tiles are drawn for all; the actor may name the bag of one more (AN-4.41 to AN-4.43)."""
    draw_for_all(table, effects)
    if table.drawn == 0:
        tell(effects, Effect.BAGS_EMPTY, NOBODY, 0, 0)
        return False
    asked = DRAWN_BY_CHOICE[seat_count(table)] > 0 and table.bags != 0
    table.phase = Phase.BAG if asked else Phase.PICK
    return True


def draw_third(table: Table, sex: int, effects: Effects) -> None:
    """The third tile, of the bag that the actor named (AN-4.42)."""
    draw_tile(table, sex, effects)
    table.phase = Phase.PICK


def pick_animal(table: Table, tile: int, effects: Effects) -> None:
    """Take a drawn tile; the next seat follows while there are tiles (AN-4.43, AN-4.44)."""
    take_drawn(table, tile, seat_in_turn(table))
    if table.drawn == 0 or not call_next(table):
        finish_action(table, effects)


# --- Parts: what each seat does in build, load and the last loading -----------------------------


def can_go_on(table: Table) -> bool:
    """Whether the seat in turn has a move other than `done` (AN-4.2)."""
    if table.phase == Phase.BUILD:
        return can_build(table)
    if table.phase == Phase.LOAD:
        return can_load(table)
    return cells_to_feed(table) != 0 if table.phase == Phase.FINAL_FEED else can_board(table)


def find_seat(table: Table) -> bool:
    """The seat in turn goes on if it can, else the next one that can; False if none can (AN-4.2)."""
    while not can_go_on(table):
        if not call_next(table):
            return False
        table.left = allowance(table)
    return True


def go_on(table: Table, effects: Effects) -> None:
    """After a move of a part: the same seat again, or the next one, or what follows (section 9)."""
    if not find_seat(table):
        end_parts(table, effects)


def be_done(table: Table, effects: Effects) -> None:
    """The seat in turn places or loads no more."""
    if call_next(table):
        table.left = allowance(table)
        go_on(table, effects)
    else:
        end_parts(table, effects)


def end_parts(table: Table, effects: Effects) -> None:
    """All seats had their part."""
    if table.phase == Phase.FINAL_FEED:
        begin_last_loading(table, Phase.FINAL_BOARD, effects)
    elif table.phase == Phase.FINAL_BOARD:
        end_match(table, effects)
    else:
        finish_action(table, effects)


def begin_last_loading(table: Table, phase: int, effects: Effects) -> None:
    """Final feeding, then final boarding, in the final order; then the end (AN-5.4, AN-5.5)."""
    for step in range(Phase.FINAL_BOARD - phase + 1):
        table.phase = phase + step
        for place in range(seat_count(table)):
            table.queue[place] = table.order[place]
        call_next(table)
        if find_seat(table):
            return
    end_match(table, effects)
