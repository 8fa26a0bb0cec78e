"""What all tests share: every game, player count and combination of options that exists."""

from __future__ import annotations

import itertools
import os
import random
import secrets
import signal
import subprocess
import sys
import tempfile
import zlib
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import hypothesis
import pytest

import lengths

# Tests compile into a cache of their own, shared by the workers of one run and by later runs.
os.environ.setdefault("ARARAT_CACHE", os.path.join(tempfile.gettempdir(), "ararat-tests"))


from ararat.core.engine import engine_of
from ararat.core.kernels import KERNELS
from ararat.core.sources import sources_of
from ararat.games import all_facts
from ararat.server.processes import for_thinking

RUNNING = {"at_table", "attacked", "killed", "worker_apart"}  # what tests import to have a server that runs
USED = tuple(name for name in KERNELS if name != "copies")  # which only measures

# The same examples in every run, however long each of them takes.
hypothesis.settings.register_profile(
    "patient",
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("patient")

# A run in the background may be told to ignore Ctrl-C; some tests press it.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser):
    parser.addoption("--long", action="store_true", help="the long form of all tests: make prove")


def pytest_configure(config):
    lengths.LONG = config.getoption("--long")


def pytest_collection_modifyitems(config, items):
    """What is marked `long` belongs to the long form alone; where CI is set, what a busy machine can upset is tried
    again, and the summary names it."""
    if not lengths.LONG:
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("long")])
        items[:] = [item for item in items if not item.get_closest_marker("long")]
    if os.environ.get("CI"):
        for item in items:
            if again := further_chances(item):
                item.add_marker(pytest.mark.flaky(reruns=again))


def further_chances(item):
    """Two for a browser, one for a running server: their threads, processes and sockets take the time they take."""
    if "browser" in item.fixturenames:
        return 2
    imported = {str(getattr(thing, "__module__", "")).rpartition(".")[2] for thing in vars(item.module).values()}
    return 1 if item.path.parent.name == "server" and imported & RUNNING else 0


def pytest_sessionstart(session):
    """Workers share what is compiled before they start, rather than each compiling it on its own: the kernels of
    every game, in a process each, and the tests themselves."""
    config = session.config
    if config.getoption("numprocesses", None) and not config.option.collectonly and not hasattr(config, "workerinput"):
        missing = [facts for facts in all_facts().values() if not engine_of(facts).is_prepared(used_of(facts))]
        longest_first = sorted(missing, key=size_of_rules, reverse=True)
        with ThreadPoolExecutor(config.option.numprocesses) as together:
            kernels = [together.submit(compile_apart, facts) for facts in longest_first]
            if not sys.dont_write_bytecode:
                together.submit(read_tests_apart, config)
            for kernel in kernels:
                kernel.result()


def size_of_rules(facts):
    """How much there is to compile of a game, in bytes of its sources."""
    return sum(path.stat().st_size for path in sources_of(facts.folder, True))


def used_of(facts):
    """What tests use of a game: with a net, what its levels think with too."""
    return tuple(dict.fromkeys((*USED, *for_thinking(facts))))


def compile_apart(facts):
    """The kernels of a game, in a process of its own, left in the cache."""
    code = (
        "import sys; from ararat.core.engine import engine_of; from ararat.games import all_facts; "
        "engine_of(all_facts()[sys.argv[1]]).prepare(tuple(sys.argv[2:]))"
    )
    subprocess.run([sys.executable, "-c", code, facts.slug, *used_of(facts)], check=True)


def read_tests_apart(config):
    """All tests, read and left as bytecode; on a fresh machine every worker would rewrite their assertions."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "--quiet", *config.args]
    subprocess.run(command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@cache
def tables():
    """(slug, players, options) for every game: all defaults and all options together, in the short form one of the two
    for each number of players in turn; in the long form also each sampled value of each option once, so that cases
    grow with the sum of the options, not with their product."""
    found = []
    for slug, facts in all_facts().items():
        for number, players in enumerate(facts.players):
            cases = [{}]
            options = {n: o for n, o in facts.options.items() if o.matters is None or players in o.matters}
            if lengths.LONG:
                cases += [{name: value} for at, name, value in values_in_turn(facts) if at == players]
            together = {name: option.samples(players)[-1] for name, option in options.items()}
            if together not in cases:
                cases.append(together)
            for case in cases if lengths.LONG else cases[number % len(cases) :][:1]:
                try:
                    facts.checked_options(players, case)
                except Exception:
                    continue
                found.append((slug, players, case))
    return found


def values_in_turn(facts):
    """(players, option, value) for every sampled value that is no default, each with one number of players in turn."""
    found = {}
    for name, option in facts.options.items():
        for players in facts.players if option.matters is None else option.matters:
            for value in option.samples(players):
                if value != option.default:
                    found.setdefault((name, repr(value)), []).append((players, name, value))
    return [places[number % len(places)] for number, places in enumerate(found.values())]


def variants():
    """(slug, players, options) for every variant that stands apart."""
    return [
        (slug, players, options)
        for slug, facts in all_facts().items()
        for players in facts.players
        for options in facts.variants(players)
    ]


def pytest_generate_tests(metafunc):
    """Laws ask for `table`, for `variant_table` where only variants that stand apart make a difference, or
    for `plain_table` where no options do."""
    law = metafunc.definition.nodeid
    if "table" in metafunc.fixturenames:
        cases = for_a_law(law, tables())
        ids = [f"{slug}-{players}-{'-'.join(options) or 'default'}" for slug, players, options in cases]
        metafunc.parametrize("table", cases, ids=ids)
    if "variant_table" in metafunc.fixturenames:
        cases = for_a_law(law, variants())
        ids = ["-".join(map(str, (slug, players, *options.values()))) for slug, players, options in cases]
        metafunc.parametrize("variant_table", cases, ids=ids)
    if "plain_table" in metafunc.fixturenames:
        every = [(slug, players) for slug, facts in all_facts().items() for players in facts.players]
        cases = for_a_law(law, every)
        metafunc.parametrize("plain_table", cases, ids=[f"{slug}-{players}" for slug, players in cases])


def for_a_law(law, cases):
    """All cases; in the short form one of each game, another one for every law, so that all come up somewhere."""
    turn = zlib.crc32(law.encode())
    games = [[*of_a_game] for _, of_a_game in itertools.groupby(cases, key=lambda case: case[0])]
    return [case for of_a_game in games for case in lengths.in_turn(of_a_game, turn)]


@pytest.fixture(autouse=True)
def dealt_alike(request, monkeypatch):
    """Whatever is dealt without a seed, as at a server's tables, is dealt alike in every run of a test."""
    monkeypatch.setattr(secrets, "randbits", random.Random(request.node.nodeid).getrandbits)


@pytest.fixture(scope="session")
def all_rule_ids():
    from ararat.core.rulebook import rule_ids

    return {slug: rule_ids(facts) for slug, facts in all_facts().items()}
