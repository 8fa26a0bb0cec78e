"""Animals on Board for the page: what its board draws from, what it can light, and everybody's points."""

from __future__ import annotations

from ...core.contract import Json
from ...core.kinds import HIDDEN
from ...core.words import Words
from . import SPECIES, TABLES
from .pieces import (
    ARK_ROOM,
    CRATE_POINTS,
    CRATES,
    CRATES_WHEN_OVER,
    HERD,
    HERD_POINTS,
    MOST_CRATES,
    PAIR,
    TILE_NAMES,
)
from .rules.forecast import Sailing, sailing
from .views import TILES


def pieces() -> Json:
    """What of the box the board needs."""
    return {
        "species": {name: [tile for tile in TILE_NAMES if tile.rpartition("-")[0] == name] for name in SPECIES},
        "hidden": HIDDEN,
        "face_up": {str(players): row["face_up"] for players, row in TABLES.items()},
        "room": ARK_ROOM,
        "herd": HERD,
        "pair": PAIR,
        "herd_points": HERD_POINTS,
        "crates": CRATES,
        "most_crates": MOST_CRATES,
        "crates_when_over": CRATES_WHEN_OVER,
        "crate_points": CRATE_POINTS,
    }


def offer(view: Json, moves: list[Json] | None) -> Json | None:
    """What the seat in turn can do. A group of thirteen can be split in 4095 ways, so they are not listed:

    {"keep": tiles} or {"discard": tiles} or {"pass": true}, or, for the groups of the play area in their order,
    {"groups": [{"price": 3, "take": true, "split": true}, ...], "crates": what the seat has after a split}.
    A group that can be split can be split in every way.
    """
    if not moves:
        return None
    kind = moves[0]["move"]
    if kind in ("keep", "discard"):
        return {kind: [move["tile"] for move in moves]}
    if kind == "pass":
        return {"pass": True}
    taken = {tuple(move["group"]) for move in moves if move["move"] == "take"}
    cut = {tuple(move["group"]) for move in moves if move["move"] == "split"}
    crates = view["crates"][view["turn"]]
    return {
        "groups": [
            {"price": len(group), "take": tuple(group) in taken, "split": tuple(group) in cut} for group in view["area"]
        ],
        "crates": crates + 1 if crates < MOST_CRATES else CRATES_WHEN_OVER,
    }


def sheet(view: Json, words: Words) -> list[Json]:
    """Everybody's points by source: those of the end, or before it what each ark would score now."""
    if view["phase"] == "keep":
        return []
    arks = [_sailing(ark, view["phase"]) for ark in view["arks"]]
    crates = [CRATE_POINTS * count for count in view["crates"]]
    return [
        {"label": words("board.singles"), "values": [ark and ark.singles for ark in arks]},
        {"label": words("board.herds"), "values": [ark and ark.herds for ark in arks]},
        {"label": words("board.crates"), "values": crates},
        {
            "label": words("board.total"),
            "values": [ark and sum(ark) + rest for ark, rest in zip(arks, crates, strict=True)],
            "total": True,
        },
    ]


def _sailing(ark: Json, phase: str) -> Sailing | None:
    """What an ark would score now; None if it has tiles that the viewer doesn't know."""
    unknown = ark["unknown"] or []
    return sailing(TILES.number([*ark["known"], *unknown]), phase == "play") if isinstance(unknown, list) else None
