"""Noah's board: it fills a desk, and on a phone its rare decisions are one screen."""

from __future__ import annotations

import random

import pytest
from measuring import MEASURE, Phone

from games.noah.positions import GAME, position

EIGHT = "parrot m, cat m, cat f, kangaroo f, panda m, donkey m, rhinoceros f, elephant f"
FLEET = {1: "bear m, panda m", 2: "cat f", 3: "parrot f, kangaroo f, panda f", 4: "elephant m, giraffe f"}
# Those that a match seldom comes to; all the others are met in the matches of test_phones.py.
DECISIONS = {
    "board": {"players": 5, "here": "cat m", "hand": EIGHT},
    "a mass": {"players": 4, "here": "bear m, elephant m", "hand": "frog m, cat f, panda m", "frog": True},
    "flee": {"players": 5, "phase": "flee", "here": "bear m, crocodile m", "hand": "cat f", "crocodile": True},
    "give": {"players": 5, "phase": "give", "hand": "cat f, bear m, panda f", "gifts": 2, "departures": 2},
    "stack": {"players": 1, "phase": "stack", "here": "giraffe m", "hand": "bear m", "looked": "cat f, panda f, snail"},
    "recall": {"players": 1, "phase": "recall", "here": "cat m, lion m", "boats": FLEET, "hand": "bear f"},
}


@pytest.fixture
def phones(browser, server):
    there = []

    def phone(size):
        there.append(Phone(browser, server, size))
        return there[-1]

    yield phone
    for one in there:
        one.leave()


def go_on(phone, **parts):
    """A table that goes on from a position."""
    phone.sit_down("noah", GAME.restore(position(**parts), seed=1).record())
    assert phone.until_turn()


def tap(phone, selector):
    phone.page.locator(selector).first.tap()
    phone.measured.add(phone.page.evaluate(MEASURE))


def test_rare_decisions_are_one_screen(phones):
    phone = phones("360x640")
    for kind, parts in DECISIONS.items():
        go_on(phone, **parts)
        phone.measured.faults.clear()
        phone.tap(random.Random(kind))
        phone.measured.add(phone.page.evaluate(MEASURE))
        assert not phone.measured.faults, (kind, phone.measured.faults)


def test_on_a_phone_a_card_is_given_by_the_chip_of_a_seat(phones):
    phone = phones("360x640")
    go_on(phone, **DECISIONS["give"])
    number = phone.mark("number")
    tap(phone, ".fan .slot.lit")
    tap(phone, "[data-key=chip-2]")
    assert not phone.measured.faults, phone.measured.faults
    phone.page.locator(".chip-panel:popover-open .plate.lit").tap()
    phone.until("number => document.body.dataset.number !== number", number)
    assert not phone.page.locator(".chip-panel:popover-open").count()


def test_on_a_phone_all_animals_lie_over_the_hand(phones):
    phone = phones("360x640")
    go_on(phone, **DECISIONS["board"])
    phone.page.locator("[data-key=tool-animals]").tap()
    covered = """() => {
      const sheet = document.querySelector(".notice");
      const { left, right, top, bottom } = sheet.getBoundingClientRect();
      const middle = (left + right) / 2;
      const hits = [top + 8, (top + bottom) / 2, bottom - 8].map((y) => document.elementFromPoint(middle, y));
      return hits.some((one) => !sheet.contains(one));
    }"""
    phone.page.locator(".notice").wait_for()
    assert not phone.page.evaluate(covered)


def test_a_desk_is_filled(come):
    person = come()
    person.sit_down("noah")
    person.page.locator(".fan .face").first.wait_for()
    measure = """() => {
      const box = (what) => document.querySelector(what).getBoundingClientRect();
      return [(box(".sea").bottom - box(".own").bottom) / innerHeight, box(".fan .face").height, box(".quay").width];
    }"""
    person.page.set_viewport_size({"width": 1280, "height": 800})
    before = person.page.evaluate(measure)
    for scale, width, height in ((1.3, 1920, 1080), (1.8, 2560, 1440)):
        person.page.set_viewport_size({"width": width, "height": height})
        # It is laid out again when the browser gets round to it.
        person.until(
            f"""([left, card, boat]) => {{
              const [below, tall, wide] = ({measure})();
              return below <= left + 0.01 && tall >= {scale} * card && wide >= {scale} * boat;
            }}""",
            before,
        )
