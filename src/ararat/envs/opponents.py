"""Who sits with a learner: bots of ours."""

from __future__ import annotations

from random import Random
from typing import Any

from ..core.options import whole_number
from ..core.table import unpacked
from ..errors import BadSeat, BadStart, shown
from ..players import Player, find
from ..players.codes import RANDOM
from .table import Table

SEED_BITS = 62


def decided(table: Table, bot: Player, choices: Random) -> int:
    """What a bot does, from its view alone."""
    seed, legal = choices.getrandbits(SEED_BITS), table.legal()
    if bot.code == RANDOM:
        return Random(seed).choice(legal)  # as it chooses itself, without spelling the moves out
    view = table.hooks.view_of(table.tables[0], table.turn)
    return table.hooks.action_of(unpacked(table.tables[0]), bot.choose(view, table.moves(), seed))


def seat_at(table: Table, seat: Any) -> int:
    """A seat that the table has."""
    place = whole_number(seat)
    if type(place) is not int or not 0 <= place < table.players:
        raise BadSeat("error.seat", given=shown(seat), last=table.players - 1)
    return place


def bots_at(table: Table, seat: int, opponents: Any) -> dict[int, Player]:
    """The bots at the other seats: one code for all of them, or one for each, in the order of the seats."""
    others = [other for other in range(table.players) if other != seat]
    codes = [opponents] * len(others) if isinstance(opponents, str) else list(opponents)
    if len(codes) != len(others):
        raise BadStart(table.facts.players_rule, "error.opponents", given=len(codes), count=len(others))
    return {other: find(code) for other, code in zip(others, codes, strict=True)}
