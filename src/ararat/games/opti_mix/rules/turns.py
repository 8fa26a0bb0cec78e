"""Turns: what is still to come, rain that interrupts, the next seat (OM-4.1 to OM-4.8, OM-4.33, OM-4.36, section 9)."""

from __future__ import annotations

from ....core.bits import contains, size_of
from ....core.effects import Effects, reveal, tell
from ....core.table import NOBODY
from ....core.whole import seat_count, whole
from ..pieces import DISPLAY, RAINS
from ..state import MOST_USED, NO_CARD, NO_PLACE, Effect, Phase, Table, Todo
from .cards import with_card
from .drawing import draw_card
from .ending import end_match
from .placing import is_endgame


def go_on(table: Table, effects: Effects) -> None:
    """Do what is still to come, up to the next decision (section 9)."""
    while table.todo:
        if table.todo & Todo.PICK:
            ask(table, Phase.PICK, Todo.PICK)
            return
        if table.todo & Todo.SECOND:
            ask(table, Phase.SECOND, Todo.SECOND)
            return
        if not finish_drawing(table, effects):
            interrupt(table, effects)
            return
    end_turn(table, effects)


def ask(table: Table, phase: int, step: int) -> None:
    """The active seat has a decision to make."""
    table.todo = table.todo - step
    table.phase = phase
    table.turn = table.active


def finish_drawing(table: Table, effects: Effects) -> bool:
    """Draw the blind card of a taking turn, or refill the display; False if rain interrupts it (OM-4.2, OM-4.8)."""
    seat = whole(table.active)
    if table.todo & Todo.DRAW:
        card = draw_card(table, effects)
        if card == NO_CARD:
            return False
        table.hands[seat] = with_card(table.hands[seat], card)
        reveal(effects, Effect.DREW, seat, card, 0)
        table.todo = table.todo - Todo.DRAW
        return True
    while size_of(table.display) < DISPLAY:
        card = draw_card(table, effects)
        if card == NO_CARD:
            return False
        table.display = with_card(table.display, card)
        reveal(effects, Effect.TURNED_UP, NOBODY, card, 0)
    table.todo = table.todo - Todo.REFILL
    return True


def interrupt(table: Table, effects: Effects) -> None:
    """The second rain card lets all seats lay down a pet, the fifth one ends the turn (OM-4.33, OM-4.36)."""
    if table.rain == RAINS:
        clear_turn(table)
        table.active = following(table)
        table.turn = table.active
        table.phase = Phase.ENDGAME
        tell(effects, Effect.ENDGAME, whole(table.active), NO_CARD, 0)
    else:
        table.phase = Phase.PET
        table.turn = table.active
        tell(effects, Effect.PETS, NOBODY, NO_CARD, 0)


def clear_turn(table: Table) -> None:
    """Nothing is left of this turn."""
    table.todo = 0
    for card in range(MOST_USED):
        table.used[card] = NO_PLACE


def following(table: Table) -> int:
    """The seat after the active one (OM-3.1)."""
    return (whole(table.active) + 1) % seat_count(table)


def end_turn(table: Table, effects: Effects) -> None:
    """The turn passes on; in the endgame to a seat that has not passed, if there is one (OM-4.8, OM-5.1, OM-5.7)."""
    clear_turn(table)
    if not is_endgame(table):
        table.active = following(table)
        table.turn = table.active
        table.phase = Phase.TURN
        return
    for _ in range(seat_count(table)):
        table.active = following(table)
        if not contains(table.passed, table.active):
            table.turn = table.active
            table.phase = Phase.ENDGAME
            return
    end_match(table, effects)
