"""Curves from diaries: the share of matches that learners win against each bot, over time.

python examples/learn/curves.py benchmarks/learn-2026-11-18-h200/*.jsonl --out examples/learn/curves.png
"""

from __future__ import annotations

import argparse
import json
from itertools import product
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

import ararat

COLOURS = {"random": "#3b7dd8", "greedy": "#c8553d", "chick": "#d9a404"}
LINES = {"ppo": "-", "dmc": "--"}
DEVICES = {"cpu": "CPU", "cuda": "GPU"}


def read(path: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The head of a diary, and its judgements in the order in which they were asked for."""
    head, *lines = map(json.loads, path.read_text().splitlines())
    return head, sorted((line for line in lines if "against" in line), key=lambda line: line["seconds"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("diaries", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, default=Path("curves.png"))
    given = parser.parse_args()
    diaries = [read(path) for path in given.diaries]
    games = list(dict.fromkeys((head["game"], head["players"]) for head, _ in diaries))
    devices = list(dict.fromkeys(head["device"] for head, _ in diaries))
    shape, size = (len(devices), len(games)), (4 * len(games), 3 * len(devices) + 0.6)
    figure, axes = plt.subplots(*shape, figsize=size, sharex="row", sharey=True, squeeze=False)
    for axis, (device, (slug, players)) in zip(axes.flat, product(devices, games), strict=True):
        axis.set_title(f"{ararat.game(slug).name}, {players} players, {DEVICES[device]}", fontsize=10)
        axis.axhline(1 / players, color="#999999", linewidth=0.8, linestyle=":")  # what equals would win
        axis.set(xlabel="seconds", ylim=(0, 1))
        for head, lines in diaries:
            here = (head["game"], head["players"], head["device"]) == (slug, players, device)
            for code, colour in COLOURS.items() if here else ():
                points = [line for line in lines if line["against"] == code]
                seconds = [point["seconds"] for point in points]
                style = {"color": colour, "linestyle": LINES[head["learner"]], "label": f"{head['learner']}, {code}"}
                axis.plot(seconds, [point["wins"] for point in points], **style)
                low, high = ([point[end] for point in points] for end in ("low", "high"))
                axis.fill_between(seconds, low, high, color=colour, alpha=0.12, linewidth=0)
    for row in axes:
        row[0].set_ylabel("share of matches won")
    told = {
        label: handle for axis in axes.flat for handle, label in zip(*axis.get_legend_handles_labels(), strict=True)
    }
    figure.legend(told.values(), told, loc="lower center", ncols=len(told), fontsize=8, columnspacing=1, frameon=False)
    figure.tight_layout(rect=(0, 0.06 / len(devices), 1, 1))
    figure.savefig(given.out, dpi=110)


if __name__ == "__main__":
    main()
