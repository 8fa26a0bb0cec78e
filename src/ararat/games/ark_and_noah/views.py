"""The table of Ark & Noah as plain JSON: states, which are also the views, and events (sections 6 and 8)."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from ...catalogues import NO_BREAK
from ...core.contract import Json
from ...core.effects import Effects
from ...core.events import Events, Fact
from ...core.kinds import ByName, Items, Kind, OrNull, Parts, Seat, Seats, SetOf, Whole, Word
from ...core.moves import name_of
from ...core.states import At, EachSeat, Exact, Follows, Laid, Listed, State, Together, range_of
from ...core.table import NOBODY
from ...core.words import Words
from . import GAME
from .board import NO_CELL
from .names import A_CELL, A_SPECIES, A_TILE, AN_ACTION, AN_EDGE, CELL_SET, JOINT_SET, TILE_SET
from .pieces import COLUMNS, LATEST_ROUND, MOST_PLAYERS, OF_SEX, QUICK, SEXES, SIZE, SMALL, TILES
from .rules.pens import region_at, settle
from .state import LAYOUT, LEAST_SCORE, MOST_SCORE, NO_ACTION, Effect, End, Final, Goods, Phase, Source, Table

SEAT = Seat(MOST_PLAYERS)
POINTS = Whole(-MOST_SCORE, MOST_SCORE)
ROUND = ("round", Whole(1, LATEST_ROUND))
FINALS = tuple(map(name_of, Final))
FOLLOWING = ("open_right", "open_below", "leaky", "firm", "pens", "penned")  # from the planks
SETTLED: dict[tuple[int, tuple[int, ...]], Json] = {}  # by players and planks
MOST_SETTLED = 256


# --- States -------------------------------------------------------------------------------------


def _row(field: str, kind: Kind) -> Exact:
    """A value for each action, from left to right; the quick game has none."""

    def of(table: Table) -> list[Any]:
        numbers = [] if table.variant == QUICK else getattr(table, field)
        return [kind.value(number) for number in numbers]

    def lay(table: Table, value: list[Any]) -> None:
        numbers = getattr(table, field)
        for column, one in enumerate(value):
            numbers[column] = kind.number(one)

    return Exact(Items(kind, most=COLUMNS), of, lay)


def _bag(sex: int) -> Laid:
    """The tiles in the bag of a sex."""

    def lay(table: Table, value: list[str]) -> None:
        table.bags |= TILE_SET.number(value)

    return Laid(SetOf(Word(TILES[sex :: len(SEXES)])), lambda table: TILE_SET.value(table.bags & OF_SEX[sex]), lay)


def left_of(table: Table) -> int | None:
    """What the seat in turn may still place or load, where it does."""
    return table.left if table.phase in (Phase.BUILD, Phase.LOAD) else None


def lay_left(table: Table, value: int | None) -> None:
    table.left = value or 0


def planks_of(table: Any) -> dict[str, int]:
    """Whose plank lies on which edge."""
    if table.lends:  # then those who look at it will ask what follows, which it knows
        settled_by(table.players, tuple(table.planks), table)
    return {AN_EDGE.value(edge): seat for edge, seat in enumerate(table.planks) if seat != NOBODY}


def lay_planks(table: Table, value: dict[str, int]) -> None:
    planks = table.planks
    for edge, seat in value.items():
        planks[AN_EDGE.number(edge)] = seat
    vars(table).update(settled_by(table.players, tuple(planks)))


def settled_by(players: int, planks: tuple[int, ...], known: Any = None) -> Json:
    """What follows from the planks, as a table knows it, or by the rules; it is kept for all who ask."""
    settled = SETTLED.get((players, planks))
    if settled is None:
        if known is None:
            settle(known := cast(Any, SimpleNamespace(players=players, planks=planks)))
        if len(SETTLED) >= MOST_SETTLED:
            SETTLED.clear()
        settled = SETTLED[players, planks] = {name: getattr(known, name) for name in FOLLOWING}
    return settled


def pens_of(table: Table) -> dict[str, list[str]]:
    """The cells of all pens, by their first ones."""
    return {pen: CELL_SET.value(region_at(table, A_CELL.number(pen))) for pen in CELL_SET.value(table.pens)}


def pairs_of(table: Table) -> dict[str, list[str]]:
    """The species aboard, by the first cells of their pens."""
    found: dict[str, list[str]] = {}
    for species, cell in enumerate(table.berths):
        if cell != NO_CELL:
            found.setdefault(A_CELL.value(cell), []).append(A_SPECIES.value(species))
    return dict(sorted(found.items()))


def lay_pairs(table: Table, value: dict[str, list[str]]) -> None:
    for pen, pairs in value.items():
        for species in map(A_SPECIES.number, pairs):
            table.berths[species] = A_CELL.number(pen)
            row = "with_small" if SIZE[species] == SMALL else "with_large"
            setattr(table, row, getattr(table, row) | 1 << A_CELL.number(pen))


def final_of(table: Table) -> list[Json] | None:
    """What was added at the very end, by seat."""
    rows = table.final[: table.players]
    return [dict(zip(FINALS, row, strict=True)) for row in rows] if table.phase == Phase.OVER else None


def lay_final(table: Table, value: list[Json] | None) -> None:
    for seat, points in enumerate(value or []):
        table.final[seat] = [points[name] for name in FINALS]


STATE = State(
    GAME,
    Phase,
    {
        "round": At("round_number", ROUND[1]),
        "scores": EachSeat("scores", Whole(LEAST_SCORE, MOST_SCORE)),
        "winners": At("winners", Seats(MOST_PLAYERS)),
        "action": At("action", OrNull(AN_ACTION, NO_ACTION)),
        "actor": At("actor", OrNull(SEAT)),
        "queue": Listed("queue", SEAT, NOBODY, most=MOST_PLAYERS),
        "left": Exact(OrNull(range_of(LAYOUT, "left")), left_of, lay_left),
        "drawn": At("drawn", TILE_SET),
        "action_done": _row("action_done", OrNull(SEAT)),
        "action_now": _row("action_now", OrNull(SEAT)),
        "bonus": _row("bonus", range_of(LAYOUT, "bonus")),
        "bags": Together({sex: _bag(number) for number, sex in reversed(list(enumerate(SEXES)))}),
        "animals": EachSeat("animals", TILE_SET),
        "planks": EachSeat("wood", range_of(LAYOUT, "wood")),
        "pitch": EachSeat("pitch", range_of(LAYOUT, "pitch")),
        "food": EachSeat("food", range_of(LAYOUT, "food")),
        "supply": Together(
            {
                "planks": EachSeat("wood_supply", range_of(LAYOUT, "wood_supply")),
                "pitch": At("pitch_supply", range_of(LAYOUT, "pitch_supply")),
                "food": At("food_supply", range_of(LAYOUT, "food_supply")),
            }
        ),
        "ark": Together(
            {
                "planks": Laid(ByName(AN_EDGE, SEAT), planks_of, lay_planks),
                "pitch": At("tight", JOINT_SET),
                "food": At("fed", CELL_SET),
                "pens": Follows(ByName(A_CELL, Items(A_CELL)), pens_of),
                "pairs": Exact(ByName(A_CELL, Items(A_SPECIES)), pairs_of, lay_pairs),
            }
        ),
        "order": Listed("order", SEAT, NOBODY, most=MOST_PLAYERS),
        "final": Exact(OrNull(Items(Parts(dict.fromkeys(FINALS, POINTS)), most=MOST_PLAYERS)), final_of, lay_final),
    },
)


# --- Events -------------------------------------------------------------------------------------


class Rows(Kind):
    """What somebody or something gets, one after the other."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind

    def say_all(self, values: list[Any], words: Words, names: list[str]) -> str:
        return ", ".join(f"{self.kind.say(one, words, names)}{NO_BREAK}+{amount}" for one, amount in values)


class Sources(Kind):
    """Points by what they were scored for."""

    def say(self, value: dict[str, int], words: Words, names: list[str]) -> str:
        return ", ".join(f"{words(f'source.{name}')} {points}" for name, points in value.items())


class SeatNames(Seat):
    """Seats one after the other."""

    def say_all(self, values: list[int], words: Words, names: list[str]) -> str:
        return ", ".join(names[seat] for seat in values)


ACTION = ("action", AN_ACTION)
AMOUNT = ("points", POINTS)

EVENTS = Events(
    Effect,
    {
        (Effect.BONUS, Effect.BONUSES): Fact(ACTION, AMOUNT),  # what a seat gets, what lies there now
        (Effect.ACTION, Effect.NOTHING): Fact(ACTION),  # in the latter nobody can do anything
        Effect.GOODS: Fact(("kind", Word(tuple(map(name_of, Goods)), "goods")), AMOUNT),  # from the supply
        (Effect.DRAWN, Effect.RETURNED): Fact(("animals", A_TILE), together=True),
        # A point for the quick exchange; the final scoring.
        (Effect.POINT, Effect.HULL, Effect.GOODS_LOST, Effect.ANIMALS_LOST): Fact(amount=AMOUNT),
        Effect.PEN: Fact(("pen", A_CELL), ("cells", Whole(1, COLUMNS))),
        Effect.REMOVED: Fact(("edge", AN_EDGE)),
        Effect.SCORED: Fact(("source", Word(tuple(map(name_of, Source)))), AMOUNT),
        Effect.ROUND: Fact(amount=ROUND),
        Effect.ENDED: Fact(("by", Word(tuple(map(name_of, End)))), ROUND),
    },
    said={"points": "count", "cells": "count", "round": "number", "taken": "amounts", "seats": "names"},
    more={"bonuses": Rows(AN_ACTION), "taken": Rows(SEAT), "seats": SeatNames(MOST_PLAYERS), "sources": Sources()},
)
# Facts that are told together: under which key, and what of each.
LISTED = {"bonuses": ("bonuses", ACTION[0], AMOUNT[0]), "goods": ("taken", "seat", AMOUNT[0])}


def events_of(effects: Effects) -> list[Json]:
    """What happened, as events for all; facts of one kind, one after the other, are told together."""
    events: list[Json] = []
    for event in EVENTS.events_of(effects):
        if event["event"] in LISTED:
            key, *fields = LISTED[event["event"]]
            _gather(events, event, key, [event.pop(field) for field in fields])
        elif event["event"] == "last-loading":
            _gather(events, event, "seats", event.pop("seat"))
        elif event["event"] == "scored":
            source = event.pop("source")
            if not events or (events[-1]["event"], events[-1].get("seat")) != ("scored", event["seat"]):
                events.append(event | {"points": 0, "sources": {}})
            events[-1]["points"] += event["points"]
            events[-1]["sources"][source] = event["points"]
        else:
            events.append(event)
    return events


def _gather(events: list[Json], event: Json, key: str, value: Any) -> None:
    """Tell something with the last event, if that is alike, else with a new one."""
    if not events or events[-1] | {key: None} != event | {key: None}:
        events.append(event | {key: []})
    events[-1][key].append(value)


def say_event(event: Json, words: Words, names: list[str]) -> str | None:
    """An event in words; each way to end has its own sentence."""
    return EVENTS.say(event | {"event": f"ended-{event['by']}"} if "by" in event else event, words, names)
