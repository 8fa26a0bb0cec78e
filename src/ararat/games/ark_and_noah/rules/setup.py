"""Setup: the ark is empty, everybody gets a few goods and two animals (AN-3.1 to AN-3.8, AQ-3.1)."""

from __future__ import annotations

from ....core.bits import single
from ....core.chance import random_member
from ....core.whole import seat_count, whole
from ..pieces import FEMALE, FOOD, MALE, PITCH, PLANKS, STANDARD, START_FOOD, START_PITCH, START_PLANKS
from ..state import Table
from .animals import bag_of, pair_of, tiles_in_match
from .pens import settle
from .rounds import begin_round
from .workers import place_first_workers


def set_up(table: Table) -> None:
    """From players, options and chance to the first decision."""
    players = seat_count(table)
    settle(table)
    table.bags = tiles_in_match(table)
    give_goods(table)
    for other in range(players):
        give_animals(table, (whole(table.first) + other) % players)
    if table.variant == STANDARD:
        place_first_workers(table)
    begin_round(table)


def give_goods(table: Table) -> None:
    """A few planks of one's own for everybody, in the standard game pitch and food too; the rest is the supply."""
    players = seat_count(table)
    for seat in range(players):
        table.wood[seat] = START_PLANKS
        table.wood_supply[seat] = PLANKS - START_PLANKS
        if table.variant == STANDARD:
            table.pitch[seat] = START_PITCH
            table.food[seat] = START_FOOD
    if table.variant == STANDARD:
        table.pitch_supply = PITCH - players * START_PITCH
        table.food_supply = FOOD - players * START_FOOD


def give_animals(table: Table, seat: int) -> None:
    """A male and a female of another species; a female of the same one goes back and is drawn anew (AN-3.5)."""
    male = random_member(table.chance, bag_of(table, MALE))
    female = random_member(table.chance, bag_of(table, FEMALE) & ~pair_of(male // 2))
    table.animals[seat] = single(male) | single(female)
    table.bags = table.bags & ~table.animals[seat]
