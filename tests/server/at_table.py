"""What tests of the server share: an application in this process, and people at its tables."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from concurrent.futures import CancelledError

from starlette.testclient import TestClient

from ararat.server.answers import SERVER
from ararat.server.app import new_app
from ararat.server.limits import Limits
from ararat.server.processes import BotProcesses
from ararat.server.store import SqlStore

FAST = Limits(
    messages_a_second=10_000,
    messages_at_once=10_000,
    weights_at_once=10**6,
    changes_at_once=10**6,
    requests_a_second=10_000,
    requests_at_once=10_000,
    new_tables_a_minute=100_000,
    new_tables_at_once=10_000,
    tables_an_address=10_000,
    looks_at_once=10_000,
    hint_playouts=64,
    hint_seconds=60.0,  # so that a hint depends on what is seen, not on the clock
)


PEOPLE: list[Person] = []  # who is at a table now


class Here(BotProcesses):
    """Bots and a coach that think in this process: tests need no further ones."""

    def warm_up(self):
        pass

    def apart(self):
        return self

    async def run(self, work, *given):
        await asyncio.sleep(0)  # others come in between, as they would
        return work(*given)


@contextlib.contextmanager
def served(folder, limits=FAST, games=(), bots=None, reach=None):
    """A client of a server over a folder, with the rules of some games ready."""
    app = new_app(SqlStore.in_folder(folder), limits, bots=bots or Here(), reach=reach)
    with TestClient(app, base_url="http://127.0.0.1") as client:
        for slug in games:
            wait_for(lambda slug=slug: client.get("/api/health").json()["games"][slug]["ready"])
        try:
            yield client
        finally:
            for person in list(PEOPLE):
                person.leave()


def elsewhere(client, host):
    """A client of the same server at another address."""
    other = TestClient(client.app, base_url="http://127.0.0.1", client=(host, 50_000))
    other.portal = client.portal
    return other


def wait_for(condition, seconds=120):
    """Wait until something is so."""
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.02)


def people(*names, **more):
    """A body for a table of people at this device."""
    return {"seats": [{"kind": "me" if n == 0 else "here", "name": name} for n, name in enumerate(names)], **more}


class Watcher:
    """Somebody at a table, without a WebSocket."""

    beside, chooses = frozenset(), False

    def __init__(self, address="", seat=None, pace=None):
        self.address, self.seat, self.pace = address, seat, pace

    def send_table(self):
        pass


class Person:
    """Somebody at a table, through a WebSocket; every message is held against the protocol's schemas."""

    def __init__(self, client, table, token=None, language="en"):
        PEOPLE.append(self)
        self.context = client.websocket_connect(f"/ws/{table}")
        self.socket = self.context.__enter__()
        self.table = None
        self.log = []
        self.answers = {}
        self.number = 0
        self.ask(type="hello", token=token, language=language)

    def leave(self):
        if self in PEOPLE:
            PEOPLE.remove(self)
            with contextlib.suppress(CancelledError):
                self.socket.close()
                self.context.__exit__(None, None, None)

    def receive(self):
        text = self.socket.receive_text()
        message = json.loads(text)
        SERVER.validate_python(message)
        self.answers[message.get("id")] = message
        if message["type"] == "table":
            self.table = message
            stays = [entry for entry in self.log if message["told_from"] <= entry["number"] < message["since"]]
            self.log = stays + message["log"]
            assert [entry["number"] for entry in self.log] == list(range(message["told_from"], message["made"]))
        return message

    def ask(self, **message):
        """Send a message and return its answer."""
        self.number += 1
        self.socket.send_text(json.dumps(message | {"id": self.number}))
        while (answer := self.receive()).get("id") != self.number:
            pass
        return answer

    def move(self, move):
        return self.ask(type="move", number=self.table["number"], move=move)

    def legal(self):
        return self.ask(type="moves")["moves"]

    def until(self, condition):
        """Read messages until the table is so."""
        while not condition(self.table):
            self.receive()
        return self.table
