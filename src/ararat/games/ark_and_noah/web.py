"""Ark & Noah on the page: the box in plain JSON, what can be done in a form to light, the points by source."""

from __future__ import annotations

from typing import Any

from ...core.contract import Json
from ...core.words import Words
from . import PLAYERS, VARIANTS
from .board import NUMBER_OF_CELL, PLANS
from .names import NUMBER_OF_SPECIES, board_for
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
from .rules.ending import points_in_play
from .rules.loading import boarding_points, cost_of
from .rules.pens import region_at
from .state import Final, Source, Table
from .views import imagine

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
    table: Table = imagine(view)[0]
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
            cost = int(cost_of(table, NUMBER_OF_SPECIES[species]))
            ways = found.setdefault("board", {}).setdefault(species, {"cost": cost, "pens": {}})
            ways["pens"][pen] = boarding_scores(table, move)
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


def boarding_scores(table: Table, move: Json) -> list[int]:
    """What every seat would score if a pair boarded a pen."""
    species, pen = NUMBER_OF_SPECIES[move["species"]], region_at(table, NUMBER_OF_CELL[move["pen"]])
    seats = range(table.players)
    return [sum(int(boarding_points(table, species, pen, seat, source)) for source in Source) for seat in seats]


def sheet(view: Json, words: Words) -> list[Json]:
    """Everybody's points by source: in play, and at the end what the final scoring added."""
    table: Table = imagine(view)[0]
    rows = {"played": [int(points_in_play(table, seat)) for seat in range(table.players)]}
    if view["final"] is not None:
        names = [final.name.lower() for final in Final]
        for name in names[:1] if view["options"]["variant"] == VARIANTS[QUICK] else names:
            rows[name] = [final[name] for final in view["final"]]
    shown = [{"label": words(f"text.{name}"), "values": values} for name, values in rows.items()]
    return [*shown, {"label": words("text.total"), "values": list(view["scores"]), "total": True}]
