"""A fifth game lives in one folder, tests/fifth/doves, is found without an edit elsewhere, and plays everywhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
FIFTH = TESTS / "fifth"
FOLDER = FIFTH / "doves"
# One thread for products of small matrices: two would mostly wait for each other.
WITH_IT = {**os.environ, "ARARAT_GAMES": str(FIFTH), "OPENBLAS_NUM_THREADS": "1"}


def run(*arguments):
    return subprocess.run(
        [sys.executable, "-m", *arguments], cwd=TESTS.parent, env=WITH_IT, capture_output=True, text=True, check=False
    )


def passes(*arguments):
    done = run("pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *arguments)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]
    assert " passed" in done.stdout


def test_it_is_there_only_where_its_folder_is_named():
    import ararat

    assert "doves" not in ararat.games()
    done = run("ararat", "games")
    assert done.returncode == 0 and "Doves" in done.stdout


def test_all_laws_words_and_rules_hold_for_it():
    files = ("tests/laws", "tests/fifth", "tests/test_words.py", "tests/test_cited.py", "tests/test_batch.py")
    passes(*files, "tests/test_structure.py", "tests/test_hooks.py", "-k", "doves or cites or citation")


def test_it_is_played_in_the_terminal():
    passes("tests/test_terminal.py", "tests/test_cli.py", "-k", "doves")


def test_it_is_played_on_the_page():
    passes("tests/browser/test_games.py", "-k", "clicking and doves")


@pytest.mark.long
def test_the_coachs_chances_are_measured_at_it(tmp_path):
    tiny = ("--player", "random", "--playouts", "4", "--positions", "20", "--seats", "2", "--cores", "1", "--no-plots")
    done = run("ararat", "reliability", "doves", *tiny, "--save", str(tmp_path), "--language", "en")
    assert done.returncode == 0, done.stderr
    assert "Doves" in done.stdout and "## Doves" in (tmp_path / "reliability.md").read_text("utf-8")
    told = json.loads((tmp_path / "doves-2/results.json").read_text("utf-8"))
    assert told["positions"] >= 20 and told["matches"] >= 4 and (tmp_path / "calibration.toml").exists()


@pytest.mark.long
def test_a_net_learns_it():
    passes("tests/fifth/test_champion.py", "--long")


def test_its_folder_is_small():
    lines = sum(len(path.read_text("utf-8").splitlines()) for path in FOLDER.rglob("*") if path.suffix in TEXTS)
    assert lines < 700


TEXTS = (".py", ".po", ".md", ".toml")
