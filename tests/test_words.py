"""Every text a person sees is there in every language, with the same places to fill."""

from __future__ import annotations

import ast
import re
from importlib import resources
from pathlib import Path
from string import Formatter

import pytest

import ararat
from ararat.catalogues import messages_of, written
from ararat.core.rulebook import rule_ids
from ararat.core.words import LANGUAGES, SHARED, preferred_language, words
from ararat.games import all_facts

SOURCES = Path(resources.files("ararat"))  # type: ignore[arg-type]
PACKAGES = [SHARED, *(facts.package for facts in all_facts().values())]


def forms(text):
    return text if isinstance(text, tuple) else (text,)


def places(text):
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("package", PACKAGES)
def test_all_languages_have_the_same_keys_and_places(package):
    english = messages_of(package, "en")
    for language in LANGUAGES:
        texts = messages_of(package, language)
        assert texts.keys() == english.keys(), language
        for key, text in texts.items():
            assert isinstance(text, tuple) == isinstance(english[key], tuple), key
            for form in forms(text):
                assert form.strip(), f"{language}: {key} is empty"
                expected = set.union(*(places(english_form) for english_form in forms(english[key])))
                assert places(form) <= expected and expected - {"count"} <= places(form), f"{language}: {key}"


@pytest.mark.parametrize("package", PACKAGES)
def test_translations_are_not_the_english_text(package):
    english = messages_of(package, "en")
    for language in ("fr", "it"):
        same = [k for k, text in messages_of(package, language).items() if text == english[k] and " " in str(text)]
        long = [key for key in same if max(map(len, forms(english[key]))) > 30]
        assert not long, f"{language}: {long}"


@pytest.mark.parametrize("slug", ararat.games())
def test_every_rule_has_a_text_in_every_language(slug):
    facts = all_facts()[slug]
    for language in LANGUAGES:
        spoken = words(language, facts.package)
        for rule in rule_ids(facts):
            assert spoken(f"rule.{rule}")
        keys = {key.removeprefix("rule.") for key in list(spoken.keys()) if key.startswith("rule.")}
        assert keys == set(rule_ids(facts)), "a text for a rule that is not in RULES.md"


@pytest.mark.parametrize("slug", ararat.games())
def test_every_game_says_what_it_is_and_that_we_are_fans(slug):
    facts = all_facts()[slug]
    for language in LANGUAGES:
        spoken = words(language, facts.package)
        for author in facts.authors:
            assert author in spoken("about.credits")
        assert facts.publisher in spoken("about.credits") and str(facts.year) in spoken("about.credits")
        assert spoken("about.independent") and spoken("about.brief") and spoken("name")
        for option in facts.options:
            assert spoken(f"option.{option}")


def literal_keys(path):
    """Keys that a module asks for in so many words."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            name = ast.unparse(node.func)
            if name.split(".")[-1] in ("words", "say", "spoken", "Words") and isinstance(node.args[0].value, str):
                yield node.args[0].value, node.lineno


def test_every_key_that_the_code_asks_for_exists():
    everything = {key for package in PACKAGES for key in messages_of(package, "en")}
    for path in SOURCES.rglob("*.py"):
        package = next((p for p in PACKAGES[1:] if p.split(".")[-1] in path.relative_to(SOURCES).parts), SHARED)
        spoken = words("en", *([package] if package != SHARED else []))
        for key, line in literal_keys(path):
            if re.fullmatch(r"[a-z-]+(\.[A-Za-z0-9.-]+)+", key):
                known = spoken if package != SHARED else everything
                assert key in known, f"{path.name}:{line} asks for {key}"


def test_every_sentence_in_code_that_errors_name_exists():
    source = "\n".join(path.read_text("utf-8") for path in SOURCES.rglob("*.py"))
    for key in re.findall(r'"((?:error|state|record|usage)\.[a-z-]+)"', source):
        assert key in words("en"), key


@pytest.mark.parametrize("slug", ararat.games())
def test_whatever_others_did_can_be_told_to_who_did_it(slug):
    """`you.<kind>` stands beside every `move.<kind>` but those that tell what somebody did to you."""
    keys = messages_of(all_facts()[slug].package, "en")
    told = {key.removeprefix("move.") for key in keys if key.startswith("move.") and not key.endswith("-you")}
    assert told == {key.removeprefix("you.") for key in keys if key.startswith("you.")}
    for key in (key for key in keys if key.startswith(("move.", "you."))):
        assert all(form[0].islower() and form.endswith(".") for form in forms(keys[key])), "read after a name"


def test_plurals_choose_their_form():
    for language, zero in (("en", 1), ("fr", 0), ("it", 1)):
        spoken = words(language, all_facts()["animals-on-board"].package) if ararat.games() else words(language)
        one, many = spoken("text.price", count=1), spoken("text.price", count=2)
        assert one != many.replace("2", "1")
        assert (spoken("text.price", count=0).replace("0", "1") == one) == (zero == 0)


def test_numbers_below_zero_have_a_minus_and_no_hyphen():
    assert [written(number) for number in (-12, 0, 3, "pre-3", True)] == ["\u221212", 0, 3, "pre-3", True]
    assert "\u22123" in words("en")("page.replay-percent", number=-3)
    for package in PACKAGES:
        for language in LANGUAGES:
            for key, text in messages_of(package, language).items():
                assert not re.search(r"(?<![\w{}-])-\d", str(text)), f"{language}: {key}"


def test_percentages_are_spaced_as_each_language_does():
    spaces = {"fr": "\u00a0", "it": ""}
    for language, space in spaces.items():
        for key, text in messages_of(SHARED, language).items():
            for before in re.findall(r"(\s?)%(?![sd(])", str(text)):
                assert before == space, f"{language}: {key}"


@pytest.mark.parametrize("package", PACKAGES)
def test_signs_stand_as_each_language_sets_them(package):
    """French: a space that does not break before ; : ! ? » and after «. French and Italian: curly apostrophes."""
    for language in ("fr", "it"):
        for key, text in messages_of(package, language).items():
            for form in forms(text):
                assert not re.search(r"\w'\w", form), f"{language}: {key}"
    for key, text in messages_of(package, "fr").items():
        for form in forms(text):
            assert not re.search(r" [;:!?»](?=\W|$)|« |[\w}»)][;!?»](?=\s|$)(?<!\d\?)", form), key


def test_a_language_that_we_do_not_speak_is_refused():
    with pytest.raises(ararat.UnknownLanguage) as refused:
        words("tlh")
    assert "en, fr, it" in refused.value.text


@pytest.mark.parametrize(
    "variables, language",
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "de_DE", "LC_ALL": "it_IT"}, "it"),
        ({"LANG": "C"}, "en"),
        ({"ARARAT_LANGUAGE": "it", "LC_ALL": "fr_FR"}, "it"),
    ],
)
def test_the_language_comes_from_the_surroundings(monkeypatch, variables, language):
    for name in ("ARARAT_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert preferred_language() == language


@pytest.mark.parametrize(
    "error", [e for e in vars(ararat).values() if isinstance(e, type) and issubclass(e, ararat.AraratError)]
)
def test_errors_survive_being_sent_between_processes(error):
    import pickle

    made = (
        error("AB-4.5", "rule.AB-4.5", all_facts()["animals-on-board"].package)
        if error is ararat.BadStart
        else (
            error("AB-4.5", all_facts()["animals-on-board"].package)
            if error is ararat.IllegalMove
            else error("error.no-moves")
        )
    )
    sent = pickle.loads(pickle.dumps(made))
    assert str(sent) == str(made) and sent.rule == made.rule and type(sent) is error


SAID = re.compile(r"""\b(?:say|frameSay)\(\s*["']([a-zA-Z0-9.-]+)["']""")
PREFIXES = ("", "page.table-", "page.replay-", "page.app-", "page.lobby-")


def test_every_key_that_the_page_asks_for_exists():
    spoken = words("en")
    for path in (SOURCES / "page").glob("*.js"):
        for key in SAID.findall(path.read_text("utf-8")):
            assert any(prefix + key in spoken for prefix in PREFIXES), f"{path.name} asks for {key}"


@pytest.mark.parametrize("slug", ararat.games())
def test_every_key_that_a_board_asks_for_exists(slug):
    facts = all_facts()[slug]
    spoken = words("en", facts.package)
    asked = [
        (path.name, key)
        for path in facts.board.glob("*.js")
        for key in SAID.findall(path.read_text("utf-8"))
        if not key.endswith((".", "-"))
    ]
    assert asked or facts.board != facts.folder / "board"
    for name, key in asked:
        assert key in spoken, f"{name} asks for {key}"
    for option in facts.options:
        assert f"option-name.{option}" in spoken


def test_page_and_boards_keep_to_elements_and_style_sheets():
    """No markup from text, no style in markup, nothing from another site: the policy would stop it anyway."""
    for path in [*(SOURCES / "page").rglob("*"), *(SOURCES / "games").glob("*/board/*")]:
        if path.suffix in (".js", ".css", ".html", ".svg"):
            text = path.read_text("utf-8").replace("http://www.w3.org/", "")
            for word in (
                "innerHTML",
                "outerHTML",
                "insertAdjacentHTML",
                "document.write",
                "eval(",
                "https://",
                "http://",
            ):
                assert word not in text, f"{path.name}: {word}"
            if path.suffix in (".html", ".svg"):
                assert " style=" not in text and "<style" not in text, path.name
