"""For everybody: what axe-core finds on every page, at a desk and on a phone, and their headings."""

from __future__ import annotations

import itertools
import json
import random
import re
import urllib.request
from pathlib import Path

import pytest
from driving import TURN, WAIT, Person

import ararat
from ararat.games import all_facts
from tools import missing

ROOT = Path(__file__).parents[2]
VERSION = re.search(r"^AXE := (\S+)", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)[1]
AXE = ROOT / "build" / f"axe-core-{VERSION}" / "node_modules" / "axe-core" / "axe.min.js"
SIZES = ((1280, 800), (360, 640))
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

    def look(self, sizes=SIZES, but=()) -> None:
        """Nothing grave is found; there is one first heading, and no level is left out before a lower one. `but`: what
        was looked at elsewhere and is long."""
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate(AXE.read_text("utf-8"))
        found = []
        for width, height in sizes:
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.evaluate(STILL)
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
        for _ in range(5):
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
    reader.look()
    reader.press("settings")
    reader.page.locator("#settings").wait_for()
    reader.look()
    reader.visit("/about", "h1")
    reader.look()
    reader.visit("/nothing", ".lost")
    reader.look(SIZES[:1])
    reader.complaints.clear()  # the browser's own, that there is nothing


@pytest.mark.parametrize("slug", ararat.games())
def test_setting_a_table(reader, slug):
    reader.visit(f"/new/{slug}", '[data-key="go"]')
    if reader.page.locator('[data-key="more"]').count():
        reader.press("more")
    reader.look()


def test_a_table_that_waits_for_friends(reader):
    reader.page.set_viewport_size({"width": 1280, "height": 800})
    reader.set_table("animals-on-board", ["me", "friend"])
    reader.page.locator(".waiting-body").wait_for()
    reader.look()


@pytest.mark.parametrize("slug", ararat.games())
def test_a_table_at_a_decision(reader, slug):
    reader.set_own_table(slug)
    reader.look()


def test_the_drawers_and_the_curtain(reader):
    reader.set_own_table("noah")
    reader.page.locator('[data-key="tab-log"]').wait_for()
    for tab in ("moves", "rules", "table", "log"):
        reader.page.set_viewport_size({"width": 1280, "height": 800})
        reader.press(f"tab-{tab}")
        reader.page.locator(f"#panel-{tab} > * > :visible").first.wait_for()
        reader.look(SIZES[:1])
        reader.page.set_viewport_size({"width": 360, "height": 640})
        reader.press("menu")
        reader.look(SIZES[1:])
        reader.page.keyboard.press("Escape")
    reader.page.set_viewport_size({"width": 1280, "height": 800})
    lots = random.Random(7)
    while not reader.page.evaluate(TURN, WAIT).get("curtain"):
        reader.play_on(lots, moves=1)
    reader.look()


@pytest.mark.parametrize("slug", ararat.games())
def test_replays_at_their_end(reader, slug):
    """And one of them in its middle, with its log, which is long."""
    game, bot = ararat.game(slug), ararat.player("greedy")
    match = game.start(players=game.facts.usual_players, seed=5)
    while not match.over:
        match.play(bot.choose(match.view(match.turn), match.moves(), len(match.history)))
    body = json.dumps(match.record()).encode()
    with urllib.request.urlopen(urllib.request.Request(f"{reader.server.address}api/replays", body)) as answer:
        reader.visit(f"/r/{json.load(answer)['replay']}", ".replay-slider")
    reader.until("() => Number(document.querySelector('.replay-slider').max) > 0")
    first = slug == ararat.games()[0]
    for number in (len(match.history) // 2, len(match.history))[0 if first else 1 :]:
        reader.page.set_viewport_size({"width": 1280, "height": 800})
        reader.page.locator(".replay-slider").fill(str(number))
        reader.until("number => document.body.dataset.number === String(number)", number)
        reader.look(but=[] if first else [".log"])


def test_the_end_of_a_match_and_its_analysis(reader):
    reader.page.set_viewport_size({"width": 1280, "height": 800})
    reader.set_table("animals-on-board", ["me", "bot"])
    assert reader.until_turn()
    reader.press("tab-table")
    reader.press("stand-in-me")
    reader.until("() => document.body.dataset.over === 'true'")
    reader.page.locator(".ending h2").wait_for()
    reader.look()
    reader.page.set_viewport_size({"width": 1280, "height": 800})
    reader.press("analyse")
    reader.page.locator(".analysis .chart-frame").wait_for()
    reader.look()
