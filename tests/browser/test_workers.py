"""Browsers at several workers of one store: a match, a store that goes away, a worker that hangs. Only in the long
form; in short all of this is tried without browsers (tests/server/test_many.py)."""

from __future__ import annotations

import json
import os
import random
import signal
import time
import urllib.error
import urllib.request

import pytest
from at_table import wait_for
from driving import KEEP, WAIT, Person, Server
from entrances import Entrance, holders
from late import nearly_over
from postgres import cluster  # noqa: F401  (a fixture)
from test_durability import children_of

from ararat.core.words import words

pytestmark = pytest.mark.long

GAME = "noah"
ADA, FRIEND, BOT = {"kind": "me", "name": "Ada"}, {"kind": "friend"}, {"kind": "bot"}
AWAY = 8.0  # seconds; longer than any lease
ACTIVE = "() => document.body.dataset.active === 'true'"
WATCH = """() => new MutationObserver(() => {
  if (document.body.dataset.connected === 'false') window.lost = true;
}).observe(document.body, { attributes: true })"""
OVER = "() => document.body.dataset.over === 'true'"


@pytest.fixture(scope="module")
def server(cluster, tmp_path_factory):  # noqa: F811
    """`ararat serve --workers 2`."""
    database = cluster.new_database()
    store = ("--store", cluster.address(database))
    running = Server(tmp_path_factory.mktemp("tables"), arguments=(*store, "--workers", "2"))
    running.database = database
    yield running
    running.stop()


@pytest.fixture
def entrances(server):
    """A way in at each worker, once both are ready."""
    workers = children_of(server.process.pid)
    ways = [Entrance(server.port, worker, workers) for worker in workers]
    for way in ways:
        until_ready(way.address)
    yield ways
    for way in ways:
        way.close()


@pytest.fixture(autouse=True)
def unpainted(monkeypatch):
    """Nobody looks at anything here."""
    monkeypatch.setattr(Person, "painted", False)


def until_ready(address):
    until = time.monotonic() + WAIT / 1000
    while not asked(f"{address}api/ready").get("ready"):
        assert time.monotonic() < until, "the rules are not ready"
        time.sleep(0.1)


def asked(address, body=None):
    request = urllib.request.Request(address, None if body is None else json.dumps(body).encode())
    try:
        with urllib.request.urlopen(request, timeout=WAIT / 1000) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as problem:
        return json.load(problem)


def set_table(person, way, *seats, **more):
    """A table that is soon over, set by somebody with a seat at it; where the first seat has two moves to choose from,
    and can take back either."""
    record = nearly_over(GAME, len(seats), 10, seed=2).record()
    body = {"record": record, "as_it_was": True, "seats": list(seats), "public": True, **more}
    told = asked(f"{way.address}api/tables", body)
    held = [{"seat": one["seat"], "token": one["token"], "name": "Ada", "kind": "me"} for one in told["seats"]]
    kept = {"table": told["table"], "game": GAME, "seats": held, "created": 0}
    person.context.add_init_script(KEEP.replace("TABLE", json.dumps(kept)))
    return told["table"]


def sit(bruno):
    bruno.page.locator('[data-key="sit-name"]').first.fill("Bruno")
    bruno.page.locator('[data-key="sit-agree"]').first.check()  # somebody may know the record
    bruno.press("sit")
    bruno.until("() => document.body.dataset.status === 'playing'")


def test_two_browsers_at_two_workers_play_a_match_and_a_third_watches(come, entrances):
    here, there = entrances
    ada, bruno, watcher = all_three = come(at=here), come(at=there), come(at=here)
    table = set_table(ada, there, ADA, FRIEND, BOT, hints=True)
    for one in all_three:
        one.page.goto(f"/t/{table}")
    sit(bruno)
    for one in all_three:
        one.until("() => document.body.dataset.status === 'playing'")
    for one in (ada, watcher):
        one.press("continued-close")
    # Bruno's connection came in at one worker, those of the others at the other (an entrance lets go of any that did
    # not). All are the first one's now, who has the table: two were handed on to it as they are.
    assert len(here.tables) == 2 and len(there.tables) == 1
    for line in here.tables + there.tables:
        wait_for(lambda line=line: holders(line, here.workers) == {there.worker})

    def together():
        """Everybody sees as much as anybody does."""
        number = max(int(one.mark("number")) for one in all_three)
        for one in all_three:
            one.until("number => Number(document.body.dataset.number) >= number", number)

    assert ada.until_turn()
    ada.press("hint")
    ada.page.locator(".hint-panel .tip").first.wait_for()
    ada.press("hint-play-0")
    bruno.until(ACTIVE)
    together()
    ada.press("undo")
    ada.until(ACTIVE)
    together()
    assert bruno.mark("active") == watcher.mark("active") == "false"
    lots = random.Random(22)
    for one in (ada, bruno):
        one.play_on(lots, moves=1)
        together()
    bruno.press("tab-table")
    bruno.press("stand-in-me")
    assert ada.play_on(lots)
    for one in all_three:
        one.until(OVER)
    before = ada.page.url
    ada.press("rematch")
    ada.page.wait_for_url(lambda url: url != before and "/t/" in url)
    again = ada.page.url.rpartition("/")[2]
    bruno.press("join-rematch")
    watcher.press("watch-rematch")
    for one in all_three:
        one.page.wait_for_url(lambda url: url.endswith(again))
        one.until("() => document.body.dataset.status === 'playing'")
    assert [one.mark("seat") for one in all_three] == ["1", "2", ""]


def test_a_store_that_goes_away_is_told_and_nothing_is_lost_or_doubled(come, cluster, server, entrances):  # noqa: F811
    here, there = entrances
    ada, bruno, late = come(at=here), come(at=there), come(at=here, language="it")
    table = set_table(ada, there, ADA, FRIEND, BOT)
    asleep = set_table(late, there, ADA, BOT, BOT)
    sit_down(table, ada, bruno)
    lots = random.Random(23)
    cluster.stop()
    away = time.monotonic()
    # What somebody does is refused with a sentence, and whoever comes waits with another one.
    refused = ada.page.locator(".toast", has_text=words("en")("server.not-kept"))
    wait_for(lambda: refused.count() or ada.click(lots))
    late.page.goto(f"/t/{asleep}")
    late.page.locator(".lost", has_text=words("it")("server.not-read")).wait_for()
    assert ada.mark("number") == bruno.mark("number") == "0"
    time.sleep(max(0.0, away + AWAY - time.monotonic()))
    cluster.start()
    late.until(ACTIVE)
    goes_on(ada, bruno, lots)
    assert kinds_of(cluster, server, table) == ["seat", "start", "move"]
    for one in (ada, bruno, late):
        one.complaints[:] = [told for told in one.complaints if "503" not in told]


def test_a_worker_that_hangs_is_replaced_under_a_page(come, cluster, server, entrances):  # noqa: F811
    owner = entrances[1]
    ada, bruno = come(at=server), come(at=server)
    table = set_table(ada, owner, ADA, FRIEND, BOT)
    sit_down(table, ada, bruno)
    lots = random.Random(24)
    for one in (ada, bruno):
        one.page.evaluate(WATCH)
    os.kill(owner.worker, signal.SIGSTOP)
    hung = time.monotonic()
    for _ in range(3):  # which the worker never answers; it is asked of the next one
        ada.click(lots)
    for one in (ada, bruno):
        one.until("() => window.lost && document.body.dataset.connected === 'true'")
    print(f"back {time.monotonic() - hung:.1f} s after the worker hung")
    goes_on(ada, bruno, lots)
    assert kinds_of(cluster, server, table) == ["seat", "start", "move"]
    wait_for(lambda: len(children_of(server.process.pid)) == 2)
    assert owner.worker not in children_of(server.process.pid)


def sit_down(table, ada, bruno):
    """Both are there, and it is Ada's turn."""
    for one in (ada, bruno):
        one.page.goto(f"/t/{table}")
    sit(bruno)
    ada.press("continued-close")
    ada.until(ACTIVE)


def goes_on(ada, bruno, lots):
    """Ada makes her move, once; it is Bruno's turn then, as he sees, too."""
    wait_for(lambda: ada.mark("number") != "0" or ada.click(lots))
    bruno.until(ACTIVE)
    assert ada.mark("number") == bruno.mark("number") == "1"


def kinds_of(cluster, server, table):  # noqa: F811
    """What the store has of a table: one entry after the other."""
    rows = cluster.ask("SELECT number, entry FROM log WHERE table_id = %s ORDER BY number", table, name=server.database)
    assert [number for number, _ in rows] == list(range(len(rows)))
    return [json.loads(entry)["kind"] for _, entry in rows]
