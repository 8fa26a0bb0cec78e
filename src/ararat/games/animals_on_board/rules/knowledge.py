"""What a seat knows: dealing the rest anew, and writing it down as numbers (AB-6)."""

from __future__ import annotations

from ....core.bits import contains, nth_of, number_of, size_of
from ....core.chance import below
from ....core.result import is_winner
from ....core.table import NOBODY, Weights
from ....core.whole import seat_count, seat_in_turn
from ..pieces import MOST_PLACES, MOST_PLAYERS, NAME_COUNT
from ..state import NO_TILE, Phase, Table
from .ending import reaches_ten
from .tiles import ark_of, bit, has_pair, tiles_in_play

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
            dealt = some_of(table, pool, size_of(table.hands[other]))
            pool &= ~dealt
            table.hands[other] = dealt
            dealt = some_of(table, pool, size_of(table.unknown[other]))
            pool &= ~dealt
            table.unknown[other] = dealt
    if table.hidden != NO_TILE:
        table.hidden = number_of(some_of(table, pool, 1))
        pool &= ~bit(table.hidden)
    table.deck = pool


def some_of(table: Table, tiles: int, count: int) -> int:
    """So many of these tiles, drawn at random."""
    drawn = 0
    for _ in range(count):
        drawn |= bit(nth_of(tiles & ~drawn, below(table.chance, size_of(tiles & ~drawn))))
    return drawn


# What `observe` writes: facts of the table, then one block a seat, the observer's own seat first.
TABLE_FACTS = 7 + NAME_COUNT * (MOST_PLACES + 2)
SEAT_FACTS = 11 + NAME_COUNT * 3
OBSERVATION = TABLE_FACTS + MOST_PLAYERS * SEAT_FACTS


def observe(table: Table, seat: int, numbers: Weights) -> None:
    """Write what a seat (NOBODY: a spectator) knows as numbers, seats counted from its own."""
    own = max(seat, 0)
    numbers[0] = table.players
    numbers[1] = table.phase
    numbers[2] = table.round_number
    numbers[3] = table.passes
    numbers[4] = size_of(table.deck)
    numbers[5] = NOBODY if table.turn == NOBODY else (table.turn - own) % table.players
    numbers[6] = seat
    at = observe_tiles(numbers, 7, tiles_in_play(table))
    for place in range(MOST_PLACES):
        at = observe_tiles(numbers, at, table.groups[place])
    at = observe_tiles(numbers, at, table.hands[seat] if seat != NOBODY else 0)
    for step in range(MOST_PLAYERS):
        other = (own + step) % table.players
        there = step < table.players
        numbers[at] = there
        numbers[at + 1] = there and table.flag == other
        numbers[at + 2] = there and contains(table.out, other)
        numbers[at + 3] = table.crates[other] if there else 0
        numbers[at + 4] = size_of(table.hands[other]) if there else 0
        numbers[at + 5] = size_of(table.unknown[other]) if there else 0
        numbers[at + 6] = table.scores[other] if there else 0
        numbers[at + 7] = there and is_winner(table, other)
        numbers[at + 8] = there and table.first == other
        numbers[at + 9] = there and table.chosen_species != 0
        numbers[at + 10] = other if there else NOBODY
        at = observe_tiles(numbers, at + 11, table.known[other] if there else 0)
        at = observe_tiles(numbers, at, table.box[other] if there else 0)
        at = observe_tiles(numbers, at, table.unknown[other] if there and other == seat else 0)


def observe_tiles(numbers: Weights, at: int, tiles: int) -> int:
    """Write a set of tiles as zeros and ones, and return where the next numbers go."""
    for tile in range(NAME_COUNT):
        numbers[at + tile] = 1 if tiles & bit(tile) else 0
    return at + NAME_COUNT
