"""What the search should know about Noah.

A good move rids the hand of what is hard to board or dear to keep, plays on after a pair, fills a boat to give cards
away, and sends Noah where the next seat must collect. A hand is judged by its cards: each has a price, which grows
while somebody is about to go out; a snail, which goes aboard almost anywhere, is a help. Prices are in tears. They were
fitted to many quick matches (docs/lab/noah.md).
"""

from __future__ import annotations

from math import exp

import numpy as np

from ...core.bits import size_of, sum_over, without_first
from ...core.levels import Level
from ...core.result import score_of
from ...core.table import NOBODY
from ...core.whole import seat_count, seat_in_turn, whole
from ...core.worths import judge_each
from .pieces import (
    ANIMALS,
    CARDS,
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
from .rules.boats import aboard_at, animal_of, boat_here, last_aboard, limit_of, mass_of, sex_of
from .rules.moves import BOARD_FROG, COLLECT, DRAW, GIVE, PASS, PEEK, RETURN, SAIL, boarded_card
from .rules.piles import off_boat, with_card, without_card
from .rules.rounds import is_solo
from .rules.solo import tears_left
from .state import Boat, Ending, Phase, Table

SCALE = 2.5
PAR = -6.0
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
# Noah's move: what the next turn there brings, where it is the next seat's, or after a pair one's own.
NEXT, OWN = range(2)
FITS = np.array([-1.6, 2.4])
FILLS = np.array([-1.3, 1.6])
PAIRS = np.array([-2.7, 2.6])
GOES_OUT = np.array([-2.6, 6.4])
PANDA_OFF = np.array([-2.7, 0.0])  # it may get rid of a panda
COLLECTED = np.array([0.3, -1.9])  # each card
TEAR = np.array([0.35, -1.6])
RIVAL = np.array([1.5, 1.0])  # how much more the next seat counts where it is the only one
# Whom to choose: gifts go to full hands and to those who play soon, a lion draws from hands that are nearly empty.
GIFT_TO_FULL = 0.8
GIFT_TO_NEXT = 0.6
DRAW_FROM_FULL = -1.1
LOOK = 0.5

# Solo.
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

# All copies of the cards that a boat has room for, or that fill it, by room; by sex; by species.
_animal, _sex = np.divmod(np.arange(CARDS), 2)
LIGHT = np.array([SLOTS.all[MASS[_animal] <= room].sum() for room in range(LIMIT + 1)])
EXACT = np.array([SLOTS.all[MASS[_animal] == room].sum() for room in range(LIMIT + 1)])
EXACT[1 : MOST_FROG_MASS + 1] |= SLOTS.all[_animal == FROG].sum()
SEXED = np.array([SLOTS.all[(_sex == sex) | (_animal == SNAIL)].sum() for sex in (FEMALE, MALE)])
SPECIES = np.array([SLOTS.all[_animal == animal].sum() for animal in range(len(ANIMALS))])
WOODPECKERS = int(SPECIES[WOODPECKER])
PANDAS = int(SPECIES[ANIMALS.index("panda")])
LOWEST = SLOTS.lowest
# By slot.
KEPT_AT, CAUGHT_AT = KEPT[SLOTS.card_of // 2], CAUGHT[SLOTS.card_of // 2]

Sight = tuple[int, int, int, float, float]


# --- What is likely -----------------------------------------------------------------------------


def look_here(table: Table) -> Sight:
    """To board: what fills the boat here, who is on top, the size of the hand, what it is worth if Noah goes on after
    a female and after a male."""
    if table.phase != Phase.BOARD and table.phase != Phase.RELOAD:
        return 0, NOBODY, 0, 0.0, 0.0
    here, hand = boat_here(table), hand_to_play(table, NEXT)
    top = last_aboard(table, here) if aboard_at(table, here) > 0 else NOBODY
    filling, size = cards_for(table, here)[1], size_of(table.hands[table.turn])
    if is_solo(table):
        return filling, top, size, 0.0, 0.0
    after = worth_of_sailing(table, FEMALE, hand, NEXT), worth_of_sailing(table, MALE, hand, NEXT)
    return filling, top, size, *after


def weight_of(table: Table, action: int, sight: Sight) -> float:
    """How likely an action is what a good player does."""
    if table.phase == Phase.BOARD or table.phase == Phase.RELOAD:
        return exp(SHARP * (boarding_alone(table, action, sight) if is_solo(table) else boarding(table, action, sight)))
    if table.phase == Phase.SAIL:
        whose = OWN if table.pair != 0 else NEXT
        return exp(SHARP * worth_of_quay(table, action - SAIL, hand_to_play(table, whose), whose))
    seat = seat_in_turn(table)
    if table.phase == Phase.GIVE:
        # What is dear, to seats that have many cards and play soon.
        card, other = (action - GIVE) // MOST_PLAYERS, (action - GIVE) % MOST_PLAYERS
        worth = GIVEN[animal_of(card)] + GIFT_TO_FULL * size_of(table.hands[other])
        return exp(SHARP_GIFT * (worth - GIFT_TO_NEXT * ((other - seat) % seat_count(table))))
    if table.phase == Phase.PEEK:
        # At whom one knows least of.
        other = action - PEEK
        unknown = size_of(table.hands[other]) - size_of(table.known[seat, other])
        return exp(LOOK * unknown * (2 if other == (seat + 1) % seat_count(table) else 1))
    if table.phase == Phase.DRAW or table.phase == Phase.FLEE:
        # From whoever is about to go out.
        return exp(SHARP_GIFT * DRAW_FROM_FULL * size_of(table.hands[(action - DRAW) % MOST_PLAYERS]))
    if table.phase == Phase.RETURN:
        return exp(SHARP_GIFT * GIVEN[animal_of(action - RETURN)])
    return ALONE_PASS if action == PASS else 1.0


weigh = judge_each(look_here, weight_of)


def boarding(table: Table, action: int, sight: Sight) -> float:
    """Prefer dear cards, pairs, full boats, and the sex that sends Noah where it hurts."""
    if action == COLLECT:
        return 0.0
    filling, top, size, after_female, after_male = sight
    card = boarded_card(action)
    animal = animal_of(card)
    worth = BOARDED[animal]
    if action >= BOARD_FROG or (filling & LOWEST[off_boat(card)] and animal != FROG):
        worth += FILL * min(table.departures + 1, size - 1)
    if animal == animal_of(top):
        again = worth_of_sailing(table, sex_of(card), hand_to_play(table, OWN), OWN)
        worth += PAIR + (FITS[OWN] if animal == DONKEY else again)
    elif animal == DONKEY:
        worth += STAY
    else:
        worth += after_male if sex_of(card) == MALE else after_female
    return worth + OUT if size == 1 else worth


def hand_to_play(table: Table, whose: int) -> int:
    """The hand of whoever has the next turn."""
    seat = seat_in_turn(table)
    return table.hands[seat if whose == OWN else (seat + 1) % seat_count(table)]


def worth_of_sailing(table: Table, sex: int, hand: int, whose: int) -> float:
    """The better one of the two quays to which Noah goes after an animal of this sex."""
    here = boat_here(table)
    return max(
        worth_of_quay(table, (here + WAYS[sex, 0]) % QUAYS, hand, whose),
        worth_of_quay(table, (here + WAYS[sex, 1]) % QUAYS, hand, whose),
    )


def worth_of_quay(table: Table, quay: int, hand: int, whose: int) -> float:
    """What it means that Noah goes to a quay, where somebody has the next turn with a hand."""
    if is_solo(table):
        return worth_alone(table, quay, hand)
    if table.boats[quay] == Boat.NONE:
        return 0.0
    aboard = aboard_at(table, quay)
    fitting, filling = cards_for(table, quay)
    fits = hand & fitting
    if fits == 0:
        tears = 0
        for place in range(aboard):
            tears += TEARS[animal_of(whole(table.animals[quay, place]))]
        worth = COLLECTED[whose] * aboard + TEAR[whose] * tears
    else:
        gifts = (table.departures + 1) if fits & filling else 0
        pair = 1 if aboard > 0 and fits & SPECIES[animal_of(last_aboard(table, quay))] else 0
        out = 1 if without_first(hand) == 0 else 0
        worth = FITS[whose] + FILLS[whose] * gifts + PAIRS[whose] * pair + GOES_OUT[whose] * out
        if fits & PANDAS:
            worth += PANDA_OFF[whose]
    return worth * RIVAL[whose] if seat_count(table) == 2 else worth


def cards_for(table: Table, quay: int) -> tuple[int, int]:
    """All cards that fit a boat and all that fill it, whoever has them; the roommates boat counts as a plain one."""
    aboard, mass, limit = aboard_at(table, quay), mass_of(table, quay, 0), limit_of(table, quay, 0)
    room = max(limit - mass, 0)
    fitting, filling = LIGHT[room], EXACT[room]
    if mass >= WOODPECKER_LIMIT and limit == LIMIT:
        if mass > WOODPECKER_LIMIT:
            fitting &= ~WOODPECKERS
        else:
            filling |= WOODPECKERS
    if aboard > 1:
        fitting &= SEXED[sex_of(whole(table.animals[quay, aboard - 2]))]
    return fitting, filling & fitting


# --- Solo ---------------------------------------------------------------------------------------


def boarding_alone(table: Table, action: int, sight: Sight) -> float:
    """Prefer pairs, full boats and alternating ones, and keep a card that fits where Noah goes."""
    filling, top = sight[0], sight[1]
    card = boarded_card(action)
    animal = animal_of(card)
    worth = ALONE_MASS * MASS[animal] + ALONE_TEAR * TEARS[animal]
    if animal == WOODPECKER:
        worth += ALONE_WOODPECKER
    elif animal == SNAIL:
        worth += ALONE_SNAIL
    if filling & LOWEST[off_boat(card)]:
        worth += ALONE_FILL
    if aboard_at(table, boat_here(table)) == 1 and sex_of(top) != sex_of(card):
        worth += ALONE_MIX
    if animal_of(top) == animal and sex_of(top) != sex_of(card):
        worth += ALONE_PAIR
    if animal == DONKEY:
        return worth + ALONE_STAY
    return worth + worth_of_sailing(table, sex_of(card), without_card(table.hands[0], off_boat(card)), OWN)


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
    kept, caught = sum_over(KEPT_AT, table.hands[seat]), sum_over(CAUGHT_AT, table.hands[seat])
    return kept * seat_count(table) / USUAL_SEATS + caught / max(smallest, 1)
