"""The moves, declared once (section 7): action numbers, forms, JSON, words, what is legal and what is done follow.

Of the actions that board a card the first are those of every card by its number, of a snail the even
number being a female; then a frog that counts 2, 3, 4, 5: the female, then the male.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....core.bits import without_first
from ....core.contract import Json
from ....core.effects import Effects
from ....core.kinds import Seat, Whole
from ....core.moves import Move, Moves
from ....core.table import Numbers
from ....core.whole import seat_in_turn
from ..cards import ABOARD, CARD
from ..pieces import ANIMALS, BOAT_ROOM, CARDS, FROG, MASS, MOST_FROG_MASS, MOST_PLAYERS, QUAYS, SNAIL_CARD
from ..state import Phase, Rule, Step, Table
from .boarding import board, collect, refuse_board, refuse_collect
from .boats import aboard_at, animal_of, boat_here
from .piles import different_cards, first_card
from .powers import draw_card, flee, peek, refuse_return, return_card, use_power
from .solo import recall_animal, refuse_recall, refuse_stack, stack_card
from .turns import depart, end_turn, give_card, move_noah, refuse_give, refuse_other, refuse_sail, sail

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
    masses = {action: {"mass": int(boarded_mass(action))} for action in range(BOARD_FROG, COLLECT)}
    return lambda action: ABOARD.value(boarded_card(action)) | masses.get(action, {})


def list_boards(table: Table, actions: Numbers, count: int) -> int:
    """Every card that fits, a frog with every mass."""
    cards = cards_in_hand(table)
    while cards:
        card = first_card(cards)
        for choice in range(ways_to_board(card)):
            action = card + choice if animal_of(card) != FROG or choice == 0 else more_frog(card, choice)
            if refuse_board(table, boarded_card(action), boarded_mass(action)) == Rule.LEGAL:
                actions[count] = action
                count += 1
        cards = without_first(cards)
    return count


def ways_to_board(card: int) -> int:
    """Actions that board a card of the hand: a snail has two sexes, a frog five masses (NO-4.4, NO-P.3)."""
    return 2 if card == SNAIL_CARD else MOST_FROG_MASS if animal_of(card) == FROG else 1


def list_collect(table: Table, actions: Numbers, count: int) -> int:
    """Where no card fits, nothing is left but collecting (NO-4.9)."""
    if count == 0:
        actions[0] = COLLECT
        count = 1
    return count


def cards_in_hand(table: Table) -> int:
    """Every different card in the hand of the seat in turn."""
    return different_cards(table.hands[seat_in_turn(table)])


def cards_looked_at(table: Table) -> int:
    """Every different card under the giraffe's eye (NO-S.6)."""
    return different_cards(table.looked)


def list_recalls(table: Table, actions: Numbers, count: int) -> int:
    """Every animal that can be called back."""
    for quay in range(QUAYS):
        for place in range(aboard_at(table, quay)):
            if refuse_recall(table, quay, place) == Rule.LEGAL:
                actions[count] = RECALL + quay * BOAT_ROOM + place
                count += 1
    return count


class Place(Whole):
    """A place aboard, from 0. On the last one nobody ever stands, so it serves for all beyond."""

    def fits(self, value: Any, players: int) -> bool:
        return type(value) is int and value >= 0

    def number(self, value: Any) -> int:
        return min(value, self.high)


SEAT = Seat(MOST_PLAYERS)
QUAY = Whole(0, QUAYS - 1, shift=1)
PLAYER = {"player": SEAT}
A_CARD = {"card": CARD}
IN_HAND = {"card": cards_in_hand}

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
        reads=(boarded_card, boarded_mass),
        refuse=refuse_board,
        play=board,
        then=Step.POWER,
        lists=list_boards,
    ),
    Move("collect", (Phase.BOARD,), refuse=refuse_collect, play=collect, then=Step.DECISION, lists=list_collect),
    Move("peek", (Phase.PEEK,), PLAYER, refuse=refuse_other, play=peek, then=Step.NOAH),
    Move("draw", (Phase.DRAW,), PLAYER, refuse=refuse_other, play=draw_card, then=Step.DECISION),
    Move("flee", (Phase.FLEE,), PLAYER, refuse=refuse_other, play=flee, then=Step.NOAH),
    Move("return", (Phase.RETURN,), A_CARD, those=IN_HAND, refuse=refuse_return, play=return_card, then=Step.NOAH),
    Move("sail", (Phase.SAIL,), {"boat": QUAY}, refuse=refuse_sail, play=sail, then=Step.DEPARTURE),
    Move("give", (Phase.GIVE,), {"card": CARD, "player": SEAT}, those=IN_HAND, refuse=refuse_give, play=give_card),
    Move("stack", (Phase.STACK,), A_CARD, those={"card": cards_looked_at}, refuse=refuse_stack, play=stack_card),
    Move(
        "recall",
        (Phase.RECALL,),
        {"boat": QUAY, "place": Place(0, BOAT_ROOM - 1, shift=1)},
        refuse=refuse_recall,
        play=recall_animal,
        then=Step.NOAH,
        lists=list_recalls,
    ),
    Move("pass", (Phase.RECALL,), then=Step.NOAH),
    malformed=Rule.NO_7_1,
    not_due=Rule.NO_7_2,
    said={"player": "other", "boat": "quay"},
    first=first_card,
)
BOARD, COLLECT, PEEK, DRAW, FLEE, RETURN, SAIL, GIVE, STACK, RECALL, PASS = MOVES.starts.values()
MOST_ACTIONS = max(COLLECT, CARDS * (MOST_PLAYERS - 1), QUAYS * BOAT_ROOM + 1)
refusal, list_actions, decide = MOVES.refusal, MOVES.list_actions, MOVES.decide


def play(table: Table, action: int, effects: Effects) -> None:
    """Carry a legal action out and all that follows from it, in the order of NO-4.1, up to the next decision."""
    loaded = boat_here(table)
    step = decide(table, action, effects)
    if step == Step.POWER:
        step = use_power(table, effects)
    if step == Step.NOAH:
        step = move_noah(table, effects)
    if step == Step.DEPARTURE:
        step = depart(table, loaded, effects)
    if step == Step.END:
        end_turn(table, effects)
