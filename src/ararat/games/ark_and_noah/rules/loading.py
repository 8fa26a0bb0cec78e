"""Load: food and pairs go aboard, in the action and at the end (AN-4.71 to AN-4.91, AN-5.4, AN-5.5, AQ-4.8)."""

from __future__ import annotations

from ....core.bits import contains, first_of, lowest_of, size_of, with_member, without_first
from ....core.effects import Effects, tell
from ....core.whole import seat_count, seat_in_turn, whole
from ..pieces import FEMALES, LARGEST_PEN, OF_SIZE, POINTS, SIZE, SMALL, STANDARD
from ..state import Effect, Phase, Rule, Source, Table
from .animals import before_seats, is_tile, pair_of
from .pens import cells_at_planks, in_pen, is_cell, joints_of, planks_around, region_at, whole_pens

SOURCES = len(Source)

# --- Feeding ------------------------------------------------------------------------------------


def refuse_feed(table: Table, cell: int) -> int:
    """Food of one's own goes on an unfed cell of a pen; in the action one needs a plank there and a point."""
    seat = seat_in_turn(table)
    if not is_cell(table, cell):
        return Rule.AN_7_4
    if table.food[seat] == 0:
        return Rule.AN_4_72
    if not in_pen(table, cell):
        return Rule.AN_4_73
    if contains(table.fed, cell):
        return Rule.AN_4_74
    if table.phase == Phase.LOAD:
        if not contains(own_pens(table), cell):
            return Rule.AN_4_75
        if table.left == 0:
            return Rule.AN_4_76
    return Rule.LEGAL


def cells_to_feed(table: Table) -> int:
    """The cells that may get food from the seat in turn (AN-4.71 to AN-4.76, AN-5.4)."""
    in_action = table.phase == Phase.LOAD
    if table.food[seat_in_turn(table)] == 0 or (in_action and table.left == 0):
        return 0
    unfed = table.penned & ~table.fed
    return unfed & own_pens(table) if in_action and unfed else unfed


def own_pens(table: Table) -> int:
    """The cells of all pens that the seat in turn has a plank around (AN-4.75, AN-4.88)."""
    return whole_pens(table, cells_at_planks(table, seat_in_turn(table)))


def feed(table: Table, cell: int, effects: Effects) -> None:
    """Put food on a cell; in the action it costs a loading point and scores a point (AN-4.76, AN-5.4)."""
    seat = seat_in_turn(table)
    table.food[seat] = table.food[seat] - 1
    table.fed = with_member(table.fed, cell)
    table.left = table.left - feeding_points(table)
    table.scores[seat] = table.scores[seat] + feeding_points(table)


def feeding_points(table: Table) -> int:
    """What a fed cell costs in loading points, and scores: one each, none at the end (AN-4.76, AN-5.4)."""
    return 1 if table.phase == Phase.LOAD else 0


# --- Boarding -----------------------------------------------------------------------------------


def refuse_board(table: Table, species: int, cell: int) -> int:
    """A pair, one's own in part at least, boards a pen that suits it (AN-4.81 to AN-4.89, AN-5.5, AQ-4.8)."""
    pair = pair_of(species)
    if not is_cell(table, cell) or not is_tile(table, 2 * species):
        return Rule.AN_7_4
    if before_seats(table) & pair != pair:
        return Rule.AN_4_81
    if table.animals[seat_in_turn(table)] & pair == 0:
        return Rule.AN_4_82
    if not contains(table.pens, cell):
        return Rule.AN_4_83
    pen = region_at(table, cell)
    if SIZE[species] != SMALL and SIZE[species] != size_of(pen):
        return Rule.AN_4_84
    if contains(table.with_small if SIZE[species] == SMALL else table.with_large, cell):
        return Rule.AN_4_85
    if table.variant == STANDARD:
        if pen & ~table.fed != 0:
            return Rule.AN_4_86
        if joints_of(table, pen) & ~table.tight != 0:
            return Rule.AN_4_87
    if table.phase == Phase.LOAD:
        if not contains(own_pens(table), cell):
            return Rule.AN_4_88
        if cost_of(table, species) > table.left:
            return Rule.AN_4_89
    return Rule.LEGAL


def cost_of(table: Table, species: int) -> int:
    """Loading points for those of a pair that the seat in turn owns, where boarding is paid for (AN-4.89)."""
    if not is_paid(table):
        return 0
    return SIZE[species] * size_of(table.animals[seat_in_turn(table)] & pair_of(species))


def is_paid(table: Table) -> bool:
    """Whether boarding costs loading points: in the action of the standard game (AN-4.89, AN-5.5, AQ-4.8)."""
    return table.phase == Phase.LOAD and table.variant == STANDARD


def pairs_to_board(table: Table) -> int:
    """The females of all pairs that lie before seats, one of them at least before the seat in turn."""
    tiles, own = before_seats(table), table.animals[seat_in_turn(table)]
    return tiles & (tiles >> 1) & (own | (own >> 1)) & FEMALES


def pairs_within_reach(table: Table) -> int:
    """Those of them that the seat in turn can pay for (AN-4.89)."""
    pairs = pairs_to_board(table)
    if not is_paid(table):
        return pairs
    own = table.animals[seat_in_turn(table)]
    both = own & (own >> 1)
    dear = 0
    for size in range(SMALL + 1, LARGEST_PEN + 1):
        if 2 * size > table.left:
            dear |= OF_SIZE[size] & both
        if size > table.left:
            dear |= OF_SIZE[size]
    return pairs & ~dear


def pens_to_board(table: Table) -> int:
    """The first cells of all pens with room, wholly fed, and one's own in part (AN-4.85, AN-4.86, AN-4.88, AN-5.5)."""
    pens = table.pens & ~(table.with_small & table.with_large)
    if table.variant == STANDARD:
        pens &= ~whole_pens(table, ~table.fed)
    return pens & own_pens(table) if pens and table.phase == Phase.LOAD else pens


def pairs_for_pen(table: Table, cell: int, pairs: int) -> int:
    """Those of some pairs that can board the pen of a first cell, one of those (AN-4.84, AN-4.85, AN-4.87, AQ-4.8)."""
    pen = region_at(table, cell)
    fitting = pairs & pairs_with_room(table, pen)
    if fitting and table.variant == STANDARD and joints_of(table, pen) & ~table.tight != 0:
        return 0
    return fitting


def pairs_with_room(table: Table, pen: int) -> int:
    """The females of all pairs whose place in a pen is free: of its size, and small ones (AN-4.84, AN-4.85)."""
    fitting = 0
    if table.with_small & first_of(pen) == 0:
        fitting |= OF_SIZE[SMALL]
    if table.with_large & first_of(pen) == 0:
        fitting |= OF_SIZE[size_of(pen)]
    return fitting


def can_board(table: Table) -> bool:
    """Whether the seat in turn can board any pair."""
    pairs = pairs_within_reach(table)
    pens = pens_to_board(table) if pairs else 0
    while pens:
        if pairs_for_pen(table, lowest_of(pens), pairs) != 0:
            return True
        pens = without_first(pens)
    return False


def can_load(table: Table) -> bool:
    """Whether the seat in turn can load anything (AN-4.2, AN-4.71, AQ-4.8)."""
    if table.variant == STANDARD:
        return cells_to_feed(table) != 0 or can_board(table)
    return table.left > 0 and can_board(table)


def board(table: Table, species: int, cell: int, effects: Effects) -> None:
    """A pair goes aboard for good; in the action it is paid for and scores (AN-4.89 to AN-4.91, AQ-4.8)."""
    score_boarding(table, species, region_at(table, cell), effects)
    if table.phase == Phase.LOAD:
        table.left = table.left - (cost_of(table, species) if table.variant == STANDARD else 1)
    for seat in range(seat_count(table)):
        table.animals[seat] = table.animals[seat] & ~pair_of(species)
    table.berths[species] = cell
    if SIZE[species] == SMALL:
        table.with_small = with_member(table.with_small, cell)
    else:
        table.with_large = with_member(table.with_large, cell)


def score_boarding(table: Table, species: int, pen: int, effects: Effects) -> None:
    """Everybody scores for a pair, source by source."""
    for seat in range(seat_count(table)):
        for source in range(SOURCES):
            points = boarding_points(table, species, pen, seat, source)
            if points:
                table.scores[seat] = whole(table.scores[seat]) + points
                tell(effects, Effect.SCORED, seat, source, points)


def boarding_points(table: Table, species: int, pen: int, seat: int, source: int) -> int:
    """Points for tiles to their owners, for planks around the pen, for joints to who boards (AN-4.91, AN-5.5)."""
    if table.phase != Phase.LOAD:
        return 0
    if source == Source.ANIMALS:
        return POINTS[species] * size_of(table.animals[seat] & pair_of(species))
    if source == Source.PLANKS:
        return planks_around(table, pen, seat)
    return size_of(joints_of(table, pen)) if table.variant == STANDARD and seat == seat_in_turn(table) else 0
