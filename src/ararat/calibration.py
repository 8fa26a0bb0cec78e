"""From the chances that playouts find to chances that come true: few numbers for each game and number of players.

Playouts are played by quick players, so what they find is too sure, or not sure enough. How far, is measured over many
matches (`ararat reliability`, arena/reliability.py) and kept in one file, calibration.toml, with how it was made. A fit
is of one version of a game's rules, one number of players and their options, and of the net that the coach thinks with,
if it does with one; whatever has none is told as it was found.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from math import isfinite, log
from pathlib import Path
from typing import Any

import numpy as np

from .core.contract import Facts, Json
from .core.options import SeatOption
from .errors import AraratError, shown
from .nets.shipped import net_of

FILE = Path(__file__).with_name("calibration.toml")
FORMAT = 1
FLATTEST, STEEPEST = 0.05, 20.0  # slopes that anybody should believe
FURTHEST = 10.0  # that a fit may shift


class BadCalibration(AraratError):
    """A file of fits that is damaged."""


@dataclass(frozen=True)
class Calibration:
    """A line through the fair share, in log-odds: it keeps every order, and 0 and 1 as they are."""

    fair: float  # the chance of whoever knows nothing
    slope: float = 1.0  # of how sure the playouts are beyond that
    shift: float = 0.0  # of everybody's log-odds

    def __call__(self, chances: Any) -> np.ndarray:
        """What to tell for chances that playouts found."""
        odds = self.shift + self.slope * beyond(np.asarray(chances, float), self.fair) + odds_of(self.fair)
        return 0.5 + 0.5 * np.tanh(0.5 * odds)


def fair_share(players: int) -> float:
    """The chance to win of whoever knows nothing; alone there is no share, and even odds are as good as any."""
    return 1 / players if players > 1 else 0.5


def odds_of(chance: float) -> float:
    """The log-odds of a chance strictly between 0 and 1."""
    return log(chance / (1 - chance))


def beyond(chances: np.ndarray, fair: float) -> np.ndarray:
    """The log-odds of chances beyond those of the fair share; without bounds at 0 and 1."""
    with np.errstate(divide="ignore"):
        return np.log(chances) - np.log1p(-chances) - odds_of(fair)


def calibration_of(facts: Facts, table: Any) -> Calibration | None:
    """The fit for such a table; None where there is none of these rules, players and options, and of today's net."""
    players = int(table.players)
    options = that_matter(facts, facts.options_of(table))
    return _kept().get(key_of(facts.slug, players, facts.rules_version, options, mark_of(facts, players)))


def mark_of(facts: Facts, players: int) -> str | None:
    """The mark of the net that the coach thinks with among so many players, if it does with one."""
    net = net_of(facts, players)
    return None if net is None else net.mark


def that_matter(facts: Facts, options: Json) -> Json:
    """The options that make another game of it: not which seat begins."""
    return {name: value for name, value in options.items() if not isinstance(facts.options[name], SeatOption)}


def key_of(game: str, players: int, rules: int, options: Json, net: str | None) -> Any:
    """What a fit is of."""
    return (
        game,
        players,
        rules,
        net,
        frozenset((name, repr(value)) for name, value in options.items() if value is not None),
    )


@cache
def _kept() -> dict[Any, Calibration]:
    return load(FILE)


def load(path: Path) -> dict[Any, Calibration]:
    """All fits of a file, by what they are of; one sentence if it is damaged."""
    try:
        kept = tomllib.loads(path.read_text("utf-8"))
        if kept["format"] != FORMAT:
            raise ValueError("format")
        return dict(map(_fit_of, kept.get("fit", [])))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise BadCalibration("error.calibration", file=shown(str(path))) from None


def _fit_of(entry: Json) -> tuple[Any, Calibration]:
    """An entry of the file: what it is of, and the fit."""
    players, slope, shift = entry["seats"], float(entry["slope"]), float(entry["shift"])
    in_range = FLATTEST <= slope <= STEEPEST and abs(shift) <= FURTHEST
    if type(players) is not int or players < 1 or not (isfinite(slope) and isfinite(shift) and in_range):
        raise ValueError("fit")
    key = key_of(entry["game"], players, entry["rules"], entry["options"], entry.get("net"))
    return key, Calibration(fair_share(players), slope, shift)


def written(entries: Iterable[Json]) -> str:
    """The file with these entries, each with `made`, how it came to be."""
    parts = [
        "# How chances that playouts find are told. Made by `ararat reliability`; what it means: docs/reliability.md.",
        f"format = {FORMAT}",
    ]
    for entry in entries:
        parts += ["", "[[fit]]", *(f"{name} = {_value(value)}" for name, value in entry.items())]
    return "\n".join(parts) + "\n"


def _value(value: Any) -> str:
    """A plain value as TOML writes it; what is None is left out of a table."""
    if isinstance(value, dict):
        inside = ", ".join(f"{_value(name)} = {_value(one)}" for name, one in value.items() if one is not None)
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, int | float):
        return repr(value)
    quoted = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{quoted}"'
