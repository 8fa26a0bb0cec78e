"""Noah's table in the terminal: drawn for everybody, in every phase and language."""

from __future__ import annotations

from io import StringIO
from random import Random

import pytest
from rich.console import Console

import ararat
from ararat.core.story import Story
from ararat.core.words import LANGUAGES, words
from ararat.games.noah import text
from ararat.games.noah.cards import say_card
from ararat.games.noah.pieces import PRINTED
from ararat.games.noah.rules import MOVES
from ararat.games.noah.views import EVENTS
from ararat.server.dialogue import asked
from lengths import amount

from ..arranging import played
from .positions import board, position, sail

GAME = ararat.game("noah")
PACKAGE = GAME.facts.package
NAMES = ["You", "Bruno", "Chiara", "Denis", "Emma"]
EVERYTHING = {"frog": True, "crocodile": True, "roommates": True}


def shown(drawn):
    console = Console(width=80, record=True, file=StringIO())
    console.print(drawn)
    return console.export_text()


@pytest.mark.parametrize(("players", "options"), [(1, {"level": "expert"}), (2, EVERYTHING), (5, {})])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_table_can_be_drawn_for_everybody(players, options, language):
    spoken = words(language, PACKAGE)
    match = GAME.start(players=players, seed=8, **options)
    random = Random(8)
    before = match.view(0)
    while not match.over:
        match.play(random.choice(match.moves()))
        if len(match.history) % amount(39, long=13) and not match.over:
            continue
        for viewer in [*range(players), None]:
            view = match.view(viewer)
            assert shown(text.draw(view, viewer, spoken, NAMES[:players])).strip()
            assert text.heading(view, spoken)
        for state in (match.state(), *match.past_states()[-1:]):
            shown(text.draw(state, None, spoken, NAMES[:players]))
        now = match.view(0)
        ended = len(now["results"]) > len(before["results"])
        drawn = text.interlude(before, now, spoken, NAMES[:players])
        assert (drawn is not None) == ended
        if ended:
            page = shown(drawn)
            assert all(name in page for name in NAMES[:players])
        before = now


def test_a_seat_sees_no_card_of_others_that_it_does_not_know():
    hands = {1: "elephant m, parrot f", 2: "giraffe f"}
    match = GAME.restore(position(here="cat m", hand="panda m", hands=hands, known={(0, 1): "parrot f"}))
    page = shown(text.draw(match.view(0), 0, words("en", PACKAGE), NAMES[:3]))
    assert PRINTED["parrot"]["picture"] in page
    assert PRINTED["elephant"]["picture"] not in page and PRINTED["giraffe"]["picture"] not in page


def test_the_box_is_told_whole():
    for language in LANGUAGES:
        assert len(text.pieces(words(language, PACKAGE))) == 14


@pytest.mark.parametrize(("language", "person"), [("en", "You"), ("fr", "Vous"), ("it", "Tu")])
def test_nobody_is_spoken_of_as_you_in_the_third_person(language, person):
    spoken = words(language, PACKAGE)
    names = [person, "Bruno", "Chiara"]
    for move in ("peek", "draw", "flee"):
        assert person not in MOVES.say({"move": move, "player": 0}, spoken, names)
        assert "Bruno" in MOVES.say({"move": move, "player": 1}, spoken, names)
    gift = {"move": "give", "animal": "cat", "sex": "m", "player": 0}
    assert person not in MOVES.say(gift, spoken, names)
    for event in ("returned", "fled", "round"):
        told = {
            "event": event,
            "audience": "all",
            "seat": 0,
            "player": 0,
            "round": 2,
            "card": {"animal": "cat", "sex": "m"},
        }
        assert person not in EVENTS.say(told, spoken, names)


def test_a_turn_is_one_paragraph_and_what_touches_the_reader_stays():
    state = position(4, turn=1, here="bear m", hand="lion m, cat f, parrot m", hands={0: "panda f, panda m"})
    match = played(state, board("lion m"), {"move": "draw", "player": 0})
    match.play({"move": "return", "animal": "cat", "sex": "f"})
    match.play(match.moves()[0])
    while match.turn != 0:
        match.play(match.moves()[0])
    story = Story(GAME.facts, words("en", PACKAGE), NAMES[:4], you=0)
    log = match.log(0)
    assert len(story.lines(log, 200)) == len({entry["seat"] for entry in log})
    short = [line.plain for line in story.lines(log, 200, most=2)]
    assert any("a card from your hand" in line for line in short)
    assert len(short) <= 2 and any("…" in line for line in short)


def test_noah_goes_where_the_question_says():
    match = played(position(here="cat f", hand="cat m, bear f"), board("cat m"))
    assert {move["boat"] for move in match.moves()} == {2, 3}
    match.play(sail(2))
    assert match.state()["noah"] == 2 and match.turn == 0, "a pair earns another turn"


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_it_is_pressed_a_card_is_told_in_words(language):
    match = GAME.restore(position(here="cat f", hand="cat m, bear f"))
    question = asked(GAME.facts, match, match.view(0), NAMES[: match.players], language, [])
    (cat,) = [choice for choice in question["choices"] if choice["picture"] == "cat"]
    spoken = words(language, PACKAGE)
    assert cat["label"].startswith(say_card({"animal": "cat", "sex": "m"}, spoken))
    assert cat["note"] == spoken("text.card-note", mass=PRINTED["cat"]["mass"], tears=PRINTED["cat"]["tears"])
    assert not {text.TEAR, PRINTED["cat"]["picture"]} & {*cat["label"]}
