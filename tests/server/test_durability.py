"""What is acknowledged stays: the store's numbering, tables that leave the memory, a server that is killed."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request

import pytest
from at_table import FAST, Here, wait_for
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

import ararat
from ararat.games import all_facts
from ararat.server.hall import Hall
from ararat.server.inspection import inspected
from ararat.server.messages import NewTable
from ararat.server.preparing import load
from ararat.server.refusals import Declined
from ararat.server.store import SqlStore, Taken
from ararat.server.telling import table_message
from lengths import amount

KILLS = int(os.environ.get("ARARAT_KILLS", amount(2, long=12)))  # a hundred take a quarter of an hour
TABLES = amount(2, long=8)
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
        await store.create("u", SETUP, False, "playing")  # once this is written, so is all that came before it
        assert kinds((await store.load("t"))[1]) == [str(number) for number in range(9)]

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
            await there.seating.stand_in(theirs, 0, 0, "random")
            await here.seating.rename(ours, 2, "Carla")
            _, entries = await here.store.load(table)
            assert kinds(entries) == ["start", *["move"] * 5, "name", "seat", "name"]
            assert ours.table.seats[0].stand_in == "random"
            assert [seat.name for seat in ours.table.seats] == ["Ada", "Bianca", "Carla"]

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
        self.start("--data", folder, stderr=subprocess.DEVNULL)

    def start(self, *arguments, **more):
        command = [sys.executable, "-m", "ararat", "serve", "--port", "0", *map(str, arguments)]
        environment = {**os.environ, "COLUMNS": "200"}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, **more)
        said = next(word for word in self.process.stdout.readline().split() if word.startswith("http"))
        self.port = int(said.rstrip("/").rpartition(":")[2])

    def ask(self, path, body=None, token=None):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, headers)
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
        self.process.stdout.close()


def processes():
    """The parent and the state of every process."""
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,stat="], capture_output=True, text=True, check=True)
    return {int(pid): (int(parent), state) for pid, parent, state in map(str.split, listed.stdout.splitlines())}


def children_of(parent):
    return {pid for pid, (above, _) in processes().items() if above == parent}


def still_there(pids):
    return {pid for pid, (_, state) in processes().items() if pid in pids and not state.startswith("Z")}


async def sit_and_play(port, table, seat, token, crowd):
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
                    crowd.sent[table][number] = (seat, move)
                    await link.send(json.dumps({"type": "move", "id": number + 1, "number": number, "move": move}))
                elif message["type"] == "done" and message.get("id") in asked:
                    crowd.acknowledged[table][message["id"] - 1] = (seat, asked.pop(message["id"]))
                elif message["type"] == "refused":
                    assert message["code"] == "too-many"  # of a machine that is too fast
                    decided = -1
                    await asyncio.sleep(0.5)
                    await link.send(json.dumps({"type": "hello", "token": token}))
                over = over or (message["type"] == "table" and message["over"])
                if over and not asked:
                    crowd.over.add(table)
                    return


async def do_as_told(port, lesson, decisions):
    """Follow a guided match for some decisions: what was said at each, and what came after the last."""
    heard = []
    async with connect(f"ws://127.0.0.1:{port}/ws/{lesson['table']}", max_size=None) as link:
        await link.send(json.dumps({"type": "hello", "token": lesson["seats"][0]["token"], "language": "en"}))
        async for message in map_json(link):
            if message["type"] == "table" and message["turn"] == 0 and message["number"] not in dict(heard):
                heard.append((message["number"], message["taught"]))
                if len(heard) > decisions:
                    break
                move = {"type": "move", "number": message["number"], "move": message["taught"]["move"]}
                await link.send(json.dumps(move))
    return heard


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


class Crowd:
    """People at some tables of a server that is killed again and again; they know what they sent and what was
    acknowledged, by table and by the move's number."""

    GAMES = ("animals-on-board", "opti-mix")

    def __init__(self, folder, tables):
        self.folder = folder
        self.wanted = tables
        self.people = {}
        self.sent = {}
        self.acknowledged = {}
        self.over = set()

    def sit_down(self, server):
        """Set tables in place of those that are over."""
        for n in range(self.wanted - len(self.people.keys() - self.over)):
            seats = [{"kind": "here"}, {"kind": "here"}, {"kind": "bot", "bot": "random"}]
            answer = server.ask("/api/tables", {"game": self.GAMES[n % 2], "seats": seats})
            self.people[answer["table"]] = [(seat["seat"], seat["token"]) for seat in answer["seats"]]
            self.sent[answer["table"]], self.acknowledged[answer["table"]] = {}, {}

    @property
    def heard(self):
        return sum(map(len, self.acknowledged.values()))

    async def play_until_killed(self, server, moves):
        """Play until so many moves more are acknowledged, and a moment longer; the server's own processes."""
        playing = {table: held for table, held in self.people.items() if table not in self.over}
        seats = [(table, seat, token) for table, held in playing.items() for seat, token in held]
        tasks = [asyncio.create_task(sit_and_play(server.port, *who, self)) for who in seats]
        enough = self.heard + moves
        while self.heard < enough and not all(task.done() for task in tasks):
            await asyncio.sleep(0.002)
        await asyncio.sleep(random.uniform(0, 0.03))
        helpers = await asyncio.to_thread(children_of, server.process.pid)
        server.process.kill()
        await asyncio.gather(*tasks)
        return helpers

    def compare(self):
        """Hold what is on disk against what was heard: nothing lost, nothing doubled, no gaps."""
        for table, moves in self.acknowledged.items():
            entries = entries_on_disk(self.folder, table)
            made = [(entry["seat"], entry["move"]) for entry in entries if entry["kind"] == "move"]
            assert {number: made[number] for number in moves} == moves, "a move was lost"
            # Beyond those there is only what was on its way when the server was killed, each at its own number.
            people = {number: move for number, move in enumerate(made) if move[0] < 2}
            assert people == {number: self.sent[table].get(number) for number in people}, "a move was doubled"
            assert len(people) <= len(moves) + KILLS * 2


def test_an_acknowledged_move_survives_a_killed_server(tmp_path):
    crowd, code = Crowd(tmp_path, TABLES), None
    for kill in range(KILLS):
        server = Killable(tmp_path)
        try:
            wait_for(server.answers, 300)
            crowd.sit_down(server)
            if kill == 0:
                carried = server.ask("/api/tables", {"game": crowd.GAMES[0], "seats": [{"kind": "here"}] * 2})
                code = server.ask(f"/api/tables/{carried['table']}/code", {}, carried["seats"][0]["token"])["code"]
                body = {"game": crowd.GAMES[0], "teaching": True, "seats": [{"kind": "me", "name": "Ida"}]}
                lesson = server.ask("/api/tables", body)
                said = asyncio.run(do_as_told(server.port, lesson, 2))
            elif kill == 1:
                told = server.ask("/api/codes", {"code": code})
                assert told["table"] == carried["table"], "a seat's code is kept, too"
                with pytest.raises(urllib.error.HTTPError):
                    server.ask("/api/codes", {"code": code})
                again = asyncio.run(do_as_told(server.port, lesson, 1))
                assert again[0] == said[-1] and again[0][1]["move"], "a guided match goes on where it was"
                assert again[1][1]["move"] and not again[1][1]["strayed"]
            helpers = asyncio.run(crowd.play_until_killed(server, random.randint(4, 12) * TABLES // 2))
        finally:
            server.kill()
        assert helpers
        wait_for(lambda helpers=helpers: not still_there(helpers))
        crowd.compare()
    print(f"{KILLS} kills, {len(crowd.people)} tables, {crowd.heard} moves acknowledged")
    assert inspected(tmp_path, replaying=True).whole, "every table can be played anew"


def test_a_crash_between_the_last_seat_and_the_start_leaves_nobody_waiting(tmp_path):
    async def story():
        async with hall_over(tmp_path, "noah") as hall:
            people = [{"kind": "me", "name": "Ada"}, {"kind": "friend"}]
            table = (await hall.new_tables.set_table(NewTable(game="noah", seats=people)))["table"]
            taken = {"kind": "seat", "seat": 1, "as": {"kind": "person", "name": "Bruno", "holder": "0" * 64}}
            await hall.store.append(table, 0, taken, "waiting")
        async with hall_over(tmp_path, "noah") as hall:
            room = await hall.rooms.find(table)
            async with asyncio.timeout(120):
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
