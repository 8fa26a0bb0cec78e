"""Many processes over one store: leases, tables that are taken, connections that are handed on, workers that die or
hang, a database that goes away."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import signal
import socket
import stat
import subprocess
import sys
import urllib.error
import urllib.request
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest
import sqlalchemy as sql
from at_table import FAST, Here, wait_for
from postgres import cluster  # noqa: F401  (a fixture)
from prometheus_client.parser import text_string_to_metric_families
from test_durability import kinds, play, set_table, told
from websockets.sync.client import connect

from ararat.cli.app import run
from ararat.errors import BadFile
from ararat.games import all_facts
from ararat.server import schema, supervising, working
from ararat.server.answers import SERVER
from ararat.server.front import Front
from ararat.server.hall import Hall
from ararat.server.limits import Buckets, Limits
from ararat.server.manner import Manner
from ararat.server.migrating import upgrade
from ararat.server.preparing import load
from ararat.server.refusals import Declined
from ararat.server.shared_store import Peer, SharedStore
from ararat.server.store import Lost
from ararat.server.worker import Worker

GAME = "noah"
HERE = Path(__file__).parent
LONG = 60.0  # seconds of a lease: nobody is taken for dead, however busy the machine is


@pytest.fixture
def database(cluster):  # noqa: F811
    return cluster.new_database()


@contextlib.asynccontextmanager
async def worker_over(address):
    """A hall of this process as a worker has it, that renews its lease when it is told to."""
    hall = Hall(SharedStore(address), FAST, Here())
    load(all_facts()[GAME])
    hall.preparation.ready[GAME].set()
    await hall.store.renew("nowhere")
    try:
        yield hall
    finally:
        await hall.close()


# --- The store ----------------------------------------------------------------------------------


def test_workers_that_start_at_once_make_one_store(cluster, database):  # noqa: F811
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    with ThreadPoolExecutor(4) as together:
        stores = list(together.map(SharedStore, [cluster.address(database)] * 4))
    with stores[0].engine.connect() as link:
        assert schema.version_of(link) == schema.VERSION
        assert compare_metadata(MigrationContext.configure(link), schema.METADATA) == []
    for store in stores:
        store.close()


def test_a_store_of_old_is_upgraded_once(cluster, database):  # noqa: F811
    engine = sql.create_engine(cluster.address(database))
    with engine.begin() as link:
        upgrade(link, "base", schema.FIRST)
    engine.dispose()
    with ThreadPoolExecutor(2) as together:
        stores = list(together.map(SharedStore, [cluster.address(database)] * 2))
    with stores[0].engine.connect() as link:
        assert schema.version_of(link) == schema.VERSION
    for store in stores:
        store.close()


def test_a_newer_store_is_refused_also_while_a_worker_runs(cluster, database):  # noqa: F811
    store = SharedStore(cluster.address(database))
    cluster.ask("UPDATE alembic_version SET version_num = '9999'", name=database)
    with pytest.raises(BadFile, match="9999"):
        asyncio.run(store.renew("nowhere"))
    store.close()
    with pytest.raises(BadFile, match="9999"):
        SharedStore(cluster.address(database))


def test_a_store_that_cannot_be_reached_or_used_is_told_in_a_sentence(cluster, monkeypatch, capsys):  # noqa: F811
    monkeypatch.delenv("ARARAT_STORE", raising=False)

    def refused(*arguments):
        assert run([*arguments, "--language", "en"]) != 0
        said = capsys.readouterr().err
        assert "Traceback" not in said
        return said

    assert "can’t be reached" in refused("serve", "--port", "0", "--store", "postgresql://ararat@/x?host=/nowhere")
    assert "can’t be reached" in refused("serve", "--port", "0", "--store", cluster.address("nothing"))
    assert "postgresql://" in refused("serve", "--port", "0", "--store", "mysql://here/it")
    assert "--store postgresql://" in refused("serve", "--port", "0", "--workers", "2")
    assert "pg_dump" in refused("store", "check", "--store", cluster.address())


def test_a_table_has_one_worker_and_whoever_lost_it_writes_nothing(cluster, database):  # noqa: F811
    address = cluster.address(database)

    async def story():
        async with worker_over(address) as here, worker_over(address) as there:
            table, _ = await set_table(here, GAME, "Ada", "Bruno")
            room = await play(here, table, 2)
            with pytest.raises(Lost):
                await there.rooms.find(table)
            assert (await there.store.owner(table)).id == here.store.worker
            assert await here.store.owner(table) is None
            # The first one hangs: its lease runs out, and the other takes the table.
            cluster.ask("UPDATE workers SET expires = 0 WHERE id = %s", here.store.worker, name=database)
            theirs = await play(there, table, 2)
            assert theirs.table.number == 4
            # What it wants to write when it wakes up is refused, and it knows.
            with pytest.raises(Lost):
                await play(here, table, 1)
            assert room.lost and table not in here.rooms.awake and table not in here.store.held
            with pytest.raises(Lost):
                await here.seating.rename(room, 0, "Zoe")
            assert (await here.store.renew("nowhere"))[1] == []
            assert kinds((await there.store.load(table))[1]) == ["start", *["move"] * 4]
            # And so it is found by whoever renews a lease, before anything is written.
            cluster.ask("UPDATE workers SET expires = 0 WHERE id = %s", there.store.worker, name=database)
            again = await here.rooms.find(table)
            assert told(again) == told(theirs)
            assert (await there.store.renew("nowhere"))[1] == [table]

    asyncio.run(story())


def test_a_lease_that_ran_out_while_the_store_was_away_costs_nobody_a_table(cluster, database):  # noqa: F811
    async def story():
        async with worker_over(cluster.address(database)) as hall:
            table, _ = await set_table(hall, GAME, "Ada", "Bruno")
            room = await play(hall, table, 2)
            cluster.ask("DELETE FROM workers", name=database)
            await play(hall, table, 1)
            assert (await hall.store.renew("nowhere"))[1] == []
            assert (await play(hall, table, 1)) is room and room.table.number == 4

    asyncio.run(story())


def test_tables_that_nobody_is_at_are_let_go(cluster, database, monkeypatch):  # noqa: F811
    address = cluster.address(database)

    async def story():
        async with worker_over(address) as here, worker_over(address) as there:
            table, _ = await set_table(here, GAME, "Ada", "Bruno")
            awake, _ = await set_table(here, GAME, "Ada", "Bruno")
            await here.rooms.find(awake)
            await here.store.release(here.rooms.awake)
            assert len(here.store.held) == 2  # the first was set this minute: somebody is on their way
            monkeypatch.setattr("ararat.server.shared_store.RELEASED_SECONDS", 0.0)
            await here.store.release(here.rooms.awake)
            assert set(here.store.held) == {awake}
            await there.rooms.find(table)
            # What another worker has is not forgotten, however old.
            assert await here.store.forget(10**12, set(), 10) == 1
            assert await here.store.load(table) is not None and await here.store.load(awake) is None

    asyncio.run(story())


def test_connections_that_break_are_noticed_by_nobody(cluster, database):  # noqa: F811
    async def story():
        async with worker_over(cluster.address(database)) as hall:
            table, _ = await set_table(hall, GAME, "Ada", "Bruno")
            for _ in range(3):
                await play(hall, table, 2)
                cluster.ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", database)
            room = await play(hall, table, 1)
            assert room.table.number == 7
            assert kinds((await hall.store.load(table))[1]) == ["start", *["move"] * 7]

    asyncio.run(story())


def test_what_was_written_before_the_connection_broke_is_not_written_twice(cluster, database):  # noqa: F811
    async def story():
        async with worker_over(cluster.address(database)) as hall:
            table, _ = await set_table(hall, GAME, "Ada", "Bruno")
            lose = [True]

            @sql.event.listens_for(hall.store.engine, "commit")
            def broken(link):
                """The answer to a commit that never comes."""
                if lose:
                    lose.clear()
                    link.connection.driver_connection.execute("COMMIT")
                    raise sql.exc.OperationalError("COMMIT", {}, Exception("gone"))

            room = await play(hall, table, 1)
            assert not lose and room.table.number == 1
            assert kinds((await hall.store.load(table))[1]) == ["start", "move"]

    asyncio.run(story())


def test_a_database_that_goes_away_loses_nothing_and_comes_back(cluster, database):  # noqa: F811
    async def story():
        async with worker_over(cluster.address(database)) as hall:
            table, _ = await set_table(hall, GAME, "Ada", "Bruno")
            room = await play(hall, table, 2)
            await asyncio.to_thread(cluster.stop)
            try:
                with pytest.raises(Declined) as refused:
                    await play(hall, table, 1)
                assert refused.value.code == "not-kept" and hall.store.failing
                with pytest.raises(Declined) as refused:
                    await hall.rooms.find("another")
                assert refused.value.code == "not-read"
                with pytest.raises(sql.exc.OperationalError):
                    await hall.store.renew("nowhere")
                assert room.table.number == 2
            finally:
                await asyncio.to_thread(cluster.start)
            assert (await hall.store.renew("nowhere"))[1] == []
            await play(hall, table, 2)
            assert kinds((await hall.store.load(table))[1]) == ["start", *["move"] * 4]

    asyncio.run(story())


def test_what_an_address_spends_elsewhere_counts():
    here, there = Buckets(1e-9, 64), Buckets(1e-9, 64)
    here.spent, there.spent = Counter(), Counter()
    assert all(here.takes("a") for _ in range(64)) and here.takes("b") and not here.takes("a")
    there.spent_elsewhere(here.told())
    assert not there.takes("a") and there.takes("b")
    assert here.told() == {}, "it is told once"
    assert here.spent == {"b": 1}, "a little is told once it is more"


def test_what_has_no_owner_belongs_to_one_worker_and_all_agree():
    peers = [Peer(name, name) for name in "abc"]

    def home(mine, name):
        seen = SimpleNamespace(store=SimpleNamespace(worker=mine.id), peers=[one for one in peers if one != mine])
        found = Worker.home(seen, name)
        return mine if found is None else found

    found = [{home(mine, f"replay {n}") for mine in peers} for n in range(30)]
    assert all(len(one) == 1 for one in found) and set.union(*found) == set(peers)


# --- The supervisor -----------------------------------------------------------------------------

CHILD = """
import os, sys, time
sys.stdin.readline()
print("child", os.getpid(), flush=True)
while True:
    time.sleep(0.05)
    print(".", flush=True)
"""


def test_whoever_dies_or_hangs_is_replaced(monkeypatch):
    ended, stories = [], []
    monkeypatch.setattr(supervising, "COMMAND", [sys.executable, "-S", "-c", CHILD])
    monkeypatch.setattr(supervising, "HANGS_SECONDS", 2.0)
    monkeypatch.setattr(supervising, "RESTARTED_SECONDS", 0.0)
    monkeypatch.setattr(supervising, "end_lease", lambda address, worker: ended.append(worker))
    monkeypatch.setattr(supervising.signal, "signal", lambda number, handler: None)

    def named():
        return [child.worker for child in supervisor.children if child is not None and child.worker is not None]

    def story():
        try:
            for number in (signal.SIGKILL, signal.SIGSTOP):
                wait_for(lambda: len(named()) == 2)
                gone = named()[0]
                os.kill(int(gone.split()[1]), number)
                wait_for(lambda gone=gone: gone in ended and len(named()) == 2 and gone not in named())
                stories.append(number)
        finally:
            supervisor.stopping = True

    with socket.socket() as bound:
        manner = Manner("127.0.0.1", None, Limits(), Front(), workers=2)
        supervisor = supervising.Supervisor(bound, "nowhere", manner)
        with ThreadPoolExecutor(1) as beside:
            beside.submit(story)
            supervisor.run()
    assert stories == [signal.SIGKILL, signal.SIGSTOP]


def test_a_worker_that_starts_while_the_store_is_away_waits_for_it(monkeypatch):
    found = iter(
        [BadFile("store.unreachable", problem="gone"), "store", BadFile("store.newer-database", given=9, known=1)]
    )

    def tried(address, manner):
        one = next(found)
        if isinstance(one, BadFile):
            raise one
        return one

    monkeypatch.setattr(working, "shared_store", tried)
    monkeypatch.setattr(working, "AGAIN_SECONDS", 0.0)
    assert working.reached("nowhere", None) == "store"
    with pytest.raises(SystemExit, match="9"):
        working.reached("nowhere", None)


def test_a_manner_is_told_from_process_to_process():
    manner = Manner("::1", "ark", FAST, Front.checked("https://ark.example.org", ["10.0.0.0/8"]), True, 3)
    assert Manner.of(json.loads(json.dumps(manner.told()))) == manner


# --- Workers in processes of their own ----------------------------------------------------------


class Apart:
    """A worker in a process of its own."""

    def __init__(self, cluster, database, lease=LONG):  # noqa: F811
        self.cluster, self.database = cluster, database
        paths = [str(HERE), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
        command = [sys.executable, str(HERE / "worker_apart.py"), cluster.address(database), str(lease), GAME]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)

    def begin(self):
        """Wait until tables of the game can be played at."""
        port, self.worker = self.process.stdout.readline().split()
        self.port = int(port)
        wait_for(self.is_ready)
        return self

    def is_ready(self):
        with contextlib.suppress(OSError):
            return self.ask("/api/health")["games"][GAME]["ready"]
        return False

    def ask(self, path, body=None, token=None):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def signal(self, number):
        self.process.send_signal(number)

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdout.close()


class Seated:
    """Somebody at a table, through a WebSocket to one of the workers; every message is held against the schemas."""

    def __init__(self, worker, table, token=None):
        self.token = token
        self.context = connect(f"ws://127.0.0.1:{worker.port}/ws/{table}", max_size=None)
        self.link = self.context.__enter__()
        self.count = 0
        self.table = None
        self.texts = []
        self.answer = self.ask(type="hello", token=token, language="en")

    def hear(self):
        self.texts.append(self.link.recv(timeout=60))
        message = json.loads(self.texts[-1])
        SERVER.validate_python(message)
        if message["type"] == "table":
            self.table = message
        return message

    def send(self, **message):
        self.count += 1
        self.link.send(json.dumps(message | {"id": self.count}))

    def ask(self, **message):
        self.send(**message)
        while (answer := self.hear()).get("id") != self.count:
            pass
        return answer

    def until(self, condition):
        while not condition(self.table):
            self.hear()
        return self.table

    def move(self):
        moves = self.ask(type="moves")["moves"]
        return self.ask(type="move", number=self.table["number"], move=random.choice(moves))

    def leave(self):
        self.context.__exit__(None, None, None)


@pytest.fixture(scope="module")
def workers(cluster):  # noqa: F811
    """Two workers on one store."""
    database = cluster.new_database()
    both = [Apart(cluster, database) for _ in range(2)]
    for one in both:
        one.begin()
    wait_for(lambda: all(knows(one, other) for one, other in [both, both[::-1]]))
    yield both
    for one in both:
        one.end()


def knows(one, other):
    """Whether a worker has heard of another: a record that belongs there is found through it."""
    commitment = other.ask("/api/commitments", {})["commitment"]
    body = {"game": GAME, "seats": [{"kind": "here"}] * 2, "commitment": commitment, "contribution": "ab" * 16}
    with contextlib.suppress(urllib.error.HTTPError):
        return one.ask("/api/tables", body)["table"]
    return None


def set_at(worker, **more):
    """A table of two people, set at a worker: its id and their tokens."""
    seats = [{"kind": "here", "name": name} for name in ("Ada", "Bruno")]
    answer = worker.ask("/api/tables", {"game": GAME, "seats": seats, **more})
    return answer["table"], [seat["token"] for seat in answer["seats"]]


def test_players_at_two_workers_are_at_one_table(workers):
    here, there = workers
    table, tokens = set_at(here, public=True, hints=True)
    ada, bruno, watcher = Seated(here, table, tokens[0]), Seated(there, table, tokens[1]), Seated(there, table)
    people = [ada, bruno]
    assert ada.until(lambda told: all(seat["here"] for seat in told["seats"]))
    for number in range(1, 7):
        mover = people[ada.table["turn"]]
        assert mover.move()["type"] == "done"
        for one in (ada, bruno, watcher):
            one.until(lambda told, number=number: told["number"] == number)
    # A hint that one asks for is seen by all; so is a move that is taken back, where that can be.
    mover = people[ada.table["turn"]]
    assert mover.ask(type="hint")["type"] in ("hint", "refused")
    mover.move()
    assert mover.ask(type="undo", number=mover.table["number"])["type"] in ("done", "refused")
    # Both lobbies tell the same, people who are there included.
    told = [next(one for one in worker.ask("/api/tables") if one["table"] == table) for worker in workers]
    assert told[0] == told[1] and all(seat["here"] for seat in told[0]["seats"])
    assert here.ask(f"/api/tables/{table}") == there.ask(f"/api/tables/{table}")
    assert bruno.ask(type="stand-in", seat=1, bot="random")["type"] == "done"
    ada.until(lambda told: told["seats"][1]["stand_in"])
    for one in (*people, watcher):
        one.leave()


def test_what_is_handed_on_is_what_the_owner_sends_byte_for_byte(workers):
    """So the two-worlds law, which holds for whatever a table sends, holds through every worker."""
    here, there = workers
    table, tokens = set_at(here, patience=0)
    for token in (tokens[0], None):
        near = Seated(here, table, token)
        near.leave()
        far = Seated(there, table, token)
        far.leave()
        assert near.texts == far.texts
    token = {"token": tokens[0]}
    for path in ("", "/frames", "/record"):
        assert answered(here, f"/api/tables/{table}{path}", **token) == answered(
            there, f"/api/tables/{table}{path}", **token
        )


def answered(worker, path, **more):
    try:
        return worker.ask(path, **more)
    except urllib.error.HTTPError as refused:
        return refused.code, json.load(refused)


def test_nobody_else_speaks_as_a_worker(workers, cluster):  # noqa: F811
    """There is no header that is believed: connections themselves are handed on, over a socket of the user's own."""
    known = dict(cluster.ask("SELECT id, address FROM workers", name=workers[0].database))
    for one in workers:
        assert stat.S_IMODE(Path(known[one.worker]).parent.stat().st_mode) == 0o700


def test_metrics_are_of_all_workers_whoever_is_asked(workers):
    table, tokens = set_at(workers[1])
    person = Seated(workers[0], table, tokens[0])
    pids = [str(worker.process.pid) for worker in workers]
    for asked in workers:  # once those of the test before are gone
        wait_for(lambda asked=asked: at_tables(numbers_at(asked)) == dict(zip(pids, (0, 1), strict=True)))
        told = numbers_at(asked)
        assert len({(name, *sorted(labels.items())) for name, labels, _ in told}) == len(told), "each is told once"
    person.leave()


def at_tables(numbers):
    return {labels["worker"]: value for name, labels, value in numbers if name == "ararat_visitors"}


def numbers_at(worker):
    with urllib.request.urlopen(f"http://127.0.0.1:{worker.port}/metrics") as answer:
        families = text_string_to_metric_families(answer.read().decode())
        return [sample[:3] for family in families for sample in family.samples]


def test_codes_and_records_and_rematches_work_through_every_worker(workers):
    here, there = workers
    table, tokens = set_at(here)
    code = there.ask(f"/api/tables/{table}/code", {}, tokens[1])["code"]
    carried = there.ask("/api/codes", {"code": code})
    assert (carried["table"], carried["seat"]) == (table, 1)
    people = [Seated(here, table, tokens[0]), Seated(there, table, carried["token"])]
    while not people[0].until(lambda told: told["over"] or told["turn"] is not None)["over"]:
        mover = people[people[0].table["turn"]]
        number = people[0].table["number"]
        mover.until(lambda told, number=number: told["number"] >= number)
        assert mover.move()["type"] == "done"
        people[0].until(lambda told, number=number: told["number"] > number)
    following = there.ask(f"/api/tables/{table}/rematch", {}, tokens[0])
    assert people[1].until(lambda told: told.get("rematch"))["rematch"]["table"] == following["table"]
    assert there.ask(f"/api/tables/{following['table']}")["status"] == "playing"
    replay = here.ask("/api/replays", there.ask(f"/api/tables/{table}/record"))["replay"]
    assert here.ask(f"/api/replays/{replay}") == there.ask(f"/api/replays/{replay}")
    for one in people:
        one.leave()


def test_an_owner_that_is_killed_or_hangs_is_replaced(workers, cluster):  # noqa: F811
    first, second = workers
    third = Apart(cluster, first.database).begin()
    ended = "UPDATE workers SET expires = 0 WHERE id = %s"  # as when time passes
    try:
        table, tokens = set_at(first)
        person = Seated(second, table, tokens[0])
        assert person.ask(type="name", name="Zoe")["type"] == "done"
        first.end()
        cluster.ask(ended, first.worker, name=first.database)
        # Whoever comes back finds at another worker all that was acknowledged.
        again = Seated(second, table, tokens[0])
        assert again.table["seats"][0]["name"] == "Zoe"
        assert again.ask(type="name", name="Zita")["type"] == "done"
        second.signal(signal.SIGSTOP)
        again.send(type="name", name="Too late")  # which the worker reads when it wakes up
        with ThreadPoolExecutor(1) as beside:
            coming = beside.submit(Seated, third, table, tokens[0])  # waits for the one that hangs ...
            cluster.ask(ended, second.worker, name=first.database)  # ... as long as it is taken for alive
            moved = coming.result()
        assert moved.table["seats"][0]["name"] == "Zita"
        assert moved.ask(type="name", name="Zelda")["type"] == "done"
        second.signal(signal.SIGCONT)
        while again.hear()["type"] != "goodbye":
            pass
        back = Seated(second, table, tokens[0])
        back.until(lambda told: [one["name"] for one in told["seats"]] == ["Zelda", "Bruno"])
        back.leave()
        moved.leave()
        kept = "SELECT name FROM names WHERE table_id = %s AND seat = 0"
        assert cluster.ask(kept, table, name=first.database) == [("Zelda",)]
    finally:
        second.signal(signal.SIGCONT)
        third.end()
