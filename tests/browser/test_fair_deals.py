"""The page adds to every deal, remembers it, and checks it at the end."""

from __future__ import annotations

import json
import urllib.request
from random import Random

import ararat

GAME = "animals-on-board"
SOME = 6  # moves before the end


def replay_of(server):
    """The id of an unfinished match on the server."""
    match, lots = ararat.game(GAME).start(players=2, seed=4), Random(1)
    while not match.over:
        match.play(lots.choice(match.moves()))
    match.shorten(SOME)
    body = json.dumps(match.record()).encode()
    with urllib.request.urlopen(urllib.request.Request(f"{server.address}api/replays", body)) as answer:
        return json.load(answer)["replay"]


def deals(person):
    return person.page.evaluate("JSON.parse(localStorage.ararat).deals ?? []")


def test_two_devices_add_to_a_deal_and_each_checks_it_at_the_end(server, come):
    """A match that goes on is dealt anew and says so; the server's record is then changed under way."""
    ada, bruno = come(), come()
    ada.page.goto(f"/new/{GAME}?replay={replay_of(server)}")
    ada.page.locator('[data-key="kind-1"]').select_option("friend")
    ada.press("go")
    ada.page.wait_for_url("**/t/*")
    table = ada.page.url.rpartition("/")[2]
    bruno.page.goto(ada.page.url)
    bruno.page.locator('[data-key="sit-name"]').first.fill("Bruno")
    bruno.press("sit")
    bruno.press("continued-close")
    assert [deals(one)[0]["commitment"] for one in (ada, bruno)] == [
        server.get(f"/api/tables/{table}")["commitment"]
    ] * 2

    def changed(route):
        record = route.fetch().json()
        record["moves"][0], record["moves"][1] = record["moves"][1], record["moves"][0]
        route.fulfill(json=record)

    bruno.page.route("**/record", changed)
    lots, persons = Random(3), [ada, bruno]
    while ada.mark("over") != "true":
        one = next((one for one in persons if one.mark("active") == "true"), None)
        if one:
            one.play_on(lots, 1)
        else:
            ada.page.wait_for_timeout(30)
    ada.page.locator(".fair-deal summary").wait_for(state="attached")
    bruno.page.locator(".fair-deal .problem").wait_for(state="attached")
    added = [next(deal for deal in deals(one) if deal.get("table") == table)["contribution"] for one in persons]
    record = server.get(f"/api/tables/{table}/record")
    assert record["proof"]["contributions"] == added and record["proof"]["began"] == "anew"
    assert ararat.verify(record, deals(ada)[-1]["commitment"], added[0])
    ada.press("rematch")
    ada.page.wait_for_url(lambda address: not address.endswith(table))
    again = ada.page.url.rpartition("/")[2]
    kept = next(deal for deal in deals(ada) if deal.get("table") == again)
    assert kept["commitment"] == server.get(f"/api/tables/{again}")["commitment"] and kept["contribution"]
