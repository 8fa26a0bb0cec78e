"""What stands around the boards: the lobby, words, rules, reasons, undo, the past, people who leave."""

from __future__ import annotations

import contextlib
import json
import random
import re

import pytest
from driving import ALL_DRAWN, SHORT
from late import nearly_over

import ararat
from ararat.core.words import words
from ararat.games import all_facts
from lengths import amount, in_turn

MOST_BYTES = 300_000  # of the lobby, before pictures
PICTURES = ("image",)


def mid_game(person, slug, moves=6, seed=8):
    """A table, a few moves in, with the person in turn."""
    person.sit_down(slug)
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


def test_a_table_needs_few_requests_and_a_visit_later_fewer(come):
    ada, bruno = come(), come(width=360, height=640)
    ada.sit_down("noah")
    asked, sockets = [], []
    bruno.page.on("request", lambda request: None if request.url.startswith("data:") else asked.append(request.url))
    bruno.page.on("websocket", lambda socket: sockets.append(socket.url))
    bruno.page.goto(ada.page.url)
    bruno.page.locator(".board .animal").first.wait_for()
    bruno.until(ALL_DRAWN)
    # Only on the machine of the server itself does a page ask where others find it, and only where it has to wait for a
    # table, or for a bot, how far the rules are.
    needed = [address for address in asked if not re.search("/api/(invitation|health)|/scene.svg", address)]
    assert len(needed) <= 10 and len(sockets) == 1, needed
    styles = "() => document.adoptedStyleSheets.length + document.styleSheets.length"
    assert bruno.page.evaluate(styles) == 2, "the board wears its own"
    files = {address for address in asked if "/files/" in address}
    bruno.page.goto("/")
    bruno.page.goto(ada.page.url)
    bruno.page.locator(".board .animal").first.wait_for()
    kept = "() => performance.getEntriesByType('resource').filter((one) => one.transferSize).map((one) => one.name)"
    assert files and not files & set(bruno.page.evaluate(kept)), "kept for ever"


@pytest.mark.parametrize("slug", in_turn(ararat.games(), 0))
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
    assert len(texts) == 3
    person.until_marked(active="true")


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
    person.page.locator(".rule-list section .picture-line").first.wait_for()
    assert person.page.locator(".rulebook a[href='/how/noah']").count() == 1
    as_many_are_counted_as_are_shown = """() => {
      const shown = document.querySelectorAll('.rule-list .rule').length;
      return Number(/\\d+/.exec(document.querySelector('.rulebook [role=status]').textContent)) === shown && shown < 40;
    }"""
    for question, expected in (
        ("girafes", "NO-4.12"),
        ("NO-3.2", "NO-3.2"),
        ("qui gagne ?", "NO-5.6"),
        ("NO-7.2", "NO-7.2"),
    ):
        field.fill(question)
        person.page.locator(f".rule-list > [data-rule='{expected}']").wait_for()
        person.until(as_many_are_counted_as_are_shown)
    field.fill("girafes")
    person.page.locator(".rule-list > .rule mark", has_text="irafe").first.wait_for()
    assert {mark.lower() for mark in person.page.locator(".rule-list mark").all_inner_texts()} == {"girafe"}
    field.fill("xyzzy")  # nobody knows: what there is to read
    contents = person.page.locator(".contents button")
    contents.first.wait_for()
    assert "xyzzy" in person.page.locator(".rule-list").inner_text()
    contents.nth(3).click()
    person.page.locator(".rule-list h2:focus").wait_for()
    assert field.input_value() == "" and contents.count() == 0


@pytest.mark.parametrize("slug", in_turn(ararat.games(), 1, short=2))
def test_an_impossible_click_says_why(come, slug):
    """Whatever could be chosen in another situation says why not now, in words."""
    person = come()
    person.sit_down(slug)
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
                dead.nth(position).click(timeout=SHORT, force=True)
            # Most are explained at once, some by the server, a few not at all.
            if person.comes("/[.!?]/.test(document.querySelector('.toast.open')?.textContent)"):
                return
        if person.play_on(lots, moves=1) or not person.until_turn():
            break
    pytest.fail("no impossible click was ever explained")


def test_a_reason_goes_with_escape_or_the_next_choice_and_hides_no_button(come):
    person = come(width=360, height=740)
    person.sit_down_with("noah", ".fan .lit")
    said = person.page.locator(".toast.open")
    for leave in (lambda: person.page.keyboard.press("Escape"), lambda: person.page.locator(".fan .lit").first.click()):
        person.page.locator(".quay .hit:not(.lit)").first.click()
        said.wait_for()
        asked = person.page.locator(".ask-line").bounding_box()
        assert asked["y"] + asked["height"] <= said.bounding_box()["y"] < 100, "the question stays in sight"
        leave()
        said.wait_for(state="detached")
        assert not person.page.locator(".toast button:visible").count()


def test_what_is_in_the_bags_goes_with_escape_its_cross_or_a_press_elsewhere(come):
    person = come()
    person.sit_down("ark-and-noah")
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
    undo = person.page.locator('[data-key="undo"]:not([aria-disabled])')
    for _ in range(60):
        person.play_on(lots, moves=1)
        assert person.until_turn()
        if undo.is_visible():
            before = int(person.mark("number"))
            undo.click()
            person.until("number => Number(document.body.dataset.number) === number + 1", before)
            return
    pytest.fail("nothing could ever be taken back")


@pytest.fixture(scope="module")
def late():
    """The record of a match that is soon over."""
    return nearly_over("animals-on-board", 2, amount(12, long=24)).record()


def test_the_past_can_be_looked_at_and_a_record_kept_and_brought(come, late, tmp_path):
    person = come(language="it")
    person.sit_down(late["game"], late)
    person.play_on(random.Random(11), moves=2)
    assert person.until_turn()
    table = person.page.url
    person.page.goto(f"{table}/replay")
    slider = person.page.locator(".replay-slider")
    slider.wait_for()
    person.until("() => Number(document.querySelector('.replay-slider').max) > 1")
    person.press("replay-first")
    person.until("() => document.querySelector('.replay-slider').value === '0'")
    slider.focus()
    person.page.keyboard.press("ArrowRight")
    person.until("() => document.querySelector('.replay-slider').value === '1'")
    person.page.locator(".board *").nth(20).wait_for(state="attached")
    person.page.goto(table)
    person.let_a_bot_end_it()
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
    person.sit_down("opti-mix")
    person.press("tab-moves")
    play, choices = (f".dialogue {one}" for one in ('[data-key="dialogue-play"]', ".choice:not([aria-disabled])"))
    for _ in range(4):
        assert person.until_turn()
        number = person.mark("number")
        for _ in range(6):
            person.page.locator(f"{play}, {choices}").first.wait_for()
            if person.page.locator(play).count():
                person.page.locator(play).click()
                break
            before = person.page.locator(".dialogue").inner_text()
            person.page.locator(choices).first.click()
            person.until("before => document.querySelector('.dialogue').innerText !== before", before)
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


def test_a_bot_sits_in_and_hands_back_and_a_rematch_rotates(come, late):
    person = come()
    person.sit_down(late["game"], late)
    person.let_a_bot_end_it()
    before = person.page.url
    person.press("rematch")
    person.page.wait_for_url(lambda url: url != before and "/t/" in url)
    person.until("() => document.body.dataset.seat === '1'")


@pytest.mark.parametrize("slug", in_turn(ararat.games(), 2))
def test_a_choice_is_forgotten_when_a_bot_takes_over(come, slug):
    """The stage forgets it, so that no board looks for a decision that is not there any more."""
    person = come(speed="calm")  # the bot should not have ended the match before we look
    person.sit_down(slug)
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


def test_whoever_wants_it_is_asked_before_a_move_that_stands_and_may_say_no(come):
    """In Animals on Board the last tile that is kept lays the others open."""
    person = come(width=360, height=640)
    person.sit_down("animals-on-board", seat=1)
    assert person.until_turn()
    person.page.evaluate("document.querySelector('[name=settings-sure][value=on]').click()")
    sure, number = person.page.locator(".sure"), person.mark("number")
    lots = random.Random(1)
    for answer in ("sure-no", "sure-yes"):
        while not sure.is_visible():
            person.click(lots)
            # The server is asked whether it can be taken back.
            person.until(
                "() => !document.querySelector('.board.busy') || document.querySelector('.sure:not([hidden])')"
            )
        assert person.mark("number") == number, "nothing is done before the answer"
        person.press(answer)
        sure.wait_for(state="hidden")
        assert not person.page.locator(".toast.open").count(), "whoever says no knows why"
    person.until("number => document.body.dataset.number !== number", number)
    person.page.evaluate("document.querySelector('[name=settings-sure][value=off]').click()")


def test_a_table_that_is_drawn_slower_than_its_bots_play_shows_what_is_last(come):
    person = come()
    person.page.goto("/")
    shown = person.page.evaluate("""async () => {
      const { Queue } = await import("/page/table/queue.js");
      const shown = [];
      let [clock, wait] = [0, 0];
      performance.now = () => clock; // a slow machine, however slow this one is
      const draw = ({ number }) => {
        shown.push(number);
        clock += 40;
      };
      const queue = new Queue({ show: draw, waits: () => wait, changed: () => {} });
      const play = async (from, to) => {
        const { port1, port2 } = new MessageChannel(); // each is heard by itself, as from a server
        port2.onmessage = ({ data }) => queue.add({ number: data });
        for (let number = from; number <= to; number += 1) port1.postMessage(number);
        while (shown.at(-1) !== to) await new Promise((go) => setTimeout(go, 5));
        return shown.splice(0).length;
      };
      const instant = await play(1, 30);
      wait = 60;
      return [instant, await play(31, 35)];
    }""")
    assert shown[0] < 15 and shown[1] == 5


STARS_BEHIND_WORDS = """() => {
  const { x, y, height } = document.querySelector('.hero').getBoundingClientRect();
  const sky = getComputedStyle(document.querySelector('.hero'), '::after');
  const stars = [...sky.boxShadow.matchAll(/(-?[\\d.]+)px (-?[\\d.]+)px/g)];
  const words = [...document.querySelectorAll('.hero :is(h1, p)')].map((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect();
  });
  const behind = stars.filter(([, right, down]) => {
    const [across, below] = [x + Number(right), y + parseFloat(sky.top) + Number(down)];
    const beside = (one) => across < one.left - 2 || one.right < across;
    return words.some((one) => !beside(one) && one.top - 2 < below && below < one.bottom);
  });
  return [stars.length, behind.map(([star]) => star)];
}"""


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_no_star_of_the_night_lies_behind_words(come, width, language):
    person = come(language=language, width=width, height=640, color_scheme="dark")
    person.page.goto("/")
    person.page.locator('[data-key^="play-"]').first.wait_for()
    stars, behind = person.page.evaluate(STARS_BEHIND_WORDS)
    assert stars > 6 and not behind


def test_what_the_reader_did_is_never_written_as_an_order(come):
    person = come()
    person.page.goto("/")
    told = person.page.evaluate("""async () => {
      const { Logbook } = await import("/page/stage/logbook.js");
      const log = [[0, "board a cat."], [0, "send Noah away."], [1, "boards a bear."], [1, "sends Noah back."]];
      const logbook = new Logbook({ empty: "", label: "" });
      logbook.draw(log.map(([seat, text], number) => ({ number, seat, text })), [], ["You", "Mila"], 0);
      for (const one of logbook.element.querySelectorAll(".hidden-text")) one.remove();
      return [...logbook.element.querySelectorAll(".log-text")].map((one) => one.textContent.trim());
    }""")
    assert told == ["You board a cat.", "You send Noah away.", "Mila boards a bear.", "Sends Noah back."]
