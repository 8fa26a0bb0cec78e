"""Modules of the page put together, many files into one.

Nothing is compiled: every line stays a line as it was written, and a source map leads whoever debugs back to the
modules. docs/boards.md says which forms of import and export they use.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from posixpath import dirname, join, normpath

IMPORT = re.compile(r'^import\s+(?:([^"\';]+?)\s+from\s+)?"([^"]+)";?', re.M)
PASSED_ON = re.compile(r'^export\s+\{([^}]*)\}\s+from\s+"([^"]+)";?', re.M)
LISTED = re.compile(r"^export\s+\{([^}]*)\};?", re.M)
DECLARED = re.compile(r"^export\s+(?=(?:async\s+)?(?:function\b\*?|class\b|const\b|let\b)\s*(\w+))", re.M)
LATER = re.compile(r'(?<==> )import\("(\.[^"]+)"\)')
LEFT = re.compile(r"^(?:import|export)\b(?![(.]).*", re.M)
RENAMED = re.compile(r"(\w+)\s+as\s+(\w+)")
NAME = re.compile(r"(\w+)(?:\s+as\s+(\w+))?")
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


@dataclass(frozen=True)
class Bundle:
    """Modules in one file; another file imports them from `modules`, by their paths."""

    name: str
    holds: frozenset[str]
    text: str
    sourcemap: str


def bundled(
    name: str,
    sources: dict[str, str],
    wanted: Iterable[str],
    others: Iterable[Bundle] = (),
    rest: str = "",
    last: str = "",
) -> Bundle:
    """Put modules together, each behind those that it imports; what other bundles hold comes from there, and what is
    wanted later and is in none of them from the bundle `rest`. A single one that is wanted is also exported as it is.
    `last` is a line behind all."""
    held_by = {path: other for other in others for path in other.holds}
    order: list[str] = []
    read: dict[str, Module] = {}

    def add(path: str, behind: tuple[str, ...] = ()) -> None:
        if path in behind:
            raise ValueError(f"{path} imports itself, by {behind[-1]}")
        if path in held_by or path in order:
            return
        read[path] = module = Module(path, sources)
        for imported in module.imports:
            add(imported, (*behind, path))
        order.append(path)

    wanted = sorted(wanted)
    for path in wanted:
        add(path)
    lines: list[str] = []
    mapped: list[tuple[int, int] | None] = []  # which line of which module each line is

    def write(text: str, module: int | None = None) -> None:
        written = text.split("\n")
        lines.extend(written)
        mapped.extend((module, line) if module is not None else None for line in range(len(written)))

    def reach(path: str) -> str:
        return f'{_word(held_by[path].name)}["{path}"]' if path in held_by else _word(path)

    def later(path: str) -> str:
        if path in order:
            return f"Promise.resolve({_word(path)})"
        where = held_by[path].name if path in held_by else rest
        return f'import("{_towards(name, where)}").then((all) => all.modules["{path}"])'

    for other in sorted({held_by[path].name for one in read.values() for path in one.imports if path in held_by}):
        write(f'import {{ modules as {_word(other)} }} from "{_towards(name, other)}";')
    for number, path in enumerate(order):
        write(f"const {_word(path)} = (() => {{")
        write(read[path].written(reach, later), number)
        write(f"return {{ {', '.join(read[path].exports(reach))} }};\n}})();")
    write(f"export const modules = {{ {', '.join(f'{json.dumps(path)}: {_word(path)}' for path in order)} }};")
    if len(wanted) == 1:
        write(f"export const {{ {', '.join(read[wanted[0]].names)} }} = {_word(wanted[0])};")
    if last:
        write(last)
    write(f"//# sourceMappingURL={name.rpartition('/')[2]}.map")
    # The sources stand at their own addresses, /page/... and /games/...; this file at /files/<hash>/<name>.
    up = "../" * (name.count("/") + 2)
    found = {"version": 3, "sources": [up + path for path in order], "names": [], "mappings": _mappings(mapped)}
    return Bundle(name, frozenset(order), "\n".join(lines), json.dumps(found))


class Module:
    """One module: what it imports and what it exports."""

    def __init__(self, path: str, sources: dict[str, str]) -> None:
        self.path = path
        self.text = sources[path]
        found = [*IMPORT.findall(self.text), *PASSED_ON.findall(self.text)]
        self.imports = [self.path_of(address) for _, address in found]

    def path_of(self, address: str) -> str:
        """The path of a module by the address under which this one imports it."""
        return address[1:] if address.startswith("/") else normpath(join(dirname(self.path), address))

    def written(self, reach: Callable[[str], str], later: Callable[[str], str]) -> str:
        """As it stands in a bundle, line by line."""

        def imported(found: re.Match[str]) -> str:
            what, source = found[1], reach(self.path_of(found[2]))
            if what is None:
                got = ""
            elif what.startswith("*"):
                got = f"const {what.split()[-1]} = {source};"
            elif not what.startswith("{"):
                return found[0]
            else:
                taken = RENAMED.sub(r"\1: \2", what)
                got = f"const {taken} = {source};"
            return _as_long(found[0], got)

        text = IMPORT.sub(imported, self.text)
        text = PASSED_ON.sub(lambda found: _as_long(found[0], ""), text)
        text = LISTED.sub(lambda found: _as_long(found[0], ""), text)
        text = LATER.sub(lambda found: later(self.path_of(found[1])), DECLARED.sub("", text))
        if (left := LEFT.search(text)) is not None:
            raise ValueError(f"{self.path} has a form of import or export that is not known: {left[0]}")
        return text

    @property
    def names(self) -> list[str]:
        """What it exports, by name."""
        listed = [found for text, _ in PASSED_ON.findall(self.text) for found in NAME.findall(text)]
        listed += [found for text in LISTED.findall(PASSED_ON.sub("", self.text)) for found in NAME.findall(text)]
        return [*DECLARED.findall(self.text), *(outside or inside for inside, outside in listed)]

    def exports(self, reach: Callable[[str], str]) -> list[str]:
        """The parts of the object that its importers get."""
        given = list(DECLARED.findall(self.text))
        for text, address in PASSED_ON.findall(self.text):
            source = reach(self.path_of(address))
            given += [f"{outside or inside}: {source}.{inside}" for inside, outside in NAME.findall(text)]
        for text in LISTED.findall(PASSED_ON.sub("", self.text)):
            given += [f"{outside or inside}: {inside}" for inside, outside in NAME.findall(text)]
        return given


def joined_styles(sources: dict[str, str], paths: Iterable[str]) -> str:
    """Style sheets in one, at /files/<hash>/: what they refer to is found from there."""

    def found_from(path: str, reference: re.Match[str]) -> str:
        return f'url("{normpath(join(dirname(path), reference[1]))}")'

    return "\n".join(re.sub(r'url\("([^":#]+)"\)', partial(found_from, path), sources[path]) for path in paths)


def joined_drawings(drawings: Iterable[str]) -> str:
    """Sheets of symbols in one."""
    inside = (re.sub(r"^\s*<svg[^>]*>|</svg>\s*$", "", drawing) for drawing in drawings)
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(inside)}</svg>'


def _word(path: str) -> str:
    """A path as a name of JavaScript."""
    return "$" + re.sub(r"\W", "_", path.removeprefix("page/").removesuffix(".js"))


def _towards(name: str, other: str) -> str:
    return "../" * name.count("/") + other if "/" in name else f"./{other}"


def _as_long(before: str, after: str) -> str:
    """A statement in the place of another, with as many lines."""
    return after + "\n" * (before.count("\n") - after.count("\n"))


def _mappings(mapped: list[tuple[int, int] | None]) -> str:
    """The lines of a source map: where each begins, as differences from the one before."""
    lines, module, line = [], 0, 0
    for place in mapped:
        if place is None:
            lines.append("")
            continue
        lines.append("".join(map(_digits, (0, place[0] - module, place[1] - line, 0))))
        module, line = place
    return ";".join(lines)


def _digits(number: int) -> str:
    """A number as source maps write it: the sign last, five bits a digit, the lowest first."""
    rest = abs(number) << 1 | (number < 0)
    written = ""
    while True:
        rest, digit = rest >> 5, rest & 31
        written += DIGITS[digit | (32 if rest else 0)]
        if not rest:
            return written
