"""The log of a run in a picture: the loss, and what the net won against each bot."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from ..arena.plots import INK, LOOK, PALE
from ..core.contract import Json
from ..core.words import Words

COLOURS = ("#3b7dd8", "#c8553d", "#d9a404", "#2f7f79", "#7a4fa3")


def draw(log: list[Json], title: str, say: Words) -> bytes | None:
    """A PNG; None where Matplotlib is missing."""
    judged = [entry for entry in log if "against" in entry]
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError:
        return None
    counts = sorted({entry["players"] for entry in judged})
    bots = list(dict.fromkeys(entry["against"] for entry in judged))
    with matplotlib.rc_context(LOOK):
        figure = Figure(figsize=(4 * (len(counts) + 1), 3.6), layout="constrained")
        axes = figure.subplots(1, len(counts) + 1, squeeze=False)[0]
        learnt = [entry for entry in log if "loss" in entry]
        axes[0].plot([entry["steps"] for entry in learnt], [entry["loss"] for entry in learnt], color=INK, linewidth=1)
        axes[0].set(xlabel=say("train.steps"), title=say("train.loss"))
        for axis, players in zip(axes[1:], counts, strict=True):
            axis.axhline(1 / players, color=PALE, linewidth=1)  # what equals would win
            axis.set(xlabel=say("train.steps"), title=say("train.players", count=players), ylim=(0, 1))
            for bot, colour in zip(bots, COLOURS * len(bots), strict=False):
                _line(axis, [e for e in judged if (e["against"], e["players"]) == (bot, players)], colour, bot)
        for axis in axes:
            axis.locator_params(axis="x", nbins=4)
        axes[-1].legend(frameon=False, fontsize=9)
        figure.suptitle(title, fontsize=10)
        room = BytesIO()
        figure.savefig(room, format="png", dpi=110, metadata={"Software": None})
    return room.getvalue()


def _line(axis: Any, entries: list[Json], colour: str, bot: str) -> None:
    """What was won against a bot, with its intervals."""
    steps = [entry["steps"] for entry in entries]
    axis.plot(steps, [entry["wins"] for entry in entries], color=colour, label=bot)
    low, high = ([entry[end] for entry in entries] for end in ("low", "high"))
    axis.fill_between(steps, low, high, color=colour, alpha=0.15, linewidth=0)
