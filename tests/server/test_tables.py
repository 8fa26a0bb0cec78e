"""Tables over HTTP and WebSockets: setting them, sitting down, playing, leaving, playing again."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from at_table import Person, people, served, wait_for

import ararat
from ararat.core.words import key_for, words
from ararat.games import all_facts
from lengths import amount

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with served(tmp_path_factory.mktemp("tables"), games=ararat.games()) as client:
        yield client


def set_table(client, game, *names, **more):
    answer = client.post("/api/tables", json=people(*names, game=game, **more))
    assert answer.status_code == 200, answer.text
    return answer.json()


def sit(client, table, language="en"):
    return [Person(client, table["table"], seat["token"], language) for seat in table["seats"]]


def play_on(persons, seed=0, most=3000):
    """Random legal moves until the match is over; every person reads along."""
    lots = random.Random(seed)
    for _ in range(most):
        state = persons[0].table
        if state["over"]:
            return
        mover = persons[state["turn"]]
        assert mover.move(lots.choice(mover.legal()))["type"] == "done"
        for person in persons:
            person.until(lambda table, number=mover.table["number"]: table["number"] >= number)
    raise AssertionError("the match did not end")


@pytest.mark.parametrize("game", ararat.games())
def test_a_whole_match_of_people_is_played_and_its_record_replays(client, game):
    facts = all_facts()[game]
    names = ["Ada", "Bruno", "Chiara"][: max(2, facts.players[0])]
    table = set_table(client, game, *names)
    persons = [*sit(client, table, "fr"), Person(client, table["table"])]
    play_on(persons[:-1], seed=3)
    watcher = persons[-1]
    watcher.until(lambda state: state["over"])
    assert watcher.table["winners"] == persons[0].table["winners"] != []
    assert len(watcher.log) == watcher.table["made"]
    assert [entry["move"] for entry in watcher.log] == [entry["move"] for entry in persons[0].log]
    record = client.get(f"/api/tables/{table['table']}/record")
    assert "attachment" in record.headers["content-disposition"]
    assert ararat.replay(record.json()).scores == watcher.table["scores"]
    totals = [row for row in watcher.table["sheet"] or persons[0].table["sheet"] if row.get("total")]
    assert totals and totals[-1]["values"] == persons[0].table["scores"]
    for person in persons:
        person.leave()


def test_fresh_entropy_is_stirred_in_before_every_move(client):
    table = set_table(client, "animals-on-board", "Ada", "Bruno")
    persons = sit(client, table)
    play_on(persons)
    record = client.get(f"/api/tables/{table['table']}/record").json()
    stirred = {entry[0]: tuple(entry[1]) for entry in record["entropy"]}
    assert sorted(stirred) == list(range(len(record["moves"])))
    assert len(set(stirred.values())) == len(stirred)


def test_bots_play_and_people_see_each_of_their_moves(client):
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "random"}]
    table = client.post("/api/tables", json={"game": "animals-on-board", "seats": seats}).json()
    (ada,) = sit(client, table)
    for _ in range(200):
        ada.until(lambda state: state["over"] or state["legal"])
        if ada.table["over"]:
            break
        ada.move(ada.legal()[0])
    assert ada.table["over"] and {entry["seat"] for entry in ada.log} == {0, 1, 2}


def test_an_impossible_move_is_refused_with_its_rule_and_changes_nothing(client):
    table = set_table(client, "noah", "Ada", "Bruno")
    ada, bruno = sit(client, table)
    before = ada.table
    answer = ada.move({"move": "sail", "boat": 0})
    assert answer["type"] == "refused" and answer["code"] == "illegal"
    assert answer["rule"].startswith("NO-") and answer["text"].endswith(".")
    tested = ada.ask(type="test", move={"move": "sail", "boat": 0})
    assert not tested["legal"] and tested["rule"] == answer["rule"] and tested["rules"][0][0] == answer["rule"]
    assert bruno.ask(type="test", move=ada.legal()[0])["code"] == "not-your-turn"
    assert ada.ask(type="hello", token=table["seats"][0]["token"], language="en")["type"] == "done"
    assert {**ada.table, "seats": 0, "awaited": 0} == {**before, "seats": 0, "awaited": 0}
    ada.leave(), bruno.leave()


def test_a_move_for_another_moment_or_another_seat_is_refused(client):
    table = set_table(client, "noah", "Ada", "Bruno")
    ada, bruno = sit(client, table)
    move = ada.legal()[0]
    assert bruno.ask(type="move", number=0, move=move)["code"] == "not-your-turn"
    assert Person(client, table["table"]).ask(type="move", number=0, move=move)["code"] == "no-seat"
    assert ada.ask(type="move", number=1, move=move)["code"] == "stale"
    assert ada.ask(type="move", number=0, move=move)["type"] == "done"
    assert ada.ask(type="move", number=0, move=move)["code"] == "stale"
    assert ada.table["number"] == 1
    ada.leave(), bruno.leave()


def test_a_move_can_be_taken_back_by_who_made_it_until_something_is_learnt(client):
    table = set_table(client, "ark-and-noah", "Ada", "Bruno")
    ada, bruno = sit(client, table)
    first = ada.legal()[0]
    ada.move(first)
    assert ada.table["can_undo"]
    bruno.until(lambda state: state["number"] == 1)
    assert not bruno.table["can_undo"] and bruno.ask(type="undo", number=1)["code"] == "no-undo"
    assert ada.ask(type="undo", number=1)["type"] == "done"
    assert ada.table["number"] == 2 and ada.table["made"] == 0 and ada.log == []
    bruno.until(lambda state: state["number"] == 2)
    assert bruno.log == []
    ada.move(first)
    assert ada.table["made"] == 1 and len(ada.log) == 1
    ada.leave(), bruno.leave()


TYPING = re.compile(r"\btype\b|tapez|digita|scrivi|\bn[uú]m(ber|éro|er[oi])", re.IGNORECASE)


@pytest.mark.parametrize("game", ararat.games())
@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_the_dialogue_alone_leads_to_legal_moves(client, game, language):
    """With the labelled list of choices a match can be played without a board."""
    facts = all_facts()[game]
    names = ["Ada", "Bruno", "Chiara"][: max(2, facts.players[0])]
    persons = sit(client, set_table(client, game, *names), language)
    lots = random.Random(11)
    for _ in range(amount(8, long=25)):
        if persons[0].table["over"]:
            break
        mover = persons[persons[0].table["turn"]]
        question = mover.ask(type="choose", path=[])
        assert question["text"].strip()
        path = []
        while question["type"] == "question":
            legal = [n for n, choice in enumerate(question["choices"]) if choice["legal"]]
            assert all(choice["legal"] or choice["reason"] for choice in question["choices"])
            assert not TYPING.search(question["text"]), "answers are pressed here, not typed"
            if question["several"]:
                for _ in range(50):
                    answer = sorted(lots.sample(range(len(question["choices"])), lots.randint(1, 2)))
                    question_next = mover.ask(type="choose", path=[*path, answer])
                    if question_next["type"] != "refused":
                        break
                path.append(answer)
            else:
                path.append(lots.choice(legal))
                question_next = mover.ask(type="choose", path=path)
            question = question_next
        assert question["type"] == "chosen", question
        assert mover.move(question["move"])["type"] == "done"
        for person in persons:
            person.until(lambda table, number=mover.table["number"]: table["number"] >= number)
    for person in persons:
        person.leave()


def test_friends_come_by_link_and_the_last_one_starts_the_match(client):
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "friend"}, {"kind": "friend"}]
    table = client.post("/api/tables", json={"game": "noah", "seats": seats, "public": True}).json()
    ada = Person(client, table["table"], table["seats"][0]["token"])
    assert ada.table["status"] == "waiting" and ada.table["view"] is None
    assert table["table"] in [listed["table"] for listed in client.get("/api/tables").json()]
    bruno = client.post(f"/api/tables/{table['table']}/seats", json={"name": "<b>Bruno</b>\u202e\x00"}).json()
    assert bruno["seat"] == 1
    taken = client.post(f"/api/tables/{table['table']}/seats", json={"name": "Chiara", "seat": 1})
    assert taken.status_code == 409 and taken.json()["error"]["code"] == "seat-taken"
    chiara = client.post(f"/api/tables/{table['table']}/seats", json={"name": "Chiara", "seat": 2}).json()
    ada.until(lambda state: state["status"] == "playing")
    assert ada.table["names"] == ["Ada", "<b>Bruno</b>", "Chiara"]
    full = client.post(f"/api/tables/{table['table']}/seats", json={"name": "Dédé"})
    assert full.status_code == 409 and full.json()["error"]["text"].endswith(".")
    assert Person(client, table["table"], chiara["token"]).table["seat"] == 2
    ada.leave()


@pytest.mark.parametrize(("language", "named"), [("en", "“You”"), ("fr", "«\u00a0Vous\u00a0»"), ("it", "«Tu»")])
def test_somebody_with_the_name_of_everybody_is_not_taken_for_the_reader(client, language, named):
    name = named.strip("“”«»\u00a0")
    ada, bruno = sit(client, set_table(client, "noah", name, "Bruno"), language)
    assert ada.table["names"] == bruno.table["names"] == [named, "Bruno"]
    spoken = words(language, all_facts()["noah"].package)
    assert key_for("text.starts", 0, bruno.table["names"], spoken) == "text.starts"
    assert key_for("text.starts", 0, [name, "Bruno"], spoken) == "text.starts-you"


def test_a_private_table_is_not_listed_and_bots_can_fill_it(client):
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "friend"}, {"kind": "friend"}]
    table = client.post("/api/tables", json={"game": "opti-mix", "seats": seats}).json()
    assert table["table"] not in [listed["table"] for listed in client.get("/api/tables").json()]
    ada = Person(client, table["table"], table["seats"][0]["token"])
    assert Person(client, table["table"]).ask(type="start")["code"] == "no-seat"
    assert ada.ask(type="start", bot="nobody")["type"] == "refused"
    assert ada.ask(type="start", bot="greedy")["type"] == "done"
    assert [seat["kind"] for seat in ada.table["seats"]] == ["person", "bot", "bot"]
    assert ada.ask(type="start")["code"] == "begun"
    ada.leave()


def test_a_bot_sits_in_for_somebody_who_left_and_hands_the_seat_back(client):
    table = set_table(client, "animals-on-board", "Ada", "Bruno", patience=0)
    ada, bruno = sit(client, table)
    ada.until(lambda state: state["seats"][1]["here"])
    assert ada.ask(type="stand-in", seat=1, bot="greedy")["code"] == "person-here"
    bruno.leave()
    ada.until(lambda state: not state["seats"][1]["here"])
    assert Person(client, table["table"]).ask(type="stand-in", seat=1, bot="greedy")["code"] == "no-seat"
    assert ada.ask(type="stand-in", seat=1, bot="greedy")["type"] == "done"
    before = ada.table["number"]
    ada.until(lambda state: state["legal"])
    ada.move(ada.legal()[0])
    ada.until(lambda state: state["over"] or (state["legal"] and state["number"] > before + 1))
    assert any(entry["seat"] == 1 for entry in ada.log)
    bruno = Person(client, table["table"], table["seats"][1]["token"])
    assert bruno.table["seats"][1]["stand_in"] is None
    ada.until(lambda state: state["seats"][1]["stand_in"] is None)
    assert bruno.ask(type="stand-in", seat=1, bot="greedy")["type"] == "done"
    bruno.until(lambda state: state["seats"][1]["stand_in"] == "greedy")
    assert bruno.ask(type="stand-in", seat=1)["type"] == "done"
    ada.leave(), bruno.leave()


def test_two_tabs_of_one_seat_both_work(client):
    table = set_table(client, "noah", "Ada", "Bruno")
    first, bruno = sit(client, table)
    second = Person(client, table["table"], table["seats"][0]["token"], "it")
    second.move(second.legal()[0])
    first.until(lambda state: state["number"] == 1)
    assert first.table["view"] == second.table["view"]
    first.leave()
    bruno.until(lambda state: state["number"] == 1)
    assert bruno.table["seats"][0]["here"]
    second.leave()
    bruno.until(lambda state: not state["seats"][0]["here"])
    bruno.leave()


def test_a_rematch_rotates_the_seats_and_keeps_the_tokens(client):
    table = set_table(client, "animals-on-board", "Ada", "Bruno")
    ada, bruno = sit(client, table)
    token = table["seats"][0]["token"]
    path = f"/api/tables/{table['table']}/rematch"
    held = {"Authorization": f"Bearer {token}"}
    assert client.post(path, headers=held).json()["error"]["code"] == "not-over"
    play_on([ada, bruno])
    assert client.post(path).status_code == 403
    again = client.post(path, headers=held).json()
    assert again["seat"] == 1
    other = client.post(path, headers={"Authorization": f"Bearer {table['seats'][1]['token']}"}).json()
    assert other == {"table": again["table"], "seat": 0}
    while (told := bruno.receive())["type"] != "rematch":
        pass
    assert told == {"type": "rematch", **other}
    assert [seat["name"] for seat in client.get(f"/api/tables/{again['table']}").json()["seats"]] == ["Bruno", "Ada"]
    assert Person(client, again["table"], token).table["seat"] == 1


def test_the_past_of_a_running_match_is_what_the_seat_saw(client):
    table = set_table(client, "noah", "Ada", "Bruno")
    ada, bruno = sit(client, table)
    for _ in range(6):
        mover = (ada, bruno)[ada.table["turn"]]
        mover.move(mover.legal()[0])
        for person in (ada, bruno):
            person.until(lambda state, number=mover.table["number"]: state["number"] == number)
    path = f"/api/tables/{table['table']}/frames"
    mine = client.get(path, headers={"Authorization": f"Bearer {table['seats'][0]['token']}"}).json()
    public = client.get(path).json()
    assert mine["total"] == public["total"] == 7 and mine["seat"] == 0 and public["seat"] is None
    assert mine["frames"][-1]["view"] == ada.table["view"] and mine["frames"][-1]["entry"] is None
    assert all(isinstance(frame["view"]["hands"][0], list) for frame in mine["frames"])
    assert all(isinstance(frame["view"]["hands"][1], dict) for frame in mine["frames"])
    assert all(isinstance(hand, dict) for frame in public["frames"] for hand in frame["view"]["hands"])
    assert client.get(f"/api/tables/{table['table']}/record").json()["error"]["code"] == "not-over"
    part = client.get(path, params={"from": 2, "count": 3}).json()["frames"]
    assert [frame["number"] for frame in part] == [2, 3, 4] and part == public["frames"][2:5]
    ada.leave(), bruno.leave()


def test_a_record_can_be_brought_looked_at_and_played_on(client):
    match = ararat.game("noah").start(players=2, seed=4)
    for _ in range(9):
        match.play(match.moves()[0])
    record = match.record()
    replay = client.post("/api/replays", json=record).json()["replay"]
    assert client.get(f"/api/replays/{replay}").json()["made"] == 9
    frames = client.get(f"/api/replays/{replay}/frames", params={"language": "it"}).json()
    assert frames["total"] == 10 and frames["frames"][4]["entry"]["text"]
    assert client.get(f"/api/replays/{replay}/record").json() == record
    table = client.post("/api/tables", json=people("Ada", "Bruno", record=record, as_it_was=True)).json()
    ada, bruno = sit(client, table)
    assert ada.table["made"] == 9 and ada.table["number"] == 0 and not ada.table["can_undo"]
    play_on([ada, bruno])
    again = client.post("/api/tables", json=people("Ada", "Bruno", replay=replay, as_it_was=True)).json()
    assert Person(client, again["table"], again["seats"][0]["token"]).table["made"] == 9
    assert client.post("/api/tables", json=people("Ada", "Bruno", replay="nothing")).status_code == 404
    broken = client.post("/api/replays", json=record | {"seed": 5})
    assert broken.status_code == 400 and broken.json()["error"]["text"].endswith(".")
    three = client.post("/api/tables", json=people("Ada", "Bruno", "Chiara", record=record))
    assert three.json()["error"]["code"] == "record-seats"


def test_every_table_goes_on_after_a_restart(tmp_path):
    with served(tmp_path, games=["noah"]) as client:
        table = set_table(client, "noah", "Ada", "Bruno")
        ada, bruno = sit(client, table)
        for _ in range(7):
            mover = (ada, bruno)[ada.table["turn"]]
            mover.move(mover.legal()[0])
            for person in (ada, bruno):
                person.until(lambda state, number=mover.table["number"]: state["number"] == number)
        before, log = ada.table, ada.log
        ada.leave(), bruno.leave()
    with served(tmp_path, games=["noah"]) as client:
        ada, bruno = sit(client, table)
        assert ada.table["view"] == before["view"] and ada.log == log and ada.table["number"] == 7
        play_on([ada, bruno])


def test_the_games_come_with_everything_a_lobby_shows(client):
    for language in ("en", "fr", "it"):
        games = client.get("/api/games", params={"language": language}).json()
        assert [game["slug"] for game in games] == ararat.games()
        for game in games:
            assert game["usual_players"] in game["players"] and game["usual_bot"] in [b["code"] for b in game["bots"]]
            for option in game["options"]:
                assert option["label"] and option["text"] and option["kind"] in ("choice", "flag", "seat", "subset")
                assert all(value["label"] for value in option["values"])
            rules = client.get(f"/api/games/{game['slug']}/rules", params={"language": language}).json()
            assert rules["chapters"] and all(rule["text"] for part in rules["chapters"] for rule in part["rules"])
            board = client.get(f"/api/games/{game['slug']}", params={"language": language}).json()
            assert board["words"]["name"] == game["name"] and board["pieces"] is not None
        assert client.get("/api/words", params={"language": language}).json()["words"]["player.you"]
    assert client.get("/api/games", headers={"Accept-Language": "de, it;q=0.8"}).json()[0]["name"]


def test_whoever_runs_a_server_names_the_bot_that_people_meet(client, monkeypatch):
    monkeypatch.setenv("ARARAT_BOT", "rabbit")
    assert {game["usual_bot"] for game in client.get("/api/games").json()} == {"rabbit"}
    seats = client.post("/api/tables", json={"game": "noah", "seats": [{"kind": "me"}, {"kind": "bot"}]}).json()
    told = client.get(f"/api/tables/{seats['table']}").json()["seats"]
    assert [seat["bot"] for seat in told] == [None, "rabbit"]


def test_the_page_and_its_files_come_under_a_strict_policy(client):
    for path in (
        "/",
        "/about",
        "/how/noah",
        "/t/anything",
        "/page/main.js",
        "/files/anything/page.js",
        "/games/noah/board.js",
    ):
        answer = client.get(path)
        assert answer.status_code == 200, path
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "http" not in policy
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert client.get("/games/noah/../web.py").status_code == 404


def test_a_file_of_the_page_is_sent_to_a_browser_once(client):
    for path in ("/", "/page/main.js", "/files/anything/drawings.svg", "/games/noah/board.js"):
        small = client.get(path)
        plain = client.get(path, headers={"Accept-Encoding": "identity"})
        assert small.headers["content-encoding"] == "gzip" and "content-encoding" not in plain.headers
        assert small.content == plain.content
        again = client.get(path, headers={"If-None-Match": f'"other", {small.headers["etag"]}'})
        assert again.status_code == 304 and not again.content
        assert client.get(path, headers={"If-None-Match": '"other"'}).status_code == 200


@pytest.mark.parametrize("game", amount(["animals-on-board"], long=["animals-on-board", "noah"]))
def test_the_example_bot_plays_a_whole_match(tmp_path, game):
    """Over a real socket, as whoever writes a bot would."""
    process = subprocess.Popen(
        [sys.executable, "-m", "ararat", "serve", "--port", "0", "--data", str(tmp_path)],
        env=os.environ | {"ARARAT_LAZY": "1"},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        address = next(word for word in process.stdout.readline().split() if word.startswith("http"))
        import httpx2 as httpx

        wait_for(lambda: httpx.get(f"{address}api/health").json()["games"][game]["ready"])
        seats = [{"kind": "friend"}, {"kind": "bot", "bot": "random"}]
        table = httpx.post(f"{address}api/tables", content=json.dumps({"game": game, "seats": seats})).json()
        command = [sys.executable, str(EXAMPLES / "bot.py"), address, table["table"]]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        assert done.returncode == 0 and done.stdout.startswith("The match is over."), done.stderr
    finally:
        process.terminate()
        process.wait(120)
        process.stdout.close()


@pytest.mark.parametrize(("language", "you"), [("en", "keep: "), ("fr", "gardez\u00a0: "), ("it", "tieni: ")])
def test_the_log_speaks_to_its_reader_and_tells_the_others(client, language, you):
    ada, bruno = sit(client, set_table(client, "animals-on-board", "Ada", "Bruno"), language)
    ada.move(ada.legal()[0])
    bruno.until(lambda state: state["number"] == 1)
    spoken = words(language, all_facts()["animals-on-board"].package)
    assert ada.table["log"][0]["text"].startswith(you)
    assert bruno.table["log"][0]["text"] == spoken("move.keep-unseen")
    assert ada.table["names"] == bruno.table["names"] == ["Ada", "Bruno"]
