"""A seat is safe: whoever drops is waited for, guests can be sent away by the host alone, and names can be seen."""

from __future__ import annotations

import pytest
from at_table import Person, elsewhere, served

import ararat
from ararat.server import room as rooms

GAME = "noah"
BLANK = ["", " ", "​‍", "ㅤㅤ", "⠀", "\u115f\u1160", "́", "͏ ", "\ufe0f"]


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with served(tmp_path_factory.mktemp("tables"), games=[GAME]) as client:
        yield client


@pytest.fixture
def clock(monkeypatch):
    """Time that passes where a test says so."""

    class Clock:
        now = 1000.0

        def monotonic(self):
            return self.now

    clock = Clock()
    monkeypatch.setattr(rooms, "time", clock)
    return clock


def set_table(client, *kinds, **more):
    seats = [{"kind": kind, "name": "Ada" if kind == "me" else "", "bot": "random"} for kind in kinds]
    return client.post("/api/tables", json={"game": GAME, "seats": seats, **more}).json()


def sit(client, table, name="Eve"):
    return client.post(f"/api/tables/{table}/seats", json={"name": name})


def code_of(answer):
    return answer.json().get("error", {}).get("code")


def leave(*people):
    for person in people:
        person.leave()


def two(client, **more):
    """Ada, who set the table up, and Bruno; the match has begun."""
    laid = set_table(client, "me", "friend", **more)
    ada = Person(client, laid["table"], laid["seats"][0]["token"])
    token = sit(client, laid["table"], "Bruno").json()["token"]
    bruno = Person(client, laid["table"], token)
    ada.until(lambda state: state["status"] == "playing" and state["seats"][1]["here"])
    return ada, bruno, token


# --- Somebody drops -----------------------------------------------------------------------------


@pytest.mark.parametrize(("more", "seconds"), [({}, 60), ({"patience": 300}, 300), ({"patience": 0}, 0)])
def test_nobody_puts_a_bot_in_before_the_table_has_waited(client, clock, more, seconds):
    ada, bruno, token = two(client, **more)
    assert ada.table["patience"] == seconds and ada.table["awaited"] == [0, 0]
    bruno.leave()
    ada.until(lambda state: not state["seats"][1]["here"])
    assert ada.table["awaited"] == [0, seconds]
    if seconds:
        for later in (0, seconds - 1):
            clock.now += later
            answer = ada.ask(type="stand-in", seat=1, bot="random")
            assert answer["code"] == "awaited" and str(seconds - later) in answer["text"]
        clock.now += 1
    assert ada.ask(type="stand-in", seat=1, bot="random")["type"] == "done"
    again = Person(client, ada.table["table"], token)
    assert again.table["seats"][1]["stand_in"] is None, "and whoever comes back plays"
    leave(ada, again)


def test_whoever_drops_again_is_waited_for_again(client, clock):
    ada, bruno, token = two(client)
    for _ in range(2):
        bruno.leave()
        ada.until(lambda state: not state["seats"][1]["here"])
        clock.now += 59
        assert ada.ask(type="stand-in", seat=1, bot="random")["code"] == "awaited"
        bruno = Person(client, ada.table["table"], token)
        ada.until(lambda state: state["seats"][1]["here"])
    leave(ada, bruno)


def test_ones_own_seat_is_handed_over_at_once(client, clock):
    ada, bruno, _ = two(client)
    assert bruno.ask(type="stand-in", seat=1, bot="random")["type"] == "done"
    assert bruno.ask(type="stand-in", seat=1, bot=None)["type"] == "done"
    leave(ada, bruno)


def test_after_a_restart_the_table_waits_anew(client, clock):
    ada, bruno, _ = two(client)
    room = client.app.state.hall.rooms.awake[ada.table["table"]]
    leave(ada, bruno)
    clock.now += 90
    assert rooms.Room(room.table).awaited(1) == 60


# --- What the host can do -----------------------------------------------------------------------


def test_the_host_sends_a_guest_away_before_the_start_and_nobody_else_does(client):
    laid = set_table(client, "me", "friend", "friend")
    table = laid["table"]
    ada = Person(client, table, laid["seats"][0]["token"])
    token = sit(elsewhere(client, "10.0.0.1"), table).json()["token"]
    eve = Person(elsewhere(client, "10.0.0.1"), table, token)
    assert ada.table["host"] == 0 and eve.ask(type="remove", seat=0)["code"] == "not-host"
    assert Person(client, table).ask(type="remove", seat=1)["code"] == "not-host"
    assert ada.ask(type="remove", seat=0)["code"] == "no-person"
    assert ada.ask(type="remove", seat=1)["type"] == "done"
    while eve.receive()["type"] != "removed":
        pass
    eve.until(lambda state: state["seat"] is None and state["seats"][1]["kind"] == "open")
    assert eve.ask(type="hello", token=token)["code"] == "removed"
    assert code_of(sit(elsewhere(client, "10.0.0.1"), table)) == "removed", "nor do they come back"
    assert code_of(sit(client, table, "Bruno")) is None, "those at home with the host do"
    leave(ada, eve)


def test_a_bot_takes_over_for_good_once_the_table_has_waited(client, clock):
    ada, bruno, token = two(client, takeover=False)
    assert ada.ask(type="remove", seat=1, bot="random")["code"] == "person-here"
    bruno.leave()
    ada.until(lambda state: not state["seats"][1]["here"])
    assert ada.ask(type="remove", seat=1, bot="random")["code"] == "awaited"
    clock.now += 60
    assert ada.ask(type="remove", seat=1, bot="random")["type"] == "done"
    ada.until(lambda state: state["seats"][1]["kind"] == "bot")
    back = Person(client, ada.table["table"])
    assert back.ask(type="hello", token=token)["code"] == "removed"
    while not ada.table["over"]:
        ada.until(lambda state: state["turn"] in (0, None))
        if not ada.table["over"]:
            before = ada.table["number"]
            ada.move(ada.legal()[0])
            ada.until(lambda state, before=before: state["number"] > before)
    record = client.get(f"/api/tables/{ada.table['table']}/record").json()
    assert record["seats"] == ["you", "random"] and ararat.replay(record).over
    leave(ada, back)


def test_the_host_is_the_same_person_after_a_shuffle_and_in_a_rematch(client):
    for _ in range(4):
        laid = set_table(client, "me", "friend", "bot", shuffle=True)
        assert client.get(f"/api/tables/{laid['table']}").json()["host"] == laid["seats"][0]["seat"]
    ada, bruno, _ = two(client)
    table = client.app.state.hall.rooms.awake[ada.table["table"]].table
    assert table.rotated()["host"] == 1
    leave(ada, bruno)


# --- One address --------------------------------------------------------------------------------


def test_one_address_does_not_take_all_seats_of_a_public_table(client):
    laid = set_table(client, "me", "friend", "friend", public=True)
    eve, other = elsewhere(client, "10.0.0.1"), elsewhere(client, "10.0.0.2")
    assert [code_of(sit(eve, laid["table"])) for _ in range(2)] == [None, "one-address"]
    assert code_of(sit(other, laid["table"], "Bruno")) is None


def test_a_family_at_one_address_plays_with_itself(client):
    home = elsewhere(client, "10.0.0.1")
    private = set_table(client, "me", "friend", "friend")
    assert [code_of(sit(home, private["table"], name)) for name in ("Bruno", "Chiara")] == [None, None]
    public = set_table(home, "me", "friend", "friend", public=True)
    ada = Person(home, public["table"], public["seats"][0]["token"])
    assert [code_of(sit(home, public["table"], name)) for name in ("Bruno", "Chiara")] == [None, None]
    leave(ada)


# --- Names --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BLANK)
def test_names_of_which_nothing_can_be_seen_are_refused(client, name):
    laid = set_table(client, "me", "friend")
    assert code_of(sit(client, laid["table"], name)) == "blank-name"
    ada = Person(client, laid["table"], laid["seats"][0]["token"])
    assert ada.ask(type="name", name=name)["code"] == "blank-name" and ada.table["names"][0] == "Ada"
    if name:
        seats = [{"kind": "me", "name": name}, {"kind": "bot"}]
        assert code_of(client.post("/api/tables", json={"game": GAME, "seats": seats})) == "blank-name"
    leave(ada)
