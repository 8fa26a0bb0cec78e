"""Animals on Board for the page: what its board draws from, what it can light, and everybody's points."""

from __future__ import annotations

from ...core.bits import first_of
from ...core.contract import Json
from ...core.kinds import HIDDEN
from ...core.sheets import score_sheet
from ...core.words import Words
from . import SPECIES, TABLES
from .pieces import ARK_ROOM, CRATE_POINTS, CRATES, HERD, MOST_CRATES, PAIR, TILE_COUNT, TILE_NAMES
from .rules.ending import points_of_species
from .rules.forecast import Sailing, sailing
from .rules.rounds import crates_after_split, refuse_split, refuse_take
from .rules.tiles import HIDDEN_BIT
from .state import Rule
from .views import SPELT, STATE

TILES_OF_A_SPECIES = TILE_COUNT // len(SPECIES)
tiles = SPELT.number  # by their names


def pieces() -> Json:
    """What of the box the board needs; `counts` says what so many tiles of a species are, and bring as a herd."""
    herds = [int(points_of_species((1 << count) - 1)) for count in range(TILES_OF_A_SPECIES + 1)]
    kinds = ["herd" if count >= HERD else "pair" if count == PAIR else "single" for count in range(len(herds))]
    return {
        "species": {name: [tile for tile in TILE_NAMES if tile.rpartition("-")[0] == name] for name in SPECIES},
        "hidden": HIDDEN,
        "face_up": {str(players): row["face_up"] for players, row in TABLES.items()},
        "room": ARK_ROOM,
        "counts": [{"kind": kind, "points": points} for kind, points in zip(kinds, herds, strict=True)],
        "crates": CRATES,
        "most_crates": MOST_CRATES,
    }


def offer(view: Json, moves: list[Json] | None) -> Json | None:
    """What the seat in turn can do. A group of thirteen can be split in 4095 ways, so they are not listed:

    {"keep": tiles} or {"discard": tiles, "after": points after each} or {"pass": true}, or, for the groups of the play
    area in their order, {"groups": [{"price": 3, "take": true, "split": true, "points": 17}, ...], "crates": 4,
    "points": 13}: points once a group is taken, a face-down tile not counted, and crates and points after a split.
    A group that can be split can be split in every way.
    """
    if not moves:
        return None
    kind, seat = moves[0]["move"], view["turn"]
    ark, crates = tiles(view["arks"][seat]["known"]) | tiles(view["arks"][seat]["unknown"]), view["crates"][seat]
    if kind in ("keep", "discard"):
        named = [move["tile"] for move in moves]
        after = [_points(ark & ~tiles([tile]), crates, view["phase"]) for tile in named]
        return {kind: named} | ({"after": after} if kind == "discard" else {})
    if kind == "pass":
        return {"pass": True}
    after_split, table, groups = crates_after_split(crates), STATE.laid(view, "crates"), []
    table.groups[: len(view["area"])] = area = [tiles(group) for group in view["area"]]
    for group in area:
        price, takes = group.bit_count(), refuse_take(table, group) == Rule.LEGAL
        points = _points(ark | (group & ~HIDDEN_BIT), crates - price, "play") if takes else None
        splits = refuse_split(table, group, first_of(group)) == Rule.LEGAL
        groups.append({"price": price, "take": takes, "split": splits, "points": points})
    return {"groups": groups, "crates": after_split, "points": _points(ark, after_split, view["phase"])}


def _points(ark: int, crates: int, phase: str) -> int:
    """What an ark and its crates would score now."""
    return sum(sailing(ark, phase == "play")) + CRATE_POINTS * crates


def sheet(view: Json, words: Words) -> list[Json]:
    """Everybody's points by source: those of the end, or before it what each ark would score now."""
    if view["phase"] == "keep":
        return []
    arks = [_sailing(ark, view["phase"]) for ark in view["arks"]]
    crates = [CRATE_POINTS * count for count in view["crates"]]
    return score_sheet(
        (words("board.singles"), [ark and ark.singles for ark in arks]),
        (words("board.herds"), [ark and ark.herds for ark in arks]),
        (words("board.crates"), crates),
        total=(words("board.total"), [ark and sum(ark) + rest for ark, rest in zip(arks, crates, strict=True)]),
    )


def _sailing(ark: Json, phase: str) -> Sailing | None:
    """What an ark would score now; None if it has tiles that the viewer doesn't know."""
    unknown = ark["unknown"] or []
    return sailing(tiles(ark["known"]) | tiles(unknown), phase == "play") if isinstance(unknown, list) else None
