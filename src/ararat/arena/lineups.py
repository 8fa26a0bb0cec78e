"""Line-ups: who sits where in the games of a deal, so that nobody has better seats, company or cards.

With as many players as seats, a deal is one circle of players turned through all seats:

    ABC   CAB   BCA

With more players than seats every choice of players has its circle. With fewer, everybody takes as many seats
as there are for all; each choice of players for the seats left over has its circle:

    AAB   BAA   ABA        BBA   ABB   BAB
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, count
from math import comb

Seating = tuple[int, ...]  # for each seat, the number of a player
Lot = Callable[..., int]  # a number that follows from others as if by chance


def games_of_a_deal(players: int, seats: int) -> int:
    """How many games it takes until everybody has sat everywhere equally often."""
    return comb(players, seats % players) * seats


def seatings(players: int, seats: int, lot: Lot) -> list[Seating]:
    """Who sits where in each game of one deal; the order around the table is drawn by lot."""
    everybody = sorted(range(players), key=lambda player: lot("player", player))
    circle = circle_of(players, seats, lot)
    found = []
    for chosen in combinations(everybody, seats % players):
        # Those with the seats left over come first, so that each choice sits in the same circle.
        ranked = [*chosen, *(player for player in everybody if player not in chosen)]
        around = [ranked[place] for place in circle]
        found += [tuple(around[turn:] + around[:turn]) for turn in range(seats)]
    return found


def circle_of(players: int, seats: int, lot: Lot) -> list[int]:
    """An order of ranks around the table that looks different from every seat, or each seating would come twice."""
    shared, left = divmod(seats, players)
    ranks = sorted([rank for rank in range(players) for _ in range(shared)] + list(range(left)))
    for attempt in count():
        places = sorted(range(seats), key=lambda place: lot("place", attempt, place))
        circle = [ranks[place] for place in places]
        if len({tuple(circle[turn:] + circle[:turn]) for turn in range(seats)}) == seats:
            return circle
    raise AssertionError
