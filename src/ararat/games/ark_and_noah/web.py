"""Ark & Noah on the page: the box in plain JSON, what can be done in a form to light, the points by source."""

from __future__ import annotations

from typing import Any

from ...core.contract import Json
from ...core.words import Words
from . import PLAYERS, VARIANTS
from .board import PLANS
from .judging import board_for, boarding_points, owners_of, size_of
from .pieces import (
    ACTION_NAMES,
    FOOD_TAKEN,
    HULL_BONUS,
    LARGEST_PEN,
    LOADING_POINTS,
    PIECES_PLACED,
    PITCH_TAKEN,
    POINTS,
    QUICK,
    QUICK_ACTIONS,
    REWARDS,
    SIZE,
    SPECIES,
    STANDARD,
    WOOD_TAKEN,
)

# The moves that name one thing each: what the offer calls them, and the field that names it.
SINGLE = {
    "worker": "action",
    "action": "name",
    "bag": "sex",
    "pick": "animal",
    "reward": "kind",
    "draw": "sex",
    "plank": "edge",
    "pitch": "joint",
    "feed": "cell",
}


def pieces() -> Json:
    """The species, the actions with what they bring (to the actor, to the others), and the boards."""
    quick = [ACTION_NAMES[column] for column in QUICK_ACTIONS]
    return {
        "species": {
            name: {"size": int(size), "points": int(points)}
            for name, size, points in zip(SPECIES, SIZE, POINTS, strict=True)
        },
        "actions": {VARIANTS[STANDARD]: list(ACTION_NAMES), VARIANTS[QUICK]: quick},
        "shares": {variant: _shares(number) for number, variant in enumerate(VARIANTS)},
        "rewards": list(REWARDS),
        "largest_pen": LARGEST_PEN,
        "hull_bonus": HULL_BONUS,
        "boards": {str(players): _board(players) for players in PLAYERS},
    }


def _shares(variant: int) -> dict[str, list[int]]:
    """What the actor and what the others get of an action; actions without numbers are left out."""
    strengths = {
        "pitch": PITCH_TAKEN,
        "food": FOOD_TAKEN,
        "wood": WOOD_TAKEN,
        "build": PIECES_PLACED,
        "load": LOADING_POINTS[variant],
    }
    return {name: [int(others_actor[1]), int(others_actor[0])] for name, others_actor in strengths.items()}


def _board(players: int) -> Json:
    """The board for a number of players: its cells, the cells of its edges, the outer edges of its joints."""
    board = board_for(players)
    return {
        "columns": 1 + max(x for x, _ in PLANS[players]),
        "rows": 1 + max(y for _, y in PLANS[players]),
        "cells": board.cells,
        "edges": board.edges,
        "joints": board.joints,
    }


def offer(view: Json, moves: list[Json] | None) -> Json | None:
    """What the seat in turn can do.

    `worker`, `action`, `bag`, `pick`, `reward`, `draw`, `plank`, `pitch`, `feed`: what such a move can name.
    `swap`: planks by seat; any two of different seats can change places. `trade`: every `give` for every `take`.
    `board`: by species its `cost`, and its `pens` with everybody's points. `keep`, `done`: whether they are there.
    """
    if moves is None:
        return None
    found: dict[str, Any] = {}
    for move in moves:
        kind = move["move"]
        if kind in SINGLE:
            found.setdefault(kind, []).append(move[SINGLE[kind]])
        elif kind == "swap-planks":
            _add_swap(found.setdefault("swap", {}), move["edges"], view["ark"]["planks"])
        elif kind == "trade":
            trade = found.setdefault("trade", {"give": {}, "take": {}})
            for side in trade:
                trade[side][move[side]] = True
        elif kind == "board":
            species, pen = move["species"], move["pen"]
            ways = found.setdefault("board", {}).setdefault(species, {"cost": _cost(view, species), "pens": {}})
            ways["pens"][pen] = boarding_points(view, species, pen)
        else:
            found[kind] = True
    if "swap" in found:
        found["swap"] = {seat: list(edges) for seat, edges in sorted(found["swap"].items())}
    if "trade" in found:
        found["trade"] = {side: list(tiles) for side, tiles in found["trade"].items()}
    return found


def _add_swap(planks: dict[str, dict[str, bool]], edges: list[str], owners: dict[str, int]) -> None:
    """Note two planks that can change places, each with its seat."""
    for edge in edges:
        planks.setdefault(str(owners[edge]), {})[edge] = True


def _cost(view: Json, species: str) -> int:
    """The loading points that a pair costs the seat in turn (AN-4.89)."""
    if view["phase"] != "load" or view["options"]["variant"] == VARIANTS[QUICK]:
        return 0
    return size_of(species) * owners_of(view, species).count(view["turn"])


def sheet(view: Json, words: Words) -> list[Json]:
    """Everybody's points by source: in play, and at the end what the final scoring added."""
    scores: list[int] = view["scores"]
    rows: list[Json] = []
    if view["final"] is not None:
        names = ["hull"] if view["options"]["variant"] == VARIANTS[QUICK] else ["hull", "goods", "animals"]
        rows = [{"label": words(f"text.{name}"), "values": [final[name] for final in view["final"]]} for name in names]
    added = [sum(row["values"][seat] for row in rows) for seat in range(view["players"])]
    played = [score - more for score, more in zip(scores, added, strict=True)]
    total = {"label": words("text.total"), "values": list(scores), "total": True}
    return [{"label": words("text.played"), "values": played}, *rows, total]
