"""What the search should know about Arche Opti Mix.

A move is judged in points: by what a piece brings on its score card
while that is still open, by what the card may be worth in hand later on, by the discs that it costs.
The numbers were found by letting such players play many matches without a search (docs/lab/opti-mix.md).
"""

from __future__ import annotations

from math import exp

import numpy as np

from ...core.bits import size_of
from ...core.levels import Level
from ...core.result import score_of
from ...core.table import Numbers, Weights
from ...core.whole import seat_count, seat_in_turn, whole
from .pieces import (
    ALONE,
    CHIMPANZEE_CARD,
    EATERS,
    EJECT_TWO,
    FOX_DISCS,
    HALF,
    HEAVY,
    MORE_DISCS,
    NO_TYPE,
    PIECE,
    PLACES,
    POWER,
    PROVISION,
    RAINS,
    SHY,
    SLOTS,
    SLOW,
    USEFUL,
    WEIGHT,
    cards_with,
)
from .rules.ark import is_next_cabin
from .rules.cards import type_of
from .rules.ending import animals_in_hand
from .rules.moves import BOOST, NO_BOOST, NO_PET, PET, PICK, PLAY, STOP, TAKE, played_card, played_place, victim_of
from .rules.placing import tilt_after
from .state import NO_CARD, Phase, Table

SCALE = 4.0
MARGIN = 0.5
CURIOSITY = 1.0
DOUBT = 0.03
SHARP = 0.9  # how much likelier a move is for each point: by this power of e

LEVELS = (
    Level(playouts=20, sight=2, slips=0.4),
    Level(playouts=40, sight=5, slips=0.035),
    Level(playouts=100, sight=30, slips=0.004),
    Level(playouts=500),
    Level(playouts=32_000),
)

# --- What moves are worth, in points ------------------------------------------------------------

OPEN = 4.4  # half-pieces by which a lead is uncertain while the whole deck is left
SURE = 0.24  # ... and when nothing is drawn any more
HOPE = 0.72  # what is left of a place for a seat that has no piece there yet
REST = 0.17  # points that one place among the last ones is worth

ABOARD = 1.71  # what a card is worth of what it brings, when it is laid
HOLD = 1.3  # ... while it is in hand, at the beginning
LATE = 0.47  # ... and when the fifth rain is near
LONELY = 0.38  # what is then left of it for a card that takes a turn of its own
EJECTOR = 1.05  # ... and of the best piece for a card that may eject its animal
BRONTOSAURUS = 1.55  # pieces that its half makes of one
CHIMPANZEE = 1.2  # points of its half
DISC = 0.58  # points of a disc that the fox brings
EASY_WEIGHT, EASY_EATER, EASY_CLIMATE = 0.09, -0.23, 0.22  # a card in hand: by weight, if an eater, in any climate

BLIND = 2.75  # a card drawn blindly, at the beginning
CROWDED = 0.21  # ... less for every card in hand
SECOND = 1.2  # the chance to lay a second card
CABIN, EARLY_CABIN = -2.75, 0.75  # a new cabin, and how much more of it at the beginning
LEANING = 0.1  # every step that the ark leans: the others must see to it
LOAD = 0.2  # to be rid of a card, for every weight that makes it hard to lay
LAST, LAST_CABIN = -0.75, -0.93  # a disc for a card of the endgame, and one for its new cabin
PET_SURE, PET_PIECE = 0.64, 0.85  # a pet: that it is safe, and what it is worth of its piece
WASTE = -1.0  # no pet, no half
HALF_PIECE = 2.0  # a half that is added, of what it brings

# --- Tables -------------------------------------------------------------------------------------

STAGES = 15  # steps from the endgame to a full deck
CARDS_OF_A_STAGE = 3
FARTHEST = 24  # half-pieces: farther ahead is no surer
FINE = 16  # steps of a point
MOST = 10 * FINE  # beyond so many points a move is no likelier
TIME = np.array([stage / (STAGES - 1) for stage in range(STAGES)])


def chance_to_be_beaten(lead: int, time: float) -> float:
    """The chance that a seat which leads by so many half-pieces is behind in the end."""
    return 1 / (1 + exp(min(30.0, lead / (SURE + OPEN * time))))


# By stage, then by lead from -FARTHEST on.
BEATEN = np.array([[chance_to_be_beaten(n, time) for n in range(-FARTHEST, FARTHEST + 1)] for time in TIME.tolist()])
# How easily a card is laid, by the option `skunk`: whether that one is an eater (OM-2.2).
EASE = np.array([EASY_WEIGHT * WEIGHT + EASY_EATER * (eaters & SLOTS.lowest != 0) for eaters in EATERS])
EASE += EASY_CLIMATE * (cards_with("climate", "any") & SLOTS.lowest != 0)
LAID_ALONE = ALONE & SLOTS.lowest != 0
LIKELY = np.array([exp(SHARP * step / FINE) for step in range(-MOST, MOST + 1)])
FIRST, STEP, THIRD = float(PLACES[0]), float(PLACES[0] - PLACES[1]), float(PLACES[2])


# --- Moves --------------------------------------------------------------------------------------


def weigh(table: Table, actions: Numbers, count: int, weights: Weights) -> None:
    """A move is the likelier the more points it is worth."""
    seat = seat_in_turn(table)
    stage = stage_of(table)
    pieces = (
        gain(table, seat, HEAVY, PIECE, stage),
        gain(table, seat, SLOW, PIECE, stage),
        gain(table, seat, SHY, PIECE, stage),
        gain(table, seat, USEFUL, PIECE, stage),
        gain(table, seat, PROVISION, PIECE, stage),
    )
    time = TIME[stage]
    blind = BLIND * time - CROWDED * size_of(table.hands[seat])
    fresh = LAST_CABIN if table.phase == Phase.ENDGAME else CABIN + EARLY_CABIN * time
    more = worth_of_going_on(table, seat)
    for position in range(count):
        action = actions[position]
        worth = 0.0
        if action < PLAY:
            worth = blind + worth_in_hand(table, action - TAKE, pieces, time)
        elif action < BOOST:
            worth = worth_of_laying(table, action, pieces, time, fresh)
            if not LAID_ALONE[played_card(action)]:
                worth += more
        elif action < NO_BOOST:
            worth = HALF_PIECE * gain(table, seat, action - BOOST, 1, stage)
        elif PICK <= action < STOP:
            worth = worth_in_hand(table, action - PICK, pieces, time)
        elif PET <= action < NO_PET:
            pet = action - PET
            worth = PET_SURE + PET_PIECE * worth_of(table, pet, pieces) - worth_in_hand(table, pet, pieces, time)
        elif action in (NO_BOOST, NO_PET):
            worth = WASTE
        weights[position] = LIKELY[min(max(int(worth * FINE + MOST), 0), 2 * MOST)]


def worth_of_going_on(table: Table, seat: int) -> float:
    """What follows when a card is laid that need not be alone: perhaps a second one, in the endgame a disc less."""
    if table.phase == Phase.ENDGAME:
        return LAST
    return SECOND if table.phase == Phase.TURN and size_of(table.hands[seat] & ~ALONE) > 1 else 0.0


def worth_of_laying(table: Table, action: int, pieces: tuple[float, ...], time: float, fresh: float) -> float:
    """What a play brings more than the card would in hand; a new cabin has its own worth."""
    card, victim = played_card(action), victim_of(action)
    worth = LOAD * WEIGHT[card] - worth_in_hand(table, card, pieces, time)
    if victim != NO_CARD:
        return worth + ABOARD * worth_of(table, victim, pieces)
    place = played_place(table, action)
    tilt = tilt_after(table, card, place, NO_CARD)
    worth = worth + ABOARD * worth_of(table, card, pieces) + LEANING * abs(tilt)
    return worth + fresh if is_next_cabin(table, place) else worth


# --- Cards --------------------------------------------------------------------------------------


def worth_of(table: Table, card: int, pieces: tuple[float, ...]) -> float:
    """What a card brings when it is laid or ejected: its piece, and its power."""
    power = POWER[card]
    if power == MORE_DISCS:
        return DISC * min(FOX_DISCS, whole(table.supply))
    kind = type_of(table, card)
    worth = 0.0
    if kind != NO_TYPE:
        worth = pieces[kind]
    if power == HALF:
        worth *= BRONTOSAURUS
    elif card == CHIMPANZEE_CARD:
        worth += CHIMPANZEE
    return worth


def worth_in_hand(table: Table, card: int, pieces: tuple[float, ...], time: float) -> float:
    """What a card in hand may still bring: less the closer the fifth rain comes."""
    worth = worth_of(table, card, pieces)
    if LAID_ALONE[card]:
        worth *= LONELY + (1.0 - LONELY) * time
    elif POWER[card] >= EJECT_TWO:
        worth = EJECTOR * max(pieces[HEAVY], pieces[SHY], pieces[USEFUL])
    return (LATE + (HOLD - LATE) * time) * (worth + EASE[table.skunk, card])


# --- Score cards --------------------------------------------------------------------------------


def stage_of(table: Table) -> int:
    """How far away the endgame is: stage 0."""
    if table.rain == RAINS:
        return 0
    return min((size_of(table.deck) + RAINS - whole(table.rain)) // CARDS_OF_A_STAGE, STAGES - 1)


def gain(table: Table, seat: int, kind: int, halves: int, stage: int) -> float:
    """What so many half-pieces more on a score card are worth to a seat."""
    own = whole(table.half_pieces[kind, seat])
    before = 0.0
    after = 0.0
    for other in range(seat_count(table)):
        if other != seat:
            lead = min(max(own - whole(table.half_pieces[kind, other]), -FARTHEST), FARTHEST - PIECE) + FARTHEST
            before += BEATEN[stage, lead]
            after += BEATEN[stage, lead + halves]
    return points_at(after) - (points_at(before) if own > 0 else points_at(before) * TIME[stage] * HOPE)


def points_at(beaten: float) -> float:
    """The points on a score card of a seat that so many others have beaten, between the places too."""
    return FIRST - STEP * beaten if beaten < 2.0 else THIRD - REST * (beaten - 2.0)


# --- Standing -----------------------------------------------------------------------------------

PROMISED = 0.6  # what is left in the end of the points that the score cards promise
HELD = 1.1  # points of a card in hand, at the beginning
HELD_DISC = 1.1  # points of a disc
TEMPO, LAST_TEMPO = 1.2, 0.2  # points of being in turn, at the beginning and in the endgame
TIE = 0.01  # points that an animal in hand costs: it decides ties


def standing(table: Table, seat: int) -> float:
    """The points in the end; before, what pieces, pet, discs and cards in hand promise."""
    if table.phase == Phase.OVER:
        return score_of(table, seat) - TIE * animals_in_hand(table, seat)
    stage = stage_of(table)
    time = TIME[stage]
    points = 0.0
    for kind in range(HEAVY, PROVISION + 1):
        points += promise(table, seat, kind, stage)
    worth = PROMISED * points + HELD_DISC * whole(table.discs[seat]) + HELD * time * size_of(table.hands[seat])
    return worth + LAST_TEMPO + (TEMPO - LAST_TEMPO) * time if table.turn == seat else worth


def promise(table: Table, seat: int, kind: int, stage: int) -> float:
    """The points that a seat can expect on a score card, with its pet."""
    own = pieces_with_pet(table, seat, kind)
    beaten = 0.0
    for other in range(seat_count(table)):
        if other != seat:
            lead = min(max(own - pieces_with_pet(table, other, kind), -FARTHEST), FARTHEST) + FARTHEST
            beaten += BEATEN[stage, lead]
    return points_at(beaten) if own > 0 else points_at(beaten) * TIME[stage] * HOPE


def pieces_with_pet(table: Table, seat: int, kind: int) -> int:
    """The half-pieces of a seat on a score card, its pet's included."""
    halves = whole(table.half_pieces[kind, seat])
    pet = whole(table.pets[seat])
    return halves + PIECE if pet != NO_CARD and type_of(table, pet) == kind else halves
