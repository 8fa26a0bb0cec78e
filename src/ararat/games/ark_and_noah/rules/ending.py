"""The end: when it comes, the final order, the last points, the winners (AN-5.1 to AN-5.9, AQ-5.1, AQ-5.2)."""

from __future__ import annotations

from ....core.bits import first_of, number_of, with_member, without_first
from ....core.effects import Effects, tell
from ....core.table import NOBODY
from ....core.whole import seat_count, whole
from ..board import BOARD_EDGES, EDGE_COUNT
from ..pieces import HULL_BONUS, LAST_ROUND, LATEST_ROUND, MOST_PLAYERS, SIZE, STANDARD
from ..state import Effect, End, Final, Phase, Table
from .pens import is_outer
from .workers import clear_queue, worker_place


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
            if comes_before(table, other, seat):
                place += 1
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
        add_final(table, seat, Final.HULL + 0, hull_points(table, seat), Effect.HULL + 0, effects)
        if table.variant == STANDARD:
            add_final(table, seat, Final.GOODS + 0, goods_points(table, seat), Effect.GOODS_LOST + 0, effects)
            add_final(table, seat, Final.ANIMALS + 0, animal_points(table, seat), Effect.ANIMALS_LOST + 0, effects)
    table.phase = Phase.OVER
    table.turn = NOBODY
    clear_queue(table)
    for place in range(MOST_PLAYERS):
        table.order[place] = NOBODY
    table.winners = best_seats(table)


def add_final(table: Table, seat: int, final: int, points: int, effect: int, effects: Effects) -> None:
    """Points of the final scoring, written down apart."""
    table.final[seat, final] = points
    table.scores[seat] = whole(table.scores[seat]) + points
    if points:
        tell(effects, effect, seat, 0, abs(points))


def hull_planks(table: Table, seat: int) -> int:
    """How many planks of a seat lie on outer edges."""
    count = 0
    players = seat_count(table)
    for number in range(EDGE_COUNT[players]):
        edge = BOARD_EDGES[players, number]
        if table.planks[edge] == seat and is_outer(table, edge):
            count += 1
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
    points = 0
    animals = table.animals[seat]
    while animals:
        points -= SIZE[number_of(first_of(animals)) // 2]
        animals = without_first(animals)
    return points


def best_seats(table: Table) -> int:
    """The seats with the most points, as bits (AN-5.9)."""
    best = 0
    most = whole(table.scores[0])
    for seat in range(seat_count(table)):
        if table.scores[seat] > most:
            best, most = 0, whole(table.scores[seat])
        if table.scores[seat] == most:
            best = with_member(best, seat)
    return best


def points_in_play(table: Table, seat: int) -> int:
    """Points of a seat without those of the final scoring."""
    points = whole(table.scores[seat])
    for final in range(len(table.final[seat])):
        points -= whole(table.final[seat, final])
    return points
