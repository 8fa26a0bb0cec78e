"""What all tests share: every game, player count and combination of options that exists."""

from __future__ import annotations

import os
import tempfile

import pytest

# Tests compile into a cache of their own, shared by the workers of one run and by later runs.
os.environ.setdefault("ARARAT_CACHE", os.path.join(tempfile.gettempdir(), "ararat-tests"))


def tables():
    """(slug, players, options) for every game: all defaults, then each sampled value of each option
    once, so that the number of cases grows with the sum of the options, not with their product."""
    from ararat.games import all_facts

    for slug, facts in all_facts().items():
        for players in facts.players:
            cases = [{}]
            options = {n: o for n, o in facts.options.items() if o.matters is None or players in o.matters}
            for name, option in options.items():
                cases += [{name: value} for value in option.samples(players) if value != option.default]
            together = {name: option.samples(players)[-1] for name, option in options.items()}
            if together not in cases:
                cases.append(together)
            for case in cases:
                try:
                    facts.checked_options(players, case)
                except Exception:
                    continue
                yield slug, players, case


TABLES = list(tables())
IDS = [f"{slug}-{players}-{'-'.join(options) or 'default'}" for slug, players, options in TABLES]
PLAIN = [(slug, players) for slug, players, options in TABLES if not options]


def pytest_generate_tests(metafunc):
    """Laws ask for `table`, or for `plain_table` where options make no difference."""
    if "table" in metafunc.fixturenames:
        metafunc.parametrize("table", TABLES, ids=IDS)
    if "plain_table" in metafunc.fixturenames:
        metafunc.parametrize("plain_table", PLAIN, ids=[f"{slug}-{players}" for slug, players in PLAIN])


@pytest.fixture(scope="session")
def all_rule_ids():
    from ararat.cli.rulebook import rule_ids
    from ararat.games import all_facts

    return {slug: rule_ids(facts) for slug, facts in all_facts().items()}
