"""The coach at the server: hints where a table allows them, analyses of matches that are over; and bots that wait
until they can think."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import json
import threading

import pytest
from at_table import FAST, Here, Person, Watcher, elsewhere, people, served, wait_for

import ararat
from ararat.games import all_facts
from ararat.players import levels
from ararat.server import analyses
from ararat.server.answers import AnalysisTold
from ararat.server.hall import Hall
from ararat.server.hints import seed_of
from ararat.server.line import Line
from ararat.server.messages import NewTable
from ararat.server.preparing import load
from ararat.server.processes import BotProcesses, advise, think
from ararat.server.refusals import Declined
from ararat.server.store import SqlStore

GAME = "opti-mix"
PLAYERS = 3
ME = {"kind": "me", "name": "Ada"}
HERE = {"kind": "here", "name": "Bruno"}
FRIEND = {"kind": "friend"}
BOT = {"kind": "bot", "bot": "random"}
AT_WORK = ("waiting", "running")


class Gate(Here):
    """BotProcesses that don't think before they are let."""

    def __init__(self):
        super().__init__()
        self.open = threading.Event()
        self.thoughts = 0
        self.asked = 0

    async def run(self, work, *given):
        self.asked += 1
        while not self.open.is_set():
            await asyncio.sleep(0.005)
        self.thoughts += 1
        return await super().run(work, *given)


@pytest.fixture
def gate():
    return Gate()


@pytest.fixture
def client(tmp_path, gate):
    with served(tmp_path, games=[GAME], bots=gate) as client:
        yield client
        gate.open.set()


def set_table(client, *seats, **more):
    answer = client.post("/api/tables", json={"game": GAME, "seats": list(seats), **more})
    assert answer.status_code == 200, answer.text
    return answer.json()


def sit(client, table):
    return [Person(client, table["table"], seat["token"]) for seat in table["seats"]]


@pytest.fixture(scope="module")
def finished():
    """A match that is over."""
    bot = ararat.player("greedy")
    match = ararat.game(GAME).start(players=PLAYERS, seed=5)
    while not match.over:
        match.play(bot.choose(match.view(match.turn), match.moves(), len(match.history)))
    return match


@pytest.fixture(autouse=True)
def hasty(monkeypatch):
    """Analyses are about how they are told here, not about what they say."""
    monkeypatch.setattr(analyses, "FEWEST", 16)
    monkeypatch.setattr(analyses, "MOST", 16)


# --- Hints --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "seats, said, allowed",
    [
        ([ME, BOT, BOT], None, True),
        ([ME, HERE, BOT], None, False),
        ([ME, FRIEND, BOT], None, False),
        ([ME, BOT, BOT], False, False),
        ([ME, HERE, BOT], True, True),
    ],
)
def test_a_table_says_whether_the_coach_may_be_asked(client, seats, said, allowed):
    """Where one person plays with bots, unless somebody says."""
    table = set_table(client, *seats, **({} if said is None else {"hints": said}))
    assert client.get(f"/api/tables/{table['table']}").json()["hints"] is allowed


def test_a_table_of_old_has_no_hints(tmp_path):
    async def story():
        hall = Hall(SqlStore.in_folder(tmp_path), FAST, Here())
        load(all_facts()[GAME])
        hall.preparation.ready[GAME].set()
        options = all_facts()[GAME].checked_options(3, {})
        seats = [{"kind": "person", "holder": "0" * 64}, *({"kind": "bot", "bot": "greedy"} for _ in range(2))]
        setup = {"game": GAME, "options": options, "public": False, "seats": seats}
        with contextlib.closing(hall.store):
            await hall.store.create("old", setup, False, "waiting")
            told = await hall.lobby.summary("old")
            assert told["hints"] is False and [seat["hints"] for seat in told["seats"]] == [0, 0, 0]

    asyncio.run(story())


def test_a_hint_names_the_best_few_moves_and_everybody_learns_that_it_was_taken(client, gate):
    gate.open.set()
    table = set_table(client, ME, HERE, HERE, hints=True)
    ada, *others = sit(client, table)
    assert ada.table["hints"] and ada.table["turn"] == 0
    hint = ada.ask(type="hint")
    legal = ada.legal()
    assert hint["type"] == "hint" and 1 <= len(hint["tips"]) <= 3 and hint["number"] == ada.table["number"]
    for tip in hint["tips"]:
        assert tip["move"] in legal and tip["text"] and not tip["text"].startswith("→")
        assert 0 <= tip["low"] <= tip["chance"] <= tip["high"] <= 1
    assert [seat["hints"] for seat in ada.table["seats"]] == [1, 0, 0]
    others[0].until(lambda state: state["seats"][0]["hints"] == 1)
    # The same moment asked about again is the same hint, and counts once.
    again, thoughts = ada.ask(type="hint"), gate.thoughts
    assert again["tips"] == hint["tips"] and thoughts == gate.thoughts == 1
    assert client.get(f"/api/tables/{table['table']}").json()["seats"][0]["hints"] == 1
    assert ada.move(hint["tips"][0]["move"])["type"] == "done"


def test_a_rematch_keeps_what_was_said_about_hints(client, gate, finished):
    gate.open.set()
    table, persons = last_move(client, finished, hints=True)
    mover = persons[finished_turn(finished)]
    assert mover.move(finished.history[-1])["type"] == "done"
    token = table["seats"][0]["token"]
    answer = client.post(f"/api/tables/{table['table']}/rematch", headers={"Authorization": f"Bearer {token}"})
    assert client.get(f"/api/tables/{answer.json()['table']}").json()["hints"] is True
    assert mover.ask(type="hint")["code"] == "over"


def last_move(client, match, **more):
    """A table of people at which only the last move of a match is missing."""
    before = ararat.game(GAME).start(players=PLAYERS, seed=5)
    for move in match.history[:-1]:
        before.play(move)
    seats = people(*["Ada"] * PLAYERS)["seats"]
    table = set_table(client, *seats, record=before.record(), as_it_was=True, **more)
    return table, sit(client, table)


def finished_turn(match):
    return match.log()[-1]["seat"]


def test_hints_are_refused_in_one_sentence(client, gate):
    gate.open.set()
    table = set_table(client, ME, HERE, HERE, hints=True)
    _, bruno, _ = sit(client, table)
    watcher = Person(client, table["table"])
    assert watcher.ask(type="hint")["code"] == "no-seat"
    assert bruno.ask(type="hint")["code"] == "not-your-turn"
    silent = sit(client, set_table(client, ME, HERE, HERE))[0]
    refused = silent.ask(type="hint")
    assert refused["code"] == "no-hints" and refused["text"].endswith(".")
    waiting = sit(client, set_table(client, ME, FRIEND, BOT, hints=True))[0]
    assert waiting.ask(type="hint")["code"] == "not-begun"


def test_one_hint_at_a_time_and_everything_else_is_served_meanwhile(client, gate):
    """Whoever asks again, as a page does that was away for a moment, waits for the same hint."""
    table = set_table(client, ME, HERE, HERE, hints=True)
    ada = sit(client, table)[0]
    ada.socket.send_text('{"type":"hint","id":1000}')
    assert ada.ask(type="ping")["type"] == "pong"
    ada.socket.send_text('{"type":"hint","id":1001}')
    second = Person(client, table["table"], table["seats"][0]["token"], "fr")
    second.socket.send_text('{"type":"hint","id":1000}')
    assert second.ask(type="ping")["type"] == "pong"
    ada.leave()
    third = Person(client, table["table"], table["seats"][0]["token"])
    third.socket.send_text('{"type":"hint","id":1000}')
    third.socket.send_text('{"type":"hint","id":1001}')
    assert third.ask(type="ping")["type"] == "pong"
    gate.open.set()
    french, *english = answer_to(second), answer_to(third), answer_to(third, 1001)
    assert french["type"] == "hint" and english[0]["tips"] == english[1]["tips"]
    assert [tip["move"] for tip in french["tips"]] == [tip["move"] for tip in english[0]["tips"]]
    assert [tip["text"] for tip in french["tips"]] != [tip["text"] for tip in english[0]["tips"]]
    assert gate.thoughts == 1
    assert client.get(f"/api/tables/{table['table']}").json()["seats"][0]["hints"] == 1


def forced():
    """A match in which whoever is in turn has one move only."""
    match = ararat.game(GAME).start(players=PLAYERS, seed=5)
    while len(match.moves()) > 1:
        match.play(match.moves()[0])
    return match


def test_an_only_move_needs_no_hint(client, gate):
    gate.open.set()
    match = forced()
    table = set_table(client, *people(*["Ada"] * PLAYERS)["seats"], record=match.record(), as_it_was=True, hints=True)
    mover = sit(client, table)[match.turn]
    assert mover.table["legal"] == 1
    refused = mover.ask(type="hint")
    assert refused["code"] == "only-move" and refused["text"].endswith(".")
    assert gate.asked == 0
    assert [seat["hints"] for seat in mover.table["seats"]] == [0] * PLAYERS
    assert mover.move(match.moves()[0])["type"] == "done"


def test_a_hint_that_was_dropped_is_asked_for_anew(client, gate):
    ada = asked(client)
    gone = asked(client)
    gone.leave()
    gate.open.set()
    assert answer_to(ada)["type"] == "hint"
    back = Person(client, gone.id, gone.token)
    assert back.ask(type="hint")["type"] == "hint"
    assert gate.thoughts == 2


def test_one_websocket_waits_for_few_answers(tmp_path, gate):
    with served(tmp_path, dataclasses.replace(FAST, hints_awaited=2), [GAME], gate) as client:
        ada = asked(client)
        for number in (1001, 1002):
            ada.socket.send_text(json.dumps({"type": "hint", "id": number}))
        assert answer_to(ada, 1002)["code"] == "too-many"
        gate.open.set()
        assert answer_to(ada)["type"] == answer_to(ada, 1001)["type"] == "hint"


def test_a_hint_is_dropped_when_the_table_moves_on(client, gate):
    table = set_table(client, ME, HERE, HERE, hints=True)
    ada = sit(client, table)[0]
    ada.socket.send_text('{"type":"hint","id":1000}')
    assert ada.move(ada.legal()[0])["type"] == "done"
    gate.open.set()
    while (answer := ada.receive()).get("id") != 1000:
        pass
    assert answer["type"] == "refused" and answer["code"] in ("stale", "not-your-turn")
    assert client.get(f"/api/tables/{table['table']}").json()["seats"][0]["hints"] == 0


def test_too_many_hints_at_once_are_refused(tmp_path):
    limits = dataclasses.replace(FAST, hints_at_once=2, hints_a_minute=0.001, hint_playouts=4)
    with served(tmp_path, limits, [GAME]) as client:
        table = set_table(client, *people(*["Ada"] * 3)["seats"], hints=True)
        persons = sit(client, table)
        codes = []
        for _ in range(3):
            mover = persons[client.get(f"/api/tables/{table['table']}").json()["turn"]]
            codes.append(mover.ask(type="hint").get("code"))
            mover.move(mover.legal()[0])
        assert codes == [None, None, "too-many"]


class OneByOne(Here):
    """BotProcesses of one process, with a coach who doesn't think before it is let."""

    def __init__(self, coached=None):
        super().__init__()
        self.coached = coached or threading.Event()
        self.free = asyncio.Lock()

    def apart(self):
        return OneByOne(self.coached)

    async def run(self, work, *given):
        async with self.free:
            while work is advise and not self.coached.is_set():
                await asyncio.sleep(0.005)
            return await super().run(work, *given)


def test_no_bot_waits_for_a_hint(tmp_path):
    bots = OneByOne()
    with served(tmp_path, FAST, [GAME], bots) as client:
        person = sit(client, set_table(client, ME, HERE, HERE, hints=True))[0]
        person.socket.send_text('{"type":"hint","id":1000}')
        assert person.ask(type="ping")["type"] == "pong"
        honest = sit(client, set_table(client, BOT, ME, HERE))[0]
        honest.until(lambda told: told["made"] > 0)
        bots.coached.set()


def asked(client):
    """A person who has asked for a hint at a table of their own."""
    table = set_table(client, ME, HERE, HERE, hints=True)
    person = sit(client, table)[0]
    person.id, person.token = table["table"], table["seats"][0]["token"]
    person.socket.send_text('{"type":"hint","id":1000}')
    assert person.ask(type="ping")["type"] == "pong"
    return person


def answer_to(person, number=1000):
    while number not in person.answers:
        person.receive()
    return person.answers[number]


def test_few_hints_of_an_address_wait_and_not_many_in_all(tmp_path, gate):
    limits = dataclasses.replace(FAST, hints_an_address=2, hints_waiting=3)
    with served(tmp_path, limits, [GAME], gate) as client:
        waiting = [asked(client), asked(client)]
        refused = answer_to(asked(client))
        assert refused["code"] == "crowded" and refused["text"].endswith(".")
        waiting.append(asked(elsewhere(client, "10.0.0.2")))
        assert answer_to(asked(elsewhere(client, "10.0.0.3")))["code"] == "crowded"
        gate.open.set()
        assert [answer_to(person)["type"] for person in waiting] == ["hint"] * 3
        assert answer_to(asked(client))["type"] == "hint"


def test_the_coach_does_not_think_about_what_nobody_waits_for(client, gate):
    first, gone, quick, last = (asked(client) for _ in range(4))
    gone.leave()
    assert quick.move(quick.legal()[0])["type"] == "done"
    gate.open.set()
    assert answer_to(first)["type"] == answer_to(last)["type"] == "hint"
    assert answer_to(quick)["type"] == "refused"
    assert gate.thoughts == 2
    taken = [client.get(f"/api/tables/{one.id}").json()["seats"][0]["hints"] for one in (first, gone, quick, last)]
    assert taken == [1, 0, 0, 1]


def test_addresses_in_a_line_are_orderin_turn():
    async def story():
        line, order = Line(9, 9), []

        async def work(address, name):
            async with line.turn(address):
                await asyncio.sleep(0)
                order.append(name)

        tasks = [asyncio.create_task(work(name[0], name)) for name in ("a1", "a2", "a3", "a4", "b1", "b2", "c1")]
        await asyncio.sleep(0)
        tasks[2].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return order

    assert asyncio.run(story()) == ["a1", "a2", "b1", "c1", "b2", "a4"]  # who goes away loses a turn


def test_a_line_has_so_many_places():
    line = Line(3, 2)
    for address in ("a", "a", "b"):
        line.enter(address)
    line.leave("b")
    for address, room in (("a", False), ("c", True), ("d", False)):
        with contextlib.nullcontext() if room else pytest.raises(Declined):
            line.enter(address)
    for address in ("a", "a", "c"):
        line.leave(address)
    assert not line.taken


def test_a_hint_from_another_process_is_the_same(finished):
    """Whoever sees the same is told the same, wherever the coach thinks."""
    _, view, _ = finished.decision(7)

    async def elsewhere():
        bots = BotProcesses(1)
        try:
            return await bots.advise(view, seed_of(view), 40, 60.0)
        finally:
            bots.close()

    assert asyncio.run(elsewhere()) == advise(view, seed_of(view), 40, 60.0) != []


# --- Bots ---------------------------------------------------------------------------------------


def test_whoever_wants_it_has_no_processes_before_a_bot_thinks(monkeypatch):
    monkeypatch.setenv("ARARAT_LAZY", "1")
    bots = BotProcesses(1)
    bots.warm_up()
    assert bots._pool is None


def test_the_lobby_offers_the_five_levels_and_the_middle_one_unless_asked(client):
    for game in client.get("/api/games?language=fr").json():
        assert [bot["code"] for bot in game["bots"]] == levels() and game["usual_bot"] == levels()[2]
    table = set_table(client, ME, {"kind": "bot"}, {"kind": "bot", "bot": "greedy"})
    seats = client.get(f"/api/tables/{table['table']}").json()["seats"]
    assert [seat["bot"] for seat in seats] == [None, levels()[2], "greedy"]


def test_a_bot_waits_until_it_can_think_and_the_table_with_it(tmp_path):
    async def story():
        hall = Hall(SqlStore.in_folder(tmp_path), FAST, Here())
        load(all_facts()[GAME])
        hall.preparation.ready[GAME].set()
        wanted = NewTable(game=GAME, seats=[{"kind": "bot", "bot": levels()[0]}, {"kind": "me"}, {"kind": "here"}])
        room = await hall.rooms.find((await hall.new_tables.set_table(wanted))["table"])
        room.visitors.add(Watcher())
        hall.bot_turns.wake(room)
        await asyncio.sleep(0.1)
        assert room.table.made == 0 and room.table.bot_in_turn == levels()[0]
        hall.preparation.bots_ready[GAME].set()
        async with asyncio.timeout(60):
            while room.table.bot_in_turn:
                await asyncio.sleep(0.005)
        assert room.table.made > 0
        await hall.close()

    asyncio.run(story())


@pytest.mark.parametrize("level", levels()[:3])
def test_every_level_decides_from_a_view_alone(finished, level):
    _, view, _ = finished.decision(4)
    legal = ararat.game(GAME).start(players=PLAYERS, seed=5)
    for move in finished.history[:4]:
        legal.play(move)
    assert think(level, view, legal.moves(), 3) in legal.moves()


# --- Analyses -----------------------------------------------------------------------------------


def brought(client, match):
    return f"/api/replays/{client.post('/api/replays', content=json.dumps(match.record())).json()['replay']}"


def told(answer):
    """An answer of the server, held against the protocol's schema."""
    assert answer.status_code == 200, answer.text
    AnalysisTold.model_validate(answer.json())
    return answer.json()


def until_done(client, source):
    wait_for(lambda: told(client.get(f"{source}/analysis"))["status"] == "done")
    return told(client.get(f"{source}/analysis"))


def test_a_match_that_is_over_is_analysed_piece_by_piece_and_once(client, gate, finished):
    source = brought(client, finished)
    count = len(finished.history)
    assert told(client.get(f"{source}/analysis")) == {"status": "none", "total": count, "since": 0, "judgements": []}
    assert told(client.post(f"{source}/analysis"))["status"] in AT_WORK
    assert told(client.get(f"{source}/analysis"))["judgements"] == []
    gate.open.set()
    whole = until_done(client, source)
    assert [one["number"] for one in whole["judgements"]] == list(range(count))
    assert [one["seat"] for one in whole["judgements"]] == [entry["seat"] for entry in finished.log()]
    assert [one["played"]["move"] for one in whole["judgements"]] == finished.history
    part = told(client.get(f"{source}/analysis?since={count - 2}"))
    assert part["judgements"] == whole["judgements"][-2:] and part["since"] == count - 2
    french = told(client.get(f"{source}/analysis?language=fr"))["judgements"]
    assert [one["played"]["text"] for one in french] != [one["played"]["text"] for one in whole["judgements"]]
    thoughts = gate.thoughts
    assert told(client.post(f"{source}/analysis"))["judgements"] == whole["judgements"]
    assert gate.thoughts == thoughts


def test_a_match_of_a_table_is_analysed_once_it_is_over(client, gate, finished):
    gate.open.set()
    table, persons = last_move(client, finished)
    source = f"/api/tables/{table['table']}"
    for method in (client.get, client.post):
        answer = method(f"{source}/analysis")
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "not-over")
    assert persons[finished_turn(finished)].move(finished.history[-1])["type"] == "done"
    assert told(client.post(f"{source}/analysis"))["total"] == len(finished.history)
    assert len(until_done(client, source)["judgements"]) == len(finished.history)


def test_what_can_not_be_analysed_is_refused(client, finished):
    unfinished = ararat.game(GAME).start(players=PLAYERS, seed=5)
    source = brought(client, unfinished)
    for method, path, status, code in (
        (client.post, "/api/tables/nothing/analysis", 404, "unknown-table"),
        (client.get, "/api/tables/nothing/analysis", 404, "unknown-table"),
        (client.post, "/api/replays/nothing/analysis", 404, "unknown-replay"),
        (client.get, "/api/replays/nothing/analysis", 404, "unknown-replay"),
        (client.post, f"{source}/analysis", 403, "not-over"),
        (client.get, f"{source}/analysis", 403, "not-over"),
        (client.get, f"{brought(client, finished)}/analysis?since=-1", 400, "malformed"),
        (client.get, f"{brought(client, finished)}/analysis?since=x", 400, "malformed"),
    ):
        answer = method(path)
        assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), path
        assert answer.json()["error"]["text"].endswith(".")
    assert client.post(f"{source}/analysis", headers={"Origin": "http://elsewhere"}).status_code == 403


def test_a_flood_of_analyses_waits_in_a_short_queue_and_few_are_kept(tmp_path, gate, finished):
    limits = dataclasses.replace(FAST, analyses_waiting=3, analyses_an_address=3, analyses_kept=2)
    with served(tmp_path, limits, [GAME], gate) as client:
        sources = [brought(client, finished) for _ in range(5)]
        answers = [client.post(f"{source}/analysis") for source in sources]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 503, 503]
        # One that waits already is not begun twice.
        assert [client.post(f"{sources[0]}/analysis").status_code for _ in range(20)] == [200] * 20
        assert client.get("/api/health").status_code == 200
        gate.open.set()
        for source in sources[:3]:
            until_done(client, source)
        assert gate.thoughts == 3 * len(finished.history)
        until = client.post(f"{sources[3]}/analysis")
        assert until.status_code == 200
        assert len(client.app.state.hall.analyses.kept) == 2


def test_one_address_does_not_hold_all_analyses(tmp_path, gate, finished):
    with served(tmp_path, FAST, [GAME], gate) as client:
        sources = [brought(client, finished) for _ in range(4)]
        mine = [client.post(f"{source}/analysis") for source in sources[:3]]
        assert [answer.status_code for answer in mine] == [200, 200, 503]
        assert mine[-1].json()["error"]["code"] == "crowded"
        other = elsewhere(client, "10.0.0.2")
        assert told(other.post(f"{sources[3]}/analysis"))["status"] in AT_WORK
        # Whoever wants the same as somebody else takes no place.
        assert told(client.post(f"{sources[3]}/analysis"))["status"] in AT_WORK
        gate.open.set()
        for source in (*sources[:2], sources[3]):
            until_done(client, source)
        assert client.post(f"{sources[2]}/analysis").status_code == 200


def test_an_analysis_pauses_when_nobody_listens_and_goes_on_when_asked(client, gate, finished):
    source = brought(client, finished)
    client.post(f"{source}/analysis")
    (analysis,) = client.app.state.hall.analyses.kept.values()
    wait_for(lambda: gate.asked)
    analysis.heard -= 10 * FAST.listening_seconds
    gate.open.set()
    wait_for(lambda: analysis.status == "paused")
    assert len(analysis.judgements) == 1 < analysis.total
    assert told(client.post(f"{source}/analysis"))["status"] != "paused"
    until_done(client, source)
    assert gate.thoughts == analysis.total


def test_an_analysis_is_put_into_words_once_for_each_language_and_beside_the_loop(client, gate, finished, monkeypatch):
    said, really = [], analyses._spoken

    def spoken(past, judged, words, names):
        with pytest.raises(RuntimeError):  # no loop runs in this thread
            asyncio.get_running_loop()
        said.append(judged["number"])
        return really(past, judged, words, names)

    monkeypatch.setattr(analyses, "_spoken", spoken)
    gate.open.set()
    source = brought(client, finished)
    client.post(f"{source}/analysis")
    whole = until_done(client, source)["judgements"]
    assert said == list(range(len(finished.history)))
    assert told(client.get(f"{source}/analysis"))["judgements"] == whole
    assert told(client.get(f"{source}/analysis?since=3"))["judgements"] == whole[3:]
    assert len(said) == len(whole)
    client.get(f"{source}/analysis?language=fr")
    assert len(said) == 2 * len(whole)
