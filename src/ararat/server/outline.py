"""The outline of a table: what its log tells without the rules, so that nothing has to be played again."""

from __future__ import annotations

from collections.abc import Set

from ..core.contract import Json
from ..fairness import AS_IT_WAS
from ..match import Match
from .seats import Seat
from .table import PLAYING, WAITING, Table


class Outline(Table):
    """Who sits at a table that sleeps, how many moves stand; once the rules said it, whose turn it is and who won."""

    def __init__(self, table: str, setup: Json) -> None:
        super().__init__(table, setup)
        self.setup = {key: value for key, value in setup.items() if key != "record"}
        self.brought = len(setup["record"]["moves"]) if self.continued == AS_IT_WAS else 0
        self.begun = False
        self.complete = False
        self.ruled: Json = {"turn": None, "winners": []}

    @classmethod
    def of(cls, table: str, setup: Json, entries: list[Json]) -> Outline:
        """The outline of a table as its log left it."""
        outline = cls(table, setup)
        for entry in entries:
            outline.apply(entry)
        return outline

    def apply(self, entry: Json, after: Match | None = None) -> None:
        kind = entry["kind"]
        if kind == "start":
            self._check_rules(entry)
            self.begun = True
            self.seats = [Seat(**seat) for seat in entry["seats"]]
            self.lengths = [self.brought]
        elif kind == "move":
            self.lengths.append(self.lengths[-1] + 1)
        elif kind == "undo":
            self.lengths.append(self.lengths[-1] - entry.get("moves", 1))
        else:
            super().apply(entry)
            return
        self.entries += 1
        self.changed = entry.get("at", self.changed)

    @property
    def status(self) -> str:
        return self.ruled.get("status", PLAYING if self.begun else WAITING)

    def complete_from(self, table: Table) -> None:
        """Keep of the table what the rules say."""
        told = table.summary(set())
        self.ruled = {key: told[key] for key in ("status", "turn", "winners")}
        self.complete = True

    def summary(self, here: Set[int]) -> Json:
        return super().summary(here) | self.ruled
