"""The measuring tools (benchmarks/speed): they start, and write figures as people read them."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ararat.games import all_facts
from ararat.load.measuring import figures
from ararat.load.seen import Seen
from ararat.load.surroundings import in_words, surroundings
from speed.figures import markdown, put_in
from speed.games import COLUMNS, keep
from speed.rivals import RIVALS
from speed.server import FIGURES, LOADS, row_of
from speed.steps import ours

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"


@pytest.mark.parametrize(
    ("tool", "takes"),
    [
        ("speed.games", "--save FOLDER"),
        ("speed.steps", "--seconds S"),
        ("speed.server", "--save FOLDER"),
        ("speed.sharing", "--tables N"),
        ("speed.hooks", "--player"),
    ],
)
def test_a_tool_starts(tool, takes):
    surrounding = os.environ | {"PYTHONPATH": os.pathsep.join([str(BENCHMARKS), os.environ.get("PYTHONPATH", "")])}
    done = subprocess.run(
        [sys.executable, "-m", tool, "--help"], capture_output=True, text=True, env=surrounding, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert takes in done.stdout


def test_a_table_has_a_dash_where_nothing_was_measured():
    rows = [{"what": "ours", "games/s": 12345.6, "decisions/s": 3.14159}, {"what": "theirs", "games/s": 7}]
    assert markdown(rows, ("what", "games/s", "decisions/s")) == [
        "| what | games/s | decisions/s |",
        "|---|---|---|",
        "| ours | 12,346 | 3.14 |",
        "| theirs | 7 | – |",
    ]


def test_figures_take_the_place_of_older_ones():
    page = "Before\n<!-- them: begin -->\nold\n<!-- them: end -->\nafter\n"
    new = put_in(page, "them", ["new", "figures"])
    assert new == "Before\n<!-- them: begin -->\nnew\nfigures\n<!-- them: end -->\nafter\n"
    assert put_in(new, "them", ["old"]) == page
    hosting = (BENCHMARKS.parent / "docs/hosting.md").read_text("utf-8")
    assert put_in(hosting, FIGURES, []) != hosting


def test_every_column_of_a_load_is_filled():
    server = dict.fromkeys(("processes", "cores", "ms_a_move", "mib", "kib_a_table", "kib_a_table_played"), 1)
    step = figures(Seen(), 2, 8) | {"server": server}
    step["clients"]["cores"] = 0.1
    assert set(LOADS) == set(row_of("calm", step))


def test_figures_name_their_date_machine_and_versions():
    about = surroundings(datetime(2026, 11, 16, tzinfo=UTC), ("numpy", "no-such-package"))
    said = in_words(about)
    assert said.startswith("2026-11-16T00:00:00+00:00, ")
    assert "cores" in said and "numpy " in said and "no-such-package" not in said


@pytest.mark.parametrize(("size", "steps"), [(1, 100), (64, 64)])
def test_a_round_of_ours_makes_its_steps(size, steps):
    play = ours(all_facts()["noah"])(size)
    assert play() == play() == steps


def test_a_report_is_kept_as_markdown_and_as_json(tmp_path):
    row = {"what": next(iter(RIVALS)), "games/s": 1.0, "decisions/s": 2.0}
    steps = {"what": "RLCard uno", "steps/s at 1": 11_400.0}
    path = keep([row], [steps], [], ["RLCard uno is not installed and was skipped."], tmp_path)
    text = path.read_text("utf-8")
    assert " | ".join(COLUMNS) in text and row["what"] in text and "was skipped" in text
    assert "| RLCard uno | – | 11,400 |" in text
    assert path.with_suffix(".json").is_file()
