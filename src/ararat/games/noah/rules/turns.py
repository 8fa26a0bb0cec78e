"""The second half of a turn: Noah's move, departure, gift, end of turn (NO-4.16 to NO-4.21)."""

from __future__ import annotations

from ....core.bits import single, size_of
from ....core.effects import Effects, reveal, tell
from ....core.rows import take_out
from ....core.whole import seat_count, seat_in_turn, whole
from ..pieces import DONKEY, MALE, QUAYS, WAYS
from ..state import NO_CARD, Boat, Effect, Phase, Reason, Rule, Step, Table
from .boats import animal_of, boat_here, last_aboard, sex_of, unload_all
from .memory import hand_over
from .piles import has_card
from .rounds import end_round, is_solo, why_round_ends
from .solo import all_cards_are_out, discard_cards, draw_cards, end_solo, why_lost

# --- Noah's move --------------------------------------------------------------------------------


def move_noah(table: Table, effects: Effects) -> int:
    """Ask where Noah goes; after a donkey he stays, in solo he may have nowhere to go (NO-4.18, NO-S.9)."""
    if noah_stays(table):
        return Step.DEPARTURE
    if is_solo(table) and not can_sail(table):
        end_solo(table, Reason.NO_QUAY, effects)
    else:
        table.phase = Phase.SAIL
    return Step.DECISION


def noah_stays(table: Table) -> bool:
    """Whether the animal on top here is a donkey (NO-4.18)."""
    return animal_of(last_aboard(table, boat_here(table))) == DONKEY


def can_sail(table: Table) -> bool:
    """Whether Noah finds a boat at one of the two quays."""
    for quay in range(QUAYS):
        if refuse_sail(table, quay) == Rule.LEGAL:
            return True
    return False


def refuse_sail(table: Table, quay: int) -> int:
    """Noah goes where the sex of the animal on top leads him, if a boat lies there (NO-4.16, NO-4.17, NO-S.9)."""
    sex = sex_of(last_aboard(table, boat_here(table)))
    if not leads_to(table, sex, quay):
        return Rule.NO_4_16 if sex == MALE else Rule.NO_4_17
    return Rule.NO_S_9 if table.boats[quay] == Boat.NONE else Rule.LEGAL


def leads_to(table: Table, sex: int, quay: int) -> bool:
    """After a male Noah goes to a far quay, after a female to an adjacent one (NO-4.16, NO-4.17).

    Quays lie in a ring, 0 to 4 clockwise: from 0 the far ones are 2 and 3, the adjacent ones 1 and 4.
    """
    way = (quay - boat_here(table)) % QUAYS
    return way == WAYS[sex, 0] or way == WAYS[sex, 1]


def sail(table: Table, quay: int, effects: Effects) -> None:
    """Noah goes to another boat (NO-4.16, NO-4.17)."""
    table.noah = quay
    tell(effects, Effect.SAILED, seat_in_turn(table), NO_CARD, quay)


# --- Departure and gift -------------------------------------------------------------------------


def depart(table: Table, quay: int, effects: Effects) -> int:
    """A boat at its limit leaves, and its quay gets the next one of the reserve (NO-4.19, NO-4.20, NO-S.8)."""
    if not table.leaving:
        return Step.END
    seat = seat_in_turn(table)
    table.leaving = 0
    table.departures = table.departures + 1
    table.gone = unload_all(table, quay, table.gone)
    table.boats[quay] = take_out(table.reserve, 0, Boat.NONE)
    tell(effects, Effect.DEPARTED, seat, quay, whole(table.departures))
    if is_solo(table):
        discard_cards(table, effects)
        return Step.END
    table.gifts = gifts_after(table, whole(table.departures))
    if table.gifts == 0:
        return Step.END
    table.phase = Phase.GIVE
    return Step.DECISION


def gifts_after(table: Table, departures: int) -> int:
    """After the n-th departure n cards of the hand are given away, or all if it has fewer (NO-4.20)."""
    return min(departures, size_of(table.hands[seat_in_turn(table)]))


def refuse_give(table: Table, card: int, player: int) -> int:
    """A gift is a card of one's hand, for another seat (NO-4.3, NO-4.15)."""
    if not has_card(table.hands[table.turn], card):
        return Rule.NO_4_3
    return refuse_other(table, player)


def refuse_other(table: Table, player: int) -> int:
    """Whoever is chosen must be another seat (NO-4.15)."""
    if player >= table.players:
        return Rule.NO_7_1
    return Rule.NO_4_15 if player == table.turn else Rule.LEGAL


def give_card(table: Table, card: int, player: int, effects: Effects) -> int:
    """Give one card away, seen by the two seats alone (NO-4.20, NO-6.8)."""
    seat = seat_in_turn(table)
    hand_over(table, seat, player, card)
    reveal(effects, Effect.GAVE, seat, card, player, single(player))
    table.gifts = table.gifts - 1
    return Step.END if table.gifts == 0 else Step.DECISION


# --- End of turn --------------------------------------------------------------------------------


def end_turn(table: Table, effects: Effects) -> None:
    """The round ends, or the same seat goes on after a pair, or the next one (NO-4.21, NO-5.1)."""
    if is_solo(table):
        end_solo_turn(table, effects)
        return
    reason = why_round_ends(table)
    if reason != Reason.NONE:
        end_round(table, reason, effects)
        return
    if plays_again(table):
        tell(effects, Effect.PAIR, seat_in_turn(table), NO_CARD, 0)
    else:
        table.turn = (table.turn + 1) % seat_count(table)
    table.pair = 0
    table.phase = Phase.BOARD


def plays_again(table: Table) -> bool:
    """Whether the next turn is the same seat's: after a pair, and always alone (NO-4.21)."""
    return table.pair != 0 or is_solo(table)


def end_solo_turn(table: Table, effects: Effects) -> None:
    """Draw, then the tests for victory and defeat (NO-S.5, NO-S.10)."""
    if table.pair:
        tell(effects, Effect.PAIR, 0, NO_CARD, 0)
    draw_cards(table, effects)
    reason = Reason.WON if all_cards_are_out(table) else why_lost(table)
    if reason != Reason.NONE:
        end_solo(table, reason, effects)
        return
    table.pair = 0
    table.phase = Phase.BOARD
