"""Actions: what is legal, in which order, and what each of them does. Their numbers are those of moves.py."""

from __future__ import annotations

from ....core.bits import without_first
from ....core.effects import Effects
from ....core.table import Numbers
from ....core.whole import seat_count, seat_in_turn
from ..pieces import BOAT_ROOM, CARDS, FROG, MOST_FROG_MASS, MOST_PLAYERS, QUAYS, SNAIL_CARD
from ..state import Phase, Rule, Step, Table
from .boarding import board, collect, refuse_board, refuse_collect
from .boats import aboard_at, animal_of, boat_here
from .moves import (
    COLLECT,
    DRAW,
    FLEE,
    GIVE,
    MORE_MASSES,
    PASS,
    PEEK,
    RECALL,
    RETURN,
    SAIL,
    STACK,
    boarded_card,
    boarded_mass,
    more_frog,
    refuse_kind,
)
from .piles import different_cards, first_card, list_cards
from .powers import draw_card, flee, peek, refuse_return, return_card, use_power
from .solo import recall_animal, refuse_recall, refuse_stack, stack_card
from .turns import depart, end_turn, give_card, move_noah, refuse_give, refuse_other, refuse_sail, sail

MOST_ACTIONS = max(CARDS + 2 * MORE_MASSES, CARDS * (MOST_PLAYERS - 1), QUAYS * BOAT_ROOM + 1)


def refusal(table: Table, action: int) -> int:
    """Why an action is refused, as a number of `Rule`; 0 if it is legal."""
    not_due = refuse_kind(table, action)
    if not_due != Rule.LEGAL:
        return not_due
    if action < COLLECT:
        return refuse_board(table, boarded_card(action), boarded_mass(action))
    if action < PEEK:
        return refuse_collect(table)
    if action < RETURN:
        return refuse_other(table, (action - PEEK) % MOST_PLAYERS)
    if action < SAIL:
        return refuse_return(table, action - RETURN)
    if action < GIVE:
        return refuse_sail(table, action - SAIL)
    if action < STACK:
        return refuse_give(table, (action - GIVE) // MOST_PLAYERS, (action - GIVE) % MOST_PLAYERS)
    if action < RECALL:
        return refuse_stack(table, action - STACK)
    if action < PASS:
        return refuse_recall(table, (action - RECALL) // BOAT_ROOM, (action - RECALL) % BOAT_ROOM)
    return Rule.LEGAL


def list_actions(table: Table, actions: Numbers) -> int:
    """Write all legal actions down, in their stable order, and return how many there are."""
    phase = table.phase
    if phase == Phase.BOARD or phase == Phase.RELOAD:
        return list_boards(table, actions)
    if phase == Phase.SAIL:
        return list_sails(table, actions)
    if phase == Phase.GIVE:
        return list_gifts(table, actions)
    if phase == Phase.RETURN:
        return list_cards(table.hands[seat_in_turn(table)], RETURN, actions)
    if phase == Phase.STACK:
        return list_cards(table.looked, STACK, actions)
    if phase == Phase.RECALL:
        return list_recalls(table, actions)
    if phase == Phase.OVER:
        return 0
    start = PEEK if phase == Phase.PEEK else DRAW if phase == Phase.DRAW else FLEE
    return list_players(table, start, actions, 0)


def list_boards(table: Table, actions: Numbers) -> int:
    """Every card that fits, a frog with every mass; or nothing but collecting."""
    count = 0
    cards = different_cards(table.hands[seat_in_turn(table)])
    while cards:
        card = first_card(cards)
        for choice in range(ways_to_board(card)):
            action = card + choice if animal_of(card) != FROG or choice == 0 else more_frog(card, choice)
            if refuse_board(table, boarded_card(action), boarded_mass(action)) == Rule.LEGAL:
                actions[count] = action
                count += 1
        cards = without_first(cards)
    if count == 0:
        actions[0] = COLLECT
        count = 1
    return count


def ways_to_board(card: int) -> int:
    """Actions that board a card of the hand: a snail has two sexes, a frog five masses (NO-4.4, NO-P.3)."""
    return 2 if card == SNAIL_CARD else MOST_FROG_MASS if animal_of(card) == FROG else 1


def list_sails(table: Table, actions: Numbers) -> int:
    """The quays where Noah may go."""
    count = 0
    for quay in range(QUAYS):
        if refuse_sail(table, quay) == Rule.LEGAL:
            actions[count] = SAIL + quay
            count += 1
    return count


def list_players(table: Table, start: int, actions: Numbers, count: int) -> int:
    """Add one action for every other seat."""
    for player in range(seat_count(table)):
        if refuse_other(table, player) == Rule.LEGAL:
            actions[count] = start + player
            count += 1
    return count


def list_gifts(table: Table, actions: Numbers) -> int:
    """Every different card of the hand to every other seat."""
    count = 0
    cards = different_cards(table.hands[seat_in_turn(table)])
    while cards:
        count = list_players(table, GIVE + first_card(cards) * MOST_PLAYERS, actions, count)
        cards = without_first(cards)
    return count


def list_recalls(table: Table, actions: Numbers) -> int:
    """Every animal that can be called back, and the pass."""
    count = 0
    for quay in range(QUAYS):
        for place in range(aboard_at(table, quay)):
            if refuse_recall(table, quay, place) == Rule.LEGAL:
                actions[count] = RECALL + quay * BOAT_ROOM + place
                count += 1
    actions[count] = PASS
    return count + 1


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


def decide(table: Table, action: int, effects: Effects) -> int:
    """Carry the decision itself out, and say which step of the turn comes next (section 9)."""
    if action < COLLECT:
        board(table, boarded_card(action), boarded_mass(action), effects)
        return Step.POWER
    if action < PEEK:
        collect(table, effects)
        return Step.DECISION
    if action < DRAW:
        peek(table, action - PEEK, effects)
        return Step.NOAH
    if action < FLEE:
        draw_card(table, action - DRAW, effects)
        return Step.DECISION
    if action < RETURN:
        flee(table, action - FLEE, effects)
        return Step.NOAH
    if action < SAIL:
        return_card(table, action - RETURN, effects)
        return Step.NOAH
    if action < GIVE:
        sail(table, action - SAIL, effects)
        return Step.DEPARTURE
    if action < STACK:
        return give_card(table, (action - GIVE) // MOST_PLAYERS, (action - GIVE) % MOST_PLAYERS, effects)
    if action < RECALL:
        return stack_card(table, action - STACK, effects)
    if action < PASS:
        recall_animal(table, (action - RECALL) // BOAT_ROOM, (action - RECALL) % BOAT_ROOM, effects)
    return Step.NOAH
