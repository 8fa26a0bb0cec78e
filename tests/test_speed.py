"""The measuring tools (benchmarks/speed): they start, and write figures as people read them."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from speed.figures import in_words, markdown, surroundings
from speed.games import COLUMNS, keep
from speed.rivals import RIVALS

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"


@pytest.mark.parametrize("tool", ["speed.games", "speed.server"])
def test_a_tool_starts(tool):
    surrounding = os.environ | {"PYTHONPATH": os.pathsep.join([str(BENCHMARKS), os.environ.get("PYTHONPATH", "")])}
    done = subprocess.run(
        [sys.executable, "-m", tool, "--help"], capture_output=True, text=True, env=surrounding, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert "--save FOLDER" in done.stdout


def test_a_table_has_a_dash_where_nothing_was_measured():
    rows = [{"what": "ours", "games/s": 12345.6, "decisions/s": 3.14159}, {"what": "theirs", "games/s": 7}]
    assert markdown(rows, ("what", "games/s", "decisions/s")) == [
        "| what | games/s | decisions/s |",
        "|---|---|---|",
        "| ours | 12,346 | 3.14 |",
        "| theirs | 7 | – |",
    ]


def test_figures_name_their_date_machine_and_versions():
    about = surroundings(datetime(2026, 11, 16, tzinfo=UTC), ("numpy", "no-such-package"))
    said = in_words(about)
    assert said.startswith("2026-11-16T00:00:00+00:00, ")
    assert "cores" in said and "numpy " in said and "no-such-package" not in said


def test_a_report_is_kept_as_markdown_and_as_json(tmp_path):
    row = {"what": next(iter(RIVALS)), "games/s": 1.0, "decisions/s": 2.0}
    path = keep([row], [], ["RLCard uno is not installed and was skipped."], tmp_path)
    text = path.read_text("utf-8")
    assert " | ".join(COLUMNS) in text and row["what"] in text and "was skipped" in text
    assert path.with_suffix(".json").is_file()
