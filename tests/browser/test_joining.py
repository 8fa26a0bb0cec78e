"""Joining a table from other devices: by the picture of its link, by a code, later, or again. 127.0.0.2 stands for the
home network."""

from __future__ import annotations

import random
import time
from types import SimpleNamespace

import pytest
from driving import Server

from ararat.core.words import words
from lengths import amount
from reading import read_picture

MOVES = amount(3, long=0)  # 0: to the end
GAME = "animals-on-board"


AT_HOME = ("--lan", "--address", "127.0.0.2")


@pytest.fixture(scope="module")
def machine(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("tables"), arguments=AT_HOME)
    yield running
    running.stop()


@pytest.fixture
def home(machine):
    """A server at home: everybody finds it at 127.0.0.2, and its own machine as localhost, too."""
    if machine.arguments != AT_HOME or not machine.running:  # as a test before left it
        machine.stop()
        machine.arguments = AT_HOME
        machine.start(machine.port)
    return machine


@pytest.fixture
def elsewhere(home):
    """The same as another device finds it."""
    return SimpleNamespace(address=f"http://127.0.0.2:{home.port}/")


def picture(person, within):
    """What the code in a part of the page says to a phone."""
    code = person.page.locator(f"{within} img.qr").first
    code.wait_for()
    person.page.wait_for_function("one => one.complete && one.naturalWidth > 0", arg=code.element_handle())
    with person.looking():
        (link,) = read_picture(code.screenshot())
    return link


def sit(person, name):
    person.page.locator('[data-key="sit-name"]').first.fill(name)
    person.press("sit")


def play(persons, lots, moves):
    """Whoever is in turn moves, so many times; 0: until the match is over."""
    made = 0
    while not moves or made < moves:
        number = int(persons[0].mark("number"))
        mover = next(person for person in persons if person.mark("turn") == person.mark("seat"))
        assert mover.until_turn()
        mover.play_on(lots, moves=1)
        made += 1
        for person in persons:
            person.until("number => Number(document.body.dataset.number) > number", number)
        if persons[0].mark("over") == "true":
            return


def carry(person):
    """Ask for the code of one's seat; it, and the link of its picture."""
    person.press("tab-table")
    person.press("carry")
    person.page.locator(".seat-code").wait_for()
    return person.page.locator(".seat-code").inner_text(), picture(person, ".carrying")


def test_friends_come_by_the_picture_of_the_link_and_a_seat_goes_to_a_third_device_and_back(come, elsewhere):
    ada, bruno, third = come(at=elsewhere), come(at=elsewhere, language="fr"), come(at=elsewhere, language="it")
    ada.set_table(GAME, ["me", "friend"])
    link = picture(ada, ".waiting-room")
    assert link == ada.page.url and link.startswith("http://127.0.0.2:")
    bruno.page.goto(link)
    bruno.page.locator('[data-key="sit-name"]').first.focus()
    # Whoever chooses a name is waited for.
    choosing = words("en")("page.table-choosing-name")
    ada.until("text => document.querySelector('.waiting-seats').textContent.includes(text)", choosing)
    assert ada.page.locator('[data-key="start"]').is_disabled()
    sit(bruno, "Bruno")
    ada.until("() => document.body.dataset.status === 'playing'")
    lots = random.Random(9)
    play([ada, bruno], lots, 2)
    # The seat goes to a third device by the picture of its code ...
    code, carried = carry(ada)
    third.page.goto(carried)
    third.until("() => document.body.dataset.seat === '0'")
    assert "#" not in third.page.url
    ada.page.locator(".moved-note").wait_for()
    ada.until("() => document.body.dataset.seat === ''")
    play([third, bruno], lots, 2)
    # ... does not go anywhere by the same code again ...
    ada.press("bring-back")
    ada.page.locator(".moved-note [data-key=code]").fill(code)
    ada.page.locator(".moved-note [data-key=bring]").click()
    problem = ada.page.locator(".moved-note .problem")
    ada.until("() => document.querySelector('.moved-note .problem').textContent")
    assert problem.inner_text() == words("en")("server.bad-code")
    # ... and comes back by a new one, typed as people type.
    code, _ = carry(third)
    ada.page.locator(".moved-note [data-key=code]").fill(code.lower().replace("-", " "))
    ada.page.locator(".moved-note [data-key=bring]").click()
    ada.until("() => document.body.dataset.seat === '0'")
    third.page.locator(".moved-note").wait_for()
    play([ada, bruno], lots, MOVES)
    third.page.reload()  # it was asleep, say: it is told all the same
    third.page.locator(".moved-note").wait_for()
    assert words("it")("page.table-seat-moved") in third.page.locator(".moved-note").inner_text()
    ada.complaints[:] = [one for one in ada.complaints if "403" not in one]


def test_a_page_opened_as_localhost_invites_to_the_address_that_others_find(come, home, elsewhere):
    ada, bruno = come(at=home), come(at=elsewhere)
    assert ada.server.address.startswith("http://localhost:")
    ada.page.goto("/")
    assert picture(ada, ".devices") == elsewhere.address
    ada.set_table(GAME, ["me", "friend"])
    link = picture(ada, ".waiting-room")
    assert link == elsewhere.address + ada.page.url.removeprefix(home.address)
    assert ada.page.locator(".waiting-room .link-field").input_value() == link
    bruno.page.goto(link)
    sit(bruno, "Bruno")
    ada.until("() => document.body.dataset.status === 'playing'")


SHARES = """navigator.share = async (what) => {
  window.shared = what;
  throw new DOMException('no', 'AbortError');
};"""


def test_a_link_is_shared_where_the_device_can_and_a_cancelled_share_is_no_error(come, home):
    able, unable = come(at=home), come(at=home)
    able.context.add_init_script(SHARES)
    unable.context.add_init_script("delete Navigator.prototype.share")
    for person in (able, unable):
        person.set_table(GAME, ["me", "friend"])
        person.page.locator(".waiting-room .qr").wait_for()
    assert not unable.page.locator('[data-key="send-link"]').count()
    able.press("send-link")
    shared = able.page.evaluate("window.shared")
    assert shared["url"] == able.page.locator(".waiting-room .link-field").input_value()
    assert not able.page.locator(".toast.open").count()


def test_a_friend_takes_over_a_bots_seat_later(come, home, elsewhere):
    ada, bruno = come(at=home), come(at=elsewhere, width=390, height=844, has_touch=True)
    ada.set_table(GAME, ["me", "bot"])
    assert ada.until_turn()
    ada.press("tab-table")
    bruno.page.goto(picture(ada, ".about-table"))
    bruno.press("take-over")
    bruno.page.locator('.about-table [data-key="sit-name"]').fill("Bruno")
    bruno.page.locator('.about-table [data-key="sit"]').tap()
    bruno.until("() => document.body.dataset.seat === '1'")
    ada.until("() => document.querySelectorAll('.plaque-name')[1].textContent === 'Bruno'")
    play([ada, bruno], random.Random(2), MOVES)


def test_whoever_set_the_table_takes_a_seat_back_and_later_gives_it_to_a_bot_for_good(come):
    """Ada at a phone; her table does not wait for anybody who drops."""
    ada, bruno = come(width=360, height=640), come()
    ada.page.goto(f"/new/{GAME}")
    ada.page.locator('[data-key="players-3"]').check(force=True)
    for seat in (1, 2):
        ada.page.locator(f'[data-key="kind-{seat}"]').select_option("friend")
    ada.page.locator('[data-key="patience-0"]').check(force=True)
    ada.press("go")
    ada.page.wait_for_url("**/t/*")
    bruno.page.goto(ada.page.url)
    sit(bruno, "Bruno")
    bruno.until("() => document.body.dataset.seat === '1'")
    assert not bruno.page.locator('[data-key^="remove-"]').count(), "guests send nobody away"
    button = ada.page.locator('[data-key="remove-1"]')
    button.wait_for()
    body = ada.page.locator(".waiting-body")
    assert body.evaluate("body => body.scrollWidth <= body.clientWidth"), "all of it fits on a phone"
    button.click()
    told = words("en")("page.table-removed")
    bruno.until("text => document.querySelector('.toast.open')?.textContent === text", told)
    bruno.until_marked(seat="")
    button.wait_for(state="detached")
    sit(bruno, "Bruno")  # they made it up
    button.wait_for()
    ada.press("start")
    ada.until("() => document.body.dataset.status === 'playing'")
    bruno.page.goto("/")
    ada.press("menu")
    ada.press("tab-table")
    button.click()
    ada.until("() => !document.querySelector('.plaque[data-seat=\"1\"] button')")
    bruno.page.goto(ada.page.url)
    bruno.until("text => document.querySelector('.toast.open')?.textContent === text", told)
    bruno.until_marked(seat="")


def test_a_link_to_a_table_that_is_gone_or_with_an_old_code_is_one_sentence(come, home):
    person = come(at=home)
    person.page.goto("/t/AAAAAAAAAAAAAAAA")
    person.page.locator(".lost").wait_for()
    assert words("en")("server.unknown-table") in person.page.locator(".lost").inner_text()
    person.set_table(GAME, ["me", "friend"])
    person.until_marked(seat="0")
    link = person.page.url + "#seat=ABCD2345"
    told = words("en")("server.bad-code")
    for before in (None, "/about"):  # pasted where the table is open; opened from elsewhere
        if before:
            person.page.goto(before)
        person.page.goto(link)
        person.until("text => document.querySelector('.toast.open')?.textContent === text", told)
        person.until_marked(seat="0")  # nothing is lost
        assert "#" not in person.page.url
    person.complaints[:] = [one for one in person.complaints if "404" not in one and "403" not in one]


def test_a_link_with_a_code_pasted_while_the_table_still_opens_is_not_taken_by_what_nobody_sees(come, home):
    person = come(at=home)
    asked = []
    person.page.route("**/api/tables/*", lambda route: asked.append(route))
    person.set_table(GAME, ["me", "friend"])
    while not asked:
        person.page.wait_for_timeout(20)
    person.page.goto(person.page.url + "#seat=ABCD2345")
    while len(asked) < 2:
        person.page.wait_for_timeout(20)
    with person.page.expect_websocket():
        asked[0].continue_()
    asked[1].continue_()
    told = words("en")("server.bad-code")
    person.until("text => document.querySelector('.toast.open')?.textContent === text", told)
    person.until_marked(seat="0")
    person.complaints[:] = [one for one in person.complaints if "403" not in one]


def test_a_match_goes_on_across_a_killed_server(come, home):
    person = come(at=home)
    person.set_table(GAME, ["me", "bot"])
    lots = random.Random(6)
    for _ in range(amount(1, long=2)):
        person.play_on(lots, moves=amount(1, long=3))
        person.until_turn()
        before = int(person.mark("number"))
        home.kill()
        person.until("() => document.body.dataset.connected === 'false'")
        home.start(home.port)
        person.until("() => document.body.dataset.connected === 'true'")
        person.until_turn()
        assert int(person.mark("number")) >= before
    assert person.play_on(lots, moves=amount(1, long=None)) or MOVES


def test_everybody_is_back_soon_after_the_server_is(come, home, elsewhere):
    person = come(at=elsewhere)
    person.set_table(GAME, ["me", "bot"])
    person.until_turn()
    home.kill()
    person.until("() => document.body.dataset.connected === 'false'")
    time.sleep(amount(1, long=15))  # in which a browser would learn to let WebSockets wait
    tried = []
    person.page.on("websocket", lambda socket: tried.append(socket.url))
    home.start(home.port)
    person.until("() => document.body.dataset.connected === 'true'")
    assert len(tried) == 1, "the server is asked whether it is there before a WebSocket is tried"


def test_a_server_that_gets_another_address_costs_nobody_their_seat(come, home, elsewhere):
    person = come(at=elsewhere)
    person.set_table(GAME, ["me", "bot"])
    person.until_turn()
    home.kill()
    home.arguments = ("--host", "127.0.0.3")
    home.start(home.port)
    field = person.page.locator('[data-key="new-address"]')
    field.fill("not an address")
    person.press("go-there")
    assert person.page.locator(".lost-note .problem").inner_text() == words("en")("page.table-lost-no-address")
    field.fill("127.0.0.3")  # our port is the usual one
    person.press("go-there")
    person.page.wait_for_url(f"{home.address}t/*")
    person.until_turn()
    assert person.mark("seat") == "0" and "#" not in person.page.url
