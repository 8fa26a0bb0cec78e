"""Record files: writing them so that a crash leaves the old one, reading them with care."""

from __future__ import annotations

import errno
import json
import os
from datetime import datetime
from pathlib import Path
from typing import Any

from ..atomic import write_atomically
from ..core.contract import Json
from ..errors import BadFile

LARGEST = 20_000_000  # bytes; the longest match needs a small part of it
GAMES_OF_AN_ARENA = ".jsonl"
REASONS = {
    errno.ENOENT: "missing",
    errno.ENOTDIR: "missing",
    errno.EISDIR: "folder",
    errno.EBUSY: "folder",
    errno.EACCES: "denied",
    errno.EPERM: "denied",
    errno.EROFS: "denied",
    errno.ENOSPC: "full",
}


def bad_file(kind: str, path: Path, problem: OSError) -> BadFile:
    """The error of a file that can't be read or written, with the reason in words of ours."""
    reason = REASONS.get(problem.errno or 0, "other")
    return BadFile(f"file.{kind}.{reason}", path=str(path))


def check_writable(path: Path, mine: Path | None = None) -> None:
    """Refuse a path that can't be written, or that would overwrite somebody else's file."""
    if path.is_dir():
        raise BadFile("file.write.folder", path=str(path))
    if path.exists() and (mine is None or path.resolve() != mine.resolve()):
        raise BadFile("file.write.exists", path=str(path))
    if not path.parent.is_dir():
        raise BadFile("file.write.missing", path=str(path))
    if not os.access(path.parent, os.W_OK):
        raise BadFile("file.write.denied", path=str(path))


def write_record(record: Json, path: Path) -> Path:
    """Write a record, wholly or not at all."""
    try:
        write_atomically(path, json.dumps(record, ensure_ascii=False, indent=1) + "\n")
    except OSError as problem:
        raise bad_file("write", path, problem) from None
    return path


def read_record(path: Path) -> Any:
    """What a record file holds."""
    try:
        if path.stat().st_size > LARGEST:
            raise BadFile("file.read.large", path=str(path))
        return json.loads(path.read_text("utf-8"))
    except OSError as problem:
        raise bad_file("read", path, problem) from None
    except (ValueError, RecursionError):
        raise BadFile("file.read.json", path=str(path)) from None


def read_game(path: Path, number: int | None) -> Any:
    """The record in a file; or in an arena's, which has a line a game, the one of that number, counted from 1."""
    if path.suffix != GAMES_OF_AN_ARENA:
        if number is not None:
            raise BadFile("file.read.one", path=str(path))
        return read_record(path)
    count, found = 0, b""
    try:
        with path.open("rb") as file:
            # A line without an end was cut when its run was killed.
            while (line := file.readline(LARGEST)).endswith(b"\n"):
                count += 1
                if count == number:
                    found = line
    except OSError as problem:
        raise bad_file("read", path, problem) from None
    if count == 0:
        raise BadFile("file.read.json", path=str(path))
    if not found:
        raise BadFile("file.read.games", path=str(path), count=count)
    try:
        return json.loads(found)["record"]
    except (ValueError, LookupError, TypeError, RecursionError):
        raise BadFile("file.read.line", path=str(path), line=number) from None


def fresh_path(slug: str) -> Path:
    """A name for a new record in this folder."""
    stem = f"{slug}-{datetime.now():%Y%m%d-%H%M%S}"
    path = Path(f"{stem}.ararat.json")
    number = 2
    while path.exists():
        path = Path(f"{stem}-{number}.ararat.json")
        number += 1
    return path
