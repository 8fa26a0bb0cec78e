"""What the games of a contest say: ratings, duels, first places, points, seats, length. Plain JSON."""

from __future__ import annotations

import statistics
from dataclasses import replace
from typing import Any

import numpy as np

from ..core.contract import Json
from .rating import ratings
from .sampling import Interval, Sampling
from .tally import Tally

DIGITS = 6
SUMMED = ("duels", "met", "firsts", "games", "places", "points", "seat_firsts", "seat_points")


def results_of(tally: Tally) -> Json:
    """All figures with their 95 % intervals; the same for the same games, in whatever order they ended."""
    contest = tally.contest
    sampling = Sampling(len(tally.deals), contest.lot("draws"))
    sums = summed(tally, sampling)
    return contest.as_json() | {
        "deals": len(tally.deals),
        "games": len(tally.lengths),
        "ratings": rated(sums, sampling),
        "duels": duelled(sums, sampling),
        "standings": standings(sums, sampling),
        "by_seat": by_seat(sums, sampling),
        "length": {
            "mean": rounded(statistics.fmean(tally.lengths)),
            "median": statistics.median(tally.lengths),
            "shortest": min(tally.lengths),
            "longest": max(tally.lengths),
        },
    }


def summed(tally: Tally, sampling: Sampling) -> Tally:
    """Sums over deals in place of deals: as played, then of each draw. Drawn once, for all figures."""
    sums: dict[str, Any] = dict(zip(SUMMED, sampling.sums(*(getattr(tally, name) for name in SUMMED)), strict=True))
    return replace(tally, **sums)


def rated(sums: Tally, sampling: Sampling) -> list[Json]:
    """Every player's rating, the strongest first."""
    count = len(sums.contest.players)
    unit = duels_of_a_game(sums)
    found = ratings(sums.duels[0] + unit)
    # Half of the unplayed games are drawn along, half stay, or a draw without a lost duel would rate infinity.
    drawn = ratings(sums.duels[1:] + unit * (sampling.unplayed(count, count) + 1) / 2)
    rows = []
    for number in sorted(range(count), key=lambda number: (-found[number], number)):
        interval = sampling.around(float(found[number]), drawn[:, number])
        rows.append({"player": sums.contest.players[number], **figure("rating", float(found[number]), interval)})
    return rows


def duels_of_a_game(sums: Tally) -> np.ndarray:
    """(P, P) how many duels of a pair a game with both has; what one unplayed game counts in the ratings."""
    duels = sums.duels[0]
    return (duels + duels.T) / np.maximum(sums.met[0], 1)


def duelled(sums: Tally, sampling: Sampling) -> list[Json]:
    """The share of duels that each player won against each other."""
    rows = []
    unit = duels_of_a_game(sums)
    for one, player in enumerate(sums.contest.players):
        for other, opponent in enumerate(sums.contest.players):
            won = sums.duels[:, one, other]
            fought = won + sums.duels[:, other, one]
            if one != other and fought[0] > 0:
                share = sampling.share_of(won, fought, float(unit[one, other]))
                count = {"duels": int(fought[0]), "games": int(sums.met[0, one, other])}
                rows.append({"player": player, "against": opponent, **figure("share", *share), **count})
    return rows


def standings(sums: Tally, sampling: Sampling) -> list[Json]:
    """First places and points of each player; alone, nobody has a fair share of victories."""
    rows = []
    for number, player in enumerate(sums.contest.players):
        games, places = sums.games[:, number], sums.places[:, number]
        firsts = sampling.share_of(sums.firsts[:, number], games)
        points = sampling.mean_of(sums.points[:, number], places)
        fair = None if sums.contest.seats == 1 else rounded(places[0] / games[0] / sums.contest.seats)
        counts = {"fair": fair, "games": int(games[0]), "seats": int(places[0])}
        rows.append({"player": player, **figure("firsts", *firsts), **counts, "points": figure("mean", *points)})
    return rows


def by_seat(sums: Tally, sampling: Sampling) -> list[Json]:
    """First places and points of each seat, whoever sat there; seats are counted from 0."""
    games = np.full(1 + sampling.draws, float(len(sums.lengths)))
    rows = []
    for seat in range(sums.contest.seats):
        firsts = sampling.share_of(sums.seat_firsts[:, seat], games)
        points = sampling.mean_of(sums.seat_points[:, seat], games)
        rows.append({"seat": seat, **figure("firsts", *firsts), "points": figure("mean", *points)})
    return rows


def figure(name: str, value: float, interval: Interval | None) -> Json:
    """A figure with its interval, for JSON."""
    low, high = interval or (None, None)
    return {name: rounded(value), "low": rounded(low), "high": rounded(high)}


def rounded(value: Any) -> Any:
    """A number short enough to be the same on every machine."""
    return None if value is None else round(float(value), DIGITS)
