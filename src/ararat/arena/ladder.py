"""The ladder: every level against the next, in every game and at every number of seats, until the better is known.

All that is needed to go on, and to compute every figure again, is one small file, `ratings.json`: for each pairing
the finished deals, a row each, and the games of deals that are not finished.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from ..core.contract import Facts, Json
from ..errors import UnknownPlayer
from ..games import all_facts
from ..players.codes import OLD_OWL
from .bout import Game, game_of, integer
from .contest import FORMAT, BadArena, Bout, Contest, checked_contest, how_of
from .folder import write
from .results import duelled, rated, standings, summed
from .sampling import USUAL, Interval, Sampling
from .tally import Tally, finished_deals, tally

FILE = "ratings.json"
YARDSTICK = "greedy"  # the strongest level is also measured by this bot,
YARDSTICKS = (YARDSTICK, OLD_OWL)  # ... and where a net made it, by the strongest that there was before
ROW = (
    "duels won by the stronger",
    "first places of the weaker",
    "first places of the stronger",
    "points of the weaker",
    "points of the stronger",
    "decisions",
)
GUESS = 1e-5  # seconds that a playout takes for each minute of a game, until something is measured


@dataclass
class Pairing:
    """Two players at a game: the weaker comes first."""

    contest: Contest
    rows: dict[int, list[float]] = field(default_factory=dict)  # finished deals
    open: dict[tuple[int, int], Game] = field(default_factory=dict)  # games of deals that are not
    seconds: float = 0.0
    date: str = ""

    @property
    def key(self) -> tuple[str, int, tuple[str, ...]]:
        return self.contest.game, self.contest.seats, self.contest.players

    @property
    def begun(self) -> bool:
        """Whether anything of it was played."""
        return bool(self.rows or self.open)

    @property
    def name(self) -> str:
        """A name that can be a folder's."""
        return "-".join((self.contest.game, str(self.contest.seats), *self.contest.players)).replace("/", "_")

    @property
    def games(self) -> int:
        """Games of finished deals."""
        return len(self.rows) * self.contest.games_of_a_deal

    @cached_property
    def duels_of_a_deal(self) -> int:
        """Duels that the two fight in each deal."""
        alone = self.contest.seats == 1
        weaker = self.contest.players[0]
        return 1 if alone else sum(s.count(weaker) * (len(s) - s.count(weaker)) for s in self.contest.seatings(0))

    @property
    def fair(self) -> float:
        """The share of seats, and of first places in a fair world, that the stronger has."""
        return 1 / self.contest.seats if self.contest.guest else 0.5

    @property
    def is_yardstick(self) -> bool:
        """Whether it measures the strongest level by a bot that is no level."""
        return self.contest.players[0] == YARDSTICK

    def add(self, game: Game) -> None:
        """Take a game in; the last one of a deal turns all of them into a row."""
        found = self.open | {game.place: game}
        # Rows come first: Ctrl-C between any two lines leaves nothing that a later run could not go on with.
        rows = rows_of(self.contest, found.values())
        self.rows |= rows
        self.open = {place: kept for place, kept in found.items() if kept.deal not in self.rows}
        self.seconds += game.seconds

    def has(self, bout: Bout) -> bool:
        """Whether a game was played already."""
        return bout.deal in self.rows or bout.place in self.open

    def has_all(self, deals: int) -> bool:
        """Whether the first so many deals are finished."""
        return all(deal in self.rows for deal in range(deals))

    def tally(self, first: int | None = None) -> Tally:
        """The finished deals as arrays; or, of the first so many deals, those that are finished."""
        numbers = [deal for deal in sorted(self.rows) if first is None or deal < first]
        rows = np.array([self.rows[deal] for deal in numbers])
        deals, games, alone = len(rows), self.contest.games_of_a_deal, self.contest.seats == 1
        duels = np.zeros((deals, 2, 2))
        duels[:, 1, 0], duels[:, 0, 1] = rows[:, 0], self.duels_of_a_deal - rows[:, 0]
        met = np.full((deals, 2, 2), 1.0 if alone else float(games))
        sat = np.full((deals, 2), 1.0 if alone else float(games))
        taken = np.tile(
            [float(games * self.contest.seats * (1 - self.fair)), games * self.contest.seats * self.fair], (deals, 1)
        )
        nobody = np.zeros((deals, self.contest.seats))
        lengths = [int(length) for length in rows[:, 5]]
        known = rows[:, 1:3], sat, taken, rows[:, 3:5]
        return Tally(self.contest, numbers, duels, met, *known, nobody, nobody, lengths, {})

    def share(self, confidence: float = USUAL, first: int | None = None) -> tuple[float, Interval | None]:
        """The share of duels that the stronger won, in all finished deals or the first so many, with its interval."""
        if not self.rows:
            return 0.5, None
        counted = self.tally(first)
        sampling = Sampling(len(counted.deals), self.contest.lot("draws"), confidence)
        unit = self.duels_of_a_deal / (1 if self.contest.seats == 1 else self.contest.games_of_a_deal)
        return sampling.share(counted.duels[:, 1, 0], counted.duels[:, 1, 0] + counted.duels[:, 0, 1], unit)

    def figures(self) -> Json:
        """What a page tells of the pairing: duels, ratings, first places and points."""
        sampling = Sampling(len(self.rows), self.contest.lot("draws"))
        sums = summed(self.tally(), sampling)
        stronger = self.contest.players[1]
        ratings = {row["player"]: row for row in rated(sums, sampling)}
        return {
            "duels": next(row for row in duelled(sums, sampling) if row["player"] == stronger),
            "rating": ratings[stronger],
            "standings": standings(sums, sampling),
        }

    def as_json(self) -> Json:
        """All of the pairing."""
        unfinished = [
            [game.deal, game.rotation, list(game.scores), list(game.winners), game.decisions]
            for _, game in sorted(self.open.items())
        ]
        return self.contest.as_json() | {
            "date": self.date,
            "seconds": round(self.seconds, 1),
            "deals": [[deal, *map(_short, self.rows[deal])] for deal in sorted(self.rows)],
            "open": unfinished,
        }

    def take(self, kept: Json) -> bool:
        """Go on with what was kept, unless rules or players have changed since; whether it fits."""
        wanted = self.contest.as_json()
        if any(kept.get(name) != wanted[name] for name in wanted):
            return False
        self.date, self.seconds = str(kept["date"]), float(kept["seconds"])
        for deal, *row in kept["deals"]:
            if len(row) != len(ROW):
                raise ValueError
            self.rows[integer(deal)] = [float(value) for value in row]
        for deal, rotation, scores, winners, decisions in kept["open"]:
            seating = self.contest.seatings(integer(deal))[integer(rotation)]
            told = {"players": seating, "scores": scores, "winners": winners, "decisions": decisions, "seconds": 0.0}
            self.open[deal, rotation] = game_of({"deal": deal, "rotation": rotation, **told})
        # A run that was stopped at the wrong moment may have left all games of a deal.
        self.rows = rows_of(self.contest, self.open.values()) | self.rows
        self.open = {place: game for place, game in self.open.items() if game.deal not in self.rows}
        return True


def key_of(entry: Json) -> tuple[str, int, tuple[str, ...]]:
    """Which pairing an entry of the file is about."""
    return entry["game"], entry["seats"], tuple(entry["players"])


def rows_of(contest: Contest, games: Collection[Game]) -> dict[int, list[float]]:
    """The rows of all deals of which every game is there."""
    last = max((game.deal for game in games), default=-1)
    return {played[0].deal: row_of(tally(contest, [played])) for played in finished_deals(contest, games, last + 1)}


def row_of(counted: Tally) -> list[float]:
    """A finished deal as a row of `ROW`."""
    firsts, points = counted.firsts[0], counted.points[0]
    duels = counted.duels[0, 1, 0]
    return [float(value) for value in (duels, *firsts, *points, sum(counted.lengths))]


def _short(value: float) -> float | int:
    return int(value) if value == int(value) else round(value, 6)


class Ladder:
    """All pairings, what was played of them, and which comes next."""

    def __init__(self, folder: Path, levels: list[str], games: int, most: int) -> None:
        self.path = folder / FILE
        self.levels = levels
        self.looks = looks(games, most)
        self.pairings = [Pairing(contest) for contest in contests(levels)]
        self.others: list[Json] = []  # of the file: pairings that this run has not, or not like that
        self._looked: dict[tuple[Any, int], Interval | None] = {}

    def load(self) -> None:
        """Go on with the file, where there is one."""
        if not self.path.exists():
            return
        found = {pairing.key: pairing for pairing in self.pairings}
        try:
            kept = json.loads(self.path.read_text("utf-8"))
            if kept["format"] != FORMAT:
                raise ValueError
            for entry in kept["pairings"]:
                pairing = found.get(key_of(entry))
                if pairing is None or not pairing.take(entry):
                    self.others.append(entry)
        except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
            raise BadArena("arena.damaged", path=str(self.path)) from None

    def save(self) -> None:
        """Write the file: a line a pairing, so that versions of it can be compared.

        What was kept goes only when there is something new in its place.
        """
        begun = {pairing.key: pairing.as_json() for pairing in self.pairings if pairing.begun}
        entries = [*begun.values(), *(entry for entry in self.others if key_of(entry) not in begun)]
        lines = ",\n".join(json.dumps(entry, ensure_ascii=False, separators=(",", ":")) for entry in entries)
        write(self.path, f'{{"format": {FORMAT}, "pairings": [\n{lines}\n]}}\n')

    def outdated(self) -> list[Pairing]:
        """The pairings of which the file has games of other levels or rules, and which are to be played anew."""
        old = {key_of(entry) for entry in self.others}
        return [pairing for pairing in self.pairings if pairing.key in old and not pairing.begun]

    def add(self, pairing: Pairing, game: Game) -> None:
        """Take a game in that has just been played."""
        pairing.date = datetime.now(UTC).date().isoformat()
        pairing.add(game)

    @property
    def confidence(self) -> float:
        """How sure a look must be to be the last: all looks together err as seldom as one usual interval."""
        return 1 - (1 - USUAL) / len(self.looks)

    def judgement(self, pairing: Pairing) -> Interval | None:
        """The interval of the first look that told the two apart.

        A look judges its own deals, all of them and no others, or the chance to err would depend on when somebody
        stopped the run. Its interval of the share of duels, at the wider level for repeated looks, excludes one half.
        """
        for games in self.looks:
            deals = pairing.contest.deals_for(games)
            if not pairing.has_all(deals):
                return None
            if (pairing.key, deals) not in self._looked:  # what a look saw never changes
                self._looked[pairing.key, deals] = pairing.share(self.confidence, deals)[1]
            interval = self._looked[pairing.key, deals]
            if interval is not None and not interval[0] <= 0.5 <= interval[1]:
                return interval
        return None

    def decided(self, pairing: Pairing) -> bool:
        """Whether it is known who is better."""
        return self.judgement(pairing) is not None

    def look_due(self, pairing: Pairing) -> int | None:
        """The number of the next look at a pairing; None when it is done with."""
        if self.decided(pairing):
            return None
        due = (k for k, games in enumerate(self.looks) if not pairing.has_all(pairing.contest.deals_for(games)))
        return next(due, None)

    def next_step(self, slugs: Iterable[str]) -> tuple[Pairing, int] | None:
        """The pairing to go on with, and up to how many deals: early looks first, among them the cheapest."""
        due = []
        for position, pairing in enumerate(self.pairings):
            look = self.look_due(pairing) if pairing.contest.game in slugs else None
            if look is not None:
                deals = pairing.contest.deals_for(self.looks[look])
                due.append((look, self.cost(pairing), position, deals))
        if not due:
            return None
        _, _, position, deals = min(due)
        return self.pairings[position], deals

    def cost(self, pairing: Pairing) -> float:
        """Seconds that a game may take: as measured here, or at the same game, or guessed."""
        if pairing.seconds and pairing.games:
            return pairing.seconds / pairing.games
        known = [p for p in self.pairings if p.contest.game == pairing.contest.game and p.seconds and p.games]
        if not known:
            return guess(pairing)
        nearest = min(known, key=lambda p: abs(guess(p) - guess(pairing)))
        return nearest.seconds / nearest.games * guess(pairing) / guess(nearest)


def looks(games: int, most: int) -> list[int]:
    """After how many games it is looked whether the better is known: doubling, up to the most."""
    if most < games:
        raise BadArena("arena.most", games=games, most=most)
    found = [games]
    while found[-1] * 2 <= most:
        found.append(found[-1] * 2)
    return found


def checked_levels(given: str | None) -> list[str]:
    """The players of the ladder, the weakest first: those given, or all levels."""
    if given is None:
        from ..players import levels

        return levels()
    codes = [code.strip() for code in given.split(",") if code.strip()]
    if len(codes) < 2:
        raise BadArena("arena.few-levels")
    for slug in all_facts():
        checked_contest(slug, codes, None, {})
    return codes


def contests(levels: list[str]) -> list[Contest]:
    """Neighbouring levels against each other at equal seats; the strongest alone among yardsticks; at all tables."""
    return [
        Contest(slug, pair, seats, facts.checked_options(seats, {}), guest=pair[0] in YARDSTICKS and seats > 2)
        for slug, facts in all_facts().items()
        for seats in facts.players
        for pair in pairs(levels, facts, seats)
    ]


def pairs(levels: list[str], facts: Facts, seats: int) -> list[tuple[str, str]]:
    """The pairings of a table. Where levels think with a net, the strongest is also measured by the one that the guide
    made, as far as that can still be found."""
    found = [*pairwise(levels)]
    if YARDSTICK not in levels:
        found.append((YARDSTICK, levels[-1]))
        if (how := how_of(levels[-1], facts, seats)) and "net" in how and is_there(OLD_OWL, facts):
            found.append((OLD_OWL, levels[-1]))
    return found


def is_there(code: str, facts: Facts) -> bool:
    """Whether a game has such a player."""
    try:
        return bool(how_of(code, facts))
    except UnknownPlayer:
        return False


def guess(pairing: Pairing) -> float:
    """Seconds that a game may take, by what its players are told to think."""
    playouts = sum(how.get("playouts", 1) for how in pairing.contest.how.values()) / 2
    return GUESS * playouts * pairing.contest.facts.minutes * pairing.contest.seats
