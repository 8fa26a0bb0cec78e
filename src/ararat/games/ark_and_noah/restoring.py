"""Which states of Ark & Noah can be, and what is impossible about the others (AN-8.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np

from ...core.contract import Json
from ...core.shape import Shape
from ...core.table import NOBODY
from ...errors import BadState, shown
from . import GAME
from .board import (
    ALL_JOINTS,
    CELL_NAMES,
    CELLS,
    EDGE_CELLS,
    EDGES,
    IS_UPRIGHT,
    JOINT_EDGES,
    JOINTS,
    NO_CELL,
    NUMBER_OF_CELL,
    NUMBER_OF_EDGE,
    NUMBER_OF_JOINT,
    WITH_LOWER,
    WITH_OUTER,
    WITH_RIGHT,
)
from .names import NUMBER_OF_SPECIES, cell_names, tile_names, tile_set
from .pieces import (
    ACTION_NAMES,
    COLUMNS,
    DRAWN_BY_CHOICE,
    EXCHANGE_TILES,
    FOOD,
    IN_MATCH,
    LATEST_ROUND,
    LOADING_POINTS,
    MOST_BONUS,
    PIECES_PLACED,
    PITCH,
    PLANKS,
    QUICK,
    SIZE,
    SMALL,
    SPECIES,
    STANDARD,
    workers_of_a_seat,
)
from .rules.ending import animal_points, best_seats, goods_points, hull_points
from .rules.exchange import can_draw, can_swap
from .rules.pens import is_pen, joints_of, region_at
from .sets import members, set_of
from .state import (
    LEAST_SCORE,
    MOST_SCORE,
    NO_ACTION,
    QUICK_PHASES,
    STANDARD_PHASES,
    Final,
    Phase,
    Table,
)

KEYS = (
    "round",
    "action",
    "actor",
    "queue",
    "left",
    "drawn",
    "action_done",
    "action_now",
    "bonus",
    "bags",
    "animals",
    "planks",
    "pitch",
    "food",
    "supply",
    "ark",
    "order",
    "final",
)
ARK_KEYS = ("planks", "pitch", "food", "pens", "pairs")
SUPPLY_KEYS = ("planks", "pitch", "food")
FINAL_KEYS = tuple(final.name.lower() for final in Final)
PHASES = tuple(phase.name.lower().replace("_", "-") for phase in Phase)
# The action that a phase belongs to; the others belong to none.
ACTION_OF_PHASE = {
    "bag": "animals",
    "pick": "animals",
    "reward": "exchange",
    "exchange": "exchange",
    "draw": "exchange",
    "trade": "exchange",
    "build": "build",
    "load": "load",
}
OF_ACTOR = ("action", "bag", "reward", "exchange", "draw", "trade")
IN_TURN = ("bag", "pick", "build", "load", "final-feed", "final-board")
FINAL = ("final-feed", "final-board")


def check(state: Any) -> np.ndarray:
    """The table of a state that can be; a sentence says why another one can't."""
    shape = Shape(GAME, state, KEYS)
    phase = shape.one_of("phase", PHASES)
    variant = STANDARD if shape.options["variant"] == "standard" else QUICK
    _check_phase(shape, phase, variant)
    _check_goods(shape, variant)
    _check_animals(shape, variant)
    _check_seats(shape, phase)
    _check_left(shape, phase, variant)
    _check_workers(shape, phase, variant)
    _check_final(shape, phase)
    tables = lay_out(state)
    _check_ark(shape, tables[0], variant)
    _check_decision(shape, phase, tables[0])
    if phase == "over":
        _check_end(shape, tables[0], variant)
    return tables


# --- Phase, seats, workers ----------------------------------------------------------------------


def _check_phase(shape: Shape, phase: str, variant: int) -> None:
    """The phase exists in this variant, and the round, the action and the scores are what they may be."""
    other = STANDARD_PHASES if variant == QUICK else QUICK_PHASES
    named = Phase(PHASES.index(phase))
    choice = DRAWN_BY_CHOICE[shape.players] > 0
    shape.demand(named not in other and (choice or named is not Phase.BAG), "phase", phase=phase)
    shape.whole("round", 1, LATEST_ROUND)
    shape.whole_each("scores", LEAST_SCORE, MOST_SCORE)
    shape.seats("winners")
    action = ACTION_OF_PHASE.get(phase)
    if shape.state["action"] is not None:
        shape.one_of("action", ACTION_NAMES)
    shape.demand(shape.state["action"] == action, "action", phase=phase, action=action or "null")


def _check_seats(shape: Shape, phase: str) -> None:
    """Who decides, who acts at full strength, who comes after (section 8)."""
    state = shape.state
    turn, actor = shape.seat_or_none("turn"), shape.seat_or_none("actor")
    shape.demand((turn is None) == (phase == "over"), "turn-over")
    shape.demand((actor is not None) == (phase in ACTION_OF_PHASE or phase == "action"), "actor", phase=phase)
    shape.demand(phase not in OF_ACTOR or turn == actor, "turn-actor")
    queue, order = shape.seats("queue"), shape.seats("order")
    shape.demand(phase in IN_TURN or not queue, "queue-early", phase=phase)
    shape.demand(turn not in queue and actor not in queue, "queue")
    if phase in FINAL and turn is not None:
        shape.demand(len(order) == shape.players, "order")
        shape.demand(queue == order[order.index(turn) + 1 :], "order-queue")
    else:
        shape.demand(not order, "order-early")
    drawn = len(state["drawn"])
    if phase == "pick":
        shape.demand(1 <= drawn <= 1 + len(queue), "drawn-pick")
    elif phase == "bag":
        shape.demand(1 <= drawn <= len(queue), "drawn-bag")
    elif phase == "draw":
        shape.demand(drawn < EXCHANGE_TILES, "drawn-exchange", tiles=EXCHANGE_TILES)
    elif phase == "trade":
        shape.demand(1 <= drawn <= EXCHANGE_TILES, "drawn-exchange", tiles=EXCHANGE_TILES)
    else:
        shape.demand(not drawn, "drawn-early", phase=phase)


def _check_left(shape: Shape, phase: str, variant: int) -> None:
    """What the seat in turn may still place or load."""
    state = shape.state
    full = int(state["turn"] == state["actor"])
    if phase == "build":
        shape.whole("left", 1, int(PIECES_PLACED[full]))
    elif phase == "load":
        shape.whole("left", 0 if variant == STANDARD else 1, int(LOADING_POINTS[variant, full]))
    else:
        shape.demand(state["left"] is None, "left", phase=phase)


def _check_workers(shape: Shape, phase: str, variant: int) -> None:
    """All workers stand where the phase allows it; the quick game has none (AN-3.7, AN-4.11, AN-4.21)."""
    rows = {key: shape.items(key) for key in ("action_done", "action_now", "bonus")}
    if variant == QUICK:
        shape.demand(not any(rows.values()), "workers-quick")
        return
    for key, row in rows.items():
        if len(row) != COLUMNS:
            raise BadState("state.shape", field=key, expected=f"[...] ({COLUMNS})")
    for bonus in rows["bonus"]:
        shape.number("bonus", bonus, 0, MOST_BONUS)
    done, now = rows["action_done"], rows["action_now"]
    for key in ("action_done", "action_now"):
        for seat in rows[key]:
            if seat is not None:
                shape.number(key, seat, 0, shape.players - 1)
    found = Counter(seat for seat in (*done, *now) if seat is not None)
    own = workers_of_a_seat(shape.players)
    shape.demand(all(found[seat] == own for seat in range(shape.players)), "workers", workers=own)
    if phase == "worker":
        waiting = [seat for seat in done if seat is not None]
        shape.demand(bool(waiting) and waiting[0] == shape.state["turn"], "worker-turn")
        return
    column = COLUMNS
    if shape.state["action"] is not None:
        column = ACTION_NAMES.index(shape.state["action"])
        shape.demand(now[column] == shape.state["actor"], "worker-actor")
    shape.demand(all(seat is None for seat in now[:column]), "worker-late")
    shape.demand(all(None in pair for pair in zip(done, now, strict=True)), "worker-column")


# --- Pieces -------------------------------------------------------------------------------------


def _named(shape: Shape, key: str, value: Any, known: Iterable[str]) -> list[str]:
    """A list of different names, each of something in this match."""
    names = shape.names(key, value)
    known = set(known)
    for name in names:
        shape.demand(name in known, "not-here", field=key, name=shown(name))
    for name, count in Counter(names).items():
        shape.demand(count == 1, "twice", field=key, name=name)
    return names


def _object(key: str, value: Any) -> Json:
    if not isinstance(value, dict) or not all(isinstance(name, str) for name in value):
        raise BadState("state.shape", field=key, expected="{...}")
    return value


def _board_names(players: int) -> tuple[list[str], list[str], list[str]]:
    """The edges, joints and cells of a board."""
    edges = [name for number, name in enumerate(EDGES) if EDGE_CELLS[players, number, 0] != NO_CELL]
    joints = [JOINTS[joint] for joint in members(ALL_JOINTS[players])]
    return edges, joints, cell_names(CELLS[players])


def _check_goods(shape: Shape, variant: int) -> None:
    """Planks, pitch and food are all there, on the ark, before seats or in the supply (section 1.2)."""
    players = shape.players
    ark, supply = shape.object("ark", ARK_KEYS), shape.object("supply", SUPPLY_KEYS)
    edges, joints, cells = _board_names(players)
    planks = _object("ark.planks", ark["planks"])
    _named(shape, "ark.planks", list(planks), edges)
    on_ark = Counter(shape.number("ark.planks", seat, 0, players - 1) for seat in planks.values())
    in_hand = shape.whole_each("planks", 0, PLANKS)
    left = shape.list_of("supply.planks", supply["planks"])
    if len(left) != players:
        raise BadState("state.per-seat", field="supply.planks", players=players)
    for seat in range(players):
        found = on_ark[seat] + in_hand[seat] + shape.number("supply.planks", left[seat], 0, PLANKS)
        shape.demand(found == PLANKS, "planks", seat=seat, found=found, planks=PLANKS)
    for key, most, names in (("pitch", PITCH, joints), ("food", FOOD, cells)):
        laid = _named(shape, f"ark.{key}", ark[key], names)
        found = len(laid) + sum(shape.whole_each(key, 0, most)) + shape.number(f"supply.{key}", supply[key], 0, most)
        expected = most if variant == STANDARD else 0
        shape.demand(found == expected, key, found=found, expected=expected)
    pens = _object("ark.pens", ark["pens"])
    _named(shape, "ark.pens", list(pens), cells)
    for pen in pens.values():
        _named(shape, "ark.pens", pen, cells)


def _check_animals(shape: Shape, variant: int) -> None:
    """Every tile is in a bag, drawn, before a seat or aboard, once."""
    state = shape.state
    used = IN_MATCH[shape.players, variant]
    tiles = tile_names(used)
    bags = shape.object("bags", ("m", "f"))
    for sex, names in bags.items():
        _named(shape, "bags", names, [tile for tile in tiles if tile.endswith(f"-{sex}")])
    found = Counter([*bags["m"], *bags["f"], *_named(shape, "drawn", state["drawn"], tiles)])
    for animals in shape.each_seat("animals"):
        found.update(_named(shape, "animals", animals, tiles))
    for name, species in _object("ark.pairs", state["ark"]["pairs"]).items():
        shape.demand(name in state["ark"]["pens"], "pair-pen", pen=shown(name))
        pairs = _named(shape, "ark.pairs", species, [name for name in SPECIES if f"{name}-m" in tiles])
        shape.demand(bool(pairs), "pair-none", pen=name)
        found.update(f"{animal}-{sex}" for animal in pairs for sex in "mf")
    for tile in tiles:
        shape.demand(found[tile] == 1, "tile-count", tile=tile, found=found[tile])


def _check_ark(shape: Shape, table: Table, variant: int) -> None:
    """Pens follow from the planks; food, pitch and pairs are where they may be."""
    ark = shape.state["ark"]
    pens = {CELL_NAMES[cell]: region_at(table, cell) for cell in members(table.pens)}
    found = {name: cell_names(cells) for name, cells in pens.items()}
    shape.demand({name: sorted(cells) for name, cells in ark["pens"].items()} == found, "pens")
    for edge in ark["planks"]:
        cell, other = EDGE_CELLS[shape.players, NUMBER_OF_EDGE[edge]].tolist()
        inside = other != NO_CELL and int(table.penned) >> cell & 1 and int(region_at(table, cell)) >> other & 1
        shape.demand(not inside, "plank-inside", edge=edge)
    for joint in ark["pitch"]:
        shape.demand(bool(int(table.firm) >> NUMBER_OF_JOINT[joint] & 1), "pitch-bare", joint=joint)
    for cell in ark["food"]:
        shape.demand(bool(int(table.penned) >> NUMBER_OF_CELL[cell] & 1), "food-outside", cell=cell)
    for name, species in ark["pairs"].items():
        cells = int(pens[name])
        sizes = [int(SIZE[NUMBER_OF_SPECIES[animal]]) for animal in species]
        large = [size for size in sizes if size != SMALL]
        shape.demand(len(large) <= 1 and sizes.count(SMALL) <= 1, "pair-second", pen=name)
        shape.demand(all(size == cells.bit_count() for size in large), "pair-size", pen=name)
        if variant == STANDARD:
            shape.demand(cells & ~int(table.fed) == 0, "pair-unfed", pen=name)
            shape.demand(int(joints_of(table, cells)) & ~int(table.tight) == 0, "pair-leaky", pen=name)


def _check_decision(shape: Shape, phase: str, table: Table) -> None:
    """Somebody can decide something."""
    possible = True
    if phase == "exchange":
        possible = can_swap(table) or can_draw(table)
    elif phase in ("bag", "draw"):
        possible = table.bags != 0
    shape.demand(possible, "no-move", phase=phase)


def _check_final(shape: Shape, phase: str) -> None:
    """Winners and the last points come at the end."""
    state = shape.state
    if phase != "over":
        shape.demand(state["winners"] == [], "winners-early")
        shape.demand(state["final"] is None, "final-early")
        return
    shape.demand(state["final"] is not None, "final-missing")
    for points in shape.each_seat("final"):
        for value in shape.parts("final", points, FINAL_KEYS).values():
            shape.number("final", value, -MOST_SCORE, MOST_SCORE)


def _check_end(shape: Shape, table: Table, variant: int) -> None:
    """The last points follow from the table, and the most points win (AN-5.6 to AN-5.9, AQ-5.2)."""
    for seat, points in enumerate(shape.state["final"]):
        expected = {"hull": int(hull_points(table, seat)), "goods": 0, "animals": 0}
        if variant == STANDARD:
            expected |= {"goods": int(goods_points(table, seat)), "animals": int(animal_points(table, seat))}
        told = ", ".join(f"{name} {value}" for name, value in expected.items())
        shape.demand(points == expected, "final", seat=seat, expected=told)
    best = int(best_seats(table))
    winners = [seat for seat in range(shape.players) if best >> seat & 1]
    shape.demand(sorted(shape.state["winners"]) == winners, "winners", expected=", ".join(map(str, winners)))


# --- The table ----------------------------------------------------------------------------------


def lay_out(state: Json) -> np.ndarray:
    """The table of a state that can be."""
    tables = GAME.new_table(state["players"], state["options"])
    table = tables[0]
    players, ark = state["players"], state["ark"]
    table.phase = PHASES.index(state["phase"])
    for key in ("turn", "actor"):
        table[key] = NOBODY if state[key] is None else state[key]
    table.action = NO_ACTION if state["action"] is None else ACTION_NAMES.index(state["action"])
    table.round_number = state["round"]
    table.left = state["left"] or 0
    table.bags = tile_set([*state["bags"]["m"], *state["bags"]["f"]])
    table.drawn = tile_set(state["drawn"])
    for key in ("queue", "order"):
        table[key][: len(state[key])] = state[key]
    for key in ("action_done", "action_now"):
        for column, seat in enumerate(state[key]):
            table[key][column] = NOBODY if seat is None else seat
    table.bonus[: len(state["bonus"])] = state["bonus"]
    for seat in range(players):
        table.animals[seat] = tile_set(state["animals"][seat])
    table.scores[:players] = state["scores"]
    table.wood[:players] = state["planks"]
    table.pitch[:players] = state["pitch"]
    table.food[:players] = state["food"]
    table.wood_supply[:players] = state["supply"]["planks"]
    table.pitch_supply = state["supply"]["pitch"]
    table.food_supply = state["supply"]["food"]
    _lay_planks(table, ark["planks"])
    table.fed = set_of(NUMBER_OF_CELL[cell] for cell in ark["food"])
    table.tight = set_of(NUMBER_OF_JOINT[joint] for joint in ark["pitch"])
    for pen, pairs in ark["pairs"].items():
        for species in map(NUMBER_OF_SPECIES.__getitem__, pairs):
            table.berths[species] = NUMBER_OF_CELL[pen]
            row = "with_small" if SIZE[species] == SMALL else "with_large"
            table[row] |= 1 << NUMBER_OF_CELL[pen]
    for seat, points in enumerate(state["final"] or []):
        table.final[seat] = [points[final.name.lower()] for final in Final]
    table.winners = set_of(state["winners"])
    return tables


def _lay_planks(table: Table, planks: dict[str, int]) -> None:
    """Planks, and what follows from them: openings, leaks, firm joints, pens."""
    players = int(table.players)
    for edge, seat in planks.items():
        table.planks[NUMBER_OF_EDGE[edge]] = seat
    bare = [edge for edge, seat in enumerate(table.planks.tolist()) if seat == NOBODY]
    cells = {edge: EDGE_CELLS[players, edge].tolist() for edge in bare}
    inner = [edge for edge in bare if cells[edge][1] != NO_CELL]
    table.open_right = WITH_RIGHT[players] & set_of(cells[edge][0] for edge in inner if IS_UPRIGHT[edge])
    table.open_below = WITH_LOWER[players] & set_of(cells[edge][0] for edge in inner if not IS_UPRIGHT[edge])
    leaks = {cells[edge][0] for edge in bare if cells[edge][1] == NO_CELL != cells[edge][0]}
    table.leaky = WITH_OUTER[players] & set_of(leaks)
    firm = [j for j in members(ALL_JOINTS[players]) if not set(JOINT_EDGES[players, j].tolist()) & set(bare)]
    table.firm = set_of(firm)
    for cell in members(CELLS[players]):
        region = int(region_at(table, cell))
        if not int(table.penned) >> cell & 1 and is_pen(table, region):
            table.pens |= 1 << cell
            table.penned |= region
