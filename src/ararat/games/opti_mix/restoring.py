"""Which states of Arche Opti Mix can be, and what is impossible about the others (OM-8.1)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from ...core.contract import Json
from ...core.shape import Shape
from ...core.table import NOBODY
from ...errors import BadState
from . import GAME
from .cards import NUMBER_OF_CARD, is_cabin_name, pile_of, place_of_cabin
from .judging import is_alone
from .pieces import (
    CABIN,
    CARDS,
    CHIMPANZEE_CARD,
    DISCS,
    DISPLAY,
    HAND,
    LOWER_HALF,
    MOST_CARDS,
    MOST_POINTS,
    MOST_TILT,
    PET_RAIN,
    PETS,
    PIECE,
    PROVISION,
    RAINS,
    ROOM,
    SIDES,
    SLOTS,
    STARBOARD,
    TYPES,
    WEIGHT,
)
from .rules.ark import fill, side_of
from .rules.cards import type_of
from .rules.ending import best_seats, final_score
from .rules.placing import is_ejector, may_eject
from .rules.score_cards import must_ask_for_boost
from .state import HALVES_OF_A_CARD, MOST_HALVES, MOST_USED, NO_CARD, Phase, Todo

KEYS = (
    "active",
    "used",
    "todo",
    "cabins",
    "tilt",
    "display",
    "deck",
    "upper",
    "rain",
    "hands",
    "known",
    "pets",
    "removed",
    "discs",
    "supply",
    "pieces2",
    "passed",
)
PHASES = tuple(phase.name.lower() for phase in Phase)
# What may be still to come, by phase and by the number of cards laid in this turn (section 9).
TODO: dict[tuple[str, int], tuple[tuple[str, ...], ...]] = {
    ("turn", 0): ((),),
    ("endgame", 0): ((),),
    ("over", 0): ((),),
    ("endgame boost", 1): ((),),
    ("boost", 1): (("pick", "second", "refill"), ("second", "refill")),
    ("boost", 2): (("pick", "refill"), ("refill",)),
    ("pick", 1): (("second", "refill"), ("refill",)),
    ("pick", 2): (("refill",),),
    ("second", 1): (("refill",),),
    ("pet", 0): (("draw", "refill"), ("refill",)),
    ("pet", 1): (("refill",),),
    ("pet", 2): (("refill",),),
}


def check(state: Any) -> None:
    """Refuse a state that cannot be, with a sentence that says why."""
    shape = Shape(GAME, state, KEYS)
    phase = shape.one_of("phase", PHASES)
    over = phase == "over"
    shape.demand((state["turn"] is None) == over and (state["active"] is None) == over, "turn-over")
    if not over:
        shape.seat("turn")
        shape.seat("active")
        shape.demand(phase == "pet" or state["turn"] == state["active"], "active")
    _check_numbers(shape)
    _check_cards(shape)
    _check_ark(shape)
    _check_discs(shape)
    _check_rain(shape, phase)
    _check_turn(shape, phase)
    _check_pets(shape, phase)
    _check_passed(shape, phase)
    if phase == "boost":
        _check_boost(shape)
    if over:
        _check_end(shape)
    else:
        shape.demand(not state["winners"], "winners-early")
        shape.demand(not any(state["scores"]), "scores-early")


def _check_numbers(shape: Shape) -> None:
    """Numbers are numbers within their ranges."""
    shape.whole_each("scores", 0, MOST_POINTS)
    shape.seats("winners")
    shape.whole("tilt", -MOST_TILT, MOST_TILT)
    shape.whole("upper", 0, MOST_CARDS)
    shape.whole("rain", 0, RAINS)
    shape.whole_each("discs", 0, DISCS)
    shape.whole("supply", 0, DISCS)
    for kind, halves in shape.object("pieces2", TYPES).items():
        if len(shape.list_of("pieces2", halves)) != shape.players:
            raise BadState("state.per-seat", field=f"pieces2.{kind}", players=shape.players)


def _check_cards(shape: Shape) -> None:
    """Every card of the game is in one place, and what is known of a hand is in it (OM-6.4)."""
    state = shape.state
    cabins = state["cabins"]
    if not isinstance(cabins, dict):
        raise BadState("state.shape", field="cabins", expected="{P1: [...], ...}")
    piles = [_cards(shape, "cabins", cards) for cards in cabins.values()]
    piles += [_cards(shape, key, state[key]) for key in ("display", "deck", "removed")]
    hands = [_cards(shape, "hands", hand) for hand in shape.each_seat("hands")]
    pets = [_cards(shape, "pets", [pet]) for pet in shape.each_seat("pets") if pet is not None]
    found = Counter(name for pile in (*piles, *hands, *pets) for name in pile)
    for name, copies in zip(CARDS, SLOTS.copies, strict=True):
        shape.demand(found[name] == copies, "card-count", card=name, copies=copies, found=found[name])
    for hand, known in zip(hands, shape.each_seat("known"), strict=True):
        shape.demand(not Counter(_cards(shape, "known", known)) - Counter(hand), "known-not-held")


def _cards(shape: Shape, key: str, value: Any) -> list[str]:
    """A list of names of cards."""
    names = shape.names(key, value)
    for name in names:
        if name not in NUMBER_OF_CARD:
            raise BadState("state.shape", field=key, expected=" | ".join(CARDS))
    return names


def _check_ark(shape: Shape) -> None:
    """Cabins are numbered from 1 without gaps, hold one to three cards, and the tilt is that of the weights."""
    cabins = shape.state["cabins"]
    shape.demand(all(is_cabin_name(name) for name in cabins), "cabin-name")
    tilt = 0
    for side, letter in enumerate(SIDES):
        own = [name for name in cabins if name[0] == letter]
        shape.demand({f"{letter}{number}" for number in range(1, len(own) + 1)} == set(own), "cabin-gap", side=letter)
        weight = sum(int(WEIGHT[NUMBER_OF_CARD[card]]) for name in own for card in cabins[name])
        tilt += weight if side == STARBOARD else -weight
    for name, cards in cabins.items():
        shape.demand(1 <= len(cards) <= CABIN, "cabin-size", cabin=name)
    shape.demand(tilt == shape.state["tilt"], "tilt", weights=tilt)


def _check_discs(shape: Shape) -> None:
    """All discs are somewhere; an odd number of half-pieces stands for one piece on a disc (OM-4.25)."""
    pieces = shape.state["pieces2"]
    # A number leaves room for the cards that may still be laid, and for pets that are not yet turned up.
    state = shape.state
    to_come = len(state["deck"]) + len(state["display"]) + sum(map(len, state["hands"]))
    if state["phase"] != "over":
        to_come += sum(pet is not None for pet in state["pets"])
    most = MOST_HALVES - HALVES_OF_A_CARD * to_come
    halves = [shape.number("pieces2", number, 0, most) for numbers in pieces.values() for number in numbers]
    shape.demand(1 not in halves, "half-alone")
    shape.demand(not any(number % PIECE for number in pieces[TYPES[PROVISION]]), "half-provision")
    found = shape.state["supply"] + sum(shape.state["discs"]) + sum(number % PIECE for number in halves)
    shape.demand(found == DISCS, "discs", found=found, discs=DISCS)


def _check_rain(shape: Shape, phase: str) -> None:
    """The deck before the first rain card, and which phases there are after the second and the fifth (OM-3.7)."""
    state = shape.state
    rain, upper = state["rain"], state["upper"]
    if rain == 0:
        lower = LOWER_HALF - shape.players * HAND // 2
        shape.demand(len(state["deck"]) == upper + lower, "deck", expected=upper + lower)
    shape.demand(rain == 0 or upper == 0, "upper")
    shape.demand(phase != "pet" or rain == PET_RAIN, "rain-pet")
    if phase in ("endgame", "over"):
        shape.demand(rain == RAINS, "rain-endgame")
    else:
        shape.demand(rain < RAINS or phase == "boost", "rain-turn")


def _check_turn(shape: Shape, phase: str) -> None:
    """What was laid in this turn, what is still to come, and the cards in the display fit the phase (section 9)."""
    state = shape.state
    used, todo = shape.names("used", state["used"]), shape.names("todo", state["todo"])
    shape.demand(len(used) <= MOST_USED and len(set(used)) == len(used), "used")
    shape.demand(all(name in state["cabins"] for name in used), "used-nowhere")
    late_boost = phase == "boost" and state["rain"] == RAINS
    ways = TODO.get(("endgame boost" if late_boost else phase, len(used)), ())
    shape.demand(tuple(todo) in ways, "todo", phase=phase)
    shown = len(state["display"])
    shape.demand(shown <= DISPLAY and (phase != "turn" or shown == DISPLAY), "display", cards=DISPLAY)
    if phase == "pet":
        shape.demand(shown == DISPLAY - 1 if "draw" in todo else 1 <= shown < DISPLAY, "display-pet")
    picks = phase == "pick" or "pick" in todo
    if picks or (phase in ("second", "boost") and state["rain"] < RAINS):
        # The first new cabin of a turn picks from a full display, the second from what that one left.
        least = DISPLAY if picks and len(used) == 1 else DISPLAY - 1
        shape.demand(shown >= least, "display-pick", cards=least)
    cabins = state["cabins"]
    if picks:
        is_last = f"{used[-1][0]}{int(used[-1][1:]) + 1}" not in cabins
        shape.demand(is_last and len(cabins[used[-1]]) == 1, "pick-cabin")
    if phase == "second" or "second" in todo or len(used) == MOST_USED:
        shape.demand(all(_holds_companion(cabins[name]) for name in used), "second-alone")
    elif phase == "pick":
        shape.demand(not _holds_companion(cabins[used[-1]]), "second-alone")


def _holds_companion(cards: list[str]) -> bool:
    """Whether a cabin holds a card that need not be the only one of its turn (OM-4.4)."""
    return any(not is_alone(card) for card in cards)


def _check_pets(shape: Shape, phase: str) -> None:
    """Pets come with the second rain card, seat by seat, and only some animals can be one (OM-4.33, OM-4.34)."""
    state = shape.state
    for seat, pet in enumerate(state["pets"]):
        if pet is None:
            continue
        shape.demand(state["rain"] >= PET_RAIN, "pet-early")
        shape.demand(bool(PETS & int(SLOTS.all[NUMBER_OF_CARD[pet]])), "pet-kind", card=pet)
        if phase == "pet":
            asked = (state["turn"] - state["active"]) % shape.players
            shape.demand((seat - state["active"]) % shape.players < asked, "pet-unasked", seat=seat)


def _check_passed(shape: Shape, phase: str) -> None:
    """Seats pass in the endgame; the match is over when all have (OM-5.2, OM-5.7)."""
    passed = shape.each_seat("passed")
    if not all(isinstance(flag, bool) for flag in passed):
        raise BadState("state.shape", field="passed", expected="[true | false, ...]")
    if phase == "over":
        shape.demand(all(passed), "passed-over")
    else:
        shape.demand(shape.state["rain"] == RAINS or not any(passed), "passed-early")
        shape.demand(not passed[shape.state["turn"]], "passed-turn")


def _check_boost(shape: Shape) -> None:
    """The half of a chimpanzee is decided by a seat that laid or ejected it and can use it (OM-4.24, OM-4.29)."""
    state = shape.state
    cabin = state["cabins"][state["used"][-1]]
    chimpanzee = CARDS[CHIMPANZEE_CARD]
    table = lay_out(state)[0]
    ejectors = [number for number in map(NUMBER_OF_CARD.__getitem__, cabin) if is_ejector(number)]
    ejected = chimpanzee in state["removed"] and any(may_eject(card, CHIMPANZEE_CARD) for card in ejectors)
    shape.demand(chimpanzee in cabin or ejected, "boost-nobody")
    shape.demand("pick" not in state["todo"] or cabin == [chimpanzee], "boost-pick")
    shape.demand(must_ask_for_boost(table, state["active"], CHIMPANZEE_CARD), "boost-nothing")


def _check_end(shape: Shape) -> None:
    """At the end pets have brought their pieces, and points and winners follow from the table (OM-5.8 to OM-5.12)."""
    table = lay_out(shape.state)[0]
    for seat, pet in enumerate(shape.state["pets"]):
        if pet is not None:
            halves = table.half_pieces[type_of(table, NUMBER_OF_CARD[pet]), seat]
            shape.demand(halves >= PIECE, "pet-piece", seat=seat)
    scores = [int(final_score(table, seat)) for seat in range(shape.players)]
    shape.demand(scores == shape.state["scores"], "scores", expected=", ".join(map(str, scores)))
    best = int(best_seats(table))
    winners = [seat for seat in range(shape.players) if best >> seat & 1]
    shape.demand(sorted(shape.state["winners"]) == winners, "winners", expected=", ".join(map(str, winners)))


def lay_out(state: Json) -> np.ndarray:
    """The table of a state that can be."""
    tables = GAME.new_table(state["players"], state["options"])
    table = tables[0]
    seats = range(state["players"])
    table.phase = PHASES.index(state["phase"])
    table.turn = NOBODY if state["turn"] is None else state["turn"]
    table.active = NOBODY if state["active"] is None else state["active"]
    for name, cards in state["cabins"].items():
        place = place_of_cabin(name)
        fill(table, place, pile_of(cards))
        side = side_of(place)
        table.lengths[side] = max(int(table.lengths[side]), place - side * ROOM)
    for key in ("display", "deck", "removed"):
        table[key] = pile_of(state[key])
    for key in ("tilt", "upper", "rain", "supply"):
        table[key] = state[key]
    for seat in seats:
        table.hands[seat] = pile_of(state["hands"][seat])
        table.known[seat] = pile_of(state["known"][seat])
        pet = state["pets"][seat]
        table.pets[seat] = NO_CARD if pet is None else NUMBER_OF_CARD[pet]
        table.discs[seat] = state["discs"][seat]
        table.scores[seat] = state["scores"][seat]
        for number, kind in enumerate(TYPES):
            table.half_pieces[number, seat] = state["pieces2"][kind][seat]
    for number, name in enumerate(state["used"]):
        table.used[number] = place_of_cabin(name)
    table.todo = sum(Todo[word.upper()] for word in state["todo"])
    table.passed = sum(1 << seat for seat in seats if state["passed"][seat])
    table.winners = sum(1 << seat for seat in state["winners"])
    return tables
