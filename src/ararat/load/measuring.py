"""Steps of load, one after the other, and what each of them showed."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime

from ..core.contract import Json
from ..core.words import Words
from .asking import BadLoad
from .crews import Crews
from .notes import Played
from .orders import Orders
from .seen import Seen, percentiles
from .served import Served, worked_between
from .surroundings import surroundings

SETTLING = 1.0  # seconds for everybody to have seen everybody sit down
FILES_OF_OUR_OWN = 64
PACKAGES = ("ararat", "uvicorn", "websockets", "fastapi", "sqlalchemy", "numba")
WRONG = ("lost", "doubled", "gaps")

Progress = Callable[[str, int], AbstractContextManager[Callable[[int], None]]]


@dataclass(frozen=True)
class Plan:
    """What is measured."""

    orders: Orders
    tables: int
    pace: float  # seconds for a move
    seconds: float  # of each step
    rise: int = 0  # tables more in each step
    steps: int | None = None  # at most; unless somebody says, one, or as many as it takes to pass the bound
    bound: float = 100.0  # milliseconds of the 99th percentile beyond which nothing rises
    crews: int = 1
    files: int = 1_024  # that a process may have open

    @property
    def pages(self) -> int:
        """Connections of one table."""
        return self.orders.seats + self.orders.watchers

    def fits(self, tables: int) -> bool:
        """Whether the clients may have so many connections."""
        return tables * self.pages / self.crews <= self.files - FILES_OF_OUR_OWN


def usual_crews() -> int:
    """Processes of clients unless somebody says: half of the cores are the server's."""
    return max(1, (os.cpu_count() or 1) // 2)


class Measurement:
    """One run. `results` is there from the beginning, and grows."""

    def __init__(self, plan: Plan, say: Words, progress: Progress) -> None:
        self.plan = plan
        self._check_files(plan.tables)
        self.say = say
        self.progress = progress
        self.served = Served(plan.orders.port)
        self.kept: list[Played] = []
        self.steps: list[Json] = []
        self.results: Json = surroundings(datetime.now(UTC), PACKAGES) | {
            "busy_before": round(os.getloadavg()[0], 1),
            "games": plan.orders.games,
            "seats": plan.orders.seats,
            "watchers": plan.orders.watchers,
            "languages": plan.orders.languages,
            "pace": plan.pace,
            "seconds": plan.seconds,
            "bound": plan.bound,
            "steps": self.steps,
            "held": None,
            "interrupted": False,
            "ended": None,  # why the load rose no further, where it was not for the bound
            "check": None,
        }

    def run(self) -> bool:
        """Measure to the end; False: somebody stopped it, and what was measured until then is there."""
        empty = self.served.memory(own=True)
        with Crews(self.plan.orders, self.plan.crews) as crews:
            try:
                while self._step(crews, empty):
                    pass
            except KeyboardInterrupt:
                self.results["interrupted"] = True
            except BadLoad as problem:
                if not self.steps:
                    raise
                self.results["ended"] = problem.text_in(self.say.language)
            self.results["held"] = self.most_held
            if self.steps:
                try:
                    self._check(crews)
                except KeyboardInterrupt:
                    self.results["interrupted"] = True
        return not self.results["interrupted"]

    @property
    def most_held(self) -> int | None:
        """The most tables that were served as quickly as they should be, each time they were measured."""
        late = {step["tables"] for step in self.steps if not self.holds(step)}
        return max((step["tables"] for step in self.steps if step["tables"] not in late), default=None)

    def _step(self, crews: Crews, empty: int | None) -> bool:
        """One step; whether another one follows."""
        plan, say = self.plan, self.say
        more = plan.rise if self.steps else plan.tables
        if more:
            with self.progress(say("load.seating", count=crews.tables + more, pages=plan.pages), more) as step:
                crews.seat(more, step)
            time.sleep(SETTLING)
        memory, before, began = self.served.memory(own=True), self.served.worked(), time.monotonic()
        with self.progress(say("load.playing", count=crews.tables), round(plan.seconds)) as step:
            seen, whole = crews.play(plan.seconds, plan.pace, lambda done: step(round(done)))
        worked, lasted, played = self.served.worked(), time.monotonic() - began, self.served.memory(own=True)
        found = figures(seen, crews.tables, crews.tables * plan.pages)
        found["clients"] |= {"processes": plan.crews, "cores": round(seen.worked / max(seen.lasted, 1e-9), 3)}
        size = self.served.memory()
        used = worked_between(before, worked)
        found["server"] = {
            "processes": len(self.served.processes),
            "cores": None if used is None else round(used / lasted, 3),
            "ms_a_move": None if used is None or not found["moves"] else round(1000 * used / found["moves"], 3),
            "mib": None if size is None else round(size / 2**20, 1),
            "kib_a_table": kib_of_each(memory, empty, crews.tables),
            "kib_a_table_played": kib_of_each(played, empty, crews.tables),
        }
        self.steps.append(found)
        if not whole:
            self.results["interrupted"] = True
            return False
        if len(self.steps) == (plan.steps or (None if plan.rise else 1)) or (plan.rise and not self.holds(found)):
            return False
        self._check_files(crews.tables + plan.rise)
        return True

    def _check_files(self, tables: int) -> None:
        if not self.plan.fits(tables):
            raise BadLoad("load.files", wanted=tables * self.plan.pages, most=self.plan.files)

    def holds(self, step: Json) -> bool:
        """Whether a step was served as quickly as it should be."""
        p99 = step["arrived"]["p99"]
        return p99 is not None and p99 <= self.plan.bound and not step["errors"]

    def _check(self, crews: Crews) -> None:
        with self.progress(self.say("load.checking"), crews.tables) as step:
            checked, self.kept = crews.check(step)
        names = ("tables", "acknowledged", "lost", "doubled", "gaps", "unchecked")
        check: Json = {name: checked[name] for name in names}
        check["gaps"] += sum(step["gaps"] for step in self.steps)
        self.results["check"] = check

    @property
    def is_right(self) -> bool:
        """Whether everything that was acknowledged is there, once."""
        check = self.results["check"]
        return check is None or not any(check[name] for name in WRONG)


def kib_of_each(memory: int | None, empty: int | None, tables: int) -> float | None:
    """What a table takes in memory; None where it can't be told, because others left theirs meanwhile."""
    return None if memory is None or empty is None or memory < empty else round((memory - empty) / tables / 2**10, 1)


def figures(seen: Seen, tables: int, pages: int) -> Json:
    """What the clients saw in one step."""
    counts, lasted = seen.counts, max(seen.lasted, 1e-9)
    errors: Counter[str] = Counter({f"refused: {code}": count for code, count in seen.refused.items()})
    errors.update({name: counts[name] for name in ("dropped", "unanswered", "left", "unread") if counts[name]})
    return {
        "tables": tables,
        "pages": pages,
        "seconds": round(seen.lasted, 2),
        "sent": counts["sent"],
        "moves": counts["acknowledged"],
        "moves_a_second": round(counts["acknowledged"] / lasted, 2),
        "overdue": counts["overdue"],
        "acknowledged": percentiles(seen.acknowledged),
        "arrived": percentiles(seen.arrived),
        "messages_a_second": round(counts["messages"] / lasted, 1),
        "kib_a_second": round(counts["bytes"] / lasted / 2**10, 1),
        "asked": counts["asked"],
        "joined": counts["joined"],
        "gaps": counts["gaps"],
        "rematches": counts["rematches"],
        "errors": dict(errors),
        "clients": {"late": percentiles(seen.late)},
    }
