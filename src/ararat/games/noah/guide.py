"""What the search should know about Noah.

A good move rids the hand of what is hard to board or dear to keep, plays on after a pair, fills a boat to give cards
away, and sends Noah where the next seat must collect. A hand is judged by its cards: each has a price, which grows
while somebody is about to go out; a snail, which goes aboard almost anywhere, is a help. Prices are in tears. They were
fitted to many quick matches (docs/lab/noah.md).
"""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from ...core.bits import first_of, number_of, single, size_of, without_first
from ...core.levels import Level
from ...core.result import score_of
from ...core.table import NOBODY, Numbers, Weights
from ...core.whole import seat_count, seat_in_turn, whole
from .pieces import (
    ANIMALS,
    DONKEY,
    FEMALE,
    FROG,
    LIMIT,
    MALE,
    MASS,
    MOST_FROG_MASS,
    MOST_PLAYERS,
    QUAYS,
    SLOTS,
    SNAIL,
    TEARS,
    WAYS,
    WOODPECKER,
    WOODPECKER_LIMIT,
)
from .rules.boats import aboard_at, animal_of, boat_here, last_aboard, sex_of
from .rules.moves import BOARD_FROG, COLLECT, DRAW, GIVE, PASS, PEEK, RETURN, SAIL, boarded_card
from .rules.piles import off_boat, with_card, without_card
from .rules.rounds import is_solo
from .rules.solo import tears_left
from .state import Boat, Ending, Phase, Table

SCALE = 2.5
PAR = -6.0
MARGIN = 0.25
CURIOSITY = 1.0
DOUBT = 0.05

LEVELS = (
    Level(playouts=24, sight=3, slips=0.6),
    Level(playouts=30, sight=4, slips=0.06),
    Level(playouts=56, sight=6, slips=0.02),
    Level(playouts=500, sight=11, slips=0.006),
    Level(playouts=20_000, sight=15),
)

# What it is worth to board an animal and to give it away; what it costs in hand by the end of the round, at four seats,
# and besides, divided by the cards of the smallest hand, if the end is near.
_PRICES = {
    "bear": (0.6, 1.8, 0.17, 0.0),
    "cat": (-0.6, 2.4, 0.04, 0.45),
    "crocodile": (3.0, 0.5, 0.2, 0.0),
    "donkey": (0.2, 1.0, 0.24, 0.45),
    "elephant": (1.6, 2.0, 0.27, 0.0),
    "frog": (8.5, 5.0, 0.3, 2.3),
    "giraffe": (2.0, 1.5, 0.17, 0.0),
    "kangaroo": (1.2, 1.0, 0.21, 0.45),
    "lion": (4.5, 1.5, 0.33, 0.45),
    "panda": (8.2, 4.4, 0.24, 1.9),
    "parrot": (5.6, 3.0, 0.14, 0.85),
    "rhinoceros": (2.5, 1.2, 0.29, 0.0),
    "snail": (-3.6, 0.5, -0.7, 0.45),
    "woodpecker": (6.4, 2.4, 0.29, 1.0),
}
BOARDED, GIVEN, KEPT, CAUGHT = np.array([_PRICES[animal] for animal in ANIMALS]).T.copy()
SHARP = 0.3  # how much likelier a worth of one more makes a move, as a power of e
SHARP_GIFT = 0.4

# Boarding: what it brings beside the card itself.
FILL = 3.3  # each card given away
PAIR = 2.5
OUT = 4.2
STAY = 0.8  # a donkey leaves Noah where one has just played
# Noah's move: one's own turn there, after a pair ...
FITS_ME = 2.4
FILL_ME = 1.6
PAIR_ME = 2.6
OUT_ME = 6.4
COLLECTED_BY_ME = 1.9  # each card
TEAR_FOR_ME = 1.6
# ... or the next seat's.
FITS_THEM = 1.6
FILL_THEM = 1.3
PAIR_THEM = 2.7
OUT_THEM = 2.6
PANDA_OFF = 2.7  # it may get rid of a panda
COLLECTED_BY_THEM = 0.3
TEAR_FOR_THEM = 0.35
RIVAL = 1.5  # how much more the next seat counts where it is the only one
# Whom to choose: gifts go to full hands and to those who play soon, a lion draws from hands that are nearly empty.
GIFT_TO_FULL = 0.8
GIFT_TO_NEXT = 0.6
DRAW_FROM_FULL = -1.1
LOOK = 0.5

# Solo.
SHARP_ALONE = 0.3
ALONE_MASS = 0.39
ALONE_TEAR = 0.34
ALONE_FILL = 4.3
ALONE_PAIR = 4.2
ALONE_STAY = 3.6
ALONE_MIX = 5.6  # a boat whose sexes alternate
ALONE_WOODPECKER = 2.0
ALONE_SNAIL = -2.9
ALONE_FITS = 5.5  # some card in hand fits where Noah goes
ALONE_MORE = 1.2  # each of them
ALONE_DECK = -3.5  # the share of the deck that fits there: keep the open boats for later
ALONE_VACANT = -8.0
ALONE_PASS = 8.0

USUAL_SEATS = 4
# How much a lead counts for with rounds still to come, by round; a match to 26 is always somewhere between.
LEAD = np.array([0.5, 0.5, 0.65, 1.0])
LEAD_ON_TRACK = 0.65
HOPE_ALONE = 0.15  # solo: how much a tear counts for that may still go aboard

_animal = SLOTS.card_of // 2
_sex = SLOTS.card_of % 2


def _slots(where: Any) -> int:
    """The slots of which something holds, as a pile of all copies."""
    return sum(single(int(slot)) for slot in np.flatnonzero(where))


# All copies of the cards that a boat has room for, or that fill it, by room; by sex; by species.
LIGHT = np.array([_slots(MASS[_animal] <= room) for room in range(LIMIT + 1)], np.int64)
EXACT = np.array(
    [_slots((MASS[_animal] == room) | ((_animal == FROG) & (0 < room <= MOST_FROG_MASS))) for room in range(LIMIT + 1)],
    np.int64,
)
SEXED = np.array([_slots((_sex == sex) | (_animal == SNAIL)) for sex in (FEMALE, MALE)], np.int64)
SPECIES = np.array([_slots(_animal == animal) for animal in range(len(ANIMALS))], np.int64)
WOODPECKERS = int(SPECIES[WOODPECKER])
PANDAS = int(SPECIES[ANIMALS.index("panda")])
LOWEST = SLOTS.lowest
# By slot.
KEPT_AT = KEPT[_animal]
CAUGHT_AT = CAUGHT[_animal]


# --- What is likely -----------------------------------------------------------------------------


def weigh(table: Table, actions: Numbers, count: int, weights: Weights) -> None:
    """How likely each action is what a good player does."""
    phase = table.phase
    if phase == Phase.BOARD or phase == Phase.RELOAD:
        if is_solo(table):
            weigh_boards_alone(table, actions, count, weights)
        else:
            weigh_boards(table, actions, count, weights)
    elif phase == Phase.SAIL:
        weigh_sails(table, actions, count, weights)
    elif phase == Phase.GIVE:
        weigh_gifts(table, actions, count, weights)
    else:
        for position in range(count):
            weights[position] = weight_of_power(table, actions[position])


def weigh_boards(table: Table, actions: Numbers, count: int, weights: Weights) -> None:
    """Prefer dear cards, pairs, full boats, and the sex that sends Noah where it hurts."""
    here = boat_here(table)
    size = size_of(table.hands[table.turn])
    top = animal_of(last_aboard(table, here)) if aboard_at(table, here) > 0 else NOBODY
    filling = cards_for(table, here)[1]
    gifts = min(table.departures + 1, size - 1)
    after_female = worth_of_sailing(table, FEMALE, False)
    after_male = worth_of_sailing(table, MALE, False)
    for position in range(count):
        action = actions[position]
        if action == COLLECT:
            weights[position] = 1.0
            continue
        card = boarded_card(action)
        animal = animal_of(card)
        worth = BOARDED[animal]
        if action >= BOARD_FROG or (filling & LOWEST[off_boat(card)] and animal != FROG):
            worth += FILL * gifts
        if animal == top:
            worth += PAIR + (FITS_ME if animal == DONKEY else worth_of_sailing(table, sex_of(card), True))
        elif animal == DONKEY:
            worth += STAY
        else:
            worth += after_male if sex_of(card) == MALE else after_female
        if size == 1:
            worth += OUT
        weights[position] = exp(SHARP * worth)


def weigh_sails(table: Table, actions: Numbers, count: int, weights: Weights) -> None:
    """Prefer a quay where one can play on oneself, or where the next seat can't."""
    for position in range(count):
        quay = actions[position] - SAIL
        if is_solo(table):
            weights[position] = exp(SHARP_ALONE * worth_alone(table, quay, table.hands[0]))
        else:
            weights[position] = exp(SHARP * worth_of_quay(table, quay, table.pair != 0))


def weigh_gifts(table: Table, actions: Numbers, count: int, weights: Weights) -> None:
    """Give what is dear, to seats that have many cards and play soon."""
    for position in range(count):
        card = (actions[position] - GIVE) // MOST_PLAYERS
        other = (actions[position] - GIVE) % MOST_PLAYERS
        worth = GIVEN[animal_of(card)] + GIFT_TO_FULL * size_of(table.hands[other])
        worth -= GIFT_TO_NEXT * ((other - seat_in_turn(table)) % seat_count(table))
        weights[position] = exp(SHARP_GIFT * worth)


def weight_of_power(table: Table, action: int) -> float:
    """A look at whom one knows least of, a draw from whoever is about to go out, a dear card back."""
    seat = seat_in_turn(table)
    if table.phase == Phase.PEEK:
        other = action - PEEK
        unknown = size_of(table.hands[other]) - size_of(table.known[seat, other])
        return exp(LOOK * unknown * (2 if other == (seat + 1) % seat_count(table) else 1))
    if table.phase == Phase.DRAW or table.phase == Phase.FLEE:
        return exp(SHARP_GIFT * DRAW_FROM_FULL * size_of(table.hands[(action - DRAW) % MOST_PLAYERS]))
    if table.phase == Phase.RETURN:
        return exp(SHARP_GIFT * GIVEN[animal_of(action - RETURN)])
    return ALONE_PASS if action == PASS else 1.0


def worth_of_sailing(table: Table, sex: int, again: bool) -> float:
    """The better one of the two quays to which Noah goes after an animal of this sex."""
    here = boat_here(table)
    return max(
        worth_of_quay(table, (here + WAYS[sex, 0]) % QUAYS, again),
        worth_of_quay(table, (here + WAYS[sex, 1]) % QUAYS, again),
    )


def worth_of_quay(table: Table, quay: int, again: bool) -> float:
    """What it means that Noah goes to a quay: for oneself after a pair, else for the next seat."""
    if table.boats[quay] == Boat.NONE:
        return 0.0
    seat = seat_in_turn(table)
    hand = table.hands[seat if again else (seat + 1) % seat_count(table)]
    aboard = aboard_at(table, quay)
    fitting, filling = cards_for(table, quay)
    fits = hand & fitting
    if fits == 0:
        tears = 0
        for place in range(aboard):
            tears += TEARS[animal_of(whole(table.animals[quay, place]))]
        if again:
            return -COLLECTED_BY_ME * aboard - TEAR_FOR_ME * tears
        worth = COLLECTED_BY_THEM * aboard + TEAR_FOR_THEM * tears
        return worth * RIVAL if seat_count(table) == 2 else worth
    gifts = (table.departures + 1) if fits & filling else 0
    pair = 1 if aboard > 0 and fits & SPECIES[animal_of(last_aboard(table, quay))] else 0
    out = 1 if without_first(hand) == 0 else 0
    if again:
        return FITS_ME + FILL_ME * gifts + PAIR_ME * pair + OUT_ME * out
    worth = -FITS_THEM - FILL_THEM * gifts - PAIR_THEM * pair - OUT_THEM * out
    if fits & PANDAS:
        worth -= PANDA_OFF
    return worth * RIVAL if seat_count(table) == 2 else worth


def cards_for(table: Table, quay: int) -> tuple[int, int]:
    """All cards that fit a boat and all that fill it, whoever has them; the roommates boat counts as a plain one."""
    aboard = aboard_at(table, quay)
    mass = 0
    limit = LIMIT
    for place in range(aboard):
        animal = animal_of(whole(table.animals[quay, place]))
        mass += MASS[animal]
        if animal == WOODPECKER:
            limit = WOODPECKER_LIMIT
    room = max(limit - mass, 0)
    fitting = LIGHT[room]
    filling = EXACT[room]
    if mass >= WOODPECKER_LIMIT and limit == LIMIT:
        if mass > WOODPECKER_LIMIT:
            fitting &= ~WOODPECKERS
        else:
            filling |= WOODPECKERS
    if aboard > 1:
        fitting &= SEXED[sex_of(whole(table.animals[quay, aboard - 2]))]
    return fitting, filling & fitting


# --- Solo ---------------------------------------------------------------------------------------


def weigh_boards_alone(table: Table, actions: Numbers, count: int, weights: Weights) -> None:
    """Prefer pairs, full boats and alternating ones, and keep a card that fits where Noah goes."""
    here = boat_here(table)
    aboard = aboard_at(table, here)
    top = last_aboard(table, here) if aboard > 0 else NOBODY
    filling = cards_for(table, here)[1]
    for position in range(count):
        card = boarded_card(actions[position])
        animal = animal_of(card)
        worth = ALONE_MASS * MASS[animal] + ALONE_TEAR * TEARS[animal]
        if animal == WOODPECKER:
            worth += ALONE_WOODPECKER
        elif animal == SNAIL:
            worth += ALONE_SNAIL
        if filling & LOWEST[off_boat(card)]:
            worth += ALONE_FILL
        if aboard == 1 and sex_of(top) != sex_of(card):
            worth += ALONE_MIX
        if aboard > 0 and animal_of(top) == animal and sex_of(top) != sex_of(card):
            worth += ALONE_PAIR
        if animal == DONKEY:
            worth += ALONE_STAY
        else:
            hand = without_card(table.hands[0], off_boat(card))
            worth += max(
                worth_alone(table, (here + WAYS[sex_of(card), 0]) % QUAYS, hand),
                worth_alone(table, (here + WAYS[sex_of(card), 1]) % QUAYS, hand),
            )
        weights[position] = exp(SHARP_ALONE * worth)


def worth_alone(table: Table, quay: int, hand: int) -> float:
    """How good the next turn on a boat is with a hand, to which a known card of the deck comes."""
    if table.boats[quay] == Boat.NONE:
        return ALONE_VACANT
    if table.top_count > 0:
        hand = with_card(hand, whole(table.top[0]))
    fitting = cards_for(table, quay)[0]
    worth = ALONE_DECK * size_of(table.deck & fitting) / max(size_of(table.deck), 1)
    if hand & fitting:
        worth += ALONE_FITS + ALONE_MORE * size_of(hand & fitting)
    return worth


# --- How it stands ------------------------------------------------------------------------------


def standing(table: Table, seat: int) -> float:
    """The points so far and those that the hand will bring, less is better; a lead counts more in later rounds."""
    if table.turn == NOBODY:
        return -1.0 * score_of(table, seat)
    if is_solo(table):
        return -HOPE_ALONE * tears_left(table)
    lead = LEAD_ON_TRACK if table.ending == Ending.TO_26 else LEAD[table.round_number]
    return -lead * (score_of(table, seat) + price_of_hand(table, seat))


def price_of_hand(table: Table, seat: int) -> float:
    """What the cards of a hand will cost by the end of the round."""
    smallest = size_of(table.hands[0])
    for other in range(1, seat_count(table)):
        smallest = min(smallest, size_of(table.hands[other]))
    kept = 0.0
    caught = 0.0
    left = table.hands[seat]
    while left:
        slot = number_of(first_of(left))
        kept += KEPT_AT[slot]
        caught += CAUGHT_AT[slot]
        left = without_first(left)
    return kept * seat_count(table) / USUAL_SEATS + caught / max(smallest, 1)
