"""For everybody: what axe-core finds on every page, at a desk and on a phone, and their headings."""

from __future__ import annotations

import itertools
import json
import random
import re
import urllib.request
from pathlib import Path

import pytest
from driving import ALL_DRAWN, TURN, WAIT, Person
from late import nearly_over

import ararat
from ararat.games import all_facts
from lengths import amount, in_turn
from tools import missing

ROOT = Path(__file__).parents[2]
VERSION = re.search(r"^AXE := (\S+)", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)[1]
AXE = ROOT / "build" / f"axe-core-{VERSION}" / "node_modules" / "axe-core" / "axe.min.js"
SIZES = ((1280, 800), (360, 640))
# The short form looks at every page in one of the two.
DESK, PHONE = amount(SIZES[:1], long=SIZES), amount(SIZES[1:], long=SIZES)
GRAVE = ("moderate", "serious", "critical")
RUN = """async ([grave, but]) => {
  const { violations } = await axe.run({ exclude: but }, { resultTypes: ['violations'] });
  return violations.filter(({ impact }) => grave.includes(impact)).flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target} ${node.failureSummary} ${node.html.slice(0, 200)}`));
}"""
HEADINGS = """() => [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true })).map((one) => Number(one.localName[1]))"""
# Colours that fade are not those that are read.
STILL = """() => Promise.all(document.getAnimations()
  .filter((one) => one.effect.getTiming().iterations !== Infinity).map((one) => one.finished.catch(() => {})))"""


class Reader(Person):
    """Somebody who looks at a page with axe-core, at both sizes."""

    def look(self, sizes, but=()) -> None:
        """Nothing grave is found; there is one first heading, and no level is left out before a lower one. `but`: what
        was looked at elsewhere and is long."""
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate(AXE.read_text("utf-8"))
        found = []
        for width, height in sizes:
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.evaluate(STILL)
            with self.looking():
                found += [f"{width} × {height}: {one}" for one in self.page.evaluate(RUN, [GRAVE, but])]
            levels = self.page.evaluate(HEADINGS)
            if levels.count(1) != 1 or any(lower > higher + 1 for higher, lower in itertools.pairwise(levels)):
                found.append(f"{width} × {height}: headings {levels}")
        assert not found, "\n\n".join(found)

    def visit(self, address: str, there: str) -> None:
        width, height = SIZES[0]
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.goto(address)
        self.page.locator(there).first.wait_for()

    def set_own_table(self, slug: str) -> None:
        """A table at which all sit at this device: no bot has to think. A few moves in, in somebody's turn."""
        players = max(2, all_facts()[slug].players[0])
        width, height = SIZES[0]
        self.page.set_viewport_size({"width": width, "height": height})
        self.set_table(slug, ["me", *["here"] * (players - 1)])
        lots = random.Random(slug)
        for _ in range(amount(3, long=5)):
            if not self.lift():
                self.play_on(lots, moves=1)
        while self.lift():
            pass

    def lift(self) -> bool:
        """Lift the curtain, if it is down."""
        if not self.page.evaluate(TURN, WAIT).get("curtain"):
            return False
        self.page.locator(".curtain button").first.click()
        self.until("() => !document.body.dataset.curtain && document.body.dataset.number")
        return True


@pytest.fixture(scope="module")
def reader(browser, server):
    if not AXE.is_file():
        missing(f"axe-core {VERSION} is missing: `make axe-core` installs it (it needs Node).")
    person = Reader(browser, server)
    yield person
    person.leave()


def test_the_lobby_and_what_is_around_it(reader):
    reader.visit("/", '[data-key^="play-"]')
    reader.look(DESK)
    reader.press("settings")
    reader.page.locator("#settings").wait_for()
    reader.look(PHONE)
    reader.visit("/how/ark-and-noah", ".how-steps")
    reader.look(PHONE)
    reader.visit("/about", "h1")
    reader.look(DESK)
    reader.visit("/nothing", ".lost")
    reader.look(SIZES[:1])
    reader.complaints.clear()  # the browser's own, that there is nothing


@pytest.mark.parametrize("slug", in_turn(ararat.games(), 2))
def test_setting_a_table(reader, slug):
    reader.visit(f"/new/{slug}", '[data-key="go"]')
    if reader.page.locator('[data-key="more"]').count():
        reader.press("more")
    reader.look(PHONE)


def test_a_table_that_waits_for_friends(reader):
    reader.page.set_viewport_size({"width": 1280, "height": 800})
    reader.set_table("animals-on-board", ["me", "friend"])
    reader.page.locator(".waiting-body").wait_for()
    reader.look(DESK)


@pytest.mark.parametrize("slug", in_turn(ararat.games(), 2, short=2))
def test_a_table_at_a_decision(reader, slug):
    """All that is lit can be reached by the keyboard, too, and keeps its place when the board is drawn anew."""
    reader.set_own_table(slug)
    reader.look((DESK, PHONE)[ararat.games().index(slug) % 2])
    unreachable = reader.page.evaluate(
        """() => [...document.querySelectorAll('.board .lit, .bar .lit')]
          .filter((one) => one.tabIndex < 0 || !one.dataset.key).map((one) => one.outerHTML.slice(0, 160))"""
    )
    assert not unreachable, unreachable


def test_the_drawers_and_the_curtain(reader):
    reader.set_own_table("noah")
    reader.page.locator('[data-key="tab-log"]').wait_for()
    tabs = amount(("rules", "table"), long=("moves", "rules", "table", "log"))
    for tab in tabs:
        reader.page.set_viewport_size({"width": 1280, "height": 800})
        reader.press(f"tab-{tab}")
        reader.page.locator(f"#panel-{tab} > * > :visible").first.wait_for()
        if tab in amount(tabs[:1], long=tabs):
            reader.look(SIZES[:1])
        reader.page.set_viewport_size({"width": 360, "height": 640})
        reader.press("menu")
        if tab in amount(tabs[1:], long=tabs):
            reader.look(SIZES[1:])
        reader.page.keyboard.press("Escape")
    reader.page.set_viewport_size({"width": 1280, "height": 800})
    lots = random.Random(7)
    while not reader.page.evaluate(TURN, WAIT).get("curtain"):
        reader.play_on(lots, moves=1)
    reader.look(PHONE)


@pytest.mark.parametrize("slug", in_turn(ararat.games(), 0, short=2))
def test_replays_at_their_end(reader, slug):
    """Everything is open in them: boards draw whole states, too. One is looked at in its middle, with its long log."""
    game, bot = ararat.game(slug), ararat.player("greedy")
    match = game.start(players=game.facts.usual_players, seed=5)
    while not match.over:
        match.play(bot.choose(match.view(match.turn), match.moves(), len(match.history)))
    body = json.dumps(match.record()).encode()
    with urllib.request.urlopen(urllib.request.Request(f"{reader.server.address}api/replays", body)) as answer:
        reader.visit(f"/r/{json.load(answer)['replay']}", ".replay-slider")
    reader.until("() => Number(document.querySelector('.replay-slider').max) > 0")
    first = slug == ararat.games()[0]
    whole = len(match.history)
    for number in (whole // 3, whole // 2, whole):
        reader.page.set_viewport_size({"width": 1280, "height": 800})
        reader.page.locator(".replay-slider").fill(str(number))
        reader.until("number => document.body.dataset.number === String(number)", number)
        raw = re.search(r"\[object|undefined|NaN|[a-z]-\d[a-z]", reader.page.locator(".board").inner_text())
        assert raw is None, raw
        assert reader.page.locator(".board :is(.animal, .sign)").count() > 10
        reader.until(ALL_DRAWN)
        if number == whole or (first and number == whole // 2):
            reader.look(PHONE if first and number == whole else DESK, but=[] if first else [".log"])


def test_the_end_of_a_match_and_its_analysis(reader):
    reader.page.set_viewport_size({"width": 1280, "height": 800})
    reader.sit_down("animals-on-board", amount(nearly_over("animals-on-board", 2, 8).record(), long=None))
    reader.let_a_bot_end_it()
    reader.page.locator(".ending h2").wait_for()
    reader.look(PHONE)
    reader.page.set_viewport_size({"width": 1280, "height": 800})
    reader.press("analyse")
    reader.page.locator(".analysis .chart-frame").wait_for()
    reader.look(DESK)
