"""What compiled rules are made of: the sources that are found by following imports from the rules.

Whatever changes a kernel stands in one of these files: a rule, a piece, a constant that a rule names. Nothing
that only draws, speaks or serves is imported by a rule, so nobody waits for a compiler after editing a text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

CORE = Path(__file__).resolve().parent
PACKAGE = CORE.parent
MADE_OF = (
    "kernels",
    "compiler",
    "result",
    "plain_guide",
)  # the core's part of every kernel, with all that these import
RULES = ("state", "rules")
GUIDE = "guide"  # what searches is made of it too

# Not the syntax tree: reading it would take longer than loading what was compiled.
IMPORT = re.compile(r"^[ \t]*from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)", re.MULTILINE)


def sources_of(game: Path, guided: bool) -> list[Path]:
    """The files, in a stable order, that the kernels of the game in this folder are made of."""
    game = game.resolve()
    names = (*RULES, GUIDE) if guided else RULES
    wanted = [*(CORE / name for name in MADE_OF), *(game / name for name in names)]
    return sorted(_followed(wanted, game) | set(game.glob("*.toml")))


def sources_beside(folder: Path, game: Path) -> list[Path]:
    """The modules of a folder that are imported as if they stood in the game's, and all that these import."""
    game, own = game.resolve(), sorted(folder.glob("*.py"))
    wanted = [module for path in own for module in _imports_of(path, game / path.name, game)]
    return [*own, *sorted(_followed(wanted, game))]


def _followed(wanted: list[Path], game: Path) -> set[Path]:
    """The files of some modules, and of all that they import."""
    found: set[Path] = set()
    while wanted:
        path = _file_of(wanted.pop())
        if path is not None and path not in found and (game in path.parents or path.parent == CORE):
            found.add(path)
            wanted += _imports_of(path, path, game)
    return found


def _file_of(module: Path) -> Path | None:
    """Where a module stands, itself a file or a package."""
    for path in (module.with_name(f"{module.name}.py"), module / "__init__.py"):
        if path.is_file():
            return path
    return None


def _imports_of(path: Path, place: Path, game: Path) -> Iterator[Path]:
    """Every module of ours that a file imports, relative to its place, from this package, or from the game by name."""
    for dots, name, imported in IMPORT.findall(path.read_text("utf-8")):
        parts = name.split(".") if name else []
        if dots:
            start = place.parents[len(dots) - 1]
        elif parts[0] == PACKAGE.name:
            start, parts = PACKAGE, parts[1:]
        elif game.name in parts:
            start, parts = game, parts[parts.index(game.name) + 1 :]
        else:
            continue
        module = start.joinpath(*parts)
        yield module
        if module.is_dir():  # what is imported from a package can be a module of it
            yield from (module / word for word in re.findall(r"\w+", imported))
