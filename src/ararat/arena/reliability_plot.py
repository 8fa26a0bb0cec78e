"""Reliability in pictures: what was told beside what was won, a panel for each number of seats."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..core.contract import Json
from ..core.words import Words, words
from ..games import all_facts
from .contest import BadArena
from .plots import FIELD, INK, LOOK, PALE, save

AMBER = "#c2702a"
SIDE = 3.1  # inches of a panel


def draw(mine: list[Json], say: Words, folder: Path, name: str) -> None:
    """Draw the surveys of one game; BadArena says how to get Matplotlib where it is missing."""
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError:
        raise BadArena("arena.no-plots") from None
    with matplotlib.rc_context(LOOK):
        figure = Figure(figsize=(SIDE * max(2, len(mine)), SIDE + 1.0), layout="constrained")
        panels = figure.subplots(1, len(mine), squeeze=False)[0]
        for axes, told in zip(panels, mine, strict=True):
            panel(axes, told, say)
        panels[0].set_ylabel(f"{say('reliability.won')} (%)")
        figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=2, frameon=False)
        figure.suptitle(words(say.language, all_facts()[mine[0]["game"]].package)("name"), fontsize=11)
        save(figure, folder, name)


def panel(axes: Any, told: Json, say: Words) -> None:
    """As found in all matches, and as the fit tells those that it has not seen."""
    axes.plot([0, 100], [0, 100], color=INK, linestyle=":", linewidth=1)
    dots(axes, told["found"]["bins"], AMBER, "o", say("reliability.found"), -0.7)
    dots(axes, told["after"]["bins"], FIELD, "s", say("reliability.after"), 0.7)
    axes.set(xlim=(-2, 102), ylim=(-2, 102), aspect="equal", xticks=range(0, 101, 20), yticks=range(0, 101, 20))
    axes.grid(color=PALE, linewidth=0.5)
    axes.set_axisbelow(True)
    axes.set_xlabel(f"{say('reliability.told')} (%)")
    axes.set_title(say("reliability.panel", seats=told["seats"], positions=told["positions"]), fontsize=10)


def dots(axes: Any, bins: list[Json], colour: str, mark: str, label: str, beside: float) -> None:
    """A dot for each bin, its interval as a line, a little beside those of others."""
    for row in bins:
        if row["low"] is not None:
            at = 100 * row["told"] + beside
            line: Any = {"color": colour, "linewidth": 2, "alpha": 0.5}
            axes.plot([at, at], [100 * row["low"], 100 * row["high"]], **line)
    places = [100 * row["told"] + beside for row in bins], [100 * row["won"] for row in bins]
    axes.plot(*places, mark, color=colour, markersize=5, label=label)
