"""A measurement in words: for the terminal, and as a page."""

from __future__ import annotations

from typing import Any

from ..arena.report import NONE, Section, number_in
from ..core.contract import Json
from ..core.words import Words, words
from ..games import all_facts
from .seen import PERCENTILES
from .surroundings import in_words

LATE = 20.0  # milliseconds of the 99th percentile by which clients may be late before it is said


class Report:
    """The results of a run in a language."""

    def __init__(self, results: Json, say: Words) -> None:
        self.results = results
        self.say = say

    @property
    def summary(self) -> str:
        """What was played."""
        names = [words(self.say.language, all_facts()[slug].package)("name") for slug in self.results["games"]]
        return self.say(
            "load.summary",
            games=", ".join(names),
            seats=self.results["seats"],
            watchers=self.results["watchers"],
            languages=", ".join(language or self.say("load.programs") for language in self.results["languages"]),
            pace=self.number(self.results["pace"]),
        )

    @property
    def last(self) -> Json:
        """The step that tells most: the last one that was fast enough, else the last."""
        steps = self.results["steps"]
        return next((step for step in reversed(steps) if step["tables"] == self.results["held"]), steps[-1])

    def sections(self) -> list[Section]:
        """All tables."""
        curve = [self.curve()] if len(self.results["steps"]) > 1 or self.results["ended"] else []
        return [*curve, self.times(), self.cost(), *self.checks()]

    def times(self) -> Section:
        """How long moves took."""
        say, step = self.say, self.last
        columns = [say("load.milliseconds"), *(say("load.max") if name == "max" else name for name in PERCENTILES)]
        rows = [
            [say(f"load.{name}"), *(self.figure(step[name][share]) for share in PERCENTILES)]
            for name in ("acknowledged", "arrived")
        ]
        title = say("load.title-times", count=step["tables"], pages=step["pages"])
        return Section(title, columns, rows, say("load.times-note"))

    @property
    def rises(self) -> bool:
        """Whether the load changed from step to step."""
        return len({step["tables"] for step in self.results["steps"]}) > 1

    def curve(self) -> Section:
        """Every step, of rising load or of the same."""
        say, rises = self.say, self.rises
        first = [say("load.tables"), say("load.pages")] if rises else [say("load.step")]
        columns = [*first, say("load.moves-a-second"), "p50", "p90", "p99", "p99.9", say("load.max")]
        columns += [say("load.cores"), say("load.ms-a-move"), say("load.mib")]
        rows = [
            [
                *([str(step["tables"]), str(step["pages"])] if rises else [str(number)]),
                self.figure(step["moves_a_second"]),
                *(self.figure(step["arrived"][share]) for share in PERCENTILES),
                *(self.figure(step["server"][name]) for name in ("cores", "ms_a_move", "mib")),
            ]
            for number, step in enumerate(self.results["steps"], 1)
        ]
        return Section(say("load.title-curve" if rises else "load.title-steps"), columns, rows, self.held)

    @property
    def held(self) -> str:
        """How many tables are served as quickly as they should be."""
        values = {"bound": self.number(self.results["bound"], 0), "pace": self.number(self.results["pace"])}
        ended = f" {self.results['ended']}" if self.results["ended"] else ""
        if self.results["held"] is None:
            return self.say("load.held-none", **values) + ended
        return self.say("load.held", count=self.results["held"], **values) + ended

    def cost(self) -> Section:
        """What it took, of the server and of the clients."""
        step, say = self.last, self.say
        server, clients = step["server"], step["clients"]
        rows = [
            [say("load.moves-a-second"), self.figure(step["moves_a_second"])],
            [say("load.messages-a-second"), self.figure(step["messages_a_second"])],
            [say("load.kib-a-second"), self.figure(step["kib_a_second"])],
            [say("load.processes"), str(server["processes"] or NONE)],
            [say("load.cores"), self.figure(server["cores"])],
            [say("load.ms-a-move"), self.figure(server["ms_a_move"])],
            [say("load.mib"), self.figure(server["mib"])],
            [say("load.kib-a-table"), self.figure(server["kib_a_table"])],
            [say("load.kib-played"), self.figure(server["kib_a_table_played"])],
            [say("load.client-cores"), self.figure(clients["cores"])],
            [say("load.client-late"), self.figure(clients["late"]["p99"])],
        ]
        late = clients["late"]["p99"] or 0.0
        note = say("load.late-note", late=self.number(late, 0)) if late > LATE else ""
        return Section(say("load.title-cost"), ["", say("load.value")], rows, note)

    def checks(self) -> list[Section]:
        """Whether everything that was acknowledged is there, once; and what went wrong."""
        say, check, steps = self.say, self.results["check"], self.results["steps"]
        columns = ["", say("load.value")]
        found = []
        if check is not None:
            rows = [[say(f"load.check-{name}"), str(count)] for name, count in check.items() if name != "unchecked"]
            note = say("load.unchecked", count=check["unchecked"]) if check["unchecked"] else ""
            found.append(Section(say("load.title-check"), columns, rows, note))
        errors: dict[str, int] = {}
        for step in steps:
            for name, count in step["errors"].items() | ({("overdue", step["overdue"])} if step["overdue"] else set()):
                errors[name] = errors.get(name, 0) + count
        if errors:
            rows = [[self.error(name), str(count)] for name, count in sorted(errors.items())]
            found.append(Section(say("load.title-errors"), columns, rows))
        return found

    def error(self, name: str) -> str:
        """What went wrong, in words; of a refusal its code, as the protocol has it."""
        kind, _, code = name.partition(": ")
        return self.say("load.error-refused", code=code) if code else self.say(f"load.error-{kind}")

    def markdown(self) -> str:
        """The whole report as a page."""
        busy = self.say("load.busy", cores=self.number(self.results["busy_before"]))
        stopped = [self.say("load.stopped"), ""] if self.results["interrupted"] else []
        lines = [f"# {self.say('load.title')}", "", in_words(self.results), "", self.summary, busy, "", *stopped]
        return "\n".join([*lines, *(section.markdown() for section in self.sections())])

    def figure(self, value: Any) -> str:
        """A figure with as many digits as it deserves."""
        if value is None:
            return NONE
        return self.number(value, 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2)

    def number(self, value: float, digits: int = 1) -> str:
        """A number as the language writes it."""
        return number_in(self.say.language, value, digits)
