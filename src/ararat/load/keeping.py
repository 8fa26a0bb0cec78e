"""The files of a measurement: its report, all figures, and a picture."""

from __future__ import annotations

import json
import os
from pathlib import Path

from ..atomic import write_atomically
from ..errors import BadFile
from .report import Report


def check_folder(folder: Path) -> None:
    """Make a folder, and see that it can be written, before anybody waits for hours."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        raise BadFile("arena.folder", path=str(folder)) from None
    if not os.access(folder, os.W_OK):
        raise BadFile("arena.folder", path=str(folder))


def keep(report: Report, folder: Path, plots: bool, name: str = "load") -> None:
    """Write them into a folder; BadArena, when all but the picture is written, says how to get Matplotlib."""
    from .plots import draw

    try:
        write_atomically(folder / f"{name}.json", json.dumps(report.results, indent=1) + "\n")
        write_atomically(folder / f"{name}.md", report.markdown())
    except OSError:
        raise BadFile("arena.folder", path=str(folder)) from None
    if plots:
        draw(report, folder, name)
