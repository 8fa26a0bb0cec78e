"""The moves, declared once (section 7): action numbers, forms, JSON and words follow from this.

Two edges e < f are a swap of planks, the first of them counting least:

    e f    0 1    0 2    1 2    0 3    1 3    2 3    0 4
    swap   0      1      2      3      4      5      6      f (f - 1) / 2 + e
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....catalogues import Words
from ....core.contract import Json
from ....core.kinds import Items, Word
from ....core.moves import Move, Moves
from ....core.refused import Refused
from ..board import MOST_EDGES
from ..names import A_CELL, A_JOINT, A_REWARD, A_SEX, A_SPECIES, A_TILE, AN_ACTION, AN_EDGE
from ..pieces import STANDARD
from ..state import Phase, Rule, Table
from .pens import is_edge


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
    return int(swap_of(edge, other)) - SWAP


def edges_swapped(table: Table) -> Callable[[int], Json]:
    return lambda place: {"edges": [AN_EDGE.value(edge(SWAP + place)) for edge in (first_edge, second_edge)]}


def say_swap(move: Json, words: Words, names: list[str]) -> str:
    first, second = (AN_EDGE.say(edge, words, names) for edge in move["edges"])
    return words("move.swap-planks", first=first, second=second)


def in_standard(name: str, kind: Word) -> Callable[[Table, Json], int]:
    """The number of what a move names that the quick game does not know (AN-7.3 before AN-7.4)."""

    def number(table: Table, move: Json) -> int:
        if table.variant != STANDARD:
            raise Refused(Rule.AN_7_3)
        if not kind.fits(move[name], int(table.players)):
            raise Refused(Rule.AN_7_4)
        return kind.number(move[name])

    return number


EDGES = TwoEdges(AN_EDGE, 2, 2)
SWAPS = MOST_EDGES * (MOST_EDGES - 1) // 2
PARTS = (Phase.BUILD, Phase.LOAD, Phase.FINAL_FEED, Phase.FINAL_BOARD)

MOVES = Moves(
    Move("worker", (Phase.WORKER,), {"action": AN_ACTION}),
    Move("action", (Phase.ACTION,), {"name": AN_ACTION}),
    Move("bag", (Phase.BAG,), {"sex": A_SEX}),
    Move("pick", (Phase.PICK,), {"animal": A_TILE}),
    Move("reward", (Phase.REWARD,), {"kind": A_REWARD}),
    Move(
        "swap-planks",
        (Phase.EXCHANGE,),
        {"edges": EDGES},
        size=SWAPS,
        number=planks_swapped,
        values=edges_swapped,
        say=say_swap,
    ),
    Move("draw", (Phase.EXCHANGE, Phase.DRAW), {"sex": A_SEX}),
    Move("trade", (Phase.TRADE,), {"give": A_TILE, "take": A_TILE}),
    Move("keep", (Phase.TRADE,)),
    Move("plank", (Phase.BUILD,), {"edge": AN_EDGE}),
    Move("pitch", (Phase.BUILD,), {"joint": A_JOINT}, number=in_standard("joint", A_JOINT)),
    Move("feed", (Phase.LOAD, Phase.FINAL_FEED), {"cell": A_CELL}, number=in_standard("cell", A_CELL)),
    Move("board", (Phase.LOAD, Phase.FINAL_BOARD), {"species": A_SPECIES, "pen": A_CELL}),
    Move("done", PARTS),
    malformed=Rule.AN_7_2,
    not_due=Rule.AN_7_3,
    unknown=Rule.AN_7_4,
    no_action=Rule.AN_7_2,
    over=(Phase.OVER, Rule.AN_7_1),
    said={"name": "action", "kind": "reward"},
)
WORKER, ACTION, BAG, PICK, REWARD, SWAP, DRAW, TRADE, KEEP, PLANK, PITCH, FEED, BOARD, DONE = MOVES.starts.values()
not_due = MOVES.refuse_kind


def refuse_kind(table: Table, action: int) -> int:
    """Why this kind of action is not due: the match is over, or another phase or variant (AN-7.1, AN-7.3)."""
    if PITCH <= action < BOARD and table.variant != STANDARD and table.phase != Phase.OVER:
        return Rule.AN_7_3
    return not_due(table, action)


def swap_of(edge: int, other: int) -> int:
    """The action that swaps the planks of two edges, the smaller number first."""
    return SWAP + other * (other - 1) // 2 + edge


def second_edge(action: int) -> int:
    """The larger number of the two edges that a swap names."""
    number = action - SWAP
    edge = 1
    while edge * (edge + 1) // 2 <= number:
        edge += 1
    return edge


def first_edge(action: int) -> int:
    """The smaller number of the two edges that a swap names."""
    edge = second_edge(action)
    return action - swap_of(0, edge)
