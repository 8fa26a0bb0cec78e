"""A phone is one screen: at every decision all that is asked and lit is in the window, and large enough for a thumb."""

from __future__ import annotations

import itertools
import random

import pytest
from measuring import SIZES, Phone, begun

import ararat
from ararat.games import all_facts
from lengths import amount

# The short form looks at some decisions at a full table, each game's on one of the phones, of the beginning or of a
# late hour in turn; the long form plays whole matches of two on all of them.
PARTS = amount((0, 0.7), long=(0, 0))
DECISIONS = amount(2, long=None)
ONE_EACH = [*zip(ararat.games(), itertools.cycle(SIZES), strict=False)]


@pytest.fixture
def phones(browser, server):
    there = []

    def phone(size, **more):
        there.append(Phone(browser, server, size, **more))
        return there[-1]

    yield phone
    for one in there:
        one.leave()


@pytest.mark.parametrize("slug, size", amount(ONE_EACH, long=[*itertools.product(ararat.games(), SIZES)]))
def test_every_decision_is_one_screen(phones, slug, size):
    players = all_facts()[slug].players
    part = PARTS[(ararat.games().index(slug) + list(SIZES).index(size)) % 2]
    phone = phones(size)
    phone.sit_down(slug, begun(slug, amount(players[-1], long=max(2, players[0])), part, seed=7))
    phone.play_on(random.Random(slug + size), moves=DECISIONS, choose=phone.tap)
    assert not phone.measured.faults, sorted(set(phone.measured.faults))
    assert phone.measured.decisions


TARGETS = """() => [...document.querySelectorAll('button, a[href], input, select, summary')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .filter((one) => !one.matches('.skip, .hidden-text, [type=radio], [type=checkbox]'))
  .map((one) => [one.outerHTML.slice(0, 100), one.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 40 || height < 40).map(([one]) => one)"""


@pytest.mark.parametrize("path", ["/", "/about", "/how/noah", "/new/noah"])
def test_what_is_touched_beside_a_table_is_large_enough_for_a_thumb(come, path):
    person = come(language="fr", width=360, height=640, has_touch=True)
    person.page.goto(path)
    person.page.locator("main :is(.how-link, .chapter, .how, .setup-end)").first.wait_for()
    assert person.page.evaluate(TARGETS) == []


def test_held_sideways_the_first_choice_for_a_table_is_above_its_button(come):
    person = come(width=844, height=390, has_touch=True)
    person.page.goto("/new/ark-and-noah")
    choice, button = person.page.locator("main .switch").first, person.page.locator(".setup-end")
    choice.wait_for()
    box = choice.bounding_box()
    assert box["y"] + box["height"] <= button.bounding_box()["y"]


def test_held_sideways_the_sound_stands_beside_the_question(come):
    person = come(width=844, height=390, has_touch=True)
    person.sit_down("noah")
    assert person.until_turn()
    asked, sound = (person.page.locator(one).bounding_box() for one in (".ask-text", ".ask-corner"))
    assert sound["x"] >= asked["x"] + asked["width"] and sound["y"] < asked["y"] + asked["height"]
