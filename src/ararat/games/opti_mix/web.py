"""Arche Opti Mix on the page: the box, what can be done and what keeps cards out of cabins, points by source."""

from __future__ import annotations

import numpy as np

from ...core.contract import Json, rule_id
from ...core.words import Words
from .cards import NUMBER_OF_CARD, place_of_cabin
from .judging import points_on
from .pieces import (
    CABIN,
    CARDS,
    CLIMATE,
    DISCS,
    FOOD,
    MOST_TILT,
    NAMED_TYPE,
    POINTS,
    POWER,
    POWERS,
    RAINS,
    SIDES,
    TYPES,
    WEIGHT,
)
from .rules.placing import judge_play, write_rules
from .state import NO_CARD, Row, Rule, Table
from .views import imagine

CHOICES = {"take": "card", "pick": "card", "pet": "card", "boost": "type"}


def pieces() -> Json:
    """What is printed on the cards, and the quantities that a board draws."""
    return {
        "cards": {
            name: {
                "type": NAMED_TYPE[number],
                "weight": int(WEIGHT[number]),
                "climate": CLIMATE[number],
                "food": FOOD[number],
                "power": POWERS[POWER[number]],
            }
            for number, name in enumerate(CARDS)
        },
        "types": list(TYPES),
        "cabin": CABIN,
        "tilt": MOST_TILT,
        "rains": RAINS,
        "discs": DISCS,
        "points": POINTS.tolist(),
    }


def offer(view: Json, moves: list[Json] | None) -> Json | None:
    """What the seat in turn can do: choices by kind, and by card where it fits and what keeps it out elsewhere.

    `play` holds for every card of the hand its `ways`, by cabin the victims it can eject (None: nobody), and
    under `barred` the other cabins, those with the same broken rules together.
    """
    if not moves:
        return None
    offered: Json = {}
    ways: dict[str, dict[str, list[str | None]]] = {}
    for move in moves:
        kind = move["move"]
        if kind == "play":
            ways.setdefault(move["card"], {}).setdefault(move["cabin"], []).append(move.get("eject"))
        elif kind in CHOICES:
            offered.setdefault(kind, []).append(move[CHOICES[kind]])
        else:
            offered[kind] = True
    if view["phase"] in ("turn", "second", "endgame"):
        table = imagine(view)[0]
        offered["play"] = {
            card: {"ways": ways.get(card, {}), "barred": _barred(view, table, card, ways.get(card, {}))}
            for card in dict.fromkeys(view["hands"][view["turn"]])
        }
    return offered


def _barred(view: Json, table: Table, card: str, ways: dict[str, list[str | None]]) -> dict[str, list[str]]:
    """The cabins that a card can't go to, by the rules that keep it out."""
    barred: dict[str, list[str]] = {}
    rules = np.zeros(len(Row), np.int64)
    for cabin in [*view["cabins"], *_next_cabins(view)]:
        if cabin not in ways:
            count = write_rules(judge_play(table, NUMBER_OF_CARD[card], place_of_cabin(cabin), NO_CARD), rules)
            broken = " ".join(rule_id(Rule(number)) for number in rules[:count].tolist())
            barred.setdefault(broken, []).append(cabin)
    return barred


def _next_cabins(view: Json) -> list[str]:
    return [f"{side}{1 + sum(name[0] == side for name in view['cabins'])}" for side in SIDES]


def sheet(view: Json, words: Words) -> list[Json]:
    """The points of every seat by score card and for its discs, as if the match ended now; pets wait for the end."""
    rows: list[Json] = [{"label": words(f"type.{kind}"), "values": points_on(view["pieces2"][kind])} for kind in TYPES]
    rows.append({"label": words("text.disc-points"), "values": list(view["discs"])})
    totals = [sum(values) for values in zip(*(row["values"] for row in rows), strict=True)]
    return [*rows, {"label": words("text.total"), "values": totals, "total": True}]
