"""Input is cheap to refuse: looked at before it is read, read beside the loop, and waited for not long."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import logging
import re
import resource
import socket
import threading
import time
from random import Random

import pytest
from websockets.frames import Frame, Opcode

from ararat.server import messages
from ararat.server.door import Caller, connections_allowed, fitted, framed
from ararat.server.limits import Buckets, Limits
from ararat.server.open_files import files_allowed
from ararat.server.quiet import WHILE, Quiet
from ararat.server.refusals import Declined

from .at_table import wait_for
from .attacked import PATIENT, attacked, games

KIB = 1024
HALF = b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: "
BODY = b"POST /api/codes HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 40\r\n\r\n{"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    limits = dataclasses.replace(PATIENT, connections_an_address=24, records_waiting=3)
    with attacked(tmp_path_factory.mktemp("attacked"), limits) as server:
        yield server
        assert server.healthy()


@pytest.fixture
def impatient(server, monkeypatch):
    """The same server, which waits for a request only as long as a busy machine may need for it."""
    monkeypatch.setattr(server.door, "limits", dataclasses.replace(server.door.limits, request_seconds=1.0))
    return server


# --- Texts that are looked at before they are read ----------------------------------------------


def some_value(lots, deep=0):
    """A value with everything in it that a cheap look could mistake."""
    word = "".join(lots.choices('ab"\\[]{},:é\n', k=lots.randint(0, 6)))
    if deep > 4 or lots.random() < 0.3:
        return lots.choice([None, True, 7, -0.5, word])
    inside = [some_value(lots, deep + 1) for _ in range(lots.randint(0, 3))]
    return inside if lots.random() < 0.5 else {f"{word}{n}": one for n, one in enumerate(inside)}


def depth(value):
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inside is None else 1 + max(map(depth, inside), default=0)


def test_the_depth_of_a_text_is_known_before_it_is_read():
    lots = Random(3)
    for _ in range(400):
        value = some_value(lots)
        for _ in range(lots.randint(0, 14)):
            value = [value]
        text = json.dumps(value, ensure_ascii=lots.random() < 0.5).encode()
        assert messages.is_modest(text) == (depth(value) <= messages.DEEPEST), text


@pytest.mark.parametrize(
    "text",
    [
        b"[" * 500_000,
        b'{"a":' * 13 + b"1" + b"}" * 13,
        b'{"a":[' + b"0," * 120_000 + b"0]}",
        b'{"a":[' + b"[]," * 90_000 + b"0]}",
    ],
)
def test_texts_that_would_be_much_work_are_not_read_at_all(monkeypatch, text):
    monkeypatch.setattr(messages.json, "loads", lambda *_, **__: pytest.fail("it was read"))
    with pytest.raises(Declined, match="one JSON object"):
        messages.parsed(text)


@pytest.mark.parametrize("code", ["utf-16", "utf-32", "utf-16-be"])
def test_texts_are_utf_8(code):
    with pytest.raises(Declined, match="one JSON object"):
        messages.parsed('{"type":"ping"}'.encode(code))


# --- Bodies -------------------------------------------------------------------------------------


def codes(answers):
    return [json.loads(answer)["error"]["code"] for _, answer in answers]


def test_long_bodies_are_taken_only_where_somebody_may_bring_a_record(server):
    long = b'{"a":"' + b"x" * 9 * KIB + b'"}'
    table, _ = server.set_table(games()[0])
    for path in ("/api/codes", f"/api/tables/{table}/seats", f"/api/tables/{table}/rematch", "/api/nothing"):
        assert codes([server.request("POST", path, long)]) == ["too-large"]
    for path in ("/api/tables", "/api/replays"):
        assert server.request("POST", path, long)[0] == 400
        assert codes([server.request("POST", path, long + b" " * KIB * KIB)]) == ["too-large"]


def test_bodies_that_do_not_say_how_long_they_are_are_counted(server):
    with socket.create_connection(("127.0.0.1", server.port)) as link:
        link.sendall(b"POST /api/codes HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n")
        link.sendall((b"1000\r\n" + b" " * 4096 + b"\r\n") * 3 + b"0\r\n\r\n")
        assert link.recv(100).startswith(b"HTTP/1.1 413")


def test_long_bodies_are_read_beside_the_loop_and_short_ones_at_once(server, monkeypatch):
    read_in = []
    parsed = messages.parsed

    def noted(text):
        read_in.append(threading.get_ident())
        return parsed(text)

    monkeypatch.setattr(messages, "parsed", noted)
    for path in ("/api/tables", "/api/replays"):
        for letters in (10, 9 * KIB):
            server.request("POST", path, b'{"a":"' + b"x" * letters + b'"}')
    assert [thread == server.thread.ident for thread in read_in] == [True, False, True, False]


def test_few_long_bodies_wait_and_few_of_one_address(server):
    """None that finds no place is read: half of each is never sent."""
    assert server.app.state.limits.records_an_address == 2
    head = b"POST /api/replays HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n{"
    with contextlib.ExitStack() as leaving:
        links = [leaving.enter_context(socket.create_connection(("127.0.0.1", server.port))) for _ in range(6)]
        for link in links[:2]:
            link.sendall(head)
        wait_for(lambda: server.hall.reading.taken.total() == 2)
        for link in links[2:]:
            link.sendall(head)
            assert link.recv(100).startswith(b"HTTP/1.1 503")
    wait_for(lambda: not server.hall.reading.taken)


def test_long_bodies_of_one_address_are_counted(tmp_path):
    with attacked(tmp_path, dataclasses.replace(PATIENT, records_at_once=2, records_a_minute=0.01)) as server:
        long = b'{"a":"' + b"x" * 9 * KIB + b'"}'
        assert [server.request("POST", "/api/replays", long)[0] for _ in range(3)] == [400, 400, 429]
        assert server.request("POST", "/api/replays", b"{}")[0] == 400, "short ones are not"


# --- Connections --------------------------------------------------------------------------------


def ended(link):
    """Whether a connection was ended from there."""
    link.settimeout(120)
    with contextlib.suppress(ConnectionError):
        return link.recv(1) == b""
    return True


@pytest.mark.parametrize("half", [b"", HALF, BODY])
def test_half_sent_requests_do_not_shut_the_door(impatient, half):
    server = impatient
    with contextlib.ExitStack() as leaving:
        links = []
        for _ in range(100):
            links.append(leaving.enter_context(socket.create_connection(("127.0.0.1", server.port))))
            with contextlib.suppress(ConnectionError):
                links[-1].sendall(half)
        assert server.request("GET", "/api/health")[0] == 200
        assert server.door.open["127.0.0.1"] <= 24
        assert all(ended(link) for link in links), "and nobody waits for them for ever"
    wait_for(lambda: not server.door.open.total() and not server.door.waiting)


def test_a_request_that_trickles_in_is_not_waited_for(impatient):
    with socket.create_connection(("127.0.0.1", impatient.port)) as link:
        link.sendall(HALF)
        link.settimeout(0.02)
        sent = 0
        with contextlib.suppress(ConnectionError):
            while sent < 2000:
                link.sendall(b"x")
                sent += 1
                with contextlib.suppress(TimeoutError):
                    if link.recv(1) == b"":
                        break
        assert 0 < sent < 2000


def test_whoever_comes_too_often_is_heard_later_and_at_last_not_at_all(server, monkeypatch):
    """Two are let in at once here, the third waits a moment, and who would wait until a request is too old goes."""
    monkeypatch.setattr(server.door, "limits", dataclasses.replace(server.door.limits, request_seconds=10.0))
    monkeypatch.setattr(server.door, "comings", Buckets(5.0, 2))
    whole = b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"

    def heard():
        with socket.create_connection(("127.0.0.1", server.port)) as link:
            with contextlib.suppress(ConnectionError):
                link.sendall(whole)
            return began(link)

    assert [heard() for _ in range(3)] == [True] * 3
    assert server.door.comings.delay("127.0.0.1", 100) > 10
    assert not heard()
    wait_for(lambda: not server.door.open.total())


def began(link):
    """Whether an answer begins."""
    link.settimeout(120)
    with contextlib.suppress(ConnectionError):
        return link.recv(8) == b"HTTP/1.1"
    return False


def test_whoever_takes_nothing_of_an_answer_is_not_waited_for(server, monkeypatch):
    stalled, goes = [], Caller.goes
    monkeypatch.setattr(Caller, "goes", lambda caller: stalled.append(caller) or goes(caller))
    monkeypatch.setattr(
        server.door, "limits", dataclasses.replace(server.door.limits, stalled_seconds=0.2, request_seconds=60.0)
    )
    with socket.socket() as link:
        link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2 * KIB)
        link.connect(("127.0.0.1", server.port))
        file = re.search(rb"/files/[0-9a-f]+/page.js", server.request("GET", "/")[1]).group()
        link.sendall((b"GET " + file + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n") * 60)  # more than all buffers hold
        wait_for(lambda: stalled)
        wait_for(lambda: not server.door.open.total())


def test_one_connection_may_ask_for_many_things_one_after_the_other(impatient):
    """Patience begins anew with every request."""
    whole = b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with socket.create_connection(("127.0.0.1", impatient.port)) as link, link.makefile("rb") as answers:
        for _ in range(4):
            link.sendall(whole[:20])
            link.sendall(whole[20:])
            assert answers.readline().startswith(b"HTTP/1.1 200")
            length = 0
            while (line := answers.readline()) != b"\r\n":
                length = int(line.split()[1]) if line.lower().startswith(b"content-length") else length
            answers.read(length)
            time.sleep(0.4)


def test_as_many_files_as_the_system_gives(monkeypatch):
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    if before[1] <= 256:
        pytest.skip("there is nothing to raise")
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
        assert files_allowed() > 256
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    assert connections_allowed(1024) == 896 and connections_allowed(100) == 50
    assert fitted(Limits(), 896).visitors == 672
    assert fitted(Limits(), 100_000) == Limits()


# --- Logs ---------------------------------------------------------------------------------------


def test_a_log_is_not_flooded():
    now, lines = 100.0, []
    log = logging.getLogger("ararat.tests.quiet")
    log.propagate = False
    heard = logging.Handler()
    heard.emit = lambda record: lines.append(record.getMessage())
    log.addHandler(heard)
    log.addFilter(Quiet(lines=3, clock=lambda: now))

    def complain(number):
        log.warning("invalid %d", number)

    for number in range(1000):
        complain(number)
    log.warning("something else")
    assert lines == ["invalid 0", "invalid 1", "invalid 2", "something else"]
    now += WHILE
    complain(7)
    assert lines[-1] == "invalid 7 (and 997 more like this before)"
    assert [complain(8), complain(9), complain(10)] and len(lines) == 7


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
def test_a_text_is_framed_as_the_protocol_has_it(size):
    text = b"x" * size
    assert framed(text) == Frame(Opcode.TEXT, text).serialize(mask=False)
