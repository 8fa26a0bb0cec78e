"""The pieces of Arche Opti Mix as numbers: cards, cabins and the rulebook's quantities.

Cards are numbered in the order of their names. Grain and hay exist several times, so hands and
cabins are piles (core/piles.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from ...core.piles import MOST_SLOTS, Slots
from . import BOX, CHIMPANZEE, GAME, SKUNK

_cards = BOX.rows("cards", ("name", "picture", "copies", "type", "weight", "climate", "food", "power", "better"))
_sums = BOX.rows("sums", ("cell", "value", "cards"))
_unmoved = {row["name"] for row in BOX.rows("unmoved", ("name",))}
_starts = [row["cabin"] for row in BOX.rows("starts", ("cabin",))]
_places = BOX.rows("places", ("place", "points"))
_numbers = {row["name"]: row["value"] for row in BOX.rows("numbers", ("name", "value"))}

MOST_PLAYERS = GAME.players[-1]
MOST_CARDS = _numbers["cards"]
RAINS = _numbers["rains"]
PET_RAIN = _numbers["pet_rain"]
DISCS = _numbers["discs"]
START_DISCS = _numbers["start_discs"]
LATE_START_DISCS = _numbers["late_start_discs"]
EARLY_SEATS = _numbers["early_seats"]
START_CARDS_OF_A_TYPE = _numbers["start_cards_of_a_type"]
LEAST_START_WEIGHT = _numbers["least_start_weight"]
MOST_START_WEIGHT = _numbers["most_start_weight"]
HAND = _numbers["hand"]
DISPLAY = _numbers["display"]
MOST_IN_CABIN = _numbers["cabin"]
MOST_TILT = _numbers["most_tilt"]
FOX_DISCS = _numbers["fox_discs"]
MOSQUITO_WEIGHT = _numbers["mosquito_weight"]
MOST_PET_WEIGHT = _numbers["most_pet_weight"]

# --- Cards --------------------------------------------------------------------------------------

CARDS = tuple(row["name"] for row in _cards)
KINDS = len(CARDS)
SLOTS = Slots(row["copies"] for row in _cards)
LOWEST, ALL_CARDS = SLOTS.lowest, SLOTS.whole
PRINTED = {row["name"]: row for row in _cards}

TYPES = ("heavy", "slow", "shy", "useful", "provision")
HEAVY, SLOW, SHY, USEFUL, PROVISION = range(len(TYPES))
NO_TYPE = -1
CLIMATES = ("hot", "cold", "any")
FOODS = ("herbivore", "carnivore", "omnivore", "none")
POWERS = ("", "half", "safe", "discs", "boost", "eject-two", "eject-shy", "eject-any")
PLAIN, HALF, SAFE, MORE_DISCS, BOOST, EJECT_TWO, EJECT_SHY, EJECT_ANY = range(len(POWERS))

WEIGHT = np.array([row["weight"] for row in _cards], np.int64)
WEIGHT_OF_SLOT = WEIGHT[SLOTS.card_of]
POWER = np.array([POWERS.index(row["power"]) for row in _cards], np.int64)


def _types(of_chimpanzee: str) -> list[int]:
    """The score card of each card, by the value of the option `chimpanzee`."""
    named = [of_chimpanzee if row["power"] == POWERS[BOOST] else row["type"] for row in _cards]
    return [NO_TYPE if name == "none" else TYPES.index(name) for name in named]


TYPE = np.array([_types(value) for value in CHIMPANZEE], np.int64)


def food_of(card: int, of_skunk: int) -> str:
    """What a card eats, by the number of the option `skunk` (OM-2.2)."""
    food: str = SKUNK[of_skunk] if POWER[card] == EJECT_ANY else _cards[card]["food"]
    return food


EJECTORS = np.array([card for card in range(KINDS) if POWER[card] >= EJECT_TWO], np.int64)
CHIMPANZEE_CARD = int(np.flatnonzero(POWER == BOOST)[0])


def cards_where(holds: Callable[[int], Any]) -> int:
    """All copies of the cards for which something holds, as a set of slots."""
    return sum(int(SLOTS.all[card]) for card in range(KINDS) if holds(card))


def cards_with(cell: str, *values: Any) -> int:
    """All copies of the cards on which one of some values is printed."""
    return cards_where(lambda card: _cards[card][cell] in values)


def cards_that_eat(of_skunk: int, *foods: str) -> int:
    """All copies of the cards with one of some foods, by the number of the option `skunk`."""
    return cards_where(lambda card: food_of(card, of_skunk) in foods)


PROVISIONS = cards_with("type", "provision")
ANIMALS = SLOTS.whole & ~PROVISIONS
UNMOVED = cards_with("name", *_unmoved)
SHY_ANIMALS = cards_with("type", "shy")
# Eaters, by the option `skunk`.
EATERS = np.array([cards_that_eat(value, "carnivore", "omnivore") for value in range(len(SKUNK))], np.int64)
# Cards that a seat lays alone, and never in the endgame (OM-4.4, OM-5.4).
ALONE = cards_with("type", "slow", "provision")
# Animals that can be ejected at all, and by power those that it may eject; of other cards that is not asked
# (OM-4.26, OM-4.27).
EJECTABLE = ANIMALS & ~UNMOVED
VICTIMS = np.full(len(POWERS), SLOTS.whole, np.int64)
VICTIMS[EJECT_TWO] = cards_with("weight", MOSQUITO_WEIGHT)
VICTIMS[EJECT_SHY] = SHY_ANIMALS
# An animal that is light and without a power can be a pet (OM-4.34).
PETS = ANIMALS & cards_where(lambda card: WEIGHT[card] <= MOST_PET_WEIGHT and POWER[card] == PLAIN)

# --- Cabins -------------------------------------------------------------------------------------
#
# A cabin is the place side x ROOM + number. On each side place 0 and the last one stay empty, so
# that every cabin has a place before and behind it:
#
#   number  0      1 2 3 ... MOST_CABINS   one more      beyond        last
#           empty  cabins, bow to stern    can be named  as all above  empty

SIDES = "PS"
PORT, STARBOARD = range(len(SIDES))
# As many as a side can have: one light card in each, no heavier than the tilt allows.
MOST_CABINS = int((np.cumsum(np.sort(WEIGHT_OF_SLOT)) <= (WEIGHT_OF_SLOT.sum() + MOST_TILT) // 2).sum())
BEYOND = MOST_CABINS + 2
ROOM = BEYOND + 2
START_PLACES = np.array([SIDES.index(cabin[0]) * ROOM + int(cabin[1:]) for cabin in _starts], np.int64)

# Cards of the lower half of the deck, before a seat's dealt cards make it smaller (OM-3.7).
LOWER_HALF = (MOST_CARDS - len(START_PLACES) - DISPLAY) // 2

# --- Points -------------------------------------------------------------------------------------

PIECE = 2  # half-pieces of a plain piece
PLACES = [row["points"] for row in _places]


def shared_points(place: int, seats: int) -> int:
    """What each of some seats gets that share a place and those after it, rounded down (OM-5.10)."""
    later = [PLACES[min(filled, len(PLACES)) - 1] for filled in range(place, place + seats)]
    return sum(later) // seats


# By place, then by how many seats share it.
POINTS = np.array(
    [
        [shared_points(place, seats) if place and seats else 0 for seats in range(MOST_PLAYERS + 1)]
        for place in range(MOST_PLAYERS + 1)
    ],
    np.int64,
)
MOST_POINTS = PLACES[0] * len(TYPES) + DISCS


def _total(cards: Iterable[int]) -> int:
    return sum(SLOTS.copies[card] for card in cards)


BOX.demand(tuple(sorted(CARDS)) == CARDS, "the cards must be sorted by name")
BOX.demand(SLOTS.count == MOST_CARDS <= MOST_SLOTS, f"there are {SLOTS.count} cards")
for _cell, _allowed in (("type", (*TYPES, "none")), ("climate", CLIMATES), ("food", FOODS), ("weight", range(5))):
    _found = Counter(str(_cards[card][_cell]) for card in SLOTS.card_of)
    BOX.demand(set(_found) == {str(value) for value in _allowed}, f"an unknown {_cell}, or one that no card has")
    _expected = {row["value"]: row["cards"] for row in _sums if row["cell"] == _cell}
    BOX.demand(_found == _expected, f"cards by {_cell}: {dict(_found)}")
BOX.demand(_unmoved <= set(CARDS), "an animal that can't be ejected must be one of the cards")
BOX.demand(sorted(set(POWER.tolist())) == list(range(len(POWERS))), "every power must be on a card")
for _power in (HALF, BOOST, EJECT_TWO, EJECT_SHY, EJECT_ANY):
    BOX.demand(_total(np.flatnonzero(_power == POWER)) == 1, f"{POWERS[_power]} must be on one card")
BOX.demand(_total(c for c in range(KINDS) if SLOTS.copies[c] == 1) == _numbers["animals"], "wrong number of animals")
BOX.demand(all(_cards[card]["type"] == "none" for card in EJECTORS), "an ejector has no type")
BOX.demand(all(row["copies"] == 1 or row["type"] == "provision" for row in _cards), "animals are one each")
BOX.demand(PETS.bit_count() == _numbers["possible_pets"], f"there are {PETS.bit_count()} possible pets")
BOX.demand([row["place"] for row in _places] == list(range(1, len(_places) + 1)), "places must be counted from 1")
BOX.demand(_numbers["rains_in_lower_half"] == RAINS - 1, "one rain card lies on the lower half")
BOX.demand(DISPLAY >= 2, "each of two new cabins must find a card to pick up")
