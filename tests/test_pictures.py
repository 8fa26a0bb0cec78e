"""Small pictures of the rules and of "How to play": what they show is there, and what they stand beside."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import pytest

import ararat
from ararat.core.rulebook import rules_of, title_of
from ararat.core.words import LANGUAGES, words
from ararat.games import all_facts

ART = Path(resources.files("ararat")) / "page" / "art"  # type: ignore[arg-type]
ANIMALS, SIGNS = (
    set(re.findall(r'\bid="([a-z0-9-]+)"', (ART / f"{sheet}.svg").read_text("utf-8"))) for sheet in ("animals", "signs")
)


def pictures_of(slug):
    source = resources.files(all_facts()[slug].package).joinpath("board", "pictures.js").read_text("utf-8")
    return dict(re.findall(r'^  "([^"]+)": "([^"]+)",$', source, re.MULTILINE))


@pytest.mark.parametrize("slug", ararat.games())
def test_pictures_show_animals_and_signs_that_we_have(slug):
    for key, line in pictures_of(slug).items():
        for word in line.replace("[", " ").replace("]", " ").split():
            if word.startswith("#"):
                assert word[1:].partition("@")[0] in SIGNS, f"{key}: {word}"
            elif word[0].isalpha():
                assert re.split("[:~!]", word)[0] in ANIMALS, f"{key}: {word}"


@pytest.mark.parametrize("slug", ararat.games())
def test_pictures_stand_beside_a_sentence_or_at_the_head_of_a_section(slug):
    facts = all_facts()[slug]
    shown = [rule for rule in rules_of(facts) if not rule.for_programs]
    heads = {title_of(rule.section, words("en", facts.package)): rule.id for rule in reversed(shown)}
    for key in pictures_of(slug):
        assert key in heads.values() or key in words("en", facts.package), key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", ararat.games())
def test_every_game_is_taught_with_a_worked_example(slug, language):
    spoken = words(language, all_facts()[slug].package)
    for start in ("how", "example"):
        numbers = [int(key.rpartition(".")[2]) for key in list(spoken.keys()) if re.fullmatch(rf"{start}\.\d+", key)]
        assert len(numbers) >= 4 and sorted(numbers) == list(range(1, len(numbers) + 1))
