"""Fair deals at tables: committed to before anybody adds, proved in the record; positions that somebody brought."""

from __future__ import annotations

import asyncio
import dataclasses
from random import Random

import pytest
from at_table import FAST, Person, people, served

import ararat
from ararat.fairness import Deal, commitment_of
from ararat.server.deals import Commitments
from ararat.server.limits import Buckets
from ararat.server.refusals import Declined
from ararat.server.store import SqlStore

GAME = "animals-on-board"
MINE, YOURS, LATER = "11" * 16, "22" * 16, "33" * 32
ONE_OF_TWO = [{"kind": "me", "name": "Ada"}, {"kind": "friend"}]


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with served(tmp_path_factory.mktemp("fair"), games=[GAME]) as client:
        yield client


def commit(client):
    return client.post("/api/commitments").json()["commitment"]


def set_table(client, **body):
    answer = client.post("/api/tables", json={"game": GAME} | body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def join(client, table, **body):
    answer = client.post(f"/api/tables/{table}/seats", json={"name": "Bruno"} | body)
    return answer.json()


def code_of(answer):
    return answer.json()["error"]["code"]


def together(client, **more):
    """Two people who both added to the deal, at a table that has begun."""
    commitment = commit(client)
    table = set_table(client, seats=ONE_OF_TWO, commitment=commitment, contribution=MINE, **more)
    assert client.get(f"/api/tables/{table['table']}").json()["commitment"] == commitment
    joined = join(client, table["table"], contribution=YOURS)
    persons = [Person(client, table["table"], token) for token in (table["seats"][0]["token"], joined["token"])]
    return table["table"], commitment, persons


def laid_at(client, table):
    return client.portal.call(client.app.state.hall.rooms.find, table).table


def play_out(laid):
    """Random legal moves until the match is over, as the hall would write them."""
    lots = Random(7)
    while not laid.match.over:
        move, entropy = lots.choice(laid.legal()), laid.entropy()
        laid.apply({"kind": "move", "seat": laid.match.turn, "move": move, "entropy": entropy})


def finish(client, table, persons):
    """The record of a match that two people began."""
    lots, laid = Random(7), laid_at(client, table)
    for _ in range(6):
        mover = persons[laid.match.turn]
        mover.until(lambda told: told["number"] == laid.number)
        assert mover.move(lots.choice(laid.legal()))["type"] == "done"
    play_out(laid)
    client.portal.call(client.app.state.hall.rooms.awake[table].tell)
    for person in persons:
        person.until(lambda told: told["over"])
    return client.get(f"/api/tables/{table}/record").json()


# --- Commitments --------------------------------------------------------------------------------


def test_a_match_is_dealt_from_what_was_committed_to_and_from_what_everybody_added(client):
    table, commitment, persons = together(client)
    assert all(person.table["commitment"] == commitment for person in persons)
    assert all(person.table["next_commitment"] is None and person.table["continued"] is None for person in persons)
    record = finish(client, table, persons)
    assert record["proof"]["contributions"] == [MINE, YOURS]
    assert len(ararat.verify(record, commitment, MINE)) == len(ararat.verify(record, commitment, YOURS)) == 6
    with pytest.raises(ararat.BadProof):
        ararat.verify(record, commitment, LATER)


def test_a_commitment_serves_once_and_not_for_ever(client):
    commitment = commit(client)
    set_table(client, **people("Ada", "Bruno"), commitment=commitment, contribution=MINE)
    body = {"game": GAME, **people("Ada", "Bruno"), "commitment": commitment, "contribution": MINE}
    assert code_of(client.post("/api/tables", json=body)) == "unknown-commitment"
    assert code_of(client.post("/api/tables", json=body | {"commitment": None})) == "contribution-alone"
    for wrong in ({"contribution": "11" * 15}, {"contribution": "zz" * 16}, {"commitment": "11"}):
        assert code_of(client.post("/api/tables", json=body | wrong)) == "malformed"
    few = Commitments(dataclasses.replace(FAST, commitments_waiting=3))
    offered = [few.offer() for _ in range(5)]
    for forgotten in offered[:2]:
        with pytest.raises(Declined):
            asyncio.run(few.take(forgotten))
    assert [commitment_of(asyncio.run(few.take(one))) for one in offered[2:]] == offered[2:]
    late = Commitments(dataclasses.replace(FAST, commitment_seconds=0.0))
    commitment = late.offer()
    with pytest.raises(Declined):
        asyncio.run(late.take(commitment))


def test_whoever_asks_for_too_many_commitments_is_refused(client, monkeypatch):
    monkeypatch.setitem(client.app.state._state, "commitments", Buckets(1e-9, 2))
    answers = [client.post("/api/commitments") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429] and code_of(answers[-1]) == "too-many"


def test_whoever_adds_nothing_plays_and_the_server_is_bound_all_the_same(client):
    table = set_table(client, **people("Ada", "Bruno"))["table"]
    told = client.get(f"/api/tables/{table}").json()
    play_out(laid_at(client, table))
    record = client.get(f"/api/tables/{table}/record").json()
    assert record["proof"]["contributions"] == [None, None]
    assert ararat.verify(record, told["commitment"])


def test_a_move_taken_back_and_another_made_meets_the_same_chance(client):
    """Only moves that told nothing can be taken back; the deal is the same whatever comes in their place."""
    table, commitment, persons = together(client)
    laid, lots, undone = laid_at(client, table), Random(3), False
    while not undone:
        mover = persons[laid.match.turn]
        mover.until(lambda told: told["number"] == laid.number)
        words = laid.entropy()
        mover.move(lots.choice(laid.legal()))
        if mover.table["can_undo"]:
            undone = mover.ask(type="undo", number=mover.table["number"])["type"] == "done"
            assert laid.entropy() == words
    assert ararat.verify(finish(client, table, persons), commitment, MINE)


def test_a_guided_match_is_no_fair_deal(client):
    table = client.post("/api/tables", json={"game": GAME, "teaching": True, "seats": [{"kind": "me"}]}).json()
    told = client.get(f"/api/tables/{table['table']}").json()
    assert told["teaching"] and told["commitment"] is None


# --- Rematches ----------------------------------------------------------------------------------


def test_a_rematch_is_dealt_from_what_was_added_to_its_own_commitment(client):
    table, _, (ada, bruno) = together(client)
    assert ada.ask(type="contribute", commitment="00" * 32, contribution=LATER)["code"] == "unknown-commitment"
    finish(client, table, [ada, bruno])
    following = ada.table["next_commitment"]
    assert following == bruno.table["next_commitment"] != ada.table["commitment"]
    assert Person(client, table).table["next_commitment"] is None, "whoever watches adds nothing"
    assert Person(client, table).ask(type="contribute", commitment=following, contribution=LATER)["code"] == "no-seat"
    assert ada.ask(type="contribute", commitment=following, contribution=LATER)["type"] == "done"
    assert ada.ask(type="contribute", commitment=following, contribution=MINE)["code"] == "unknown-commitment"
    token = next(seat for seat in laid_at(client, table).seats if seat.name == "Ada")
    again = client.app.state.hall.rooms.awake[table]
    assert again.table.seats[0] == token
    client.portal.call(client.app.state.hall.rematches.rematch, again, 0)
    rematch = again.table.rematch
    told = client.get(f"/api/tables/{rematch}").json()
    assert told["commitment"] == following
    assert laid_at(client, rematch).contributions == [None, LATER]


# --- Matches that go on -------------------------------------------------------------------------


def halfway(moves=8):
    match = ararat.game(GAME).start(players=2, seed=11)
    for _ in range(moves):
        match.play(match.moves()[0])
    return match


def test_what_was_hidden_is_dealt_anew_where_a_match_goes_on(client):
    match = halfway()
    table, commitment, persons = together(client, record=match.record(), public=True)
    laid = laid_at(client, table)
    assert laid.match.view(None) == match.view(None) and laid.match.state() != match.state()
    assert {person.table["continued"] for person in persons} == {"anew"}
    listed = {one["table"]: one for one in client.get("/api/tables").json()}
    assert listed[table]["continued"] == "anew"
    record = finish(client, table, persons)
    assert record["redealt"] and record["state"] == match.state() and record["proof"]["began"] == "anew"
    assert ararat.verify(record, commitment, YOURS)


def test_a_match_goes_on_as_it_was_only_where_everybody_agrees(client):
    match = halfway()
    table = set_table(client, seats=ONE_OF_TWO, record=match.record(), as_it_was=True)["table"]
    assert client.get(f"/api/tables/{table}").json()["continued"] == "as-it-was"
    refused = client.post(f"/api/tables/{table}/seats", json={"name": "Bruno"})
    assert refused.status_code == 403 and code_of(refused) == "as-it-was"
    assert join(client, table, agrees=True, contribution=YOURS)["seat"] == 1
    laid = laid_at(client, table)
    assert laid.match.state() == match.state() and laid.match.history == match.history
    play_out(laid)
    record = laid.record()
    assert record["proof"]["began"] == "as-it-was" and record["proof"]["brought"] == len(match.history)
    assert ararat.verify(record, laid.deal.commitment, YOURS)


# --- Tables of old ------------------------------------------------------------------------------


def test_tables_of_a_store_of_old_go_on_without_a_proof(tmp_path):
    """Set, begun or waiting before there were fair deals; one of them goes on from a record."""
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "person", "name": "Bruno"}]
    setup = {"game": GAME, "options": halfway(0).options, "public": True, "seats": seats}
    record = halfway().record()
    del record["proof"], record["redealt"]
    begun = {"kind": "start", "seed": 2**63 + 5, "seats": seats}
    move = {"kind": "move", "seat": 0, "entropy": [1, 2, 3, 4]}

    async def write():
        store = SqlStore.in_folder(tmp_path)
        await store.create("playing", setup, True, "playing", begun)
        match = ararat.game(GAME).start(players=2, seed=2**63 + 5)
        await store.append("playing", 1, move | {"move": match.moves()[0]}, "playing")
        await store.create("waiting", setup | {"seats": [seats[0], {"kind": "open"}]}, True, "waiting")
        from_record = ararat.record.sealed(record | {"format": 1})
        await store.create("going-on", setup | {"record": from_record}, True, "playing", begun)
        store.close()

    asyncio.run(write())
    with served(tmp_path, games=[GAME]) as client:
        listed = {one["table"]: one for one in client.get("/api/tables").json()}
        assert listed.keys() == {"playing", "waiting", "going-on"}
        assert all(one["commitment"] is None for one in listed.values())
        assert listed["going-on"]["continued"] == "as-it-was" and listed["going-on"]["made"] == 8
        assert join(client, "waiting", contribution=YOURS)["seat"] == 1
        for table in listed:
            laid = laid_at(client, table)
            assert laid.match is not None and laid.deal is None and len(laid.entropy()) == 4
            play_out(laid)
            assert laid.record()["proof"] is None and ararat.replay(laid.record()).over
            assert laid.next_commitment(0) is None and Deal(**without_next(laid.rotated()["deal"])).seed()


def without_next(deal):
    return {"secret": deal["secret"], "contributions": tuple(deal["contributions"])}
