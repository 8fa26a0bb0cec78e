"""Ark & Noah on the page: the box in plain JSON, what can be done in a form to light, the points by source."""

from __future__ import annotations

from functools import lru_cache

from ...core.bits import members_of
from ...core.choices import by_kind
from ...core.contract import Json
from ...core.engine import engine_of
from ...core.keeping import shared
from ...core.sheets import score_sheet
from ...core.table import packed, twin_of
from ...core.words import Words
from . import GAME, PLAYERS, VARIANTS
from .board import GRID, PLANS
from .names import A_CELL, A_SPECIES, AN_EDGE, JOINT_SET, Name, board_for, species_of
from .pieces import (
    ACTION_NAMES,
    FAMILY,
    FOOD_TAKEN,
    HULL_BONUS,
    LAST_ROUND,
    LATEST_ROUND,
    LOADING_POINTS,
    PIECES_PLACED,
    PITCH_TAKEN,
    POINTS,
    QUICK,
    QUICK_ACTIONS,
    REWARD,
    REWARDS,
    SIZE,
    SPECIES,
    STANDARD,
    WOOD_TAKEN,
)
from .rules.building import allowance, piece_points, points_so_far
from .rules.ending import hull_planks, hull_points, points_in_play
from .rules.loading import boarding_points, cost_of, feeding_points
from .rules.moves import BOARD, MOVES, PLANK
from .rules.pens import joints_of, region_at
from .state import LAYOUT, Effect, Phase, Rule, Source, Table
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
        "reward": REWARD,
        "hull_bonus": HULL_BONUS,
        "family": list(FAMILY),
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
    table: Table = shared(view, STATE.laid)
    kinds = by_kind(moves)
    found: Json = {kind: [move[SINGLE[kind]] for move in kinds[kind]] for kind in SINGLE if kind in kinds}
    found |= {kind: True for kind in ("keep", "done") if kind in kinds}
    if "swap-planks" in kinds:
        planks = view["ark"]["planks"].items()
        found["swap"] = {
            str(seat): [edge for edge, laid in planks if laid == seat] for seat in {seat for _, seat in planks}
        }
    if "trade" in kinds:
        found["trade"] = {side: list(dict.fromkeys(move[side] for move in kinds["trade"])) for side in ("give", "take")}
    for move in kinds.get("board", ()):
        cost = int(cost_of(table, A_SPECIES.number(move["species"])))
        ways = found.setdefault("board", {}).setdefault(move["species"], {"cost": cost, "pens": {}})
        ways["pens"][move["pen"]] = boarding_scores(table, move)
    if view["phase"] in ("build", "load"):
        points = int(piece_points(table))
        found["gains"] = {"plank": points, "pitch": points, "feed": int(feeding_points(table))}
    if view["phase"] in ("load", "final-board") and view["ark"]["pens"]:
        own = sorted({species_of(tile) for tile in view["animals"][view["turn"]]})
        found["nearest"] = nearest_pens(table, own)
    return found


def nearest_pens(table: Table, pairs: list[str]) -> dict[str, str]:
    """Of each pair the pen, by its first cell, that it can board, or the one whose refusal comes last: it says most."""
    pens, starts = members_of(table.pens), [BOARD + A_SPECIES.number(name) * GRID for name in pairs]
    asked = [start + cell for start in starts for cell in pens]
    refused, _ = engine_of(GAME).step_each(packed(LAYOUT.dtype, table), asked)
    found = {}
    for place, name in enumerate(pairs):
        rules = refused[place * len(pens) : (place + 1) * len(pens)]
        found[name] = A_CELL.value(pens[rules.index(0 if Rule.LEGAL in rules else max(rules))])
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
    `rounds`: how many there are at least and at most, and whether the match may end already.
    `share`: what the seat in turn may place or load in its part. `scored`: what the pieces of the part have brought.
    """
    table: Table = shared(view, STATE.laid)
    planks = tuple(table.planks)
    return {
        "hull": _hull(table.players, planks),
        "leaks": JOINT_SET.value(joints_of(table, table.penned) & ~table.tight),
        "closing": _closings(table.players, planks),
        "rounds": rounds(view),
        "share": int(allowance(table)),
        "scored": int(points_so_far(table)),
    }


def rounds(view: Json) -> Json:
    """How many rounds there are at least and at most, and whether the match may end already (AN-5.1 on, AQ-5.1)."""
    least = int(LAST_ROUND[VARIANTS.index(view["options"]["variant"])])
    return {"least": least, "most": LATEST_ROUND, "late": view["round"] >= least}


# What follows from the planks alone takes long, and all at a table ask it of the same ones: it is kept.
@lru_cache(maxsize=64)
def _hull(players: int, planks: tuple[int, ...]) -> Json:
    """Everybody's planks on the hull, and the points they would bring now."""
    table, seats = STATE.blank(), range(players)
    table.players, table.planks = players, planks
    planks_there, points = ([int(of(table, seat)) for seat in seats] for of in (hull_planks, hull_points))
    return {"planks": planks_there, "points": points}


@lru_cache(maxsize=64)
def _closings(players: int, planks: tuple[int, ...]) -> Json:
    """What a plank on each free edge would finish."""
    engine, table = engine_of(GAME), STATE.blank()
    vars(table).update(settled_by(players, planks), players=players, planks=list(planks), phase=Phase.BUILD)
    table.turn = table.actor = 0
    table.left, table.wood[0], table.pitch[0] = 2, 2, 1  # a piece, and another one, so that nothing follows
    one, edges = packed(LAYOUT.dtype, table), {PLANK + AN_EDGE.number(name): name for name in board_for(players).edges}
    played = engine.step_each(one, list(edges))[1]["penned"] != table.penned
    found: Json = {}
    for action in (action for action, closes in zip(edges, played.tolist(), strict=True) if closes):
        effects = engine.step(twin_of(one), action)[1][0]
        kinds = [(effect, cells) for effect, _, _, cells in effects.rows[: effects.count].tolist()]
        pens = [cells for effect, cells in kinds if effect == Effect.PEN]
        found[edges[action]] = {"pens": pens, "gone": len(kinds) - len(pens)}
    return found


def sheet(view: Json, words: Words) -> list[Json]:
    """Everybody's points by source: in play, and at the end what the final scoring added."""
    rows = {"played": list(view["scores"])}
    if view["final"] is not None:
        table = STATE.laid(view, "scores", "final")
        rows["played"] = [int(points_in_play(table, seat)) for seat in range(view["players"])]
        for name in FINALS[:1] if view["options"]["variant"] == VARIANTS[QUICK] else FINALS:
            rows[name] = [final[name] for final in view["final"]]
    shown = [(words(f"text.{name}"), values) for name, values in rows.items()]
    return score_sheet(*shown, total=(words("text.total"), list(view["scores"])))
