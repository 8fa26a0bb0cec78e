"""Records that somebody brought: checked once for all who look at them, as long as there is room."""

from __future__ import annotations

import asyncio
import dataclasses
import threading

import pytest
from at_table import FAST, elsewhere, served
from starlette.responses import JSONResponse

import ararat
from ararat.server import api, replays
from ararat.server.preparing import Preparation
from ararat.server.replays import Replay, Replays

GAME = "opti-mix"
MOVES = 9


@pytest.fixture(scope="module")
def match():
    match = ararat.game(GAME).start(players=3, seed=5)
    for _ in range(MOVES):
        match.play(match.moves()[0])
    return match


def brought(client, match):
    return f"/api/replays/{client.post('/api/replays', json=match.record()).json()['replay']}"


def count_checks(client, monkeypatch):
    """A list that grows with every record that is checked."""
    hall, checked = client.app.state.hall, []
    really = hall.replays.checked

    async def check(record, address):
        checked.append(record)
        return await really(record, address)

    monkeypatch.setattr(hall.replays, "checked", check)
    return checked


def test_a_record_is_checked_once_for_all_who_look_at_it(tmp_path, match, monkeypatch):
    with served(tmp_path, FAST, [GAME]) as client:
        checked = count_checks(client, monkeypatch)
        source = brought(client, match)
        for _ in range(3):
            assert client.get(source).json()["made"] == MOVES
            assert client.get(f"{source}/frames").json()["total"] == MOVES + 1
            assert client.get(f"{source}/analysis").json()["error"]["code"] == "not-over"
        assert len(checked) == 1


def test_a_record_that_left_the_memory_is_checked_again_and_that_is_work(tmp_path, match, monkeypatch):
    limits = dataclasses.replace(FAST, replays_kept=1, new_tables_at_once=4, new_tables_a_minute=0.001)
    with served(tmp_path, limits, [GAME]) as client:
        checked = count_checks(client, monkeypatch)
        first, second = brought(client, match), brought(client, match)
        assert client.get(first).json() == client.get(first).json()
        assert len(checked) == 3
        assert client.get(second).status_code == 200
        assert client.get(first).status_code == 429
        assert client.get(second).status_code == 200, "what is known is told"
        assert elsewhere(client, "10.0.0.2").get(first).status_code == 200
        assert len(checked) == 5


def test_looking_into_the_past_has_a_limit_of_its_own(tmp_path, match):
    limits = dataclasses.replace(FAST, looks_at_once=2, looks_a_second=0.001)
    with served(tmp_path, limits, [GAME]) as client:
        source = brought(client, match)
        codes = [client.get(f"{source}/frames?count=1").status_code for _ in range(3)]
        assert codes == [200, 200, 429]
        assert client.get(source).status_code == 200
        assert elsewhere(client, "10.0.0.2").get(f"{source}/frames?count=1").status_code == 200


def test_records_are_made_beside_the_loop_and_count_as_looks(tmp_path, match, monkeypatch):
    limits = dataclasses.replace(FAST, looks_at_once=2, looks_a_second=0.001)
    threads = []
    monkeypatch.setattr(api, "as_file", lambda record: threads.append(threading.current_thread()) or JSONResponse({}))
    with served(tmp_path, limits, [GAME]) as client:
        source = brought(client, match)
        assert [client.get(f"{source}/record").status_code for _ in range(3)] == [200, 200, 429]
    assert len(threads) == 2 and all("asyncio" in thread.name for thread in threads)


def test_whoever_brings_many_records_holds_up_nobody_who_brings_one(monkeypatch):
    order = []
    monkeypatch.setattr(replays, "replay", lambda record: order.append(record["of"]))

    async def bring(*addresses):
        at_hand = Replays(Preparation(), FAST)
        await asyncio.gather(*(at_hand.checked({"of": address}, address) for address in addresses))

    asyncio.run(bring(*["greedy"] * 8, "modest"))
    assert order.index("modest") < 3 and len(order) == 9


def test_few_records_and_few_moves_are_kept(match):
    some = Replays(Preparation(), dataclasses.replace(FAST, replays_kept=3, replay_moves_kept=100))
    for name in "abcd":
        some.keep(Replay(name, match))
    assert list(some.kept) == ["b", "c", "d"]
    assert some.find("b") is not None and some.find("a") is None
    some.keep(Replay("e", match))
    assert list(some.kept) == ["d", "b", "e"]
    some = Replays(Preparation(), dataclasses.replace(FAST, replay_moves_kept=2 * MOVES))
    for name in "abc":
        some.keep(Replay(name, match))
    assert list(some.kept) == ["b", "c"]
