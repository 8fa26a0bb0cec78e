"""Reliability in words: tables for the terminal and for `report.md`, in a person's language."""

from __future__ import annotations

from ..core.contract import Json
from .report import Report as ContestReport
from .report import Section


class Report(ContestReport):
    """The figures of a survey in a language."""

    @property
    def summary(self) -> str:
        """How much was asked."""
        names = ("matches", "positions", "seats", "seed", "playouts")
        values = {name: self.results[name] for name in names}
        return self.say("reliability.summary", player=self.results["players"][0], **values)

    def sections(self) -> list[Section]:
        """All tables."""
        return [self.bins("found"), self.bins("after"), self.scores()]

    def bins(self, which: str) -> Section:
        """What was told beside what was won."""
        say, told = self.say, self.results[which]
        columns = [say("reliability.told"), say("reliability.won"), say("arena.interval"), say("reliability.positions")]
        rows = [
            [self.percent(row["told"]), self.percent(row["won"]), self.percents(row), str(row["positions"])]
            for row in told["bins"]
        ]
        note = say("reliability.bins-note", agreeing=told["agreeing"], bins=len(told["bins"]))
        title = say("reliability.title-found") if which == "found" else say("reliability.title-after")
        return Section(title, columns, rows, note)

    def scores(self) -> Section:
        """How reliable chances are, in a number each."""
        say = self.say
        columns = [
            say("reliability.chances"),
            say("reliability.error"),
            say("reliability.brier"),
            say("arena.interval"),
        ]
        names = {
            "scattered": "reliability.scattered",
            "found": "reliability.found",
            "told": "reliability.today",
            "after": "reliability.after",
        }
        rows = [self.score(say(key), self.results[name]) for name, key in names.items()]
        fairly = self.results["found"]["brier_fair"]
        rows.append([say("arena.fair"), "", self.number(fairly["score"], 3), self.interval(fairly, 3)])
        return Section(say("reliability.title-scores"), columns, rows, self.fit)

    def score(self, name: str, told: Json) -> list[str]:
        """A row of the scores."""
        brier = told["brier"]
        return [name, self.percent(told["error"]), self.number(brier["score"], 3), self.interval(brier, 3)]

    @property
    def fit(self) -> str:
        """The fit, in a sentence."""
        fit = self.results["fit"]
        values = {name: self.number(fit["kept"][name], 2) for name in ("slope", "shift")}
        return self.say("reliability.fit", matches=fit["matches"], **values)

    def markdown(self) -> str:
        """The whole report as a page."""
        return "\n".join([f"# {self.title}\n\n{self.summary}\n", *(section.markdown() for section in self.sections())])
