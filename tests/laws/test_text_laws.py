"""Texts for agents that read: they tell what the view tells, and every legal move can be written and read."""

from __future__ import annotations

from random import Random

import pytest

import ararat
from ararat.catalogues import LANGUAGES
from ararat.core.engine import engine_of
from ararat.core.texts import MOST_OF_A_KIND, essence
from ararat.games import all_facts
from lengths import amount

from .positions import positions, random_match
from .worlds import other_world, stand, viewers

EVERY = amount(12, long=4)  # of so many positions one is enough, where there is much to do


def languages(number):
    """One after the other."""
    return LANGUAGES[number % len(LANGUAGES) :][:1]


def test_every_legal_move_has_a_text_of_its_own_that_is_read_as_that_move(table):
    random = Random(1)
    for number, tables in enumerate(positions(table)[:: amount(2, long=1)]):
        match = stand(table, tables)
        moves = match.moves()
        if len(moves) > amount(200, long=10_000):
            continue  # the splits of the largest groups differ as those of smaller ones do
        for language in languages(number):
            texts = match.move_texts(language)
            assert len(set(map(essence, texts))) == len(moves)
            for place in random.sample(range(len(moves)), min(len(moves), 2)):
                assert match.move_text(moves[place], language) == texts[place]
                for written in (texts[place], f"  {texts[place].upper()}. ", str(place + 1)):
                    assert match.read_move(written, language) == moves[place]


def test_texts_are_the_same_in_two_worlds(table):
    rules = engine_of(all_facts()[table[0]])
    for number, tables in enumerate(positions(table)[::EVERY]):
        for viewer in viewers(tables):
            worlds = [stand(table, tables), stand(table, other_world(rules, tables, viewer, number))]
            for language in languages(number):
                one, two = (world.text(viewer, language, form="full") for world in worlds)
                assert one == two


def test_a_running_match_is_told_as_its_log_has_it(plain_table):
    """What others keep to themselves is in no text; a seat's short text tells what happened since it decided."""
    match = random_match((*plain_table, {}), 3, decisions=12)
    for viewer in (*range(match.players), None):
        reading, log = match._reading("en"), match.log(viewer)
        last = len(log) - 2 if viewer is None else match.last_decision(viewer)
        whole, since = (" ".join(match.text(viewer, form=form).split()) for form in ("full", "short"))
        for entry in log:
            told = reading.hooks.tell(entry["seat"], entry["move"], reading.words, reading.names)
            told = told.replace("\u00a0", " ").removesuffix(".").partition(": ")[2 if ": " in told else 0]
            assert told in whole or told[0].upper() + told[1:] in whole
            if last is None or entry["number"] > last:
                assert told in since or told[0].upper() + told[1:] in since


@pytest.mark.parametrize("slug", ararat.games())
def test_a_full_text_lists_the_legal_moves_and_a_match_is_over_in_words(slug):
    match = ararat.game(slug).start(players=ararat.game(slug).players[-1], seed=2)
    random = Random(2)
    while not match.over and len(match.history) < 20:
        match.play(random.choice(match.moves()))
    text = match.text(match.turn, form="full").splitlines()
    for number, move in enumerate(match.move_texts()[:MOST_OF_A_KIND], start=1):
        assert f"{number}. {move}" in text
    assert not any("legal moves" in line for line in match.text(match.turn).splitlines())
    while not match.over:
        match.play(match.moves()[0])
    assert "The match is over" in match.text(0) and "The match is over" in match.text(None, form="full")
    with pytest.raises(ararat.BadText, match="no move to read"):
        match.read_move("1")


@pytest.mark.parametrize("text", ["", "0", "9" * 5000, "-1", "perhaps", "²", None, 3, ["1"], "\0", "\ud800"])
def test_what_is_no_legal_move_is_refused_in_one_sentence(text):
    match = ararat.game("noah").start(players=2, seed=1)
    for language in LANGUAGES:
        with pytest.raises(ararat.BadText) as refused:
            match.read_move(text, language)
        assert len(refused.value.text_in(language)) < 300 and "\n" not in refused.value.text_in(language)
    with pytest.raises(ararat.BadText, match="short, full"):
        match.text(0, form=text)
    with pytest.raises(ararat.IllegalMove):
        match.move_text(text)
