"""What an ark would score if the match ended now, as boards and the terminal tell it (AB-5.2 to AB-5.7)."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from ..pieces import ARK_ROOM, PAIR, PRINTED, TILES_OF
from .ending import points_of_species


class Sailing(NamedTuple):
    """Points by source."""

    singles: int
    herds: int


@lru_cache(4_096)  # a move changes one ark at most
def sailing(ark: int, pairs_leave: bool) -> Sailing:
    """The best that an ark can still sail with: pairs leave first, then ten tiles stay, none of them in a pair."""
    herds = [ark & species for species in TILES_OF.tolist()]
    ways = [ways_to_stay(herd) for herd in herds if herd and not (pairs_leave and herd.bit_count() == PAIR)]
    if sum(map(max, ways)) <= ARK_ROOM:  # nothing to choose
        all_stay = [(max(of_species), of_species[max(of_species)]) for of_species in ways]
        return Sailing(*(sum(points for count, points in all_stay if (count == 1) == alone) for alone in (True, False)))
    best = {0: Sailing(0, 0)}  # by the number of tiles that stay
    for of_species in ways:
        reached: dict[int, Sailing] = {}
        for size, (singles, in_herds) in best.items():
            for count, points in of_species.items():
                more = Sailing(singles + points, in_herds) if count == 1 else Sailing(singles, in_herds + points)
                reached[size + count] = max(reached.get(size + count, more), more, key=sum)
        best = reached
    return best[min(ARK_ROOM, max(best))]


@cache  # of few herds, and asked for again and again
def ways_to_stay(herd: int) -> dict[int, int]:
    """What the best tiles of a species bring, by how many of them stay."""
    tiles = [1 << tile for tile in range(herd.bit_length()) if herd & (1 << tile)]
    tiles.sort(key=lambda tile: -int(PRINTED[tile.bit_length() - 1]))
    return {count: int(points_of_species(sum(tiles[:count]))) for count in range(len(tiles) + 1) if count != PAIR}
