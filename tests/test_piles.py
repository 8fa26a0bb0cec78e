"""Piles are multisets: whatever is done to one in bits, a counter of cards says the same."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ararat.core.bits import NOT_THERE
from ararat.core.observations import copies
from ararat.core.piles import MOST_SLOTS, Slots, pile_rules

COPIES = (1, 3, 2, 1, 0, 4)
SLOTS = Slots(COPIES)
RULES = pile_rules(SLOTS)
counts = st.tuples(*(st.integers(0, most) for most in COPIES)).map(lambda some: Counter(dict(enumerate(some))))


def pile(counted):
    return SLOTS.pile_of(sorted(counted.elements()))


@given(counts)
def test_a_pile_is_its_cards_in_the_order_of_their_numbers(some):
    assert SLOTS.cards_of(pile(some)) == sorted(some.elements())
    assert pile(some) == SLOTS.pile([some[card] for card in range(len(COPIES))])
    assert RULES.is_pile(pile(some)) and 0 <= pile(some) <= SLOTS.whole
    assert pile(some).bit_count() == some.total()


@given(counts)
def test_adding_taking_and_counting(some):
    for card, most in enumerate(COPIES):
        assert RULES.has_card(pile(some), card) == (some[card] > 0)
        assert RULES.copies_of(pile(some), card) == some[card]
        assert RULES.without_card(pile(some), card) == pile(some - Counter([card]))
        if some[card] < most:
            assert RULES.with_card(pile(some), card) == pile(some + Counter([card]))


@given(counts, st.data())
def test_parts_and_wholes(some, data):
    part = Counter({card: data.draw(st.integers(0, count)) for card, count in some.items()})
    assert RULES.apart(pile(some), pile(part)) == pile(some - part)
    assert RULES.together(pile(some - part), pile(part)) == pile(some)
    assert RULES.without_one_of_each(pile(some)) == pile(some - Counter(set(some.elements())))


@given(counts, counts)
def test_a_pile_less_a_part_tells_what_was_not_there(some, part):
    within = all(some[card] >= part[card] for card in part)
    assert RULES.lies_within(pile(some), pile(part)) == within
    assert RULES.less(pile(some), pile(part)) == (pile(some - part) if within else NOT_THERE)
    assert RULES.less(NOT_THERE, pile(part)) == NOT_THERE, "and does not forget it"
    for gap in (0b100, 0b1010):
        assert not RULES.lies_within(SLOTS.whole, gap) and RULES.less(SLOTS.whole, gap) == NOT_THERE


def test_cards_are_drawn_from_the_deck_until_none_is_left():
    table = SimpleNamespace(deck=SLOTS.whole, chance=np.array([1, 2, 3, 4], np.int64))
    drawn = [RULES.draw_from_deck(table) for _ in range(SLOTS.count)]
    assert table.deck == 0 and Counter(map(int, drawn)) == Counter(SLOTS.cards_of(SLOTS.whole))


@given(counts)
def test_different_cards_are_found_once_and_copies_written_down(some):
    different = sorted(set(some.elements()))
    assert SLOTS.cards_of(RULES.different_cards(pile(some))) == different
    numbers = np.full(9, -1.0)
    (entry,) = copies(SLOTS, "hand")
    entry.write(pile(some), numbers[2:])
    assert numbers.tolist() == [-1, -1, *(some[card] for card, most in enumerate(COPIES) if most), -1, -1]
    if different:
        assert RULES.first_card(pile(some)) == different[0]


def test_every_copy_is_drawn_as_often():
    chance = np.array([1, 2, 3, 4], np.int64)
    some = Counter({1: 3, 2: 1, 5: 4})
    drawn = Counter(int(RULES.random_card(chance, pile(some))) for _ in range(8000))
    for card, held in some.items():
        assert abs(drawn[card] / 8000 - held / 8) < 0.03


@pytest.mark.parametrize("bits", [0b0000100, 0b0001010, 1 << 10])
def test_slots_that_are_not_filled_from_below_are_no_pile(bits):
    assert not RULES.is_pile(bits)


def test_the_most_slots_make_no_negative_number():
    assert Slots([MOST_SLOTS]).whole == Slots([1] * MOST_SLOTS).whole == 2**62 - 1 < np.iinfo(np.int64).max
