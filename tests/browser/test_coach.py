"""The coach in the browser: a hint at the table, an analysis of a match that is over."""

from __future__ import annotations

import json
import random
import re
import urllib.request

import pytest
from late import nearly_over
from measuring import begun

import ararat
from ararat.players import levels
from lengths import amount, in_turn

GAME = "opti-mix"  # its matches are short
CHANCE = re.compile(r"\d+\s% to win \(\d+–\d+\s%\)")


IN_SIGHT = """() => [...document.querySelectorAll('.board .pointed')].some((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return hit && document.querySelector('.board').contains(hit);
})"""


COVERED = """() => {
  const panel = document.querySelector('.hint-panel').getBoundingClientRect();
  return [...document.querySelectorAll('.board .pointed')].some((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return left < panel.right && panel.left < right && top < panel.bottom && panel.top < bottom;
  });
}"""


def test_the_coach_is_asked_for_a_hint_and_its_move_is_made(come):
    person = come(width=360, height=740)
    person.sit_down(GAME)
    assert person.until_turn()
    hint = person.page.locator('[data-key="hint"]')
    hint.focus()
    person.page.keyboard.press("Enter")
    tips = person.page.locator(".hint-panel .tip")
    tips.first.wait_for()
    assert 1 <= tips.count() <= 3
    assert all(CHANCE.search(text) for text in tips.all_text_contents())
    box = person.page.locator(".hint-panel").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 360
    person.until(IN_SIGHT)  # without being asked
    assert not person.page.evaluate(COVERED)
    assert tips.count() == 1 or person.page.locator(".hint-panel .tip-text:visible").count() == 1
    if tips.count() > 1:
        person.press("hint-more")
        assert person.page.locator(".hint-panel .tip-why:visible").count() == tips.count()
    person.page.keyboard.press("Escape")
    person.until("() => document.querySelector('.hint-panel').hidden")
    assert hint.evaluate("one => one === document.activeElement")
    number = person.mark("number")
    hint.click()
    person.press("hint-play-0")
    person.until("number => document.body.dataset.number !== number", number)
    person.until("() => document.querySelector('.hint-panel').hidden")


BOXES = "[...document.querySelectorAll('.board .pointed')].map((one) => one.getBoundingClientRect().toJSON())"
POINTED = """[...document.querySelectorAll('.board .pointed, .bar .pointed')]
  .map((one) => [one.dataset.key ?? one.dataset.spot, one.matches('.lit') || Boolean(one.querySelector('.lit'))])"""


def show_all(person):
    """All tips, where the panel has shrunk to the best one."""
    more = person.page.locator('[data-key="hint-more"]')
    if more.is_visible():
        more.click()


@pytest.mark.parametrize("slug", ["animals-on-board", "noah"])
def test_at_a_desk_a_hint_lies_over_nothing_that_it_speaks_of(come, slug):
    person = come()
    person.sit_down(slug, begun(slug, 4, 0, seed=3))
    assert person.until_turn()
    person.press("hint")
    tips = person.page.locator(".hint-panel .tips > li")
    tips.first.wait_for()
    panel = person.page.locator(".hint-panel").bounding_box()
    show_all(person)
    for tip in tips.all():
        tip.hover()
        for box in person.page.evaluate(BOXES):
            beside = box["right"] <= panel["x"] or panel["x"] + panel["width"] <= box["left"]
            assert beside or box["bottom"] <= panel["y"] or panel["y"] + panel["height"] <= box["top"]


@pytest.mark.parametrize("slug", in_turn(ararat.games(), 2))
def test_whoever_looks_at_a_tip_sees_what_it_is_about(come, slug):
    person = come()
    person.sit_down_with(slug, '[data-key="hint"]:not([hidden])')
    person.press("hint")
    tips = person.page.locator(".hint-panel .tips > li")
    tips.first.wait_for()
    unasked = person.page.evaluate(POINTED)
    show_all(person)
    assert any(lit for _, lit in unasked)
    seen = []
    for tip in tips.all():
        tip.hover()
        seen.append(person.page.evaluate(POINTED))
        assert any(lit for _, lit in seen[-1]), (tip.inner_text(), seen[-1])
    person.page.mouse.move(5, 5)
    assert person.page.evaluate(POINTED) == unasked == seen[0], "the best one stays pointed at"
    person.page.locator('[data-key="hint-play-0"]').focus()
    assert person.page.evaluate(POINTED) == seen[0]
    person.press("hint-play-0")
    person.until("() => document.querySelector('.hint-panel').hidden")
    assert not person.page.evaluate(POINTED)


def test_people_among_themselves_have_no_hints_unless_they_say_so(come):
    person = come()
    person.page.goto(f"/new/{GAME}")
    switch = person.page.locator('[data-key="hints"]')
    switch.wait_for()
    assert switch.is_checked()
    person.press("plan-here")
    assert not switch.is_checked()
    switch.check(force=True)
    person.press("plan-friend")
    assert switch.is_checked(), "what was said holds"
    person.press("plan-bot")
    options = person.page.locator('[data-key="bot-1"] option').evaluate_all("all => all.map((one) => one.value)")
    assert options == levels()


@pytest.fixture(scope="module")
def short_match():
    """A match that is over, and a quick one to analyse: its last moves alone."""
    lots = random.Random(4)
    match = nearly_over(GAME, 3, amount(12, long=30))
    while not match.over:
        match.play(lots.choice(match.moves()))
    return match


def test_a_finished_match_is_analysed_in_the_replay(come, short_match):
    person = come(language="fr")
    body = json.dumps(short_match.record()).encode()
    with urllib.request.urlopen(urllib.request.Request(f"{person.server.address}api/replays", body)) as answer:
        replay = json.load(answer)["replay"]
    person.page.goto(f"/r/{replay}")
    person.press("tab-analysis")
    person.press("analyse")
    person.page.locator(".chance-chart .chart-line").first.wait_for()
    # A press on the chart goes to that place of the match, and the coach has something to say about it.
    box = person.page.locator(".chance-chart").bounding_box()
    person.page.mouse.click(box["x"] + box["width"] * 0.14, box["y"] + box["height"] / 2)
    person.until("() => Number(document.body.dataset.number) > 0")
    person.page.locator(".judged-move .tip").wait_for()
    number = person.mark("number")
    other = come()
    other.page.goto(f"/r/{replay}")
    other.press("tab-analysis")
    other.page.locator(".chance-chart .chart-line").first.wait_for()  # nobody asks for it twice
    person.page.locator(".analysis progress").wait_for(state="detached", timeout=600_000)
    french = person.page.locator(".judged-move .tip-text").inner_text()
    person.press("language-it")
    person.until("() => document.documentElement.lang === 'it'")
    person.until("() => document.querySelector('.judged-move')?.innerText.includes('circa')")
    person.until(f"() => document.querySelector('.judged-move .tip-text').innerText !== {json.dumps(french)}")
    assert person.mark("number") == number
    # Where a move cost much, the better one says why, as a hint does.
    worst = max(person.server.get(f"/api/replays/{replay}/analysis?since=0")["judgements"], key=lambda one: one["loss"])
    assert worst["best"][0]["why"]
    person.press(f"turn-{worst['number']}")
    person.until("() => document.querySelector('.tips .tip-why')?.innerText.includes('punt')")
