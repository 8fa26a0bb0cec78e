"""The end: when it comes, the final order, the last points, the winners (AN-5.1 to AN-5.9, AQ-5.1, AQ-5.2)."""

from __future__ import annotations

import numpy as np

from ....core.bits import sum_over
from ....core.effects import Effects, tell
from ....core.result import close, score_of, seats_with_most
from ....core.table import NOBODY
from ....core.whole import seat_count, whole
from ..board import HULL_COUNT, HULL_EDGES
from ..pieces import HULL_BONUS, LAST_ROUND, LATEST_ROUND, SIZE_OF_TILE, STANDARD
from ..state import Effect, End, Final, Phase, Table
from .workers import worker_place

FINALS = len(Final)
EFFECTS = np.array([Effect.HULL, Effect.GOODS_LOST, Effect.ANIMALS_LOST], np.int64)  # by what is added
best_seats = seats_with_most(score_of)  # AN-5.9


def ends_now(table: Table, effects: Effects) -> bool:
    """Whether the match ends after this round: closed hull, no planks left, or too late (AN-5.1, AN-5.2)."""
    if table.round_number < LAST_ROUND[table.variant]:
        return False
    ending = ending_of(table)
    if ending == End.ROUNDS and table.round_number < LATEST_ROUND:
        return False
    tell(effects, Effect.ENDED, NOBODY, ending, whole(table.round_number))
    return True


def ending_of(table: Table) -> int:
    """What ends the match, if it ends now: a closed hull, no planks, or else the last round (AN-5.1, AN-5.2)."""
    if table.leaky == 0:
        return End.HULL + 0
    return End.ROUNDS + 0 if has_plank_left(table) else End.PLANKS + 0


def has_plank_left(table: Table) -> bool:
    """Whether any seat has a plank in hand or in its supply (AN-5.2)."""
    for seat in range(seat_count(table)):
        if table.wood[seat] > 0 or table.wood_supply[seat] > 0:
            return True
    return False


def order_seats(table: Table, effects: Effects) -> None:
    """The final order: fewest points first, equal ones as their workers stand (AN-5.3)."""
    players = seat_count(table)
    for seat in range(players):
        place = 0
        for other in range(players):
            place += comes_before(table, other, seat)
        table.order[place] = seat
    for place in range(players):
        tell(effects, Effect.LAST_LOADING, whole(table.order[place]), 0, 0)


def comes_before(table: Table, seat: int, other: int) -> bool:
    """Whether a seat comes before another one in the final order (AN-5.3)."""
    if table.scores[seat] != table.scores[other]:
        return table.scores[seat] < table.scores[other]
    return worker_place(table, seat) < worker_place(table, other)


def end_match(table: Table, effects: Effects) -> None:
    """The last points are added, and the most win (AN-5.6 to AN-5.9, AQ-5.2)."""
    for seat in range(seat_count(table)):
        for final in range(FINALS):
            points = final_points(table, seat, final)
            table.final[seat, final] = points
            table.scores[seat] = whole(table.scores[seat]) + points
            if points:
                tell(effects, EFFECTS[final], seat, 0, abs(points))
    table.queue[:] = NOBODY
    table.order[:] = NOBODY
    close(table, Phase.OVER, best_seats(table))


def final_points(table: Table, seat: int, final: int) -> int:
    """What the very end brings a seat, or costs it; the quick game knows the hull alone (AN-5.6 to AN-5.8, AQ-5.2)."""
    if final == Final.HULL:
        return hull_points(table, seat)
    if table.variant != STANDARD:
        return 0
    return goods_points(table, seat) if final == Final.GOODS else animal_points(table, seat)


def hull_planks(table: Table, seat: int) -> int:
    """How many planks of a seat lie on outer edges."""
    count = 0
    players = seat_count(table)
    for number in range(HULL_COUNT[players]):
        count += table.planks[HULL_EDGES[players, number]] == seat
    return count


def hull_points(table: Table, seat: int) -> int:
    """The bonus for the most planks on the hull, for all that are equal (AN-5.6)."""
    own = hull_planks(table, seat)
    for other in range(seat_count(table)):
        if hull_planks(table, other) > own:
            return 0
    return HULL_BONUS if own > 0 else 0


def goods_points(table: Table, seat: int) -> int:
    """A point less for each plank, food and pitch in front of a seat (AN-5.7)."""
    return -(whole(table.wood[seat]) + whole(table.food[seat]) + whole(table.pitch[seat]))


def animal_points(table: Table, seat: int) -> int:
    """As many points less as the animals in front of a seat are large (AN-5.8)."""
    return -sum_over(SIZE_OF_TILE, table.animals[seat])


def points_in_play(table: Table, seat: int) -> int:
    """Points of a seat without those of the final scoring."""
    points = whole(table.scores[seat])
    for final in range(FINALS):
        points -= whole(table.final[seat, final])
    return points
