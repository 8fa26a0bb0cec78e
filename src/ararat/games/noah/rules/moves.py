"""The moves, declared once (section 7): action numbers, forms, JSON and words follow from this.

Of the actions that board a card the first are those of every card by its number, of a snail the even
number being a female; then a frog that counts 2, 3, 4, 5: the female, then the male.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....core.contract import Json
from ....core.kinds import Seat, Whole
from ....core.moves import Move, Moves
from ..cards import ABOARD, CARD
from ..pieces import ANIMALS, BOAT_ROOM, CARDS, FROG, MASS, MOST_FROG_MASS, MOST_PLAYERS, QUAYS
from ..state import Phase, Rule, Table
from .boats import animal_of

FROG_CARD = 2 * FROG
BOARD_FROG = CARDS
MORE_MASSES = MOST_FROG_MASS - 1  # 2, 3, 4, 5


def boarded_card(action: int) -> int:
    """The card that a board action boards."""
    return action if action < BOARD_FROG else FROG_CARD + (action - BOARD_FROG) // MORE_MASSES


def boarded_mass(action: int) -> int:
    """What a frog that a board action boards counts; nothing for other animals."""
    if action < BOARD_FROG:
        return MASS[FROG] if animal_of(action) == FROG else 0
    return MASS[FROG] + 1 + (action - BOARD_FROG) % MORE_MASSES


def more_frog(card: int, choice: int) -> int:
    """The action that boards a frog with its second, third ... mass."""
    return BOARD_FROG + (card - FROG_CARD) * MORE_MASSES + choice - 1


def board_action(table: Table, move: Json) -> int:
    """The action of a `board` move."""
    card, more = ABOARD.number(move), move.get("mass", 1) - 1
    return more_frog(card, more) if more else card


def board_fields(table: Table) -> Callable[[int], Json]:
    """The fields of the `board` move of an action."""

    def fields(action: int) -> Json:
        mass = {"mass": int(boarded_mass(action))} if action >= BOARD_FROG else {}
        return ABOARD.value(int(boarded_card(action))) | mass

    return fields


class Place(Whole):
    """A place aboard, from 0. On the last one nobody ever stands, so it serves for all beyond."""

    def fits(self, value: Any, players: int) -> bool:
        return type(value) is int and value >= 0

    def number(self, value: Any) -> int:
        return min(value, self.high)


SEAT = Seat(MOST_PLAYERS)
QUAY = Whole(0, QUAYS - 1, shift=1)
PLAYER = {"player": SEAT}

MOVES = Moves(
    Move(
        "board",
        (Phase.BOARD, Phase.RELOAD),
        {"card": ABOARD},
        optional={"mass": Whole(int(MASS[FROG]), MOST_FROG_MASS)},
        size=CARDS + 2 * MORE_MASSES,
        number=board_action,
        values=board_fields,
        also=lambda move: "mass" not in move or move["animal"] == ANIMALS[FROG],
    ),
    Move("collect", (Phase.BOARD,)),
    Move("peek", (Phase.PEEK,), PLAYER),
    Move("draw", (Phase.DRAW,), PLAYER),
    Move("flee", (Phase.FLEE,), PLAYER),
    Move("return", (Phase.RETURN,), {"card": CARD}),
    Move("sail", (Phase.SAIL,), {"boat": QUAY}),
    Move("give", (Phase.GIVE,), {"card": CARD, "player": SEAT}),
    Move("stack", (Phase.STACK,), {"card": CARD}),
    Move("recall", (Phase.RECALL,), {"boat": QUAY, "place": Place(0, BOAT_ROOM - 1)}),
    Move("pass", (Phase.RECALL,)),
    malformed=Rule.NO_7_1,
    not_due=Rule.NO_7_2,
    said={"player": "other", "boat": "quay"},
)
BOARD, COLLECT, PEEK, DRAW, FLEE, RETURN, SAIL, GIVE, STACK, RECALL, PASS = MOVES.starts.values()
refuse_kind = MOVES.refuse_kind
