"""The coach: which move to make, and what became of a match, from the mover's own knowledge only.

Every decision is judged by a search over the worlds that the view of the seat in turn leaves
possible; what the others hold, and what chance would bring, is never looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from .core.contract import Facts, Json
from .core.engine import engine_of
from .errors import Interrupted, NotOver
from .games import all_facts
from .match import Match
from .players.search import Search, Thought, imagined

HINT_PLAYOUTS = 20_000
HINT_SECONDS = 3.0  # a person waits for a hint
ANALYSIS_PLAYOUTS = 4_000
BEST_FEW = 3
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

    def told(self) -> Json:
        """As plain JSON."""
        numbers = {key: round(getattr(self, key), 4) for key in ("chance", "low", "high", "share")}
        return {"move": self.move, **numbers}


@dataclass(frozen=True)
class Judgement:
    """What the coach thinks of one decision of a match."""

    number: int  # of the move, from 0
    seat: int
    played: Tip
    best: tuple[Tip, ...]  # the best few, the best first; the only one where nothing was to be decided
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
    facts = all_facts()[view["game"]]
    search = Search(engine_of(facts), imagined(facts, view), seed)
    search.run(playouts, seconds, stop=stop, thorough=True)
    return tips_of(facts, search)[:BEST_FEW]


def analyse(
    match: Match, playouts: int = ANALYSIS_PLAYOUTS, seed: int = 0, stop: Stop | None = None
) -> Iterator[Judgement]:
    """Judge every decision of a match that is over, one after the other."""
    if not match.over:
        raise NotOver("error.not-over")
    return _judgements(match, playouts, seed, stop)


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
    facts = all_facts()[view["game"]]
    engine, root = engine_of(facts), imagined(facts, view)
    action = facts.module("moves").action_of(root[0], played)
    search = Search(engine, root, seed, also=action)
    search.run(playouts, stop=stop, thorough=True)
    if not (best := tips_of(facts, search)):
        raise Interrupted("error.interrupted")
    mine = next((tip for tip in best if tip.move == played), None)
    if mine is None or mine is not best[0]:
        # The search had little time for a move that it did not like: look at that one alone.
        alone = Search(engine, root, seed + 1, only=action)
        alone.run(max(1, playouts // 2), stop=stop, thorough=True)
        looked = tip_of(played, alone.outlook(), mine.share if mine else 0.0)
        best = [looked if tip is mine else tip for tip in best]
        mine = looked
    loss = best[0].chance - mine.chance if best[0].low > mine.high else 0.0
    swing = 0.0 if before is None else best[0].chance - before
    forced = len(engine.actions(root)) == 1
    return Judgement(number, view["turn"], mine, tuple(best[:BEST_FEW]), loss, swing, forced)


def tips_of(facts: Facts, search: Search) -> list[Tip]:
    """The thoughts of a search as moves, the best first."""
    move_of: Any = facts.module("moves").move_of
    thoughts = search.thoughts()
    total = sum(thought.visits for thought in thoughts)
    return [tip_of(move_of(search.root[0], one.action), one, one.visits / total) for one in thoughts]


def tip_of(move: Json, thought: Thought, share: float) -> Tip:
    return Tip(move, thought.chance, thought.low, thought.high, share)
