"""The table of Noah as plain JSON: states, views and events (NO-6, section 8)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.contract import Json
from ...core.events import Events, Fact
from ...core.keeping import kept, shared
from ...core.kinds import HIDDEN, Items, OrNull, Parts, PerSeat, Whole, Word
from ...core.moves import name_of
from ...core.states import FLAG, At, Counted, EachSeat, EachViewer, Laid, Listed, Spelling, State
from ...core.table import Numbers
from . import GAME
from .cards import ABOARD, CARD, PILE
from .forecast import tears_in
from .pieces import BOAT_ROOM, BOATS, MOST_BOARDS, MOST_CARDS, MOST_ROUNDS, QUAYS, RESERVE, SLOTS
from .rules.moves import QUAY, SEAT
from .rules.piles import off_boat
from .rules.rounds import whole_deck
from .state import MOST_POINTS, Boat, Effect, Phase, Reason, Table

BOAT_KIND = Word(tuple(name_of(kind) for kind in Boat if kind != Boat.NONE), low=Boat.PLAIN)
REASON = Word(tuple(name_of(reason) for reason in Reason if reason != Reason.NONE), "round-over", low=Reason.HAND)
POINTS = Whole(0, MOST_POINTS)
SPELT = Spelling(PILE)

# --- States -------------------------------------------------------------------------------------


def boats_of(table: Table) -> list[Json | None]:
    """The boats at the quays, with their animals in boarding order."""
    boats: list[Json | None] = []
    for kind, count, animals in zip(table.boats, table.aboard, table.animals, strict=True):
        aboard = [ABOARD.value(number) for number in animals[:count]]
        boats.append(None if kind == Boat.NONE else {"kind": BOAT_KIND.value(kind), "animals": aboard})
    return boats


def lay_boats(table: Table, boats: list[Json | None]) -> None:
    """Moor the boats at their quays."""
    for quay, boat in enumerate(boats):
        if boat is not None:
            table.boats[quay] = BOAT_KIND.number(boat["kind"])
            table.aboard[quay] = len(boat["animals"])
            for place, one in enumerate(boat["animals"]):
                table.animals[quay, place] = ABOARD.number(one)


def results_of(table: Table) -> list[Json]:
    """The finished rounds; alone, the cards left in the deck count too (NO-5.3, NO-S.13)."""
    spell, results = SPELT.of(table), []
    for reason, hands in zip(table.reasons[: table.finished], table.last_hands, strict=False):
        hands = hands[: table.players]
        points = [tears_in(hand) for hand in hands] if table.players > 1 else [table.scores[0]]
        results.append({"reason": REASON.value(reason), "hands": [spell(hand) for hand in hands], "points": points})
    return results


def lay_results(table: Table, results: list[Json]) -> None:
    """Write the finished rounds down."""
    table.finished = len(results)
    for past, result in enumerate(results):
        table.reasons[past] = REASON.number(result["reason"])
        for seat, hand in enumerate(result["hands"]):
            table.last_hands[past, seat] = PILE.number(hand)


def points_are_right(table: Table, results: list[Json]) -> bool:
    """Whether the points of finished rounds are the tears in the hands."""
    return [result["points"] for result in results] == [result["points"] for result in results_of(table)]


ANIMALS_ABOARD = Items(ABOARD, most=BOAT_ROOM)
BOAT = Parts({"kind": BOAT_KIND, "animals": ANIMALS_ABOARD})
RESULT = Parts({"reason": REASON, "hands": PerSeat(PILE), "points": PerSeat(POINTS)})

STATE = State(
    GAME,
    Phase,
    {
        "round": At("round_number", Whole(1, MOST_ROUNDS)),
        "scores": EachSeat("scores", POINTS),
        "starter": At("starter", SEAT),
        "noah": At("noah", QUAY),
        "boats": Laid(Items(OrNull(BOAT), QUAYS, QUAYS), boats_of, lay_boats),
        "reserve": Listed("reserve", BOAT_KIND, most=RESERVE),
        "departures": At("departures", Whole(0, BOATS)),
        "gone": At("gone", PILE),
        "top": Counted("top", "top_count", CARD, MOST_CARDS),
        "looked": At("looked", PILE),
        "boards": At("boards", Whole(0, MOST_BOARDS)),
        "pair": At("pair", FLAG),
        "leaving": At("leaving", FLAG),
        "gifts": At("gifts", Whole(0, RESERVE + 1)),
        "partner": At("partner", OrNull(SEAT)),
        "results": Laid(Items(RESULT, most=MOST_ROUNDS), results_of, lay_results, points_are_right),
    },
    secret={"hands": EachSeat("hands", PILE), "deck": At("deck", PILE), "known": EachViewer("known", PILE)},
)

# --- Views --------------------------------------------------------------------------------------


def view_of(table: Table, viewer: int | None) -> Json:
    """What a seat, or a spectator, may know (NO-6.9, NO-6.10, NO-S.14)."""
    if table.phase == Phase.OVER:
        return STATE.state_of(table)
    return view_with(table, viewer, table.known[table.players if viewer is None else viewer])


def view_with(table: Table, viewer: int | None, known: Numbers | list[int]) -> Json:
    """The table as a viewer sees it to whom these cards of each hand are shown as known."""
    return STATE.open_facts(table) | {
        "hands": [_hand_as_seen(table, seat, viewer, known[seat]) for seat in range(table.players)],
        "deck": {"unknown": table.deck.bit_count()},
        "known": HIDDEN,
    }


def _hand_as_seen(table: Table, seat: int, viewer: int | None, known: int) -> Any:
    """A hand: one's own, or the cards that one knows in it and how many more there are."""
    if seat == viewer or table.players == 1:
        return SPELT.of(table)(table.hands[seat])
    return {"known": SPELT.of(table)(known), "unknown": table.hands[seat].bit_count() - known.bit_count()}


def imagine(view: Json) -> np.ndarray:
    """Some table that looks like this view, made from the view alone; deal it anew before use."""
    if view["known"] != HIDDEN:
        return STATE.lay(view)
    players = view["players"]
    unseen = PILE.value(SLOTS.rest_of(*deck_and_seen(view)))
    own = [seat for seat, hand in enumerate(view["hands"]) if isinstance(hand, list)]
    viewer = own[0] if own else players

    def fill(hand: Any) -> list[Json]:
        if isinstance(hand, list):
            return hand
        return hand["known"] + [unseen.pop() for _ in range(hand["unknown"])]

    known: list[list[list[Json]]] = [[[] for _ in range(players)] for _ in range(players + 1)]
    known[viewer] = [hand["known"] if isinstance(hand, dict) else [] for hand in view["hands"]]
    hands = [fill(hand) for hand in view["hands"]]
    return STATE.lay(view | {"hands": hands, "deck": unseen, "known": known})


def in_sight(view: Json) -> Any:
    """The table as far as a view shows it, in plain numbers: for rules that ask for no more."""
    hands = [hand["known"] if isinstance(hand, dict) else hand for hand in view["hands"]]
    return STATE.laid(view | {"hands": hands}, *STATE.open_parts.keys() - {"gone", "results"}, "hands")


def deck_and_seen(view: Json) -> tuple[int, int]:
    """All cards of the match, and those that the viewer sees somewhere, as piles."""
    deck, seen = shared(view, _lying_open)
    for hand in view["hands"]:
        known = SPELT.number(hand["known"] if isinstance(hand, dict) else hand)
        seen = SLOTS.pile_of(SLOTS.cards_of(known), seen)
    return deck, seen


def _lying_open(view: Json) -> tuple[int, int]:
    """All cards of the match, and those that lie aboard and elsewhere, as piles."""
    aboard = [off_boat(ABOARD.number(one)) for boat in view["boats"] if boat for one in boat["animals"]]
    others = [CARD.number(one) for key in ("gone", "top", "looked") for one in view[key]]
    return _deck_of(view["players"], view["options"]), SLOTS.pile_of([*aboard, *others])


@kept
def _deck_of(players: int, options: Json) -> int:
    """All cards of a match."""
    return int(whole_deck(GAME.new_table(players, options)[0]))


def seen(table: Table, move: Json, viewer: int | None) -> Json:
    """A move as a viewer may see it during the match: gifts and returns are for two alone (NO-6.2)."""
    if move["move"] not in ("give", "return") or viewer in (table.turn, move.get("player", table.partner)):
        return move
    return {**move, "animal": HIDDEN, "sex": None}


# --- Events -------------------------------------------------------------------------------------

PLAYER = ("player", SEAT)
ONE_CARD = ("card", CARD)
# For all to see: from a boat into the hand, at the end of a round; alone: from the deck, under the giraffe's eye,
# out with the boat.
CARDS_TOLD = (Effect.COLLECTED, Effect.SHOWN, Effect.TOOK, Effect.LOOKED, Effect.DISCARDED)

EVENTS = Events(
    Effect,
    {
        Effect.BOARDED: Fact(("card", ABOARD), ("boat", QUAY)),
        CARDS_TOLD: Fact(("cards", CARD), together=True),
        Effect.PEEKED: Fact(amount=PLAYER),
        Effect.PEEKED_CARD: Fact(("cards", CARD), PLAYER, together=True, to="seat"),
        # All see who, the two see what (NO-6.2).
        (Effect.DREW, Effect.RETURNED, Effect.GAVE): Fact(ONE_CARD, PLAYER, to="both", covered="card"),
        # Into the hand of the seat; alone: back onto the deck.
        (Effect.FLED, Effect.STACKED): Fact(ONE_CARD),
        Effect.SAILED: Fact(amount=("boat", QUAY)),
        # The seat that loaded the boat, and which departure it is.
        Effect.DEPARTED: Fact(("boat", QUAY), ("number", Whole(1, BOATS))),
        Effect.ROUND_OVER: Fact(amount=("reason", REASON)),
        (Effect.POINTS_OFF, Effect.SCORED): Fact(amount=("points", POINTS)),  # by a crocodile, in a round
        Effect.ROUND: Fact(amount=("round", Whole(1, MOST_ROUNDS))),
        Effect.RECALLED: Fact(ONE_CARD, ("boat", QUAY)),
    },
    said={"boat": "quay", "points": "count"},
)
