"""Where a card may lie: every pair and triple of cards in one cabin, every pair of neighbours, every ejection.

The game is compared with the second statement of the rules over whole tables. A card need not be in the hand for that:
all other rules that it breaks are named as well (OM-7.3).
"""

import json
import random
from collections import Counter
from itertools import combinations_with_replacement

import pytest

import ararat
from lengths import amount

from . import second_statement as rules

GAME = ararat.game("opti-mix")
SHY = ("neighbours", "entry")
# All triples by one value of the option, which matters to pairs alone; a third of them by the other one.
PARTS = amount(
    [("neighbours", 0), ("entry", 1)], long=[("neighbours", 0), ("neighbours", 1), ("neighbours", 2), ("entry", 0)]
)
STEP = amount(24, long=3)
CARDS_NEAR = amount(4, long=1)  # one in so many cards is put near the others
EJECTORS = ("mosquito", "spider", "skunk")
PLACEMENT = ("OM-4.11", "OM-4.12", "OM-4.13", "OM-4.14", "OM-4.16", "OM-4.17")


def contents(number):
    """Every set of so many cards that can lie in one cabin, like provisions included."""
    for names in combinations_with_replacement(sorted(rules.CARDS), number):
        if rules.without(rules.ALL_CARDS, names) is not None:
            yield names


def neutral(name):
    """Neither frightened nor frightening."""
    return not rules.is_shy(name) and not rules.is_carnivore(name)


def table_with(cabins, shy):
    """The turn of seat 0, who holds all cards that are not aboard or face up."""
    aboard = [name for names in cabins.values() for name in names]
    left = rules.without(rules.ALL_CARDS, aboard)
    display = " ".join(left.pop(len(left) // 2) for _ in range(3))
    words = {cabin: " ".join(names) for cabin, names in cabins.items()}
    return rules.position(cabins=words, hands=[" ".join(left)], display=display, deck="", shy=shy)


def cabin_of(names, rng):
    """A table with these cards alone in the first cabin of a side, and that cabin.

    Opposite lies a card that has nothing to do with fright; what balances the ark lies further behind.
    """
    side = rng.choice("PS")
    other = rules.other_side(side)
    left = rules.without(rules.ALL_CARDS, names)
    rng.shuffle(left)
    light = [name for name in left if rules.weight_of(name) == 0]
    opposite = next(name for name in light if neutral(name))
    diagonal = next(name for name in light if name != opposite)
    left = rules.without(left, [opposite, diagonal])
    opposite_side = [opposite, diagonal]
    missing = max(0, sum(map(rules.weight_of, names)) + rng.randint(-2, 2))
    while missing:
        heaviest = max((name for name in left if rules.weight_of(name) <= missing), key=rules.weight_of)
        left.remove(heaviest)
        opposite_side.append(heaviest)
        missing -= rules.weight_of(heaviest)
    cabin = f"{side}1"
    return {cabin: names} | {f"{other}{number}": [name] for number, name in enumerate(opposite_side, 1)}, cabin


class Comparison:
    """Asks both statements, and counts by which rules of placement cards were refused, ejections apart."""

    def __init__(self):
        self.cards = Counter()
        self.ejections = Counter()

    def compare(self, state, match, cabin, victims=()):
        """Every card there is laid into a cabin, and every ejector with every victim."""
        for card in rules.CARDS:
            self.ask(state, match, {"move": "play", "card": card, "cabin": cabin})
        for ejector in EJECTORS:
            for victim in victims:
                self.ask(state, match, {"move": "play", "card": ejector, "cabin": cabin, "eject": victim})

    def ask(self, state, match, move):
        expected = rules.why_not(state, move)
        refusal = match.why_not(move)
        given = () if refusal is None else refusal.rules
        assert given == expected, f"{move} in {json.dumps(state)}"
        counts = self.ejections if "eject" in move else self.cards
        counts[tuple(rule for rule in expected if rule in PLACEMENT)] += 1

    def refused(self, rule):
        """How many cards a rule refused, alone or with others."""
        return sum(number for broken, number in self.cards.items() if rule in broken)


def compare_contents(some_contents, shy, seed):
    comparison = Comparison()
    rng = random.Random(seed)
    for names in some_contents:
        cabins, cabin = cabin_of(names, rng)
        state = table_with(cabins, shy)
        stranger = rng.choice(state["hands"][0])
        comparison.compare(state, GAME.restore(state, seed=1), cabin, {*names, stranger})
    return comparison


@pytest.mark.rules("OM-4.12", "OM-4.13", "OM-4.14", "OM-4.15", "OM-4.16", "OM-4.17", "OM-4.26", "OM-4.27")
@pytest.mark.parametrize("shy", SHY)
def test_every_pair_of_cards_in_a_cabin(shy):
    comparison = compare_contents(contents(1), shy, shy)
    assert comparison.cards.total() == 49 * 49
    # Kinds of cards, each laid to each: 19 hot and 14 cold ones, 33 plant-eaters and 2 provisions, 11 shy ones and 12
    # carnivores, of whom only the shy one is tested by the option `entry`.
    assert comparison.refused("OM-4.12") == 2 * 19 * 14
    assert comparison.refused("OM-4.16") == 2 * 33 * 2
    assert comparison.refused("OM-4.17") == (2 if shy == "neighbours" else 1) * 11 * 12


@pytest.mark.rules("OM-4.12", "OM-4.13", "OM-4.14", "OM-4.15", "OM-4.16", "OM-4.17", "OM-4.18", "OM-4.28")
@pytest.mark.parametrize("shy, part", PARTS)
def test_every_triple_of_cards_in_a_cabin(shy, part):
    """Every card comes to every two others, at odds or not, and every ejector takes the place of either."""
    pairs = list(contents(2))[part::STEP]
    comparison = compare_contents(pairs, shy, f"{shy} {part}")
    assert comparison.cards.total() == 49 * len(pairs)
    assert all(comparison.cards[broken] for broken in [(), *((rule,) for rule in PLACEMENT[1:])])
    assert comparison.ejections[()]


@pytest.mark.rules("OM-4.11", "OM-4.27", "OM-4.28")
@pytest.mark.parametrize("shy", SHY)
def test_full_cabins(shy):
    """A fourth card is one too many, except for an ejector in the victim's place."""
    some = random.Random(shy).sample(list(contents(3)), amount(20, long=120))
    comparison = compare_contents(some, shy, shy)
    assert comparison.refused("OM-4.11") == comparison.cards.total()
    assert comparison.ejections[()]


# Neighbours

TARGET = "S3"
PLACES = {
    "same cabin": "S3", "in front": "S2", "behind": "S4", "opposite": "P3", "diagonal in front": "P2",
    "diagonal behind": "P4", "two in front": "S1", "two behind": "S5", "far": "P5",
}  # fmt: skip
TOO_NEAR = ("same cabin", "in front", "behind", "opposite")


def mirrored(cabin):
    return rules.other_side(cabin[0]) + cabin[1:]


def ark_around(name, place, rng, lengths):
    """So many cabins on each side with cards that have nothing to do with fright, and this card at a place."""
    fillers = [card for card in rules.without(rules.ALL_CARDS, [name]) if neutral(card) and rules.weight_of(card) < 2]
    while True:
        some = iter(rng.sample(fillers, 10))
        cabins = {f"{side}{number + 1}": [next(some)] for side in "PS" for number in range(lengths[side])}
        cabins[place] = [name]
        if abs(rules.tilt_of(cabins)) <= 2:
            return cabins


@pytest.mark.rules("OM-4.10", "OM-4.17")
@pytest.mark.parametrize("shy", SHY)
@pytest.mark.parametrize("place", PLACES)
def test_every_pair_of_neighbours(place, shy):
    """Every card lies at a place, and every card is laid into the cabin."""
    comparison = Comparison()
    rng = random.Random(f"{place} {shy}")
    laid_out = list(rules.CARDS)[::CARDS_NEAR]
    for name in laid_out:
        turn_round = rng.random() < 0.5
        target, at = (mirrored(TARGET), mirrored(PLACES[place])) if turn_round else (TARGET, PLACES[place])
        state = table_with(ark_around(name, at, rng, {"P": 5, "S": 5}), shy)
        match = GAME.restore(state, seed=1)
        comparison.compare(state, match, target)
    shy_ones, carnivores = (sum(map(kind, laid_out)) for kind in (rules.is_shy, rules.is_carnivore))
    every_shy, every_carnivore = (sum(map(kind, rules.CARDS)) for kind in (rules.is_shy, rules.is_carnivore))
    refused = carnivores * every_shy + (shy_ones * every_carnivore if shy == "neighbours" else 0)
    assert comparison.refused("OM-4.17") == (refused if place in TOO_NEAR else 0)


@pytest.mark.rules("OM-4.10", "OM-4.17", "OM-7.3")
@pytest.mark.parametrize("shy", SHY)
def test_new_cabins_have_neighbours(shy):
    """A cabin that is opened has one in front and one opposite; one that cannot be is judged by its number."""
    comparison = Comparison()
    rng = random.Random(shy)
    for name in ("rabbit", "ostrich", "dog", "spider", "tiger", "pig", "hay"):
        for place in ("P2", "P3", "P4", "P5", "S1", "S2"):
            cabins = ark_around(name, place, rng, {"P": 5, "S": 2})
            state = table_with(cabins, shy)
            match = GAME.restore(state, seed=1)
            for cabin in ("S3", "S4", "S5", "S6", "P6", "P7"):
                comparison.compare(state, match, cabin)
    assert comparison.cards[("OM-4.17",)]


# The second statement itself, and the game, by hand (section 10)

BY_HAND = [
    ("hay", "dog", ""), ("grain", "dog", ""), ("reindeer cow", "dog", ""), ("sheep", "dog", "OM-4.14"),
    ("bison sheep", "dog", "OM-4.14"), ("tyrannosaurus", "dog", "OM-4.14"), ("hedgehog elephant", "tiger", ""),
    ("hedgehog elephant", "snail", "OM-4.14"), ("turtle", "dog", ""), ("turtle", "tiger", ""),
    ("turtle dog", "tiger", "OM-4.14"), ("turtle", "hedgehog", ""), ("hedgehog", "turtle", ""),
    ("tiger", "hedgehog", ""), ("hedgehog", "mouse", "OM-4.14"), ("cow", "mosquito", ""), ("cow sheep hay", "horse",
     "OM-4.11 OM-4.16"), ("tiger polar-bear", "cow", "OM-4.14"), ("tiger polar-bear", "grain", "OM-4.12"),
    ("grain", "hay", "OM-4.12"), ("grain", "grain", ""), ("grain", "cow", "OM-4.16"), ("cow", "grain", "OM-4.16"),
    ("grain", "earthworm", ""), ("grain", "bee", ""), ("hay", "pig", "OM-4.16"), ("zebra", "spider", "OM-4.17"),
    ("zebra", "skunk", ""), ("spider", "zebra", "OM-4.17"), ("lion", "gazelle", "OM-4.14 OM-4.17"),
    ("moose", "ostrich", "OM-4.12"), ("ostrich", "zebra", ""), ("earthworm", "chicken", "OM-4.14"),
    ("pig", "fox", "OM-4.14"),
]  # fmt: skip


@pytest.mark.rules("OM-4.11", "OM-4.12", "OM-4.14", "OM-4.15", "OM-4.16", "OM-4.17")
@pytest.mark.parametrize("lying, card, broken", BY_HAND)
def test_what_the_rules_say_in_so_many_words(lying, card, broken):
    cabins, cabin = cabin_of(tuple(lying.split()), random.Random(1))
    state = table_with(cabins, "neighbours")
    refusal = GAME.restore(state, seed=1).why_not({"move": "play", "card": card, "cabin": cabin})
    for rules_broken in (rules.why_not(state, {"move": "play", "card": card, "cabin": cabin}),
                         refusal.rules if refusal else ()):  # fmt: skip
        assert [rule for rule in rules_broken if rule not in ("OM-4.3", "OM-4.13")] == broken.split()
