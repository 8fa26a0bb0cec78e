"""The page in its folders: who imports whom, and that everything imported is there."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import pytest

from ararat.games import all_facts

PAGE = Path(resources.files("ararat")) / "page"  # type: ignore[arg-type]
IMPORTED = re.compile(r"""(?:from |import\()["']([^"']+)["']""")
# What each folder may import from, beside itself; docs/architecture.md says what they hold.
ARROWS = {
    "drawing": set(),
    "sound": {"drawing"},
    "app": {"drawing", "sound"},
    "lobby": {"drawing", "app"},
    "stage": {"drawing", "app"},
    "how": {"drawing", "app", "stage"},
    "table": {"drawing", "app", "stage", "sound"},
    "replay": {"drawing", "app", "stage"},
    "plain": {"drawing", "stage"},
}
FOR_BOARDS = ("screen", "chips", "tray", "pan")  # of the stage
BOARDS = {slug: Path(resources.files(facts.package)) / "board" for slug, facts in all_facts().items()}  # type: ignore[arg-type]


def imports_of(path):
    """The files that a module imports."""
    for name in IMPORTED.findall(path.read_text("utf-8")):
        yield (PAGE.parent / name[1:] if name.startswith("/page/") else path.parent / name).resolve()


@pytest.mark.parametrize("folder", ARROWS)
def test_folders_of_the_page_import_only_what_stands_above_them(folder):
    for module in (PAGE / folder).glob("*.js"):
        for imported in imports_of(module):
            assert imported.is_file(), f"{module.name} imports {imported.name}, which is not there"
            assert imported.parent.name in ARROWS[folder] | {folder}, f"{module.name} imports {imported}"


@pytest.mark.parametrize("slug", BOARDS)
def test_boards_import_only_drawings_and_the_parts_of_the_stage_that_are_theirs(slug):
    for module in BOARDS[slug].glob("*.js"):
        for imported in imports_of(module):
            assert imported.is_file(), f"{module.name} imports {imported.name}, which is not there"
            of_the_stage = imported.parent == (PAGE / "stage").resolve() and imported.stem in FOR_BOARDS
            assert of_the_stage or imported.parent in (BOARDS[slug].resolve(), (PAGE / "drawing").resolve())


def test_every_folder_of_the_page_is_known():
    assert {path.name for path in PAGE.iterdir() if path.is_dir()} == {*ARROWS, "art"}
