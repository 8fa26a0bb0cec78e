"""What the games of a contest say: ratings, duels, first places, points, seats, length. Plain JSON."""

from __future__ import annotations

import statistics
from typing import Any

import numpy as np

from ..core.contract import Json
from .rating import ratings
from .sampling import Interval, Sampling
from .tally import Tally

DIGITS = 6


def results_of(tally: Tally) -> Json:
    """All figures with their 95 % intervals; the same for the same games, in whatever order they ended."""
    contest = tally.contest
    sampling = Sampling(len(tally.deals), contest.lot("draws"))
    return contest.as_json() | {
        "deals": len(tally.deals),
        "games": len(tally.lengths),
        "ratings": rated(tally, sampling),
        "duels": duelled(tally, sampling),
        "standings": standings(tally, sampling),
        "by_seat": by_seat(tally, sampling),
        "length": {
            "mean": rounded(statistics.fmean(tally.lengths)),
            "median": statistics.median(tally.lengths),
            "shortest": min(tally.lengths),
            "longest": max(tally.lengths),
        },
    }


def rated(tally: Tally, sampling: Sampling) -> list[Json]:
    """Every player's rating, the strongest first."""
    count = len(tally.contest.players)
    unit = duels_of_a_game(tally)
    found = ratings(tally.duels.sum(0) + unit)
    # Half of the unplayed games are drawn along, half stay, or a draw without a lost duel would rate infinity.
    drawn = ratings(sampling.sums(tally.duels) + unit * (sampling.unplayed(count, count) + 1) / 2)
    rows = []
    for number in sorted(range(count), key=lambda number: (-found[number], number)):
        interval = sampling.around(float(found[number]), drawn[:, number])
        rows.append({"player": tally.contest.players[number], **figure("rating", float(found[number]), interval)})
    return rows


def duels_of_a_game(tally: Tally) -> np.ndarray:
    """(P, P) how many duels of a pair a game with both has; what one unplayed game counts in the ratings."""
    duels = tally.duels.sum(0)
    return (duels + duels.T) / np.maximum(tally.met.sum(0), 1)


def duelled(tally: Tally, sampling: Sampling) -> list[Json]:
    """The share of duels that each player won against each other."""
    rows = []
    unit = duels_of_a_game(tally)
    for one, player in enumerate(tally.contest.players):
        for other, opponent in enumerate(tally.contest.players):
            won, lost = tally.duels[:, one, other], tally.duels[:, other, one]
            if one != other and (won + lost).sum() > 0:
                share = sampling.share(won, won + lost, float(unit[one, other]))
                count = {"duels": int((won + lost).sum()), "games": int(tally.met[:, one, other].sum())}
                rows.append({"player": player, "against": opponent, **figure("share", *share), **count})
    return rows


def standings(tally: Tally, sampling: Sampling) -> list[Json]:
    """First places and points of each player; alone, nobody has a fair share of victories."""
    rows = []
    for number, player in enumerate(tally.contest.players):
        games, places = tally.games[:, number], tally.places[:, number]
        firsts = sampling.share(tally.firsts[:, number], games)
        points = sampling.mean(tally.points[:, number], places)
        fair = None if tally.contest.seats == 1 else rounded(places.sum() / games.sum() / tally.contest.seats)
        counts = {"fair": fair, "games": int(games.sum()), "seats": int(places.sum())}
        rows.append({"player": player, **figure("firsts", *firsts), **counts, "points": figure("mean", *points)})
    return rows


def by_seat(tally: Tally, sampling: Sampling) -> list[Json]:
    """First places and points of each seat, whoever sat there; seats are counted from 0."""
    games = np.full(len(tally.deals), float(tally.contest.games_of_a_deal))
    rows = []
    for seat in range(tally.contest.seats):
        firsts = sampling.share(tally.seat_firsts[:, seat], games)
        points = sampling.mean(tally.seat_points[:, seat], games)
        rows.append({"seat": seat, **figure("firsts", *firsts), "points": figure("mean", *points)})
    return rows


def figure(name: str, value: float, interval: Interval | None) -> Json:
    """A figure with its interval, for JSON."""
    low, high = interval or (None, None)
    return {name: rounded(value), "low": rounded(low), "high": rounded(high)}


def rounded(value: Any) -> Any:
    """A number short enough to be the same on every machine."""
    return None if value is None else round(float(value), DIGITS)
