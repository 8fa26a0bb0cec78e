"""Powers that ask for a decision: the giraffe's look, the lion's swap, the crocodile's fright."""

from __future__ import annotations

from ....core.bits import single, with_member
from ....core.effects import Effects, learn, reveal, tell
from ....core.table import NOBODY
from ....core.whole import seat_in_turn, whole
from ..pieces import CROCODILE, GIRAFFE, LION
from ..state import NO_CARD, Effect, Phase, Reason, Rule, Step, Table
from .boats import aboard_at, animal_of, boat_here, last_aboard, unload
from .memory import all_see_arrive, hand_over
from .piles import has_card, random_card, with_card
from .rounds import is_solo, tell_cards
from .solo import all_cards_are_out, end_solo, look_at_deck, some_can_be_recalled


def use_power(table: Table, effects: Effects) -> int:
    """Ask for what the power of the animal just boarded needs (NO-4.12, NO-4.13, NO-4.22, NO-P.8)."""
    animal = animal_of(last_aboard(table, boat_here(table)))
    if is_solo(table):
        return use_power_alone(table, animal, effects)
    if animal == GIRAFFE and table.hands[table.turn] != 0:
        table.phase = Phase.PEEK
        return Step.DECISION
    if animal == LION and table.hands[table.turn] != 0:
        table.phase = Phase.DRAW
        return Step.DECISION
    if animal == CROCODILE and aboard_at(table, boat_here(table)) > 1:
        table.phase = Phase.FLEE
        return Step.DECISION
    return Step.NOAH


def use_power_alone(table: Table, animal: int, effects: Effects) -> int:
    """The same in solo, where victory comes first (NO-S.6, NO-S.7, NO-S.11)."""
    if all_cards_are_out(table):
        end_solo(table, Reason.WON, effects)
        return Step.DECISION
    if animal == GIRAFFE and look_at_deck(table, effects):
        table.phase = Phase.STACK
        return Step.DECISION
    if animal == LION and some_can_be_recalled(table):
        table.phase = Phase.RECALL
        return Step.DECISION
    return Step.NOAH


def peek(table: Table, player: int, effects: Effects) -> None:
    """Look at the whole hand of another seat (NO-4.12, NO-6.8)."""
    seat = seat_in_turn(table)
    table.known[seat, player] = table.hands[player]
    tell(effects, Effect.PEEKED, seat, NO_CARD, player)
    tell_cards(effects, Effect.PEEKED_CARD, seat, table.hands[player], player)
    learn(effects, single(seat))


def draw_card(table: Table, player: int, effects: Effects) -> None:
    """A random card of another hand goes into the seat's own (NO-4.13)."""
    seat = seat_in_turn(table)
    card = random_card(table.chance, table.hands[player])
    hand_over(table, player, seat, card)
    reveal(effects, Effect.DREW, seat, card, player, with_member(single(seat), player))
    table.partner = player
    table.phase = Phase.RETURN


def refuse_return(table: Table, card: int) -> int:
    """What goes back is any card of the hand (NO-4.3, NO-4.14)."""
    return Rule.LEGAL if has_card(table.hands[table.turn], card) else Rule.NO_4_3


def return_card(table: Table, card: int, effects: Effects) -> None:
    """The seat that a card was drawn from gets one back (NO-4.14)."""
    seat, partner = seat_in_turn(table), whole(table.partner)
    hand_over(table, seat, partner, card)
    reveal(effects, Effect.RETURNED, seat, card, partner, single(partner))
    table.partner = NOBODY


def flee(table: Table, player: int, effects: Effects) -> None:
    """The boat's first animal flees from the crocodile into another hand, for all to see (NO-P.8)."""
    card = unload(table, boat_here(table), 0)
    table.hands[player] = with_card(table.hands[player], card)
    all_see_arrive(table, player, card)
    tell(effects, Effect.FLED, player, card, 0)
