"""Measuring the server under attack: how long somebody at a table waits for an answer while others do their worst.

    PYTHONPATH=src:benchmarks python -m speed.attacks

The server runs as people start it, with the usual limits, in a process of its own. The player sits at 127.0.0.1 and
asks whether anybody is there, again and again; the attack comes from 127.0.0.2, from another process, as fast as it
can. All of it stays on this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import multiprocessing
import random
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

import ararat
from ararat.core.contract import Json
from ararat.record import sealed

HOST, FOE = "127.0.0.1", "127.0.0.2"
GAME, LONG = "animals-on-board", "noah"
LATE = 2.0  # seconds after which an answer counts as none
SERVER = """
import sys
from pathlib import Path
from ararat.server.serving import serve
serve("127.0.0.1", int(sys.argv[1]), Path(sys.argv[2]), False, lambda reach: None)
"""


# --- The attacks --------------------------------------------------------------------------------


class Foe:
    """Somebody hostile with a table of their own."""

    def __init__(self, port: int, table: str, tokens: list[str], record: Json) -> None:
        self.port, self.table, self.tokens, self.record = port, table, tokens, record

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(HOST, self.port, local_addr=(FOE, 0))

    def visit(self) -> Any:
        return connect(f"ws://{HOST}:{self.port}/ws/{self.table}", local_addr=(FOE, 0), max_size=None)

    async def for_ever(self, many: int, act: Callable[[int], Awaitable[object]]) -> None:
        """So many at once, again and again, whatever comes of it."""

        async def again(number: int) -> None:
            while True:
                with contextlib.suppress(OSError, Exception):
                    await act(number)
                await asyncio.sleep(0.001)

        await asyncio.gather(*(again(number) for number in range(many)))

    async def send(self, text: bytes, rest: bytes = b"") -> bytes:
        """A request on a connection of its own, and its answer."""
        reader, writer = await self.open()
        try:
            writer.write(text + rest)
            await writer.drain()
            return await asyncio.wait_for(reader.read(), 30)
        finally:
            writer.close()

    async def bring(self) -> str:
        """Bring a record to look at; where it is found."""
        body = json.dumps(self.record).encode()
        answer = await self.send(head("/api/replays", len(body)), body)
        told = json.loads(answer.partition(b"\r\n\r\n")[2])
        return f"/api/replays/{told['replay']}"

    async def asks(self, *texts: str, token: str | None = None, most: int = 10**9) -> None:
        """At the table, as fast as answers come."""
        async with self.visit() as link:
            await link.send(json.dumps({"type": "hello", "token": token, "language": "en"}))
            listening = asyncio.create_task(self.reads(link))
            with contextlib.suppress(Exception):
                for _, text in zip(range(most), itertools.cycle(texts), strict=False):
                    await link.send(text)
                    await asyncio.sleep(0)
            listening.cancel()

    async def reads(self, link: Any) -> None:
        async for _ in link:
            pass


def head(path: str, length: int, close: str = "close") -> bytes:
    return f"POST {path} HTTP/1.1\r\nHost: {HOST}\r\nConnection: {close}\r\nContent-Length: {length}\r\n\r\n".encode()


def get(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\nConnection: close\r\n\r\n".encode()


async def nothing(foe: Foe) -> None:
    await asyncio.sleep(3600)


async def long_bodies(foe: Foe) -> None:
    body = b'{"a":[' + b"[[],[]]," * 130_000 + b"0]}"
    await foe.for_ever(8, lambda _: foe.send(head("/api/replays", len(body)), body))


async def bodies_of_strings(foe: Foe) -> None:
    body = json.dumps({"moves": ["x" * 20] * 40_000}).encode()
    await foe.for_ever(8, lambda _: foe.send(head("/api/replays", len(body)), body))


async def half_sent(foe: Foe) -> None:
    async def half(_: int) -> None:
        reader, writer = await foe.open()
        writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: ")
        await reader.read()
        writer.close()

    await foe.for_ever(1200, half)


async def requests(foe: Foe) -> None:
    await foe.for_ever(64, lambda _: foe.send(get("/api/games")))


async def nonsense(foe: Foe) -> None:
    await foe.for_ever(32, lambda _: foe.send(b"\x16\x03\x01 nonsense\r\n\r\n"))


async def no_messages(foe: Foe) -> None:
    deep = "[" * 16_000
    await foe.for_ever(40, lambda n: foe.asks(deep, "{", '{"type":"win"}', token=foe.tokens[n % 3]))


async def hellos(foe: Foe) -> None:
    texts = [json.dumps({"type": "hello", "language": "fr", "number": n % 7}) for n in range(7)]
    await foe.for_ever(60, lambda _: foe.asks(*texts))


async def tests(foe: Foe) -> None:
    texts = ['{"type":"moves"}', '{"type":"choose","path":[]}', '{"type":"test","move":{"move":"take","group":0}}']
    await foe.for_ever(40, lambda n: foe.asks(*texts, token=foe.tokens[0]))


async def renames(foe: Foe) -> None:
    """With sixty who watch and are told."""

    async def act(number: int) -> None:
        if number:
            await foe.asks('{"type":"ping"}', most=1)
            await asyncio.sleep(3600)
        await foe.asks(*(json.dumps({"type": "name", "name": f"Eve {n}"}) for n in range(50)), token=foe.tokens[0])

    async def watch(number: int) -> None:
        async with foe.visit() as link:
            await link.send(json.dumps({"type": "hello", "language": ("en", "fr", "it")[number % 3]}))
            await foe.reads(link)

    await asyncio.gather(foe.for_ever(60, watch), foe.for_ever(1, act))


async def silent(foe: Foe) -> None:
    async def sit(_: int) -> None:
        async with foe.visit() as link:
            await foe.reads(link)

    await foe.for_ever(600, sit)


async def records(foe: Foe) -> None:
    """Whole ones, and such with as many moves as are taken."""
    moves = [*foe.record["moves"], *foe.record["moves"] * 100][:5_000]
    bodies = [json.dumps(one).encode() for one in (foe.record, sealed(foe.record | {"moves": moves}))]
    await foe.for_ever(16, lambda n: foe.send(head("/api/replays", len(bodies[n % 2])), bodies[n % 2]))


async def past(foe: Foe) -> None:
    """All of a long match, in each language, and its record."""
    found = await foe.bring()
    paths = [
        f"{found}/frames?from={n}&count=100&language={one}" for n in range(0, 400, 100) for one in ("en", "fr", "it")
    ]
    await foe.for_ever(16, lambda n: foe.send(get([*paths, f"{found}/record"][n % 13])))


async def pictures(foe: Foe) -> None:
    await foe.for_ever(16, lambda n: foe.send(get(["/api/qr", f"/api/tables/{foe.table}/qr"][n % 2])))


async def analyses(foe: Foe) -> None:
    found = [await foe.bring() for _ in range(8)]

    async def ask(number: int) -> None:
        path = f"{found[number % 8]}/analysis"
        await foe.send(head(path, 0))
        await foe.send(get(path))

    await foe.for_ever(16, ask)


ATTACKS = {
    "nothing": nothing,
    "bodies of 1 MiB, many lists": long_bodies,
    "bodies of 1 MiB, no record": bodies_of_strings,
    "1,200 half-sent requests": half_sent,
    "64 connections of requests": requests,
    "32 connections of nonsense": nonsense,
    "40 sockets of no messages": no_messages,
    "60 sockets of hellos": hellos,
    "40 sockets of questions": tests,
    "renames before 60 who watch": renames,
    "600 sockets that say nothing": silent,
    "records of 5,000 moves": records,
    "a long match, looked into": past,
    "QR codes": pictures,
    "analyses of long matches": analyses,
}


def attack(name: str, port: int, table: str, tokens: list[str], record: Json) -> None:
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 8192), most))
    asyncio.run(ATTACKS[name](Foe(port, table, tokens, record)))


# --- The player ---------------------------------------------------------------------------------


async def seated(server: int, port: int, table: str, token: str, seconds: float) -> list[tuple[float, float]]:
    """How long every ping took, in milliseconds, and how long the server's loop worked meanwhile."""
    async with connect(f"ws://{HOST}:{port}/ws/{table}", max_size=None) as link:
        await link.send(json.dumps({"type": "hello", "token": token, "language": "en"}))
        took: list[tuple[float, float]] = []
        ends = time.monotonic() + seconds
        for number in itertools.count(1):
            if time.monotonic() > ends:
                return took
            begun, before = time.perf_counter(), looped(server)
            await link.send(json.dumps({"type": "ping", "id": number}))
            while json.loads(await link.recv()).get("id") != number:
                pass
            took.append((1000 * (time.perf_counter() - begun), looped(server) - before))
            await asyncio.sleep(0.02)
    return took


async def comes_back(port: int, table: str, token: str) -> bool:
    """Whether somebody with a seat gets in now."""
    with contextlib.suppress(Exception):
        async with asyncio.timeout(LATE), connect(f"ws://{HOST}:{port}/ws/{table}", max_size=None) as link:
            await link.send(json.dumps({"type": "hello", "token": token, "language": "en", "id": 1}))
            while (answer := json.loads(await link.recv())).get("id") != 1:
                pass
            return bool(answer["type"] == "done")
    return False


def ask(port: int, path: str, body: Any = None) -> Any:
    import urllib.request

    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(f"http://{HOST}:{port}{path}", data), timeout=10) as answer:
        return json.load(answer)


def set_table(port: int) -> tuple[str, list[str]]:
    laid = ask(port, "/api/tables", {"game": GAME, "seats": [{"kind": "here", "name": "Ada"}] * 3})
    return laid["table"], [seat["token"] for seat in laid["seats"]]


def measure(name: str, seconds: float) -> list[str]:
    """One attack on a fresh server: a row of figures."""
    with socket.socket() as free:
        free.bind((HOST, 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen([sys.executable, "-c", SERVER, str(port), folder], stderr=subprocess.DEVNULL)
        foe = None
        try:
            until_ready(port)
            table, tokens = set_table(port)
            foe = multiprocessing.get_context("spawn").Process(
                target=attack, args=(name, port, *set_table(port), long_record()), daemon=True
            )
            playing, ready = asyncio.new_event_loop(), time.monotonic()
            before = worked(server.pid)
            foe.start()
            time.sleep(2.0)
            try:
                took = playing.run_until_complete(
                    asyncio.wait_for(seated(server.pid, port, table, tokens[0], seconds), 6 * seconds)
                )
            except Exception:
                took = []
            back = playing.run_until_complete(comes_back(port, table, tokens[1]))
            used = (worked(server.pid) - before) / (time.monotonic() - ready)
            playing.close()
        finally:
            if foe is not None:
                foe.kill()
                foe.join()
            server.kill()
            server.wait()
    figures = ["none"] * 5
    if len(took) > 1:
        waits, works = [statistics.quantiles(column, n=100, method="inclusive") for column in zip(*took, strict=True)]
        most = [max(column) for column in zip(*took, strict=True)]
        figures = [f"{one:.0f}" for one in (waits[49], waits[98], most[0], works[98], most[1])]
    return [name, str(len(took)), *figures, "yes" if back else "no", f"{100 * used:.0f} %"]


@cache
def long_record() -> Json:
    """A match of many moves, drawn by lot."""
    lots = random.Random(5)
    match = ararat.game(LONG).start(players=max(ararat.game(LONG).players), seed=5)
    while not match.over:
        match.play(lots.choice(match.moves()))
    return match.record()


def until_ready(port: int) -> None:
    for _ in range(1200):
        with contextlib.suppress(OSError):
            games = ask(port, "/api/health")["games"].values()
            if all(game["ready"] for game in games):
                time.sleep(1.0)  # for their processes to be there
                return
        time.sleep(0.1)
    raise SystemExit("The server did not start.")


def worked(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def looped(process: int) -> float:
    """For how many milliseconds of processor the loop of a process has worked, without anybody else's share."""
    return int(Path(f"/proc/{process}/task/{process}/schedstat").read_text().split()[0]) / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    print("| attack | pings | p50 ms | p99 ms | worst ms | p99 of the loop | worst of the loop | gets in | processor |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name in ATTACKS:
        if given.only in name:
            print("| " + " | ".join(measure(name, given.seconds)) + " |", flush=True)


if __name__ == "__main__":
    main()
