"""The end of the match: pets, majorities, discs, winners (OM-5.7 to OM-5.12)."""

from __future__ import annotations

from ....core.bits import size_of
from ....core.effects import EVERYBODY, Effects, reveal, tell
from ....core.result import close, seats_with_most
from ....core.table import NOBODY
from ....core.whole import seat_count, whole
from ..pieces import ANIMALS, HEAVY, MOST_CARDS, PROVISION
from ..state import NO_CARD, Effect, Phase, Table
from .cards import type_of
from .score_cards import add_piece, disc_points, points_on


def end_match(table: Table, effects: Effects) -> None:
    """Turn up the pets, count, and name the winners (OM-5.7 to OM-5.12)."""
    reveal(effects, Effect.ALL_PASSED, NOBODY, NO_CARD, 0, EVERYBODY)
    for seat in range(seat_count(table)):
        pet = whole(table.pets[seat])
        if pet != NO_CARD:
            tell(effects, Effect.PET_SHOWN, seat, pet, 0)
            add_piece(table, seat, type_of(table, pet), effects)
    for seat in range(seat_count(table)):
        table.scores[seat] = final_score(table, seat)
        for kind in range(HEAVY, PROVISION + 1):
            tell(effects, Effect.SCORED, seat, kind, points_on(table, kind, seat))
        tell(effects, Effect.DISC_POINTS, seat, NO_CARD, disc_points(table, seat))
    table.active = NOBODY
    close(table, Phase.OVER, best_seats(table))


def final_score(table: Table, seat: int) -> int:
    """Points of all score cards and discs, as the table stands (OM-5.9 to OM-5.11)."""
    points = disc_points(table, seat)
    for kind in range(HEAVY, PROVISION + 1):
        points += points_on(table, kind, seat)
    return points


def standing(table: Table, seat: int) -> int:
    """A number that is higher for more points, and among equals for fewer animals in hand (OM-5.12)."""
    return whole(table.scores[seat]) * (MOST_CARDS + 1) - animals_in_hand(table, seat)


def animals_in_hand(table: Table, seat: int) -> int:
    """Animals left in a hand; provisions and pets do not count (OM-5.12)."""
    return size_of(table.hands[seat] & ANIMALS)


best_seats = seats_with_most(standing)
