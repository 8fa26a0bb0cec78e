"""Arche Opti Mix on the page: the box, what can be done, what it brings, what stands in its way, points by source."""

from __future__ import annotations

import numpy as np

from ...core.contract import Json
from ...core.effects import new_effects
from ...core.sheets import score_sheet
from ...core.table import unpacked
from ...core.words import Words
from . import CHIMPANZEE
from .cards import every_cabin, type_of
from .pieces import ALONE, DISCS, MOST_IN_CABIN, MOST_TILT, PET_RAIN, PLACES, PRINTED, RAINS, SLOTS, TYPES
from .rules.decisions import pay
from .rules.ending import final_score
from .rules.moves import CABIN, CARD
from .rules.placing import cost_of_laying, judge_play, tilt_after
from .rules.score_cards import add_half, credit, disc_points, points_on
from .state import ANYWHERE, LAYOUT, NO_CARD, Row, Table
from .views import STATE, imagine

CHOICES = {"take": "card", "pick": "card", "pet": "card", "boost": "type"}
BARS = {row: row.name.lower().replace("_", "-") for row in Row}


def pieces() -> Json:
    """What is printed on the cards, and the quantities that a board draws."""
    after_rain = LAYOUT.new(RAINS + 1)
    after_rain["rain"] = range(RAINS + 1)
    return {
        "cards": {
            name: {
                "type": {value: type_of(name, {"options": {"chimpanzee": value}}) for value in CHIMPANZEE},
                "alone": bool(ALONE & SLOTS.lowest[CARD.number(name)]),
                **{key: card[key] for key in ("weight", "climate", "food", "power")},
            }
            for name, card in PRINTED.items()
        },
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
    tables = imagine(view)
    table, seat = tables[0], view["turn"]
    offered: Json = {}
    ways: dict[str, dict[str, list[tuple[str | None, int]]]] = {}
    gains: dict[str, Json | None] = {}
    for move in moves:
        kind = move["move"]
        if kind == "play":
            card, victim = CARD.number(move["card"]), move.get("eject")
            tilt = tilt_after(table, card, CABIN.number(move["cabin"]), CARD.number(victim) if victim else NO_CARD)
            ways.setdefault(move["card"], {}).setdefault(move["cabin"], []).append((victim, int(tilt)))
            gained = victim or move["card"]
            gains[gained] = gains[gained] if gained in gains else _gain(tables, seat, gained)
        elif kind in CHOICES:
            offered.setdefault(kind, []).append(move[CHOICES[kind]])
        else:
            offered[kind] = True
    offered["gains"] = gains | {kind: _gain(tables, seat, kind) for kind in offered.get("boost", [])[:-1]}
    if view["phase"] in ("turn", "second", "endgame"):
        hand = dict.fromkeys(view["hands"][seat])
        offered["play"] = {
            c: {"ways": ways.get(c, {}), "barred": _barred(view, table, c, ways.get(c, {}))} for c in hand
        }
        offered["discs"] = [_paid(tables, seat, is_new) for is_new in (False, True)]
    return offered


def _gain(tables: np.ndarray, seat: int, name: str) -> Json | None:
    """The half-pieces and points that a card brings a seat on a score card, or a half there; None for none."""
    after = tables.copy()
    if name in TYPES:
        add_half(after[0], seat, TYPES.index(name), new_effects()[0])
    else:
        pay(after[0], seat, False, new_effects()[0])
        credit(after[0], seat, CARD.number(name), new_effects()[0])
    for kind, name in enumerate(TYPES):
        halves = int(after[0].half_pieces[kind, seat] - tables[0].half_pieces[kind, seat])
        if halves:
            points = int(points_on(after[0], kind, seat) - points_on(tables[0], kind, seat))
            return {"type": name, "halves": halves, "points": points}
    return None


def _paid(tables: np.ndarray, seat: int, is_new: bool) -> list[int]:
    """What every seat gets or, below 0, pays when a card is laid."""
    after = tables.copy()
    pay(after[0], seat, is_new, new_effects()[0])
    return [int(number) for number in (after[0].discs - tables[0].discs)[: tables[0].players]]


def _barred(view: Json, table: Table, card: str, ways: Json) -> dict[str, list[str]]:
    """The cabins that a card can't go to, by the rows of section 7 that keep it out."""
    barred: dict[str, list[str]] = {}
    for cabin in every_cabin(view):
        if cabin not in ways:
            rows = judge_play(table, CARD.number(card), CABIN.number(cabin), NO_CARD)
            barred.setdefault(" ".join(BARS[row] for row in Row if rows & row), []).append(cabin)
    return barred


def sheet(view: Json, words: Words) -> list[Json]:
    """The points of every seat by score card and for its discs, as if the match ended now; pets wait for the end."""
    table, seats = unpacked(STATE.lay(view, "discs", "pieces2")[0]), range(view["players"])
    points = [[int(points_on(table, kind, seat)) for seat in seats] for kind in range(len(TYPES))]
    return score_sheet(
        *((words(f"type.{name}"), row) for name, row in zip(TYPES, points, strict=True)),
        (words("text.disc-points"), [int(disc_points(table, seat)) for seat in seats]),
        total=(words("text.total"), [int(final_score(table, seat)) for seat in seats]),
    )
