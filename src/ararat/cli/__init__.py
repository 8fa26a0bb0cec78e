"""The command line: `ararat games`, `play`, `players`, `replay`, `analyse`, `rules`, `perft` and more."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; people see sentences, never tracebacks."""
    from .app import run

    sys.exit(run(sys.argv[1:]))
