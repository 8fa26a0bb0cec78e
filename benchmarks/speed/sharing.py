"""Measuring how bots are shared: how long somebody waits for two cats, alone and beside many tables of owls.

    PYTHONPATH=benchmarks python -m speed.sharing

One server process; one address of this machine sets the tables of owls and watches all of them, another one sits
at a table with cats and moves again and again. `--sources` takes the server from another folder, to compare.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import os
import random
import statistics
import tempfile
import time
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import websockets

from ararat.core.contract import Json
from ararat.load.measuring import PACKAGES
from ararat.load.surroundings import in_words, surroundings

from .served import Served

MINE, GREEDY = "127.0.0.1", "127.0.0.2"
GAME = "opti-mix"
SETTLING = 2.0  # seconds until the owls think, or rest
PATIENCE = 300.0  # seconds for one answer of the cats
SERVER = """
import sys
from pathlib import Path
from ararat.server.limits import Limits
from ararat.server.serving import serve
serve("127.0.0.1", int(sys.argv[1]), Path(sys.argv[2]), False, lambda address: None, Limits())
"""


def ask(port: int, path: str, body: Json | None = None, address: str = MINE) -> Any:
    """One HTTP request from an address."""
    link = http.client.HTTPConnection(MINE, port, timeout=60, source_address=(address, 0))
    try:
        link.request("GET" if body is None else "POST", path, None if body is None else json.dumps(body))
        answer = json.load(link.getresponse())
    finally:
        link.close()
    if "error" in answer:
        raise SystemExit(answer["error"]["text"])
    return answer


def bots(level: str, count: int) -> list[Json]:
    return [{"kind": "bot", "bot": level}] * count


async def at(leaving: AsyncExitStack, port: int, table: str, token: str | None, address: str) -> Any:
    """Somebody at a table, who has said hello."""
    link = await leaving.enter_async_context(
        websockets.connect(f"ws://{MINE}:{port}/ws/{table}", local_addr=(address, 0), max_size=None)
    )
    await link.send(json.dumps({"type": "hello", "token": token, "pace": "instant"}))
    return link


async def drain(link: Any) -> None:
    async for _ in link:
        pass


async def waits(port: int, count: int) -> list[float]:
    """For so many moves, how long the two cats took to answer; one table after the other."""
    found: list[float] = []
    while len(found) < count:
        laid = ask(port, "/api/tables", {"game": GAME, "seats": [{"kind": "me"}, *bots("cat", 2)]})
        async with AsyncExitStack() as leaving:
            link = await at(leaving, port, laid["table"], laid["seats"][0]["token"], MINE)
            found += await answered(link, count - len(found))
    return found


async def answered(link: Any, count: int) -> list[float]:
    """The same at one table, until its match is over."""
    found: list[float] = []
    sent, lots = None, random.Random(1)
    while len(found) < count:
        async with asyncio.timeout(PATIENCE):
            message = json.loads(await link.recv())
        if message["type"] == "table":
            if message["over"]:
                break
            if message["turn"] == 0 and message["legal"]:
                if sent is not None and message["number"] > sent[0] + 1:
                    found.append(time.monotonic() - sent[1])
                sent = message["number"], 0.0
                await link.send(json.dumps({"type": "moves", "most": 1}))
        elif message["type"] == "moves" and sent is not None and message["number"] == sent[0]:
            sent = sent[0], time.monotonic()
            move = lots.choice(message["moves"])
            await link.send(json.dumps({"type": "move", "number": message["number"], "move": move}))
    return found


async def beside_owls(port: int, tables: list[str], count: int) -> list[float]:
    """The same while another address watches its tables of owls."""
    async with AsyncExitStack() as leaving:
        links = [await at(leaving, port, table, None, GREEDY) for table in tables]
        draining = [asyncio.create_task(drain(link)) for link in links]
        await asyncio.sleep(SETTLING)
        found = await waits(port, count)
        for task in draining:
            task.cancel()
        await asyncio.gather(*draining, return_exceptions=True)
    return found


def told(name: str, seconds: list[float]) -> str:
    ordered = sorted(seconds)
    return (
        f"{name}: {len(ordered)} answers of two cats, median {statistics.median(ordered):.3f} s, "
        f"mean {statistics.fmean(ordered):.3f} s, worst {ordered[-1]:.3f} s"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m speed.sharing", description="Measure how bots are shared.")
    parser.add_argument("--tables", type=int, default=60, metavar="N", help="of four owls, at another address")
    parser.add_argument("--rounds", type=int, default=4, metavar="N", help="alone and beside them")
    parser.add_argument("--answers", type=int, default=25, metavar="N", help="of the cats, each time")
    parser.add_argument("--beside", type=int, metavar="N", help="as many beside the owls; unless said, the same")
    parser.add_argument("--sources", type=Path, metavar="FOLDER", help="of the server that is measured")
    chosen = parser.parse_args()
    if chosen.sources is not None:
        os.environ["PYTHONPATH"] = str(chosen.sources)
    about = in_words(surroundings(datetime.now(UTC), PACKAGES))
    print(about, f"Others wanted {os.getloadavg()[0]:.1f} cores in the minute before.", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder), SERVER)
        try:
            served.wait_until_ready(lambda _: None)
            while not all(game["bots"] for game in ask(served.port, "/api/health")["games"].values()):
                time.sleep(0.2)
            asyncio.run(waits(served.port, 10))  # whoever is first loads what bots think with
            alone, beside, owls = [], [], {"game": GAME, "seats": bots("owl", 4)}
            tables = [ask(served.port, "/api/tables", owls, GREEDY)["table"] for _ in range(chosen.tables)]
            for _ in range(chosen.rounds):  # in turns, for what else the machine does changes
                time.sleep(SETTLING)
                alone += asyncio.run(waits(served.port, chosen.answers))
                beside += asyncio.run(beside_owls(served.port, tables, chosen.beside or chosen.answers))
            print(told("alone", alone))
            print(told(f"beside {chosen.tables} tables of four owls", beside))
            print(f"median beside / alone: {statistics.median(beside) / statistics.median(alone):.2f}")
        finally:
            served.stop()


if __name__ == "__main__":
    main()
