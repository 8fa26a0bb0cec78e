"""The score cards: pieces, pieces on a disc, what they are worth (OM-4.21 to OM-4.25, OM-5.9, OM-5.10).

A piece on a disc counts as one and a half, so a seat's pieces are kept as one number of halves. Two pieces
on discs become three plain ones at once; so the number says which pieces lie there (o plain, @ on a disc):

    halves   0   2   3   4     5     6       7
    pieces       o   @   o o   o @   o o o   o o @
"""

from __future__ import annotations

from ....core.effects import Effects, tell
from ....core.whole import seat_count, whole
from ..pieces import BOOST, FOX_DISCS, HALF, HEAVY, MORE_DISCS, NO_TYPE, PIECE, POINTS, POWER, PROVISION
from ..state import NO_CARD, Effect, Table
from .cards import type_of

PIECE_ON_DISC = PIECE + 1  # halves
EXCHANGED_DISCS = 2  # go back to the supply when two pieces on discs become three plain ones


def credit(table: Table, seat: int, card: int, effects: Effects) -> None:
    """A seat gets what a card brings that it laid or ejected: a piece, a half, discs (OM-4.21 to OM-4.23, OM-4.29)."""
    kind = type_of(table, card)
    if kind != NO_TYPE:
        add_piece(table, seat, kind, effects)
    if POWER[card] == HALF and table.supply > 0:
        add_half(table, seat, kind, effects)
    if POWER[card] == MORE_DISCS and table.supply > 0:
        discs = min(FOX_DISCS, whole(table.supply))
        table.supply = table.supply - discs
        table.discs[seat] = table.discs[seat] + discs
        tell(effects, Effect.DISCS, seat, NO_CARD, discs)


def add_piece(table: Table, seat: int, kind: int, effects: Effects) -> None:
    """One plain piece more (OM-4.21)."""
    table.half_pieces[kind, seat] = table.half_pieces[kind, seat] + PIECE
    tell(effects, Effect.PIECE, seat, kind, 0)


def add_half(table: Table, seat: int, kind: int, effects: Effects) -> None:
    """A disc of the supply under a plain piece; two such pieces become three plain ones (OM-4.23 to OM-4.25)."""
    table.half_pieces[kind, seat] = table.half_pieces[kind, seat] + 1
    table.supply = table.supply - 1
    tell(effects, Effect.HALF, seat, kind, 0)
    if not has_disc(table.half_pieces[kind, seat]):
        table.supply = table.supply + EXCHANGED_DISCS
        tell(effects, Effect.EXCHANGED, seat, kind, 0)


def has_disc(halves: int) -> bool:
    """Whether one of the pieces lies on a disc."""
    return halves % PIECE != 0


def has_plain_piece(halves: int) -> bool:
    """Whether one of the pieces does not lie on a disc."""
    return halves >= PIECE and halves != PIECE_ON_DISC


def can_boost(table: Table, seat: int, kind: int) -> bool:
    """Whether a disc can go under a piece there: a plain one, no provision, with a disc in the supply (OM-4.24)."""
    return kind != PROVISION and table.supply > 0 and has_plain_piece(table.half_pieces[kind, seat])


def must_ask_for_boost(table: Table, seat: int, card: int) -> bool:
    """Whether a card that a seat laid or ejected lets it choose a piece to put on a disc (OM-4.24, OM-4.29)."""
    if POWER[card] != BOOST:
        return False
    for kind in range(HEAVY, PROVISION):
        if can_boost(table, seat, kind):
            return True
    return False


def disc_points(table: Table, seat: int) -> int:
    """One point for every disc that a seat has (OM-5.11)."""
    return whole(table.discs[seat])


def points_on(table: Table, kind: int, seat: int) -> int:
    """What a seat's pieces on a score card bring: its place, shared with its equals (OM-5.9, OM-5.10)."""
    own = table.half_pieces[kind, seat]
    if own == 0:
        return 0
    place = 1
    sharing = 0
    for other in range(seat_count(table)):
        if table.half_pieces[kind, other] > own:
            place += 1
        elif table.half_pieces[kind, other] == own:
            sharing += 1
    return POINTS[place, sharing]
