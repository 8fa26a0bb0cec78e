"""What the matches say: shares of victory with their intervals, time used, simulations."""

from __future__ import annotations

import json
import os
from collections import defaultdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from ararat.arena.sampling import Interval, Sampling
from ararat.load.surroundings import in_words, surroundings
from speed.figures import markdown

from .duel import Row, line_ups, rows_of

PACKAGES = ("ararat", "numba", "numpy", "open-spiel")
COLUMNS = (
    *("A", "B", "seats", "s a decision", "deals", "matches", "A wins %", "95 %"),
    *("A s used", "B s used", "A decisions", "B decisions", "A simulations", "B simulations"),
)
PACE_COLUMNS = ("who", "playouts/s", "median", "slowest position", "fastest position")


def summaries(rows: list[Row]) -> list[Row]:
    """One row for each pair, number of seats and time, over whole deals."""
    kinds: dict[tuple[Any, ...], dict[int, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        kinds[(*row["pair"], row["players"], row["seconds"])][row["deal"]].append(row)
    found = []
    for (first, second, players, seconds), deals in kinds.items():
        whole = [matches for matches in deals.values() if len(matches) == len(line_ups(players))]
        if whole:
            found.append({"A": first, "B": second, "seats": players, "s a decision": seconds, **summary(whole)})
    return found


def summary(deals: list[list[Row]]) -> Row:
    """A's share of the victories, 50 % at par, and what thinking cost both."""
    shares = np.array([np.mean([row["won"]["A"] for row in matches]) for matches in deals])
    between = interval(shares)
    found: Row = {
        "deals": len(deals),
        "matches": sum(map(len, deals)),
        "A wins %": f"{100 * shares.mean():.1f}",
        "95 %": None if between is None else f"{100 * between[0]:.1f} to {100 * between[1]:.1f}",
    }
    for side in "AB":
        total = {key: sum(row[key][side] for matches in deals for row in matches) for key in SPENT}
        decisions = max(total["decisions"], 1)
        found[f"{side} s used"] = f"{total['seconds_spent'] / decisions:.3f}"
        found[f"{side} decisions"] = total["decisions"]
        found[f"{side} simulations"] = round(total["simulations"] / decisions) if total["simulations"] else None
    return found


SPENT = ("decisions", "seconds_spent", "simulations")


def interval(shares: Any) -> Interval | None:
    """The 95 % interval of a mean, by drawing deals anew, for matches of one deal go together; as the arena does, so a
    run of victories is no certainty."""
    return Sampling(len(shares), 1).share(shares, np.ones(len(shares)))[1]


def keep(path: Path, paces: list[Row], folder: Path) -> Path:
    """Write the report as Markdown and as JSON, with machine and date."""
    now = datetime.now(UTC)
    about = surroundings(now, PACKAGES)
    found = summaries(list(rows_of(path)))
    lines = [
        "# Our search beside OpenSpiel's",
        "",
        in_words(about),
        "",
        f"Animals on Board. The machine's load was {os.getloadavg()[0]:.1f} when this was written, ours included;",
        "it is shared and noisy, which both sides bear alike.",
        "",
        *markdown(found, COLUMNS),
        "",
        "`A wins %` is A's share of the victories (a shared one is split), 50 at par: every deal is played with the",
        "seats changed until both sides had every seat equally often. The interval is the arena's, a bootstrap over",
        "deals. `s used` is the mean time of a decision with more than one legal move, `simulations` their mean number",
        "in such a decision.",
        "",
        "`ismcts:1` is OpenSpiel's information-set search in Python (`open_spiel.python.algorithms.ismcts`) with",
        "the exploration constant 1 on returns from -1 to 1, one random rollout a simulation, worlds without limit,",
        "and the action visited most; `:compiled` has the rollouts played by our compiled rules, one call each. Its",
        "search in C++ can't play games written in Python. Its loop is stopped by the clock between two",
        "simulations. It thinks on copies of the record that the compiled rules play on, dealt anew by `redeal`; a",
        "node of its tree stands for what a seat sees. `search` is our player with all it knows about the game",
        "(`guide.py`: which moves are worth a thought, how likely each is a good one, how a table stands, what others",
        "do by habit), which OpenSpiel's search, made for any game, has not; it looks as far as the strongest level",
        "does, gets the view as JSON, and reading that counts as its time. `net` thinks with the net that ships with",
        "the game in place of the guide, `net:FILE` with that of a file. Both think on one core, one after the other",
        "in one process. Rows of `ismcts` on both sides compare its settings.",
        "",
    ]
    if paces:
        lines += ["## Playouts a second", "", *markdown(paces, PACE_COLUMNS), ""]
        lines += [
            "One core, the same positions for all, from matches between greedy players; the mean over positions.",
            "",
        ]
    lines += ["Made by `make bench-search`.", ""]
    report = folder / f"search-{now:%Y-%m-%d}.md"
    report.write_text("\n".join(lines), "utf-8")
    figures = about | {"rows": found, "paces": paces}
    report.with_suffix(".json").write_text(json.dumps(figures, indent=1) + "\n", "utf-8")
    return report
