"""The shape of the project: layers, one folder a game, nothing that may not be committed."""

from __future__ import annotations

import ast
import re
import subprocess
from importlib import resources
from pathlib import Path

import pytest

from ararat.games import all_facts

SOURCES = Path(resources.files("ararat"))  # type: ignore[arg-type]
ROOT = Path(__file__).parent.parent
# Imports point downwards only, also those inside functions and those for types alone.
LAYERS = [
    "catalogues",
    "errors",
    "core",
    "games",
    "nets",
    "record",
    "fairness",
    "match",
    "players",
    "reasons",
    "calibration",
    "coach",
    "batch",
    "facade",
    "envs",
    "",  # the package itself
    "atomic",
    "server",
    "arena",
    "train",
    "load",
    "cli",
    "__main__",
]
MODULES = ("state", "rules", "views")  # and, where a game writes them,
FURTHER = ("figures", "text", "web", "guide")


def module_of(path):
    """The name of a module in the package: "core.words", "games", "" for the package itself."""
    return ".".join(path.relative_to(SOURCES).with_suffix("").parts).removesuffix("__init__").removesuffix(".")


PATHS = {module_of(path): path for path in sorted(SOURCES.rglob("*.py"))}


def imports_of(path, modules=PATHS, package=SOURCES.name):
    """The modules of the package that a module imports: at its top, inside functions, for types alone."""
    here = (package, *path.relative_to(SOURCES).parts[:-1])
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = here[: len(here) - node.level + 1] if node.level else ()
            target = ".".join([*above, *([node.module] if node.module else [])])
            found |= {f"{target}.{alias.name}" for alias in node.names}
    for name in found:
        first, _, inside = name.partition(".")
        if first == package:
            yield inside if inside in modules else inside.rpartition(".")[0]


def test_every_module_has_a_layer():
    assert {module.partition(".")[0] for module in PATHS} == set(LAYERS)


@pytest.mark.parametrize("module", PATHS)
def test_imports_point_downwards(module):
    layer = LAYERS.index(module.partition(".")[0])
    for name in imports_of(PATHS[module]):
        assert LAYERS.index(name.partition(".")[0]) <= layer, f"{module} imports {name}"


def circles(imports):
    """The groups of modules that import each other, directly or by way of others."""
    reached = {module: set(names) for module, names in imports.items()}
    for middle in reached:
        for module, names in reached.items():
            if middle in names:
                reached[module] = names | reached[middle]
    groups = {frozenset(n for n in names if module in reached[n]) for module, names in reached.items()}
    return sorted(sorted(group) for group in groups if group)


def test_no_modules_import_each_other_in_a_circle():
    assert circles({module: set(imports_of(path)) - {module} for module, path in PATHS.items()}) == []


def test_a_circle_is_found():
    imports = {"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set(), "e": {"a"}}
    assert circles(imports) == [["b", "c"]]


def test_only_the_compiler_and_the_gpu_import_numba():
    importers = {
        path.relative_to(SOURCES).as_posix()
        for path in SOURCES.rglob("*.py")
        if re.search(r"^\s*(import numba|from numba)", path.read_text("utf-8"), re.MULTILINE)
    }
    assert importers == {"core/compiler.py", "core/gpu.py"}


def test_nothing_outside_its_folder_names_a_game():
    names = {name for facts in all_facts().values() for name in (facts.slug, facts.package.split(".")[-1], facts.name)}
    for path in SOURCES.rglob("*"):
        if (
            path.suffix in (".py", ".po", ".js", ".css", ".html")
            and "games" not in path.relative_to(SOURCES).parts[:-1]
        ):
            text = path.read_text("utf-8")
            # The docstring of the package shows a first match; that is documentation, not code. And
            # "Noah's ark" is what all of the games are about, not one of them.
            named = [name for name in names if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-]|'s)", text)]
            found = [name for name in named if path.name != "__init__.py"]
            assert not found, f"{path} names {found}"


@pytest.mark.parametrize("facts", all_facts().values(), ids=all_facts())
def test_a_game_folder_is_whole(facts):
    folder = facts.folder
    assert folder.name == facts.slug.replace("-", "_")
    for name in (*MODULES, *(further for further in FURTHER if facts.has(further))):
        assert facts.module(name).__doc__, f"{name} says nothing about itself"
    for name in ("RULES.md", "pieces.toml", "locale/en.po", "locale/fr.po", "locale/it.po"):
        assert (folder / name).is_file(), name
    for name in ("board.js", "board.css", "scene.svg"):
        assert (facts.board / name).is_file(), name
    assert facts.usual_players in facts.players


def test_modules_are_small():
    for path in SOURCES.rglob("*.py"):
        lines = len(path.read_text("utf-8").splitlines())
        assert lines <= 500, f"{path.name} has {lines} lines"


def tracked_files():
    done = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    return [ROOT / name for name in done.stdout.splitlines() if (ROOT / name).is_file()]


def test_no_lock_file_and_no_download_address_is_kept():
    for path in tracked_files():
        assert path.name not in ("uv.lock", "poetry.lock", "Pipfile.lock", "package-lock.json")
    constraints = (ROOT / "constraints.txt").read_text()
    lines = [line for line in constraints.splitlines() if line and not line.startswith("#")]
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.!+]+", line) for line in lines)


def test_every_dependency_is_pinned():
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = project["dependencies"] + sum(project["optional-dependencies"].values(), [])
    pinned = {
        re.split("==", line)[0].lower().replace("_", "-")
        for line in (ROOT / "constraints.txt").read_text().splitlines()
    }
    for requirement in wanted:
        name = re.match(r"[A-Za-z0-9._-]+", requirement)[0].lower().replace("_", "-")
        assert name in pinned, f"{name} has no version in constraints.txt"
