"""What an ark would score if the match ended now, as boards and the terminal tell it (AB-5.2 to AB-5.7)."""

from __future__ import annotations

from typing import NamedTuple

from ..pieces import ARK_ROOM, PAIR, PRINTED, TILES_OF
from .ending import points_of_species


class Sailing(NamedTuple):
    """Points by source."""

    singles: int
    herds: int


def sailing(ark: int, pairs_leave: bool) -> Sailing:
    """The best that an ark can still sail with: pairs leave first, then ten tiles stay, none of them in a pair."""
    best = {0: Sailing(0, 0)}  # by the number of tiles that stay
    for species in TILES_OF.tolist():
        tiles = [1 << tile for tile in range(ark.bit_length()) if ark & species & (1 << tile)]
        if not tiles or (pairs_leave and len(tiles) == PAIR):
            continue
        tiles.sort(key=lambda tile: -int(PRINTED[tile.bit_length() - 1]))
        ways = {count: int(points_of_species(sum(tiles[:count]))) for count in range(len(tiles) + 1) if count != PAIR}
        reached: dict[int, Sailing] = {}
        for size, (singles, herds) in best.items():
            for count, points in ways.items():
                more = Sailing(singles + points, herds) if count == 1 else Sailing(singles, herds + points)
                reached[size + count] = max(reached.get(size + count, more), more, key=sum)
        best = reached
    return best[min(ARK_ROOM, max(best))]
