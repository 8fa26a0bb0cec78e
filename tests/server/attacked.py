"""What hostile tests share: a real server in a thread with tables of all games in progress, and clients that
keep to nothing."""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import threading

import sqlalchemy as sql
from websockets.sync.client import connect

from ararat.games import all_facts
from ararat.server.app import new_app
from ararat.server.door import Door
from ararat.server.limits import Limits
from ararat.server.serving import Polite, listening
from ararat.server.store import LOG, RECORDS, TABLES, SqlStore

from .at_table import Here, people, wait_for

HOSTS = ["127.0.0.1", "localhost"]
PATIENT = Limits(
    messages_a_second=1e6,
    messages_at_once=10**6,
    refusals_in_a_row=10**6,
    weights_at_once=10**6,
    changes_at_once=10**6,
    requests_a_second=1e6,
    requests_at_once=10**6,
    new_tables_a_minute=1e6,
    new_tables_at_once=10**6,
    tables_an_address=10**6,
    looks_at_once=10**6,
    codes_at_once=10**6,
    records_at_once=10**6,
    refusal_seconds=0.0,
    comings_at_once=10**6,
    hints_at_once=10**6,
    hint_playouts=24,
    hint_seconds=60.0,
)
WITHIN = re.compile(r"Traceback|\w(Error|Exception)\b|pydantic|sqlite|<class|object at 0x|[\r\n]")
ENDING = re.compile(r"\.[”»]?( \([A-Z]+-[0-9.]+\))?\.?$")  # a rule's number may follow


def is_a_sentence(text):
    """One sentence for people, that tells nothing of the server's inside."""
    assert isinstance(text, str) and 5 < len(text) < 1000, text
    assert ENDING.search(text), text
    assert not WITHIN.search(text), text
    return True


class Server:
    """A server in a thread of this process."""

    def __init__(self, folder, limits, connections=4_000):
        self.app = new_app(SqlStore.in_folder(folder), limits, HOSTS, Here())
        self.bound = listening("127.0.0.1", 0)
        self.port = self.bound.getsockname()[1]
        self.door = Door(limits, connections)
        self.server = Polite(self.app, limits, self.door)
        self.server.config.timeout_graceful_shutdown = 1
        self.thread = threading.Thread(target=self.server.run, args=([self.bound],), daemon=True)

    @property
    def hall(self):
        return self.app.state.hall

    def request(self, method, path, body=None, headers=None):
        """Status and body of an answer; nothing is made proper on the way."""
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            link.putrequest(method, path, skip_host=bool(headers and "Host" in headers), skip_accept_encoding=True)
            for name, value in (headers or {}).items():
                link.putheader(name, value)
            if body is not None:
                link.putheader("Content-Length", str(len(body)))
            link.endheaders()
            if body is not None:
                with contextlib.suppress(ConnectionError):
                    link.send(body)
            answer = link.getresponse()
            return answer.status, answer.read()
        finally:
            link.close()

    def post(self, path, body, token=None):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        status, answer = self.request("POST", path, json.dumps(body).encode(), headers)
        return status, json.loads(answer)

    def healthy(self):
        status, answer = self.request("GET", "/api/health")
        return status == 200 and all(game["ready"] for game in json.loads(answer)["games"].values())

    def set_table(self, game, names=("Ada", "Bruno", "Chiara"), **more):
        status, laid = self.post("/api/tables", people(*names, game=game, **more))
        assert status == 200, laid
        return laid["table"], [seat["token"] for seat in laid["seats"]]

    def told(self):
        """All that tables are: what is in the store, and every table's record and seats."""
        with self.app.state.hall.store.engine.connect() as link:
            kept = [link.execute(sql.select(sql.func.count()).select_from(t)).scalar() for t in (TABLES, LOG, RECORDS)]
        rooms = {
            table: (
                room.table.entries,
                room.table.number,
                room.table.seats,
                room.table.match and room.table.match.record(),
            )
            for table, room in self.hall.rooms.awake.items()
        }
        return kept, rooms

    @property
    def entries(self):
        return sum(room.table.entries for room in self.hall.rooms.awake.values())


@contextlib.contextmanager
def attacked(folder, limits=PATIENT, **more):
    """A running server; `healthy` once the rules of all games are ready."""
    server = Server(folder, limits, **more)
    server.thread.start()
    try:
        wait_for(lambda: server.server.started)
        wait_for(server.healthy)
        yield server
    finally:
        server.server.should_exit = True
        server.thread.join(20)
        server.bound.close()


class Client:
    """Somebody at a WebSocket who may send anything."""

    def __init__(self, server, table, token=None, language="en", hello=True, **more):
        self.server = server
        address = f"ws://127.0.0.1:{server.port}/ws/{table}"
        self.connection = connect(address, max_size=None, close_timeout=1, **more)
        self.socket = self.connection.__enter__()
        self.number = 0
        self.table = None
        if hello:
            assert self.ask(type="hello", token=token, language=language)["type"] == "done"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.__exit__(None, None, None)

    def receive(self):
        message = json.loads(self.socket.recv(timeout=30))
        if message["type"] == "table":
            self.table = message
        return message

    def send(self, **message):
        self.socket.send(json.dumps(message))

    def ask(self, **message):
        self.number += 1
        self.send(**message, id=self.number)
        while (answer := self.receive()).get("id") != self.number:
            pass
        return answer

    def answers_to(self, raw):
        """Everything that comes back for a text or bytes, be they what they may."""
        self.number += 1
        self.socket.send(raw)
        self.send(type="ping", id=self.number)
        found = []
        while not ((message := self.receive())["type"] == "pong" and message.get("id") == self.number):
            found.append(message)
        return found

    def refused(self, raw):
        """Send something and require that it is refused in one sentence, and that nothing comes of it."""
        before = self.server.entries
        answers = self.answers_to(raw if isinstance(raw, str | bytes) else json.dumps(raw))
        # Others who come and go are told of, but nothing has happened.
        said = [answer for answer in answers if answer["type"] != "table" or answer["number"] != self.table["number"]]
        assert [answer["type"] for answer in said] == ["refused"], (raw, answers)
        assert is_a_sentence(said[0]["text"])
        assert self.server.entries == before, raw
        return said[0]["code"]


def games():
    return list(all_facts())
