"""Files that change in one step: a reader finds the old one or the new one, never half of it."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

SCRAP = ".ararat-"  # how a file is called while it is being written


def write_atomically(path: Path, text: str | bytes) -> None:
    """Write a file wholly or not at all, whatever interrupts it."""
    scrap = None
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=SCRAP, delete=False) as file:
            scrap = Path(file.name)
            file.write(text.encode() if isinstance(text, str) else text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(scrap, 0o644)
        os.replace(scrap, path)
    except BaseException:
        if scrap is not None:
            scrap.unlink(missing_ok=True)
        raise


def sweep(folder: Path) -> None:
    """Remove what a run left that was killed while it wrote."""
    for scrap in folder.glob(f"{SCRAP}*"):
        scrap.unlink(missing_ok=True)
