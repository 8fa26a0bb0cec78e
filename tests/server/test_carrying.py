"""Seats that go to another device: by a code, once, in time; the one that had them is told nothing secret any more."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import time

import pytest
from at_table import FAST, Here, Person, people, served

from ararat.games import all_facts
from ararat.server.hall import Hall
from ararat.server.messages import NewTable
from ararat.server.preparing import load
from ararat.server.refusals import Declined
from ararat.server.seats import CODE_LENGTH, CODE_LETTERS, clean_code, new_code
from ararat.server.store import SqlStore

GAME = "noah"  # hands are secret in it
PATIENT = dataclasses.replace(FAST, codes_at_once=10_000, codes_a_minute=100_000)


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with served(tmp_path_factory.mktemp("tables"), PATIENT, games=[GAME]) as client:
        yield client


def set_table(client):
    return client.post("/api/tables", json=people("Ada", "Bruno", game=GAME)).json()


def ask(client, table, token):
    return client.post(f"/api/tables/{table}/code", headers={"Authorization": f"Bearer {token}"} if token else {})


def use(client, code):
    return client.post("/api/codes", json={"code": code})


def refused(answer, code, status=403):
    assert answer.status_code == status
    problem = answer.json()["error"]
    assert problem["code"] == code and problem["text"].endswith(".")
    return True


def test_codes_can_be_read_aloud_and_typed():
    codes = {new_code() for _ in range(200)}
    assert len(codes) == 200
    assert all(len(code) == CODE_LENGTH and set(code) <= set(CODE_LETTERS) for code in codes)
    assert not set(CODE_LETTERS) & set("0O1IL")
    assert clean_code(" abcd-2345\n") == "ABCD2345"


def test_a_seat_goes_to_another_device_and_back(client):
    laid = set_table(client)
    table, (ada, bruno) = laid["table"], (seat["token"] for seat in laid["seats"])
    first, other, watcher = Person(client, table, ada), Person(client, table, bruno), Person(client, table)
    told = ask(client, table, ada).json()
    assert told["link"].endswith(f"/t/{table}#seat={told['code']}") and told["qr"].startswith("<svg")
    assert told["seconds"] == PATIENT.code_seconds
    carried = use(client, f"{told['code'][:4]}-{told['code'][4:]}".lower()).json()
    assert {**carried, "token": 0} == {"table": table, "game": GAME, "seat": 0, "name": "Ada", "token": 0}
    # The new device has the seat, with all that it may know ...
    second = Person(client, table, carried["token"])
    assert second.table["seat"] == 0 and second.legal()
    # ... the old one watches, and is told no more than anybody who does.
    while first.receive()["type"] != "moved":
        pass
    first.until(lambda state: state["seat"] is None)
    assert second.move(second.legal()[0])["type"] == "done"
    for person in (first, other, watcher):
        person.until(lambda state: state["number"] == 1)
    assert {**first.table, "seats": 0} == {**watcher.table, "seats": 0}
    assert first.ask(type="moves")["code"] == "no-seat" == first.move({})["code"]
    assert first.ask(type="hello", token=ada)["code"] == "seat-moved"
    for path in ("frames", "analysis"):
        answer = client.get(f"/api/tables/{table}/{path}", headers={"Authorization": f"Bearer {ada}"})
        assert refused(answer, "seat-moved")
    assert refused(ask(client, table, ada), "seat-moved")
    # Back the same way.
    back = use(client, ask(client, table, carried["token"]).json()["code"]).json()
    assert back["seat"] == 0 and first.ask(type="hello", token=back["token"])["type"] == "done"
    second.until(lambda state: state["seat"] is None)
    assert first.table["seat"] == 0 and other.table["seat"] == 1
    for person in (first, second, other, watcher):
        person.leave()


def test_a_code_that_is_wrong_used_or_replaced_changes_nothing(client):
    laid = set_table(client)
    table, ada = laid["table"], laid["seats"][0]["token"]
    old = ask(client, table, ada).json()["code"]
    new = ask(client, table, ada).json()["code"]
    for wrong in (old, "ABCD2345", "", "é", new[:-1]):
        assert refused(use(client, wrong), "bad-code")
    held = use(client, new).json()["token"]
    assert refused(use(client, new), "bad-code")
    assert Person(client, table, held).table["seat"] == 0
    assert refused(ask(client, table, None), "bad-token") and refused(ask(client, table, "x" * 40), "bad-token")
    assert refused(ask(client, "nothing", ada), "unknown-table", 404)
    assert refused(client.post("/api/codes", json={"code": 7}), "malformed", 400)


def test_a_code_opens_only_its_own_seat(client):
    laid = set_table(client)
    tokens = [seat["token"] for seat in laid["seats"]]
    codes = [ask(client, laid["table"], token).json()["code"] for token in tokens]
    assert [use(client, code).json()["seat"] for code in reversed(codes)] == [1, 0]


def test_people_beside_each_other_keep_the_seats_that_stay(client):
    laid = set_table(client)
    table, (ada, bruno) = laid["table"], (seat["token"] for seat in laid["seats"])
    both = Person(client, table)
    both.ask(type="hello", token=ada, also=[bruno])
    use(client, ask(client, table, bruno).json()["code"])
    while both.receive()["type"] != "moved":
        pass
    both.until(lambda state: not state["seats"][1]["here"])
    assert both.table["seat"] == 0 and both.table["seats"][0]["here"]


def test_codes_are_not_guessed(tmp_path):
    with served(tmp_path, dataclasses.replace(FAST, codes_at_once=3), games=[GAME]) as client:
        answers = [use(client, new_code()) for _ in range(4)]
        assert all(refused(answer, "bad-code") for answer in answers[:3])
        assert refused(answers[3], "too-many", 429)


def test_a_code_survives_a_restart_and_then_opens_its_seat_once(tmp_path):
    async def hall_over(story):
        hall = Hall(SqlStore.in_folder(tmp_path), FAST, Here())
        load(all_facts()[GAME])
        hall.preparation.ready[GAME].set()
        try:
            return await story(hall)
        finally:
            await hall.close()

    async def asked(hall):
        wanted = NewTable(game=GAME, seats=[{"kind": "me", "name": "Ada"}, {"kind": "here", "name": "Bruno"}])
        laid = await hall.new_tables.set_table(wanted)
        token = laid["seats"][0]["token"]
        code = await hall.carrying.code_for(await hall.rooms.find(laid["table"]), token)
        _, entries = await hall.store.load(laid["table"])
        assert code not in json.dumps(entries)
        return laid["table"], token, code

    async def used(hall):
        carried = await hall.carrying.carry(code)
        assert (carried["table"], carried["seat"]) == (table, 0)
        return carried["token"]

    async def afterwards(hall):
        room = await hall.rooms.find(table)
        assert room.table.seat_of(held) == 0
        with pytest.raises(Declined) as declined:
            room.table.seat_of(token)
        assert declined.value.code == "seat-moved"
        with pytest.raises(Declined) as declined:
            await hall.carrying.carry(code)
        assert declined.value.code == "bad-code"

    table, token, code = asyncio.run(hall_over(asked))
    held = asyncio.run(hall_over(used))
    asyncio.run(hall_over(afterwards))


def test_a_code_is_too_late_after_some_minutes(tmp_path, monkeypatch):
    with served(tmp_path, PATIENT, games=[GAME]) as client:
        laid = set_table(client)
        code = ask(client, laid["table"], laid["seats"][0]["token"]).json()["code"]
        late = time.time() + PATIENT.code_seconds + 1
        monkeypatch.setattr(SqlStore, "now", lambda store: late)
        assert refused(use(client, code), "bad-code")
        monkeypatch.undo()
        assert use(client, code).status_code == 200
