"""Every rule of every game is cited by a test, and every citation is of a rule that exists."""

from __future__ import annotations

import ast
import os
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
FIFTH = TESTS / "fifth"
RULES, LONG = "pytest.mark.rules", "pytest.mark.long"


@cache
def marked():
    """Every file of tests in which rules are cited, as a tree; where none is, there is nothing to be read."""
    texts = {path: path.read_text("utf-8") for path in TESTS.rglob("test_*.py")}
    return {path: ast.parse(text) for path, text in texts.items() if RULES in text}


@cache
def cited_ids():
    """Rule ids in `@pytest.mark.rules(...)` of all tests of the short form, with where they stand."""
    cited = {}
    for path, tree in marked().items():
        if FIFTH in path.parents and not os.environ.get("ARARAT_GAMES"):
            continue  # its game is not there
        for node in ast.walk(tree):
            marks = [ast.unparse(mark) for mark in getattr(node, "decorator_list", ())]
            for mark in marks if LONG not in marks else ():
                if mark.startswith(f"{RULES}("):
                    for argument in ast.parse(mark).body[0].value.args:
                        cited.setdefault(ast.literal_eval(argument), []).append(f"{path.name}:{node.lineno}")
    return cited


def test_every_mark_of_rules_stands_above_its_test():
    """So that it is known whether the short form runs it: not in a list of marks, not in a module's."""
    for path, tree in marked().items():
        above = {id(mark) for node in ast.walk(tree) for mark in getattr(node, "decorator_list", ())}
        calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
        for call in calls:
            if call.func.attr == "rules" and ast.unparse(call.func) == RULES:
                assert id(call) in above, f"{path.name}:{call.lineno}"


def test_a_test_cites_every_rule(all_rule_ids):
    cited = cited_ids()
    missing = {slug: [rule for rule in rules if rule not in cited] for slug, rules in all_rule_ids.items()}
    assert not any(missing.values()), f"cited by no test: {missing}"


def test_every_citation_is_of_a_rule(all_rule_ids):
    known = {rule for rules in all_rule_ids.values() for rule in rules}
    unknown = {rule: where for rule, where in cited_ids().items() if rule not in known}
    assert not unknown


def test_every_rule_file_defines_rules_of_every_chapter(all_rule_ids):
    for slug, rules in all_rule_ids.items():
        assert len(rules) > 10, f"{slug}: only {len(rules)} rules found"


@pytest.mark.parametrize(
    "text, ids",
    [
        ("- **AB-2.1** Two", ["AB-2.1"]),
        ("- AN-4.66 A pen", ["AN-4.66"]),
        ("- **NO-P.10** On", ["NO-P.10"]),
        ("see AB-2.1", []),
        ("OM-2.1 A match", ["OM-2.1"]),
    ],
)
def test_rule_ids_are_found_in_every_rule_file_style(text, ids):
    from ararat.core.rulebook import DEFINED

    assert DEFINED.findall(text) == ids
