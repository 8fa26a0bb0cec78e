"""The table of Animals on Board as plain JSON: states, views and events (AB-6, AB-8)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.contract import Json
from ...core.effects import Effects
from ...core.words import Words
from . import GAME, SPECIES
from .moves import names_of, say_tile, say_tiles
from .pieces import CRATES, HIDDEN, MOST_PLAYERS, NAMES
from .restoring import check, lay
from .state import NO_TILE, Effect, Phase, Table

FACE_DOWN = NAMES[HIDDEN]


# --- States and views ---------------------------------------------------------------------------


def state_of(table: Table) -> Json:
    """Everything on the table, seen by nobody in particular."""
    seats = range(table.players)
    return _open_facts(table) | {
        "deck": names_of(table.deck),
        "hidden": None if table.hidden == NO_TILE else NAMES[table.hidden],
        "hands": [names_of(table.hands[seat]) for seat in seats],
        "arks": [{"known": names_of(table.known[seat]), "unknown": names_of(table.unknown[seat])} for seat in seats],
    }


def view_of(table: Table, viewer: int | None) -> Json:
    """What a seat, or a spectator, may know (AB-6.1 to AB-6.6)."""
    seats = range(table.players)
    return _open_facts(table) | {
        "deck": _count(table.deck),
        "hidden": None if table.hidden == NO_TILE else FACE_DOWN,
        "hands": [names_of(table.hands[seat]) if seat == viewer else _count(table.hands[seat]) for seat in seats],
        "arks": [
            {
                "known": names_of(table.known[seat]),
                "unknown": names_of(table.unknown[seat]) if seat == viewer else _count(table.unknown[seat]),
            }
            for seat in seats
        ],
    }


def _open_facts(table: Table) -> Json:
    """What is open to all, always (AB-6.1)."""
    players = int(table.players)
    phase = Phase(table.phase)
    crates = table.crates.tolist()[:players]
    return {
        "game": GAME.slug,
        "options": GAME.options_of(table),
        "players": players,
        "phase": phase.name.lower(),
        "turn": None if phase is Phase.OVER else int(table.turn),
        "round": int(table.round_number),
        "scores": table.scores.tolist()[:players],
        "winners": _seats_of(table.winners),
        "species": _species_of(table.species),
        "area": [names_of(group) for group in table.groups if group],
        "crates": crates,
        "supply": CRATES - sum(crates),
        "flag": int(table.flag),
        "out": _seats_of(table.out),
        "passes": int(table.passes),
        "box": [names_of(box) for box in table.box[:players]],
    }


def _count(tiles: int) -> int:
    return int(tiles).bit_count()


def _seats_of(seats: int) -> list[int]:
    return [seat for seat in range(MOST_PLAYERS) if int(seats) >> seat & 1]


def _species_of(species: int) -> list[str]:
    return [name for number, name in enumerate(SPECIES) if int(species) >> number & 1]


# --- Tables from states and views ---------------------------------------------------------------


def table_of(state: Any) -> np.ndarray:
    """The table of a state; BadState says what is impossible about it."""
    check(state)
    return lay(state)


def imagine(view: Json) -> np.ndarray:
    """Some table that looks like this view, made from the view alone; deal it anew before use."""
    seen = {name for group in view["area"] for name in group if name != FACE_DOWN}
    for seat in range(view["players"]):
        parts = (view["hands"][seat], view["box"][seat], *view["arks"][seat].values())
        seen.update(name for part in parts if isinstance(part, list) for name in part)
    unseen = [name for name in NAMES if name.rpartition("-")[0] in view["species"] and name not in seen]

    def fill(part: Any) -> Any:
        return [unseen.pop() for _ in range(part)] if isinstance(part, int) else part

    return lay(
        view
        | {
            "hands": [fill(hand) for hand in view["hands"]],
            "arks": [{part: fill(tiles) for part, tiles in ark.items()} for ark in view["arks"]],
            "hidden": unseen.pop() if view["hidden"] else None,
            "deck": fill(view["deck"]),
        }
    )


# --- Events -------------------------------------------------------------------------------------

NAME_OF_EFFECT = {effect: effect.name.lower().replace("_", "-") for effect in Effect}
SEVERAL_TILES = {
    Effect.LAID_OPEN,
    Effect.DRAWN,
    Effect.LOADED,
    Effect.PAIR_LOST,
    Effect.DISCARDED,
    Effect.OPENED,
}


def events_of(effects: Effects) -> list[Json]:
    """What happened, as events with their audience; facts alike are told together."""
    events: list[Json] = []
    for kind, seat, tile, amount in effects.rows[: effects.count].tolist():
        effect = Effect(kind)
        event: Json = {"event": NAME_OF_EFFECT[effect], "audience": "all"}
        if seat >= 0:
            event["seat"] = seat
        if effect in SEVERAL_TILES:
            if events and events[-1] | {"tiles": 0} == event | {"tiles": 0}:
                events[-1]["tiles"].append(NAMES[tile])
                continue
            event["tiles"] = [NAMES[tile]]
        elif effect is Effect.KEPT:
            # All see that a tile was kept, its seat alone sees which (AB-6.7).
            events.append(event)
            event = event | {"event": "kept-tile", "tile": NAMES[tile], "audience": [seat]}
        elif effect is Effect.LOOKED:
            event |= {"tile": NAMES[tile], "audience": [seat]}
        elif amount:
            event["amount"] = amount
        events.append(event)
    return events


def say_event(event: Json, words: Words, names: list[str]) -> str | None:
    """An event in words, with the names of the seats; None where the move itself says it all."""
    key = f"event.{event['event']}"
    if key not in words:
        return None
    values: Json = {}
    if "seat" in event:
        values["name"] = names[event["seat"]]
    if "tiles" in event:
        values["tiles"] = say_tiles(event["tiles"], words)
    if "tile" in event:
        values["tile"] = say_tile(event["tile"], words)
    if "amount" in event:
        values["amount"] = abs(event["amount"])
    return words(key, **values)
