"""Which states of Animals on Board can be, and what is impossible about the others."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from ...core.contract import Json
from ...core.effects import new_effects
from ...core.shape import Shape
from ...core.table import NOBODY
from ...errors import shown
from . import GAME, SPECIES
from .moves import set_of
from .pieces import (
    ARK_ROOM,
    CRATES,
    DEALT,
    FACE_UP,
    FIRST_CRATES,
    HERD_POINTS,
    LARGEST_ARK,
    MOST_CRATES,
    NAMES,
    SPECIES_IN_PLAY,
)
from .rules.ending import open_and_score, reaches_ten
from .rules.tiles import has_pair
from .state import MOST_ROUNDS, NO_TILE, Phase

KEYS = (
    "round",
    "species",
    "deck",
    "hands",
    "area",
    "hidden",
    "arks",
    "crates",
    "supply",
    "flag",
    "out",
    "passes",
    "box",
)


def check(state: Any) -> None:
    """Refuse a state that cannot be, with a sentence that says why."""
    shape = Shape(GAME, state, KEYS)
    phase = shape.one_of("phase", ("keep", "play", "discard", "over"))
    _check_pieces(shape)
    _check_crates(shape)
    shape.whole("round", 1, MOST_ROUNDS)
    shape.seat("flag")
    out = shape.seats("out")
    shape.whole("passes", 0, shape.players - 1)
    scores = shape.whole_each("scores", 0, ARK_ROOM * HERD_POINTS + MOST_CRATES)
    winners = shape.seats("winners")
    if phase == "over":
        shape.demand(state["turn"] is None, "turn-over")
        _check_end(shape)
    else:
        shape.seat("turn")
        shape.demand(not any(scores) and not winners, "scores-early")
    if phase != "play":
        shape.demand(not out and not state["passes"], "out-of-play")
    if phase == "keep":
        _check_keeping(shape)
    else:
        shape.demand(not any(state["hands"]), "hands-late")
    if phase == "play":
        _check_round(shape, out)
    if phase == "discard":
        _check_discards(shape)
    if phase in ("keep", "play"):
        shape.demand(not any(state["box"]), "box-early")


def _check_pieces(shape: Shape) -> None:
    """Every tile of the species in play is in exactly one place (AB-8.1)."""
    state = shape.state
    species = shape.names("species", state["species"])
    shape.demand(
        len(set(species)) == len(species) == SPECIES_IN_PLAY[shape.players] and set(species) <= set(SPECIES),
        "species",
        count=int(SPECIES_IN_PLAY[shape.players]),
    )
    chosen = shape.options["species"]
    shape.demand(chosen is None or chosen == sorted(species), "species-option")
    area = [shape.names("area", group) for group in shape.items("area")]
    shape.demand(all(area), "group-empty")
    lying = [name for group in area for name in group]
    face_down = lying.count("hidden")
    shape.demand(face_down == (state["hidden"] is not None), "hidden")
    places = [
        shape.names("deck", state["deck"]),
        [name for name in lying if name != "hidden"],
        shape.names("hidden", [] if state["hidden"] is None else [state["hidden"]]),
    ]
    for key in ("hands", "box"):
        places += [shape.names(key, tiles) for tiles in shape.each_seat(key)]
    for ark in shape.each_seat("arks"):
        parts = shape.parts("arks", ark, ("known", "unknown"))
        places += [shape.names("arks", part) for part in parts.values()]
    count = Counter(name for place in places for name in place)
    in_play = {name for name in NAMES if name.rpartition("-")[0] in species}
    for name, times in sorted(count.items()):
        shape.demand(name in in_play, "tile-foreign", tile=shown(name))
        shape.demand(times == 1, "tile-twice", tile=name, count=times)
    missing = sorted(in_play - count.keys())
    shape.demand(not missing, "tile-missing", tile=missing[0] if missing else "")
    face_up = int(FACE_UP[shape.players])
    shape.demand(len(lying) - face_down <= face_up, "area-crowded", count=face_up)
    for ark in state["arks"]:
        shape.demand(_size(ark) <= LARGEST_ARK, "ark-too-full", count=LARGEST_ARK)


def _check_crates(shape: Shape) -> None:
    """No seat has more than five crates, and all crates are there (AB-4.7)."""
    crates = shape.whole_each("crates", 0, MOST_CRATES)
    supply = shape.whole("supply", 0, CRATES)
    shape.demand(supply + sum(crates) == CRATES, "crates", count=CRATES)


def _check_keeping(shape: Shape) -> None:
    """During the setup nothing but the kept tiles has moved (AB-3.4 to AB-3.6)."""
    state = shape.state
    shape.demand(state["round"] == 1 and not state["area"] and state["flag"] == shape.options["first"], "setup")
    shape.demand(all(crates == FIRST_CRATES for crates in state["crates"]), "setup")
    for seat in range(shape.players):
        kept = 1 if seat < state["turn"] else 0
        ark = state["arks"][seat]
        right = len(state["hands"][seat]) == DEALT - kept and not ark["known"] and len(ark["unknown"]) == kept
        shape.demand(right, "keeping", seat=seat)


def _check_round(shape: Shape, out: list[int]) -> None:
    """A seat that is not out has a turn ahead and an ark that is not full (AB-4.10, AB-4.16)."""
    state = shape.state
    shape.demand(state["turn"] not in out, "turn-out", seat=state["turn"])
    shape.demand(state["passes"] < shape.players - len(out), "passes")
    for seat in range(shape.players):
        shape.demand(seat in out or _size(state["arks"][seat]) < ARK_ROOM, "ark-full-early", seat=seat)


def _check_discards(shape: Shape) -> None:
    """Pairs are gone, and the lowest seat with more than ten tiles discards (AB-5.2, AB-5.3, AB-5.5)."""
    state = shape.state
    turn = state["turn"]
    full = [seat for seat in range(shape.players) if _size(state["arks"][seat]) > ARK_ROOM]
    shape.demand(bool(full) and full[0] == turn, "discard-turn", seat=turn)
    for seat, ark in enumerate(state["arks"]):
        tiles = _tiles(ark)
        shape.demand(reaches_ten(tiles) if seat == turn else not has_pair(tiles), "pair-left", seat=seat)


def _check_end(shape: Shape) -> None:
    """Arks are open, at most ten tiles each, without pairs, and the points are right (AB-5.6 to AB-5.8)."""
    state = shape.state
    for seat, ark in enumerate(state["arks"]):
        shape.demand(not ark["unknown"], "unknown-over", seat=seat)
        shape.demand(_size(ark) <= ARK_ROOM and not has_pair(_tiles(ark)), "pair-left", seat=seat)
    scored = lay(state)
    open_and_score(scored[0], new_effects()[0])
    points = scored[0].scores.tolist()[: shape.players]
    winners = [seat for seat in range(shape.players) if int(scored[0].winners) >> seat & 1]
    shape.demand(
        state["scores"] == points and sorted(state["winners"]) == winners, "score", scores=points, winners=winners
    )


def _tiles(ark: Json) -> int:
    return set_of([*ark["known"], *ark["unknown"]])


def _size(ark: Json) -> int:
    return len(ark["known"]) + len(ark["unknown"])


def lay(state: Json) -> np.ndarray:
    """Lay a table out as a state says, without asking whether it can be."""
    tables = GAME.new_table(state["players"], state["options"])
    table = tables[0]
    table.phase = Phase[state["phase"].upper()]
    table.turn = NOBODY if state["turn"] is None else state["turn"]
    table.round_number = state["round"]
    table.species = sum(1 << SPECIES.index(name) for name in state["species"])
    table.deck = set_of(state["deck"])
    table.hidden = NO_TILE if state["hidden"] is None else NAMES.index(state["hidden"])
    for place, group in enumerate(sorted(state["area"], key=min)):
        table.groups[place] = set_of(group)
    for seat in range(state["players"]):
        table.hands[seat] = set_of(state["hands"][seat])
        table.known[seat] = set_of(state["arks"][seat]["known"])
        table.unknown[seat] = set_of(state["arks"][seat]["unknown"])
        table.box[seat] = set_of(state["box"][seat])
        table.crates[seat] = state["crates"][seat]
        table.scores[seat] = state["scores"][seat]
    table.flag = state["flag"]
    table.out = sum(1 << seat for seat in state["out"])
    table.passes = state["passes"]
    table.winners = sum(1 << seat for seat in state["winners"])
    return tables
