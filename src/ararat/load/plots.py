"""The curve of a measurement as a picture, by Matplotlib, as PNG and SVG."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..arena.contest import BadArena
from ..arena.plots import FIELD, INK, LOOK, PALE, save
from .report import Report
from .seen import PERCENTILES

LINES = {"p50": "-", "p90": "--", "p99": "-", "p99.9": "-.", "max": ":"}


def draw(report: Report, folder: Path, name: str) -> None:
    """Latency over load, or over the percentiles where there was one step; BadArena says how to get Matplotlib."""
    try:
        import matplotlib
        from matplotlib.figure import Figure
        from matplotlib.ticker import LogLocator
    except ImportError:
        raise BadArena("arena.no-plots") from None
    with matplotlib.rc_context(LOOK):
        figure = Figure(figsize=(7.5, 4.5), layout="constrained")
        axes = figure.subplots()
        (draw_curve if len(report.results["steps"]) > 1 else draw_times)(axes, report)
        axes.set_yscale("log")
        axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axes.yaxis.set_major_formatter("{x:g}")
        axes.yaxis.set_minor_formatter("")
        axes.set_ylabel(report.say("load.milliseconds"))
        axes.grid(color=PALE, linewidth=0.6)
        axes.set_axisbelow(True)
        axes.legend(frameon=False)
        figure.suptitle(report.summary.rstrip("."), fontsize=9, wrap=True)
        save(figure, folder, name)


def draw_curve(axes: Any, report: Report) -> None:
    """One line for each percentile; the bound as a dotted one."""
    steps = [step for step in report.results["steps"] if step["arrived"]["max"] is not None]
    along = [step["tables"] if report.rises else number for number, step in enumerate(steps, 1)]
    for name in PERCENTILES:
        label = report.say("load.max") if name == "max" else name
        style: Any = {
            "color": FIELD if name == "p99" else INK,
            "linestyle": LINES[name],
            "marker": "o",
            "markersize": 4,
        }
        axes.plot(along, [step["arrived"][name] for step in steps], label=label, **style)
    axes.axhline(report.results["bound"], color=FIELD, linestyle=":", linewidth=1)
    axes.set_xlabel(report.say("load.tables" if report.rises else "load.step"))


def draw_times(axes: Any, report: Report) -> None:
    """Both times over the percentiles."""
    for name, colour in (("acknowledged", INK), ("arrived", FIELD)):
        values = [report.last[name][share] for share in PERCENTILES]
        if None not in values:
            axes.plot(range(len(values)), values, marker="o", color=colour, label=report.say(f"load.{name}"))
    shares = [report.say("load.max") if name == "max" else name for name in PERCENTILES]
    axes.set_xticks(range(len(shares)), shares)
