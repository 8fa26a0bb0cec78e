"""What a seat knows: dealing the rest anew, and writing it down as numbers (DV-4.1)."""

from __future__ import annotations

from ararat.core.bits import nth_of, size_of, with_member, without
from ararat.core.chance import below
from ararat.core.observations import SEAT, Observed, categories, has_seat, members, numbers, seats, size
from ararat.core.whole import seat_count

from ..state import DOVES, LAYOUT, Table

OBSERVED = Observed(
    LAYOUT,
    (SEAT, categories("phase", "mast"), seats("turn"), numbers("rested"), members(DOVES, "box", "hands")),
    (size("hands"), numbers("scores"), has_seat("winners"), members(DOVES, "sides")),
)


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
