"""The page of all commands, made from what the commands themselves say."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

COMMANDS = ("games", "players", "play", "serve", "replay", "analyse", "rules", "perft", "arena", "ratings")
PAGE = Path(__file__).parent.parent / "docs/command-line.md"


def help_of(*command: str) -> str:
    surroundings = os.environ | {"COLUMNS": "96", "TERM": "dumb", "NO_COLOR": "1", "ARARAT_LANGUAGE": "en"}
    done = subprocess.run(
        [sys.executable, "-m", "ararat", *command, "--help"],
        capture_output=True,
        encoding="utf-8",
        env=surroundings,
        check=True,
    )
    return "\n".join(line.rstrip() for line in done.stdout.strip().splitlines())


def command_page() -> str:
    parts = ["# The command line", "", "Made by `make docs`; a test compares it with the commands.", ""]
    parts += ["Exit codes: 0 fine, 2 something that you can put right (one sentence says what), 130 interrupted.", ""]
    for command in ((), *((name,) for name in COMMANDS)):
        parts += [f"## ararat {' '.join(command)}".rstrip(), "", "```", help_of(*command), "```", ""]
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(command_page(), "utf-8")
