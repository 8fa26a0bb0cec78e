"""Ark & Noah on the page: the box in plain JSON, what can be done in a form to light, the points by source."""

from __future__ import annotations

from copy import copy
from functools import lru_cache

from ...core.contract import Json
from ...core.effects import new_effects
from ...core.sheets import score_sheet
from ...core.table import unpacked
from ...core.words import Words
from . import PLAYERS, VARIANTS
from .board import PLANS
from .names import A_CELL, A_SPECIES, AN_EDGE, JOINT_SET, Name, board_for, species_of
from .pieces import (
    ACTION_NAMES,
    FOOD_TAKEN,
    HULL_BONUS,
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
from .rules.building import allowance, piece_points, points_so_far
from .rules.ending import hull_planks, hull_points, points_in_play
from .rules.loading import boarding_points, cost_of, feeding_points, nearest_pen
from .rules.moves import MOVES
from .rules.pens import has_plank, is_inside_pen, joints_of, lay_plank, region_at
from .state import Effect, Source, Table
from .views import FINALS, STATE, settled_by

# The moves that name one thing each, and the field that names it.
SINGLE = {
    name: field
    for name, kind in MOVES.kinds.items()
    for field, value in kind.fields.items()
    if len(kind.fields) == 1 and isinstance(value, Name)
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
    columns, rows = (1 + max(places) for places in zip(*PLANS[players], strict=True))
    return {"columns": columns, "rows": rows, **board_for(players)._asdict()}


def offer(view: Json, moves: list[Json] | None) -> Json | None:
    """What the seat in turn can do.

    `worker`, `action`, `bag`, `pick`, `reward`, `draw`, `plank`, `pitch`, `feed`: what such a move can name.
    `swap`: planks by seat; any two of different seats can change places. `trade`: every `give` for every `take`.
    `board`: by species its `cost`, and its `pens` with everybody's points. `keep`, `done`: whether they are there.
    `nearest`: by species the pen for which a refusal says most. `gains`: what a piece scores.
    """
    if not moves:
        return None
    table: Table = STATE.lay(view)[0]
    by_kind: dict[str, list[Json]] = {}
    for move in moves:
        by_kind.setdefault(move["move"], []).append(move)
    found: Json = {kind: [move[SINGLE[kind]] for move in by_kind[kind]] for kind in SINGLE if kind in by_kind}
    found |= {kind: True for kind in ("keep", "done") if kind in by_kind}
    if "swap-planks" in by_kind:
        planks = view["ark"]["planks"].items()
        found["swap"] = {
            str(seat): [edge for edge, laid in planks if laid == seat] for seat in {seat for _, seat in planks}
        }
    if "trade" in by_kind:
        found["trade"] = {
            side: list(dict.fromkeys(move[side] for move in by_kind["trade"])) for side in ("give", "take")
        }
    for move in by_kind.get("board", []):
        cost = int(cost_of(table, A_SPECIES.number(move["species"])))
        ways = found.setdefault("board", {}).setdefault(move["species"], {"cost": cost, "pens": {}})
        ways["pens"][move["pen"]] = boarding_scores(table, move)
    if view["phase"] in ("build", "load"):
        points = int(piece_points(table))
        found["gains"] = {"plank": points, "pitch": points, "feed": int(feeding_points(table))}
    if view["phase"] in ("load", "final-board") and view["ark"]["pens"]:
        own = sorted({species_of(tile) for tile in view["animals"][view["turn"]]})
        found["nearest"] = {name: A_CELL.value(nearest_pen(table, A_SPECIES.number(name))) for name in own}
    return found


def boarding_scores(table: Table, move: Json) -> list[int]:
    """What every seat would score if a pair boarded a pen."""
    species, pen = A_SPECIES.number(move["species"]), region_at(table, A_CELL.number(move["pen"]))
    seats = range(table.players)
    return [sum(int(boarding_points(table, species, pen, seat, source)) for source in Source) for seat in seats]


def gauges(view: Json) -> Json:
    """What the rules make of the table.

    `hull`: everybody's planks there, and the points they would bring now. `leaks`: joints of pens without pitch.
    `closing`: by edge what a plank would finish: the cells of each pen, the planks inside that would go.
    `share`: what the seat in turn may place or load in its part. `scored`: what the pieces of the part have brought.
    """
    table = unpacked(STATE.lay(view, "action", "actor", "left", "ark")[0])
    planks = tuple(table.planks)
    return {
        "hull": _hull(table.players, planks),
        "leaks": JOINT_SET.value(joints_of(table, table.penned) & ~table.tight),
        "closing": _closings(table.players, planks),
        "share": int(allowance(table)),
        "scored": int(points_so_far(table)),
    }


# What follows from the planks alone takes long, and all at a table ask it of the same ones: it is kept.
@lru_cache(maxsize=64)
def _hull(players: int, planks: tuple[int, ...]) -> Json:
    """Everybody's planks on the hull, and the points they would bring now."""
    settled, seats = settled_by(players, planks), range(players)
    return {
        "planks": [int(hull_planks(settled, seat)) for seat in seats],
        "points": [int(hull_points(settled, seat)) for seat in seats],
    }


@lru_cache(maxsize=64)
def _closings(players: int, planks: tuple[int, ...]) -> Json:
    """What a plank on each free edge would finish."""
    found: Json = {}
    settled, effects = settled_by(players, planks), new_effects()[0]
    for name in board_for(players).edges:
        edge = AN_EDGE.number(name)
        if has_plank(settled, edge) or is_inside_pen(settled, edge):
            continue
        twin, effects.count = copy(settled), 0
        twin.planks, twin.wood_supply = list(planks), [0] * players
        lay_plank(twin, edge, 0, effects)
        rows = effects.rows[: effects.count].tolist()
        if rows:
            pens = [cells for effect, _, _, cells in rows if effect == Effect.PEN]
            found[name] = {"pens": pens, "gone": len(rows) - len(pens)}
    return found


def sheet(view: Json, words: Words) -> list[Json]:
    """Everybody's points by source: in play, and at the end what the final scoring added."""
    rows = {"played": list(view["scores"])}
    if view["final"] is not None:
        table = STATE.lay(view)[0]
        rows["played"] = [int(points_in_play(table, seat)) for seat in range(view["players"])]
        for name in FINALS[:1] if view["options"]["variant"] == VARIANTS[QUICK] else FINALS:
            rows[name] = [final[name] for final in view["final"]]
    shown = [(words(f"text.{name}"), values) for name, values in rows.items()]
    return score_sheet(*shown, total=(words("text.total"), list(view["scores"])))
