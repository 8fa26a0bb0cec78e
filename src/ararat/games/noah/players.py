"""What a bot should know about Noah.

The greedy bot asks of every move what it rids the hand of, whether it makes a pair or fills a boat,
and what the boat to which Noah goes means for whoever plays there: itself after a pair, else the
next seat, whose hand it knows in part and guesses for the rest from the cards it has not seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cached_property
from random import Random

from ...core.bots import best_move
from ...core.contract import Json
from .judging import Boat, Card, Unseen, boats_of, card_of, cards_of_hand, quays_from
from .pieces import CROCODILE, CROCODILE_POINTS, DONKEY, GIRAFFE, HAND, LION, MASS, TEARS

# What things are worth, in tears.
CARD = 1.3  # a card less in hand
TEAR = 0.9  # a tear less in hand
HEAVY = 0.06  # a unit of mass less in hand: heavy animals find no boat
OUT = 6.0  # the last card
PAIR = 0.8  # a turn more, beyond what the boat there allows
SWAP = 1.0  # a lion's swap of the worst card for a random one, beyond the difference
LOOK = 0.4
STUCK = 0.55  # how much of what somebody else must collect is our gain
EXACT = 0.8  # how much of the gifts that somebody else may make is our loss
OPTION = 1.0  # solo: a share of all cards that could be played next


def greedy(view: Json, moves: list[Json], random: Random) -> Json:
    """The move that is worth most; equal ones by lot."""
    if len(moves) == 1:
        return moves[0]
    judge = Alone(view) if view["players"] == 1 else Shared(view)
    return best_move(moves, judge.worth, random)


def burden(card: Card) -> float:
    """What holding a card costs."""
    return CARD + TEAR * int(TEARS[card.animal]) + HEAVY * int(MASS[card.animal])


class Judge:
    """A view, prepared for judging many moves."""

    def __init__(self, view: Json) -> None:
        self.view = view
        self.seat = view["turn"]
        self.noah = view["noah"]
        self.boats = boats_of(view)
        self.hand = cards_of_hand(view["hands"][self.seat])
        self.unseen = Unseen(view)
        self.judges: dict[str, Callable[[Json], float]] = {}

    def worth(self, move: Json) -> float:
        """What a move is worth, in tears."""
        return self.judges[move["move"]](move)

    def next_boat(self) -> Boat | None:
        """The boat that takes the place of one that leaves."""
        reserve = self.view["reserve"]
        return Boat([], reserve[0] == "roommates") if reserve else None

    def hand_without(self, card: Card) -> list[Card]:
        """The hand after a card has left it."""
        left = list(self.hand)
        left.remove(card.off_boat())
        return left


class Shared(Judge):
    """A match of several seats."""

    def __init__(self, view: Json) -> None:
        super().__init__(view)
        self.players = view["players"]
        self.next = (self.seat + 1) % self.players
        self.judges = {
            "board": self.worth_of_boarding,
            "collect": lambda move: 0.0,
            "peek": lambda move: self.secrets_of(move["player"]),
            "draw": lambda move: self.threat_of(move["player"]),
            "return": lambda move: burden(card_of(move)),
            "flee": lambda move: self.threat_of(move["player"]),
            "sail": lambda move: self.worth_of_quay(move["boat"], self.boats, self.view["pair"], self.hand),
            "give": lambda move: 10 * burden(card_of(move)) + self.threat_of(move["player"]),
        }

    # --- The others -----------------------------------------------------------------------------

    def hand_size(self, seat: int) -> int:
        hand = self.view["hands"][seat]
        return len(hand) if isinstance(hand, list) else len(hand["known"]) + hand["unknown"]

    def threat_of(self, seat: int) -> float:
        """How much a seat should be burdened: it has few points, or is about to go out."""
        return -0.25 * self.view["scores"][seat] - min(self.hand_size(seat), HAND)

    def secrets_of(self, seat: int) -> float:
        """What a look at a hand tells; the next seat's hand is the one to play against."""
        return self.view["hands"][seat]["unknown"] * (2.0 if seat == self.next else 1.0)

    @cached_property
    def next_known(self) -> list[Card]:
        return cards_of_hand(self.view["hands"][self.next]["known"])

    # --- Boarding -------------------------------------------------------------------------------

    def worth_of_boarding(self, move: Json) -> float:
        """What leaves the hand now, and the best of what may follow."""
        card = card_of(move)
        boat = self.boats[self.noah]
        assert boat is not None
        left = self.hand_without(card)
        worth = burden(card)
        after = boat.after(card)
        pair = boat.makes_pair(card)
        leaving = after.mass == after.limit or "mass" in move
        if card.animal == CROCODILE:
            worth += min(CROCODILE_POINTS, self.view["scores"][self.seat])
            worth += STUCK * burden(boat.animals[0]) if boat.animals else 0.0
        if card.animal == LION and left:
            worth += SWAP + max(0.0, max(map(burden, left)) - self.unseen.average(burden))
        if card.animal == GIRAFFE and left:
            worth += LOOK
        if leaving:
            given = sorted(left, key=burden, reverse=True)[: self.view["departures"] + 1]
            worth += sum(map(burden, given))
            left = list((Counter(left) - Counter(given)).elements())
        if not left:
            return worth + OUT
        boats = list(self.boats)
        boats[self.noah] = self.next_boat() if leaving else after
        quays = [self.noah] if card.animal == DONKEY else quays_from(self.noah, card.sex)
        return worth + max(self.worth_of_quay(quay, boats, pair, left) for quay in quays)

    def worth_of_quay(self, quay: int, boats: list[Boat | None], pair: bool, hand: list[Card]) -> float:
        """What it means that Noah goes to a quay: for oneself after a pair, else for the next seat."""
        boat = boats[quay]
        if boat is None or not hand:
            return 0.0
        if pair:
            return PAIR + self.best_turn(boat, hand)
        stuck = self.chance_of_collecting(boat)
        gift = (1 - stuck) * EXACT * self.chance_of_filling(boat) * (self.view["departures"] + 1)
        return STUCK * stuck * sum(map(burden, boat.animals)) - gift / (self.players - 1)

    def best_turn(self, boat: Boat, hand: list[Card]) -> float:
        """What one's own next turn on a boat is worth, without looking further."""
        fitting = [card for one in hand for card in one.choices() if boat.fits(card)]
        if not fitting:
            return -sum(map(burden, boat.animals))
        full = [card for card in fitting if boat.fills(card)]
        gifts = CARD * (self.view["departures"] + 1) if full else 0.0
        return max(map(burden, fitting)) + gifts + (OUT if len(hand) == 1 else 0.0)

    def chance_of_collecting(self, boat: Boat) -> float:
        """How likely the next seat has no card that fits."""
        if not boat.animals or any(boat.fits(card) for one in self.next_known for card in one.choices()):
            return 0.0
        return (1 - self.unseen.share(boat.fits)) ** self.view["hands"][self.next]["unknown"]

    def chance_of_filling(self, boat: Boat) -> float:
        """How likely the next seat can bring the boat exactly to its limit."""
        if any(boat.fits(card) and boat.fills(card) for one in self.next_known for card in one.choices()):
            return 1.0
        share = self.unseen.share(lambda card: boat.fits(card) and boat.fills(card))
        return 1 - (1 - share) ** self.view["hands"][self.next]["unknown"]


class Alone(Judge):
    """A solo match: what counts is that some card always fits."""

    def __init__(self, view: Json) -> None:
        super().__init__(view)
        self.judges = {
            "board": self.worth_of_boarding,
            "sail": lambda move: self.worth_of_quay(move["boat"], self.boats, self.hand),
            "stack": lambda move: -self.use_of(card_of(move)),
            "recall": self.worth_of_recalling,
            "pass": lambda move: self.best_quay(self.boats, self.hand),
        }

    def worth_of_boarding(self, move: Json) -> float:
        """Prefer what keeps most cards playable; full boats take cards of the deck with them."""
        card = card_of(move)
        boat = self.boats[self.noah]
        assert boat is not None
        after = boat.after(card)
        boats = list(self.boats)
        worth = 0.05 * int(MASS[card.animal])
        if boat.animals and boat.animals[-1].animal == card.animal and boat.animals[-1].sex != card.sex:
            worth += PAIR
        if after.mass == after.limit:
            worth += CARD * min(self.view["departures"] + 1, self.view["deck"]["unknown"] + len(self.view["top"]))
            boats[self.noah] = self.next_boat()
        else:
            boats[self.noah] = after
        quays = [self.noah] if card.animal == DONKEY else quays_from(self.noah, card.sex)
        left = self.hand_without(card)
        return worth + max(self.worth_of_quay(quay, boats, left) for quay in quays)

    def worth_of_quay(self, quay: int, boats: list[Boat | None], hand: list[Card]) -> float:
        """How safe the next turn on a boat is: cards in hand that fit, known and unknown ones to come."""
        boat = boats[quay]
        if boat is None:
            return -OUT
        top = cards_of_hand(self.view["top"][:1])
        fitting = sum(any(map(boat.fits, one.choices())) for one in hand + top)
        share = self.unseen.share(boat.fits)
        return (PAIR if fitting else -2 * OUT * (1 - share)) + 0.3 * fitting + OPTION * share

    def best_quay(self, boats: list[Boat | None], hand: list[Card]) -> float:
        """The better one of the two quays to which Noah may go."""
        boat = boats[self.noah]
        assert boat is not None
        return max(self.worth_of_quay(quay, boats, hand) for quay in quays_from(self.noah, boat.animals[-1].sex))

    def use_of(self, card: Card) -> float:
        """How many of the two next boats a card on top of the deck would fit."""
        boat = self.boats[self.noah]
        assert boat is not None
        targets = [self.boats[quay] for quay in quays_from(self.noah, boat.animals[-1].sex)]
        return sum(target is not None and any(map(target.fits, card.choices())) for target in targets)

    def worth_of_recalling(self, move: Json) -> float:
        """An animal that comes back must be boarded again: only worth it if it is needed."""
        boats = list(self.boats)
        boat = boats[move["boat"]]
        assert boat is not None
        card = boat.animals[move["place"]]
        boats[move["boat"]] = boat.without(move["place"])
        return self.best_quay(boats, [*self.hand, card.off_boat()]) - CARD


BOTS = {"greedy": greedy}
