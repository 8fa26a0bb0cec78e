"""Turns: what is still to come, the deck and its rain, the next seat (OM-4.1 to OM-4.8, OM-4.31 to OM-4.36)."""

from __future__ import annotations

from ....core.bits import all_below, nth_of, single, size_of
from ....core.chance import below
from ....core.effects import EVERYBODY, Effects, reveal, tell
from ....core.table import NOBODY
from ....core.whole import next_seat, seat_count, whole
from ..pieces import DISPLAY, PET_RAIN, RAINS, SLOTS
from ..state import NO_CARD, NO_PLACE, Effect, Phase, Table, Todo
from .cards import random_card, with_card, without_card
from .ending import end_match
from .placing import is_endgame

CARD_OF_SLOT = SLOTS.card_of


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
        reveal(effects, Effect.DREW, seat, card, 0, single(seat))
        table.todo = table.todo - Todo.DRAW
        return True
    while size_of(table.display) < DISPLAY:
        card = draw_card(table, effects)
        if card == NO_CARD:
            return False
        table.display = with_card(table.display, card)
        reveal(effects, Effect.TURNED_UP, NOBODY, card, 0, EVERYBODY)
    table.todo = table.todo - Todo.REFILL
    return True


def draw_card(table: Table, effects: Effects) -> int:
    """A card of the deck; NO_CARD if the second or the fifth rain card comes first (OM-4.31 to OM-4.33, OM-4.36)."""
    while True:
        card = top_card(table)
        if card != NO_CARD:
            table.deck = without_card(table.deck, card)
            return card
        table.rain = table.rain + 1
        reveal(effects, Effect.RAIN, NOBODY, NO_CARD, whole(table.rain), EVERYBODY)
        if table.rain == PET_RAIN or table.rain == RAINS:
            return NO_CARD


def top_card(table: Table) -> int:
    """What lies on top of the deck, left to chance: a card, or NO_CARD for rain (OM-4.31)."""
    if table.rain == 0:
        if table.upper == 0:
            return NO_CARD
        table.upper = table.upper - 1
        return random_card(table.chance, table.deck)
    cards = size_of(table.deck)
    position = below(table.chance, cards + RAINS - whole(table.rain))
    return CARD_OF_SLOT[nth_of(table.deck, position)] if position < cards else NO_CARD


def interrupt(table: Table, effects: Effects) -> None:
    """The second rain card lets all seats lay down a pet, the fifth one ends the turn (OM-4.33, OM-4.36)."""
    if table.rain == RAINS:
        clear_turn(table)
        pass_on(table)
        tell(effects, Effect.ENDGAME, whole(table.active), NO_CARD, 0)
    else:
        table.phase = Phase.PET
        table.turn = table.active
        tell(effects, Effect.PETS, NOBODY, NO_CARD, 0)


def clear_turn(table: Table) -> None:
    """Nothing is left of this turn."""
    table.todo = 0
    table.used[:] = NO_PLACE


def pass_on(table: Table) -> None:
    """The next seat, in the endgame one that has not passed, has its turn (OM-3.1, OM-5.1)."""
    table.active = next_seat(table, whole(table.active), whole(table.passed))
    table.turn = table.active
    table.phase = Phase.ENDGAME if is_endgame(table) else Phase.TURN


def end_turn(table: Table, effects: Effects) -> None:
    """The turn passes on, unless all have passed (OM-4.8, OM-5.1, OM-5.7)."""
    clear_turn(table)
    if table.passed == all_below(seat_count(table)):
        end_match(table, effects)
    else:
        pass_on(table)
