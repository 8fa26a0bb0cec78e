"""What is acknowledged stays: the store's numbering, tables that leave the memory, a server that is killed."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import socket
import sqlite3
import subprocess
import sys
import urllib.request

import pytest
from at_table import FAST, Here, wait_for
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

import ararat
from ararat.games import all_facts
from ararat.server.hall import Hall
from ararat.server.messages import NewTable
from ararat.server.preparing import load
from ararat.server.refusals import Declined
from ararat.server.store import SqlStore, Taken
from ararat.server.telling import table_message
from lengths import amount

KILLS = amount(1, long=3)
SETUP = {"game": "noah", "options": {}, "public": False, "seats": []}


# --- The store ----------------------------------------------------------------------------------


@pytest.fixture
def stores(tmp_path):
    """Two stores over one folder, as two processes have them."""
    opened = [SqlStore.in_folder(tmp_path) for _ in range(2)]
    yield opened
    for store in opened:
        store.close()


def kinds(entries):
    return [entry["kind"] for entry in entries]


def test_each_commit_is_on_disk_before_it_is_acknowledged(stores):
    with stores[0].engine.connect() as link:
        settings = {name: link.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")}
    assert settings == {"journal_mode": "wal", "synchronous": 2}  # 2 is FULL


def test_of_two_who_write_the_same_number_one_is_refused(stores):
    async def race():
        first, second = stores
        await first.create("t", SETUP, False, "playing")
        won = []
        for number in range(20):
            tries = [store.append("t", number, {"kind": f"{n}-{number}"}, "playing") for n, store in enumerate(stores)]
            results = await asyncio.gather(*tries, return_exceptions=True)
            assert sorted(map(repr, results)) == sorted(map(repr, [None, Taken()]))
            won.append(f"{results.index(None)}-{number}")
        with pytest.raises(Taken):
            await second.append("t", 3, {"kind": "late"}, "playing")
        for store in stores:
            assert kinds((await store.load("t"))[1]) == won
        assert kinds((await second.load("t", since=18))[1]) == won[18:]

    asyncio.run(race())


def test_what_cannot_be_written_harms_nothing_beside_it(stores):
    async def batch():
        store = stores[0]
        names = [f"t{n}" for n in range(8)]
        for name in names:
            await store.create(name, SETUP, False, "playing")
        await store.append("t5", 0, {"kind": "first"}, "playing")
        # All of these wait together, so they are one transaction, until one of them fails.
        tries = [store.append(name, 0, {"kind": "move"}, "playing") for name in names]
        results = await asyncio.gather(*tries, return_exceptions=True)
        assert [type(result) for result in results] == [Taken if name == "t5" else type(None) for name in names]
        for name in names:
            assert kinds((await store.load(name))[1]) == ["first" if name == "t5" else "move"]

    asyncio.run(batch())


def test_somebody_who_stops_waiting_does_not_stop_the_store(stores):
    async def impatient():
        store = stores[0]
        await store.create("t", SETUP, False, "playing")
        tasks = [
            asyncio.create_task(store.append("t", number, {"kind": str(number)}, "playing")) for number in range(9)
        ]
        await asyncio.sleep(0)
        for task in tasks[3:]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        written = len((await store.load("t"))[1])
        await store.append("t", 9, {"kind": "9"}, "playing")
        assert written >= 3 and kinds((await store.load("t"))[1])[:3] == ["0", "1", "2"]

    asyncio.run(impatient())


# --- The hall -----------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def hall_over(folder, *games):
    """A hall over a folder, with the rules of some games ready."""
    hall = Hall(SqlStore.in_folder(folder), FAST, Here())
    for game in games:
        load(all_facts()[game])
        hall.preparation.ready[game].set()
    try:
        yield hall
    finally:
        await hall.close()


async def set_table(hall, game, *names):
    """A table of people: its id and their tokens."""
    wanted = NewTable(game=game, seats=[{"kind": "here", "name": name} for name in names])
    answer = await hall.new_tables.set_table(wanted)
    return answer["table"], [seat["token"] for seat in answer["seats"]]


async def play(hall, table, most=10**6):
    """Random legal moves of whoever is in turn."""
    room = await hall.rooms.find(table)
    for _ in range(most):
        match = room.table.match
        if match.over:
            break
        await hall.moving.move(room, match.turn, room.table.number, random.choice(match.moves()))
    return room


def told(room):
    """The whole table as everybody around it would be told."""
    seats = [None, *range(room.table.players)]
    return [json.loads(json.dumps(table_message(room.table, seat, "fr", set()))) for seat in seats]


def test_a_hall_takes_up_what_another_process_wrote(tmp_path):
    async def two_halls():
        async with hall_over(tmp_path, "noah") as here, hall_over(tmp_path, "noah") as there:
            table, _ = await set_table(here, "noah", "Ada", "Bruno", "Chiara")
            ours, theirs = await here.rooms.find(table), await there.rooms.find(table)
            await play(here, table, 3)
            # The other hall has not heard of these moves. What is meant for an older moment is refused ...
            match = theirs.table.match
            with pytest.raises(Declined) as problem:
                await there.moving.move(theirs, match.turn, 0, match.moves()[0])
            assert problem.value.code == "stale"
            # ... and from then on it knows better.
            assert told(theirs) == told(ours)
            await play(there, table, 2)
            # What is not about a moment is done, after what the other wrote.
            await here.seating.rename(ours, 1, "Bianca")
            assert ours.table.number == 5 and ours.table.seats[1].name == "Bianca"
            await there.seating.rename(theirs, 2, "Carla")
            assert [seat.name for seat in theirs.table.seats] == ["Ada", "Bianca", "Carla"]
            _, entries = await here.store.load(table)
            assert kinds(entries) == ["start", *["move"] * 5, "seat", "seat"]

    asyncio.run(two_halls())


@pytest.mark.parametrize("game", ararat.games())
def test_a_table_that_left_the_memory_comes_back_the_same(tmp_path, game):
    async def forget():
        async with hall_over(tmp_path, game) as hall:
            table, _ = await set_table(hall, game, "Ada", "Bruno", "Chiara")
            for _ in range(3):
                room = await play(hall, table, 9)
                before = told(room)
                hall.rooms.forget_idle(0)
                assert table not in hall.rooms.awake
                again = await hall.rooms.find(table)
                assert again is not room and told(again) == before

    asyncio.run(forget())


def test_a_move_taken_back_stays_so_after_a_restart(tmp_path):
    async def before():
        async with hall_over(tmp_path, "ark-and-noah") as hall:
            table, _ = await set_table(hall, "ark-and-noah", "Ada", "Bruno")
            room = await hall.rooms.find(table)
            moves = room.table.match.moves()
            await hall.moving.move(room, 0, 0, moves[0])
            await hall.moving.undo(room, 0, 1)
            await hall.moving.move(room, 0, 2, moves[1])
            return table, moves[1], told(room)

    async def after():
        async with hall_over(tmp_path, "ark-and-noah") as hall:
            room = await hall.rooms.find(table)
            assert told(room) == known
            assert room.table.match.history == [second] and room.table.number == 3
            await hall.moving.undo(room, 0, 3)
            assert room.table.match.history == [] and room.table.number == 4
            room = await play(hall, table)
            assert room.table.match.over

    table, second, known = asyncio.run(before())
    asyncio.run(after())


def test_a_rematch_keeps_tokens_and_rotates_seats_even_after_a_restart(tmp_path):
    async def before():
        async with hall_over(tmp_path, "animals-on-board") as hall:
            table, tokens = await set_table(hall, "animals-on-board", "Ada", "Bruno", "Chiara")
            room = await play(hall, table)
            return table, tokens, await hall.rematches.rematch(room, 2)

    async def after():
        async with hall_over(tmp_path, "animals-on-board") as hall:
            room = await hall.rooms.find(table)
            assert await hall.rematches.rematch(room, 0) == {"table": again["table"], "seat": 1}
            following = (await hall.rooms.find(again["table"])).table
            assert [following.seat_of(token) for token in tokens] == [1, 2, 0]
            assert [seat.name for seat in following.seats] == ["Chiara", "Ada", "Bruno"]
            assert following.status == "playing" and following.number == 0

    table, tokens, again = asyncio.run(before())
    assert again["seat"] == 0
    asyncio.run(after())


# --- A server that is killed --------------------------------------------------------------------


class Killable:
    """`ararat serve` in a process of its own."""

    def __init__(self, folder):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        command = [sys.executable, "-m", "ararat", "serve", "--port", str(self.port), "--data", str(folder)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def ask(self, path, body=None):
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", body and json.dumps(body).encode())
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def answers(self):
        assert self.process.poll() is None, "the server ended by itself"
        with contextlib.suppress(OSError):
            return self.ask("/api/health")
        return None

    def kill(self):
        self.process.kill()
        self.process.wait()


def processes():
    """The parent and the state of every process."""
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,stat="], capture_output=True, text=True, check=True)
    return {int(pid): (int(parent), state) for pid, parent, state in map(str.split, listed.stdout.splitlines())}


def children_of(parent):
    return {pid for pid, (above, _) in processes().items() if above == parent}


def still_there(pids):
    return {pid for pid, (_, state) in processes().items() if pid in pids and not state.startswith("Z")}


async def sit_and_play(port, table, seat, token, acknowledged):
    """Random legal moves of one seat until the match or the server ends."""
    with contextlib.suppress(OSError, WebSocketException):
        async with connect(f"ws://127.0.0.1:{port}/ws/{table}", max_size=None) as link:
            asked = {}
            decided = -1
            over = False
            await link.send(json.dumps({"type": "hello", "token": token}))
            async for message in map_json(link):
                if message["type"] == "table" and message["legal"] and message["number"] > decided:
                    decided = message["number"]
                    await link.send(json.dumps({"type": "moves"}))
                elif message["type"] == "moves":
                    number, move = message["number"], random.choice(message["moves"])
                    asked[number + 1] = move
                    await link.send(json.dumps({"type": "move", "id": number + 1, "number": number, "move": move}))
                elif message["type"] == "done" and message.get("id") in asked:
                    acknowledged[table][message["id"] - 1] = (seat, asked.pop(message["id"]))
                elif message["type"] == "refused":
                    assert message["code"] == "too-many"  # of a machine that is too fast
                    decided = -1
                    await asyncio.sleep(0.5)
                    await link.send(json.dumps({"type": "hello", "token": token}))
                over = over or (message["type"] == "table" and message["over"])
                if over and not asked:
                    return


async def map_json(link):
    async for text in link:
        yield json.loads(text)


def entries_on_disk(folder, table):
    """The log of a table as it lies there, while no server runs."""
    link = sqlite3.connect(folder / "tables.db")
    with contextlib.closing(link):
        rows = link.execute("SELECT number, entry FROM log WHERE table_id = ? ORDER BY number", (table,)).fetchall()
    assert [number for number, _ in rows] == list(range(len(rows)))
    return [json.loads(entry) for _, entry in rows]


def test_an_acknowledged_move_survives_a_killed_server(tmp_path):
    games = ("animals-on-board", "opti-mix")
    server = Killable(tmp_path)
    try:
        wait_for(server.answers, 300)
        people = {}
        for game in games:
            seats = [{"kind": "here"}, {"kind": "here"}, {"kind": "bot", "bot": "random"}]
            answer = server.ask("/api/tables", {"game": game, "seats": seats})
            people[answer["table"]] = [(seat["seat"], seat["token"]) for seat in answer["seats"]]
        acknowledged = {table: {} for table in people}

        async def play_until(enough):
            seats = [(table, seat, token) for table, held in people.items() for seat, token in held]
            tasks = [asyncio.create_task(sit_and_play(server.port, *who, acknowledged)) for who in seats]
            if enough is not None:
                while sum(map(len, acknowledged.values())) < enough and not all(task.done() for task in tasks):
                    await asyncio.sleep(0.002)
                await asyncio.sleep(random.uniform(0, 0.03))
                helpers.update(await asyncio.to_thread(children_of, server.process.pid))
                server.process.kill()
            await asyncio.gather(*tasks)

        for kill in range(KILLS):
            helpers = set()
            asyncio.run(play_until(20 * kill + random.randint(5, 15)))
            server.kill()
            assert helpers
            wait_for(lambda helpers=helpers: not still_there(helpers))
            for table, moves in acknowledged.items():
                entries = entries_on_disk(tmp_path, table)
                made = [(entry["seat"], entry["move"]) for entry in entries if entry["kind"] == "move"]
                assert [made[number] for number in moves] == list(moves.values())
            server = Killable(tmp_path)
            wait_for(server.answers, 300)
        asyncio.run(play_until(None))
        for table, moves in acknowledged.items():
            record = server.ask(f"/api/tables/{table}/record")
            assert [record["moves"][number] for number in moves] == [move for _, move in moves.values()]
            match = ararat.replay(record)
            assert match.over and server.ask(f"/api/tables/{table}")["status"] == "over"
            # Beyond those there is at most what was on its way when the server was killed: nothing is doubled.
            unheard = [entry for entry in match.log() if entry["seat"] < 2 and entry["number"] not in moves]
            assert len(unheard) <= KILLS * 2
    finally:
        server.kill()


def test_a_crash_between_the_last_seat_and_the_start_leaves_nobody_waiting(tmp_path):
    async def story():
        async with hall_over(tmp_path, "noah") as hall:
            people = [{"kind": "me", "name": "Ada"}, {"kind": "friend"}]
            table = (await hall.new_tables.set_table(NewTable(game="noah", seats=people)))["table"]
            taken = {"kind": "seat", "seat": 1, "as": {"kind": "person", "name": "Bruno", "holder": "0" * 64}}
            await hall.store.append(table, 0, taken, "waiting")
        async with hall_over(tmp_path, "noah") as hall:
            room = await hall.rooms.find(table)
            async with asyncio.timeout(30):
                while room.table.match is None:
                    await asyncio.sleep(0.01)
            assert room.table.status == "playing"

    asyncio.run(story())


def test_a_table_can_be_found_while_its_rules_are_being_prepared(tmp_path):
    async def story():
        async with hall_over(tmp_path) as hall:
            table, _ = await set_table(hall, "noah", "Ada", "Bruno")
            told = await hall.lobby.summary(table)
            assert told["status"] == "playing" and [seat["name"] for seat in told["seats"]] == ["Ada", "Bruno"]
            with pytest.raises(Declined) as refused:
                await hall.rooms.find(table, patient=False)
            assert refused.value.code == "preparing"
            with pytest.raises(Declined):
                await hall.lobby.summary("nothing")

    asyncio.run(story())
