"""The moves, declared once (section 7): action numbers, forms, JSON and words follow from this.

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
from ....core.contract import Json
from ....core.kinds import Kind, OrNull, Word
from ....core.moves import Move, Moves
from ....core.refused import Refused
from ..pieces import BEYOND, CARDS, EJECTORS, KINDS, PROVISION, ROOM, SIDES, TYPES
from ..state import NO_CARD, Phase, Row, Rule, Table
from .ark import place_of, place_of_card
from .placing import judge_play, write_rules

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


CARD, CABIN, TYPE = Name(CARDS, "card"), Cabin(), Name(TYPES, "type")


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


def number_of_boost(table: Table, move: Json) -> int:
    """A boost; pieces on provision never stand on a disc (OM-4.24)."""
    if move["type"] == TYPES[PROVISION]:
        raise Refused(Rule.OM_4_24)
    return PROVISION if move["type"] is None else TYPE.number(move["type"])


def boosts_of(table: Table) -> Callable[[int], Json]:
    return lambda place: {"type": None if place == PROVISION else TYPES[place]}


LAYING = (Phase.TURN, Phase.SECOND, Phase.ENDGAME)

MOVES = Moves(
    Move("take", (Phase.TURN,), {"card": CARD}, otherwise={Phase.SECOND: Rule.OM_4_1, Phase.ENDGAME: Rule.OM_4_36}),
    Move(
        "play",
        LAYING,
        {"card": CARD, "cabin": CABIN},
        {"eject": OrNull(CARD)},
        size=KINDS * CABINS + EJECTIONS,
        number=number_of_play,
        values=plays_of,
    ),
    Move("boost", (Phase.BOOST,), {"type": OrNull(TYPE)}, size=PROVISION + 1, number=number_of_boost, values=boosts_of),
    Move("pick", (Phase.PICK,), {"card": CARD}),
    Move("stop", (Phase.SECOND,), otherwise={Phase.TURN: Rule.OM_4_1}),
    Move("pet", (Phase.PET,), {"card": OrNull(CARD)}),
    Move("pass", (Phase.ENDGAME,), otherwise={Phase.TURN: Rule.OM_4_1}),
    malformed=Rule.OM_7_1,
    not_due=Rule.OM_7_2,
    said={"eject": "victim"},
)
TAKE, PLAY, BOOST, PICK, STOP, PET, PASS = MOVES.starts.values()
EJECT, NO_BOOST, NO_PET = BOOST - EJECTIONS, PICK - 1, PASS - 1
refuse_kind = MOVES.refuse_kind


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
