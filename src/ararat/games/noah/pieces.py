"""The pieces of Noah as numbers: cards, piles and the rulebook's quantities.

A card is 2 x animal + sex (0 female, 1 male), so cards in the order of their numbers are sorted by
name and sex. A snail has no sex off the boats: there it is the even one of its two numbers.
"""

from __future__ import annotations

import numpy as np

from ...core.piles import MOST_SLOTS, Slots
from . import BOX, GAME, LEVELS

_animals = BOX.rows("animals", ("name", "picture", "mass", "tears", "base", "four", "five"))
_promos = BOX.rows("promos", ("name", "comes", "leaves", "cards"))
_sums = BOX.rows("sums", ("seats", "cards", "mass", "tears", "m", "f", "n", "undealt"))
_numbers = {row["name"]: row["value"] for row in BOX.rows("numbers", ("name", "value"))}
_bounds = {row["name"]: row["value"] for row in BOX.rows("bounds", ("name", "value"))}

PRINTED = {row["name"]: row for row in _animals}
ANIMALS = tuple(PRINTED)
FEMALE, MALE = 0, 1
SEXES = "fm"
CARDS = 2 * len(ANIMALS)

CROCODILE = ANIMALS.index("crocodile")
DONKEY = ANIMALS.index("donkey")
FROG = ANIMALS.index("frog")
GIRAFFE = ANIMALS.index("giraffe")
LION = ANIMALS.index("lion")
SNAIL = ANIMALS.index("snail")
WOODPECKER = ANIMALS.index("woodpecker")
SNAIL_CARD = 2 * SNAIL  # a snail off the boats

QUAYS = _numbers["quays"]
BOATS = _numbers["boats"]
RESERVE = BOATS - QUAYS
# How many quays clockwise Noah goes, by the sex of the animal boarded: as far to either side of the ring.
WAYS = np.array([[way, QUAYS - way] for way in (_numbers["way_after_female"], _numbers["way_after_male"])], np.int64)
LIMIT = _numbers["limit"]
WOODPECKER_LIMIT = _numbers["woodpecker_limit"]
HAND = _numbers["hand"]
ROUNDS = _numbers["rounds"]
END_OF_TRACK = _numbers["end_of_track"]
MOST_FROG_MASS = _numbers["most_frog_mass"]
CROCODILE_POINTS = _numbers["crocodile_points"]
SOLO_HAND = _numbers["solo_hand"]
SOLO_LOOK = _numbers["solo_look"]
MOST_BOARDS = _bounds["boards"]
MOST_ROUNDS = _bounds["rounds"]
MOST_PLAYERS = GAME.players[-1]

# By animal.
MASS = np.array([row["mass"] for row in _animals], np.int64)
TEARS = np.array([row["tears"] for row in _animals], np.int64)


def _count(marks: str) -> np.ndarray:
    """How many cards of each sex some marks such as "mmf" stand for; cards without a sex count as even."""
    return np.array([marks.count("f") + marks.count("n"), marks.count("m")], np.int64)


def _copies(seats: int) -> np.ndarray:
    """Copies of each card in the deck of so many seats (NO-3.1)."""
    marks = [row["base"] + row["four"] * (seats >= 4) + row["five"] * (seats >= 5) for row in _animals]
    return np.concatenate([_count(some) for some in marks])


def _exchange(promo: dict[str, str]) -> np.ndarray:
    """What a promo option adds to the copies of each card, and takes from them (NO-P.1, NO-P.5)."""
    change = np.zeros(CARDS, np.int64)
    comes, leaves = ANIMALS.index(promo["name"]), ANIMALS.index(promo["leaves"])
    change[2 * comes : 2 * comes + 2] += _count(promo["comes"])
    change[2 * leaves : 2 * leaves + 2] -= _count(promo["cards"])
    return change


# By number of seats; a solo level takes the deck of its seats (NO-S.2).
COPIES = np.array([_copies(seats) for seats in range(MOST_PLAYERS + 1)])
EXCHANGES = {row["name"]: _exchange(row) for row in _promos}
SEATS_OF_LEVEL = np.array(list(LEVELS.values()), np.int64)

# As many slots of a card as any match has copies of it.
SLOTS = Slots(COPIES.max(axis=0) + sum(np.maximum(change, 0) for change in EXCHANGES.values()))

# The deck of a match, by seats, frog and crocodile (NO-3.1, NO-P.1, NO-P.5); one seat has none of its own.
_frogs, _crocodiles = (0, EXCHANGES["frog"]), (0, EXCHANGES["crocodile"])
DECKS = np.array([[[SLOTS.pile(deck + f + c) for c in _crocodiles] for f in _frogs] for deck in COPIES], np.int64)

MOST_CARDS = int(COPIES.sum(axis=1).max())
TEARS_OF_SLOT = TEARS[SLOTS.card_of // 2]
MOST_TEARS = int(np.sort(TEARS_OF_SLOT)[-MOST_CARDS:].sum())


# As many of the lightest cards as a boat could hold, and a crocodile whose victim is still aboard.
BOAT_ROOM = int((np.cumsum(np.sort(MASS[SLOTS.card_of // 2])) <= LIMIT).sum()) + 1


BOX.demand(tuple(sorted(ANIMALS)) == ANIMALS, "the animals must be sorted by name")
BOX.demand(SLOTS.count <= MOST_SLOTS, "a pile must fit into one set of bits")
BOX.demand([row["seats"] for row in _sums] == list(GAME.players)[1:], "there must be a sum for each number of players")
for _row in _sums:
    _deck = COPIES[_row["seats"]]
    _by_animal = _deck.reshape(-1, 2).sum(axis=1)
    _found = {
        "cards": _deck.sum(),
        "mass": (_by_animal * MASS).sum(),
        "tears": (_by_animal * TEARS).sum(),
        "m": _deck[MALE::2].sum(),
        "f": _deck[FEMALE::2].sum() - _deck[SNAIL_CARD],
        "n": _deck[SNAIL_CARD],
        "undealt": _deck.sum() - QUAYS - HAND * _row["seats"],
    }
    for _name, _value in _found.items():
        BOX.demand(int(_value) == _row[_name], f"the deck of {_row['seats']} seats: {_name} is {_value}")
    for _change in EXCHANGES.values():
        BOX.demand((_deck + _change >= 0).all() and _change.sum() == 0, "a promo animal must find cards to replace")
