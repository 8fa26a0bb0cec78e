"""The page is checked by its types: a misspelt name in it, or in a board, is an error, and there is no other."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TSC = next(iter(sorted(ROOT.glob("build/typescript-*/node_modules/.bin/tsc"))), None)
MISSING = "TypeScript is missing: make check-page installs it."
BOARD = "src/ararat/games/noah/board"
# What is misspelt where: a variable, a field of a message, a view, the pieces, and what the stage hands to boards.
MISSPELT = [
    ("src/ararat/page/replay/chart.js", "points.push(", "point.push(", "point"),
    ("src/ararat/page/table/seating.js", "message.winners?.includes", "message.winner?.includes", "winner"),
    ("src/ararat/page/stage/stage.js", "this.tests.clear()", "this.testings.clear()", "testings"),
    (f"{BOARD}/scene.js", "view.departures + 1", "view.departure + 1", "departure"),
    (f"{BOARD}/boats.js", "limit < scene.table.pieces.limit", "limit < scene.table.pieces.limits", "limits"),
    (f"{BOARD}/scene.js", "this.table.choose(null)", "this.table.chose(null)", "chose"),
]


def test_a_misspelt_name_is_an_error(tmp_path):
    if TSC is None:
        assert not os.environ.get("CI"), MISSING
        pytest.skip(MISSING)
    shutil.copy(ROOT / "jsconfig.json", tmp_path)
    for folder in [ROOT / "src/ararat/page", *ROOT.glob("src/ararat/games/*/board")]:
        shutil.copytree(folder, tmp_path / folder.relative_to(ROOT))
    for file, right, wrong, _ in MISSPELT:
        text = (tmp_path / file).read_text("utf-8")
        assert right in text
        (tmp_path / file).write_text(text.replace(right, wrong, 1), "utf-8")
    told = subprocess.run([TSC, "-p", tmp_path / "jsconfig.json"], capture_output=True, text=True, timeout=300)
    errors = [line for line in told.stdout.splitlines() if "error TS" in line]
    for file, _, _, name in MISSPELT:
        assert any(Path(file).name in line and f"'{name}'" in line for line in errors), (name, told.stdout)
    assert told.returncode and len(errors) == len(MISSPELT), told.stdout
