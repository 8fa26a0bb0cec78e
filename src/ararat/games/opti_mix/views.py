"""The table of Arche Opti Mix as plain JSON: states, views and events (OM-6, section 8)."""

from __future__ import annotations

from functools import lru_cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from ...core.contract import Json
from ...core.events import Events, Fact
from ...core.kinds import HIDDEN, ByName, OrNull, Pile, Seat, Seats, SetOf, Word
from ...core.states import At, EachSeat, Laid, Listed, SeatFlags, Spelling, State, Together, range_of
from ...core.words import Words
from . import GAME
from .pieces import MOST_CABINS, MOST_PLAYERS, PETS, ROOM, SIDES, SLOTS, TYPES
from .rules.ark import fill, place_of
from .rules.moves import CABIN, CARD, TYPE
from .state import LAYOUT, MOST_USED, Effect, Phase, Table, Todo

SEAT = Seat(MOST_PLAYERS)
PILE = Pile(CARD, SLOTS)
SPELT = Spelling(PILE)
PET = OrNull(CARD)
HALVES = range_of(LAYOUT, "half_pieces")


def cabins_of(table: Table) -> Json:
    """Every cabin with its cards, port first, from the bow."""
    cabins, lengths, spell = table.cabins, table.lengths, SPELT.of(table)
    places = [place_of(side, number) for side in range(len(SIDES)) for number in range(1, lengths[side] + 1)]
    return {CABIN.value(place): spell(cabins[place]) for place in places}


place_named = lru_cache(maxsize=256)(CABIN.number)


def lay_cabins(table: Table, cabins: Json) -> None:
    """Fill cabins; a side is as long as the highest number of its cabins says."""
    for name, cards in cabins.items():
        side, number = divmod(place_named(name), ROOM)
        place, inside = place_of(side, number), _pile(*cards)
        table.cabins[place], table.barred[place] = inside, _kept_out(int(table.skunk), inside)
        table.lengths[side] = max(table.lengths[side], min(number, MOST_CABINS))


@lru_cache(maxsize=1024)
def _pile(*cards: str) -> int:
    return PILE.number(cards)


@lru_cache(maxsize=1024)
def _kept_out(skunk: int, inside: int) -> int:
    """What `fill` writes down of cards in a cabin: few of the cabins at a table change between two looks at it."""
    table: Any = SimpleNamespace(skunk=skunk, cabins=[0], barred=[0])
    fill(table, 0, inside)
    return int(table.barred[0])


STATE = State(
    GAME,
    Phase,
    {
        "scores": EachSeat("scores", range_of(LAYOUT, "scores")),
        "winners": At("winners", Seats(MOST_PLAYERS)),
        "active": At("active", OrNull(SEAT)),
        "used": Listed("used", CABIN, most=MOST_USED),
        "todo": At("todo", SetOf(Word(tuple(step.name.lower() for step in Todo)))),
        "cabins": Laid(ByName(CABIN, PILE), cabins_of, lay_cabins),
        "tilt": At("tilt", range_of(LAYOUT, "tilt")),
        "display": At("display", PILE),
        "upper": At("upper", range_of(LAYOUT, "upper")),
        "rain": At("rain", range_of(LAYOUT, "rain")),
        "known": EachSeat("known", PILE),
        "removed": At("removed", PILE),
        "discs": EachSeat("discs", range_of(LAYOUT, "discs")),
        "supply": At("supply", range_of(LAYOUT, "supply")),
        "pieces2": Together({name: EachSeat("half_pieces", HALVES, row) for row, name in enumerate(TYPES)}),
        "passed": SeatFlags("passed"),
    },
    secret={"deck": At("deck", PILE), "hands": EachSeat("hands", PILE), "pets": EachSeat("pets", PET)},
)


def view_of(table: Table, viewer: int | None) -> Json:
    """What a seat, or a spectator, may know (OM-6.1 to OM-6.8)."""
    if table.phase == Phase.OVER:
        return STATE.state_of(table)
    spell, own = SPELT.of(table), [seat == viewer for seat in range(table.players)]
    hands, known, pets = table.hands, table.known, table.pets
    # A hand: one's own, or the cards that all saw go into it and how many more there are (OM-6.3).
    rest = [[HIDDEN] * (hand.bit_count() - seen.bit_count()) for hand, seen in zip(hands, known, strict=True)]
    return STATE.open_facts(table) | {
        "deck": [HIDDEN] * table.deck.bit_count(),
        "hands": [spell(hands[seat]) if mine else spell(known[seat]) + rest[seat] for seat, mine in enumerate(own)],
        "pets": [_pet_as_seen(pets[seat], mine) for seat, mine in enumerate(own)],
    }


def _pet_as_seen(pet: int, own: bool) -> str | None:
    """A pet: its own seat knows which one it is, all see that there is one (OM-6.5)."""
    name: str | None = PET.value(pet)
    return name if own or name is None else HIDDEN


def imagine(view: Json) -> np.ndarray:
    """Some table that looks like this view, made from the view alone; deal it anew before use."""
    unseen = SLOTS.whole
    for cards in (*view["cabins"].values(), view["display"], view["removed"], *view["hands"], view["pets"]):
        unseen = SLOTS.rest_of(unseen, PILE.number(name for name in cards if name not in (None, HIDDEN)))
    pets = list(view["pets"])
    for seat, pet in enumerate(pets):  # Pets first: not every card can be one.
        if pet == HIDDEN:
            pets[seat] = PILE.value(unseen & PETS)[-1]
            unseen = SLOTS.rest_of(unseen, PILE.number([pets[seat]]))
    left = PILE.value(unseen)
    hands = [[left.pop() if name == HIDDEN else name for name in hand] for hand in view["hands"]]
    return STATE.lay(view | {"hands": hands, "pets": pets, "deck": left})


def seen(table: Table, move: Json, viewer: int | None) -> Json:
    """A move as a viewer may see it during the match: which pet it is, its seat alone knows (OM-6.7)."""
    return move | {"card": HIDDEN} if move["move"] == "pet" and move["card"] and viewer != table.turn else move


CARD_TOLD, TYPE_TOLD = ("card", CARD), ("type", TYPE)
POINTS = ("points", range_of(LAYOUT, "scores"))

EVENTS = Events(
    Effect,
    {
        (Effect.TOOK, Effect.PICKED, Effect.PET_SHOWN): Fact(CARD_TOLD),
        # All see that it happened, the seat sees which card.
        (Effect.DREW, Effect.PET): Fact(CARD_TOLD, to="seat", covered="card"),
        Effect.PAID: Fact(amount=("player", SEAT)),
        (Effect.EJECTED, Effect.LAID): Fact(CARD_TOLD, ("cabin", CABIN)),
        # EXCHANGED: two pieces of one and a half for three plain ones.
        (Effect.PIECE, Effect.HALF, Effect.EXCHANGED): Fact(TYPE_TOLD),
        Effect.DISCS: Fact(amount=("discs", range_of(LAYOUT, "discs"))),  # from the supply
        Effect.TURNED_UP: Fact(("cards", CARD), together=True),
        Effect.RAIN: Fact(amount=("number", range_of(LAYOUT, "rain"))),
        Effect.SCORED: Fact(TYPE_TOLD, POINTS),
        Effect.DISC_POINTS: Fact(amount=POINTS),
    },
    said={"discs": "count"},
)


def say_event(event: Json, words: Words, names: list[str]) -> str | None:
    """An event in words; a payment is told of whom it goes to."""
    told = {key: value for key, value in event.items() if key != "seat" or "player" not in event}
    return EVENTS.say(told, words, names)
