"""Results in words: tables for the terminal and for `report.md`, in a person's language."""

from __future__ import annotations

from dataclasses import dataclass

from babel.numbers import format_decimal, format_percent
from rich import box
from rich.cells import cell_len
from rich.console import Group
from rich.table import Table
from rich.text import Text

from ..core.contract import Json
from ..core.words import Words, words
from ..games import all_facts

NONE = "–"
GAP = 3  # between two columns of a table in a terminal
FEW = 3  # players whose duels have room for their intervals


@dataclass(frozen=True)
class Section:
    """A table under a title; the first column holds names, all others figures."""

    title: str
    columns: list[str]
    rows: list[list[str]]
    note: str = ""
    cross: bool = False  # the names of the rows are those of the columns too

    def rich(self, width: int) -> Group:
        """The table for a terminal; names that have no room above their columns are numbers there."""
        if self.cross and self.width > width:
            return self.numbered().rich(width)
        drawn = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
        for position, name in enumerate(self.columns):
            drawn.add_column(Text(name), justify="right" if position else "left", no_wrap=not position)
        for row in self.rows:
            drawn.add_row(*map(Text, row))
        return Group(Text(self.title, "bold"), drawn, *([Text(self.note, "dim")] if self.note else []))

    @property
    def width(self) -> int:
        """How many columns of a terminal the table takes."""
        return sum(max(map(cell_len, column)) + GAP for column in zip(self.columns, *self.rows, strict=True)) - GAP

    def numbered(self) -> Section:
        """A cross table with numbers above its columns and before the names."""
        numbers = [str(number) for number, _ in enumerate(self.rows, 1)]
        rows = [[f"{number} {row[0]}", *row[1:]] for number, row in zip(numbers, self.rows, strict=True)]
        return Section(self.title, [self.columns[0], *numbers], rows, self.note)

    def markdown(self) -> str:
        """The table for a page."""
        lines = [self.columns, ["---", *["---:"] * (len(self.columns) - 1)], *self.rows]
        table = "\n".join("| " + " | ".join(row) + " |" for row in lines)
        return f"## {self.title}\n\n{table}\n" + (f"\n{self.note}\n" if self.note else "")


class Report:
    """The results of a contest in a language."""

    def __init__(self, results: Json, say: Words) -> None:
        self.results = results
        self.say = say

    @property
    def title(self) -> str:
        """What was played."""
        facts = all_facts()[self.results["game"]]
        return words(self.say.language, facts.package)("name")

    @property
    def summary(self) -> str:
        """How much was played."""
        names = ("games", "deals", "seats", "seed")
        return self.say("arena.summary", **{name: self.results[name] for name in names})

    @property
    def length(self) -> str:
        """How long games were."""
        told = self.results["length"]
        values = {"mean": self.number(told["mean"]), "shortest": told["shortest"], "longest": told["longest"]}
        return self.say("arena.length", **values)

    @property
    def caution(self) -> str:
        """Why there are no intervals, where there are none."""
        if self.results["deals"] > 1:
            return ""
        return self.say("arena.one-deal", games=2 * self.results["games"])

    def sections(self) -> list[Section]:
        """All tables."""
        found = [self.ratings(), self.duels(), self.points()]
        return found if self.results["seats"] == 1 else [*found, self.seats()]

    def ratings(self) -> Section:
        """Ratings and first places, the strongest first."""
        say = self.say
        alone = self.results["seats"] == 1
        firsts = say("arena.won") if alone else say("arena.firsts")
        columns = [say("arena.player"), say("arena.rating"), say("arena.interval"), firsts, say("arena.interval")]
        standing = {row["player"]: row for row in self.results["standings"]}
        rows = []
        for row in self.results["ratings"]:
            mine = standing[row["player"]]
            rows.append(
                [
                    *(row["player"], self.number(row["rating"], 0), self.interval(row, 0)),
                    *(self.percent(mine["firsts"]), self.percents(mine)),
                    *([] if alone else [self.percent(mine["fair"])]),
                ]
            )
        return Section(say("arena.title-ratings"), columns if alone else [*columns, say("arena.fair")], rows)

    def duels(self) -> Section:
        """Who won how many duels against whom."""
        order = [row["player"] for row in self.results["ratings"]]
        share = {(row["player"], row["against"]): self.duel(row, len(order) <= FEW) for row in self.results["duels"]}
        rows = [[one, *(share.get((one, other), NONE) for other in order)] for one in order]
        some = self.results["duels"][0]
        note = self.say("arena.duels-note", games=some["games"], duels=some["duels"])
        return Section(self.say("arena.title-duels"), [self.say("arena.player"), *order], rows, note, cross=True)

    def duel(self, row: Json, with_interval: bool) -> str:
        """The share of duels won, with its interval where there is room."""
        share = self.percent(row["share"], 0)
        return f"{share} ({self.percents(row, 0)})" if with_interval and row["low"] is not None else share

    def points(self) -> Section:
        """What the players scored."""
        say = self.say
        columns = [say("arena.player"), say("arena.points"), say("arena.interval"), say("arena.games")]
        standing = {row["player"]: row for row in self.results["standings"]}
        rows = []
        for rated in self.results["ratings"]:
            row = standing[rated["player"]]
            told = row["points"]
            rows.append([row["player"], self.number(told["mean"]), self.interval(told, 1), str(row["games"])])
        low = all_facts()[self.results["game"]].low_wins
        return Section(say("arena.title-points"), columns, rows, say("arena.low-wins") if low else "")

    def seats(self) -> Section:
        """What each seat is worth."""
        say = self.say
        interval = say("arena.interval")
        columns = [say("arena.seat"), say("arena.firsts"), interval, say("arena.points"), interval]
        rows = []
        for row in self.results["by_seat"]:
            told = row["points"]
            firsts = self.percent(row["firsts"]), self.percents(row)
            rows.append([str(row["seat"] + 1), *firsts, self.number(told["mean"]), self.interval(told, 1)])
        note = say("arena.seats-note", share=self.percent(1 / self.results["seats"]))
        return Section(say("arena.title-seats"), columns, rows, note)

    def markdown(self) -> str:
        """The whole report as a page."""
        head = f"# {self.title}\n\n{self.summary} {self.length}\n" + (f"\n{self.caution}\n" if self.caution else "")
        options = {name: value for name, value in self.results["options"].items() if value is not None}
        if options:
            head += "\n" + self.say("arena.options", options=", ".join(f"{n}={v}" for n, v in options.items())) + "\n"
        return "\n".join([head, *(section.markdown() for section in self.sections())])

    def number(self, value: float, digits: int = 1) -> str:
        """A number as the language writes it."""
        return number_in(self.say.language, value, digits)

    def percent(self, value: float, digits: int = 1) -> str:
        """A share as the language writes it."""
        return percent_in(self.say.language, value, digits)

    def interval(self, row: Json, digits: int) -> str:
        """An interval of numbers."""
        if row["low"] is None:
            return NONE
        return self.say("arena.from-to", low=self.number(row["low"], digits), high=self.number(row["high"], digits))

    def percents(self, row: Json, digits: int = 1) -> str:
        """An interval of shares."""
        if row["low"] is None:
            return NONE
        low, high = self.number(100 * row["low"], digits), self.percent(row["high"], digits)
        return self.say("arena.from-to", low=low, high=high)


def number_in(language: str, value: float, digits: int = 1) -> str:
    """A number as a language writes it."""
    return with_minus(format_decimal(value, "0." + "0" * digits if digits else "0", locale=language))


def percent_in(language: str, value: float, digits: int = 1) -> str:
    """A share as a language writes it."""
    return with_minus(format_percent(value, ("0." + "0" * digits if digits else "0") + "\u00a0%", locale=language))


def with_minus(number: str) -> str:
    """A number below zero has a minus, no hyphen, as everywhere."""
    return number.replace("-", "\N{MINUS SIGN}")
