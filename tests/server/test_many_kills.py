"""Workers and their connections to the database killed under load: nothing lost, nothing doubled, no gaps, and an owner
that is killed is replaced soon. Only in the long form: ARARAT_KILLS says how many."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import signal
import time
from pathlib import Path

import pytest
import sqlalchemy as sql
from postgres import cluster  # noqa: F401  (a fixture)
from test_durability import Killable, children_of, map_json, wait_for
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from ararat.server.inspection import unplayable
from ararat.server.peers import Unreached, ask

KILLS = int(os.environ.get("ARARAT_KILLS", 50))
TABLES = 8
GAMES = ("animals-on-board", "opti-mix")


class Workers(Killable):
    """`ararat serve --workers 2` in processes of their own."""

    def __init__(self, address):
        self.start("--workers", 2, "--store", address)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(120)
        self.process.stdout.close()


class Crowd:
    """People at tables who come back whenever their connection is lost; they know what they sent, what was
    acknowledged, and for how long they were away."""

    def __init__(self, server):
        self.server = server
        self.sent, self.acknowledged, self.heard = {}, {}, {}
        self.away = {}  # since when a table was not heard of, by table
        self.longest = []
        self.count = 0

    async def play(self, kills):
        async with asyncio.TaskGroup() as group:
            playing = [group.create_task(self._table(n)) for n in range(TABLES)]
            await kills(self)
            for task in playing:
                task.cancel()

    async def _table(self, n):
        """One table after the other."""
        while True:
            seats = [{"kind": "here"}, {"kind": "here"}, {"kind": "bot", "bot": "random"}]
            body = {"game": GAMES[n % 2], "seats": seats}
            try:
                answer = await asyncio.to_thread(self.server.ask, "/api/tables", body)
            except OSError:
                await asyncio.sleep(0.2)
                continue
            table = answer["table"]
            self.sent[table], self.acknowledged[table] = {}, {}
            await asyncio.gather(*(self._seat(table, seat["seat"], seat["token"]) for seat in answer["seats"]))

    async def _seat(self, table, seat, token):
        over = False
        while not over:
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                over = await self._connected(table, seat, token)
            await asyncio.sleep(0.1)

    async def _connected(self, table, seat, token):
        asked, decided = {}, -1
        async with connect(f"ws://127.0.0.1:{self.server.port}/ws/{table}", max_size=None) as link:
            await link.send(json.dumps({"type": "hello", "token": token}))
            async for message in map_json(link):
                if message["type"] == "table":
                    if table in self.away:
                        self.longest.append(time.monotonic() - self.away.pop(table))
                    if message["over"] and not asked:
                        return True
                    if message["legal"] and message["number"] > decided:
                        decided = message["number"]
                        await link.send(json.dumps({"type": "moves"}))
                elif message["type"] == "moves":
                    number, move = message["number"], random.choice(message["moves"])
                    asked[number + 1] = move
                    self.sent[table].setdefault(number, []).append([seat, move])
                    await link.send(json.dumps({"type": "move", "id": number + 1, "number": number, "move": move}))
                elif message["type"] == "done" and message.get("id") in asked:
                    self.acknowledged[table][message["id"] - 1] = [seat, asked.pop(message["id"])]
                    self.count += 1
                elif message["type"] == "refused":
                    asked.pop(message.get("id"), None)
                    decided = -1
                    await asyncio.sleep(0.3)
                    await link.send(json.dumps({"type": "hello", "token": token}))
        return False


@pytest.mark.long
def test_kills_of_workers_and_connections_lose_and_double_nothing(cluster):  # noqa: F811
    name = cluster.new_database()
    server = Workers(cluster.address(name))
    crowd = Crowd(server)
    replaced = []

    async def kills(crowd):
        for kill in range(KILLS):
            enough = crowd.count + random.randint(10, 40)
            while crowd.count < enough:
                await asyncio.sleep(0.01)
            if kill % 2:
                broken = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
                await asyncio.to_thread(cluster.ask, broken, name)
                continue
            victim = random.choice(list(await asyncio.to_thread(workers_of, server.process.pid)))
            owned = await asyncio.to_thread(tables_of, cluster, name, victim)
            os.kill(victim, signal.SIGKILL)
            killed = time.monotonic()
            crowd.longest = []
            crowd.away = {table: killed for table in owned if is_under_way(crowd, table)}
            while crowd.away:
                await asyncio.sleep(0.01)
                assert time.monotonic() - killed < 60
            replaced.extend(crowd.longest)
            while not await both_ready(cluster, name):
                await asyncio.sleep(0.1)

    try:
        wait_for(lambda: all(is_ready(server) for _ in range(40)), 300)  # whichever worker answers
        asyncio.run(crowd.play(kills))
        server.stop()
    finally:
        if server.process.poll() is None:
            server.kill()
    engine = sql.create_engine(cluster.address(name))
    for table, moves in crowd.acknowledged.items():
        rows = cluster.ask("SELECT number, entry FROM log WHERE table_id = %s ORDER BY number", table, name=name)
        assert [number for number, _ in rows] == list(range(len(rows))), "a log has a gap"
        entries = [json.loads(entry) for _, entry in rows]
        made = [[entry["seat"], entry["move"]] for entry in entries if entry["kind"] == "move"]
        assert {number: made[number] for number in moves} == moves, "a move was lost"
        people = {number: move for number, move in enumerate(made) if move[0] < 2}
        assert all(move in crowd.sent[table][number] for number, move in people.items()), "a move was doubled"
    assert list(unplayable(engine, list(crowd.acknowledged), replaying=True)) == []
    engine.dispose()
    print(
        f"{KILLS} kills, {len(crowd.acknowledged)} tables, {crowd.count} moves acknowledged, {len(replaced)} replaced"
    )
    print(f"heard again after {sorted(replaced)[len(replaced) // 2]:.2f} s (median), {max(replaced):.2f} s (longest)")
    assert max(replaced) < 5


def is_ready(server):
    with contextlib.suppress(OSError):
        return server.ask("/api/ready")["ready"]
    return False


async def both_ready(cluster, name):  # noqa: F811
    """Whether both workers live and have loaded the rules."""
    lives = "SELECT address FROM workers WHERE expires > extract(epoch FROM clock_timestamp())"
    found = await asyncio.to_thread(cluster.ask, lives, name=name)
    with contextlib.suppress(Unreached):
        ready = [await ask(address, {"kind": "ready"}) for (address,) in found]
        return len(ready) == 2 and all(ready)
    return False


def workers_of(supervisor):
    return children_of(supervisor)


def tables_of(cluster, name, victim):  # noqa: F811
    """The tables of a worker, which its connections name."""
    asked = "SELECT id, owner FROM tables WHERE status = 'playing'"
    rows = cluster.ask(asked, name=name)
    worker = worker_of(cluster, name, victim)
    return [table for table, owner in rows if owner == worker]


def worker_of(cluster, name, victim):  # noqa: F811
    """The id of a worker by its process: where it is reached is a socket that this process listens at."""
    inodes = {}
    for line in Path("/proc/net/unix").read_text().splitlines()[1:]:
        parts = line.split()
        if len(parts) == 8:
            inodes.setdefault(parts[7], set()).add(f"socket:[{parts[6]}]")
    files = {os.readlink(f"/proc/{victim}/fd/{fd}") for fd in os.listdir(f"/proc/{victim}/fd") if fd.isdigit()}
    rows = cluster.ask("SELECT id, address FROM workers", name=name)
    return next((worker for worker, address in rows if inodes.get(address, set()) & files), None)


def is_under_way(crowd, table):
    return table in crowd.acknowledged
