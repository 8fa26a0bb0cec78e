"""Many at once: whoever has a seat gets in, and what all of one address ask for counts together."""

from __future__ import annotations

import contextlib
import dataclasses
from concurrent.futures import CancelledError
from types import SimpleNamespace

import pytest
from at_table import FAST, Person, elsewhere, people, served, wait_for
from starlette.websockets import WebSocketDisconnect

from ararat.server import limits, visitor
from ararat.server.crowd import Crowd
from ararat.server.limits import LONGEST_WAIT, Bucket, Buckets
from ararat.server.refusals import Declined

GAME = "noah"
LIMITS = dataclasses.replace(
    FAST,
    watchers_a_table=3,
    visitors=12,
    visitors_an_address=8,
    devices_a_seat=2,
    weights_a_second=1e-9,
    weights_at_once=10_000,
    changes_a_minute=1e-9,
    changes_at_once=6,
)


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with served(tmp_path_factory.mktemp("tables"), LIMITS, games=[GAME]) as client:
        yield client


@pytest.fixture
def laid(client):
    set_up = client.post("/api/tables", json=people("Ada", "Bruno", "Chiara", game=GAME)).json()
    return set_up["table"], [seat["token"] for seat in set_up["seats"]]


@pytest.fixture
def hall(client):
    hall = client.app.state.hall
    wait_for(lambda: not len(hall.crowd))
    return hall


def silent(client, table):
    """Somebody who never says who they are."""
    link = client.websocket_connect(f"/ws/{table}")
    return link, link.__enter__()


def hang_up(links):
    for link, socket in links:
        with contextlib.suppress(CancelledError):
            socket.close()
            link.__exit__(None, None, None)


def sent_away(person):
    """Whether somebody was told that it is crowded, and then left alone."""
    try:
        while True:
            person.receive()
    except WebSocketDisconnect as closed:
        return person.answers[None]["code"] == "crowded" and closed.code == visitor.TRY_AGAIN


def leave(*people):
    for person in people:
        person.leave()


def test_those_who_watch_lock_nobody_out_of_their_own_table(client, laid, hall):
    watching = [Person(client, laid[0]) for _ in range(4)]
    assert [one.table is not None for one in watching] == [True, True, True, False], "the fourth is one too many"
    ada = Person(client, laid[0], laid[1][0])
    assert ada.table["seat"] == 0
    leave(ada, *watching)


def test_a_crowd_of_one_address_makes_room_for_whoever_has_a_seat(client, laid, hall):
    """Nobody says who they are, and there is no place left for their address."""
    links = [silent(client, laid[0]) for _ in range(8)]
    wait_for(lambda: len(hall.crowd.arriving) == 8)
    ada = Person(client, laid[0], laid[1][0])
    assert ada.table["seat"] == 0 and len(hall.crowd) == 8
    first = links[0][1]
    assert first.receive_json()["code"] == "crowded"
    hang_up(links)
    leave(ada)


def test_a_full_house_makes_room_for_whoever_has_a_seat(client, laid, hall):
    links = [silent(elsewhere(client, f"10.0.0.{n}"), laid[0]) for n in range(12)]
    wait_for(lambda: len(hall.crowd) == 12)
    ada = Person(client, laid[0], laid[1][0])
    assert ada.table["seat"] == 0 and len(hall.crowd) == 12
    hang_up(links)
    leave(ada)


def test_of_those_who_watch_and_those_who_sit_the_former_go():
    class Guest:
        def __init__(self, address):
            self.address = address
            self.gone = False

        def dismiss(self):
            self.gone = True

    crowd = Crowd(4, 4)
    watching, *seated = [Guest("a") for _ in range(4)]
    for one in (watching, *seated):
        crowd.arrives(one)
    crowd.watches(watching)
    for one in seated:
        crowd.sits(one)
    late = Guest("b")
    crowd.arrives(late)
    assert watching.gone and not any(one.gone for one in seated)
    crowd.sits(late)
    with pytest.raises(Declined):
        crowd.arrives(Guest("c"))
    for one in (*seated, late, watching):
        crowd.leaves(one)
    assert not len(crowd) and not crowd.addresses


def test_the_newest_device_of_a_seat_gets_in(client, laid, hall):
    first, second, third = [Person(client, laid[0], laid[1][0]) for _ in range(3)]
    assert third.table["seat"] == 0 and sent_away(first)
    assert second.ask(type="ping")["type"] == "pong"
    leave(first, second, third)


# --- Together -----------------------------------------------------------------------------------


def test_messages_of_all_sockets_of_an_address_count_together(client, laid, hall):
    other = elsewhere(client, "10.0.0.1")
    here = [Person(client, laid[0], token) for token in laid[1]]
    there = Person(other, laid[0])
    hall.messages.buckets.clear()
    for person in here:
        person.ask(type="ping")
    here[0].ask(type="hello", token=laid[1][0])
    there.ask(type="ping")
    assert {a: round(b.level) for a, b in hall.messages.buckets.items()} == {"testclient": 11, "10.0.0.1": 1}
    leave(there, *here)


def test_whoever_sends_too_much_is_read_later(monkeypatch):
    """However many sockets it comes by."""
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: 1.0))
    buckets = Buckets(10.0, 20)
    assert {buckets.delay("a", 1) for _ in range(20)} == {0.0}
    waits = [buckets.delay("a", 8) for _ in range(3)]
    assert waits == pytest.approx([0.8, 1.6, 2.4]) and buckets.delay("b", 8) == 0.0


def test_nobody_waits_for_ever_for_having_come_too_often():
    bucket = Bucket(10.0, 20)
    waits = [bucket.delay() for _ in range(10_000)]
    assert max(waits) <= LONGEST_WAIT and waits[-1] > LONGEST_WAIT - 1


def test_names_and_stand_ins_do_not_change_without_end(client, laid, hall):
    hall.changes.buckets.clear()
    ada, bruno = (Person(client, laid[0], token) for token in laid[1][:2])
    answers = [ada.ask(type="name", name=f"Ada {n}") for n in range(3)]
    answers += [bruno.ask(type="stand-in", seat=1, bot=bot) for bot in ("cat", None, "cat", None, "cat")]
    assert [answer.get("code") for answer in answers] == [None] * 6 + ["too-many"] * 2
    leave(ada, bruno)


def test_what_many_are_told_is_made_once(client, laid, hall, monkeypatch):
    hall.changes.buckets.clear()
    ada = Person(client, laid[0], laid[1][0])
    watching = [Person(client, laid[0], language=language) for language in ("en", "en", "fr")]
    made = []
    real = visitor.table_message
    monkeypatch.setattr(visitor, "table_message", lambda *given: made.append(given[1:3]) or real(*given))
    ada.ask(type="name", name="Ada the First")
    for one in watching:
        one.until(lambda state: state["names"][0] == "Ada the First")
    assert sorted(made, key=str) == [(0, "en"), (None, "en"), (None, "fr")]
    leave(ada, *watching)
