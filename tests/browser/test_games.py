"""Whole matches in a real browser: by clicking, by keyboard, on a phone, together, at one device."""

from __future__ import annotations

import random

import pytest
from late import nearly_over

import ararat
from ararat.core.words import words
from ararat.games import all_facts
from lengths import amount

FIRST = ararat.games()[0]
# By which a match is known, and one of them by its end; the long form plays all of them from the beginning to the end.
MOVES = amount(4, long=None)
# The smallest table of each game, set in the lobby: who sits where, options by their keys.
TABLES = {slug: ["me"] + ["bot"] * (max(2, facts.players[0]) - 1) for slug, facts in all_facts().items()}


def set_smallest(person, slug, kinds=None):
    """The shortest match of a game."""
    apart = [name for name, option in all_facts()[slug].options.items() if option.apart]
    quick = [f"{name}-{all_facts()[slug].options[name].values(2)[-1]}" for name in apart]
    person.set_table(slug, kinds or TABLES[slug], quick)


def play_to_the_end(person, lots, moves=MOVES, **how):
    """Play on to the end, which is well; in the short form for some moves."""
    over = person.play_on(lots, moves=moves, **how)
    return assert_well_ended(person) if over else moves is not None


def assert_well_ended(person):
    """The end: points by source that sum up, a record that can be had, a replay; True for use in other assertions."""
    rows = person.page.evaluate(
        "() => [...document.querySelectorAll('.ending table tbody tr, .ending table tfoot tr')]"
        ".map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent.trim()))"
    )
    table = person.page.url.rpartition("/")[2]
    record = person.server.get(f"/api/tables/{table}/record")
    scores = ararat.replay(record).scores
    assert [str(score) for score in scores] in [[cell.replace("−", "-") for cell in row] for row in rows], rows
    return True


@pytest.mark.parametrize("slug", ararat.games())
def test_a_whole_match_by_clicking(come, slug):
    person = come(language=random.Random(slug).choice(["en", "fr", "it"]))
    if MOVES and slug == FIRST:
        person.sit_down(slug, nearly_over(slug, 2, 8).record())
        assert person.play_on(random.Random(1)) and assert_well_ended(person)
    else:
        set_smallest(person, slug)
        assert play_to_the_end(person, random.Random(1))


def test_a_whole_match_by_the_keyboard_alone(come):
    person = come()
    slug = FIRST
    person.page.goto("/")
    person.page.locator(f'[data-key="play-{slug}"]').wait_for()
    for _ in range(60):
        person.page.keyboard.press("Tab")
        if person.page.evaluate("() => document.activeElement?.dataset.key") == f"play-{slug}":
            break
    person.page.keyboard.press("Enter")
    person.page.wait_for_url("**/t/*")
    lots = random.Random(2)
    assert play_to_the_end(person, lots, moves=amount(2, long=None), choose=person.tab_and_enter)


def test_two_browsers_and_a_spectator(come):
    ada, bruno, watcher = come(), come(language="fr"), come(language="it")
    ada.set_table("animals-on-board", ["me", "friend"])
    link = ada.page.url
    bruno.page.goto(link)
    name = bruno.page.locator('[data-key="sit-name"]').first
    name.fill("")
    bruno.press("sit")
    assert bruno.page.locator(".sit-form .problem").first.inner_text() == words("fr")("page.table-name-missing")
    name.fill("<b>Bruno</b>")
    bruno.press("sit")
    ada.until("() => document.body.dataset.status === 'playing'")
    watcher.page.goto(link)
    lots = random.Random(5)
    for _ in range(MOVES or 400):
        number = int(ada.mark("number"))
        mover = ada if ada.mark("turn") == ada.mark("seat") else bruno
        assert mover.until_turn()
        mover.play_on(lots, moves=1)
        for person in (ada, bruno, watcher):
            person.until("number => Number(document.body.dataset.number) > number", number)
        if ada.mark("over") == "true":
            break
    for person in (ada, bruno, watcher):
        person.until("over => document.body.dataset.over === over", ada.mark("over"))
        told = person.page.locator(".log-who").all_text_contents()
        assert ("Vous" if person is bruno else "<b>Bruno</b>") in told, (
            "everybody has a name in the log, the reader is you"
        )
    assert watcher.mark("seat") in (None, "", "null")
    assert MOVES or assert_well_ended(ada)


def test_a_shared_device_has_a_curtain_between_turns(come):
    person = come()
    set_smallest(person, "animals-on-board", ["me", "here"])
    lots = random.Random(7)
    lifted = 0
    for _ in range(amount(10, long=300)):
        if not person.until_turn():
            break
        if person.mark("curtain"):
            left = person.page.evaluate("() => document.querySelector('.board')?.childElementCount ?? 0")
            assert left == 0, "something of the other's table is still there"
            person.page.locator(".curtain-lift").first.click()
            person.until("() => !document.body.dataset.curtain")
            lifted += 1
            continue
        person.play_on(lots, moves=1)
    assert lifted > 2
    assert MOVES or assert_well_ended(person)


SEEN = """(lit) => [...document.querySelectorAll(lit)].some((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return hit && (one.contains(hit) || hit.contains(one));
})"""


def test_on_a_phone_what_a_choice_lights_comes_into_sight(come):
    person = come(width=360, height=740)
    person.sit_down_with("opti-mix", "[data-key^=hand].lit")
    cabins = ".om-slot.lit"
    for card in person.page.locator("[data-key^=hand].lit").all():
        card.click()
        if person.page.locator(cabins).count():
            person.until(SEEN, cabins)
            break
    else:
        raise AssertionError("no card of this hand fits anywhere")


def test_only_what_is_newly_lit_and_out_of_sight_is_scrolled_to(come):
    person = come(width=360, height=740)
    person.page.goto("/")
    scrolled = person.page.evaluate("""async () => {
      const { bringIntoSight } = await import("/page/stage/sight.js");
      const put = (parent, style, key) => {
        const one = document.createElement("div");
        Object.assign(one.style, { position: "absolute", left: 0, ...style });
        if (key) Object.assign(one, { className: "lit", textContent: key }).dataset.key = key;
        parent.append(one);
        return one;
      };
      const root = put(document.body, { top: 0, width: "100%", height: "5000px", zIndex: 999 });
      put(root, { top: "30px" }, "near");
      put(root, { top: "4000px" }, "far");
      const after = (...before) => {
        scrollTo({ top: 0, behavior: "instant" });
        bringIntoSight(root, new Set(before));
        return scrollY > 0;
      };
      return [after(), after("near"), after("near", "far"), after("far")];
    }""")
    assert scrolled == [False, True, False, False]


def test_on_a_phone_the_hand_lies_above_the_buttons(come):
    person = come(width=360, height=740)
    person.sit_down_with("noah", ".fan .slot.lit")
    low = "() => document.querySelector('.fan .slot.lit').getBoundingClientRect().bottom"
    top = "() => document.querySelector('.deck').getBoundingClientRect().top"
    for chosen in (False, True):
        if chosen:
            person.page.locator(".fan .lit").first.click()
            person.page.locator(".bar .lit").first.wait_for()
        assert person.page.evaluate(low) <= person.page.evaluate(top)
