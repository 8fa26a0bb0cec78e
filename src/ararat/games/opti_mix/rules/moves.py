"""The moves, declared once (section 7): action numbers, forms, JSON, words, what is legal and what is done follow.

A play that ejects nobody counts card, side and number of its cabin; the highest number of each side stands for
all cabins that there never can be. An ejection counts ejector and victim, wherever that lies.

    PLAY     + 86 c + 43 s + n - 1     card c into the cabin of number n on side s
    EJECT    + 49 e + v                ejector e on animal v
    NO_BOOST, NO_PET                   the last one of its kind
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from ....catalogues import Words
from ....core.bits import without_first
from ....core.contract import Json
from ....core.effects import Effects
from ....core.kinds import Kind, OrNull, Word
from ....core.moves import Move, Moves
from ....core.refused import Refused
from ....core.table import Numbers
from ....core.whole import seat_in_turn, whole
from ..pieces import BEYOND, CARDS, EJECTORS, KINDS, NO_TYPE, PETS, PROVISION, ROOM, SIDES, SLOTS, TYPES
from ..state import NO_CARD, NO_PLACE, Phase, Row, Rule, Table
from .ark import kept_out_by_tilt, place_of, place_of_card
from .cards import different_cards, first_card, has_card
from .decisions import boost, lay_down_pet, pass_for_good, pick_card, play_card, take_card
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
from .score_cards import can_boost
from .turns import go_on

LOWEST = SLOTS.lowest
CABINS = len(SIDES) * BEYOND  # cabins that can be named
EJECTIONS = len(EJECTORS) * KINDS
CABIN_NAME = re.compile(rf"[{SIDES}][1-9][0-9]*", re.ASCII)


class Name(Word):
    """One of a few names; another one is malformed (OM-7.1)."""

    def formed(self, value: Any, players: int) -> bool:
        return self.fits(value, players)

    def say_all(self, values: list[Any], words: Words, names: list[str]) -> str:
        return words.tally(self.say(value, words, names) for value in values)


class Cabin(Kind):
    """A cabin: P3 is the third one on port. All those that there never can be have one place on their side."""

    low, size = 0, CABINS

    def fits(self, value: Any, players: int) -> bool:
        return isinstance(value, str) and CABIN_NAME.fullmatch(value) is not None

    def number(self, value: Any) -> int:
        digits = value[1:]
        number = int(digits) if len(digits) <= len(str(BEYOND)) else BEYOND
        return place_of(SIDES.index(value[0]), min(number, BEYOND))

    def value(self, number: int) -> Any:
        return f"{SIDES[number // ROOM]}{number % ROOM}"

    def digit(self, value: Any) -> int:
        side, number = divmod(self.number(value), ROOM)
        return side * BEYOND + number - 1

    def form(self) -> str:
        return "P1, P2, ... S1, S2, ..."

    def schema(self) -> Json:
        return {"type": "string", "pattern": f"^{CABIN_NAME.pattern}$"}


class Boosted(Name):
    """A type whose pieces can go on a disc: of those there are all but provision (OM-4.24)."""

    def formed(self, value: Any, players: int) -> bool:
        return TYPE.formed(value, players)

    def schema(self) -> Json:
        return TYPE.schema()


CARD, CABIN, TYPE = Name(CARDS, "card"), Cabin(), Name(TYPES, "type")
BOOSTED = Boosted(TYPES[:PROVISION], "type")


def number_of_play(table: Table, move: Json) -> int:
    """A play; an ejection is an action only if an ejector meets its victim in the cabin that the move names."""
    card, place = CARD.number(move["card"]), CABIN.number(move["cabin"])
    if move.get("eject") is None:
        return card * CABINS + CABIN.digit(move["cabin"])
    victim = CARD.number(move["eject"])
    if card in EJECTORS and place_of_card(table, victim) == place:
        return EJECT - PLAY + EJECTORS.tolist().index(card) * KINDS + victim
    rules = np.zeros(len(Row), np.int64)
    count = write_rules(judge_play(table, card, place, victim), rules)
    raise Refused(*(Rule(number) for number in rules[:count].tolist()))


def plays_of(table: Table) -> Callable[[int], Json]:
    def values(place: int) -> Json:
        action = PLAY + place
        move = {"card": CARDS[played_card(action)], "cabin": CABIN.value(int(played_place(table, action)))}
        return move if action < EJECT else {**move, "eject": CARDS[victim_of(action)]}

    return values


def played_card(action: int) -> int:
    """The card that a play puts aboard."""
    return (action - PLAY) // CABINS if action < EJECT else EJECTORS[(action - EJECT) // KINDS]


def played_place(table: Table, action: int) -> int:
    """The cabin of a play; that of an ejection is where its victim lies, NO_PLACE if nowhere."""
    if action >= EJECT:
        return place_of_card(table, victim_of(action))
    cabin = (action - PLAY) % CABINS
    return place_of(cabin // BEYOND, cabin % BEYOND + 1)


def victim_of(action: int) -> int:
    """The animal that a play ejects; NO_CARD for none."""
    return NO_CARD if action < EJECT else (action - EJECT) % KINDS


# --- What is legal ------------------------------------------------------------------------------


def refuse_take(table: Table, card: int) -> int:
    """Only a card of the display can be taken (OM-4.2)."""
    return Rule.LEGAL if has_card(table.display, card) else Rule.OM_4_2


def judge(table: Table, card: int, place: int, victim: int) -> int:
    """Every row that a play breaks (OM-7.3)."""
    if place == NO_PLACE:  # nobody there to eject, so no cabin to judge
        return Row.NO_SUCH_VICTIM + 0
    return judge_play(table, card, place, victim)


def refuse_play(table: Table, card: int, place: int, victim: int) -> int:
    """The first rule that a play breaks (OM-7.3)."""
    return first_rule(judge(table, card, place, victim))


def refuse_boost(table: Table, kind: int) -> int:
    """A disc goes under a piece where there is one, or nowhere (OM-4.24)."""
    return Rule.LEGAL if kind == NO_TYPE or can_boost(table, seat_in_turn(table), kind) else Rule.OM_4_24


def refuse_pick(table: Table, card: int) -> int:
    """Only a card of the display can be picked up (OM-4.20)."""
    return Rule.LEGAL if has_card(table.display, card) else Rule.OM_4_20


def refuse_pet(table: Table, card: int) -> int:
    """A pet is a light animal of the hand, without a power; there need be none (OM-4.33, OM-4.34)."""
    if card == NO_CARD:
        return Rule.LEGAL
    if not has_card(table.hands[seat_in_turn(table)], card):
        return Rule.OM_4_33
    return Rule.LEGAL if PETS & LOWEST[card] else Rule.OM_4_34


# --- All that is legal, where it is found faster than by asking for each ------------------------


def cards_on_display(table: Table) -> int:
    """Every different card of the display."""
    return different_cards(table.display)


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


# --- The declaration ----------------------------------------------------------------------------

LAYING = (Phase.TURN, Phase.SECOND, Phase.ENDGAME)
A_CARD = {"card": CARD}
ON_DISPLAY = {"card": cards_on_display}
NO_TAKING = {Phase.SECOND: Rule.OM_4_1, Phase.ENDGAME: Rule.OM_4_36}
NOT_AT_FIRST = {Phase.TURN: Rule.OM_4_1}

MOVES = Moves(
    Move("take", (Phase.TURN,), A_CARD, otherwise=NO_TAKING, those=ON_DISPLAY, refuse=refuse_take, play=take_card),
    Move(
        "play",
        LAYING,
        {"card": CARD, "cabin": CABIN},
        {"eject": OrNull(CARD)},
        size=KINDS * CABINS + EJECTIONS,
        number=number_of_play,
        values=plays_of,
        reads=(played_card, played_place, victim_of),
        refuse=refuse_play,
        play=play_card,
        lists=list_plays,
    ),
    Move("boost", (Phase.BOOST,), {"type": OrNull(BOOSTED)}, unknown=Rule.OM_4_24, refuse=refuse_boost, play=boost),
    Move("pick", (Phase.PICK,), A_CARD, those=ON_DISPLAY, refuse=refuse_pick, play=pick_card),
    Move("stop", (Phase.SECOND,), otherwise=NOT_AT_FIRST),
    Move("pet", (Phase.PET,), {"card": OrNull(CARD)}, refuse=refuse_pet, play=lay_down_pet),
    Move("pass", (Phase.ENDGAME,), otherwise=NOT_AT_FIRST, play=pass_for_good),
    malformed=Rule.OM_7_1,
    not_due=Rule.OM_7_2,
    said={"eject": "victim"},
    first=first_card,
)
TAKE, PLAY, BOOST, PICK, STOP, PET, PASS = MOVES.starts.values()
EJECT, NO_BOOST, NO_PET = BOOST - EJECTIONS, PICK - 1, PASS - 1

# Every different card of a hand into every cabin there can be beside it, every ejection, and a pass.
_plays = max(hand * (SLOTS.count - hand + len(SIDES)) for hand in range(SLOTS.count + 1))
MOST_ACTIONS = _plays + len(EJECTORS) * SLOTS.count + 1
refusal, list_actions, decide, refuse_kind = MOVES.refusal, MOVES.list_actions, MOVES.decide, MOVES.refuse_kind


def broken(table: Table, action: int, rules: Numbers) -> int:
    """Write every rule down that refuses an action, in the order of section 7, and return their count."""
    if PLAY <= action < BOOST and refuse_kind(table, action) == Rule.LEGAL:
        return write_rules(judge(table, played_card(action), played_place(table, action), victim_of(action)), rules)
    rules[0] = refusal(table, action)
    return 0 if rules[0] == Rule.LEGAL else 1


def play(table: Table, action: int, effects: Effects) -> None:
    """Carry a legal action out, and what is still to come unless another decision is due at once."""
    if decide(table, action, effects):
        go_on(table, effects)
