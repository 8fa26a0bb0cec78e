"""The docs are true: their commands run, their examples run, everything is documented."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import ararat
import commands

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(path, language):
    return re.findall(rf"^```{language}\n(.*?)^```", path.read_text("utf-8"), re.DOTALL | re.MULTILINE)


def run(*arguments, **kwargs):
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, encoding="utf-8", timeout=300, check=False, **kwargs
    )


def test_the_python_example_of_the_readme_runs():
    (example,) = blocks(ROOT / "README.md", "python")
    done = run("-W", "error", "-c", example)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) >= 2


def test_the_example_in_the_package_runs():
    example = "\n".join(line[4:] for line in ararat.__doc__.splitlines() if line.startswith("    "))
    assert run("-c", example).returncode == 0


def test_the_commands_of_the_readme_exist(tmp_path):
    text = (ROOT / "README.md").read_text("utf-8")
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for chore in set(re.findall(r"make ([a-z-]+)", text)):
        assert f"\n{chore}:" in makefile, chore
    for line in re.findall(r"^ararat (.*)$", text, re.MULTILINE):
        arguments = line.replace("you", "greedy").split()
        if "FILE" not in arguments:
            done = commands.run(*arguments, cwd=tmp_path)
            assert done.returncode == 0, (line, done.stderr)


def test_the_page_of_all_commands_is_what_the_commands_say():
    from .command_page import command_page

    page = (ROOT / "docs/command-line.md").read_text("utf-8")
    assert page == command_page(), "make docs"


def test_the_schemas_of_the_protocol_are_those_of_the_server():
    from ararat.server.answers import schemas

    kept = json.loads((ROOT / "docs/protocol-schemas.json").read_text("utf-8"))
    assert kept == json.loads(json.dumps(schemas())), "make docs"


def test_the_page_of_all_moves_is_what_the_games_declare():
    from .moves_page import page

    assert (ROOT / "docs/moves.md").read_text("utf-8") == page(), "make docs"


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_every_game_is_in_the_readme_and_has_a_picture():
    text = (ROOT / "README.md").read_text("utf-8")
    for slug in ararat.games():
        facts = ararat.game(slug).facts
        assert facts.name in text and facts.publisher in text and all(author in text for author in facts.authors)
        picture = ROOT / f"docs/pictures/{slug}.svg"
        assert picture.is_file() and "@font-face" not in picture.read_text("utf-8")


def test_every_chore_is_listed():
    done = subprocess.run(["make", "-s", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    for chore in ("play", "test", "test-cuda", "bench", "golden", "docs"):
        assert re.search(rf"^{chore}\b", done.stdout, re.MULTILINE)
