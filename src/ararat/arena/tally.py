"""The games of a contest as arrays, deal by deal: the games of one deal depend on each other, deals do not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from .bout import Game
from .contest import Contest


@dataclass(frozen=True)
class Tally:
    """What was won, deal by deal. D deals, P players, S seats."""

    contest: Contest
    deals: list[int]  # their numbers
    duels: np.ndarray  # (D, P, P) duels that the row won against the column, ties as halves
    met: np.ndarray  # (D, P, P) games in which both sat; of solo games, deals
    firsts: np.ndarray  # (D, P) games won, a shared first place in parts
    games: np.ndarray  # (D, P) games with the player
    places: np.ndarray  # (D, P) seats taken
    points: np.ndarray  # (D, P) points of all seats taken
    seat_firsts: np.ndarray  # (D, S)
    seat_points: np.ndarray  # (D, S)
    lengths: list[int]  # decisions of each game
    scores: dict[str, list[int]]  # points of each player, seat by seat


def finished_deals(contest: Contest, games: Iterable[Game], deals: int) -> list[list[Game]]:
    """The games of those of the first deals that are finished, in their order."""
    found: dict[int, list[Game]] = {}
    for game in games:
        if game.deal < deals:
            found.setdefault(game.deal, []).append(game)
    return [
        sorted(played, key=lambda game: game.rotation)
        for _, played in sorted(found.items())
        if len(played) == contest.games_of_a_deal
    ]


def tally(contest: Contest, deals: list[list[Game]]) -> Tally:
    """Count what was won in finished deals."""
    count, players, seats = len(deals), len(contest.players), contest.seats
    number = {code: position for position, code in enumerate(contest.players)}
    pairs, sums, by_seat = (count, players, players), (count, players), (count, seats)
    counted = Tally(
        contest,
        [played[0].deal for played in deals],
        *(np.zeros(pairs), np.zeros(pairs)),
        *(np.zeros(sums), np.zeros(sums), np.zeros(sums), np.zeros(sums)),
        *(np.zeros(by_seat), np.zeros(by_seat)),
        [game.decisions for played in deals for game in played],
        {code: [] for code in contest.players},
    )
    for row, played in enumerate(deals):
        for game in played:
            sitting = [number[code] for code in game.seating]
            counted.games[row, list(set(sitting))] += 1
            for seat, player in enumerate(sitting):
                first = 1 / len(game.winners) if seat in game.winners else 0.0
                counted.firsts[row, player] += first
                counted.seat_firsts[row, seat] += first
                counted.places[row, player] += 1
                counted.points[row, player] += game.scores[seat]
                counted.seat_points[row, seat] += game.scores[seat]
                counted.scores[game.seating[seat]].append(game.scores[seat])
        for one, other, result in duels_of(contest, played):
            counted.duels[row, number[one], number[other]] += result
            counted.duels[row, number[other], number[one]] += 1 - result
        for one, other in meetings(played):
            counted.met[row, number[one], number[other]] += 1
            counted.met[row, number[other], number[one]] += 1
    return counted


def duels_of(contest: Contest, played: list[Game]) -> Iterable[tuple[str, str, float]]:
    """Every duel of a deal: two players, and 1, 0.5 or 0 for the first. Alone, one plays against others' deals."""
    for places in around(played):
        for (one, first), (other, second) in combinations(places, 2):
            if one != other:
                mine, theirs = placing(contest, *first), placing(contest, *second)
                yield one, other, (mine > theirs) + 0.5 * (mine == theirs)


def meetings(played: list[Game]) -> Iterable[tuple[str, str]]:
    """Every two different players who sat at one table of a deal."""
    for places in around(played):
        yield from combinations(sorted({code for code, _ in places}), 2)


def around(played: list[Game]) -> list[list[tuple[str, tuple[Game, int]]]]:
    """Who is compared with whom: the seats of each game, or of all games where everybody plays alone."""
    tables = [[(code, (game, seat)) for seat, code in enumerate(game.seating)] for game in played]
    return [sum(tables, [])] if played and len(played[0].seating) == 1 else tables


def placing(contest: Contest, game: Game, seat: int) -> tuple[bool, int]:
    """How well a seat did, for comparing: who won comes first, then by points."""
    points = game.scores[seat]
    return seat in game.winners, -points if contest.facts.low_wins else points
