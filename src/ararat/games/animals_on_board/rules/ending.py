"""The end: lost pairs, discards down to ten, points and winners (AB-5)."""

from __future__ import annotations

from ....core.bits import contains, first_of, number_of, single, size_of, without
from ....core.effects import EVERYBODY, Effects, all_but, learn, tell, tell_each
from ....core.result import close, seats_with_most
from ....core.whole import seat_count, seat_in_turn, whole
from ..pieces import ARK_ROOM, CRATE_POINTS, HERD, HERD_POINTS, PAIR, PRINTED, SPECIES_COUNT, TILES_OF
from ..state import NO_TILE, Effect, Phase, Rule, Table
from .tiles import ark_of, ark_size


def end_match(table: Table, effects: Effects) -> None:
    """Pairs leave every ark, then arks with more than ten tiles discard (AB-5.1 to AB-5.3)."""
    for seat in range(seat_count(table)):
        lose_pairs(table, seat, effects)
    next_discard(table, effects)


def lose_pairs(table: Table, seat: int, effects: Effects) -> None:
    """From every species with exactly two tiles in the ark both go back to the box (AB-5.2)."""
    ark = ark_of(table, seat)
    for species in range(SPECIES_COUNT):
        tiles = ark & TILES_OF[species]
        if size_of(tiles) == PAIR:
            to_box(table, seat, tiles, Effect.PAIR_LOST, effects)


def next_discard(table: Table, effects: Effects) -> None:
    """The lowest seat with more than ten tiles discards; when there is none the match is over (AB-5.3)."""
    for seat in range(seat_count(table)):
        if ark_size(table, seat) > ARK_ROOM:
            table.phase = Phase.DISCARD
            table.turn = seat
            return
    open_and_score(table, effects)


def refuse_discard(table: Table, tile: int) -> int:
    """A tile of one's own ark, so that ten tiles without a pair can still be reached (AB-5.4, AB-5.5)."""
    ark = ark_of(table, seat_in_turn(table))
    if not contains(ark, tile):
        return Rule.AB_5_4
    return Rule.LEGAL if reaches_ten(without(ark, tile)) else Rule.AB_5_5


def discardable(table: Table, seat: int) -> int:
    """The tiles that the seat may discard now."""
    ark = ark_of(table, seat)
    tiles = 0
    for species in range(SPECIES_COUNT):
        herd = ark & TILES_OF[species]
        # One tile of a species is as good as another for what can still be reached.
        if herd != 0 and reaches_ten(ark & ~first_of(herd)):
            tiles |= herd
    return tiles


def reaches_ten(ark: int) -> bool:
    """Whether ten tiles without a pair can be left of an ark (AB-5.5)."""
    sizes = single(0)
    for species in range(SPECIES_COUNT):
        sizes = sizes_with_species(sizes, size_of(ark & TILES_OF[species]))
    return contains(sizes, ARK_ROOM)


def sizes_with_species(sizes: int, tiles: int) -> int:
    """The sizes that can be left of an ark, as a set, with so many tiles of one more species: any of them but a pair.

    Sizes 0, 1 and 3 so far, and a species of four tiles:

        of it stay      0 1 2 3 4 5 6 7   tiles in all
            0           x x . x . . . .
            1           . x x . x . . .
            3           . . . x x . x .
            4           . . . . x x . x
    """
    more = sizes
    for left in range(1, tiles + 1):
        if left != PAIR:
            more |= sizes << left
    return more


def discard_tile(table: Table, tile: int, effects: Effects) -> None:
    """One tile goes back to the box; the same seat goes on while it has more than ten (AB-5.3)."""
    to_box(table, seat_in_turn(table), single(tile), Effect.DISCARDED, effects)
    next_discard(table, effects)


def to_box(table: Table, seat: int, tiles: int, kind: int, effects: Effects) -> None:
    """Tiles of an ark go back to the box, seen by all (AB-6.6)."""
    if table.unknown[seat] & tiles != 0:
        learn(effects, all_but(seat))
    table.known[seat] = table.known[seat] & ~tiles
    table.unknown[seat] = table.unknown[seat] & ~tiles
    table.box[seat] = table.box[seat] | tiles
    tell_each(effects, kind, seat, tiles)


def open_and_score(table: Table, effects: Effects) -> None:
    """Open all arks, count the points and name the winners (AB-5.6 to AB-5.8)."""
    for seat in range(seat_count(table)):
        tell_each(effects, Effect.OPENED, seat, table.unknown[seat])
        table.known[seat] = table.known[seat] | table.unknown[seat]
        table.unknown[seat] = 0
    for seat in range(seat_count(table)):
        table.scores[seat] = points_of(table, seat)
        tell(effects, Effect.SCORED, seat, NO_TILE, table.scores[seat] + 0)
    learn(effects, EVERYBODY)
    close(table, Phase.OVER, best_arks(table))


def worth_of_ark(table: Table, seat: int) -> int:
    """Points first, then different species: one number that sorts by both (AB-5.8)."""
    return whole(table.scores[seat]) * (SPECIES_COUNT + 1) + species_aboard(table, seat)


best_arks = seats_with_most(worth_of_ark)


def points_of(table: Table, seat: int) -> int:
    """Single animals count their number, herds five a tile, crates one each (AB-5.7)."""
    ark = ark_of(table, seat)
    points = int(table.crates[seat]) * CRATE_POINTS
    for species in range(SPECIES_COUNT):
        points += points_of_species(ark & TILES_OF[species])
    return points


def points_of_species(tiles: int) -> int:
    """Points for the tiles of one species: the number of a single one, five for each of a herd, none for a pair."""
    count = size_of(tiles)
    if count == 1:
        return PRINTED[number_of(tiles)]
    return count * HERD_POINTS if count >= HERD else 0


def species_aboard(table: Table, seat: int) -> int:
    """How many different species the ark holds (AB-5.8)."""
    ark = ark_of(table, seat)
    count = 0
    for species in range(SPECIES_COUNT):
        count += ark & TILES_OF[species] != 0
    return count
