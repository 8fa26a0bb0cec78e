"""Results in pictures, by Matplotlib, as PNG and SVG."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..core.contract import Json
from ..core.words import Words
from ..errors import BadFile
from .contest import BadArena
from .report import Report
from .tally import Tally

INK, PALE, FIELD = "#20343d", "#c9d3d6", "#2f7f79"
PICTURES = ("ratings", "points", "seats")
KINDS = ("png", "svg")
LOOK: Any = {
    "font.size": 11,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "svg.hashsalt": "ararat",  # the same picture is the same file
}


def draw_all(results: Json, tally: Tally, say: Words, folder: Path) -> None:
    """Draw every picture into a folder; BadArena says how to get Matplotlib where it is missing."""
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError:
        raise BadArena("arena.no-plots") from None
    report = Report(results, say)
    pictures = {"ratings": draw_ratings, "points": draw_points}
    if results["seats"] > 1:
        pictures["seats"] = draw_seats
    with matplotlib.rc_context(LOOK):
        for name, draw in pictures.items():
            figure = Figure(figsize=(7.5, 1.8 + 0.45 * max(3, len(results["ratings"]))), layout="constrained")
            draw(figure, report, tally)
            figure.suptitle(f"{report.title} – {report.summary.rstrip('.')}", fontsize=10)
            save(figure, folder, name)


def save(figure: Any, folder: Path, name: str) -> None:
    """Write a picture, in every kind; the same one is the same file."""
    for kind in KINDS:
        details = {"Date": None} if kind == "svg" else {"Software": None}
        try:
            figure.savefig(folder / f"{name}.{kind}", dpi=150, metadata=details)
        except OSError:
            raise BadFile("arena.folder", path=str(folder)) from None


def remove_all(folder: Path, names: tuple[str, ...] = PICTURES) -> None:
    """Remove the pictures of an earlier run, which say nothing about today's games."""
    for name in names:
        for kind in KINDS:
            (folder / f"{name}.{kind}").unlink(missing_ok=True)


def draw_ratings(figure: Any, report: Report, tally: Tally) -> None:
    """Ratings with their intervals, the strongest on top."""
    axes = figure.subplots()
    rows = report.results["ratings"][::-1]
    for height, row in enumerate(rows):
        ranged(axes, row, "rating", height)
        axes.annotate(
            report.number(row["rating"], 0), (row["rating"], height), (0, 7), textcoords="offset points", ha="center"
        )
    named(axes, [row["player"] for row in rows])
    axes.set_xlabel(f"{report.say('arena.rating')} ({report.say('arena.interval')})")


def draw_points(figure: Any, report: Report, tally: Tally) -> None:
    """How the points of each player spread: half of all results in the box, whiskers to the 5th and 95th of 100."""
    axes = figure.subplots()
    order = [row["player"] for row in report.results["ratings"]][::-1]
    boxes = axes.boxplot(
        [tally.scores[code] for code in order],
        orientation="horizontal",
        positions=range(len(order)),
        widths=0.5,
        whis=(5, 95),
        showfliers=False,
        patch_artist=True,
        medianprops={"color": INK, "linewidth": 2},
    )
    for drawn in boxes["boxes"]:
        drawn.set(facecolor=PALE, edgecolor=INK)
    named(axes, order)
    axes.set_xlabel(report.say("arena.points-axis"))


def draw_seats(figure: Any, report: Report, tally: Tally) -> None:
    """First places and points of each seat, whoever sat there."""
    rows = report.results["by_seat"][::-1]
    left, right = figure.subplots(1, 2, sharey=True)
    for height, row in enumerate(rows):
        shares = {name: row[name] and 100 * row[name] for name in ("firsts", "low", "high")}
        ranged(left, shares, "firsts", height)
        ranged(right, row["points"], "mean", height)
    left.axvline(100 / len(rows), color=INK, linestyle=":", linewidth=1)
    named(left, [f"{report.say('arena.seat')} {row['seat'] + 1}" for row in rows])
    left.set_xlabel(f"{report.say('arena.firsts')} (%)")
    right.grid(axis="x", color=PALE, linewidth=0.6)
    right.set_xlabel(report.say("arena.points"))


def ranged(axes: Any, row: Json, name: str, height: int) -> None:
    """A figure as a dot, its interval as a line."""
    if row["low"] is not None:
        line: Any = {"color": FIELD, "linewidth": 3, "solid_capstyle": "round", "alpha": 0.6}
        axes.plot([row["low"], row["high"]], [height, height], **line)
    axes.plot([row[name]], [height], "o", color=INK, markersize=7)


def named(axes: Any, names: list[str]) -> None:
    """A name at every height."""
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(-0.6, len(names) - 0.4)
    axes.grid(axis="x", color=PALE, linewidth=0.6)
    axes.set_axisbelow(True)
