"""Guided matches: the same every time, for the pupil alone, and true whatever the pupil does."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from at_table import Person, served

from ararat.core import teaching
from ararat.core.teaching import teaching_of
from ararat.core.words import LANGUAGES, words
from ararat.games import all_facts
from ararat.match import start

TAUGHT = [slug for slug, facts in all_facts().items() if teaching_of(facts)]


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with served(tmp_path_factory.mktemp("taught"), games=TAUGHT) as client:
        yield client


def learn(client, slug, language="en"):
    """Somebody at the table of a guided match."""
    answer = client.post("/api/tables", json={"game": slug, "teaching": True, "seats": [{"kind": "me", "name": "Ida"}]})
    assert answer.status_code == 200, answer.text
    told = answer.json()
    return Person(client, told["table"], told["seats"][0]["token"], language)


def my_turn(table):
    return table["over"] or table["turn"] == table["seat"]


@pytest.mark.parametrize("slug", TAUGHT)
def test_the_fixed_match_is_one_whole_match(slug):
    facts = all_facts()[slug]
    lesson = teaching_of(facts)
    match = start(facts, lesson.players, lesson.seed, lesson.options)
    for move in lesson.moves:
        assert move in match.moves()
        match.play(move)
    assert match.over and match.history == list(lesson.moves)
    mine = {number for number in range(len(lesson.moves)) if match.seat_at(number) == 0}
    assert {one.at for one in lesson.sentences if one.at is not None} <= mine, "a sentence before another's move"


@pytest.mark.parametrize("slug", TAUGHT)
def test_every_sentence_has_words_in_every_language_and_every_word_its_sentence(slug):
    facts = all_facts()[slug]
    keys = {one.key for one in teaching_of(facts).sentences} | {"over"}
    for language in LANGUAGES:
        spoken = words(language, facts.package)
        assert {key.removeprefix("teach.") for key, _ in spoken.items() if key.startswith("teach.")} == keys
        assert all(len(spoken(f"teach.{key}")) <= 260 for key in keys), "a guide speaks in one or two short sentences"


@pytest.mark.parametrize("slug, language", list(zip(TAUGHT, itertools.cycle(LANGUAGES), strict=False)))
def test_who_does_what_is_told_comes_to_the_same_end(client, slug, language):
    lesson = teaching_of(all_facts()[slug])
    pupil = learn(client, slug, language)
    heard = set()
    while not pupil.until(my_turn)["over"]:
        taught = pupil.table["taught"]
        assert taught["move"] is not None and taught["text"] and not taught["old"] and not taught["strayed"]
        assert taught["lead"] == (pupil.table["made"] < lesson.lead)
        assert pupil.ask(type="test", move=taught["move"])["told"] is True
        heard.update(taught["say"])
        pupil.move(taught["move"])
    spoken = words(language, all_facts()[slug].package)
    assert [entry["move"] for entry in pupil.log] == list(lesson.moves)
    assert pupil.table["taught"]["say"] == [spoken("teach.over")]
    assert heard >= {spoken(f"teach.{one.key}") for one in lesson.sentences if one.at is not None}


@pytest.mark.parametrize("slug", TAUGHT)
def test_who_plays_otherwise_plays_on_freely_and_the_same_every_time(client, slug):
    logs = []
    for _ in range(2):
        pupil = learn(client, slug)
        while not pupil.until(my_turn)["over"] and pupil.table["made"] < 30:
            moves = pupil.legal()
            taught = pupil.table["taught"]
            other = next((move for move in moves if move != taught["move"]), moves[0])
            assert pupil.ask(type="test", move=other)["told"] in (False, None) or len(moves) == 1
            pupil.move(other)
        assert pupil.table["taught"]["strayed"] or pupil.table["over"]
        assert pupil.table["taught"]["move"] is None and not pupil.table["taught"]["lead"]
        logs.append([entry["move"] for entry in pupil.log])
    assert logs[0] == logs[1]


@pytest.mark.parametrize("slug", TAUGHT)
def test_each_new_kind_of_decision_is_explained_once_to_who_strays(client, slug):
    spoken = words("en", all_facts()[slug].package)
    kinds = {spoken(f"teach.{one.key}") for one in teaching_of(all_facts()[slug]).sentences if one.at is None}
    pupil = learn(client, slug)
    heard = []
    while not pupil.until(my_turn)["over"] and pupil.table["made"] < 40:
        if pupil.table["taught"]["strayed"]:
            heard += [sentence for sentence in pupil.table["taught"]["say"] if sentence in kinds]
        pupil.move(pupil.legal()[-1])
    assert len(heard) == len(set(heard))


def test_only_the_pupil_hears_it(client):
    slug = TAUGHT[0]
    pupil = learn(client, slug)
    watching = Person(client, pupil.table["table"])
    assert pupil.table["taught"] is not None
    assert watching.table["taught"] is None and watching.table["teaching"] is True
    pupil.move(pupil.table["taught"]["move"])
    assert watching.until(lambda table: table["made"] > 0)["taught"] is None
    while pupil.table["turn"] == pupil.table["seat"]:
        pupil.receive()
    # Nothing of what bots will do is told while they are in turn.
    assert pupil.table["taught"]["move"] is None and pupil.table["taught"]["text"] is None


def test_taking_the_other_move_back_leads_back(client):
    pupil = learn(client, "animals-on-board")
    pupil.move(pupil.table["taught"]["move"])
    pupil.until(lambda table: table["made"] >= 2 and my_turn(table))
    told = pupil.table["taught"]["move"]
    assert told["move"] == "split" and pupil.table["taught"]["lead"]
    # The same split, named by its other half.
    other = {**told, "off": [tile for tile in told["group"] if tile not in told["off"]]}
    assert pupil.ask(type="test", move=other)["told"] is True


def test_a_guided_match_of_an_older_version_says_so(client, monkeypatch):
    slug = TAUGHT[0]
    pupil = learn(client, slug)
    told = pupil.table["taught"]["move"]
    read = teaching._read
    monkeypatch.setattr(teaching, "_read", lambda *given: replace(read(*given), version="newer"))
    pupil.move(told)
    assert pupil.until(my_turn)["taught"] == {
        "old": True,
        "strayed": False,
        "say": [],
        "move": None,
        "text": None,
        "lead": False,
        "brought": [],
    }
    pupil.move(pupil.legal()[0])  # it can be played on


def test_what_is_no_guided_match_is_refused_in_a_sentence(client, monkeypatch):
    seat = {"kind": "me", "name": "Ida"}
    body = {"game": TAUGHT[0], "teaching": True, "seats": [seat, {"kind": "bot"}]}
    assert client.post("/api/tables", json=body).json()["error"]["code"] == "teaching-alone"
    monkeypatch.setattr("ararat.server.new_tables.teaching_of", lambda facts: None)
    refused = client.post("/api/tables", json={**body, "seats": [seat]}).json()["error"]
    assert refused["code"] == "no-teaching" and refused["text"]


def test_a_rematch_of_a_guided_match_is_an_ordinary_one(client):
    slug = TAUGHT[0]
    body = {"game": slug, "teaching": True, "seats": [{"kind": "me", "name": "Ida"}]}
    told = client.post("/api/tables", json=body).json()
    token = told["seats"][0]["token"]
    pupil = Person(client, told["table"], token)
    assert pupil.table["teaching"] and pupil.table["hints"] and not pupil.table["public"]
    while not pupil.until(my_turn)["over"]:
        pupil.move(pupil.table["taught"]["move"])
    headers = {"Authorization": f"Bearer {token}"}
    again = client.post(f"/api/tables/{told['table']}/rematch", json={}, headers=headers).json()
    assert client.get(f"/api/tables/{again['table']}").json()["teaching"] is False
    box = next(one for one in client.get("/api/games").json() if one["slug"] == slug)
    assert box["first_match"]["players"] == pupil.table["players"]
