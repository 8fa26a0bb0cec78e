"""The learners of examples/learn: short enough to be read, and they learn."""

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LEARN = ROOT / "examples" / "learn"
LEARNERS = "ppo", "dmc"


@pytest.mark.parametrize("learner", LEARNERS)
def test_a_learner_is_read_in_one_sitting(learner: str) -> None:
    assert len((LEARN / f"{learner}.py").read_text().splitlines()) <= 180


@pytest.mark.skipif(find_spec("torch") is None, reason="PyTorch is not installed (the extra `learn`)")
@pytest.mark.parametrize("learner", LEARNERS)
def test_a_learner_keeps_a_diary(learner: str, tmp_path: Path) -> None:
    diary = tmp_path / "diary.jsonl"
    given = "--seconds 0 --tables 4 --matches 4".split()
    command = [sys.executable, LEARN / f"{learner}.py", "animals-on-board", *given, "--log", diary]
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, "OMP_NUM_THREADS": "1"})
    head, *lines = map(json.loads, diary.read_text().splitlines())
    assert (head["learner"], head["players"]) == (learner, 2)
    assert any("loss" in line for line in lines)
    last = {line["against"]: line for line in lines if "against" in line and line["steps"]}
    assert set(last) == {"random", "greedy", "chick"}
    assert all(line["low"] <= line["wins"] <= line["high"] for line in last.values())
