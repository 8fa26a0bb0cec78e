"""Hostile clients: whatever they send is refused in one sentence, nothing changes, and the server serves on."""

from __future__ import annotations

import asyncio
import contextlib
import copy
import gc
import itertools
import json
import socket
import threading
import time
import unicodedata
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from random import Random

import jsonschema
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.server import ServerProtocol

from ararat.errors import AraratError
from ararat.match import replay
from ararat.record import sealed
from ararat.server import messages
from ararat.server.door import Caller, Upgraded
from ararat.server.limits import Limits
from ararat.server.seats import hash_of
from ararat.server.store import SqlStore
from ararat.server.visitor import Visitor
from lengths import amount

from .at_table import people, wait_for
from .attacked import Client, attacked, games, is_a_sentence

SURROGATE = "\ud800"
DEEP = json.loads("[" * 40 + "]" * 40)
WRONG = [
    None, True, -1, 1.5, 2**31, 10**300, 1e308, "", "x", "x" * 300, SURROGATE, "\x00", "<b>", "‮", [], [[]], [-1],
    ["x"], [None], [0.5], [[0] * 65], [0] * 65, DEEP, {}, {"move": {}}, {"x": [None]}, "null", "0", "hello", "../..",
]  # fmt: skip
NOT_JSON = [
    "", " ", "hello", "{", "}", "{}", "[]", "[{}]", "null", "true", "0", '"move"', "NaN", '{"type": NaN}',
    '{"type":"ping","id":Infinity}', '{"type":"ping","id":-Infinity}', '{"type":"ping","id":1e999}', '{"type":"ping",}',
    "{'type':'ping'}", '{"type":"ping"', '{"type":"ping"}{"type":"ping"}', '{"type":"ping"}\x00', "\ufeff{}",
    '{"type":"ping","id":' + "9" * 5000 + "}", '{"type":' + "[" * 8000 + "]" * 8000 + "}", "[" * 16000,
    '{"a":' * 2500 + "1" + "}" * 2500, '{"type":"\\ud800"}', '{"\\ud800":1,"type":"ping"}', '{"type":"__class__"}',
    '{"type":["ping"]}', '{"type":{"ping":1}}', '{"TYPE":"ping"}', "GET / HTTP/1.1\r\n\r\n", "<xml/>", "﻿", "\x00",
]  # fmt: skip
NAMES = ["<script>alert(1)</script>", "a\x00b\x07c", "‮evil⁦", "​​", "e" + "́" * 50, SURROGATE, "x" * 199, "\n\t"]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with attacked(tmp_path_factory.mktemp("attacked")) as server:
        yield server
        assert server.healthy()


@pytest.fixture(scope="module")
def playing(server):
    """A table of each game with three people, some moves in: (id, tokens)."""
    laid = {}
    for game in games():
        laid[game] = server.set_table(game)
        play_some(server, *laid[game])
    return laid


@pytest.fixture
def tables(server, playing):
    """These tables, under attack: they are after it as they were before, and a legal move is still taken."""
    before = server.told()
    yield playing
    assert server.told() == before
    assert server.healthy()
    for game in games():
        play_some(server, *playing[game], moves=1)


def play_some(server, table, tokens, moves=6, seed=1):
    lots = Random(seed)
    with ExitStack() as leaving:
        people = [leaving.enter_context(Client(server, table, token)) for token in tokens]
        for _ in range(moves):
            number = people[0].table["number"]
            mover = people[people[0].table["turn"]]
            move = lots.choice(mover.ask(type="moves")["moves"])
            assert mover.ask(type="move", number=number, move=move)["type"] == "done"
            while people[0].table["number"] == number:
                people[0].receive()


def in_turn(server, table, tokens, **more):
    """Whoever is in turn at a table."""
    return Client(server, table, tokens[server.hall.rooms.awake[table].table.match.turn], **more)


# --- Messages that are none ---------------------------------------------------------------------


def test_what_is_no_message_is_refused(server, tables):
    sent = 0
    for table, tokens in tables.values():
        with in_turn(server, table, tokens) as client:
            for raw in NOT_JSON:
                assert client.refused(raw) in ("no-json", "malformed")
                sent += 1
            for raw in (b"", b"{}", b'{"type":"ping"}', b"\xff\xfe\x00", bytes(range(256)), b"x" * 20_000):
                assert client.refused(raw) == "no-json"
                sent += 1
    assert sent > 150


def schema():
    return jsonschema.Draft202012Validator(messages.schemas()["websocket"])


def examples(server, table):
    """A message of each type that could be served, as it stands at a table."""
    laid = server.hall.rooms.awake[table].table
    return [
        {"type": "hello", "token": "A" * 43, "language": "en", "number": 0},
        {"type": "move", "number": laid.number, "move": laid.match.moves()[0]},
        {"type": "undo", "number": laid.number},
        {"type": "test", "move": laid.match.moves()[0]},
        {"type": "choose", "path": [0]},
        {"type": "moves"},
        {"type": "hint"},
        {"type": "choosing"},
        {"type": "start", "bot": "random"},
        {"type": "contribute", "commitment": "0" * 64, "contribution": "0" * 32},
        {"type": "stand-in", "seat": 0, "bot": "random"},
        {"type": "remove", "seat": 1, "bot": "random"},
        {"type": "name", "name": "Ada"},
        {"type": "ping"},
    ]


def wrong_versions(message, is_right):
    """The message with every field missing, wrong in many ways, or one too many."""
    for field in message:
        yield {name: value for name, value in message.items() if name != field}
    for field, value in itertools.product([*message, "id"], WRONG):
        yield message | {field: value}
    for field in ("seat", "token", "Type", "", "__proto__", "constructor", SURROGATE, "x" * 100):
        yield message | {field: 1}


def test_messages_with_one_thing_wrong_are_refused(server, tables):
    is_right = schema().is_valid
    sent = 0
    for game, (table, tokens) in tables.items():
        with in_turn(server, table, tokens, language=None if game == games()[0] else "fr") as client:
            for example in examples(server, table):
                assert is_right(example)
                for wrong in wrong_versions(example, is_right):
                    # One game takes them all, in the short form a third of them, the others a share.
                    lot = int(hash_of(json.dumps(wrong))[0], 16)
                    if lot < (amount(5, long=16) if game == games()[0] else 1) and not is_right(wrong):
                        assert client.refused(wrong) in ("malformed", "no-json")
                        sent += 1
    assert sent > amount(400, long=1000)


def test_scrambled_messages_are_refused(server, tables):
    """Letters of a message that is out of date are changed, dropped and doubled."""
    lots = Random(11)
    for table, tokens in tables.values():
        with in_turn(server, table, tokens) as client:
            move = server.hall.rooms.awake[table].table.match.moves()[0]
            plain = json.dumps({"type": "move", "number": 777_777, "move": move})
            for _ in range(60):
                letters = list(plain)
                for _ in range(lots.randint(1, 4)):
                    place = lots.randrange(len(letters))
                    letters[place] = lots.choice(["", letters[place] * 2, chr(lots.randrange(32, 127)), "\\", '"', "{"])
                client.refused("".join(letters))


def test_long_messages_are_refused_and_very_long_ones_end_the_connection(server, tables):
    table, tokens = tables[games()[0]]
    padded = json.dumps({"type": "ping", "id": 1})
    with in_turn(server, table, tokens) as client:
        most = server.app.state.limits.message_bytes
        assert client.answers_to(padded.ljust(most)) == [{"type": "pong", "id": 1}]
        assert client.refused(padded.ljust(most + 1)) == "too-large"
        assert client.refused(padded.ljust(65_536)) == "too-large"
        assert client.refused('{"type":"name","name":"' + "é" * 9_000 + '"}') == "too-large", "bytes count, not letters"
        with pytest.raises(ConnectionClosed):
            client.answers_to(padded.ljust(70_000))
    with Client(server, table) as client, pytest.raises(ConnectionClosed):
        client.answers_to(b"x" * 1_000_000)


# --- Moves that are none of theirs --------------------------------------------------------------


def wrong_moves(match):
    """Moves that the rules refuse: parts of legal ones taken for something else."""
    lots = Random(5)
    legal = lots.sample(match.moves(), min(3, len(match.moves())))
    for move in legal:
        for place in places(move):
            for value in WRONG:
                yield changed(move, place, value)
        yield {name: value for name, value in move.items() if name != "move"}
        yield move | {"extra": 1}
    yield {}
    yield {"move": "win"}
    yield {"move": {"move": "pass"}}


def places(value, path=()):
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inside:
        yield (*path, key)
        yield from places(part, (*path, key))


def changed(move, place, value):
    twin = copy.deepcopy(move)
    part = twin
    for key in place[:-1]:
        part = part[key]
    part[place[-1]] = value
    return twin


def test_moves_that_the_rules_refuse_are_refused_in_one_sentence(server, tables):
    for table, tokens in tables.values():
        laid = server.hall.rooms.awake[table].table
        foreign = [
            move for other, _ in tables.values() for move in server.hall.rooms.awake[other].table.match.moves()[:3]
        ]
        with in_turn(server, table, tokens) as client:
            tried = [*wrong_moves(laid.match), *foreign]
            for move in tried[:: max(1, len(tried) // 80)]:
                if laid.match.why_not(move) is None:
                    continue
                client.refused({"type": "move", "number": laid.number, "move": move})
                (answer,) = client.answers_to(json.dumps({"type": "test", "move": move}))
                if answer["type"] == "tested":
                    assert not answer["legal"] and is_a_sentence(answer["text"])
                else:
                    assert answer["code"] == "no-json", "too deep to be looked at"


def test_moves_out_of_turn_out_of_date_and_of_nobody_are_refused(server, tables):
    for table, tokens in tables.values():
        laid = server.hall.rooms.awake[table].table
        turn, move = laid.match.turn, laid.match.moves()[0]
        others = [Client(server, table, token) for seat, token in enumerate(tokens) if seat != turn]
        with ExitStack() as leaving:
            for client in [*others, Client(server, table)]:
                leaving.enter_context(client)
                assert client.refused({"type": "move", "number": laid.number, "move": move}) in (
                    "not-your-turn",
                    "no-seat",
                )
                for message in (
                    {"type": "test", "move": move},
                    {"type": "moves"},
                    {"type": "choose", "path": []},
                    {"type": "hint"},
                ):
                    assert client.refused(message) in ("not-your-turn", "no-seat")
            mover = leaving.enter_context(in_turn(server, table, tokens))
            assert mover.refused({"type": "hint"}) == "no-hints"
            for number in (*range(laid.number), laid.number + 1, 2**31 - 1):
                assert mover.refused({"type": "move", "number": number, "move": move}) == "stale"
                assert mover.refused({"type": "undo", "number": number}) == "stale"
            last = laid.match.log(since=len(laid.match.history) - 1)[0]["seat"]
            for client in [client for client in others if client.table["seat"] != last]:
                assert client.refused({"type": "undo", "number": laid.number}) == "no-undo"


def test_choosing_by_absurd_paths_is_refused(server, tables):
    paths = [
        [10**9], [0] * 64, [[0] * 64], [[0, 0]], [[]], [[9999]], [0, [2**31 - 1]], [2**31 - 1, 0], [[0], [0], [0]],
        [[1, 0], 99], [0, 0, 0, 0, 0, 0, 0, 0, 0], [99, [99]],
    ]  # fmt: skip
    for table, tokens in tables.values():
        with in_turn(server, table, tokens) as client:
            for path in paths:
                client.refused({"type": "choose", "path": path})


# --- Forged keys, other people's things ---------------------------------------------------------


def forged(server, tables, game):
    """Tokens that hold no seat at the table of a game."""
    table, tokens = tables[game]
    for token in tokens:
        for place in range(0, len(token), 9):
            yield token[:place] + ("A" if token[place] != "A" else "B") + token[place + 1 :]
        yield from (token[:-1], token + "A", token.swapcase(), token[::-1], hash_of(token), hash_of(hash_of(token)))
    yield from (token for other in games() if other != game for token in tables[other][1])
    yield from (table * 2, "A" * 43, "0" * 64)


def test_forged_tokens_open_no_seat(server, tables):
    for game, (table, tokens) in tables.items():
        with Client(server, table, hello=False) as client, Client(server, table, tokens[0]) as sitting:
            for token in forged(server, tables, game):
                hello = json.dumps({"type": "hello", "token": token, "language": "en"})
                before = server.entries
                client.socket.send(hello)
                answer = client.receive()
                assert (answer["type"], answer["code"]) == ("refused", "bad-token") and is_a_sentence(answer["text"])
                assert sitting.refused(hello) == "bad-token"
                assert server.entries == before
                for what, method in (("frames", "GET"), ("rematch", "POST")):
                    headers = {"Authorization": f"Bearer {token}"}
                    refused(server, method, f"/api/tables/{table}/{what}", headers=headers, status=403)
            assert sitting.table["seat"] == 0


def test_what_only_people_at_the_table_may_do_is_refused_to_others(server, tables):
    for table, tokens in tables.values():
        laid = server.hall.rooms.awake[table].table
        with ExitStack() as leaving:
            sitting = [leaving.enter_context(Client(server, table, token)) for token in tokens[:2]]
            watching = leaving.enter_context(Client(server, table))
            for message, code in (
                ({"type": "start", "bot": None}, "no-seat"),
                ({"type": "stand-in", "seat": 0, "bot": "random"}, "no-seat"),
                ({"type": "stand-in", "seat": 2, "bot": "random"}, "no-seat"),
                ({"type": "name", "name": "Mallory"}, "no-seat"),
                ({"type": "undo", "number": laid.number}, "no-undo"),
            ):
                assert watching.refused(message) == code
            for message, code in (
                ({"type": "start", "bot": None}, "begun"),
                ({"type": "start", "bot": "random"}, "begun"),
                ({"type": "stand-in", "seat": 1, "bot": "random"}, "person-here"),
                ({"type": "stand-in", "seat": 1, "bot": None}, "person-here"),
                ({"type": "stand-in", "seat": 3, "bot": "random"}, "no-person"),
                ({"type": "stand-in", "seat": 2**31 - 1, "bot": "random"}, "no-person"),
                ({"type": "stand-in", "seat": 0, "bot": "nobody"}, "refused"),
                ({"type": "stand-in", "seat": 0, "bot": SURROGATE}, "malformed"),
                ({"type": "stand-in", "seat": 0, "bot": "you"}, "refused"),
            ):
                assert sitting[0].refused(message) == code, message


def test_nobody_is_served_before_hello_or_at_a_table_that_is_not_there(server, tables):
    table, tokens = tables[games()[0]]
    for example in examples(server, table)[1:]:
        with Client(server, table, hello=False) as client:
            client.send(**example)
            answer = client.receive()
            assert answer["code"] == "no-hello" and is_a_sentence(answer["text"])
    for name in (
        "nowhere",
        "%00",
        "x" * 500,
        "..%2f..%2fetc",
        "%ed%a0%80",
        "'; DROP TABLE log; --".replace(" ", "%20"),
    ):
        with Client(server, name, hello=False) as client:
            with contextlib.suppress(ConnectionClosed):
                client.send(type="hello", token=tokens[0])
            answer = client.receive()
            assert answer["code"] in ("unknown-table", "unknown-page") and is_a_sentence(answer["text"])


def test_a_page_of_another_site_is_refused(server, tables):
    table, _ = tables[games()[0]]
    origins = ["https://evil.example", "null", f"http://127.0.0.1:{server.port + 1}", "http://[", "", "file://"]
    for origin in origins:
        with Client(server, table, hello=False, additional_headers={"Origin": origin}) as client:
            answer = client.receive()
            assert (answer["type"], answer["code"]) == ("refused", "other-origin") and is_a_sentence(answer["text"])
            with pytest.raises(ConnectionClosed):
                client.receive()
        refused(server, "POST", "/api/tables", NEW, {"Origin": origin}, status=403)
    for host in ("evil.example", "127.0.0.1.evil.example", "", "[::1"):
        refused(server, "GET", "/api/health", headers={"Host": host}, status=403)
        refused(server, "GET", f"/api/tables/{table}", headers={"Host": host}, status=403)


# --- The same thing twice, many things at once --------------------------------------------------


def test_a_message_sent_twice_does_something_once(server, playing):
    for table, tokens in playing.values():
        laid = server.hall.rooms.awake[table].table
        with in_turn(server, table, tokens) as client:
            number = laid.number
            move = {"type": "move", "number": number, "move": laid.match.moves()[0]}
            for _ in range(3):
                client.send(**move, id=1000)
            kinds = [client.receive() for _ in range(4)]
            assert [answer["type"] for answer in kinds if answer.get("id") == 1000] == ["done", "refused", "refused"]
            assert server.hall.rooms.awake[table].table.number == number + 1


def test_of_two_who_race_for_a_move_or_a_seat_one_wins(server, playing):
    for game, (table, tokens) in playing.items():
        laid = server.hall.rooms.awake[table].table
        with ExitStack() as leaving:
            racers = [leaving.enter_context(in_turn(server, table, tokens)) for _ in range(4)]
            move = {"type": "move", "number": laid.number, "move": laid.match.moves()[0]}
            answers = at_once(lambda client, move=move: client.ask(**move), racers)
            assert sorted(answer["type"] for answer in answers) == ["done"] + ["refused"] * 3
        _, open_table = server.post("/api/tables", {"game": game, "seats": [{"kind": "me"}, {"kind": "friend"}] * 2})
        path = f"/api/tables/{open_table['table']}/seats"
        taken = at_once(lambda _, path=path: server.post(path, {"name": "Racer", "seat": 1}), range(4))
        assert sorted(status for status, _ in taken) == [200, 409, 409, 409]
        rest = at_once(lambda _, path=path: server.post(path, {"name": "Racer"}), range(4))
        assert sorted(status for status, _ in rest) == [200, 409, 409, 409]
        assert server.hall.rooms.awake[open_table["table"]].table.status == "playing"


def at_once(work, given):
    with ThreadPoolExecutor(len(list(given))) as pool:
        return list(pool.map(work, given))


def test_a_move_is_made_even_if_its_sender_is_gone_at_once(server, playing):
    """Whoever asked for it may leave, also in the middle: the move is on disk and at the table, or nowhere."""
    table, tokens = playing[games()[0]]
    laid = server.hall.rooms.awake[table].table
    for _ in range(12):
        if laid.match.over:
            break
        number = laid.number
        client = in_turn(server, table, tokens)
        client.send(type="move", number=number, move=laid.match.moves()[0])
        client.socket.socket.shutdown(socket.SHUT_RDWR)
        client.__exit__()
        wait_for(lambda number=number: laid.number == number + 1)
    assert server.hall.store._writer.is_alive()


def test_the_store_writes_on_though_nobody_waits_any_more(tmp_path):
    store = SqlStore.in_folder(tmp_path)

    async def leave_and_come_back():
        leaving = [asyncio.create_task(store.create(f"left-{n}", {}, False, "waiting")) for n in range(20)]
        await asyncio.sleep(0)
        for task in leaving:
            task.cancel()
        async with asyncio.timeout(120):
            await store.create("stayed", {}, False, "waiting")
            return await store.load("stayed")

    assert asyncio.run(leave_and_come_back()) is not None
    store.close()


def test_a_rematch_that_everybody_asks_for_at_once_is_one_table(server, playing):
    table, tokens = server.set_table("opti-mix")
    lots = Random(2)
    play_some(server, table, tokens, moves=0)
    laid = server.hall.rooms.awake[table].table
    with ExitStack() as leaving:
        people = [leaving.enter_context(Client(server, table, token, language=None)) for token in tokens]
        while not laid.match.over:
            move = lots.choice(laid.match.moves())
            mover = people[laid.match.turn]
            assert mover.ask(type="move", number=laid.number, move=move)["type"] == "done"
    before = server.told()[0][0]
    path = f"/api/tables/{table}/rematch"
    answers = at_once(lambda token: server.post(path, {}, token), tokens * 2)
    assert {status for status, _ in answers} == {200}
    assert len({answer["table"] for _, answer in answers}) == 1
    assert server.told()[0][0] == before + 1, "a rematch left a table behind that nobody knows"


def test_names_are_plain_text_of_few_letters(server, playing):
    table, tokens = playing[games()[0]]
    with Client(server, table, tokens[0]) as client:
        for name in NAMES:
            answer = client.ask(type="name", name=name)
            assert answer["type"] == "done" or answer["code"] in ("malformed", "blank-name")
            told = server.hall.rooms.awake[table].table.seats[0].name
            assert len(told) <= 24
            assert all(unicodedata.category(letter)[0] not in "C" for letter in told)
            assert "\n" not in told and "‮" not in told


def test_a_flood_of_hellos_is_answered_and_harms_nobody(server, playing):
    table, tokens = playing[games()[0]]
    with Client(server, table, tokens[0]) as client, Client(server, table, tokens[1]) as other:
        for number in range(300):
            client.send(type="hello", token=tokens[number % 3], language="en", number=number)
        assert client.ask(type="ping")["type"] == "pong"
        assert other.ask(type="ping")["type"] == "pong"
        assert len(server.hall.rooms.awake[table].visitors) <= 4


# --- HTTP ---------------------------------------------------------------------------------------

NEW = json.dumps(people("Ada", "Bruno", "Chiara", game=games()[0])).encode()


def refused(server, method, path, body=None, headers=None, status=400):
    """Require that a request is refused in one sentence."""
    got, answer = server.request(method, path, body, headers)
    assert got >= 400 and got != 500, (method, path, body, got, answer[:200])
    assert status == 400 or got == status, (method, path, got, answer[:200])
    error = json.loads(answer)["error"]
    assert error["code"] and is_a_sentence(error["text"])


def test_bodies_that_are_none_are_refused(server, tables):
    table, _ = tables[games()[0]]
    for path in ("/api/tables", f"/api/tables/{table}/seats", "/api/replays"):
        for raw in NOT_JSON:
            if raw not in ("{}",):
                refused(server, "POST", path, raw.encode("utf-8", "surrogatepass"))
        for raw in (b"\xff\xfe", b"\xed\xa0\x80", bytes(range(256)), b"\x00" * 100, b"[" * 500_000):
            refused(server, "POST", path, raw)
        most = server.app.state.limits
        most = most.body_bytes if path.endswith("/seats") else most.record_bytes
        refused(server, "POST", path, b" " * (most + 1), status=413)
        for length in ("-1", "9" * 30, "9" * 5000, "x", "1, 2"):
            assert server.request("POST", path, None, {"Content-Length": length})[0] in (400, 413)


def test_bodies_with_one_thing_wrong_are_refused(server, tables):
    table, _ = tables[games()[0]]
    seats = [{"kind": "me", "name": "Ada", "bot": None}, {"kind": "bot", "name": "", "bot": "random"}]
    example = {"game": games()[0], "options": {}, "public": False, "shuffle": False, "seats": seats, "record": None}
    example["hints"] = example["takeover"] = None
    example["memory"] = "open"
    example["patience"] = 60
    schemas = messages.schemas()
    sent = 0
    for path, schema_of, body in (
        ("/api/tables", schemas["POST /api/tables"], example),
        (f"/api/tables/{table}/seats", schemas["POST /api/tables/<id>/seats"], {"name": "Eve", "seat": 0}),
        ("/api/codes", schemas["POST /api/codes"], {"code": "ABCD2345"}),
    ):
        is_right = jsonschema.Draft202012Validator(schema_of).is_valid
        assert is_right(body)
        wrong = [body | {field: value} for field in body for value in WRONG]
        if "seats" in body:
            wrong += [body | {"seats": [seats[0], seats[1] | {field: value}]} for field in seats[1] for value in WRONG]
            wrong += [body | {"seats": seats * 6}, body | {"seats": [{}]}]
        for version in wrong:
            # A right form is refused by what it says: no such game, bot, option, seat; names may be anything.
            same_names = [version.get("name"), version.get("seats")] == [body.get("name"), body.get("seats")]
            taken = version in (body, *(body | {flag: True} for flag in ("public", "shuffle", "hints", "takeover")))
            if not is_right(version) or (same_names and not taken):
                refused(server, "POST", path, json.dumps(version).encode())
                sent += 1
    assert sent > 150


def test_tables_that_cannot_be_are_refused(server, tables):
    for game in games():
        facts = people("Ada", "Bruno", "Chiara", game=game)
        for options in (
            {"nonsense": 1}, {SURROGATE: 1}, {"x" * 500: 1}, {"": None}, {"players": 3}, {"seed": 1}, {"__class__": {}},
        ):  # fmt: skip
            refused(server, "POST", "/api/tables", json.dumps(facts | {"options": options}).encode())
        for name in server.app.state.hall.rooms.awake[tables[game][0]].table.setup["options"]:
            for value in (10**300, -1, 1e308, SURROGATE, "<b>", [], DEEP[0], {"a": 1}, [[1]], ["x"] * 50):
                refused(server, "POST", "/api/tables", json.dumps(facts | {"options": {name: value}}).encode())
        for kinds in (["me"] * 9, ["bot"] * 10):
            seats = [{"kind": kind} for kind in kinds]
            refused(server, "POST", "/api/tables", json.dumps({"game": game, "seats": seats}).encode())
        for bot in ("nobody", "you", SURROGATE, "../greedy", "x" * 40):
            seats = [{"kind": "me"}, {"kind": "bot", "bot": bot}, {"kind": "me"}]
            refused(server, "POST", "/api/tables", json.dumps({"game": game, "seats": seats}).encode())


def test_records_that_are_damaged_are_refused(server, tables):
    """Everything in a record taken for something else, with the check made right again."""
    sent = 0
    for table, _ in tables.values():
        record = server.hall.rooms.awake[table].table.match.record()
        seats = [{"kind": "me"}] * record["players"]
        for field, value in itertools.product(record, WRONG[:: amount(5, long=2)]):
            broken = record | {field: value}
            if field != "check":
                broken = sealed({name: part for name, part in broken.items() if name != "check"})
            if is_whole(broken):  # chance that nobody asked, seats that nobody named
                continue
            if sent % 2:
                refused(server, "POST", "/api/replays", json.dumps(broken).encode())
            else:
                refused(server, "POST", "/api/tables", json.dumps({"seats": seats, "record": broken}).encode())
            sent += 1
        for extra in ({"x" * 5000: 1}, {"a\nb": 1}, {SURROGATE: 1}):
            refused(server, "POST", "/api/replays", json.dumps(record | extra).encode())
        moves = [{"move": "win"}] * 6000
        long = sealed({name: part for name, part in (record | {"moves": moves}).items() if name != "check"})
        refused(server, "POST", "/api/replays", json.dumps(long).encode())
    assert sent > amount(100, long=250)


def is_whole(record):
    with contextlib.suppress(AraratError):
        replay(record)
        return True
    return False


def test_paths_lead_nowhere_else(server, tables):
    table, _ = tables[games()[0]]
    secret = ["../app.py", "../../server/app.py", "../../../../../../etc/passwd", "/etc/passwd", "//etc/passwd"]
    names = [
        *secret, *(name.replace("..", "%2e%2e") for name in secret), *(name.replace("/", "%2f") for name in secret),
        *(name.replace("/", "%5c") for name in secret), "%00", "index.html%00.js", "x" * 5000, "%ff%fe", "..", ".", "",
        "./../server/app.py", "a/" * 500, "%252e%252e/app.py", "..%c0%af..", "~root", "COM1", "board.py",
        "moves.py", "../moves.py", "../pieces.toml", "..%2fmoves.py", "__init__.py", "?", "..;/moves.py",
    ]  # fmt: skip
    for start in (
        "/files/",
        "/files/x/",
        "/page/",
        f"/games/{games()[0]}/",
        "/games/nothing/",
        "/games/..%2f/",
        "/games/%00/",
    ):
        for name in names:
            refused(server, "GET", start + name)
    for path in (
        "/api/nothing",
        "/.git/config",
        "/server/app.py",
        "/tables.db",
        "/%00",
        "/api/../app.py",
        "/ws/",
        "//",
    ):
        refused(server, "GET", path)
    for path in (
        "/api/tables/nothing",
        "/api/tables/%00",
        f"/api/tables/{'x' * 4000}",
        "/api/tables/..%2f..",
        "/api/replays/x",
    ):
        for what in ("", "/frames", "/record"):
            refused(server, "GET", path + what)
    for query in ("from=-1", "from=x", "count=0", "count=101", "count=1e9", "from=9999999999999999999999", "count=NaN"):
        refused(server, "GET", f"/api/tables/{table}/frames?{query}")
    refused(server, "GET", f"/api/tables/{table}/record", status=403)


def test_wrong_methods_are_refused(server, tables):
    table, tokens = tables[games()[0]]
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "NONSENSE"):
        for path in (
            "/",
            "/api/health",
            "/api/tables",
            f"/api/tables/{table}",
            f"/api/tables/{table}/seats",
            "/page/x",
        ):
            refused(server, method, path, b"{}")
    for path in (f"/api/tables/{table}", "/api/health", f"/api/tables/{table}/record", "/api/games"):
        refused(server, "POST", path, b"{}")
    for path in (f"/api/tables/{table}/seats", f"/api/tables/{table}/rematch", "/api/replays", f"/ws/{table}"):
        refused(server, "GET", path)
    refused(server, "POST", f"/api/tables/{table}/rematch", b"", {"Authorization": f"Bearer {tokens[0]}"}, status=403)
    refused(server, "POST", f"/api/tables/{table}/rematch", b"")
    refused(server, "POST", f"/api/tables/{table}/seats", b'{"name":"Eve"}', status=409)


# --- The limits do bite -------------------------------------------------------------------------


def test_limits_of_one_websocket(tmp_path):
    limits = Limits(messages_at_once=5, messages_a_second=20.0, refusals_in_a_row=12, hello_seconds=2.0)
    with attacked(tmp_path, limits) as server:
        table, tokens = server.set_table("opti-mix")
        with Client(server, table, hello=False) as silent, Client(server, table, tokens[0]) as client:
            begun = time.monotonic()
            assert {client.ask(type="ping")["type"] for _ in range(25)} == {"pong"}
            assert time.monotonic() - begun > 0.9, "a flood is read later"
            codes = []
            with contextlib.suppress(ConnectionClosed):
                for _ in range(30):
                    codes.append(client.ask(type="start").get("code"))
            assert codes == ["begun"] * 13, "too many refusals in a row end it"
            with pytest.raises(ConnectionClosed):
                silent.receive()
        with Client(server, table, hello=False) as stranger:
            stranger.send(type="hello", token="A" * 43)
            assert stranger.receive()["code"] == "bad-token"
            with pytest.raises(ConnectionClosed):
                stranger.receive()
        wait_for(lambda: not len(server.hall.crowd))
        assert not server.hall.crowd.addresses


def test_limits_of_one_address(tmp_path):
    limits = Limits(
        requests_at_once=300,
        requests_a_second=0.1,
        new_tables_at_once=2,
        new_tables_a_minute=0.1,
        refusal_seconds=0.0,
    )
    with attacked(tmp_path, limits) as server:
        assert [server.request("POST", "/api/tables", NEW)[0] for _ in range(4)] == [200, 200, 429, 429]
        refused(server, "POST", "/api/replays", b"{}", status=429)
        statuses = {server.request("GET", "/api/health")[0] for _ in range(320)}
        assert statuses == {200, 429}
        refused(server, "GET", "/", status=429)
        # Whoever comes next from there still gets the files of a page that is open.
        assert server.request("GET", "/page/main.js")[0] == 200


def test_questions_about_the_rules_cost_the_others_nothing(tmp_path):
    """Each takes some thousandths of a second, so they come one at a time and not without end."""
    with attacked(tmp_path, Limits(looks_at_once=3, looks_a_second=0.1)) as server:
        path = "/api/games/noah/answers?question=tears"
        assert [server.request("GET", path)[0] for _ in range(5)] == [200, 200, 200, 429, 429]
        assert server.request("GET", "/api/health")[0] == 200


def test_a_family_that_comes_at_once_gets_the_whole_page(tmp_path):
    """All of one house have one address; what they load is not counted with what they do."""
    with attacked(tmp_path, Limits(files_at_once=20, files_a_second=0.1, refusal_seconds=0.0)) as server:
        assert {server.request("GET", "/page/main.js")[0] for _ in range(30)} == {200, 429}
        assert server.request("GET", "/api/health")[0] == 200


def test_whoever_sits_and_thinks_takes_little_room(server, playing):
    """One task, and nothing of the request that a WebSocket began with; a second later nothing of what was told."""
    table, tokens = playing["noah"]
    loop = server.server.servers[0].get_loop()

    def people():
        return sum(task.get_coro().__name__ == "run_asgi" for task in asyncio.all_tasks(loop))

    def requests():
        return sum(isinstance(one, Caller) for one in gc.get_objects())

    wait_for(lambda: not people())  # those of the test before are gone
    gc.collect()
    asking, tasks = requests(), len(asyncio.all_tasks(loop))
    with ExitStack() as pages:
        for token in tokens:
            pages.enter_context(Client(server, table, token))
        wait_for(lambda: people() == 3 and len(asyncio.all_tasks(loop)) <= tasks + 3)
        assert requests() <= asking
        room = server.hall.rooms.awake[table]
        play_some(server, table, tokens, moves=3)
        wait_for(lambda: not room.texts and room.table._legal is None)
        assert sum(isinstance(turn._told, bytes) for turn in room.table.match._turns) == room.table.made - 2
    wait_for(lambda: not people())


def test_whoever_hangs_up_takes_everything_along(server, playing):
    """Without anybody who looks for garbage: what is left of a connection would wait for that for many minutes."""
    table, tokens = playing["noah"]
    kinds = Caller, Upgraded, ServerProtocol, Visitor, asyncio.Transport

    def connected():
        return Counter(type(one).__name__ for one in gc.get_objects() if isinstance(one, kinds))

    wait_for(lambda: not server.door.open.total())
    gc.collect()
    before = connected()
    gc.disable()
    try:
        clients = [Client(server, table, token) for token in tokens]
        assert connected()["Visitor"] >= before["Visitor"] + len(tokens)
        for client in clients:
            client.socket.socket.shutdown(socket.SHUT_RDWR)  # the others are told, who are gone as well
        assert server.request("GET", "/api/health")[0] == 200
        wait_for(lambda: connected() <= before, seconds=20)
    finally:
        gc.enable()


def test_a_client_that_never_reads_is_not_listened_to(server, playing):
    """Its answers do not pile up in the server, and the others play on."""
    table, tokens = playing["animals-on-board"]
    with Client(server, table, tokens[0], max_queue=1) as silent:
        visitor = next(iter(server.hall.rooms.awake[table].visitors))

        def ask():
            with contextlib.suppress(ConnectionClosed):
                for _ in range(200_000):
                    silent.send(type="hello", token=tokens[0], language="fr")

        asking = threading.Thread(target=ask, daemon=True)
        asking.start()
        asking.join(1.0)
        assert asking.is_alive(), "it should have been kept waiting"
        assert len(visitor._outgoing) < 10
        play_some(server, table, tokens, moves=1)
        silent.socket.socket.shutdown(socket.SHUT_RDWR)
        asking.join(120)
    wait_for(lambda: visitor not in server.hall.rooms.awake[table].visitors)
