"""Arche Opti Mix on the page: the box, what can be done, what it brings, what stands in its way, points by source."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.contract import Json
from ...core.effects import unheard
from ...core.engine import engine_of
from ...core.keeping import kept
from ...core.sheets import score_sheet
from ...core.table import Plain, packed
from ...core.words import Words
from . import CHIMPANZEE, GAME, SKUNK
from .cards import every_cabin, food_in, type_of
from .pieces import ALONE, DISCS, MOST_IN_CABIN, MOST_TILT, PET_RAIN, PLACES, PRINTED, RAINS, SLOTS, TYPES
from .rules.decisions import pay
from .rules.ending import final_score
from .rules.moves import CABIN, CABINS, CARD, PLAY
from .rules.placing import cost_of_laying, tilt_after
from .rules.score_cards import add_half, credit, disc_points, points_on
from .state import ANYWHERE, LAYOUT, NO_CARD, RULE_OF_ROW, Row
from .views import STATE, place_named

# What of the table says where a card may go, and what it brings.
JUDGED_BY = ("used", "cabins", "tilt", "rain", "discs", "supply", "pieces2", "hands")
CHOICES = {"take": "card", "pick": "card", "pet": "card", "boost": "type"}
BARS = {row: row.name.lower().replace("_", "-") for row in Row}
# By rule; those that speak of a victim are broken by none.
BAR_OF_RULE = {int(rule): BARS[row] for row, rule in RULE_OF_ROW.items()}


def pieces() -> Json:
    """What is printed on the cards, and the quantities that a board draws."""
    after_rain = LAYOUT.new(RAINS + 1)
    after_rain["rain"] = range(RAINS + 1)
    return {
        "cards": {
            name: {
                "type": {value: type_of(name, {"options": {"chimpanzee": value}}) for value in CHIMPANZEE},
                "food": {value: food_in({"options": {"skunk": value}}, name) for value in SKUNK},
                "alone": bool(ALONE & SLOTS.lowest[CARD.number(name)]),
                **{key: card[key] for key in ("weight", "climate", "power")},
            }
            for name, card in PRINTED.items()
        },
        "skunk": GAME.options["skunk"].default,
        "types": list(TYPES),
        "cabin": MOST_IN_CABIN,
        "tilt": MOST_TILT,
        "rains": RAINS,
        "pet_rain": PET_RAIN,
        "discs": DISCS,
        "places": PLACES,
        # By the number of rain cards: what a card costs in a cabin that is there, and in a new one.
        "costs": [[int(cost_of_laying(table, is_new)) for is_new in (False, True)] for table in after_rain],
        "anywhere": [BARS[row] for row in ANYWHERE],
    }


def offer(view: Json, moves: list[Json] | None) -> Json | None:
    """What the seat in turn can do: choices by kind, and by card where it fits and what keeps it out elsewhere.

    `play` holds for every card of the hand its `ways`, by cabin the victims it can eject (None: nobody), each with
    the tilt after it, and under `barred` the other cabins, those that are closed for the same reasons together.
    `gains` are the pieces and points that a card laid or ejected brings, or a half on a score card; `discs` what
    every seat pays or gets for a card in a cabin that is there, and in a new one.
    """
    if not moves:
        return None
    seat = view["turn"]
    hands = [hand if other == seat else [] for other, hand in enumerate(view["hands"])]  # those of others judge nothing
    table = STATE.laid(view | {"hands": hands}, *JUDGED_BY)
    offered: Json = {}
    ways: dict[str, dict[str, list[tuple[str | None, int]]]] = {}
    gains: dict[str, Json | None] = {}
    for move in moves:
        kind = move["move"]
        if kind == "play":
            card, victim = CARD.number(move["card"]), move.get("eject")
            tilt = tilt_after(table, card, place_named(move["cabin"]), CARD.number(victim) if victim else NO_CARD)
            ways.setdefault(move["card"], {}).setdefault(move["cabin"], []).append((victim, int(tilt)))
            gained = victim or move["card"]
            gains[gained] = gains[gained] if gained in gains else _gain(table, seat, gained)
        elif kind in CHOICES:
            offered.setdefault(kind, []).append(move[CHOICES[kind]])
        else:
            offered[kind] = True
    offered["gains"] = gains | {kind: _gain(table, seat, kind) for kind in offered.get("boost", [])[:-1]}
    if view["phase"] in ("turn", "second", "endgame"):
        tables, cabins = packed(LAYOUT.dtype, table), {name: CABIN.digit(name) for name in every_cabin(view)}
        offered["play"] = {
            card: {"ways": fits, "barred": _barred(tables, card, {c: n for c, n in cabins.items() if c not in fits})}
            for card, fits in ((card, ways.get(card, {})) for card in dict.fromkeys(hands[seat]))
        }
        offered["discs"] = [_paid(table, seat, is_new) for is_new in (False, True)]
    return offered


def _gain(table: Plain, seat: int, name: str) -> Json | None:
    """The half-pieces and points that a card brings a seat on a score card, or a half there; None for none."""
    before: Any = table
    after: Any = table.copy()
    if name in TYPES:
        add_half(after, seat, TYPES.index(name), unheard())
    else:
        pay(after, seat, False, unheard())
        credit(after, seat, CARD.number(name), unheard())
    for kind, name in enumerate(TYPES):
        halves = after.half_pieces[kind][seat] - before.half_pieces[kind][seat]
        if halves:
            points = int(points_on(after, kind, seat) - points_on(before, kind, seat))
            return {"type": name, "halves": halves, "points": points}
    return None


def _paid(table: Plain, seat: int, is_new: bool) -> list[int]:
    """What every seat gets or, below 0, pays when a card is laid."""
    before: Any = table
    after: Any = table.copy()
    pay(after, seat, is_new, unheard())
    return [after.discs[other] - before.discs[other] for other in range(before.players)]


def _barred(tables: np.ndarray, card: str, cabins: dict[str, int]) -> dict[str, list[str]]:
    """The cabins that a card can't go to, by the rows of section 7 that keep it out."""
    broken, first = engine_of(GAME).broken_by(tables), PLAY + CARD.number(card) * CABINS
    barred: dict[str, list[str]] = {}
    for cabin, number in cabins.items():
        rules = broken(first + number)
        barred.setdefault(" ".join([BAR_OF_RULE[rule] for rule in rules]), []).append(cabin)
    return barred


def sheet(view: Json, words: Words) -> list[Json]:
    """The points of every seat by score card and for its discs, as if the match ended now; pets wait for the end."""
    rows = [_points(view["pieces2"][name]) for name in TYPES] + [_disc_points(view["discs"])]
    labels = [words(f"type.{name}") for name in TYPES] + [words("text.disc-points")]
    total = _scores([view["pieces2"][name] for name in TYPES], view["discs"])
    return score_sheet(*zip(labels, rows, strict=True), total=(words("text.total"), total))


@kept
def _scores(pieces: list[list[int]], discs: list[int]) -> list[int]:
    """What everybody has in all."""
    table = STATE.blank()
    table.players, table.discs = len(discs), discs
    for kind, halves in enumerate(pieces):
        table.half_pieces[kind] = halves
    return [int(final_score(table, seat)) for seat in range(len(discs))]


@kept
def _points(halves: list[int]) -> list[int]:
    """What everybody's pieces on one score card bring."""
    table = STATE.blank()
    table.players, table.half_pieces[0] = len(halves), halves
    return [int(points_on(table, 0, seat)) for seat in range(len(halves))]


@kept
def _disc_points(discs: list[int]) -> list[int]:
    """What everybody's discs bring."""
    table = STATE.blank()
    table.discs = discs
    return [disc_points(table, seat) for seat in range(len(discs))]
