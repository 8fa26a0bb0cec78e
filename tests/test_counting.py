"""Points are counted by the rules alone: no board and no text of a game adds, subtracts or multiplies them."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from ararat.games import all_facts

EVERY_GAME = pytest.mark.parametrize("facts", all_facts().values(), ids=all_facts())
POINTS = r"\w*(?:[Pp]oints|[Ss]cores?|[Tt]ears)"
COUNTED = re.compile(rf"\b{POINTS}(?:\[[^\]]*\])?\s*[-+*/]=?\s*[\w(]|[\w)\]]\s*[-+*/]=?\s*(?:\w+\.)*{POINTS}\b")
ORDER = re.compile(r"(?:\w+\.)*scores\[\w+\] - (?:\w+\.)*scores\[\w+\]")  # who stands before whom


def code_of(line):
    """A line of JavaScript without comments and without what is only text."""
    line = re.sub(r"//.*|/\*.*?\*/|^\s*\*.*", "", line)
    line = re.sub(r"\"[^\"]*\"", '""', line)
    return re.sub(r"`[^`]*`", lambda text: " ".join(re.findall(r"\$\{([^}]*)\}", text[0])), line)


def counting_lines(text):
    """Where JavaScript counts points."""
    lines = enumerate(text.splitlines(), start=1)
    return [f"{number}: {line.strip()}" for number, line in lines if COUNTED.search(ORDER.sub("", code_of(line)))]


def counting_places(source):
    """Where Python counts points: sums of them, and arithmetic with them."""
    found = []
    for node in ast.walk(ast.parse(source)):
        parts = []
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub | ast.Mult):
            parts = [node.left, node.right]
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "sum":
            parts = node.args
        if any(re.search(rf"(?i)\b{POINTS}\b", ast.unparse(part)) for part in parts if not has_text(part)):
            found.append(f"{node.lineno}: {ast.unparse(node)}")
    return found


def has_text(part):
    return any(isinstance(node, ast.JoinedStr) for node in ast.walk(part))


@EVERY_GAME
def test_no_board_counts_points(facts):
    for path in facts.board.glob("*.js"):
        assert not counting_lines(path.read_text("utf-8")), path.name


@EVERY_GAME
def test_no_text_counts_points(facts):
    text = Path(facts.folder / "text.py")
    assert not text.is_file() or not counting_places(text.read_text("utf-8"))


@pytest.mark.parametrize(
    "line",
    [
        "const total = singles + herds * pieces.herd_points;",
        "points += count * 5;",
        "view.scores[seat] + gain",
        "const cost = hand.length * tears;",
        "h('b', {}, `+${count * pieces.herd_points}`)",
    ],
)
def test_a_board_that_counts_is_found(line):
    assert counting_lines(line)


@pytest.mark.parametrize(
    "line", ["view.scores[b] - view.scores[a]", 'say("board.points") // points + 1', "`points-${seat}`"]
)
def test_a_board_that_only_shows_is_not(line):
    assert not counting_lines(line)


@pytest.mark.parametrize("line", ["total = HERD_POINTS * count", "sum(view['scores'])", "x = points + 1"])
def test_a_text_that_counts_is_found(line):
    assert counting_places(line)
