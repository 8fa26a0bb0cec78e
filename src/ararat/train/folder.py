"""The folder of a run: what made it, where it stands, how it went.

recipe.json      all that decides what is learnt; the same recipe learns the same on machines of one kind
checkpoint.npz   weights, what the optimiser remembers, and the tables as they stand: enough to go on exactly
log.jsonl        a line a practice, and one for each judgement
curves.png       the same to look at, where Matplotlib is installed
net.npz          the net as it is at the checkpoint, for bots
"""

from __future__ import annotations

import json
import zlib
from io import BytesIO
from pathlib import Path
from typing import IO, Any
from zipfile import BadZipFile

import numpy as np

from ..arena.folder import claim, lock, object_in
from ..atomic import sweep, write_atomically
from ..core.contract import Json
from ..errors import AraratError, BadFile

RECIPE, CHECKPOINT, LOG, CURVES, NET = "recipe.json", "checkpoint.npz", "log.jsonl", "curves.png", "net.npz"


class BadRun(AraratError):
    """A run that can't be made, or gone on with."""


class Folder:
    """Where a run is kept. Only one at a time writes to it."""

    def __init__(self, path: Path, recipe: Json) -> None:
        self.path, self.recipe = path, recipe
        self.log: list[Json] = []
        self._file: IO[bytes] | None = None

    def open(self) -> dict[str, np.ndarray] | None:
        """Make the folder, or find an earlier run of this recipe in it; returns where that stands."""
        try:
            claim(self.path / RECIPE, self.recipe, BadRun("train.not-ours", path=str(self.path)))
            self._compare()
            self._file = (self.path / LOG).open("ab")
            lock(self._file, self.path)
            sweep(self.path)
            return self._read()
        except BaseException as problem:
            self.close()
            if isinstance(problem, OSError):
                raise BadFile("arena.folder", path=str(self.path)) from None
            raise

    def _compare(self) -> None:
        """Refuse the folder of another run."""
        kept = object_in(self.path / RECIPE)
        for key, wanted in json.loads(json.dumps(self.recipe)).items():
            if kept.get(key) != wanted:
                values = {"given": json.dumps(wanted)[:80], "kept": json.dumps(kept.get(key))[:80]}
                raise BadRun("train.other", path=str(self.path), field=key, **values)

    def _read(self) -> dict[str, np.ndarray] | None:
        """The last checkpoint, and the log up to it."""
        path = self.path / CHECKPOINT
        if not path.exists():
            self._keep_log(-1)
            return None
        try:
            with np.load(path, allow_pickle=False) as file:
                found = {name: file[name] for name in file.files}
            self._keep_log(int(found["practices"]))
        except (ValueError, KeyError, TypeError, EOFError, BadZipFile, zlib.error):
            raise BadRun("arena.damaged", path=str(path)) from None
        return found

    def _keep_log(self, practices: int) -> None:
        """Drop what was logged after the checkpoint: it comes again."""
        assert self._file is not None
        kept = b""
        for line in (self.path / LOG).read_bytes().splitlines(keepends=True):
            try:
                entry = json.loads(line)
                if not line.endswith(b"\n") or entry["practices"] > practices:
                    break
            except (ValueError, KeyError, TypeError, RecursionError):
                break
            self.log.append(entry)
            kept += line
        self._file.truncate(len(kept))

    def add(self, entry: Json) -> None:
        """Write a line of the log."""
        assert self._file is not None, "open() comes first"
        self.log.append(entry)
        try:
            self._file.write(json.dumps(entry).encode() + b"\n")
            self._file.flush()
        except OSError:
            raise BadFile("arena.folder", path=str(self.path)) from None

    def save(self, arrays: dict[str, Any]) -> None:
        """Keep where the run stands."""
        room = BytesIO()
        np.savez(room, **arrays)
        self.write(CHECKPOINT, room.getvalue())

    def write(self, name: str, content: str | bytes) -> None:
        """Keep a file, wholly or not at all."""
        try:
            write_atomically(self.path / name, content)
        except OSError:
            raise BadFile("arena.folder", path=str(self.path)) from None

    def close(self) -> None:
        """Let another run write."""
        if self._file is not None:
            self._file.close()
            self._file = None
