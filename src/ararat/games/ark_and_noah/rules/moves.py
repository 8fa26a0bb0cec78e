"""The moves, declared once (section 7): action numbers, forms, JSON, words, what is legal and what is done follow.

A swap of planks is a pair of edges (core/pairs.py).
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from functools import cache
from typing import Any

from ....catalogues import Words
from ....core.bits import lowest_of, without_first
from ....core.contract import Json
from ....core.effects import Effects
from ....core.kinds import Items
from ....core.moves import Move, Moves
from ....core.pairs import count_unlike, first_of, list_unlike, nth_unlike, pair_at, second_of
from ....core.refused import Refused
from ....core.table import NOBODY, Numbers
from ....core.whole import seat_in_turn
from ..board import GRID, MOST_EDGES, MOST_JOINTS, SIDES
from ..names import A_CELL, A_JOINT, A_REWARD, A_SEX, A_SPECIES, A_TILE, AN_ACTION, AN_EDGE
from ..pieces import IS_QUICK, MOST_PLAYERS, PLANKS, SEXES, STANDARD, TILE_COUNT
from ..state import Phase, Rule, Table
from .animals import bag_of, refuse_pick, return_drawn
from .building import bare_joints, place_pitch, place_plank, refuse_pitch, refuse_plank
from .exchange import (
    draw_one,
    refuse_draw,
    refuse_reward,
    refuse_swap,
    refuse_trade,
    swap,
    take_reward,
    tradable,
    trade,
)
from .loading import (
    board,
    cells_to_feed,
    feed,
    pairs_for_pen,
    pairs_within_reach,
    pens_to_board,
    refuse_board,
    refuse_feed,
)
from .pens import BELOW, RIGHT, has_plank, is_edge, is_outer
from .rounds import be_done, begin_action, draw_third, finish_action, go_on, go_to_work, pick_animal
from .workers import place_worker


class Step(IntEnum):
    """What follows a decision; a rule that says whether another one is due says it with the first two."""

    FINISH = 0  # the action is over
    DECISION = 1
    WORK = 2  # the next worker, or all actions
    GO_ON = 3  # the next piece of a part, or the next seat


class TwoEdges(Items):
    """The edges of two planks."""

    def formed(self, value: Any, players: int) -> bool:
        return isinstance(value, list) and len(value) == 2 and all(isinstance(edge, str) for edge in value)


def planks_swapped(table: Table, move: Json) -> int:
    """The number of a swap; one edge alone is never an action (AN-4.53, AN-7.5)."""
    if not EDGES.fits(move["edges"], int(table.players)):
        raise Refused(Rule.AN_7_4)
    edge, other = sorted(AN_EDGE.number(edge) for edge in move["edges"])
    if edge == other:
        raise Refused(Rule.AN_4_53 if is_edge(table, edge) else Rule.AN_7_4)
    return pair_at(edge, other)


def edges_swapped(table: Table) -> Callable[[int], Json]:
    return lambda place: {"edges": list(edges_of(place))}


@cache
def edges_of(place: int) -> tuple[str, str]:
    """The names of the edges that a swap names; to look for them takes longer than to keep them all."""
    return AN_EDGE.value(first_edge(SWAP + place)), AN_EDGE.value(second_edge(SWAP + place))


def say_swap(move: Json, words: Words, names: list[str], form: str) -> str:
    first, second = (AN_EDGE.say(edge, words, names) for edge in move["edges"])
    return words(f"{form}.swap-planks", first=first, second=second)


# --- What is legal beside the chapters' own rules -----------------------------------------------


def bar_quick(table: Table) -> int:
    """Pitch and food are for the standard game (AN-7.3)."""
    return Rule.LEGAL if table.variant == STANDARD else Rule.AN_7_3


def refuse_worker(table: Table, column: int) -> int:
    """A worker goes to an action that has none yet (AN-4.12)."""
    return Rule.LEGAL if table.action_now[column] == NOBODY else Rule.AN_4_12


def refuse_action(table: Table, action: int) -> int:
    """The quick game has only some of the actions (AQ-4.2)."""
    return Rule.LEGAL if IS_QUICK[action] else Rule.AN_7_4


def refuse_bag(table: Table, sex: int) -> int:
    """A bag that is not empty (AN-4.42)."""
    return Rule.LEGAL if bag_of(table, sex) != 0 else Rule.AN_4_42


def choose_action(table: Table, action: int, effects: Effects) -> bool:
    """Begin the action that the seat in turn chose; whether it has a decision (AQ-4.2)."""
    return begin_action(table, action, seat_in_turn(table), effects)


# --- All that is legal, where it is found faster than by asking for each ------------------------


def tiles_drawn(table: Table) -> int:
    """The tiles that lie open (AN-4.44, AN-4.57)."""
    return table.drawn


def joints_to_pitch(table: Table) -> int:
    """The joints that the seat in turn can put pitch on (AN-4.62, AN-4.67)."""
    return bare_joints(table) if table.pitch[seat_in_turn(table)] > 0 else 0


def list_swaps(table: Table, actions: Numbers, count: int) -> int:
    """Every two planks of different colours (AN-4.53, AN-4.54)."""
    return list_unlike(table.planks, NOBODY, SWAP, actions, count)


def count_swaps(table: Table) -> int:
    """How many of them there are."""
    return count_unlike(table.planks, NOBODY)


def nth_swap(table: Table, position: int) -> int:
    """The one at a position of their list."""
    return SWAP + nth_unlike(table.planks, NOBODY, position)


def list_free_edges(table: Table, actions: Numbers, count: int) -> int:
    """Every edge where a plank may go: open to the right of a cell, below it, or to the outside (AN-4.63, AN-4.64)."""
    if table.wood[seat_in_turn(table)] == 0:
        return count
    count = list_sides(table.open_right & ~table.penned, RIGHT, actions, count)
    count = list_sides(table.open_below & ~table.penned, BELOW, actions, count)
    leaky = table.leaky
    while leaky:
        cell = lowest_of(leaky)
        for side in range(4):
            edge = SIDES[cell, side]
            if is_outer(table, edge) and not has_plank(table, edge):
                actions[count] = PLANK + edge
                count += 1
        leaky = without_first(leaky)
    return count


def list_sides(cells: int, side: int, actions: Numbers, count: int) -> int:
    """The edges on one side of some cells."""
    while cells:
        actions[count] = PLANK + SIDES[lowest_of(cells), side]
        count += 1
        cells = without_first(cells)
    return count


def list_boardings(table: Table, actions: Numbers, count: int) -> int:
    """Every pair with every pen that it can board, pen by pen (AN-4.71)."""
    pairs = pairs_within_reach(table)
    pens = pens_to_board(table) if pairs else 0
    while pens:
        cell = lowest_of(pens)
        boarding = pairs_for_pen(table, cell, pairs)
        while boarding:
            actions[count] = BOARD + lowest_of(boarding) // 2 * GRID + cell
            count += 1
            boarding = without_first(boarding)
        pens = without_first(pens)
    return count


# --- Swaps --------------------------------------------------------------------------------------


def second_edge(action: int) -> int:
    """The larger number of the two edges that a swap names."""
    return second_of(action - SWAP)


def first_edge(action: int) -> int:
    """The smaller number of the two edges that a swap names."""
    return first_of(action - SWAP)


# --- The declaration ----------------------------------------------------------------------------


EDGES = TwoEdges(AN_EDGE, 2, 2)
SWAPS = MOST_EDGES * (MOST_EDGES - 1) // 2
DRAWN = {"animal": tiles_drawn}
PARTS = (Phase.BUILD, Phase.LOAD, Phase.FINAL_FEED, Phase.FINAL_BOARD)

MOVES = Moves(
    Move("worker", (Phase.WORKER,), {"action": AN_ACTION}, refuse=refuse_worker, play=place_worker, then=Step.WORK),
    Move("action", (Phase.ACTION,), {"name": AN_ACTION}, refuse=refuse_action, play=choose_action),
    Move("bag", (Phase.BAG,), {"sex": A_SEX}, refuse=refuse_bag, play=draw_third),
    Move("pick", (Phase.PICK,), {"animal": A_TILE}, those=DRAWN, refuse=refuse_pick, play=pick_animal),
    Move("reward", (Phase.REWARD,), {"kind": A_REWARD}, refuse=refuse_reward, play=take_reward),
    Move(
        "swap-planks",
        (Phase.EXCHANGE,),
        {"edges": EDGES},
        size=SWAPS,
        number=planks_swapped,
        values=edges_swapped,
        say=say_swap,
        reads=(first_edge, second_edge),
        refuse=refuse_swap,
        play=swap,
        then=Step.FINISH,
        lists=list_swaps,
        counts=count_swaps,
        nth=nth_swap,
    ),
    Move("draw", (Phase.EXCHANGE, Phase.DRAW), {"sex": A_SEX}, refuse=refuse_draw, play=draw_one),
    Move(
        "trade",
        (Phase.TRADE,),
        {"give": A_TILE, "take": A_TILE},
        those={"give": tradable, "take": tiles_drawn},
        refuse=refuse_trade,
        play=trade,
        then=Step.FINISH,
    ),
    Move("keep", (Phase.TRADE,), play=return_drawn, then=Step.FINISH),
    Move(
        "plank",
        (Phase.BUILD,),
        {"edge": AN_EDGE},
        refuse=refuse_plank,
        play=place_plank,
        then=Step.GO_ON,
        lists=list_free_edges,
    ),
    Move(
        "pitch",
        (Phase.BUILD,),
        {"joint": A_JOINT},
        bar=bar_quick,
        refuse=refuse_pitch,
        play=place_pitch,
        then=Step.GO_ON,
        those={"joint": joints_to_pitch},
    ),
    Move(
        "feed",
        (Phase.LOAD, Phase.FINAL_FEED),
        {"cell": A_CELL},
        bar=bar_quick,
        refuse=refuse_feed,
        play=feed,
        then=Step.GO_ON,
        those={"cell": cells_to_feed},
    ),
    Move(
        "board",
        (Phase.LOAD, Phase.FINAL_BOARD),
        {"species": A_SPECIES, "pen": A_CELL},
        refuse=refuse_board,
        play=board,
        then=Step.GO_ON,
        lists=list_boardings,
    ),
    Move("done", PARTS, play=be_done),
    malformed=Rule.AN_7_2,
    not_due=Rule.AN_7_3,
    unknown=Rule.AN_7_4,
    no_action=Rule.AN_7_2,
    over=(Phase.OVER, Rule.AN_7_1),
    said={"name": "action", "kind": "reward"},
)
WORKER, ACTION, BAG, PICK, REWARD, SWAP, DRAW, TRADE, KEEP, PLANK, PITCH, FEED, BOARD, DONE = MOVES.starts.values()

# Every plank of a colour with every one of another, every placing, every loading, every trade; and one more.
_swaps = min(MOST_PLAYERS * (MOST_PLAYERS - 1) // 2 * PLANKS * PLANKS, DRAW - SWAP) + len(SEXES)
MOST_ACTIONS = max(_swaps, MOST_EDGES + MOST_JOINTS, DONE - FEED, TILE_COUNT * TILE_COUNT // 4) + 1
refusal, list_actions, decide = MOVES.refusal, MOVES.list_actions, MOVES.decide
list_draws = MOVES.lister("draw")


def play(table: Table, action: int, effects: Effects) -> None:
    """Carry a legal action out, and all that follows by itself, up to the next decision."""
    step = decide(table, action, effects)
    if step == Step.WORK:
        go_to_work(table, effects)
    elif step == Step.GO_ON:
        go_on(table, effects)
    elif step == Step.FINISH:
        finish_action(table, effects)
