"""Which states of Noah can be, and what is impossible about the others (NO-8.1)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from ...core.contract import Json
from ...core.shape import Shape
from ...core.table import NOBODY
from ...errors import BadState
from . import GAME
from .cards import NUMBER_OF_ANIMAL, aboard_number, cards_of, number, pile_of
from .pieces import (
    ANIMALS,
    BOATS,
    CROCODILE,
    DONKEY,
    FROG,
    GIRAFFE,
    LIMIT,
    LION,
    MASS,
    MOST_BOARDS,
    MOST_FROG_MASS,
    MOST_ROUNDS,
    MOST_TEARS,
    QUAYS,
    RESERVE,
    SNAIL,
    SOLO_LOOK,
    TEARS,
    WOODPECKER,
    WOODPECKER_LIMIT,
)
from .rules.fitting import some_card_fits
from .rules.rounds import lowest_totals, whole_deck
from .rules.solo import all_cards_are_out, some_can_be_recalled
from .rules.turns import can_sail
from .state import MOST_POINTS, Boat, Phase, Reason

KEYS = (
    "round",
    "starter",
    "noah",
    "boats",
    "reserve",
    "departures",
    "gone",
    "hands",
    "deck",
    "top",
    "looked",
    "boards",
    "pair",
    "leaving",
    "gifts",
    "partner",
    "known",
    "results",
)
PHASES = tuple(phase.name.lower() for phase in Phase)
SOLO_PHASES = ("board", "sail", "stack", "recall", "over")
SHARED_PHASES = tuple(phase for phase in PHASES if phase not in ("stack", "recall"))
AFTER_BOARDING = ("peek", "draw", "return", "flee", "sail", "stack", "recall")
BOARDED = {"peek": GIRAFFE, "stack": GIRAFFE, "draw": LION, "return": LION, "recall": LION, "flee": CROCODILE}
KINDS = {"plain": Boat.PLAIN, "roommates": Boat.ROOMMATES}
REASONS = {"hand": Reason.HAND, "boats": Reason.BOATS, "cap": Reason.CAP}
SOLO_REASONS = {"won": Reason.WON, "no-quay": Reason.NO_QUAY, "no-card": Reason.NO_CARD, "cap": Reason.CAP}


def check(state: Any) -> None:
    """Refuse a state that cannot be, with a sentence that says why."""
    shape = Shape(GAME, state, KEYS)
    solo = shape.players == 1
    phase = shape.one_of("phase", SOLO_PHASES if solo else SHARED_PHASES)
    shape.demand(phase != "flee" or shape.options["crocodile"], "flee-without")
    over = phase == "over"
    shape.demand((state["turn"] is None) == over, "turn-over")
    if not over:
        shape.seat("turn")
    _check_counters(shape, over)
    _check_boats(shape)
    _check_cards(shape)
    _check_knowledge(shape, over)
    _check_results(shape, over)
    if over:
        _check_end(shape)
    else:
        shape.demand(not state["winners"], "winners-early")
        _check_phase(shape, phase)
    if solo:
        _check_solo(shape, over)
    elif not over:
        _check_hands(shape, phase)


def _check_counters(shape: Shape, over: bool) -> None:
    """Numbers and flags are numbers and flags within their ranges."""
    shape.whole("round", 1, MOST_ROUNDS if shape.players > 1 else 1)
    # A total leaves room for the tears of the rounds to come.
    to_come = 0 if over else MOST_ROUNDS + 1 - shape.state["round"]
    shape.whole_each("scores", 0, MOST_POINTS - MOST_TEARS * to_come)
    shape.seats("winners")
    shape.seat("starter")
    shape.whole("noah", 0, QUAYS - 1)
    shape.whole("departures", 0, BOATS)
    shape.whole("boards", 0, MOST_BOARDS)
    shape.whole("gifts", 0, RESERVE + 1)
    partner = shape.seat_or_none("partner")
    flags = any([shape.flag("pair"), shape.flag("leaving")])  # both are to be examined
    shape.demand(not over or not (flags or shape.state["gifts"] or partner is not None), "flags-over")


# --- Boats --------------------------------------------------------------------------------------


def _check_boats(shape: Shape) -> None:
    """Eight boats with the departed ones, each as it can be loaded (NO-3.2, NO-4.5 to NO-4.7, NO-P.10)."""
    state = shape.state
    boats, reserve = shape.items("boats"), shape.items("reserve")
    if len(boats) != QUAYS:
        raise BadState("state.shape", field="boats", expected=f"[0 ... {QUAYS - 1}]")
    for boat in boats:
        if boat is not None:
            shape.parts("boats", boat, ("kind", "animals"))
            _check_animals(shape, boat["animals"])
    kinds = [*(boat["kind"] for boat in boats if boat is not None), *reserve]
    for kind in kinds:
        if not isinstance(kind, str) or kind not in KINDS:
            raise BadState("state.shape", field="boats, reserve", expected=" | ".join(KINDS))
    for quay, boat in enumerate(boats):
        if boat is not None:
            _check_load(shape, quay, boat)
    vacant = sum(boat is None for boat in boats)
    shape.demand(len(kinds) + state["departures"] == BOATS, "boats-count", count=BOATS)
    shape.demand(not vacant or not reserve, "vacant-early")
    # The boats of a round are all at quays or in the reserve, but for those that have left.
    odd_ones = kinds.count("roommates")
    most = 1 if shape.options["roommates"] else 0
    least = most if not state["departures"] else 0
    shape.demand(least <= odd_ones <= most, "roommates-count", count=most)


def _check_animals(shape: Shape, animals: Any) -> None:
    for one in shape.list_of("boats", animals):
        _card_parts(shape, "boats", one)
        shape.demand(one["sex"] is not None, "aboard-sexless")


def _card_parts(shape: Shape, key: str, one: Any) -> None:
    """A card has an animal that exists and a sex or none."""
    shape.parts(key, one, ("animal", "sex"))
    animal, sex = one["animal"], one["sex"]
    a_sex = sex is None or (isinstance(sex, str) and sex in ("m", "f"))
    right = isinstance(animal, str) and animal in NUMBER_OF_ANIMAL and a_sex
    if not right:
        raise BadState("state.shape", field=key, expected='{"animal": ..., "sex": "m" | "f" | null}')


def _check_load(shape: Shape, quay: int, boat: Json) -> None:
    """A boat keeps its limit and its pattern of sexes; a crocodile's victim no longer counts (NO-P.7)."""
    animals = boat["animals"]
    sexes = [one["sex"] for one in animals]
    shape.demand(all(a == b for a, b in zip(sexes, sexes[2:], strict=False)), "sexes", quay=quay)
    counted = _counted(shape.state, quay, animals)
    shape.demand(_mass(counted) <= _limit(counted), "boat-too-heavy", quay=quay, limit=_limit(counted))
    names = [one["animal"] for one in animals]
    shape.demand(boat["kind"] != "roommates" or len(set(names)) == len(names), "roommates-twice", quay=quay)


def _counted(state: Json, quay: int, animals: list[Json]) -> list[Json]:
    """The animals whose mass counts."""
    return animals[1:] if state["phase"] == "flee" and state["noah"] == quay else animals


def _mass(animals: list[Json]) -> int:
    return sum(int(MASS[NUMBER_OF_ANIMAL[one["animal"]]]) for one in animals)


def _limit(animals: list[Json]) -> int:
    return WOODPECKER_LIMIT if any(one["animal"] == ANIMALS[WOODPECKER] for one in animals) else LIMIT


# --- Cards --------------------------------------------------------------------------------------


def _pile(shape: Shape, key: str, cards: Any) -> list[Json]:
    """A list of cards that are off the boats."""
    for one in shape.list_of(key, cards):
        _card_parts(shape, key, one)
    return cards


def _check_cards(shape: Shape) -> None:
    """Every card of the deck is in exactly one place (NO-3.1, NO-3.2)."""
    state = shape.state
    places = [_pile(shape, key, state[key]) for key in ("gone", "deck", "top", "looked")]
    places += [_pile(shape, "hands", hand) for hand in shape.each_seat("hands")]
    places += [boat["animals"] for boat in state["boats"] if boat is not None]
    aboard = len(places) - sum(boat is not None for boat in state["boats"])
    count: Counter[tuple[str, str | None]] = Counter()
    for place, cards in enumerate(places):
        for one in cards:
            snail = one["animal"] == ANIMALS[SNAIL]
            shape.demand(place >= aboard or (one["sex"] is None) == snail, "sex-off-boat", card=_name(one))
            count[one["animal"], None if snail else one["sex"]] += 1
    deck = GAME.new_table(shape.players, shape.options)[0]
    right = Counter((one["animal"], one["sex"]) for one in cards_of(whole_deck(deck)))
    for animal, sex in sorted(count | right, key=str):
        found, wanted = count[animal, sex], right[animal, sex]
        values = {"card": _name({"animal": animal, "sex": sex}), "found": found, "wanted": wanted}
        shape.demand(found == wanted, "card-count", **values)


def _name(one: Json) -> str:
    return one["animal"] if one["sex"] is None else f"{one['animal']} {one['sex']}"


def _check_knowledge(shape: Shape, over: bool) -> None:
    """Viewers know cards that are in a hand, and not of their own (NO-6.4)."""
    state = shape.state
    rows = shape.items("known")
    if len(rows) != shape.players + 1 or any(len(shape.list_of("known", row)) != shape.players for row in rows):
        raise BadState("state.shape", field="known", expected=f"[{shape.players + 1} x [{shape.players} x [...]]]")
    for viewer, row in enumerate(rows):
        for seat, cards in enumerate(row):
            known = Counter(_name(one) for one in _pile(shape, "known", cards))
            shape.demand(not known or viewer != seat, "known-own", seat=seat)
            shape.demand(not known or not over, "flags-over")
            held = Counter(_name(one) for one in state["hands"][seat])
            shape.demand(known <= held, "known-not-held", seat=seat)
    shape.demand(shape.players > 1 or not any(map(any, rows)), "known-solo")


def _check_results(shape: Shape, over: bool) -> None:
    """Results of finished rounds: hands of this deck, and the tears in them (NO-5.2, NO-5.3)."""
    state = shape.state
    results = shape.items("results")
    most = state["round"] if over else state["round"] - 1
    shape.demand(len(results) <= most, "results-many", count=most)
    reasons = SOLO_REASONS if shape.players == 1 else REASONS
    deck = Counter(_name(one) for one in cards_of(whole_deck(GAME.new_table(shape.players, shape.options)[0])))
    for result in results:
        shape.parts("results", result, ("reason", "hands", "points"))
        if not isinstance(result["reason"], str) or result["reason"] not in reasons:
            raise BadState("state.shape", field="results", expected=" | ".join(reasons))
        hands = [_pile(shape, "results", hand) for hand in shape.list_of("results", result["hands"])]
        points = shape.list_of("results", result["points"])
        if len(hands) != shape.players or len(points) != shape.players:
            raise BadState("state.per-seat", field="results", players=shape.players)
        shape.demand(Counter(_name(one) for hand in hands for one in hand) <= deck, "results-cards")
        right = [_tears(hand) for hand in hands]
        if shape.players == 1:
            right = [_tears(state["hands"][0] + state["deck"] + state["top"])]
        shape.demand(points == right and all(type(p) is int for p in points), "results-points", points=right)


def _tears(cards: list[Json]) -> int:
    return sum(int(TEARS[NUMBER_OF_ANIMAL[one["animal"]]]) for one in cards)


# --- Phases -------------------------------------------------------------------------------------


def _check_phase(shape: Shape, phase: str) -> None:
    """What the decision due needs is there, and flags are what the boat here says (sections 8 and 9)."""
    state = shape.state
    hand = state["hands"][state["turn"]]
    here = state["boats"][state["noah"]]
    partner = state["partner"]
    shape.demand((phase == "return") == (partner is not None) and partner != state["turn"], "partner")
    gifts = state["gifts"]
    shape.demand((phase == "give") == (gifts > 0) and gifts <= min(state["departures"], len(hand)), "gifts")
    shape.demand((2 <= len(state["looked"]) <= SOLO_LOOK) if phase == "stack" else not state["looked"], "looked")
    boarding = phase in ("board", "reload")
    shape.demand(state["boards"] < MOST_BOARDS or not boarding, "boards", count=MOST_BOARDS)
    shape.demand(here is not None or phase == "give", "noah-nowhere")
    shape.demand(not boarding or not (state["pair"] or state["leaving"]), "flags-early")
    shape.demand(not (phase == "give" and state["leaving"]), "flags-early")
    if phase == "reload":
        shape.demand(not here["animals"] and len(hand) > 1, "reload")
    if phase in AFTER_BOARDING:
        _check_boarded(shape, phase, here["animals"])
    if phase in ("peek", "draw"):
        shape.demand(len(hand) > 0, "power-empty")
    if phase == "return":
        shape.demand(len(hand) > 1, "power-empty")
    if phase == "recall":
        shape.demand(bool(some_can_be_recalled(lay(state)[0])), "recall-nobody")


def _check_boarded(shape: Shape, phase: str, animals: list[Json]) -> None:
    """The card just boarded lies on top and bears `pair` and `leaving` out (section 8, NO-P.3, NO-P.9, NO-S.5)."""
    state = shape.state
    needed = BOARDED.get(phase)
    least = 2 if phase == "flee" else 1
    shape.demand(len(animals) >= least, "nobody-boarded")
    animal = NUMBER_OF_ANIMAL[animals[-1]["animal"]]
    shape.demand(needed is None or animal == needed, "wrong-boarded", animal="" if needed is None else ANIMALS[needed])
    shape.demand(phase != "sail" or animal != DONKEY, "donkey-sails")
    counted = _counted(state, state["noah"], animals)
    missing = _limit(counted) - _mass(counted)
    frog = animal == FROG and missing < MOST_FROG_MASS
    shape.demand(state["leaving"] == (missing == 0) or (frog and state["leaving"]), "leaving")
    pair = len(counted) > 1 and counted[-1]["animal"] == counted[-2]["animal"]
    if shape.players == 1:
        pair = pair and counted[-1]["sex"] != counted[-2]["sex"]
        # The other half of a pair of lions may have been called back, if nobody else was aboard.
        pair = pair or (phase == "sail" and animal == LION and len(animals) == 1 and state["pair"])
    shape.demand(state["pair"] == pair, "pair")


def _check_hands(shape: Shape, phase: str) -> None:
    """While a round goes on nobody's hand is empty, but for a moment, and no quay is vacant (NO-5.1)."""
    state = shape.state
    shape.demand(not state["top"], "top-shared")
    shape.demand(phase == "give" or None not in state["boats"], "vacant-early")
    for seat, hand in enumerate(state["hands"]):
        moment = seat == state["partner"] or (seat == state["turn"] and phase in ("sail", "flee"))
        shape.demand(bool(hand) or moment, "hand-empty", seat=seat)


def _check_solo(shape: Shape, over: bool) -> None:
    """Alone there are no points before the end, and a match that goes on is neither won nor lost (NO-S)."""
    if over:
        return
    state = shape.state
    shape.demand(not any(state["scores"]), "scores-early")
    table = lay(state)[0]
    shape.demand(not all_cards_are_out(table) or bool(state["looked"]), "solo-won")
    lost = (state["phase"] == "board" and not some_card_fits(table)) or (
        state["phase"] == "sail" and not can_sail(table)
    )
    shape.demand(not lost, "solo-lost")


def _check_end(shape: Shape) -> None:
    """Hands are in the results, points and winners are right (NO-5.3, NO-5.6, NO-S.13)."""
    state = shape.state
    table = lay(state)[0]
    last = state["results"][-1] if state["results"] else None
    shown = last is not None and [pile_of(hand) for hand in last["hands"]] == [pile_of(h) for h in state["hands"]]
    shape.demand(shown, "results-last")
    if shape.players == 1:
        won = bool(all_cards_are_out(table))
        right = state["scores"] == state["results"][0]["points"] and won == (state["results"][0]["reason"] == "won")
        winners = [0] if won else []
    else:
        right = True
        winners = [seat for seat in range(shape.players) if int(lowest_totals(table)) >> seat & 1]
    shape.demand(right and sorted(state["winners"]) == winners, "winners", winners=winners)


# --- Laying a table out -------------------------------------------------------------------------


def lay(state: Json) -> np.ndarray:
    """Lay a table out as a state says, without asking whether it can be."""
    tables = GAME.new_table(state["players"], state["options"])
    table = tables[0]
    table.phase = Phase[state["phase"].upper()]
    table.turn = NOBODY if state["turn"] is None else state["turn"]
    table.round_number = state["round"]
    table.winners = sum(1 << seat for seat in state["winners"])
    for key in ("starter", "noah", "departures", "boards", "pair", "leaving", "gifts"):
        table[key] = state[key]
    table.partner = NOBODY if state["partner"] is None else state["partner"]
    for quay, boat in enumerate(state["boats"]):
        if boat is not None:
            table.boats[quay] = KINDS[boat["kind"]]
            table.aboard[quay] = len(boat["animals"])
            for place, one in enumerate(boat["animals"]):
                table.animals[quay, place] = aboard_number(one["animal"], one["sex"])
    for place, kind in enumerate(state["reserve"]):
        table.reserve[place] = KINDS[kind]
    for key in ("deck", "gone", "looked"):
        table[key] = pile_of(state[key])
    table.top_count = len(state["top"])
    for place, one in enumerate(state["top"]):
        table.top[place] = number(one["animal"], one["sex"])
    for seat in range(state["players"]):
        table.hands[seat] = pile_of(state["hands"][seat])
        table.scores[seat] = state["scores"][seat]
        for viewer in range(state["players"] + 1):
            table.known[viewer, seat] = pile_of(state["known"][viewer][seat])
    table.finished = len(state["results"])
    for past, result in enumerate(state["results"]):
        table.reasons[past] = (REASONS | SOLO_REASONS)[result["reason"]]
        for seat, hand in enumerate(result["hands"]):
            table.last_hands[past, seat] = pile_of(hand)
    return tables
