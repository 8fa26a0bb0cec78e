"""What a bot should know about Arche Opti Mix.

The greedy bot asks of every move what it does to the majorities on the five score cards, how far
ahead they are still open, what its discs cost or bring, and what the cards in its hand may be worth
later on: less the closer the fifth rain comes, and less if they find no cabin.
"""

from __future__ import annotations

from functools import cached_property
from math import exp
from random import Random

from ...core.bots import best_move
from ...core.contract import Json
from .judging import is_alone, type_of, weight_of
from .pieces import (
    BOOST,
    FOX_DISCS,
    HALF,
    MORE_DISCS,
    MOST_CARDS,
    MOST_TILT,
    PIECE,
    PLACES,
    POWER,
    RAINS,
    TYPES,
)
from .rules.moves import CARD
from .rules.placing import is_ejector

DISC = 1.15  # points that a disc is worth: its own, and the cabin or last card that it may buy
GIFT = 0.35  # how much of what the right neighbour gains is our loss
SPITE = 0.3  # how much of what the others lose on a score card is our gain
OPEN = 2.6  # half-pieces by which a lead is uncertain while the whole deck is left
SURE = 0.55  # ... and when nothing can change any more
HOLD = 0.62  # what a card in hand is worth of what it would bring aboard, at the beginning
LATE = 0.25  # ... and when the fifth rain is near
SECOND = 0.9  # how sure a second card of the turn is
BLIND = 2.4  # points that a blind card is worth when drawn
HOPE = 0.5  # what is left of a place for a seat that has no piece there yet
LONG = 0.75 * MOST_CARDS  # cards of a deck that is still long
CABIN_LEFT = 0.05  # points of room that stays open in a cabin


def greedy(view: Json, moves: list[Json], random: Random) -> Json:
    """The move that is worth most; equal ones by lot."""
    if len(moves) == 1:
        return moves[0]
    return best_move(moves, Judge(view, moves).worth, random)


class Judge:
    """A view, prepared for judging many moves."""

    def __init__(self, view: Json, moves: list[Json]) -> None:
        self.view = view
        self.moves = moves
        self.seat = view["turn"]
        self.endgame = view["rain"] == RAINS
        left = len(view["deck"]) + (RAINS - view["rain"])
        self.time_left = 0.0 if self.endgame else min(1.0, left / LONG)
        self.uncertain = SURE + OPEN * self.time_left
        self._gains: dict[tuple[str, int], float] = {}

    def worth(self, move: Json) -> float:
        """What a move is worth, in points."""
        kind = move["move"]
        if kind == "play":
            return self.worth_of_play(move)
        if kind == "take":
            return self.worth_in_hand(move["card"]) + BLIND * self.time_left
        if kind == "pick":
            return self.worth_in_hand(move["card"])
        if kind == "pet":
            return -1.0 if move["card"] is None else self.worth_of_pet(move["card"])
        if kind == "boost":
            return 0.0 if move["type"] is None else self.gain(move["type"], 1)
        return 0.0

    # --- Majorities -----------------------------------------------------------------------------

    def gain(self, kind: str | None, halves: int) -> float:
        """What so many half-pieces more on a score card are worth to this seat."""
        if kind is None:
            return 0.0
        key = (kind, halves)
        if key not in self._gains:
            before = list(self.view["pieces2"][kind])
            after = list(before)
            after[self.seat] += halves
            self._gains[key] = self.standing(after) - self.standing(before)
        return self._gains[key]

    def standing(self, halves: list[int]) -> float:
        """The points that a score card promises this seat, and some of those that it denies the others."""
        points = [self.promise(halves, seat) for seat in range(len(halves))]
        own = points.pop(self.seat)
        return own - SPITE * sum(points) / len(points)

    def promise(self, halves: list[int], seat: int) -> float:
        """The points that a seat can expect on a score card as it stands now, with what may still come."""
        own = halves[seat]
        place = 0.0
        for other, count in enumerate(halves):
            if other != seat:
                place += 1 / (1 + exp(min(30.0, (own - count) / self.uncertain)))
        low = min(int(place), len(PLACES) - 1)
        high = min(low + 1, len(PLACES) - 1)
        points = PLACES[low] + (place - low) * (PLACES[high] - PLACES[low]) if low < high else PLACES[low]
        return points if own else points * self.time_left * HOPE

    # --- Cards ----------------------------------------------------------------------------------

    def value(self, card: str) -> float:
        """What a card brings when it is laid: its piece, and its power."""
        power = POWER[CARD.number(card)]
        kind = type_of(card, self.view)
        if power == MORE_DISCS:
            return DISC * min(FOX_DISCS, self.view["supply"])
        if power == HALF:
            return self.gain(kind, PIECE + (self.view["supply"] > 0))
        return self.gain(kind, PIECE) + (self.best_half if power == BOOST else 0.0)

    @cached_property
    def best_half(self) -> float:
        """What a chimpanzee's half is worth where it helps most."""
        if not self.view["supply"]:
            return 0.0
        own = {kind: self.view["pieces2"][kind][self.seat] for kind in TYPES if kind != "provision"}
        return max((self.gain(kind, 1) for kind, n in own.items() if n >= PIECE and n != PIECE + 1), default=0.0)

    def worth_in_hand(self, card: str) -> float:
        """What a card in hand may still bring."""
        if self.endgame:
            return 0.0
        hold = LATE + (HOLD - LATE) * self.time_left
        if is_alone(card):
            hold *= self.time_left**0.5
        value = self.value(card)
        if is_ejector(CARD.number(card)):
            value = max(value, self.gain("heavy", PIECE))
        return value * hold

    def worth_of_pet(self, card: str) -> float:
        """A pet is a sure piece at the end, for a card that would be hard to lay."""
        return 1.0 + self.gain(type_of(card, self.view), PIECE) - self.worth_in_hand(card)

    # --- Laying cards ---------------------------------------------------------------------------

    def worth_of_play(self, move: Json) -> float:
        """What a card brings aboard, what it costs, and what a second card may bring."""
        worth = self.worth_of_laying(move)
        if self.view["phase"] == "turn" and not is_alone(move["card"]):
            worth += SECOND * max([0.0, *(self.worth_of_second(move, other) for other in self.plays)])
        return worth

    def worth_of_laying(self, move: Json) -> float:
        """What one card brings: more than it would in hand, less the discs."""
        card: str = move["card"]
        credited: str = move.get("eject", card)
        is_new = move["cabin"] not in self.view["cabins"]
        worth = self.value(credited) - self.worth_in_hand(card)
        if self.endgame:
            worth -= DISC
        if is_new:
            worth -= DISC + GIFT * DISC
            if not self.endgame:
                worth += max((self.worth_in_hand(shown) for shown in self.view["display"]), default=0.0)
        else:
            worth += CABIN_LEFT * len(self.view["cabins"][move["cabin"]])
        return worth

    def worth_of_second(self, first: Json, second: Json) -> float:
        """What another card of the same turn may bring after the first one."""
        if second["card"] == first["card"] or second["cabin"] == first["cabin"] or is_alone(second["card"]):
            return 0.0
        if abs(self.view["tilt"] + leaning(first) + leaning(second)) > MOST_TILT:
            return 0.0
        return self.worth_of_laying(second)

    @cached_property
    def plays(self) -> list[Json]:
        """The best play of every card into every cabin, to be second cards."""
        best: dict[tuple[str, str], Json] = {}
        for move in self.moves:
            if move["move"] == "play":
                key = (move["card"], move["cabin"])
                if key not in best or self.worth_of_laying(move) > self.worth_of_laying(best[key]):
                    best[key] = move
        return list(best.values())


def leaning(move: Json) -> int:
    """What a play adds to the tilt."""
    weight = weight_of(move["card"]) - (weight_of(move["eject"]) if "eject" in move else 0)
    return weight if move["cabin"][0] == "S" else -weight


BOTS = {"greedy": greedy}
