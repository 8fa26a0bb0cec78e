"""What was measured of champions, as pages and plots have it: read from the JSON that the tools have written.

FOLDER/pairings/*.json   benchmarks/champions.py
FOLDER/lessons/*.json    benchmarks/lessons.py
FOLDER/runs/*/           recipe.json and log.jsonl of `ararat train`
FOLDER/search-*.json     benchmarks/openspiel
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ararat.core.contract import Json
from ararat.games import all_facts
from ararat.nets.shipped import net_of

TOLD_BY_NAME = re.compile(r"-(\d+)s\.npz")  # noah-300s.npz learnt for five minutes
DUELS, FIRSTS = 0.6, 1.3  # what is asked of a champion: of duels with two seats, times the fair share with more
OWLS = ("search:", "old-owl")


@dataclass(frozen=True)
class Found:
    """All that was measured, of the rules that are played today."""

    pairings: list[Json]
    lessons: list[Json]
    runs: list[Json]
    duels: list[Json]  # with OpenSpiel's search

    @property
    def games(self) -> list[str]:
        """Those of which anything was measured."""
        told = {one["game"] for one in (*self.pairings, *self.lessons, *self.runs)}
        return [slug for slug in all_facts() if slug in told]

    def champion(self, slug: str) -> str | None:
        """The mark of the net that speaks for a game: that which ships with it, or else the one that learnt most."""
        shipped = net_of(all_facts()[slug])
        if shipped is not None:
            return shipped.mark
        nets = {mark: one for one in self.pairings if one["game"] == slug and (mark := mark_of(one)) is not None}
        return max(nets, key=lambda mark: (learnt(nets[mark])[0] or 0, learnt(nets[mark])[1] or 0), default=None)

    def beside_owl(self) -> list[Json]:
        """The champions' pairings with Owl's search at equal time, by game, seats and time."""
        found = [one for one in self.pairings if is_equal(one) and mark_of(one) == self.champion(one["game"])]
        return sorted(found, key=lambda one: (one["game"], one["seats"], one["think"]["who"]["seconds"]))

    def usual_time(self) -> float | None:
        """The thinking time at which most of them were played."""
        times = Counter(one["think"]["who"]["seconds"] for one in self.beside_owl())
        return max(times, key=lambda time: (times[time], time), default=None)

    def by_thinking(self) -> list[list[Json]]:
        """Of each game and number of seats the champion's pairings at equal time, where there are several times."""
        return several(self.beside_owl(), ("game", "seats"), lambda one: one["think"]["who"]["seconds"])

    def by_training(self) -> list[list[Json]]:
        """Of each game, number of seats, time and rival the pairings of nets that learnt for longer and longer."""
        told = [one for one in self.pairings if is_equal(one) and any(learnt(one))]
        grouped = several(told, ("game", "seats"), lambda one: (one["think"]["who"]["seconds"], mark_of(one)))
        found = []
        for mine in grouped:
            for time in sorted({one["think"]["who"]["seconds"] for one in mine}):
                row = [one for one in mine if one["think"]["who"]["seconds"] == time]
                if len({learnt(one) for one in row}) > 1:
                    found.append(sorted(row, key=lambda one: (learnt(one)[0] or 0, learnt(one)[1] or 0)))
        return found


def several(told: Iterable[Json], keys: tuple[str, ...], measure: object) -> list[list[Json]]:
    """Those that agree in some keys together, where what is measured differs among them."""
    grouped: dict[tuple[object, ...], list[Json]] = {}
    for one in told:
        grouped.setdefault(tuple(one[key] for key in keys), []).append(one)
    return [mine for _, mine in sorted(grouped.items()) if len({measure(one) for one in mine}) > 1]  # type: ignore[operator]


def is_equal(one: Json) -> bool:
    """Whether a net was beside Owl's search at equal time."""
    mine, theirs = one["think"]["who"], one["think"]["against"]
    guided = one["against"].startswith(OWLS) and "net" not in theirs
    return guided and "net" in mine and mine.get("seconds") is not None and mine["seconds"] == theirs.get("seconds")


def mark_of(one: Json) -> str | None:
    """The mark of the net that was measured."""
    return one["think"]["who"].get("net")


def learnt(one: Json) -> tuple[float | None, int | None]:
    """For how many seconds and from how many decisions the net of a pairing has learnt, as far as it is told."""
    made = one["think"]["who"].get("made", {})
    named = TOLD_BY_NAME.search(one["who"])
    seconds = made.get("seconds", float(named[1]) if named else None)
    return seconds, made.get("steps")


def falls_short(one: Json) -> str:
    """What a champion lacks beside Owl; nothing where it does not."""
    if one["seats"] == 2:
        return "" if one["share"] >= DUELS else f"short of {100 * DUELS:.0f} %"
    return "" if one["share"] >= FIRSTS * one["fair"] else f"short of {FIRSTS} times"


def read(folder: Path) -> Found:
    """All figures of a folder; what it does not have is not told."""
    known = {slug: facts.rules_version for slug, facts in all_facts().items()}

    def kept(pattern: str) -> list[Json]:
        every = [json.loads(path.read_text("utf-8")) for path in sorted(folder.glob(pattern))]
        return [one for one in every if known.get(one["game"]) == one["rules"]]

    duels = [
        row | {"date": told["date"], "machine": told["machine"]}
        for path in sorted(folder.glob("search-*.json"))
        for told in [json.loads(path.read_text("utf-8"))]
        for row in told["rows"]
    ]
    return Found(kept("pairings/*.json"), kept("lessons/*.json"), [*map(run_of, runs_in(folder))], duels)


def runs_in(folder: Path) -> list[Path]:
    """The folders of runs that are of games we have."""
    return sorted(path.parent for path in folder.glob("runs/*/recipe.json"))


def run_of(path: Path) -> Json:
    """A run: its recipe, and what its log says of strength and loss."""
    recipe = json.loads((path / "recipe.json").read_text("utf-8"))
    log = [json.loads(line) for line in (path / "log.jsonl").read_text("utf-8").splitlines()]
    return {"name": path.name, "game": recipe["game"], "recipe": recipe, "log": log}
