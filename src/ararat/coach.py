"""The coach: which move to make, and what became of a match, from the mover's own knowledge only.

Every decision is judged by a search over the worlds that the view of the seat in turn leaves
possible; what the others hold, and what chance would bring, is never looked at. Where a game ships a net, the search
goes by it; reasons, which need last tables, then come from matches that the net plays on to their ends.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np

from .calibration import calibration_of
from .core.contract import Facts, Json
from .core.engine import engine_of
from .core.hooks import hooks_of
from .core.kernels import FOR_SEARCH
from .core.levels import FAR
from .core.net_search import FOR_NETS
from .core.tree import NONE
from .errors import BadBot, Interrupted, NotOver, shown
from .games import all_facts
from .match import Match, checked_seed
from .nets.shipped import net_of
from .nets.wiring import wired
from .players.greedy import glance
from .players.search import LEAST_SPREAD, LIKELY, TREES, Ends, Search, Thought, imagined
from .reasons import Points, Reason, most_hurt, points_by_source, shares

HINT_PLAYOUTS = 20_000
HINT_SECONDS = 3.0  # a person waits for a hint
ANALYSIS_PLAYOUTS = 2_000
BEST_FEW = 3
KEPT = 128  # playouts of a tree whose last tables are kept, for reasons
FEWEST = 16  # of them that are read also where time is short
READING = 0.2  # of a hint's time is spent on its reasons, at most
PLAYING = 0.5  # of the time for a look at a move, by a net, goes into matches to their ends
SLIP = 0.05  # a move that cost so much of the chance to win, and surely some of it, was a slip
SWING = 0.15  # a chance that changed so much from one decision of a seat to its next is a swing

Stop = Callable[[], bool]


@dataclass(frozen=True)
class Tip:
    """A move and what may come of it."""

    move: Json
    chance: float  # of winning, 0 to 1
    low: float  # its 95 % interval
    high: float
    share: float  # of the thinking that went into it, 0 to 1
    reason: Reason | None = None  # beside the next best move for the best, beside the best for others

    def told(self) -> Json:
        """As plain JSON."""
        numbers = {key: round(getattr(self, key), 4) for key in ("chance", "low", "high", "share")}
        return {"move": self.move, **numbers, "reason": self.reason.told() if self.reason else None}


@dataclass(frozen=True)
class Look:
    """What came of an action that was taken for granted."""

    thought: Thought
    ends: tuple[Ends, ...] = ()  # of its playouts, tree by tree, or of the matches that a net played on
    judged: bool = False  # whether the thought is of a net that judged tables, not of how these playouts ended

    def is_as_good(self, other: Look) -> bool:
        """Whether two actions are as good as far as is known."""
        if self.judged or other.judged:
            one, two = self.thought, other.thought
            return max(one.low, two.low) <= min(one.high, two.high)
        return as_good(self.ends, other.ends)


@dataclass(frozen=True)
class Judgement:
    """What the coach thinks of one decision of a match."""

    number: int  # of the move, from 0
    seat: int
    played: Tip
    best: tuple[Tip, ...]  # the best few that are worth a thought, the best first
    loss: float  # what the move cost of the chance to win, if surely something; else 0
    swing: float  # how much the chance changed since this seat's last decision, before this one
    forced: bool = False  # whether no other move was legal

    @property
    def slip(self) -> bool:
        """Whether a clearly better move was there."""
        return self.loss >= SLIP

    @property
    def turning(self) -> bool:
        """Whether the match took a turn here: by a slip, or by what happened since the last decision."""
        return self.slip or abs(self.swing) >= SWING

    def told(self) -> Json:
        """As plain JSON."""
        return {
            "number": self.number,
            "seat": self.seat,
            "played": self.played.told(),
            "best": [tip.told() for tip in self.best],
            "loss": round(self.loss, 4),
            "swing": round(self.swing, 4),
            "forced": self.forced,
            "slip": self.slip,
            "turning": self.turning,
        }


def advise(
    view: Json,
    seed: int,
    playouts: int = HINT_PLAYOUTS,
    seconds: float | None = HINT_SECONDS,
    stop: Stop | None = None,
) -> list[Tip]:
    """The best few moves of the seat in turn, the best first, from its view alone; none without time to think."""
    decision, seed = Decision(view), checked_seed(seed)
    thinking = None if seconds is None else seconds * (1 - READING) / 2
    search = decision.search(seed, checked(playouts) // 2 + 1, thinking, stop)
    chosen = decision.favourites(search)
    part = None if thinking is None else thinking / max(1, len(chosen))
    each = playouts // (2 * BEST_FEW) + 1
    looks = {action: decision.look(action, seed + 1, each, part, stop) for action in chosen}
    looks = {action: looks[action] or decision.seen(action, search) for action in chosen}
    playing = None if part is None else part * PLAYING
    ranked = decision.played_on(decision.ranked(looks), seed + 1, each, playing, stop)
    tips = [decision.tip(action, look.thought, search) for action, look in ranked]
    reasons = decision.reasons(ranked, None if seconds is None else seconds * READING, stop)
    return [replace(tip, reason=reason) for tip, reason in zip(tips, reasons, strict=True)]


def analyse(
    match: Match, playouts: int = ANALYSIS_PLAYOUTS, seed: int = 0, stop: Stop | None = None
) -> Iterator[Judgement]:
    """Judge every decision of a match that is over, one after the other."""
    if not match.over:
        raise NotOver("error.not-over")
    return _judgements(match, checked(playouts), checked_seed(seed), stop)


def _judgements(match: Match, playouts: int, seed: int, stop: Stop | None) -> Iterator[Judgement]:
    before: dict[int, float] = {}
    for number in range(len(match.history)):
        seat, view, move = match.decision(number)
        try:
            judgement = judge(view, move, number, playouts, seed + number, before.get(seat), stop)
        except Interrupted:
            return
        if stop and stop():
            return
        before[seat] = judgement.played.chance
        yield judgement


def found(view: Json, played: Json, playouts: int, seed: int) -> Thought:
    """What an analysis of so many playouts finds of a move that was made, as it is before it is told."""
    decision = Decision(view)
    look = decision.look_at_one(decision.action_of(played), checked(playouts), seed, None)
    assert look is not None, "nobody stops it"
    return look.thought


def judge(
    view: Json,
    played: Json,
    number: int,
    playouts: int,
    seed: int,
    before: float | None = None,
    stop: Stop | None = None,
) -> Judgement:
    """What the coach thinks of a move, from the view of whoever made it and its chance `before`."""
    decision = Decision(view)
    action = decision.action_of(played)
    search = decision.search(seed, checked(playouts), None, stop, also=action)
    chosen = decision.favourites(search)
    if not chosen:
        raise Interrupted("error.interrupted")
    compared = dict.fromkeys([*chosen, action])
    looks = {one: decision.look_at_one(one, playouts, seed, stop) for one in compared}
    if (mine := looks[action]) is None:
        raise Interrupted("error.interrupted")
    ranked = decision.ranked(looks)
    best = [decision.tip(one, look.thought, search) for one, look in ranked[:BEST_FEW]]
    tip = decision.tip(action, mine.thought, search)
    loss = best[0].chance - tip.chance if best[0].low > tip.high else 0.0
    if loss >= SLIP:
        two = decision.played_on([ranked[0], (action, mine)], seed + 1, looks_of(playouts), stop=stop)
        reason, _ = decision.reasons(two, None, stop)
        best[0] = replace(best[0], reason=reason)
    swing = 0.0 if before is None else best[0].chance - before
    return Judgement(number, view["turn"], tip, tuple(best), loss, swing, decision.forced)


def kernels_of(facts: Facts, players: int) -> tuple[str, ...]:
    """What the coach thinks with among so many players."""
    return tuple(FOR_SEARCH if net_of(facts, players) is None else FOR_NETS)


def looks_of(playouts: int) -> int:
    """Of so many playouts of an analysis, those that look at one move alone."""
    return (playouts + 1) // 2


def checked(playouts: int) -> int:
    """A number of playouts, which must be one at least."""
    if type(playouts) is not int or playouts < 1:
        raise BadBot("error.playouts", given=shown(playouts))
    return playouts


class Decision:
    """A decision as its view shows it, and ways to think about it.

    Which moves are the best is found by one search. What each of them brings is then looked at alone, from lots
    of its own: the number by which a move was chosen flatters it, and few playouts went into the others.
    """

    def __init__(self, view: Json) -> None:
        slug = view.get("game") if isinstance(view, dict) else None
        if not isinstance(slug, str) or slug not in all_facts():
            raise BadBot("error.bot-view")
        self.facts = all_facts()[slug]
        self.engine = engine_of(self.facts)
        try:
            self.root = imagined(self.facts, view)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as problem:
            # Views come from outside too, from people's own scripts.
            raise BadBot("error.bot-view") from problem
        self.calibration = calibration_of(self.facts, self.root[0])
        self.net = net_of(self.facts, int(self.root[0].players))

    @property
    def forced(self) -> bool:
        """Whether a single move is legal."""
        return len(self.engine.actions(self.root)) == 1

    def action_of(self, move: Json) -> int:
        return hooks_of(self.facts).action_of(self.root[0], move)

    def search(self, seed: int, playouts: int, seconds: float | None, stop: Stop | None, also: int = NONE) -> Search:
        """All moves side by side."""
        search = self.searching(seed, also=also)
        search.run(playouts, seconds, stop=stop, thorough=True)
        return search

    def searching(self, seed: int, also: int = NONE, only: int = NONE, to_the_end: bool = False) -> Search:
        """A search by the net that ships with the game, or by its guide, which always plays to the end."""
        keep = KEPT if to_the_end else 0
        if self.net is None:
            return Search(self.engine, self.root, seed, also=also, only=only, keep=keep)
        sight, thinker = FAR if to_the_end else 0, wired(self.net, self.root).thinker
        return Search(self.engine, self.root, seed, sight=sight, also=also, only=only, keep=keep, thinker=thinker)

    def favourites(self, search: Search) -> list[int]:
        """The actions that the search liked best; where it saw no need to try others, the likeliest of them too."""
        chosen = [thought.action for thought in search.thoughts()[:BEST_FEW]]
        if 0 < len(chosen) < BEST_FEW:
            chosen += [action for action in self.likely() if action not in chosen]
        return chosen[:BEST_FEW]

    def likely(self) -> list[int]:
        """The actions that the guide, or the net at first sight, finds worth a thought, the likeliest first."""
        if self.net is None:
            return likely(self.facts, self.root)
        actions, shares = glance(self.facts, self.net, self.root, 0)
        return [actions[position] for position in np.argsort(-shares, kind="stable")]

    def look(self, action: int, seed: int, playouts: int, seconds: float | None, stop: Stop | None) -> Look | None:
        """What comes of an action that is taken for granted; None without time."""
        alone = self.searching(seed, only=action, to_the_end=self.net is None)
        part = seconds if seconds is None or self.net is None else seconds * (1 - PLAYING)
        alone.run(playouts, part, stop=stop, thorough=True)
        return Look(alone.outlook(), ends_of(alone), self.net is not None) if alone.playouts else None

    def played_on(
        self,
        ranked: Sequence[tuple[int, Look]],
        seed: int,
        playouts: int,
        seconds: float | None = None,
        stop: Stop | None = None,
    ) -> list[tuple[int, Look]]:
        """Looks with matches to their ends: by the guide they have them, by a net they are played now."""
        if self.net is None or len(ranked) < 2:
            return list(ranked)
        found = []
        for action, look in ranked:
            alone = self.searching(seed, only=action, to_the_end=True)
            alone.run(min(playouts, TREES * KEPT), seconds, stop=stop, thorough=True)
            found.append((action, replace(look, ends=ends_of(alone))))
        return found

    def look_at_one(self, action: int, playouts: int, seed: int, stop: Stop | None) -> Look | None:
        """The look at one action that an analysis of so many playouts takes."""
        return self.look(action, seed + 1, looks_of(playouts), None, stop)

    def seen(self, action: int, search: Search) -> Look | None:
        """What the search itself saw of an action, where there was no time to look at it alone."""
        return next((Look(thought) for thought in search.thoughts() if thought.action == action), None)

    def ranked(self, looks: dict[int, Look | None]) -> list[tuple[int, Look]]:
        """What was looked at, the best first; among equals the one that the search liked more."""
        known = [(action, look) for action, look in looks.items() if look is not None]
        return sorted(known, key=lambda one: -one[1].thought.worth)

    def reasons(
        self, ranked: Sequence[tuple[int, Look]], seconds: float | None, stop: Stop | None
    ) -> list[Reason | None]:
        """Why each action is as it is: the best beside the next best, the others beside the best."""
        if len(ranked) < 2:
            return [None for _ in ranked]
        read = self.read([look.ends for _, look in ranked], seconds, stop)
        return [self.reason(ranked, read, at, 0 if at else 1) for at in range(len(ranked))]

    def reason(
        self, ranked: Sequence[tuple[int, Look]], read: Sequence[Sequence[Points]], at: int, other: int
    ) -> Reason | None:
        """Why one action is as it is beside another; None where nothing was kept of them."""
        if not read[at]:
            return None
        table = self.root[0]
        every = shares(int(table.players), read[at], read[other])
        own = every[int(table.turn)]
        beside = hooks_of(self.facts).move_of(table, ranked[other][0])
        even = ranked[at][1].is_as_good(ranked[other][1])
        return Reason(beside, even, own, most_hurt(self.facts, own.seat, every), own.matches)

    def read(self, every: Sequence[tuple[Ends, ...]], seconds: float | None, stop: Stop | None) -> list[list[Points]]:
        """The score sheets of the last tables of each action, as many of all, from the same worlds."""
        until = float("inf") if seconds is None else time.perf_counter() + seconds
        read: list[list[Points]] = [[] for _ in every]
        for trees in zip(*every, strict=False):
            for tables in zip(*(tree.tables for tree in trees), strict=False):
                if (stop and stop()) or (time.perf_counter() > until and len(read[0]) >= FEWEST):
                    return read
                for sheets, table in zip(read, tables, strict=True):
                    sheets.append(points_by_source(self.facts, table))
        return read

    def tip(self, action: int, look: Thought, search: Search) -> Tip:
        tried = self.seen(action, search)
        share = tried.thought.visits / search.playouts if tried else 0.0
        move = hooks_of(self.facts).move_of(self.root[0], action)
        return Tip(move, *self.told(look), share)

    def told(self, look: Thought) -> tuple[float, float, float]:
        """A chance and its interval as they are told: as often as such a chance came true in many matches."""
        chances = look.chance, look.low, look.high
        if self.calibration is None:
            return chances
        chance, low, high = (float(told) for told in self.calibration(chances))
        return chance, low, high


def ends_of(search: Search) -> tuple[Ends, ...]:
    """How the playouts of a search ended, tree by tree, where they were kept."""
    return tuple(tree.ends for tree in search.trees if tree.ends is not None)


def as_good(one: tuple[Ends, ...], other: tuple[Ends, ...]) -> bool:
    """Whether two actions are as good as far as the playouts tell: what one brings more, playout by playout from the
    same worlds, lies within its own 95 % interval around nothing."""
    more = [
        mine - theirs
        for trees in zip(one, other, strict=False)
        for mine, theirs in zip(*(tree.worths for tree in trees), strict=False)
    ]
    doubt = sqrt(max(float(np.var(more)), LEAST_SPREAD) / len(more))
    return abs(float(np.mean(more))) <= LIKELY * doubt


def likely(facts: Facts, root: np.ndarray) -> list[int]:
    """The actions that a game's guide finds worth a thought, the likeliest first."""
    rules, guide = hooks_of(facts).rules, hooks_of(facts).guide
    listed, weights = np.zeros(rules.MOST_ACTIONS + 1, np.int64), np.zeros(rules.MOST_ACTIONS + 1)
    count = guide.list_sensible(root[0], listed)
    guide.weigh(root[0], listed, count, weights)
    return [int(listed[position]) for position in np.argsort(-weights[:count], kind="stable")]
