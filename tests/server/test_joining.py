"""Coming to a table: who chooses a name is waited for, a bot's seat can be taken over, names are the table's."""

from __future__ import annotations

import dataclasses

import pytest
from at_table import FAST, Person, served

import ararat
from ararat.server.table import Table

GAME = "noah"


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with served(tmp_path_factory.mktemp("tables"), games=[GAME]) as client:
        yield client


def set_table(client, *kinds, **more):
    seats = [{"kind": kind, "name": "Ada" if kind == "me" else "", "bot": "greedy"} for kind in kinds]
    return client.post("/api/tables", json={"game": GAME, "seats": seats, **more}).json()


def sit(client, table, name, seat=None):
    return client.post(f"/api/tables/{table}/seats", json={"name": name, "seat": seat})


def refused(answer, code):
    problem = answer.json()["error"]
    assert problem["code"] == code and problem["text"].endswith(".")
    return True


# --- Choosing a name ----------------------------------------------------------------------------


def test_somebody_who_chooses_a_name_is_waited_for(client):
    laid = set_table(client, "me", "friend", "friend")
    ada = Person(client, laid["table"], laid["seats"][0]["token"])
    guest = Person(client, laid["table"])
    assert guest.ask(type="choosing")["type"] == "done"
    assert guest.table["choosing"] == 0, "one knows that oneself"
    ada.until(lambda state: state["choosing"] == 1)
    assert ada.ask(type="start")["code"] == "choosing" and ada.table["status"] == "waiting"
    token = sit(client, laid["table"], "Bruno").json()["token"]
    guest.ask(type="hello", token=token)
    ada.until(lambda state: state["choosing"] == 0)
    assert ada.ask(type="start")["type"] == "done"
    ada.leave(), guest.leave()


def test_somebody_who_went_away_is_not_waited_for(client):
    laid = set_table(client, "me", "friend")
    ada = Person(client, laid["table"], laid["seats"][0]["token"])
    guest = Person(client, laid["table"])
    guest.ask(type="choosing")
    ada.until(lambda state: state["choosing"] == 1)
    guest.leave()
    ada.until(lambda state: state["choosing"] == 0)
    assert ada.ask(type="start")["type"] == "done"
    ada.leave()


def test_nobody_is_waited_for_for_ever(tmp_path):
    impatient = dataclasses.replace(FAST, choosing_seconds=1.5, choosers_at_once=2)
    with served(tmp_path, impatient, games=[GAME]) as client:
        laid = set_table(client, "me", "friend", "friend", "friend")
        ada = Person(client, laid["table"], laid["seats"][0]["token"])
        guests = [Person(client, laid["table"]) for _ in range(3)]
        for guest in guests:
            guest.ask(type="choosing")
        ada.until(lambda state: state["choosing"] == 2)  # the third is one too many
        ada.until(lambda state: state["choosing"] == 0)
        guests[0].ask(type="choosing")  # again, on the same connection: no more
        assert ada.ask(type="start")["type"] == "done"


def test_whoever_sits_or_has_no_seat_to_wait_for_holds_nobody_up(client):
    laid = set_table(client, "me", "friend")
    ada = Person(client, laid["table"], laid["seats"][0]["token"])
    ada.ask(type="choosing")
    assert ada.ask(type="start")["type"] == "done"
    guest = Person(client, laid["table"])
    guest.ask(type="choosing")
    assert ada.ask(type="ping")["type"] == "pong" and ada.table["choosing"] == 0
    ada.leave(), guest.leave()


# --- Bots' seats --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "allowed"),
    [({}, True), ({"public": True}, False), ({"public": True, "takeover": True}, True), ({"takeover": False}, False)],
)
def test_a_private_table_lets_friends_take_over_unless_somebody_says(client, more, allowed):
    laid = set_table(client, "me", "bot", "bot", **more)
    assert client.get(f"/api/tables/{laid['table']}").json()["takeover"] == allowed
    answer = sit(client, laid["table"], "Bruno", 1)
    assert answer.status_code == 200 if allowed else refused(answer, "no-takeover")


def test_a_table_of_old_keeps_its_bots():
    kept = {"game": GAME, "options": {}, "public": False, "seats": [{"kind": "bot", "bot": "cat"}]}
    assert not Table("old", kept).takeover


def test_a_friend_takes_over_a_bots_seat_with_its_view_from_then_on(client):
    laid = set_table(client, "me", "bot", "bot")
    table = laid["table"]
    ada, guest = Person(client, table, laid["seats"][0]["token"]), Person(client, table)
    assert guest.table["takeover"] and refused(sit(client, table, "Bruno"), "full")
    hidden = guest.table["view"]
    held = sit(client, table, "Bruno", 1).json()
    assert held["seat"] == 1 and refused(sit(client, table, "Chiara", 1), "full")
    guest.ask(type="hello", token=held["token"], language="en")
    assert guest.table["seat"] == 1 and guest.table["view"] != hidden
    ada.until(lambda state: state["seats"][1]["kind"] == "person")
    assert ada.table["names"] == ["Ada", "Bruno", ada.table["names"][2]]
    # From now on Bruno decides, and a bot may sit in for him as for anybody.
    while not ada.table["over"]:
        number = max(person.until(lambda state: state["turn"] in (0, 1, None))["number"] for person in (ada, guest))
        for person in (ada, guest):
            person.until(lambda state, number=number: state["number"] >= number)
        mover = ada if ada.table["turn"] == 0 else guest
        if mover.table["legal"]:
            assert mover.move(mover.legal()[0])["type"] == "done"
            for person in (ada, guest):
                person.until(lambda state, number=number: state["number"] > number)
    assert ada.table["over"]
    record = client.get(f"/api/tables/{table}/record").json()
    assert record["seats"] == ["you", "you", "greedy"] and ararat.replay(record).over
    assert refused(sit(client, table, "Chiara", 2), "over")
    ada.leave(), guest.leave()


# --- Names --------------------------------------------------------------------------------------


def test_the_lobby_names_everybody_as_the_table_does(client):
    laid = set_table(client, "me", "bot", "bot", public=True)
    ada = Person(client, laid["table"], laid["seats"][0]["token"], "fr")
    path = f"/api/tables/{laid['table']}?language=fr"
    assert client.get(path).json()["names"] == ada.table["names"]
    assert ada.table["names"][1:] == [f"{ada.table['names'][1][:-2]} {n}" for n in (1, 2)]
    listed = {one["table"]: one for one in client.get("/api/tables?language=fr").json()}
    assert listed[laid["table"]]["names"] == ada.table["names"]
    ada.leave()
