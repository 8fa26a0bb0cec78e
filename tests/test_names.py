"""What bots are called at a table."""

from __future__ import annotations

import pytest

import ararat
from ararat.core.words import LANGUAGES, words
from ararat.games import all_facts
from ararat.players.codes import LEVELS
from ararat.players.names import GIVEN, SPARE, names_at


def test_bots_of_a_level_have_names_by_their_seats():
    assert names_at(["Ada", "Cat", "Cat", "Fox"], [None, "cat", "cat", "fox"]) == ["Ada", *GIVEN[1:4]]
    assert names_at(["Cat", "Ada"], ["cat", None]) == [GIVEN[0], "Ada"]


def test_a_person_with_the_name_of_a_bot_keeps_it():
    named = names_at([GIVEN[1].upper(), "Cat", SPARE[0], "Cat"], [None, "cat", None, "cat"])
    assert named == [GIVEN[1].upper(), SPARE[1], SPARE[0], GIVEN[3]]


def test_who_else_has_the_same_name_gets_a_number():
    named = names_at(["Random", "Ada", "Random", "Ada", "Cat"], ["random", None, "random", None, "cat"])
    assert named == ["Random 1", "Ada 1", "Random 2", "Ada 2", GIVEN[4]]


def test_there_are_names_enough():
    people = list(GIVEN[:7])
    assert len({*names_at([*people, "Cat"], [None] * 7 + ["cat"])}) == 8
    assert len({*GIVEN, *SPARE}) == 16


@pytest.mark.parametrize("slug", ararat.games())
def test_no_bot_has_the_name_of_an_animal(slug):
    for language in LANGUAGES:
        said = {str(text).casefold() for _, text in words(language, all_facts()[slug].package).items()}
        assert not said & {name.casefold() for name in (*GIVEN, *SPARE)}


def test_every_level_has_one():
    assert all(names_at(["x"], [code]) == [GIVEN[0]] for code in LEVELS)
