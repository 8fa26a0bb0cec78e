"""Tables that do not remember for people: told to everybody, closed to people alone, open at the end."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from at_table import Person, people, served

from ararat.server.table import Table

AB, NOAH = "animals-on-board", "noah"


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with served(tmp_path_factory.mktemp("tables"), games=[AB, NOAH]) as client:
        yield client


def set_closed(client, game=AB, **more):
    """A table at which two people have to remember, and their tokens."""
    body = people("Ada", "Bo") | {"game": game, "memory": "closed", "hints": True} | more
    laid = client.post("/api/tables", json=body).json()
    return laid["table"], [seat["token"] for seat in laid["seats"]]


def match_at(client, table):
    return client.app.state.hall.rooms.awake[table].table.match


def play(client, table, persons, until):
    """Play at random, by the people themselves, until something is so."""
    random = Random(5)
    while not until(match_at(client, table)):
        mover = persons[match_at(client, table).turn]
        move = mover.ask(type="moves", most=1)["moves"][0] if random.random() < 0.5 else eager(mover)
        assert mover.ask(type="move", number=mover.table["number"], move=move)["type"] == "done"
    for person in persons:
        person.ask(type="ping")


def eager(mover):
    """A take, where there is one among the moves: so that arks fill."""
    moves = mover.ask(type="moves")["moves"]
    return next((move for move in moves if move["move"] == "take"), moves[0])


def is_to_be_remembered(match):
    """Whether the second seat has taken what all saw."""
    ark = match.state()["arks"][1]
    return bool(ark["known"]) and len(ark["known"] + ark["unknown"]) > 1


@pytest.mark.rules("AB-6.9")
def test_other_arks_are_counts_and_the_log_is_that_of_the_round_until_the_end(client):
    table, tokens = set_closed(client)
    ada, bo = persons = [Person(client, table, token) for token in tokens]
    program = Person(client, table, tokens[0], language=None)
    play(
        client, table, persons, lambda match: match.over or (match.state()["round"] > 2 and is_to_be_remembered(match))
    )
    match = match_at(client, table)
    assert not match.over
    view = ada.table["view"]
    size = len(match.state()["arks"][1]["known"]) + len(match.state()["arks"][1]["unknown"])
    assert view["arks"][1] == {"known": [], "unknown": size} and size > 1
    assert view["arks"][0] == match.view(0)["arks"][0], "one's own ark is open"
    assert view == match.closed_view(0) != match.view(0)
    assert ada.table["told_from"] == ada.log[0]["number"] > 0
    assert any(event["event"] == "round" for event in ada.log[0]["events"])
    program.ask(type="ping")
    assert program.table["view"] == match.view(0), "programs remember by themselves"
    assert program.table["told_from"] == 0 and len(program.log) == len(match.history)
    play(client, table, persons, lambda match: match.over)
    match = match_at(client, table)
    assert bo.table["view"] == match.view(1) and bo.table["told_from"] == 0 and len(bo.log) == len(match.history)
    assert client.get(f"/api/tables/{table}/frames").status_code == 200
    for person in (*persons, program):
        person.leave()


@pytest.mark.rules("NO-6.11")
def test_seen_cards_are_counts_and_the_log_is_that_since_ones_own_turn(client):
    table, tokens = set_closed(client, NOAH)
    persons = [Person(client, table, token) for token in tokens]
    play(client, table, persons, lambda match: match.view(0)["hands"][1]["known"])
    match, message = match_at(client, table), persons[0].table
    hand = match.view(0)["hands"][1]
    assert message["view"]["hands"][1] == {"known": [], "unknown": len(hand["known"]) + hand["unknown"]}
    assert message["view"]["hands"][0] == match.view(0)["hands"][0], "one's own hand is open"
    sides = [entry["seat"] == 0 for entry in persons[0].log]
    assert sum(one != other for one, other in pairwise(sides)) <= 1, "one's turn and the others'"
    for person in persons:
        person.leave()


def test_everybody_is_told_and_nobody_looks_back(client):
    table, tokens = set_closed(client, public=True)
    assert client.get(f"/api/tables/{table}").json()["memory"] == "closed"
    assert next(one for one in client.get("/api/tables").json() if one["table"] == table)["memory"] == "closed"
    watching = Person(client, table)
    assert watching.table["memory"] == "closed"
    watching.leave()
    for headers in ({}, {"Authorization": f"Bearer {tokens[0]}"}):
        answer = client.get(f"/api/tables/{table}/frames", headers=headers)
        assert answer.status_code == 403 and answer.json()["error"]["code"] == "no-looking-back"


def test_tables_are_open_unless_somebody_says_and_games_without_anything_to_remember_stay_so(client):
    laid = client.post("/api/tables", json=people("Ada", "Bo", game=AB)).json()
    assert client.get(f"/api/tables/{laid['table']}").json()["memory"] == "open"
    boxes = {box["slug"]: box["memory"] for box in client.get("/api/games").json()}
    assert {slug for slug, told in boxes.items() if told} == {AB, NOAH}
    answer = client.post("/api/tables", json=people("Ada", "Bo", "Cy", game="opti-mix", memory="closed"))
    assert answer.status_code == 400 and answer.json()["error"]["code"] == "nothing-to-remember"


def test_a_rematch_is_as_closed_and_tables_of_old_are_open():
    seats = [{"kind": "person", "name": "Ada", "bot": None, "stand_in": None, "holder": None}] * 2
    setup = {"game": AB, "options": {}, "public": False, "seats": seats}
    assert Table("old", setup).memory == "open"
    assert Table("new", setup | {"memory": "closed"}).rotated()["memory"] == "closed"
