"""The two-worlds law at the server: what looks the same to a viewer is the same in all that is sent to it.

As in tests/laws/test_secrecy_laws.py a second world is made by dealing anew what a viewer can't know.
Here a table stands in each world, and everything that a server would send is compared as text.
"""

from __future__ import annotations

import asyncio
import io
import itertools
import json
import logging
import re
from concurrent.futures.process import _RemoteTraceback
from contextlib import ExitStack, contextmanager
from random import Random

import pytest
import sqlalchemy as sql

import ararat
from ararat.core.engine import engine_of
from ararat.core.hooks import hooks_of
from ararat.core.words import LANGUAGES, words
from ararat.errors import AraratError
from ararat.fairness import commitment_of
from ararat.games import all_facts
from ararat.server import api, deals, dialogue, hints, logs, visitor
from ararat.server.hall import Hall
from ararat.server.limits import Limits
from ararat.server.processes import BotProcesses, advise
from ararat.server.refusals import Declined, told
from ararat.server.room import Room
from ararat.server.seats import PERSON, Seat, hash_of
from ararat.server.table import Table
from ararat.server.telling import frames, names_of, table_message, test_move, view_told, why_no_undo
from lengths import amount

from ..laws.positions import positions
from ..laws.worlds import canonical, forgotten_world, other_world, stand, viewers
from .at_table import Here, people, wait_for
from .attacked import Client, attacked

POSITIONS = 3  # of each table, spread over its phases
FOREIGN = 5  # moves from other moments of the game that are asked about
FOLLOWED = 10  # moves that are made in both worlds of a table ...
TRIED = 6  # ... each the first of so many that parts them not
PATHS = ([0], [1], [0, 0], [[0, 1]])
test_move.__test__ = False  # it is no test, though it is called one


def world(table, match, memory="open"):
    """A table of people at which a match stands."""
    seats = [Seat(PERSON, name=f"Person {seat}", holder=f"holder {seat}").kept() for seat in range(match.players)]
    setup = {
        "game": table[0],
        "options": match.options,
        "public": True,
        "hints": True,
        "seats": seats,
        "memory": memory,
    }
    laid = Table("a-table", setup)
    laid.match = match
    laid.lengths = list(range(len(match.history) + 1))
    return laid


def attempt(work, *given):
    """What somebody is told: an answer, or a refusal in every language."""
    try:
        return work(*given)
    except AraratError as problem:
        return [told(problem, language) for language in LANGUAGES]


def sent_always(laid, viewer):
    """What a viewer is sent unasked, or may ask for at any time."""
    yield "summary", laid.summary({0})
    for language in LANGUAGES if laid.forgets else (*LANGUAGES, None):  # programs remember by themselves
        yield f"table {language}", table_message(laid, viewer, language, {0})
    yield "frames", attempt(frames, laid, laid.match, viewer, "fr", 0, 100)
    yield "record", attempt(laid.record)


def sent_when_asked(laid, viewer, asked):
    """What a viewer is answered about moves, and where the dialogue leads it."""
    for move in asked:
        yield f"test {move}", attempt(test_move, laid, viewer, move, "it")
    for number, move in itertools.product((laid.number, laid.number + 1), asked[:2]):
        yield f"move {move}", refusal_of(laid, viewer, number, move)
    yield "undo", attempt(check_undo, laid, viewer)
    for path in PATHS:
        yield f"choose {path}", attempt(chosen, laid, viewer, "en", path)
    yield "hint", attempt(hinted, laid, viewer, "fr")


def hinted(laid, viewer, language):
    """A hint, from as few playouts as will tell worlds apart."""
    match, moment = hints.check(laid, viewer)
    view = view_told(laid, match, viewer)
    return hints.message(laid, moment, advise(view, hints.seed_of(view), 24, 600.0), language)


def chosen(laid, viewer, language, path):
    match = laid.check_turn(viewer)
    names = names_of(laid, words(language, laid.facts.package))
    return dialogue.asked(laid.facts, match, view_told(laid, match, viewer), names, language, path)


def check_undo(laid, viewer):
    problem = why_no_undo(laid, viewer)
    if problem is not None:
        raise problem


class Nowhere:
    """A store that takes nothing: a move that gets so far is legal."""

    async def append(self, table, number, entry, status):
        raise Declined("begun")

    def now(self):
        return 0.0


def refusal_of(laid, viewer, number, move):
    """What the hall says to a move that is not made."""
    hall = Hall(Nowhere(), Limits(), BotProcesses(1))
    return attempt(asyncio.run, hall.moving.move(Room(laid), viewer, number, move))


def some_positions(table, most):
    """Positions in which somebody is in turn, spread over all that there are."""
    found = [tables for tables in positions(table) if tables[0]["turn"] >= 0]
    return found[:: max(1, len(found) // most)]


def foreign_moves(table):
    """Moves that belong to other moments and other people's hidden pieces."""
    found = [move for tables in positions(table)[::5] for move in stand(table, tables).moves()[:4]]
    return Random(3).sample(found, min(60, len(found)))


def compared(first, second):
    """Whatever is sent must be the same text."""
    for (what, one), (_, two) in zip(first, second, strict=True):
        assert canonical(one) == canonical(two), what


def test_two_worlds_send_everybody_the_same(plain_table):
    table = (*plain_table, {})
    rules = engine_of(all_facts()[table[0]])
    foreign = foreign_moves(table)
    random = Random(1)
    for number, tables in enumerate(some_positions(table, POSITIONS)):
        for viewer in viewers(tables):
            matches = [stand(table, tables), stand(table, other_world(rules, tables, viewer, number))]
            # Of others' legal moves, those of hidden pieces among them, whoever is not in turn may ask too.
            legal = [move for match in matches for move in random.sample(match.moves(), 1)]
            asked = [*random.sample(foreign, min(FOREIGN, len(foreign))), *legal]
            worlds = [world(table, match) for match in matches]
            compared(*(sent_always(laid, viewer) for laid in worlds))
            compared(*(sent_when_asked(laid, viewer, asked) for laid in worlds))


def is_closing(match):
    """Whether there is something to be remembered."""
    return match.closed_view(None) != match.view(None)


@pytest.mark.parametrize("game", [slug for slug, facts in all_facts().items() if facts.has("memory")])
def test_two_worlds_send_the_same_to_people_who_have_to_remember(game):
    """At a closed table a second world may differ in all that a person would have to remember, too."""
    table = (game, all_facts()[game].usual_players, {})
    foreign = foreign_moves(table)
    apart = 0
    closing = [tables for tables in some_positions(table, 1000) if is_closing(stand(table, tables))]
    for number, tables in enumerate(closing[:: max(1, len(closing) // POSITIONS)]):
        for viewer in viewers(tables):
            matches = [stand(table, tables), stand(table, forgotten_world(table, tables, viewer, number))]
            apart += matches[0].view(viewer) != matches[1].view(viewer)
            worlds = [world(table, match, "closed") for match in matches]
            compared(*(sent_always(laid, viewer) for laid in worlds))
            compared(*(sent_when_asked(laid, viewer, foreign[:FOREIGN]) for laid in worlds))
    assert apart, "nothing was to be remembered: the law would prove nothing"


def test_two_worlds_stay_the_same_through_moves_that_look_the_same(variant_table):
    """Whoever is in turn moves in both worlds; to the viewer it is the same move with the same events, though others
    may have given or laid down something else. As long as chance stays out of it, all that is sent is equal."""
    table = variant_table
    rules = engine_of(all_facts()[table[0]])
    seen = hooks_of(all_facts()[table[0]]).seen
    followed = 0
    random = Random(9)
    found = some_positions(table, 1000)
    for number, tables in enumerate(random.sample(found, len(found))):
        viewer = random.choice(viewers(tables))
        matches = [stand(table, tables), stand(table, other_world(rules, tables, viewer, 70 + number))]
        for _ in range(2):
            matches = after_the_same_move(matches, seen, viewer, random)
            if matches is None:
                break
            followed += 1
            compared(*(sent_always(world(table, match), viewer) for match in matches))
            compared(*(sent_when_asked(world(table, match), viewer, []) for match in matches))
        if followed >= FOLLOWED:
            break
    assert followed > 5


def after_the_same_move(matches, seen, viewer, random):
    """Both worlds after moves that the viewer can't tell apart; None if there are none among a few."""
    one, two = matches
    listed = one.moves()
    for move in random.sample(listed, min(TRIED, len(listed))):
        looks = seen(one._table, move, viewer)
        others = [other for other in two.moves() if seen(two._table, other, viewer) == looks]
        if others:
            after = [one.copy(), two.copy()]
            after[0].play(move)
            after[1].play(random.choice(others))
            told = [
                [
                    event
                    for event in match._turns[-1].events
                    if event["audience"] == "all" or viewer in event["audience"]
                ]
                for match in after
            ]
            drew = [(now._table.chance != then._table.chance).any() for now, then in zip(after, matches, strict=True)]
            if told[0] == told[1] and not any(drew) and not any(match.over for match in after):
                return after
    return None


# --- Over the wire ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with attacked(tmp_path_factory.mktemp("secrets")) as server:
        yield server


def plain(text, table):
    """A text but for what two tables differ in anyway: their ids, and when they were set."""
    return re.sub(r'"(created|changed)": ?[0-9.e+]+', r'"\1":0', text.replace(table, "TABLE"))


class Reader(Client):
    """Somebody at a table who keeps every text that came."""

    def __init__(self, server, table, token):
        self.texts = []
        self.at = table
        super().__init__(server, table, token)

    def receive(self):
        message = super().receive()
        self.texts.append(plain(json.dumps(message), self.at))
        return message


def over_http(server, table, token):
    """What somebody is answered over HTTP about a table."""
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    for what in ("", "/frames?language=it", "/record"):
        yield server.request("GET", f"/api/tables/{table}{what}", headers=headers)


@pytest.mark.parametrize("game", [slug for slug, facts in all_facts().items() if facts.secrets])
def test_two_worlds_send_the_same_texts_over_the_wire(server, game, monkeypatch):
    """Two tables go on from records that differ only in what a viewer can't know; everything that comes
    through its WebSockets and in its answers over HTTP is the same text."""
    facts = all_facts()[game]
    table = (game, facts.usual_players, {})
    rules = engine_of(facts)
    foreign = foreign_moves(table)
    apart = 0
    monkeypatch.setattr(deals, "new_secret", lambda: "5a" * 32)  # so that commitments differ in nothing else
    for number, tables in enumerate(some_positions(table, amount(2, long=4))):
        for viewer in (int(tables[0]["turn"]), (int(tables[0]["turn"]) + 1) % table[1], None):
            states = [stand(table, laid).state() for laid in (tables, other_world(rules, tables, viewer, number))]
            apart += states[0] != states[1]
            assert len({canonical(all_that_comes(server, game, state, viewer, foreign[:6])) for state in states}) == 1
    assert apart


def all_that_comes(server, game, state, viewer, moves):
    """All texts that a viewer gets at a table that goes on from a state."""
    record = ararat.game(game).restore(state, seed=number_of(state)).record()
    seats = people(*["Ada"] * record["players"])["seats"]
    wanted = {"seats": seats, "record": record, "as_it_was": True, "hints": True, "patience": 0}  # no clock comes in
    status, laid = server.post("/api/tables", wanted)
    assert status == 200, laid
    token = None if viewer is None else laid["seats"][viewer]["token"]
    with Reader(server, laid["table"], token) as reader:
        for move in moves:
            reader.ask(type="test", move=move)
            reader.ask(type="move", number=7, move=move)
        for path in PATHS:
            reader.ask(type="choose", path=path)
        reader.ask(type="moves")
        reader.ask(type="hint")
        reader.ask(type="undo", number=0)
        answers = list(over_http(server, laid["table"], token))
    return [*reader.texts, *((status, plain(body.decode(), laid["table"])) for status, body in answers)]


def number_of(state):
    """A seed of its own for each world."""
    return int(hash_of(canonical(state))[:12], 16)


@pytest.mark.parametrize("game", all_facts())
def test_no_message_holds_a_key_or_what_chance_starts_from(server, game):
    """Tokens, their hashes, the seed and the entropy are nowhere in what anybody is sent while the match runs."""
    names = ["Ada"] * all_facts()[game].usual_players
    table, tokens = server.set_table(game, names, public=True, hints=True)
    random = Random(4)
    with ExitStack() as leaving:
        readers = [leaving.enter_context(Reader(server, table, token)) for token in [*tokens, None]]
        laid = server.hall.rooms.awake[table].table
        for _ in range(amount(6, long=12)):
            mover = readers[laid.match.turn]
            number, moves = laid.number, mover.ask(type="moves")["moves"]
            move = random.choice(moves)
            mover.ask(type="test", move=move)
            hint = mover.ask(type="hint")
            assert hint["type"] == "hint" if len(moves) > 1 else hint["code"] == "only-move"
            assert mover.ask(type="move", number=number, move=move)["type"] == "done"
            mover.ask(type="undo", number=number + 1)
        assert all(reader.ask(type="ping")["type"] == "pong" for reader in readers)
    texts = [text for reader in readers for text in reader.texts]
    texts += [body.decode() for token in [*tokens, None] for _, body in over_http(server, table, token)]
    texts.append(server.request("GET", "/api/tables")[1].decode())
    assert table in texts[-1]
    setup, entries = asyncio.run(server.hall.store.load(table))
    entropy = [str(word) for entry in entries for word in entry.get("entropy", []) if word > 10**6]
    secret = [*tokens, *map(hash_of, tokens), str(laid.seed), *entropy]
    secret += [setup["deal"]["secret"], setup["deal"]["next"], commitment_of(setup["deal"]["next"])]
    assert len(entropy) > 12 and all(seat["holder"] in secret for seat in setup["seats"])
    together = "\n".join(texts)
    assert [word for word in secret if word in together] == []
    assert not re.search('"(seed|entropy|holder|token|secret|proof)"', together)
    assert commitment_of(setup["deal"]["secret"]) in together


@pytest.mark.parametrize("game", all_facts())
def test_the_past_of_a_running_match_is_that_of_the_viewer(server, game):
    """Without a token the past is what a spectator saw; with one, what that seat saw; the record is kept back."""
    table, tokens = server.set_table(game, ["Ada"] * all_facts()[game].usual_players)
    with Client(server, table):
        laid = server.hall.rooms.awake[table].table
    for _ in range(3):
        with Client(server, table, tokens[laid.match.turn]) as mover:
            move = {"number": laid.number, "move": laid.match.moves()[0]}
            assert mover.ask(type="move", **move)["type"] == "done"
    match = laid.match
    for viewer, token in [(None, None), *enumerate(tokens)]:
        _, (_, past), (status, record) = over_http(server, table, token)
        told = json.loads(past)
        assert told["seat"] == viewer
        assert [frame["view"] for frame in told["frames"]] == [*match.past_views(viewer), match.view(viewer)]
        assert [frame["entry"]["move"] for frame in told["frames"][:-1]] == [e["move"] for e in match.log(viewer)]
        assert (status, json.loads(record)["error"]["code"]) == (403, "not-over")


# --- In the log ---------------------------------------------------------------------------------

SENTENCES = {
    "a message could not be served",
    "the coach could not be asked",
    "the bot random could not decide; a move is drawn by lot",
    "Exception in ASGI application\n",
    "a task of the server failed",
    "Exception in callback",
    "a table is parked: damaged (no JSON); `ararat store check` names it",
}
KIND = re.compile(r"then|[A-Za-z_.]+")  # of an error


@contextmanager
def logged():
    """The lines of the log, as programs read them."""
    root, written = logging.getLogger(), io.StringIO()
    before, level = root.handlers[:], root.level
    logs.log_to_stderr(as_json=True)
    root.handlers[0].setStream(written)
    try:
        yield lambda: [json.loads(line) for line in written.getvalue().splitlines()]
    finally:
        root.handlers[:] = before
        root.setLevel(level)


def fail(*given, **more):
    """Somebody made a mistake, and put all that they had into its sentence, on lines of their own and otherwise."""
    try:
        raise KeyError(given, more)
    except KeyError as problem:
        raise ValueError(f"{given}\n  {more}") from problem


def all_goes_wrong(server, laid, token, moves):
    """Somebody at a table meets one mistake of the server after the other; a code that they asked for."""
    table = laid["table"]
    headers = {"Authorization": f"Bearer {token}"}
    with Client(server, table, token) as client:
        for move in moves:
            client.ask(type="test", move=move)  # see `failing`
            client.ask(type="move", number=9999, move=move)  # of no moment: nothing is played
        client.ask(type="hint")
        client.answers_to('{"type": "hello", "token": "' + token[:-1])
        assert client.ask(type="hello", token=token[::-1])["type"] == "refused"
        _, code = server.request("POST", f"/api/tables/{table}/code", headers=headers)
        for typed in (json.loads(code)["code"][::-1], "23456789"):
            server.post("/api/codes", {"code": typed})
        assert server.request("GET", f"/api/tables/{table}/qr", headers=headers)[0] == 500
    return json.loads(code)["code"]


@contextmanager
def failing(monkeypatch):
    """The server makes mistakes wherever somebody asks for more than the usual."""
    with monkeypatch.context() as broken:
        broken.setattr(visitor, "test_move", lambda table, *given: fail(table.match.state(), vars(table), *given))
        broken.setattr(Here, "run", lambda _, work, *given: fail(*given))
        broken.setattr(api, "qr_of", fails_later)
        yield


async def fails_later(request, path):
    """In all the ways there are for what runs in a loop."""

    async def task():
        fail(path)

    asyncio.get_running_loop().call_soon(fail, path, request.headers)
    await asyncio.wait([request.app.state.hall.tasks.later(task())])
    fail(path)


def test_no_line_of_the_log_holds_a_key_or_a_card(server, monkeypatch):
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "bot", "bot": "random"}]
    wanted = {"game": "noah", "seats": seats, "hints": True, "contribution": "c0ffee" * 6}
    wanted["commitment"] = server.post("/api/commitments", {})[1]["commitment"]
    with logged() as lines, failing(monkeypatch):
        _, laid = server.post("/api/tables", wanted)
        table, token = laid["table"], laid["seats"][0]["token"]
        with Client(server, table, token) as ada:
            room = server.hall.rooms.awake[table]
            while room.table.made < 6 or len(room.table.match.moves()) == 1:  # the bot's are drawn by lot
                wait_for(lambda: room.table.match.turn == 0)
                move = {"number": room.table.number, "move": room.table.match.moves()[0]}
                assert ada.ask(type="move", **move)["type"] == "done"
                wait_for(lambda: room.table.match.turn == 0)
        code = all_goes_wrong(server, laid, token, [room.table.match.moves()[0], {}])
        # Then what is kept of it is damaged.
        setup, entries = asyncio.run(server.hall.store.load(table))
        wait_for(lambda: room.is_idle)
        server.hall.rooms.forget_idle(0)
        with server.hall.store.engine.begin() as link:
            link.execute(sql.text("UPDATE log SET entry = '{' || entry WHERE table_id = :table"), {"table": table})
        assert server.request("GET", f"/api/tables/{table}/frames")[0] == 409
    told = lines()
    assert {line["message"] for line in told} == SENTENCES
    secret = [table, token, hash_of(token), code, hash_of(code), "c0ffee", str(room.table.seed), "Ada"]
    secret += [setup["deal"]["secret"], setup["deal"]["next"], *map(str, entries[1]["entropy"])]
    for line in told:
        assert [word for word in secret if word in json.dumps(line)] == []
        # All that is left of an error is where it went through, and what it is called.
        rest = [
            text for text in line.get("exception", "").splitlines() if not re.match(r'  File "|    \S|    +\^', text)
        ]
        assert all(KIND.fullmatch(text) for text in rest), rest


@pytest.mark.parametrize("game", [slug for slug, facts in all_facts().items() if facts.secrets])
def test_two_worlds_log_the_same(server, game, monkeypatch):
    """Whoever hosts may play, too, and reads of mistakes no more than they may know."""
    table = (game, all_facts()[game].usual_players, {})
    for tables in some_positions(table, 10):
        viewer = int(tables[0]["turn"])
        other = other_world(engine_of(all_facts()[game]), tables, viewer, 5)
        states = [stand(table, laid).state() for laid in (tables, other)]
        if states[0] != states[1]:
            break
    assert states[0] != states[1]
    told = []
    for state in states:
        record = ararat.game(game).restore(state, seed=number_of(state)).record()
        wanted = people(*["Ada"] * table[1], record=record, as_it_was=True, hints=True)
        with logged() as lines, failing(monkeypatch):
            _, laid = server.post("/api/tables", wanted)
            all_goes_wrong(server, laid, laid["seats"][viewer]["token"], foreign_moves(table)[:3])
        told.append([line | {"time": ""} for line in lines()])
    assert told[0] == told[1] and len(told[0]) > 5


def test_an_error_of_another_process_is_told_by_its_places_alone():
    text = """Traceback (most recent call last):
  File "/ararat/players/search.py", line 12, in choose
    return hand[card]
KeyError: 'a raven'
"""
    problem = ValueError("a dove")
    problem.__cause__ = _RemoteTraceback(text)
    assert logs.way_of(problem).splitlines() == [text.splitlines()[1], "then", "ValueError"]
