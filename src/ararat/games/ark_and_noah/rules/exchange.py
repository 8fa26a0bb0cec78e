"""Exchange: a reward, then planks change places, or animals are drawn and traded (AN-4.51 on, AQ-4.4, AQ-4.5)."""

from __future__ import annotations

from ....core.bits import contains, size_of, with_member, without
from ....core.effects import Effects, tell
from ....core.table import NOBODY
from ....core.whole import seat_count, seat_in_turn, whole
from ..pieces import EXCHANGE_TILES, PLANKS, REWARD, REWARD_PITCH, REWARD_PLANK, REWARD_POINT, STANDARD
from ..state import Effect, Goods, Phase, Rule, Table
from .animals import bag_of, draw_tile, is_tile, return_drawn, singles_of, take_drawn
from .goods import in_supply, take_goods
from .pens import has_plank, is_edge

# --- The reward ---------------------------------------------------------------------------------


def refuse_reward(table: Table, reward: int) -> int:
    """Goods are a reward only if the supply has some (AN-4.51)."""
    if reward == REWARD_POINT or in_supply(table, goods_of(reward), seat_in_turn(table)) > 0:
        return Rule.LEGAL
    return Rule.AN_4_51


def goods_of(reward: int) -> int:
    """The goods of a reward that is no point."""
    if reward == REWARD_PLANK:
        return Goods.PLANKS + 0
    return Goods.PITCH + 0 if reward == REWARD_PITCH else Goods.FOOD + 0


def take_reward(table: Table, reward: int, effects: Effects) -> bool:
    """Take the reward; whether an exchange is possible after it (AN-4.51, AN-4.52, AN-4.59)."""
    seat = seat_in_turn(table)
    if reward == REWARD_POINT:
        table.scores[seat] = table.scores[seat] + REWARD
    else:
        take_goods(table, goods_of(reward), seat, REWARD)
    if can_swap(table) or can_draw(table):
        table.phase = Phase.EXCHANGE
        return True
    tell(effects, Effect.NO_EXCHANGE, NOBODY, 0, 0)
    return False


# --- Swapping planks ----------------------------------------------------------------------------


def planks_aboard(table: Table, seat: int) -> int:
    """How many planks of a seat lie on the ark."""
    return PLANKS - whole(table.wood[seat]) - whole(table.wood_supply[seat])


def can_swap(table: Table) -> bool:
    """Whether planks of two colours lie on the ark (AN-4.53, AN-4.54)."""
    colours = 0
    for seat in range(seat_count(table)):
        colours += planks_aboard(table, seat) > 0
    return colours > 1


def refuse_swap(table: Table, edge: int, other: int) -> int:
    """Two planks of different colours change places (AN-4.53, AN-4.54)."""
    if not is_edge(table, edge) or not is_edge(table, other):
        return Rule.AN_7_4
    if edge == other or not has_plank(table, edge) or not has_plank(table, other):
        return Rule.AN_4_53
    return Rule.AN_4_54 if table.planks[edge] == table.planks[other] else Rule.LEGAL


def swap(table: Table, edge: int, other: int, effects: Effects) -> None:
    """Two planks change places; no pen and no score changes (AN-4.53)."""
    seat = whole(table.planks[edge])
    table.planks[edge] = table.planks[other]
    table.planks[other] = seat


# --- Drawing and trading ------------------------------------------------------------------------


def can_draw(table: Table) -> bool:
    """Whether the actor has a single animal, and a bag a tile (AN-4.55, AN-4.56)."""
    return singles_of(table, seat_in_turn(table)) != 0 and table.bags != 0


def begin_quick_exchange(table: Table, effects: Effects) -> bool:
    """The actor scores a point, and draws if it has an animal and there is one to draw (AQ-4.4)."""
    seat = whole(table.actor)
    table.scores[seat] = table.scores[seat] + REWARD
    tell(effects, Effect.POINT, seat, 0, REWARD)
    table.phase = Phase.DRAW
    table.turn = seat
    if table.animals[seat] != 0 and table.bags != 0:
        return True
    tell(effects, Effect.NO_EXCHANGE, NOBODY, 0, 0)
    return False


def refuse_draw(table: Table, sex: int) -> int:
    """Only with a single animal, and only from a bag that is not empty (AN-4.55, AN-4.56)."""
    if table.phase == Phase.EXCHANGE and singles_of(table, seat_in_turn(table)) == 0:
        return Rule.AN_4_55
    return Rule.LEGAL if bag_of(table, sex) != 0 else Rule.AN_4_56


def draw_one(table: Table, sex: int, effects: Effects) -> bool:
    """Draw a tile; after the last one follows the trade, unless there is nothing to give (AN-4.2, AN-4.56)."""
    draw_tile(table, sex, effects)
    table.phase = Phase.DRAW
    if size_of(table.drawn) < EXCHANGE_TILES and table.bags != 0:
        return True
    table.phase = Phase.TRADE
    if tradable(table) != 0:
        return True
    return_drawn(table, effects)
    return False


def tradable(table: Table) -> int:
    """The animals that the actor may give: in the standard game single ones (AN-4.58, AQ-4.5)."""
    seat = seat_in_turn(table)
    return singles_of(table, seat) if table.variant == STANDARD else table.animals[seat]


def refuse_trade(table: Table, give: int, take: int) -> int:
    """One's own animal, which may be traded, for one of those drawn (AN-4.57, AN-4.58)."""
    if not is_tile(table, give) or not is_tile(table, take):
        return Rule.AN_7_4
    if not contains(table.animals[seat_in_turn(table)], give) or not contains(table.drawn, take):
        return Rule.AN_4_57
    return Rule.LEGAL if contains(tradable(table), give) else Rule.AN_4_58


def trade(table: Table, give: int, take: int, effects: Effects) -> None:
    """Give an animal for one of those drawn; the others go into the bags (AN-4.57)."""
    seat = seat_in_turn(table)
    table.animals[seat] = without(table.animals[seat], give)
    take_drawn(table, take, seat)
    table.drawn = with_member(table.drawn, give)
    return_drawn(table, effects)
