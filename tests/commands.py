"""Commands as they are typed, and what comes of them."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import ExitStack, chdir, redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
from unittest.mock import patch

from lengths import LONG

ARARAT = [sys.executable, "-m", "ararat"]


def run(*arguments, typed="", cwd=None, env=None, timeout=120):
    """Run a command in a process of its own, or, in the short form, in this one where that makes no difference."""
    surroundings = {k: v for k, v in os.environ.items() if k not in ("LANG", "LC_ALL", "LC_MESSAGES")}
    surroundings |= {"PYTHONIOENCODING": "utf-8", "COLUMNS": "100", **(env or {})}
    if not LONG and env is None:
        return run_here([*map(str, arguments)], typed, cwd, surroundings)
    return subprocess.run(
        [*ARARAT, *map(str, arguments)],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        cwd=cwd,
        env=surroundings,
        timeout=timeout,
    )


def run_here(arguments, typed, cwd, surroundings):
    """What a process would have written and returned."""
    from ararat.cli.app import run

    out, err = (TextIOWrapper(BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    with ExitStack() as around:
        around.enter_context(chdir(cwd or "."))
        around.enter_context(patch.dict(os.environ, surroundings, clear=True))
        around.enter_context(patch.object(sys, "stdin", StringIO(typed)))
        around.enter_context(redirect_stdout(out))
        around.enter_context(redirect_stderr(err))
        code = run(arguments)
    told = [stream.buffer.getvalue().decode("utf-8") for stream in (out, err)]
    return subprocess.CompletedProcess(arguments, code, *told)
