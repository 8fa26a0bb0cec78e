"""Build: planks and pitch, piece by piece (AN-4.60 to AN-4.69, AQ-4.7)."""

from __future__ import annotations

from ....core.bits import contains, with_member
from ....core.effects import Effects
from ....core.whole import seat_count, seat_in_turn, whole
from ..board import ALL_JOINTS
from ..pieces import LOADING_POINTS, PIECES_PLACED, STANDARD
from ..state import Phase, Rule, Table
from .pens import has_free_edge, has_plank, is_edge, is_inside_pen, lay_plank


def allowance(table: Table) -> int:
    """What the seat in turn may place or load in its part (AN-4.60, AN-4.71, AQ-4.7, AQ-4.8)."""
    full = 1 if table.turn == table.actor else 0
    if table.phase == Phase.BUILD:
        return PIECES_PLACED[full]
    return LOADING_POINTS[table.variant, full] if table.phase == Phase.LOAD else 0


def points_so_far(table: Table) -> int:
    """What the seat in turn has scored with the pieces of its part."""
    return (allowance(table) - whole(table.left)) * piece_points(table) if table.phase == Phase.BUILD else 0


def can_build(table: Table) -> bool:
    """Whether the seat in turn can place anything (AN-4.2, AN-4.60)."""
    seat = seat_in_turn(table)
    if table.left == 0:
        return False
    return (table.wood[seat] > 0 and has_free_edge(table)) or (table.pitch[seat] > 0 and bare_joints(table) != 0)


def bare_joints(table: Table) -> int:
    """The joints that can get pitch (AN-4.67, AN-4.68)."""
    return table.firm & ~table.tight


def refuse_plank(table: Table, edge: int) -> int:
    """A plank of one's own goes on an edge without plank, not inside a pen (AN-4.62 to AN-4.64)."""
    if not is_edge(table, edge):
        return Rule.AN_7_4
    if table.wood[seat_in_turn(table)] == 0:
        return Rule.AN_4_62
    if has_plank(table, edge):
        return Rule.AN_4_63
    return Rule.AN_4_64 if is_inside_pen(table, edge) else Rule.LEGAL


def place_plank(table: Table, edge: int, effects: Effects) -> None:
    """Place a plank (AN-4.65, AN-4.69)."""
    seat = seat_in_turn(table)
    table.wood[seat] = table.wood[seat] - 1
    count_piece(table, seat)
    lay_plank(table, edge, seat, effects)


def refuse_pitch(table: Table, joint: int) -> int:
    """Pitch of one's own goes on a joint without any, between two planks of the hull (AN-4.62, AN-4.67, AN-4.68)."""
    if not contains(ALL_JOINTS[seat_count(table)], joint):
        return Rule.AN_7_4
    if table.pitch[seat_in_turn(table)] == 0:
        return Rule.AN_4_62
    if contains(table.tight, joint):
        return Rule.AN_4_67
    return Rule.LEGAL if contains(table.firm, joint) else Rule.AN_4_68


def place_pitch(table: Table, joint: int, effects: Effects) -> None:
    """Place a pitch cube (AN-4.69)."""
    seat = seat_in_turn(table)
    table.pitch[seat] = table.pitch[seat] - 1
    count_piece(table, seat)
    table.tight = with_member(table.tight, joint)


def count_piece(table: Table, seat: int) -> None:
    """A piece fewer may be placed, and it scores (AN-4.60, AN-4.69)."""
    table.left = table.left - 1
    table.scores[seat] = table.scores[seat] + piece_points(table)


def piece_points(table: Table) -> int:
    """What a piece scores that is placed: a point, none in the quick game (AN-4.69, AQ-4.7)."""
    return 1 if table.variant == STANDARD else 0
