"""Decisions: what taking, playing, picking up, laying down a pet and passing do (OM-4, OM-5)."""

from __future__ import annotations

from ....core.bits import with_member
from ....core.effects import Effects, all_but, reveal, tell
from ....core.whole import seat_count, seat_in_turn
from ..pieces import ALONE, NO_TYPE, PETS, SLOTS
from ..state import NO_CARD, NO_PLACE, Effect, Phase, Table, Todo
from .ark import is_next_cabin, lay, remove
from .cards import has_card, with_card, without_card
from .placing import is_endgame
from .score_cards import add_half, credit, must_ask_for_boost

LOWEST = SLOTS.lowest


def take_card(table: Table, card: int, effects: Effects) -> None:
    """Take a card of the display; a blind one and the refill follow (OM-4.2)."""
    gain_from_display(table, card)
    tell(effects, Effect.TOOK, seat_in_turn(table), card, 0)
    table.todo = Todo.DRAW + Todo.REFILL


def pick_card(table: Table, card: int, effects: Effects) -> None:
    """Pick a card of the display up for a new cabin (OM-4.20)."""
    gain_from_display(table, card)
    tell(effects, Effect.PICKED, seat_in_turn(table), card, 0)


def gain_from_display(table: Table, card: int) -> None:
    """A card goes from the display into the hand, for all to see (OM-6.4)."""
    seat = seat_in_turn(table)
    table.display = without_card(table.display, card)
    table.hands[seat] = with_card(table.hands[seat], card)
    table.known[seat] = with_card(table.known[seat], card)


def play_card(table: Table, card: int, place: int, victim: int, effects: Effects) -> bool:
    """Lay a card aboard, in the order of OM-4.7; False if the half of a chimpanzee has to be decided first."""
    seat = seat_in_turn(table)
    is_new = is_next_cabin(table, place)
    plan_turn(table, card, place, is_new)
    pay(table, seat, is_new, effects)
    if victim != NO_CARD:
        remove(table, victim, place)
        tell(effects, Effect.EJECTED, seat, victim, place)
    show_from_hand(table, seat, card, place, effects)
    lay(table, card, place)
    gain = card if victim == NO_CARD else victim
    credit(table, seat, gain, effects)
    if must_ask_for_boost(table, seat, gain):
        table.phase = Phase.BOOST
        return False
    return True


def plan_turn(table: Table, card: int, place: int, is_new: bool) -> None:
    """What is still to come after a card: a card for a new cabin, perhaps a second one, the refill (section 9)."""
    first = table.used[0] == NO_PLACE
    table.used[0 if first else 1] = place
    todo = 0
    if not is_endgame(table):
        todo = Todo.REFILL + 0
        if is_new:
            todo += Todo.PICK
        if first and ALONE & LOWEST[card] == 0:
            todo += Todo.SECOND
    table.todo = todo


def pay(table: Table, seat: int, is_new: bool, effects: Effects) -> None:
    """A disc to the supply in the endgame, a disc to the right neighbour for a new cabin (OM-4.19, OM-5.3, OM-5.5)."""
    if is_endgame(table):
        table.discs[seat] = table.discs[seat] - 1
        table.supply = table.supply + 1
        tell(effects, Effect.PAID_SUPPLY, seat, NO_CARD, 0)
    if is_new:
        neighbour = (seat + seat_count(table) - 1) % seat_count(table)
        table.discs[seat] = table.discs[seat] - 1
        table.discs[neighbour] = table.discs[neighbour] + 1
        tell(effects, Effect.PAID, seat, NO_CARD, neighbour)


def show_from_hand(table: Table, seat: int, card: int, place: int, effects: Effects) -> None:
    """A card leaves the hand, for all to see; it is news unless all knew it (OM-6.4)."""
    if has_card(table.known[seat], card):
        tell(effects, Effect.LAID, seat, card, place)
    else:
        reveal(effects, Effect.LAID, seat, card, place, all_but(seat))
    table.hands[seat] = without_card(table.hands[seat], card)
    table.known[seat] = without_card(table.known[seat], card)


def boost(table: Table, kind: int, effects: Effects) -> None:
    """Put a disc under a piece, or under none (OM-4.24)."""
    if kind != NO_TYPE:
        add_half(table, seat_in_turn(table), kind, effects)


def lay_down_pet(table: Table, card: int, effects: Effects) -> bool:
    """Lay a card down as a pet, or none; True when all seats have been asked (OM-4.33, OM-6.4)."""
    seat = seat_in_turn(table)
    if card != NO_CARD:
        table.pets[seat] = card
        table.hands[seat] = without_card(table.hands[seat], card)
        table.known[seat] = table.known[seat] & ~PETS
        reveal(effects, Effect.PET, seat, card, 0, all_but(seat))
    table.turn = (seat + 1) % seat_count(table)
    return table.turn == table.active


def pass_for_good(table: Table, effects: Effects) -> None:
    """A seat is out of the endgame (OM-5.2)."""
    table.passed = with_member(table.passed, seat_in_turn(table))
    tell(effects, Effect.PASSED, seat_in_turn(table), NO_CARD, 0)
