"""Actions: what is legal, in which order, and what each of them does. Their numbers are those of moves.py."""

from __future__ import annotations

from ....core.bits import without_first
from ....core.effects import Effects
from ....core.table import Numbers
from ....core.whole import seat_in_turn, whole
from ..pieces import BEYOND, EJECTORS, HEAVY, KINDS, PETS, PROVISION, SIDES, SLOTS
from ..state import NO_CARD, NO_PLACE, Phase, Row, Rule, Table
from .ark import kept_out_by_tilt, place_of
from .cards import first_card, has_card, list_cards
from .decisions import lay_down_pet, pass_for_good, pick_card, play_card, take_card
from .moves import (
    BOOST,
    CABINS,
    EJECT,
    NO_BOOST,
    NO_PET,
    PASS,
    PET,
    PICK,
    PLAY,
    STOP,
    TAKE,
    played_card,
    played_place,
    refuse_kind,
    victim_of,
)
from .placing import (
    first_rule,
    fits_instead,
    judge_cabin,
    judge_play,
    playable_cards,
    those_ejectable,
    those_that_fit,
    write_rules,
)
from .score_cards import add_half, can_boost
from .turns import go_on


def _most_actions() -> int:
    """Every different card of a hand into every cabin there can be beside it, every ejection, and a pass."""
    cards = SLOTS.count
    plays = max(hand * (cards - hand + len(SIDES)) for hand in range(cards + 1))
    return plays + len(EJECTORS) * cards + 1


MOST_ACTIONS = _most_actions()
LOWEST = SLOTS.lowest


# --- What is legal ------------------------------------------------------------------------------


def refusal(table: Table, action: int) -> int:
    """Why an action is refused, as a number of `Rule`; 0 if it is legal."""
    refused = refuse_kind(table, action)
    if refused != Rule.LEGAL:
        return refused
    if action < PLAY:
        return Rule.LEGAL if has_card(table.display, action - TAKE) else Rule.OM_4_2
    if action < BOOST:
        return first_rule(judge_action(table, action))
    if action < NO_BOOST:
        return Rule.LEGAL if can_boost(table, seat_in_turn(table), action - BOOST) else Rule.OM_4_24
    if PICK <= action < STOP:
        return Rule.LEGAL if has_card(table.display, action - PICK) else Rule.OM_4_20
    if PET <= action < NO_PET:
        return refuse_pet(table, action - PET)
    return Rule.LEGAL


def judge_action(table: Table, action: int) -> int:
    """Every row that a play breaks (OM-7.3)."""
    place = played_place(table, action)
    if place == NO_PLACE:  # nobody there to eject, so no cabin to judge
        return Row.NO_SUCH_VICTIM + 0
    return judge_play(table, played_card(action), place, victim_of(action))


def refuse_pet(table: Table, card: int) -> int:
    """A pet is a light animal of the hand, without a power (OM-4.33, OM-4.34)."""
    if not has_card(table.hands[seat_in_turn(table)], card):
        return Rule.OM_4_33
    return Rule.LEGAL if PETS & LOWEST[card] else Rule.OM_4_34


def broken(table: Table, action: int, rules: Numbers) -> int:
    """Write every rule down that refuses an action, in the order of section 7, and return their count."""
    if PLAY <= action < BOOST and refuse_kind(table, action) == Rule.LEGAL:
        return write_rules(judge_action(table, action), rules)
    rules[0] = refusal(table, action)
    return 0 if rules[0] == Rule.LEGAL else 1


# --- All that is legal --------------------------------------------------------------------------


def list_actions(table: Table, actions: Numbers) -> int:
    """Write all legal actions down, in their stable order, and return how many there are."""
    phase = table.phase
    count = 0
    if phase == Phase.TURN:
        count = list_cards(table.display, TAKE, actions)
    if phase == Phase.TURN or phase == Phase.SECOND or phase == Phase.ENDGAME:
        count = list_plays(table, actions, count)
        if phase != Phase.TURN:
            actions[count] = STOP if phase == Phase.SECOND else PASS
            count += 1
    elif phase == Phase.BOOST:
        count = list_boosts(table, actions)
    elif phase == Phase.PICK:
        count = list_cards(table.display, PICK, actions)
    elif phase == Phase.PET:
        count = list_cards(table.hands[seat_in_turn(table)] & PETS, PET, actions)
        actions[count] = NO_PET
        count += 1
    return count


def list_plays(table: Table, actions: Numbers, count: int) -> int:
    """Every card of the hand into every cabin where it fits, then every victim of an ejector."""
    hand = playable_cards(table)
    for side in range(len(SIDES)):
        # What would tip the ark tips it in every cabin of a side.
        light = hand & ~kept_out_by_tilt(table, place_of(side, 1), 0)
        for number in range(1, whole(table.lengths[side]) + 2 if light else 0):
            cards = those_that_fit(table, place_of(side, number), light)
            while cards:
                actions[count] = PLAY + first_card(cards) * CABINS + side * BEYOND + number - 1
                count += 1
                cards = without_first(cards)
    for ejector in range(len(EJECTORS)):
        if has_card(hand, EJECTORS[ejector]):
            count = list_ejections(table, ejector, actions, count)
    return count


def list_ejections(table: Table, ejector: int, actions: Numbers, count: int) -> int:
    """Every animal aboard that an ejector may eject, cabin by cabin (OM-4.26)."""
    card = EJECTORS[ejector]
    for side in range(len(SIDES)):
        for number in range(1, whole(table.lengths[side]) + 1):
            place = place_of(side, number)
            victims = those_ejectable(table, card, place) if judge_cabin(table, place) == 0 else 0
            while victims:
                victim = first_card(victims)
                if fits_instead(table, place, card, victim):
                    actions[count] = EJECT + ejector * KINDS + victim
                    count += 1
                victims = without_first(victims)
    return count


def list_boosts(table: Table, actions: Numbers) -> int:
    """Every score card with a piece that a disc can go under, and none (OM-4.24)."""
    count = 0
    for kind in range(HEAVY, PROVISION):
        if can_boost(table, seat_in_turn(table), kind):
            actions[count] = BOOST + kind
            count += 1
    actions[count] = NO_BOOST
    return count + 1


# --- What actions do ----------------------------------------------------------------------------


def play(table: Table, action: int, effects: Effects) -> None:
    """Carry a legal action out, and what is still to come, up to the next decision."""
    if decide(table, action, effects):
        go_on(table, effects)


def decide(table: Table, action: int, effects: Effects) -> bool:
    """Carry the decision itself out, and say whether the turn goes on or another decision is due."""
    if action < PLAY:
        take_card(table, action - TAKE, effects)
    elif action < BOOST:
        return play_card(table, played_card(action), played_place(table, action), victim_of(action), effects)
    elif action < NO_BOOST:
        add_half(table, seat_in_turn(table), action - BOOST, effects)
    elif PICK <= action < STOP:
        pick_card(table, action - PICK, effects)
    elif PET <= action < PASS:
        return lay_down_pet(table, action - PET if action < NO_PET else NO_CARD, effects)
    elif action == PASS:
        pass_for_good(table, effects)
    return True
