"""Reasons: where the points of a move come from, beside another move, by the sources of the score sheet.

Both moves were taken for granted in as many playouts, which met the same worlds one after the other. Their last tables
are read by the game's own score sheet, so what a seat gets more or less by each source adds up to what it gets more
or less in all: exactly in sums over all matches, and in tenths of a point as people are told them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import ceil, sqrt
from typing import Any, NamedTuple

import numpy as np

from .catalogues import MINUS, NO_BREAK
from .core.contract import Facts, Json
from .core.hooks import hooks_of
from .core.words import Words
from .players.search import LIKELY


class Label(NamedTuple):
    """A source as a score sheet names it: a key of the game's words, and what fills its places."""

    key: str
    values: tuple[tuple[str, Any], ...]

    def said(self, words: Words) -> str:
        return words(self.key, **dict(self.values))


def _unspoken(key: str, /, **values: Any) -> Label:
    """Stands in for the words of a language where a sheet is read before anybody knows which."""
    return Label(key, tuple(sorted(values.items())))


Points = dict[Label, list[int]]  # by source, of every seat


def points_by_source(facts: Facts, table: Any) -> Points:
    """Everybody's points by source, of a table at which the match is over."""
    hooks = hooks_of(facts)
    rows = hooks.web.sheet(hooks.view_of(table, None), _unspoken)
    sources = [row for row in rows if not row.get("total")] or rows
    found: Points = {}
    for row in sources:
        before = found.get(row["label"], [0] * len(row["values"]))
        found[row["label"]] = [old + int(new) for old, new in zip(before, row["values"], strict=True)]
    return found


@dataclass(frozen=True)
class Share:
    """What a seat gets more (or, below 0, less) by a move than by another, summed over matches."""

    seat: int
    matches: int
    sums: tuple[tuple[Label, int], ...]  # by source, the largest first; sources without a difference are left out
    doubt: float  # the standard error of the mean of their total

    @property
    def total(self) -> int:
        """Over all sources and matches."""
        return sum(points for _, points in self.sums)

    @property
    def mean(self) -> float:
        """A match."""
        return self.total / self.matches

    @property
    def sure(self) -> bool:
        """Whether it is more than chance would do."""
        return abs(self.mean) > LIKELY * self.doubt

    def tenths(self) -> tuple[int, list[tuple[Label, int]]]:
        """The mean and that of each source in tenths of a point, rounded so that they still add up."""
        total = rounded(10 * self.total, self.matches)
        parts = [10 * points // self.matches for _, points in self.sums]
        over = [10 * points % self.matches for _, points in self.sums]
        missing = total - sum(parts)
        for at in sorted(range(len(parts)), key=lambda at: (-over[at], at))[:missing]:
            parts[at] += 1
        sources = [(label, tenths) for (label, _), tenths in zip(self.sums, parts, strict=True) if tenths]
        return total, sorted(sources, key=lambda one: -abs(one[1]))

    def told(self) -> Json:
        """As plain JSON."""
        total, sources = self.tenths()
        return {
            "seat": self.seat,
            "points": total / 10,
            "spread": ceil(10 * LIKELY * self.doubt) / 10,
            "sources": [
                {"key": label.key, "values": dict(label.values), "points": tenths / 10} for label, tenths in sources
            ],
        }


@dataclass(frozen=True)
class Reason:
    """Why a move is as it is, beside another one."""

    beside: Json  # the other move
    even: bool  # whether both are as good, as far as the playouts tell
    own: Share
    rival: Share | None  # the one whom the move hurts most, if it surely hurts anybody
    matches: int  # with each of the two moves

    def told(self) -> Json:
        """As plain JSON."""
        return {
            "beside": self.beside,
            "even": self.even,
            "own": self.own.told(),
            "rival": self.rival.told() if self.rival else None,
            "matches": self.matches,
        }


def shares(seats: int, ours: Sequence[Points], theirs: Sequence[Points]) -> list[Share]:
    """What every seat gets more or less by our move than by the other, over matches from the same worlds."""
    return [_share(seat, ours, theirs) for seat in range(seats)]


def _share(seat: int, ours: Sequence[Points], theirs: Sequence[Points]) -> Share:
    sums: dict[Label, int] = {}
    totals = []
    for one, other in zip(ours, theirs, strict=True):
        total = 0
        for points, sign in ((one, 1), (other, -1)):
            for label, values in points.items():
                sums[label] = sums.get(label, 0) + sign * values[seat]
                total += sign * values[seat]
        totals.append(total)
    matches = len(totals)
    doubt = float(np.std(totals)) / sqrt(matches)
    ordered = sorted(((label, points) for label, points in sums.items() if points), key=lambda one: -abs(one[1]))
    return Share(seat, matches, tuple(ordered), doubt)


def most_hurt(facts: Facts, seat: int, every: Sequence[Share]) -> Share | None:
    """The rival whom a move surely costs most."""
    sign = 1 if facts.low_wins else -1
    hurt = [share for share in every if share.seat != seat and share.sure and sign * share.mean > 0]
    return max(hurt, key=lambda share: sign * share.mean, default=None)


def rounded(points: int, matches: int) -> int:
    """A quotient as the nearest whole number, halves away from 0."""
    whole = (2 * abs(points) + matches) // (2 * matches)
    return whole if points >= 0 else -whole


# --- In words ---------------------------------------------------------------------------------------

NAMED = 3  # sources that a sentence names at most, the rest among them


def reason_said(reason: Json, words: Words, names: list[str], beside: str) -> str:
    """A reason, as it is told in plain JSON, in words; `beside` is the other move."""
    own, rival = reason["own"], reason["rival"]
    if reason["even"]:
        sentences = [words("why.even", move=beside, matches=reason["matches"])]
    else:
        sentences = [_said_of_oneself(own, words, beside)]
    if rival is not None:
        points = abs(rival["points"])
        values = {"count": Decimal(str(points)), "points": number_said(points, words), "name": names[rival["seat"]]}
        sentences.append(words("why.costs", **values))
    return " ".join(sentences)


def _said_of_oneself(share: Json, words: Words, beside: str) -> str:
    points, spread = abs(share["points"]), number_said(share["spread"], words)
    if not points:
        return words("why.same", move=beside, spread=spread)
    sources = named_sources(share, words)
    told = ", ".join(f"{label}{NO_BREAK}{signed(tenths, words)}" for label, tenths in sources)
    values = {
        "sources": told if len(sources) > 1 else sources[0][0],
        "count": Decimal(str(points)),
        "points": number_said(points, words),
        "move": beside,
        "spread": spread,
    }
    sentence = words("why.more" if share["points"] > 0 else "why.fewer", **values)
    return sentence[0].upper() + sentence[1:]


def named_sources(share: Json, words: Words) -> list[tuple[str, float]]:
    """The largest sources, the rest together under one name: they add up to the points of the share."""
    every = [(Label(one["key"], tuple(one["values"].items())).said(words), one["points"]) for one in share["sources"]]
    if len(every) <= NAMED:
        return every
    named, rest = every[: NAMED - 1], every[NAMED - 1 :]
    other = round(sum(points for _, points in rest), 1)
    return [*named, (words("why.other"), other)] if other else named


def signed(points: float, words: Words) -> str:
    """Points with their sign and one decimal."""
    return f"{MINUS if points < 0 else '+'}{number_said(abs(points), words)}"


def number_said(points: float, words: Words) -> str:
    """A number that is not below 0, with one decimal after the sign of the language."""
    whole, tenth = divmod(round(10 * points), 10)
    return words("why.number", whole=whole, tenth=tenth)
