"""Record files: writing them so that a crash leaves the old one, reading them with care."""

from __future__ import annotations

import json
import os
import tempfile
from datetime import datetime
from pathlib import Path
from typing import Any

from ..core.contract import Json
from ..errors import BadFile

LARGEST = 20_000_000  # bytes; the longest match needs a small part of it


def write_record(record: Json, path: Path) -> Path:
    """Write a record, wholly or not at all."""
    text = json.dumps(record, ensure_ascii=False, indent=1)
    try:
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())
        os.chmod(file.name, 0o644)
        os.replace(file.name, path)
    except OSError as problem:
        raise BadFile("error.write", path=str(path), problem=problem.strerror or str(problem)) from None
    return path


def read_record(path: Path) -> Any:
    """What a record file holds."""
    try:
        if path.stat().st_size > LARGEST:
            raise BadFile("error.too-large", path=str(path))
        return json.loads(path.read_text("utf-8"))
    except OSError as problem:
        raise BadFile("error.read", path=str(path), problem=problem.strerror or str(problem)) from None
    except (ValueError, RecursionError):
        raise BadFile("error.no-json", path=str(path)) from None


def fresh_path(slug: str) -> Path:
    """A name for a new record in this folder."""
    stem = f"{slug}-{datetime.now():%Y%m%d-%H%M%S}"
    path = Path(f"{stem}.ararat.json")
    number = 2
    while path.exists():
        path = Path(f"{stem}-{number}.ararat.json")
        number += 1
    return path
