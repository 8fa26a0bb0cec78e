"""What a seat knows: dealing the rest anew, and writing it down as numbers (AB-6)."""

from __future__ import annotations

from ....core import observations as see
from ....core.bits import size_of
from ....core.chance import random_member, some_members
from ....core.whole import seat_count, seat_in_turn
from ..pieces import HIDDEN, NAME_COUNT, SPECIES_COUNT, SPECIES_IN_PLAY
from ..state import LAYOUT, NO_TILE, Phase, Table
from .ending import reaches_ten
from .tiles import ark_of, bit, has_pair

REDEAL_TRIES = 10_000


def redeal(table: Table, seat: int) -> None:
    """Deal anew all that a seat (NOBODY: a spectator) can't know (AB-6.2 to AB-6.6).

    Everything unseen is shuffled: other hands, the unknown parts of other arks, the face-down tile
    and the deck. Once pairs have left, an ark with a pair can't be, so such a deal is dealt again.
    """
    for _ in range(REDEAL_TRIES):
        redeal_once(table, seat)
        if table.phase != Phase.DISCARD or arks_are_possible(table):
            return


def arks_are_possible(table: Table) -> bool:
    """Whether the arks can be what is left after the pairs have gone (AB-5.2, AB-5.5)."""
    for seat in range(seat_count(table)):
        if seat != table.turn and has_pair(ark_of(table, seat)):
            return False
    return reaches_ten(ark_of(table, seat_in_turn(table)))


def redeal_once(table: Table, seat: int) -> None:
    """Take everything back that the seat can't see, and deal as many tiles to the same places."""
    pool = table.deck
    if table.hidden != NO_TILE:
        pool |= bit(table.hidden)
    for other in range(seat_count(table)):
        if other != seat:
            pool |= table.hands[other] | table.unknown[other]
    for other in range(seat_count(table)):
        if other != seat:
            dealt = some_members(table.chance, pool, size_of(table.hands[other]))
            pool &= ~dealt
            table.hands[other] = dealt
            dealt = some_members(table.chance, pool, size_of(table.unknown[other]))
            pool &= ~dealt
            table.unknown[other] = dealt
    if table.hidden != NO_TILE:
        table.hidden = random_member(table.chance, pool)
        pool &= ~bit(table.hidden)
    table.deck = pool


def species_are_chosen(table: Table) -> bool:
    """Whether the species were chosen, not drawn."""
    return table.chosen_species != 0


def leaves_species_out(table: Table) -> bool:
    """Whether there are species that are not in play (AB-3.2)."""
    return SPECIES_IN_PLAY[seat_count(table)] < SPECIES_COUNT


OBSERVED = see.Observed(
    LAYOUT,
    (
        *(see.SEAT, see.categories("phase"), see.numbers("round_number", "passes"), see.size("deck")),
        *(see.seats("first"), see.flags(species_are_chosen), see.in_which(NAME_COUNT, "groups")),
        see.members(NAME_COUNT, "hands", "unknown", but=HIDDEN),
        see.where(leaves_species_out, see.members(SPECIES_COUNT, "species")),
    ),
    (
        *(see.is_seat("turn", "flag"), see.has_seat("out", "winners"), see.numbers("crates", "scores")),
        *(see.size("hands", "unknown"), see.members(NAME_COUNT, "known", "box", but=HIDDEN)),
    ),
)
