"""Champions in pictures: how they learnt, how strong they are, what a seat is worth."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.figure import Figure

from ararat.arena.plots import FIELD, INK, LOOK, PALE, named, ranged, save
from ararat.core.contract import Json
from ararat.games import all_facts
from ararat.train.curves import COLOURS
from champions_figures import DUELS, FIRSTS, Found, learnt

SIDE = 3.2  # inches of a panel


def draw(found: Found, folder: Path) -> list[str]:
    """Draw all that there are figures for; returns the names of the pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    pictures: dict[str, tuple[Callable[[Found], Any], Any]] = {
        "champions-curves": (curves, found.runs),
        "champions-seats": (seats, found.beside_owl()),
        "champions-thinking": (thinking, found.by_thinking()),
        "champions-training": (training, found.by_training()),
        "champions-worth": (worth, found.lessons),
    }
    drawn = [name for name, (_, figures) in pictures.items() if figures]
    with matplotlib.rc_context(LOOK):
        for name in drawn:
            save(pictures[name][0](found), folder, name)
    return drawn


def panels(slugs: list[str], height: float = SIDE) -> tuple[Any, dict[str, Any]]:
    """A figure with a panel for each game."""
    figure = Figure(figsize=(SIDE * max(2, len(slugs)), height), layout="constrained")
    every = figure.subplots(1, len(slugs), squeeze=False)[0]
    for axes, slug in zip(every, slugs, strict=True):
        axes.set_title(all_facts()[slug].name, fontsize=10)
        axes.grid(color=PALE, linewidth=0.6)
        axes.set_axisbelow(True)
    return figure, dict(zip(slugs, every, strict=True))


def curves(found: Found) -> Any:
    """What the net alone won against each bot while it learnt, with fewest seats."""
    figure, by_game = panels([slug for slug in all_facts() if slug in {run["game"] for run in found.runs}])
    for slug, axes in by_game.items():
        runs = [run for run in found.runs if run["game"] == slug]
        judged = [entry for run in runs for entry in run["log"] if "against" in entry]
        fewest = min((entry["players"] for entry in judged), default=2)
        axes.axhline(100 / fewest, color=INK, linestyle=":", linewidth=1)
        for bot, colour in zip(dict.fromkeys(entry["against"] for entry in judged), COLOURS, strict=False):
            for number, run in enumerate(runs):
                mine = [e for e in run["log"] if (e.get("against"), e.get("players")) == (bot, fewest)]
                label = bot if number == 0 else None
                line(axes, [e["steps"] / 1e6 for e in mine], [scaled(e, "wins", 100) for e in mine], colour, label)
        axes.set(xlabel=f"million decisions, {fewest} seats", ylim=(0, 100))
        axes.legend(frameon=False, fontsize=8)
    next(iter(by_game.values())).set_ylabel("matches won (%)")
    return figure


def scaled(told: Json, name: str, factor: float) -> Json:
    """A figure with its interval, times something."""
    return {"value": told[name] * factor} | {end: told[end] and told[end] * factor for end in ("low", "high")}


def line(axes: Any, places: list[float], told: list[Json], colour: str, label: str | None) -> None:
    """Figures as a line, with their intervals."""
    axes.plot(places, [one["value"] for one in told], color=colour, label=label, marker="o", markersize=3)
    sure = [(place, one) for place, one in zip(places, told, strict=True) if one["low"] is not None]
    low, high = ([one[end] for _, one in sure] for end in ("low", "high"))
    axes.fill_between([place for place, _ in sure], low, high, color=colour, alpha=0.15, linewidth=0)


def seats(found: Found) -> Any:
    """How many times its fair share of first places a champion has beside Owl's search, at every table."""
    time = found.usual_time()
    rows = [one for one in found.beside_owl() if one["think"]["who"]["seconds"] == time][::-1]
    figure = Figure(figsize=(7.5, 1.4 + 0.32 * len(rows)), layout="constrained")
    axes = figure.subplots()
    for height, one in enumerate(rows):
        ranged(axes, scaled(one, "share", 1 / one["fair"]), "value", height)
        asked = FIRSTS if one["seats"] > 2 else DUELS / one["fair"]
        axes.plot([asked], [height], "|", color=FIELD, markersize=14)
    axes.axvline(1, color=INK, linestyle=":", linewidth=1)
    named(axes, [f"{all_facts()[one['game']].name}, {one['seats']}" for one in rows])
    axes.set_xlabel(f"first places, times the fair share, beside Owl's search ({time:g} s a decision)")
    return figure


def thinking(found: Found) -> Any:
    """Strength by thinking time."""
    return by_seats(found.by_thinking(), lambda one: one["think"]["who"]["seconds"], "seconds a decision, both sides")


def training(found: Found) -> Any:
    """Strength by training time; by decisions where nobody told the time."""
    groups = found.by_training()
    timed = all(learnt(one)[0] is not None for mine in groups for one in mine)

    def place(one: Json) -> float:
        seconds, steps = learnt(one)
        return (seconds or 0) / 60 if timed else (steps or 0) / 1e6

    return by_seats(groups, place, "minutes of learning" if timed else "million decisions learnt from")


def by_seats(groups: list[list[Json]], place: Callable[[Json], float], label: str) -> Any:
    """Times the fair share over something, a panel a game, a line a number of seats."""
    slugs = [slug for slug in all_facts() if slug in {mine[0]["game"] for mine in groups}]
    figure, by_game = panels(slugs)
    for slug, axes in by_game.items():
        axes.axhline(1, color=INK, linestyle=":", linewidth=1)
        for mine, colour in zip([mine for mine in groups if mine[0]["game"] == slug], COLOURS * 3, strict=False):
            shown = sorted(mine, key=place)
            times = [scaled(one, "share", 1 / one["fair"]) for one in shown]
            seconds = {one["think"]["who"]["seconds"] for one in mine}
            told = f", {seconds.pop():g} s" if len(seconds) == 1 else ""
            line(axes, [place(one) for one in shown], times, colour, f"{mine[0]['seats']} seats{told}")
        axes.set_xscale("log")
        ticks = sorted({place(one) for mine in groups if mine[0]["game"] == slug for one in mine})
        axes.set_xticks(ticks, [f"{tick:.0f}" if tick > 2 else f"{tick:g}" for tick in ticks])
        axes.minorticks_off()
        axes.set_xlabel(label)
        axes.legend(frameon=False, fontsize=8)
    next(iter(by_game.values())).set_ylabel("first places, times the fair share")
    return figure


def worth(found: Found) -> Any:
    """What each seat is worth among equals, at every number of seats."""
    slugs = [slug for slug in all_facts() if slug in {one["game"] for one in found.lessons}]
    most = max(sum(one["seats"] for one in found.lessons if one["game"] == slug) for slug in slugs)
    figure, by_game = panels(slugs, 1.4 + 0.24 * most)
    for slug, axes in by_game.items():
        rows = [
            (f"{row['seat'] + 1} of {one['seats']}", one["seats"], row)
            for one in sorted((one for one in found.lessons if one["game"] == slug), key=lambda one: one["seats"])
            for row in one["by_seat"]
        ][::-1]
        for height, (_, count, row) in enumerate(rows):
            ranged(axes, scaled(row, "firsts", count), "value", height)
        named(axes, [name for name, _, _ in rows])
        axes.axvline(1, color=INK, linestyle=":", linewidth=1)
        axes.set_xlabel("first places, times the fair share")
    next(iter(by_game.values())).set_ylabel("seat")
    return figure
