"""Placing: what is wrong with playing a card, row by row of the table in section 7 (OM-7.3)."""

from __future__ import annotations

import numpy as np

from ....core.bits import lowest_of, without_first
from ....core.table import Numbers
from ....core.whole import seat_in_turn, whole
from ..pieces import ALONE, EJECT_ANY, EJECT_SHY, EJECT_TWO, EJECTABLE, LOWEST, POWER, RAINS, VICTIMS, WEIGHT
from ..state import NO_CARD, RULES_OF_ROWS, Phase, Row, Rule, Table
from .ark import cabin_exists, is_next_cabin, kept_out_by_fear, kept_out_by_tilt, leaning
from .cards import different_cards, has_card, without_card
from .company import kept_out_by_climate, kept_out_by_company, kept_out_by_danger, kept_out_by_food, kept_out_by_room

RULES = np.array(RULES_OF_ROWS, np.int64)


def is_endgame(table: Table) -> bool:
    """Whether the fifth rain card is out (OM-4.36)."""
    return table.rain == RAINS


def judge_play(table: Table, card: int, place: int, victim: int) -> int:
    """Every row that is broken by playing a card into a cabin, perhaps ejecting a victim; 0 for none."""
    return (
        judge_card(table, card)
        | judge_cabin(table, place)
        | judge_ejection(table, card, place, victim)
        | judge_company(table, card, place, victim)
    )


def judge_card(table: Table, card: int) -> int:
    """Rows 1 and 2: the card itself (OM-4.3, OM-4.4, OM-5.4)."""
    rows = 0
    if not has_card(table.hands[seat_in_turn(table)], card):
        rows |= Row.NOT_IN_HAND
    if LOWEST[card] & cards_not_now(table):
        rows |= Row.ALONE_AS_SECOND if table.phase == Phase.SECOND else Row.ALONE_IN_ENDGAME
    return rows


def cards_not_now(table: Table) -> int:
    """Slow animals and provisions are no second cards, and not for the endgame (OM-4.4, OM-5.4)."""
    return ALONE if table.phase == Phase.SECOND or is_endgame(table) else 0


def playable_cards(table: Table) -> int:
    """One copy of every card of the hand that may be played now, wherever it fits."""
    return different_cards(table.hands[seat_in_turn(table)]) & ~cards_not_now(table)


def judge_cabin(table: Table, place: int) -> int:
    """Rows 3 to 5: the cabin, and the discs that it costs (OM-4.10, OM-4.5, OM-5.3, OM-5.5, OM-4.19)."""
    rows = 0
    discs = table.discs[seat_in_turn(table)]
    is_new = not cabin_exists(table, place)
    if is_new and not is_next_cabin(table, place):
        rows |= Row.NO_SUCH_CABIN
    if table.phase == Phase.SECOND and place == table.used[0]:
        rows |= Row.CABIN_USED
    if discs < cost_of_laying(table, is_new):
        if not is_endgame(table):
            rows |= Row.NO_DISC_FOR_NEW_CABIN
        else:
            rows |= Row.NO_DISC_IN_ENDGAME if discs == 0 else Row.ONE_DISC_FOR_NEW_CABIN
    return rows


def cost_of_laying(table: Table, is_new: bool) -> int:
    """The discs that a card costs: one in the endgame, one for a new cabin (OM-4.19, OM-5.3, OM-5.5)."""
    return int(is_endgame(table)) + int(is_new)


def judge_ejection(table: Table, card: int, place: int, victim: int) -> int:
    """Rows 6 to 8: whether a victim can be ejected (OM-4.26, OM-4.27)."""
    rows = 0
    if victim == NO_CARD:
        return rows
    if not is_ejector(card):
        rows |= Row.NO_EJECTOR
    if not has_card(table.cabins[place] & EJECTABLE, victim):
        rows |= Row.NO_SUCH_VICTIM
    if not may_eject(card, victim):
        rows |= Row.WRONG_VICTIM
    return rows


def may_eject(card: int, victim: int) -> bool:
    """Whether an ejector may eject such a card: mosquito one of weight 2, spider a shy one (OM-4.26)."""
    return VICTIMS[POWER[card]] & LOWEST[victim] != 0


def those_ejectable(table: Table, card: int, place: int) -> int:
    """The cards of a cabin that an ejector may eject, wherever that leaves it (OM-4.26, OM-4.27)."""
    return table.cabins[place] & EJECTABLE & VICTIMS[POWER[card]]


def is_ejector(card: int) -> bool:
    """Whether a card may eject an animal: mosquito, spider and skunk (OM-4.26)."""
    return POWER[card] == EJECT_TWO or POWER[card] == EJECT_SHY or POWER[card] == EJECT_ANY


def judge_company(table: Table, card: int, place: int, victim: int) -> int:
    """Rows 9 to 14: room, climate, tilt, eaters, food and fear, without the victim (OM-4.11 to OM-4.18, OM-4.28)."""
    rows = 0
    own = LOWEST[card]
    inside = without_card(table.cabins[place], victim) if victim != NO_CARD else table.cabins[place]
    freed = freed_weight(table, place, victim)
    if own & kept_out_by_room(inside):
        rows |= Row.CABIN_FULL
    if own & kept_out_by_climate(inside):
        rows |= Row.CLIMATE
    if own & kept_out_by_tilt(table, place, freed):
        rows |= Row.TILT
    if own & kept_out_by_danger(table, inside):
        rows |= Row.EATER
    if own & kept_out_by_food(inside):
        rows |= Row.FOOD
    if own & kept_out_by_fear(table, place, inside):
        rows |= Row.FRIGHT
    return rows


def freed_weight(table: Table, place: int, victim: int) -> int:
    """The weight that leaves a cabin with a victim, if it is there (OM-4.28)."""
    return WEIGHT[victim] if victim != NO_CARD and has_card(table.cabins[place], victim) else 0


def tilt_after(table: Table, card: int, place: int, victim: int) -> int:
    """How the ark leans once a card lies in a cabin and a victim has left it (OM-3.5, OM-4.28)."""
    return whole(table.tilt) + leaning(place, WEIGHT[card] - freed_weight(table, place, victim))


def those_that_fit(table: Table, place: int, cards: int) -> int:
    """Which of some cards that do not tip the ark could be laid into a cabin, as `judge_play` judges them."""
    cards &= ~table.barred[place]
    if cards and judge_cabin(table, place) == 0:
        return cards & ~kept_out_by_fear(table, place, table.cabins[place])
    return 0


def fits_instead(table: Table, place: int, card: int, victim: int) -> bool:
    """Whether a card could take the place of a victim, as `judge_play` judges it (OM-4.28)."""
    if LOWEST[card] & kept_out_by_tilt(table, place, WEIGHT[victim]):
        return False
    inside = without_card(table.cabins[place], victim)
    return LOWEST[card] & (kept_out_by_company(table, inside) | kept_out_by_fear(table, place, inside)) == 0


def first_rule(rows: int) -> int:
    """The rule of the first broken row; LEGAL if none is broken."""
    return RULES[lowest_of(rows)] if rows else Rule.LEGAL + 0


def write_rules(rows: int, rules: Numbers) -> int:
    """Write the rules of all broken rows down, in order, and return their count (OM-7.3)."""
    count = 0
    while rows:
        rules[count] = first_rule(rows)
        count += 1
        rows = without_first(rows)
    return count
