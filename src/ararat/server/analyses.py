"""Analyses of matches that are over: one after the other in a process apart, told as they grow, kept for a while."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict

from ..core.contract import Json
from ..core.words import Words, words
from ..match import Match
from .limits import Limits
from .line import Line
from .preparing import Preparation
from .processes import BotProcesses
from .refusals import Declined
from .telling import Past, did, names_of, tip_told

NONE, WAITING, RUNNING, PAUSED, FAILED, DONE = "none", "waiting", "running", "paused", "failed", "done"
MATCH_PLAYOUTS = 80_000  # of a whole match, so that a long one takes about a minute too ...
FEWEST, MOST = 300, 1_000  # ... but always so many of a decision
MOST_SAID = 8  # languages and names in which one analysis is kept
log = logging.getLogger("ararat.server")


class Analysis:
    """What the coach thinks of a match, as far as it is."""

    def __init__(self, past: Past, match: Match) -> None:
        self.past = past
        self.match = match
        self.total = len(match.history)
        self.playouts = max(FEWEST, min(MOST, MATCH_PLAYOUTS // max(1, self.total)))
        self.judgements: list[Json] = []
        # The same in words, by language and names, as far as somebody asked for it.
        self.said: OrderedDict[tuple[str, ...], list[Json]] = OrderedDict()
        self.status = WAITING
        self.heard = time.monotonic()  # when somebody last listened

    @property
    def at_work(self) -> bool:
        return self.status in (WAITING, RUNNING)

    def before(self, seat: int) -> float | None:
        """The chance of a seat after its last decision."""
        mine = (one for one in reversed(self.judgements) if one["seat"] == seat)
        return next((one["played"]["chance"] for one in mine), None)


class Analyses:
    """The analyses of this process."""

    def __init__(self, bots: BotProcesses, preparation: Preparation, limits: Limits) -> None:
        self.bots = bots
        self.preparation = preparation
        self.limits = limits
        self.kept: OrderedDict[str, Analysis] = OrderedDict()  # the one asked for last comes last
        self._line = Line(limits.analyses_waiting, limits.analyses_an_address)
        self._work: set[asyncio.Task[None]] = set()

    def find(self, key: str) -> Analysis | None:
        """An analysis that was begun; whoever looks for it listens."""
        found = self.kept.get(key)
        if found is not None:
            self.kept.move_to_end(key)
            found.heard = time.monotonic()
        return found

    def looked_into(self, key: str) -> Past | None:
        """The past of an analysis that was begun."""
        return self.kept[key].past if key in self.kept else None

    def begin(self, key: str, past: Past, match: Match, address: str) -> Analysis:
        """Begin an analysis for an address, or let it go on."""
        if not match.over:
            raise Declined("not-over")
        found = self.find(key)
        if found is not None and (found.at_work or found.status == DONE):
            return found
        self._line.enter(address)
        if found is None:
            found = self.kept[key] = Analysis(past, match)
            self._forget()
        found.status = WAITING
        task = asyncio.get_running_loop().create_task(self._run(found, address))
        self._work.add(task)
        task.add_done_callback(self._work.discard)
        return found

    def _forget(self) -> None:
        idle = [key for key, one in self.kept.items() if not one.at_work]
        for key in idle[: max(0, len(self.kept) - self.limits.analyses_kept)]:
            del self.kept[key]

    async def _run(self, analysis: Analysis, address: str) -> None:
        try:
            async with self._line.turn(address):
                await self._analyse(analysis)
        except Exception:
            log.exception("a match could not be analysed")
            analysis.status = FAILED
        finally:
            self._line.leave(address)
            if not self._line.taken:
                self.bots.close()  # nobody needs that process for now

    async def _analyse(self, analysis: Analysis) -> None:
        """One decision after the other, as long as somebody listens."""
        analysis.status = RUNNING
        await self.preparation.until_bots(analysis.match.slug)
        while (number := len(analysis.judgements)) < analysis.total:
            if time.monotonic() - analysis.heard > self.limits.listening_seconds:
                analysis.status = PAUSED
                return
            seat, view, move = analysis.match.decision(number)
            judged = await self.bots.judge(view, move, number, analysis.playouts, number, analysis.before(seat))
            analysis.judgements.append(judged)
        analysis.status = DONE

    async def close(self) -> None:
        for task in self._work:
            task.cancel()
        await asyncio.gather(*self._work, return_exceptions=True)
        self.bots.close()


def told(analysis: Analysis | None, total: int, language: str, since: int) -> Json:
    """An analysis from a move on, as far as it is; None was never begun."""
    if analysis is None:
        return {"status": NONE, "total": total, "since": since, "judgements": []}
    past = analysis.past
    spoken = words(language, past.facts.package)
    names = names_of(past, spoken)
    status, judgements = analysis.status, list(analysis.judgements)  # it may grow meanwhile
    said = analysis.said.setdefault((language, *names), [])
    said += [_spoken(past, one, spoken, names) for one in judgements[len(said) :]]
    if len(analysis.said) > MOST_SAID:
        analysis.said.popitem(last=False)
    return {"status": status, "total": analysis.total, "since": since, "judgements": said[since:]}


def _spoken(past: Past, judged: Json, spoken: Words, names: list[str]) -> Json:
    """A judgement with its moves in words."""

    played = tip_told(past, judged["played"], spoken, names)
    played["text"] = did(past, judged["seat"], played["move"], spoken, names)
    best = [tip_told(past, one, spoken, names) for one in judged["best"]]
    return judged | {"played": played, "best": best}
