"""What a seat knows: dealing the rest anew, and writing it down as numbers (DV-4.1)."""

from __future__ import annotations

from ararat.core.bits import contains, nth_of, size_of, with_member, without
from ararat.core.chance import below
from ararat.core.table import NOBODY, Weights
from ararat.core.whole import seat_count

from ..state import DOVES, MOST_PLAYERS, Table

FACTS = 6
OBSERVATION = FACTS + DOVES * (2 + MOST_PLAYERS) + 3 * MOST_PLAYERS


def redeal(table: Table, seat: int) -> None:
    """Deal anew what a seat (NOBODY: a spectator) can't know: the other hands and the basket."""
    pool = table.basket
    for other in range(seat_count(table)):
        if other != seat:
            pool |= table.hands[other]
    for other in range(seat_count(table)):
        if other != seat:
            count = size_of(table.hands[other])
            table.hands[other] = 0
            for _ in range(count):
                dove = nth_of(pool, below(table.chance, size_of(pool)))
                pool = without(pool, dove)
                table.hands[other] = with_member(table.hands[other], dove)
    table.basket = pool


def observe(table: Table, seat: int, numbers: Weights) -> None:
    """Write what a seat (NOBODY: a spectator) knows as numbers, seats counted from its own."""
    own = max(seat, 0)
    numbers[0] = table.players
    numbers[1] = table.phase
    numbers[2] = NOBODY if table.turn == NOBODY else (table.turn - own) % table.players
    numbers[3] = seat
    numbers[4] = table.mast
    numbers[5] = table.rested
    at = observe_doves(numbers, FACTS, table.box)
    at = observe_doves(numbers, at, table.hands[seat] if seat != NOBODY else 0)
    for step in range(MOST_PLAYERS):
        other = (own + step) % table.players
        there = step < table.players
        numbers[at] = size_of(table.hands[other]) if there else 0
        numbers[at + 1] = table.scores[other] if there else NOBODY
        numbers[at + 2] = there and contains(table.winners, other)
        at = observe_doves(numbers, at + 3, table.sides[other] if there else 0)


def observe_doves(numbers: Weights, at: int, doves: int) -> int:
    """Write a set of doves as zeros and ones, and return where the next numbers go."""
    for dove in range(DOVES):
        numbers[at + dove] = contains(doves, dove)
    return at + DOVES
