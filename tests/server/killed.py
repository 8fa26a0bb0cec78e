"""A process that is killed in the middle of its work; of its own, so that such a process can import it."""

from __future__ import annotations

import os
import signal
from pathlib import Path

KILLED = "ARARAT_TEST_KILLED"  # names a file with a line for every time that the compiling process was killed


def killed_once(slug, names):
    killed(slug, names, times=1)


def killed(slug, names, times=1_000):
    """Instead of compiling: what a machine without enough memory does to whoever comes first."""
    kept = Path(os.environ[KILLED])
    told = kept.read_text().splitlines() if kept.exists() else []
    if len(told) < times and (not told or told[0] == slug):
        kept.write_text("\n".join([*told, slug]))
        os.kill(os.getpid(), signal.SIGKILL)
