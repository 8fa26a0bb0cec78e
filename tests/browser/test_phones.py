"""A phone is one screen: at every decision all that is asked and lit is in the window, and large enough for a thumb."""

from __future__ import annotations

import random

import pytest
from measuring import SIZES, Phone, begun

import ararat
from ararat.games import all_facts
from lengths import amount

# The short form looks at some decisions of a beginning and of a late hour, at a full table;
# the long form plays whole matches of two.
PARTS = amount((0, 0.7), long=(0,))
DECISIONS = amount(3, long=None)


@pytest.fixture
def phones(browser, server):
    there = []

    def phone(size, **more):
        there.append(Phone(browser, server, size, **more))
        return there[-1]

    yield phone
    for one in there:
        one.leave()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("slug", ararat.games())
def test_every_decision_is_one_screen(phones, slug, size):
    players = all_facts()[slug].players
    for part in PARTS:
        phone = phones(size)
        phone.sit_at(slug, begun(slug, amount(players[-1], long=max(2, players[0])), part, seed=7))
        phone.play_on(random.Random(slug + size), moves=DECISIONS, choose=phone.tap)
        assert not phone.measured.faults, sorted(set(phone.measured.faults))
        assert phone.measured.decisions
