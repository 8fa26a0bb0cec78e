"""A disk that is full, a store that is read-only or locked, a clock that is set back: a sentence each, nothing lost.

And what keeps the disk: old tables are forgotten, a store has a size, and so has a log."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import json
import random
import resource
import sqlite3
import time
import urllib.error

import pytest
import sqlalchemy as sql
from at_table import FAST, Watcher, people, served, wait_for
from test_durability import Killable, hall_over, kinds, map_json, play, set_table, told
from test_store import asked
from websockets.asyncio.client import connect

from ararat.server import bot_turns
from ararat.server.clock import Clock
from ararat.server.expiry import DAY
from ararat.server.inspection import inspected
from ararat.server.refusals import Declined
from ararat.server.rooms import rebuilt
from ararat.server.seats import hash_of
from ararat.server.serving import opened_store
from ararat.server.store import SqlStore

GAME = "animals-on-board"
FAR = 1e9  # seconds
LANGUAGES = ("en", "fr", "it")


def with_settings(store, *settings):
    """From now on SQLite works over connections with such settings."""

    def connected(connection, _):
        for setting in settings:
            connection.execute(f"PRAGMA {setting}")

    sql.event.listen(store.engine, "connect", connected)
    store.engine.dispose()
    return lambda: (sql.event.remove(store.engine, "connect", connected), store.engine.dispose())


def full(store, folder):
    """No page more fits on the disk."""
    pages = asked(folder, "PRAGMA page_count")[0][0]
    return with_settings(store, f"max_page_count={pages}")


def read_only(store, folder):
    return with_settings(store, "query_only=ON")


def locked(store, folder):
    """Somebody else writes, and takes a minute for it."""
    release = with_settings(store, "busy_timeout=20")
    other = sqlite3.connect(folder / "tables.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    return lambda: (other.close(), release())


async def refused_at_last(hall, room):
    """Move until the store refuses; how many moves it took before."""
    made = room.table.made
    while True:
        match = room.table.match
        before = told(room)
        assert not match.over, "the store took everything"
        try:
            await hall.moving.move(room, match.turn, room.table.number, random.choice(match.moves()))
        except Declined as problem:
            refused = problem
            break
    assert refused.code == "not-kept" and refused.status == 503
    assert len({refused.text_in(language) for language in LANGUAGES}) == 3
    assert told(room) == before, "nothing was done"
    return room.table.made - made


@pytest.mark.parametrize("trouble", [full, read_only, locked], ids=lambda trouble: trouble.__name__)
def test_what_cannot_be_written_is_refused_and_nothing_is_lost(tmp_path, trouble, caplog):
    async def story():
        async with hall_over(tmp_path, GAME) as hall:
            table, _ = await set_table(hall, GAME, "Ada", "Bruno", "Chiara")
            other, _ = await set_table(hall, GAME, "Ada", "Bruno")
            room = await play(hall, table, 2)
            # On a full disk, what fits into the last page still does.
            hall.store.engine.dispose()
            await hall.store.keep_record("fills a page", {"text": "x" * 3000})
            end = trouble(hall.store, tmp_path)
            made = 2 + await refused_at_last(hall, room)
            big = {"text": "x" * 50_000}
            with pytest.raises(Declined, match="can’t write"):
                await hall.store.keep_record("r", big)
            # What is there can be read, also what sleeps.
            hall.rooms.forget_idle(0)
            assert (await hall.rooms.find(table)).table.made == made
            assert (await hall.rooms.find(other)).table.made == 0
            end()
            room = await play(hall, table, 3)
            assert room.table.made == made + 3
            await hall.store.keep_record("r", big)
            kept = await hall.store.load(table)
            assert kinds(kept[1]) == ["start", *["move"] * (made + 3)]
            assert told(type(room)(rebuilt(table, *kept))) == told(room)

    asyncio.run(story())
    said = ["again" in record.getMessage() for record in caplog.records if "store" in record.getMessage()]
    assert said == [False, True] * (len(said) // 2), "one line when it begins, one when it is over"
    assert "INSERT" not in caplog.text


def test_bots_wait_for_the_disk_and_go_on(tmp_path, monkeypatch):
    monkeypatch.setattr(bot_turns, "DISK_SECONDS", 0.05)

    async def story():
        async with hall_over(tmp_path, GAME) as hall:
            table, _ = await set_table(hall, GAME, "Ada", "Bruno")
            room = await hall.rooms.find(table)
            for seat in range(2):
                await hall.seating.stand_in(room, seat, seat, "random")
            end = read_only(hall.store, tmp_path)
            room.visitors.add(Watcher())
            hall.bot_turns.wake(room)
            await asyncio.sleep(0.2)
            assert room.table.made == 0 and room.bots_play
            end()
            async with asyncio.timeout(60):
                while not room.table.match.over:
                    await asyncio.sleep(0.02)
            made = [entry for entry in (await hall.store.load(table))[1] if entry["kind"] == "move"]
            assert [entry["move"] for entry in made] == room.table.match.history

    asyncio.run(story())


def test_a_store_that_can_only_be_read_at_the_start_is_refused(tmp_path, monkeypatch):
    SqlStore.in_folder(tmp_path).close()
    only_to_read = f"sqlite:///file:{tmp_path / 'tables.db'}?mode=ro&uri=true"
    monkeypatch.setattr(SqlStore, "in_folder", lambda folder, most: SqlStore(only_to_read))
    with pytest.raises(Exception, match="another folder with --data"):
        opened_store(tmp_path)


# --- The clock ------------------------------------------------------------------------------------


def test_the_stores_time_never_goes_back(monkeypatch):
    machine, steady = [1_000.0], [50.0]
    monkeypatch.setattr(time, "time", lambda: machine[0])
    monkeypatch.setattr(time, "monotonic", lambda: steady[0])
    clock = Clock(since=400.0)
    assert clock.now() == 1_000
    machine[0], steady[0] = 200.0, 60.0  # set back by a quarter of an hour
    assert clock.now() == 1_010
    machine[0], steady[0] = 1_500.0, 61.0  # set right, or the machine slept
    assert clock.now() == 1_500
    assert Clock(since=2_000.0).now() == 2_000, "nor does it after a restart"


def test_a_clock_that_is_set_back_loses_nothing(tmp_path, monkeypatch):
    set_back = contextlib.ExitStack()

    async def story():
        async with hall_over(tmp_path, GAME) as hall:
            table, tokens = await set_table(hall, GAME, "Ada", "Bruno")
            room = await play(hall, table, 2)
            code = await hall.carrying.code_for(room, tokens[0])
            before = room.table.changed
            real = time.time
            patch = set_back.enter_context(monkeypatch.context())
            patch.setattr(time, "time", lambda: real() - 400 * DAY)
            await play(hall, table, 2)
            assert room.table.changed >= before
            assert await hall.expiry.tidy() == 0
            carried = await hall.carrying.carry(code)
            assert carried["table"] == table
        async with hall_over(tmp_path, GAME) as hall:  # and the server is started anew
            room = await play(hall, table, 2)
            assert room.table.made == 6 and room.table.changed >= before
            hall.rooms.forget_idle(0)
            assert await hall.expiry.tidy() == 0

    with set_back:
        asyncio.run(story())


def test_an_empty_table_leaves_the_memory_sooner_when_its_match_is_over(tmp_path):
    async def story():
        async with hall_over(tmp_path, GAME) as hall:
            (over, _), (going, _) = [await set_table(hall, GAME, "Ada", "Bruno") for _ in range(2)]
            await play(hall, over)
            await play(hall, going, 1)
            hall.rooms.forget_idle(FAR, FAR)
            assert set(hall.rooms.awake) == {over, going}
            hall.rooms.forget_idle(FAR, 0)
            assert set(hall.rooms.awake) == {going}
            assert (await hall.rooms.find(over)).table.match.over

    asyncio.run(story())


# --- What keeps the disk --------------------------------------------------------------------------


def test_what_is_too_old_is_forgotten_but_for_tables_that_somebody_is_at(tmp_path, monkeypatch):
    async def story():
        async with hall_over(tmp_path, GAME) as hall:
            tables, tokens = zip(*[await set_table(hall, GAME, "Ada", "Bruno") for _ in range(5)], strict=True)
            over = await play(hall, tables[0])
            code = await hall.carrying.code_for(over, tokens[0][0])
            await hall.seating.rename(over, 1, "Bea")
            await hall.store.keep_record("old", {})
            hall.rooms.forget_idle(0)
            assert await hall.expiry.tidy() == 0
            now = hall.store.now()
            monkeypatch.setattr(hall.store, "now", lambda: now + (FAST.keep_days - 1) * DAY)
            await play(hall, tables[1], 1)
            hall.rooms.forget_idle(0)
            await hall.store.keep_record("new", {})
            await hall.rooms.find(tables[2])
            monkeypatch.setattr(hall.store, "now", lambda: now + (FAST.keep_days + 1) * DAY)
            assert await hall.expiry.tidy() == 4
            for table in tables:
                found = await hall.store.load(table) is not None
                assert found == (table in tables[1:3]), "what changed since, and what is open, stays"
            assert await hall.store.find_code(hash_of(code)) is None
            assert await hall.store.load_record("old") is None and await hall.store.load_record("new") == {}

    asyncio.run(story())
    for rows in ("log", "names", "codes"):
        lost = f"SELECT count(*) FROM {rows} WHERE table_id NOT IN (SELECT id FROM tables)"
        assert asked(tmp_path, lost) == [(0,)]


def test_a_store_without_room_takes_no_new_tables_and_lets_matches_go_on(tmp_path):
    with served(tmp_path, games=(GAME,)) as client:
        table = client.post("/api/tables", json={"game": GAME, **people("Ada", "Bruno")}).json()["table"]
        hall = client.app.state.hall
        hall.store.most = hall.store.size
        for language in LANGUAGES:
            body = {"game": GAME, **people("Ada", "Bruno")}
            answer = client.post(f"/api/tables?language={language}", json=body)
            assert answer.status_code == 507 and answer.json()["error"]["code"] == "store-full"

        async def go_on():
            room = await play(hall, table)
            assert room.table.match.over
            with pytest.raises(Declined, match="no new tables"):
                await hall.store.keep_record("r", room.table.record())
            # What was forgotten makes room.
            hall.rooms.forget_idle(0)
            size = hall.store.size
            assert await hall.store.forget(hall.store.now() + 1, set(), 100) == 1
            assert hall.store.size <= size
            hall.store.most = hall.store.size + 1
            await hall.store.keep_record("r", {})

        client.portal.call(go_on)


def test_a_log_has_an_end(tmp_path):
    async def story():
        async with hall_over(tmp_path, GAME) as hall:
            table, _ = await set_table(hall, GAME, "Ada", "Bruno")
            hall.happenings.limits = dataclasses.replace(FAST, entries_a_table=4)
            room = await play(hall, table, 3)
            with pytest.raises(Declined, match="log takes no more"):
                await play(hall, table, 1)
            assert room.table.made == 3

    asyncio.run(story())


# --- A server in a process of its own -------------------------------------------------------------


class Guest:
    """Two people of one table, through one WebSocket after the other, who try again what was refused."""

    def __init__(self, server):
        body = {"game": GAME, "seats": [{"kind": "here"}] * 2}
        answer = server.ask("/api/tables", body)
        self.server, self.table = server, answer["table"]
        self.tokens = [seat["token"] for seat in answer["seats"]]
        self.acknowledged = []

    async def move(self):
        """One legal move of whoever is in turn; the code of the refusal, if it is refused, and the match's end."""
        turn = self.server.ask(f"/api/tables/{self.table}")["turn"]
        if turn is None:
            return "over"
        async with connect(f"ws://127.0.0.1:{self.server.port}/ws/{self.table}", max_size=None) as link:
            await link.send(json.dumps({"type": "hello", "token": self.tokens[turn]}))
            await link.send(json.dumps({"type": "moves", "most": 1}))
            async for message in map_json(link):
                if message["type"] == "moves":
                    move = message["moves"][0]
                    asked = {"type": "move", "id": 7, "number": message["number"], "move": move}
                    await link.send(json.dumps(asked))
                elif message.get("id") == 7:
                    if message["type"] == "done":
                        self.acknowledged.append(move)
                    return message.get("code")
        raise AssertionError("the server went away")


@pytest.mark.long
def test_a_server_whose_disk_fills_and_whose_store_is_locked_for_a_minute(tmp_path):
    server = Killable(tmp_path)
    try:
        wait_for(lambda: (server.answers() or {"games": {GAME: {"ready": False}}})["games"][GAME]["ready"], 300)
        guest = Guest(server)

        async def moves(count):
            return [await guest.move() for _ in range(count)]

        assert asyncio.run(moves(4)) == [None] * 4
        soft, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1024, hard))  # no file can be written any further
        assert asyncio.run(moves(3)) == ["not-kept"] * 3
        with pytest.raises(urllib.error.HTTPError, match="503"):
            Guest(server)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (soft, hard))
        assert asyncio.run(moves(3)) == [None] * 3
        other = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        until, refused = time.monotonic() + 60, []
        while time.monotonic() < until:
            refused += asyncio.run(moves(1))
        other.close()
        assert set(refused) == {"not-kept"}
        while asyncio.run(moves(1)) == [None]:
            pass
        assert server.ask(f"/api/tables/{guest.table}/record")["moves"] == guest.acknowledged
    finally:
        server.kill()
    assert inspected(tmp_path, replaying=True).whole
