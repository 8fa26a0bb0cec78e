"""The rules answer as people ask: whatever the accents, the endings and the words, in every language."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

import ararat
from ararat.core.question import Reader
from ararat.core.rulebook import rules_of, title_of
from ararat.core.words import LANGUAGES, words
from ararat.games import all_facts

QUESTIONS = tomllib.loads(Path(__file__).with_name("questions.toml").read_text("utf-8"))


@cache
def reader(slug, language):
    facts = all_facts()[slug]
    return Reader(facts, words(language, facts.package))


def names(found):
    return [one.passage.name for one in found if one.passage.kind == "rule"]


def test_forty_questions_are_asked_in_every_language():
    assert set(QUESTIONS) == set(LANGUAGES)
    for language, games in QUESTIONS.items():
        assert set(games) == set(ararat.games()) and sum(map(len, games.values())) >= 40, language


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", ararat.games())
def test_the_first_three_answers_hold_what_was_meant(slug, language):
    somebody = reader(slug, language)
    missed = {}
    for question, wanted in QUESTIONS[language][slug].items():
        first = [one.passage.name for one in somebody.answer(question)[:3]]
        if not set(first) & set(wanted):
            missed[question] = first
    assert not missed


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", ararat.games())
def test_every_rule_is_found_by_its_number_and_those_for_programs_by_nothing_else(slug, language):
    somebody = reader(slug, language)
    for rule in rules_of(all_facts()[slug]):
        assert rule.id in names(somebody.answer(rule.id.lower()))
        if rule.for_programs:
            text = words(language, all_facts()[slug].package)(f"rule.{rule.id}")
            assert rule.id not in names(somebody.answer(text[:200])), rule.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_nobody_can_answer_finds_nothing(language):
    for slug in ararat.games():
        for question in ("", "?", "xyzzy", "zzzzzzzz qqqq", "…", "-", "[", "\u0301", "'" * 200):
            assert reader(slug, language).answer(question) == []


def test_a_word_is_found_before_it_is_whole_and_when_it_is_nearly_right():
    somebody = reader("noah", "fr")
    for question in ("giraf", "girrafe", "GIRAFES"):
        assert "NO-4.12" in names(somebody.answer(question)), question


def test_the_places_that_answer_are_marked():
    found = next(one for one in reader("noah", "fr").answer("âne") if one.passage.name == "NO-4.18")
    assert [found.passage.text[begin:end] for begin, end in found.marks] == ["âne"]


ABOUT_PROGRAMS = {
    "en": r"made-up|normal form|normalis|JSON|\bfiles?\b|\bseeds?\b|restored?|\bobject\b|\bstate\b",
    "fr": r"inventée?s|forme normale|JSON|\bfichiers?\b|\bgraines?\b|restaur|\bobjet\b|\bétat\b",
    "it": r"inventat|forma normale|JSON|\bun file\b|\bsemi\b|ripristin|\boggetto\b|\bstato del tavolo\b|ogni stato",
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", ararat.games())
def test_what_people_read_speaks_of_nothing_that_concerns_programs_alone(slug, language):
    told = [passage for passage in reader(slug, language).passages if not passage.for_programs]
    for passage in told:
        assert not re.search(ABOUT_PROGRAMS[language], f"{passage.title} {passage.text}"), passage
    aside = [rule for rule in rules_of(all_facts()[slug]) if rule.for_programs]
    assert {rule.id.partition("-")[2].partition(".")[0] for rule in aside} >= {"7", "8"}


@pytest.mark.parametrize("slug", ararat.games())
def test_every_section_of_the_rule_file_has_a_title_of_its_own(slug):
    facts = all_facts()[slug]
    for language in LANGUAGES:
        spoken = words(language, facts.package)
        sections = dict.fromkeys(rule.section for rule in rules_of(facts))
        titles = [title_of(section, spoken) for section in sections]
        assert all(titles) and len(set(titles)) == len(titles)
        named = {key.partition(".")[2] for key in list(spoken.keys()) if key.startswith("section.")}
        assert named <= set(sections), "a title of a section that is not in RULES.md"
