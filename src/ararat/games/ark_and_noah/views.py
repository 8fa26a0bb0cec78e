"""The table of Ark & Noah as plain JSON: states, views and events (sections 6 and 8)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.contract import Json
from ...core.effects import Effects
from ...core.table import NOBODY
from ...core.words import Words, key_for
from . import GAME
from .board import CELL_NAMES, EDGES, NO_CELL
from .names import cell_names, joint_names, say_edge, say_tiles, tile_names
from .pieces import ACTION_NAMES, FEMALES, MALES, QUICK, SPECIES, TILES
from .restoring import check, lay_out
from .rules.pens import region_at
from .sets import members
from .state import NO_ACTION, Effect, End, Final, Goods, Phase, Source, Table

PHASE_NAMES = {phase: phase.name.lower().replace("_", "-") for phase in Phase}

# --- States and views ---------------------------------------------------------------------------


def state_of(table: Table) -> Json:
    """Everything on the table, seen by nobody in particular."""
    return view_of(table, None)


def view_of(table: Table, viewer: int | None) -> Json:
    """What a seat, or a spectator, may know: everything (section 6)."""
    players, phase = int(table.players), Phase(table.phase)
    over, quick = phase is Phase.OVER, table.variant == QUICK
    return {
        "game": GAME.slug,
        "options": GAME.options_of(table),
        "players": players,
        "phase": PHASE_NAMES[phase],
        "turn": None if over else int(table.turn),
        "round": int(table.round_number),
        "scores": table.scores.tolist()[:players],
        "winners": [seat for seat in range(players) if int(table.winners) >> seat & 1],
        "action": None if table.action == NO_ACTION else ACTION_NAMES[table.action],
        "actor": _seat_or_none(int(table.actor)),
        "queue": _seats(table.queue),
        "left": int(table.left) if phase in (Phase.BUILD, Phase.LOAD) else None,
        "drawn": tile_names(table.drawn),
        "action_done": [] if quick else [_seat_or_none(seat) for seat in table.action_done.tolist()],
        "action_now": [] if quick else [_seat_or_none(seat) for seat in table.action_now.tolist()],
        "bonus": [] if quick else table.bonus.tolist(),
        "bags": {"m": tile_names(int(table.bags) & MALES), "f": tile_names(int(table.bags) & FEMALES)},
        "animals": [tile_names(tiles) for tiles in table.animals.tolist()[:players]],
        "planks": table.wood.tolist()[:players],
        "pitch": table.pitch.tolist()[:players],
        "food": table.food.tolist()[:players],
        "supply": {
            "planks": table.wood_supply.tolist()[:players],
            "pitch": int(table.pitch_supply),
            "food": int(table.food_supply),
        },
        "ark": _ark(table),
        "order": _seats(table.order),
        "final": [_final(points) for points in table.final.tolist()[:players]] if over else None,
    }


def _seat_or_none(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def _seats(seats: Any) -> list[int]:
    return [seat for seat in seats.tolist() if seat != NOBODY]


def _final(points: list[int]) -> Json:
    return {final.name.lower(): points[final] for final in Final}


def _ark(table: Table) -> Json:
    """What lies on the ark; pens by their first cells."""
    planks = table.planks.tolist()
    berths: dict[str, list[str]] = {}
    for species, cell in zip(SPECIES, table.berths.tolist(), strict=True):
        if cell != NO_CELL:
            berths.setdefault(CELL_NAMES[cell], []).append(species)
    pens = sorted((CELL_NAMES[cell], region_at(table, cell)) for cell in members(table.pens))
    return {
        "planks": {EDGES[edge]: seat for edge, seat in enumerate(planks) if seat != NOBODY},
        "pitch": joint_names(table.tight),
        "food": cell_names(table.fed),
        "pens": {name: cell_names(cells) for name, cells in pens},
        "pairs": dict(sorted(berths.items())),
    }


# --- Tables from states and views ---------------------------------------------------------------


def table_of(state: Any) -> np.ndarray:
    """The table of a state; BadState says what is impossible about it."""
    return check(state)


def imagine(view: Json) -> np.ndarray:
    """The table that looks like this view: there is but one."""
    return lay_out(view)


# --- Events -------------------------------------------------------------------------------------

NAME_OF_EFFECT = {effect: effect.name.lower().replace("_", "-") for effect in Effect}
NAME_OF_GOODS = {goods: goods.name.lower() for goods in Goods}
NAME_OF_SOURCE = {source: source.name.lower() for source in Source}
NAME_OF_END = {end: end.name.lower() for end in End}
OF_TILES = (Effect.DRAWN, Effect.RETURNED)
OF_POINTS = (Effect.BONUS, Effect.POINT, Effect.HULL, Effect.GOODS_LOST, Effect.ANIMALS_LOST)


def events_of(effects: Effects) -> list[Json]:
    """What happened, as events for all; facts of one kind, one after the other, are told together."""
    events: list[Json] = []
    for kind, seat, piece, amount in effects.rows[: effects.count].tolist():
        effect = Effect(kind)
        last = events[-1] if events else {"event": None}
        event: Json = {"event": NAME_OF_EFFECT[effect], "audience": "all"}
        if effect in OF_TILES:
            _gather(events, event, "animals").append(TILES[piece])
        elif effect is Effect.BONUS_ROSE:
            _gather(events, event | {"event": "bonuses"}, "bonuses").append([ACTION_NAMES[piece], amount])
        elif effect is Effect.GOODS:
            event["kind"] = NAME_OF_GOODS[Goods(piece)]
            _gather(events, event, "taken").append([seat, amount])
        elif effect is Effect.LAST_LOADING:
            _gather(events, event, "seats").append(seat)
        elif effect is Effect.SCORED:
            if last["event"] != event["event"] or last["seat"] != seat:
                events.append(event | {"seat": seat, "points": 0, "sources": {}})
            events[-1]["points"] += amount
            events[-1]["sources"][NAME_OF_SOURCE[Source(piece)]] = amount
        else:
            events.append(_event(event, effect, seat, piece, amount))
    return events


def _gather(events: list[Json], event: Json, key: str) -> list[Any]:
    """The list of the last event, if it is of the same kind, else of a new one."""
    if not events or {**events[-1], key: None} != {**event, key: None}:
        events.append({**event, key: []})
    found: list[Any] = events[-1][key]
    return found


def _event(event: Json, effect: Effect, seat: int, piece: int, amount: int) -> Json:
    """One fact as an event."""
    if seat != NOBODY:
        event["seat"] = seat
    if effect in (Effect.ACTION, Effect.BONUS, Effect.NOTHING):
        event["action"] = ACTION_NAMES[piece]
    if effect in OF_POINTS:
        event["points"] = amount
    if effect is Effect.PEN:
        event |= {"pen": CELL_NAMES[piece], "cells": amount}
    elif effect is Effect.REMOVED:
        event["edge"] = EDGES[piece]
    elif effect is Effect.ROUND:
        event["round"] = amount
    elif effect is Effect.ENDED:
        event |= {"by": NAME_OF_END[End(piece)], "round": amount}
    return event


def say_event(event: Json, words: Words, names: list[str]) -> str | None:
    """An event in words, with the names of the seats; None where the move itself says it all."""
    key = f"event.{event['event']}"
    values: Json = {}
    if event["event"] == "ended":
        key = f"{key}-{event['by']}"
    if key not in words:
        return None
    if "seat" in event:
        values["name"] = names[event["seat"]]
        key = key_for(key, event["seat"], names, words)
    if "action" in event:
        values["action"] = words(f"action.{event['action']}")
    if "animals" in event:
        values["animals"] = say_tiles(event["animals"], words)
    if "bonuses" in event:
        values["bonuses"] = ", ".join(f"{words(f'action.{name}')}\u00a0+{bonus}" for name, bonus in event["bonuses"])
    if "taken" in event:
        values["kind"] = words(f"goods.{event['kind']}")
        values["amounts"] = ", ".join(f"{names[seat]}\u00a0+{amount}" for seat, amount in event["taken"])
    if "seats" in event:
        values["names"] = ", ".join(names[seat] for seat in event["seats"])
    if "sources" in event:
        values["sources"] = ", ".join(f"{words(f'source.{name}')} {n}" for name, n in event["sources"].items())
    if "points" in event:
        values["count"] = event["points"]
    if "cells" in event:
        values |= {"pen": event["pen"], "count": event["cells"]}
    if "edge" in event:
        values["edge"] = say_edge(event["edge"], words, len(names))
    if "round" in event:
        values["number"] = event["round"]
    return words(key, **values)
