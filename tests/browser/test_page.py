"""What stands around the boards: the lobby, words, rules, reasons, undo, the past, people who leave."""

from __future__ import annotations

import contextlib
import json
import random
import re
import urllib.request

import pytest

import ararat
from ararat.core.words import words
from ararat.games import all_facts

MOST_BYTES = 300_000  # of the lobby, before pictures
PICTURES = ("image",)
ALL_DRAWN = """() => [...document.querySelectorAll('.animal, .sign')].every((one) => {
  if (one.matches('img')) return one.naturalWidth > 0;
  return one.matches('image') ? one.href.baseVal.startsWith('data:') : one.childElementCount > 0;
})"""


def mid_game(person, slug, moves=6, seed=8):
    """A quick game, a few moves in, with the person in turn."""
    person.quick_game(slug)
    person.play_on(random.Random(seed), moves=moves)
    assert person.until_turn()


def test_the_lobby_is_light_and_comes_from_nowhere_else(come):
    person = come()
    sizes, addresses = [], []

    def answered(response):
        addresses.append(response.url)
        if response.request.resource_type not in PICTURES:
            sizes.append(response.request.sizes()["responseBodySize"])

    person.page.on("response", answered)
    person.page.goto("/")
    person.page.locator('[data-key^="play-"]').first.wait_for()
    person.page.wait_for_load_state("networkidle")
    assert sum(sizes) < MOST_BYTES, sum(sizes)
    assert all(address.startswith(person.server.address) for address in addresses), addresses
    assert person.page.locator('[data-key^="play-"]').count() == len(ararat.games())


@pytest.mark.parametrize("slug", ararat.games())
def test_language_can_change_in_the_middle_of_everything(come, slug):
    person = come(language="en")
    mid_game(person, slug, moves=2)
    number, package, texts = person.mark("number"), all_facts()[slug].package, set()
    for language in ("fr", "it", "en"):
        person.press(f"language-{language}")
        person.until("language => document.documentElement.lang === language", language)
        person.until("number => document.body.dataset.number === number", number)
        said = [text for key, text in words(language, package).items() if key.startswith("phase.")]
        # The line that asks, not all of the page: what is told to screen readers follows a moment later.
        person.until("said => said.some((text) => document.querySelector('.ask-text').innerText.includes(text))", said)
        texts.add(person.page.locator("main").inner_text())
    assert len(texts) == 3 and person.mark("active") == "true"


def test_no_picture_is_ever_broken_and_all_come_once_the_server_can_be_reached(come):
    person = come()
    pictures = re.compile(r"\.svg$")
    person.page.route(pictures, lambda route: route.abort("connectionrefused"))
    # Soon enough: the browser tells the page of a failure a moment after it knows itself.
    none_broken = """() => ![...document.images].some((one) => one.getAttribute('src') && one.complete
      && !one.naturalWidth && getComputedStyle(one).visibility !== 'hidden')"""
    person.page.goto("/")
    person.page.locator('[data-key^="play-"]').first.wait_for()
    person.until("() => document.querySelectorAll('img.missing').length > 1")
    person.until(none_broken)
    person.press("play-noah")
    person.page.wait_for_url("**/t/*")
    assert person.until_turn()
    person.page.locator(".board .animal").first.wait_for(state="attached")
    person.until(none_broken)
    person.page.unroute(pictures)
    person.until(ALL_DRAWN)
    person.until("() => !document.querySelector('img.missing')")


def test_a_number_below_zero_has_a_minus_and_no_hyphen(come):
    person = come()
    person.page.goto("/")
    said = person.page.evaluate(
        """async () => {
          const { h } = await import('/page/drawing/dom.js');
          const { Words } = await import('/page/app/words.js');
          const words = new Words('it', { down: 'scende a {n} ({word})' });
          return [h('td', {}, -3).textContent, words.say('down', { n: -2, word: 'pre-3' })];
        }"""
    )
    assert said == ["−3", "scende a −2 (pre-3)"]


def test_rules_are_searched_in_their_drawer(come):
    person = come(language="fr")
    mid_game(person, "noah", moves=1)
    person.press("tab-rules")
    field = person.page.locator(".search-field")
    field.fill("girafe")
    shown = person.page.locator(".rule:visible")
    shown.first.wait_for()
    assert 0 < shown.count() < 40 and "irafe" in shown.first.inner_text()
    field.fill("NO-3.2")
    assert "NO-3.2" in person.page.locator(".rule:visible").first.inner_text()
    for word in ("girafe", "NO-3.2", "noé"):  # as many are counted as are shown, be they rules, pieces or options
        field.fill(word)
        counted = int(re.search(r"\d+", person.page.locator(".rulebook [role=status]").inner_text())[0])
        assert counted == person.page.locator(".rule-list :is(.rule, li)").count() > 0


@pytest.mark.parametrize("slug", ararat.games())
def test_an_impossible_click_says_why(come, slug):
    """Whatever could be chosen in another situation says why not now, in words."""
    person = come()
    person.quick_game(slug)
    assert person.until_turn()
    lots = random.Random(9)
    for _ in range(12):
        dead = person.page.locator(
            ".board button:not(.lit):visible, .board [role=button]:not(.lit):visible, .bar button[aria-disabled=true]"
        )
        for position in range(min(dead.count(), 6)):
            if person.mark("active") != "true":
                break
            with contextlib.suppress(Exception):  # it may be lit, or gone, by now
                dead.nth(position).click(timeout=1000, force=True)
            person.page.wait_for_timeout(100)
            said = person.page.locator(".toast.open")
            if said.count() and said.first.inner_text().strip():
                assert re.search(r"[.!?]", said.first.inner_text())
                return
        if person.play_on(lots, moves=1) or not person.until_turn():
            break
    pytest.fail("no impossible click was ever explained")


def test_a_reason_goes_with_escape_or_the_next_choice_and_hides_no_button(come):
    person = come(width=360, height=740)
    person.quick_game_with("noah", ".fan .lit")
    said = person.page.locator(".toast.open")
    for leave in (lambda: person.page.keyboard.press("Escape"), lambda: person.page.locator(".fan .lit").first.click()):
        person.page.locator(".quay .hit:not(.lit)").first.click()
        said.wait_for()
        assert said.bounding_box()["y"] < 100
        leave()
        said.wait_for(state="detached")
        assert not person.page.locator(".toast button:visible").count()


def test_what_is_in_the_bags_goes_with_escape_its_cross_or_a_press_elsewhere(come):
    person = come()
    person.quick_game("ark-and-noah")
    assert person.until_turn()
    panel = person.page.locator(".bag-contents")
    leaving = (
        lambda: person.page.keyboard.press("Escape"),
        lambda: person.press("bags-close"),
        lambda: person.page.locator(".ask-line").click(),
    )
    for leave in leaving:
        person.press("bags-open")
        panel.wait_for()
        assert person.page.locator('[data-key="bags-open"]').get_attribute("aria-expanded") == "true"
        leave()
        panel.wait_for(state="detached")


def test_a_plank_can_be_taken_back(come):
    person = come()
    person.set_table("ark-and-noah", ["me", "bot"], ["variant-quick"])
    lots = random.Random(10)
    undo = person.page.locator('[data-key="undo"]')
    for _ in range(60):
        person.play_on(lots, moves=1)
        assert person.until_turn()
        if undo.is_visible():
            before = int(person.mark("number"))
            undo.click()
            person.until("number => Number(document.body.dataset.number) === number + 1", before)
            return
    pytest.fail("nothing could ever be taken back")


def test_the_past_can_be_looked_at_and_a_record_kept_and_brought(come, tmp_path):
    person = come(language="it")
    mid_game(person, "animals-on-board", moves=4)
    table = person.page.url
    person.page.goto(f"{table}/replay")
    slider = person.page.locator(".replay-slider")
    slider.wait_for()
    person.until("() => Number(document.querySelector('.replay-slider').max) > 3")
    person.press("replay-first")
    person.until("() => document.querySelector('.replay-slider').value === '0'")
    slider.focus()
    person.page.keyboard.press("ArrowRight")
    person.until("() => document.querySelector('.replay-slider').value === '1'")
    assert person.page.locator(".board *").count() > 20
    person.page.goto(table)
    assert person.play_on(random.Random(11))
    person.page.locator("a[download], a[href$='/record']").first.wait_for()
    record = person.server.get(f"/api/tables/{table.rpartition('/')[2]}/record")
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record))
    other = come()
    other.page.goto("/")
    other.page.locator('[data-key="upload"]').set_input_files(path)
    other.page.wait_for_url("**/r/*")
    other.until("() => Number(document.querySelector('.replay-slider')?.max) > 0")
    other.press("replay-last")
    other.until(
        "() => { const s = document.querySelector('.replay-slider'); return s.value === s.max && s.max !== '0' }"
    )


def test_a_name_that_is_too_long_is_not_cut_without_a_word(come):
    person = come()
    person.page.goto(f"/new/{ararat.games()[0]}")
    field = person.page.locator('[data-key="name-0"]')
    field.fill("A")
    assert not person.page.locator(".name-note:visible").count()
    field.press_sequentially("b" * 30)
    assert field.input_value() == "A" + "b" * 23
    assert person.page.locator(".name-note:visible").first.inner_text() == words("en")("page.app-name-long", count=24)


def test_the_list_of_moves_alone_is_enough_to_play(come):
    """For screen readers: questions with labelled answers."""
    person = come(language="fr")
    person.quick_game("opti-mix")
    person.press("tab-moves")
    for _ in range(4):
        assert person.until_turn()
        number = person.mark("number")
        for _ in range(6):
            play = person.page.locator('[data-key="dialogue-play"]:visible')
            if play.count():
                play.click()
                break
            person.page.locator(".dialogue .choice:not([aria-disabled])").first.click()
            person.page.wait_for_timeout(200)
        person.until("number => document.body.dataset.number !== number", number)


def test_a_reload_and_a_second_tab_keep_the_seat(come):
    person = come()
    mid_game(person, "noah", moves=3)
    number, seat = person.mark("number"), person.mark("seat")
    person.page.reload()
    person.until("() => document.body.dataset.active === 'true'")
    assert (person.mark("number"), person.mark("seat")) == (number, seat)
    second = person.context.new_page()
    second.goto(person.page.url)
    second.wait_for_function("() => document.body.dataset.active === 'true'")
    person.play_on(random.Random(12), moves=1)
    second.wait_for_function("number => document.body.dataset.number !== number", arg=number)


def test_a_bot_sits_in_and_hands_back_and_a_rematch_rotates(come):
    person = come()
    person.set_table("animals-on-board", ["me", "bot"])
    assert person.until_turn()
    person.press("tab-table")
    person.press("stand-in-me")
    person.until("() => document.body.dataset.over === 'true'")
    person.press("rematch")
    before = person.page.url
    person.page.wait_for_url(lambda url: url != before and "/t/" in url)
    person.until("() => document.body.dataset.seat === '1'")


@pytest.mark.parametrize("slug", ararat.games())
def test_a_choice_is_forgotten_when_a_bot_takes_over(come, slug):
    """The stage forgets it, so that no board looks for a decision that is not there any more."""
    person = come()
    person.quick_game(slug)
    lots = random.Random(14)
    choices = person.page.locator('.board .lit[aria-pressed="false"]')
    for _ in range(60):
        assert person.until_turn()
        if choices.count():
            break
        person.play_on(lots, moves=1)
    key = choices.first.get_attribute("data-key")
    choices.first.click()
    chosen = person.page.locator(f'.board [data-key="{key}"][aria-pressed="true"]')
    chosen.wait_for()
    person.press("tab-table")
    person.press("stand-in-me")
    person.until("() => document.body.dataset.active === 'false'")
    chosen.wait_for(state="detached")


@pytest.mark.parametrize("slug", ararat.games())
def test_everything_that_can_be_pressed_has_a_name(come, slug):
    person = come()
    mid_game(person, slug, moves=3)
    nameless = person.page.evaluate(
        """() => [...document.querySelectorAll('button, [role=button], a[href], input, select')]
          .filter((one) => one.checkVisibility() && !one.labels?.length && !one.getAttribute('aria-label')
            && !one.getAttribute('aria-labelledby') && !one.textContent.trim()
            && !one.querySelector('[aria-label], title'))
          .map((one) => one.outerHTML.slice(0, 160))"""
    )
    assert not nameless, nameless
    unreachable = person.page.evaluate(
        """() => [...document.querySelectorAll('.board .lit, .bar .lit')]
          .filter((one) => one.tabIndex < 0 || !one.dataset.key).map((one) => one.outerHTML.slice(0, 160))"""
    )
    assert not unreachable, unreachable


@pytest.mark.parametrize("slug", ararat.games())
def test_a_record_of_every_game_can_be_looked_at(come, slug):
    """Everything is open in it: boards draw whole states, too."""
    game, bot = ararat.game(slug), ararat.player("greedy")
    match = game.start(players=game.facts.usual_players, seed=5)
    while not match.over:
        match.play(bot.choose(match.view(match.turn), match.moves(), len(match.history)))
    person = come()
    body = json.dumps(match.record()).encode()
    with urllib.request.urlopen(urllib.request.Request(f"{person.server.address}api/replays", body)) as answer:
        person.page.goto(f"/r/{json.load(answer)['replay']}")
    person.until("() => Number(document.querySelector('.replay-slider')?.max) > 0")
    for part in (0.3, 0.6, 1):
        number = int(len(match.history) * part)
        person.page.locator(".replay-slider").fill(str(number))
        person.until("number => document.body.dataset.number === String(number)", number)
        person.page.wait_for_timeout(100)
        raw = re.search(r"\[object|undefined|NaN|[a-z]-\d[a-z]", person.page.locator(".board").inner_text())
        assert raw is None, raw
        assert person.page.locator(".board :is(.animal, .sign)").count() > 10
        person.until(ALL_DRAWN)
