"""The first half of a turn: boarding a card, or collecting a boat that nothing fits (NO-4.2 to NO-4.11, NO-P)."""

from __future__ import annotations

from ....core.effects import Effects, all_but, learn, tell
from ....core.whole import seat_in_turn, whole
from ..pieces import CROCODILE, CROCODILE_POINTS, FROG, MASS
from ..state import NO_CARD, Effect, Phase, Rule, Table
from .boats import (
    aboard_at,
    animal_of,
    boat_here,
    counted_from,
    limit_of,
    load,
    mass_of,
    refuse_aboard,
    sex_of,
    some_card_fits,
    unload_all,
)
from .memory import all_see_arrive, all_see_leave
from .piles import has_card, off_boat, together, without_card
from .rounds import is_solo


def refuse_board(table: Table, card: int, mass: int) -> int:
    """A card of one's hand that fits the boat here; a frog may count as more (NO-4.2, NO-4.3, NO-P.3)."""
    if not has_card(table.hands[table.turn], off_boat(card)):
        return Rule.NO_4_3
    return refuse_aboard(table, boat_here(table), card, mass)


def board(table: Table, card: int, mass: int, effects: Effects) -> None:
    """Board a card, see whether it makes a pair or fills the boat, and score a crocodile (NO-4.2, NO-4.11)."""
    seat = seat_in_turn(table)
    here = boat_here(table)
    animal = animal_of(card)
    table.hands[seat] = without_card(table.hands[seat], off_boat(card))
    all_see_leave(table, seat, off_boat(card))
    tell(effects, Effect.BOARDED, seat, card, here)
    if not is_solo(table):
        learn(effects, all_but(seat))  # they see a card of the hand
    first = counted_from(table, here, animal)
    load(table, here, card)
    table.pair = makes_pair(table, here, first)
    extra = mass - MASS[FROG] if animal == FROG else 0
    table.leaving = mass_of(table, here, first) + extra == limit_of(table, here, first)
    table.boards = table.boards + 1
    if animal == CROCODILE:
        take_points_off(table, seat, effects)


def makes_pair(table: Table, quay: int, first: int) -> bool:
    """Whether the animal on top has its own species under it, in solo of the other sex (NO-4.11, NO-P.9, NO-S.5)."""
    last = aboard_at(table, quay) - 1
    if last <= first:
        return False
    top, under = whole(table.animals[quay, last]), whole(table.animals[quay, last - 1])
    return animal_of(top) == animal_of(under) and (not is_solo(table) or sex_of(top) != sex_of(under))


def take_points_off(table: Table, seat: int, effects: Effects) -> None:
    """A crocodile lowers its seat's total, not below nothing (NO-P.6)."""
    points = min(CROCODILE_POINTS, table.scores[seat])
    if points > 0:
        table.scores[seat] = table.scores[seat] - points
        tell(effects, Effect.POINTS_OFF, seat, NO_CARD, points)


def refuse_collect(table: Table) -> int:
    """A boat is collected only if no card of the hand fits it, and never in solo (NO-4.9, NO-S.4)."""
    if is_solo(table):
        return Rule.NO_S_4
    return Rule.NO_4_9 if some_card_fits(table) else Rule.LEGAL


def collect(table: Table, effects: Effects) -> None:
    """Take all animals of the boat here into the hand, for all to see; then any card boards (NO-4.9, NO-4.10)."""
    seat = seat_in_turn(table)
    here = boat_here(table)
    for place in range(aboard_at(table, here)):
        card = off_boat(table.animals[here, place])
        all_see_arrive(table, seat, card)
        tell(effects, Effect.COLLECTED, seat, card, here)
    table.hands[seat] = together(table.hands[seat], unload_all(table, here, 0))
    learn(effects, all_but(seat))  # they see that no card of the hand fits
    table.phase = Phase.RELOAD
