"""Reliability: of positions told 70 %, how many are won. From the matches of a survey, as plain JSON.

Positions of one match end alike, so whatever has an interval draws whole matches again (sampling.py). A correction
(calibration.py) is fitted to every other match and judged by those between them, which it has never seen. It is
kept only where these matches exclude that nothing is to be corrected, and those between them are told better by it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime

import numpy as np

from .. import __version__
from ..calibration import FLATTEST, FURTHEST, STEEPEST, Calibration, beyond, calibration_of, fair_share, odds_of
from ..coach import looks_of
from ..core.contract import Json
from .results import figure, rounded
from .sampling import USUAL, Sampling
from .scatter import settled
from .survey import Answered, Survey

BINS = 10
NEWTON = 50  # steps at most
CLOSE = 1e-9
LONGEST_STEP = 1.0
DRAWN_FITS = 200  # from which the intervals of a fit come
NUMBERS = ("slope", "shift")
NEUTRAL = np.array([1.0, 0.0])  # of them: nothing is corrected


@dataclass(frozen=True)
class Positions:
    """What was asked about, position by position: M matches, N positions."""

    matches: int
    match: np.ndarray  # (N) of which match, from 0
    chance: np.ndarray  # (N) as it was found, or as it is told
    won: np.ndarray  # (N) what the seat in turn has of the victory in the end

    def told(self, calibration: Calibration | None) -> Positions:
        """The same with other chances."""
        chance = self.chance if calibration is None else calibration(self.chance)
        return replace(self, chance=chance)

    def half(self, which: int) -> Positions:
        """Every other match, from the first or the second on."""
        kept = self.match % 2 == which
        count = (self.matches + 1 - which) // 2
        return Positions(count, self.match[kept] // 2, self.chance[kept], self.won[kept])

    def by_match(self, values: np.ndarray) -> np.ndarray:
        """(M, bins): sums of what positions have, by match and by how likely victory was said to be."""
        sums = np.zeros((self.matches, BINS))
        np.add.at(sums, (self.match, np.minimum((self.chance * BINS).astype(int), BINS - 1)), values)
        return sums


def positions_of(games: list[Answered]) -> Positions:
    """All positions of some matches."""
    rows = [
        (number, one.chance, game.won(one.seat))
        for number, game in enumerate(sorted(games, key=lambda game: game.place))
        for one in game.answers
    ]
    match, chance, won = (np.array(column) for column in zip(*rows, strict=True))
    return Positions(len(games), match.astype(int), chance.astype(float), won.astype(float))


def reliability_of(survey: Survey, games: list[Answered]) -> Json:
    """All figures of a survey: as found, with the scatter of few playouts and without it, as told today, as a fit to
    one half tells the other half."""
    scattered, fair = positions_of(games), fair_share(survey.seats)
    positions = scattered
    if survey.net is None:  # a net judges at once, and few playouts scatter little
        positions = replace(scattered, chance=settled(scattered.chance, looks_of(survey.playouts)))
    learnt_from, judged = positions.half(0), positions.half(1)
    seed = survey.lot("draws")
    fit = fit_with_intervals(learnt_from, fair, seed)
    before = figures(judged, fair, seed)
    after = figures(judged.told(Calibration(fair, **fit["kept"])), fair, seed)
    fit["helps"] = after["brier"]["score"] < before["brier"]["score"]
    return survey.as_json() | {
        "version": __version__,
        "date": datetime.now(UTC).date().isoformat(),
        "matches": len(games),
        "positions": len(positions.chance),
        "decisions": sum(game.decisions for game in games),
        "fair": rounded(fair),
        "scattered": figures(scattered, fair, seed),
        "found": figures(positions, fair, seed),
        "told": figures(positions.told(today(survey)), fair, seed),
        "fit": fit,
        "before": before,
        "after": after,
    }


def today(survey: Survey) -> Calibration | None:
    """How the coach corrects at such a table today."""
    return calibration_of(survey.facts, survey.facts.new_table(survey.seats, survey.options)[0])


def figures(positions: Positions, fair: float, seed: int) -> Json:
    """How reliable chances are: bin by bin, and in a number."""
    sampling = Sampling(positions.matches, seed)
    count, told, won = (
        positions.by_match(values) for values in (np.ones(len(positions.won)), positions.chance, positions.won)
    )
    sums = sampling.sums(count, told, won)
    bins = [
        bin_of(at, sampling, [sum_of[:, at] for sum_of in sums], int((count[:, at] > 0).sum()))
        for at in range(BINS)
        if count[:, at].any()
    ]
    whole = count.sum()
    misses = [(positions.chance - positions.won) ** 2, (fair - positions.won) ** 2]
    brier, fairly = (sampling.mean(positions.by_match(miss).sum(1), count.sum(1)) for miss in misses)
    return {
        "bins": bins,
        "error": rounded(sum(abs(row["told"] - row["won"]) * row["positions"] for row in bins) / whole),
        "agreeing": sum(row["low"] is None or row["low"] <= row["told"] <= row["high"] for row in bins),
        "told": rounded(told.sum() / whole),
        "won": rounded(won.sum() / whole),
        "brier": figure("score", *brier),
        "brier_fair": figure("score", *fairly),
    }


def bin_of(at: int, sampling: Sampling, sums: list[np.ndarray], met: int) -> Json:
    """Positions that were told about the same chance, and the share of them that was won; `met` is how many matches
    had such ones."""
    count, told, won = sums
    share = sampling.share_of(won, count, float(count[0] / met))
    return {
        "from": at / BINS,
        "to": (at + 1) / BINS,
        "positions": int(count[0]),
        "matches": met,
        "told": rounded(told[0] / count[0]),
        **figure("won", *share),
    }


def fitted(positions: Positions, fair: float, times: np.ndarray | None = None) -> Calibration:
    """The likeliest slope and shift, by Newton's method; `times` is how often each match counts.

    Chances of 0 and 1 stay what they are, and say nothing. One match that nobody played says that chances are right as
    they were found, so that a few matches can't change much.
    """
    inside = (positions.chance > 0) & (positions.chance < 1)
    if not inside.any():
        return Calibration(fair)
    won, weights = positions.won[inside], np.ones(inside.sum())
    if times is not None:
        weights = times[positions.match[inside]]
    known = np.stack([beyond(positions.chance[inside], fair), np.ones(inside.sum())])
    unplayed = inside.sum() / positions.matches * 0.25 * np.eye(2)  # 0.25: what a position at even odds counts
    found = NEUTRAL
    for _ in range(NEWTON):
        expected = 0.5 + 0.5 * np.tanh(0.5 * (found @ known + odds_of(fair)))
        slope = known @ (weights * (won - expected)) + unplayed @ (NEUTRAL - found)
        curve = (known * (weights * expected * (1 - expected))) @ known.T + unplayed
        step = np.linalg.solve(curve, slope)
        step *= min(1.0, LONGEST_STEP / max(float(np.abs(step).max()), 1e-300))
        found = found + step
        if np.abs(step).max() < CLOSE:
            break
    steep, shift = float(found[0]), float(found[1])
    return Calibration(fair, min(max(steep, FLATTEST), STEEPEST), min(max(shift, -FURTHEST), FURTHEST))


def fit_with_intervals(positions: Positions, fair: float, seed: int) -> Json:
    """A fit, the intervals of its numbers from fits to matches drawn again, and what is kept of it."""
    sampling = Sampling(positions.matches, seed, draws=DRAWN_FITS)
    found = numbers_of(fitted(positions, fair))
    drawn = np.array([numbers_of(fitted(positions, fair, times)) for block in sampling.blocks() for times in block])
    told: Json = {"matches": positions.matches, "positions": len(positions.chance)}
    for at, name in enumerate(NUMBERS):
        told[name] = figure("value", found[at], sampling.around(found[at], drawn[:, at]))
    kept = found if positions.matches > 1 and is_far(found, drawn) else NEUTRAL
    return told | {"kept": {name: rounded(value) for name, value in zip(NUMBERS, kept, strict=True)}}


def numbers_of(fit: Calibration) -> np.ndarray:
    """The two numbers of a fit."""
    return np.array([fit.slope, fit.shift])


def is_far(found: np.ndarray, drawn: np.ndarray) -> bool:
    """Whether nothing to be corrected lies outside the ellipse around a fit that holds 95 % of those drawn."""
    spread = np.linalg.pinv(np.cov(drawn.T))
    away = np.einsum("ij,jk,ik->i", drawn - found, spread, drawn - found)
    return bool((NEUTRAL - found) @ spread @ (NEUTRAL - found) > np.quantile(away, USUAL))
