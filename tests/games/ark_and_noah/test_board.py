"""The board as data: what pieces.toml says is what the rules play on, whatever its shape."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import ararat
from ararat.games.ark_and_noah import board
from ararat.games.ark_and_noah.names import A_CELL, JOINT_SET, board_for
from ararat.games.ark_and_noah.pieces import IN_MATCH
from lengths import amount

from . import positions

PACKAGE = Path(ararat.__file__).parent
PIECES = Path("games", "ark_and_noah", "pieces.toml")

# Arks with a step in the bow, a notch in the side, and no symmetry; the rules know nothing of them.
OTHER_BOARDS = {
    2: ["   ###", " #####", "######", "######", "  ####"],
    3: ["#########", "########", "###  ####", "#########", "   ######"],
    4: ["  ########", "##########", "##########", "##########", "##########"],
}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_board_is_that_of_the_rule_file(players):
    """AN-3.1: cells, edges, hull and joints as section 1.3 has them, found here in another way."""
    mine, other = board_for(players), positions.board(players)
    assert sorted(mine.cells) == sorted(other.cells)
    assert {edge: sorted(cells) for edge, cells in mine.edges.items()} == {
        edge: sorted(cells) for edge, cells in other.cells_at.items()
    }
    assert {joint: sorted(edges) for joint, edges in mine.joints.items()} == {
        joint: sorted(edges) for joint, edges in other.joints.items()
    }
    for cell in mine.cells:
        assert JOINT_SET.value(board.CELL_JOINTS[players, A_CELL.number(cell)]) == other.touched([cell])


def test_sums_of_the_table_of_boards():
    """The table of section 1.3."""
    counts = {
        players: (
            int(board.CELLS[players]).bit_count(),
            int((board.EDGE_CELLS[players, :, 1] != board.NO_CELL).sum()),
            int(board.ALL_JOINTS[players]).bit_count(),
            int(board.EDGE_COUNT[players]),
        )
        for players in (2, 3, 4)
    }
    assert counts == {2: (24, 36, 24, 60), 3: (36, 57, 30, 87), 4: (48, 78, 36, 114)}


def test_species_of_a_match():
    """AN-3.2, AQ-3.1: 16, 21, 26 species, without the small ones 12, 16, 20."""
    assert [[int(tiles).bit_count() // 2 for tiles in row] for row in IN_MATCH[2:]] == [[16, 12], [21, 16], [26, 20]]


def other_ark(folder, boards, extra=""):
    """A copy of the package with other boards in its pieces."""
    package = folder / "ararat"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    path = package / PIECES
    rows = [
        f'    {{ players = {players}, cells = {"".join(plan).count("#")}, status = "known", plan = {plan!r} }},'
        for players, plan in boards.items()
    ]
    table = "boards = [\n" + "\n".join(rows).replace("'", '"') + "\n]\n"
    text = re.sub(r"^boards = \[.*?^\]\n", table, path.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    path.write_text(text + extra, "utf-8")
    return folder


def run(folder, script):
    environment = {**os.environ, "PYTHONPATH": str(folder), "ARARAT_INTERPRETED": "1"}
    return subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, timeout=1200, check=False
    )


PLAY = """
from random import Random
import ararat
from ararat.core.engine import engine_of
from ararat.games import all_facts

assert ararat.__file__.startswith({folder!r})
game, bot = ararat.game("ark-and-noah"), ararat.player("greedy")
engine = engine_of(all_facts()["ark-and-noah"])


def flood(cells, planks):
    def sides(cell):
        x, y = map(int, cell.split(","))
        return {{f"H{{x}},{{y}}": (x, y - 1), f"H{{x}},{{y + 1}}": (x, y + 1),
                f"V{{x}},{{y}}": (x - 1, y), f"V{{x + 1}},{{y}}": (x + 1, y)}}
    pens, seen = {{}}, set()
    for first in sorted(cells, key=lambda cell: tuple(map(int, reversed(cell.split(","))))):
        region, closed = [first], True
        for cell in region if first not in seen else []:
            for edge, (x, y) in sides(cell).items():
                other = f"{{x}},{{y}}"
                if edge not in planks:
                    closed = closed and other in cells
                    if other in cells and other not in region:
                        region.append(other)
        if first not in seen and closed and len(region) <= 4:
            pens[first] = sorted(region)
        seen |= set(region)
    return pens


for players, plan in {boards!r}.items():
    cells = {{f"{{x}},{{y}}" for y, line in enumerate(plan) for x, sign in enumerate(line) if sign == "#"}}
    for variant in ("standard", "quick"):
        match = game.start(players=players, seed=5, variant=variant)
        random, most = Random(players), 0
        while not match.over:
            view, moves = match.view(match.turn), match.moves()
            match.play(bot.choose(view, moves, 1) if random.random() < 0.7 else random.choice(moves))
            state = match.state()
            assert state["ark"]["pens"] == flood(cells, state["ark"]["planks"])
            most = max(most, len(state["ark"]["pairs"]))
            if len(match.history) % 9 == 0:
                assert game.restore(state).state() == state
                assert engine.fault(game.restore(state)._first) == 0
        assert match.state()["ark"]["pens"] and most, "nothing boarded"
        print(players, variant, len(match.history), len(match.state()["ark"]["pens"]), most)
"""


def test_a_board_of_another_shape_can_be_played_on(tmp_path):
    """AN-3.1: whoever owns the box corrects the plans in pieces.toml, and nothing else."""
    folder = other_ark(tmp_path, OTHER_BOARDS)
    boards = {players: OTHER_BOARDS[players] for players in amount([2], long=OTHER_BOARDS)}
    played = run(folder, PLAY.format(folder=str(folder), boards=boards))
    assert played.returncode == 0, played.stderr[-2000:]
    assert len(played.stdout.splitlines()) == 2 * len(boards)


@pytest.mark.parametrize(
    ("plan", "sentence"),
    [
        (["## ", "  #", "###"], "outer edges meet in"),
        (["#" * 9] * 7, "too large"),
        (["#?#"], "a space for none"),
    ],
)
def test_a_board_that_cannot_be_is_refused_with_a_sentence(tmp_path, plan, sentence):
    folder = other_ark(tmp_path, {**OTHER_BOARDS, 2: plan})
    refused = run(folder, "import ararat; ararat.game('ark-and-noah').start(players=2, seed=1)")
    assert refused.returncode != 0 and sentence in refused.stderr


def test_sides_and_cells_agree():
    """Every edge of a cell has that cell."""
    for players in (2, 3, 4):
        for cell in np.flatnonzero([int(board.CELLS[players]) >> cell & 1 for cell in range(board.GRID)]):
            for edge in board.SIDES[cell]:
                assert cell in board.EDGE_CELLS[players, edge]
