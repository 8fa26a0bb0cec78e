"""Actions as numbers: what is legal, in which order, and what each of them does.

  0 ..  27    board card number action; of a snail the even number is a female
 28 ..  35    board a frog that counts 2, 3, 4, 5: the female, then the male
 36           collect
 37 ..  41    peek at the hand of seat action - 37
 42 ..  46    draw from seat action - 42
 47 ..  51    let the first animal flee to seat action - 47
 52 ..  79    return card number action - 52
 80 ..  84    sail to quay action - 80
 85 .. 224    give card number n to seat s: 85 + 5 n + s
225 .. 252    stack card number action - 225
253 .. 362    recall the animal at place p of the boat at quay q: 253 + 22 q + p
363           pass
"""

from __future__ import annotations

from ....core.bits import without_first
from ....core.effects import Effects
from ....core.rule import rule
from ....core.table import Numbers
from ....core.whole import seat_count, seat_in_turn
from ..pieces import BOAT_ROOM, CARDS, FROG, MASS, MOST_FROG_MASS, MOST_PLAYERS, QUAYS, SNAIL_CARD
from ..state import Phase, Rule, Step, Table
from .boarding import board, collect, refuse_board, refuse_collect
from .boats import aboard_at, animal_of, boat_here
from .piles import different_cards, first_card, list_cards
from .powers import draw_card, flee, peek, refuse_return, return_card, use_power
from .solo import recall_animal, refuse_recall, refuse_stack, stack_card
from .turns import depart, end_turn, give_card, move_noah, refuse_give, refuse_other, refuse_sail, sail

FROG_CARD = 2 * FROG
MORE_MASSES = MOST_FROG_MASS - 1  # 2, 3, 4, 5

BOARD = 0
BOARD_FROG = BOARD + CARDS
COLLECT = BOARD_FROG + 2 * MORE_MASSES
PEEK = COLLECT + 1
DRAW = PEEK + MOST_PLAYERS
FLEE = DRAW + MOST_PLAYERS
RETURN = FLEE + MOST_PLAYERS
SAIL = RETURN + CARDS
GIVE = SAIL + QUAYS
STACK = GIVE + CARDS * MOST_PLAYERS
RECALL = STACK + CARDS
PASS = RECALL + QUAYS * BOAT_ROOM
ACTIONS = PASS + 1
MOST_ACTIONS = max(CARDS + 2 * MORE_MASSES, CARDS * (MOST_PLAYERS - 1), QUAYS * BOAT_ROOM + 1)


@rule
def is_due(table: Table, action: int) -> bool:
    """Whether this kind of action belongs to the phase (NO-7.2)."""
    phase = table.phase
    if action < BOARD or action >= ACTIONS:
        return False
    if action < COLLECT:
        return phase == Phase.BOARD or phase == Phase.RELOAD
    if action < PEEK:
        return phase == Phase.BOARD
    if action < DRAW:
        return phase == Phase.PEEK
    if action < FLEE:
        return phase == Phase.DRAW
    if action < RETURN:
        return phase == Phase.FLEE
    if action < SAIL:
        return phase == Phase.RETURN
    if action < GIVE:
        return phase == Phase.SAIL
    if action < STACK:
        return phase == Phase.GIVE
    if action < RECALL:
        return phase == Phase.STACK
    return phase == Phase.RECALL


@rule
def boarded_card(action: int) -> int:
    """The card that a board action boards."""
    return action if action < BOARD_FROG else FROG_CARD + (action - BOARD_FROG) // MORE_MASSES


@rule
def boarded_mass(action: int) -> int:
    """What a frog that a board action boards counts; nothing for other animals."""
    if action < BOARD_FROG:
        return MASS[FROG] if animal_of(action) == FROG else 0
    return MASS[FROG] + 1 + (action - BOARD_FROG) % MORE_MASSES


@rule
def refusal(table: Table, action: int) -> int:
    """Why an action is refused, as a number of `Rule`; 0 if it is legal."""
    if not is_due(table, action):
        return Rule.NO_7_2
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


@rule
def list_actions(table: Table, actions: Numbers) -> int:
    """Write all legal actions down, in their stable order, and return how many there are."""
    if table.phase == Phase.BOARD or table.phase == Phase.RELOAD:
        return list_boards(table, actions)
    if table.phase == Phase.SAIL:
        return list_sails(table, actions)
    if table.phase == Phase.GIVE:
        return list_gifts(table, actions)
    if table.phase == Phase.RETURN:
        return list_cards(table.hands[seat_in_turn(table)], RETURN, actions)
    if table.phase == Phase.STACK:
        return list_cards(table.looked, STACK, actions)
    if table.phase == Phase.RECALL:
        return list_recalls(table, actions)
    if table.phase == Phase.OVER:
        return 0
    start = PEEK if table.phase == Phase.PEEK else DRAW if table.phase == Phase.DRAW else FLEE
    return list_players(table, start, actions, 0)


@rule
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


@rule
def ways_to_board(card: int) -> int:
    """Actions that board a card of the hand: a snail has two sexes, a frog five masses (NO-4.4, NO-P.3)."""
    return 2 if card == SNAIL_CARD else MOST_FROG_MASS if animal_of(card) == FROG else 1


@rule
def more_frog(card: int, choice: int) -> int:
    """The action that boards a frog with its second, third ... mass."""
    return BOARD_FROG + (card - FROG_CARD) * MORE_MASSES + choice - 1


@rule
def list_sails(table: Table, actions: Numbers) -> int:
    """The quays where Noah may go."""
    count = 0
    for quay in range(QUAYS):
        if refuse_sail(table, quay) == Rule.LEGAL:
            actions[count] = SAIL + quay
            count += 1
    return count


@rule
def list_players(table: Table, start: int, actions: Numbers, count: int) -> int:
    """Add one action for every other seat."""
    for player in range(seat_count(table)):
        if refuse_other(table, player) == Rule.LEGAL:
            actions[count] = start + player
            count += 1
    return count


@rule
def list_gifts(table: Table, actions: Numbers) -> int:
    """Every different card of the hand to every other seat."""
    count = 0
    cards = different_cards(table.hands[seat_in_turn(table)])
    while cards:
        count = list_players(table, GIVE + first_card(cards) * MOST_PLAYERS, actions, count)
        cards = without_first(cards)
    return count


@rule
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


@rule
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


@rule
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
