"""Guided matches, played to their end by somebody who does only what they are told."""

from __future__ import annotations

import itertools

import pytest
from driving import STILL, WAIT, Person

import lengths
from ararat.core.teaching import teaching_of
from ararat.core.words import LANGUAGES, words
from ararat.games import all_facts

TAUGHT = [slug for slug, facts in all_facts().items() if teaching_of(facts)]
ONE_EACH = [*zip(TAUGHT, itertools.cycle(LANGUAGES), strict=False)]
DECISIONS = lengths.amount(6, long=None)
PHONE = {"width": 360, "height": 640, "has_touch": True, "is_mobile": True}

# What is pointed at, and whether it can be seen: in the window, with nothing of the guide over it.
# A card that is folded has no size, and lies over nothing.
POINTED = """[...document.querySelectorAll('.pointed')].map((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  const guide = document.querySelector('.teach-card').getBoundingClientRect();
  const over = left < guide.right && guide.left < right && top < guide.bottom && guide.top < bottom;
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const seen = x > 0 && y > 0 && x < innerWidth && y < innerHeight;
  return { key: one.dataset.key ?? one.dataset.spot, primary: one.matches('.bar .primary'), seen, over, x, y };
})"""
# The same once the board is at rest: the guide over nothing, and everything where it was two frames ago.
AT_REST = f"""async (wait) => {{
  const until = performance.now() + wait;
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (let before = ''; ; await frame(), await frame()) {{
    const pointed = {POINTED};
    if (JSON.stringify(pointed) === before && !pointed.some((one) => one.over)) return pointed;
    before = JSON.stringify(pointed);
    if (performance.now() > until) throw new Error(`never at rest: ${{before}}`);
  }}
}}"""
SAID = "() => document.querySelector('.teach-say')?.textContent ?? ''"


# How high the line on top is: whatever the guide says, the board keeps its place.
LINE = "() => document.querySelector('.ask-line').offsetHeight"
SLIM = 64


def learn(browser, server, slug, language, **more):
    person = Person(browser, server, language, **more)
    person.page.goto("/")
    person.press(f"learn-{slug}")
    person.page.wait_for_url("**/t/*")
    assert person.until_turn()
    return person


def by_hand(person, number):
    """Touch what is pointed at, one after the other, twice where the order was wrong; whether that made the move.
    Another move is never insisted on: it would be played."""
    touched, again, said = set(), False, person.page.evaluate(SAID)
    for _ in range(12):
        pointed = person.page.evaluate(AT_REST, WAIT)
        fresh = [one for one in pointed if one["key"] not in touched]
        if not fresh and not again:
            again, touched, fresh = True, set(), pointed
        if not fresh:
            return False
        one = next((one for one in fresh if one["primary"] == again), fresh[0])
        if not one["seen"]:
            return False
        touched.add(one["key"])
        person.page.mouse.click(one["x"], one["y"])
        if person.page.evaluate(STILL, WAIT)["number"] != number:
            return True
        if person.page.evaluate(SAID) not in ("", said):
            return False
    return False


def follow(person, hands):
    """Do what is told until the match is over, in the short form for some decisions; how many were made by hand."""
    made = decision = 0
    while decision != DECISIONS and person.until_turn():
        decision += 1
        number = person.mark("number")
        person.until(
            "n => document.body.dataset.number !== n || document.querySelector('.teach-buttons button')", number
        )
        if person.page.locator('[data-key="teach-show"]').count():
            person.press("teach-show")
        assert person.page.locator(".teach-do").inner_text().strip()
        assert person.page.evaluate(LINE) <= SLIM
        if decision <= hands and by_hand(person, number):
            made += 1
            continue
        person.press("teach-do-it")
        person.until("n => document.body.dataset.number !== n", number)
    return made


def offered_no_more(person, slug):
    """Whoever has learnt it is not offered it again."""
    person.page.locator(f'[data-key="play-{slug}"]').wait_for()
    assert person.page.locator(f'[data-key="learn-{slug}"]').count() == 0
    person.leave()


@pytest.mark.parametrize("slug, language", lengths.amount(ONE_EACH[::2], long=[*itertools.product(TAUGHT, LANGUAGES)]))
def test_who_does_only_what_they_are_told_comes_to_the_end(browser, server, slug, language):
    desk = LANGUAGES.index(language) % 2
    person = learn(browser, server, slug, language, **({} if desk else PHONE))
    assert follow(person, hands=4) >= 2
    enough = person.page.locator('[data-key="teach-enough"]')
    if DECISIONS and person.until_turn() and enough.is_visible():
        enough.click()
        offered_no_more(person, slug)
        return
    if DECISIONS and person.mark("over") != "true":
        person.leave()
        return
    spoken = words(language, all_facts()[slug].package)
    assert spoken("teach.over") in person.page.locator(".teach").inner_text()
    person.page.goto("/")
    offered_no_more(person, slug)


def test_a_guided_match_is_left_and_gone_on_with(browser, server):
    slug = TAUGHT[0]
    person = learn(browser, server, slug, "en")
    person.press("teach-do-it")
    person.until("() => document.body.dataset.number !== '0'")
    table = person.page.url
    said = words("en")
    for again in ("reload", "leave"):
        if again == "reload":
            person.page.reload()
        else:
            person.page.goto("/")
            assert person.page.locator(f'[data-key="learn-{slug}"]').inner_text() == said("page.lobby-learn-on")
            person.press(f"learn-{slug}")
            person.page.wait_for_url("**/t/*")
        assert person.until_turn() and person.page.url == table
        assert said("page.table-teach-resumed") in person.page.locator(".teach-say").inner_text()
    # Another browser's tab at the same time shows the same.
    beside = person.context.new_page()
    beside.goto(table)
    beside.locator(".teach-say").wait_for()
    beside.close()
    person.leave()


def test_another_move_is_held_back_once_with_its_reason(browser, server):
    person = learn(browser, server, "animals-on-board", "en")
    told = person.page.evaluate("() => document.querySelector('.pointed').dataset.key")
    other = person.page.evaluate(
        "(told) => [...document.querySelectorAll('.board .lit')].map((one) => one.dataset.key).find((k) => k !== told)",
        told,
    )
    confirm = person.page.locator(".bar .primary.lit")
    for attempt in range(2):
        if not confirm.count():
            person.press(other)
        if confirm.count():
            confirm.first.click()
        if attempt == 0:
            person.until("() => document.querySelector('.teach-say').textContent.includes('allowed')")
            assert person.mark("number") == "0"
    person.until("() => document.body.dataset.number !== '0'")
    assert person.until_turn()
    assert person.page.locator(".teach-do").count() == 0 and person.page.locator(".teach-say").inner_text()
    person.leave()
