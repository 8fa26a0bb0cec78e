"""What a seat knows: dealing the rest anew, and writing it down as numbers (AB-6)."""

from __future__ import annotations

from ....core import observations as see
from ....core.bits import size_of
from ....core.chance import random_member, some_members
from ....core.whole import seat_count
from ..pieces import HIDDEN, NAME_COUNT, SPECIES_COUNT, SPECIES_IN_PLAY
from ..state import LAYOUT, NO_TILE, Phase, Table
from .ending import reaches_ten
from .tiles import ark_of, bit, has_pair

REDEAL_TRIES = 10_000
ARK_TRIES = 50  # of one ark before all are dealt again


def redeal(table: Table, seat: int) -> None:
    """Deal anew all that a seat (NOBODY: a spectator) can't know (AB-6.2 to AB-6.6).

    Everything unseen is shuffled: other hands, the unknown parts of other arks, the face-down tile and the deck. Once
    pairs have left, an ark with a pair can't be: such an ark is dealt again, and where that does not help, all are.
    """
    pool = table.deck
    if table.hidden != NO_TILE:
        pool |= bit(table.hidden)
    for other in range(seat_count(table)):
        if other != seat:
            pool |= table.hands[other] | table.unknown[other]
    for _ in range(REDEAL_TRIES):
        if deal_anew(table, seat, pool):
            return


def deal_anew(table: Table, seat: int, pool: int) -> bool:
    """Deal as many unseen tiles as before to the same places; whether all arks are possible."""
    is_possible = True
    for other in range(seat_count(table)):
        if other != seat:
            dealt = some_members(table.chance, pool, size_of(table.hands[other]))
            pool &= ~dealt
            table.hands[other] = dealt
            count = size_of(table.unknown[other])
            for _ in range(ARK_TRIES):
                table.unknown[other] = some_members(table.chance, pool, count)
                if ark_is_possible(table, other):
                    break
            pool &= ~table.unknown[other]
        is_possible = is_possible and ark_is_possible(table, other)
    if table.hidden != NO_TILE:
        table.hidden = random_member(table.chance, pool)
        pool &= ~bit(table.hidden)
    table.deck = pool
    return is_possible


def ark_is_possible(table: Table, seat: int) -> bool:
    """Whether an ark can be what is left after the pairs have gone (AB-5.2, AB-5.5)."""
    if table.phase != Phase.DISCARD:
        return True
    ark = ark_of(table, seat)
    return reaches_ten(ark) if seat == table.turn else not has_pair(ark)


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
